"""The README's commands exist, and CI runs the one that it gives for the tests."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import nertz

PROJECT = Path(__file__).parents[1]
README = (PROJECT / "README.md").read_text()
BLOCKS = re.findall(r"```sh\n(.*?)```", README, re.S)
VERB = re.compile(r"(?<![-\w])nertz ((?:data |train )?[a-z]+)((?:[^\n#&]|\\\n)*)")
CALLS = [
    (verb, tuple(re.findall(r"(?<!\S)--[a-z-]+", arguments)))
    for block in BLOCKS
    for verb, arguments in VERB.findall(block)
]


def test_the_readme_shows_every_verb() -> None:
    shown = {verb.split()[0] for verb, _ in CALLS}
    assert {"score", "enrol", "evaluate", "bench", "data", "train", "export"} <= shown


@pytest.mark.parametrize(("verb", "options"), sorted(set(CALLS)))
def test_every_option_in_the_readme_exists(verb: str, options: tuple[str, ...]) -> None:
    told = CliRunner().invoke(nertz.app, [*verb.split(), "--help"], terminal_width=200)
    assert told.exit_code == 0
    assert [option for option in options if option not in told.output] == []


def test_every_photo_in_the_readme_is_there() -> None:
    named = re.findall(r"tests/photos/[\w/.-]+\.jpg|docs/[\w.-]+\.jpg", README)
    assert named
    assert [name for name in named if not (PROJECT / name).is_file()] == []


def test_the_test_command_is_a_make_target() -> None:
    command = README.split("<!-- test command -->\n```sh\n")[1].split("```")[0].strip()
    assert command == "make test"
    assert re.search(r"^test:", (PROJECT / "Makefile").read_text(), re.M)


def test_folders_resolve_in_this_checkout_and_nobody_else_provides_them() -> None:
    from importlib.metadata import packages_distributions

    for name in ("scoring", "vision", "models", "datasets", "api"):
        module = __import__(name)
        assert Path(str(module.__file__)).parents[1] == PROJECT
        assert set(packages_distributions().get(name, [])) <= {"nertz-counter"}
