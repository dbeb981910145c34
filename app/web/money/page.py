"""The values on the money page: the totals, the count, what has been entered, and how the night has ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import request, url_for

from app.money.worth import Worth
from app.night.history import past_nights
from app.night.history.hands import PastHand, past_hands
from app.night.history.past_nights import Closing
from app.night.ledger import balances
from app.night.ledger.balances import Balance, Move
from app.night.ledger.ledger import LedgerLine
from app.night.models import Night
from app.night.people import seats
from app.web.forms.money import MoneyForm, currency_names, money_form
from app.web.http.lookup import Following, following, running_game, table_of
from app.web.http.pages import take_messages
from app.web.money.counting import CountRow, count_rows
from app.web.money.forms import CashForm, ExpenseForm, SaleForm
from app.web.money.text import closing_text
from app.web.table.board import BestHand, best_hand


@dataclass(frozen=True, slots=True)
class Refused:
    """What was refused: why, and the forms to show again as they were filled in."""

    problem: str = ""
    count: tuple[CountRow, ...] = ()
    why: str = ""
    why_error: str = ""
    sale: SaleForm | None = None
    cash: CashForm | None = None
    expense: ExpenseForm | None = None
    form: MoneyForm | None = None


@dataclass(frozen=True, slots=True)
class MoneyPage:
    """The money of a night.

    ``count`` are the stacks to be counted; ``traces`` has by seat the hands that may explain a difference, and
    ``differs`` says whether there is one. ``form`` is what is played for, and ``handed_out`` the chips by colour for a
    ``buy_in``. ``hands`` are listed once the night has ended. ``text`` is how the night has ended, to be copied.
    """

    night: Night
    following: Following
    worth: Worth
    closing: Closing
    best: BestHand | None
    everyone: tuple[Balance, ...]
    count: tuple[CountRow, ...]
    differs: bool
    why: str
    why_error: str
    traces: Mapping[int, list[Move]]
    sale: SaleForm
    cash: CashForm
    expense: ExpenseForm
    form: MoneyForm
    settings_open: bool
    currencies: list[tuple[str, str]]
    buy_in: int
    handed_out: str
    hands: tuple[PastHand, ...]
    ledger: tuple[LedgerLine, ...]
    hand_running: str
    text: str
    back: str
    problem: str
    message: str


def money_page(night: Night, refused: Refused | None = None) -> MoneyPage:
    """Return the money page of a night, with what was refused, if anything."""
    follows = following(night, url_for("money.page", key=night.key))
    refused = refused or Refused()
    ended = past_nights.closing(night)
    found = in_seats(night, ended)
    count = refused.count or tuple(count_rows(night, found, past_nights.last_hand_number(night)))
    differing = [row.balance for row in count if row.difference]
    everybody = tuple(balance.seat for balance in found)
    buy_in = past_nights.usual_buy_in(night)
    return MoneyPage(
        night=night,
        following=follows,
        worth=night.played_for,
        closing=ended,
        best=best_hand(ended.best, ended.best_pot),
        everyone=tuple(found),
        count=count,
        differs=bool(differing),
        why=refused.why,
        why_error=refused.why_error,
        traces=balances.traces(night, differing),
        sale=refused.sale or SaleForm(),
        cash=refused.cash or CashForm(),
        expense=refused.expense or ExpenseForm(shared=everybody),
        form=refused.form or money_form(night.played_for),
        settings_open=bool(request.args.get("settings")),
        currencies=currency_names(),
        buy_in=buy_in,
        handed_out=night.played_for.handed_out(buy_in, len(found)),
        hands=tuple(past_hands(night)) if night.ended_at is not None else (),
        ledger=tuple(balances.ledger_of(night)),
        hand_running=running_game(table_of(night)),
        text=closing_text(night, ended),
        back=url_for("players.page", key=night.key),
        problem=refused.problem,
        message=take_messages("done"),
    )


def in_seats(night: Night, ended: Closing) -> list[Balance]:
    """Return everybody's balance, clockwise as they sit, and then those who have left."""
    places = {seat.id: place for place, seat in enumerate(seats.seats(night, with_left=True))}
    return sorted((result.balance for result in ended.results), key=lambda balance: places[balance.seat])
