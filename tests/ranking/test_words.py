"""Hands are named as at the table, and shown with the cards that play."""

import pytest

from app.cards.card import RED_JOKER, UNSEEN, Card, card_text, parse_cards
from app.ranking.rules import HighRules, LowRules
from app.ranking.words import show_high, show_low

JOKERS = frozenset([RED_JOKER, Card(53)])


def plays(shown):
    return " ".join(card_text(card) + "=" * (card != as_card) + card_text(as_card) * (card != as_card)
                    for card, as_card in shown.plays)  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "name", "kickers", "category"),
    [
        ("As Ks Qs Js Ts", "royal flush", "", "royal flush"),
        ("9s 8s 7s 6s 5s", "straight flush, nine high", "", "straight flush"),
        ("Ac Ad Ah As Jr", "five aces", "", "five of a kind"),
        ("Kc Kd Kh Ks 6d", "four kings", "six", "four of a kind"),
        ("Qc Qd Qh 4s 4d", "full house, queens over fours", "", "full house"),
        ("Kh 9h 5h 3h 2h", "flush, king high", "nine, five, three, deuce", "flush"),
        ("9c 8d 7h 6s 5c", "straight, nine high", "", "straight"),
        ("Ac 2d 3h 4s 5c", "straight, five high", "", "straight"),
        ("7c 7d 7h As 2c", "three sevens", "ace, deuce", "three of a kind"),
        ("Kc Kd 4h 4s Tc", "two pair, kings and fours", "ten", "two pair"),
        ("5c 5d Ah 9s 4c", "pair of fives", "ace, nine, four", "pair"),
        ("6c 6d", "pair of sixes", "", "pair"),
        ("Ac Kd 9h 5s 2c", "ace high", "king, nine, five, deuce", "high card"),
        ("", "no cards", "", "high card"),
    ],
)
def test_high_hands_have_names(cards, name, kickers, category):
    shown = show_high(parse_cards(cards), JOKERS)
    assert (shown.name, shown.kickers, shown.category) == (name, kickers, category)


@pytest.mark.parametrize(
    ("cards", "rules", "name", "kickers"),
    [
        ("9c 8d 7h 6s Kc", HighRules(four_card_hands=True), "four-card straight, nine high", "king"),
        ("Ac 2d 3h 4s Kc", HighRules(four_card_hands=True), "four-card straight, four high", "king"),
        (
            "Kh 9h 5h 3h Kc",
            HighRules(four_card_hands=True),
            "four-card flush, king high",
            "nine, five, three, king",
        ),
        ("Kh 9h 5h 3h 7c", HighRules(four_card_hands=True), "four-card flush, king high", "nine, five, three, seven"),
        ("Kh 9h 5h 3h", HighRules(four_card_hands=True), "four-card flush, king high", "nine, five, three"),
        ("9c 9d 8h 7h 6s", HighRules(four_card_hands=True), "four-card straight, nine high", "nine"),
        ("5c 4d 3h 2s Ac", HighRules(four_card_hands=True, wheel=False), "four-card straight, five high", "ace"),
        (
            "Ah Jr 9h 3h Kc",
            HighRules(four_card_hands=True, repeats=True),
            "four-card flush, double ace high",
            "nine, three, king",
        ),
        ("Ah Jr 9h 3h 2h", HighRules(repeats=True), "double-ace flush", "nine, three, deuce"),
        ("Ah Jr Kh 7h 2h 8c", HighRules(repeats=True), "double-ace flush", "king, seven, deuce"),
        ("Ah Jr Kh 7h 4h 2h", HighRules(repeats=True), "double-ace flush", "king, seven, four"),
        ("Kc Kd Kh Ks 6d", HighRules(natural_wins=True), "four kings", "six, natural"),
        ("Kc Kd Kh Jr 6d", HighRules(natural_wins=True), "four kings", "six"),
    ],
)
def test_hands_under_house_rules_have_their_own_names(cards, rules, name, kickers):
    shown = show_high(parse_cards(cards), JOKERS, rules=rules)
    assert (shown.name, shown.kickers) == (name, kickers)


@pytest.mark.parametrize(
    ("cards", "kind", "name"),
    [
        ("8c 7d 4h 2s Ac", "a5", "8-7-4-2-A low"),
        ("Tc 7d 4h 2s Ac", "a5", "10-7-4-2-A low"),
        ("5c 4d 3h 2s Ac", "a5", "5-4-3-2-A low"),
        ("3c 3d 6h 4s Ac", "a5", "pair of threes, 6-4-A low"),
        ("3c 3d", "a5", "pair of threes low"),
        ("8c 8d 4h 4s Kc", "a5", "two pair, eights and fours, K low"),
        ("7c 7d 7h Ks Qc", "a5", "three sevens, K-Q low"),
        ("7c 7d 7h 2s 2c", "a5", "full house, sevens over deuces low"),
        ("7c 7h 7s 2s 2d", "a5", "full house, sevens over deuces low"),
        ("Kc Kd Kh Ks 3c", "a5", "four kings, 3 low"),
        ("6c 5d 4h 3s 2c", "27", "straight, 6-5-4-3-2 low"),
        ("6c 5c 4c 3c 2c", "27", "straight flush, 6-5-4-3-2 low"),
        ("Kc Jc", "a5", "K-J low"),
        ("", "a5", "no cards"),
    ],
)
def test_low_hands_have_names(cards, kind, name):
    assert show_low(parse_cards(cards), rules=LowRules(kind)).name == name


