"""Failed declarations: who failed and why, and the house rule for a pot without a valid declaration."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.games.house import Stakes
from app.games.reasons import Reason
from app.hand.play import start
from app.hand.result import Result
from app.hand.settlement.pots import pots_of
from app.hand.state import State
from app.hand.view import DEALER, view
from app.words.announcements import last_announcements
from app.words.reasons import reason_text
from app.words.speaker import Speaker
from tests.hand.at_table import after, announced, refusal, stacks
from tests.hand.own_game import BET, deal, own

NO_LIMIT = Stakes(ante=1, limit="none", min_bet=1)
HIGH_LOW = [{"rule": "high"}, {"rule": "low", "qualifier": "8"}]

# Five cards each: a flush that is not a low, the best low, a worse low with a pair to beat NOTHING, and no low.
FLUSH = "KhJh9h4h2h"
WHEEL = "Ac2d3s4c5d"
EIGHT = "8c7d4s3c2s"
NOTHING = "KcQdJs9c7h"


# A flush that is also a low.
RED = "8h6h4h3h2h"


def declaring(count: int, chips: tuple[int, ...] = (), **house: str) -> State:
    """Return a hand of five down cards, one round of betting, and a declaration; eight or better for low."""
    script = (deal("ddddd"), BET, {"step": "declare"})
    return own(*script, share=HIGH_LOW, stacks=chips or (100,) * count, stakes=NO_LIMIT, house=house)


def played(hands: tuple[str, ...], *declared: str, bets: str = "", **house: str) -> State:
    """Return the hand after the showdown. With ``bets`` Ann has 3 chips; otherwise everyone checks."""
    state = declaring(len(hands), (3, 100, 100) if bets else (), **house)
    checks = ", ".join(f"p{seat + 1} cc" for seat in range(len(hands)))
    return again(state, dict(enumerate(hands)), *declared, bets=bets or checks)


def again(state: State, hands: dict[int, str], *declared: str, bets: str) -> State:
    """Return the hand after another deal to these seats, and another showdown."""
    state = after(state, *(f"d dh p{seat + 1} ??????????" for seat in hands), bets)
    state = after(state, *(f"p{seat + 1} declare {name}" for seat, name in zip(hands, declared, strict=True)))
    return after(state, *(f"p{seat + 1} sm {cards}" for seat, cards in hands.items()))


def result_of(state: State) -> Result:
    assert state.result is not None
    return state.result


def notes(state: State) -> list[str]:
    """Return the settlement's notes on declarations."""
    speaker = Speaker(state.setup.names)
    return [reason_text(note, speaker) for note in result_of(state).notes]


def test_a_beaten_high_declaration_has_lost_but_not_failed() -> None:
    state = played((FLUSH, NOTHING, WHEEL), "high", "high", "low")
    assert (stacks(state), notes(state)) == ([101, 99, 100], [])


def test_a_low_declaration_fails_if_the_hand_does_not_qualify() -> None:
    state = played((FLUSH, NOTHING, EIGHT), "high", "low", "low")
    assert stacks(state) == [101, 99, 100]
    assert notes(state) == ["Bob declared low and has no eight low or better"]
    assert result_of(state).notes[0].ruling == ""


def test_both_fails_without_a_qualifying_low_however_good_the_high() -> None:
    state = played((FLUSH, WHEEL, EIGHT), "both", "high", "low")
    assert stacks(state) == [99, 101, 100]
    assert notes(state) == ["Ann went both ways and has no eight low or better: gets nothing"]


def test_the_next_best_low_wins_if_the_best_belongs_to_a_failed_both() -> None:
    """Ann has the best low but loses the high to Bob's flush. Without her, Cy's eight is the low."""
    state = played((WHEEL, FLUSH, EIGHT), "both", "high", "low")
    # The wheel is a straight, below the flush.
    assert stacks(state) == [99, 101, 100]
    assert notes(state) == ["Ann went both ways and lost high: gets nothing"]


def test_two_players_who_declare_both_can_put_each_other_out() -> None:
    """Ann loses the low to Bob, Bob the high to Ann; neither wins a share because the other is out."""
    state = played((RED, WHEEL, NOTHING), "both", "both", "high")
    assert stacks(state) == [99, 99, 102]
    assert notes(state) == [
        "Ann went both ways and lost low: gets nothing",
        "Bob went both ways and lost high: gets nothing",
    ]


def test_the_better_of_two_players_who_declare_both_wins_everything() -> None:
    state = played((WHEEL, EIGHT, NOTHING), "both", "both", "high")
    assert stacks(state) == [102, 99, 99]
    assert notes(state) == ["Bob went both ways and lost high and low: gets nothing"]


