"""Acts: changes to the people, the stakes and the money of a night, one class each.

The fields of an act are stored and logged, people by their names at the time. Chips are in the smallest unit, money is
in the smallest coin. The types of the fields tell which ones are ids of the night's rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar, Literal, TypeVar, get_args, get_type_hints

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.dataclass import dataclass
from app.night import models
from app.night.models import Against, Ledger, Night, Seat, Transfer
from app.night.validation import Problem

T = TypeVar("T")

SeatId = Annotated[int, "seats"]
HandId = Annotated[int, "hands"]
ActId = Annotated[int, "acts"]
TransferId = Annotated[int, "transfers"]

#: Formats an amount of money given in the smallest coin.
Coins = Callable[[int], str]

#: A row changed by an act: ``table``, ``id``, and the changed columns as they ``was`` before and ``is`` after.
Row = dict[str, Any]


class ActError(Exception):
    """The reason why an act can't be done or undone; the caller rolls back its changes."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.problem = Problem(field, text)


def valid(value: T | Problem) -> T:
    """Return the result of a check; raise :class:`ActError` if it found a problem."""
    if isinstance(value, Problem):
        raise ActError(value.field, value.text)
    return value


@dataclass(slots=True)
class Change:
    """The changes that one act makes to a night in the current transaction, recorded so that they can be undone.

    ``notes`` holds anything else the act has to remember; ledger rows are found by the id of the act.
    """

    session: Session
    night: Night
    act_id: int
    rows: list[Row] = field(default_factory=list)
    notes: dict[str, Any] = field(default_factory=dict)

    def set(self, row: Night | Seat | Transfer, **values: Any) -> None:
        """Set columns of a row, and record them for undo. Set each column only once."""
        was = {name: json_value(getattr(row, name)) for name in values}
        for name, value in values.items():
            setattr(row, name, value)
        now = {name: json_value(value) for name, value in values.items()}
        self.rows.append({"table": row.__tablename__, "id": row.id, "was": was, "is": now})

    def seat(self, seat_id: int, *, left: bool = False) -> Seat:
        """Return a seat at the table; with ``left`` also the seat of a player who has left."""
        seat = self.session.get(Seat, seat_id)
        if seat is not None and seat.night_id == self.night.id:
            if left or not seat.left:
                return seat
            raise ActError("seat", f"{seat.player.name} has left, or will have by then")
        raise ActError("seat", "nobody sat there tonight" if left else "nobody sits there")

    def move(
        self,
        player_id: int,
        kind: str,
        amount: int,
        against: Against,
        *,
        account: Literal["chips", "purse"] = "chips",
        against_id: int | None = None,
        night_id: int | None = None,
    ) -> None:
        """Append a :class:`Ledger` row that moves this amount to a player's account, or from it if below 0."""
        if not amount:
            return
        row = Ledger(
            night_id=night_id or self.night.id,
            player_id=player_id,
            act_id=self.act_id,
            kind=kind,
            account=account,
            against=against,
            against_id=against_id,
            amount=amount,
        )
        self.session.add(row)
        self.session.flush()

    def share(
        self,
        player_ids: Sequence[int],
        kind: str,
        amount: int,
        against: Against,
        *,
        account: Literal["chips", "purse"] = "chips",
    ) -> None:
        """Move this amount to the accounts of players in equal shares, or from them if below 0.

        An indivisible rest is spread over the first players, one chip or coin each.
        """
        if not amount:
            return
        each, odd = divmod(amount, len(player_ids))
        for at, player_id in enumerate(player_ids):
            self.move(player_id, kind, each + (at < odd), against, account=account)

    def owe(
        self,
        debtor_id: int | None,
        creditor_id: int | None,
        money: int,
        kind: Literal["carried", "payment", "transfer"],
        night_id: int | None = None,
    ) -> None:
        """Record a debt, or a payment of it if below 0. None is the box; at least one of the two is a player.

        ``night_id`` is an earlier night to which the debt belongs.
        """
        player_id, amount, other_id = debtor_id, -money, creditor_id
        if player_id is None:
            player_id, amount, other_id = creditor_id, money, None
        assert player_id is not None
        against: Against = "box" if other_id is None else "purse"
        self.move(player_id, kind, amount, against, account="purse", against_id=other_id, night_id=night_id)


@dataclass(frozen=True, slots=True)
class Act:
    """Something done to a night, now or once the hand on the table has been cleared.

    ``supersedes`` names the fields in which a queued act of the same kind must agree to be replaced; with None, none
    is. ``after_end``: allowed once the night is over. ``after_settling``: allowed, and can be undone, once the money is
    settled too. ``during_hand``: may be entered while a hand is played, and waits for its end. ``parallel`` are two
    fields that list data of the same players.
    """

    kind: ClassVar[str]
    supersedes: ClassVar[tuple[str, ...] | None] = None
    after_end: ClassVar[bool] = False
    after_settling: ClassVar[bool] = False
    during_hand: ClassVar[bool] = True
    parallel: ClassVar[tuple[str, ...]] = ()

    def perform(self, change: Change) -> None:
        """Do the act; raises :class:`ActError`."""
        raise NotImplementedError

    def undo(self, change: Change) -> None:
        """Undo what is neither in the act's rows nor in the ledger; raises :class:`ActError`."""

    def line(self, coins: Coins = str) -> str:
        """Return the act as a line of the night's log, without a full stop: ``Gus sits down with 100``."""
        raise NotImplementedError

    def brief(self, coins: Coins = str) -> str:
        """Return a pending act, as briefly as a television shows it: ``Gus joins``."""
        return self.line(coins)


def references(act: type[Act]) -> Mapping[str, str]:
    """Return the fields of an act that hold ids, mapped to ``seats``, ``hands``, ``acts`` or ``transfers``."""
    named = {}
    for name, hint in get_type_hints(act, include_extras=True).items():
        for part in (hint, *get_args(hint)):
            if hasattr(part, "__metadata__"):
                (named[name],) = part.__metadata__
    return named


def latest_done(session: Session, night_id: int, act: type[Act], **data: int) -> models.Act | None:
    """Return the latest act of a kind that was done and not undone, with these data; None if there is none."""
    query = select(models.Act).where(models.Act.night_id == night_id, models.Act.kind == act.kind)
    done = session.scalars(query.where(models.Act.status == "done").order_by(models.Act.id.desc()))
    return next((stored for stored in done if data.items() <= stored.data.items()), None)


def json_value(value: Any) -> Any:
    """Return the value of a column as JSON holds it."""
    return f"{value.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%fZ}" if isinstance(value, datetime) else value
