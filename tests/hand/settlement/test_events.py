"""The words of the settlement: who gets how much, with which hand, and why."""

from __future__ import annotations

from app.cards.card import parse_card, parse_cards
from app.games.house import Stakes
from app.hand.view import DEALER, view
from tests.hand.at_table import after, announced, hand
from tests.hand.own_game import BET, deal, own
from tests.hand.settlement.test_judge import ANN, BOB, CY, dealt, shown
from tests.hand.settlement.test_pots import deal_out, four, show_all
from tests.hand.steps.test_partners import paired
from tests.hand.steps.test_setting import splitting


def test_each_half_of_a_split_pot_is_named() -> None:
    state = dealt("chicago", ANN, BOB, CY)
    state = shown(after(state, "p1 declare high, p2 declare high, p3 declare spade"), ANN, BOB, CY)
    assert announced(state) == [
        "Bob wins 2 with two pair, kings and sevens, the high half",
        "Cy wins 1 with king of spades in the hole, the spade half",
    ]


def test_a_winner_of_both_halves_wins_the_whole_pot() -> None:
    bob = ("Ks7d", "KcKh2h8d", "3c")
    state = dealt("chicago", ANN, bob)
    state = shown(after(state, "p1 declare high, p2 declare both"), ANN, bob)
    assert announced(state) == ["Bob wins 2 with three kings and king of spades in the hole, the whole pot"]


def test_the_announcement_says_that_nobody_declared_a_half() -> None:
    state = dealt("chicago", ANN, BOB)
    state = shown(after(state, "p1 declare high, p2 declare high"), ANN, BOB)
    assert announced(state) == ["Bob wins 2 with two pair, kings and sevens, the whole pot: nobody declared spade"]


def test_the_announcement_says_why_no_hand_can_win_a_half() -> None:
    cy = ("KdTd", "6c8c3h4c", "Jh")
    state = shown(dealt("chicago-cards-speak", ANN, cy), ANN, cy)
    assert announced(state)[-1].endswith("the whole pot: nobody has a spade in the hole")


def test_the_announcement_says_why_chips_stay_for_the_next_hand() -> None:
    cy = ("KdTd", "6c8c3h4c", "Jh")
    state = dealt("chicago-cards-speak", ANN, cy, house={"unclaimed_half": "next hand"})
    assert announced(shown(state, ANN, cy))[-1] == "1 stays for the next hand: nobody has a spade in the hole"


def test_a_tie_is_announced_with_the_other_player() -> None:
    ann = ("AhAd", "KcQc9hJd", "4d")
    bob = ("AcAs", "KdQd9cJs", "4s")
    state = shown(dealt("seven-card-stud", CY, ann, bob), CY, ann, bob)
    assert announced(state) == [
        "Bob wins 2 with pair of aces, tied with Cy",
        "Cy wins 1 with pair of aces, tied with Bob",
    ]


def test_a_ruling_is_announced_as_the_reason() -> None:
    state = after(dealt("seven-card-stud", ANN, BOB, CY), "d ranks high p3=p1 p2")
    assert announced(state) == [
        "Ann wins 2, tied with Cy: the dealer's ruling",
        "Cy wins 1, tied with Ann: the dealer's ruling",
    ]


def test_pots_are_named_if_different_players_win_them() -> None:
    state = after(hand("five-card-stud", (3, 9, 9)), "d dh p1 ??Ah, d dh p2 ??Kh, d dh p3 ??5c")
    state = after(state, "p1 cbr 2, p2 cbr 4, p3 cc, d dh p1 Ac, d dh p2 Kc, d dh p3 6c, p2 cc, p3 cc")
    state = after(state, "d dh p1 2c, d dh p2 3c, d dh p3 4c, p2 cc, p3 cc, d dh p1 7c, d dh p2 8c, d dh p3 9c")
    state = after(state, "p2 cc, p3 cc, p1 sm 2hAhAc2c7c, p2 sm 3hKhKc3c8c, p3 sm 4h5c6c4c9c")
    assert announced(state) == [
        "Ann wins 9 with two pair, aces and deuces, the main pot",
        "Bob wins 4 with two pair, kings and threes, the side pot",
    ]


