"""The next evening: set by the host, answered on phones, added to calendars, and used to seat the next night."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest

from app.games.house import Stakes
from app.night.db import writing
from app.night.example import start_example
from app.night.log.replay import Posted
from app.night.models import CLUB, Club, Night, Seat
from app.night.next_evening import DURATION, next_evening
from app.night.nights import current_hand, start_night
from app.night.people.seats import seats
from app.night.play.call import end_night, next_hand
from app.night.screens import night_versions
from tests.entering import enter
from tests.seating import add_player
from tests.web.phone.phones import phone_of, phone_page, words
from tests.web.tables import Table, hold


def moved(at: datetime, days: int) -> datetime:
    """Return a moment moved to another day at the same time of day, also when the clocks change in between."""
    return (at.astimezone().replace(tzinfo=None) + timedelta(days=days)).astimezone()


DAY = moved(datetime.now().replace(hour=19, minute=30, second=0, microsecond=0), 8)


@pytest.fixture
def over(deal: Callable[..., Table]) -> Table:
    """A night of Ann, Bob and Cy that has ended."""
    table = deal("five-card-stud")
    table.enter("d misdeal")
    assert next_hand(table.night) is None
    assert end_night(table.night) is None
    return table


def plan(table: Table, day: datetime = DAY, place: str = "At Dee's") -> int:
    fields = {"day": f"{day:%Y-%m-%d}", "time": f"{day:%H:%M}", "place": place}
    return table.client.post("/evening", data=fields).status_code


def stamp() -> str:
    planned = next_evening()
    return planned.stamp if planned is not None else ""


def reply(table: Table, name: str, answer: str, about: str = "") -> int:
    """Answer on a player's phone about the next evening, or the one with another stamp."""
    data = {"comes": answer, "evening": about or stamp()}
    return table.client.post(f"{phone_of(table, name)}/comes", data=data).status_code


def test_the_host_sets_a_day_and_every_phone_asks(over: Table) -> None:
    assert "Are you coming?" not in words(phone_page(over, "Ann"))
    assert plan(over) == 303
    when = f"{DAY:%A %-d %B, %H:%M}, At Dee's"
    assert f"Are you coming? {when}" in words(phone_page(over, "Ann"))
    assert when in words(over.client.get("/").text)


def test_phones_of_earlier_nights_are_updated(over: Table) -> None:
    saturday = start_night("Saturday", Stakes(), {}, True)
    assert isinstance(saturday, Night)
    assert isinstance(add_player(saturday, "Dee", 100), Seat)
    end_night(saturday)
    ids = over.night.id, saturday.id
    before = night_versions(ids)
    plan(over)
    after = night_versions(ids)
    assert all(before[night] != after[night] for night in ids)


def test_phones_are_updated_though_an_older_night_was_stored_later(over: Table) -> None:
    older = start_night("Older", Stakes(), {}, True)
    assert isinstance(older, Night)
    for name in ("Ann", "Bob", "Cy"):
        assert isinstance(add_player(older, name, 100), Seat)
    assert end_night(older) is None
    with writing() as session:
        session.get_one(Night, older.id).started_at -= timedelta(days=100)
    before = night_versions([over.night.id])
    plan(over)
    assert night_versions([over.night.id]) != before


def test_the_start_page_lists_who_is_coming(over: Table) -> None:
    plan(over)
    assert [reply(over, name, answer) for name, answer in (("Ann", "yes"), ("Bob", "no"), ("Cy", "maybe"))] == [303] * 3
    html = words(over.client.get("/").text)
    assert "Coming: An Ann Maybe: Cy Cy Not coming: Bo Bob" in html
    assert 'value="no" aria-pressed="true"' in phone_page(over, "Bob")
    assert reply(over, "Bob", "yes") == 303
    assert "Coming: An Ann Bo Bob Maybe: Cy Cy" in words(over.client.get("/").text)


def test_people_who_are_not_coming_are_not_seated_again(over: Table) -> None:
    plan(over)
    reply(over, "Bob", "no")
    answer = over.client.post("/again")
    assert answer.status_code == 303
    key = answer.headers["Location"].split("/")[2]
    again = Table(over.client, key, 0).night
    assert [seat.name for seat in seats(again)] == ["Ann", "Cy"]


def test_the_form_proposes_the_next_week_and_the_last_time_and_place(over: Table) -> None:
    def proposed() -> list[str]:
        html = over.client.get("/evening").text
        return [*map(unescape, re.findall(r'name="(?:day|time|place)"[^>]* value="([^"]*)"', html))]

    began = over.night.started_at.astimezone()
    assert proposed() == [f"{began + timedelta(days=7):%Y-%m-%d}", "19:30", ""]
    assert plan(over, DAY.replace(hour=20, minute=15)) == 303
    with writing() as session:
        night, club = session.get_one(Night, over.night.id), session.get_one(Club, CLUB)
        night.started_at = moved(night.started_at, -16)
        assert club.next_at is not None
        club.next_at = moved(club.next_at, -10)
    assert proposed() == [f"{began + timedelta(days=5):%Y-%m-%d}", "20:15", "At Dee's"]


