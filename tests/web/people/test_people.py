"""The people page: who may open it, whom they may change, and refusals."""

import re
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.money.payment_methods import PaymentMethod
from app.night.models import Night
from app.night.people import changing
from app.night.people.roster import Person, all_people
from app.night.people.seats import seats
from app.night.play.call import end_night
from tests.seating import add_player
from tests.web.players.nights import Friday
from tests.web.tables import buttons

pytestmark = pytest.mark.usefixtures("code")


def begin(client: FlaskClient, name: str, *players: str) -> Night:
    return Friday(client, name).sit(*players).night


@pytest.fixture
def friday(client: FlaskClient) -> Night:
    return begin(client, "Friday", "Ann", "Bob", "Cy")


@pytest.fixture
def stranger(client: FlaskClient) -> FlaskClient:
    return client.application.test_client()


def person(name: str) -> Person:
    return next(person for person in all_people() if person.name == name)


def listed(html: str) -> list[str]:
    return re.findall(r'<li class="person-row"[^>]*aria-label="([^"]+)"', html)


def test_people_are_listed_with_their_initials(client: FlaskClient, friday: Night) -> None:
    html = client.get("/people").text
    assert sorted(listed(html)) == ["Ann", "Bob", "Cy"]
    assert 'class="badge badge-' in html
    assert ">An</span>" in html
    assert "1 night, last on" in html


def test_settings_and_people_link_to_each_other(client: FlaskClient, friday: Night) -> None:
    assert 'href="/people"' in client.get("/settings").text
    assert f'href="/people?night={friday.key}"' in client.get(f"/n/{friday.key}/settings").text
    html = client.get(f"/people?night={friday.key}").text
    assert f'href="/n/{friday.key}/settings" aria-label="Settings"' in html


def test_a_name_and_colour_are_changed_and_the_night_stays_in_the_address(client: FlaskClient, friday: Night) -> None:
    bob = person("Bob")
    html = client.get(f"/people?person={bob.id}&night={friday.key}").text
    assert "Save" in buttons(html)
    offered = re.findall(r'aria-label="(\w+)"(?: checked)?>\s*<span><i class="badge', html)
    assert offered == "Coral Amber Lime Mint Sky Violet Rose Sand Aqua Pearl".split()
    answer = client.post(f"/people/{bob.id}", data={"name": " Rob ", "colour": "rose", "night": friday.key})
    assert (answer.status_code, answer.location) == (303, f"/people?night={friday.key}")
    assert person("Rob").colour == "rose"
    assert "Rob is saved" in client.get(answer.location).text
    assert 'class="badge badge-rose" aria-hidden="true"><span>Ro<' in client.get(f"/n/{friday.key}/night").text


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"name": "", "colour": "rose"}, "Give a name."),
        ({"name": "ann", "colour": "rose"}, "Ann is somebody else; if they are the same person, merge them."),
        ({"name": "Bob", "colour": "puce"}, "Choose one of these colours."),
        ({}, "Give a name."),
    ],
)
def test_a_bad_name_or_colour_is_refused_with_the_reason(
    client: FlaskClient, friday: Night, fields: dict[str, str], why: str
) -> None:
    answer = client.post(f"/people/{person('Bob').id}", data=fields)
    assert answer.status_code == 422
    assert why in answer.text
    assert sorted(listed(answer.text)) == ["Ann", "Bob", "Cy"]


