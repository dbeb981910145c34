"""Undoing an act restores what it changed, unless that has changed since; the undo data may be an older version's."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from app.games.house import Stakes
from app.night.acts import queue
from app.night.acts.act import Act as AnyAct
from app.night.acts.money import Count, Expense, Pay
from app.night.acts.people import Button, Buy, ComeBack, Give, Join, Leave, Rearrange, SidePayment, SitOut
from app.night.acts.queue import Done
from app.night.acts.settling import Paid, Settle
from app.night.acts.stored import KINDS
from app.night.acts.table import NewHouse, NewRotation, NewStakes, PlayFor
from app.night.db import db, writing
from app.night.ledger import ledger_lines
from app.night.models import Act, Ledger, Night, Seat, Transfer
from app.night.people import seats
from app.night.play import call
from app.night.rotation import Rotation, RotationGame, rotation_to_json
from app.night.validation import MAX_SEATS, Problem
from tests.night import acting
from tests.night.table import begin, deal, everyone_folds, seat, set_stakes

ROTATION = Rotation("Ours", (RotationGame("razz", "Razz"),))


@pytest.fixture
def friday(app: object) -> Night:
    """Return a night for money: Ann, Bob and Cy have 100 chips each, worth ten cents apiece; Bob has the button."""
    night = begin()
    enter(night, PlayFor("EUR", 10))
    enter(night, Button(1, "Bob"))
    return night


def enter(night: Night, act: AnyAct) -> int:
    answer = queue.do(night, act)
    assert isinstance(answer, Done), answer
    return answer.line


def undo(night: Night, line: int) -> object:
    return queue.undo_act(night, line, "it")


def everything(night: Night) -> object:
    """Return everything that acts change: columns of the night, seats, accounts and transfers."""
    db.session.rollback()
    now = db.session.get_one(Night, night.id)
    terms = (
        now.stakes_raw,
        now.house,
        now.rotation,
        now.currency,
        now.worth,
        now.chips,
        now.dealer_place,
        now.carried,
    )
    sums: dict[Any, int] = {}
    for row in db.session.scalars(select(Ledger).where(Ledger.night_id == night.id)):
        account = row.player_id, row.account, row.against, row.against_id
        sums[account] = sums.get(account, 0) + row.amount
    transfers = [
        (transfer.id, transfer.paid_at)
        for transfer in db.session.scalars(select(Transfer).where(Transfer.night_id == night.id))
    ]
    sitting = [(info.name, info.place, info.sitting_out) for info in seats.seats(night)]
    accounts = {account: amount for account, amount in sums.items() if amount}
    return terms, now.ended_at, now.settled_at, sitting, accounts, transfers


def places(night: Night) -> dict[str, int]:
    return {str(info.id): info.place for info in seats.seats(night, with_left=True)}


def acts_of_every_kind(night: Night) -> dict[str, tuple[AnyAct, dict[str, Any]]]:
    """Return an act of each kind, with the undo data that versions up to 0.3 stored for it."""
    ann, bob, cy = (seat(night, name).id for name in ("Ann", "Bob", "Cy"))
    at = {"places": places(night), "dealer_place": 1}
    acts: dict[AnyAct, dict[str, Any]] = {
        Join("Gus", 50, 1): {**at, "seat": 0, "new": True, "link": "x", "device": None},
        Buy(ann, "Ann", 40): {},
        Give(ann, "Ann", bob, "Bob", 20, owed=False): {},
        SidePayment(ann, "Ann", 2, (bob, cy), ("Bob", "Cy"), "seven-deuce", everybody=True): {},
        SitOut(bob, "Bob"): {"sitting_out": False},
        ComeBack(bob, "Bob"): {"sitting_out": False},
        Leave(cy, "Cy"): {"sitting_out": False, "stack": 100},
        Rearrange((cy, ann, bob), ("Cy", "Ann", "Bob")): at,
        Button(2, "Cy", cy): {"dealer_place": 1, "place": 2},
        Count(ann, "Ann", 90, "lost"): {"stack": 100},
        Expense(ann, "Ann", "pizza", 900, (ann, bob, cy), ("Ann", "Bob", "Cy")): {},
        Pay(ann, "Ann", 500): {},
        Settle(): {"ended": False, "proven": True},
    }
    stakes, was = Stakes(ante=3, small=6, big=12), night.stakes_raw
    money = {"currency": "EUR", "chips": []}
    settings: list[tuple[AnyAct, dict[str, Any]]] = [
        (
            NewStakes({**was, "ante": 3}, stakes.words()),
            {"was": {"stakes_raw": was}, "is": {"stakes_raw": {**was, "ante": 3}}},
        ),
        (NewHouse({"raises": 5}), {"was": {"house": {}}, "is": {"house": {"raises": 5}}}),
        (
            NewRotation(rotation_to_json(ROTATION), "The rotation is Ours"),
            {"was": {"rotation": None}, "is": {"rotation": rotation_to_json(ROTATION)}},
        ),
        (PlayFor("EUR", 5), {"was": {**money, "worth": 10}, "is": {**money, "worth": 5}}),
    ]
    return {act.kind: (act, before) for act, before in (*acts.items(), *settings)}


@pytest.mark.parametrize("earlier", [False, True], ids=["as stored now", "as stored up to 0.3"])
@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"undo", "correct", "tally", "split-pot", "paid"}))
def test_an_act_is_undone_from_the_undo_data_of_any_version(friday: Night, kind: str, earlier: bool) -> None:
    before = everything(friday)
    acts = acts_of_every_kind(friday)
    assert kind in acts, "add an example to acts_of_every_kind"
    act, old_undo_data = acts[kind]
    line = enter(friday, act)
    assert all(row.words for row in ledger_lines(friday)), "app/night/ledger.py words every kind of row"
    if earlier:
        with writing() as session:
            stored = session.get_one(Act, line)
            stored.before = {**old_undo_data, "seat": stored.seat_id} if kind == "join" else old_undo_data
    assert isinstance(undo(friday, line), Done)
    assert everything(friday) == before


@pytest.mark.parametrize("earlier", [False, True], ids=["as stored now", "as stored up to 0.3"])
def test_a_payment_is_undone_from_the_undo_data_of_any_version(friday: Night, earlier: bool) -> None:
    everyone_folds(deal(friday))
    enter(friday, Settle())
    before = everything(friday)
    transfer = db.session.scalars(select(Transfer)).first()
    assert transfer is not None
    line = enter(friday, Paid(transfer.id, "Bob", "Ann", transfer.amount))
    if earlier:
        with writing() as session:
            session.get_one(Act, line).before = {}
    assert isinstance(undo(friday, line), Done)
    assert everything(friday) == before


def test_the_seat_of_an_undone_join_moves_behind_the_others(friday: Night) -> None:
    line = enter(friday, Join("Gus", 0, 0))
    assert [info.place for info in seats.seats(friday)] == [0, 1, 2, 3]
    assert isinstance(undo(friday, line), Done)
    everyone = seats.seats(friday, with_left=True)
    assert [(info.name, info.place, info.left) for info in everyone][-1] == ("Gus", 3, True)


def test_an_act_cannot_be_undone_after_a_later_change(friday: Night) -> None:
    bob = seat(friday, "Bob").id
    sat_out = enter(friday, SitOut(bob, "Bob"))
    enter(friday, ComeBack(bob, "Bob"))
    assert undo(friday, sat_out) == Problem("night", "it has been changed again since")
    moved = enter(friday, Rearrange((bob, *(seat(friday, name).id for name in ("Cy", "Ann"))), ("Bob", "Cy", "Ann")))
    enter(friday, Rearrange(tuple(seat(friday, name).id for name in ("Cy", "Ann", "Bob")), ("Cy", "Ann", "Bob")))
    assert undo(friday, moved) == Problem("order", "the seats have been changed again since")


def test_a_button_move_cannot_be_undone_once_the_deal_has_passed_on(friday: Night) -> None:
    line = enter(friday, Button(2, "Cy"))
    everyone_folds(deal(friday))
    call.next_hand(friday)
    everyone_folds(deal(friday))
    call.next_hand(friday)
    assert undo(friday, line) == Problem("place", "the deal has passed on since")


def test_a_seat_change_cannot_be_undone_after_somebody_joined(friday: Night) -> None:
    line = enter(friday, Rearrange(tuple(seat(friday, name).id for name in ("Cy", "Ann", "Bob")), ()))
    enter(friday, Join("Gus"))
    assert undo(friday, line) == Problem("order", "somebody has joined since")


def test_joining_and_leaving_cannot_be_undone_after_the_opposite(friday: Night) -> None:
    left = enter(friday, Leave(seat(friday, "Cy").id, "Cy"))
    back = enter(friday, Join("Cy", 20))
    assert undo(friday, left) == Problem("seat", "Cy has come back already")
    enter(friday, Leave(seat(friday, "Cy").id, "Cy"))
    assert undo(friday, back) == Problem("seat", "Cy has left already")


def test_leaving_cannot_be_undone_at_a_full_table(friday: Night) -> None:
    left = enter(friday, Leave(seat(friday, "Cy").id, "Cy"))
    for number in range(MAX_SEATS - 2):
        enter(friday, Join(f"Guest {number}"))
    assert undo(friday, left) == Problem("seat", f"there are {MAX_SEATS} seats, and all are taken")


def test_found_chips_cannot_be_undone_once_lost_or_taken_home(friday: Night) -> None:
    ann, bob = seat(friday, "Ann").id, seat(friday, "Bob").id
    line = enter(friday, Count(ann, "Ann", 150, "found"))
    enter(friday, Give(ann, "Ann", bob, "Bob", 120))
    assert undo(friday, line) == Problem("chips", "Ann has only 30 of these 50 left")
    enter(friday, Leave(ann, "Ann"))
    assert undo(friday, line) == Problem("seat", "Ann has left with these chips")


def test_a_count_of_untracked_chips_can_be_undone_after_the_player_left(app: object) -> None:
    night = begin(tracked=False)
    ann = seat(night, "Ann").id
    enter(night, Buy(ann, "Ann", 100))
    enter(night, Leave(ann, "Ann"))
    line = enter(night, Count(ann, "Ann", 40))
    assert isinstance(undo(night, line), Done)


def test_a_pot_split_cannot_be_undone_once_its_chips_are_gone(friday: Night) -> None:
    with writing() as session:
        session.get_one(Night, friday.id).carried = 9
        player = session.get_one(Seat, seat(friday, "Ann").id).player_id
        common = {"night_id": friday.id, "player_id": player, "kind": "put-in", "why": "x"}
        session.add(Ledger(amount=-9, account="chips", against="pot", **common))
    answer = acting.split_pot(friday)
    assert isinstance(answer, Done)
    cy, bob = seat(friday, "Cy").id, seat(friday, "Bob").id
    enter(friday, Give(cy, "Cy", bob, "Bob", 102))
    assert undo(friday, answer.line) == Problem("chips", "Cy has only 1 of these 3 left")
    with writing() as session:
        session.get_one(Night, friday.id).carried = 4
    assert undo(friday, answer.line) == Problem("pot", "a hand has been played since")


def test_a_currency_cannot_be_undone_once_money_is_entered_in_it(friday: Night) -> None:
    line = enter(friday, PlayFor("USD", 10))
    ann = seat(friday, "Ann").id
    enter(friday, Pay(ann, "Ann", 500))
    assert undo(friday, line) == Problem("currency", "expenses or payments have been entered in USD")


def test_an_act_can_be_undone_only_once_and_an_undo_never(friday: Night) -> None:
    line = enter(friday, Buy(seat(friday, "Ann").id, "Ann", 10))
    undone = undo(friday, line)
    assert isinstance(undone, Done)
    assert undo(friday, line) == Problem("act", "it has already been undone")
    assert undo(friday, undone.line) == Problem("act", "an undo can't be undone: enter it again instead")


def test_a_house_rule_change_is_undone_without_the_stakes_set_after_it(friday: Night) -> None:
    first = enter(friday, NewHouse({"raises": 5}))
    set_stakes(friday, Stakes(ante=2, small=4, big=8))
    assert isinstance(undo(friday, first), Done)
    assert (friday.stakes.ante, friday.house) == (2, {})


def test_undoing_a_departure_gives_the_player_a_seat_of_their_own(friday: Night) -> None:
    """Bob leaves, and Ann and Cy swap; undoing Bob's departure keeps their order."""
    ann, bob, cy = (seat(friday, name).id for name in ("Ann", "Bob", "Cy"))
    left = enter(friday, Leave(bob, "Bob"))
    enter(friday, Rearrange((cy, ann), ("Cy", "Ann")))
    assert not isinstance(undo(friday, left), Problem)
    sitting = seats.seats(friday)
    assert [info.name for info in sitting] == ["Cy", "Bob", "Ann"]
    assert len({info.place for info in sitting}) == 3
