"""Each player's facts of a hand: stored when it ends, rewritten when it changes, computed if missing."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import delete, func, select, update

from app.hand.notation import parse_action
from app.hand.play import play as play_action
from app.hand.play import start
from app.night import caches
from app.night.acts import queue
from app.night.acts.table import PlayFor
from app.night.db import db, writing
from app.night.history import night_sums, statistics
from app.night.history.hands import award_reasons
from app.night.log.replay import Posted
from app.night.models import Entry, Hand, Ledger, Night, PlayerHand
from app.night.play import taps
from app.night.play.settle import best_shown
from app.night.validation import Problem
from app.night.verify import check_night
from app.ranking.words import best_name
from app.record.setup import setup_of
from app.record.text import read
from app.statistics.figures import ListedHand
from tests.entering import enter
from tests.night.table import (
    FIRST_STREET,
    begin,
    deal,
    everyone_folds,
    leave_side_pot,
    ledger_rows,
    store_as_of_0_2,
    tap,
    two_pots,
)
from tests.night.test_any_hand import BOB_WINS, change, play

RECORDS = Path(__file__).parent.parent / "records"


def stored(hand_id: int) -> list[PlayerHand]:
    """Return the rows of a hand, from the dealer's left."""
    db.session.rollback()
    rows = select(PlayerHand).where(PlayerHand.hand_id == hand_id).order_by(PlayerHand.seat == 0, PlayerHand.seat)
    return list(db.session.scalars(rows))


def parts(hand_id: int) -> list[tuple[int | None, int, bool, bool]]:
    """Return each player's chips put in and won, whether they reached the showdown, and whether they showed."""
    return [(row.put_in, row.won, row.showdown, row.best > 0) for row in stored(hand_id)]


def hands(played: statistics.HandStatistics) -> list[ListedHand]:
    return played.hands(statistics.ALL_HANDS, played.count(statistics.ALL_HANDS))[::-1]


def differences(*, repair: bool = False) -> list[str]:
    """Return the differences that a check of the only night reports."""
    night_id = db.session.scalars(select(Night.id)).one()
    return [wrong.text.partition(": ")[2] for wrong in check_night(night_id, repair=repair)[1]]


def test_a_hand_won_without_a_showdown_stores_its_facts(friday: Night) -> None:
    live = everyone_folds(deal(friday))
    assert parts(live.hand.id) == [(1, 0, False, False), (1, 0, False, False), (3, 5, False, False)]
    assert {(row.game_id, row.pot, row.wild) for row in stored(live.hand.id)} == {("five-card-stud", 5, 0)}
    assert [row.player_id for row in stored(live.hand.id)] == list(live.hand.player_ids)
    assert [row.seat for row in stored(live.hand.id)] == [1, 2, 0]


def test_a_payment_made_under_a_rule_of_version_0_2_is_reported(app: Flask) -> None:
    """A side pot of 4 went to Cy, who was all in for 3. A payment that does not add up is still a difference."""
    _, live = two_pots()
    store_as_of_0_2(live, winners=[[1, 13]])
    bob, cy, _ann = live.hand.player_ids
    db.session.execute(update(Ledger).where(Ledger.kind == "award", Ledger.player_id == bob).values(player_id=cy))
    db.session.commit()
    caches.clear_caches(app)
    assert {wrong.kind for wrong in check_night(live.hand.night_id)[1]} == {"older rule"}
    db.session.execute(update(Ledger).where(Ledger.kind == "award", Ledger.amount == 4).values(amount=5))
    db.session.commit()
    assert {wrong.kind for wrong in check_night(live.hand.night_id)[1]} == {"game"}


def test_chips_that_version_0_2_left_in_the_pot_are_reported(app: Flask) -> None:
    """Bob's side pot of 4 stayed for the next hand. It is still a difference if the outcome says otherwise."""
    friday, live = two_pots()
    leave_side_pot(friday, live)
    caches.clear_caches(app)
    assert {wrong.kind for wrong in check_night(friday.id)[1]} == {"older rule"}
    hand = db.session.get_one(Hand, live.hand.id)
    assert hand.outcome is not None
    hand.outcome = {**hand.outcome, "carried": 3}
    db.session.commit()
    assert {wrong.kind for wrong in check_night(friday.id)[1]} == {"game"}


