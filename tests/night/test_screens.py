"""The cached table behind screens: equal to the database after every kind of write, and read once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from sqlalchemy import event, select, text

from app.games.house import Stakes
from app.night import links, nights, screens, version
from app.night.access import grants
from app.night.access.grants import PHONE
from app.night.acts import activity, cashier, queue, requests
from app.night.acts.cashier import Counted
from app.night.acts.people import Buy, ComeBack, SitOut
from app.night.acts.queue import Done
from app.night.db import db
from app.night.log import loading
from app.night.log.replay import LiveHand, Posted, Refused, Stale
from app.night.models import Night, Player, Seat, Transfer
from app.night.people import changing, seats
from app.night.people.persons import COLOURS
from app.night.play import call, rotation, taps
from app.night.rotation import RotationGame
from app.night.screens import Screen, Table
from app.night.validation import Problem
from tests.night import acting
from tests.night.table import FIRST_STREET, begin, deal, everyone_folds, make_app, set_house, set_stakes, tap
from tests.night.test_any_hand import BOB_WINS, seat
from tests.seating import add_player
from tests.snapshots import Snapshots

#: A named change to a night; the tests make them in order.
Step = tuple[str, Callable[[Night], object]]


def shown(table: Table) -> dict[str, object]:
    """Return everything that a table can show, reading each part."""
    names = [name for name in (*vars(table), *vars(Table)) if not name.startswith("_")]
    return {name: getattr(table, name) for name in names if name not in ("parts", "lock", "changes")}


def from_the_database(of: Night) -> dict[str, object]:
    stored = db.session.get(Night, of.id, populate_existing=True)
    assert stored is not None
    return shown(Table(stored, stored.changes))


def screen(of: Night) -> Screen:
    db.session.rollback()
    return screens.screen_of(of.id)


def line(of: Night, kind: str) -> int:
    """Return the latest line of a kind in the night's log."""
    return next(
        line.id for line in (*activity.waiting(of.id)[::-1], *activity.night_log(of.id)) if line.act.kind == kind
    )


def phone(of: Night, name: str) -> int:
    return seat(of, name).player_id


def seen(of: Night, name: str) -> int:
    return screen(of).table.requests[seat(of, name).id].seen


def stored_seat(of: Night, name: str) -> Seat:
    return db.session.get_one(Seat, seat(of, name).id)


def device(of: Night, name: str) -> int:
    return grants.access_by_id(PHONE, [phone(of, name)])[phone(of, name)].grants[-1].device


def latest(of: Night) -> LiveHand:
    hand = call.last_hand(of)
    assert hand is not None
    live = loading.live_hand(hand.id)
    assert isinstance(live, LiveHand)
    return live


def counts(of: Night) -> list[Counted]:
    return [Counted(info.id, (info.stack or 0) + (info.name == "Bob"), info.stack or 0) for info in seats.seats(of)]


def transfer(of: Night) -> int:
    return db.session.scalars(select(Transfer.id).where(Transfer.night_id == of.id)).all()[-1]


#: Two games in turn, one with changes and stakes of its own.
ROTATION = (
    RotationGame("razz", "Razz"),
    RotationGame(
        "chicago", "Chicago, rolled", modifiers=("roll-your-own",), house={"raises": 5}, stakes=Stakes(ante=2)
    ),
)


def deal_next(of: Night) -> object:
    coming = rotation.next_game(of)
    assert coming is not None
    return rotation.deal_next(of, coming.turn.at, coming.hand)


