"""The money page: the totals, the count, what has been entered, and how the night has ended, also as text."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Response, request, url_for

from app.money.chip_value import ChipValue
from app.night import ledger
from app.night.history import past_nights
from app.night.history.hands import past_hands
from app.night.history.past_nights import Closing, Payment
from app.night.ledger import Balance
from app.night.models import Night
from app.night.people import seats
from app.web.forms.money import currency_names, money_form
from app.web.http.lookup import following as follow
from app.web.http.lookup import running_game, table_of
from app.web.http.pages import Page, render_page, take_messages
from app.web.money.forms import CountRow, EntryForm, count_rows
from app.web.table.board import best_hand


class MoneyPage(Page):
    """The money of a night.

    ``count`` are the stacks to be counted; ``traces`` has by seat the hands that may explain a difference, and
    ``differs`` says whether there is one. ``form`` is what is played for, and ``handed_out`` the chips by colour for a
    ``buy_in``. ``hands`` are listed once the night has ended. ``text`` is how the night has ended, to be copied.
    """

    problem = why = why_error = ""
    sale = cash = EntryForm()
    count: Sequence[CountRow]

    def __init__(self, night: Night, **entered: object) -> None:
        self.night, self.back = night, url_for("players.page", key=night.key)
        self.following = follow(night, url_for("money.page", key=night.key))
        self.worth, self.closing = night.played_for, past_nights.closing(night)
        self.everyone = in_seats(night, self.closing)
        self.expense = EntryForm(shared=tuple(balance.seat for balance in self.everyone))
        self.form = money_form(night.played_for)
        if "count" not in entered:
            self.count = count_rows(night, self.everyone, past_nights.last_hand_number(night))
        super().__init__(**entered)
        differing = [row.balance for row in self.count if row.difference]
        self.differs, self.traces = bool(differing), ledger.traces(night, differing)
        self.settings_open, self.currencies = bool(request.args.get("settings")), currency_names()
        self.buy_in = past_nights.usual_buy_in(night)
        self.handed_out = night.played_for.handed_out(self.buy_in, len(self.everyone))
        self.best = best_hand(self.closing.best, self.closing.best_pot)
        self.hands = past_hands(night) if night.ended_at is not None else []
        self.ledger, self.hand_running = ledger.ledger_lines(night), running_game(table_of(night))
        self.text = closing_text(night, self.closing)
        self.message = take_messages("done")


def show_money(night: Night, status: int = 200, **entered: object) -> Response:
    """Show the page, with forms as they were entered where they were refused."""
    return render_page("money/page.html", MoneyPage(night, **entered), status)


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
        lines += ["", "Nobody owes anything."]
    return "\n".join(lines)


def _payment_text(payment: Payment, worth: ChipValue) -> str:
    paid = " (paid)" if payment.paid else ""
    return f"{payment.debtor or 'The box'} pays {payment.creditor or 'the box'} {worth.coins(payment.amount)}{paid}"


def _signed(chips: int) -> str:
    return f"{chips:+d}".replace("-", "−") if chips else "0"
