"""The bet of a round: every game counts rounds, and an open pair allows the big bet in the second."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.games.house import Stakes, house_rules
from app.games.load import resolve
from app.hand.betting.sizes import largest_bet
from app.hand.play import legal, start
from app.hand.state import Setup, State
from tests.hand.at_table import NAMES, after, announced, hand, refusal
from tests.hand.own_game import BET, deal, own

OPEN_PAIR = {"open_pair_big_bet": True}


def bets(state: State) -> list[str]:
    """Return the bets and raises open to the next player."""
    return [line.split()[2] for line in legal(state) if " cbr " in line]


def street(state: State, *cards: str) -> State:
    """Deal a card to each of two players; return the state at their bets."""
    return after(state, *(f"d dh p{n + 1} {card}" for n, card in enumerate(cards)))


def checked(state: State) -> State:
    """Return the state after everybody has checked."""
    while " cc" in legal(state)[0]:
        state = after(state, legal(state)[0])
    return state


def five_card(house: dict[str, Any] | None = None, **more: Any) -> State:
    return street(hand("five-card-stud", (100, 100), house=house, **more), "??Kc", "??8d")


def test_the_big_bet_starts_in_the_third_round_however_many_cards_are_held() -> None:
    state = five_card()
    found = [bets(state)]
    for cards in (("2c", "3d"), ("4c", "5d"), ("6c", "7d")):
        state = street(checked(state), *cards)
        found.append(bets(state))
    assert found == [["2"], ["2"], ["4"], ["4"]]


def test_the_big_bet_starts_in_the_fourth_round_by_house_rule() -> None:
    state = five_card({"big_bet_from_round": 4})
    found = []
    for cards in (("2c", "3d"), ("4c", "5d"), ("6c", "7d")):
        state = street(checked(state), *cards)
        found.append(bets(state))
    assert found == [["2"], ["2"], ["4"]]


def test_the_second_of_two_rounds_has_the_big_bet_by_house_rule() -> None:
    house = {"two_rounds_big_bet": True}
    found = []
    for rounds in (2, 3):
        cards = [deal("u")] + [BET, deal("u")] * (rounds - 1) + [BET]
        state = street(own(*cards, stacks=(100, 100), house=house), "Kc", "8d")
        found.append([bets(state), bets(street(checked(state), "2c", "3d"))])
    assert found == [[["2"], ["4"]], [["2"], ["2"]]]


def test_a_redeal_counts_rounds_from_the_first_again() -> None:
    state = street(checked(street(checked(five_card()), "2c", "3d")), "4c", "5d")
    assert bets(state) == ["4"]
    state = street(after(state, "d redeal"), "??Kc", "??8d")
    assert bets(state) == ["2"]


def test_a_skipped_round_is_not_counted() -> None:
    state = hand("five-card-stud", (100, 100), modifiers=({"modifier": "skip-betting", "rounds": [2]},))
    state = street(street(checked(street(state, "??Kc", "??8d")), "2c", "3d"), "4c", "5d")
    assert bets(state) == ["2"]


def test_an_open_pair_in_the_second_round_is_announced_and_allows_either_bet() -> None:
    state = street(checked(five_card(OPEN_PAIR)), "2c", "8h")
    assert bets(state) == ["2", "4"]
    assert announced(state)[1] == "Bob shows an open pair: a bet may be 2 or 4 in this round"


def test_an_open_pair_in_the_first_or_the_third_round_changes_nothing() -> None:
    house = {**OPEN_PAIR, "big_bet_from_round": 4}
    state = own(deal("uu"), BET, deal("u"), BET, deal("u"), BET, stacks=(100, 100), house=house)
    state = street(state, "KcKd", "2c3c")
    assert bets(state) == ["2"]
    state = street(checked(state), "5c", "6d")
    assert bets(state) == ["2", "4"]
    state = street(checked(state), "7c", "8d")
    assert bets(state) == ["2"]


def test_an_open_pair_is_not_announced_if_the_second_round_has_the_big_bet() -> None:
    state = street(checked(five_card({**OPEN_PAIR, "big_bet_from_round": 2})), "2c", "8h")
    assert bets(state) == ["4"]
    assert not any("open pair" in line for line in announced(state))


def test_an_open_pair_is_announced_only_at_a_fixed_limit() -> None:
    state = street(checked(five_card(OPEN_PAIR, stakes=Stakes(limit="pot"))), "2c", "8h")
    assert not any("open pair" in line for line in announced(state))


def test_an_open_pair_counts_if_the_game_sets_the_small_bet_for_its_second_round() -> None:
    """Mississippi Stud sets the small bet for its second round, on fifth street: an open pair allows the big bet."""
    state = hand("mississippi-stud", (100, 100), house=OPEN_PAIR)
    state = street(checked(street(state, "????Kc", "????8d")), "2c3d", "8h9h")
    assert bets(state) == ["2", "4"]


def test_either_raise_may_follow_a_small_bet_but_only_a_big_raise_a_big_bet() -> None:
    state = after(street(checked(five_card(OPEN_PAIR)), "2c", "8h"), "p2 cbr 2")
    assert bets(state) == ["4", "6"]
    assert bets(after(state, "p1 cbr 4")) == ["6", "8"]
    big = after(state, "p1 cbr 6")
    assert bets(big) == ["10"]
    assert refusal(big, "p2 cbr 8") == "Bob may raise to 10, not 8"


def test_an_all_in_raise_below_the_big_bet_is_short_after_a_big_bet() -> None:
    state = hand("five-card-stud", (7, 100, 100), house=OPEN_PAIR)
    state = after(state, "d dh p1 ??2c, d dh p2 ??8d, d dh p3 ??Kh, p3 cc, p1 cc, p2 cc")
    state = after(state, "d dh p1 3c, d dh p2 8h, d dh p3 4h, p2 cbr 4, p3 cc, p1 cbr 6")
    assert legal(state) == ("p2 cc", "p2 f")
    assert refusal(state, "p2 cbr 10") == "a short all-in does not reopen the betting"


def test_an_all_in_raise_of_the_small_bet_is_full_before_a_big_bet() -> None:
    state = hand("five-card-stud", (5, 100, 100), house=OPEN_PAIR)
    state = after(state, "d dh p1 ??2c, d dh p2 ??8d, d dh p3 ??Kh, p3 cc, p1 cc, p2 cc")
    state = after(state, "d dh p1 3c, d dh p2 8h, d dh p3 4h, p2 cbr 2, p3 cc, p1 cbr 4")
    assert bets(state) == ["6", "8"]


def test_a_bet_size_set_in_the_script_overrides_the_round() -> None:
    big, small = {**BET, "tier": "big"}, {**BET, "tier": "small"}
    last = {**BET, "tier": "last"}
    house = {"last_bet": 20}
    state = street(own(deal("u"), big, deal("u"), last, deal("u"), small, stacks=(100, 100), house=house), "2c", "3d")
    found = [bets(state)]
    for cards in (("4c", "5d"), ("6c", "7d")):
        state = street(checked(state), *cards)
        found.append(bets(state))
    assert found == [["4"], ["20"], ["2"]]


def test_the_last_bet_applies_to_the_round_after_the_twist() -> None:
    state = hand("five-card-stud", (100, 100), modifiers=("twist",), house={"last_bet": 20})
    state = street(state, "??Kc", "??8d")
    for cards in (("2c", "3d"), ("4c", "5d"), ("6c", "7d")):
        state = street(checked(state), *cards)
    assert bets(state) == ["4"]
    # The twist comes before the last round and costs the game's big bet; the maximum bet is that of the round.
    state = checked(state)
    assert legal(state) == ("p1 pay 4", "p1 no")
    assert largest_bet(state) == 20
    assert bets(after(state, "p1 no, p2 no")) == ["20"]


RACE = {"step": "turn-until-lead"}


def test_the_last_round_of_a_race_comes_when_no_player_has_a_card_to_turn() -> None:
    state = own(deal("dd"), RACE, stacks=(100, 100), house={"last_bet": 20})
    state = after(state, "d dh p1 ????, d dh p2 ????, p1 up 5c")
    assert bets(state) == ["2"]
    state = after(checked(state), "p2 up 9d")
    assert bets(state) == ["2"]
    # Ann's second card pairs; Bob still has one to turn.
    state = after(checked(state), "p1 up 5d")
    assert bets(state) == ["4"]
    state = after(checked(state), "p2 up 9c")
    assert bets(state) == ["20"]


def test_rounds_before_a_race_are_counted_but_are_never_the_last() -> None:
    state = own(deal("dd"), BET, RACE, stacks=(100, 100), house={"last_bet": 20})
    state = after(state, "d dh p1 ????, d dh p2 ????")
    assert bets(state) == ["2"]
    state = after(checked(state), "p1 up 5c")
    assert bets(state) == ["2"]
    state = after(checked(state), "p2 up 9d")
    assert bets(state) == ["4"]


def test_the_last_round_comes_after_the_last_card_if_players_turn_one_at_a_time() -> None:
    state = own(deal("d"), {"step": "next-turns", "round": True}, stacks=(100, 100), house={"last_bet": 20})
    state = after(state, "d dh p1 ??, d dh p2 ??, p1 up 5c")
    assert bets(state) == ["2"]
    assert bets(after(checked(state), "p2 up 9d")) == ["20"]


def stored(game: str, cards: int, **house: Any) -> State:
    """Return a hand as stored by an older version: with the big bet from a street of ``cards`` cards."""
    setup = Setup(resolve(game), NAMES[:2], (100, 100), (1, 1), Stakes(), house_rules(house))
    return start(replace(setup, big_bet_street=cards))


def test_an_older_stored_hand_sets_the_big_bet_by_street() -> None:
    state = street(stored("five-card-stud", 5), "??Kc", "??8d")
    found = [bets(state)]
    for cards in (("2c", "3d"), ("4c", "5d"), ("6c", "7d")):
        state = street(checked(state), *cards)
        found.append(bets(state))
    assert found == [["2"], ["2"], ["2"], ["4"]]


def test_an_older_stored_hand_has_the_bet_of_the_last_round_only_there() -> None:
    state, found = stored("five-card-stud", 5, last_bet=20), list[list[str]]()
    for cards in (("??Kc", "??8d"), ("2c", "3d"), ("4c", "5d"), ("6c", "7d")):
        state = street(state, *cards)
        found.append(bets(state))
        state = checked(state)
    assert found == [["2"], ["2"], ["2"], ["20"]]


def test_an_older_stored_hand_allows_an_open_pair_on_fourth_street_and_any_raise_after_a_big_bet() -> None:
    state = street(stored("five-card-stud", 5, **OPEN_PAIR), "??Kc", "??8d")
    state = street(checked(state), "2c", "8h")
    assert bets(state) == ["2"]
    state = street(checked(state), "4c", "3h")
    assert bets(state) == ["2", "4"]
    assert bets(after(state, "p2 cbr 4")) == ["6", "8"]


@pytest.mark.parametrize(("round_from", "cards"), [(1, 3), (2, 4), (3, 5), (4, 6)])
def test_rounds_and_streets_give_the_same_bets_in_seven_card_stud(round_from: int, cards: int) -> None:
    by_round = hand("seven-card-stud", (100, 100), house={"big_bet_from_round": round_from})
    by_street = stored("seven-card-stud", cards)
    for dealt in (("????Kc", "????8d"), ("2c", "3d"), ("4c", "5d"), ("6c", "7d"), ("??", "??")):
        by_round, by_street = (street(checked(state), *dealt) for state in (by_round, by_street))
        assert bets(by_round) == bets(by_street)