def test_side_pots_are_numbered_unless_one_player_wins_them_all() -> None:
    """The shortest stack has the best hand. If one player wins both side pots, they are not named."""
    state = after(four(10, 30, 60, 100), "p1 cbr 10, p2 cbr 30, p3 cbr 60, p4 cc")
    lines = announced(show_all(deal_out(state)))
    assert [text.partition(" with ")[0] for text in lines] == ["Ann wins 40", "Bob wins 60", "Cy wins 60"]
    assert [text.rpartition(", ")[2] for text in lines] == ["the main pot", "side pot 1", "side pot 2"]
    state = after(four(10, 60, 30, 100), "p1 cbr 10, p2 cbr 60, p3 cc, p4 cc")
    lines = announced(show_all(deal_out(state)))
    assert [text.partition(" with ")[0] for text in lines] == ["Ann wins 40", "Bob wins 120"]
    assert (lines[0].endswith(", the main pot"), "side pot" in lines[1]) == (True, False)


def test_a_winner_of_two_of_three_shares_is_announced_without_a_share() -> None:
    """Ann has the highest and the lowest hand, Bob the only spade in the hole."""
    shares = [{"rule": "high"}, {"rule": "low"}, {"rule": "suit-in-hole", "suit": "spade", "end": "high"}]
    state = own(deal("dd"), BET, share=shares, stacks=(100, 100, 100))
    state = after(
        state, "d dh p1 Ac2d, d dh p2 Ks9d, d dh p3 QcJd, p1 cc, p2 cc, p3 cc, p1 sm Ac2d, p2 sm Ks9d, p3 sm QcJd"
    )
    assert [text.partition(" with ")[0] for text in announced(state)] == ["Ann wins 2", "Bob wins 1"]
    assert ("the high" in announced(state)[0], "the spade" in announced(state)[1]) == (False, True)


def test_a_winner_of_more_than_a_half_is_announced_without_the_half() -> None:
    """Cy is all in for 3 and has the only spade: half of the 9. The side pot of 8 is only for Ann."""
    shares = [{"rule": "high"}, {"rule": "suit-in-hole", "suit": "spade", "end": "high"}]
    stakes = Stakes(ante=1, limit="none", min_bet=1)
    state = own(deal("dd"), BET, share=shares, stacks=(100, 100, 3), stakes=stakes)
    state = after(state, "d dh p1 AcAd, d dh p2 KcKd, d dh p3 Ks2d, p1 cbr 6, p2 cc, p3 cc")
    state = after(state, "p1 sm AcAd, p2 sm KcKd, p3 sm Ks2d")
    assert [text.partition(" with ")[0] for text in announced(state)] == ["Ann wins 13", "Cy wins 4"]
    assert ("the high" in announced(state)[0], "the spade" in announced(state)[1]) == (False, True)


def test_kickers_are_named_if_they_beat_a_hand_of_the_same_name() -> None:
    """A king beside one of two pairs of aces decides. Against a different hand, kickers go unmentioned."""
    ann, bob = ("AhAd", "2c5c9hKd", "4d"), ("AcAs", "2d5d9dQh", "4c")
    assert announced(shown(dealt("seven-card-stud", ann, bob), ann, bob))[0].startswith(
        "Ann wins 2 with pair of aces, king"
    )
    low = ("KhKs", "2d5d9dQh", "4c")
    assert announced(shown(dealt("seven-card-stud", ann, low), ann, low)) == ["Ann wins 2 with pair of aces"]


def test_a_pot_is_shared_if_every_hand_is_fouled() -> None:
    state = after(splitting(), "p1 sets ????, p2 sets ????, p1 cc, p2 cc, p1 sm KhAhAd9c8c7cKd, p1 sets AhAd")
    assert announced(after(state, "p2 sm As5s5h2s3s4h6h, p2 sets 5s5h")) == [
        "Bob's cards set aside outrank the rest: pair of fives over ace high",
        "Ann wins 1, tied with Bob: every hand is fouled",
        "Bob wins 1, tied with Ann: every hand is fouled",
    ]


