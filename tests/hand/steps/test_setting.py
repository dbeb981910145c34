"""Cards set aside as a second hand, and the pot played for with them."""

from __future__ import annotations

from typing import Any

from app.hand.ask import Question
from app.hand.play import legal, prompt
from app.hand.settlement.matching import match_lost
from app.hand.settlement.pots import pots_of
from app.hand.state import State
from app.hand.view import DEALER, SPECTATOR, TELEVISION, Viewer, view
from app.words.asks import ask_label
from app.words.speaker import Speaker
from tests.hand.at_table import NAMES, after, announced, refusal, run_of, stacks
from tests.hand.own_game import BET, deal, own

APART = {"step": "set-apart"}
CONTEST = {"step": "contest", "hand": "set"}
TWO_HANDS = [{"rule": "high", "name": "five", "hand": "rest"}, {"rule": "high", "name": "two", "hand": "set"}]


def splitting(ups: str = "9c8c7cKd") -> State:
    """Deal three down and four up to two players, to split into five and two."""
    state = own(deal("ddduuuu"), APART, BET, share=TWO_HANDS, stacks=(100, 100))
    return after(state, f"d dh p1 ??????{ups}, d dh p2 ??????2s3s4h6h")


def test_one_tap_enters_the_cards_that_everyone_sets_aside() -> None:
    state = splitting()
    assert prompt(state).kind == "done"
    assert run_of(state) == ["p1 sets ????", "p2 sets ????"]


def test_the_cards_set_aside_must_include_a_down_card() -> None:
    state = splitting()
    assert refusal(state, "p1 sets 9c8c") == "one of the cards set aside must be a down card"
    assert after(state, "p1 sets 9cAh").players[0].set_aside
    assert after(state, "p1 sets 9c??").players[0].set_aside


def test_a_player_without_down_cards_sets_up_cards_aside() -> None:
    state = own(deal("uuuuuuu"), APART, BET, share=TWO_HANDS, stacks=(100, 100))
    state = after(state, "d dh p1 AsKsQs9c9d3h2h, d dh p2 KhQdJd8c8d4h2s")
    assert [ask_label(ask, Speaker(NAMES)) for ask in prompt(state).asks] == ["Set aside", "Set aside"]
    state = after(state, "p1 sets AsKs, p2 sets KhQd, p1 cc, p2 cc")
    # Ann's nines beat Bob's eights, and her ace his king.
    assert stacks(state) == [101, 99]


def test_the_cards_set_aside_must_be_the_players_own_and_the_right_number() -> None:
    state = splitting()
    assert refusal(state, "p1 sets ??") == "Ann sets 2 cards aside, not 1"
    assert "Bob's up-card" in refusal(state, "p1 sets 2s??")
    assert refusal(state, "p1 sets AhAh") == "a card is named twice"


def test_cards_set_aside_unseen_are_named_at_the_showdown() -> None:
    state = after(splitting(), "p1 sets ????, p2 sets ????, p1 cc, p2 cc")
    state = after(state, "p1 sm KhAhAd9c8c7cKd")
    assert "p1 sets CARDS" in legal(state)
    assert refusal(state, "p1 sets ????") == "Ann does not hold these cards"
    state = after(state, "p1 sets AhAd, p2 sm AsJs5h2s3s4h6h, p2 sets AsJs")
    # Ann's aces would outrank her kings: she fouls both ways, and Bob takes everything.
    assert stacks(state) == [99, 101]


def test_each_hand_of_a_legal_split_is_judged_separately() -> None:
    state = after(splitting(), "p1 sets ????, p2 sets ????, p1 cc, p2 cc")
    # Ann: kings and seven, eight, nine; queen-jack aside. Bob: ace high; fives aside would outrank it: a foul.
    state = after(state, "p1 sm KhQhJd9c8c7cKd, p1 sets QhJd, p2 sm As5s5h2s3s4h6h, p2 sets 5s5h")
    assert stacks(state) == [101, 99]
    state = after(splitting(), "p1 sets ????, p2 sets ????, p1 cc, p2 cc")
    # Bob keeps a six-high straight and sets an ace and a five aside: five is his, and two, ace over queen.
    state = after(state, "p1 sm KhQhJd9c8c7cKd, p1 sets QhJd, p2 sm As5s5h2s3s4h6h, p2 sets As5s")
    assert stacks(state) == [99, 101]


