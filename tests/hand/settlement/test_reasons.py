"""Awards of the settlement: chips, odd chips, pot, share and reasons."""

from __future__ import annotations

from app.games.house import Stakes
from app.games.reasons import Reason
from app.hand.result import Result
from app.hand.state import State
from app.words.reasons import reasons_text
from app.words.speaker import Speaker
from tests.hand.at_table import after, announced, stacks
from tests.hand.own_game import BET, deal, own
from tests.hand.settlement.test_judge import ANN, BOB, CY, dealt, shown
from tests.hand.steps.test_partners import paired
from tests.hand.steps.test_setting import splitting

NO_LIMIT = Stakes(ante=1, limit="none", min_bet=1)
NO_SPADE = ("KdTd", "6c8c3h4c", "Jh")
HIGH_AND_LOW = [{"rule": "high"}, {"rule": "low", "qualifier": "8"}]


def result_of(state: State) -> Result:
    assert state.result is not None
    return state.result


def award_reasons(state: State) -> list[str]:
    """Return the reasons for each award in words."""
    speaker = Speaker(state.setup.names)
    return [reasons_text(award.why, speaker) for award in result_of(state).awards]


def test_each_half_names_its_pot_and_the_rule_for_the_odd_chip() -> None:
    state = dealt("chicago", ANN, BOB, CY)
    state = shown(after(state, "p1 declare high, p2 declare high, p3 declare spade"), ANN, BOB, CY)
    assert award_reasons(state) == ["half of 3, with the odd chip, which goes to the high hand", "half of 3"]


def test_the_odd_chip_goes_to_the_first_share_in_a_game_without_a_high_hand() -> None:
    parts = [{"rule": "points", "to": number, "name": str(number)} for number in (27, 7)]
    state = after(own(deal("dd"), BET, share=parts), *(f"d dh p{n} ????" for n in (1, 2, 3)), "p1 cc, p2 cc, p3 cc")
    state = after(state, "p1 sm KsQd, p2 sm 3h4c, p3 sm 9c2d")
    assert award_reasons(state)[0] == "half of 3, with the odd chip, which goes to the 27 half"


def test_a_tied_share_names_its_chips() -> None:
    script = (deal("dddd"), {"step": "common", "count": 3}, BET)
    state = own(*script, share=HIGH_AND_LOW, stakes=Stakes(ante=5))
    state = after(state, *(f"d dh p{n} ????????" for n in (1, 2, 3)), "d db 8c7c5d, p1 cc, p2 cc, p3 cc")
    state = after(state, "p1 sm AsAd2s3d, p2 sm AhKh2d3c, p3 sm KdQdJhTs")
    assert award_reasons(state) == [
        "half of 15, with the odd chip, which goes to the high hand",
        "tied with Bob for 7 of 15, takes the odd chip as first to the dealer's left",
        "tied with Ann for 7 of 15",
    ]


def test_chips_are_pushed_to_the_biggest_winner_first() -> None:
    state = dealt("chicago", CY, BOB, ANN)
    state = shown(after(state, "p1 declare spade, p2 declare high, p3 declare high"), CY, BOB, ANN)
    ended = state.result
    assert ended is not None
    assert ended.pushes == ((1, 2), (0, 1))
    assert [str(award.hand) for award in ended.awards] == ["two pair, kings and sevens", "king of spades in the hole"]


def test_the_share_is_the_reason_if_it_is_the_only_one() -> None:
    state = shown(dealt("seven-card-stud", ANN, BOB, CY), ANN, BOB, CY)
    assert award_reasons(state) == ["the highest hand"]


def test_an_unsplit_pot_has_no_odd_chip() -> None:
    """A pot of 3 is less than the smallest chip of 5, and one player wins all of it."""
    house = {"chip_unit": 5, "odd_chip_split": "next pot"}
    state = shown(dealt("seven-card-stud", ANN, BOB, CY, house=house), ANN, BOB, CY)
    assert (stacks(state), award_reasons(state)) == ([99, 102, 99], ["the highest hand"])
    assert result_of(state).carried == 0
    state = shown(dealt("seven-card-stud", ANN, BOB, CY, house={"chip_unit": 5}), ANN, BOB, CY)
    assert award_reasons(state) == ["the highest hand"]


def test_a_tie_for_an_even_pot_has_no_odd_chip() -> None:
    ann = ("AhAd", "KcQc9hJd", "4d")
    bob = ("AcAs", "KdQd9cJs", "4s")
    state = shown(dealt("seven-card-stud", ann, bob), ann, bob)
    assert (stacks(state), award_reasons(state)) == ([100, 100], ["tied with Bob", "tied with Ann"])