@pytest.mark.parametrize(
    ("house", "chips", "told"),
    [
        ("win outright", [99, 100, 101], ["Ann went both ways and only tied for low: gets nothing"]),
        ("tie keeps its share", [102, 99, 99], []),
    ],
)
def test_a_both_tied_on_one_side_fails_or_keeps_its_share_by_house_rule(
    house: str, chips: list[int], told: list[str]
) -> None:
    """Ann has the high and ties the low with Bob; Cy declared high with a worse hand. The high is 2 of the 3 chips.

    If she keeps her share, Ann has 2 and the odd chip of the low; if she fails, Cy wins the high and Bob the low.
    """
    state = played(("Ac2d3s4c5d", "As2c3d4s6c", NOTHING), "both", "low", "high", both_ways=house)
    assert notes(state) == []
    state = played(("Ac2d3s4c5d", "As2c3d4s5c", NOTHING), "both", "low", "high", both_ways=house)
    assert (stacks(state), notes(state)) == (chips, told)


def test_a_player_tied_both_ways_wins_only_if_a_tie_keeps_its_share() -> None:
    hands = (WHEEL, "As2c3d4s5c")
    state = played(hands, "both", "both")
    assert (stacks(state), result_of(state).carried) == ([99, 99], 2)
    assert notes(state)[0] == "Ann went both ways and only tied for high and low: gets nothing"
    state = played(hands, "both", "both", both_ways="tie keeps its share")
    # Two halves of one chip, each tied: both odd chips go to the dealer's left.
    assert (stacks(state), notes(state)) == ([101, 99], [])
    assert all(Reason("tie keeps its share", ruling="both_ways") in award.why for award in result_of(state).awards)
    state = played(hands, "both", "both", nobody_holds="cards speak")
    assert not any("tie keeps its share" in [why.kind for why in award.why] for award in result_of(state).awards)


def test_each_reason_carries_the_id_of_its_ruling() -> None:
    state = played((FLUSH, NOTHING), "low", "both", nobody_holds="cards speak")
    assert [note.ruling for note in result_of(state).notes] == ["", "both_ways", "nobody_holds"]
    state = played((FLUSH, NOTHING), "low", "both")
    assert [why.ruling for why in result_of(state).carried_why] == ["nobody_holds"]
    state = played((FLUSH, EIGHT), "high", "high", unclaimed_half="next hand")
    assert [why.ruling for why in result_of(state).carried_why] == ["unclaimed_half"]


def test_cards_speak_among_all_remaining_players_including_those_who_failed() -> None:
    """Ann fails both ways and Bob low. Cards speak: Ann's flush is the high, no low qualifies, and Ann wins it all."""
    state = played((FLUSH, NOTHING), "both", "low", nobody_holds="cards speak")
    assert stacks(state) == [101, 99]
    assert announced(state)[-1] == "Ann wins 2 with flush, king high, the whole pot: nobody has an eight low or better"


def test_the_rule_for_failed_declarations_ignores_a_share_that_nobody_declared() -> None:
    """Ann's both fails, and Bob's high takes the low half too, whatever the rule for failed declarations."""
    for nobody in ("next hand", "cards speak", "redeal"):
        state = played((WHEEL, FLUSH), "both", "high", nobody_holds=nobody)
        assert stacks(state) == [99, 101]


def test_a_low_that_does_not_qualify_is_no_failure_in_a_game_without_declarations() -> None:
    state = own(deal("ddddd"), BET, share=[{"rule": "low", "qualifier": "8"}], stacks=(100, 100), stakes=NO_LIMIT)
    state = after(state, "d dh p1 ??????????, d dh p2 ??????????, p1 cc, p2 cc")
    state = after(state, f"p1 sm {FLUSH}, p2 sm {NOTHING}")
    assert (stacks(state), notes(state)) == ([100, 100], [])


# Ann is all in for 3: a main pot of 9. Bob and Cy have put in 3 more each.
SIDE = "p1 cbr 2, p2 cbr 5, p3 cc"


def test_the_same_failure_in_every_pot_is_noted_once() -> None:
    state = played((FLUSH, NOTHING, WHEEL), "high", "both", "low", bets=SIDE)
    assert notes(state) == ["Bob went both ways and has no eight low or better: gets nothing"]


def test_different_failures_are_noted_by_pot() -> None:
    """In the main pot Bob loses high to Ann and low to Cy; in the side pot, which Ann is not in, only low to Cy."""
    state = played(("AhKhQhJh9h", EIGHT, WHEEL), "high", "both", "low", bets=SIDE)
    assert notes(state) == [
        "Bob went both ways and lost high and low in the main pot: gets nothing",
        "Bob went both ways and lost low in the side pot: gets nothing",
    ]


def test_pots_with_no_valid_declaration_stay_together_in_one_announcement() -> None:
    state = played((NOTHING, FLUSH, "QcTd9sJd8h"), "low", "low", "low", bets=SIDE)
    assert (stacks(state), result_of(state).carried) == ([0, 94, 94], 15)
    assert announced(state)[-1] == "15 stays for the next hand: nobody's declaration holds"


