"""Cards set aside as a second hand: which may be, and whether they turn out better than the rest."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from app.cards.card import UNSEEN, Card
from app.hand.cards import check_new
from app.hand.event import Event
from app.hand.refusal import Refusal
from app.hand.state import State
from app.ranking import HandName, Shown, show_high


def set_aside(state: State, seat: int, cards: tuple[Card, ...], count: int) -> State | Refusal:
    """Return the state with a seat's second hand set aside; unseen cards may stay unnamed."""
    player = state.players[seat]
    if len(cards) != count:
        return Refusal("wrong number set aside", seat, count=count, amount=len(cards))
    named = [card for card in cards if card != UNSEEN]
    held = Counter(held.card for held in player.cards)
    new = [card for card in named if not held[card]]
    if len(set(named)) < len(named):
        return Refusal("a card named twice")
    if len(new) + cards.count(UNSEEN) > held[UNSEEN]:
        return Refusal("does not hold these cards", seat)
    if problem := check_new(state, tuple(new), seat):
        return problem
    # Who has no down card left, since the deck ran short, has none to set aside.
    if player.down and not any(card == UNSEEN or card not in player.up for card in cards):
        return Refusal("a down card must be set aside")
    return state.with_player(seat, set_aside=cards)


@dataclass(frozen=True, slots=True)
class SetAsideOutranks(Event):
    """A player's cards set aside turn out better than the rest, as they must not be."""

    seat: int
    apart: HandName
    rest: HandName


@dataclass(frozen=True, slots=True)
class ThrownApart:
    """The cards that players had set aside and named when they were thrown away, by seat.

    ``dealt`` and ``discards`` count the cards that had been dealt and thrown by then: after more, a hand has changed.
    """

    hands: tuple[tuple[int, tuple[Card, ...]], ...] = ()
    dealt: int = 0
    discards: int = 0


def outranking(state: State, seat: int) -> SetAsideOutranks | None:
    """Return that a seat's cards set aside are better than the rest; None when they are not, or not all are known."""
    thrown = state.recall(ThrownApart)
    apart = state.players[seat].set_aside
    if not apart and (thrown.dealt, thrown.discards) == (state.cards_dealt, state.discards):
        apart = dict(thrown.hands).get(seat, ())
    rest = tuple(held.card for held in state.players[seat].cards if held.card not in apart)
    if not apart or not rest or UNSEEN in (*apart, *rest):
        return None
    first, second = shown_hand(state, seat, apart), shown_hand(state, seat, rest)
    return SetAsideOutranks(seat, first.hand, second.hand) if first.number >= second.number else None


def announce_outranking(state: State, *seats: int) -> State:
    """Announce which of these seats have set aside cards that are better than the rest."""
    found = (outranking(state, seat) for seat in seats)
    return state.announce(*(event for event in found if event is not None))


def shown_hand(state: State, seat: int, cards: tuple[Card, ...]) -> Shown:
    """Return a part of a seat's cards as a hand of its own."""
    wild = state.wild.for_seat(seat)
    return show_high(cards, wild, rules=state.high_rules, bugs=state.wild.bugs)
