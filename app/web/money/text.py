"""How a night has ended as text, to be sent to everybody."""

from __future__ import annotations

from app.money.worth import Worth
from app.night.history.past_nights import Closing, Payment
from app.night.models import Night


def closing_text(night: Night, closing: Closing) -> str:
    """Return who won and who pays whom, a line each."""
    worth = night.played_for
    began = night.started_at.astimezone()
    lines = [f"{night.name}, {began:%-d %B %Y}", ""]
    for result in closing.results:
        balance = result.balance
        spent = f", with expenses {worth.coins(balance.with_expenses)}" if closing.expenses else ""
        won = f" ({worth.coins(balance.won)}{spent})" if worth.currency else ""
        lines.append(f"{balance.name}: {signed(balance.net)}{won}")
    if closing.payments:
        lines += ["", *(payment_text(payment, worth) for payment in closing.payments)]
    elif night.settled_at is not None:
        lines += ["", "Nobody owes anybody anything."]
    return "\n".join(lines)


def payment_text(payment: Payment, worth: Worth) -> str:
    """Return a payment as a line: ``Bob pays Ann €2.50``."""
    paid = " (paid)" if payment.paid else ""
    return f"{payment.debtor or 'The box'} pays {payment.creditor or 'the box'} {worth.coins(payment.amount)}{paid}"


def signed(chips: int) -> str:
    """Return chips won or lost with their sign."""
    return f"{chips:+d}".replace("-", "−") if chips else "0"
