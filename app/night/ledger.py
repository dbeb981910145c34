"""The ledger: rows of chips and money, and the balances of a night summed from them.

Every row moves value between two accounts, so all accounts together sum to zero. Acts write rows through
:class:`app.night.acts.act.Change`, hands through :mod:`app.night.play.settle`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Row, Select, cast, func, or_, select
from sqlalchemy.orm import Session, aliased

from app.night.db import db
from app.night.models import Act, Hand, Ledger, Night, Player, Seat, Transfer

#: The kinds of ledger rows, and their words on the money page.
KIND_WORDS: Mapping[str, str] = {
    "buy-in": "bought",
    "cash-out": "left with",
    "transfer": "chips",
    "side": "side payment",
    "put-in": "put in",
    "award": "from the pot",
    "count": "count",
    "expense": "expense",
    "payment": "payment",
    "carried": "open",
}

#: Kinds, each with a reason that adds nothing to the words of the kind.
_REDUNDANT = {("buy-in", "bought"), ("cash-out", "left"), ("payment", "paid")}


def total(*which: ColumnElement[bool]) -> ColumnElement[int]:
    """Return the sum of ledger amounts as a column, limited to rows that meet the conditions, if any."""
    return cast(func.coalesce(func.sum(Ledger.amount).filter(*which), 0), BigInteger)


def reverse_act(session: Session, act_id: int) -> None:
    """Append the reversal of every ledger row of an act."""
    kept = ("night_id", "player_id", "act_id", "kind", "account", "against", "against_id")
    for row in session.scalars(select(Ledger).where(Ledger.act_id == act_id)).all():
        columns = {name: getattr(row, name) for name in kept}
        session.add(Ledger(**columns, amount=-row.amount, reversal=True))
    session.flush()


def stack_of(session: Session, night_id: int, player_id: int) -> int:
    """Return the chips in front of one player."""
    query = select(total()).where(Ledger.night_id == night_id, Ledger.player_id == player_id)
    return session.scalar(query.where(Ledger.account == "chips")) or 0


def left_in_pot(session: Session, night_id: int) -> int:
    """Return the chips that finished hands have left in the pot."""
    query = select(total()).where(Ledger.night_id == night_id, Ledger.account == "chips", Ledger.against == "pot")
    return -(session.scalar(query) or 0)


class Balance:
    """One player's chips and money at a night.

    ``bought`` are chips from the bank plus chips lent or given by others, minus chips handed on. ``stack`` are the
    chips in front of the player, or None if Upcard does not track the chips and nobody has counted. ``difference`` are
    the chips that counts found more than the hands account for, or fewer if below 0. ``purse`` is what the night owes
    the player apart from chips, ``cash`` what the player has put into the box for chips, ``expenses`` what the player
    paid for others, or others for the player if below 0, and ``share`` the player's share of chips missing when the
    night was settled, below 0 if chips were found; all four in the smallest coin.
    """

    def __init__(self, seat: Seat, worth: int, sums: Sequence[int], received: int, *, known: bool) -> None:
        stack, self.bought, self.cashed, self.difference, owed, self.cash, self.expenses, self.share = sums
        self.seat, self.player_id, self.name, self.left = seat.id, seat.player_id, seat.player.name, seat.left
        self.worth, self.stack, self.purse = worth, stack if known or not stack else None, owed + received

    @property
    def out(self) -> int:
        """The chips cashed out or in front of the player; the chips bought if the stack is unknown."""
        return self.cashed + self.stack if self.stack is not None else self.bought

    @property
    def net(self) -> int:
        """Chips won, or lost if below 0."""
        return self.out - self.bought

    @property
    def won(self) -> int:
        """The money won or lost: what the chips are worth, and the share of missing or found ones."""
        return self.net * self.worth + self.share

    @property
    def with_expenses(self) -> int:
        """The result in money: what was won, plus expenses."""
        return self.won + self.expenses

    @property
    def money(self) -> int:
        """The money the player is to receive in the end, or to pay if below 0."""
        return self.net * self.worth + self.purse


class Totals:
    """The chips of all players: as many as were ``bought`` should be cashed out, in front of players or in the pot.

    ``cash`` is the money in the box before the night is settled. ``counted``: every player's stack is known.
    """

    def __init__(self, night: Night, everybody: Sequence[Balance]) -> None:
        self.bought = sum(balance.bought for balance in everybody)
        self.cashed = sum(balance.cashed for balance in everybody)
        self.in_front = sum(balance.stack for balance in everybody if balance.stack is not None)
        self.in_pot = left_in_pot(db.session(), night.id)
        self.cash = sum(balance.cash for balance in everybody)
        self.counted = all(balance.stack is not None for balance in everybody)

    @property
    def out(self) -> int:
        """The chips accounted for."""
        return self.cashed + self.in_front + self.in_pot

    @property
    def known(self) -> bool:
        """Whether everybody's result in chips is known."""
        return self.counted and self.bought > 0

    @property
    def difference(self) -> int:
        """The surplus of chips, or the shortage if below 0."""
        return self.out - self.bought


