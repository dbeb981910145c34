"""Settling: declarations, splits, ties and odd chips, each share judged among those eligible for the pot."""

from __future__ import annotations

from app.games.house import Stakes
from app.games.reasons import Reason
from app.hand.play import legal
from app.hand.state import State
from app.words.reasons import reasons_text
from app.words.speaker import Speaker
from tests.hand.at_table import after, announced, hand, refusal, stacks
from tests.hand.own_game import BET, deal, own

FREE = Stakes(ante=1, limit="none", min_bet=1)

# Seven cards for each, in the order received. Ann: pair of aces, no spade down. Bob: two pair, seven of spades down.
# Cy: jack high, king of spades down.
ANN = ("AhAd", "2c5c9hJd", "4d")
BOB = ("7s7d", "KcKh2h8d", "3c")
CY = ("KsTd", "6c8c3h4c", "Jh")


def dealt(game: str, *hands: tuple[str, str, str], **more: object) -> State:
    """Return a hand checked through to the declaration or the showdown."""
    state = hand(game, (100,) * len(hands), stakes=FREE, **more)  # type: ignore[arg-type]
    state = after(state, *(f"d dh p{n + 1} {down}{up[:2]}" for n, (down, up, _) in enumerate(hands)))
    for street in range(1, 4):
        state = checked(state)
        state = after(
            state, *(f"d dh p{n + 1} {up[2 * street : 2 * street + 2]}" for n, (_, up, _) in enumerate(hands))
        )
    state = checked(state)
    state = after(state, *(f"d dh p{n + 1} {last}" for n, (_, _, last) in enumerate(hands)))
    return checked(state)


def checked(state: State) -> State:
    """Return the hand after a round of checks."""
    first = state.opener or 0
    for seat in [(first + step) % len(state.players) for step in range(len(state.players))]:
        state = after(state, f"p{seat + 1} cc")
    return state


def shown(state: State, *hands: tuple[str, str, str]) -> State:
    """Return the hand after everybody has shown all cards."""
    return after(state, *(f"p{n + 1} sm {down}{up}{last}" for n, (down, up, last) in enumerate(hands)))


def test_a_split_gives_the_odd_chip_to_the_high_hand() -> None:
    state = dealt("chicago", ANN, BOB, CY)
    state = after(state, "p1 declare high, p2 declare high, p3 declare spade")
    state = shown(state, ANN, BOB, CY)
    assert [award.amount for award in state.result.awards] == [2, 1]  # type: ignore[union-attr]
    assert stacks(state) == [99, 101, 100]


def test_the_odd_chip_goes_to_the_other_half_by_house_rule() -> None:
    state = dealt("chicago", ANN, BOB, CY, house={"odd_chip_split": "other half"})
    state = shown(after(state, "p1 declare high, p2 declare high, p3 declare spade"), ANN, BOB, CY)
    assert stacks(state) == [99, 100, 101]


def test_the_odd_chip_stays_for_the_next_pot_by_house_rule() -> None:
    state = dealt("chicago", ANN, BOB, CY, house={"odd_chip_split": "next pot"})
    state = shown(after(state, "p1 declare high, p2 declare high, p3 declare spade"), ANN, BOB, CY)
    assert stacks(state) == [99, 100, 100]
    assert state.result is not None
    assert state.result.carried == 1


def test_a_player_who_declares_both_and_wins_both_takes_the_whole_pot() -> None:
    bob = ("Ks7d", "KcKh2h8d", "3c")
    cy = ("7sTd", "6c8c3h4c", "Jh")
    state = shown(
        after(dealt("chicago", ANN, bob, cy), "p1 declare high, p2 declare both, p3 declare spade"), ANN, bob, cy
    )
    assert stacks(state) == [99, 102, 99]


def test_a_player_who_declares_both_and_loses_one_side_is_out_of_both() -> None:
    # Bob has the best hand but Cy's king of spades beats his seven: Bob is out, Ann's aces take the high half.
    state = dealt("chicago", ANN, BOB, CY)
    state = shown(after(state, "p1 declare high, p2 declare both, p3 declare spade"), ANN, BOB, CY)
    assert stacks(state) == [101, 99, 100]


