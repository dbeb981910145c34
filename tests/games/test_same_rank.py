"""A card face up of the same rank as one in the layout folds its owner."""

from __future__ import annotations

from app.cards.card import parse_cards
from app.games.layout import Laid
from app.games.rules.trigger.up_card import SameRank
from app.games.steps.interrupts import MustFold
from app.games.table import Table, UpCard


def folds(up: str, seat: int | None, laid: str) -> list[int]:
    """Return the seats that must fold when a card comes up."""
    notes = {Laid: Laid(dict(zip(("kill", "other"), parse_cards(laid), strict=False)))}
    card = UpCard(parse_cards(up)[0], seat, street=1)
    steps = SameRank(place="kill").on_up(Table(seats=(), ups=(card,), notes=notes), card)
    return [step.seat for step in steps if isinstance(step, MustFold)]


def test_only_the_rank_at_the_named_place_folds_a_player() -> None:
    assert folds("Ah", 1, "As") == [1]
    assert folds("Kh", 1, "As") == []
    assert folds("Kh", 1, "AsKs") == []
    assert folds("Ah", 1, "") == []


def test_a_card_in_the_middle_or_a_joker_folds_nobody() -> None:
    assert folds("Ah", None, "As") == []
    assert folds("Jr", 1, "Jb") == []
    assert folds("Jr", 1, "As") == []
