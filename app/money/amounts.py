"""Amounts of money: parsed from typed text and written in the reader's format, never as floats.

An amount is a whole number of the smallest coin of its currency: 350 is 3.50 euros, or 350 yen.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache

from babel.core import get_global
from babel.numbers import get_currency_name, get_currency_precision

from app.dataclass import dataclass
from app.locales import currency_marks, currency_text, decimal_point
from app.text import counted

#: The largest amount, in the smallest coin.
MAX_MONEY = 10**11

#: The currencies that a form offers first.
COMMON_CURRENCIES = ("EUR", "USD", "GBP", "CHF", "CAD", "AUD", "SEK", "JPY")

# A space, perhaps narrow or non-breaking, or an apostrophe may separate thousands.
_THOUSANDS_GAP = re.compile("(?<=[0-9])[ \u00a0\u202f'’](?=[0-9]{3}(?![0-9]))")
_LETTER_BEFORE_DIGIT = re.compile(r"(?<=[^\W\d_])(?=\d)")
_GROUPED_BY_POINTS = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,3}(?:\.[0-9]{3})+")
_WITH_DECIMALS = re.compile(
    r"(?P<whole>[0-9]*|[0-9]{1,3}(?:,[0-9]{3})+(?=\.)|[0-9]{1,3}(?:\.[0-9]{3})+(?=,))[.,](?P<decimals>[0-9]*)"
)


@dataclass(frozen=True, slots=True)
class InputError:
    """The reason for refusing an input, in plain words.

    For a chip set, ``row`` is the index of the chip at fault and ``about`` its field.
    """

    reason: str
    row: int | None = None
    about: str = ""


def known_currency(typed: str) -> str | InputError:
    """Return the ISO 4217 code typed, in upper or lower case, of a currency in use today."""
    code = typed.strip().upper()
    return code if code in _in_use() else InputError("give the three letters of a currency, such as EUR")


def currency_names() -> list[tuple[str, str]]:
    """Return the codes and names of the currencies to offer in a form."""
    return [(code, get_currency_name(code, locale="en")) for code in COMMON_CURRENCIES]


def money_text(amount: int, code: str) -> str:
    """Return an amount with its currency in the reader's format: ``€3.50``, ``-€3.50``, ``CHF 3.50``, ``3,50 €``.

    There are no line breaks between the figures and the currency.
    """
    return _LETTER_BEFORE_DIGIT.sub("\u00a0", currency_text(_decimal(amount, code), code))


def money_field(amount: int, code: str) -> str:
    """Return an amount for an input field, in the reader's format: ``3.50`` or ``3,50``."""
    return plain_amount(amount, code).replace(".", decimal_point())


def plain_amount(amount: int, code: str) -> str:
    """Return an amount for other programs, with a decimal point for every reader: ``3.50``."""
    return f"{_decimal(amount, code):f}"


def read_money(text: str, code: str) -> int | InputError:
    """Parse a typed amount, in the smallest coin. A comma counts as a dot.

    Also reads the output of :func:`money_text` and :func:`money_field`: the symbol or code of the currency may come
    before or after the figures, and thousands may be separated. In a currency with decimals, a single comma or dot
    always starts the decimals, so ``1,234`` is refused rather than guessed at.
    """
    precision = get_currency_precision(code)
    figures = _THOUSANDS_GAP.sub("", _without_currency(text, code))
    if not figures:
        return InputError("give an amount")
    below_zero = figures[0] in "-−"
    parts = _split(figures[1:] if below_zero else figures, precision)
    if parts is None:
        return InputError(f"write an amount such as {money_field(350, code)}")
    if below_zero:
        return InputError("an amount cannot be below 0")
    whole, decimals = parts
    if len(decimals) > precision:
        return InputError(f"{code} has {counted(precision, 'decimal') if precision else 'no decimals'}")
    digits = (whole + decimals.ljust(precision, "0")).lstrip("0") or "0"
    if len(digits) > len(str(MAX_MONEY)) or int(digits) > MAX_MONEY:
        return InputError(f"at most {money_text(MAX_MONEY, code)}")
    return int(digits)


def _split(figures: str, precision: int) -> tuple[str, str] | None:
    """Return the digits before and after the decimal point, in a currency with ``precision`` decimals."""
    if figures.isascii() and figures.isdigit():
        return figures, ""
    points = sum(figures.count(point) for point in ",.")
    if _GROUPED_BY_POINTS.fullmatch(figures) and (points > 1 or not precision):
        return re.sub("[.,]", "", figures), ""
    match = _WITH_DECIMALS.fullmatch(figures)
    if match is None or points == len(figures):
        return None
    return re.sub("[.,]", "", match["whole"]), match["decimals"]


def _without_currency(text: str, code: str) -> str:
    """Strip the symbol or code of the currency, and the spaces around it."""
    text = text.strip()
    sign = text[:1] if text[:1] in ("-", "−") else ""
    figures = text[len(sign) :].strip()
    for mark in (code, *currency_marks(code)):
        if figures[: len(mark)].casefold() == mark.casefold():
            figures = figures[len(mark) :].strip()
        elif figures[-len(mark) :].casefold() == mark.casefold():
            figures = figures[: -len(mark)].strip()
    return sign + figures


def _decimal(amount: int, code: str) -> Decimal:
    return Decimal(amount).scaleb(-get_currency_precision(code))


@cache
def _in_use() -> frozenset[str]:
    """Return the codes of currencies that are legal tender somewhere and have no last day."""
    territories = get_global("territory_currencies").values()
    return frozenset(
        code for currencies in territories for code, _, last_day, tender in currencies if tender and last_day is None
    )
