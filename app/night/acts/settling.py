"""Acts that settle a night's money: work out who pays whom, and mark payments as paid."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import field

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from app.dataclass import dataclass
from app.money import transfers
from app.night import models
from app.night.acts.act import Act, ActError, Change, Coins, SeatId, TransferId
from app.night.db import now
from app.night.ledger import Balance, Totals, balances, open_transfers
from app.night.models import Ledger, Night, Transfer
from app.night.validation import SETTLED
from app.night.version import mark_table_changed
from app.text import counted


@dataclass(frozen=True, slots=True)
class Settle(Act):
    """The settlement of a night that ends: who pays whom, including what these people still owe from earlier nights.

    ``through``: everything goes through the box, or through the player ``name`` at the seat ``bank``; otherwise the
    fewest transfers.
    """

    kind = "settle"
    after_end = True
    after_settling = True
    during_hand = False

    through: bool = False
    bank: SeatId | None = None
    name: str = field(default="", compare=False)

    def perform(self, change: Change) -> None:
        session, night = change.session, change.night
        everybody = balances(session, night)
        _check_ready(night, everybody)
        bank = next((balance.player_id for balance in everybody if balance.seat == self.bank), None)
        if self.bank is not None and bank is None:
            raise ActError("bank", "nobody sat there tonight")
        # Everybody is credited with an equal share of missing chips, or charged one of found chips.
        missing = -sum(balance.difference for balance in everybody) * night.worth
        change.share([balance.player_id for balance in everybody], "count", missing, "count", account="purse")
        _carry_over(change, everybody)
        # The amount each player is to receive, or to pay if below 0; None is the box, which owes what it holds.
        nets: dict[int | None, int] = {balance.player_id: balance.money for balance in balances(session, night)}
        nets[None] = -sum(nets.values())
        if self.through:
            chosen, proven = transfers.through_bank(nets, bank), True
        else:
            settlement = transfers.settle(nets)
            chosen, proven = settlement.transfers, settlement.proven
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
        settled_at = now()
        change.set(night, settled_at=settled_at, ended_at=night.ended_at or settled_at)
        change.notes["proven"] = proven
        session.flush()

    def undo(self, change: Change) -> None:
        """Remove the transfers, as long as nothing has been paid, and reopen those of earlier nights."""
        session, night_id = change.session, change.night.id
        for transfer in session.scalars(select(Transfer).where(Transfer.night_id == night_id)):
            if transfer.paid_at is not None:
                raise ActError("night", "some of it has been paid: undo that first")
            if transfer.carried_to is not None:
                raise ActError("night", "unpaid debts have been carried over to a later night")
        session.execute(delete(Transfer).where(Transfer.night_id == night_id))
        for transfer in session.scalars(select(Transfer).where(Transfer.carried_to == night_id)):
            transfer.carried_to = None
            mark_table_changed(session, transfer.night_id)

    def line(self, coins: Coins = str) -> str:
        return f"The night is settled through {self.name or 'the box'}" if self.through else "The night is settled"


@dataclass(frozen=True, slots=True)
class Paid(Act):
    """A transfer that has been paid; the box is the debtor or creditor without a name."""

    kind = "paid"
    after_end = True
    after_settling = True

    transfer: TransferId
    debtor: str
    creditor: str
    amount: int

    def perform(self, change: Change) -> None:
        session, night = change.session, change.night
        transfer = session.get(Transfer, self.transfer)
        if transfer is None or transfer.night_id != night.id:
            raise ActError("transfer", "there is no such payment")
        if transfer.carried_to is not None:
            raise ActError("transfer", "it has been carried over to a later night")
        if transfer.paid_at is not None:
            raise ActError("transfer", "it has been marked as paid already")
        change.set(transfer, paid_at=now())
        change.owe(transfer.debtor_id, transfer.creditor_id, -transfer.amount, "payment")

    def line(self, coins: Coins = str) -> str:
        return f"{self.debtor or 'The box'} pays {self.creditor or 'the box'} {coins(self.amount)}"


def _check_ready(night: Night, everybody: list[Balance]) -> None:
    if night.settled_at is not None:
        raise ActError(SETTLED.field, SETTLED.text)
    if not night.currency:
        raise ActError("currency", "this night is played for chips alone")
    together = Totals(night, everybody)
    if together.in_pot:
        raise ActError("pot", f"{counted(together.in_pot, 'chip')} left in the pot: split the pot first")
    if not together.counted:
        raise ActError("count", "count everybody's chips first")


def _carry_over(change: Change, everybody: list[Balance]) -> None:
    """Take over open transfers from earlier nights among the people of this one."""
    session, night = change.session, change.night
    here = {balance.player_id for balance in everybody}
    for transfer in open_transfers(session, night, here, locked=True):
        debtor, creditor, old_night = transfer.debtor_id, transfer.creditor_id, transfer.night_id
        change.owe(debtor, creditor, -transfer.amount, "carried", old_night)
        change.owe(debtor, creditor, transfer.amount, "carried")
        transfer.carried_to = night.id
        mark_table_changed(session, old_night)


def return_debts(session: Session, night_id: int, act_ids: Collection[int]) -> None:
    """Reopen debts that a night took over from earlier ones, or pass them on, before the night is removed.

    They are open again if the night has neither paid nor passed on any of its own. ``act_ids`` are the night's acts:
    ledger rows of other nights must not keep referring to them.
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
        took_over = select(func.max(models.Act.id)).where(
            models.Act.night_id == passed_on, models.Act.kind == Settle.kind, models.Act.status == "done"
        )
        session.execute(update(Ledger).where(*theirs).values(act_id=took_over.scalar_subquery()))
