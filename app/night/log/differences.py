"""What a correction changes about a hand, in words: to be read before it is kept."""

from __future__ import annotations

from dataclasses import dataclass

from app.hand.play import prompt
from app.hand.settlement.pots import pots_of
from app.hand.state import State


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that a correction changes: what it is, and the lines that tell it before and after."""

    what: str
    before: tuple[str, ...]
    after: tuple[str, ...]


def differences(old: State, new: State) -> tuple[Difference, ...]:
    """What is otherwise in one state than in the other, what the table hears first."""
    openers = old.opener is not None and new.opener is not None  # between two rounds nobody opens
    told = (
        Difference("Wild cards", (old.wild.label,), (new.wild.label,)),
        Difference("Opens", _opener(old) if openers else (), _opener(new) if openers else ()),
        Difference("Pot", _pots(old), _pots(new)),
        Difference("Chips to push", _pushes(old), _pushes(new)),
        Difference("Chips to move", (), _moves(old, new)),
        Difference("Next", (prompt(old).text,), (prompt(new).text,)),
        Difference("Announced", _said(old, new), _said(new, old)),
    )
    return tuple(one for one in told if one.before != one.after)


def _opener(state: State) -> tuple[str, ...]:
    return () if state.opener is None else (state.name(state.opener),)


def _pots(state: State) -> tuple[str, ...]:
    """The pot, and who is in which part where there are several; of a hand that is over, what was pushed out of it."""
    if state.result is not None:
        pots = state.result.pots
        return (str(sum(pots)), *(map(str, pots) if len(pots) > 1 else ()))
    pots_now = pots_of(state)
    sides = [f"{pot.amount}: {', '.join(map(state.name, sorted(pot.seats)))}" for pot in pots_now]
    return (str(state.pot), *(sides if len(pots_now) > 1 else ()))


def _pushed(state: State) -> dict[str, int]:
    """What each player is given at the end, most first."""
    totals: dict[str, int] = {}
    for award in state.result.awards if state.result else ():
        totals[state.name(award.seat)] = totals.get(state.name(award.seat), 0) + award.amount
    return dict(sorted(totals.items(), key=lambda item: -item[1]))


def _pushes(state: State) -> tuple[str, ...]:
    said = [f"Push {amount} to {name}" for name, amount in _pushed(state).items()]
    if state.result is not None and state.result.carried:
        said.append(f"{state.result.carried} stays in the pot")
    return tuple(said)


def _moves(old: State, new: State) -> tuple[str, ...]:
    """What has to move between players whose chips were pushed to them already."""
    if old.result is None or new.result is None:
        return ()
    had, has = _pushed(old), _pushed(new)
    more = {name: has.get(name, 0) - had.get(name, 0) for name in (*had, *has)}
    back = tuple(f"{-amount} back from {name}" for name, amount in more.items() if amount < 0)
    return (*back, *(f"{amount} to {name}" for name, amount in more.items() if amount > 0))


def _said(state: State, other: State) -> tuple[str, ...]:
    """What is announced in one and not in the other."""
    heard = {one.text for one in other.announcements}
    return tuple(dict.fromkeys(one.text for one in state.announcements if one.text not in heard))
