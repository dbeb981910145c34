"""The app on a database of its own, without a browser: ``app``, ``client``, ``guarded``, ``deal``."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from flask_migrate import upgrade

from app import create_app
from app.games.house import Stakes
from app.live import screens
from app.night.db import db
from tests.databases import address_at, empty
from tests.server.loop import Served, served
from tests.web.tables import NAMES, Table, begin, host_device


@dataclass(frozen=True)
class Website:
    """An application, the file of its database, and an empty database to begin with.

    Its addresses and templates are read once for all tests, which takes longer than most of them.
    """

    app: Flask
    database: Path
    empty: Path


@pytest.fixture(scope="session")
def website(tmp_path_factory: pytest.TempPathFactory) -> Website:
    folder = tmp_path_factory.mktemp("site")
    database, spare = folder / "upcard.sqlite3", folder / "empty.sqlite3"
    app = create_app({"TESTING": True, "SECRET_KEY": "not a secret", "SQLALCHEMY_DATABASE_URI": address_at(database)})
    with app.app_context():
        upgrade()
        db.engine.dispose()
    if database.exists():
        database.rename(spare)
    return Website(app, database, spare)


@pytest.fixture
def app(website: Website) -> Iterator[Flask]:
    """Yield the application, forms unguarded so that a test posts what it likes."""
    with _fresh(website, WTF_CSRF_ENABLED=False) as app:
        yield app


@pytest.fixture
def guarded(website: Website) -> Iterator[FlaskClient]:
    """Yield a browser before an application that wants its form tokens."""
    with _fresh(website, WTF_CSRF_ENABLED=True) as app:
        yield app.test_client()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Return the browser of a host's device."""
    return host_device(app.test_client())


@pytest.fixture
def deal(client: FlaskClient) -> Callable[..., Table]:
    """``deal("five-card-stud", 3)``: a night with so many players and a hand of that game begun."""

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


@contextmanager
def _fresh(website: Website, **config: Any) -> Iterator[Flask]:
    """Yield the application with an empty database; whatever is set on it is as it was before, afterwards."""
    app = website.app
    before = dict(vars(app)), dict(app.config), dict(app.view_functions)
    empty(app, website.database, website.empty)
    app.extensions.pop("upcard-hands", None)
    app.extensions.pop("upcard-guesses", None)
    app.extensions.pop("upcard-tables", None)
    app.extensions.pop("upcard-health", None)
    screens.init_app(app)
    app.config.update(config)
    try:
        with app.app_context():
            yield app
            db.session.remove()
            db.engine.dispose()
    finally:
        vars(app).update(before[0])
        for changed, kept in ((app.config, before[1]), (app.view_functions, before[2])):
            changed.clear()
            changed.update(kept)


@pytest.fixture
def server(app: Flask) -> Iterator[Served]:
    """Yield the app behind its bridge, in an event loop: streams need one."""
    with served(app) as server:
        yield server
