"""What a correction changes about a hand, in words: to be read before it is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from app.hand.play import prompt
from app.hand.pots import pots_of
from app.hand.state import State


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that a correction changes: what it is, and the lines that tell it before and after."""

    what: str
    before: tuple[str, ...]
    after: tuple[str, ...]


def differences(old: State, new: State) -> tuple[Difference, ...]:
    """What is otherwise in one state than in the other, what the table hears first."""
    told: list[tuple[str, Callable[[State], Iterable[str]]]] = [
        ("Wild cards", lambda state: [state.wild.label]),
        ("Opens", _opener),
        ("Pot", _pots),
        ("Chips to push", _pushes),
        ("Next", lambda state: [prompt(state).text]),
    ]
    found = [Difference(what, tuple(words(old)), tuple(words(new))) for what, words in told]
    found = [one for one in found if one.before != one.after]
    if old.result is not None and new.result is not None and (moves := _moves(old, new)):
        found.append(Difference("Chips to move", (), moves))
    before, after = _said(old, new), _said(new, old)
    return (*found, Difference("Announced", before, after)) if before or after else tuple(found)


def _opener(state: State) -> list[str]:
    return [] if state.opener is None else [state.name(state.opener)]


def _pots(state: State) -> list[str]:
    """The pot, and who is in which part where there are several; of a hand that is over, what was pushed out of it."""
    if state.result is not None:
        pots = state.result.pots
        return [str(sum(pots)), *(map(str, pots) if len(pots) > 1 else ())]
    pots_now = pots_of(state)
    sides = [f"{pot.amount}: {', '.join(map(state.name, sorted(pot.seats)))}" for pot in pots_now]
    return [str(state.pot), *(sides if len(pots_now) > 1 else ())]


def _pushed(state: State) -> dict[str, int]:
    """What each player is given at the end, most first."""
    totals: dict[str, int] = {}
    for award in state.result.awards if state.result else ():
        totals[state.name(award.seat)] = totals.get(state.name(award.seat), 0) + award.amount
    return dict(sorted(totals.items(), key=lambda item: -item[1]))


def _pushes(state: State) -> list[str]:
    said = [f"Push {amount} to {name}" for name, amount in _pushed(state).items()]
    if state.result is not None and state.result.carried:
        said.append(f"{state.result.carried} stays in the pot")
    return said


def _moves(old: State, new: State) -> tuple[str, ...]:
    """What has to move between players whose chips were pushed to them already."""
    had, has = _pushed(old), _pushed(new)
    more = {name: has.get(name, 0) - had.get(name, 0) for name in (*had, *has)}
    back = tuple(f"{-amount} back from {name}" for name, amount in more.items() if amount < 0)
    return (*back, *(f"{amount} to {name}" for name, amount in more.items() if amount > 0))


def _said(state: State, other: State) -> tuple[str, ...]:
    """What is announced in one and not in the other."""
    heard = {one.text for one in other.announcements}
    return tuple(dict.fromkeys(one.text for one in state.announcements if one.text not in heard))
