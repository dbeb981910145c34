"""Instructions for a night's payments: links and QR codes that payers open on their own device."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from flask import request
from segno.helpers import make_epc_qr

from app.dataclass import dataclass
from app.money.amounts import InputError, plain_amount
from app.money.payment_methods import KINDS, PaymentMethod, read_payment_method, stored_payment_method
from app.night.models import Night, Transfer
from app.text import full_sentence
from app.web.http.addresses import Qr, drawn_qr, qr_of


@dataclass(frozen=True, slots=True)
class PaymentInstructions:
    """How to make one payment.

    ``by``: the payment method. ``link``: the address that pays, if there is one. ``qr``: a code for that link or for a
    bank's app. ``name``: the payment in words.
    """

    by: str
    link: str
    qr: Qr | None
    name: str


@dataclass(frozen=True, slots=True)
class PaymentMethodFields:
    """The form fields for how a person is paid, as filled in, and the reason why they were refused."""

    kind: str = ""
    text: str = ""
    error: str = ""

    @property
    def kinds(self) -> Iterable[tuple[str, str]]:
        """The payment methods, as keys with labels."""
        return KINDS.items()


def payment_instructions(night: Night, payments: Iterable[Transfer]) -> dict[int, PaymentInstructions]:
    """Return, by the payment's id, how to make each open payment whose creditor has said how to pay them."""
    found = {}
    for payment in payments:
        method = stored_payment_method(payment.creditor.pay_by) if payment.creditor is not None else None
        if method is not None and payment.paid_at is None and payment.carried_to is None:
            found[payment.id] = _instructions(night, payment, method)
    return found


def payment_method_fields(pay_by: str) -> PaymentMethodFields:
    """Return the fields for a stored payment method."""
    method = stored_payment_method(pay_by)
    return PaymentMethodFields(method.kind, method.name) if method is not None else PaymentMethodFields()


def posted_payment_method() -> PaymentMethod | PaymentMethodFields | None:
    """Return the payment method posted, None if empty, or the fields with the reason why it is not valid."""
    kind, text = request.form.get("pay_kind", ""), request.form.get("pay_by", "")
    method = read_payment_method(kind, text)
    if isinstance(method, InputError):
        return PaymentMethodFields(kind if kind in KINDS else "", text[:200], full_sentence(method.reason))
    return method


def _instructions(night: Night, payment: Transfer, method: PaymentMethod) -> PaymentInstructions:
    code = night.currency
    link = method.link(payment.amount, code, night.name)
    if link:
        return PaymentInstructions(method.words, link, qr_of(link), payment.who)
    return PaymentInstructions(method.words, "", _bank_code(night, payment, method), payment.who)


def _bank_code(night: Night, payment: Transfer, method: PaymentMethod) -> Qr | None:
    """Return a code for banking apps, unless they cannot read one or the payment does not fit in it."""
    if not method.has_code(night.currency):
        return None
    amount = Decimal(plain_amount(payment.amount, night.currency))
    try:
        return drawn_qr(make_epc_qr(payment.creditor_name, method.name, amount, text=night.name).matrix)
    except ValueError:  # a billion euros or more, or names of many bytes
        return None
