"""Fixtures: ``app``, an app with only an empty database, and ``friday``, a night in it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from app.night.models import Night
from tests.night.table import begin, make_app
from tests.snapshots import Snapshots


@pytest.fixture(scope="session")
def nights(tmp_path_factory: pytest.TempPathFactory) -> Snapshots:
    database = tmp_path_factory.mktemp("nights") / "nights.sqlite3"
    return Snapshots(make_app(database), database)


@pytest.fixture
def app(nights: Snapshots) -> Iterator[Flask]:
    with nights.fresh() as app:
        yield app


@pytest.fixture
def friday(app: Flask) -> Night:
    """Return a night: Ann deals first, Bob and Cy sit to her left, 100 chips each."""
    return begin()
