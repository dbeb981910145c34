"""Showing cards: what a player claims to hold must agree with what the table has seen."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from app.cards.card import UNSEEN, Card, card_name
from app.hand.cards import check_new, read_cards
from app.hand.refusal import Refusal
from app.hand.state import Player, State


def has_shown(player: Player) -> bool:
    """Whether all of a player's cards are known to the table."""
    return player.shown or not player.down


def show(state: State, seat: int, words: tuple[str, ...]) -> State | Refusal:
    """The state with all of a seat's cards shown, in the order received; refused where they contradict the table."""
    player = state.players[seat]
    cards = read_cards(words)
    if isinstance(cards, Refusal):
        return cards
    if UNSEEN in cards:
        return Refusal("cards that are shown must all be named")
    if len(cards) != len(player.cards):
        named = "1 is" if len(cards) == 1 else f"{len(cards)} are"
        return Refusal(f"{player.name} holds {len(player.cards)} cards, {named} named")
    if missing := Counter(_known(player)) - Counter(cards):
        card = next(iter(missing))
        return Refusal(f"{player.name} holds the {card_name(card).lower()}, which is not among these cards")
    if twice := Counter(cards) - Counter(set(cards)):
        return Refusal(f"the {card_name(next(iter(twice))).lower()} is named twice")
    if problem := check_new(state, tuple(card for card in cards if card not in _known(player))):
        return problem
    held = tuple(replace(one, card=card) for one, card in zip(player.cards, _placed(player, cards), strict=True))
    return state.with_player(seat, cards=held, shown=True)


def _known(player: Player) -> list[Card]:
    return [held.card for held in player.cards if held.card != UNSEEN]


def _placed(player: Player, cards: tuple[Card, ...]) -> list[Card]:
    """The cards by place: unseen places take, in order, those not known before."""
    known = set(_known(player))
    new = iter([card for card in cards if card not in known])
    return [next(new) if held.card == UNSEEN else held.card for held in player.cards]
