"""The money of a night: count chips, enter cash and expenses, and settle who pays whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from flask import request, session, url_for
from werkzeug.wrappers import Response

from app.dataclass import dataclass, replace
from app.dates import day_text
from app.money.amounts import InputError, read_money
from app.money.chipset import Chip
from app.night import ledger, nights
from app.night.acts import queue, requests
from app.night.acts.act import Act
from app.night.acts.money import Count, Expense, Pay, SplitPot
from app.night.acts.people import Buy
from app.night.acts.requests import seat_name
from app.night.acts.settling import Settle
from app.night.db import db
from app.night.history.hands import past_hands
from app.night.history.past_nights import Closing, earlier_payments
from app.night.ledger import Balance
from app.night.locale import for_the_club
from app.night.models import ABOVE_ALL_IDS, Night
from app.night.play.call import end_night
from app.night.screens import screen_of
from app.night.validation import MAX_CHIPS, Problem
from app.text import counted, sentence, whole_number
from app.web.forms.fields import FormData, read_number
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import Following, get_night_or_404, running_game
from app.web.http.night_forms import FormResult, NightForms
from app.web.http.pages import redirect_to
from app.web.http.payment_methods import PaymentInstructions, payment_instructions
from app.web.http.security import form_token
from app.web.table.board import best_hand

_COUNTS = "counts"


@dataclass(frozen=True, slots=True)
class CountRow:
    """The count of one player's chips.

    ``value``: as typed. ``chips``: as read, None if invalid. ``had``: Upcard's chips when the form was made, None if
    they are not tracked.
    """

    balance: Balance
    value: str
    chips: int | None
    had: int | None
    error: str = ""

    @property
    def difference(self) -> int:
        """The chips counted minus Upcard's chips."""
        return 0 if self.chips is None or self.balance.stack is None else self.chips - self.balance.stack


def count_rows(night: Night, balances: Sequence[Balance], last_hand: int) -> list[CountRow]:
    """Return the counts that this browser has typed since the last hand; rows without one have Upcard's chips."""
    kept = session.get(_COUNTS, {})
    typed: Mapping[str, int] = kept["chips"] if kept.get("at") == [night.id, last_hand] else {}
    rows = []
    for balance in _present(balances):
        chips = typed.get(str(balance.seat), balance.stack)
        rows.append(CountRow(balance, "" if chips is None else str(chips), chips, balance.stack))
    return rows


def read_counts(night: Night, balances: Sequence[Balance], form: FormData, last_hand: int) -> list[CountRow]:
    """Read the counts, and store them in the session until another hand is dealt. Chips by colour override a total."""
    colours = night.played_for.chip_set.chips if night.played_for.chip_set else ()
    rows = []
    for balance in _present(balances):
        text = _by_colour(colours, balance.seat, form) or form.get(f"chips-{balance.seat}", "")
        chips, error = read_number(text, 0, 0, MAX_CHIPS)
        had = form.get(f"had-{balance.seat}", type=int) if balance.stack is not None else None
        rows.append(CountRow(balance, text[:12], None if error else chips, had, error))
    typed = {str(row.balance.seat): row.chips for row in rows if row.chips is not None}
    session[_COUNTS] = {"at": [night.id, last_hand], "chips": typed}
    return rows


def _present(balances: Sequence[Balance]) -> list[Balance]:
    """Return the balances with chips to count: everyone at the table, and players who left uncounted."""
    return [balance for balance in balances if not balance.left or balance.stack or balance.stack is None]


