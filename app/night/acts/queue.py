"""The queue: acts are done at once between hands; during a hand they wait until it is cleared.

Before an act is queued, it is tried after the acts already waiting, so that a refusal comes at once. The whole queue is
done in the transaction that clears the hand, so a power failure leaves all of it done or none. While a settled hand is
still on the table, an act is done at once if the result is the same before and after the queue; otherwise it is queued.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import inspect, select
from sqlalchemy.orm import Session

from app.dataclass import dataclass
from app.night import models
from app.night.acts.act import Act, ActError, Change
from app.night.acts.stored import KINDS, Undo, act_line, read_act
from app.night.ledger import total
from app.night.models import Ledger, Night, Player, Seat
from app.night.nights import current_hand
from app.night.validation import SETTLED, Problem
from app.night.version import mark_table_changed, next_timestamp, night_transaction


def outcome(session: Session, night: Night) -> tuple[Any, ...]:
    """Return the night's terms, its seats, and the balance of every account, with people by name instead of id."""
    session.flush()
    seats = select(Player.folded, Seat.place, Seat.left, Seat.sitting_out).join(Seat, Seat.player_id == Player.id)
    kinds = (Player.folded, Ledger.account, Ledger.against, Ledger.kind)
    sums = select(*kinds, total()).join(Ledger, Ledger.player_id == Player.id)
    accounts = session.execute(sums.where(Ledger.night_id == night.id).group_by(*kinds))
    return (
        {key: getattr(night, key) for column in inspect(Night).column_attrs if (key := column.key) != "changes"},
        {tuple(row) for row in session.execute(seats.where(Seat.night_id == night.id))},
        {tuple(row) for row in accounts if row[-1]},
    )


@dataclass(frozen=True, slots=True)
class Done:
    """A done act; ``line`` is its id in the night's log."""

    line: int


@dataclass(frozen=True, slots=True)
class Pending:
    """An act to be done when the hand is cleared, or when the dealer grants it; ``line`` as in :class:`Done`."""

    line: int


ActResult = Done | Pending | Problem


@night_transaction
def do(session: Session, night_id: int, *acts: Act, by: str = "", ask: bool = False, form: str = "") -> ActResult:
    """Do acts now, or queue them for the next hand, all of them or none; return the result of the first one.

    With ``ask`` they wait for the dealer to grant them. ``form`` is the token of the form that entered them: the same
    act from the same form is done once.
    """
    return enter_all(session, night_id, *acts, by=by, ask=ask, form=form)


def enter_all(
    session: Session, night_id: int, *acts: Act, by: str = "", ask: bool = False, form: str = ""
) -> ActResult:
    """Do acts in the current transaction, like :func:`do`. Roll back if this returns a :class:`Problem`."""
    results = list[ActResult]()
    for number, act in enumerate(acts):
        results.append(enter(session, night_id, act, by=by, ask=ask, form=form, number=number))
        if isinstance(results[-1], Problem):
            return results[-1]
    return results[0]


def act_of_form(session: Session, night_id: int, form: str) -> models.Act | None:
    """Return the act that a form has entered, by its token; None without a token."""
    query = select(models.Act).where(models.Act.night_id == night_id, models.Act.form == form)
    return session.scalar(query) if form else None


def enter(
    session: Session,
    night_id: int,
    act: Act,
    *,
    by: str = "",
    ask: bool = False,
    form: str = "",
    number: int = 0,
    line: int | None = None,
) -> ActResult:
    """Do an act in the current transaction, like :func:`do`; ``line`` is its id if it already had one.

    ``number`` is its place among the acts of one form. Roll back if this returns a :class:`Problem`.
    """
    form = f"{number}-{form}" if form and number else form
    night = session.get_one(Night, night_id)
    before = act_of_form(session, night_id, form)
    if before is not None and read_act(before.kind, before.data) == act:
        return (Pending if before.status in ("asked", "waiting") else Done)(before.id)
    hand = current_hand(night)
    running = hand is not None and hand.finished_at is None
    if problem := why_not_allowed(session, night, act, running=running):
        return problem
    earlier = _waiting(session, night_id)
    # Once a night is over, its last hand counts as cleared.
    if not running and (act.kind == "settle" or hand is None or night.ended_at is not None):
        do_queue(session, night_id)
        earlier = []
    at = next_timestamp(session, night_id)
    stored = models.Act(id=line, night_id=night_id, kind=act.kind, data=asdict(act), status="waiting", by=by, at=at)
    stored.form = form if form and before is None else None
    session.add(stored)
    session.flush()
    waits = running or not _can_go_first(session, night, stored, earlier)
    if waits and not ask:
        for replaced in (other for other in earlier if _replaces(act, other)):
            session.delete(replaced)
        session.flush()
    if waits or ask:
        # Always rolled back: the trial only shows whether the act could be done.
        trial = session.begin_nested()
        try:
            problem = _do_acts(session, night, _waiting(session, night_id)).get(stored.id)
        finally:
            trial.rollback()
        stored.status = "asked" if ask else "waiting"
    else:
        problem = _do_acts(session, night, [stored]).get(stored.id)
    if problem is not None:
        return problem
    mark_table_changed(session, night_id)
    return Pending(stored.id) if stored.status in ("asked", "waiting") else Done(stored.id)