# In the main pot Ann's flush holds; in the side pot Bob and Cy have no low.
NO_LOWS = (FLUSH, NOTHING, "QcTd9sJd8h")


def awaiting_redeal() -> State:
    return played(NO_LOWS, "high", "low", "low", bets=SIDE, nobody_holds="redeal")


def test_a_pot_with_no_valid_declaration_is_redealt_among_its_players() -> None:
    state = awaiting_redeal()
    assert (state.pot, stacks(state)) == (6, [0, 94, 94])
    assert [(pot.amount, pot.seats) for pot in pots_of(state)] == [(6, frozenset({1, 2}))]
    assert (
        announced(state)[-1] == "Redeal: nobody's declaration holds in the side pot. 6 stays in the pot for Bob and Cy"
    )
    assert refusal(after(state, "d redeal"), "d dh p1 ??????????") == "Ann has folded and gets no more cards"


def test_a_redeal_may_again_leave_a_pot_without_a_valid_declaration() -> None:
    """The main pot of 9 waits for Ann until the side pot of 6, plus 8 more chips, is won."""
    state = after(awaiting_redeal(), "d redeal")
    state = again(state, {1: NOTHING, 2: "QcTd9sJd8h"}, "low", "low", bets="p2 cbr 4, p3 cc")
    assert announced(state)[-1] == "Redeal: nobody's declaration holds. 14 stays in the pot for Bob and Cy"
    state = again(after(state, "d redeal"), {1: NOTHING, 2: EIGHT}, "low", "low", bets="p2 cc, p3 cc")
    assert stacks(state) == [9, 90, 104]
    result = result_of(state)
    assert (result.pots, result.carried) == ((9, 14), 0)
    assert [(award.seat, award.amount, award.pot) for award in result.awards] == [(0, 9, 0), (2, 14, 1)]
    assert "nobody's declaration holds in the side pot: dealt again" in notes(state)
    assert "nobody's declaration holds: dealt again" in notes(state)


def test_a_misdeal_after_a_redeal_also_returns_the_pots_already_decided() -> None:
    state = after(awaiting_redeal(), "d redeal, d misdeal")
    assert stacks(state) == [3, 100, 100]
    assert result_of(state).awards == ()


def test_the_dealer_may_redeal_twice_for_the_same_pot() -> None:
    state = after(awaiting_redeal(), "d redeal, d redeal")
    assert state.pot == 6
    state = again(state, {1: EIGHT, 2: NOTHING}, "low", "low", bets="p2 cc, p3 cc")
    assert stacks(state) == [9, 100, 94]
    assert awards_by_pot(state) == [(9, {0}), (6, {1})]


def awards_by_pot(state: State) -> list[tuple[int, set[int]]]:
    """Return each pot with the seats that win chips of it."""
    result = result_of(state)
    winners = [{award.seat for award in result.awards if award.pot == number} for number in range(len(result.pots))]
    return list(zip(result.pots, winners, strict=True))


def test_a_main_pot_dealt_again_comes_before_a_side_pot_already_decided() -> None:
    """In the main pot Ann beats Bob's high and Bob her low, so both fail, as Cy does; in the side pot Bob wins both."""
    state = played((RED, WHEEL, NOTHING), "both", "both", "low", bets=SIDE, nobody_holds="redeal")
    assert announced(state)[-1].startswith("Redeal: nobody's declaration holds in the main pot. 9 stays in the pot for")
    state = after(state, "d redeal")
    won = again(state, {0: FLUSH, 1: WHEEL, 2: NOTHING}, "high", "high", "high", bets="p2 cc, p3 cc")
    assert awards_by_pot(won) == [(9, {0}), (6, {1})]
    assert notes(won)[-1] == "nobody's declaration holds in the main pot: dealt again"
    folded = after(state, *(f"d dh p{seat} ??????????" for seat in (1, 2, 3)), "p2 cbr 2, p3 f")
    folded = after(folded, f"p1 declare high, p2 declare low, p1 sm {FLUSH}, p2 sm {NOTHING}")
    assert awards_by_pot(folded) == [(9, {0}), (6, {1})]


def test_unclaimed_halves_from_two_deals_are_carried_over_together() -> None:
    """Nobody declares low: half of Ann's 9 stays, 4. On the next deal, half of the side pot of 6 stays too."""
    house = {"nobody_holds": "redeal", "unclaimed_half": "next hand"}
    state = played((FLUSH, NOTHING, "QcTd9sJd8h"), "high", "both", "both", bets=SIDE, **house)
    assert announced(state)[-2] == "4 stays for the next hand: nobody has an eight low or better"
    state = again(after(state, "d redeal"), {1: NOTHING, 2: EIGHT}, "high", "high", bets="p2 cc, p3 cc")
    assert (stacks(state), result_of(state).carried) == ([5, 97, 94], 7)
    assert len(result_of(state).carried_why) == 2


