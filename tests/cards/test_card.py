"""Cards: text in and out, names, decks."""

from __future__ import annotations

import pytest

from app.cards.card import (
    UNSEEN,
    Card,
    CardError,
    card_name,
    card_text,
    cards_text,
    parse_card,
    parse_cards,
    rank_digits,
    rank_plural,
)
from app.cards.deck import deck


def test_every_card_reads_back_from_its_text() -> None:
    for card in [*map(Card, range(54)), UNSEEN]:
        assert parse_card(card_text(card)) == card


def test_a_run_of_cards_is_written_one_after_the_other() -> None:
    assert cards_text(parse_cards("Kd5c??Jr")) == "Kd5c??Jr"
    assert parse_cards("Kd 5c") == parse_cards("Kd5c")


@pytest.mark.parametrize("text", ["", "A", "1h", "ah", "AH", "Ahh", "Jx", "10h"])
def test_anything_else_is_no_card(text: str) -> None:
    with pytest.raises(CardError, match="is not a card"):
        parse_card(text)


def test_an_odd_letter_in_a_run_is_named() -> None:
    with pytest.raises(CardError, match="'5'"):
        parse_cards("Kd5")


def test_cards_have_the_names_that_people_say() -> None:
    assert [card_name(parse_card(text)) for text in ("As", "Th", "2c", "Jr", "Jb", "??")] == [
        "Ace of spades",
        "10 of hearts",
        "2 of clubs",
        "Red joker",
        "Black joker",
        "Unseen card",
    ]


def test_ranks_have_their_plurals() -> None:
    assert [rank_plural(rank) for rank in (0, 4, 5, 12)] == ["deuces", "sixes", "sevens", "aces"]
    assert [rank_digits(rank) for rank in (3, 8, 10)] == ["5s", "10s", "queens"]


def test_decks_can_be_stripped_and_have_jokers() -> None:
    assert len(deck()) == 52
    assert len(deck("89T", 1)) == 41
    assert len(deck("", 2)) == 54
    with pytest.raises(ValueError, match="not a rank"):
        deck("1")
    with pytest.raises(ValueError, match="jokers"):
        deck("", 3)
