"""Wild rules as pure functions of the cards in deal order."""

from __future__ import annotations

import pytest

from app.cards.card import Card, cards_text, parse_cards, rank_order
from app.games.reasons import Reason
from app.games.rules.wild import RankName, WildNews, WildPart, combine, current_wilds
from app.games.rules.wild.fixed import Cards, Jokers, Ranks
from app.games.rules.wild.follow import FollowRank
from app.games.rules.wild.hole import RanksInTheHole
from app.games.rules.wild.up_card import Ended, WildByUpCard
from app.games.table import PlayerCards, Table, UpCard


def table(ups: str, *, streets: str = "", down: str = "", more: bool = True, here: bool = True) -> Table:
    """Return up-cards dealt to two players in turn; ``streets`` gives the street of each as a digit."""
    cards = parse_cards(ups)
    marks = streets or "1" * len(cards)
    shown = tuple(UpCard(card, at % 2, int(marks[at])) for at, card in enumerate(cards))
    seats = (PlayerCards("Ann", True, cards[0::2], parse_cards(down)), PlayerCards("Bob", True, cards[1::2]))
    street = int(max(marks, default="1"))
    return Table(seats, shown, street=street, street_open=here, more_ups=more)


def text(cards: frozenset[Card]) -> str:
    return cards_text(sorted(cards, key=rank_order))


#: As in the rules: queens by rank in a reason, sevens by name.
QUEEN = 10
SEVENS = RankName(5, figure=False)


def queen(kind: str, seat: int) -> Reason:
    """Return a player's queen as a reason."""
    return Reason(kind, seat, ranks=(QUEEN,))


def news(part: WildPart) -> WildNews:
    """Return the news announced for a part."""
    assert part.news is not None
    return part.news


def test_fives_and_tens_are_wild_until_the_second_shows() -> None:
    rule = WildByUpCard("5T", count=2)
    assert text(rule.wild(table("5h2c")).cards) == "5c5d5h5sTcTdThTs"
    gone = rule.wild(table("5h2cTd"))
    assert not gone.cards
    # The rank that has just come up is named first.
    assert gone.news == WildNews(over=(RankName(8), RankName(3)), reason=Reason("more are showing", count=2))


def test_a_second_card_in_the_hole_does_not_count() -> None:
    assert WildByUpCard("5T", count=2).wild(table("5h2c", down="5dTd")).cards


@pytest.mark.parametrize(
    ("rule", "ups", "wild"),
    [
        (FollowRank("JQK"), "2cKd7h", "7c7d7h7s"),
        (FollowRank("JQK"), "2cKdQh", ""),
        (FollowRank(colour="red"), "2cQd7h", "7c7d7h7s"),
        (FollowRank(colour="red"), "Qd7hQc9d", "7c7d7h7s"),
        (FollowRank(colour="red"), "QdQc", "QcQdQhQs"),
        (FollowRank(side="before"), "2c9dQh7d", "9c9d9h9s"),
        (FollowRank(side="before"), "2cQh7dQs3c", "7c7d7h7s"),
        (FollowRank(side="before", later="adds"), "2cQh7dQs3c", "2c2d2h2s7c7d7h7s"),
        (FollowRank(later="adds"), "Qh7dQs", "7c7d7h7s"),
        (FollowRank(later="adds"), "Qh7dQs3c", "3c3d3h3s7c7d7h7s"),
        (FollowRank(later="adds"), "Qh7dQsQd3c", "3c3d3h3s7c7d7h7s"),
        (FollowRank(later="adds"), "QhQs3c", "3c3d3h3s"),
        (FollowRank(side="before", colour="black"), "2cQh7d", ""),
        (FollowRank(side="before"), "Qh7d", ""),
    ],
)
def test_several_ranks_or_one_colour_may_lead_to_the_card_after_or_before(
    rule: FollowRank, ups: str, wild: str
) -> None:
    assert text(rule.wild(table(ups)).cards) == wild


def test_the_reason_names_the_card_that_led_and_the_card_before_or_after() -> None:
    assert news(FollowRank("JQK").wild(table("2cQh7d"))).reason == queen("followed", 1)
    assert news(FollowRank(side="before").wild(table("2cQh7d"))).reason == queen("came before", 1)
    assert not FollowRank(side="before").wild(table("2cQh")).next_up


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (
            FollowRank("JQ", colour="red"),
            "The next up-card after an up red jack or queen, and all of its rank, is wild",
        ),
        (
            FollowRank(side="before"),
            "The up-card before an up queen, and all of its rank, is wild for everyone. A later one replaces it.",
        ),
        (
            Ended("JQK", count=2),
            "Nothing is wild once a jack, a queen or a king comes face up for the second time, in any mix.",
        ),
        (Ended(suit="heart", last=True), "Nothing is wild once a heart comes face up, until another card comes up."),
    ],
)
def test_the_rule_sheet_says_which_up_cards_are_wild(rule: FollowRank | Ended, words: str) -> None:
    assert rule.words().startswith(words)


