"""The ledger of a night as a list: what acts on people and money have moved, line by line."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session, aliased

from app.night.models import Act, Ledger, Night, Player


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
