"""The money page: the totals, the count, what has been entered, and how the night has ended, also as text."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Response, request, url_for

from app.money.chip_value import ChipValue
from app.night.history import past_nights
from app.night.history.hands import past_hands
from app.night.history.past_nights import Closing, Payment
from app.night.ledger import balances
from app.night.ledger.balances import Balance
from app.night.models import Night
from app.night.people import seats
from app.web.forms.money import MoneyForm, currency_names, money_form
from app.web.http.lookup import following, running_game, table_of
from app.web.http.pages import render, take_messages
from app.web.money.forms import CashForm, CountRow, ExpenseForm, SaleForm, count_rows
from app.web.table.board import best_hand


@dataclass(frozen=True, slots=True)
class Refused:
    """A refusal: the reason, and the forms to show again as they were filled in."""

    problem: str = ""
    count: tuple[CountRow, ...] = ()
    why: str = ""
    why_error: str = ""
    sale: SaleForm | None = None
    cash: CashForm | None = None
    expense: ExpenseForm | None = None
    form: MoneyForm | None = None


def show_money(night: Night, status: int = 200, refused: Refused | None = None) -> Response:
    """Show the money of a night, with what was refused, if anything.

    ``count`` are the stacks to be counted; ``traces`` has by seat the hands that may explain a difference, and
    ``differs`` says whether there is one. ``form`` is what is played for, and ``handed_out`` the chips by colour for a
    ``buy_in``. ``hands`` are listed once the night has ended. ``text`` is how the night has ended, to be copied.
    """
    follows = following(night, url_for("money.page", key=night.key))
    refused = refused or Refused()
    closing = past_nights.closing(night)
    everyone = in_seats(night, closing)
    count = refused.count or tuple(count_rows(night, everyone, past_nights.last_hand_number(night)))
    differing = [row.balance for row in count if row.difference]
    buy_in = past_nights.usual_buy_in(night)
    return render(
        "money/page.html",
        status,
        night=night,
        following=follows,
        worth=night.played_for,
        closing=closing,
        best=best_hand(closing.best, closing.best_pot),
        everyone=everyone,
        count=count,
        differs=bool(differing),
        why=refused.why,
        why_error=refused.why_error,
        traces=balances.traces(night, differing),
        sale=refused.sale or SaleForm(),
        cash=refused.cash or CashForm(),
        expense=refused.expense or ExpenseForm(shared=tuple(balance.seat for balance in everyone)),
        form=refused.form or money_form(night.played_for),
        settings_open=bool(request.args.get("settings")),
        currencies=currency_names(),
        buy_in=buy_in,
        handed_out=night.played_for.handed_out(buy_in, len(everyone)),
        hands=past_hands(night) if night.ended_at is not None else [],
        ledger=balances.ledger_of(night),
        hand_running=running_game(table_of(night)),
        text=closing_text(night, closing),
        back=url_for("players.page", key=night.key),
        problem=refused.problem,
        message=take_messages("done"),
    )


def in_seats(night: Night, ended: Closing) -> list[Balance]:
    """Return everybody's balance, clockwise as they sit, and then those who have left."""
    places = {seat.id: place for place, seat in enumerate(seats.seats(night, with_left=True))}
    return sorted((result.balance for result in ended.results), key=lambda balance: places[balance.seat])


def closing_text(night: Night, closing: Closing) -> str:
    """Return who won and who pays whom, a line each."""
    worth = night.played_for
    began = night.started_at.astimezone()
    lines = [f"{night.name}, {began:%-d %B %Y}", ""]
    for result in closing.results:
        balance = result.balance
        spent = f", with expenses {worth.coins(balance.with_expenses)}" if closing.expenses else ""
        won = f" ({worth.coins(balance.won)}{spent})" if worth.currency else ""
        lines.append(f"{balance.name}: {_signed(balance.net)}{won}")
    if closing.payments:
        lines += ["", *(_payment_text(payment, worth) for payment in closing.payments)]
    elif night.settled_at is not None:
        lines += ["", "Nobody owes anybody anything."]
    return "\n".join(lines)


def _payment_text(payment: Payment, worth: ChipValue) -> str:
    paid = " (paid)" if payment.paid else ""
    return f"{payment.debtor or 'The box'} pays {payment.creditor or 'the box'} {worth.coins(payment.amount)}{paid}"


def _signed(chips: int) -> str:
    return f"{chips:+d}".replace("-", "−") if chips else "0"
