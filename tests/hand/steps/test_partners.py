"""Partners, picked in order of the best cards showing: one hand between two, the pot shared."""

from __future__ import annotations

from random import Random

import pytest

from app.games.sheet import rule_sheet
from app.hand.play import SetupError, legal, prompt
from app.hand.state import State, Teams
from app.night.play.random_play import RandomDealer
from tests.hand.at_table import after, announced, refusal, stacks
from tests.hand.own_game import BET, deal, own

PARTNERS = {"step": "partners"}


def picking(ups: str = "9cKd4hJs") -> State:
    """Deal to four players, one card down and one up each, about to pick partners."""
    state = own(deal("du"), PARTNERS, BET, even=True, stacks=(100,) * (len(ups) // 2))
    return after(state, *(f"d dh p{n + 1} ??{ups[2 * n : 2 * n + 2]}" for n in range(len(ups) // 2)))


def paired() -> State:
    """Return a hand in which Bob has picked Ann, leaving Cy and Dee; Bob and Dee hold the cards."""
    return after(picking(), "p2 picks p1")


def test_the_highest_card_showing_picks_first() -> None:
    state = picking()
    assert legal(state) == ("p2 picks p4", "p2 picks p1", "p2 picks p3")
    assert refusal(state, "p1 picks p2") == "it is Bob's turn to pick a partner"
    assert refusal(state, "p2 picks p2") == "a partner must be in the hand and have no partner yet"
    assert "neither the dealer" in refusal(state, "p2 picks Ann")


def test_the_last_two_players_become_partners() -> None:
    state = paired()
    assert state.recall(Teams).pairs == ((1, 0), (3, 2))
    assert "Bob and Ann are partners" in announced(state)
    assert "Dee and Cy are partners" in announced(state)
    assert prompt(state).kind == "bet"


def test_the_highest_unpaired_player_picks_next() -> None:
    state = after(picking("9cKd4hJsTc2d"), "p2 picks p4")
    assert legal(state) == ("p5 picks p1", "p5 picks p3", "p5 picks p6")
    assert refusal(state, "p5 picks p4") == "a partner must be in the hand and have no partner yet"
    assert after(state, "p5 picks p6").recall(Teams).pairs == ((1, 3), (4, 5), (0, 2))


def test_the_first_of_equal_cards_from_the_dealers_left_picks() -> None:
    assert prompt(picking("9cKd4hKs")).seat == 1


def test_the_picker_holds_the_cards_of_both_partners() -> None:
    state = paired()
    assert [len(player.cards) for player in state.players] == [0, 4, 0, 4]


def test_partners_bet_separately() -> None:
    state = after(paired(), "p2 cbr 2, p3 cc, p4 cc, p1 cc")
    assert state.pot == 12


def test_partners_share_what_their_hand_wins() -> None:
    state = after(paired(), "p2 cbr 2, p3 cc, p4 cc, p1 cc")
    assert refusal(state, "p1 sm KhKd2c9c") == "Ann's cards have all been shown"
    # Bob and Ann: kings and a nine. Dee and Cy: jack high.
    state = after(state, "p2 sm KhKd2c9c, p4 sm 3dJs5c4h")
    assert stacks(state) == [103, 103, 97, 97]


def test_a_partner_plays_on_with_both_hands_after_the_picker_folds() -> None:
    state = after(paired(), "p2 f")
    assert [len(player.cards) for player in state.players] == [4, 0, 0, 4]
    state = after(state, "p3 cbr 2, p4 cc, p1 cc")
    # 4 antes and 6: all ten go to Ann.
    state = after(state, "p1 sm KhKd2c9c, p4 sm 3dJs5c4h")
    assert stacks(state) == [107, 99, 97, 97]


def test_the_picker_wins_alone_after_the_partner_folds() -> None:
    state = after(paired(), "p2 cbr 2, p3 cc, p4 cc, p1 f")
    state = after(state, "p2 sm KhKd2c9c, p4 sm 3dJs5c4h")
    assert stacks(state) == [99, 107, 97, 97]


def test_partners_left_alone_share_the_pot_without_showing() -> None:
    state = after(paired(), "p2 cbr 2, p3 f, p4 f")
    assert state.result is not None
    assert [award.seat for award in state.result.awards] == [0, 1]
    assert sum(stack or 0 for stack in stacks(state)) == 400
    assert stacks(state)[2:] == [99, 99]


def test_the_others_win_when_both_partners_fold() -> None:
    state = after(paired(), "p2 f, p3 cc, p4 cc, p1 f")
    assert state.result is not None
    assert stacks(state) == [99, 99, 101, 101]


@pytest.mark.parametrize(
    ("step", "lines", "asks"),
    [
        (deal("u"), (), ("d dh p2 CARD", "d dh p4 CARD")),
        # The pair with jack high takes one of the two cards before the pair with king high.
        ({"step": "draft"}, ("d db 2c3c",), ("p4 takes 2c", "p4 takes 3c")),
        ({"step": "auction-card"}, ("d db 2c", "p2 no"), ("p4 bid 1..99", "p4 no")),
        ({"step": "auction-card"}, ("d db 2c", "p2 no", "p4 bid 1"), ("p4 takes 2c", "p4 gives p2")),
    ],
)
def test_partners_get_one_card_between_them(
    step: dict[str, object], lines: tuple[str, ...], asks: tuple[str, ...]
) -> None:
    state = own(deal("du"), PARTNERS, step, BET, even=True, stacks=(100,) * 4)
    state = after(state, "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h, d dh p4 ??Js, p2 picks p1", *lines)
    assert legal(state) == asks
    refusal(state, "d dh p1 2d")
    refusal(state, "d dh p1 2d !")


def test_the_random_dealer_plays_the_hand_of_a_pair_whose_picker_folded() -> None:
    setup = own(deal("du"), PARTNERS, BET, {"step": "draft"}, BET, even=True, stacks=(100,) * 6).setup
    for seed in range(20):
        assert RandomDealer(setup, Random(seed)).play_out().result is not None


def test_an_odd_number_of_players_is_refused() -> None:
    with pytest.raises(SetupError, match="needs an even number of players, not 3"):
        own(deal("du"), PARTNERS, BET, even=True)


def test_the_rule_sheet_speaks_of_teams_after_partners_are_picked() -> None:
    script = (deal("dddu"), {"step": "discard"}, PARTNERS, {"step": "discard"}, {"step": "draw"}, {"step": "roll"})
    game = own(*script, deal("d"), BET, even=True, stacks=(100,) * 4).game
    text = " ".join(next(part.lines for part in rule_sheet(game) if part.title == "The deal"))
    before, _, later = text.partition("until all are paired")
    assert "Each player discards one down card" in before
    for said_of_pairs in ("Each team discards", "each team may replace", "Each team chooses", "Deal each team"):
        assert said_of_pairs in later


def test_a_partner_who_mucks_leaves_the_hand_to_the_other() -> None:
    """Bob mucks the cards that he holds with Ann: she may still show them, and takes the pot of 4 alone."""
    state = after(paired(), "p2 cc, p3 cc, p4 cc, p1 cc, p2 sm")
    assert "p1 sm CARDS" in legal(state)
    assert stacks(after(state, "p1 sm AcKdAd9c, p4 sm 5s4h6sJs")) == [103, 99, 99, 99]
    assert stacks(after(state, "p1 sm")) == [99, 99, 101, 101]


def test_a_picker_who_has_shown_shows_again_with_the_partners_cards() -> None:
    state = own(deal("du"), PARTNERS, BET, even=True, stacks=(1,) * 4)
    state = after(state, "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h, d dh p4 ??Js, p2 sm 2cKd, p2 picks p1")
    assert "p2 sm CARDS" in legal(state)