def balances(session: Session, night: Night) -> list[Balance]:
    """Return the balance of everybody who has sat at the table tonight: clockwise, then players who have left."""
    chips, purse = Ledger.account == "chips", Ledger.account == "purse"
    # Payments that settle the night may go through the box too, but are not for chips.
    settling = select(Act.id).where(Act.night_id == night.id, Act.kind == "paid")
    cash = purse, Ledger.against == "box", Ledger.kind == "payment", func.coalesce(Ledger.act_id, 0).not_in(settling)
    columns = (
        total(chips),
        total(chips, Ledger.against == "bank", Ledger.kind != "cash-out"),
        -total(chips, Ledger.against == "bank", Ledger.kind == "cash-out"),
        total(chips, Ledger.against == "count"),
        total(purse),
        total(*cash),
        total(purse, Ledger.against == "expense"),
        total(purse, Ledger.against == "count"),
    )
    query = select(Ledger.player_id, *columns).where(Ledger.night_id == night.id).group_by(Ledger.player_id)
    sums = {player_id: amounts for player_id, *amounts in session.execute(query)}
    # In a row between two purses, one player owns the account and the other is ``against_id``.
    against = select(Ledger.against_id, -total()).where(Ledger.night_id == night.id, Ledger.against == "purse")
    received = dict(session.execute(against.group_by(Ledger.against_id)).all())
    uncounted = _uncounted(session, night)
    seats = session.scalars(select(Seat).where(Seat.night_id == night.id).order_by(Seat.left, Seat.place))
    everybody, nothing = [], [0] * len(columns)
    for seat in seats:
        own, paid_back = sums.get(seat.player_id, nothing), received.get(seat.player_id, 0)
        everybody.append(Balance(seat, night.worth, own, paid_back, known=seat.id not in uncounted))
    return everybody


def expenses(session: Session, night_id: int) -> Counter[int]:
    """Return by player what they paid for others, or what others paid for them if below 0."""
    players = select(Seat.player_id).where(Seat.night_id == night_id)
    # Naming the players lets the index find these few rows among those of the hands.
    query = select(Ledger.player_id, total()).where(Ledger.night_id == night_id, Ledger.player_id.in_(players))
    query = query.where(Ledger.account == "purse", Ledger.against == "expense").group_by(Ledger.player_id)
    return Counter(dict(session.execute(query).all()))


def count_times(session: Session, night_id: int) -> dict[int, datetime]:
    """Return by seat when its chips were last counted, unless it bought, gave, paid or received chips since."""
    times: dict[int, datetime] = {}
    moved = select(Ledger.act_id, Seat.id).join(Seat, Seat.player_id == Ledger.player_id)
    moved = moved.where(Ledger.night_id == night_id, Seat.night_id == night_id, Ledger.account == "chips")
    moved = moved.where(Ledger.act_id.is_not(None), Ledger.kind.not_in(("count", "cash-out", "award")))
    seats: defaultdict[int | None, set[int]] = defaultdict(set)
    for act_id, seat_id in session.execute(moved):
        seats[act_id].add(seat_id)
    query = select(Act).where(Act.night_id == night_id, Act.status == "done", Act.done_at.is_not(None))
    query = query.where(or_(Act.kind.in_(("count", "tally")), Act.id.in_(seats)))
    for act in session.scalars(query.order_by(Act.done_at, Act.id)):
        assert act.done_at is not None
        match act.kind:
            case "tally":
                times.update(dict.fromkeys(act.data["seats"], act.done_at))
            case "count":
                times[act.data["seat"]] = act.done_at
            case _:
                for seat_id in seats[act.id]:
                    times.pop(seat_id, None)
    return times


