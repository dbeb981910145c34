"""Showing cards: what a player claims to hold must agree with what the table has seen."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from app.cards.card import UNSEEN, Card
from app.hand.cards import check_new
from app.hand.once_up import lacking
from app.hand.refusal import Refusal
from app.hand.state import Player, State


def has_shown(player: Player) -> bool:
    """Return whether all of a player's cards are known to the table."""
    return player.shown or not player.down


def show_cards(state: State, seat: int, cards: tuple[Card, ...]) -> State | Refusal:
    """Return the state with all of a seat's cards shown, in the order received; refuse what contradicts the table."""
    player = state.players[seat]
    if UNSEEN in cards:
        return Refusal("shown cards must be named")
    if len(cards) != len(player.cards):
        return Refusal("wrong number of cards shown", seat, count=len(player.cards), amount=len(cards))
    if unnamed := Counter(_known(player)) - Counter(cards):
        return Refusal("known card is missing", seat, cards=(next(iter(unnamed)),))
    if twice := Counter(cards) - Counter(set(cards)):
        return Refusal("card named twice", cards=(next(iter(twice)),))
    if problem := check_new(state, tuple(card for card in cards if card not in _known(player)), seat):
        return problem
    missing, thrown = lacking(state, seat, cards)
    if len(missing) > thrown:
        return Refusal("cards that lay open are missing", seat, cards=missing, count=thrown)
    held = tuple(replace(before, card=card) for before, card in zip(player.cards, _placed(player, cards), strict=True))
    return state.with_player(seat, cards=held, shown=True)


def _known(player: Player) -> list[Card]:
    return [held.card for held in player.cards if held.card != UNSEEN]


def _placed(player: Player, cards: tuple[Card, ...]) -> list[Card]:
    """Return the cards by place: unseen places take those not known before, in order."""
    known = set(_known(player))
    new = iter([card for card in cards if card not in known])
    return [next(new) if held.card == UNSEEN else held.card for held in player.cards]
