"""The application that tests in one process share, on a database of its own that is emptied between them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Flask
from flask_migrate import upgrade

from app import create_app
from app.live import screens
from app.night.caches import forget_remembered
from app.night.db import db
from tests.databases import address_at, empty


@dataclass(frozen=True)
class Website:
    """An application, the file of its database, and an empty database to begin with.

    Its addresses and templates are read once for all tests, which takes longer than most of them.
    """

    app: Flask
    database: Path
    empty: Path


def make_website(folder: Path) -> Website:
    """Return an application with its database in a folder."""
    database, spare = folder / "upcard.sqlite3", folder / "empty.sqlite3"
    app = create_app({"TESTING": True, "SECRET_KEY": "not a secret", "SQLALCHEMY_DATABASE_URI": address_at(database)})
    with app.app_context():
        upgrade()
        db.engine.dispose()
    if database.exists():
        database.rename(spare)
    return Website(app, database, spare)


@contextmanager
def fresh(website: Website, **config: Any) -> Iterator[Flask]:
    """Yield the application with an empty database; whatever is set on it is as it was before, afterwards."""
    app = website.app
    before = dict(vars(app)), dict(app.config), dict(app.view_functions)
    empty(app, website.database, website.empty)
    app.extensions.pop("upcard-guesses", None)
    app.extensions.pop("upcard-health", None)
    forget_remembered(app)
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
