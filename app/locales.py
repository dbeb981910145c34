"""The reader's locale, and numbers and money in its format. The words are English for everybody.

A reader is known by a locale such as ``de_DE``, derived from the languages of the browser. The code that answers a
request sets it for the thread; without one, numbers are written as in English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from decimal import Decimal
from functools import cache, lru_cache

from babel import Locale, UnknownLocaleError
from babel.numbers import format_currency, format_decimal, format_percent, get_currency_symbol

_NUMBERS = "en"
#: The locales offered in a form; any other known locale can be set, too.
_OFFERED = (
    "cs_CZ da_DK de_AT de_CH de_DE en_AU en_CA en_GB en_IE en_IN en_US es_ES es_MX fi_FI fr_CA fr_FR it_IT ja_JP nb_NO"
    " nl_NL pl_PL pt_BR pt_PT sv_SE"
)
_reader: ContextVar[str | Callable[[], str]] = ContextVar("reader", default="")


def set_reader(locale: str | Callable[[], str]) -> None:
    """Set the reader's locale in this thread from here on; empty for a reader without one.

    A function is called once, when something is first formatted.
    """
    _reader.set(locale)


@contextmanager
def writing_for(locale: str) -> Iterator[None]:
    """Write for a reader with this locale; if it is empty, for the current reader."""
    if not locale:
        yield
        return
    before = _reader.set(locale)
    try:
        yield
    finally:
        _reader.reset(before)


def known_locale(text: str) -> str:
    """Return the locale for a language tag or a locale, such as ``de-DE``; empty if unknown."""
    try:
        return str(Locale.parse(text.strip(), sep="-" if "-" in text else "_"))
    except (ValueError, UnknownLocaleError):
        return ""


@cache
def offered_locales() -> tuple[tuple[str, str], ...]:
    """Return the locales offered in a form, with their names: ``German (Germany)``."""
    named = ((code, Locale.parse(code).get_display_name("en") or code) for code in _OFFERED.split())
    return tuple(sorted(named, key=lambda row: row[1]))


def number_text(number: int) -> str:
    """Return a number with its thousands separated: ``1,234``, or ``1.234`` in Germany."""
    return format_decimal(number, locale=_locale() or _NUMBERS)


def percent_text(part: float) -> str:
    """Return a fraction in whole percent: ``62%``, or ``62 %`` in Germany; ``<1%`` and ``>99%`` at the very ends."""
    locale = _locale() or _NUMBERS
    if 0 < part < 0.005:
        return f"<{format_percent(0.01, locale=locale)}"
    if 0.995 <= part < 1:
        return f">{format_percent(0.99, locale=locale)}"
    return format_percent(part, locale=locale)


def currency_text(amount: Decimal, code: str) -> str:
    """Return an amount of money with its currency: ``€3.50``, or ``3,50 €`` in Germany."""
    return format_currency(amount, code, locale=_locale() or _NUMBERS)


def currency_marks(code: str) -> list[str]:
    """Return the symbols the reader may write for a currency, besides its code, the longest first: ``US$``, ``$``."""
    marks = {get_currency_symbol(code, locale=locale) for locale in (_locale() or _NUMBERS, _NUMBERS)}
    return sorted(marks, key=len, reverse=True)


def decimal_point() -> str:
    """Return the reader's decimal separator: a comma or a dot."""
    return "," if format_decimal(Decimal("0.5"), locale=_locale() or _NUMBERS)[1:2] == "," else "."


def date_style() -> tuple[bool, bool]:
    """Return whether the reader writes the month before the day, and whether with a 12-hour clock."""
    return _style_of(_locale())


def _locale() -> str:
    reader = _reader.get()
    if not isinstance(reader, str):
        reader = reader()
        _reader.set(reader)
    return reader


@lru_cache(maxsize=256)
def _style_of(locale: str) -> tuple[bool, bool]:
    if not locale:
        return False, False
    known = Locale.parse(locale)
    day, time = known.date_formats["long"].pattern, known.time_formats["short"].pattern
    return day.startswith("M"), "h" in time or "K" in time
