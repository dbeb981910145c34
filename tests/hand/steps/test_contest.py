"""In or out: who wins the pot, how much losers pay, and the questions to the table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.games.errors import GameError
from app.games.house import Stakes
from app.games.steps.showdown import Declare
from app.hand.ask import TakesOrder
from app.hand.play import legal, prompt, start
from app.hand.settlement.pots import pots_of
from app.hand.state import State
from app.hand.view import DEALER, SPECTATOR, TELEVISION, view
from tests.hand.at_table import after, announced, hand, labels, prompt_words, refusal, stacks
from tests.hand.own_game import BET, deal, own

DECLARE = {"step": "declare", "names": ["in", "out"]}
STAKES = replace(Stakes(), ante=2)
DEALT = "d dh p1 ????, d dh p2 ????, d dh p3 ????"


def guts(*, chips: tuple[int | None, ...] = (100, 100, 100), table: dict[str, Any] | None = None, **more: Any) -> State:
    """Deal two cards each, before anybody declares in or out."""
    return after(own(deal("dd"), DECLARE, {"step": "contest", **more}, stacks=chips, **(table or {})), DEALT)


def declared(state: State, word: str) -> State:
    """Declare in (I) or out (O) from the dealer's left."""
    return after(state, *(f"p{n} declare {'in' if letter == 'I' else 'out'}" for n, letter in enumerate(word, 1)))


def test_the_dealer_names_the_winner_among_the_players_in() -> None:
    state = declared(guts(), "IOI")
    assert prompt_words(state) == "Who won?"
    assert legal(state) == ("d ranks high PLAYERS", "p1 sm CARDS", "p3 sm CARDS")
    assert prompt(state).seat is None
    assert refusal(state, "d ranks high p2") == "Bob is not in"
    assert refusal(state, "d ranks high") == "name who wins the high: a winner for every pot, best first"
    assert refusal(state, "d ranks high p1 p3 p1") == "Ann is named twice"
    assert refusal(state, "d ranks low p1") == "there is no share 'low': name high"
    assert refusal(state, "d ok").startswith("not now")
    assert refusal(state, "p2 sm AhKh") == "Bob has nothing to show now"
    assert refusal(state, "p1 sm") == "Ann holds 2 cards, 0 are named"
    assert refusal(state, "p1 sets AhKh").startswith("not now")


def test_once_a_hand_is_named_the_others_are_asked_in_turn() -> None:
    state = after(declared(guts(), "III"), "p2 sm AhKd")
    assert prompt(state).seat == 0
    assert prompt(after(state, "p1 sm AsKc")).seat == 2
    assert after(state, "d ranks high p3").pot == 6, "the dealer may still name the winner"


def test_a_lone_player_in_wins_without_showing() -> None:
    state = declared(guts(), "OIO")
    assert legal(state) == ("d ok",)
    assert refusal(state, "d ranks high p2").startswith("not now")
    state = after(state, "d ok")
    assert stacks(state) == [99, 102, 99]
    assert state.result is not None
    assert state.result.why is not None
    # A record that knows the cards may still show them.
    state = after(declared(guts(), "OIO"), "p2 sm AhKd")
    assert announced(state)[-1] == "Bob wins 3 with ace high"


def test_the_pot_can_be_left_for_the_next_hand() -> None:
    state = after(declared(guts(), "IIO"), "d ranks high p1")
    assert labels(state) == ["Deal again", "Leave it for the next hand"]
    state = after(state, "d leave")
    assert state.result is not None
    assert (state.result.carried, stacks(state)) == (3, [102, 96, 99])
    assert view(state, DEALER).pot == 3


def test_a_pot_in_mid_hand_cannot_be_left_for_the_next_hand() -> None:
    state = own(deal("dd"), DECLARE, {"step": "contest"}, deal("d"), BET)
    state = after(declared(after(state, DEALT), "IIO"), "d ranks high p1")
    assert legal(state) == ("d redeal",)
    assert refusal(state, "d leave").startswith("not now")
    # Once the pot is won, all ante again for the rest.
    state = declared(after(state, "d redeal", DEALT), "IOO")
    state = after(state, "d ok")
    assert announced(state)[:2] == ["Ann wins 3: nobody else is in", "Everyone antes again"]
    assert stacks(state) == [104, 95, 98]
    assert legal(state)[0].startswith("d dh p1")


