"""Files exported by earlier versions import with the same balances, payments and pots."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from app.night import nights
from app.night.db import db
from app.night.history.past_nights import Closing
from app.night.models import Night
from app.night.transfer import importing
from app.night.transfer.importing import Imported
from app.night.verify import check_night
from tests.night.transfer.clubs import exported, imported_again

DATA = Path(__file__).parent.parent / "data"
FILES = sorted(path.name.removesuffix(".json.gz") for path in DATA.glob("export-*.json.gz"))


def exported_file(name: str) -> bytes:
    return gzip.decompress((DATA / f"{name}.json.gz").read_bytes())


def results_of(night: Night) -> dict[str, Any]:
    """Return the results of a night: chips bought, out, net; coins won, shared and due; hands won; and payments."""
    closed = Closing(night)
    balances = ((result.balance, result.hands) for result in closed.results)
    return {
        "night": night.name,
        "carried": night.carried,
        "payments": [
            [p.debtor_name, p.creditor_name, p.amount, p.paid_at is not None, p.carried_to is not None]
            for p in closed.payments
        ],
        "people": {
            b.name: [b.bought, b.out, b.net, b.won, b.expenses, b.money, hands_won] for b, hands_won in balances
        },
    }


def test_the_example_files_of_earlier_versions_exist() -> None:
    assert FILES == ["export-everything", "export-stored-by-0.1"]


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_an_earlier_version_imports_with_its_balances(app: Flask, name: str) -> None:
    assert isinstance(importing.import_bytes(exported_file(name)), Imported)
    expected = json.loads((DATA / f"{name}.json").read_text("utf-8"))
    assert [results_of(night) for night in reversed(nights.nights())] == expected
    assert [
        wrong for night_id in db.session.scalars(select(Night.id)).all() for wrong in check_night(night_id)[1]
    ] == []


@pytest.mark.parametrize("name", FILES)
def test_an_imported_file_of_an_earlier_version_exports_and_reads_back(app: Flask, name: str) -> None:
    assert isinstance(importing.import_bytes(exported_file(name)), Imported)
    text = exported()
    assert imported_again(text) == text
