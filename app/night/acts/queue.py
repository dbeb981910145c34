"""Doing acts: at once between two hands, when the hand is put away while one is played, and taking them back.

An act is tried before it waits, behind those that wait already, so that what cannot be done is said at once. All that
waits is done in the transaction that puts the hand away: after a cut of power it is done or it is not. Until then, at
the settlement, an act is done at once if it comes to the same before what waits as after it; or else it waits too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.evening.acts import Act, Leave, Undo, act_data, read_act
from app.night import models
from app.night.acts import corrected, money, people, settling, table
from app.night.acts.perform import Before, perform, take_back
from app.night.db import retry_conflicts, writing
from app.night.models import ABOVE_ALL_IDS, Ledger, Night, Player, Seat
from app.night.nights import hand_is_on_the_table, hand_is_running
from app.night.validation import Problem
from app.night.version import mark_table_changed, next_moment

#: What acts change of a night itself.
_TERMS = ("stakes_raw", "house", "currency", "worth", "chips", "dealer_place", "carried", "ended_at", "settled_at")


def outcome(session: Session, night: Night) -> tuple[Any, ...]:
    """Return what is played for, who sits where, and what is in every account. People go by their names, not by ids."""
    session.flush()
    seats = select(Player.folded, Seat.place, Seat.left, Seat.sitting_out).join(Seat, Seat.player_id == Player.id)
    kinds = (Player.folded, Ledger.account, Ledger.against, Ledger.kind)
    sums = select(*kinds, func.sum(Ledger.amount)).join(Ledger, Ledger.player_id == Player.id)
    accounts = session.execute(sums.where(Ledger.night_id == night.id).group_by(*kinds))
    return (
        [getattr(night, term) for term in _TERMS],
        {tuple(row) for row in session.execute(seats.where(Seat.night_id == night.id))},
        {tuple(row) for row in accounts if row[-1]},
    )


#: The modules that say what each kind of act does.
KINDS_OF_ACTS = (corrected, money, people, settling, table)

#: Acts that hold all that they are about: a new one takes the place of one that waits. Of leaving it is each player's.
WHOLE = ("rearrange", "button", "stakes", "house")

#: Acts that only keep the money of a night that is over: they are done until it is settled.
AFTER_THE_END = ("count", "tally", "expense", "pay", "split-pot", "play-for", "settle", "paid", "undo")

#: Acts that are possible, or can be taken back, when the night is settled: the others would change who pays whom.
AFTER_SETTLING = ("settle", "paid")

#: Acts that are about the chips as they lie on the table: they cannot wait for the end of a hand.
NOT_DURING_A_HAND = ("count", "tally", "split-pot", "settle")


@dataclass(frozen=True, slots=True)
class Done:
    """The act has been done; ``line`` is its id in the night's log. ``again``: the same form has entered it before."""

    line: int
    again: bool = False


@dataclass(frozen=True, slots=True)
class Waits:
    """The act will be done when the hand is put away, or when the dealer grants it; as :class:`Done`."""

    line: int
    again: bool = False


@retry_conflicts
def do(night: Night, act: Act, *, by: str = "", ask: bool = False, form: str = "") -> Done | Waits | Problem:
    """Do an act, now or from the next hand on; with ``ask`` it waits for the dealer to grant it.

    ``form`` is the mark of the form that it was entered by: the same act by the same form is done once.
    """
    night_id = night.id
    with writing() as session:
        return enter(session, night_id, act, by=by, ask=ask, form=form)


@retry_conflicts
def do_together(night: Night, acts: Sequence[Act], *, by: str = "") -> Done | Waits | Problem:
    """Do one or several acts in one transaction, all of them or none; the answer is the last one's."""
    night_id = night.id
    with writing() as session:
        for act in acts:
            answer = enter(session, night_id, act, by=by)
            if isinstance(answer, Problem):
                return answer
    return answer


def enter(
    session: Session,
    night_id: int,
    act: Act,
    *,
    by: str = "",
    ask: bool = False,
    form: str = "",
    line: int | None = None,
) -> Done | Waits | Problem:
    """Do an act in the current transaction, as :func:`do`; ``line`` is its id if it had one before."""
    night = locked_night(session, night_id)
    before = _entered_by(session, night_id, form)
    if before is not None and read_act(before.kind, before.data) == act:
        return (Waits if before.status in ("asked", "waiting") else Done)(before.id, again=True)
    running = hand_is_running(session, night_id)
    if problem := _not_now(session, night, act, running=running):
        return problem
    earlier = _waiting(session, night_id)
    if not running and (act.kind == "settle" or not hand_is_on_the_table(session, night_id)):
        do_waiting(session, night_id)
        earlier = []
    at = next_moment(session, night_id)
    stored = models.Act(id=line, night_id=night_id, kind=act.kind, data=act_data(act), status="waiting", by=by, at=at)
    stored.form = form if form and before is None else None
    session.add(stored)
    session.flush()
    waits = running or not _can_go_first(session, night, stored, earlier)
    if waits and not ask:
        for replaced in (other for other in earlier if _replaces(act, other)):
            session.delete(replaced)
        session.flush()
    if waits or ask:
        # The nested transaction is given up: what it shows is only whether the act could be done.
        trial = session.begin_nested()
        try:
            _do_all(session, night, [*_waiting(session, night_id)])
            failed = stored.note if stored.status == "failed" else ""
        finally:
            trial.rollback()
        problem = Problem(_field(failed), _text(failed)) if failed else None
        stored.status = "asked" if ask else "waiting"
    else:
        _do_all(session, night, [stored])
        problem = Problem(_field(stored.note), _text(stored.note)) if stored.status == "failed" else None
    if problem is not None:
        session.rollback()
        return problem
    mark_table_changed(session, night_id)
    return Waits(stored.id) if stored.status in ("asked", "waiting") else Done(stored.id)


