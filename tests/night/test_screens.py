"""The cached table behind screens: it is read once, and equals the database after every kind of write."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from flask import Flask
from sqlalchemy import select, text
from sqlalchemy.exc import NoResultFound

from app.games.house import Stakes
from app.night import links, nights, screens
from app.night.access import grants
from app.night.access.rights import PHONE
from app.night.acts import activity, queue, requests
from app.night.acts.people import Buy, ComeBack, SitOut
from app.night.acts.queue import Done
from app.night.db import db
from app.night.example import remove_night
from app.night.log import loading
from app.night.log.replay import LiveHand, Posted, Refused, Stale
from app.night.models import Night, Player, Seat, Transfer
from app.night.nights import last_hand
from app.night.people import changing, seats
from app.night.people.roster import COLOURS
from app.night.play import call, rotation, taps
from app.night.play.call import end_night
from app.night.rotation import RotationGame
from app.night.screens import Screen, Table
from app.night.validation import Problem
from tests.databases import statements
from tests.entering import enter, redo, undo
from tests.night import acting
from tests.night.acting import Counted
from tests.night.table import FIRST_STREET, begin, deal, everyone_folds, make_app, seat, set_house, set_stakes, tap
from tests.night.test_any_hand import BOB_WINS
from tests.seating import add_player
from tests.snapshots import Snapshots

#: A named change to a night; tests apply all of them in order.
Step = tuple[str, Callable[[Night], object]]


def shown(table: Table) -> dict[str, object]:
    """Return everything that a table shows, by name."""
    names = [name for name in (*vars(table), *vars(Table)) if not name.startswith("_")]
    return {name: getattr(table, name) for name in names if name not in ("parts", "lock", "changes")}


def from_the_database(night: Night) -> dict[str, object]:
    stored = db.session.get(Night, night.id, populate_existing=True)
    assert stored is not None
    return shown(Table(stored, stored.changes))


def screen(night: Night) -> Screen:
    db.session.rollback()
    return screens.screen_of(night.id)


def line(night: Night, kind: str) -> int:
    """Return the latest line of a kind in the night's log."""
    return next(
        line.id for line in (*activity.waiting(night.id)[::-1], *activity.night_log(night.id)) if line.act.kind == kind
    )


def phone(night: Night, name: str) -> int:
    return seat(night, name).player_id


def seen(night: Night, name: str) -> int:
    return screen(night).table.requests[seat(night, name).id].seen


def stored_seat(night: Night, name: str) -> Seat:
    return db.session.get_one(Seat, seat(night, name).id)


def device(night: Night, name: str) -> int:
    return grants.access_by_id(PHONE, [phone(night, name)])[phone(night, name)].grants[-1].device


def latest(night: Night) -> LiveHand:
    hand = last_hand(night.id)
    assert hand is not None
    live = loading.live_hand(hand.id)
    assert isinstance(live, LiveHand)
    return live


def counts(night: Night) -> list[Counted]:
    return [Counted(info.id, (info.stack or 0) + (info.name == "Bob"), info.stack or 0) for info in seats.seats(night)]


def transfer(night: Night) -> int:
    return db.session.scalars(select(Transfer.id).where(Transfer.night_id == night.id)).all()[-1]


#: Two games in turn, one with changes and stakes of its own.
ROTATION = (
    RotationGame("razz", "Razz"),
    RotationGame(
        "chicago", "Chicago, rolled", modifiers=("roll-your-own",), house={"raises": 5}, stakes=Stakes(ante=2)
    ),
)


def deal_next(night: Night) -> object:
    coming = rotation.next_game(night)
    assert coming is not None
    return rotation.deal_next(night, coming.turn.at, coming.hand)