def test_the_ranks_of_a_low_are_spoken_one_by_one():
    shown = show_low(parse_cards("8c 7d 4h 2s Ac"))
    assert shown.spoken == "eight, seven, four, deuce, ace low"
    assert (shown.category, shown.kickers) == ("no pair", "")


def test_the_cards_that_play_are_listed_best_first():
    assert plays(show_high(parse_cards("4s Qc 2d Qd 4d Qh"))) == "Qc Qd Qh 4s 4d"
    assert plays(show_high(parse_cards("5c 4s Kd 3h 2d Ac"))) == "5c 4s 3h 2d Ac"
    assert plays(show_low(parse_cards("Ac 8c Kd 7d 4h 2s"))) == "8c 7d 4h 2s Ac"


def test_a_wild_card_shows_the_card_it_plays_as():
    assert plays(show_high(parse_cards("Kh Jr 9h 5h 3h"), JOKERS)) == "Jr=Ah Kh 9h 5h 3h"
    assert plays(show_high(parse_cards("Jr 9s 8h 6d 5c"), JOKERS)) == "9s 8h Jr=7s 6d 5c"
    assert plays(show_low(parse_cards("Jr 8s 7h 2d Ac"), JOKERS)) == "8s 7h Jr=3s 2d Ac"


def test_a_wild_card_plays_as_a_card_not_in_the_hand():
    assert plays(show_high(parse_cards("As Kd 9h 5c Jr"), JOKERS)) == "As Jr=Ah Kd 9h 5c"


def test_a_fifth_ace_plays_as_a_second_ace_of_spades():
    assert plays(show_high(parse_cards("Ac Ad Ah As Jr"), JOKERS)) == "Ac Ad Ah As Jr=As"


def test_a_wild_card_plays_as_itself_if_possible():
    deuces = frozenset(parse_cards("2c 2d 2h 2s"))
    assert plays(show_high(parse_cards("As Ad Ac Kd Kh 2c"), deuces)) == "As Ad Ac 2c=Ah Kd"
    assert plays(show_low(parse_cards("As 2d 7c 5h 4s"), deuces)) == "7c 5h 4s 2d As"
    assert plays(show_low(parse_cards("As 2d"), deuces)) == "2d As"


def test_a_bug_plays_as_an_ace_beside_a_wild_card():
    deuces = frozenset(parse_cards("2c 2d 2h 2s"))
    shown = show_high(parse_cards("Kc Qd Ts 2c Jr"), deuces, bugs=JOKERS)
    assert plays(shown) == "Jr=As Kc Qd 2c=Js Ts"


@pytest.mark.parametrize(
    "rules", [HighRules(), HighRules(five_of_a_kind="below royal"), HighRules(natural_wins=True)], ids=str
)
def test_a_bug_stays_out_of_a_royal_flush_that_is_complete_without_it(rules):
    aces = frozenset(parse_cards("Ac Ad Ah As"))
    shown = show_high(parse_cards("Jr As Ks Qs Js Ts"), aces, rules=rules, bugs=JOKERS)
    assert plays(shown) == "As Ks Qs Js Ts"


def test_a_wild_card_keeps_a_low_from_being_a_flush():
    shown = show_low(parse_cards("Jr 7s 5s 4s 2s"), JOKERS, rules=LowRules("27"))
    assert plays(shown) == "7s 5s 4s Jr=3h 2s"


def test_a_card_of_another_suit_keeps_a_low_from_being_a_flush():
    shown = show_low(parse_cards("7s 5s 4s 3s 2s Kd 4d"), rules=LowRules("27"))
    assert plays(shown) == "7s 5s 4d 3s 2s"


def test_a_wild_card_takes_the_place_of_the_highest_card_of_a_low_that_would_be_a_flush():
    shown = show_low(parse_cards("7s 5s 4s 3s 2s Kd Jr"), JOKERS, rules=LowRules("27"))
    assert plays(shown) == "Jr=7h 5s 4s 3s 2s"
    shown = show_low(parse_cards("7s 5s 4s 3s 2s"), rules=LowRules("27"), extra_wild=1)
    assert plays(shown) == "??=7h 5s 4s 3s 2s"


def test_five_of_a_suit_play_as_they_are_in_a_low_that_ignores_flushes():
    assert plays(show_low(parse_cards("6s 4s 3s 2s As 6d"))) == "6s 4s 3s 2s As"
    assert plays(show_low(parse_cards("6s 4s 3s As Jr"), JOKERS)) == "6s 4s 3s Jr=2s As"


def test_an_extra_wild_card_is_shown_as_an_unseen_card():
    shown = show_high(parse_cards("Kc 9d"), extra_wild=1)
    assert shown.name == "pair of kings"
    assert shown.plays == (
        (parse_cards("Kc")[0],) * 2,
        (UNSEEN, parse_cards("Ks")[0]),
        (parse_cards("9d")[0],) * 2,
    )