def do_waiting(session: Session, night_id: int) -> None:
    """Do everything that waits, in the order in which it was entered; what can't be done any more says so."""
    waiting = _waiting(session, night_id)
    if waiting:
        _do_all(session, locked_night(session, night_id), waiting)


@retry_conflicts
def grant(night: Night, line: int) -> Done | Waits | Problem:
    """Let an act that a phone has asked for be done: now, or with the others when the hand is put away.

    It keeps its id, by which whoever asked follows it.
    """
    night_id = night.id
    with writing() as session:
        stored = _line(session, night_id, line)
        if stored is None or stored.status != "asked":
            return Problem("act", "it has been answered already")
        act, by = read_act(stored.kind, stored.data), stored.by
        session.delete(stored)
        session.flush()
        return enter(session, night_id, act, by=by, line=line)


@retry_conflicts
def drop(night: Night, line: int) -> Problem | None:
    """Drop an act that waits, or that a phone has asked for. Dropping it again has no effect."""
    night_id = night.id
    with writing() as session:
        stored = _line(session, night_id, line)
        if stored is None or stored.status in ("done", "undone", "failed"):
            return Problem("act", "it has been done already")
        stored.status = "dropped"
        mark_table_changed(session, night_id)
    return None


@retry_conflicts
def undo_act(night: Night, line: int, words: str, *, by: str = "") -> Done | Waits | Problem:
    """Take an act back; one that waits is dropped instead."""
    night_id = night.id
    with writing() as session:
        stored = _line(session, night_id, line)
        if stored is None or stored.status in ("undone", "failed", "dropped"):
            return Problem("act", "it has been taken back already")
        if stored.status in ("waiting", "asked"):
            stored.status = "dropped"
            mark_table_changed(session, night_id)
            return Done(line)
        return enter(session, night_id, Undo(line, words), by=by)


def locked_night(session: Session, night_id: int) -> Night:
    """Return a night that no other server changes before this transaction ends; SQLite has only one writer."""
    return session.get_one(Night, night_id, with_for_update=True)


@perform.register
def undo(act: Undo, session: Session, night: Night, act_id: int) -> Before | Problem:
    """Take back what an act has done."""
    stored = _line(session, night.id, act.act)
    if stored is None or stored.status != "done":
        return Problem("act", "it has been taken back already")
    problem = take_back(read_act(stored.kind, stored.data), session, night, stored.id, stored.before or {})
    if problem is not None:
        return problem
    stored.status = "undone"
    return {}


def _not_now(session: Session, night: Night, act: Act, *, running: bool) -> Problem | None:
    if night.settled_at is not None and not _is_after_settling(session, night, act):
        return Problem("night", "the money of the night is settled")
    if night.ended_at is not None and act.kind not in AFTER_THE_END:
        return Problem("night", "the night is over")
    if running and act.kind in NOT_DURING_A_HAND:
        return Problem("hand", "a hand is being played: finish it first")
    return None


def _is_after_settling(session: Session, night: Night, act: Act) -> bool:
    if not isinstance(act, Undo):
        return act.kind == "paid"
    stored = _line(session, night.id, act.act)
    return stored is not None and stored.kind in AFTER_SETTLING


def _can_go_first(session: Session, night: Night, stored: models.Act, earlier: list[models.Act]) -> bool:
    """Return whether an act does no harm to those that wait, nor they to it: it is all the same which goes first.

    What is about the chips as they lie on the table goes first in any case.
    """
    if not earlier or stored.kind in NOT_DURING_A_HAND:
        return True
    return _tried(session, night, [stored, *earlier]) == _tried(session, night, [*earlier, stored])


def _tried(session: Session, night: Night, lines: Sequence[models.Act]) -> object:
    """Return what acts would come to in this order, and do nothing."""
    trial = session.begin_nested()
    try:
        _do_all(session, night, lines)
        return {line.id: line.status for line in lines}, outcome(session, night)
    finally:
        trial.rollback()


def _do_all(session: Session, night: Night, lines: Sequence[models.Act]) -> None:
    """Do each act or note why it can't be done; one that fails leaves nothing behind."""
    for stored in lines:
        stored.done_at = next_moment(session, night.id)
        session.flush()
        step = session.begin_nested()
        done = perform(read_act(stored.kind, stored.data), session, night, stored.id)
        if isinstance(done, Problem):
            step.rollback()
            stored.status, stored.note = "failed", f"{done.field}: {done.text}"
        else:
            step.commit()
            stored.status, stored.before = "done", done
        session.flush()
    mark_table_changed(session, night.id)


def _waiting(session: Session, night_id: int) -> list[models.Act]:
    query = select(models.Act).where(models.Act.night_id == night_id, models.Act.status == "waiting")
    return list(session.scalars(query.order_by(models.Act.id)))


def _line(session: Session, night_id: int, line: int) -> models.Act | None:
    stored = session.get(models.Act, line) if line < ABOVE_ALL_IDS else None
    return stored if stored is not None and stored.night_id == night_id else None


def _entered_by(session: Session, night_id: int, form: str) -> models.Act | None:
    """Return what was entered by a form before."""
    if not form:
        return None
    return session.scalar(select(models.Act).where(models.Act.night_id == night_id, models.Act.form == form))


def _replaces(act: Act, earlier: models.Act) -> bool:
    """Return whether an act takes the place of one that waits."""
    if isinstance(act, Leave):
        return earlier.kind == act.kind and earlier.data["seat"] == act.seat
    return act.kind in WHOLE and earlier.kind == act.kind


def _field(note: str) -> str:
    return note.partition(": ")[0]


def _text(note: str) -> str:
    return note.partition(": ")[2]
