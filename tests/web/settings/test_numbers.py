"""Numbers, money and dates: in each reader's locale, and in the club's for texts sent to everybody."""

from collections.abc import Callable, Mapping

import pytest
from flask.testing import FlaskClient

from app.dates import day_text
from app.locales import writing_for
from app.night.acts.queue import Done
from app.night.locale import club_locale
from app.night.models import Night
from app.night.people import seats
from app.night.play.call import next_hand
from tests.night import acting
from tests.web.phone.phones import phone_of, words
from tests.web.tables import Table

GERMAN = {"Accept-Language": "de-DE,de;q=0.9,en;q=0.8"}
AMERICAN = {"Accept-Language": "en-US"}


@pytest.fixture
def for_euros(deal: Callable[..., Table]) -> Table:
    """Return the table of Ann, Bob and Cy after a hand; a chip is worth ten cents."""
    table = deal("five-card-stud")
    table.enter("d misdeal")
    assert next_hand(table.night) is None
    assert isinstance(acting.play_for(table.night, "EUR", 10, ()), Done)
    return table


def seen(table: Table, path: str, headers: Mapping[str, str] | None = None) -> str:
    answer = table.client.get(path, headers=headers)
    assert answer.status_code == 200
    return words(answer.text)


def day(night: Night, locale: str = "") -> str:
    with writing_for(locale):
        return day_text(night.started_at)


def test_amounts_follow_the_readers_language(for_euros: Table) -> None:
    phone = phone_of(for_euros, "Bob")
    assert "10,00 €" in seen(for_euros, phone, GERMAN)
    assert "€10.00" in seen(for_euros, phone, AMERICAN)
    assert "€10.00" in seen(for_euros, phone)
    assert "10,00 €" in seen(for_euros, phone, {"Accept-Language": "xx, de;q=0.5"})


def test_dates_follow_the_readers_language(for_euros: Table) -> None:
    night = for_euros.night
    assert day(night, "en_US") in seen(for_euros, "/", AMERICAN)
    assert day(night) in seen(for_euros, "/", GERMAN)
    assert day(night, "en_US") != day(night)


def test_an_amount_in_a_field_follows_the_readers_language(for_euros: Table) -> None:
    settings = for_euros.client.get(f"/n/{for_euros.key}/settings", headers=GERMAN).text
    assert 'name="worth" value="0,10"' in settings
    for page in (settings, for_euros.client.get("/", headers=GERMAN).text):
        assert 'placeholder="0,10"' in page


def test_the_clubs_locale_applies_to_readers_who_request_none(for_euros: Table) -> None:
    phone = phone_of(for_euros, "Bob")
    assert for_euros.client.post("/settings/numbers", data={"locale": "de_DE"}).status_code == 303
    assert "10,00 €" in seen(for_euros, phone)
    assert "€10.00" in seen(for_euros, phone, AMERICAN)
    assert 'value="de_DE" selected' in for_euros.client.get("/settings").text
    for_euros.client.post("/settings/numbers", data={"locale": ""})
    assert "€10.00" in seen(for_euros, phone)


def test_the_text_to_send_is_in_the_clubs_locale(for_euros: Table) -> None:
    for_euros.client.post("/settings/numbers", data={"locale": "de_AT"})
    fields = {}
    for seat, chips in zip(seats.seats(for_euros.night), (120, 90, 90), strict=True):
        fields |= {f"had-{seat.id}": str(seat.stack), f"chips-{seat.id}": str(chips)}
    for_euros.client.post(f"/n/{for_euros.key}/money/settle", data=fields | {"why": "x"})
    money = seen(for_euros, f"/n/{for_euros.key}/money", AMERICAN)
    assert "Bob → pays Ann €1.00" in money
    assert "Bob pays Ann € 1,00" in money.replace("\u00a0", " ")


@pytest.mark.parametrize("typed", ["klingon", "de_DE\0", "x" * 5000, "../../etc"])
def test_an_unknown_locale_is_refused(client: FlaskClient, typed: str) -> None:
    assert client.post("/settings/numbers", data={"locale": "de_DE"}).status_code == 303
    assert client.post("/settings/numbers", data={"locale": typed}).status_code == 400
    assert club_locale() == "de_DE"
