"""Acts that end a night's money: who pays whom is worked out, and ticked off as it is paid."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from app.evening.acts import Paid, Settle
from app.money import transfers
from app.night.acts.perform import Before, perform, take_back
from app.night.db import now
from app.night.ledger.balances import Balance, balances, open_transfers, totals
from app.night.ledger.ledger import owe, reverse, share_difference
from app.night.models import Act, Ledger, Night, Transfer
from app.night.validation import Problem
from app.night.version import mark_table_changed
from app.text import counted


@perform.register
def settle(act: Settle, session: Session, night: Night, act_id: int) -> Before | Problem:
    """End the night, and write down who pays whom, with what these people still owe each other since earlier nights."""
    found = balances(session, night)
    if problem := _not_ready(session, night, found):
        return problem
    bank = next((balance.player_id for balance in found if balance.seat == act.bank), None)
    if act.bank is not None and bank is None:
        return Problem("bank", "nobody sat there tonight")
    _share_difference(session, night, found, act_id)
    _carry_over(session, night, found, act_id)
    nets = _nets(session, night)
    if act.through:
        chosen, proven = transfers.through_bank(nets, bank), True
    else:
        settlement = transfers.settle(nets)
        chosen, proven = settlement.transfers, settlement.proven
    before = {"ended": night.ended_at is not None, "proven": proven}
    for transfer in chosen:
        session.add(
            Transfer(
                night_id=night.id,
                debtor_id=transfer.debtor,
                creditor_id=transfer.creditor,
                currency=night.currency,
                amount=transfer.amount,
            )
        )
    night.settled_at = now()
    night.ended_at = night.ended_at or night.settled_at
    session.flush()
    return before


@take_back.register
def unsettle(act: Settle, session: Session, night: Night, act_id: int, before: Before) -> Problem | None:
    """Let the night's money be changed again, as long as nothing of it has been paid."""
    for transfer in session.scalars(select(Transfer).where(Transfer.night_id == night.id)):
        if transfer.paid_at is not None:
            return Problem("night", "some of it has been paid: take that back first")
        if transfer.carried_to is not None:
            return Problem("night", "a later night has taken over what was open")
    session.execute(delete(Transfer).where(Transfer.night_id == night.id))
    for transfer in session.scalars(select(Transfer).where(Transfer.carried_to == night.id)):
        transfer.carried_to = None
        mark_table_changed(session, transfer.night_id)
    reverse(session, act_id)
    night.settled_at = None
    if not before["ended"]:
        night.ended_at = None
    return None


@perform.register
def pay_transfer(act: Paid, session: Session, night: Night, act_id: int) -> Before | Problem:
    """Tick off a transfer."""
    transfer = session.get(Transfer, act.transfer)
    if transfer is None or transfer.night_id != night.id:
        return Problem("transfer", "there is no such payment")
    if transfer.carried_to is not None:
        return Problem("transfer", "a later night has taken it over")
    if transfer.paid_at is not None:
        return Problem("transfer", "it has been ticked off already")
    transfer.paid_at = now()
    debtor, creditor = transfer.debtor_id, transfer.creditor_id
    owe(session, night.id, debtor, creditor, -transfer.amount, act_id, kind="payment")
    return {}


@take_back.register
def unpay_transfer(act: Paid, session: Session, night: Night, act_id: int, before: Before) -> Problem | None:
    """The transfer has not been paid."""
    session.get_one(Transfer, act.transfer).paid_at = None
    reverse(session, act_id)
    return None


def _not_ready(session: Session, night: Night, found: list[Balance]) -> Problem | None:
    if not night.currency:
        return Problem("currency", "this night is played for chips alone")
    together = totals(session, night, found)
    if together.in_pot:
        return Problem("pot", f"{counted(together.in_pot, 'chip')} left in the pot: split the pot first")
    if not together.counted:
        return Problem("count", "count everybody's chips first")
    return None


def _share_difference(session: Session, night: Night, found: list[Balance], act_id: int) -> None:
    """Let everybody bear the same part of chips that are missing, or have a part of those that are too many."""
    difference = sum(balance.difference for balance in found)
    if not difference:
        return
    each, odd = divmod(-difference * night.worth, len(found))
    for at, balance in enumerate(found):
        share_difference(session, night.id, balance.player_id, each + (at < odd), act_id)


def _carry_over(session: Session, night: Night, found: list[Balance], act_id: int) -> None:
    """Take over what is open from earlier nights among the people of this one."""
    here = {balance.player_id for balance in found}
    for transfer in open_transfers(session, night, here):
        debtor, creditor, old_night = transfer.debtor_id, transfer.creditor_id, transfer.night_id
        owe(session, old_night, debtor, creditor, -transfer.amount, act_id, kind="carried")
        owe(session, night.id, debtor, creditor, transfer.amount, act_id, kind="carried")
        transfer.carried_to = night.id
        mark_table_changed(session, old_night)


def leave_debts(session: Session, night_id: int, act_ids: Collection[int]) -> None:
    """Before a night is removed: what it took over from earlier nights is theirs again, or has gone on from here.

    It is open again where the night has neither paid nor passed on any of it. ``act_ids`` are the acts of the night:
    rows of other nights must not be left naming one.
    """
    own = session.scalars(select(Transfer).where(Transfer.night_id == night_id)).all()
    passed_on = next((transfer.carried_to for transfer in own if transfer.carried_to is not None), None)
    paid_at = max((transfer.paid_at for transfer in own if transfer.paid_at is not None), default=None)
    for transfer in session.scalars(select(Transfer).where(Transfer.carried_to == night_id)):
        transfer.carried_to, transfer.paid_at = passed_on, paid_at if passed_on is None else None
        mark_table_changed(session, transfer.night_id)
    theirs = (Ledger.act_id.in_(act_ids), Ledger.night_id != night_id)
    if passed_on is None and paid_at is None:
        session.execute(delete(Ledger).where(*theirs))
    else:
        took_over = select(func.max(Act.id)).where(
            Act.night_id == passed_on, Act.kind == "settle", Act.status == "done"
        )
        session.execute(update(Ledger).where(*theirs).values(act_id=took_over.scalar_subquery()))


def _nets(session: Session, night: Night) -> Mapping[int | None, int]:
    """Return what everybody is to get, or below 0 to pay; None is the box, which owes what it holds."""
    nets: dict[int | None, int] = {balance.player_id: balance.money for balance in balances(session, night)}
    nets[None] = -sum(nets.values())
    return nets
