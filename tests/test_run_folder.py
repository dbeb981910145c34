"""Tests see neither the settings nor the data directory of whoever runs them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app import settings
from tests.run_folder import COMPILED, folder_of_this_run


def test_settings_of_whoever_runs_the_tests_are_removed_during_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = {
        "DATABASE_URL": "postgresql://localhost/nights",
        "JOURNAL_STREAM": "8:1234",
        "UPCARD_DATA": "/var/lib/upcard",
        "UPCARD_HTTPS": "off",
        "UPCARD_MOST_NIGHTS": "1",
        "UPCARD_SHOTS": "/tmp/shots",
        "XDG_DATA_HOME": "/home/ann/data",
    }
    environment = {name: value for name, value in os.environ.items() if name != COMPILED}
    monkeypatch.setattr(os, "environ", environment | theirs)
    before = dict(os.environ)
    with folder_of_this_run():
        data = Path(os.environ["UPCARD_DATA"])
        assert data.parent == Path(os.environ["TMPDIR"])
        assert theirs.keys() & os.environ.keys() == {"UPCARD_DATA", "UPCARD_SHOTS"}
        assert os.environ["UPCARD_SHOTS"] == "/tmp/shots"
    assert os.environ == before


def test_no_test_uses_the_data_directory_of_the_checkout() -> None:
    assert settings.data_path() != settings.ROOT / "instance"
