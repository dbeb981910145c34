"""A pot divided by agreement among the remaining players."""

from __future__ import annotations

from dataclasses import replace

from app.games.house import HouseRules, Stakes
from app.games.load import resolve
from app.games.situation import Situation
from app.hand.dealer import even_parts
from app.hand.play import start
from app.hand.state import Setup
from tests.hand.at_table import after, hand, refusal, stacks
from tests.hand.own_game import BET, deal, own

THIRD_STREET = "d dh p1 ????Kc, d dh p2 ????8d, d dh p3 ????7h"


def test_each_pot_is_divided_among_its_players():
    """The main pot of 9 is for all three, the side pot of 4 for Ann and Bob."""
    state = after(hand(stacks=(100, 100, 3)), THIRD_STREET, "p1 cbr 2, p2 cc, p3 cc")
    state = after(state, "d dh p1 2c, d dh p2 2d, d dh p3 2h, p1 cbr 2, p2 cc")
    assert even_parts(state) == {0: 5, 1: 5, 2: 3}


def test_the_house_rule_decides_who_takes_the_odd_chips():
    """Ann's bet of 2 and three antes make 5, and Cy, the dealer, gets no odd chip; in the second hand Cy bets."""
    bet = (THIRD_STREET, "p1 cbr 2")
    assert even_parts(after(hand(), *bet)) == {0: 2, 1: 2, 2: 1}
    lowest_first = ("d dh p1 ????7h, d dh p2 ????8d, d dh p3 ????Kc", "p3 cbr 2")
    by_card = hand(house={"odd_chip_tie": "suit"})
    assert even_parts(after(by_card, *lowest_first)) == {0: 1, 1: 2, 2: 2}


def test_a_known_down_card_does_not_decide_the_odd_chip():
    by_card = hand(house={"odd_chip_tie": "suit"}, stacks=(100, 100))
    state = after(by_card, "d dh p1 AsAdKc, d dh p2 ????Ah, p2 cbr 3 !")
    assert even_parts(state) == {0: 2, 1: 3}


def test_parts_for_a_folded_player_or_not_adding_up_to_the_pot_are_refused():
    state = after(hand(), THIRD_STREET, "p1 cbr 2, p2 f")
    assert refusal(state, "d split p1 4 p2 1") == "Bob has folded"
    assert refusal(state, "d split p1 4 p3 2") == "the pot is 5, but these parts add up to 6"
    assert refusal(state, "d split p1 4 p1 1") == "Ann is named twice"
    assert refusal(state, "d split") == "who gets how many chips? nobody is named"
    assert refusal(state, "d split p1") == "how many chips? none are named"


def test_a_sealed_declaration_is_never_revealed():
    state = own(deal("du"), BET, {"step": "declare"}, share=[{"rule": "high"}, {"rule": "low"}])
    state = after(state, THIRD_STREET.replace("????", "??"), "p1 cc, p2 cc, p3 cc, p1 declare low, d split p2 3")
    assert [player.declared for player in state.players] == [None, None, None]


def test_the_blinds_take_back_their_own_chips_if_all_others_fold():
    """All fold to the blinds, who chop; the pot is even if the small blind has called, or 3 are left from earlier."""
    blinds = replace(Stakes(), ante=0, small_blind=1, big_blind=2)
    at = Situation(resolve("texas-holdem"), HouseRules(), blinds, 3)
    state = start(Setup(at.game, ("Ann", "Bob", "Cy"), (100,) * 3, at.antes, at.stakes, blinds=at.blinds))
    carried, to_the_blinds = start(replace(state.setup, carried=3)), "d dh p1 ????, d dh p2 ????, d dh p3 ????, p3 f"
    assert even_parts(after(carried, to_the_blinds)) == {0: 3, 1: 3}
    state = after(state, to_the_blinds)
    assert even_parts(state) == {0: 1, 1: 2}
    assert stacks(after(state, "d split p1 1 p2 2")) == [100, 100, 100]
    assert even_parts(after(state, "p1 cc")) == {0: 2, 1: 2}
