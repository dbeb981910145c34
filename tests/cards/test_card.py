"""Cards: text in and out, names, decks."""

from __future__ import annotations

import pytest

from app.cards.card import (
    RANKS,
    UNSEEN,
    Card,
    CardError,
    card_name,
    card_text,
    cards_text,
    deck,
    parse_card,
    parse_cards,
    rank_above,
    rank_digits,
    rank_of,
    rank_order,
    rank_plural,
    ranks_of,
    suit_of,
)


def test_every_card_reads_back_from_its_text() -> None:
    for card in [*map(Card, range(54)), UNSEEN]:
        assert parse_card(card_text(card)) == card


def test_cards_are_written_without_separators() -> None:
    assert cards_text(parse_cards("Kd5c??Jr")) == "Kd5c??Jr"
    assert parse_cards("Kd 5c") == parse_cards("Kd5c")


@pytest.mark.parametrize("text", ["", "A", "1h", "ah", "AH", "Ahh", "Jx", "10h"])
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(CardError, match="is not a card"):
        parse_card(text)


def test_an_invalid_letter_among_cards_is_named() -> None:
    with pytest.raises(CardError, match="'5'"):
        parse_cards("Kd5")


def test_cards_have_spoken_names() -> None:
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


@pytest.mark.parametrize("text", ["Jr", "Jb", "??"])
def test_a_joker_and_an_unseen_card_have_neither_rank_nor_suit(text: str) -> None:
    card = parse_card(text)
    with pytest.raises(CardError, match="has no rank"):
        rank_of(card)
    with pytest.raises(CardError, match="has no suit"):
        suit_of(card)


def test_each_of_the_52_has_its_rank_and_suit() -> None:
    texts = [f"{rank}{suit}" for suit in "cdhs" for rank in "23456789TJQKA"]
    assert [(rank_of(card), suit_of(card)) for card in map(parse_card, texts)] == [
        (rank, suit) for suit in range(4) for rank in range(13)
    ]


def test_ranks_of_cards_leave_out_cards_without_a_rank() -> None:
    assert ranks_of(parse_cards("2cJr??AsJb2d")) == [0, 12, 0]


def test_cards_are_sorted_by_rank_then_suit_with_jokers_last() -> None:
    cards = parse_cards("JbAs2dJr2c")
    assert cards_text(sorted(cards, key=rank_order)) == "2c2dAsJrJb"


def test_decks_can_be_stripped_and_have_jokers() -> None:
    assert len(deck()) == 52
    assert len(deck("89T", 1)) == 41
    assert len(deck("", 2)) == 54


def test_the_deuce_is_the_rank_above_the_ace() -> None:
    deuce, king, ace = (RANKS.index(letter) for letter in "2KA")
    assert (rank_above(king), rank_above(ace), rank_above(deuce, -1), rank_above(ace, 3)) == (ace, deuce, ace, 2)