def _by_colour(chips: Sequence[Chip], seat: int, form: FormData) -> str:
    """Return the total of the chips typed by colour, or an invalid entry as typed; empty if nothing was typed."""
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
    """The form for a sale of chips, for cash, or for an expense, with errors by field.

    ``amount``: the chips or the money. ``paid``: whether a sale is paid in cash at once. ``out``: whether cash comes
    out of the box. ``what``: what an expense was for. ``shared``: the seats that share it.
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
    """Read a sale of chips."""
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
    """Return the entry with the player chosen for it, and its errors."""
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


class MoneyPage:
    """The money of a night.

    ``people``: the players, by seat. ``count``: the stacks to count. ``differs``: whether any count differs from
    Upcard's. ``traces``: the hands that may explain a difference, by seat. ``hands``: all hands, once the night has
    ended. ``text``: the result to copy.
    """

    problem = why = why_error = ""
    sale = cash = EntryForm()
    count: Sequence[CountRow]

    def __init__(self, night: Night, **entered: object) -> None:
        self.night, self.back = night, url_for("players.page", key=night.key)
        screen = screen_of(night.id)
        self.following = Following(night.key, screen, url_for("money.page", key=night.key))
        self.worth, self.closing = night.played_for, Closing(night)
        self.everyone = self.closing.balances
        self.people = {seat.id: seat for seat in screen.table.everybody}
        self.expense = EntryForm(shared=tuple(balance.seat for balance in self.everyone))
        if "count" not in entered:
            self.count = count_rows(night, self.everyone, screen.hand)
        vars(self).update(entered)
        differing = [row.balance for row in self.count if row.difference]
        self.differs, self.traces = bool(differing), ledger.moves_since_count(night, differing)
        self.best = best_hand(self.closing.best, self.closing.best_pot)
        self.hands = past_hands(night) if night.ended_at is not None else []
        self.ledger, self.hand_running = ledger.ledger_lines(night), running_game(screen.table)
        self.how_to_pay = payment_instructions(night, self.closing.payments)
        with for_the_club():
            self.text = closing_text(night, self.closing, self.how_to_pay)


def closing_text(night: Night, closing: Closing, how_to_pay: Mapping[int, PaymentInstructions]) -> str:
    """Return the result as text: who won, and who pays whom and how, one line each."""
    worth = night.played_for
    named_by_day = night.name == day_text(night.started_at, year=False, weekday=True)
    day = day_text(night.started_at, weekday=named_by_day)
    lines = [day if named_by_day else f"{night.name}, {day}", ""]
    for result in closing.results:
        balance = result.balance
        if not closing.totals.known:
            lines.append(f"{balance.name}: {counted(result.hands, 'hand')} won")
            continue
        spent = f", with expenses {worth.coins(balance.with_expenses)}" if closing.expenses else ""
        won = f" ({worth.coins(balance.won)}{spent})" if worth.currency else ""
        net = f"{balance.net:+d}".replace("-", "−") if balance.net else "0"
        lines.append(f"{balance.name}: {net}{won}")
    notes = closing.difference_text(worth), closing.box_text(worth), closing.given_text(worth)
    lines += filter(None, notes)
    if night.settled_at is not None and (debts := closing.carried_text(worth)):
        lines.append(debts)
    if closing.payments:
        lines.append("")
    elif night.settled_at is not None:
        lines += ["", "Nobody owes anything."]
    for payment in closing.payments:
        how = how_to_pay.get(payment.id)
        by = f": {how.link or how.by}" if how is not None else ""
        done = " (paid)" if payment.paid_at else " (carried over)" if payment.carried_to else ""
        lines.append(f"{payment.who} {worth.coins(payment.amount)}{done or by}")
    return "\n".join(lines)


blueprint = GuardedBlueprint("money", __name__, Who.DEALER, url_prefix="/n/<key>/money")
forms = NightForms(blueprint, "money/page.html", MoneyPage)


@blueprint.get("")
def page(key: str) -> Response:
    """Show the money of a night; redirect an old link to its settings."""
    if "settings" in request.args:
        return redirect_to(url_for("settings.page", key=key))
    return forms.show(get_night_or_404(key))


@forms.post("/count")
def count(night: Night) -> FormResult | Response:
    """Compare the counts with Upcard's stacks, and show each difference with its possible causes."""
    rows = _read_counts(night)
    if any(row.difference for row in rows) and not any(row.error for row in rows):
        return forms.show(night, count=rows)
    return _take_counts(night, rows, f"{counted(len(rows), 'stack')} counted, all as Upcard has them")


@forms.post("/accept")
def accept(night: Night) -> FormResult | Response:
    """Accept the stacks as counted, for a reason."""
    return _take_counts(night, _read_counts(night), "The stacks are as you counted them")


@forms.post("/settle")
def settle(night: Night) -> FormResult | Response:
    """End the night with the stacks as counted, and settle who pays whom."""
    how = request.form.get("how", "")
    bank = whole_number(how)
    name = seat_name(night, bank) if bank is not None else ""
    return _take_counts(night, _read_counts(night), "", Settle(bool(how), bank, name))