def _uncounted(session: Session, night: Night) -> set[int]:
    """Return the seats whose stacks are unknown: not tracked, and not counted since their last hand."""
    if night.tracked:
        return set()
    times = count_times(session, night.id)
    uncounted = set(session.scalars(select(Seat.id).where(Seat.night_id == night.id))) - times.keys()
    hands = select(Hand.started_at, Hand.setup["seats"]).where(Hand.night_id == night.id)
    for dealt_at, seats in session.execute(hands.where(Hand.started_at > min(times.values()))) if times else ():
        uncounted.update(seat for seat in seats if seat in times and times[seat] < dealt_at)
    return uncounted


def moves_since_count(night: Night, everybody: Sequence[Balance]) -> dict[int, list[Row[int, str, int]]]:
    """Return by seat the hands since its last count that moved its player's chips, the largest move first.

    A row has the ``number`` and ``game_name`` of the hand, and the ``chips`` won in it, or lost if below 0.
    """
    session, moves = db.session(), dict[int, list[Row[int, str, int]]]()
    counted_at = count_times(session, night.id) if everybody else {}
    query = select(Hand.number, Hand.game_name, total().label("chips")).join(Ledger, Ledger.hand_id == Hand.id)
    query = query.where(Hand.night_id == night.id, Ledger.account == "chips")
    query = query.group_by(Hand.id, Hand.number, Hand.game_name).having(total() != 0)
    for balance in everybody:
        own = query.where(Ledger.player_id == balance.player_id)
        if balance.seat in counted_at:
            own = own.where(Hand.started_at > counted_at[balance.seat])
        moves[balance.seat] = sorted(session.execute(own), key=lambda move: (-abs(move.chips), -move.number))
    return moves


def chips_won(nights: Select[int] | Collection[int]) -> dict[tuple[int, int], int]:
    """Return chips won, or lost if below 0, by night and player: everything but chips bought and sold."""
    # The index alone answers this query.
    return _totals(nights, Ledger.account == "chips", Ledger.against != "bank")


def shares(nights: Collection[int]) -> dict[tuple[int, int], int]:
    """Return by night and player the shares of chips missing when the nights were settled, as in ``Balance.share``."""
    return _totals(nights, Ledger.account == "purse", Ledger.against == "count")


def given(night_id: int) -> list[Row[int, Any, int]]:
    """Return the giver, the receiver and the value in coins of chips given away or paid for on the spot."""
    query = select(Ledger.player_id, Ledger.against_id, -total()).where(Ledger.night_id == night_id)
    query = query.where(Ledger.account == "purse", Ledger.kind == "transfer")
    query = query.group_by(Ledger.player_id, Ledger.against_id).having(total() != 0)
    return list(db.session.execute(query.order_by(Ledger.player_id, Ledger.against_id)))


def _totals(nights: Select[int] | Collection[int], *which: ColumnElement[bool]) -> dict[tuple[int, int], int]:
    query = select(Ledger.night_id, Ledger.player_id, total()).where(Ledger.night_id.in_(nights), *which)
    rows = db.session.execute(query.group_by(Ledger.night_id, Ledger.player_id))
    return {(night_id, player_id): amount for night_id, player_id, amount in rows}


def open_transfers(
    session: Session, night: Night, people: Collection[int], paid_since: datetime | None = None, *, locked: bool = False
) -> list[Transfer]:
    """Return what these people still owe each other or the box from other nights in this currency.

    With ``paid_since``, include what has been paid since then. If ``locked``, other nights cannot take it over.
    """
    not_paid: ColumnElement[bool] = Transfer.paid_at.is_(None)
    if paid_since is not None:
        not_paid |= Transfer.paid_at >= paid_since
    query = select(Transfer).join(Night, Night.id == Transfer.night_id)
    query = query.where(Night.id != night.id, Transfer.currency == night.currency)
    query = query.where(not_paid, Transfer.carried_to.is_(None))
    for column in (Transfer.debtor_id, Transfer.creditor_id):
        query = query.where(or_(column.is_(None), column.in_(people)))
    query = query.with_for_update(of=Transfer) if locked else query
    return list(session.scalars(query.order_by(Transfer.id)))


def count_open(night_id: int) -> int:
    """Return how many payments of a settled night are open: not paid, and not taken over by a later night."""
    query = select(func.count()).select_from(Transfer).where(Transfer.night_id == night_id)
    return db.session.scalar(query.where(Transfer.paid_at.is_(None), Transfer.carried_to.is_(None))) or 0