def test_a_face_up_spade_does_not_count() -> None:
    cy = ("KsTd", "6c8c3h4c", "Jh")
    ann = ("AhAd", "As5c9hJd", "4d")
    state = shown(
        after(dealt("chicago", ann, BOB, cy), "p1 declare spade, p2 declare high, p3 declare spade"), ann, BOB, cy
    )
    awards = {award.share: award.seat for award in state.result.awards}  # type: ignore[union-attr]
    assert awards == {"high": 1, "spade": 2}


def test_an_undeclared_half_goes_to_the_other_half() -> None:
    state = dealt("chicago", ANN, BOB, CY)
    state = shown(after(state, "p1 declare high, p2 declare high, p3 declare high"), ANN, BOB, CY)
    assert stacks(state) == [99, 102, 99]


def test_an_undeclared_half_stays_for_the_next_hand_by_house_rule() -> None:
    state = dealt("chicago", ANN, BOB, CY, house={"unclaimed_half": "next hand"})
    state = shown(after(state, "p1 declare high, p2 declare high, p3 declare high"), ANN, BOB, CY)
    assert state.result is not None
    assert state.result.carried == 1
    assert stacks(state) == [99, 101, 99]


def test_a_sealed_declaration_can_be_changed_until_all_are_in() -> None:
    state = after(dealt("chicago", ANN, BOB, CY), "p1 declare high, p1 declare spade, p2 declare high")
    assert announced(state) == []
    assert announced(after(state, "p3 declare spade"))[0] == "Declared: Ann and Cy spade; Bob high"


def test_declarations_in_turn_start_at_the_dealers_left() -> None:
    state = dealt("chicago", ANN, BOB, CY, options={"declare": "in turn"})
    assert refusal(state, "p2 declare high") == "it is Ann's turn to declare"


def test_tied_winners_share_and_the_odd_chip_goes_to_the_dealers_left() -> None:
    ann = ("AhAd", "KcQc9hJd", "4d")
    bob = ("AcAs", "KdQd9cJs", "4s")
    state = shown(dealt("seven-card-stud", CY, ann, bob), CY, ann, bob)
    assert stacks(state) == [99, 101, 100]
    why = state.result.awards[0].why  # type: ignore[union-attr]
    assert why == (
        Reason("tied with", seats=(2,)),
        Reason("odd chip of a tie", word="left of dealer", ruling="odd_chip_tie"),
    )


def test_shown_cards_must_include_the_up_cards() -> None:
    state = dealt("seven-card-stud", ANN, BOB, CY)
    assert refusal(state, "p1 sm AhAd2c5c9hJd4d7c") == "Ann holds 7 cards, 8 are named"
    assert "jack of diamonds" in refusal(state, "p1 sm AhAd2c5c9hQd4d")


def test_the_dealer_may_rule_instead_of_showing_cards() -> None:
    state = after(dealt("seven-card-stud", ANN, BOB, CY), "d ranks high p3=p1 p2")
    assert stacks(state) == [101, 99, 100]


def test_a_misdeal_returns_every_chip() -> None:
    state = after(dealt("seven-card-stud", ANN, BOB, CY, carried=5), "d misdeal")
    assert stacks(state) == [100, 100, 100]
    assert state.result is not None
    assert state.result.carried == 5


def test_a_redeal_keeps_the_pot_and_folded_players_stay_out() -> None:
    state = hand(stacks=(100, 100, 100), stakes=FREE)
    state = after(state, "d dh p1 ????2c, d dh p2 ????Kd, d dh p3 ????7s, p2 cbr 5, p3 cc, p1 f, d redeal")
    assert state.pot == 13
    assert announced(state) == ["Dealt again for the same pot of 13"]
    assert "p1" not in " ".join(legal(state))
    state = after(state, "d dh p2 ????Kd, d dh p3 ????7s, p2 cc, p3 cc")
    assert refusal(state, "d dh p1 4c") == "Ann has folded and gets no more cards"


def test_a_redeal_set_off_by_a_card_in_a_betting_round_returns_an_uncalled_bet() -> None:
    state = after(hand("black-maria-spade"), "d dh p1 ????2c, d dh p2 ????Kd, d dh p3 ????7s, p2 cbr 2")
    state = after(state, "p3 up Qs !, d redeal")
    assert (stacks(state), state.pot) == ([99, 99, 99], 3)


