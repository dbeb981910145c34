"""Openers: the hand needed to open the pot, and a deal that nobody opens."""

from __future__ import annotations

from app.dataclass import dataclass, replace
from app.games.because import Because
from app.games.rules.share.low import Low
from app.games.steps.bet import Bet
from app.games.steps.interrupts import Rainout, Redeal
from app.hand.cards import has_shown
from app.hand.chips import ante_again
from app.hand.state import PlaysOn, State
from app.ranking.high import high
from app.ranking.least import least_hand, least_high

NOBODY_OPENED = Because("nobody opened")


@dataclass(frozen=True, slots=True)
class OpenedPot:
    """The seat that made the first bet of the deal, and the least hand it needed, if any.

    ``settled``: the table has seen the openers, or no longer needs to.
    """

    seat: int | None = None
    needs: str = ""
    settled: bool = False


@dataclass(frozen=True, slots=True)
class PassedOut:
    """The number of deals of the hand that nobody has opened. A redeal keeps it."""

    times: int = 0


def needed(state: State, spec: Bet) -> str:
    """Return the least hand that opens this round, after the deals passed out so far; empty for any."""
    if not spec.needs:
        return ""
    times, last = state.recall(PassedOut).times, len(spec.needs) - 1
    if spec.then == "back down" and last:
        up = times % (2 * last)
        return spec.needs[min(up, 2 * last - up)]
    return spec.needs[min(times, last)]


def note_opener(state: State, seat: int, needs: str) -> State:
    """Note who made the first bet of the deal, unless somebody has before; announce the openers needed, if any."""
    if state.recall(OpenedPot).seat is not None:
        return state
    state = state.with_note(OpenedPot(seat, needs))
    return state.say(Because("opens with", seat, word=least_hand(needs))) if needs else state


def announce_openers_due(state: State) -> State:
    """Announce that the opener must show openers, after leaving the hand or once alone in it."""
    opened = state.recall(OpenedPot)
    if not opened.needs or opened.settled or opened.seat is None:
        return state
    if opened.seat in state.live and len(state.live) > 1:
        return state
    state = state.with_note(OpenedPot(opened.seat, opened.needs, settled=True))
    return state.say(Because("shows openers", opened.seat, word=least_hand(opened.needs)))


def lacks_openers(state: State) -> bool:
    """Return whether the opener has shown a hand without openers, and the table has not settled that yet."""
    opened = state.recall(OpenedPot)
    if not opened.needs or opened.settled or opened.seat not in state.live or not has_shown(state.players[opened.seat]):
        return False
    cards = [held.card for held in state.players[opened.seat].cards]
    rules = state.high_rules
    number = high(cards, state.wild.for_seat(opened.seat), rules=rules, bugs=state.wild.bugs)
    return number < least_high(opened.needs, rules)


def pass_out(state: State, spec: Bet) -> State:
    """End a round that nobody has opened: play on for low, deal again for the same pot, or go on to the next hand."""
    passed = spec.passed
    if passed == "low hand wins":
        state = state.with_note(PlaysOn(replace(state.game, shares=(Low(),))))
        state = replace(state, rounds=state.rounds - 1)  # the round counts once
        return state.say(Because("nobody opened, low hand wins")).push_after(replace(spec, needs=(), passed=""))
    state = state.with_note(PassedOut(state.recall(PassedOut).times + 1))
    if passed == "next hand":
        return state.push_after(Rainout(why=NOBODY_OPENED))
    if passed == "ante and deal again":
        state = ante_again(state)
    return state.push_after(Redeal(why=NOBODY_OPENED))
