"""The app on a database of its own, without a browser: ``app``, ``client``, ``guarded``, ``deal``."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from flask_migrate import upgrade

from app import create_app
from app.games.house import Stakes
from app.night.db import db
from tests.web.tables import NAMES, Table, begin


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """The application, forms unguarded so that a test posts what it likes."""
    yield from _app(tmp_path, {"WTF_CSRF_ENABLED": False})


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[FlaskClient]:
    """A browser before an application that wants its form tokens."""
    for app in _app(tmp_path, {}):
        yield app.test_client()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


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


def _app(path: Path, config: dict[str, Any]) -> Iterator[Flask]:
    app = create_app(
        {
            "TESTING": True,
            "SECRET_KEY": "not a secret",
            "SQLALCHEMY_DATABASE_URI": f"sqlite:///{path / 'upcard.sqlite3'}",
            **config,
        }
    )
    with app.app_context():
        upgrade()
        yield app
        db.session.remove()
        db.engine.dispose()
