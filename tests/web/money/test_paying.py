"""Ways to pay: shown on the tablet that settled the night and on the debtors' phones, and entered by the winners."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from app.money.payment_methods import PaymentMethod
from app.night.db import writing
from app.night.history.past_nights import Closing
from app.night.models import Night
from app.night.people import changing
from app.night.people.roster import Person, all_people
from app.night.play.call import end_night
from app.night.transfer.export import export_club
from tests.web.money.test_money import Money, words
from tests.web.phone.phones import phone_of, phone_page
from tests.web.tables import Table

IBAN = "DE89370400440532013000"


def person(name: str) -> Person:
    return next(person for person in all_people() if person.name == name)


@pytest.fixture
def settled(deal: Callable[..., Table]) -> Money:
    """Return the money page of an ended night on which Bob and Cy owe Ann."""
    money = Money(deal())
    money.post("settle", why="bet forgotten", **money.counts(Ann=130, Bob=90, Cy=80))
    end_night(money.night)
    assert [(pays.debtor_name, pays.amount) for pays in Closing(money.night).payments] == [("Bob", 100), ("Cy", 200)]
    return money


def test_the_tablet_shows_the_link_as_a_qr_code_and_in_the_text(settled: Money) -> None:
    changing.set_payment_method(person("Ann").id, PaymentMethod("paypal", "annsmith"))
    html = settled.client.get(settled.url).text
    assert "PayPal.me/annsmith" in words(html)
    assert 'aria-label="QR code: Bob pays Ann"' in html
    assert "Bob pays Ann €1.00: https://paypal.me/annsmith/1.00EUR" in words(html)


def test_only_the_debtors_phone_has_the_link(settled: Money) -> None:
    changing.set_payment_method(person("Ann").id, PaymentMethod("revolut", "ann"))
    bob, ann = phone_page(settled.table, "Bob"), phone_page(settled.table, "Ann")
    assert 'href="https://revolut.me/ann/1.00eur" rel="noreferrer"' in bob
    assert "You pay Ann €1.00" in words(bob)
    assert "Bob pays you €1.00 Cy pays you €2.00" in words(ann)
    assert "revolut" not in ann
    assert "revolut" not in settled.client.get(f"/tv/{settled.night.watch_key}").text


def test_an_iban_has_a_qr_code_for_banking_apps(settled: Money) -> None:
    changing.set_payment_method(person("Ann").id, PaymentMethod("iban", IBAN))
    cy = phone_page(settled.table, "Cy")
    assert "DE89 3704 0044 0532 0130 00 Scan it with a banking app." in words(cy)
    assert 'aria-label="QR code: Cy pays Ann"' in cy
    assert "Cy pays Ann €2.00: DE89 3704 0044 0532 0130 00" in settled.text()


@pytest.mark.parametrize(
    ("night", "ann", "amount"),
    [("Friday", "Ann", "1000000000"), ("\N{SLICE OF PIZZA}" * 60, "\N{JACK-O-LANTERN}" * 30, "10")],
)
def test_a_payment_that_does_not_fit_in_a_bank_code_shows_only_the_iban(
    deal: Callable[..., Table], night: str, ann: str, amount: str
) -> None:
    money = Money(deal(names=(ann, "Bob", "Cy")))
    with writing() as session:
        session.get_one(Night, money.night.id).name = night
    changing.set_payment_method(person(ann).id, PaymentMethod("iban", IBAN))
    bob = money.seat("Bob")
    money.post("expense", what="pizza", seat=money.seat(ann), amount=amount, shared=[bob])
    money.post("settle", **money.counts())
    assert "DE89 3704 0044 0532 0130 00" in money.text()
    assert "QR code" not in money.client.get(money.url).text


def test_a_payment_already_made_shows_no_way_to_pay(settled: Money) -> None:
    changing.set_payment_method(person("Ann").id, PaymentMethod("paypal", "annsmith"))
    for payment in Closing(settled.night).payments:
        settled.post(f"paid/{payment.id}", paid="1")
    assert "annsmith" not in settled.client.get(settled.url).text
    assert "annsmith" not in phone_page(settled.table, "Bob")


def test_a_winner_enters_on_their_phone_how_to_be_paid(settled: Money) -> None:
    address = f"{phone_of(settled.table, 'Ann')}/paid"
    refused = settled.client.post(address, data={"pay_kind": "iban", "pay_by": "DE88 3704"})
    assert refused.status_code == 422
    assert "That is not an IBAN: check the digits." in refused.text
    assert 'value="DE88 3704"' in refused.text
    assert settled.client.post(address, data={"pay_kind": "venmo", "pay_by": "@ann-s"}).status_code == 303
    assert person("Ann").pay_by == "venmo ann-s"
    assert 'value="ann-s"' in settled.client.get(address).text
    assert settled.client.post(address, data={"pay_kind": "venmo", "pay_by": ""}).status_code == 303
    assert person("Ann").pay_by == ""


def test_the_people_page_stores_a_way_to_pay_and_keeps_a_bad_one_as_typed(settled: Money) -> None:
    ann = person("Ann")
    fields = {"name": "Ann", "colour": ann.colour, "pay_kind": "paypal", "pay_by": "ann smith"}
    refused = settled.client.post(f"/people/{ann.id}", data=fields)
    assert refused.status_code == 422
    assert "Give the user name, such as annsmith." in refused.text
    assert 'value="ann smith"' in refused.text
    assert settled.client.post(f"/people/{ann.id}", data={**fields, "pay_by": "annsmith"}).status_code == 303
    assert person("Ann").pay_by == "paypal annsmith"
    taken = settled.client.post(f"/people/{ann.id}", data={**fields, "name": "Bob", "pay_by": "annie"})
    assert taken.status_code == 422
    assert 'value="annie"' in taken.text


def test_renaming_a_person_keeps_what_they_entered_on_their_phone_meanwhile(settled: Money) -> None:
    ann = person("Ann")
    form = (
        settled.client.get(f"/people?person={ann.id}").text.partition('class="person-forms"')[2].partition("</form>")[0]
    )
    shown = dict(re.findall(r'<input[^>]*name="(\w+)" value="([^"]*)"', form))
    fields = {**shown, "name": "Anna", "colour": ann.colour, "pay_kind": ""}
    assert shown["pay_by"] == ""
    changing.set_payment_method(ann.id, PaymentMethod("paypal", "annsmith"))
    assert settled.client.post(f"/people/{ann.id}", data=fields).status_code == 303
    assert person("Anna").pay_by == "paypal annsmith"
    cleared = {**fields, "paid_by": "paypal annsmith"}
    assert settled.client.post(f"/people/{ann.id}", data=cleared).status_code == 303
    assert person("Anna").pay_by == ""


def test_ways_to_pay_are_not_exported_and_are_removed_with_the_person(settled: Money) -> None:
    ann = person("Ann").id
    changing.set_payment_method(ann, PaymentMethod("iban", IBAN))
    assert IBAN not in "".join(export_club())
    changing.remove_person(ann)
    assert changing.payment_method_of(ann) == ""


def test_readers_who_write_commas_get_the_same_links_and_codes(settled: Money) -> None:
    german = {"Accept-Language": "de-DE"}
    changing.set_payment_method(person("Ann").id, PaymentMethod("iban", IBAN))
    code = re.compile(r'aria-label="QR code: Bob pays Ann".*?</svg>', re.DOTALL)
    pages = [settled.client.get(settled.url, headers=headers) for headers in (german, {})]
    assert [page.status_code for page in pages] == [200, 200]
    assert "Bob → pays Ann 1,00 €" in words(pages[0].text).replace("\N{NO-BREAK SPACE}", " ")
    codes = [code.findall(page.text) for page in pages]
    assert codes[0] == codes[1] != []
