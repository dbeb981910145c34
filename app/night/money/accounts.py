"""What the money page reads of a night beside its closing."""

from __future__ import annotations

from collections.abc import Sequence

from app.night.db import db
from app.night.models import Night
from app.night.money.balances import Balance
from app.night.money.lines import LedgerLine, ledger_lines
from app.night.money.trace import Move, trace


def ledger_of(night: Night) -> list[LedgerLine]:
    """Return every movement of the night but those of hands, the latest first."""
    return ledger_lines(db.session(), night)


def traces(night: Night, found: Sequence[Balance]) -> dict[int, list[Move]]:
    """Return by seat the hands since the last count in which these players' chips have moved, the largest first."""
    return {balance.seat: trace(db.session(), night, balance) for balance in found}