BETWEEN: list[Step] = [
    ("a player sits down", lambda of: add_player(of, "Dee", 50)),
    ("a phone claims a link", lambda of: grants.claim(PHONE, stored_seat(of, "Bob").player_id, "", "a phone")),
    ("another one asks for it", lambda of: grants.ask(PHONE, stored_seat(of, "Bob").player_id, "", "another phone")),
    ("it is let in", lambda of: grants.answer(PHONE, phone(of, "Bob"), device(of, "Bob"), yes=True)),
    ("it is out again", lambda of: grants.answer(PHONE, phone(of, "Bob"), device(of, "Bob"), yes=False)),
    ("a link is freed", lambda of: grants.free_phone(phone(of, "Bob"))),
    ("a link is renewed", lambda of: changing.renew_person_link(phone(of, "Bob"))),
    ("the dealer's address is renewed", links.renew_dealer),
    ("the television's is", links.renew_television),
    ("the code of the table is", links.renew_join),
    ("chips are bought", lambda of: acting.buy_in(of, seat(of, "Ann").id, 30)),
    ("that is undone", lambda of: queue.undo_act(of, line(of, "buy"), "chips")),
    (
        "chips are asked for",
        lambda of: requests.request_from_phone(of, Buy(seat(of, "Cy").id, "Cy", 20), seen(of, "Cy")),
    ),
    ("they are granted", lambda of: queue.grant(of, line(of, "buy"))),
    (
        "more are asked for",
        lambda of: requests.request_from_phone(of, Buy(seat(of, "Cy").id, "Cy", 20), seen(of, "Cy")),
    ),
    ("they are refused", lambda of: queue.discard(of, line(of, "buy"))),
    (
        "yet more are asked for",
        lambda of: requests.request_from_phone(of, Buy(seat(of, "Cy").id, "Cy", 10), seen(of, "Cy")),
    ),
    ("that is withdrawn", lambda of: requests.withdraw(of, seat(of, "Cy").id, line(of, "buy"))),
    ("phones need not ask", lambda of: requests.set_switch(of, "asks_dealer", False)),
    ("televisions show odds", lambda of: requests.set_switch(of, "all_in_odds", True)),
    ("somebody sits out", lambda of: requests.request_from_phone(of, SitOut(seat(of, "Cy").id, "Cy"), seen(of, "Cy"))),
    ("and comes back", lambda of: requests.request_from_phone(of, ComeBack(seat(of, "Cy").id, "Cy"), seen(of, "Cy"))),
    ("seats are moved", lambda of: requests.rearrange_seats(of, [info.id for info in seats.seats(of)][::-1])),
    ("the button moves", lambda of: requests.set_dealer(of, seat(of, "Ann").place)),
    ("the stakes change", lambda of: set_stakes(of, Stakes(ante=2, small=2, big=4))),
    ("the house rules change", lambda of: set_house(of, {"raises": 4})),
    ("it is played for money", lambda of: acting.play_for(of, "EUR", 10, ())),
    (
        "somebody has paid for all",
        lambda of: acting.share_expense(of, seat(of, "Ann").id, "pizza", 900, [info.id for info in seats.seats(of)]),
    ),
    ("cash is put into the box", lambda of: acting.move_cash(of, seat(of, "Ann").id, 500)),
    ("chips are sold for cash", lambda of: cashier.sell_chips(of, seat(of, "Ann").id, 10, 100)),
    ("everybody pays one aside", lambda of: requests.make_side_payment(of, seat(of, "Ann").id, None, 2, "seven-deuce")),
    ("a rotation is begun", lambda of: rotation.start_rotation(of, "Ours", ROTATION)),
    ("a person is renamed", lambda of: changing.change_person(phone(of, "Dee"), "Di", COLOURS[0])),
    ("a person's link ends", lambda of: changing.renew_person_link(phone(of, "Di"))),
    ("a player leaves", lambda of: acting.leave(of, seat(of, "Di").id)),
]
HANDS: list[Step] = [
    ("a game is called", deal),
    ("that is taken back", lambda of: call.undo_call(latest(of).hand.id, 0)),
    ("a game is called again", deal),
    ("cards are dealt", lambda of: tap(latest(of), FIRST_STREET[0])),
    ("chips are bought for later", lambda of: acting.buy_in(of, seat(of, "Ann").id, 30)),
    ("the hand ends", lambda of: taps.post(latest(of).hand.id, None, ["d misdeal"])),
    ("its end is undone", lambda of: taps.undo(latest(of).hand.id, None)),
    ("and restored", lambda of: taps.redo(latest(of).hand.id, None)),
    ("it is put away, and chips are bought", call.next_hand),
    ("the rotation is dealt", deal_next),
    ("it is misdealt", lambda of: taps.post(latest(of).hand.id, None, ["d misdeal"])),
    ("and put away", call.next_hand),
    ("another hand", lambda of: everyone_folds(deal(of))),
    ("it is put away", call.next_hand),
    ("it is reopened", lambda of: call.reopen_hand(of, latest(of).hand.id)),
    ("and put away again", call.next_hand),
]
MONEY: list[Step] = [
    ("chips are counted", lambda of: cashier.accept_counts(of, counts(of), "found")),
    ("the night ends", nights.end_night),
    ("and is reopened", nights.reopen_night),
    ("the money is settled", lambda of: cashier.settle_up(of, counts(of), "found")),
    ("a payment is ticked off", lambda of: cashier.mark_paid(of, transfer(of))),
    ("and is not", lambda of: cashier.mark_unpaid(of, transfer(of))),
    ("the settling is reopened", cashier.undo_settlement),
    ("a person is removed", lambda of: changing.remove_person(phone(of, "Di"))),
]