def test_the_two_hands_may_go_to_different_players() -> None:
    state = after(splitting(), "p1 sets ????, p2 sets ????, p1 cc, p2 cc")
    # Five: Bob keeps the straight from deuce to six. Two: Ann's queen-jack over his seven-five.
    state = after(state, "p1 sm KhQhJd9c8c7cKd, p1 sets QhJd, p2 sm 5c5s7h2s3s4h6h, p2 sets 5s7h")
    assert stacks(state) == [100, 100]


def playing(*, chips: tuple[int | None, ...] = (100, 100, 100), **table: Any) -> State:
    """Deal four down cards; two are set aside, then each player is in or out. The two play for this pot, the rest for
    the next.
    """
    script = (deal("dddd"), APART, {"step": "declare", "names": ["in", "out"]}, CONTEST, BET)
    state = own(*script, stacks=chips, **table)
    state = after(state, "d dh p1 ????????, d dh p2 ????????, d dh p3 ????????")
    return after(state, "p1 sets ????, p2 sets ????, p3 sets ????")


def test_wild_cards_count_in_the_cards_set_aside() -> None:
    state = after(playing(wild=[{"rule": "ranks", "ranks": "2"}]), "p1 declare in, p2 declare in, p3 declare out")
    # The deuce makes a pair of aces.
    assert "Bob wins 3" in announced(after(state, "p1 sets KhKd, p2 sets 2cAd"))[0]
    assert "Ann wins 3" in announced(after(state, "p1 sets KhKd, p2 sets 3cAd"))[0]


def test_in_or_out_is_sealed_until_all_are_in() -> None:
    state = after(playing(), "p1 declare in, p2 declare out")
    for viewer in (DEALER, TELEVISION, SPECTATOR, Viewer("player", 2)):
        assert [seat.declared for seat in view(state, viewer).seats] == [None, None, None]
    own_view = view(state, Viewer("player", 0))
    assert [seat.declared for seat in own_view.seats] == ["in", None, None]
    assert view(state, TELEVISION).prompt.question == Question("everyone declares", words=("in", "out"))
    state = after(state, "p3 declare in")
    assert [seat.declared for seat in view(state, TELEVISION).seats] == ["in", "out", "in"]


def test_only_in_or_out_can_be_declared() -> None:
    assert refusal(playing(), "p1 declare high") == "Ann can declare in or out"


def test_the_televisions_view_has_no_asks() -> None:
    states = [playing(), after(playing(), "p1 declare in, p2 declare out, p3 declare in")]
    states.append(after(states[1], "p1 sets AhAd, p3 sets KhKd, d redeal"))
    for state in states:
        for viewer in (TELEVISION, SPECTATOR):
            shown = view(state, viewer).prompt
            assert (shown.asks, shown.run) == ((), ())


def test_named_cards_set_aside_are_hidden_from_all_viewers() -> None:
    state = own(deal("ddd"), APART, BET)
    state = after(state, "d dh p1 ??????, d dh p2 ??????, d dh p3 ??????, p1 sets AhAd")
    for viewer in (DEALER, TELEVISION, SPECTATOR, Viewer("player", 1)):
        seat = view(state, viewer).seats[0]
        assert (seat.cards, seat.down) == ((), 3)


def test_a_lone_player_in_wins_and_all_ante_again_and_discard_the_cards_set_aside() -> None:
    state = after(playing(), "p1 declare out, p2 declare in, p3 declare out")
    assert legal(state) == ("d ok",)
    assert run_of(state) == ["d ok"]
    assert "Bob alone is in: no cards to show" in announced(state)
    assert "Bob wins 3 with three high set aside" in announced(after(state, "p2 sets 2c3d"))
    state = after(state, "d ok")
    assert "Bob wins 3: nobody else is in" in announced(state)
    assert "Everyone antes again; the cards set aside are thrown away" in announced(state)
    assert [len(player.cards) for player in state.players] == [2, 2, 2]
    assert stacks(state) == [98, 101, 98]
    assert state.pot == 3
    state = after(state, "p1 cc, p2 cc, p3 cc, p1 sm AhKd, p2 sm QhJd, p3 sm Th9d")
    assert stacks(state) == [101, 101, 98]
    assert state.result is not None
    assert [(award.seat, award.amount) for award in state.result.awards] == [(0, 3)]


