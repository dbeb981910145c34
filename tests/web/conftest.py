"""The app on its own database, without a browser: ``app``, ``client``, ``guarded``, ``code``, ``deal``."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import settings
from app.games.house import Stakes
from tests.server.loop import Served, served
from tests.snapshots import Snapshots
from tests.web.tables import NAMES, Table, begin, host_device
from tests.web.website import make_website


@pytest.fixture(scope="session")
def website(tmp_path_factory: pytest.TempPathFactory) -> Snapshots:
    return make_website(tmp_path_factory.mktemp("site"))


@pytest.fixture
def app(website: Snapshots) -> Iterator[Flask]:
    """Yield the application without CSRF checks, so that tests can post anything."""
    with website.fresh(WTF_CSRF_ENABLED=False) as app:
        yield app


@pytest.fixture
def guarded(website: Snapshots) -> Iterator[FlaskClient]:
    """Yield the browser of an application that checks its form tokens."""
    with website.fresh(WTF_CSRF_ENABLED=True) as app:
        yield app.test_client()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Return the browser of a host's device."""
    return host_device(app.test_client())


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the host code of a new data directory."""
    monkeypatch.setenv("UPCARD_DATA", str(tmp_path))
    return settings.host_code()


@pytest.fixture
def deal(client: FlaskClient) -> Callable[..., Table]:
    """Return ``deal("five-card-stud", 3)``, which begins a night with so many players and a hand of that game."""

    def dealt(
        game: str = "five-card-stud",
        players: int = 3,
        *,
        stack: int = 100,
        tracked: bool = True,
        stakes: Stakes | None = None,
        options: Mapping[str, Any] | None = None,
        modifiers: Sequence[Any] = (),
        names: Sequence[str] = NAMES,
    ) -> Table:
        return begin(client, game, names[:players], stack, tracked, stakes or Stakes(), options or {}, modifiers)

    return dealt


@pytest.fixture
def server(app: Flask) -> Iterator[Served]:
    """Yield the app behind its bridge, in an event loop, which streams need."""
    with served(app) as server:
        yield server
