"""The money of a night: chips are counted, cash and expenses entered, and in the end everyone knows who pays whom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flask import flash, redirect, request, url_for
from werkzeug.wrappers import Response

from app.night import nights
from app.night.acts import cashier
from app.night.acts.cashier import Counted
from app.night.acts.queue import Done, Waits
from app.night.history import past_nights
from app.night.ledger.balances import Balance
from app.night.models import ABOVE_ALL_IDS, Night
from app.night.people import seats
from app.night.validation import Problem
from app.text import counted, sentence, whole_number
from app.web.forms.money import read_money_form
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import get_night_or_404
from app.web.http.security import form_token
from app.web.money.forms import CountRow, counts_of, forget_counts, read_cash, read_counts, read_expense, read_sale
from app.web.money.page import Refused, in_seats, show_money

blueprint = GuardedBlueprint("money", __name__, Who.DEALER, url_prefix="/n/<key>/money")

#: What comes of an act: done, waiting for the next hand, or refused.
Answer = Done | Waits | Problem | None


@blueprint.get("")
def page(key: str) -> Response:
    """Show the chips and the money of a night, and how to settle them."""
    return show_money(get_night_or_404(key))


@blueprint.post("/count")
def count(key: str) -> Response:
    """Hold counted stacks against what Upcard has. All that differs is shown with where it may have come from."""
    night = get_night_or_404(key)
    rows = _read_counts(night)
    if any(row.difference for row in rows) and not any(row.error for row in rows):
        return show_money(night, refused=Refused(count=tuple(rows)))
    return _take_counts(night, rows, _accept, f"{counted(len(rows), 'stack')} counted, and all are right")


@blueprint.post("/accept")
def accept(key: str) -> Response:
    """Take the stacks as they were counted, for a reason."""
    night = get_night_or_404(key)
    return _take_counts(night, _read_counts(night), _accept, "The stacks are as you counted them")


@blueprint.post("/settle")
def settle(key: str) -> Response:
    """End the night with stacks as they were counted, and work out who pays whom."""
    night = get_night_or_404(key)
    how = request.form.get("how", "")
    bank = whole_number(how)

    def settle_up(night: Night, counts: list[Counted], why: str) -> Problem | None:
        answer = cashier.settle_up(night, counts, why, through=bool(how), bank=bank, form=form_token())
        return answer if isinstance(answer, Problem) else None

    return _take_counts(night, _read_counts(night), settle_up)


@blueprint.post("/end")
def end(key: str) -> Response:
    """End a night that is played for chips alone, with stacks as they were counted."""
    night = get_night_or_404(key)

    def end_night(night: Night, counts: list[Counted], why: str) -> Problem | None:
        return _accept(night, counts, why) or nights.end_night(night)

    return _take_counts(night, _read_counts(night), end_night)


@blueprint.post("/reopen")
def reopen(key: str) -> Response:
    """Take the settling back, as long as nothing has been paid."""
    night = get_night_or_404(key)
    return _done(night, cashier.reopen_settling(night), "The money of the night is open again")


@blueprint.post("/split")
def split(key: str) -> Response:
    """Split the chips left in the pot among the players."""
    night = get_night_or_404(key)
    return _done(night, cashier.split_pot(night, form=form_token()), "The pot is split")


@blueprint.post("/chips")
def sell(key: str) -> Response:
    """Sell a player chips, paid at once or owed."""
    night = get_night_or_404(key)
    form = read_sale(request.form, _balances(night))
    if form.errors or form.seat is None:
        return show_money(night, 422, Refused(sale=form))
    cash = form.chips * night.worth if form.cash and night.currency else 0
    answer = cashier.sell_chips(night, form.seat, form.chips, cash, form=form_token())
    return _done(night, answer, f"{_name(night, form.seat)} buys {form.chips}", Refused(sale=form))


@blueprint.post("/cash")
def cash(key: str) -> Response:
    """Put a player's cash into the box, or give them some of it."""
    night = get_night_or_404(key)
    form = read_cash(request.form, _balances(night), night.currency or "EUR")
    if form.errors or form.seat is None:
        return show_money(night, 422, Refused(cash=form))
    amount = -form.amount if form.out else form.amount
    answer = cashier.move_cash(night, form.seat, amount, form=form_token())
    way = "takes {} from the box" if form.out else "puts {} into the box"
    words = f"{_name(night, form.seat)} {way.format(night.played_for.coins(form.amount))}"
    return _done(night, answer, words, Refused(cash=form))