def test_changing_the_day_asks_again_but_changing_the_place_does_not(over: Table) -> None:
    plan(over)
    reply(over, "Ann", "yes")
    plan(over, place="At Cy's")
    assert "Coming: An Ann" in words(over.client.get("/").text)
    plan(over, DAY + timedelta(days=1))
    assert "Coming" not in words(over.client.get("/").text)


def test_the_evening_can_be_added_to_a_calendar(over: Table) -> None:
    plan(over, place="At Dee's, 2nd floor; ring")
    begins = f"{DAY.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    ends = f"{(DAY + DURATION).astimezone(UTC):%Y%m%dT%H%M%SZ}"
    for path in ("/evening/evening.ics", f"{phone_of(over, 'Ann')}/evening.ics"):
        answer = over.client.get(path)
        assert answer.mimetype == "text/calendar"
        lines = answer.text.split("\r\n")
        assert {f"DTSTART:{begins}", f"DTEND:{ends}", "SUMMARY:Poker", "LOCATION:At Dee's\\, 2nd floor\\; ring"} <= {
            *lines
        }
        assert all(len(line.encode()) <= 75 for line in lines)


def test_long_lines_of_the_calendar_file_are_folded_between_characters(over: Table) -> None:
    plan(over, place="ü" * 80)
    lines = over.client.get("/evening/evening.ics").text.split("\r\n")
    assert all(len(line.encode()) <= 75 for line in lines)
    assert "LOCATION:" + "ü" * 80 in "\r\n".join(lines).replace("\r\n ", "")


@pytest.mark.parametrize(
    ("day", "place"),
    [(datetime(2001, 1, 1).astimezone(), ""), (DAY + timedelta(days=500), ""), (DAY, "x" * 81), (DAY, "a\x00b")],
)
def test_an_impossible_evening_is_refused(over: Table, day: datetime, place: str) -> None:
    assert plan(over, day, place) == 422
    assert next_evening() is None


def test_a_place_that_cannot_be_shown_is_refused_with_the_reason(over: Table) -> None:
    fields = {"day": f"{DAY:%Y-%m-%d}", "time": "19:30", "place": "Dee\u202es"}
    assert "Must have at most 80 letters that can be shown." in over.client.post("/evening", data=fields).text


@pytest.mark.parametrize("day", ["", "soon", "2026-02-30", "99999-01-01", "2026-01-01T00"])
def test_an_unreadable_day_is_refused_and_the_form_keeps_its_place(over: Table, day: str) -> None:
    answer = over.client.post("/evening", data={"day": day, "time": "19:30", "place": "At Dee's"})
    assert answer.status_code == 422
    assert "Must be a day and a time" in words(answer.text)
    assert 'value="At Dee&#39;s"' in answer.text


def test_phones_do_not_ask_about_an_evening_that_was_called_off(over: Table) -> None:
    plan(over)
    assert over.client.post("/evening/off").status_code == 303
    assert "Are you coming?" not in words(phone_page(over, "Ann"))
    assert over.client.get("/evening/evening.ics").status_code == 404
    assert over.client.get(f"{phone_of(over, 'Ann')}/evening.ics").status_code == 404
    assert reply(over, "Ann", "yes") == 303
    plan(over)
    assert "Coming" not in words(over.client.get("/").text)


def test_an_answer_on_a_page_with_an_evening_that_has_been_moved_is_not_counted(over: Table) -> None:
    plan(over)
    asleep = stamp()
    assert f'<input type="hidden" name="evening" value="{asleep}">' in phone_page(over, "Ann")
    plan(over, moved(DAY, 1))
    assert reply(over, "Ann", "yes", asleep) == 303
    planned = next_evening()
    assert planned is not None
    assert [*planned.people["yes"]] == []
    reply(over, "Ann", "yes")
    planned = next_evening()
    assert planned is not None
    assert [person.name for person in planned.people["yes"]] == ["Ann"]


def test_a_phone_of_an_example_does_not_learn_where_the_club_meets(over: Table) -> None:
    plan(over, place="7 Elm Street")
    stranger = over.client.application.test_client()
    example = start_example()
    assert isinstance(example, Night)
    hand, phone = current_hand(example), hold(stranger, seats(example)[0].key)
    assert hand is not None
    assert isinstance(enter(hand.id, ["d misdeal"]), Posted)
    assert next_hand(example) is None
    assert end_night(example) is None
    before = night_versions([over.night.id])
    assert stranger.post(f"{phone}/comes", data={"comes": "yes", "evening": stamp()}).status_code == 303
    assert night_versions([over.night.id]) == before
    assert stranger.get(f"{phone}/evening.ics").status_code == 404
    html = stranger.get(phone).text
    assert "The night is over" in html
    assert "7 Elm Street" not in html


def test_an_unknown_answer_is_refused(over: Table) -> None:
    plan(over)
    assert reply(over, "Ann", "perhaps") == 400