@forms.post("/end")
def end(night: Night) -> FormResult | Response:
    """End a night played for chips alone, with the stacks as counted."""
    return _take_counts(night, _read_counts(night), "", end=True)


@forms.post("/reopen")
def reopen(night: Night) -> FormResult:
    """Undo settling up, as long as nothing has been paid."""
    return FormResult(requests.undo_settlement(night), "Settling up is undone")


@forms.post("/split")
def split(night: Night) -> FormResult:
    """Split the chips left in the pot among the players."""
    shared = SplitPot(ledger.left_in_pot(db.session(), night.id))
    return FormResult(queue.do(night, shared, form=form_token()), "The pot is split")


@forms.post("/chips")
def sell(night: Night) -> FormResult | Response:
    """Sell a player chips, paid at once or owed."""
    sale = read_sale(request.form, _balances(night))
    if sale.errors:
        return forms.show(night, 422, sale=sale)
    name, paid = seat_name(night, sale.seat), sale.amount * night.worth if sale.paid and night.currency else 0
    acts = [Buy(sale.seat, name, sale.amount), *([Pay(sale.seat, name, paid)] if paid else [])]
    return FormResult(queue.do(night, *acts, form=form_token()), acts[0].line(), sale=sale)


@forms.post("/cash")
def cash(night: Night) -> FormResult | Response:
    """Put a player's cash into the box, or take cash out for them."""
    cash = read_cash(request.form, _balances(night), night.currency or "EUR")
    if cash.errors:
        return forms.show(night, 422, cash=cash)
    act = Pay(cash.seat, seat_name(night, cash.seat), -cash.amount if cash.out else cash.amount)
    return FormResult(queue.do(night, act, form=form_token()), act.line(night.played_for.coins), cash=cash)


@forms.post("/expense")
def expense(night: Night) -> FormResult | Response:
    """Share an expense that a player has paid."""
    expense = read_expense(request.form, _balances(night), night.currency or "EUR")
    if expense.errors:
        return forms.show(night, 422, expense=expense)
    names = tuple(seat_name(night, seat) for seat in expense.shared)
    spent = Expense(expense.seat, seat_name(night, expense.seat), expense.what, expense.amount, expense.shared, names)
    result = queue.do(night, spent, form=form_token())
    return FormResult(result, f"{expense.what}, {night.played_for.coins(expense.amount)}, is shared", expense=expense)


@forms.post("/paid/<int:payment>")
def paid(night: Night, payment: int) -> FormResult:
    """Mark a payment as paid or not paid, including one that an earlier night left open."""
    if payment >= ABOVE_ALL_IDS:
        return FormResult(Problem("transfer", "there is no such payment"))
    change = requests.mark_unpaid if request.form.get("paid") == "0" else requests.mark_paid
    earlier = next((each.night_id for each in earlier_payments(night, _balances(night)) if each.id == payment), None)
    return FormResult(change(night if earlier is None else nights.night_by_id(earlier), payment))


def _read_counts(night: Night) -> list[CountRow]:
    return read_counts(night, _balances(night), request.form, screen_of(night.id).hand)


def _take_counts(
    night: Night, rows: list[CountRow], message: str, *after: Act, end: bool = False
) -> FormResult | Response:
    """Accept the counted stacks, do the acts ``after`` that or ``end`` the night, or show why that is refused."""
    why = " ".join(request.form.get("why", "").split())[:60]
    why = why if why.isprintable() else ""
    if any(row.error for row in rows):
        return forms.show(night, 422, count=rows, why=why)
    counts = [
        Count(row.balance.seat, row.balance.name, row.chips, why, row.had) for row in rows if row.chips is not None
    ]
    result: object
    if not end:
        result = requests.enter_counts(night, counts, *after, form=form_token())
    elif not isinstance(result := requests.count_acts(counts), Problem):
        result = end_night(night, *result, form=form_token())
    if not isinstance(result, Problem):
        session.pop(_COUNTS, None)
        return FormResult(None, message)
    if result.field == "why":
        return forms.show(night, 422, count=rows, why=why, why_error=sentence(result.text))
    return FormResult(result) if result.field == "had" else FormResult(result, count=rows, why=why)


def _balances(night: Night) -> list[Balance]:
    return ledger.balances(db.session(), night)
