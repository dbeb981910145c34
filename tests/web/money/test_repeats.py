"""A form sent again by a double tap, a browser or a weak network counts once, and gets the same response."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from app.night.acts import activity, queue
from app.night.acts.queue import Done
from app.night.acts.table import PlayFor
from app.night.db import db, writing
from app.night.models import Act, Ledger, Night
from app.night.validation import Problem
from tests.web.players.nights import Friday


@pytest.fixture
def friday(client: FlaskClient) -> Friday:
    friday = Friday(client)
    friday.sit("Ann", "Bob", "Cy")
    assert isinstance(queue.do(friday.night, PlayFor("EUR", 10)), Done)
    return friday


def money(friday: Friday) -> str:
    return friday.url.replace("/night", "/money")


def once(friday: Friday, page: str, action: str) -> str:
    """Return the idempotency mark in a form of a page."""
    html = friday.client.get(page).text
    forms = re.findall(rf'<form[^>]*action="{re.escape(action)}"[^>]*>(.*?)</form>', html, re.S)
    (mark, *_) = [match[1] for form in forms if (match := re.search(r'name="once" value="([^"]+)"', form))]
    return unescape(mark)


def acts(friday: Friday) -> int:
    db.session.rollback()
    return db.session.scalar(select(func.count()).select_from(Act).where(Act.night_id == friday.night.id)) or 0


def lines(friday: Friday) -> int:
    return db.session.scalar(select(func.count()).select_from(Ledger).where(Ledger.night_id == friday.night.id)) or 0


#: A page with a form, the form's address, and its fields; ``{ann}`` is a seat.
FORMS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "a buy-in on the money page": ("money", "money/chips", {"seat": "{ann}", "chips": "40", "cash": "1"}),
    "cash": ("money", "money/cash", {"seat": "{ann}", "amount": "5", "way": "in"}),
    "an expense": (
        "money",
        "money/expense",
        {"seat": "{ann}", "what": "pizza", "amount": "9", "shared": ["{ann}", "{bob}"]},
    ),
    "the quick buy-in": ("night", "night/seats/{ann}/buy", {"chips": "100"}),
    "more chips": ("night?seat={ann}", "night/seats/{ann}/buy", {"chips": "60"}),
    "a player who sits down": ("night", "night/seats", {"name": "Gus", "buy_in": "100"}),
}


def filled(friday: Friday, value: Any) -> Any:
    if isinstance(value, list):
        return [filled(friday, item) for item in value]
    return value.format(ann=friday.seat("Ann").id, bob=friday.seat("Bob").id)


@pytest.fixture(params=FORMS)
def send(request: pytest.FixtureRequest, friday: Friday) -> Callable[..., TestResponse]:
    """Return a function that sends one of the forms, with a given mark or that of a newly fetched page."""
    page, action, fields = FORMS[request.param]
    base = friday.url.removesuffix("night")
    page, action = base + filled(friday, page), base + filled(friday, action)
    entered = {name: filled(friday, value) for name, value in fields.items()}

    def sent(mark: str = "", **others: str) -> TestResponse:
        data = {**entered, **others, "once": mark or once(friday, page, action)}
        return friday.client.post(action, data=data)

    sent.mark = lambda: once(friday, page, action)  # type: ignore[attr-defined]
    return sent


def test_a_form_counts_once_however_often_it_is_sent(friday: Friday, send: Any) -> None:
    mark = send.mark()
    first = send(mark)
    assert first.status_code == 303
    entered = acts(friday), lines(friday)
    for _ in range(3):
        again = send(mark)
        assert (again.status_code, again.location) == (first.status_code, first.location)
    assert (acts(friday), lines(friday)) == entered


def test_a_form_sent_again_after_undo_stays_undone(friday: Friday, send: Any) -> None:
    mark = send.mark()
    send(mark)
    line = activity.night_log(friday.night.id)[0]
    assert not isinstance(queue.undo_act(friday.night, line.id, "it"), Problem)
    entered = acts(friday), lines(friday)
    assert send(mark).status_code == 303
    assert (acts(friday), lines(friday)) == entered


def test_the_form_of_a_new_page_counts_again(friday: Friday) -> None:
    for bought in (150, 200):
        mark = once(friday, money(friday), f"{money(friday)}/chips")
        friday.client.post(
            f"{money(friday)}/chips", data={"seat": friday.seat("Bob").id, "chips": "50", "cash": "0", "once": mark}
        )
        assert friday.seat("Bob").stack == bought


def test_another_entry_on_an_old_page_counts(friday: Friday) -> None:
    mark = once(friday, money(friday), f"{money(friday)}/chips")
    for chips in ("50", "20"):
        friday.client.post(
            f"{money(friday)}/chips", data={"seat": friday.seat("Bob").id, "chips": chips, "cash": "0", "once": mark}
        )
    assert friday.seat("Bob").stack == 170


def test_a_refused_form_can_be_corrected_and_sent_again(friday: Friday) -> None:
    mark = once(friday, friday.url, f"{friday.url}/seats")
    assert friday.post("seats", name="Ann", buy_in="100", once=mark).status_code == 422
    assert friday.post("seats", name="Gus", buy_in="100", once=mark).status_code == 303


def test_the_message_is_shown_once(friday: Friday) -> None:
    mark = once(friday, f"{friday.url}", f"{friday.url}/seats/{friday.seat('Ann').id}/buy")
    for _ in range(3):
        friday.do("Ann", "buy", chips="100", once=mark)
    assert friday.html().count("Ann buys 100 more") == 1


def test_a_pot_is_split_once(friday: Friday) -> None:
    hand = friday.deal()
    hand.tap("d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh", "p3 cbr 2", "p1 f", "p2 f")
    leave_in_pot(friday, 4)
    page = money(friday)
    mark = once(friday, page, f"{page}/split")
    for _ in range(3):
        assert friday.client.post(f"{page}/split", data={"once": mark}).status_code == 303
    assert sum(seat.stack or 0 for seat in friday.seats) == 300


def counts(friday: Friday, **chips: int) -> dict[str, str]:
    """Return the fields of the form for counting, with its mark and these stacks."""
    fields = {"once": once(friday, money(friday), f"{money(friday)}/count"), "why": "under the sofa"}
    for seat in friday.seats:
        fields[f"had-{seat.id}"] = str(seat.stack)
        fields[f"chips-{seat.id}"] = str(chips.get(seat.name, seat.stack))
    return fields


@pytest.mark.parametrize("path", ["accept", "settle", "end"])
def test_a_count_is_accepted_once_and_its_repeat_gets_the_same_response(friday: Friday, path: str) -> None:
    fields = counts(friday, Ann=94, Bob=97)
    first = friday.client.post(f"{money(friday)}/{path}", data=fields)
    assert first.status_code == 303
    entered = acts(friday), lines(friday)
    for _ in range(2):
        again = friday.client.post(f"{money(friday)}/{path}", data=fields)
        assert (again.status_code, again.location) == (first.status_code, first.location)
    assert (acts(friday), lines(friday)) == entered
    assert friday.seat("Ann").stack == 94


def test_a_correct_count_is_logged_once(friday: Friday) -> None:
    fields = counts(friday)
    for _ in range(3):
        assert friday.client.post(f"{money(friday)}/count", data=fields).status_code == 303
    assert [line.act.kind for line in activity.night_log(friday.night.id)].count("tally") == 1


def test_another_stack_counted_on_an_old_page_counts(friday: Friday) -> None:
    fields = counts(friday, Bob=94)
    for stacks in (fields, {**fields, f"chips-{friday.seat('Cy').id}": "95"}):
        assert friday.client.post(f"{money(friday)}/accept", data=stacks).status_code == 303
    assert {seat.name: seat.stack for seat in friday.seats} == {"Ann": 100, "Bob": 94, "Cy": 95}


def test_settling_up_on_a_second_screen_is_a_conflict(friday: Friday) -> None:
    first, second = counts(friday), counts(friday)
    assert friday.client.post(f"{money(friday)}/settle", data=first).status_code == 303
    assert friday.client.post(f"{money(friday)}/settle", data=second).status_code == 409


def leave_in_pot(friday: Friday, chips: int) -> None:
    """Reduce the award of the last hand by some chips, and carry them over to the next."""
    with writing() as session:
        night = session.get_one(Night, friday.night.id)
        award = session.scalars(select(Ledger).where(Ledger.night_id == night.id, Ledger.kind == "award")).one()
        award.amount -= chips
        night.carried = chips


@pytest.mark.parametrize("mark", ["", "x" * 100, "\0", "ä", "a b", "'"])
def test_a_forged_mark_is_ignored(friday: Friday, mark: str) -> None:
    for _ in range(2):
        assert friday.do("Ann", "buy", chips="10", once=mark).status_code == 303
    assert friday.seat("Ann").stack == 120
