"""Many clubs in one database: the club in every key, and nobody sees or changes what is another club's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Table, UniqueConstraint, delete, func, select, update

from app.night import caches, example, links, nights, screens, start_like
from app.night.access import phones
from app.night.acts import cashier, requests
from app.night.acts.cashier import Counted
from app.night.clubs import enter_club_of
from app.night.db import db, night_changed, writing
from app.night.history import hands, past_nights
from app.night.ids import ABOVE_ALL_IDS, IdClock
from app.night.log import loading
from app.night.log.loading import NoHandError
from app.night.log.replay import Posted
from app.night.models import Club, Entry, Hand, Ledger, Night, Player
from app.night.people import changing, persons, seats
from app.night.people.persons import COLOURS
from app.night.people.seats import SeatInfo
from app.night.play import call, games, taps
from app.night.scope import HOME_CLUB, NightRef, in_club
from app.night.validation import Problem
from tests.night.table import FIRST_STREET, STAKES, begin, deal, everyone_folds, tap

#: What belongs to the server: which clubs there are. In Citus it is a reference table.
OF_THE_SERVER = {"club"}

OTHER_CLUB = 2

OF_CLUBS = [table for table in db.metadata.sorted_tables if table.name not in OF_THE_SERVER]


@pytest.fixture
def other_club(app: Flask, monkeypatch: pytest.MonkeyPatch) -> int:
    """A second club, and ids that count from 1 in each table of each club: both clubs have the same."""
    with writing() as session:
        session.add(Club(id=OTHER_CLUB, key="other"))
    monkeypatch.setattr(IdClock, "next", lambda _clock, after=0: after + 1)
    return OTHER_CLUB


@contextmanager
def nothing_changes_in(club_id: int) -> Iterator[None]:
    before = rows_of(club_id)
    assert sum(map(len, before.values())) > 10
    yield
    assert rows_of(club_id) == before


def rows_of(club_id: int) -> dict[str, list[Any]]:
    db.session.rollback()
    with db.engine.connect() as connection:
        queries = {
            table.name: select(table).where(table.c.club_id == club_id).order_by(*table.primary_key)
            for table in OF_CLUBS
        }
        return {name: [tuple(row) for row in connection.execute(query)] for name, query in queries.items()}


def ids_of(club_id: int) -> dict[str, set[Any]]:
    """Return the keys of the rows of each table, without the club."""
    with db.engine.connect() as connection:
        return {
            table.name: {
                tuple(row)[1:]
                for row in connection.execute(select(*table.primary_key).where(table.c.club_id == club_id))
            }
            for table in OF_CLUBS
        }


@pytest.mark.parametrize("table", OF_CLUBS, ids=lambda table: table.name)
def test_every_key_of_a_table_holds_the_club(table: Table) -> None:
    assert next(iter(table.primary_key.columns.keys())) == "club_id"
    uniques = [tuple(c.columns.keys()) for c in table.constraints if isinstance(c, UniqueConstraint)]
    uniques += [tuple(index.columns.keys()) for index in table.indexes if index.unique]
    assert [columns for columns in uniques if "club_id" not in columns] == []
    for key in table.foreign_key_constraints:
        names = dict(zip(key.column_keys, (element.column.name for element in key.elements), strict=True))
        assert names["club_id"] == ("id" if key.referred_table.name in OF_THE_SERVER else "club_id"), key.name


def test_no_table_of_the_server_has_grown_a_club() -> None:
    assert {table.name for table in db.metadata.sorted_tables if "club_id" not in table.c} == OF_THE_SERVER


def test_the_manual_distributes_every_table_by_its_club_after_those_it_points_to() -> None:
    words = re.findall(r"SELECT create_(\w+)_table\('(\w+)'", Path("docs/serving.md").read_text())
    assert [name for kind, name in words if kind == "reference"] == list(OF_THE_SERVER)
    order = [name for kind, name in words if kind == "distributed"]
    assert sorted(order) == sorted(table.name for table in OF_CLUBS)
    for table in OF_CLUBS:
        pointed_to = {key.referred_table.name for key in table.foreign_key_constraints} - OF_THE_SERVER
        assert all(order.index(name) < order.index(table.name) for name in pointed_to), table.name


def test_two_clubs_with_the_same_ids_play_money_and_cards_and_see_nothing_of_each_other(other_club: int) -> None:
    """Step by step in turns; after each step of one, every row of the other is as it was."""
    with in_club(HOME_CLUB):
        begin("Ann", "Bob", "Cy")
    with in_club(other_club):
        begin("Eve", "Dee", "Ann")
    keys = {club: str(rows_of(club)["night"][0][2]) for club in (HOME_CLUB, other_club)}
    evenings = [evening(keys[HOME_CLUB], "Ann", 50), evening(keys[other_club], "Eve", 70)]
    steps = 0
    for pair in zip_longest(*evenings):
        assert pair[0] == pair[1]
        steps += 1
    assert steps > 10
    assert {name: ids for name, ids in ids_of(HOME_CLUB).items() if ids} == {
        name: ids for name, ids in ids_of(other_club).items() if ids
    }


def evening(key: str, winner: str, chips: int) -> Iterator[str]:
    """Play an evening by its key, and yield what has been done; between two steps the other club has its turn."""
    steps = _evening(key, winner, chips)
    club_id = OTHER_CLUB if winner == "Eve" else HOME_CLUB
    while True:
        with nothing_changes_in(HOME_CLUB if club_id == OTHER_CLUB else OTHER_CLUB):
            assert enter_club_of(key, Night.key)
            step = next(steps, None)
        if step is None:
            return
        yield step


def _evening(key: str, winner: str, chips: int) -> Iterator[str]:
    def table() -> Night:
        found = nights.night_by_key(key)
        assert found is not None
        return found

    def seat(name: str) -> SeatInfo:
        return next(seat for seat in seats.seats(table(), with_left=True) if seat.name == name)

    assert [other.id for other in nights.nights()] == [table().id]
    assert not isinstance(cashier.play_for(table(), "EUR", 5, ()), Problem)
    yield "played for money"
    live = deal(table())
    yield "called"
    live = tap(live, *FIRST_STREET, "p3 cbr 2")
    yield "bet"
    token = phones.claim_phone(seats.seat_by_key(seat(winner).key), "", "iPhone")  # type: ignore[arg-type]
    assert token is not None
    yield "a phone"
    screen = screens.phone_screen(seat(winner).key, token)
    assert screen is not None
    assert {info.name for info in screen.screen.table.seats} == {info.name for info in seats.seats(table())}
    live = tap(live, "p1 f", "p2 f")
    assert live.over
    yield "folded"
    past = hands.past_hands(table())
    assert [hand.winners[0][0] for hand in past] == [winner]
    corrected = taps.correct(live.hand.id, live.number, {1: ("d dh p1 ??8h",)})
    assert isinstance(corrected, Posted), corrected
    yield "corrected"
    undone = taps.undo(live.hand.id, corrected.live.number)
    assert isinstance(undone, Posted)
    yield "undone"
    assert call.next_hand(table()) is None
    yield "the next"
    assert not isinstance(requests.buy_in(table(), seat(winner).id, chips), Problem)
    yield "bought"
    assert seats.last_buys(table().id)[seat(winner).player_id] == chips
    assert not isinstance(games.save_own_game("Ours", "razz"), Problem)
    yield "a game"
    assert [own.name for own in games.own_games()] == ["Ours"]
    assert changing.change_person(seat(winner).player_id, winner, COLOURS[3]) is None
    yield "renamed"
    assert winner in persons.known_names()
    assert len(persons.known_names()) == 3
    everyone_folds(deal(table()))
    assert call.next_hand(table()) is None
    yield "another"
    counts = [Counted(info.id, info.stack or 0, info.stack or 0) for info in seats.seats(table())]
    settled = cashier.settle_up(table(), counts)
    assert not isinstance(settled, Problem), settled
    yield "settled"
    closing = past_nights.closing(table())
    assert {payment.creditor for payment in closing.payments} <= {info.name for info in seats.seats(table())}
    assert closing.payments
    assert not isinstance(cashier.tick_off(table(), closing.payments[0].id), Problem)
    yield "paid"
    assert closing.hands == len(hands.past_hands(table())) == 2
    again = start_like.start_again(table(), "Again")
    assert isinstance(again, Night)
    assert {info.name for info in seats.seats(again)} == {info.name for info in seats.seats(table())}
    yield "again"
    assert example.remove_night(again.id)
    yield "removed"


def test_a_club_has_no_hand_of_another(other_club: int) -> None:
    live = deal(begin())
    with in_club(other_club):
        with pytest.raises(NoHandError):
            loading.live_hand(live.hand.id)
        with pytest.raises(NoHandError):
            taps.post(live.hand.id, 0, FIRST_STREET[:1])
        assert nights.nights() == persons.persons() == []
        assert db.session.get(Hand, live.hand.id) is None
        assert db.session.get(Entry, (live.hand.id, 1)) is None


def test_what_is_written_without_a_word_of_clubs_is_written_in_one(other_club: int) -> None:
    begin()
    with in_club(other_club):
        begin("Ann", "Dee")
        with nothing_changes_in(HOME_CLUB), writing() as session:
            session.execute(update(Player).values(colour="sky"))
            session.execute(delete(Ledger).where(Ledger.player_id.in_(select(Player.id))))
        assert db.session.scalar(select(func.count()).select_from(Player)) == 2
        assert db.session.scalar(select(func.max(Ledger.id))) is None


@pytest.mark.parametrize("column", ["watch_key", "join_code"])
def test_a_code_that_leads_to_another_clubs_night_is_drawn_again(
    other_club: int, monkeypatch: pytest.MonkeyPatch, column: str
) -> None:
    taken = [getattr(begin(), column), getattr(begin("Dee", "Eve"), column)]
    draws = iter([taken[0], "k7md3xwp", *taken, "m2nb4qrs", taken[1], "p9tv5xyz"])
    monkeypatch.setattr("app.night.ids.easy_code", lambda: next(draws))
    renew = {"watch_key": links.renew_television, "join_code": links.renew_join}[column]
    with in_club(other_club):
        theirs = nights.start_night("Saturday", STAKES, {}, True)
        assert isinstance(theirs, Night)
        assert {theirs.watch_key, theirs.join_code} == {"k7md3xwp", "m2nb4qrs"}
        assert renew(theirs) == "p9tv5xyz"


def test_a_code_that_two_clubs_have_all_the_same_leads_to_neither(other_club: int) -> None:
    """Two servers may draw it in the same moment; nobody comes to the table of another club by it."""
    ours = begin()
    with in_club(other_club):
        theirs = begin()
        with writing() as session:
            session.get_one(Night, theirs.id).watch_key = "k7md3xwp"
        assert links.night_by_watch_key("k7md3xwp") is not None
        caches.forget_remembered()
    with writing() as session:
        session.get_one(Night, ours.id).watch_key = "k7md3xwp"
    for club in (HOME_CLUB, other_club):
        with in_club(club):
            assert links.night_by_watch_key("K7md3xwp") is screens.screen_by_watch_key("k7md3xwp") is None
    assert links.night_by_watch_key(links.renew_television(ours)) is not None
    assert links.night_by_watch_key("k7md3xwp") is not None


def test_screens_are_told_of_their_own_club_alone(other_club: int) -> None:
    ours = begin()
    with in_club(other_club):
        theirs = begin()
    assert ours.id == theirs.id
    told: list[NightRef] = []
    with night_changed.connected_to(told.append), in_club(other_club):
        deal(theirs)
    assert set(told) == {NightRef(other_club, theirs.id)}
    assert NightRef.parse(str(told[0])) == told[0]


def test_ids_go_up_whatever_the_clock_says(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = IdClock()
    ids = [clock.next() for _ in range(2000)]
    monkeypatch.setattr("time.time_ns", lambda: 1_700_000_000 * 10**9)  # before there were any
    ids += [clock.next() for _ in range(2000)]
    ids.append(clock.next(after=ids[-1] + 10**6))
    assert ids == sorted(set(ids))
    assert 0 < ids[0] < ids[-1] < ABOVE_ALL_IDS
    assert clock.next() > ids[-1]


def test_after_a_start_with_a_clock_set_back_a_row_comes_after_those_there_are(
    friday: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = db.session.scalar(select(func.max(Ledger.id)))
    monkeypatch.setattr("app.night.ids._clock", IdClock())
    monkeypatch.setattr("time.time_ns", lambda: 1_767_225_600 * 10**9)
    requests.buy_in(friday, seats.seats(friday)[0].id, 10)
    assert db.session.scalar(select(func.max(Ledger.id)).where(Ledger.amount == 10)) > before