def test_partners_share_the_pot_but_a_lone_partner_wins_it() -> None:
    """Kings and a nine beat jack high: two partners share 12 chips; if one folds, the other wins 10."""
    both = after(paired(), "p2 cbr 2, p3 cc, p4 cc, p1 cc, p2 sm KhKd2c9c, p4 sm 3dJs5c4h")
    assert sorted(announced(both)) == [
        "Ann wins 6 with pair of kings, shared with Bob",
        "Bob wins 6 with pair of kings, shared with Ann",
    ]
    one = after(paired(), "p2 cbr 2, p3 cc, p4 cc, p1 f, p2 sm KhKd2c9c, p4 sm 3dJs5c4h")
    assert announced(one) == ["Bob wins 10 with pair of kings"]


def test_natural_cards_play_as_themselves() -> None:
    settlement = view(shown(dealt("seven-card-stud", ANN, BOB, CY), ANN, BOB, CY), DEALER).settlement
    assert settlement is not None
    assert [play.plays_as for play in settlement.awards[0].cards] == [None] * 5


def test_number_nine_names_the_two_cards_that_make_a_wild_card() -> None:
    state = after(hand("number-nine", (1, 1)), "d dh p1 ????Kh, d dh p2 ????5c")
    state = after(
        state, "d dh p1 Kc, d dh p2 6c, d dh p1 3d, d dh p2 Jc, d dh p1 6h, d dh p2 Qc, d dh p1 ??, d dh p2 ??"
    )
    state = after(state, "p2 sm 2hTs5c6cJcQc8d, p1 sm KsJdKhKc3d6hTd")
    assert announced(state) == [
        "Ann wins 2 with four kings: the 3 of diamonds and the 6 of hearts make a wild card",
    ]
    settlement = view(state, DEALER).settlement
    assert settlement is not None
    (play,) = [play for play in settlement.awards[0].cards if play.made_of]
    assert play.made_of == parse_cards("3d6h")
    assert play.plays_as == parse_card("Kd")


def test_number_nine_names_every_pair_that_makes_a_wild_card() -> None:
    """Bob's seven cards are three sums of nine and a king: four kings, against a pair of jacks."""
    house = {"made_wild_needs_five": False}
    state = after(hand("number-nine", (1, 1), house=house), "d dh p1 ????Jc, d dh p2 ????Ks, d dh p1 4c, d dh p2 2h")
    state = after(state, "d dh p1 Th, d dh p2 7s, d dh p1 Qd, d dh p2 3c, d dh p1 ??, d dh p2 ??")
    state = after(state, "p2 sm 8dAcKs2h7s3c6d, p1 sm Jh2cJc4cThQd3d")
    assert announced(state) == [
        "Bob wins 2 with four kings: the 2 of hearts and the 7 of spades make a wild card, "
        "the 3 of clubs and the 6 of diamonds make a wild card, the 8 of diamonds and the ace of clubs make a wild card"
    ]
    settlement = view(state, DEALER).settlement
    assert settlement is not None
    made_of = {play.made_of for play in settlement.awards[0].cards if play.made_of}
    assert made_of == set(map(parse_cards, ("2h7s", "3c6d", "8dAc")))


def test_the_view_still_shows_awarded_pots() -> None:
    state = dealt("chicago", ANN, BOB, CY)
    state = shown(after(state, "p1 declare high, p2 declare high, p3 declare spade"), ANN, BOB, CY)
    seen = view(state, DEALER)
    assert seen.pot == 3
    assert [(pot.amount, pot.names) for pot in seen.pots] == [(3, ("Bob", "Cy"))]
    rained = after(hand("baseball", options={"rainout": True}), "d dh p1 ????Qs")
    assert view(rained, DEALER).pot == 3


def test_a_hand_that_needs_its_kickers_in_one_pot_only_is_named_once() -> None:
    """Ann, with nine chips, wins the main pot by her kicker from Bob, who is all in for one, and a side pot from Cy."""
    state = hand("five-card-stud", (9, 1, 9), stakes=Stakes(limit="none", min_bet=2))
    state = after(state, "d dh p1 ??9h, d dh p2 ??9c, d dh p3 ??2s, p1 cbr 8, p3 cc")
    for up in ("9s 9d 3c", "Ah Kd 4c", "5c 6d 7s"):
        state = after(state, *(f"d dh p{seat} {card}" for seat, card in enumerate(up.split(), start=1)))
    state = after(state, "p1 sm Qh9h9sAh5c, p2 sm Qs9c9dKd6d, p3 sm 8d2s3c4c7s")
    assert announced(state) == ["Ann wins 19 with pair of nines, ace, queen, five"]
