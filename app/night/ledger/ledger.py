"""Writing the ledger: every row moves value between two accounts, so that all accounts together hold nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from app.night.models import Act, Ledger, Night, Player, Transfer


def names_of(session: Session, transfer: Transfer) -> tuple[str, str]:
    """Return who pays whom; the box has no name."""
    debtor, creditor = (
        session.get_one(Player, player_id).name if player_id is not None else ""
        for player_id in (transfer.debtor_id, transfer.creditor_id)
    )
    return debtor, creditor


def sell_chips(session: Session, night_id: int, player_id: int, chips: int, act_id: int) -> None:
    """Record that a player buys chips from the bank."""
    _add(session, night_id, player_id, act_id, "buy-in", chips, against="bank")


def take_chips_back(session: Session, night_id: int, player_id: int, chips: int, act_id: int) -> None:
    """Record that a player gives chips back to the bank and takes home what they are worth."""
    _add(session, night_id, player_id, act_id, "cash-out", -chips, against="bank")


def hand_chips(session: Session, night_id: int, giver_id: int, receiver_id: int, chips: int, act_id: int) -> None:
    """Record chips that one player has lent or given to another.

    They go through the bank: the giver has bought fewer then, the receiver more.
    """
    for player_id, other_id, amount in ((giver_id, receiver_id, -chips), (receiver_id, giver_id, chips)):
        _add(session, night_id, player_id, act_id, "transfer", amount, against="bank", against_id=other_id)


def correct_stack(session: Session, night_id: int, player_id: int, chips: int, act_id: int) -> None:
    """Record that a count has found so many chips more, or fewer if below 0, than the hands account for."""
    _add(session, night_id, player_id, act_id, "count", chips, against="count")


def give_from_pot(session: Session, night_id: int, player_id: int, chips: int, act_id: int) -> None:
    """Record that a player gets chips that were left in the pot."""
    _add(session, night_id, player_id, act_id, "award", chips, against="pot")


def share_expense(session: Session, night_id: int, player_id: int, money: int, act_id: int) -> None:
    """Record what a player is to get for an expense they paid, or below 0 their share of one."""
    _add(session, night_id, player_id, act_id, "expense", money, against="expense", account="purse")


def pay_into_box(session: Session, night_id: int, player_id: int, money: int, act_id: int) -> None:
    """Record that a player puts cash into the box; below 0: takes it out."""
    _add(session, night_id, player_id, act_id, "payment", money, against="box", account="purse")


def share_difference(session: Session, night_id: int, player_id: int, money: int, act_id: int) -> None:
    """Record a player's part of what missing chips were worth, or below 0 of what chips are worth that were found."""
    _add(session, night_id, player_id, act_id, "count", money, against="count", account="purse")


def owe(
    session: Session,
    night_id: int,
    debtor_id: int | None,
    creditor_id: int | None,
    money: int,
    act_id: int,
    *,
    kind: Literal["carried", "payment", "transfer"],
) -> None:
    """Record what one owes another, or below 0 what has been paid of it. None is the box; one of them is a player."""
    player_id, amount, other_id = debtor_id, -money, creditor_id
    if player_id is None:
        player_id, amount, other_id = creditor_id, money, None
    assert player_id is not None
    against = "box" if other_id is None else "purse"
    _add(session, night_id, player_id, act_id, kind, amount, against=against, against_id=other_id, account="purse")


def reverse(session: Session, act_id: int) -> None:
    """Append the reversal of every ledger row of an act."""
    for row in session.scalars(select(Ledger).where(Ledger.act_id == act_id)).all():
        session.add(
            Ledger(
                night_id=row.night_id,
                player_id=row.player_id,
                act_id=act_id,
                kind=row.kind,
                account=row.account,
                against=row.against,
                against_id=row.against_id,
                amount=-row.amount,
                reversal=True,
            )
        )
    session.flush()


def rows_of(session: Session, act_id: int) -> list[tuple[int, int]]:
    """Return by player what an act has brought them."""
    rows = session.execute(select(Ledger.player_id, Ledger.amount).where(Ledger.act_id == act_id))
    return [(player_id, amount) for player_id, amount in rows]


def stack_of(session: Session, night_id: int, player_id: int) -> int:
    """Return the chips in front of one player."""
    query = select(func.coalesce(func.sum(Ledger.amount), 0)).where(Ledger.night_id == night_id)
    return int(session.scalar(query.where(Ledger.player_id == player_id, Ledger.account == "chips")) or 0)


