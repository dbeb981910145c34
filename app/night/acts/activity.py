"""Reading acts: the queue for the next hand, the requests from phones, and the night's log."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from sqlalchemy import Select, func, select

from app.dataclass import dataclass
from app.games.house import HouseRules, Stakes, house_rules
from app.night import models
from app.night.acts.act import Act
from app.night.acts.people import Buy, Join, Leave, SitOut
from app.night.acts.stored import Undo, act_line, read_act
from app.night.acts.table import NewHouse, NewStakes
from app.night.db import db
from app.night.models import Entry, Hand, Night


@dataclass(frozen=True, slots=True)
class ActLine:
    """A line of the night's log: an act, its status, who entered it and when.

    ``by`` is empty if it was entered at the table. ``note`` says why an act failed when its turn came.
    """

    id: int
    act: Act
    status: str
    by: str
    at: datetime
    note: str

    @property
    def can_undo(self) -> bool:
        """Whether the act, by its status, can be undone."""
        return self.status == "done" and not isinstance(self.act, Undo)


def waiting(night_id: int) -> list[ActLine]:
    """Return the queue for the next hand and the requests from phones, in the order entered."""
    return _read(_lines(night_id).where(models.Act.status.in_(("waiting", "asked"))).order_by(models.Act.id))


def failed(night_id: int) -> list[ActLine]:
    """Return the acts that failed when the last hand was cleared, until the next is dealt."""
    dealt = select(func.max(Hand.started_at)).where(Hand.night_id == night_id).scalar_subquery()
    query = _lines(night_id).where(models.Act.status == "failed", models.Act.done_at > dealt)
    return _read(query.order_by(models.Act.id))


def bought(night_id: int) -> dict[int, Buy | Join]:
    """Return by line the acts that sold chips since the last hand was dealt, or the night began, joins included."""
    dealt = select(func.max(Hand.started_at)).where(Hand.night_id == night_id).scalar_subquery()
    since = dealt.is_(None) | (models.Act.done_at > dealt)
    lines = _read(_lines(night_id).where(models.Act.status == "done", since).order_by(models.Act.id))
    return {line.id: line.act for line in lines if isinstance(line.act, Buy | Join) and line.act.chips}


def night_log(night_id: int, most: int | None = None) -> list[ActLine]:
    """Return the night's log of acts, the latest first, at most ``most`` of them.

    An undone act stays in its place; its undo has no line of its own.
    """
    shown = (models.Act.kind != Undo.kind) | (models.Act.status != "done")
    return _read(_lines(night_id).where(shown).order_by(models.Act.id.desc()).limit(most))


def act_line_by_id(night_id: int, line_id: int) -> ActLine | None:
    """Return a line of a night's log in any status; None if there is no such line."""
    stored = act_line(db.session(), night_id, line_id)
    return line_of(stored) if stored is not None else None


def last_answer(night_id: int, hand_id: int, seat_ids: Collection[int]) -> int | None:
    """Return the line of the act that decided for one of these players without chips.

    Return None if anything was done since: an entry of the hand, or another act about these players.
    """
    entered = select(func.max(Entry.at)).where(Entry.hand_id == hand_id).scalar_subquery()
    query = _lines(night_id).where(models.Act.status.in_(("done", "waiting")), models.Act.at > entered)
    stored = db.session.scalars(query.order_by(models.Act.id.desc()))
    latest = next((act for act in stored if act.seat_id in seat_ids), None)
    return latest.id if latest is not None and latest.kind in (Buy.kind, SitOut.kind, Leave.kind) else None


def queued(lines: Iterable[ActLine]) -> list[Act]:
    """Return the acts of the queue among these lines, without the requests."""
    return [line.act for line in lines if line.status == "waiting"]


def leaving_seats(lines: Iterable[ActLine]) -> frozenset[int]:
    """Return the seats of players who leave now: their hands are folded when it is their turn."""
    return frozenset(act.seat for act in queued(lines) if isinstance(act, Leave) and act.now)


def next_stakes(night: Night, lines: Iterable[ActLine]) -> Stakes:
    """Return the stakes of the next hand."""
    acts = reversed(queued(lines))
    return next((Stakes(**act.stakes) for act in acts if isinstance(act, NewStakes)), night.stakes)


def next_house_rules(night: Night, lines: Iterable[ActLine]) -> HouseRules:
    """Return the house rules of the next hand."""
    acts = reversed(queued(lines))
    return next((house_rules(act.house) for act in acts if isinstance(act, NewHouse)), night.house_rules)


def _lines(night_id: int) -> Select[models.Act]:
    return select(models.Act).where(models.Act.night_id == night_id)


def _read(query: Select[models.Act]) -> list[ActLine]:
    return [line_of(stored) for stored in db.session.scalars(query)]


def line_of(stored: models.Act) -> ActLine:
    """Return a stored act as a line of the night's log."""
    act = read_act(stored.kind, stored.data)
    return ActLine(stored.id, act, stored.status, stored.by, stored.at, stored.reason)
