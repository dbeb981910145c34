"""The small forms of the money page: chips sold, cash moved, an expense."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from app.money.amounts import Mistake, read_money
from app.night.ledger.balances import Balance
from app.text import whole_number
from app.web.forms.fields import FormData
from app.web.forms.values import read_number


@dataclass(frozen=True, slots=True)
class SaleForm:
    """Chips to be sold to the player at ``seat``: what was typed, and what is wrong with it; ``cash``: paid at once."""

    seat: int | None = None
    typed: str = ""
    cash: bool = False
    chips: int = 0
    errors: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CashForm:
    """Cash that the player at ``seat`` puts into the box, or takes ``out`` of it."""

    seat: int | None = None
    typed: str = ""
    out: bool = False
    amount: int = 0
    errors: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ExpenseForm:
    """What the player at ``seat`` has paid for those of ``shared``."""

    what: str = ""
    seat: int | None = None
    typed: str = ""
    shared: tuple[int, ...] = ()
    amount: int = 0
    errors: Mapping[str, str] = field(default_factory=dict)


def read_sale(form: FormData, found: Sequence[Balance]) -> SaleForm:
    """Read chips to be sold."""
    seat, errors = _seat(form, found)
    typed = form.get("chips", "").strip()
    chips, error = read_number(typed, 1, 0)
    errors |= {"chips": error} if error else {}
    return SaleForm(seat, typed[:12], form.get("cash") == "1", chips, errors)


def read_cash(form: FormData, found: Sequence[Balance], currency: str) -> CashForm:
    """Read cash that goes into the box or comes out of it."""
    seat, errors = _seat(form, found)
    typed, amount, wrong = _amount(form, currency)
    return CashForm(seat, typed, form.get("way") == "out", amount, errors | wrong)


def read_expense(form: FormData, found: Sequence[Balance], currency: str) -> ExpenseForm:
    """Read an expense."""
    seat, errors = _seat(form, found)
    typed, amount, wrong = _amount(form, currency)
    seats = {balance.seat for balance in found}
    shared = tuple(ticked for ticked in map(whole_number, form.getlist("shared")) if ticked in seats)
    what = " ".join(form.get("what", "").split())[:40]
    errors |= wrong
    if not what or not what.isprintable():
        errors["what"] = "Say what it was"
    if not shared:
        errors["shared"] = "Say who shares it"
    return ExpenseForm(what, seat, typed, shared, amount, errors)


def _seat(form: FormData, found: Sequence[Balance]) -> tuple[int | None, dict[str, str]]:
    seat = form.get("seat", type=int)
    if any(balance.seat == seat for balance in found):
        return seat, {}
    return None, {"seat": "Choose a player"}


def _amount(form: FormData, currency: str) -> tuple[str, int, dict[str, str]]:
    typed = form.get("amount", "").strip()[:20]
    amount = read_money(typed, currency)
    if isinstance(amount, Mistake):
        return typed, 0, {"amount": f"{amount.reason[:1].upper()}{amount.reason[1:]}"}
    return typed, amount, {} if amount else {"amount": "Give an amount"}