def test_a_lone_player_ins_known_cards_are_not_announced() -> None:
    state = own(deal("dddd"), APART, {"step": "declare", "names": ["in", "out"]}, CONTEST, BET)
    state = after(state, "d dh p1 AcAd9h4s, d dh p2 ????????, d dh p3 ????????, p1 sets 9h4s, p2 sets ????")
    state = after(state, "p3 sets ????, p1 declare in, p2 declare out, p3 declare out")
    assert "Ann wins 3: nobody else is in" in announced(state)


def test_several_players_in_must_name_their_cards() -> None:
    state = after(playing(), "p1 declare in, p2 declare in, p3 declare out")
    assert refusal(state, "d ok") == "not now. Next: Ann shows the cards set aside"


def test_cards_set_aside_that_outrank_the_rest_are_refused_if_all_are_known() -> None:
    state = after(own(deal("dddd"), APART, BET, stacks=(100, 100)), "d dh p1 9c9dAhKh, d dh p2 ????????")
    assert refusal(state, "p1 sets 9c9d") == "the cards that Ann sets aside must be worse than the rest"
    assert after(state, "p1 sets AhKh").players[0].set_aside
    assert after(state, "p1 sets 9c9d !").players[0].set_aside
    # None of Bob's cards are known.
    assert after(state, "p1 sets AhKh, p2 sets QcQd").players[1].set_aside


def test_cards_set_aside_that_outrank_the_rest_are_announced_at_the_showdown() -> None:
    state = after(splitting(), "p1 sets ????, p2 sets ????, p1 cc, p2 cc, p1 sm KhAhAd9c8c7cKd, p1 sets AhAd")
    assert "Ann's cards set aside outrank the rest: pair of aces over pair of kings" in announced(state)
    # The last player to show is announced too.
    state = after(state, "p2 sm As5s5h2s3s4h6h, p2 sets 5s5h")
    assert "Bob's cards set aside outrank the rest: pair of fives over ace high" in announced(state)


def test_a_hand_that_changed_later_does_not_foul_the_discarded_cards() -> None:
    draw = {"step": "draw", "most": 2}
    script = (deal("dddd"), APART, {"step": "declare", "names": ["in", "out"]}, CONTEST)
    for more, told in (((), 1), ((draw,), 0)):
        state = own(*script, *more, BET, stacks=(100, 100))
        state = after(state, "d dh p1 ????????, d dh p2 ????????, p1 sets ????, p2 sets ????")
        state = after(state, "p1 declare in, p2 declare out, p1 sets 9c9d")
        if more:
            state = after(state, "p1 sd ??, d dh p1 ??, p2 sd")
        state = after(state, "p1 cc, p2 cc, p1 sm AhKh")
        assert sum("outrank" in text for text in announced(state)) == told


def test_a_joker_set_aside_face_down_is_still_wild_after_the_discard() -> None:
    jokers = {"wild": [{"rule": "jokers", "play": "bug up, wild down"}], "deck": {"jokers": 1}}
    script = (deal("dddd"), APART, {"step": "declare", "names": ["in", "out"]}, CONTEST, BET)
    state = own(*script, stacks=(100, 100), **jokers)
    state = after(state, "d dh p1 ????????, d dh p2 ????????, p1 sets ????, p2 sets ????")
    state = after(state, "p1 declare in, p2 declare out, p1 sets JrKd, p1 cc, p2 cc, p1 sm AhQh")
    assert "Ann's cards set aside outrank the rest: pair of kings over ace high" in announced(state)


def test_a_loser_matches_the_pot_and_a_new_hand_is_dealt() -> None:
    state = after(playing(), "p1 declare in, p2 declare in, p3 declare out, p1 sets 9c9d")
    assert refusal(state, "p1 sets 9c9d") == "Ann has nothing to show now"
    state = after(state, "p2 sets AcKd")
    assert "Ann wins 3 with pair of nines set aside" in announced(state)
    assert "Bob matches the pot: 3" in announced(state)
    assert stacks(state) == [102, 96, 99]
    assert state.pot == 3
    assert legal(state) == ("d redeal",)
    state = after(state, "d redeal")
    assert legal(state)[0].startswith("d dh p1")
    assert state.pot == 3


