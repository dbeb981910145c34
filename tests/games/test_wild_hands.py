"""Wild cards that depend on a player's whole hand: chosen, made by a match, or wild only beside others."""

from __future__ import annotations

import pytest

from app.cards.card import RANKS, parse_cards
from app.games.rules.wild import WildRule, all_of, current_wilds
from app.games.rules.wild.choice import Choice
from app.games.rules.wild.counts_as import CountsAs
from app.games.rules.wild.fixed import Jokers, Players, Ranks
from app.games.rules.wild.holding import OnlyHolding
from app.games.rules.wild.hole import LowHole
from app.games.rules.wild.matched import Matched
from app.games.table import PlayerCards, Table


def table(up: str, down: str = "", common: str = "") -> Table:
    return Table((PlayerCards("P", True, parse_cards(up), parse_cards(down)),), common=parse_cards(common))


@pytest.mark.parametrize(
    ("rule", "up", "down", "wild"),
    [
        (Matched(), "5c9d", "5hKs", "5c5h"),
        (Matched(), "5c5d", "5hKs", "5c5d5h"),
        (Matched(alike="colour"), "5c5d", "5hKs", "5d5h"),
        (Matched(alike="colour"), "5c6c", "5d5sTs", "5c5s"),
        (Matched(apart=1, alike="suit"), "5c6c", "7c8d", "5c6c7c"),
        (Matched(apart=1, alike="suit"), "AcKc", "2dAd", "AcKcAd2d"),
        (Matched(apart=1), "9d", "TsQh", "9dTs"),
        (Matched(apart=2, alike="suit"), "3c5c", "4c7c", "3c5c7c"),
        (Matched(apart=2), "As", "3hQc", "As3hQc"),
        # Two ranks apart around the ace does not match.
        (Matched(apart=2), "Ks", "2h", ""),
        (Matched(one_down=True, rank=True), "5c9d", "5hKs", "5c5d5h5s"),
        (Matched(one_down=True, rank=True), "5c5d", "KhKs", ""),
        (Matched(), "5c9dJr", "5h??", "5c5h"),
    ],
)
def test_matching_cards_are_wild_for_their_player(rule: Matched, up: str, down: str, wild: str) -> None:
    now = current_wilds([rule], table(up, down))
    assert now.for_seat(0) == frozenset(parse_cards(wild))
    assert not now.cards


def test_matches_with_a_hole_card_are_unknown_before_the_showdown() -> None:
    suited = current_wilds([Matched(apart=1, alike="suit")], table("5c6cKd", "Qd"))
    assert suited.in_the_open(0) == frozenset(parse_cards("5c6c"))
    assert suited.for_seat(0) == frozenset(parse_cards("5c6cQdKd"))
    assert current_wilds([Matched(one_down=True, rank=True)], table("5c", "5d")).in_the_open(0) == frozenset()


@pytest.mark.parametrize(
    ("rule", "choices"),
    [
        (Choice(), ["5c", "Kd", "5h", "3s", "3h"]),
        (Choice(of="hole"), ["5h", "3s"]),
        (Choice(ranks="3"), ["3s", "3h"]),
        (Choice(ranks="3K", of="hole"), ["3s"]),
        (Choice(ranks="Q"), []),
    ],
)
def test_a_player_chooses_one_card_or_none(rule: Choice, choices: list[str]) -> None:
    now = current_wilds([rule], table("5cKdJr", "5h3s??", "3h"))
    assert list(now.choices(0, "high")) == [frozenset(), *map(frozenset, map(parse_cards, choices))]
    assert now.for_seat(0) == now.in_the_open(0) == frozenset()


def test_a_chosen_card_can_make_its_rank_wild_or_count_for_one_share() -> None:
    now = current_wilds([Choice(rank=True, of="hole"), Choice(ranks="9", only="low")], table("9c", "5h"))
    fives, nine = all_of(RANKS.index("5")), frozenset(parse_cards("9c"))
    assert set(now.choices(0, "high")) == {frozenset(), fives}
    assert set(now.choices(0, "low")) == {frozenset(), fives, nine, fives | nine}


@pytest.mark.parametrize(
    ("rule", "up", "down", "holds", "shows"),
    [
        (OnlyHolding(without="spade"), "5cTd", "Kh", True, True),
        (OnlyHolding(without="spade"), "5cTd", "Ks", False, True),
        (OnlyHolding(without="spade"), "5cTs", "Kh", False, False),
        (OnlyHolding(kinds=2), "5c5d", "Ks", False, False),
        (OnlyHolding(kinds=2), "5c5d", "Ts", True, False),
        (OnlyHolding(kinds=2), "5cTd", "Ts", True, True),
        (OnlyHolding(ranks="KQ"), "5cKd", "Qs", True, False),
        (OnlyHolding(ranks="KQ"), "5cKd", "Ks", False, False),
    ],
)
def test_cards_are_wild_only_in_hands_that_meet_the_condition(
    rule: OnlyHolding, up: str, down: str, holds: bool, shows: bool
) -> None:
    wild = all_of(RANKS.index("5")) | all_of(RANKS.index("T"))
    now = current_wilds([rule, Ranks("5T")], table(up, down))
    assert now.for_seat(0) == now.for_share(0, "high") == (wild if holds else frozenset())
    assert now.in_the_open(0) == (wild if shows else frozenset())
    assert now.cards == now.in_the_open(None) == frozenset()