def test_a_misdeal_returns_net_payments_to_untracked_stacks() -> None:
    state = after(declared(guts(chips=(None, None, None)), "IIO"), "d ranks high p1, d redeal", DEALT, "d misdeal")
    assert state.result is not None
    # Ann won 3 and anted 1; Bob matched 3 and anted 1.
    assert state.result.returned == ((0, -2), (1, 4), (2, 1))


def test_seats_show_legs_and_matched_chips_across_deals() -> None:
    state = after(declared(guts(alone="gets a leg"), "IIO"), "d ranks high p1, d redeal", DEALT)
    state = after(declared(state, "OOI"), "d ok")
    assert announced(state)[0] == "Cy has 1 of 3 legs"
    # With a leg, the pot does not carry over: the leg would be lost in the next hand.
    assert legal(state) == ("d redeal",)
    state = after(state, "d redeal")
    for viewer in (DEALER, TELEVISION, SPECTATOR):
        seats = view(state, viewer).seats
        assert [(seat.legs, seat.matched) for seat in seats] == [(0, 0), (0, 3), (1, 0)]
    state = declared(after(state, DEALT), "OOI")
    assert prompt_words(state) == "Cy alone is in and gets a leg"
    state = declared(after(state, "d ok, d redeal", DEALT), "OOI")
    assert prompt_words(state) == "Cy alone is in and takes the pot"


def test_a_player_alone_in_who_could_match_none_of_the_pot_is_told_so() -> None:
    state = declared(guts(chips=(100, 2, 100), alone="gets a leg", side_pots=True), "IIO")
    state = after(state, "d ranks high p1, d redeal", DEALT)
    state = declared(after(declared(state, "III"), "d ranks high p1, d redeal", DEALT), "OIO")
    assert prompt_words(state) == "Bob alone is in, but could match none of the pot"
    assert announced(after(state, "d ok"))[0] == "Bob could match none of the pot and wins nothing"


@pytest.mark.parametrize(("side_pots", "stands"), [(True, "IIO"), (False, "IIO"), (True, "OIO")])
def test_a_contest_at_a_table_without_antes_is_for_nothing(side_pots: bool, stands: str) -> None:
    state = declared(guts(table={"stakes": replace(Stakes(), ante=0)}, side_pots=side_pots), stands)
    state = after(state, "d ok" if stands == "OIO" else "d ranks high p1")
    assert announced(state)[-1] == "There is nothing in the pot"
    assert stacks(state) == [100, 100, 100]


def test_a_lone_player_beats_the_deck_or_matches_the_pot() -> None:
    state = declared(guts(deck="one alone"), "OIO")
    assert labels(state) == ["Bob beats the deck", "The deck wins"]
    assert refusal(state, "p2 sm AhKd").startswith("not now")
    lost = after(state, "d ranks high")
    assert (stacks(lost), lost.pot) == ([99, 96, 99], 6)
    assert stacks(after(state, "d ranks high p2")) == [99, 102, 99]


def test_the_deck_may_beat_everyone() -> None:
    state = declared(guts(deck="everyone"), "IIO")
    assert legal(state) == ("d ranks high PLAYERS",)
    state = after(state, "d ranks high")
    assert (stacks(state), state.pot) == ([96, 96, 99], 9)
    assert [pot.amount for pot in pots_of(state)] == [9]
    # Losers would pay the winner, but nobody wins: they match the pot.
    state = declared(guts(deck="everyone", losers="pay the winner"), "IIO")
    assert stacks(after(state, "d ranks high p2")) == [96, 102, 99]
    assert stacks(after(state, "d ranks high")) == [96, 96, 99]
    # Cy, all in for 1 of the ante of 2, alone beats the deck. He could have matched nothing more, and both pots stay.
    terms = {"deck": "everyone", "losers": "pay the winner", "side_pots": True}
    state = declared(guts(chips=(100, 100, 1), table={"stakes": STAKES}, **terms), "III")
    state = after(state, "d ranks high p3")
    assert (stacks(state), state.pot) == ([98, 98, 0], 5)


def test_a_player_who_cannot_match_after_losing_to_the_deck_can_still_win_the_pot() -> None:
    state = declared(guts(chips=(1, 100, 100), deck="one alone", side_pots=True), "IOO")
    state = after(state, "d ranks high")
    # Ann has nothing to match with; the pot stays as it was, and she may still win it.
    assert (stacks(state), state.pot) == ([0, 99, 99], 3)
    state = declared(after(state, "d redeal", DEALT), "IOO")
    assert stacks(after(state, "d ranks high p1")) == [3, 99, 99]


