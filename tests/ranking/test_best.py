"""Limits on how many of a player's own cards may play."""

from app.cards.card import RED_JOKER, cards_text, parse_cards
from app.ranking.high import high
from app.ranking.low import low
from app.ranking.plays import permitted
from app.ranking.words import show_high

BOARD = parse_cards("Ks Qs Js Ts 2d")
HOLE = parse_cards("2c 2h Ad 9c")


def best(evaluate, up, down, **limit):
    return max(((evaluate(hand), hand) for hand in permitted(up, down, **limit)), key=lambda pair: pair[0])


def name_of(up, down, **limit):
    _, cards = best(high, up, down, **limit)
    return show_high(cards).name


def test_without_a_limit_all_cards_play_in_one_evaluation():
    asked = []

    def evaluate(cards):
        asked.append(cards)
        return high(cards)

    assert best(evaluate, BOARD, HOLE) == (high(BOARD + HOLE), BOARD + HOLE)
    assert len(asked) == 1


def test_a_maximum_of_down_cards_play():
    assert name_of(BOARD, HOLE) == "straight, ace high"
    assert name_of(BOARD, HOLE, at_most=2) == "straight, ace high"
    assert name_of(BOARD, HOLE, at_most=1) == "straight, ace high"
    assert name_of(BOARD, HOLE, at_most=0) == "king high"
    assert name_of(parse_cards("As Ks Qs Js Ts"), HOLE, at_most=2) == "royal flush"


def test_an_exact_number_of_down_cards_play_as_in_omaha():
    assert name_of(BOARD, HOLE, exactly=2) == "three deuces"
    assert name_of(parse_cards("As Ks Qs Js Ts"), HOLE, exactly=2) == "pair of aces"
    assert name_of(parse_cards("As Ks Qs Js 3d"), parse_cards("Ts 4h 5c 6c"), exactly=2) == "ace high"


def test_exactly_five_down_cards_leave_no_room_for_the_board():
    assert best(high, BOARD, parse_cards("2c 2h Ad 9c 9d 3s"), exactly=5)[1] == parse_cards("2c 2h Ad 9c 9d")


def test_the_first_of_equal_hands_is_the_one_that_plays():
    assert best(high, parse_cards("Ks"), parse_cards("2c 2d 2h"), at_most=1)[1] == parse_cards("Ks 2c")
    assert best(high, parse_cards("Ks"), parse_cards("2h 2d 2c"), at_most=1)[1] == parse_cards("Ks 2h")


def test_four_of_a_suit_in_the_hole_are_no_flush_in_omaha():
    board, hole = parse_cards("2s 7d 9c Jh Qd"), parse_cards("As Ks 8s 4s")
    assert name_of(board, hole, exactly=2) == "ace high"
    assert name_of(board, hole) == "flush, ace high"


def test_all_cards_play_if_fewer_than_required():
    assert best(high, (), parse_cards("As"), exactly=2)[1] == parse_cards("As")
    assert best(high, parse_cards("Kd Qd"), parse_cards("As"), at_most=2)[1] == parse_cards("Kd Qd As")
    assert best(high, (), ()) == (0, ())


def test_the_limit_applies_to_lows():
    number, cards = best(low, parse_cards("8c 7d 6h Ks Qs"), parse_cards("Ad 2c 3c 8d"), exactly=2)
    assert number == low(parse_cards("8c 7d 6h 2c Ad"))
    assert set(cards) == set(parse_cards("8c 7d 6h 2c Ad"))


def test_a_wild_card_in_the_hole_counts_towards_the_limit():
    wild = frozenset([RED_JOKER])
    number, cards = best(lambda five: high(five, wild), BOARD, parse_cards("Jr 2c 2h 3d"), at_most=1)
    assert number == high(parse_cards("As Ks Qs Js Ts"))
    assert "Jr" in cards_text(cards)
