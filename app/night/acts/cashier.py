"""The entries of the money page that take several acts, each in one transaction."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.orm import Session

from app.dataclass import dataclass
from app.night.acts.act import latest_done
from app.night.acts.money import Count, Pay, SplitPot, Tally
from app.night.acts.people import Buy
from app.night.acts.queue import ActResult, Done, do, enter
from app.night.acts.requests import seat_name
from app.night.acts.settling import Paid, Settle
from app.night.acts.stored import Undo
from app.night.db import db
from app.night.ledger import left_in_pot
from app.night.models import Night, Transfer
from app.night.validation import Problem
from app.night.version import night_transaction


@dataclass(frozen=True, slots=True)
class Counted:
    """A counted stack, and Upcard's figure at the time; None if unknown."""

    seat: int
    chips: int
    had: int | None


@night_transaction
def sell_chips(session: Session, night_id: int, seat_id: int, chips: int, cash: int, *, form: str = "") -> ActResult:
    """Sell a player chips, with this much cash put into the box; the rest is owed."""
    name = seat_name(session.get_one(Night, night_id), seat_id)
    result = enter(session, night_id, Buy(seat_id, name, chips), form=form)
    if isinstance(result, Problem) or result.again or not cash:
        return result
    paid = enter(session, night_id, Pay(seat_id, name, cash))
    return paid if isinstance(paid, Problem) else result


@night_transaction
def accept_counts(
    session: Session, night_id: int, counts: Sequence[Counted], why: str, *, form: str = ""
) -> Problem | None:
    """Accept counted stacks. A difference needs a reason."""
    return _accept(session, night_id, counts, why, form)


def split_pot(night: Night, *, form: str = "") -> ActResult:
    """Split the chips left in the pot among the players at the table."""
    return do(night, SplitPot(left_in_pot(db.session(), night.id)), form=form)


@night_transaction
def settle_up(
    session: Session,
    night_id: int,
    counts: Sequence[Counted],
    why: str = "",
    *,
    through: bool = False,
    bank: int | None = None,
    form: str = "",
) -> ActResult:
    """End the night with counted stacks, and work out who pays whom."""
    name = seat_name(session.get_one(Night, night_id), bank) if bank is not None else ""
    if problem := _accept(session, night_id, counts, why, form):
        return problem
    return enter(session, night_id, Settle(through, bank, name), form=form)


@night_transaction
def undo_settlement(session: Session, night_id: int) -> ActResult:
    """Undo the settlement, as long as nothing has been paid."""
    settled = latest_done(session, night_id, Settle)
    if settled is None:
        return Problem("night", "the money has not been settled")
    return enter(session, night_id, Undo(settled.id, "settled up"))


@night_transaction
def mark_paid(session: Session, night_id: int, transfer_id: int) -> ActResult:
    """Record that a transfer has been paid. Repeating it has no effect."""
    transfer = session.get(Transfer, transfer_id)
    if transfer is None or transfer.night_id != night_id:
        return Problem("transfer", "there is no such payment")
    if transfer.paid_at is not None:
        return Done(0)
    paid = Paid(transfer_id, transfer.debtor_name, transfer.creditor_name, transfer.amount)
    return enter(session, night_id, paid)


@night_transaction
def mark_unpaid(session: Session, night_id: int, transfer_id: int) -> ActResult:
    """Record that a transfer has not been paid after all. Repeating it has no effect."""
    paid = latest_done(session, night_id, Paid, transfer=transfer_id)
    if paid is None:
        return Done(0)
    return enter(session, night_id, Undo(paid.id, "paid"))


def _accept(session: Session, night_id: int, counts: Sequence[Counted], why: str, form: str) -> Problem | None:
    for number, count in enumerate(counts, 1):
        if count.chips == count.had:
            continue
        name = seat_name(session.get_one(Night, night_id), count.seat)
        if not why and count.had is not None:
            return Problem("why", "say why the count is off")
        accepted = Count(count.seat, name, count.chips, why, count.had)
        result = enter(session, night_id, accepted, form=form, number=number)
        if isinstance(result, Problem):
            return result
    right = [count for count in counts if count.chips == count.had]
    if not right:
        return None
    tally = Tally(tuple(count.seat for count in right), tuple(count.chips for count in right))
    result = enter(session, night_id, tally, form=form, number=len(counts) + 1)
    return result if isinstance(result, Problem) else None