def test_a_short_stack_wins_only_the_pots_that_it_matched() -> None:
    # Ann's ante is 1 of 2: of the pot of 5 she plays for 3. Bob pays her only as much as she could have lost: nothing.
    state = own(
        deal("dd"),
        DECLARE,
        {"step": "contest", "losers": "pay the winner", "alone": "gets a leg", "legs": 1, "side_pots": True},
        stacks=(1, 100, 100),
        stakes=STAKES,
    )
    state = after(declared(after(state, DEALT), "IIO"), "d ranks high p1 p2")
    assert (stacks(state), state.pot) == ([0, 98, 98], 5)
    state = declared(after(state, "d redeal", DEALT), "IOO")
    state = after(state, "d ok")
    assert stacks(state)[0] == 3
    # The part that Ann could not win is dealt for again.
    assert state.pot == 2


def test_the_cap_limits_a_losers_payment_for_all_pots_together() -> None:
    # Cy's ante is 1 of 2: a main pot of 3 and a side pot of 2.
    terms = {"losers": "pay the winner", "cap": 4, "side_pots": True}
    state = declared(guts(chips=(100, 100, 1), table={"stakes": STAKES}, **terms), "IIO")
    assert stacks(after(state, "d ranks high p1")) == [102, 94, 0]


def test_cards_are_not_asked_for_while_the_table_judges() -> None:
    state = declared(guts(table={"wild": [{"rule": "as-named"}]}), "IIO")
    assert legal(state) == ("d ranks high PLAYERS",)
    state = after(state, "d wild 2")
    assert legal(state) == ("d ranks high PLAYERS", "p1 sm CARDS", "p2 sm CARDS")


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ([deal("dd"), {"step": "contest"}], "declare in"),
        ([deal("dd"), {"step": "declare"}, {"step": "contest"}], "declare in"),
        ([deal("dd"), DECLARE, {"step": "contest", "hand": "set"}], "set aside"),
        ([deal("dd"), DECLARE, {"step": "contest", "legs": 0}], "at least 1"),
        ([deal("dd"), DECLARE, {"step": "contest", "cap": -1}], "whole number"),
        ([deal("dd"), DECLARE, {"step": "contest", "deck": "the dealer"}], "one of"),
    ],
)
def test_a_contest_that_cannot_be_played_is_refused(script: list[dict[str, Any]], reason: str) -> None:
    with pytest.raises(GameError, match=reason):
        own(*script)


def test_the_winner_is_asked_for_even_if_the_players_in_could_match_no_pot() -> None:
    dealt = f"{DEALT}, d dh p4 ????"
    state = own(deal("dd"), DECLARE, {"step": "contest", "side_pots": True}, stacks=(1, 1, 100, 100))
    state = declared(after(state, dealt), "OOII")
    # Cy wins 4, which Dee matches: Ann and Bob, who have no chips, cannot win those.
    state = declared(after(state, "d ranks high p3", "d redeal", dealt), "IIOO")
    (ruling, *_) = prompt(state).asks
    assert ruling.takes == TakesOrder((frozenset({0, 1}),))
    state = after(state, "d ranks high p2 p1")
    assert "nobody who is in could match the rest of the pot" in announced(state)[-1]
    assert state.pot == 4


def test_a_loser_without_chips_matches_nothing_and_is_not_announced() -> None:
    """Ann's last chip was her ante: of the 3 that Cy wins, only Bob matches any."""
    state = after(declared(guts(chips=(1, 100, 100), side_pots=True), "III"), "d ranks high p3 p2 p1")
    assert announced(state)[:2] == ["Cy wins 3: the dealer's ruling", "Bob matches the pot: 3"]
    assert not any("Ann" in said for said in announced(state))
    assert (stacks(state), state.pot) == ([0, 99 - 3, 99 + 3], 3)


def test_the_chips_paid_for_lost_contests_add_up() -> None:
    """Cy wins 3, then Ann wins 3 + 3 = 6: Bob has lost both."""
    state = after(declared(guts(), "III"), "d ranks high p3 p1 p2", "d redeal", DEALT)
    state = after(declared(state, "III"), "d ranks high p1 p2 p3")
    assert [player.matched for player in state.players] == [3, 3 + 6, 6]


