"""The OpenAPI: the parts of `POST /v1/score`, an example of its answer, and problem documents."""

import json
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from api.problems import MEDIA_TYPE, Problem

EXAMPLES = Path(__file__).with_name("examples.json")
"""Answers that the service gave, by the name of their type."""

_PHOTOS = {"type": "array", "items": {"type": "string", "format": "binary"}}
_TEXTS = {"type": "array", "items": {"type": "string"}}

REQUEST_BODY: dict[str, Any] = {
    "required": True,
    "content": {
        "multipart/form-data": {
            "schema": {
                "type": "object",
                "description": "Parts may be repeated where they are lists. Exactly one of "
                "`caller` and `blocked`.",
                "properties": {
                    "center": {
                        **_PHOTOS,
                        "description": "Photos of the centre cards, sorted and spread.",
                    },
                    "nertz": {
                        **_PHOTOS,
                        "description": "Photos of the leftover Nertz piles, spread.",
                    },
                    "foundations": {
                        **_PHOTOS,
                        "description": "Photos of the centre as it lay, before sorting.",
                    },
                    "whole_deck": {**_PHOTOS, "description": "Photos of whole decks, spread."},
                    "caller": {"type": "string", "description": "The owner who called."},
                    "blocked": {"type": "boolean", "description": "Nobody could call."},
                    "rules": {"type": "string", "default": "bicycle"},
                    "options": {**_TEXTS, "description": "Options of the rules: option=value."},
                    "same_as": {
                        **_TEXTS,
                        "description": "A=B: photo A shows the same piles as photo B, by name.",
                    },
                },
                "patternProperties": {
                    "^deck\\..+$": {
                        **_PHOTOS,
                        "description": "deck.NAME: photos of the back of that owner's deck, or a "
                        "deck file of `nertz enrol`. Without any, backs are grouped as A, B, C.",
                    }
                },
                "additionalProperties": False,
            },
            "example": {
                "deck.Anna": ["anna.jpg"],
                "deck.Ben": ["ben.deck.json"],
                "center": ["center.jpg"],
                "nertz": ["nertz.jpg"],
                "caller": "Anna",
                "rules": "bicycle",
                "options": ["target=150"],
            },
        }
    },
}

EXAMPLE: dict[str, Any] = {
    "version": 1,
    "owners": [
        {"name": "Anna", "center": 14, "nertz": 0, "points": 14, "exact_probability": None},
        {"name": "Ben", "center": 15, "nertz": 1, "points": 13, "exact_probability": None},
    ],
    "unknown": {"center": 0, "nertz": 0},
    "flags": [
        {
            "kind": "gap",
            "message": "There is a wide step in this spread. Was a card missed there?",
            "photo": "center.jpg",
            "zone": "center",
            "pile": "p2",
            "owner": "Ben",
            "marks": ["m17", "m18"],
        }
    ],
    "rules": {"name": "bicycle", "options": {"target": 150}},
    "caller": "Anna",
    "blocked": False,
    "photos": [
        {"photo": "center.jpg", "zone": "center", "cards": 29, "counted": True, "same_as": None},
        {"photo": "nertz.jpg", "zone": "nertz", "cards": 1, "counted": True, "same_as": None},
    ],
    "reading": {"owners": ["Anna", "Ben"], "photos": [], "enrolled": True},
}


class DocumentedApp(FastAPI):
    """FastAPI whose description has what FastAPI cannot say by itself.

    Errors are problem documents, and examples keep their empty values, which are part of the
    contract.
    """

    def openapi(self) -> dict[str, Any]:
        """The description, made once."""
        if self.openapi_schema is None:
            schema = super().openapi()
            schema["components"]["schemas"]["Problem"] = Problem.model_json_schema()
            answer = schema["paths"]["/v1/score"]["post"]["responses"]["200"]
            answer["content"]["application/json"]["example"] = EXAMPLE
            _describe_problems(schema["paths"])
            for name, example in json.loads(EXAMPLES.read_text()).items():
                schema["components"]["schemas"][name]["example"] = example
            self.openapi_schema = schema
        return self.openapi_schema


def _describe_problems(paths: dict[str, Any]) -> None:
    """Adds what the doors may answer to any request, and values that do not fit."""
    for path, operations in paths.items():
        for method, operation in operations.items():
            responses = operation["responses"]
            if "422" in responses or operation.get("parameters"):
                responses["422"] = problem("A value is not allowed")
            if path.startswith("/v1"):
                responses.setdefault("401", problem("No key of this table"))
                responses.setdefault("421", problem("The request is for another host"))
            if method != "get":
                responses.setdefault("403", problem("A guest's key, or another site's page"))
                responses.setdefault("429", problem("Too fast: come back after `Retry-After` s"))
            if "requestBody" in operation:
                responses.setdefault("408", problem("The request took too long"))


def problem(description: str) -> dict[str, Any]:
    """The description of an answer that is a problem document."""
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {"description": description, "content": content}


SCORE_PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: problem("The form cannot be read, or has too many parts"),
    408: problem("The upload took too long"),
    413: problem("A photo or the whole request is too large"),
    415: problem("The body is no multipart form"),
    422: problem("A photo cannot be read, or the request does not fit the rules"),
    503: problem("Busy, try again after `Retry-After` seconds; or the detector is not ready"),
}