def do_queue(session: Session, night_id: int) -> None:
    """Do the whole queue in the order entered; an act that is no longer possible fails, with the reason noted."""
    waiting = _waiting(session, night_id)
    if waiting:
        _do_acts(session, session.get_one(Night, night_id), waiting)


@night_transaction
def grant(session: Session, night_id: int, line: int) -> ActResult:
    """Do what a phone has asked for: now, or with the queue when the hand is cleared.

    The act keeps its id, so the phone can follow it.
    """
    stored = act_line(session, night_id, line)
    if stored is None or stored.status != "asked":
        return Problem("act", "it has already been answered")
    act, by = read_act(stored.kind, stored.data), stored.by
    session.delete(stored)
    session.flush()
    return enter(session, night_id, act, by=by, line=line)


@night_transaction
def discard(session: Session, night_id: int, line: int) -> Problem | None:
    """Drop a queued act, or one that a phone has asked for. Dropping it again has no effect."""
    stored = act_line(session, night_id, line)
    if stored is None or stored.status in ("done", "undone", "failed"):
        return Problem("act", "it has been done already")
    if stored.status != "dropped":  # it may have been withdrawn
        discard_line(session, stored)
    return None


@night_transaction
def undo_act(session: Session, night_id: int, line: int, words: str) -> ActResult:
    """Undo an act; drop it instead if it is queued or asked for."""
    stored = act_line(session, night_id, line)
    if stored is not None and stored.status in ("waiting", "asked"):
        discard_line(session, stored)
        return Done(line)
    return enter(session, night_id, Undo(line, words))


def discard_line(session: Session, stored: models.Act, note: str = "") -> None:
    """Drop a queued act, or one asked for, in the current transaction."""
    stored.status, stored.note = "dropped", note
    mark_table_changed(session, stored.night_id)


def why_not_allowed(session: Session, night: Night, act: Act, *, running: bool) -> Problem | None:
    """Return why an act is not possible now, or None: the night is over or settled, or a hand is ``running``."""
    undone = act_line(session, night.id, act.act) if isinstance(act, Undo) else None
    if night.settled_at is not None and not (KINDS[undone.kind] if undone else act).after_settling:
        return SETTLED
    if night.ended_at is not None and not act.after_end:
        return Problem("night", "the night is over")
    if running and not act.during_hand:
        return Problem("hand", "a hand is being played: finish it first")
    return None


def _can_go_first(session: Session, night: Night, stored: models.Act, earlier: list[models.Act]) -> bool:
    """Return whether an act has the same result before the queue as after it.

    Acts on the chips on the table always go first.
    """
    if not earlier or not KINDS[stored.kind].during_hand:
        return True
    return _trial_result(session, night, [stored, *earlier]) == _trial_result(session, night, [*earlier, stored])


def _trial_result(session: Session, night: Night, lines: Sequence[models.Act]) -> object:
    """Return the outcome of doing acts in this order; everything is rolled back."""
    trial = session.begin_nested()
    try:
        _do_acts(session, night, lines)
        return {line.id: line.status for line in lines}, outcome(session, night)
    finally:
        trial.rollback()


def _do_acts(session: Session, night: Night, lines: Sequence[models.Act]) -> dict[int, Problem]:
    """Do each act, or note why it can't be done; an act that fails leaves no changes. Return the problems by id."""
    problems = {}
    for stored in lines:
        stored.done_at = next_timestamp(session, night.id)
        session.flush()
        change = Change(session, night, stored.id)
        try:
            with session.begin_nested():
                read_act(stored.kind, stored.data).perform(change)
        except ActError as error:
            problems[stored.id] = error.problem
            stored.status, stored.note = "failed", f"{error.problem.field}: {error.problem.text}"
        else:
            stored.status, stored.before = "done", {"rows": change.rows, **change.notes}
        session.flush()
    mark_table_changed(session, night.id)
    return problems


def _waiting(session: Session, night_id: int) -> list[models.Act]:
    query = select(models.Act).where(models.Act.night_id == night_id, models.Act.status == "waiting")
    return list(session.scalars(query.order_by(models.Act.id)))


def _replaces(act: Act, earlier: models.Act) -> bool:
    if act.supersedes is None or earlier.kind != act.kind:
        return False
    return all(earlier.data[name] == getattr(act, name) for name in act.supersedes)