def test_carried_chips_and_uneven_antes_are_played_for_in_a_redeal() -> None:
    """The 5 carried over and uneven antes, 2 and 1, are 8 that no valid declaration wins; Bob's low wins the redeal."""
    setup = replace(declaring(2, nobody_holds="redeal").setup, carried=5, antes=(2, 1), stacks=(100, 100))
    state = again(start(setup), {0: FLUSH, 1: NOTHING}, "low", "low", bets="p1 cc, p2 cc")
    assert [pot.amount for pot in pots_of(state)] == [state.pot] == [8]
    state = again(after(state, "d redeal"), {0: FLUSH, 1: EIGHT}, "low", "low", bets="p1 cc, p2 cc")
    assert (stacks(state), result_of(state).pots) == ([98, 107], (8,))


def test_the_settlement_includes_the_pots_decided_in_every_deal() -> None:
    state = after(awaiting_redeal(), "d redeal, d dh p2 ??????????, d dh p3 ??????????, p2 cbr 1, p3 f")
    ended = state.result
    assert ended is not None
    assert ended.pushes == ((0, 9), (1, 7))
    told = last_announcements(view(state, DEALER))
    assert [sentence.text for sentence in told] == ["Push 9 to Ann: flush, king high", "Push 7 to Bob"]
    # The spoken form also includes the notes.
    for failed in ("Bob declared low", "Cy declared low", "Nobody's declaration holds in the side pot: dealt again"):
        assert failed in told[-1].spoken


def test_the_settlement_says_why_chips_stay_in_the_pot() -> None:
    state = played((FLUSH, NOTHING), "low", "both")
    (told,) = last_announcements(view(state, DEALER))
    assert told.text == "2 stays in the pot for the next hand: nobody's declaration holds"
    assert "Bob went both ways and has no eight low or better: gets nothing" in told.spoken


def ruled(*rulings: str) -> State:
    """Return a hand with rulings: Ann declared both with only the low, Bob high with the best hand, Cy low."""
    state = after(declaring(3), *(f"d dh p{n} ??????????" for n in (1, 2, 3)), "p1 cc, p2 cc, p3 cc")
    return after(state, "p1 declare both, p2 declare high, p3 declare low", *rulings)


def test_a_ruling_for_a_share_overrides_a_failed_declaration() -> None:
    """Ann's both would fail by Bob's flush. The low is hers all the same, and her failure is not mentioned."""
    state = after(ruled("d ranks low p1 p3"), f"p1 sm {WHEEL}, p2 sm {FLUSH}, p3 sm {EIGHT}")
    assert (stacks(state), notes(state)) == ([100, 101, 99], [])


def test_a_share_tied_by_ruling_is_not_kept_by_the_house_rule_for_ties() -> None:
    state = after(ruled("d ranks low p1=p3"), f"p1 sm {WHEEL}, p2 sm {FLUSH}, p3 sm {EIGHT}")
    assert stacks(state) == [100, 101, 99]
    assert not any("tie keeps its share" in [why.kind for why in award.why] for award in result_of(state).awards)


def test_a_both_fails_if_rulings_give_it_no_share() -> None:
    state = after(ruled("d ranks low p3 p1"), f"p1 sm {WHEEL}, p2 sm {FLUSH}, p3 sm {EIGHT}")
    assert stacks(state) == [99, 101, 100]
    assert notes(state) == ["Ann went both ways and lost high and low: gets nothing"]


def splitting(*declared: str) -> State:
    """Return a hand in which a pair qualifies for high and an eight for low, and the pot is split if nobody qualifies.

    Ann has a pair of kings, Bob nothing, and Cy an eight low.
    """
    share = [{"rule": "high", "qualifier": "pair of deuces", "unclaimed": "split"}, *HIGH_LOW[1:]]
    state = own(deal("ddddd"), {"step": "declare"}, share=share)
    state = after(state, *(f"d dh p{seat} ??????????" for seat in (1, 2, 3)))
    state = after(state, *(f"p{seat} declare {name}" for seat, name in enumerate(declared, 1)))
    return after(state, "p1 sm KcKd5c4c3c, p2 sm QcJd9h7h2h, p3 sm 8d6d4s3s2s")


def test_a_pot_is_split_if_no_hand_qualifies_and_the_game_says_so() -> None:
    # Ann's kings are not a low, and Cy's low is not a pair.
    split = splitting("low", "high", "high")
    assert stacks(split) == [100, 100, 100]
    assert result_of(split).carried == 0
    # Ann alone qualifies, and has both halves.
    assert stacks(splitting("high", "high", "high")) == [102, 99, 99]
