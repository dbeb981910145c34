"""Hands that players argue about, each settled by its rule."""

import pytest

from app.cards.card import BLACK_JOKER, RED_JOKER, UNSEEN, Card, parse_cards
from app.ranking.high import high
from app.ranking.low import low, low_qualifies
from app.ranking.rules import HighRules, LowRules
from app.ranking.words import show_high, show_low

JOKERS = frozenset([RED_JOKER, BLACK_JOKER])
DEUCES = frozenset(Card(suit * 13) for suit in range(4))
EIGHT = 6


def called(text, wild=JOKERS, bugs=frozenset(), **rules):
    return show_high(parse_cards(text), wild, rules=HighRules(**rules), bugs=bugs).name


def low_called(text, kind="a5", wild=JOKERS):
    return show_low(parse_cards(text), wild, rules=LowRules(kind)).name


def worth(text, wild=JOKERS, bugs=frozenset(), **rules):
    return high(parse_cards(text), wild, rules=HighRules(**rules), bugs=bugs)


def low_worth(text, kind="a5"):
    return low(parse_cards(text), JOKERS, rules=LowRules(kind))


def eight_or_better(text, kind="a5"):
    return low_qualifies(low_worth(text, kind), LowRules(kind), EIGHT)


def ranks_played(shown):
    return "".join("23456789TJQKA"[played % 13] for _, played in shown.plays)


def test_one_seven_card_hand_plays_five_high_and_five_low():
    cards = parse_cards("As Ad 8c 6d 6s 4c 3h")
    assert ranks_played(show_high(cards)) == "AA668"
    assert show_low(cards).name == "8-6-4-3-A low"
    assert ranks_played(show_low(cards)) == "8643A"


def test_a_straight_plays_high_and_its_low_end_plays_low():
    cards = "Kd 9s 8c 7d 6s 5c 4h"
    assert called(cards) == "straight, nine high"
    assert low_called(cards) == "8-7-6-5-4 low"
    assert eight_or_better(cards)


def test_four_low_cards_and_a_nine_do_not_qualify_for_eight_or_better():
    assert not eight_or_better("Kd 9s 8c 7d 7s 6c 5h")
    assert low_called("Kd 9s 8c 7d 7s 6c 5h") == "9-8-7-6-5 low"


def test_razz_hands_leave_their_pairs_out():
    assert low_called("4c 2d 8s 8h 7d Jc As") == "8-7-4-2-A low"
    assert low_called("3c 3d As 6h 4d 6c 7s") == "7-6-4-3-A low"
    assert low_worth("3c 3d As 6h 4d 6c 7s") > low_worth("4c 2d 8s 8h 7d Jc As")


def test_a_smaller_pair_showing_is_the_lower_hand():
    assert low_worth("3c 3d 6s Ah") > low_worth("8c 8d 4s 2h")
    assert low_worth("Kc Qd Js Th") > low_worth("Ac Ad 2s 3h")


def test_a_low_keeps_the_lowest_of_its_pairs():
    """As few cards as possible are repeated, and the lowest: aces and threes are lower than threes and fives."""
    assert low_called("Ac Ad 3c 3d 5c 5d") == "two pair, threes and aces, 5 low"
    assert low_called("Ac Ad As 4c 4d 4s") == "full house, aces over fours low"
    assert low_called("Ac Ad 2c 2d 3h 4s") == "pair of aces, 4-3-2 low"


def test_aces_are_the_lowest_pair_and_threes_and_fours_too():
    """In ace-to-five the ace is below the deuce, however many of them are held."""
    assert low_called("Ac Ad 3h 3s 2c") == "two pair, threes and aces, 2 low"
    assert low_called("Ac Ad Ah 3s 2c") == "three aces, 3-2 low"
    assert low_called("Ac Ad Ah As Kc") == "four aces, K low"
    assert low_worth("Ac Ad 3h 3s 2c") > low_worth("Ac Ad Ah 3s 2c") > low_worth("Ac Ad Ah As Kc")


def test_four_cards_do_not_qualify():
    assert not eight_or_better("As 2d 3c 4h")


def test_a_wild_card_fills_the_low_that_qualifies():
    assert eight_or_better("8s 7d 6c 5h Jr")
    assert not eight_or_better("9s 8d 7c 6h Jr")


def test_a_bug_fills_the_low_that_qualifies():
    """A bug is the lowest rank missing from a low, like a wild card: here the ace."""
    assert low_qualifies(low(parse_cards("8s 7d 6c 5h Jr"), bugs=JOKERS), LowRules(), EIGHT)
    assert not low_qualifies(low(parse_cards("9s 7d 6c 5h Jr"), bugs=JOKERS), LowRules(), EIGHT)


