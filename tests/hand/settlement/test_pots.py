"""Side pots of any number, with dead money; a pot that everybody has left belongs to its last player."""

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


def pot_amounts(state: State) -> list[tuple[int, list[int]]]:
    """Return each pot with the seats that can win it."""
    return [(pot.amount, sorted(pot.seats)) for pot in pots_of(state)]


def deal_out(state: State, ranks: str = "2345") -> State:
    """Deal the remaining streets, which have no betting, one of each rank."""
    for rank in ranks:
        state = after(state, *(f"d dh p{seat + 1} {rank}{'cdhs'[seat]}" for seat in state.live))
    return state


def show_all(state: State) -> State:
    """Show the hands of everybody still in, as the record knows them."""
    for seat in state.live:
        cards = cards_text(held.card for held in state.players[seat].cards)
        state = after(state, f"p{seat + 1} sm {cards}")
    return state


def test_three_all_ins_make_three_pots() -> None:
    state = after(four(10, 30, 60, 100), "p1 cbr 10, p2 cbr 30, p3 cbr 60, p4 cc")
    assert pot_amounts(state) == [(40, [0, 1, 2, 3]), (60, [1, 2, 3]), (60, [2, 3])]
    state = show_all(deal_out(state))
    assert stacks(state) == [40, 60, 60, 40]


def test_a_short_stack_is_not_in_a_side_pot_even_before_acting() -> None:
    state = after(four(10, 30, 60, 8), "p1 cbr 10, p2 cbr 30")
    assert pot_amounts(state) == [(20, [0, 1, 2, 3]), (20, [1, 2])]


def test_a_folded_players_chips_stay_in_every_pot_they_are_in() -> None:
    state = after(four(10, 30, 100, 100), "p1 cbr 10, p2 cbr 30, p3 cbr 50, p4 cc")
    assert pot_amounts(state) == [(40, [0, 1, 2, 3]), (60, [1, 2, 3]), (40, [2, 3])]
    state = after(state, "d dh p1 2c, d dh p2 2d, d dh p3 2h, d dh p4 2s, p3 cbr 10, p4 f")
    # Dee's 50 stay: 10 in the main pot, 20 in the first side pot, 20 in the second, which only Cy can win now.
    assert pot_amounts(state) == [(40, [0, 1, 2]), (60, [1, 2]), (40, [2])]


def test_the_last_player_in_a_side_pot_wins_it_even_after_mucking() -> None:
    state = after(four(10, 30, 100, 100), "p1 cbr 10, p2 cbr 30, p3 cbr 50, p4 cc")
    state = after(state, "d dh p1 2c, d dh p2 2d, d dh p3 2h, d dh p4 2s, p3 cbr 10, p4 f")
    state = after(deal_out(state, "345"), "p3 sm")
    # 40 are for Ann and Bob, 60 only for Bob; the 40 beyond were Cy's when Dee folded.
    assert pot_amounts(state) == [(40, [0, 1]), (60, [1]), (40, [2])]
    assert stacks(show_all(state)) == [40, 60, 50 + 40, 50]


def test_each_pot_goes_to_its_last_player_to_fold() -> None:
    """Ann is all in for 10, Bob for 30. Cy and Dee play for a second side pot, and fold before Bob does."""
    state = after(four(10, 30, 100, 100), "p1 cbr 10, p2 cbr 30, p3 cbr 50, p4 cc")
    for seat in (3, 2, 1):
        state = fold(state, seat)
    assert pot_amounts(state) == [(40, [0]), (60, [1]), (40, [2])]
    other = fold(fold(fold(after(four(10, 30, 100, 100), "p1 cbr 10, p2 cbr 30, p3 cbr 50, p4 cc"), 1), 3), 2)
    # Bob folded out of his side pot first: Cy was the last in both.
    assert pot_amounts(other) == [(40, [0]), (100, [2])]


def test_a_deserted_side_pot_does_not_join_a_split_main_pot() -> None:
    state = after(four(10, 10, 100, 100), "p1 cbr 10, p2 cc, p3 cbr 30, p4 cc")
    assert pot_amounts(state) == [(40, [0, 1, 2, 3]), (40, [2, 3])]
    assert pot_amounts(fold(fold(state, 2), 3)) == [(40, [0, 1]), (40, [3])]


def test_partners_share_only_pots_that_both_are_in() -> None:
    """Ann is all in for 5 in total; her partner Bob has put in 9, as have Cy and Dee before they folded."""
    state = own(deal("du"), {"step": "partners"}, BET, BET, even=True, stacks=(5, 100, 100, 100), stakes=ANTE_1)
    state = after(state, "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h, d dh p4 ??Js, p2 picks p1")
    state = after(state, "p2 cbr 8, p3 cc, p4 cc, p1 cc, p2 cbr 8, p3 f, p4 f")
    # Main pot 4 x 5, side pot 3 x 4; nobody called the second 8.
    assert stacks(state) == [10, 91 + 10 + 12, 91, 91]