#: Changes to parts that are read for each screen and not with the table: the log of a hand, open pages, money beside
#: chips, and the rotation, which moves on with the clock.
NOT_ON_THE_TABLE = [
    "a phone claims a link",
    "it is out again",
    "a link is freed",
    "a rotation is begun",
    "cards are dealt",
    "a payment is ticked off",
    "and is not",
]


def test_every_write_changes_the_version_and_the_cached_table(friday: Night) -> None:
    before, at = shown(screen(friday).table), screen(friday).version
    unseen = []
    for name, write in (*BETWEEN, *HANDS, *MONEY):
        answer = write(friday)
        assert not isinstance(answer, Problem | Refused | Stale), (name, answer)
        now = screen(friday)
        assert now.version != at, name
        assert now.version == version.night_version(friday.id), name
        assert shown(now.table) == from_the_database(friday), name
        unseen += [name] if shown(now.table) == before else []
        before, at = shown(now.table), now.version
    assert unseen == NOT_ON_THE_TABLE


def test_a_correction_of_an_earlier_hand_changes_the_stacks(friday: Night) -> None:
    first = everyone_folds(deal(friday))
    call.next_hand(friday)
    everyone_folds(deal(friday))
    before = shown(screen(friday).table)
    assert isinstance(taps.correct(first.hand.id, first.number, BOB_WINS), Posted)
    assert before["stacks"] != screen(friday).table.stacks == from_the_database(friday)["stacks"]


def test_carrying_a_debt_over_changes_the_version_of_the_earlier_night(friday: Night) -> None:
    acting.play_for(friday, "EUR", 10, ())
    everyone_folds(deal(friday))
    cashier.settle_up(friday, counts(friday), "found")
    at = version.night_version(friday.id)
    saturday = begin()
    acting.play_for(saturday, "EUR", 10, ())
    cashier.settle_up(saturday, counts(saturday), "found")
    taken_over = version.night_version(friday.id)
    assert taken_over != at
    cashier.undo_settlement(saturday)
    assert version.night_version(friday.id) != taken_over


