"""Cards set aside as a second hand, and a pot that is played for with them alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from app.cards.card import UNSEEN, Card
from app.games.because import Because
from app.games.steps.interrupts import Redeal
from app.games.steps.setting import PlayForPot, SetAside
from app.hand.action import SET_ASIDE, Action
from app.hand.ask import Ask, Prompt, Question, TakesCards
from app.hand.cards import check_new, throw
from app.hand.chips import pay_dead
from app.hand.event import Event
from app.hand.refusal import Refusal
from app.hand.settlement.judge import judge_set_aside
from app.hand.state import State
from app.hand.steps import StepKind, plays
from app.hand.turns import out_of_the_hand
from app.ranking import HandName, show_high


@dataclass(frozen=True, slots=True)
class SetsAside(Question):
    """Everyone sets so many cards aside as a second hand."""

    count: int = 2


@dataclass(frozen=True, slots=True)
class ShowsSetAside(Question):
    """One player, or everyone who is in, shows the cards set aside."""


@dataclass(frozen=True, slots=True)
class WinsWithSetAside(Event):
    """A player wins the pot with the cards set aside, tied with others."""

    seat: int
    amount: int
    hand: HandName
    tied: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchesPot(Event):
    """A player who lost matches the pot, ``short`` where that takes their last chips."""

    seat: int
    amount: int
    short: bool = False


@dataclass(frozen=True, slots=True)
class AntesAgain(Event):
    """Everyone antes again, and the cards set aside are thrown away."""


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


def set_aside_ask(state: State, seat: int, manner: str) -> Ask:
    """Return the question which of a seat's cards were set aside, as many as were."""
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

    def finished(self, state: State) -> bool:
        return not _waiting(state)

    def prompt(self, state: State) -> Prompt:
        count = self.spec(state).count
        waiting = _waiting(state)
        asks = []
        for seat in waiting:
            if state.players[seat].down.count(UNSEEN) < count:
                asks.append(Ask(Action(SET_ASIDE, seat), TakesCards("hand", count, count), manner="done"))
            else:
                asks.append(Ask(Action(SET_ASIDE, seat, cards=(UNSEEN,) * count), manner="done"))
        if any(ask.takes is None for ask in asks) and all(ask.takes is None for ask in asks):
            return Prompt("done", SetsAside(None, count), tuple(asks), run=tuple(ask.action for ask in asks))
        return Prompt("show", SetsAside(None, count), tuple(asks), waiting[0])

    def call(self, state: State) -> Question | None:
        return SetsAside(None, self.spec(state).count)

    def apply(self, state: State, action: Action) -> State | Refusal:
        seat = action.player
        if seat not in state.live:
            return out_of_the_hand(state, seat)
        return set_aside(state, seat, action.cards, self.spec(state).count)


def _waiting(state: State) -> list[int]:
    return [seat for seat in state.live if not state.players[seat].set_aside]


@plays(PlayForPot)
class PlayForPotKind(StepKind[PlayForPot, None]):
    """Those who are in name the cards they set aside; then the pot is won, and matched by those who lost."""

    verbs = frozenset({SET_ASIDE})

    def finished(self, state: State) -> bool:
        return not _unnamed(state)

    def prompt(self, state: State) -> Prompt:
        waiting = _unnamed(state)
        asks = tuple(set_aside_ask(state, seat, "shows") for seat in waiting)
        return Prompt("show", ShowsSetAside(waiting[0]), asks, waiting[0])

    def call(self, state: State) -> Question | None:
        return ShowsSetAside()

    def apply(self, state: State, action: Action) -> State | Refusal:
        seat = action.player
        if seat not in _unnamed(state):
            return Refusal("nothing to show now", seat)
        after = set_aside(state, seat, action.cards, len(state.players[seat].set_aside))
        if isinstance(after, Refusal):
            return after
        if UNSEEN in after.players[seat].set_aside:
            return Refusal("shown cards must be named")
        return after

    def end(self, state: State) -> State:
        players = [seat for seat in state.live if state.players[seat].declared == "in"]
        if not players:
            return state.push_after(Redeal(why=Because("nobody is in")))
        winners = judge_set_aside(state, players)
        pot = state.pot
        state = _won(state, winners)
        losers = [seat for seat in players if seat not in winners]
        for seat in losers:
            stack = state.players[seat].stack
            amount = pot if stack is None else min(pot, stack)
            state = pay_dead(state, seat, amount)
            if amount:
                state = state.announce(MatchesPot(seat, amount, short=amount < pot))
        return state.push_after(Redeal(why=Because("pot was matched"))) if losers else _next_game(state)


def _unnamed(state: State) -> list[int]:
    return [
        seat for seat in state.live if state.players[seat].declared == "in" and UNSEEN in state.players[seat].set_aside
    ]


def _won(state: State, winners: list[int]) -> State:
    """Push the pot to its winners, in the middle of the hand."""
    each, odd = divmod(state.pot, len(winners))
    for place, seat in enumerate(winners):
        amount = each + (place < odd)
        stack = state.players[seat].stack
        state = state.with_player(seat, stack=None if stack is None else stack + amount, all_in=False)
        hand = show_high(state.players[seat].set_aside, state.wild.for_seat(seat), rules=state.high_rules).hand
        others = tuple(other for other in winners if other != seat)
        state = state.announce(WinsWithSetAside(seat, amount, hand, others))
    for seat in state.setup.seats:
        state = state.with_player(seat, committed=0, bet=0)
    return replace(state, dead_money=(), setup=replace(state.setup, carried=0))


def _next_game(state: State) -> State:
    """Start the next game: everyone antes again, and goes on with what is left of their hands."""
    for seat in state.live:
        player = state.players[seat]
        ante = state.setup.antes[seat] if player.stack is None else min(state.setup.antes[seat], player.stack)
        left = None if player.stack is None else player.stack - ante
        state = state.with_player(seat, stack=left, committed=player.committed + ante, all_in=left == 0, declared=None)
        thrown = throw(state, seat, player.set_aside)
        state = state if isinstance(thrown, Refusal) else thrown[0].with_player(seat, set_aside=())
    return state.announce(AntesAgain())