def test_straights_and_flushes_spoil_a_low_only_in_some_kinds():
    assert low_called("As 2d 3c 4h 5s") == "5-4-3-2-A low"
    assert low_called("As 2d 3c 4h 5s", "a6") == "straight, 5-4-3-2-A low"
    assert low_called("As 2d 3c 4h 5s", "27") == "A-5-4-3-2 low"
    assert low_called("7s 5s 4s 3s 2s", "27") == "flush, 7-5-4-3-2 low"
    assert low_called("7s 5s 4s 3s 2s") == "7-5-4-3-2 low"


def test_the_best_low_of_each_ranking_is_the_one_it_is_named_for():
    assert low_called("Jr Jb 4s 3s 2s", "a5") == "5-4-3-2-A low"
    assert low_called("Jr Jb 4s 3s 2s", "a6") == "6-4-3-2-A low"
    assert low_called("Jr Jb 4s 3s 2s", "27") == "7-5-4-3-2 low"


def test_a_low_avoids_a_flush_by_using_the_next_card():
    assert low_called("7s 5s 4s 3s 2s 8d", "27") == "8-5-4-3-2 low"
    assert low_called("7s 5s 4s 3s 2s 7d", "27") == "7-5-4-3-2 low"


def test_a_pair_is_lower_than_the_straight_or_flush_beside_it():
    assert low_called("6s 5d 4c 3h 2s 2d", "27") == "pair of deuces, 5-4-3 low"
    assert low_called("6s 5d 4c 3h 2s 3d 2d", "27") == "pair of deuces, 5-4-3 low"
    assert low_called("7h 6d 5s 4s 3c 6h 5h", "27") == "pair of fives, 6-4-3 low"
    assert low_called("5s 4d 3c 2h As Ad", "a6") == "pair of aces, 4-3-2 low"


def test_a_low_with_no_other_choice_is_a_straight_a_flush_or_both():
    assert low_called("7s 6s 5s 4s 3s 2s", "27") == "flush, 7-5-4-3-2 low"
    assert low_called("8s 7s 6s 5s 4s 2s", "27") == "flush, 7-6-5-4-2 low"
    assert low_called("7c 6d 5h 4s 3c", "27") == "straight, 7-6-5-4-3 low"
    assert low_called("6s 5s 4s 3s 2s", "27") == "straight flush, 6-5-4-3-2 low"
    assert low_called("5s 4s 3s 2s As", "a6") == "straight flush, 5-4-3-2-A low"


def test_eight_or_better_qualifies_in_every_low_ranking():
    assert eight_or_better("8s 7d 5c 3h 2s", "27")
    assert not eight_or_better("9s 7d 5c 3h 2s", "27")
    assert not eight_or_better("6s 5d 4c 3h 2s", "27")
    assert not eight_or_better("7s 5d 4c 3h As", "27")
    assert eight_or_better("8s 5d 4c 3h As", "a6")
    assert not eight_or_better("9s 5d 4c 3h As", "a6")


def test_an_extra_wild_card_helps_a_low_to_qualify():
    def qualifies(text, extra):
        return low_qualifies(low(parse_cards(text), JOKERS, extra_wild=extra), LowRules(), EIGHT)

    assert qualifies("7d 5c 3h 2s", 1)
    assert not qualifies("7d 5c 3h 2s", 0)
    assert qualifies("5c 5d 4d 3h 2s", 1)
    assert not qualifies("5c 5d 4d 3h 2s", 0)


def test_the_name_of_a_low_includes_an_extra_wild_card():
    assert show_low(parse_cards("7d 5c 3h 2s"), extra_wild=1).name == "7-5-3-2-A low"


def test_a_wild_card_keeps_a_low_from_being_a_flush():
    assert low_called("7s 5s 4s 3s 2s Jr", "27") == "7-5-4-3-2 low"
    assert low_called("6s 4s 3s 2s As Jr", "a6") == "6-4-3-2-A low"


@pytest.mark.parametrize("wilds", [5, 6, 7])
def test_five_wild_cards_are_five_aces_or_a_royal_flush_if_that_is_better(wilds):
    assert show_high((), extra_wild=wilds).name == "five aces"
    assert show_high((), extra_wild=wilds, rules=HighRules(five_of_a_kind="below royal")).name == "royal flush"
    assert show_high((), extra_wild=wilds, rules=HighRules(aces_low=True)).name == "five kings"
    assert show_high([RED_JOKER], bugs=JOKERS, extra_wild=wilds).name == "five aces"


