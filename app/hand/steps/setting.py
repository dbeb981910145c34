"""Cards set aside as a second hand."""

from __future__ import annotations

from collections import Counter

from app.cards.card import UNSEEN, Card, is_joker
from app.dataclass import dataclass
from app.games.steps.hands import SetAside
from app.hand.action import SET_ASIDE, Action
from app.hand.ask import Ask, Prompt, Question, RefusalError, TakesCards, cards_ask, one_tap_prompt
from app.hand.cards import check_new
from app.hand.event import Event
from app.hand.state import State, out_of_the_hand
from app.hand.steps import StepKind, plays
from app.ranking.words import HandName, Shown, show_high


def set_aside(state: State, seat: int, cards: tuple[Card, ...], count: int) -> State:
    """Set cards of a seat aside as a second hand; unseen cards may stay unnamed."""
    player = state.players[seat]
    if len(cards) != count:
        raise RefusalError("wrong number set aside", seat, count=count, amount=len(cards))
    named = [card for card in cards if card != UNSEEN]
    held = Counter(held.card for held in player.cards)
    new = [card for card in named if not held[card]]
    if len(set(named)) < len(named):
        raise RefusalError("a card named twice")
    if len(new) + cards.count(UNSEEN) > held[UNSEEN]:
        raise RefusalError("does not hold these cards", seat)
    check_new(state, new, seat)
    # A player left without a down card, since the deck ran short, has none to set aside.
    if player.down and not any(card == UNSEEN or card not in player.up for card in cards):
        raise RefusalError("a down card must be set aside")
    return state.with_player(seat, set_aside=cards)


def name_set_aside(state: State, action: Action) -> State:
    """Name all the cards that a player has set aside, for the table to see."""
    state = set_aside(state, action.player, action.cards, len(state.players[action.player].set_aside))
    if UNSEEN in state.players[action.player].set_aside:
        raise RefusalError("shown cards must be named")
    return state


@dataclass(frozen=True, slots=True)
class SetAsideOutranks(Event):
    """A player's cards set aside turn out as good as the rest or better, which is not allowed."""

    seat: int
    apart: HandName
    rest: HandName


@dataclass(frozen=True, slots=True)
class ThrownApart:
    """The cards that players had set aside and named when they threw them away, by seat.

    ``dealt`` and ``discards`` are the counts at that time: if they have grown, a hand has changed.
    """

    hands: tuple[tuple[int, tuple[Card, ...]], ...] = ()
    dealt: int = 0
    discards: int = 0


def outranking(state: State, seat: int) -> SetAsideOutranks | None:
    """Return the event if a seat's cards set aside match or outrank the rest; None if not, or if not all are known."""
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
    """Announce which of these seats have set aside cards as good as the rest or better."""
    found = (outranking(state, seat) for seat in seats)
    return state.announce(*(event for event in found if event is not None))


def shown_hand(state: State, seat: int, cards: tuple[Card, ...]) -> Shown:
    """Return a part of a seat's cards as a hand of its own; a joker thrown away face down is as wild as it was."""
    wild = state.wild.for_seat(seat).union(set(filter(is_joker, cards)) - state.wild.bugs)
    return show_high(cards, wild, rules=state.high_rules, bugs=state.wild.bugs)


def set_aside_ask(state: State, seat: int, manner: str) -> Ask:
    """Return the ask for the cards that a seat has set aside, as many as it has."""
    count = len(state.players[seat].set_aside)
    return Ask(Action(SET_ASIDE, seat), TakesCards("hand", count, count), manner=manner)


@plays(SetAside)
class SetAsideKind(StepKind[SetAside, None]):
    """Everybody sets cards aside; unseen cards are taken on trust, in one tap."""

    verbs = frozenset({SET_ASIDE})

    def begin(self, state: State) -> State:
        for seat in state.live:
            state = state.with_player(seat, set_aside=())
        return state

    def waiting(self, state: State) -> list[int]:
        return [seat for seat in state.live if not state.players[seat].set_aside]

    def prompt(self, state: State) -> Prompt:
        count, question = self.spec(state).count, self.call(state)
        waiting = self.waiting(state)
        asks = [
            cards_ask(Action(SET_ASIDE, seat), count, state.players[seat].down.count(UNSEEN), manner="done")
            for seat in waiting
        ]
        if all(ask.takes is None for ask in asks):
            return one_tap_prompt("done", question, *asks)
        return Prompt("show", question, tuple(asks), waiting[0])

    def call(self, state: State) -> Question:
        return Question("sets aside", count=self.spec(state).count)

    def apply(self, state: State, action: Action) -> State:
        seat = action.player
        if seat not in state.live:
            raise out_of_the_hand(state, seat)
        state = set_aside(state, seat, action.cards, self.spec(state).count)
        if not action.ruling and outranking(state, seat) is not None:
            raise RefusalError("set aside must be worse", seat, overrulable=True)
        return state
