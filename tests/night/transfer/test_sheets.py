"""A night as tables for a spreadsheet."""

from __future__ import annotations

import csv
import io
import zipfile

import pytest
from flask import Flask

from app.locales import writing_for
from app.night.transfer.sheets import defused, night_sheets, zipped
from tests.night.table import begin, deal, everyone_folds
from tests.night.transfer.clubs import not_tracked, owed


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_sheets_list_hands_ledger_and_results_of_a_night_for_money(app: Flask) -> None:
    first, _ = owed_nights = owed()
    sheets = night_sheets(first)
    (hand,) = rows(sheets["hands.csv"])
    assert (hand["hand"], hand["game"], hand["dealer"], hand["players"]) == (
        "1",
        "Five-Card Stud",
        "Ann",
        "Bob, Cy, Ann",
    )
    assert (hand["winners"], hand["chips won"]) == ("Ann 5", "5")
    ledger = rows(sheets["ledger.csv"])
    assert ledger[0] | {"at": ""} == {
        "at": "",
        "person": "Ann",
        "kind": "buy-in",
        "account": "chips",
        "against": "bank",
        "chips": "100",
        "EUR": "10.00",
        "why": "bought",
        "hand": "",
        "entered by": "",
    }
    assert {row["hand"] for row in ledger} == {"", "1"}
    assert {row["why"] for row in ledger if row["hand"]} == {
        "hand 1, Five-Card Stud",
        "hand 1, Five-Card Stud: main pot, all, everyone else has folded",
    }
    whys = {(row["kind"], row["why"]) for night in owed_nights for row in rows(night_sheets(night)["ledger.csv"])}
    assert {("carried", "taken to Friday"), ("carried", "since Friday"), ("count", "found")} <= whys
    assert ("count", "chips found, shared by all") in whys
    chips = [int(row["chips"]) for row in ledger if row["account"] == "chips" and row["against"] != "bank"]
    assert chips
    results = {row["person"]: row for row in rows(sheets["results.csv"])}
    assert sum(int(row["chips won"]) for row in results.values()) == 1  # a chip was found
    assert sum(float(row["EUR won"]) for row in results.values()) == pytest.approx(0)
    assert results["Ann"]["hands won"] == "1"


def test_sheets_of_nights_for_chips_only_and_with_untracked_chips(app: Flask) -> None:
    night = begin()
    everyone_folds(deal(night))
    assert [row["money due"] for row in rows(night_sheets(night)["results.csv"])] == [""] * 3
    sheets = night_sheets(not_tracked())
    assert len(rows(sheets["hands.csv"])) == 1
    assert {(row["chips out"], row["chips won"]) for row in rows(sheets["results.csv"])} == {("", "")}


@pytest.mark.parametrize("name", ["=1+1", "+1", "-x", "@SUM(A1)"])
def test_a_name_cannot_be_a_formula(app: Flask, name: str) -> None:
    night = begin(name, "Bob")
    results = rows(night_sheets(night)["results.csv"])
    assert f"'{name}" in {row["person"] for row in results}


def test_negative_amounts_are_not_escaped() -> None:
    assert [defused(text) for text in ("-3.50", "-3", "-", "\t=1", "a=b", "")] == [
        "-3.50",
        "-3",
        "'-",
        "'\t=1",
        "a=b",
        "",
    ]


def test_the_archive_holds_three_sheets_with_a_byte_order_mark(app: Flask) -> None:
    night = begin("Zoë", "Bob")
    archive = zipfile.ZipFile(io.BytesIO(zipped(night_sheets(night))))
    assert archive.namelist() == ["hands.csv", "ledger.csv", "results.csv"]
    assert archive.read("results.csv").startswith(b"\xef\xbb\xbfperson,")
    assert "Zoë" in archive.read("results.csv").decode("utf-8-sig")


def test_sheets_have_decimal_points_for_every_reader(app: Flask) -> None:
    night, _ = owed()
    with writing_for("de_DE"):
        german = night_sheets(night)
    assert german == night_sheets(night)