PAY = {"losers": "pay the winner"}


def test_a_loser_of_two_pots_pays_the_winner_of_each_its_own_pot_alone() -> None:
    """Ann, all in for 2 of 5, wins the main pot of 6, and Bob the side pot of 6. Ann has no chips to be matched."""
    state = declared(
        guts(chips=(2, 100, 100), table={"stakes": replace(Stakes(), ante=5)}, side_pots=True, **PAY), "III"
    )
    assert [pot.amount for pot in pots_of(state)] == [6, 6]
    state = after(state, "d ranks high p1 p2 p3")
    assert (stacks(state), state.pot) == ([0, 95 + 6, 95 - 6], 12)
    assert [said for said in announced(state) if "pays" in said] == ["Cy pays Bob 6"]


@pytest.mark.parametrize(
    ("ann", "side_pots", "had"),
    [
        # Without side pots a short stack wins the whole pot from each loser; with them, what it could have matched.
        (2, False, [1 + 6, 96, 96]),
        (2, True, [1 + 2, 98, 98]),
        # A stack that is not tracked could have matched any amount.
        (None, True, [None, 96, 96]),
    ],
)
def test_what_losers_pay_a_short_stack_depends_on_side_pots(
    ann: int | None, side_pots: bool, had: list[int | None]
) -> None:
    state = declared(guts(chips=(ann, 100, 100), side_pots=side_pots, **PAY), "III")
    state = after(state, "d ranks high p1 p2 p3")
    assert (stacks(state), state.pot) == (had, 3)


DEADLY = {"share": [{"rule": "high", "wild_up_folds": True}], "wild": [{"rule": "ranks", "ranks": "7"}]}
DEADLY_DEALT = "p1 declare in, p2 declare in, p3 declare out, d dh p1 {}, d dh p2 {}"


def deadly(*ups: str) -> State:
    """Return two cards each in a game of deadly sevens, Ann and Bob in, and an up-card for each of them."""
    state = after(own(deal("dd"), DECLARE, deal("u"), {"step": "contest"}, **DEADLY), DEALT)
    return after(state, DEADLY_DEALT.format(*ups))


def test_a_hand_with_a_wild_card_face_up_loses_and_matches() -> None:
    # Ann's pair of aces beats the hand that Bob would have with his seven: three kings.
    state = after(deadly("Ac", "7d"), "p1 sm AdKcAc, p2 sm KdKh7d")
    assert announced(state)[-3:-1] == ["Ann wins 3 with pair of aces", "Bob matches the pot: 3"]
    assert (stacks(state), state.pot) == ([102, 96, 99], 3)
    # A seven in the hole is still good: Bob has three kings.
    assert stacks(after(deadly("Ac", "Kd"), "p1 sm AdKcAc, p2 sm 7dKhKd")) == [96, 102, 99]


BUG_UP = {"wild": [{"rule": "jokers", "play": "bug up, wild down"}], "deck": {"jokers": 1}}


@pytest.mark.parametrize(
    ("table", "cards", "hand"),
    [({"wild": [{"rule": "low-hole"}]}, "AcKd", "pair of aces"), (BUG_UP, "JrKd", "pair of kings")],
)
def test_a_hand_is_announced_with_cards_that_become_wild_when_shown(
    table: dict[str, Any], cards: str, hand: str
) -> None:
    state = after(declared(guts(table=table), "IIO"), f"p1 sm {cards}")
    assert announced(state)[-1] == f"Ann shows {hand}"


def test_all_match_the_pot_if_every_hand_must_be_folded() -> None:
    state = after(deadly("7c", "7d"), "p1 sm AdAh7c, p2 sm KdKh7d")
    assert "Everyone has a wild card face up" in announced(state)
    assert (stacks(state), state.pot) == ([96, 96, 99], 9)
    # The dealer may also rule that nobody wins, since no hand can.
    assert stacks(after(deadly("7c", "7d"), "d ranks high")) == [96, 96, 99]


