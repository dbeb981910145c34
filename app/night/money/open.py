"""Transfers of earlier nights that have not been paid."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from app.night.models import Night, Transfer


def open_transfers(session: Session, night: Night, people: Collection[int]) -> list[Transfer]:
    """Return what these people still owe each other, or the box, from other nights of the club in this currency."""
    query = select(Transfer).join(Night, Night.id == Transfer.night_id)
    query = query.where(Night.club_id == night.club_id, Night.id != night.id, Transfer.currency == night.currency)
    query = query.where(Transfer.paid_at.is_(None), Transfer.carried_to.is_(None))
    for column in (Transfer.debtor_id, Transfer.creditor_id):
        query = query.where(or_(column.is_(None), column.in_(people)))
    return list(session.scalars(query.order_by(Transfer.id)))
