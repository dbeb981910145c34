"""Ways to make a night's payments: links and QR codes that payers open on their own device."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from flask import request
from segno.helpers import make_epc_qr

from app.dataclass import dataclass
from app.money.amounts import InputError, money_field
from app.money.ways import KINDS, Way, read_way, stored_way
from app.night.models import Night, Transfer
from app.text import full_sentence
from app.web.http.addresses import Qr, drawn_qr, qr_of


@dataclass(frozen=True, slots=True)
class HowToPay:
    """A way to make one payment.

    ``by``: the way in words. ``link``: the address that pays, if there is one. ``qr``: a code for that link or for a
    bank's app. ``name``: the payment in words.
    """

    by: str
    link: str
    qr: Qr | None
    name: str


@dataclass(frozen=True, slots=True)
class WayFields:
    """The form fields for how a person is paid, as filled in, and the reason why they were refused."""

    kind: str = ""
    text: str = ""
    error: str = ""

    @property
    def kinds(self) -> Iterable[tuple[str, str]]:
        """The ways to be paid, as keys with labels."""
        return KINDS.items()


def ways_to_pay(night: Night, payments: Iterable[Transfer]) -> dict[int, HowToPay]:
    """Return, by the payment's id, how to make each open payment whose creditor has said how to pay them."""
    found = {}
    for payment in payments:
        way = stored_way(payment.creditor.pay_by) if payment.creditor is not None else None
        if way is not None and payment.paid_at is None and payment.carried_to is None:
            found[payment.id] = _how(night, payment, way)
    return found


def way_fields(pay_by: str) -> WayFields:
    """Return the fields for a stored way."""
    way = stored_way(pay_by)
    return WayFields(way.kind, way.name) if way is not None else WayFields()


def posted_way() -> Way | WayFields | None:
    """Return the way in the posted form, None if it is empty, or the fields with the reason if it is not valid."""
    kind, text = request.form.get("pay_kind", ""), request.form.get("pay_by", "")
    way = read_way(kind, text)
    if isinstance(way, InputError):
        return WayFields(kind if kind in KINDS else "", text[:200], full_sentence(way.reason))
    return way


def _how(night: Night, payment: Transfer, way: Way) -> HowToPay:
    code = night.currency
    link = way.link(payment.amount, code, night.name)
    if link:
        return HowToPay(way.words, link, qr_of(link), payment.who)
    return HowToPay(way.words, "", _bank_code(night, payment, way), payment.who)


def _bank_code(night: Night, payment: Transfer, way: Way) -> Qr | None:
    """Return a code for banking apps, unless they cannot read one or the payment does not fit in it."""
    if not way.has_code(night.currency):
        return None
    amount = Decimal(money_field(payment.amount, night.currency))
    try:
        return drawn_qr(make_epc_qr(payment.creditor_name, way.name, amount, text=night.name).matrix)
    except ValueError:  # a billion euros or more, or names of many bytes
        return None
