"""Money as text: every written amount reads back, and unreadable text is refused with a reason."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.locales import writing_for
from app.money.amounts import (
    COMMON_CURRENCIES,
    MAX_MONEY,
    InputError,
    currency_names,
    known_currency,
    money_field,
    money_text,
    read_money,
)

CODES = st.sampled_from(["EUR", "USD", "CHF", "JPY", "KWD", "SEK", "HUF"])
LOCALES = st.sampled_from(["en", "de", "fr", "de_CH", "sv", "en_IN", "ja"])


@given(st.integers(0, MAX_MONEY), CODES, LOCALES)
def test_a_written_amount_reads_back(amount: int, code: str, locale: str) -> None:
    with writing_for(locale):
        # India groups digits in lakhs, which would be misread elsewhere.
        if locale != "en_IN" or amount < 100_000:
            assert read_money(money_text(amount, code), code) == amount
        assert read_money(money_field(amount, code), code) == amount


@settings(max_examples=200)
@given(st.text(max_size=6) | st.text("0123456789.,-' €EUR", max_size=12), CODES)
def test_any_text_is_an_amount_or_an_error(text: str, code: str) -> None:
    amount = read_money(text, code)
    if isinstance(amount, InputError):
        assert amount.reason
    else:
        assert 0 <= amount <= MAX_MONEY
        assert read_money(money_text(amount, code), code) == amount


@pytest.mark.parametrize(
    ("amount", "code", "locale", "text"),
    [
        (350, "EUR", "en", "€3.50"),
        (-350, "EUR", "en", "-€3.50"),
        (0, "EUR", "en", "€0.00"),
        (350, "CHF", "en", "CHF\u00a03.50"),
        (-350, "CHF", "en", "-CHF\u00a03.50"),
        (350, "CAD", "en", "CA$3.50"),
        (350, "JPY", "en", "¥350"),
        (3500, "KWD", "en", "KWD\u00a03.500"),
        (123_456, "USD", "en", "$1,234.56"),
        (123_456, "EUR", "de", "1.234,56\u00a0€"),
        (10**11, "EUR", "en", "€1,000,000,000.00"),
    ],
)
def test_money_is_written_as_in_the_locale(amount: int, code: str, locale: str, text: str) -> None:
    with writing_for(locale):
        assert money_text(amount, code) == text


@pytest.mark.parametrize(("amount", "code", "text"), [(350, "EUR", "3.50"), (5, "KWD", "0.005"), (350, "JPY", "350")])
def test_a_form_field_has_no_currency_symbol(amount: int, code: str, text: str) -> None:
    assert money_field(amount, code) == text
    with writing_for("de_DE"):
        assert money_field(amount, code) == text.replace(".", ",")


@pytest.mark.parametrize("locale", ["en_GB", "en_CA", "fr_CA", "de"])
def test_a_dollar_sign_is_read_in_every_locale(locale: str) -> None:
    with writing_for(locale):
        assert [read_money(text, "USD") for text in ("$3.50", money_text(350, "USD"), "USD 3.50")] == [350] * 3


@pytest.mark.parametrize(
    ("text", "code", "amount"),
    [
        ("3.50", "EUR", 350),
        ("3,50", "EUR", 350),
        ("3", "EUR", 300),
        (" 3.5 ", "EUR", 350),
        ("3.", "EUR", 300),
        (".5", "EUR", 50),
        ("0", "EUR", 0),
        ("007", "EUR", 700),
        ("€ 3.50", "EUR", 350),
        ("3,50 €", "EUR", 350),
        ("3.50 eur", "EUR", 350),
        ("1,234.50", "EUR", 123_450),
        ("1.234,50", "EUR", 123_450),
        ("1 234,50", "EUR", 123_450),
        ("1'234.50", "CHF", 123_450),
        ("1,234,567", "EUR", 123_456_700),
        ("1,234", "JPY", 1234),
        ("1.234", "JPY", 1234),
        ("1,234", "KWD", 1234),
        ("1000000000", "EUR", 10**11),
    ],
)
def test_amounts_are_read_in_many_notations(text: str, code: str, amount: int) -> None:
    assert read_money(text, code) == amount


@pytest.mark.parametrize(
    ("text", "code", "reason"),
    [
        ("", "EUR", "give an amount"),
        ("  € ", "EUR", "give an amount"),
        ("ten", "EUR", "write an amount such as 3.50"),
        (".", "EUR", "write an amount such as 3.50"),
        ("3.5.0", "EUR", "write an amount such as 3.50"),
        ("1,23,4.50", "EUR", "write an amount such as 3.50"),
        ("1,234,50", "EUR", "write an amount such as 3.50"),
        ("12 34", "EUR", "write an amount such as 3.50"),
        ("3 $", "EUR", "write an amount such as 3.50"),
        ("1e3", "EUR", "write an amount such as 3.50"),
        ("٣", "EUR", "write an amount such as 3.50"),
        ("x", "JPY", "write an amount such as 350"),
        ("-", "EUR", "write an amount such as 3.50"),
        ("-3", "EUR", "an amount cannot be below 0"),
        ("-€3.50", "EUR", "an amount cannot be below 0"),
        ("3.505", "EUR", "EUR has 2 decimals"),
        ("1,234", "EUR", "EUR has 2 decimals"),
        ("3.50", "JPY", "JPY has no decimals"),
        ("1000000000.01", "EUR", "at most €1,000,000,000.00"),
        ("9" * 5000, "EUR", "at most €1,000,000,000.00"),
    ],
)
def test_an_unreadable_amount_is_refused_with_a_reason(text: str, code: str, reason: str) -> None:
    assert read_money(text, code) == InputError(reason)


# Amounts are stored in the smallest coin, so changing one of these would change the meaning of stored amounts.
@pytest.mark.parametrize(
    ("code", "decimals"),
    [("JPY", 0), ("KRW", 0), ("KWD", 3), ("BHD", 3)] + [(code, 2) for code in COMMON_CURRENCIES[:-1]],
)
def test_a_currency_has_its_own_decimals(code: str, decimals: int) -> None:
    assert read_money("1", code) == 10**decimals


def test_a_currency_is_found_by_its_code() -> None:
    assert known_currency(" eur ") == "EUR"


@pytest.mark.parametrize("code", ["", "E", "EURO", "XXX", "XAU", "DEM", "€"])
def test_an_unknown_or_obsolete_currency_is_refused(code: str) -> None:
    assert known_currency(code) == InputError("give the three letters of a currency, such as EUR")


def test_a_form_offers_the_usual_currencies() -> None:
    assert tuple(code for code, _ in currency_names()) == COMMON_CURRENCIES
    assert tuple(map(known_currency, COMMON_CURRENCIES)) == COMMON_CURRENCIES
    assert currency_names()[0] == ("EUR", "Euro")
