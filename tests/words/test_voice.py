"""Announcements as text, and as spoken."""

from __future__ import annotations

import pytest

from app.cards.card import parse_cards
from app.games.reasons import Reason
from app.games.rules.wild import RankName, WildNews
from app.hand.action import Action
from app.hand.ask import Refusal
from app.hand.event import AnyEvent, Ruled
from app.hand.settlement.judge import StaysInPot, Wins
from app.hand.steps.bet import Opens
from app.hand.steps.declare import Declared
from app.ranking.words import HandName
from app.words.announcements import announcements, event_text
from app.words.speaker import Speaker

NAMES = ("Ann", "Bob", "Cy")
LINE, VOICE = Speaker(NAMES), Speaker(NAMES, aloud=True)

LOW = HandName("8-7-4-2-A low", "eight, seven, four, deuce, ace low")
FIVES = HandName("pair of fives, J-10-6 low", "pair of fives, jack, ten, six low")
ANTES_AGAIN = Reason("antes again")
CLUB = Reason("low card", 0, cards=parse_cards("2c"))


@pytest.mark.parametrize(
    ("happened", "line", "aloud"),
    [
        (
            Wins(0, 9, (LOW,)),
            "Ann wins 9 with 8-7-4-2-A low",
            "Ann wins 9 with eight, seven, four, deuce, ace low",
        ),
        (
            Wins(0, 9, (HandName("pair of aces"), LOW), whole_pot=True),
            "Ann wins 9 with pair of aces and 8-7-4-2-A low, the whole pot",
            "Ann wins 9 with pair of aces, and eight, seven, four, deuce, ace low, the whole pot",
        ),
        (
            Wins(0, 9, (HandName("ace of spades in the hole"), HandName("two aces"), HandName("ace high"))),
            *["Ann wins 9 with ace of spades in the hole, two aces and ace high"] * 2,
        ),
        (
            Ruled(Refusal("first a card to the middle"), Action("dh")),
            *["Dealer's ruling: it stands, even though a card must be turned up in the middle first"] * 2,
        ),
        (
            Wins(1, 5, why=Reason("everyone but partners folded")),
            "Bob wins 5: everyone else has folded; partners share",
            "Bob wins 5: everyone else has folded, partners share",
        ),
        (
            Opens(1, Reason("hand showing", 1, hand=HandName("A low", "ace low"))),
            "Bob opens: A low showing",
            "Bob opens: ace low showing",
        ),
        (
            Opens(2, Reason("hand showing", 2, hand=HandName("10 low", "ten low"))),
            "Cy opens: 10 low showing",
            "Cy opens: ten low showing",
        ),
        (
            Opens(0, Reason("hand showing", 0, hand=FIVES)),
            "Ann opens: pair of fives, J-10-6 low showing",
            "Ann opens: pair of fives, jack, ten, six low showing",
        ),
        (Opens(0, CLUB, 1), *["Ann brings in 1: low card, the 2 of clubs"] * 2),
        (
            WildNews(over=(RankName(8), RankName(3)), reason=Reason("more are showing", count=2)),
            "10s and 5s are dead: a second one is showing",
            "Tens and fives are dead: a second one is showing",
        ),
        (
            WildNews(names=(RankName(5, False),), reason=Reason("followed", 1, ranks=(10,))),
            "Sevens are wild (followed Bob's queen)",
            "Sevens are wild, followed Bob's queen",
        ),
        (
            Declared((("low", (0, 2)), ("high", (1,)))),
            "Declared: Ann and Cy low; Bob high",
            "Declared: Ann and Cy low, Bob high",
        ),
        (
            Reason("redeal due", why=Reason("nobody is in"), count=1),
            "Redeal: nobody is in. The pot stays; folded players stay out",
            "Redeal: nobody is in. The pot stays, folded players stay out",
        ),
        (
            ANTES_AGAIN,
            "Everyone antes again; the cards set aside are thrown away",
            "Everyone antes again, the cards set aside are thrown away",
        ),
        (StaysInPot(1, (Reason("odd chip"),)), *["1 stays for the next hand: the odd chip"] * 2),
        (Reason("nobody could call it", 1, amount=40), *["40 goes back to Bob: nobody could call it"] * 2),
    ],
)
def test_announcements_are_spoken_as_a_dealer_would(happened: AnyEvent, line: str, aloud: str) -> None:
    assert event_text(happened, LINE) == line
    assert event_text(happened, VOICE) == aloud


@pytest.mark.parametrize(
    ("seats", "names"), [((0,), "Ann"), ((0, 1), "Ann and Bob"), ((0, 1, 2), "Ann, Bob and Cy"), ((2, 0), "Cy and Ann")]
)
def test_names_are_joined_as_in_a_sentence(seats: tuple[int, ...], names: str) -> None:
    assert LINE.listed(seats) == names


def test_players_who_cannot_pay_the_same_are_named_in_one_sentence() -> None:
    returned = Reason("nobody could call it", 0, amount=5)
    events = [
        Reason("cannot pay", seats=(0,), amount=2),
        returned,
        Reason("cannot pay", seats=(2,), amount=2),
    ]
    assert announcements(events, LINE) == ("Ann and Cy cannot pay 2", event_text(returned, LINE))


def test_each_player_who_cannot_pay_is_named_once() -> None:
    events = [
        Reason("cannot pay", seats=(0, 1), amount=2, word="to swap"),
        Reason("cannot pay", seats=(1, 2), amount=2, word="to swap"),
    ]
    assert announcements(events, LINE) == ("Ann, Bob and Cy cannot pay 2 to swap",)


def test_different_prices_or_purposes_make_separate_sentences() -> None:
    events = [
        Reason("cannot pay", seats=(0,), amount=2),
        Reason("cannot pay", seats=(1,), amount=3),
        Reason("cannot pay", seats=(2,), amount=2, word="for a new card"),
    ]
    assert announcements(events, LINE) == ("Ann cannot pay 2", "Bob cannot pay 3", "Cy cannot pay 2 for a new card")


def test_a_repeated_announcement_is_spoken_once() -> None:
    assert announcements([ANTES_AGAIN, ANTES_AGAIN], LINE) == (event_text(ANTES_AGAIN, LINE),)


def test_two_hands_of_a_winner_are_distinguished() -> None:
    hands = [HandName("straight, ten high"), LOW, HandName("7 of hearts in the hole")]
    aloud = "a straight, ten high, and eight, seven, four, deuce, ace low, and the 7 of hearts in the hole"
    assert VOICE.hands(hands, articles=True) == aloud
    assert LINE.hands(hands[1:], articles=True) == "8-7-4-2-A low and the 7 of hearts in the hole"
    assert LINE.hands([HandName("the queen of spades in the hole")], articles=True) == "the queen of spades in the hole"