def test_an_agreed_split_is_not_a_showdown_and_can_be_undone(friday: Night) -> None:
    live = tap(deal(friday), *FIRST_STREET, "p3 cbr 2", "p1 f", "d split p2 1 p3 4")
    assert parts(live.hand.id) == [(1, 0, False, False), (1, 1, False, False), (3, 4, False, False)]
    assert set(map(tuple, award_reasons(db.session.get_one(Hand, live.hand.id)).values())) == {
        ("main pot, all, agreed split",)
    }
    taps.undo(live.hand.id, live.number)
    assert stored(live.hand.id) == []
    assert [kind for _, kind, _ in ledger_rows(live.hand.id)] == []


def test_a_showdown_for_two_pots_stores_its_facts(app: Flask) -> None:
    _, live = two_pots()
    assert parts(live.hand.id) == [(5, 4, True, True), (3, 9, True, True), (5, 0, True, True)]
    bob, cy, ann = stored(live.hand.id)
    assert bob.pot == 13
    assert cy.best > bob.best > ann.best
    assert [best_name(row.best) for row in (bob, cy, ann)] == ["pair of kings", "pair of aces", "pair of queens"]


def test_the_best_hand_is_named_by_its_cards_even_if_special_cards_beat_it(app: Flask) -> None:
    live = deal(begin("Ann", "Bob"), "man-with-the-axe")
    live = tap(live, "d dh p1 ??????????", "d dh p2 ??????????", "p1 cc", "p2 cc", "p1 sd", "p2 sd", "p1 cc", "p2 cc")
    live = tap(live, "p1 sm 7c7d4h3s9d", "p2 sm KdJs2cAcAd")
    assert live.over
    assert [best_name(row.best) for row in stored(live.hand.id)] == ["pair of sevens", "five aces"]


def test_the_better_board_counts_of_a_hand_that_was_run_twice() -> None:
    """Bob makes three eights on the first board only; the second leaves him his pair."""
    record = read((RECORDS / "texas-holdem" / "run-it-twice.toml").read_text("utf-8"), "run-it-twice")
    state = start(setup_of(record))
    for line in record.actions:
        state = play_action(state, parse_action(line))
    assert [best_name(best_shown(state, seat)) for seat in (1, 2)] == ["three eights", "pair of aces"]
    assert best_shown(state, 0) == 0


def test_neither_a_misdeal_nor_a_reopened_hand_has_facts(friday: Night) -> None:
    live = everyone_folds(deal(friday))
    assert isinstance(taps.undo(live.hand.id, live.number), Posted)
    assert stored(live.hand.id) == []
    assert isinstance(enter(live.hand.id, ["d misdeal"]), Posted)
    assert stored(live.hand.id) == []
    assert statistics.played_at(friday).figures.void == 1


def test_actions_that_change_the_wild_cards_are_counted(app: Flask) -> None:
    live = deal(begin("Ann", "Bob"), "follow-the-queen")
    live = tap(live, "d dh p1 ????Qh", "d dh p2 ????7s", "p2 cbr 2", "p1 cc", "d dh p1 2c", "d dh p2 Qs")
    live = tap(live, "p2 cbr 2", "p1 f")
    assert live.over
    # The seven after the queen of hearts is wild; the queen of spades ends that.
    assert {row.wild for row in stored(live.hand.id)} == {2}


@pytest.mark.parametrize("over", [True, False])
def test_missing_log_entries_are_reported(friday: Night, over: bool) -> None:
    live = everyone_folds(deal(friday)) if over else tap(deal(friday), "d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh")
    with writing() as session:
        session.execute(delete(Entry).where(Entry.hand_id == live.hand.id, Entry.number.in_((1, 2))))
    last = live.number
    assert differences()[0] == f"its log lacks 2 of {last} entries"


def test_a_correction_and_its_undo_rewrite_the_facts(friday: Night) -> None:
    live = everyone_folds(deal(friday))
    before = parts(live.hand.id)
    answer = taps.correct(live.hand.id, live.number, BOB_WINS)
    assert isinstance(answer, Posted), answer
    assert [won > 0 for _, won, _, _ in parts(live.hand.id)] == [True, False, False]
    assert isinstance(taps.undo(live.hand.id, answer.live.number), Posted)
    assert parts(live.hand.id) == before
    assert differences() == []


