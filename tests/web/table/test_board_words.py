"""The question, the wild line and the settlement in words, after the actions of golden records."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.hand.play import replay
from app.hand.view import TELEVISION, view
from app.record.setup import setup_of
from app.record.text import read
from app.web.table.board import Board, Settlement

RECORDS = Path(__file__).parents[2] / "records"


def board(name: str, count: int | None = None) -> Board:
    """Return the board after the first ``count`` actions of a record, by default all."""
    record = read((RECORDS / f"{name}.toml").read_text("utf-8"), name)
    states, refusal = replay(setup_of(record), record.moves[:count])
    assert refusal is None
    return Board(view(states[-1], TELEVISION))


def settlement(name: str) -> Settlement:
    shown = board(name).settlement
    assert shown is not None
    return shown


@pytest.mark.parametrize(
    ("name", "count", "line"),
    [
        ("woolworth/ended-when-all-are-in", 14, "One-eyed jacks are wild"),
        ("modifiers/event-woolworth-any-ranks", 8, "Nothing wild (a third one is showing)"),
        ("follow-the-queen/later-queen-adds", 18, "Sevens and nines are wild"),
        ("follow-the-queen/all-queens-wild", 1, "Queens are wild; next up-card is wild (Ann's queen)"),
        (
            "modifiers/follow-the-queen-and-the-pair",
            13,
            "Fives are wild (followed Ann's queen); deuces too (followed Cy's pair)",
        ),
        ("modifiers/event-pair-starts-wild-ranks", 9, "2s are wild (Cy has a pair up)"),
    ],
)
def test_the_wild_line_ends_with_the_reason_for_the_cards_before_it(name: str, count: int, line: str) -> None:
    assert board(name, count).wild.text == line


def test_a_pot_that_went_to_one_share_is_not_called_a_half() -> None:
    shown = settlement("chicago/side-pot-that-nobody-holds-dealt-again")
    labels = [(part.name, part.amount, part.label) for part in shown.parts]
    assert labels == [("Bob", 10, "Side pot"), ("Ann", 9, "Main pot")]
    assert [award.share for award in shown.awards] == ["", ""]


def test_a_part_of_several_pots_is_named_in_one_sentence() -> None:
    labels = {part.label for part in settlement("texas-holdem/side-pots-run-twice").parts}
    assert "Main pot, board 2 and side pot, board 2" in labels


def test_an_empty_pot_carries_no_chips_over() -> None:
    assert settlement("in-between/a-post-costs-double").notes == []


def test_a_discard_among_the_first_cards_says_among_which() -> None:
    shown = board("modifiers/extra-down-card-first-cards-thrown-before-the-showdown", 20)
    assert shown.text == "Everyone discards 1 of the first 3 down cards"
