"""Limits on everything stored: exceeding one is refused with a reason, and changes nothing."""

import pytest
from sqlalchemy import func, select

from app.games.house import Stakes
from app.night import nights, start_like
from app.night.acts.queue import Done
from app.night.db import db
from app.night.example import example_record, start_example
from app.night.log.replay import LiveHand, Posted, Refused
from app.night.models import Entry, Night, OwnGame, Player, Seat, ShownHand
from app.night.people import changing, seats
from app.night.play import call, games, television
from app.night.validation import Problem
from app.settings import LIMITS, limit
from tests.entering import enter, redo, undo
from tests.night import acting
from tests.night.table import deal, everyone_folds
from tests.seating import add_player


def most(monkeypatch: pytest.MonkeyPatch, name: str, count: int) -> None:
    monkeypatch.setenv(f"UPCARD_MOST_{name.upper()}", str(count))


@pytest.mark.parametrize("name", LIMITS)
def test_every_limit_is_a_setting(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    assert limit(name) == LIMITS[name] >= 20
    most(monkeypatch, name, 7)
    assert limit(name) == 7
    monkeypatch.setenv(f"UPCARD_MOST_{name.upper()}", "many")
    assert limit(name) == LIMITS[name]


def test_nights_are_limited(friday: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    most(monkeypatch, "nights", 2)
    assert isinstance(nights.start_night("Saturday", Stakes(), {}, True), Night)
    for refused in (nights.start_night("Sunday", Stakes(), {}, True), start_like.repeat_night(friday, "Sunday")):
        assert isinstance(refused, Problem)
        assert refused.text.startswith("the limit of 2 nights is reached")
    assert len(nights.nights()) == 2


def test_people_are_limited(friday: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    most(monkeypatch, "people", 4)
    assert isinstance(add_player(friday, "Dee", 100), Seat)
    refused = add_player(friday, "Eve", 100)
    assert isinstance(refused, Problem)
    assert refused.field == "name"
    assert db.session.scalar(select(func.count(Player.id))) == 4
    assert len(seats.seats(friday)) == 4
    dee = next(seat for seat in seats.seats(friday) if seat.name == "Dee")
    assert isinstance(acting.leave(friday, dee.id), Done)
    assert changing.remove_person(dee.player_id) is None
    assert isinstance(add_player(friday, "Eve", 100), Seat), "somebody has been removed"


@pytest.mark.usefixtures("friday")
def test_each_example_may_have_as_many_people(monkeypatch: pytest.MonkeyPatch) -> None:
    most(monkeypatch, "people", len(example_record().players))
    assert isinstance(start_example(), Night)
    assert isinstance(start_example(), Night)


def test_hands_of_a_night_are_limited(friday: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    most(monkeypatch, "hands", 1)
    everyone_folds(deal(friday))
    assert call.next_hand(friday) is None
    refused = call.call_game(friday, "five-card-stud")
    assert isinstance(refused, Problem)
    assert refused.text == "a night has at most 1 hand: end it and start another"


def test_entries_of_a_hand_are_limited(friday: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    most(monkeypatch, "entries", 10)
    live = deal(friday)
    for _ in range(10):
        assert isinstance(enter(live.hand.id, ["d redeal"]), Posted)
    refused = enter(live.hand.id, ["d redeal"])
    assert isinstance(refused, Refused)
    assert refused.reason == "a hand takes at most 10 entries: call a misdeal and redeal"
    assert isinstance(undo(live.hand.id), Posted)
    assert isinstance(enter(live.hand.id, ["d misdeal"]), Posted)
    assert call.next_hand(friday) is None
    assert isinstance(call.call_game(friday, "five-card-stud"), LiveHand)


def test_undo_and_redo_are_limited_when_a_log_is_full(friday: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    most(monkeypatch, "entries", 2)
    live = deal(friday)
    assert isinstance(enter(live.hand.id, ["d redeal"]), Posted)
    step = [undo, redo]
    answers = [step[n % 2](live.hand.id) for n in range(300)]
    assert isinstance(answers[-1], Refused)
    assert db.session.scalar(select(func.count(Entry.number))) == 102


def test_examples_are_limited(friday: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    most(monkeypatch, "examples", 1)
    assert isinstance(start_example(), Night)
    refused = start_example()
    assert isinstance(refused, Problem)
    assert "try again tomorrow" in refused.text


def test_own_games_are_limited(friday: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    most(monkeypatch, "games", 1)
    assert isinstance(games.save_own_game("Ours", "chicago"), OwnGame)
    refused = games.save_own_game("Theirs", "chicago")
    assert isinstance(refused, Problem)
    assert len(games.own_games()) == 1


def test_a_call_beyond_the_limit_leaves_the_televisions_as_they_are(
    friday: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    most(monkeypatch, "hands", 1)
    everyone_folds(deal(friday))
    assert call.next_hand(friday) is None
    hand = nights.last_hand(friday.id)
    assert hand is not None
    assert television.show_hand(friday, hand.key, 1) is None
    assert isinstance(call.call_game(friday, "five-card-stud"), Problem)
    db.session.rollback()
    assert friday.on_television == ShownHand(hand.id, 1)