@contextmanager
def selects() -> Iterator[list[str]]:
    """Collect the SELECT statements sent to the database."""
    asked: list[str] = []

    def listen(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        asked.extend([statement] if statement.startswith("SELECT") else [])

    event.listen(db.engine, "before_cursor_execute", listen)
    yield asked
    event.remove(db.engine, "before_cursor_execute", listen)


def test_a_tap_does_not_reload_the_table(friday: Night) -> None:
    live = deal(friday)
    shown(screen(friday).table)
    night_id = friday.id
    for line in FIRST_STREET:
        live = tap(live, line)
        with selects() as asked:
            now = screens.screen_of(night_id)
            shown(now.table)
            assert now.table.hand is not None
            assert now.live(now.table.hand) is live
        assert len(asked) == 1


def test_changes_made_by_another_server_are_seen_at_once(friday: Night, nights: Snapshots) -> None:
    live = deal(friday)
    now = screen(friday)
    assert now.table.hand is not None
    assert now.live(now.table.hand) is live
    other = make_app(nights.database, create=False)
    with other.app_context():
        answer = taps.post(live.hand.id, live.number, FIRST_STREET[:1])
        assert isinstance(answer, Posted)
        bob = db.session.scalars(select(Player).where(Player.name == "Bob")).one()
        assert changing.change_person(bob.id, "Rob", COLOURS[0]) is None
        db.session.remove()
        db.engine.dispose()
    again = screen(friday)
    assert again.table.hand is not None
    played = again.live(again.table.hand)
    assert isinstance(played, LiveHand)
    assert played.number == 1
    assert [info.name for info in again.table.seats] == ["Ann", "Rob", "Cy"]


def test_a_rolled_back_transaction_does_not_change_the_table(friday: Night) -> None:
    before = shown(screen(friday).table)
    assert isinstance(acting.leave(friday, 999), Problem)
    assert isinstance(call.call_game(friday, "omaha-that-nobody-knows"), Problem)
    assert shown(screen(friday).table) == before == from_the_database(friday)


@pytest.mark.sqlite
def test_a_night_with_a_reused_id_is_not_served_from_the_cache(app: Flask) -> None:
    """Ids are reused only when another file is restored; a database never gives an id twice."""
    example = begin("Ann", "Bob")
    assert len(screen(example).table.seats) == 2
    night_id = example.id
    db.session.rollback()
    for table in reversed(db.metadata.sorted_tables):
        if table.name != "club":
            db.session.execute(table.delete())
    db.session.execute(text("DELETE FROM sqlite_sequence"))
    db.session.commit()
    friday = begin("Cy", "Di")
    assert friday.id == night_id
    assert [info.name for info in screen(friday).table.seats] == ["Cy", "Di"]


def test_a_phone_screen_takes_one_query(friday: Night) -> None:
    token = grants.claim(PHONE, stored_seat(friday, "Bob").player_id, "", "a phone")
    assert token is not None
    key = seat(friday, "Bob").key
    shown(screen(friday).table)
    assert screens.phone_screen(key, token) is not None  # a process looks up a link's club only once
    db.session.rollback()
    with selects() as asked:
        found = screens.phone_screen(key, token)
    assert found is not None
    assert (found.seat.name, found.access.own, found.screen.version) == ("Bob", "claimed", screen(friday).version)
    assert len(asked) == 1
    assert screens.phone_screen(key, "another") != found
    assert screens.phone_screen("nonsense", token) is None


@pytest.mark.parametrize("ended", [False, True])
def test_a_phone_screen_opens_the_night_of_its_seat(friday: Night, ended: bool) -> None:
    saturday = begin("Ann", "Bob")
    if ended:
        nights.end_night(friday)
        nights.end_night(saturday)
    key = seat(friday, "Ann").key
    found, at = screens.phone_screen(key, ""), seats.seat_by_key(key)
    assert found is not None
    assert at is not None
    assert (found.seat.id, found.screen.table.id) == (at.id, at.night_id)


@pytest.mark.parametrize(
    ("what", "led_to"),
    [
        ("begun", "saturday"),
        ("ended", "saturday"),
        ("left", "saturday"),
        ("dealt earlier", "saturday"),
        ("moved", "friday"),
    ],
)
def test_a_phone_link_follows_its_player_to_the_latest_night(friday: Night, what: str, led_to: str) -> None:
    if what == "dealt earlier":
        deal(friday)
    saturday = begin("Ann", "Bob")
    if what == "ended":
        nights.end_night(saturday)
    if what in ("left", "moved"):
        assert isinstance(acting.leave(saturday, seat(saturday, "Ann").id), Done)
    if what == "moved":  # back to the first table, which is still in play
        deal(friday)
    at = seats.seat_by_key(seat(saturday, "Ann").key)
    assert at is not None
    assert at.night_id == {"friday": friday, "saturday": saturday}[led_to].id
