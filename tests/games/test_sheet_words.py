"""What the rule sheets say of single steps, so that a table that has never played the game can."""

from __future__ import annotations

import pytest

from app.games.load import resolve
from app.games.sheet import rule_sheet, sheet_text


def sheet(game: str) -> str:
    return sheet_text(rule_sheet(resolve(game)), "")


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("assassin-iii", "The card that nobody has looked at stays."),
        ("assassin-iii", "Deal each player one card face down. Nobody may look at it."),
        ("bunk-beds", "In turn from the dealer's left, each player may pay the maximum bet to swap"),
        ("bunk-beds", "Deal each player ten cards face down. Nobody may look at them."),
        ("beat-your-neighbor", "it belongs to nobody and is a hand to beat"),
        ("beat-your-neighbor", "Beginning at the dealer's left, the next player turns their cards up"),
        ("beat-your-neighbor", "A tie does not lead."),
        ("blind-pig", "The next player turns one card up; the player to the dealer's left turns first."),
        ("buzz-beds", "eight of them two at a time"),
        ("buzz-beds", "swap two or move one"),
        ("machine-gun-stud", "the discards reshuffled when the deck runs out"),
        ("mexican-stud-iv", "twice a turn and a card come together"),
        ("slow-death", "All turn up the top card of their stack together. Bet."),
        ("weeping-willow", "They say only how many cards they offer."),
        ("weeping-willow", "Each trade costs each of the two the ante, paid into the pot."),
    ],
)
def test_the_sheet_says_what_a_table_has_to_know(game: str, text: str) -> None:
    assert text in sheet(game)


def test_the_first_to_turn_is_named_where_it_goes_round_too() -> None:
    assert "the player to the dealer's left turns first" in sheet_text(
        rule_sheet(resolve("blind-pig", {"turns": "all"})), ""
    )