def test_common_cards_are_part_of_the_condition_and_jokers_are_exempt() -> None:
    rules: list[WildRule] = [Ranks("5"), Jokers(), LowHole(), OnlyHolding(kinds=2)]
    assert current_wilds(rules, table("Jr", "9c8c", "Kd")).for_seat(0) == frozenset(parse_cards("JrJb"))
    both = current_wilds(rules, table("Jr", "9c8c", "5d")).for_seat(0)
    assert both == frozenset(parse_cards("JrJb")) | all_of(RANKS.index("5")) | all_of(RANKS.index("8"))


def test_a_choice_is_only_for_hands_that_meet_the_condition() -> None:
    rules = [Choice(), OnlyHolding(without="spade")]
    assert len(list(current_wilds(rules, table("5c", "9d")).choices(0, "high"))) == 3
    assert len(list(current_wilds(rules, table("5c", "9s")).choices(0, "high"))) == 1


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (Choice(), "At the showdown each player may make one card wild, whichever is best for each share."),
        (
            Choice(of="hole", rank=True),
            "At the showdown each player may make one hole card and its rank wild, whichever is best for each share.",
        ),
        (
            Choice(ranks="3K", only="high"),
            "At the showdown each player may make one of their threes or kings wild in the high hand, whichever is "
            "best for each share.",
        ),
        (Matched(alike="colour"), "A player's pairs of one colour are wild for that player alone."),
        (
            Matched(one_down=True, rank=True),
            "A player's pairs, one down and one up, with every card of their ranks, are wild for that player alone.",
        ),
        (
            Matched(apart=1, alike="suit"),
            "A player's consecutive cards of one suit are wild for that player alone. An ace is beside the king and "
            "the deuce.",
        ),
        (
            OnlyHolding(ranks="KQ", without="spade"),
            "Cards are wild only for a player whose hand has a king, a queen and no spade.",
        ),
        (
            CountsAs(ranks="69", suit="heart", as_ranks="A", lower=True),
            "Sixes and nines of hearts may count one rank lower or as aces, but not in the hand showing.",
        ),
        (
            CountsAs(colour=True, higher=True),
            "Cards may count one rank higher or as the other suit of their colour, but not in the hand showing.",
        ),
        (
            Players(who="out"),
            "The rank equal to the number of players who have folded is wild for everyone; one is an ace.",
        ),
        (OnlyHolding(kinds=2), "Cards are wild only for a player whose hand has wild cards of two ranks."),
    ],
)
def test_the_rule_sheet_says_what_is_wild(rule: WildRule, words: str) -> None:
    assert rule.words() == words


@pytest.mark.parametrize(
    ("rules", "card", "others"),
    [
        ([CountsAs(suit="club", higher=True, lower=True)], "Ac", "Kc2c"),
        ([CountsAs(suit="club", higher=True, lower=True)], "Ad", ""),
        ([CountsAs(ranks="6", as_ranks="9")], "6h", "9h"),
        ([CountsAs(ranks="6", as_ranks="9")], "9h", ""),
        ([CountsAs(suit="spade", colour=True)], "6s", "6c"),
        # One rule after another: a seven counts as an eight, and either in the other suit.
        ([CountsAs(ranks="7", higher=True), CountsAs(colour=True)], "7d", "8d7h8h"),
    ],
)
def test_a_card_can_count_as_another_card(rules: list[CountsAs], card: str, others: str) -> None:
    (one,) = parse_cards(card)
    also = current_wilds(rules, table("")).counts_as.get(one, frozenset())
    assert also == frozenset(parse_cards(others) if others else ())


@pytest.mark.parametrize(
    ("rule", "live", "wild"),
    [
        (Players(), [True, True, False], "2c2d2h2s"),
        (Players(), [True] * 10, "TcTdThTs"),
        (Players(who="out"), [True, True, False], "AcAdAhAs"),
        (Players(who="out"), [True, True], ""),
    ],
)
def test_the_rank_of_the_number_of_players_can_be_wild(rule: Players, live: list[bool], wild: str) -> None:
    seats = tuple(PlayerCards("P", still_in) for still_in in live)
    assert current_wilds([rule], Table(seats)).cards == frozenset(parse_cards(wild) if wild else ())