def test_a_player_with_a_short_ante_can_win_only_as_much_from_each() -> None:
    stakes = Stakes(ante=5, limit="none", min_bet=1)
    state = hand(stacks=(3, 50, 50), stakes=stakes)
    assert pot_amounts(state) == [(9, [0, 1, 2]), (4, [1, 2])]


def test_carried_chips_are_in_the_main_pot() -> None:
    state = hand(stacks=(1, 50, 50), stakes=Stakes(ante=2), carried=7)
    assert pot_amounts(state) == [(10, [0, 1, 2]), (2, [1, 2])]


def test_a_payment_can_be_won_only_by_players_who_could_have_matched_it() -> None:
    # Ann is all in for her ante; Bob then pays 2 for an extra card: Ann cannot win those 2.
    state = hand("baseball", (1, 50, 50))
    state = after(state, "d dh p1 ????2c, d dh p2 ????4d, p2 pay 2, d dh p2 5d, d dh p3 ????7s")
    assert pot_amounts(state) == [(3, [0, 1, 2]), (2, [1, 2])]


def test_a_second_payment_joins_the_side_pot_of_the_first() -> None:
    state = hand("baseball", (1, 50, 50))
    state = after(state, "d dh p1 ????2c, d dh p2 ????4d, p2 pay 2, d dh p2 5d, d dh p3 ????4s, p3 pay 2, d dh p3 6s")
    assert pot_amounts(state) == [(3, [0, 1, 2]), (4, [1, 2])]


def test_a_payment_that_all_could_match_stays_in_the_main_pot() -> None:
    """Bob pays 2 before Ann is all in for 4: she can win them, but not the bets after that."""
    state = hand("baseball", (5, 50, 50))
    state = after(state, "d dh p1 ????2c, d dh p2 ????4d, p2 pay 2, d dh p2 5d, d dh p3 ????7s")
    state = after(state, "p3 cbr 2, p1 cbr 4, p2 cc, p3 cc, d dh p1 Td, d dh p2 6c, d dh p3 Kd, p3 cbr 2, p2 cc")
    assert pot_amounts(state) == [(17, [0, 1, 2]), (4, [1, 2])]


def test_a_payment_goes_to_the_last_to_fold_who_could_match_it() -> None:
    """Ann, Dee and Eve are all in for their antes of 1. Bob and Cy could match Bob's payment, and both fold."""
    state = hand("baseball", (1, 50, 50, 1, 1))
    state = after(state, "d dh p1 ????2c, d dh p2 ????4d, p2 pay 2")
    assert pot_amounts(state) == [(5, [0, 1, 2, 3, 4]), (2, [1, 2])]
    assert pot_amounts(fold(fold(state, 1), 2)) == [(5, [0, 3, 4]), (2, [2])]
    assert pot_amounts(fold(fold(state, 2), 1)) == [(5, [0, 3, 4]), (2, [1])]


def test_payments_of_one_step_make_side_pots_in_any_order() -> None:
    """Everybody pays 4 or all they have left: Bob 2, Cy 3. The antes are 1."""
    event = {"modifier": "event", "ranks": "9", "then": "pay", "whom": "everybody", "price": "big bet"}
    state = hand("five-card-stud", (100, 3, 4, 100), modifiers=(event,))
    state = after(state, "d dh p1 ??9c")
    for order in ("1234", "4321", "2143"):
        amount = dict(zip("1234", (4, 2, 3, 4), strict=True))
        paid = after(state, *(f"p{seat} pay {amount[seat]}" for seat in order))
        assert pot_amounts(paid) == [(4 + 8, [0, 1, 2, 3]), (3, [0, 2, 3]), (2, [0, 3])]


def test_a_bidder_all_in_can_win_as_much_from_each_other_bidder() -> None:
    """Ann bids 3, her last chips; Bob 5; Cy passes with chips left, and can win all of it."""
    options = {"pays": "every bidder"}
    state = hand("auction-wild", (4, 100, 100), options=options)
    state = after(state, "d dh p1 ????Ac, d dh p2 ????Kc, d dh p3 ????Qc, p1 bid 3, p2 bid 5, p3 no")
    assert pot_amounts(after(state, "p1 no")) == [(3 + 6, [0, 1, 2]), (2, [1, 2])]


def test_an_empty_main_pot_is_listed_but_no_empty_side_pot() -> None:
    assert pot_amounts(hand(stakes=STAKES)) == [(0, [0, 1, 2])]
    state = after(four(10, 10, 100, 100), "p1 cbr 10, p2 cc, p3 cc, p4 cc")
    assert pot_amounts(state) == [(40, [0, 1, 2, 3])]


def test_the_deal_goes_on_without_betting_if_everyone_is_all_in_for_the_ante() -> None:
    state = after(hand(stacks=(1, 1)), "d dh p1 AcAdAh, d dh p2 KcKdKh")
    assert state.frame.label == "Fourth street"