def left_in_pot(session: Session, night_id: int) -> int:
    """Return the chips that the finished hands have left in the pot."""
    query = select(func.coalesce(func.sum(Ledger.amount), 0)).where(Ledger.night_id == night_id)
    return -int(session.scalar(query.where(Ledger.account == "chips", Ledger.against == "pot")) or 0)


def _add(
    session: Session,
    night_id: int,
    player_id: int,
    act_id: int,
    kind: str,
    amount: int,
    *,
    against: str,
    account: str = "chips",
    against_id: int | None = None,
) -> None:
    if not amount:
        return
    session.add(
        Ledger(
            night_id=night_id,
            player_id=player_id,
            act_id=act_id,
            kind=kind,
            account=account,
            against=against,
            against_id=against_id,
            amount=amount,
        )
    )
    session.flush()


def reason_words(row: Ledger, act: Act | None, debts: Mapping[int, str]) -> str:
    """Return why value has moved in a row that is not of a hand; ``debts`` are those of :func:`carried_debts`."""
    if row.reversal:
        return "taken back"
    if row.why:
        return row.why
    said = act.data if act is not None else {}
    match row.kind, row.account:
        case "buy-in", _:
            return "bought"
        case "cash-out", _:
            return "left"
        case "transfer", "chips":
            return f"{'lent' if said.get('owed', True) else 'given'} {'to' if row.amount < 0 else 'by'}"
        case "transfer", _:
            return "settled with"
        case "count", "chips":
            return said.get("why") or "counted"
        case "count", _:
            # Chips that were found are worth money that nobody has paid in: everybody bears a part.
            return f"chips {'found' if row.amount < 0 else 'missing'}, shared by all"
        case "award", _:
            return "left in the pot"
        case "expense", _:
            return str(said.get("what", ""))
        case "payment", _:
            return "paid" if act is not None and act.kind == "paid" else "cash"
    return debts.get(row.id, "since an earlier night")


def carried_debts(session: Session, night_id: int) -> dict[int, str]:
    """Return by row of a night in words where a debt that was carried on went to, or came from."""
    debts: dict[int, str] = {}
    carried = select(Ledger.id, Night.name).join(Act, Act.id == Ledger.act_id).join(Night, Night.id == Act.night_id)
    carried = carried.where(Ledger.night_id == night_id, Ledger.kind == "carried", Ledger.reversal.is_(False))
    for row_id, name in session.execute(carried.where(Act.night_id != night_id)):
        debts[row_id] = f"taken to {name}"
    # A settling takes debts over in the order of their transfers.
    own = session.execute(carried.where(Act.night_id == night_id, Act.status == "done").order_by(Ledger.id))
    origins = select(Night.name).join(Transfer, Transfer.night_id == Night.id).where(Transfer.carried_to == night_id)
    for (row_id, _), name in zip(own, session.scalars(origins.order_by(Transfer.id)), strict=False):
        debts[row_id] = f"since {name}"
    return debts


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One movement: ``chips`` of a player, or ``money`` of their purse, and what it was.

    ``paid`` says of chips that were bought how much of them has been paid in cash; None where that is no question.
    ``by`` is who entered it.
    """

    at: datetime
    name: str
    kind: str
    why: str
    chips: int
    money: int
    paid: int | None
    by: str


def ledger_lines(session: Session, night: Night) -> list[LedgerLine]:
    """Return every movement of the night but those of hands, the latest first."""
    other = aliased(Player)
    query = select(Ledger, Player.name, other.name.label("other"), Act)
    query = query.join(Player, Player.id == Ledger.player_id).outerjoin(other, other.id == Ledger.against_id)
    query = query.join(Act, Act.id == Ledger.act_id).where(Ledger.night_id == night.id, Act.status == "done")
    rows = session.execute(query.order_by(Ledger.id)).all()
    cash: Counter[int] = Counter()
    for row, _, _, _ in rows:
        if row.kind == "payment" and row.account == "purse":
            cash[row.player_id] += row.amount
    debts = carried_debts(session, night.id)
    lines = []
    for row, name, other_name, act in rows:
        paid = None
        if row.kind == "buy-in" and night.currency:
            paid = max(0, min(cash[row.player_id], row.amount * night.worth))
            cash[row.player_id] -= paid
        chips, money = (row.amount, row.amount * night.worth) if row.account == "chips" else (0, row.amount)
        why = reason_words(row, act, debts)
        if row.kind == "transfer":
            why = f"{why} {other_name}"
        lines.append(LedgerLine(row.at, name, row.kind, why, chips, money, paid, act.by))
    return lines[::-1]
