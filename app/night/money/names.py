"""The names of those who pay each other."""

from __future__ import annotations

from sqlalchemy.orm import Session

from app.night.models import Player, Transfer


def names_of(session: Session, transfer: Transfer) -> tuple[str, str]:
    """Return who pays whom; the box has no name."""
    debtor, creditor = (
        session.get_one(Player, player_id).name if player_id is not None else ""
        for player_id in (transfer.debtor_id, transfer.creditor_id)
    )
    return debtor, creditor
