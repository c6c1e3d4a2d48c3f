"""Health, settings, the description and the socket."""

import json
import re
from dataclasses import fields
from http import HTTPStatus
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from api.app import create_app
from api.canary import CARDS, canary_photo, count_canary
from api.openapi import EXAMPLE
from api.openapi import EXAMPLES as EXAMPLES_FILE
from api.problems import _KINDS
from api.schemas import LogAnswer
from api.serve import greeting, listen, run_server
from api.service import values
from api.settings import NUMBERS, Settings, settings_from_environment
from scoring.errors import ModelError, NertzError
from tests.api.client import get
from tests.api.stored import Client, serving
from tests.fake_table import DrawnCards
from tests.served import drawn
from vision.detector import Found
from vision.regions import Regions


class Blind(DrawnCards):
    """A detector that sees nothing."""

    def detect(self, rgb: object, confidence: float | None = None) -> Found:  # noqa: ARG002
        return Found(Regions.empty())


def test_the_service_lives() -> None:
    assert get("/health/live").json() == {"status": "live"}


def test_a_seeing_service_is_ready(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        response = client.get("/health/ready")
    assert response.status_code == 200
    assert response.json() == {
        "status": "ready",
        "cards_found": CARDS,
        "cards_expected": CARDS,
        "jobs": 0,
    }


def test_a_blind_service_is_not_ready(tmp_path: Path) -> None:
    with serving(tmp_path, Blind()) as client:
        response = client.get("/health/ready")
    assert response.status_code == 503
    assert response.json()["found"] == "0 cards on the canary photo"


def test_without_weights_the_service_lives_but_is_not_ready(tmp_path: Path) -> None:
    served = Client(create_app(Settings(data=tmp_path, weights=tmp_path / "none.onnx")))
    assert served.get("/health/live").status_code == 200
    response = served.get("/health/ready")
    served.close()
    assert response.status_code == 503
    assert "no weights" in response.json()["found"]


def test_the_canary_is_always_the_same_photo() -> None:
    assert canary_photo().digest == canary_photo().digest
    assert count_canary(drawn()) == CARDS


def test_an_unknown_path_is_a_problem() -> None:
    response = get("/v2/score")
    assert response.status_code == 404
    assert response.headers["content-type"] == "application/problem+json"


def test_the_description_has_parts_examples_and_problems() -> None:
    document = get("/openapi.json").json()
    score = document["paths"]["/v1/score"]["post"]
    form = score["requestBody"]["content"]["multipart/form-data"]
    assert "^deck\\..+$" in form["schema"]["patternProperties"]
    assert score["responses"]["200"]["content"]["application/json"]["example"] == EXAMPLE
    for status in ("413", "422", "503"):
        schema = score["responses"][status]["content"]["application/problem+json"]["schema"]
        name = schema["$ref"].rpartition("/")[2]
        assert "action" in document["components"]["schemas"][name]["properties"]


def test_the_example_is_complete() -> None:
    from pydantic import TypeAdapter

    from api.score import ScoreAnswer

    TypeAdapter(ScoreAnswer).validate_json(json.dumps(EXAMPLE))


EXAMPLES = {
    "MatchView": values.MatchView,
    "DeckView": values.DeckView,
    "DealView": values.DealView,
    "PhotoView": values.PhotoView,
    "PhotoReadingView": values.PhotoReadingView,
    "LogAnswer": LogAnswer,
    "StandingsView": values.StandingsView,
    "Page_MatchLine_": values.Page[values.MatchLine],
    "Page_EventView_": values.Page[values.EventView],
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_answers_of_their_types(name: str) -> None:
    schema = create_app(Settings()).openapi()["components"]["schemas"][name]
    example = schema["example"]
    assert example == json.loads(
        TypeAdapter(EXAMPLES[name]).dump_json(TypeAdapter(EXAMPLES[name]).validate_python(example))
    )


def test_every_example_is_looked_at() -> None:
    assert json.loads(EXAMPLES_FILE.read_text()).keys() == EXAMPLES.keys()


def test_settings_come_from_the_environment() -> None:
    settings = settings_from_environment({"NERTZ_PORT": "9000", "NERTZ_MAX_PHOTO_MB": "5.5"})
    assert (settings.port, settings.limits.max_bytes) == (9000, 5_500_000)


def test_the_settings_page_names_every_setting_with_its_default() -> None:
    page = (Path(__file__).parents[2] / "docs" / "settings.md").read_text()
    rows = dict(re.findall(r"^\| `(NERTZ_[A-Z_]+)` \| (.*?) \|", page, re.M))
    usual = Settings()
    names = {f"NERTZ_{field.name.upper()}": field.name for field in fields(Settings)}
    assert rows.keys() == names.keys()
    for variable, name in names.items():
        if name in NUMBERS:
            assert rows[variable] == f"{getattr(usual, name):g}", variable


def test_every_setting_that_is_a_number_has_bounds() -> None:
    numbers = {field.name for field in fields(Settings) if field.type in (int, float)}
    assert numbers == NUMBERS.keys()


@pytest.mark.parametrize("name", ["LAN", "HOSTS", "DATA", "DATABASE"])
def test_settings_that_are_no_numbers_are_read(name: str) -> None:
    texts = {"LAN": "yes", "HOSTS": "a.home, B.home", "DATA": "/d", "DATABASE": "sqlite:///x"}
    expected = {
        "LAN": True,
        "HOSTS": ("a.home", "b.home"),
        "DATA": Path("/d"),
        "DATABASE": "sqlite:///x",
    }
    settings = settings_from_environment({f"NERTZ_{name}": texts[name]})
    assert getattr(settings, name.lower()) == expected[name]


def test_data_lie_where_the_system_wants_them() -> None:
    settings = settings_from_environment({"XDG_DATA_HOME": "/somewhere"})
    assert settings.data == Path("/somewhere/nertz-counter")


def test_neither_yes_nor_no_is_refused() -> None:
    with pytest.raises(NertzError, match="NERTZ_LAN"):
        settings_from_environment({"NERTZ_LAN": "perhaps"})


def test_the_problems_page_names_every_type() -> None:
    page = (Path(__file__).parents[2] / "docs" / "api.md").read_text()
    listed = set(re.findall(r"^\| `([a-z-]+)` \|", page, re.M))
    used = set()
    for file in (Path(__file__).parents[2] / "api").rglob("*.py"):
        used |= set(re.findall(r"HTTPStatus\.([A-Z_]+)", file.read_text()))
    refused = {HTTPStatus[name] for name in used if 400 <= HTTPStatus[name] != 500}
    refused.discard(HTTPStatus.UNPROCESSABLE_ENTITY)  # errors of the rules have types of their own
    kinds = {status.phrase.lower().replace(" ", "-") for status in refused}
    assert listed >= kinds | {kind for _, kind, _, _ in _KINDS}


def test_what_is_typed_goes_before_the_environment(tmp_path: Path) -> None:
    environment = {"NERTZ_PORT": "9000", "NERTZ_HOST": "::1", "NERTZ_WEIGHTS": "a.onnx"}
    settings = settings_from_environment(environment, host="::2", port=1, weights=tmp_path)
    assert (settings.host, settings.port, settings.weights) == ("::2", 1, tmp_path)


@pytest.mark.parametrize("text", ["many", "-1", "70000", "1.5"])
def test_a_wrong_setting_names_its_variable(text: str) -> None:
    with pytest.raises(NertzError, match="NERTZ_PORT"):
        settings_from_environment({"NERTZ_PORT": text})


def test_a_taken_port_is_said_plainly() -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(NertzError, match=f"port {port} cannot"):
            listen("127.0.0.1", port)


def test_nothing_is_served_without_weights(tmp_path: Path) -> None:
    with pytest.raises(ModelError):
        run_server(Settings(weights=tmp_path / "none.onnx", data=tmp_path, port=0))


def test_the_greeting_has_links_only_where_others_can_connect(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        alone = greeting(Settings(data=tmp_path), listening)
        shared = greeting(Settings(data=tmp_path, host="127.0.0.1", lan=True), listening)
    assert f"http://127.0.0.1:{port} (this machine only)" in alone
    assert "/enter/" not in alone
    assert shared.count(f"http://127.0.0.1:{port}/enter/") == 2
