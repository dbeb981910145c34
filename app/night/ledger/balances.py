"""Balances of a night: chips bought, cashed out and in front, and their value in money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from app.night.db import db
from app.night.ledger.ledger import LedgerLine, ledger_lines, left_in_pot
from app.night.models import Act, Hand, Ledger, Night, Seat, Transfer


def open_transfers(session: Session, night: Night, people: Collection[int]) -> list[Transfer]:
    """Return what these people still owe each other, or the box, from other nights in this currency."""
    query = select(Transfer).join(Night, Night.id == Transfer.night_id)
    query = query.where(Night.id != night.id, Transfer.currency == night.currency)
    query = query.where(Transfer.paid_at.is_(None), Transfer.carried_to.is_(None))
    for column in (Transfer.debtor_id, Transfer.creditor_id):
        query = query.where(or_(column.is_(None), column.in_(people)))
    return list(session.scalars(query.order_by(Transfer.id)))


@dataclass(frozen=True, slots=True)
class Balance:
    """One player of the night in chips and in money.

    ``bought`` are chips from the bank, with those that others lent or gave them, without those that they handed on.
    ``stack`` are the chips in front of them, or None where Upcard does not follow the chips and nobody has counted.
    ``difference`` are the chips that counts have found more, or fewer if below 0, than the hands account for. ``purse``
    is what the evening owes them beside chips, ``cash`` what they have put into the box, and ``expenses`` what they
    paid for others, or others for them if below 0; all in the smallest coin.
    """

    seat: int
    player_id: int
    name: str
    left: bool
    worth: int
    bought: int
    cashed: int
    stack: int | None
    difference: int
    purse: int
    cash: int
    expenses: int

    @property
    def out(self) -> int:
        """The chips that they have cashed out or have in front of them; what was bought where that is not known."""
        return self.cashed + self.stack if self.stack is not None else self.bought

    @property
    def net(self) -> int:
        """Chips won, or lost if below 0."""
        return self.out - self.bought

    @property
    def won(self) -> int:
        """Their chips won or lost, in money."""
        return self.net * self.worth

    @property
    def with_expenses(self) -> int:
        """Their result in money: chips won, and expenses."""
        return self.won + self.expenses

    @property
    def money(self) -> int:
        """The money they are to receive in the end, or to pay if below 0."""
        return self.won + self.purse


@dataclass(frozen=True, slots=True)
class Totals:
    """The chips of a night together: all that were ``bought`` have been cashed out, or lie somewhere.

    ``cash`` is the money in the box. ``counted``: it is known how many chips lie in front of everybody.
    """

    bought: int
    cashed: int
    in_front: int
    in_pot: int
    cash: int
    counted: bool

    @property
    def out(self) -> int:
        """The chips that are accounted for."""
        return self.cashed + self.in_front + self.in_pot

    @property
    def known(self) -> bool:
        """Whether it is known who has won how many chips."""
        return self.counted and self.bought > 0

    @property
    def difference(self) -> int:
        """The chips there are too many, or too few if below 0."""
        return self.out - self.bought


def balances(session: Session, night: Night) -> list[Balance]:
    """Return what everybody has who has sat at the table tonight: clockwise, and then those who have left."""
    rows = _rows(session, night.id)
    stacks, purses = _sums(rows, account="chips"), _sums(rows, account="purse")
    bought, cashed = _sums(rows, account="chips", kind="buy-in"), _sums(rows, account="chips", kind="cash-out")
    bought.update(_sums(rows, account="chips", kind="transfer"))
    found, cash = (
        _sums(rows, account="chips", against="count"),
        _sums(rows, account="purse", against="box", kind="payment"),
    )
    spent = _sums(rows, account="purse", against="expense")
    received = _received(session, night.id)
    uncounted = _uncounted(session, night)
    seats = session.scalars(select(Seat).where(Seat.night_id == night.id).order_by(Seat.left, Seat.place))
    everybody = []
    for seat in seats:
        stack = stacks[seat.player_id]
        everybody.append(
            Balance(
                seat=seat.id,
                player_id=seat.player_id,
                name=seat.player.name,
                left=seat.left,
                worth=night.worth,
                bought=bought[seat.player_id],
                cashed=-cashed[seat.player_id],
                stack=None if stack and seat.id in uncounted else stack,
                difference=found[seat.player_id],
                purse=purses[seat.player_id] + received[seat.player_id],
                cash=cash[seat.player_id],
                expenses=spent[seat.player_id],
            )
        )
    return everybody


def totals(session: Session, night: Night, found: Sequence[Balance]) -> Totals:
    """Return the chips of everybody together, whose balances have been found."""
    return Totals(
        bought=sum(balance.bought for balance in found),
        cashed=sum(balance.cashed for balance in found),
        in_front=sum(balance.stack for balance in found if balance.stack is not None),
        in_pot=left_in_pot(session, night.id),
        cash=sum(balance.cash for balance in found),
        counted=all(balance.stack is not None for balance in found),
    )


def expenses(session: Session, night_id: int) -> Counter[int]:
    """Return by player what they have paid for others, or others for them if below 0."""
    players = select(Seat.player_id).where(Seat.night_id == night_id)
    query = select(Ledger.player_id, func.sum(Ledger.amount)).where(Ledger.night_id == night_id)
    # With the players named, the index finds these few rows among those of the hands.
    query = query.where(Ledger.player_id.in_(players), Ledger.account == "purse", Ledger.against == "expense")
    return Counter({player_id: int(total) for player_id, total in session.execute(query.group_by(Ledger.player_id))})


def count_times(session: Session, night_id: int) -> dict[int, datetime]:
    """Return when the chips of each seat were last counted, unless chips have come to it since, or left it."""
    times: dict[int, datetime] = {}
    query = select(Act).where(Act.night_id == night_id, Act.status == "done", Act.done_at.is_not(None))
    query = query.where(Act.kind.in_(("count", "tally", "buy", "give", "join")))
    for act in session.scalars(query.order_by(Act.done_at, Act.id)):
        assert act.done_at is not None
        if act.kind == "tally":
            times.update(dict.fromkeys(act.data["seats"], act.done_at))
            continue
        assert act.seat_id is not None
        if act.kind == "count":
            times[act.seat_id] = act.done_at
        else:
            times.pop(act.seat_id, None)
            times.pop(act.data.get("to", act.seat_id), None)
    return times


def _uncounted(session: Session, night: Night) -> set[int]:
    """Return the seats whose stacks nobody knows: Upcard does not follow them, or not since they were counted."""
    if night.tracked:
        return set()
    times = count_times(session, night.id)
    last_hand = session.scalar(select(func.max(Hand.started_at)).where(Hand.night_id == night.id))
    return {
        seat.id
        for seat in session.scalars(select(Seat).where(Seat.night_id == night.id))
        if seat.id not in times or (not seat.left and last_hand is not None and times[seat.id] < last_hand)
    }


def _rows(session: Session, night_id: int) -> list[tuple[int, str, str, str, int]]:
    """Return the sums of the ledger by player, account, second account and kind."""
    columns = (Ledger.player_id, Ledger.account, Ledger.against, Ledger.kind)
    query = select(*columns, func.sum(Ledger.amount)).where(Ledger.night_id == night_id).group_by(*columns)
    return [
        (player, account, against, kind, int(total)) for player, account, against, kind, total in session.execute(query)
    ]


def _sums(
    rows: list[tuple[int, str, str, str, int]], *, account: str, against: str = "", kind: str = ""
) -> Counter[int]:
    """Return by player what is in an account, from one other account or of one kind where these are given."""
    sums: Counter[int] = Counter()
    for player_id, row_account, row_against, row_kind, total in rows:
        if row_account == account and against in ("", row_against) and kind in ("", row_kind):
            sums[player_id] += total
    return sums


def _received(session: Session, night_id: int) -> Counter[int]:
    """Return by player what has come into their purse from those of others, where they are the second account."""
    query = select(Ledger.against_id, func.sum(Ledger.amount)).where(Ledger.night_id == night_id)
    query = query.where(Ledger.against == "purse").group_by(Ledger.against_id)
    return Counter({player_id: -int(total) for player_id, total in session.execute(query) if player_id is not None})


@dataclass(frozen=True, slots=True)
class Move:
    """A hand in which a player has won so many chips, or lost them if below 0."""

    hand_id: int
    number: int
    game_name: str
    chips: int


def trace(session: Session, night: Night, balance: Balance) -> list[Move]:
    """Return the hands since a player's last count in which their chips have moved, the largest first."""
    net = func.sum(Ledger.amount)
    query = select(Hand.id, Hand.number, Hand.game_name, net).join(Ledger, Ledger.hand_id == Hand.id)
    query = query.where(Hand.night_id == night.id, Ledger.player_id == balance.player_id, Ledger.account == "chips")
    counted_at = count_times(session, night.id).get(balance.seat)
    if counted_at is not None:
        query = query.where(Hand.started_at > counted_at)
    query = query.group_by(Hand.id, Hand.number, Hand.game_name).having(net != 0)
    moves = [Move(hand_id, number, name, int(chips)) for hand_id, number, name, chips in session.execute(query)]
    return sorted(moves, key=lambda move: (-abs(move.chips), -move.number))


def ledger_of(night: Night) -> list[LedgerLine]:
    """Return every movement of the night but those of hands, the latest first."""
    return ledger_lines(db.session(), night)


def traces(night: Night, found: Sequence[Balance]) -> dict[int, list[Move]]:
    """Return by seat the hands since the last count in which these players' chips have moved, the largest first."""
    return {balance.seat: trace(db.session(), night, balance) for balance in found}