def test_five_of_a_kind_beats_a_royal_flush_unless_the_house_rule_says_below():
    fives, royal = "2c 2d Jr Jb 2s", "As Ks Qs Js Ts"
    assert worth(fives) > worth(royal)
    assert worth(fives, five_of_a_kind="below royal") < worth(royal, five_of_a_kind="below royal")
    assert worth(fives, five_of_a_kind="below royal") > worth("Ks Qs Js Ts 9s", five_of_a_kind="below royal")


def test_the_same_hand_ties_unless_the_natural_one_wins():
    natural, helped = "Kc Kd 9s 5h 3c", "Kh Jr 9d 5s 3d"
    assert worth(natural) == worth(helped)
    assert worth(natural, natural_wins=True) > worth(helped, natural_wins=True)
    assert worth("Kh Jr 9d 5s 4d", natural_wins=True) > worth(natural, natural_wins=True)


def test_a_hand_completed_by_a_bug_is_not_natural():
    natural, helped = worth("Kc Kd As 9h 5s", natural_wins=True), "Kh Ks Jr 9d 5c"
    assert natural > worth(helped, wild=frozenset(), bugs=JOKERS, natural_wins=True)
    assert worth(helped, wild=frozenset(), bugs=JOKERS, natural_wins=True) > worth("Kh Ks Qd Js Tc", natural_wins=True)


def test_a_wild_card_that_stands_for_itself_is_natural():
    natural, deuce = parse_cards("7c 6d 5h 4s 3c"), parse_cards("6s 5c 4d 3h 2c")
    rules = HighRules(natural_wins=True)
    assert high(deuce, DEUCES, rules=rules) % 2 == 0  # with the deuce as a seven, the straight is higher
    assert high(natural, DEUCES, rules=rules) > high(deuce, DEUCES, rules=rules)
    ace_high = parse_cards("As 9d 7c 5h 2c 2d 2h")
    assert show_high(ace_high, frozenset(), rules=rules).kickers == "ace, nine, natural"


def test_a_wild_card_in_a_flush_is_the_highest_card_missing_or_repeats_the_ace():
    hand, single = "Ah Jr 9h 5h 3h", "As Ks Qs Js 9s"
    assert show_high(parse_cards(hand), JOKERS).plays[1] == (RED_JOKER, parse_cards("Kh")[0])
    assert worth(hand) < worth(single)
    assert called(hand, repeats=True) == "double-ace flush"
    assert worth(hand, repeats=True) > worth(single, repeats=True)
    assert worth("Ah Jr 9h 5h 4h", repeats=True) > worth(hand, repeats=True)


def test_a_flush_beats_a_full_house_by_house_rule():
    flush, house = "As Js 9s 7s 6s", "Kc Kd Ks Qc Qd"
    assert worth(flush) < worth(house)
    assert worth(flush, flush_beats_full_house=True) > worth(house, flush_beats_full_house=True)
    assert called("As Js 9s 7s 6s 6c 6d 7c", flush_beats_full_house=True) == "flush, ace high"


def test_three_of_a_kind_beats_a_straight_by_house_rule():
    three, straight = "7c 7d 7s 9h Jc", "As Ks Qs Js Td"
    assert worth(three) < worth(straight)
    assert worth(three, three_of_a_kind_beats_straight=True) > worth(straight, three_of_a_kind_beats_straight=True)
    assert called("7c 7d 7s 8h 9c Td Js", three_of_a_kind_beats_straight=True) == "three sevens"
    assert called("7c 7d 8h 9c Td Js", three_of_a_kind_beats_straight=True) == "straight, jack high"


def test_soko_puts_hands_of_four_cards_between_a_pair_and_two_pair():
    straight, flush = "9c 8d 7h 6s 2c", "Kh 9h 5h 3h 2c"
    pair, two_pair = "Ac Ad 9h 6s 2c", "3c 3d 2h 2s 4c"
    in_order = [worth(hand, four_card_hands=True) for hand in (pair, straight, flush, two_pair)]
    assert in_order == sorted(in_order)
    assert worth(pair) > worth(straight)
    assert worth("9c 8d 7h 6s Ac", four_card_hands=True) > worth(straight, four_card_hands=True)
    assert called("9c 8d 7h 6s", four_card_hands=True) == "four-card straight, nine high"
    assert called("9c 8d 7h", four_card_hands=True) == "nine high"


def test_new_york_stud_has_four_card_flushes_but_no_four_card_straights():
    assert called("9c 8d 7h 6s 2c", four_card_hands="flushes") == "nine high"
    assert called("9h 8h 7h 6h 2c", four_card_hands="flushes") == "four-card flush, nine high"
    hands = ("Ac Ad 9h 6s 2c", "Kh 9h 5h 3h 2c", "3c 3d 2h 2s 4c")
    in_order = [worth(hand, four_card_hands="flushes") for hand in hands]
    assert in_order == sorted(in_order)


