"""One service for all tests of a module."""

from collections.abc import Iterator

import pytest

from tests.api.stored import Client, serving


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with serving(tmp_path_factory.mktemp("data")) as ready:
        yield ready