def test_the_odd_chip_goes_to_the_half_that_is_won() -> None:
    state = dealt(
        "chicago-cards-speak", ANN, NO_SPADE, ("QcQh", "6d8d3c4h", "Jc"), house={"odd_chip_split": "other half"}
    )
    state = shown(state, ANN, NO_SPADE, ("QcQh", "6d8d3c4h", "Jc"))
    assert stacks(state) == [102, 99, 99]


def test_the_dealers_ruling_is_the_reason_for_its_award() -> None:
    state = after(dealt("seven-card-stud", ANN, BOB, CY), "d ranks high p3")
    assert result_of(state).awards[0].why == (Reason("dealer's ruling"),)


def test_nobody_wins_a_half_whose_only_declarer_failed() -> None:
    """Bob goes both ways with a spade and the lower hand. He fails, but the spade was declared all the same."""
    bob = ("7s7d", "KcQh2h8d", "3c")
    state = shown(after(dealt("chicago", ANN, bob), "p1 declare high, p2 declare both"), ANN, bob)
    assert announced(state) == [
        "Bob went both ways and lost high: gets nothing",
        "Ann wins 2 with pair of aces, the whole pot: nobody wins the spade",
    ]


def two_pots(**house: str) -> State:
    """Return a hand with Ann all in for 3. Main pot 9, side pot 8; two cards are not a low, so half of each stays."""
    table = {"share": HIGH_AND_LOW, "house": {"unclaimed_half": "next hand", **house}}
    state = own(deal("dd"), BET, stacks=(3, 100, 100), stakes=NO_LIMIT, **table)
    state = after(state, "d dh p1 AcAd, d dh p2 KcKd, d dh p3 QcQd, p1 cbr 2, p2 cbr 6, p3 cc")
    return after(state, "p1 sm AcAd, p2 sm KcKd, p3 sm QcQd")


def test_unclaimed_halves_of_several_pots_are_carried_over_together() -> None:
    """4 of the 9 and 4 of the 8 stay; the odd chip of the 9 goes to the high hand."""
    state = two_pots()
    assert (stacks(state), result_of(state).carried) == ([5, 97, 93], 8)


def test_a_carried_odd_chip_is_among_the_reasons_for_carried_chips() -> None:
    state = two_pots(odd_chip_split="next pot")
    assert (stacks(state), result_of(state).carried) == ([4, 97, 93], 9)
    assert result_of(state).carried_why[1:] == (Reason("odd chip", ruling="odd_chip_split"),)
    assert announced(state)[-1].startswith("9 stays for the next hand: ")
    assert announced(state)[-1].endswith("the odd chip")


def test_players_share_the_pot_if_every_hand_is_fouled() -> None:
    """Ann's aces set aside outrank her kings, and Bob's fives his ace: both are fouled, and they share the 2 chips."""
    state = after(splitting(), "p1 sets ????, p2 sets ????, p1 cc, p2 cc, p1 sm KhAhAd9c8c7cKd, p1 sets AhAd")
    state = after(state, "p2 sm As5s5h2s3s4h6h, p2 sets 5s5h")
    assert stacks(state) == [100, 100]
    assert result_of(state).carried == 0
    assert [(award.seat, award.share, award.hand) for award in result_of(state).awards] == [
        (0, "five", None),
        (1, "five", None),
    ]
    assert award_reasons(state) == ["every hand is fouled, tied with Bob", "every hand is fouled, tied with Ann"]


def test_partners_share_their_award_without_a_tie() -> None:
    state = after(paired(), "p2 cbr 2, p3 cc, p4 cc, p1 cc, p2 sm KhKd2c9c, p4 sm 3dJs5c4h")
    assert sorted(award_reasons(state)) == ["shared with Ann", "shared with Bob"]
    assert [award.why for award in result_of(state).awards if award.seat == 0] == [(Reason("shared with", 1),)]


def test_the_odd_chip_by_suit_goes_to_the_better_of_two_tied_partnerships() -> None:
    """Bob's king of diamonds is below Dee's king of spades: the odd chip of the tie goes to Dee and Cy."""
    partners = own(deal("du"), {"step": "partners"}, BET, even=True, stacks=(100,) * 4, house={"odd_chip_tie": "suit"})
    state = after(partners, "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??9h, d dh p4 ??Ks, p2 picks p1")
    state = after(state, "p2 cc, p3 cc, p4 cc, p1 cc, p2 sm QdKd2c9c, p4 sm QhKs2d9h")
    assert stacks(state) == [100, 100, 100, 100]