def test_a_name_saved_at_the_same_moment_leaves_how_a_player_is_paid_as_set_on_the_phone(
    client: FlaskClient, friday: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob, change_person = person("Bob").id, changing.change_person

    def change_after_the_phone(*given: Any, **how: Any) -> object:
        changing.set_payment_method(bob, PaymentMethod("venmo", "bob"))
        return change_person(*given, **how)

    monkeypatch.setattr(changing, "change_person", change_after_the_phone)
    fields = {"name": "Robert", "colour": "mint", "pay_by": "", "paid_by": ""}
    assert client.post(f"/people/{bob}", data=fields).status_code == 303
    assert (person("Robert").colour, person("Robert").pay_by) == ("mint", "venmo bob")


def test_people_can_be_merged_unless_they_sat_together(client: FlaskClient, friday: Night) -> None:
    saturday = begin(client, "Saturday", "Anne", "Bob")
    ann, anne, bob = person("Ann"), person("Anne"), person("Bob")
    html = client.get(f"/people?person={ann.id}").text
    assert re.findall(r'<option value="(\d+)">', html) == [str(anne.id)]
    refused = client.post(f"/people/{anne.id}/merge", data={"other": bob.id})
    assert refused.status_code == 422
    assert "Both Anne and Bob sat at Saturday" in refused.text
    answer = client.post(f"/people/{ann.id}/merge", data={"other": anne.id})
    assert answer.status_code == 303
    assert "Anne is Ann now" in client.get(answer.location).text
    assert [seat.name for seat in seats(saturday)] == ["Ann", "Bob"]


def test_a_person_can_be_removed_once_they_sit_nowhere(client: FlaskClient, friday: Night) -> None:
    cy = person("Cy")
    refused = client.post(f"/people/{cy.id}/remove")
    assert refused.status_code == 422
    assert "Cy still sits at Friday" in refused.text
    end_night(friday)
    answer = client.post(f"/people/{cy.id}/remove")
    assert answer.status_code == 303
    assert sorted(listed(client.get("/people").text)) == ["Ann", "Bob"]


def test_a_link_is_renewed(client: FlaskClient, friday: Night) -> None:
    old = seats(friday)[0].key
    assert client.post(f"/people/{person('Ann').id}/renew").status_code == 303
    assert client.get(f"/p/{old}").status_code == 404


def test_a_stranger_cannot_see_or_change_people(stranger: FlaskClient, friday: Night) -> None:
    for answer in (stranger.get("/people"), stranger.post(f"/people/{person('Ann').id}", data={"name": "X"})):
        assert answer.status_code == 403
        assert "Only a host&#39;s device can do that" in answer.text
        assert "Ann" not in answer.text
    assert 'href="/people"' not in stranger.get("/").text


def test_a_dealer_changes_only_people_who_played_at_no_other_night(
    client: FlaskClient, stranger: FlaskClient, friday: Night
) -> None:
    saturday = begin(client, "Saturday", "Ann", "Di")
    stranger.get(f"/n/{saturday.key}/night")
    html = stranger.get("/people").text
    assert sorted(listed(html)) == ["Ann", "Di"]
    assert "only be changed on the host's device" in html
    ann, di, bob = person("Ann"), person("Di"), person("Bob")
    for path, fields in (
        (f"{ann.id}", {"name": "X", "colour": "mint"}),
        (f"{bob.id}", {"name": "X", "colour": "mint"}),
        (f"{ann.id}/remove", {}),
        (f"{ann.id}/renew", {}),
        (f"{di.id}/merge", {"other": str(bob.id)}),
        (f"{bob.id}/merge", {"other": str(di.id)}),
    ):
        assert stranger.post(f"/people/{path}", data=fields).status_code == 403
    assert stranger.post(f"/people/{di.id}", data={"name": "Diana", "colour": "mint"}).status_code == 303
    assert {person.name for person in all_people()} == {"Ann", "Bob", "Cy", "Diana"}


def test_a_host_changes_everyone(client: FlaskClient, stranger: FlaskClient, friday: Night, code: str) -> None:
    stranger.post("/host", data={"code": code})
    assert sorted(listed(stranger.get("/people").text)) == ["Ann", "Bob", "Cy"]
    assert stranger.post(f"/people/{person('Ann').id}", data={"name": "Anna", "colour": "sky"}).status_code == 303


@pytest.mark.parametrize("path", ["999", "999/merge", "999/remove", "999/renew", "9" * 40])
def test_an_unknown_person_is_not_found(client: FlaskClient, friday: Night, path: str) -> None:
    assert client.post(f"/people/{path}", data={"other": "1"}).status_code == 404


def test_odd_queries_and_merges_break_nothing(client: FlaskClient, friday: Night) -> None:
    for query in ("person=x", "person=-1", "person=" + "9" * 40, "night=nonsense"):
        assert client.get(f"/people?{query}").status_code == 200
    assert client.post(f"/people/{person('Ann').id}/merge", data={"other": "x"}).status_code == 400
    assert client.post(f"/people/{person('Ann').id}/merge", data={}).status_code == 400


def test_names_are_escaped(client: FlaskClient, friday: Night) -> None:
    name = '<i>"Di"</i>'
    add_player(friday, name, 100)
    html = client.get(f"/people?person={person(name).id}").text
    assert "<i>" not in html
    assert "&lt;i&gt;&#34;Di&#34;" in html


def test_the_page_says_if_nobody_has_played(client: FlaskClient, code: str) -> None:
    client.post("/host", data={"code": code})
    assert "Nobody has played yet" in client.get("/people").text


def test_the_page_warns_what_merging_and_removing_will_lose(client: FlaskClient, friday: Night) -> None:
    begin(client, "Saturday", "Ann", "Gus")
    html = unescape(client.get(f"/people?person={person('Gus').id}").text)
    text = " ".join(re.sub(r"<[^>]+>", " ", html).split())
    assert 'Gus\'s name disappears from 1 night, its hands and its log, which then say "a former player".' in text
    assert "Gus's phone goes blank. Chips and debts stay as they are. This cannot be undone." in text
    assert "Bob, 1 night" in text
    assert "The other name, colour and phone link are lost, and this cannot be undone." in text
