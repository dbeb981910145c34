"""The wild line, and the announcement when the wild cards change."""

from __future__ import annotations

import pytest

from app.games.reasons import Reason
from app.games.rules.wild import Clause, RankName, WildNews
from app.words.speaker import Speaker
from app.words.table import wild_line, wild_news

LINE = Speaker(("Ann", "Bob"))
VOICE = Speaker(("Ann", "Bob"), aloud=True)

QUEEN = 10
SEVENS = RankName(5, figure=False)
FOURS = RankName(2, figure=False)


def ranks(*numbers: int) -> tuple[RankName, ...]:
    """Return ranks given as numbers."""
    return tuple(map(RankName, numbers))


def queen(kind: str) -> Reason:
    """Return Bob's queen as a reason."""
    return Reason(kind, 1, ranks=(QUEEN,))


FOLLOWED = WildNews((SEVENS,), reason=queen("followed"))
SUM = WildNews(clause=("two cards that add to 9 make a wild one",))


@pytest.mark.parametrize(
    ("says", "next_up", "line", "aloud"),
    [
        ([], False, "Nothing wild", "Nothing wild"),
        ([], True, "Next up-card is wild", "Next up-card is wild"),
        ([WildNews(ranks(3, 8))], False, "5s and 10s are wild", "Fives and tens are wild"),
        (
            [WildNews((*ranks(1, 7), "one-eyed jacks"))],
            False,
            "3s, 9s and one-eyed jacks are wild",
            "Threes, nines and one-eyed jacks are wild",
        ),
        ([WildNews(("the queen of spades",), single=True)], False, *["The queen of spades is wild"] * 2),
        ([FOLLOWED], False, "Sevens are wild (followed Bob's queen)", "Sevens are wild, followed Bob's queen"),
        (
            [WildNews(ranks(1, 7)), FOLLOWED],
            False,
            "3s and 9s are wild; sevens too (followed Bob's queen)",
            "Threes and nines are wild, sevens too, followed Bob's queen",
        ),
        (
            [WildNews((FOURS,), reason=Reason("followed", 0))],
            False,
            "Fours are wild (followed Ann's pair)",
            "Fours are wild, followed Ann's pair",
        ),
        (
            [WildNews((FOURS,), reason=Reason("followed", None, ranks=(QUEEN,)))],
            False,
            "Fours are wild (followed the centre queen)",
            "Fours are wild, followed the centre queen",
        ),
        (
            [WildNews((FOURS,), reason=Reason("last common card"))],
            True,
            "Fours are wild (the last common card); next up-card is wild",
            "Fours are wild, the last common card, next up-card is wild",
        ),
        (
            [WildNews(ranks(7)), SUM],
            False,
            "9s are wild; two cards that add to 9 make a wild one",
            "Nines are wild, two cards that add to 9 make a wild one",
        ),
        (
            [WildNews(clause=(*ranks(0, 8), "in the hole are wild"))],
            False,
            "2s and 10s in the hole are wild",
            "Deuces and tens in the hole are wild",
        ),
    ],
)
def test_the_wild_line_names_everything_wild(says: list[WildNews], next_up: bool, line: str, aloud: str) -> None:
    assert wild_line(says, next_up, LINE) == line
    assert wild_line(says, next_up, VOICE) == aloud


CLAUSE: Clause = ("jokers are bugs",)


@pytest.mark.parametrize(
    ("news", "line"),
    [
        (WildNews(names=ranks(3, 8)), "5s and 10s are wild"),
        (WildNews(names=("the queen of spades",), single=True), "The queen of spades is wild"),
        (
            WildNews(over=ranks(8, 3), reason=Reason("more are showing", count=2)),
            "10s and 5s are dead: a second one is showing",
        ),
        (
            WildNews(over=ranks(8, 3), reason=Reason("more are showing", count=3)),
            "10s and 5s are dead: a third one is showing",
        ),
        (
            WildNews(over=ranks(8, 3), reason=Reason("more are showing", count=4)),
            "10s and 5s are dead: one more is showing",
        ),
        (WildNews(names=(SEVENS,), reason=queen("followed")), "Sevens are wild (followed Bob's queen)"),
        (WildNews(next_up=True, reason=queen("lead")), "Bob's queen: next up-card is wild"),
        (
            WildNews(next_up=True, over=(SEVENS,), reason=queen("lead")),
            "Bob's queen: sevens are no longer wild, next up-card is wild",
        ),
        (
            WildNews(none_follows=True, reason=queen("was the last up-card")),
            "Nothing wild follows: Bob's queen was the last up-card",
        ),
        (
            WildNews(none_follows=True, over=(SEVENS,), reason=queen("was the last up-card")),
            "Sevens are dead, nothing wild follows: Bob's queen was the last up-card",
        ),
        (
            WildNews(none_follows=True, reason=queen("was the last up-card of the street")),
            "Nothing wild follows: Bob's queen was the last up-card of the street",
        ),
        (
            WildNews(none_follows=True, reason=Reason("pair with the last up-card", 0)),
            "Nothing wild follows: Ann's pair came with the last up-card",
        ),
        (
            WildNews(names=(FOURS,), seat=0, reason=Reason("first up-card")),
            "Fours are wild for Ann (the first up-card)",
        ),
        (
            WildNews(names=(FOURS,), over=(SEVENS,), reason=Reason("last common card")),
            "Fours are wild, sevens no longer (the last common card)",
        ),
        (WildNews(names=(FOURS,), reason=Reason("named by", 0)), "Fours are wild (named by Ann)"),
        (WildNews(clause=CLAUSE), "Jokers are bugs"),
    ],
)
def test_a_change_is_announced_with_its_reason(news: WildNews, line: str) -> None:
    assert wild_news(news, LINE) == line


def test_the_spoken_form_has_number_words_and_no_brackets() -> None:
    assert wild_news(WildNews(names=ranks(3, 8)), VOICE) == "Fives and tens are wild"
    followed = WildNews(names=(SEVENS,), reason=queen("followed"))
    assert wild_news(followed, VOICE) == "Sevens are wild, followed Bob's queen"
