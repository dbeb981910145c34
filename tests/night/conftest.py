from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from app.night.models import Night
from tests.night.table import begin, make_app


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = make_app(tmp_path / "nights.sqlite3")
    with app.app_context():
        yield app
        app.extensions["sqlalchemy"].session.remove()
        app.extensions["sqlalchemy"].engine.dispose()


@pytest.fixture
def friday(app: Flask) -> Night:
    """Ann deals first; Bob and Cy sit to her left; 100 chips each."""
    return begin()