BETWEEN: list[Step] = [
    ("a player sits down", lambda night: add_player(night, "Dee", 50)),
    ("a phone claims a link", lambda night: grants.claim(PHONE, stored_seat(night, "Bob").player_id, "", "a phone")),
    (
        "another one asks for it",
        lambda night: grants.ask(PHONE, stored_seat(night, "Bob").player_id, "", "another phone"),
    ),
    ("it is granted", lambda night: grants.answer(PHONE, phone(night, "Bob"), device(night, "Bob"), yes=True)),
    ("it is revoked", lambda night: grants.answer(PHONE, phone(night, "Bob"), device(night, "Bob"), yes=False)),
    ("the phone is freed", lambda night: grants.free_phone(phone(night, "Bob"))),
    ("a link is renewed", lambda night: changing.renew_person_link(phone(night, "Bob"))),
    ("the dealer's link is renewed", links.renew_dealer),
    ("the television's link is renewed", partial(links.renew_code, column="watch_key")),
    ("the join code is renewed", partial(links.renew_code, column="join_code")),
    ("chips are bought", lambda night: acting.buy_in(night, seat(night, "Ann").id, 30)),
    ("the purchase is undone", lambda night: queue.undo_act(night, line(night, "buy"), "chips")),
    (
        "chips are requested",
        lambda night: requests.request_from_phone(night, Buy(seat(night, "Cy").id, "Cy", 20), seen(night, "Cy")),
    ),
    ("the request is granted", lambda night: queue.grant(night, line(night, "buy"))),
    (
        "chips are requested again",
        lambda night: requests.request_from_phone(night, Buy(seat(night, "Cy").id, "Cy", 20), seen(night, "Cy")),
    ),
    ("the request is refused", lambda night: queue.discard(night, line(night, "buy"))),
    (
        "chips are requested a third time",
        lambda night: requests.request_from_phone(night, Buy(seat(night, "Cy").id, "Cy", 10), seen(night, "Cy")),
    ),
    ("the request is withdrawn", lambda night: requests.withdraw(night, seat(night, "Cy").id, line(night, "buy"))),
    ("phones need not ask", lambda night: requests.set_switch(night, "asks_dealer", False)),
    ("televisions show odds", lambda night: requests.set_switch(night, "all_in_odds", True)),
    (
        "somebody sits out",
        lambda night: requests.request_from_phone(night, SitOut(seat(night, "Cy").id, "Cy"), seen(night, "Cy")),
    ),
    (
        "and comes back",
        lambda night: requests.request_from_phone(night, ComeBack(seat(night, "Cy").id, "Cy"), seen(night, "Cy")),
    ),
    ("seats are moved", lambda night: requests.rearrange_seats(night, [info.id for info in seats.seats(night)][::-1])),
    ("the button moves", lambda night: acting.set_dealer(night, seat(night, "Ann").place)),
    ("the stakes change", lambda night: set_stakes(night, Stakes(ante=2, small=2, big=4))),
    ("the house rules change", lambda night: set_house(night, {"raises": 4})),
    ("a currency is set", lambda night: acting.play_for(night, "EUR", 10, ())),
    (
        "an expense is shared",
        lambda night: acting.share_expense(
            night, seat(night, "Ann").id, "pizza", 900, [info.id for info in seats.seats(night)]
        ),
    ),
    ("cash goes into the box", lambda night: acting.move_cash(night, seat(night, "Ann").id, 500)),
    ("chips are sold for cash", lambda night: acting.sell_chips(night, seat(night, "Ann").id, 10, 100)),
    (
        "a side payment is made",
        lambda night: requests.make_side_payment(night, seat(night, "Ann").id, None, 2, "seven-deuce"),
    ),
    ("a rotation is begun", lambda night: rotation.start_rotation(night, "Ours", ROTATION)),
    ("a person is renamed", lambda night: changing.change_person(phone(night, "Dee"), "Di", COLOURS[0])),
    ("a person's link ends", lambda night: changing.renew_person_link(phone(night, "Di"))),
    ("a player leaves", lambda night: acting.leave(night, seat(night, "Di").id)),
]
HANDS: list[Step] = [
    ("a game is called", deal),
    ("the call is undone", lambda night: call.undo_call(latest(night).hand.id, 0)),
    ("a game is called again", deal),
    ("cards are dealt", lambda night: tap(latest(night), FIRST_STREET[0])),
    ("chips are bought for later", lambda night: acting.buy_in(night, seat(night, "Ann").id, 30)),
    ("the hand ends", lambda night: enter(latest(night).hand.id, ["d misdeal"])),
    ("its end is undone", lambda night: undo(latest(night).hand.id)),
    ("and redone", lambda night: redo(latest(night).hand.id)),
    ("it is cleared, and chips are bought", call.next_hand),
    ("the next game of the rotation is dealt", deal_next),
    ("it is misdealt", lambda night: enter(latest(night).hand.id, ["d misdeal"])),
    ("and cleared", call.next_hand),
    ("another hand is played", lambda night: everyone_folds(deal(night))),
    ("it is cleared", call.next_hand),
    ("it is reopened", lambda night: call.reopen_hand(night, latest(night).hand.id)),
    ("and cleared again", call.next_hand),
]
MONEY: list[Step] = [
    ("chips are counted", lambda night: acting.accept_counts(night, counts(night), "found")),
    ("the night ends", end_night),
    ("and is reopened", nights.reopen_night),
    ("the money is settled", lambda night: acting.settle_up(night, counts(night), "found")),
    ("a payment is ticked off", lambda night: requests.mark_paid(night, transfer(night))),
    ("and unticked", lambda night: requests.mark_unpaid(night, transfer(night))),
    ("the settlement is reopened", requests.undo_settlement),
    ("a person is removed", lambda night: changing.remove_person(phone(night, "Di"))),
]

