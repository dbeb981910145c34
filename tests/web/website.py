"""The application shared by the tests of one process."""

from __future__ import annotations

from pathlib import Path

from flask_migrate import upgrade

from app import create_app
from tests.databases import address_at
from tests.odds.answering import Never
from tests.snapshots import Snapshots


def make_website(folder: Path) -> Snapshots:
    """Return the whole application with its database in a folder."""
    database = folder / "upcard.sqlite3"
    app = create_app(
        {
            "TESTING": True,
            "SECRET_KEY": "not a secret",
            "SQLALCHEMY_DATABASE_URI": address_at(database),
            "ODDS_ANSWERS": Never,
            "WORKS_OUT_LUCK": False,
        }
    )
    with app.app_context():
        upgrade()
    return Snapshots(app, database)