# Two have the same straight; Bob's highest card is the jack of hearts, Cy's the jack of spades.
STRAIGHTS = (("KcQd", "3h4s2c6d", "6s"), ("Jh2h", "8d7c9dTc", "3c"), ("Js2s", "7h8s9cTh", "4d"))


def test_the_odd_chip_of_a_tie_is_announced_with_the_reason() -> None:
    for tie, reason in (("suit", "by suit"), ("left of dealer", "as first to the dealer's left")):
        state = shown(dealt("seven-card-stud", *STRAIGHTS, house={"odd_chip_tie": tie}), *STRAIGHTS)
        assert state.result is not None
        speaker = Speaker(state.setup.names)
        taken = [reasons_text(award.why, speaker) for award in state.result.awards if award.amount == 2]
        assert taken == [f"tied with {'Cy' if tie != 'suit' else 'Bob'}, takes the odd chip {reason}"]


def test_an_odd_chip_by_suit_goes_by_rank_before_suit() -> None:
    # Cy's king of spades has the higher suit, but Bob's ace of clubs the higher rank.
    aces = (STRAIGHTS[0], ("Jh2h", "8d7c9dTc", "Ac"), ("Js2s", "7h8s9cTh", "Ks"))
    state = shown(dealt("seven-card-stud", *aces, house={"odd_chip_tie": "suit"}), *aces)
    assert stacks(state) == [99, 101, 100]


def test_a_joker_takes_an_odd_chip_by_suit() -> None:
    jokers = (STRAIGHTS[0], ("Jh2h", "8d7c9dTc", "As"), ("Jr2s", "7h8s9cTh", "4d"))
    house = {"odd_chip_tie": "suit"}
    state = shown(dealt("seven-card-stud", *jokers, house=house, modifiers=("jokers",)), *jokers)
    assert stacks(state) == [99, 100, 101]


def test_a_misdeal_returns_bets_made_before_a_redeal() -> None:
    """Nobody has trips: both ante again. Two antes and a bet of 2 go back, including to the untracked stack."""
    state = after(hand("trips-to-win", (100, None)), "d dh p1 ??????????, d dh p2 ??????????, p1 cbr 2, p2 cc")
    state = after(state, "p1 sd, p2 sd, p1 cc, p2 cc, p1 sm JcJd4h5s6c, p2 sm KcKd2h3s8c, d redeal, d misdeal")
    assert state.result is not None
    assert state.result.returned == ((0, 4), (1, 4))
    assert stacks(state) == [100, None]


def test_a_tie_for_one_part_does_not_scoop() -> None:
    """Bob and Cy tie for the high hand, and Cy has the highest spade in the hole."""
    tied = (STRAIGHTS[0], ("Jh2h", "8d7c9dTc", "3c"), ("JsKs", "7h8s9cTh", "4d"))
    state = shown(dealt("black-mariah-both", *tied, options={"nobody_has_both": "next hand"}), *tied)
    assert (stacks(state), announced(state)[-1]) == (
        [99, 99, 99],
        "3 stays for the next hand: nobody wins both the high and the spade",
    )


def test_the_dealer_may_rule_who_scoops() -> None:
    state = after(dealt("black-mariah-both", ANN, BOB, CY), "d ranks high p2, d ranks spade p2")
    assert stacks(state) == [99, 102, 99]


def test_deals_for_the_same_reason_are_noted_once() -> None:
    """Ann has the best hand and Bob the spade, twice; then Ann has both, for two antes and four more."""
    share = [{"rule": "high", "scoop": True, "unclaimed": "ante and deal again"}, {"rule": "suit-in-hole"}]
    state = own(deal("ddd"), BET, share=share, stacks=(100, 100))
    dealt_in = "d dh p1 ??????, d dh p2 ??????, p1 cc, p2 cc"
    for _ in range(2):
        state = after(state, dealt_in, "p1 sm AhAdKc, p2 sm Ks2c3d, d redeal")
    state = after(state, dealt_in, "p1 sm AhAdKs, p2 sm Qs2c3d")
    assert stacks(state) == [103, 97]
    assert state.result is not None
    assert len(state.result.notes) == 1


def test_a_scooped_pot_leaves_no_odd_chip_for_the_next() -> None:
    house = {"odd_chip_split": "next pot"}
    state = after(dealt("black-mariah-both", ANN, BOB, CY, house=house), "d ranks high p2, d ranks spade p2")
    assert stacks(state) == [99, 102, 99]
