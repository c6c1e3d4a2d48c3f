from pathlib import Path

from datasets.art.apt_state import debian_mirror
from datasets.art.packages import PACKAGES
from datasets.art.pdf_decks import jeuxcartes_name
from datasets.art.picture_decks import blackjack_name, read_cardset
from datasets.art.recipe import FACES, RANKS
from datasets.art.stencil_files import read_ornament
from datasets.art.svg_decks import card_name


def test_gnome_and_kde_ids_name_all_cards() -> None:
    plain = {"A": "1", "J": "jack", "Q": "queen", "K": "king"}
    words = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
    pairs = [(plain.get(face[:-1], face[:-1]), words[face[-1]]) for face in FACES]
    assert [card_name(f"{suit}_{rank}") for rank, suit in pairs] == list(FACES)
    assert [card_name(f"{rank}_{suit}") for rank, suit in pairs] == list(FACES)


def test_colour_swatches_are_no_backs() -> None:
    assert card_name("back_c1") is None
    assert card_name("back_alternative") == "back_alternative"
    assert card_name("green_back") == "back_green_back"


def test_french_letters_are_translated() -> None:
    french = {"J": "V", "Q": "D", "K": "R"}
    suits = {"C": "T", "D": "K", "H": "C", "S": "P"}
    names = [french.get(face[:-1], face[:-1]) + suits[face[-1]] for face in FACES]
    assert [jeuxcartes_name(name) for name in names] == list(FACES)


def test_of_two_court_files_the_whole_picture_is_taken() -> None:
    assert blackjack_name("queen_of_hearts2") == ("QH", True)
    assert blackjack_name("queen_of_hearts") == ("QH", False)
    assert blackjack_name("ace_of_spades") == ("AS", True)
    assert blackjack_name("ace_of_spades2") == ("AS", False)


def test_a_card_sets_description_is_read(tmp_path: Path) -> None:
    (tmp_path / "config.txt").write_text(
        "PySol solitaire cardset;7;.png;1;54;7;0\nid;Name\n250 363 8\n0\nback01.png\na.png; b.png"
    )
    cardset = read_cardset(tmp_path)
    assert cardset is not None
    assert (cardset.french, cardset.height_px) == (True, 363)
    assert cardset.backs == ("a.png", "b.png")


def test_a_file_that_describes_no_card_set_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "config.txt").write_text("something else")
    assert read_cardset(tmp_path) is None


def test_package_folders_differ() -> None:
    assert len({package.folder(Path()) for package in PACKAGES}) == len(PACKAGES)
    assert len(FACES) == 4 * len(RANKS) == 52


def test_an_ornament_is_fitted_and_turned_upright() -> None:
    (outline,) = read_ornament("\\m 0 0\n\\l 10 0\n\\l 10 20\n\\o\n")
    assert outline == [[-0.5, 1.0], [0.5, 1.0], [0.5, -1.0]]


def test_the_mirror_is_read_from_either_form_of_apt_sources(tmp_path: Path) -> None:
    listed = tmp_path / "sources.list"
    listed.write_text("deb [signed-by=/k.gpg] http://mirror.example/debian bookworm main\n")
    assert debian_mirror(tmp_path) == ("http://mirror.example/debian", "/k.gpg")
    folder = tmp_path / "sources.list.d"
    folder.mkdir()
    (folder / "debian.sources").write_text("URIs: http://a.example/debian\nSigned-By: /d.gpg\n")
    assert debian_mirror(tmp_path) == ("http://a.example/debian", "/d.gpg")
