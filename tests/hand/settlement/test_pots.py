"""Side pots: to any depth, with dead money; a pot that everybody has left belongs to its last player."""

from __future__ import annotations

from app.cards.card import cards_text
from app.games.house import Stakes
from app.hand.settlement.pots import pots_of
from app.hand.state import State, fold
from tests.hand.at_table import after, hand, stacks
from tests.hand.own_game import BET, deal, own

STAKES = Stakes(ante=0, limit="none", min_bet=1)
ANTE_1 = Stakes(ante=1, limit="none", min_bet=1)
THIRD = "d dh p1 AcAdAh, d dh p2 KcKdKh, d dh p3 QcQdQh, d dh p4 JcJdJh"


def four(*held: int) -> State:
    """Deal to four players, from three aces for Ann down to three jacks for Dee; Ann opens."""
    return after(hand(stacks=held, stakes=STAKES), THIRD)


def amounts(state: State) -> list[tuple[int, list[int]]]:
    """Return each pot with the seats that can win it."""
    return [(pot.amount, sorted(pot.seats)) for pot in pots_of(state)]


def deal_out(state: State) -> State:
    """Deal the remaining streets, which have no betting."""
    ranks = iter("23456789")
    for _ in range(3):
        rank = next(ranks)
        state = after(state, *(f"d dh p{seat + 1} {rank}{'cdhs'[seat]}" for seat in state.live))
    rank = next(ranks)
    return after(state, *(f"d dh p{seat + 1} {rank}{'cdhs'[seat]}" for seat in state.live))


def show_all(state: State) -> State:
    """Show the hands of everybody still in, as the record knows them."""
    for seat in state.live:
        cards = cards_text(held.card for held in state.players[seat].cards)
        state = after(state, f"p{seat + 1} sm {cards}")
    return state


def test_three_all_ins_make_three_pots() -> None:
    state = after(four(10, 30, 60, 100), "p1 cbr 10, p2 cbr 30, p3 cbr 60, p4 cc")
    assert amounts(state) == [(40, [0, 1, 2, 3]), (60, [1, 2, 3]), (60, [2, 3])]
    state = show_all(deal_out(state))
    assert stacks(state) == [40, 60, 60, 40]


def test_who_has_not_enough_for_a_side_pot_is_not_in_it_even_before_they_act() -> None:
    state = after(four(10, 30, 60, 8), "p1 cbr 10, p2 cbr 30")
    assert amounts(state) == [(20, [0, 1, 2, 3]), (20, [1, 2])]


def test_a_folded_players_chips_stay_in_the_pots_they_reached() -> None:
    state = after(four(10, 30, 100, 100), "p1 cbr 10, p2 cbr 30, p3 cbr 50, p4 cc")
    assert amounts(state) == [(40, [0, 1, 2, 3]), (60, [1, 2, 3]), (40, [2, 3])]
    state = after(state, "d dh p1 2c, d dh p2 2d, d dh p3 2h, d dh p4 2s, p3 cbr 10, p4 f")
    # Dee's 50 stay: 10 in the main pot, 20 in the first side pot, 20 in the second, which only Cy can win now.
    assert amounts(state) == [(40, [0, 1, 2]), (60, [1, 2]), (40, [2])]


def test_a_side_pot_stays_with_the_last_player_in_it_who_mucks() -> None:
    state = after(four(10, 30, 100, 100), "p1 cbr 10, p2 cbr 30, p3 cbr 50, p4 cc")
    state = after(state, "d dh p1 2c, d dh p2 2d, d dh p3 2h, d dh p4 2s, p3 cbr 10, p4 f")
    state = after(deal_out_from(state), "p3 sm")
    # 40 are for Ann and Bob, 60 only for Bob; the 40 beyond were Cy's when Dee folded.
    assert amounts(state) == [(40, [0, 1]), (60, [1]), (40, [2])]
    assert stacks(show_all(state)) == [40, 60, 50 + 40, 50]


def test_each_pot_goes_to_whoever_left_it_last() -> None:
    """Ann is all in for 10, Bob for 30. Cy and Dee play for a second side pot, and fold before Bob does."""
    state = after(four(10, 30, 100, 100), "p1 cbr 10, p2 cbr 30, p3 cbr 50, p4 cc")
    for seat in (3, 2, 1):
        state = fold(state, seat)
    assert amounts(state) == [(40, [0]), (60, [1]), (40, [2])]
    other = fold(fold(fold(after(four(10, 30, 100, 100), "p1 cbr 10, p2 cbr 30, p3 cbr 50, p4 cc"), 1), 3), 2)
    # Bob folded out of his side pot first: Cy was the last in both.
    assert amounts(other) == [(40, [0]), (100, [2])]


def test_a_split_main_pot_takes_nothing_of_a_deserted_side_pot() -> None:
    state = after(four(10, 10, 100, 100), "p1 cbr 10, p2 cc, p3 cbr 30, p4 cc")
    assert amounts(state) == [(40, [0, 1, 2, 3]), (40, [2, 3])]
    assert amounts(fold(fold(state, 2), 3)) == [(40, [0, 1]), (40, [3])]


