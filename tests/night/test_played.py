"""What a process keeps of nights for statistics: read once, and never older than what is stored."""

from __future__ import annotations

import pytest

from app.night.acts import queue
from app.night.acts.table import PlayFor
from app.night.caches import remembered
from app.night.db import db, writing
from app.night.history import statistics
from app.night.history import statistics as played
from app.night.history.statistics import work_out_facts
from app.night.log.replay import Posted
from app.night.models import Hand, Night
from app.night.play import call, taps
from app.night.validation import Problem
from app.statistics.played import PlayedHand
from tests.night.table import begin, deal, everyone_folds
from tests.night.test_any_hand import change, play
from tests.night.test_facts import differences, stored


def hands() -> list[PlayedHand]:
    """Return all hands there are, which are those that somebody reads who has kept nothing."""
    db.session.rollback()
    found = list(statistics.played_between(None, None).hands)
    known = remembered().hands
    kept = dict(known)
    known.clear()
    assert list(statistics.played_between(None, None).hands) == found
    known.update(kept)
    return found


def test_nights_that_have_not_changed_are_not_read_again(friday: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    play(friday, 3)
    saturday = begin("Ann", "Cy", "Dee")
    play(saturday)
    read: list[list[int]] = []
    real = played._read
    monkeypatch.setattr(
        played, "_read", lambda nights, of: read.append([each.id for each in nights]) or real(nights, of)
    )
    for _ in range(2):
        assert len(statistics.played_between(None, None).hands) == 4
    assert read == [[friday.id, saturday.id]]
    play(saturday)
    assert len(statistics.played_between(None, None).hands) == 5
    assert read == [[friday.id, saturday.id], [saturday.id]]


def test_whatever_changes_a_hand_is_seen(friday: Night) -> None:
    first, second = play(friday, 2)
    hands_before = hands()
    assert [hand.pot for hand in hands_before] == [5, 5]
    # A correction of an earlier hand leaves the last one and its log as they are.
    answer = change(first)
    assert isinstance(answer, Posted)
    corrected = hands()
    assert corrected[0].parts != hands_before[0].parts
    assert corrected[1] == hands_before[1]
    assert isinstance(taps.undo(first.hand.id, answer.live.number), Posted)
    assert hands() == hands_before
    # The last hand is opened again, and is no finished hand any more.
    assert isinstance(taps.undo(second.hand.id, second.number), Posted)
    assert len(hands()) == 1
    assert isinstance(taps.redo(second.hand.id, second.number + 1), Posted)
    assert hands() == hands_before
    assert not isinstance(queue.do(friday, PlayFor("EUR", 10)), Problem)
    assert [hand.night.unit for hand in hands()] == ["EUR", "EUR"]


def test_facts_that_are_put_right_are_seen(friday: Night) -> None:
    (live,) = play(friday)
    facts = stored(live.hand.id)
    with writing() as session:
        hand = session.get_one(Hand, live.hand.id)
        hand.outcome = {**(hand.outcome or {}), "facts": {**facts, "pot": 12}}
    assert [hand.pot for hand in hands()] == [12]
    assert len(differences(repair=True)) == 1
    assert [hand.pot for hand in hands()] == [5]


def test_what_is_kept_has_an_end(friday: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(played, "MOST_HANDS", 3)
    for names in (("Ann", "Bob"), ("Ann", "Cy"), ("Bob", "Cy")):
        of = begin(*names, "Dee")
        everyone_folds(deal(of))
        assert call.next_hand(of) is None
        everyone_folds(deal(of))
        assert sum(len(each.hands) for each in remembered().hands.values()) <= 3
        assert hands()
    assert len(hands()) == 6


def test_a_hand_that_is_opened_again_before_it_is_worked_out_has_no_facts(friday: Night) -> None:
    (live,) = play(friday)
    assert isinstance(taps.undo(live.hand.id, live.number), Posted)
    work_out_facts([live.hand.id])
    assert stored(live.hand.id) is None