def test_an_ace_is_low_in_a_four_card_straight_too():
    ace, king = "Ac 2d 3h 4s 9c", "Kc Ad 2h 3s 9c"
    assert called(ace, four_card_hands=True) == "four-card straight, four high"
    assert called(ace, four_card_hands=True, wheel=False) == "ace high"
    assert called(ace, four_card_hands=True, aces_low=True) == "four-card straight, four high"
    assert called(king, four_card_hands=True, aces_low=True) == "king high"


def test_low_aces_are_below_deuces_in_everything():
    assert worth("2c 2d 5s 6h 8c", aces_low=True) > worth("Ac Ad Ks Qh Jc", aces_low=True)
    assert called("As Kd Qc Jh Ts", aces_low=True) == "king high"
    assert called("As 2d 3c 4h 5s", aces_low=True) == "straight, five high"


def test_the_neighbours_of_stripped_ranks_adjoin():
    assert called("5s 6d 7c Jh Qs", stripped="89T") == "straight, queen high"
    assert called("As 6d 7c 8h 9s", stripped="2345") == "straight, nine high"
    assert called("5s 6d 7c Jh Qs") == "queen high"


def test_straights_do_not_cross_the_gap_by_house_rule():
    assert called("5s 6d 7c Jh Qs", stripped="89T", gap_straights=False) == "queen high"
    assert called("As 6d 7c 8h 9s", stripped="2345", gap_straights=False) == "ace high"
    assert called("As 2d 3c 4h 5s", stripped="89T", gap_straights=False) == "straight, five high"
    assert called("3s 4d 5c 6h 7s", stripped="89T", gap_straights=False) == "straight, seven high"


def test_a_bug_is_an_ace_or_completes_a_straight_or_a_flush():
    def bug(text):
        return called(text, wild=frozenset(), bugs=JOKERS)

    assert bug("Kc Kd 9h 5s Jr") == "pair of kings"
    assert bug("Ac Kd 9h 5s Jr") == "pair of aces"
    assert bug("Ac Ad Ah As Jr") == "five aces"
    assert bug("9c 8d 6h 5s Jr") == "straight, nine high"
    assert bug("Kc 9c 5c 3c Jr") == "flush, ace high"
    assert bug("9c 8c 6c 5c Jr") == "straight flush, nine high"
    assert bug("5c 2c Jr") == "ace high"
    assert called("Ac Kd 9h 5s Jr", wild=frozenset(), bugs=JOKERS, aces_low=True) == "pair of aces"


def test_a_bug_in_a_low_is_the_lowest_card_missing():
    assert show_low(parse_cards("As 2d 7c 8h Jr"), bugs=JOKERS).name == "8-7-3-2-A low"


def test_fewer_than_five_cards_are_no_straight_and_no_flush():
    assert called("Kh Qh Jh Th") == "king high"
    assert called("9c 9d 9h 9s") == "four nines"
    assert called("Jr") == "ace high"
    assert called("Jr 4c") == "pair of fours"
    assert called("Jr Jb") == "pair of aces"
    assert worth("9c 9d 4h") > worth("9h 9s 3h")
    assert worth("") < worth("2c")


@pytest.mark.parametrize("rank", [high, low, show_high, show_low])
@pytest.mark.parametrize(
    ("card", "name"), [(UNSEEN, "Unseen card"), (RED_JOKER, "Red joker"), (BLACK_JOKER, "Black joker")]
)
def test_a_card_without_a_rank_is_refused(rank, card, name):
    """The first card without a rank is named, alone or after others, including the deuce of clubs."""
    for others in ("", "As Kd", "2c As"):
        with pytest.raises(ValueError, match=f"^{name} has no rank in this hand$"):
            rank([*parse_cards(others), card])


@pytest.mark.parametrize("rank", [high, low])
def test_the_refused_card_is_not_a_joker_that_is_wild_or_a_bug(rank):
    """One joker plays as a wild card or a bug; the other has no rank, and is the one refused."""
    one = frozenset([RED_JOKER])
    with pytest.raises(ValueError, match=r"^Black joker has no rank in this hand$"):
        rank(parse_cards("Jr Jb"), one)
    with pytest.raises(ValueError, match=r"^Black joker has no rank in this hand$"):
        rank(parse_cards("Jr Jb"), bugs=one)


@pytest.mark.parametrize("rank", [high, low])
def test_an_iterator_of_cards_is_refused_without_naming_a_card(rank):
    with pytest.raises(ValueError, match=r"^a card has no rank in this hand$"):
        rank(iter(parse_cards("As Jr")))


def test_a_card_that_is_not_in_the_deck_is_refused():
    with pytest.raises(ValueError, match="8 of clubs has no rank in this hand"):
        worth("8c", stripped="89T")