@pytest.mark.parametrize(
    ("rule", "ups", "wild"),
    [
        (Ended("JQK", count=2), "Kd2c", True),
        (Ended("JQK", count=2), "Kd2cJh9d", False),
        (Ended("K", last=True), "9dKd", False),
        (Ended("K", last=True), "Kd9d", True),
    ],
)
def test_up_cards_can_end_wild_cards(rule: Ended, ups: str, wild: bool) -> None:
    now = current_wilds([rule, Ranks("2"), Jokers()], table(ups))
    assert text(now.for_seat(0)) == ("2c2d2h2s" if wild else "") + "JrJb"
    assert any(says.clause == ("nothing is wild",) for says in now.says) == (not wild)


def test_the_card_after_a_queen_is_wild_with_its_rank() -> None:
    part = FollowRank().wild(table("2cQh7d"))
    assert text(part.cards) == "7c7d7h7s"
    assert combine([part]).says == (WildNews((SEVENS,), reason=queen("followed", 1)),)


def test_while_the_queen_waits_the_next_up_card_is_wild() -> None:
    part = FollowRank().wild(table("2cQh"))
    assert part.next_up
    assert combine([part]).next_up
    assert combine([part]).says == ()


def test_a_second_queen_starts_over_and_is_not_wild_itself() -> None:
    rule = FollowRank()
    assert rule.wild(table("QhQd")).next_up
    assert text(rule.wild(table("QhQd4c")).cards) == "4c4d4h4s"
    assert not rule.wild(table("Qh7dQc")).cards


def test_a_queen_as_the_last_up_card_leaves_nothing_wild() -> None:
    part = FollowRank().wild(table("Qh7dQc", more=False, here=False))
    assert not part.cards
    assert not part.next_up
    assert part.news == WildNews(none_follows=True, over=(SEVENS,), reason=queen("was the last up-card", 0))


def test_a_queen_as_the_last_up_card_is_news_even_if_nothing_was_wild() -> None:
    part = FollowRank().wild(table("2cQh", more=False, here=False))
    assert part.news == WildNews(none_follows=True, reason=queen("was the last up-card", 1))


def test_a_change_of_wild_cards_has_its_reason() -> None:
    rule = FollowRank()
    assert news(rule.wild(table("2cQh"))) == WildNews(next_up=True, reason=queen("lead", 1))
    assert news(rule.wild(table("2cQh7d"))) == WildNews(names=(SEVENS,), reason=queen("followed", 1))
    assert news(rule.wild(table("2cQh7dQc"))) == WildNews(next_up=True, over=(SEVENS,), reason=queen("lead", 1))
    ended = FollowRank(ends_street="nothing wild").wild(table("2cQh", streets="11", here=False))
    assert news(ended) == WildNews(none_follows=True, reason=queen("was the last up-card of the street", 1))


def test_a_queen_that_ends_a_street_is_followed_by_the_next_street() -> None:
    rule = FollowRank()
    assert rule.wild(table("2cQh", streets="11", here=False)).next_up
    assert text(rule.wild(table("2cQh9d", streets="112")).cards) == "9c9d9h9s"


def test_a_queen_that_ends_a_street_is_followed_by_nothing_by_option() -> None:
    rule = FollowRank(ends_street="nothing wild")
    assert not rule.wild(table("2cQh", streets="11", here=False)).next_up
    assert not rule.wild(table("2cQh9d", streets="112")).cards
    assert text(rule.wild(table("Qh2c9d", streets="112")).cards) == "2c2d2h2s"


def test_queens_in_the_hole_are_wild_only_for_their_owner() -> None:
    part = RanksInTheHole("Q").wild(table("Qh7d", down="QsKs"))
    assert {seat: text(cards) for seat, cards in part.by_seat.items()} == {0: "Qs"}


def test_single_cards_in_the_hole_are_wild_only_for_their_owner() -> None:
    reds = RanksInTheHole(cards="8d8h", name="red eights")
    part = reds.wild(table("8d7d", down="8h8s"))
    assert {seat: text(cards) for seat, cards in part.by_seat.items()} == {0: "8h"}
    assert reds.words() == "Red eights in the hole are wild for the owner."
    assert RanksInTheHole(cards="Qs").words() == "The queen of spades in the hole is wild for the owner."
    with pytest.raises(ValueError, match="say which cards are wild"):
        RanksInTheHole()


def test_several_rules_add_up_in_one_line() -> None:
    now = combine([Ranks("39").wild(table("")), Cards("JsJh", "one-eyed jacks").wild(table(""))])
    assert now.says == (WildNews((RankName(1), RankName(7), "one-eyed jacks")),)
    assert combine([]).says == ()


def test_the_wild_line_agrees_in_number() -> None:
    queen = Cards("Qs").wild(table(""))
    assert combine([queen]).says == (WildNews(("the queen of spades",), single=True),)
    assert news(queen) == WildNews(names=("the queen of spades",), single=True)
    assert combine([queen, Ranks("2").wild(table(""))]).says == (WildNews(("the queen of spades", RankName(0))),)


def test_each_reason_belongs_to_its_own_cards() -> None:
    now = combine([FollowRank().wild(table("2cQh7d")), Ranks("39").wild(table(""))])
    assert now.says == (
        WildNews((RankName(1), RankName(7))),
        WildNews((SEVENS,), reason=queen("followed", 1)),
    )


def test_a_rank_already_wild_is_not_named_twice() -> None:
    now = combine([Ranks("7").wild(table("")), FollowRank().wild(table("2cQh7d"))])
    assert now.says == (WildNews((RankName(5),)),)
