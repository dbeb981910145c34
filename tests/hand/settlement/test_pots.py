"""Side pots: derived to any depth, dead money kept, layers that nobody can win falling down."""

from __future__ import annotations

from app.cards.card import cards_text
from app.games.house import Stakes
from app.hand.settlement.pots import pots_of
from app.hand.state import State
from tests.hand.at_table import after, hand, stacks

STAKES = Stakes(ante=0, limit="none", min_bet=1)
THIRD = "d dh p1 AcAdAh, d dh p2 KcKdKh, d dh p3 QcQdQh, d dh p4 JcJdJh"


def four(*held: int) -> State:
    """Deal to four players, three aces to Ann down to three jacks to Dee; Ann opens."""
    return after(hand(stacks=held, stakes=STAKES), THIRD)


def amounts(state: State) -> list[tuple[int, list[int]]]:
    """Return each pot with the seats that can win it."""
    return [(pot.amount, sorted(pot.seats)) for pot in pots_of(state)]


def deal_out(state: State) -> State:
    """The remaining streets, where nobody can bet any more."""
    ranks = iter("23456789")
    for _ in range(3):
        rank = next(ranks)
        state = after(state, *(f"d dh p{seat + 1} {rank}{'cdhs'[seat]}" for seat in state.live))
    rank = next(ranks)
    return after(state, *(f"d dh p{seat + 1} {rank}{'cdhs'[seat]}" for seat in state.live))


def show_all(state: State) -> State:
    """Everybody still in shows what the record knows."""
    for seat in state.live:
        cards = cards_text(held.card for held in state.players[seat].cards)
        state = after(state, f"p{seat + 1} sm {cards}")
    return state


def test_three_all_ins_make_three_pots() -> None:
    state = after(four(10, 30, 60, 100), "p1 cbr 10, p2 cbr 30, p3 cbr 60, p4 cc")
    assert amounts(state) == [(40, [0, 1, 2, 3]), (60, [1, 2, 3]), (60, [2, 3])]
    state = show_all(deal_out(state))
    assert stacks(state) == [40, 60, 60, 40]


def test_a_folded_players_chips_stay_in_the_pots_they_reached() -> None:
    state = after(four(10, 30, 100, 100), "p1 cbr 10, p2 cbr 30, p3 cbr 50, p4 cc")
    assert amounts(state) == [(40, [0, 1, 2, 3]), (60, [1, 2, 3]), (40, [2, 3])]
    state = after(state, "d dh p1 2c, d dh p2 2d, d dh p3 2h, d dh p4 2s, p3 cbr 10, p4 f")
    # Dee's 50 stay: 10 in the main pot, 20 in the first side pot, 20 in the second, which Cy alone can win now.
    assert amounts(state) == [(40, [0, 1, 2]), (60, [1, 2]), (40, [2])]


def test_a_layer_whose_contributors_have_all_folded_falls_to_the_one_below() -> None:
    state = after(four(10, 30, 100, 100), "p1 cbr 10, p2 cbr 30, p3 cbr 50, p4 cc")
    state = after(state, "d dh p1 2c, d dh p2 2d, d dh p3 2h, d dh p4 2s, p3 cbr 10, p4 f")
    state = deal_out_from(state)
    state = after(state, *(f"p{seat + 1} sm" for seat in (2,)))
    # Cy has mucked: his side pot has no winner left and falls to Bob's.
    assert amounts(state)[-1][1] == [1]
    assert sum(amount for amount, _ in amounts(state)) == state.pot


def deal_out_from(state: State) -> State:
    """Fifth street to the end for those still in."""
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
    """Bob pays 2 before Ann is all in for 4: they are hers to win, and only the bets after that are not."""
    state = hand("baseball", (5, 50, 50))
    state = after(state, "d dh p1 ????2c, d dh p2 ????4d, p2 pay 2, d dh p2 5d, d dh p3 ????7s")
    state = after(state, "p3 cbr 2, p1 cbr 4, p2 cc, p3 cc, d dh p1 Td, d dh p2 6c, d dh p3 Kd, p3 cbr 2, p2 cc")
    assert amounts(state) == [(17, [0, 1, 2]), (4, [1, 2])]


def test_a_payment_whose_payers_are_all_out_falls_to_the_last_pot() -> None:
    """Ann is all in for 1; Dee and Eve, all in for 5, could not match Bob's payment. Bob and Cy are out."""
    state = hand("baseball", (1, 50, 50, 50, 50))
    state = after(state, "d dh p1 ????2c, d dh p2 ????4d").with_player(3, stack=0, committed=5, all_in=True)
    state = after(state.with_player(4, stack=0, committed=5, all_in=True), "p2 pay 2")
    assert amounts(state)[-1] == (2, [1, 2])
    out = state.with_player(1, folded=True).with_player(2, folded=True)
    assert amounts(out) == [(5, [0, 3, 4]), (8 + 2, [3, 4])]


def test_a_layer_that_nobody_is_left_to_win_falls_to_the_main_pot() -> None:
    """Ann and Bob are all in for 10 and alone: what Cy and Dee had put in beyond that is theirs to win as well."""
    state = after(four(10, 10, 100, 100), "p1 cbr 10, p2 cc, p3 cbr 30, p4 cc")
    assert amounts(state) == [(40, [0, 1, 2, 3]), (40, [2, 3])]
    out = state.with_player(2, folded=True).with_player(3, folded=True)
    assert amounts(out) == [(80, [0, 1])]


def test_an_empty_pot_is_a_pot_and_an_empty_side_pot_is_none() -> None:
    assert amounts(hand(stakes=STAKES)) == [(0, [0, 1, 2])]
    state = after(four(10, 10, 100, 100), "p1 cbr 10, p2 cc, p3 cc, p4 cc")
    assert amounts(state) == [(40, [0, 1, 2, 3])]


def test_everyone_all_in_by_the_ante_is_dealt_to_the_end() -> None:
    state = after(hand(stacks=(1, 1)), "d dh p1 AcAdAh, d dh p2 KcKdKh")
    assert state.frame.label == "Fourth street"
