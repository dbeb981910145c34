"""The facts of a hand: stored when it ends, anew when it changes, and worked out where an older version has none."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from sqlalchemy import delete, func, select, update

from app.night import caches
from app.night.db import db, writing
from app.night.history import statistics
from app.night.log.called import SINCE_0_3
from app.night.log.replay import Posted
from app.night.models import Entry, Hand, Ledger, Night
from app.night.play import taps
from app.night.verify import check_night, last_night
from tests.night.table import FIRST_STREET, begin, deal, everyone_folds, tap, two_pots
from tests.night.test_any_hand import BOB_WINS


def stored(hand_id: int) -> Any:
    db.session.rollback()
    outcome = db.session.scalar(select(Hand.outcome).where(Hand.id == hand_id))
    return None if outcome is None else outcome.get("facts")


def differences(*, repair: bool = False) -> list[str]:
    (of,) = last_night()
    return [wrong.text.partition(": ")[2] for wrong in check_night(of, repair=repair)[1]]


def test_a_hand_that_nobody_sees_to_the_end(friday: Night) -> None:
    live = everyone_folds(deal(friday))
    assert stored(live.hand.id) == {
        "version": 1,
        "void": False,
        "pot": 5,
        "pots": 1,
        "wild": 0,
        "players": [1, 0, 0, 0, 1, 0, 0, 0, 3, 5, 0, 0],
    }


def test_chips_that_version_0_2_paid_by_a_rule_of_its_own_are_told_apart(app: Flask) -> None:
    """A side pot of 4 went to Cy, who was all in for 3. A chip more or less than the hand holds stays a difference."""
    _, live = two_pots()
    hand = db.session.get_one(Hand, live.hand.id)
    hand.setup = {
        **hand.setup,
        "house": {rule: chosen for rule, chosen in hand.setup["house"].items() if rule != SINCE_0_3},
    }
    assert hand.outcome is not None
    hand.outcome = {**hand.outcome, "winners": [["Cy", 13]]}
    bob, cy, _ann = live.hand.player_ids
    db.session.execute(update(Ledger).where(Ledger.kind == "award", Ledger.player_id == bob).values(player_id=cy))
    db.session.commit()
    caches.forget_remembered(app)
    (of,) = last_night()
    assert {wrong.what for wrong in check_night(of)[1]} == {"older rule"}
    db.session.execute(update(Ledger).where(Ledger.kind == "award", Ledger.amount == 4).values(amount=5))
    db.session.commit()
    assert {wrong.what for wrong in check_night(of)[1]} == {"game"}


def test_an_agreed_split_is_no_showdown_and_undo_gives_it_up(friday: Night) -> None:
    live = tap(deal(friday), *FIRST_STREET, "p3 cbr 2", "p1 f", "d split p2 1 p3 4")
    assert stored(live.hand.id)["players"] == [1, 0, 0, 0, 1, 1, 0, 0, 3, 4, 0, 0]
    awards = select(Ledger.why, Ledger.amount).where(Ledger.kind == "award").order_by(Ledger.amount)
    assert [tuple(row) for row in db.session.execute(awards)] == [
        ("hand 1, Five-Card Stud: main pot, all, agreed split", 1),
        ("hand 1, Five-Card Stud: main pot, all, agreed split", 4),
    ]
    taps.undo(live.hand.id, live.number)
    assert stored(live.hand.id) is None
    assert db.session.execute(awards).all() == []


def test_a_showdown_for_two_pots(app: Flask) -> None:
    _, live = two_pots()
    facts = stored(live.hand.id)
    assert (facts["pot"], facts["pots"]) == (13, 2)
    *bob, of_bob = facts["players"][:4]
    *cy, of_cy = facts["players"][4:8]
    *ann, of_ann = facts["players"][8:]
    assert [bob, cy, ann] == [[5, 4, 1], [3, 9, 1], [5, 0, 1]]
    assert of_cy > of_bob > of_ann > 0
    names = ["pair of kings", "pair of aces", "pair of queens"]
    assert list(statistics.shown_hands([live.hand.id]).values()) == names


def test_a_misdeal_is_void_and_a_hand_that_goes_on_has_no_facts(friday: Night) -> None:
    live = everyone_folds(deal(friday))
    assert isinstance(taps.undo(live.hand.id, live.number), Posted)
    assert stored(live.hand.id) is None
    assert isinstance(taps.post(live.hand.id, None, ["d misdeal"]), Posted)
    facts = stored(live.hand.id)
    assert (facts["void"], facts["pot"]) == (True, 0)
    assert facts["players"] == [0] * 12


def test_wild_cards_change_with_the_card_after_a_queen(app: Flask) -> None:
    live = deal(begin("Ann", "Bob"), "follow-the-queen")
    live = tap(live, "d dh p1 ????Qh", "d dh p2 ????7s", "p2 cbr 2", "p1 cc", "d dh p1 2c", "d dh p2 Qs")
    live = tap(live, "p2 cbr 2", "p1 f")
    assert live.over
    # The seven behind the queen of hearts; the queen of spades ends that.
    assert stored(live.hand.id)["wild"] == 2


@pytest.mark.parametrize("over", [True, False])
def test_a_log_that_lacks_entries_is_named_whether_its_hand_is_over_or_not(friday: Night, over: bool) -> None:
    live = everyone_folds(deal(friday)) if over else tap(deal(friday), "d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh")
    with writing() as session:
        session.execute(delete(Entry).where(Entry.hand_id == live.hand.id, Entry.number.in_((1, 2))))
    last = live.number
    assert differences()[0] == f"of the {last} entries of its log 2 are missing"


def test_a_correction_writes_them_anew_and_its_undo_too(friday: Night) -> None:
    live = everyone_folds(deal(friday))
    before = stored(live.hand.id)
    answer = taps.correct(live.hand.id, live.number, BOB_WINS)
    assert isinstance(answer, Posted), answer
    after = stored(live.hand.id)
    assert [chips > 0 for chips in after["players"][1::4]] == [True, False, False]
    assert isinstance(taps.undo(live.hand.id, answer.live.number), Posted)
    assert stored(live.hand.id) == before
    assert differences() == []


def test_a_hand_of_an_older_version_is_worked_out_when_it_is_needed(friday: Night) -> None:
    live = everyone_folds(deal(friday))
    facts = stored(live.hand.id)
    forget(live.hand.id)
    assert differences() == ["its facts are of version none, and have to be worked out"]
    (hand,) = statistics.played_at(friday).hands
    assert hand.pot == 5
    assert stored(live.hand.id) == facts


def test_a_hand_that_cannot_be_played_again_counts_nowhere(friday: Night) -> None:
    live = everyone_folds(deal(friday))
    forget(live.hand.id)
    with writing() as session:
        setup = dict(session.scalar(select(Hand.setup).where(Hand.id == live.hand.id)) or {})
        del setup["stakes"]
        session.execute(update(Hand).where(Hand.id == live.hand.id).values(setup=setup))
    caches.forget_remembered()
    for _ in range(2):
        played = statistics.played_at(friday)
        assert (len(played.hands), played.unread) == (0, 1)


def test_what_cannot_be_worked_out_in_time_waits(friday: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    live = everyone_folds(deal(friday))
    forget(live.hand.id)
    monkeypatch.setattr(statistics, "SECONDS", 0)
    played = statistics.played_at(friday)
    assert (len(played.hands), played.unread) == (0, 1)


def test_what_is_stored_otherwise_is_named_and_facts_are_put_right(app: Flask) -> None:
    friday, live = two_pots()
    assert differences() == []
    facts = stored(live.hand.id)
    with writing() as session:
        outcome = session.scalar(select(Hand.outcome).where(Hand.id == live.hand.id)) or {}
        wrong = {**outcome, "facts": {**facts, "pot": 12, "players": [5, 5, 1, 0, *facts["players"][4:]]}}
        session.execute(update(Hand).where(Hand.id == live.hand.id).values(outcome=wrong))
    of_bob = f"the facts of Bob are stored as [5, 5, 1, 0], and the log makes {facts['players'][:4]}"
    assert differences() == ["the fact “pot” is stored as 12, and the log makes 13", of_bob]
    assert len(differences(repair=True)) == 2
    assert differences() == []
    assert stored(live.hand.id) == facts
    with writing() as session:
        row = session.scalars(select(Ledger).where(Ledger.kind == "award").order_by(Ledger.id)).first()
        assert row is not None
        row.amount += 1
    found = differences(repair=True)
    assert found == [
        "0 stay in the pot, and by the ledger -1",
        "the ledger has award +10 (chips) for Cy, and the log does not",
        "the log makes award +9 (chips) for Cy, and the ledger has no such row",
    ]
    assert differences() == found
    assert db.session.scalar(select(func.count(Hand.id)).where(Hand.night_id == friday.id)) == 1


def forget(hand_id: int) -> None:
    """Let a hand be stored as an older version has stored it."""
    with writing() as session:
        outcome = dict(session.scalar(select(Hand.outcome).where(Hand.id == hand_id)) or {})
        del outcome["facts"], outcome["shown"]
        session.execute(update(Hand).where(Hand.id == hand_id).values(outcome=outcome))