def test_missing_facts_are_computed_on_first_use(friday: Night) -> None:
    live = everyone_folds(deal(friday))
    before = parts(live.hand.id)
    forget(live.hand.id)
    assert differences() == ["its facts have to be worked out"]
    played = statistics.played_at(friday)
    assert played.figures.hands == 1
    assert [hand.pot for hand in hands(played)] == [5]
    assert parts(live.hand.id) == before


def test_a_hand_that_cannot_be_replayed_is_counted_as_unread(friday: Night) -> None:
    live = everyone_folds(deal(friday))
    forget(live.hand.id)
    with writing() as session:
        setup = dict(session.scalar(select(Hand.setup).where(Hand.id == live.hand.id)) or {})
        del setup["stakes"]
        session.execute(update(Hand).where(Hand.id == live.hand.id).values(setup=setup))
    caches.clear_caches()
    for _ in range(2):
        played = statistics.played_at(friday).figures
        assert (played.hands, played.unread) == (0, 1)


def test_a_hand_whose_facts_take_too_long_is_counted_as_unread(friday: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    live = everyone_folds(deal(friday))
    forget(live.hand.id)
    monkeypatch.setattr(night_sums, "SECONDS", 0)
    played = statistics.played_at(friday).figures
    assert (played.hands, played.unread) == (0, 1)


def test_wrong_facts_are_reported_and_repaired_but_a_wrong_ledger_only_reported(app: Flask) -> None:
    friday, live = two_pots()
    assert differences() == []
    before = parts(live.hand.id)
    with writing() as session:
        of_bob = update(PlayerHand).where(PlayerHand.player_id == live.hand.player_ids[0])
        session.execute(of_bob.values(put_in=6, showdown=False))
        session.execute(delete(PlayerHand).where(PlayerHand.player_id == live.hand.player_ids[1]))
    assert sorted(differences()) == [
        'the fact "put_in" of Bob is stored as 6, but the log gives 5',
        'the fact "showdown" of Bob is stored as False, but the log gives True',
        "there are no facts about Cy",
    ]
    assert len(differences(repair=True)) == 3
    assert differences() == []
    assert parts(live.hand.id) == before
    with writing() as session:
        row = session.scalars(select(Ledger).where(Ledger.kind == "award").order_by(Ledger.id)).first()
        assert row is not None
        row.amount += 1
    found = differences(repair=True)
    assert found == [
        "0 stay in the pot, -1 by the ledger",
        "the ledger has award +10 (chips) for Cy, but the log does not",
        "the log gives award +9 (chips) for Cy, but the ledger has no such row",
    ]
    assert differences() == found
    assert db.session.scalar(select(func.count(Hand.id)).where(Hand.night_id == friday.id)) == 1


def test_statistics_follow_every_change_of_a_hand(friday: Night) -> None:
    first, second = play(friday, 2)

    def now() -> list[ListedHand]:
        db.session.rollback()
        return hands(statistics.played_between(None, None))

    before = now()
    assert [hand.pot for hand in before] == [5, 5]
    # A correction of an earlier hand leaves the last hand and its log unchanged.
    answer = change(first)
    assert isinstance(answer, Posted)
    corrected = now()
    assert corrected[0].winners != before[0].winners
    assert corrected[1] == before[1]
    assert isinstance(taps.undo(first.hand.id, answer.live.number), Posted)
    assert now() == before
    # The last hand is reopened, so it is no longer finished.
    assert isinstance(taps.undo(second.hand.id, second.number), Posted)
    assert len(now()) == 1
    assert isinstance(taps.redo(second.hand.id, second.number + 1), Posted)
    assert now() == before
    assert not isinstance(queue.do(friday, PlayFor("EUR", 10)), Problem)
    assert [hand.amount for hand in now()] == [50, 50]
    assert [hand.night.unit for hand in now()] == ["EUR", "EUR"]


def test_a_reopened_hand_has_no_facts(friday: Night) -> None:
    (live,) = play(friday)
    assert isinstance(taps.undo(live.hand.id, live.number), Posted)
    night_sums.store_rows([live.hand.id])
    assert stored(live.hand.id) == []


def forget(hand_id: int) -> None:
    """Change a finished hand to what an older version would have stored."""
    with writing() as session:
        session.execute(delete(PlayerHand).where(PlayerHand.hand_id == hand_id))