def test_two_losers_each_match_the_original_pot() -> None:
    state = after(playing(), "p1 declare in, p2 declare in, p3 declare in")
    state = after(state, "p1 sets 9c9d, p2 sets AcKd, p3 sets 2h2d")
    assert stacks(state) == [102, 96, 96]
    assert state.pot == 6


def test_a_loser_who_cannot_match_the_pot_pays_the_remaining_chips() -> None:
    state = after(playing(chips=(100, 3, 100)), "p1 declare in, p2 declare in, p3 declare out")
    state = after(state, "p1 sets 9c9d, p2 sets AcKd")
    assert stacks(state) == [102, 0, 99]
    assert state.pot == 2


def test_a_new_hand_is_dealt_if_nobody_is_in() -> None:
    state = after(playing(), "p1 declare out, p2 declare out, p3 declare out")
    assert legal(state) == ("d redeal",)
    assert "Redeal: nobody is in. The pot stays" in announced(state)
    assert state.pot == 3


def test_tied_winners_share_the_pot_and_only_losers_match_it() -> None:
    state = after(playing(), "p1 declare in, p2 declare in, p3 declare in")
    state = after(state, "p1 sets 9c9d, p2 sets 9h9s, p3 sets 2h2d")
    # Three chips: two to Ann, who sits first to the dealer's left, one to Bob; Cy matches three.
    assert stacks(state) == [101, 100, 96]
    assert state.pot == 3


def test_the_odd_chip_of_a_tie_follows_the_house_rule() -> None:
    state = after(playing(house={"odd_chip_tie": "suit"}), "p1 declare in, p2 declare in, p3 declare out")
    state = after(state, "p1 sets 9c9d, p2 sets 9h9s")
    assert stacks(state) == [99, 100, 98]
    assert "Bob wins 2 with pair of nines set aside, tied with Ann, takes the odd chip by suit" in announced(state)
    state = after(playing(house={"chip_unit": 2}), "p1 declare in, p2 declare in, p3 declare out")
    # A tie for three chips, with a smallest chip of two: one whole chip, and the remainder to the first.
    assert stacks(after(state, "p1 sets 9c9d, p2 sets 9h9s")) == [101, 98, 98]


def test_chips_are_conserved_throughout() -> None:
    state = after(playing(), "p1 declare in, p2 declare in, p3 declare out, p1 sets 9c9d, p2 sets AcKd, d redeal")
    state = after(
        state, "d dh p1 ????????, d dh p2 ????????, d dh p3 ????????, p1 sets ????, p2 sets ????, p3 sets ????"
    )
    state = after(state, "p1 declare in, p2 declare out, p3 declare out, p1 sets 9c9d")
    assert sum(stack or 0 for stack in stacks(state)) + state.pot == 300


def test_a_player_who_cannot_match_the_pot_is_not_asked_to_go_in_by_house_rule() -> None:
    declare = {"step": "declare", "names": ["in", "out"], "matching": "in"}
    state = own(deal("dddd"), APART, declare, CONTEST, BET, stacks=(4, 3, None))
    state = after(state, "d dh p1 ????????, d dh p2 ????????, d dh p3 ????????")
    state = after(state, "p1 sets ????, p2 sets ????, p3 sets ????")
    # The pot is 3; Ann has 3 behind, Bob has 2, Cy's chips are not counted.
    assert [ask for ask in legal(state) if "in" in ask.split()] == ["p1 declare in", "p3 declare in"]
    assert refusal(state, "p2 declare in") == "Bob cannot match the 3 in the pot"


def test_losers_matches_make_side_pots_by_what_each_player_could_match() -> None:
    state = match_lost(playing(chips=(100, 3, None)), {0: 5, 2: 4})
    assert stacks(state) == [94, 2, None]
    # The antes of 3, and two of the nine chips from each, are for all; Bob could match only two.
    assert [(pot.amount, sorted(pot.seats)) for pot in pots_of(state)] == [(3 + 4, [0, 1, 2]), (5, [0, 2])]
