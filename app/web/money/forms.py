"""The forms of the money page: stacks that were counted, chips sold, cash moved, an expense."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from flask import session

from app.money.amounts import InputError, read_money
from app.money.chipset import Chip
from app.night.ledger import Balance
from app.night.models import Night
from app.text import sentence, whole_number
from app.web.forms.fields import FormData, read_number

_KEPT = "counts"

#: No stack is larger: it is won from several players, each of whom may have bought as much as a form takes.
_LARGEST_STACK = 10**9


@dataclass(frozen=True, slots=True)
class CountRow:
    """The chips of one player: ``value`` as typed, ``chips`` as read, None where that was not possible.

    ``had`` is what Upcard had when the form was made; None where it does not follow the chips.
    """

    balance: Balance
    value: str
    chips: int | None
    had: int | None
    error: str = ""

    @property
    def difference(self) -> int:
        """How many chips more were counted than Upcard has, or fewer if below 0."""
        return 0 if self.chips is None or self.balance.stack is None else self.chips - self.balance.stack


def count_rows(night: Night, balances: Sequence[Balance], last_hand: int) -> list[CountRow]:
    """Return the form as this browser has left it since the last hand, filled with what Upcard has."""
    kept = session.get(_KEPT, {})
    typed: Mapping[str, int] = kept["chips"] if kept.get("at") == [night.id, last_hand] else {}
    rows = []
    for balance in _present(night, balances):
        chips = typed.get(str(balance.seat), balance.stack)
        rows.append(CountRow(balance, "" if chips is None else str(chips), chips, balance.stack))
    return rows


def read_counts(night: Night, balances: Sequence[Balance], form: FormData, last_hand: int) -> list[CountRow]:
    """Read the form, and keep what was typed until another hand is dealt. Chips by colour go before a sum."""
    rows = []
    for balance in _present(night, balances):
        text = form.get(f"chips-{balance.seat}", "")
        by_colour = _by_colour(night.played_for.chip_set.chips, balance.seat, form) if night.played_for.chip_set else ""
        text = by_colour or text
        chips, error = read_number(text, 0, 0, _LARGEST_STACK)
        had = form.get(f"had-{balance.seat}", type=int) if balance.stack is not None else None
        rows.append(CountRow(balance, text[:12], None if error else chips, had, error))
    typed = {str(row.balance.seat): row.chips for row in rows if row.chips is not None}
    session[_KEPT] = {"at": [night.id, last_hand], "chips": typed}
    return rows


def forget_counts() -> None:
    """Forget what was typed: it has been accepted."""
    session.pop(_KEPT, None)


def _present(night: Night, balances: Sequence[Balance]) -> list[Balance]:
    """Return who has chips to be counted: everybody at the table, and who has left without being counted."""
    return [balance for balance in balances if not balance.left or balance.stack or balance.stack is None]


def _by_colour(chips: Sequence[Chip], seat: int, form: FormData) -> str:
    """Return the sum of the chips that were typed by colour; what cannot be read; empty where nothing was typed."""
    total = 0
    typed = [(chip, form.get(f"colour-{seat}-{place}", "").strip()) for place, chip in enumerate(chips)]
    if not any(text for _, text in typed):
        return ""
    for chip, text in typed:
        number, error = read_number(text or "0", 0, 0)
        if error:
            return text
        total += number * chip.value
    return str(total)


@dataclass(frozen=True, slots=True)
class EntryForm:
    """A sale of chips, cash, or an expense as typed, and by field what is wrong.

    ``seat`` is whose it is, ``amount`` the chips or the money. ``paid``: a sale is paid in cash at once. ``out``: cash
    comes out of the box. ``what`` was bought for those of ``shared``.
    """

    seat: int = 0
    typed: str = ""
    amount: int = 0
    paid: bool = False
    out: bool = False
    what: str = ""
    shared: tuple[int, ...] = ()
    errors: Mapping[str, str] = field(default_factory=dict)


def read_sale(form: FormData, balances: Sequence[Balance]) -> EntryForm:
    """Read chips to be sold."""
    typed = form.get("chips", "").strip()
    chips, error = read_number(typed, 1, 0)
    entry = EntryForm(typed=typed[:12], amount=chips, paid=form.get("cash") == "1")
    return _of_player(entry, form, balances, {"chips": error} if error else {})


def read_cash(form: FormData, balances: Sequence[Balance], currency: str) -> EntryForm:
    """Read cash that goes into the box or comes out of it."""
    typed, amount, errors = _amount(form, currency)
    return _of_player(EntryForm(typed=typed, amount=amount, out=form.get("way") == "out"), form, balances, errors)


def read_expense(form: FormData, balances: Sequence[Balance], currency: str) -> EntryForm:
    """Read an expense."""
    typed, amount, errors = _amount(form, currency)
    seats = {balance.seat for balance in balances}
    shared = tuple(ticked for ticked in map(whole_number, form.getlist("shared")) if ticked in seats)
    what = " ".join(form.get("what", "").split())[:40]
    if not what or not what.isprintable():
        errors["what"] = "Say what it was for"
    if not shared:
        errors["shared"] = "Tick who shares it"
    return _of_player(EntryForm(typed=typed, amount=amount, what=what, shared=shared), form, balances, errors)


def _of_player(entry: EntryForm, form: FormData, balances: Sequence[Balance], errors: dict[str, str]) -> EntryForm:
    """Return the entry with the player who was chosen for it, and its errors."""
    seat = form.get("seat", type=int)
    if seat is None or all(balance.seat != seat for balance in balances):
        return replace(entry, errors={"seat": "Choose a player"} | errors)
    return replace(entry, seat=seat, errors=errors)


def _amount(form: FormData, currency: str) -> tuple[str, int, dict[str, str]]:
    typed = form.get("amount", "").strip()[:20]
    amount = read_money(typed, currency)
    if isinstance(amount, InputError):
        return typed, 0, {"amount": sentence(amount.reason)}
    return typed, amount, {} if amount else {"amount": "Give an amount"}