def test_partners_left_alone_share_the_pot_with_the_odd_chip_to_the_dealers_left() -> None:
    """3 of Bob's 6 are uncalled. 4 antes and 3 each from three players are 13: Ann, on the dealer's left, gets 7."""
    script = (deal("du"), {"step": "partners"}, BET)
    state = own(*script, even=True, stacks=(100,) * 4, stakes=NO_LIMIT)
    state = after(state, "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h, d dh p4 ??Js, p2 picks p1")
    state = after(state, "p2 cbr 1, p3 cbr 3, p4 f, p1 cc, p2 cbr 6, p3 f")
    assert stacks(state) == [103, 102, 96, 99]
    result = result_of(state)
    shared = Reason("everyone but partners folded")
    assert (result.pots, result.why) == ((13,), shared)
    assert [(award.pot, award.share, award.why) for award in result.awards] == [(0, "all", (shared,))] * 2
    assert announced(state)[-1].endswith("everyone else has folded; partners share")


def test_the_last_player_wins_when_the_others_muck() -> None:
    state = after(dealt("seven-card-stud", ANN, BOB, CY), "p1 sm, p2 sm")
    assert announced(state) == ["Cy wins 3: everyone else has folded or mucked"]
    (award,) = result_of(state).awards
    assert (award.seat, award.amount, award.pot, award.share) == (2, 3, 0, "all")
    assert result_of(state).pots == (3,)
    ended = state.result
    assert ended is not None
    assert ended.why == Reason("everyone else folded or mucked")


def test_an_empty_pot_makes_no_award() -> None:
    """Without antes and bets there is nothing to win."""
    state = after(own(deal("d"), BET, stakes=Stakes(ante=0)), "d dh p1 ??, d dh p2 ??, d dh p3 ??, p1 f, p2 f")
    assert result_of(state).awards == ()


def test_an_unseen_card_does_not_count_for_an_odd_chip_by_suit() -> None:
    """The three-card pot is a tie by ruling. Of the cards seen, Ann's deuce of hearts is below Cy's deuce of spades."""
    state = own(deal("du"), BET, house={"odd_chip_tie": "suit"})
    state = after(state, "d dh p1 ??2h, d dh p2 ??3c, d dh p3 ??2s, p2 cc, p3 cc, p1 cc, d ranks high p1=p3 p2")
    assert stacks(state) == [100, 99, 101]


def test_cards_set_aside_are_ranked_by_the_games_ranking() -> None:
    """Aces are low: a pair of kings beats a pair of aces."""
    script = (
        deal("dddd"),
        {"step": "set-apart"},
        {"step": "declare", "names": ["in", "out"]},
        {"step": "contest", "hand": "set"},
        BET,
    )
    state = own(*script, ranking={"aces_low": True}, stacks=(100, 100))
    state = after(state, "d dh p1 ????????, d dh p2 ????????, p1 sets ????, p2 sets ????, p1 declare in, p2 declare in")
    assert "Bob wins 2" in announced(after(state, "p1 sets AhAd, p2 sets KcKd"))[0]


def test_cards_set_aside_count_cards_wild_for_their_player_alone() -> None:
    """Bob's first up-card is a four, which is wild for him: with an ace he has a pair of aces, above Ann's kings."""
    script = (
        deal("dddu"),
        {"step": "set-apart"},
        {"step": "declare", "names": ["in", "out"]},
        {"step": "contest", "hand": "set"},
        BET,
    )
    state = own(*script, wild=[{"rule": "first-up"}], stacks=(100, 100))
    state = after(state, "d dh p1 ??????9c, d dh p2 ??????4c, p1 sets ????, p2 sets ??4c, p1 declare in, p2 declare in")
    assert "Bob wins 2" in announced(after(state, "p1 sets KhKd, p2 sets Ah4c"))[0]


def test_the_ruling_is_named_if_a_natural_hand_beats_the_same_hand_with_a_wild_card() -> None:
    """Ann has 7-5-3-2-A, Bob the same with a wild king, Cy a worse low. Only a ruling that mattered is named."""
    natural = Reason("natural wins", ruling="natural_wins")
    kings = [{"rule": "ranks", "ranks": "K"}]
    for house, bob, told in (
        ("high and low", "As2c5dKc7h", True),
        ("high", "As2c5dKc7h", False),
        ("high and low", "As2c5d9c7h", False),
    ):
        state = own(deal("ddddd"), BET, share=[{"rule": "low"}], wild=kings, house={"natural_wins": house})
        state = after(state, "d dh p1 ??????????, d dh p2 ??????????, d dh p3 ??????????, p1 cc, p2 cc, p3 cc")
        state = after(state, f"p1 sm Ac2d3h5s7c, p2 sm {bob}, p3 sm QcQd9hJs8c")
        assert (natural in result_of(state).awards[0].why) == told
