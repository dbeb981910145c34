"""Acts: what is done to the people, the stakes and the money of a night, one class each.

The fields of an act are what is stored and logged of it, people by the names that they had then. Chips are of the
smallest unit, money is in the smallest coin. Which fields name something of the night by its id goes by their types.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar, Literal, get_args, get_type_hints

from sqlalchemy.orm import Session

from app.night.models import Ledger, Night, Seat, Transfer
from app.night.validation import Problem

SeatId = Annotated[int, "seats"]
HandId = Annotated[int, "hands"]
ActId = Annotated[int, "acts"]
TransferId = Annotated[int, "transfers"]

#: Writes an amount of money that is given in the smallest coin.
Coins = Callable[[int], str]

#: A row that an act has touched: ``table``, ``id``, and the columns that it set, as they ``was`` and ``is``.
Row = dict[str, Any]


@dataclass(slots=True)
class Change:
    """The changes that one act makes to a night in the current transaction, recorded so that they can be undone.

    ``notes`` is whatever else the act has to remember; rows of the ledger are found by the id of the act.
    """

    session: Session
    night: Night
    act_id: int
    rows: list[Row] = field(default_factory=list)
    notes: dict[str, Any] = field(default_factory=dict)

    def set(self, row: Night | Seat | Transfer, **values: Any) -> None:
        """Set columns of a row, each once."""
        was = {name: plain(getattr(row, name)) for name in values}
        for name, value in values.items():
            setattr(row, name, value)
        now = {name: plain(value) for name, value in values.items()}
        self.rows.append({"table": row.__tablename__, "id": row.id, "was": was, "is": now})

    def seat(self, seat_id: int, *, left: bool = False) -> Seat | Problem:
        """Return a seat at the table; with ``left`` also that of a player who has left."""
        seat = self.session.get(Seat, seat_id)
        if seat is not None and seat.night_id == self.night.id and (left or not seat.left):
            return seat
        return Problem("seat", "nobody sat there tonight" if left else "nobody sits there")

    def move(
        self,
        player_id: int,
        kind: str,
        amount: int,
        against: str,
        *,
        account: Literal["chips", "purse"] = "chips",
        against_id: int | None = None,
        night_id: int | None = None,
    ) -> None:
        """Move so much to a player's account from another one, or below 0 the other way: a row of :class:`Ledger`."""
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

    def owe(
        self,
        debtor_id: int | None,
        creditor_id: int | None,
        money: int,
        kind: Literal["carried", "payment", "transfer"],
        night_id: int | None = None,
    ) -> None:
        """Record what one owes another, or below 0 what has been paid of it. None is the box; one of them is a player.

        A ``night_id`` is that of an earlier night to which the debt belongs.
        """
        player_id, amount, other_id = debtor_id, -money, creditor_id
        if player_id is None:
            player_id, amount, other_id = creditor_id, money, None
        assert player_id is not None
        against = "box" if other_id is None else "purse"
        self.move(player_id, kind, amount, against, account="purse", against_id=other_id, night_id=night_id)


@dataclass(frozen=True, slots=True)
class Act:
    """Something that is done to a night, now or when the hand on the table has been put away.

    ``supersedes`` names the fields in which a queued act of the same kind must agree to be replaced; None: none is.
    ``after_end``: it is possible once the night is over. ``after_settling``: it is possible, and can be undone, once
    the money is settled too. ``during_hand``: it may be entered while a hand is played, and waits for its end.
    ``parallel`` are two fields that list things of the same players.
    """

    kind: ClassVar[str]
    supersedes: ClassVar[tuple[str, ...] | None] = None
    after_end: ClassVar[bool] = False
    after_settling: ClassVar[bool] = False
    during_hand: ClassVar[bool] = True
    parallel: ClassVar[tuple[str, ...]] = ()

    def perform(self, change: Change) -> Problem | None:
        """Do the act, or return why it can't be done; whatever it has changed by then is rolled back."""
        raise NotImplementedError

    def undo(self, change: Change) -> Problem | None:
        """Return why the act can't be undone, or take back what is neither in its rows nor in the ledger."""
        return None

    def line(self, coins: Coins = str) -> str:
        """Return the act as a line of the night's log, without a full stop: ``Gus sits down with 100``."""
        raise NotImplementedError

    def coming(self, coins: Coins = str) -> str:
        """Return an act that is still to come, as briefly as a television says it: ``Gus joins``."""
        return self.line(coins)


def references(act: type[Act]) -> Mapping[str, str]:
    """Return the fields of an act that name seats, hands, acts or transfers by their ids, and which of these."""
    named = {}
    for name, hint in get_type_hints(act, include_extras=True).items():
        for part in (hint, *get_args(hint)):
            if hasattr(part, "__metadata__"):
                (named[name],) = part.__metadata__
    return named


def plain(value: Any) -> Any:
    """Return the value of a column as JSON has it."""
    return f"{value.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%fZ}" if isinstance(value, datetime) else value
