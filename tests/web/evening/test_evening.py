"""The next evening: set by the host, answered on phones, added to calendars, and remembered when a night starts."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from app.games.house import Stakes
from app.night.db import writing
from app.night.models import CLUB, Club, Night, Seat
from app.night.next_evening import DURATION, next_evening
from app.night.nights import end_night, start_night
from app.night.people.seats import seats
from app.night.play.call import next_hand
from app.night.version import night_versions
from tests.seating import add_player
from tests.web.phone.phones import look, night_of, phone_of, words
from tests.web.tables import Table

DAY = datetime.now().astimezone().replace(hour=19, minute=30, second=0, microsecond=0) + timedelta(days=8)


@pytest.fixture
def over(deal: Callable[..., Table]) -> Table:
    """A night of Ann, Bob and Cy that has ended."""
    table = deal("five-card-stud")
    table.enter("d misdeal")
    assert next_hand(night_of(table)) is None
    assert end_night(night_of(table)) is None
    return table


def plan(table: Table, day: datetime = DAY, place: str = "At Dee’s") -> int:
    fields = {"day": f"{day:%Y-%m-%d}", "time": f"{day:%H:%M}", "place": place}
    return table.client.post("/evening", data=fields).status_code


def says(table: Table, name: str, answer: str) -> int:
    return table.client.post(f"{phone_of(table, name)}/comes", data={"comes": answer}).status_code


def test_the_host_sets_a_day_and_every_phone_asks(over: Table) -> None:
    assert "Are you coming?" not in words(look(over, "Ann"))
    assert plan(over) == 303
    when = f"{DAY:%A %-d %B, %H:%M}, At Dee’s"
    assert f"Are you coming? {when}" in words(look(over, "Ann"))
    assert when in words(over.client.get("/").text)


def test_phones_of_people_who_missed_the_last_night_hear_of_it_too(over: Table) -> None:
    saturday = start_night("Saturday", Stakes(), {}, True)
    assert isinstance(saturday, Night)
    assert isinstance(add_player(saturday, "Dee", 100), Seat)
    end_night(saturday)
    ids = night_of(over).id, saturday.id
    before = night_versions(ids)
    plan(over)
    after = night_versions(ids)
    assert all(before[night] != after[night] for night in ids)


def test_who_comes_stands_on_the_start_page(over: Table) -> None:
    plan(over)
    assert [says(over, name, answer) for name, answer in (("Ann", "yes"), ("Bob", "no"), ("Cy", "maybe"))] == [303] * 3
    html = words(over.client.get("/").text)
    assert "Coming: Ann Maybe: Cy Not coming: Bob" in html
    assert 'value="no" aria-pressed="true"' in look(over, "Bob")
    assert says(over, "Bob", "yes") == 303
    assert "Coming: Ann, Bob Maybe: Cy" in words(over.client.get("/").text)


def test_who_does_not_come_is_not_seated_again(over: Table) -> None:
    plan(over)
    says(over, "Bob", "no")
    answer = over.client.post("/again")
    assert answer.status_code == 303
    key = answer.headers["Location"].split("/")[2]
    again = night_of(Table(over.client, key, 0))
    assert [seat.name for seat in seats(again)] == ["Ann", "Cy"]


def test_the_form_proposes_a_week_after_the_last_night_where_the_last_one_was(over: Table) -> None:
    def proposed() -> list[str]:
        return re.findall(r'name="(?:day|time|place)"[^>]* value="([^"]*)"', over.client.get("/evening").text)

    began = night_of(over).started_at.astimezone()
    assert proposed() == [f"{began + timedelta(days=7):%Y-%m-%d}", "19:30", ""]
    assert plan(over, DAY.replace(hour=20, minute=15)) == 303
    with writing() as session:
        session.get_one(Night, night_of(over).id).started_at -= timedelta(days=16)
        session.get_one(Club, CLUB).next_at -= timedelta(days=10)
    assert proposed() == [f"{began + timedelta(days=5):%Y-%m-%d}", "20:15", "At Dee’s"]


def test_another_day_asks_again_and_another_place_does_not(over: Table) -> None:
    plan(over)
    says(over, "Ann", "yes")
    plan(over, place="At Cy’s")
    assert "Coming: Ann" in words(over.client.get("/").text)
    plan(over, DAY + timedelta(days=1))
    assert "Coming" not in words(over.client.get("/").text)


def test_calendars_get_the_evening(over: Table) -> None:
    plan(over, place="At Dee’s, 2nd floor; ring")
    begins = f"{DAY.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    ends = f"{(DAY + DURATION).astimezone(UTC):%Y%m%dT%H%M%SZ}"
    for path in ("/evening/evening.ics", f"{phone_of(over, 'Ann')}/evening.ics"):
        answer = over.client.get(path)
        assert answer.mimetype == "text/calendar"
        lines = answer.text.split("\r\n")
        assert {f"DTSTART:{begins}", f"DTEND:{ends}", "SUMMARY:Poker", "LOCATION:At Dee’s\\, 2nd floor\\; ring"} <= {
            *lines
        }
        assert all(len(line.encode()) <= 75 for line in lines)


def test_long_places_are_folded_between_letters(over: Table) -> None:
    plan(over, place="ü" * 80)
    lines = over.client.get("/evening/evening.ics").text.split("\r\n")
    assert all(len(line.encode()) <= 75 for line in lines)
    assert "LOCATION:" + "ü" * 80 in "\r\n".join(lines).replace("\r\n ", "")


@pytest.mark.parametrize(
    ("day", "place"),
    [(datetime(2001, 1, 1).astimezone(), ""), (DAY + timedelta(days=500), ""), (DAY, "x" * 81), (DAY, "a\x00b")],
)
def test_what_cannot_be_is_refused_and_kept_in_the_form(over: Table, day: datetime, place: str) -> None:
    assert plan(over, day, place) == 422
    assert next_evening() is None


@pytest.mark.parametrize("day", ["", "soon", "2026-02-30", "99999-01-01", "2026-01-01T00"])
def test_what_is_no_day_is_refused(over: Table, day: str) -> None:
    answer = over.client.post("/evening", data={"day": day, "time": "19:30", "place": "At Dee’s"})
    assert answer.status_code == 422
    assert "Must be a day and a time" in words(answer.text)
    assert 'value="At Dee’s"' in answer.text


def test_an_evening_called_off_asks_nobody(over: Table) -> None:
    plan(over)
    assert over.client.post("/evening/off").status_code == 303
    assert "Are you coming?" not in words(look(over, "Ann"))
    assert over.client.get("/evening/evening.ics").status_code == 404
    assert over.client.get(f"{phone_of(over, 'Ann')}/evening.ics").status_code == 404
    assert says(over, "Ann", "yes") == 303
    plan(over)
    assert "Coming" not in words(over.client.get("/").text)


def test_an_answer_that_is_none_is_refused(over: Table) -> None:
    plan(over)
    assert says(over, "Ann", "perhaps") == 400
