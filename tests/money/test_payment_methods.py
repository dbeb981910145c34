"""Ways to be paid: accepted input, refusals, and payment links."""

import pytest

from app.locales import writing_for
from app.money.amounts import InputError
from app.money.payment_methods import PaymentMethod, read_payment_method, stored_payment_method


@pytest.mark.parametrize(
    ("kind", "text", "name"),
    [
        ("paypal", "annsmith", "annsmith"),
        ("paypal", " https://www.paypal.me/annsmith/ ", "annsmith"),
        ("paypal", "https://www.paypal.com/paypalme/annsmith", "annsmith"),
        ("venmo", "@ann-smith", "ann-smith"),
        ("venmo", "https://account.venmo.com/u/ann-smith", "ann-smith"),
        ("cashapp", "$annsmith", "annsmith"),
        ("cashapp", "https://cash.app/$annsmith", "annsmith"),
        ("revolut", "revolut.me/ann.smith", "ann.smith"),
        # Example accounts of the IBAN registry, as printed there.
        ("iban", "de89 3704 0044 0532 0130 00", "DE89370400440532013000"),
        ("iban", "GB29 NWBK 6016 1331 9268 19", "GB29NWBK60161331926819"),
        ("words", "Cash, next  time", "Cash, next time"),
        ("words", "x" * 80, "x" * 80),
    ],
)
def test_a_way_to_pay_is_read_as_typed_or_pasted(kind: str, text: str, name: str) -> None:
    method = read_payment_method(kind, text)
    assert method == PaymentMethod(kind, name)
    assert isinstance(method, PaymentMethod)
    assert stored_payment_method(method.stored) == method


@pytest.mark.parametrize(
    ("kind", "text", "reason"),
    [
        ("", "ann", "choose a way to be paid"),
        ("cheque", "ann", "choose a way to be paid"),
        ("paypal", "ann smith", "give the user name, such as annsmith"),
        ("paypal", "https://evil.example/annsmith", "give the user name, such as annsmith"),
        ("venmo", "ann?txn=pay&amount=1000", "give the user name, such as ann-smith"),
        ("revolut", "../login", "give the user name, such as annsmith"),
        ("iban", "DE88 3704 0044 0532 0130 00", "that is not an IBAN: check the digits"),
        ("iban", "DE89", "that is not an IBAN: check the digits"),
        ("words", "x" * 81, "at most 80 letters that can be shown"),
        ("words", "a\u202eb", "at most 80 letters that can be shown"),
    ],
)
def test_an_invalid_way_to_pay_is_refused_with_a_reason(kind: str, text: str, reason: str) -> None:
    assert read_payment_method(kind, text) == InputError(reason)


def test_an_empty_or_unknown_way_to_pay_is_none() -> None:
    assert read_payment_method("iban", "  ") is None
    assert stored_payment_method("") is None
    assert stored_payment_method("cheque ann") is None
    assert stored_payment_method("paypal") is None


@pytest.mark.parametrize(
    ("kind", "code", "address"),
    [
        ("paypal", "EUR", "https://paypal.me/ann/12.50EUR"),
        ("paypal", "JPY", "https://paypal.me/ann/1250JPY"),
        ("venmo", "USD", "https://venmo.com/ann?txn=pay&amount=12.50&note=Friday%20%26%20more"),
        ("venmo", "EUR", "https://venmo.com/u/ann"),
        ("cashapp", "GBP", "https://cash.app/$ann/12.50"),
        ("cashapp", "EUR", "https://cash.app/$ann"),
        ("revolut", "EUR", "https://revolut.me/ann/12.50eur"),
        ("iban", "EUR", ""),
        ("words", "EUR", ""),
    ],
)
def test_the_link_includes_the_amount_if_the_service_takes_the_currency(kind: str, code: str, address: str) -> None:
    assert PaymentMethod(kind, "ann").link(1250, code, "Friday & more") == address


def test_only_payments_in_euros_to_an_iban_have_a_bank_code() -> None:
    assert PaymentMethod("iban", "DE89370400440532013000").has_code("EUR")
    assert not PaymentMethod("iban", "DE89370400440532013000").has_code("USD")
    assert not PaymentMethod("paypal", "ann").has_code("EUR")


def test_a_way_to_pay_is_written_in_its_usual_form() -> None:
    assert [PaymentMethod(kind, "ann").words for kind in ("paypal", "venmo", "cashapp", "revolut", "words")] == [
        *("PayPal.me/ann", "Venmo @ann", "Cash App $ann", "Revolut @ann", "ann"),
    ]
    assert PaymentMethod("iban", "DE89370400440532013000").words == "DE89 3704 0044 0532 0130 00"


def test_a_link_has_a_decimal_point_for_every_reader() -> None:
    with writing_for("de_DE"):
        assert PaymentMethod("paypal", "ann").link(1250, "EUR", "Friday") == "https://paypal.me/ann/12.50EUR"
        assert "amount=12.50&" in PaymentMethod("venmo", "ann").link(1250, "USD", "Friday")
