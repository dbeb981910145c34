"""Entering, taking back and bringing back: what a tap on the dealer's screen comes to.

Every one of these says how many entries its screen had seen, and stores all or nothing in one transaction, together
with what the end of a hand does to the chips.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.hand.action import ActionError, parse_action
from app.hand.state import State
from app.night.db import now, tell, writing
from app.night.log.entries import Written
from app.night.log.loading import Broken, cache, load
from app.night.log.replay import LiveHand, add, try_lines
from app.night.models import Entry
from app.night.settle import settle, why_closed

LONGEST = 400


@dataclass(frozen=True, slots=True)
class Posted:
    """It is stored, and on disk."""

    live: LiveHand


@dataclass(frozen=True, slots=True)
class Repeated:
    """The same tap was stored before; nothing is stored now."""

    live: LiveHand


@dataclass(frozen=True, slots=True)
class Stale:
    """Something else was entered since this screen was shown; nothing is stored."""

    live: LiveHand


@dataclass(frozen=True, slots=True)
class Refused:
    """It cannot be; nothing is stored. ``line`` is the one refused, empty when it is not about a line."""

    live: LiveHand
    line: str
    reason: str
    overrulable: bool = False


Answer = Posted | Repeated | Stale | Refused | Broken


@dataclass(frozen=True, slots=True)
class Planned:
    """What is to be stored, with the states that it leads to where they are known already."""

    entries: tuple[Written, ...]
    states: tuple[State, ...] = ()


R = TypeVar("R")
Rows = list[tuple[str, str]]


def post(hand_id: int, seen: int | None, lines: Sequence[str]) -> Answer:
    """Enter actions, all of them or none. ``seen`` None takes them after whatever is there: a phone's declaration."""
    texts = [plain(line) for line in lines]

    def plan(found: LiveHand) -> Planned | Refused:
        return plan_lines(found, texts)

    wanted = [("more" if n else "act", text) for n, text in enumerate(texts)]
    return store(hand_id, seen, lambda rows: bool(rows) and rows[: len(wanted)] == wanted, plan)


def plan_lines(found: LiveHand, texts: Sequence[str]) -> Planned | Refused:
    """Actions after whatever is there, as one tap, or why they cannot be; ``texts`` as :func:`plain` makes them."""
    if found.misfit is not None:
        return Refused(found, "", f"action {found.misfit.number} no longer fits: {found.misfit.reason}")
    if not texts:
        return Refused(found, "", "nothing was entered")
    for text in texts:
        if len(text) > LONGEST:
            return Refused(found, text, "the line is too long")
    states, refusal = try_lines(found.state, texts)
    if refusal is not None:
        return Refused(found, texts[len(states)], refusal.reason, refusal.overrulable)
    entries = (Written(found.number + n, "act" if n == 1 else "more", text) for n, text in enumerate(texts, start=1))
    return Planned(tuple(entries), states)


def undo(hand_id: int, seen: int | None) -> Answer:
    """Take back the last action, or the last correction; on a finished hand too, until another has begun."""

    def plan(found: LiveHand) -> Planned | Refused:
        if not found.can_undo:
            return Refused(found, "", "there is nothing to take back")
        return Planned((Written(found.number + 1, "undo"),))

    return store(hand_id, seen, lambda rows: rows[:1] == [("undo", "")], plan)


def redo(hand_id: int, seen: int | None) -> Answer:
    """Bring back what the last undo took."""

    def plan(found: LiveHand) -> Planned | Refused:
        if not found.can_redo:
            return Refused(found, "", "there is nothing to bring back")
        return Planned((Written(found.number + 1, "redo"),))

    return store(hand_id, seen, lambda rows: rows[:1] == [("redo", "")], plan)


def store(
    hand_id: int, seen: int | None, same: Callable[[Rows], bool], plan: Callable[[LiveHand], Planned | R]
) -> Answer | R:
    """Store what ``plan`` makes of the hand, if nothing else has been entered since ``seen``.

    ``same`` tells from the kinds and texts entered since whether they begin with this very tap. Whatever else than
    a :class:`Planned` the plan comes to is handed back.
    """
    try:
        return _store(hand_id, seen, same, plan)
    except IntegrityError:
        # Another server wrote this number first. Look again: now it is seen as what it is, repeated or stale.
        return _store(hand_id, seen, same, plan)


def _store(
    hand_id: int, seen: int | None, same: Callable[[Rows], bool], plan: Callable[[LiveHand], Planned | R]
) -> Answer | R:
    with writing() as session:
        found = load(hand_id)
        if isinstance(found, Broken):
            return found
        if seen is not None and seen != found.number:
            return Repeated(found) if seen >= 0 and same(_since(session, hand_id, seen)) else Stale(found)
        planned = plan(found)
        if not isinstance(planned, Planned):
            return planned
        if reason := why_closed(session, found):
            return Refused(found, "", reason)
        at = now()
        rows = [
            {"hand_id": hand_id, "number": one.number, "kind": one.kind, "text": one.text, "at": at}
            for one in planned.entries
        ]
        session.execute(insert(Entry), rows)
        after = found
        for n, entry in enumerate(planned.entries):
            after = add(after, entry, planned.states[n] if planned.states else None)
        settle(session, found, after, at)
        tell(session, after.hand.night_id)
    cache().put(after)
    if after.misfit is not None:
        return Broken(hand_id, after.hand.game_name, after.misfit, after)
    return Posted(after)


def _since(session: Session, hand_id: int, seen: int) -> Rows:
    query = select(Entry.kind, Entry.text).where(Entry.hand_id == hand_id, Entry.number > seen)
    return [(kind, text) for kind, text in session.execute(query.order_by(Entry.number))]


def plain(line: str) -> str:
    """The line as it is stored: the same action is always the same text."""
    try:
        return str(parse_action(" ".join(line.split())))
    except ActionError:
        return line.strip()
