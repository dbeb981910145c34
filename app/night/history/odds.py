"""The odds along a finished hand: each player's share at every step, computed in a separate process."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from app.dataclass import dataclass
from app.hand.settlement.pots import pots_of
from app.hand.state import State
from app.night.history.replays import PlayedHand
from app.night.odds.answers import ask
from app.night.odds.process import OddsAnswer
from app.odds.figures import Odds, View
from app.odds.views import Known, looked_back, shown

#: A clear favourite leads by at least this part of the pot, and by more than this many standard errors.
LEAD, CLEAR = 0.03, 2.0


@dataclass(frozen=True, slots=True)
class HandOdds:
    """The odds of a hand by step, for one view of its cards; None while they are being computed.

    ``money_in`` are the odds, knowing the cards shown later, when the last chips went in with cards to come; None if
    there are none, or if ``money_due``: they are being computed.
    """

    by_step: tuple[OddsAnswer | None, ...]
    money_in: Odds | None
    money_due: bool

    @property
    def complete(self) -> bool:
        """Whether no odds are still being computed."""
        return None not in self.by_step and not self.money_due

    @property
    def lead_changes(self) -> dict[int, int]:
        """The seats of those who overtook another favourite, as far as known, each by the number of the action."""
        turns: dict[int, int] = {}
        ahead: int | None = None
        for step, odds in enumerate(self.by_step):
            seat = clear_favourite(odds) if isinstance(odds, Odds) else None
            if seat is None or seat == ahead:
                continue
            if ahead is not None:
                turns[step] = seat
            ahead = seat
        return turns


def hand_odds(played: PlayedHand, view: View, step: int) -> HandOdds:
    """Return the odds of a hand as the table knew its cards (``shown``) or ``looked back``; compute ``step`` first."""
    at = positions(played.states)
    money, due = _money_in(played, at)
    first = {at[step]: _answer(played, view, at[step], urgent=True)}
    found = first | {each: _answer(played, view, each) for each in dict.fromkeys(at) if each not in first}
    return HandOdds(tuple(found[each] for each in at), money, due)


def money_in(played: PlayedHand) -> Odds | None:
    """Return the odds when the last chips went in; None if there are none, or not computed yet."""
    return _money_in(played, positions(played.states))[0]


def odds_looked_back(played: PlayedHand, step: int) -> OddsAnswer | None:
    """Return the odds after this many actions, looked back; None while they are computed, with the lowest priority."""
    return _answer(played, "looked back", positions(played.states)[step])


def clear_favourite(odds: Odds) -> int | None:
    """Return the seat with the largest expected share; None if its lead is too small or may be chance."""
    first, *others = sorted(odds.seats, key=lambda seat: odds.seats[seat].share.value, reverse=True)
    if not others:
        return first
    best, next_best = odds.seats[first].share, odds.seats[others[0]].share
    noise = CLEAR * hypot(best.error, next_best.error)
    return first if best.value - next_best.value > max(noise, LEAD) else None


def positions(states: Sequence[State]) -> tuple[int, ...]:
    """Return, for each state of a hand, the first step of its run of states with the same odds."""
    found: list[int] = []
    before: object = None
    for step, state in enumerate(states):
        position = _position(state)
        found.append(found[-1] if position == before else step)
        before = position
    return tuple(found)


def money_step(states: Sequence[State]) -> int | None:
    """Return the step at which the last chips went in with cards to come, if two or more are left; None otherwise.

    Players who fold before the next card are out by then.
    """
    dealt = [state.cards_dealt for state in states]
    for step in range(len(states) - 1, 0, -1):
        put_in = states[step].pot > states[step - 1].pot
        if not put_in or max(dealt[step:]) == dealt[step]:
            continue
        last = max(at for at in range(step, len(states)) if dealt[at] == dealt[step])
        left = states[last].live
        if len(left) < 2:
            return None
        return next(at for at in range(step, last + 1) if states[at].live == left)
    return None


def _position(state: State) -> object:
    """Return everything in a hand that its odds depend on. The size of a single pot does not matter."""
    pots = pots_of(state)
    return (
        tuple((pot.seats, pot.amount if len(pots) > 1 else 0) for pot in pots),
        tuple(
            (player.cards, player.live, player.keeps, player.shown, player.declared, player.set_aside)
            for player in state.players
        ),
        (state.common_cards, state.up_cards, state.offered_cards, state.dead_cards, state.discards),
        (state.next_step, tuple((frame.spec, frame.begun) for frame in state.frames), state.bettors),
        (state.notes, state.rulings, state.result is None),
    )


def _money_in(played: PlayedHand, at: Sequence[int]) -> tuple[Odds | None, bool]:
    """Return the odds when the last chips went in, if any, and whether they are still being computed."""
    step = money_step(played.states)
    if step is None:
        return None, False
    answer = _answer(played, "looked back", at[step], urgent=True)
    return (answer if isinstance(answer, Odds) else None), answer is None


def _answer(played: PlayedHand, view: View, step: int, *, urgent: bool = False) -> OddsAnswer | None:
    # A correction lengthens the log, so the log's length is part of the key.
    key = ("hand", played.hand.id, played.live.number, view, step)

    def views() -> list[Known]:
        if view == "looked back":
            return [looked_back(played.states, step, played.faces)]
        return [shown(played.states[step])]

    answers = ask(key, views, urgent=urgent)
    return None if answers is None else answers[0]
