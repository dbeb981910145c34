"""More wild rules as pure functions: low hole, first up, last common, named, sum, jokers, follow the pair."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.cards.card import Card, cards_text, parse_cards, rank_order
from app.games.load import resolve
from app.games.reasons import Reason
from app.games.rules.wild import RankName, WildNews, WildPart, combine, current_wilds
from app.games.rules.wild.fixed import Jokers, Ranks, Sum
from app.games.rules.wild.follow import FollowPair, FollowRank
from app.games.rules.wild.hole import FirstUp, LowHole
from app.games.rules.wild.up_card import LastCommon, Named
from app.games.sheet import rule_sheet, sheet_text
from app.games.table import NamedRank, PlayerCards, Table
from app.hand.flow import view_table
from tests.games.up_cards import dealt_up
from tests.hand.at_table import after, hand
from tests.hand.own_game import BET, deal
from tests.hand.own_game import own as own_game

FOURS, FIVES, NINES = (RankName(rank, figure=False) for rank in (2, 3, 7))


def table(
    ups: str = "", *, downs: tuple[str, str] = ("", ""), more: bool = True, named: NamedRank | None = None
) -> Table:
    """Return up-cards in the order dealt, written ``1:9c 2:Kd m:4h``: Ann's, Bob's, one in the middle."""
    owners = {"1": 0, "2": 1, "m": None}
    shown = dealt_up((parse_cards(word[2:])[0], owners[word[0]]) for word in ups.split())
    seats = tuple(
        PlayerCards(name, True, tuple(up.card for up in shown if up.seat == seat), parse_cards(downs[seat]))
        for seat, name in enumerate(("Ann", "Bob"))
    )
    return Table(seats, shown, street=1, street_open=more, more_ups=more, notes={NamedRank: named} if named else {})


def text(cards: frozenset[Card]) -> str:
    return cards_text(sorted(cards, key=rank_order))


def own(part: WildPart) -> dict[int, str]:
    return {seat: text(cards) for seat, cards in part.by_seat.items()}


def test_each_players_lowest_down_card_and_its_rank_are_wild_for_them() -> None:
    part = LowHole().wild(table("1:4c 2:Kd", downs=("6c9d", "JhTs")))
    assert own(part) == {0: "6c6d6h6s", 1: "TcTdThTs"}
    assert not part.cards


def test_an_ace_in_the_hole_is_high() -> None:
    assert own(LowHole().wild(table(downs=("AcKd", "AhAs")))) == {0: "KcKdKhKs", 1: "AcAdAhAs"}


def test_an_ace_in_the_hole_is_low_if_the_house_or_the_rule_says_so() -> None:
    """A rule that sets the ace overrides the house; an ace makes its rank wild only if it is face down."""
    seen = table("1:Ac", downs=("6c9d", "AhKd"))
    for rule, low_hole_ace in ((LowHole(), True), (LowHole(ace="low"), False), (LowHole(ace="low"), True)):
        assert own(rule.wild(replace(seen, low_hole_ace=low_hole_ace))) == {0: "6c6d6h6s", 1: "AcAdAhAs"}
    for rule, low_hole_ace in ((LowHole(), False), (LowHole(ace="high"), True)):
        assert own(rule.wild(replace(seen, low_hole_ace=low_hole_ace)))[1] == "KcKdKhKs"


def test_the_rule_sheet_mentions_an_ace_in_the_hole_only_if_the_rule_does() -> None:
    assert "ace" not in LowHole().words()
    assert LowHole(ace="low").words().endswith(" An ace is low.")


@pytest.mark.parametrize(("ranking", "wild"), [({}, "KcKdKhKs"), ({"aces_low": True}, "AcAdAhAs")])
def test_an_ace_in_the_hole_is_low_if_aces_are_low_in_every_hand(ranking: dict[str, bool], wild: str) -> None:
    state = own_game(deal("ddu"), BET, wild=[{"rule": "low-hole"}], ranking=ranking, stacks=(100, 100))
    state = after(state, "d dh p1 AhKd9c, d dh p2 ????4c")
    assert text(state.wild.by_seat[0]) == wild


def test_aces_are_low_in_jackal_under_any_house_rule() -> None:
    state = hand("jackal", modifiers=("low-hole-wild",), house={"low_hole_ace": "high"})
    assert view_table(state).low_hole_ace


def test_the_lowest_hole_card_is_unknown_while_one_is_unseen() -> None:
    assert own(LowHole().wild(table(downs=("2c??", "JhTs")))) == {1: "TcTdThTs"}


def test_up_cards_and_jokers_do_not_count_as_low_hole_cards() -> None:
    assert own(LowHole().wild(table("1:2c", downs=("8dJr", "Jb")))) == {0: "8c8d8h8s"}


def test_the_low_hole_card_may_be_wild_for_one_share_alone() -> None:
    now = combine([LowHole(only="high").wild(table(downs=("6c9d", "")))])
    assert text(now.for_share(0, "high")) == "6c6d6h6s"
    assert now.for_share(0, "low") == frozenset()
    assert now.for_share(1, "high") == frozenset()


def test_each_players_first_up_card_is_wild_for_that_player() -> None:
    part = FirstUp().wild(table("2:9c 1:4d 1:Kd 2:2h"))
    assert own(part) == {0: "4c4d4h4s", 1: "9c9d9h9s"}
    why = Reason("first up-card")
    assert part.own == {
        0: WildNews(names=(FOURS,), seat=0, reason=why),
        1: WildNews(names=(NINES,), seat=1, reason=why),
    }
    assert own(FirstUp().wild(table("m:9c 1:4d"))) == {0: "4c4d4h4s"}
    assert own(FirstUp().wild(table())) == {}


def test_the_last_card_in_the_middle_is_wild_with_its_rank() -> None:
    assert not LastCommon().wild(table("1:9c")).cards
    others = LastCommon(itself=False).wild(table("m:9c 1:4d m:5h 2:Kd"))
    assert text(others.cards) == "5c5d5s"
    assert others.says is not None
    assert others.says.names == ("the other fives",)
    part = LastCommon().wild(table("m:9c 1:4d m:5h 2:Kd"))
    assert text(part.cards) == "5c5d5h5s"
    why = Reason("last common card")
    assert combine([part]).says == (WildNews((FIVES,), reason=why),)
    assert part.news == WildNews(names=(FIVES,), over=(NINES,), reason=why)


def test_the_named_rank_is_wild() -> None:
    assert not Named().wild(table()).cards
    part = Named().wild(table(named=NamedRank(8, 1)))
    assert text(part.cards) == "TcTdThTs"
    assert part.says is not None
    assert part.says.reason == Reason("named by", 1)


def test_three_cards_may_add_up_if_the_rule_says_so() -> None:
    three = Sum(9, most=3)
    assert current_wilds([three, Ranks("2")], table()).sum_of == 3
    assert three.words().startswith("Any two or three number cards that add to 9 may make one wild card; an ace counts")
    assert "three cards cannot be added" in Sum(9).words()
    assert "four cards cannot be added" in three.words()


def test_cards_that_make_a_wild_card_by_adding_up_are_not_wild_themselves() -> None:
    now = combine([Sum(9).wild(table()), Ranks("9").wild(table())])
    assert now.sum_to == 9
    assert text(now.cards) == "9c9d9h9s"
    assert now.says == (
        WildNews((RankName(7),)),
        WildNews(clause=("two cards that add to 9 make a wild one",)),
    )


@pytest.mark.parametrize(
    ("play", "cards", "bugs", "by_seat"),
    [
        ("wild", {"Jr", "Jb"}, set(), {}),
        ("bug", set(), {"Jr", "Jb"}, {}),
        ("bug up, wild down", set(), {"Jr"}, {1: "Jb"}),
    ],
)
def test_jokers_are_wild_or_bugs_or_depend_on_being_face_up(
    play: str, cards: set[str], bugs: set[str], by_seat: dict[int, str]
) -> None:
    part = Jokers(play=play).wild(table("1:Jr 2:4c", downs=("", "Jb")))  # type: ignore[arg-type]
    assert {cards_text([card]) for card in part.cards} == cards
    assert {cards_text([card]) for card in part.bugs} == bugs
    assert {seat: cards_text(cards) for seat, cards in part.by_seat.items()} == by_seat


def test_a_shared_joker_counts_as_face_up() -> None:
    shared = replace(table("m:Jr 1:4c", downs=("", "Jb")), common=parse_cards("Jr"))
    part = Jokers(play="bug up, wild down").wild(shared)
    assert cards_text(part.bugs) == "Jr"
    assert {seat: cards_text(cards) for seat, cards in part.by_seat.items()} == {1: "Jb"}


def test_the_card_after_a_pair_is_wild_with_its_rank() -> None:
    rule = FollowPair()
    assert rule.wild(table("1:9c 2:Kd 1:9d")).next_up
    part = rule.wild(table("1:9c 2:Kd 1:9d 2:4h"))
    assert text(part.cards) == "4c4d4h4s"
    assert combine([part]).says == (WildNews((FOURS,), reason=Reason("followed", 0)),)


def test_the_same_rank_in_two_hands_or_in_the_middle_is_not_a_pair() -> None:
    assert FollowPair().wild(table("1:9c 2:9d 1:4h")) == WildPart()
    assert FollowPair().wild(table("m:9c 1:9d 1:4h")) == WildPart()


def test_a_later_pair_cancels_the_one_before() -> None:
    rule = FollowPair()
    waiting = rule.wild(table("1:9c 2:Kd 1:9d 2:4h 1:2c 2:Ks"))
    assert waiting.next_up
    assert not waiting.cards
    assert text(rule.wild(table("1:9c 2:Kd 1:9d 2:4h 1:2c 2:Ks 1:7s")).cards) == "7c7d7h7s"


def test_a_pair_that_follows_a_pair_makes_its_own_rank_wild_only_until_the_next_card() -> None:
    # The king follows Ann's pair and pairs Bob's own: the next card is wild instead.
    assert FollowPair().wild(table("1:9c 2:Kd 1:9d 2:Ks")).next_up
    assert text(FollowPair().wild(table("1:9c 2:Kd 1:9d 2:Ks 1:3c")).cards) == "3c3d3h3s"


def test_a_pair_with_the_last_up_card_leaves_nothing_wild() -> None:
    part = FollowPair().wild(table("1:9c 2:Kd 2:4h 1:9d", more=False))
    assert not part.cards
    assert not part.next_up
    assert part.news == WildNews(none_follows=True, reason=Reason("pair with the last up-card", 0))


def test_a_new_pair_names_the_rank_that_is_no_longer_wild() -> None:
    part = FollowPair().wild(table("1:9c 2:Kd 1:9d 2:4h 1:2c 2:Ks"))
    assert part.news == WildNews(next_up=True, over=(FOURS,), reason=Reason("lead", 1))


def test_a_third_of_the_rank_counts_again_only_by_option() -> None:
    ups = "1:9c 2:Kd 1:9d 2:4h 1:9h"
    assert text(FollowPair().wild(table(ups)).cards) == "4c4d4h4s"
    assert FollowPair(third=True).wild(table(ups)).next_up


def test_a_pair_made_with_a_wild_card_counts_only_by_option() -> None:
    # Fours are wild; Bob's four pairs his king.
    ups = "1:9c 2:Kd 1:9d m:4h 2:4s"
    assert text(FollowPair().wild(table(ups)).cards) == "4c4d4h4s"
    assert FollowPair(wild_pairs=True).wild(table(ups)).next_up


def test_the_rule_sheet_explains_a_bug_in_a_low_hand_only_in_games_with_lows() -> None:
    low = "In a low hand a bug is the lowest card that is missing."
    assert low not in sheet_text(rule_sheet(resolve("mexican-stud-41")), "")
    assert low in sheet_text(rule_sheet(resolve("stud-eight-or-better", {"bugs": 1})), "")
    assert low not in sheet_text(rule_sheet(resolve("stud-eight-or-better")), "")


def test_a_queen_in_the_middle_starts_over_like_any_other() -> None:
    lie = table("1:Qh m:Qs 2:7d")
    assert FollowRank().wild(lie).cards == frozenset(parse_cards("7c7d7h7s"))
    # In a hand of version 0.2, she only followed.
    assert FollowRank().wild(replace(lie, from_0_2=True)).cards == frozenset(parse_cards("QcQdQhQs"))