def ledger_reason(row: Ledger, act: Act | None, debts: Mapping[int, str]) -> str:
    """Return the reason for a ledger row that belongs to no hand; ``debts`` come from :func:`carried_debts`."""
    if row.reversal:
        return "taken back"
    if row.why:
        return row.why
    data = act.data if act is not None else {}
    match row.kind, row.account:
        case "buy-in", _:
            return "bought"
        case "cash-out", _:
            return "left"
        case "transfer", "chips":
            return f"{'lent' if data.get('owed', True) else 'given'} {'to' if row.amount < 0 else 'by'}"
        case "transfer", _:
            return "settled with"
        case "side", _:
            what = f"{data['why']}, " if data.get("why") else ""
            return f"{what}paid {'to' if row.amount < 0 else 'by'}"
        case "count", "chips":
            return data.get("why") or "counted"
        case "count", _:
            # Found chips are worth money that nobody has paid in, so everybody bears a share.
            return f"chips {'found' if row.amount < 0 else 'missing'}, shared by all"
        case "award", _:
            return "left in the pot"
        case "expense", _:
            return str(data.get("what", ""))
        case "payment", _:
            return "paid" if act is not None and act.kind == "paid" else "cash"
        case "carried", _:
            return debts.get(row.id, "since an earlier night")
    raise LookupError(f"ledger_reason has no words for a row of the kind {row.kind!r}")


def carried_debts(session: Session, night_id: int) -> dict[int, str]:
    """Return by ledger row, in words, where a carried debt went to or came from."""
    debts: dict[int, str] = {}
    carried = select(Ledger.id, Night.name).join(Act, Act.id == Ledger.act_id).join(Night, Night.id == Act.night_id)
    carried = carried.where(Ledger.night_id == night_id, Ledger.kind == "carried", Ledger.reversal.is_(False))
    for row_id, name in session.execute(carried.where(Act.night_id != night_id)):
        debts[row_id] = f"taken to {name}"
    # A settling takes over debts in the order of their transfers.
    own = session.execute(carried.where(Act.night_id == night_id, Act.status == "done").order_by(Ledger.id))
    origins = select(Night.name).join(Transfer, Transfer.night_id == Night.id).where(Transfer.carried_to == night_id)
    for (row_id, _), name in zip(own, session.scalars(origins.order_by(Transfer.id)), strict=False):
        debts[row_id] = f"since {name}"
    return debts


class LedgerLine:
    """One movement of a player's ``chips`` or of ``money`` in the player's purse, with the reason.

    ``paid`` is the part of a buy-in that was paid in cash; None for other movements and without a currency. ``by`` is
    who entered it.
    """

    def __init__(self, row: Ledger, name: str, why: str, by: str, worth: int, paid: int | None) -> None:
        self.at, self.name, self.kind, self.why, self.by, self.paid = row.at, name, row.kind, why, by, paid
        in_chips = row.account == "chips"
        self.chips, self.money = (row.amount, row.amount * worth) if in_chips else (0, row.amount)

    @property
    def words(self) -> str:
        """The kind of the movement, with the reason if that says more."""
        words = KIND_WORDS[self.kind]
        return words if (self.kind, self.why) in _REDUNDANT else f"{words}: {self.why}"


def ledger_lines(night: Night) -> list[LedgerLine]:
    """Return every movement of the night except those of hands, the latest first."""
    session, other = db.session(), aliased(Player)
    query = select(Ledger, Player.name, other.name.label("other"), Act)
    query = query.join(Player, Player.id == Ledger.player_id).outerjoin(other, other.id == Ledger.against_id)
    query = query.join(Act, Act.id == Ledger.act_id).where(Ledger.night_id == night.id, Act.status == "done")
    rows = session.execute(query.order_by(Ledger.id)).all()
    cash: Counter[int] = Counter()
    for row, _, _, act in rows:
        if row.kind == "payment" and row.account == "purse" and act.kind != "paid":
            cash[row.player_id] += row.amount
    debts = carried_debts(session, night.id)
    lines = []
    for row, name, other_name, act in rows:
        paid = None
        if row.kind == "buy-in" and night.currency:
            paid = max(0, min(cash[row.player_id], row.amount * night.worth))
            cash[row.player_id] -= paid
        why = ledger_reason(row, act, debts)
        if row.kind in ("transfer", "side"):
            why = f"{why} {other_name}"
        lines.append(LedgerLine(row, name, why, act.by, night.worth, paid))
    return lines[::-1]
