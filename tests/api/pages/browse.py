"""What a browser without scripts does."""

from typing import Any

from tests.api.stored import Client

HTML = {"Accept": "text/html"}


def page_of(path: str) -> str:
    """The page of what the JSON API calls by that path."""
    return path.removeprefix("/v1")


def submit(client: Client, path: str, follow: bool = True, **fields: Any) -> tuple[int, str]:  # noqa: ANN401 - as httpx
    answer = client.post(path, data=fields, follow_redirects=follow, headers=HTML)
    return answer.status_code, answer.text if follow else answer.headers.get("location", "")