@blueprint.post("/expense")
def expense(key: str) -> Response:
    """Share what a player has paid for."""
    night = get_night_or_404(key)
    form = read_expense(request.form, _balances(night), night.currency or "EUR")
    if form.errors or form.seat is None:
        return show_money(night, 422, Refused(expense=form))
    answer = cashier.share_expense(night, form.seat, form.what, form.amount, form.shared, form=form_token())
    words = f"{form.what}, {night.played_for.coins(form.amount)}, is shared"
    return _done(night, answer, words, Refused(expense=form))


@blueprint.post("/paid/<int:payment>")
def paid(key: str, payment: int) -> Response:
    """Tick off a payment, or take the tick back."""
    night = get_night_or_404(key)
    if payment >= ABOVE_ALL_IDS:
        return _refuse(night, Problem("transfer", "there is no such payment"))
    change = cashier.untick if request.form.get("paid") == "0" else cashier.tick_off
    return _done(night, change(night, payment))


@blueprint.post("/settings")
def settings(key: str) -> Response:
    """Play for money, or for chips alone, with a set of chips or without."""
    night = get_night_or_404(key)
    form = read_money_form(request.form)
    if not form.ok:
        return show_money(night, 422, Refused(form=form))
    answer = cashier.play_for(night, form.code, form.coins, form.chips)
    if isinstance(answer, Problem) and answer.field in ("currency", "worth"):
        form = replace(form, errors={answer.field: sentence(answer.text)})
    return _done(night, answer, "Saved", Refused(form=form))


def _accept(night: Night, counts: list[Counted], why: str) -> Problem | None:
    return cashier.accept_counts(night, counts, why, form=form_token())


def _read_counts(night: Night) -> list[CountRow]:
    return read_counts(night, _balances(night), request.form, past_nights.last_hand_number(night))


def _take_counts(
    night: Night,
    rows: list[CountRow],
    take: Callable[[Night, list[Counted], str], Problem | None],
    message: str = "",
) -> Response:
    """Do something with the stacks as they were counted, or show the count again with why it was not taken."""
    refused = Refused(count=tuple(rows), why=_why())
    if any(row.error for row in rows):
        return show_money(night, 422, refused)
    problem = take(night, counts_of(rows), refused.why)
    if problem is None:
        forget_counts()
        return _done(night, None, message)
    if problem.field == "why":
        return show_money(night, 422, replace(refused, why_error=sentence(problem.text)))
    return _refuse(night, problem, None if problem.field == "had" else refused)


def _balances(night: Night) -> list[Balance]:
    return in_seats(night, past_nights.closing(night))


def _name(night: Night, seat_id: int) -> str:
    return next(seat.name for seat in seats.seats(night, with_left=True) if seat.id == seat_id)


def _why() -> str:
    why = " ".join(request.form.get("why", "").split())[:60]
    return why if why.isprintable() else ""


def _done(night: Night, answer: Answer, message: str = "", refused: Refused | None = None) -> Response:
    """Go back to the page with a message, or show it with the reason why nothing was done, and the form."""
    if isinstance(answer, Problem):
        return _refuse(night, answer, refused)
    if message:
        flash(message + (", from the next hand" if isinstance(answer, Waits) else ""), "done")
    return redirect(url_for("money.page", key=night.key), 303)


def _refuse(night: Night, problem: Problem, refused: Refused | None = None) -> Response:
    """Show the page with the reason; a hand under way, or what has changed meanwhile, is a conflict."""
    status = 409 if problem.field in ("hand", "night", "had") else 422
    return show_money(night, status, replace(refused or Refused(), problem=f"{sentence(problem.text)}."))