def test_partners_share_only_the_pots_that_both_are_in() -> None:
    """Ann is all in for 5 in total; her partner Bob has put in 9, as have Cy and Dee before they folded."""
    state = own(deal("du"), {"step": "partners"}, BET, BET, even=True, stacks=(5, 100, 100, 100), stakes=ANTE_1)
    state = after(state, "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h, d dh p4 ??Js, p2 picks p1")
    state = after(state, "p2 cbr 8, p3 cc, p4 cc, p1 cc, p2 cbr 8, p3 f, p4 f")
    # Main pot 4 x 5, side pot 3 x 4; nobody called the second 8.
    assert stacks(state) == [10, 91 + 10 + 12, 91, 91]


def deal_out_from(state: State) -> State:
    """Deal from fifth street to the end to those still in."""
    for rank in "345":
        state = after(state, *(f"d dh p{seat + 1} {rank}{'cdhs'[seat]}" for seat in state.live))
    return state


def test_an_ante_short_of_the_full_one_wins_only_its_own_layer() -> None:
    stakes = Stakes(ante=5, limit="none", min_bet=1)
    state = hand(stacks=(3, 50, 50), stakes=stakes)
    assert amounts(state) == [(9, [0, 1, 2]), (4, [1, 2])]


def test_carried_chips_lie_in_the_main_pot() -> None:
    state = hand(stacks=(1, 50, 50), stakes=Stakes(ante=2), carried=7)
    assert amounts(state) == [(10, [0, 1, 2]), (2, [1, 2])]


def test_a_payment_belongs_to_those_who_could_have_matched_it() -> None:
    # Ann is all in for her ante; Bob then pays 2 for an extra card: Ann cannot win those 2.
    state = hand("baseball", (1, 50, 50))
    state = after(state, "d dh p1 ????2c, d dh p2 ????4d, p2 pay 2, d dh p2 5d, d dh p3 ????7s")
    assert amounts(state) == [(3, [0, 1, 2]), (2, [1, 2])]


def test_a_second_payment_joins_the_pot_of_the_first() -> None:
    state = hand("baseball", (1, 50, 50))
    state = after(state, "d dh p1 ????2c, d dh p2 ????4d, p2 pay 2, d dh p2 5d, d dh p3 ????4s, p3 pay 2, d dh p3 6s")
    assert amounts(state) == [(3, [0, 1, 2]), (4, [1, 2])]


def test_a_payment_that_all_could_match_stays_in_the_main_pot_when_side_pots_come() -> None:
    """Bob pays 2 before Ann is all in for 4: she can win them, but not the bets after that."""
    state = hand("baseball", (5, 50, 50))
    state = after(state, "d dh p1 ????2c, d dh p2 ????4d, p2 pay 2, d dh p2 5d, d dh p3 ????7s")
    state = after(state, "p3 cbr 2, p1 cbr 4, p2 cc, p3 cc, d dh p1 Td, d dh p2 6c, d dh p3 Kd, p3 cbr 2, p2 cc")
    assert amounts(state) == [(17, [0, 1, 2]), (4, [1, 2])]


def test_a_payment_that_only_the_last_to_leave_could_match_is_theirs() -> None:
    """Ann, Dee and Eve are all in for their antes of 1. Bob and Cy could match Bob's payment, and both fold."""
    state = hand("baseball", (1, 50, 50, 1, 1))
    state = after(state, "d dh p1 ????2c, d dh p2 ????4d, p2 pay 2")
    assert amounts(state) == [(5, [0, 1, 2, 3, 4]), (2, [1, 2])]
    assert amounts(fold(fold(state, 1), 2)) == [(5, [0, 3, 4]), (2, [2])]
    assert amounts(fold(fold(state, 2), 1)) == [(5, [0, 3, 4]), (2, [1])]


def test_payments_of_one_step_are_cut_where_one_was_its_players_last_whoever_pays_first() -> None:
    """Everybody pays 4 or all they have left: Bob 2, Cy 3. The antes are 1."""
    event = {"modifier": "event", "ranks": "9", "then": "pay", "whom": "everybody", "price": "big bet"}
    state = hand("five-card-stud", (100, 3, 4, 100), modifiers=(event,))
    state = after(state, "d dh p1 ??9c")
    for order in ("1234", "4321", "2143"):
        amount = dict(zip("1234", (4, 2, 3, 4), strict=True))
        paid = after(state, *(f"p{seat} pay {amount[seat]}" for seat in order))
        assert amounts(paid) == [(4 + 8, [0, 1, 2, 3]), (3, [0, 2, 3]), (2, [0, 3])]


def test_every_bidder_who_pays_wins_from_each_other_as_much_as_their_own_last_chips() -> None:
    """Ann bids 3, her last chips; Bob 5; Cy passes with chips left, and can win all of it."""
    options = {"pays": "every bidder"}
    state = hand("auction-wild", (4, 100, 100), options=options)
    state = after(state, "d dh p1 ????Ac, d dh p2 ????Kc, d dh p3 ????Qc, p1 bid 3, p2 bid 5, p3 no")
    assert amounts(after(state, "p1 no")) == [(3 + 6, [0, 1, 2]), (2, [1, 2])]


def test_an_empty_pot_is_a_pot_and_an_empty_side_pot_is_none() -> None:
    assert amounts(hand(stakes=STAKES)) == [(0, [0, 1, 2])]
    state = after(four(10, 10, 100, 100), "p1 cbr 10, p2 cc, p3 cc, p4 cc")
    assert amounts(state) == [(40, [0, 1, 2, 3])]


def test_everyone_all_in_by_the_ante_is_dealt_to_the_end() -> None:
    state = after(hand(stacks=(1, 1)), "d dh p1 AcAdAh, d dh p2 KcKdKh")
    assert state.frame.label == "Fourth street"