#: Changes to parts that each screen reads for itself: the log of a hand, phones, payments, and the rotation, which
#: depends on the clock.
NOT_ON_THE_TABLE = [
    "a phone claims a link",
    "it is revoked",
    "the phone is freed",
    "a rotation is begun",
    "cards are dealt",
    "a payment is ticked off",
    "and unticked",
]


def test_every_write_changes_the_version_and_the_cached_table(friday: Night) -> None:
    before, at = shown(screen(friday).table), screen(friday).version
    unseen = []
    for name, write in (*BETWEEN, *HANDS, *MONEY):
        answer = write(friday)
        assert not isinstance(answer, Problem | Refused | Stale), (name, answer)
        now = screen(friday)
        assert now.version != at, name
        assert now.version == screens.night_version(friday.id), name
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
    acting.settle_up(friday, counts(friday), "found")
    at = screens.night_version(friday.id)
    saturday = begin()
    acting.play_for(saturday, "EUR", 10, ())
    acting.settle_up(saturday, counts(saturday), "found")
    taken_over = screens.night_version(friday.id)
    assert taken_over != at
    requests.undo_settlement(saturday)
    assert screens.night_version(friday.id) != taken_over


def test_a_tap_does_not_reload_the_table(friday: Night) -> None:
    live = deal(friday)
    shown(screen(friday).table)
    night_id = friday.id
    for line in FIRST_STREET:
        live = tap(live, line)
        with statements("SELECT") as queries:
            now = screens.screen_of(night_id)
            shown(now.table)
            assert now.table.hand is not None
            assert now.live(now.table.hand) is live
        assert len(queries) == 1


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


def test_a_night_removed_meanwhile_has_no_screen(friday: Night) -> None:
    """A form that has found its night may be answered after another device has removed it."""
    night_id = friday.id
    remove_night(night_id)
    with pytest.raises(NoResultFound):
        screens.screen_of(night_id)


def test_a_rolled_back_transaction_does_not_change_the_table(friday: Night) -> None:
    before = shown(screen(friday).table)
    assert isinstance(acting.leave(friday, 999), Problem)
    assert isinstance(call.call_game(friday, "omaha-that-nobody-knows"), Problem)
    assert shown(screen(friday).table) == before == from_the_database(friday)


@pytest.mark.sqlite
def test_a_night_with_a_reused_id_is_not_served_from_the_cache(app: Flask) -> None:
    """Ids are reused only when another database is restored; a database never assigns an id twice."""
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
    with statements("SELECT") as queries:
        found = screens.phone_screen(key, token)
    assert found is not None
    assert (found.seat.name, found.access.own, found.screen.version) == ("Bob", "claimed", screen(friday).version)
    assert len(queries) == 1
    assert screens.phone_screen(key, "another") != found
    assert screens.phone_screen("nonsense", token) is None


@pytest.mark.parametrize("ended", [False, True])
def test_a_phone_screen_opens_the_night_of_its_seat(friday: Night, ended: bool) -> None:
    saturday = begin("Ann", "Bob")
    if ended:
        end_night(friday)
        end_night(saturday)
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
        end_night(saturday)
    if what in ("left", "moved"):
        assert isinstance(acting.leave(saturday, seat(saturday, "Ann").id), Done)
    if what == "moved":  # back to the first table, which is still in play
        deal(friday)
    at = seats.seat_by_key(seat(saturday, "Ann").key)
    assert at is not None
    assert at.night_id == {"friday": friday, "saturday": saturday}[led_to].id
