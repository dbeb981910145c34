"""Files written from stored data equal, byte for byte, those from replaying every hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from flask import Flask
from sqlalchemy import delete, select

from app.night import caches
from app.night.db import db, writing
from app.night.history import hands
from app.night.log import loading
from app.night.log.entries import LogEntry
from app.night.models import Hand, PlayerHand
from app.night.nights import nights
from app.night.play import call, taps
from app.night.transfer import export
from app.night.transfer.sheets import night_sheets
from tests.demo import play_year
from tests.night.table import at_question, begin, deal, everyone_folds, tap
from tests.night.test_any_hand import BOB_WINS, change
from tests.night.transfer.clubs import (
    club,
    corrected,
    everything,
    exported,
    imported,
    not_tracked,
    owed,
)
from tests.snapshots import copied


def files() -> dict[str, str]:
    """Return all files of all nights by name."""
    db.session.rollback()
    made = {"club": exported()}
    for night in nights():
        made[f"records {night.id}"] = hands.night_records(night).text
        made |= {f"{name} {night.id}": text for name, text in night_sheets(night).items()}
    return made


def forget_facts() -> None:
    """Store hands as an older version did, so that exporting replays them."""
    with writing() as session:
        session.execute(delete(PlayerHand))
        for hand in session.scalars(select(Hand).where(Hand.finished_at.is_not(None))):
            hand.outcome = {name: value for name, value in (hand.outcome or {}).items() if name != "secret"}
    caches.clear_caches()


@copied
def a_year() -> None:
    play_year(4, 3, 2)


def a_longer_year() -> None:
    play_year(6, 6, 2)


@copied
def sealed_and_open() -> None:
    """Play hands with sealed answers revealed and not, and hands corrected and reopened; leave one in play."""
    night = begin()
    tap(at_question(night), "p1 declare high", "p2 declare both", "p3 declare spade", "d misdeal")
    call.next_hand(night)
    tap(at_question(night), "p1 declare spade", "p2 declare both", "d misdeal")
    call.next_hand(night)
    changed = everyone_folds(deal(night))
    call.next_hand(night)
    assert isinstance(change(changed, BOB_WINS), taps.Posted)
    opened_again = everyone_folds(deal(night))
    assert isinstance(taps.undo(opened_again.hand.id, opened_again.number), taps.Posted)
    assert isinstance(taps.redo(opened_again.hand.id, opened_again.number + 1), taps.Posted)
    call.next_hand(night)
    tap(deal(night), "d dh p1 ??5h")
    begin()


@pytest.mark.parametrize(
    "play",
    [
        a_year,
        pytest.param(a_longer_year, marks=pytest.mark.long),
        *(sealed_and_open, everything, owed, corrected, not_tracked, club),
    ],
    ids=lambda play: play.__name__,
)
def test_files_from_stored_data_and_from_replays_are_the_same(app: Flask, play: Callable[[], object]) -> None:
    play()
    stored = files()
    forget_facts()
    assert files() == stored


def test_files_of_an_imported_club_match_its_replays(app: Flask) -> None:
    a_year()
    sealed_and_open()
    with imported(exported()):
        outcomes = db.session.scalars(select(Hand.outcome)).all()
        assert {outcome.get("secret") for outcome in outcomes if outcome} == {False}
        stored = files()
        forget_facts()
        assert files() == stored


def test_only_hands_with_secret_answers_are_replayed_and_once(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    a_year()
    corrected()
    secret = db.session.scalars(select(Hand.id).where(Hand.outcome["secret"].as_boolean())).all()
    assert len(secret) == 3  # a declaration never revealed, and two with changed answers
    played = list[int]()

    def replay_hand(hand: Hand, log: Sequence[LogEntry]) -> object:
        played.append(hand.id)
        return loading.replay_hand(hand, log)

    def live_hand(hand_id: int) -> object:
        played.append(hand_id)
        return loading.live_hand(hand_id)

    monkeypatch.setattr(export, "play_log", replay_hand)
    monkeypatch.setattr(export, "replay_hand", replay_hand)
    exported()
    assert sorted(played) == sorted(secret)
    monkeypatch.setattr(hands, "live_hand", live_hand)
    for night in nights():
        assert hands.night_records(night).missing == ()
    assert sorted(played) == sorted(secret * 2)