def test_the_others_are_asked_again_if_only_the_last_player_is_in() -> None:
    """Ann and Bob stay out. Cy, the dealer, goes in, and then Bob does too."""
    declare = {**DECLARE, "in_turn": True, "second_chance": True}
    state = after(own(deal("dd"), declare, {"step": "contest"}), DEALT, "p1 declare out, p2 declare out, p3 declare in")
    assert announced(state)[0] == "Only Cy declares in: everyone else is asked again"
    assert legal(state) == ("p1 declare in", "p1 declare out")
    again = after(state, "p1 declare out, p2 declare in")
    assert prompt_words(again) == "Who won?"
    # They are asked only once more, and only if the last player alone is in.
    assert legal(after(state, "p1 declare out, p2 declare out")) == ("d ok",)
    state = after(own(deal("dd"), declare, {"step": "contest"}), DEALT)
    assert prompt_words(after(state, "p1 declare out, p2 declare in, p3 declare in")) == "Who won?"
    assert legal(after(state, "p1 declare out, p2 declare out, p3 declare out")) == ("d redeal", "d leave")


def test_a_second_chance_needs_declarations_in_turn() -> None:
    with pytest.raises(GameError, match="a second chance is for players who declare names in turn"):
        own(deal("dd"), {**DECLARE, "second_chance": True}, {"step": "contest"})
    words = Declare(in_turn=True, names=("in", "out"), second_chance=True).words()
    assert words.endswith(" aloud. If only the last declares in, everyone else is asked again.")


def test_nobody_pays_if_no_hand_out_qualifies() -> None:
    jacks = [{"rule": "high", "qualifier": "pair of jacks"}]
    state = after(guts(nobody="best pays", table={"share": jacks}), "p1 declare out, p2 declare out, p3 declare out")
    state = after(state, "p1 sm 2h3d, p2 sm 4h5c, p3 sm 6d7c")
    assert announced(state)[-2:] == ["Nobody has a pair of jacks or better", "Redeal: nobody is in. The pot stays"]
    assert stacks(state) == [99, 99, 99]


def test_chips_that_only_their_owner_could_win_go_back_when_the_pot_is_left() -> None:
    """Ann matches the pot of 43, of which Bob could have matched 10 and Cy 20: 23 are hers, and 63 stay."""
    best_pays = {"nobody": "best pays", "cannot_match": "wins what they could match"}
    state = after(hand("guts-two-card", (100, 11, 21), carried=40, options=best_pays), DEALT)
    state = after(state, "p1 declare out, p2 declare out, p3 declare out, d ranks high p1, d leave")
    assert stacks(state) == [100 - 1 - 43 + 23, 10, 20]
    assert state.result is not None
    assert state.result.carried == 63
    # Without side pots whoever wins the next contest takes it all.
    options = {**best_pays, "cannot_match": "wins the whole pot"}
    state = after(hand("guts-two-card", (100, 11, 21), carried=40, options=options), DEALT)
    state = after(state, "p1 declare out, p2 declare out, p3 declare out, d ranks high p1, d leave")
    assert stacks(state) == [56, 10, 20]


def test_new_antes_are_announced_only_if_any_are_posted() -> None:
    """Cy has one chip, and then antes his last; at a table without antes nobody antes; one may ante for all."""
    nobody = "p1 declare out, p2 declare out, p3 declare out"
    dealt = after(guts(chips=(100, 100, 2), antes="every deal"), nobody)
    assert announced(dealt)[-3:-1] == ["Everyone antes again", "Cy is all in for the ante"]
    free = guts(table={"stakes": replace(Stakes(), ante=0)}, antes="every deal")
    assert not any("antes again" in text for text in announced(after(free, nobody)))
    by_dealer = start(replace(guts(antes="every deal").setup, antes=(0, 0, 3)))
    assert announced(after(by_dealer, DEALT, nobody))[-2] == "Cy posts the ante for everyone, 3"


def test_nobody_wins_0_of_an_empty_pot_or_bets_without_chips() -> None:
    """Bob wins all of Ann's chips; then Ann is alone in for an empty pot."""
    contest, stakes = {"step": "contest"}, Stakes(ante=0)
    script = (deal("dd"), BET, DECLARE, contest, DECLARE, contest, deal("d"), BET)
    state = after(own(*script, stacks=(2, 100), stakes=stakes), "d dh p1 ????, d dh p2 ????, p1 cbr 2, p2 cc")
    state = after(declared(state, "OI"), "d ok")
    assert (stacks(state), state.pot) == ([0, 102], 0)
    state = after(declared(state, "IO"), "d ok")
    assert announced(state) == ["There is nothing in the pot"]
    state = after(state, "d dh p1 ??, d dh p2 ??")
    assert prompt(state).kind == "show"
