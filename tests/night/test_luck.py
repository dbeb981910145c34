"""Luck: a player's winnings compared with their expectation when the money went in."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import pytest
from flask import Flask
from sqlalchemy import select

from app.games.house import Stakes
from app.night import nights
from app.night.db import db
from app.night.history import statistics
from app.night.history.luck import Expected, compute_luck, store_luck
from app.night.history.statistics import ALL_HANDS, HandFilter, HandStatistics
from app.night.log.replay import LiveHand, Posted
from app.night.models import Hand, Night, Player, PlayerHand, Seat
from app.night.odds.answers import Views
from app.night.odds.process import OddsAnswer
from app.night.people import changing
from app.night.play import call, taps
from app.night.play.settle import NO_LUCK
from app.odds.figures import NoOdds
from tests import patience
from tests.night.table import begin, deal, everyone_folds, tap
from tests.odds.answering import AtOnce
from tests.seating import add_player

#: Bob is all in on the turn with aces, Cy folds, and Ann calls with kings: two of 44 cards win for her.
UP_TO_THE_TURN = [
    *(f"d dh p{seat} ????" for seat in (1, 2, 3)),
    *("p1 cc", "p2 cc", "p3 cc", "d db 2c", "d db 7d", "d db 9s"),
    *("p1 cc", "p2 cc", "p3 cc", "d db 3h"),
    *("p1 cbr 99", "p2 f", "p3 cc"),
]
#: The number of the action that deals the river.
RIVER = len(UP_TO_THE_TURN) + 1
A_KING = [*UP_TO_THE_TURN, "d db Kc", "p1 sm AhAd", "p3 sm KhKd"]
NO_KING = [*UP_TO_THE_TURN, "d db 5s", "p1 sm AhAd", "p3 sm KhKd"]


class Desk(AtOnce):
    """Odds answered at once, unless ``late``."""

    late = False

    def ask(self, key: Hashable, views: Views, *, urgent: bool = False) -> tuple[OddsAnswer, ...] | None:
        answer = super().ask(key, views, urgent=urgent)
        return None if self.late else answer


@pytest.fixture
def desk(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Desk:
    desk = Desk()
    monkeypatch.setitem(app.config, "ODDS_ANSWERS", lambda: desk)
    monkeypatch.setattr("app.night.history.luck.SECONDS", patience.SECONDS)
    return desk


@pytest.fixture
def holdem(desk: Desk) -> Night:
    """Return a no-limit night with Ann, who deals, Bob and Cy, with 100 chips each and an ante of 1."""
    return no_limit()


def no_limit(*, tracked: bool = True, ann: int = 100, bob: int = 100, cy: int = 100) -> Night:
    friday = nights.start_night("Friday", Stakes(ante=1, limit="none", min_bet=2), {}, tracked)
    assert isinstance(friday, Night)
    for name, chips in (("Ann", ann), ("Bob", bob), ("Cy", cy)):
        assert isinstance(add_player(friday, name, chips if tracked else 0), Seat)
    return friday


def play(night: Night, lines: Sequence[str] = A_KING) -> LiveHand:
    live = tap(deal(night, "texas-holdem"), *lines)
    assert live.over
    return live


def play_small(night: Night, count: int) -> list[int]:
    """Play hands for few chips; return their ids."""
    lines = [*UP_TO_THE_TURN[:-3], "p1 cbr 2", "p2 f", "p3 cc", "d db Kc", "p1 cc", "p3 cc", "p1 sm AhAd", "p3 sm KhKd"]
    hands = []
    for _ in range(count):
        hands.append(play(night, lines).hand.id)
        assert call.next_hand(night) is None
    return hands


def judge_hands() -> HandStatistics:
    """Judge the hands that are due; return the statistics."""
    db.session.rollback()
    compute_luck(statistics.played_between(None, None).luck_due)
    return statistics.played_between(None, None)


def expected(hand_id: int) -> dict[str, int]:
    """Return the stored expectations by name."""
    db.session.rollback()
    query = select(Player.name, PlayerHand.expected).join(Player, Player.id == PlayerHand.player_id)
    query = query.where(PlayerHand.hand_id == hand_id, PlayerHand.expected.is_not(None))
    return dict(db.session.execute(query).all())


def is_marked_without_luck(hand_id: int) -> bool:
    db.session.rollback()
    return bool((db.session.get_one(Hand, hand_id).outcome or {}).get(NO_LUCK))


def luck(played: HandStatistics) -> dict[str, tuple[int, int]]:
    """Return the chips of luck and the hands judged, by player."""
    people = played.figures.people
    names = statistics.people_by_ids(people)
    return {
        names[player].name: (tally.luck[""], tally.judged[""]) for player, tally in people.items() if tally.judged[""]
    }


def test_two_outs_in_44_cards_are_worth_9_of_201_chips(holdem: Night) -> None:
    live = play(holdem)
    assert live.state.result is not None
    assert live.state.result.totals() == {2: 201}
    played = judge_hands()
    assert expected(live.hand.id) == {"Bob": 192, "Ann": 9}
    assert luck(played) == {"Bob": (-192, 1), "Ann": (192, 1)}
    assert played.luck_due == []
    (luckiest,), (worst,) = played.lucky_hands(ALL_HANDS, "", 5), played.lucky_hands(ALL_HANDS, "", 5, worst=True)
    assert (luckiest.expected, luckiest.won, luckiest.luck) == (9, 201, 192)
    assert (worst.expected, worst.won, worst.luck, worst.hand) == (192, 0, -192, luckiest.hand)
    ann = HandFilter(luckiest.player)
    assert played.lucky_hands(ann, "", 5) == [luckiest]
    assert played.lucky_hands(ann, "", 5, worst=True) == []
    assert played.lucky_hands(ALL_HANDS, "EUR", 5) == []


def test_the_favourite_who_wins_has_a_little_luck(holdem: Night) -> None:
    live = play(holdem, NO_KING)
    assert luck(judge_hands()) == {"Bob": (9, 1), "Ann": (-9, 1)}
    assert expected(live.hand.id) == {"Bob": 192, "Ann": 9}


def test_chips_bet_on_the_river_count_at_the_odds_of_the_turn(holdem: Night) -> None:
    lines = [*UP_TO_THE_TURN[:-3], "p1 cbr 39", "p2 f", "p3 cc", "d db Kc", "p1 cc", "p3 cbr 10", "p1 cc"]
    live = play(holdem, [*lines, "p3 sm KhKd", "p1 sm AhAd"])
    judge_hands()
    # 81 chips on the turn, and 101 in the end: 101 * 2 / 44 is 4.6.
    assert expected(live.hand.id) == {"Bob": 96, "Ann": 5}


def test_each_side_pot_is_expected_by_its_own_players(desk: Desk) -> None:
    friday = no_limit(ann=101, bob=101, cy=31)
    lines = [*UP_TO_THE_TURN[:-3], "p1 cbr 100", "p2 cc", "p3 cc", "d db Kc"]
    live = play(friday, [*lines, "p1 sm AhAd", "p3 sm KhKd", "p2 sm QsQd"])
    judge_hands()
    # Of the 42 cards left, two win for Ann and two for Cy: 4.4 chips each from the main pot of 93, and 6.7 for Ann from
    # the side pot of 140. The chip left over by rounding the main pot goes to the first of them.
    assert expected(live.hand.id) == {"Bob": 84 + 133, "Ann": 4 + 7, "Cy": 5}


def test_statistics_do_not_wait_for_odds(holdem: Night, desk: Desk) -> None:
    live = play(holdem)
    desk.late = True
    played = judge_hands()
    assert played.luck_due == [live.hand.id]
    assert luck(played) == {}
    assert expected(live.hand.id) == {}
    desk.late = False
    assert luck(judge_hands()) == {"Bob": (-192, 1), "Ann": (192, 1)}
    assert len(set(desk.asked)) == 1
    count = len(desk.asked)
    judge_hands()
    assert len(desk.asked) == count


def test_only_the_latest_few_hands_are_judged_at_a_time(
    holdem: Night, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.night.history.luck.MAX_HANDS", 2)
    hands = play_small(holdem, 3)
    played = judge_hands()
    assert played.luck_due == hands[:1]
    assert [bool(expected(hand)) for hand in hands] == [False, True, True]
    assert judge_hands().luck_due == []
    assert len(set(desk.asked)) == 3


def test_judging_stops_when_its_time_is_up(holdem: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.night.history.luck.SECONDS", -1.0)
    hands = play_small(holdem, 2)
    assert judge_hands().luck_due == hands[:1]
    assert judge_hands().luck_due == []


def test_a_corrected_hand_is_judged_again(holdem: Night) -> None:
    live = play(holdem)
    judge_hands()
    assert isinstance(taps.correct(live.hand.id, live.number, {RIVER: ["d db 5s"]}), Posted)
    assert expected(live.hand.id) == {}
    assert luck(judge_hands()) == {"Bob": (9, 1), "Ann": (-9, 1)}


def test_odds_of_an_outdated_log_are_not_stored(holdem: Night) -> None:
    live = play(holdem)
    judge_hands()
    chips = dict.fromkeys(live.hand.player_ids, 67)
    store_luck([Expected(live.hand.id, live.number - 1, chips), Expected(live.hand.id, live.number + 1, None)])
    assert expected(live.hand.id) == {"Bob": 192, "Ann": 9}
    assert isinstance(taps.undo(live.hand.id, live.number), Posted)
    store_luck([Expected(live.hand.id, live.number + 1, chips)])
    assert expected(live.hand.id) == {}


def test_a_hand_without_odds_is_tried_again_only_after_a_correction(holdem: Night, desk: Desk) -> None:
    live = play(holdem)
    desk.found[("hand", live.hand.id, live.number, "looked back", RIVER - 1)] = (NoOdds("not worked out"),)
    assert luck(judge_hands()) == {}
    assert is_marked_without_luck(live.hand.id)
    count = len(desk.asked)
    assert judge_hands().luck_due == []
    assert len(desk.asked) == count == 1
    assert isinstance(taps.correct(live.hand.id, live.number, {RIVER: ["d db 5s"]}), Posted)
    assert not is_marked_without_luck(live.hand.id)
    assert luck(judge_hands()) == {"Bob": (9, 1), "Ann": (-9, 1)}


def test_a_hand_whose_cards_were_not_all_shown_has_no_luck(holdem: Night, desk: Desk) -> None:
    live = play(holdem, [*UP_TO_THE_TURN, "d db Kc", "p3 sm KhKd", "p1 sm"])
    assert judge_hands().luck_due == []
    assert expected(live.hand.id) == {}
    assert desk.asked == []


def test_untracked_chips_have_no_luck(desk: Desk) -> None:
    live = play(
        no_limit(tracked=False),
        [*UP_TO_THE_TURN[:-3], "p1 cbr 39", "p2 f", "p3 cc", "d db Kc", "p1 cc", "p3 cc", "p3 sm KhKd", "p1 sm AhAd"],
    )
    assert judge_hands().luck_due == []
    assert desk.asked == []
    assert not is_marked_without_luck(live.hand.id)


def test_no_odds_are_requested_for_a_hand_without_a_showdown(friday: Night, desk: Desk) -> None:
    everyone_folds(deal(friday))
    assert judge_hands().luck_due == []
    assert desk.asked == []


def test_no_odds_are_requested_for_a_hand_in_play(holdem: Night, desk: Desk) -> None:
    tap(deal(holdem, "texas-holdem"), *A_KING[:-1])
    assert judge_hands().luck_due == []
    assert desk.asked == []


@pytest.mark.parametrize("cards", ["KsQs", "KcKs", "5c5s"])
def test_folded_cards_do_not_change_the_odds(holdem: Night, cards: str) -> None:
    """Cy folds before the river. The log knows his cards, but nobody at the table does."""
    known = [f"d dh p2 {cards}" if line == "d dh p2 ????" else line for line in NO_KING]
    live = play(holdem, [line.replace("d db 5s", "d db 5d") for line in known])
    judge_hands()
    assert expected(live.hand.id) == {"Bob": 192, "Ann": 9}


def test_merged_people_keep_their_luck(holdem: Night) -> None:
    play(holdem)
    played = judge_hands()
    ann, other = played.lucky_hands(ALL_HANDS, "", 1)[0].player, _player_of_another_night()
    assert changing.merge_people(other, ann) is None
    assert set(luck(judge_hands())) == {"Bob", "Zed"}


def _player_of_another_night() -> int:
    begin("Yve", "Zed")
    db.session.rollback()
    return next(player.id for player in db.session.scalars(select(Player)) if player.name == "Zed")
