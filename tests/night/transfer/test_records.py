"""All hands of a night in one ``.phhs`` file: Upcard replays it, and PokerKit reads the hands of games it knows."""

from __future__ import annotations

from random import Random

import pokerkit
import pytest
from flask import Flask

from app.games.house import HouseRules, Stakes
from app.games.load import resolve
from app.hand.state import Setup
from app.night.db import db
from app.night.history.hands import night_records, person_records
from app.night.log.replay import LiveHand
from app.night.models import Hand, Night
from app.night.play import call
from app.record import setup
from app.record.check import run
from app.record.hand import Record, RecordError
from app.record.text import read, read_all, write, write_numbered
from tests.night import acting
from tests.night.table import at_question, begin, deal, everyone_folds, seat, tap
from tests.night.transfer.clubs import corrected
from tests.record.test_pokerkit import play_out

BROUGHT_IN = Stakes(ante=1, bring_in=1, small=4, big=8)
LOW_CARD = {"opener_first": "low card brings in"}


def stud(night: Night, game: str, random: Random) -> LiveHand:
    """Play a hand of a game that PokerKit knows, by PokerKit's rules."""
    live = call.call_game(night, game, stakes=BROUGHT_IN, house_for_hand=LOW_CARD)
    assert isinstance(live, LiveHand), live
    setup: Setup = live.hand.setup
    assert setup.house == HouseRules(opener_first="low card brings in")
    return tap(live, *play_out(setup, random)[1])


def test_pokerkit_replays_a_night_to_the_same_stacks(app: Flask) -> None:
    night, random = begin(chips=1000), Random(7)
    played = []
    for game in ("seven-card-stud", "razz", "stud-eight-or-better") * 2:
        played.append(stud(night, game, random))
        call.next_hand(night)
    text = night_records(night).text
    histories = list(pokerkit.HandHistory.loads_all(text))
    assert [history.variant for history in histories] == ["F7S", "FR", "F7S/8"] * 2
    for history, live in zip(histories, played, strict=True):
        *_, last = history
        assert list(last.stacks) == [player.stack for player in live.state.players]


def test_a_night_replays_from_its_records(app: Flask) -> None:
    night = corrected()
    records = night_records(night)
    assert records.missing == ()
    found = read_all(records.text)
    assert list(found) == ["1", "2", "3"]
    assert all(run(record).status == 0 for record in found.values())
    assert "declare" not in records.text
    assert [record.kept["hand"] for record in found.values()] == [1, 2, 3]


def test_records_with_house_rules_read_and_write_unchanged(app: Flask) -> None:
    night = begin()
    live = call.call_game(night, "follow-the-queen", None, (), {"raises": 4})
    assert isinstance(live, LiveHand), live
    tap(live, "d misdeal")
    call.next_hand(night)
    at_question(night, "chicago")
    text = night_records(night).text
    (record,) = read_all(text).values()
    assert record.house == {"raises": 4}
    assert write_numbered(1, record) == text
    assert read(write(record)) == record


def test_the_record_of_a_removed_game_carries_its_definition(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    night = begin()
    everyone_folds(deal(night))
    monkeypatch.setattr("app.night.history.hands.library_game", lambda *_: None)
    monkeypatch.setattr("app.record.setup.library_game", lambda *_: None)
    records = night_records(night)
    assert records.missing == ()
    (carrying,) = read_all(records.text).values()
    assert carrying.game["name"]
    assert run(carrying).status == 0


def test_records_of_many_hands_work_out_each_game_once(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    night = begin()
    for _ in range(3):
        everyone_folds(deal(night))
        call.next_hand(night)
    resolved: list[str] = []
    monkeypatch.setattr("app.record.setup.resolve", lambda game, *given: resolved.append(game) or resolve(game, *given))
    setup._library_game.cache_clear()
    assert len(read_all(night_records(night).text)) == 3
    assert len(resolved) <= 2


def test_a_hand_that_has_no_record_is_named(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    night = begin()
    everyone_folds(deal(night))
    monkeypatch.setattr("app.night.history.hands.record_of", _unsaid)
    records = night_records(night)
    assert records.missing == ("Friday, hand 1: The game cannot be said.",)
    assert records.text == "# Not in this file: Friday, hand 1: The game cannot be said.\n"
    assert read_all(records.text) == {}


def _unsaid(*_arguments: object, **_more: object) -> None:
    raise RecordError("the game cannot be said")


def test_a_persons_records_are_the_hands_they_were_dealt_into(app: Flask) -> None:
    friday = begin()
    everyone_folds(deal(friday))
    call.next_hand(friday)
    cy = seat(friday, "Cy")
    acting.sit_out(friday, cy.id)
    tap(deal(friday), "d misdeal")
    saturday = begin("Cy", "Dee")
    tap(deal(saturday), "d misdeal")
    found = read_all(person_records(cy.player_id).text)
    assert [(record.players, record.kept["hand"]) for record in found.values()] == [
        (("Bob", "Cy", "Ann"), 1),
        (("Dee", "Cy"), 1),
    ]


def test_a_persons_hands_are_in_memory_a_night_at_a_time(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        night = begin()
        tap(deal(night), "d misdeal")
    cy, held = seat(night, "Cy").player_id, list[int]()
    db.session.remove()

    def count(number: int, record: Record) -> str:
        held.append(sum(isinstance(row, Hand) for row in db.session))
        return write_numbered(number, record)

    monkeypatch.setattr("app.night.history.hands.write_numbered", count)
    assert len(read_all(person_records(cy).text)) == 3
    assert max(held) == 1


@pytest.mark.parametrize("text", ["variant = 'razz'", "[one]\nvariant = 'razz'", "[1]\nvariant = 'razz'", "[1"])
def test_an_invalid_file_of_records_is_refused_with_its_name(text: str) -> None:
    with pytest.raises(RecordError, match=r"^night\.phhs"):
        read_all(text, "night.phhs")
