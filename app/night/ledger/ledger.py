"""Writing the ledger: every row moves value between two accounts, so that all accounts together hold nothing."""

from __future__ import annotations

from collections import Counter
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
    _add(session, night_id, player_id, act_id, "buy-in", chips, against="bank", why="bought")


def take_chips_back(session: Session, night_id: int, player_id: int, chips: int, act_id: int) -> None:
    """Record that a player gives chips back to the bank and takes home what they are worth."""
    _add(session, night_id, player_id, act_id, "cash-out", -chips, against="bank", why="left")


def hand_chips(
    session: Session, night_id: int, giver_id: int, receiver_id: int, chips: int, act_id: int, how: str
) -> None:
    """Record chips that one player has ``lent`` or ``given`` to another.

    They go through the bank: the giver has bought fewer then, the receiver more.
    """
    rows = (giver_id, receiver_id, -chips, f"{how} to"), (receiver_id, giver_id, chips, f"{how} by")
    for player_id, other_id, amount, why in rows:
        _add(session, night_id, player_id, act_id, "transfer", amount, against="bank", against_id=other_id, why=why)


def correct_stack(session: Session, night_id: int, player_id: int, chips: int, act_id: int, why: str) -> None:
    """Record that a count has found so many chips more, or fewer if below 0, than the hands account for."""
    _add(session, night_id, player_id, act_id, "count", chips, against="count", why=why)


def give_from_pot(session: Session, night_id: int, player_id: int, chips: int, act_id: int) -> None:
    """Record that a player gets chips that were left in the pot."""
    _add(session, night_id, player_id, act_id, "award", chips, against="pot", why="left in the pot")


def share_expense(session: Session, night_id: int, player_id: int, money: int, act_id: int, why: str) -> None:
    """Record what a player is to get for an expense they paid, or below 0 their share of one."""
    _add(session, night_id, player_id, act_id, "expense", money, against="expense", why=why, account="purse")


def pay_into_box(session: Session, night_id: int, player_id: int, money: int, act_id: int) -> None:
    """Record that a player puts cash into the box; below 0: takes it out."""
    _add(session, night_id, player_id, act_id, "payment", money, against="box", why="cash", account="purse")


def share_difference(session: Session, night_id: int, player_id: int, money: int, act_id: int) -> None:
    """Record a player's part of what chips are worth that counts have found, or below 0 have missed."""
    why = "chips missing, shared by all" if money < 0 else "chips found, shared by all"
    _add(session, night_id, player_id, act_id, "count", money, against="count", why=why, account="purse")


def owe(
    session: Session,
    night_id: int,
    debtor_id: int | None,
    creditor_id: int | None,
    money: int,
    act_id: int,
    *,
    kind: Literal["carried", "payment", "transfer"],
    why: str,
) -> None:
    """Record what one owes another, or below 0 what has been paid of it. None is the box; one of them is a player."""
    player_id, amount, other_id = debtor_id, -money, creditor_id
    if player_id is None:
        player_id, amount, other_id = creditor_id, money, None
    assert player_id is not None
    against = "box" if other_id is None else "purse"
    _add(
        session,
        night_id,
        player_id,
        act_id,
        kind,
        amount,
        against=against,
        against_id=other_id,
        why=why,
        account="purse",
    )


def reverse(session: Session, act_id: int) -> None:
    """Write every row of an act once more the other way round."""
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
                why="taken back",
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
    why: str,
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
            why=why,
        )
    )
    session.flush()


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
    columns = (Ledger.id, Ledger.at, Ledger.player_id, Player.name, Ledger.account, Ledger.kind, Ledger.why)
    query = select(*columns, other.name.label("other"), Ledger.amount, Act.by, Act.status)
    query = query.join(Player, Player.id == Ledger.player_id).outerjoin(other, other.id == Ledger.against_id)
    query = query.join(Act, Act.id == Ledger.act_id).where(Ledger.night_id == night.id).order_by(Ledger.id)
    rows = [row for row in session.execute(query) if row.status == "done"]
    cash: Counter[int] = Counter()
    for row in rows:
        if row.kind == "payment" and row.account == "purse":
            cash[row.player_id] += row.amount
    lines = []
    for row in rows:
        in_chips = row.account == "chips"
        paid = None
        if row.kind == "buy-in" and night.currency:
            paid = max(0, min(cash[row.player_id], row.amount * night.worth))
            cash[row.player_id] -= paid
        chips, money = (row.amount, row.amount * night.worth) if in_chips else (0, row.amount)
        why = f"{row.why} {row.other}" if row.kind == "transfer" else row.why
        lines.append(LedgerLine(row.at, row.name, row.kind, why, chips, money, paid, row.by))
    return lines[::-1]
