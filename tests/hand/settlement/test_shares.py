"""Shares that split a pot: the rules as pure functions, and wild cards that hold for only one share."""

from __future__ import annotations

from typing import Any

import pytest

from app.cards.card import Card, parse_cards
from app.games.errors import GameError
from app.games.reasons import Reason
from app.games.rules.share import Holding, Use
from app.games.rules.share.badugi import Badugi
from app.games.rules.share.high import High, summed
from app.games.rules.share.hole import CardInHole, SuitInHole
from app.games.rules.share.low import Low
from app.games.rules.share.points import Points
from app.hand.settlement.pots import Pot
from app.hand.settlement.shares import amounts_of, whole_pot
from app.ranking.high import high
from app.ranking.rules import LowRules
from tests.hand.at_table import after, hand, stacks
from tests.hand.own_game import BET, deal, own


def holding(up: str = "", down: str = "", **more: Any) -> Holding:
    sets = parse_cards(more.pop("sets", ""))
    hands = {name: parse_cards(cards) for name, cards in more.pop("hands", {}).items()}
    wild = frozenset(parse_cards(more.pop("wild", "")))
    known = parse_cards(down)
    return Holding(up=parse_cards(up), down=known, limited=known, sets=sets, hands=hands, wild=wild, **more)


def name(share: Any, held: Holding) -> str:
    return share.show(held).name


def test_high_takes_the_best_five_of_all_cards() -> None:
    assert name(High(), holding("9c9d4h2s", "9hKdKc")) == "full house, nines over kings"


def test_high_can_be_limited_to_the_up_cards_or_the_down_cards() -> None:
    held = holding("9c9d4h2s", "KdKcKh")
    assert name(High(hand="up"), held) == "pair of nines"
    assert name(High(hand="down"), held) == "three kings"


def test_a_share_of_a_players_own_cards_leaves_out_common_cards() -> None:
    held = holding("9c9d4h2s", "KdKcKh8s7c", own=parse_cards("KdKcKh8s7c"))
    assert name(High(hand="own"), held) == "three kings"
    assert name(Low(hand="own", kind="27"), held) == "three kings, 8-7 low"
    assert name(Badugi(hand="own"), held) == "three-card K-8-7"
    assert name(Points(to=500, hand="own", values="A:1 JQK:0"), held) == "15 points"


def test_high_can_be_of_one_built_hand_or_of_the_best() -> None:
    held = holding("9c9dKhKs2c", hands={"left": "9c9d", "right": "KhKs2c"})
    assert name(High(hand="left"), held) == "pair of nines"
    assert name(High(hand="any"), held) == "pair of kings"


#: A share, the cards that Ann, Bob and Cy show, and the chips that each wins of the three antes.
SHOWN = {
    "the second best": ({"rule": "high", "nth": 2}, "AcAd8h5s3c", "KcKd8s5d3h", "QcQd8d5h3s", [-1, 2, -1]),
    "two of the best count as one": ({"rule": "high", "nth": 2}, "AcAd8h5s3c", "AhAs8s5d3h", "QcQd8d5h3s", [-1, -1, 2]),
    "two of the second best": ({"rule": "high", "nth": 2}, "QcQh8h5s3c", "QsQd8s5d3h", "AcAd8d5h3s", [1, 0, -1]),
    "the last of fewer": ({"rule": "high", "nth": 3}, "AcAd8h5s3c", "AhAs8s5d3h", "QcQd8d5h3s", [-1, -1, 2]),
    "the second lowest": ({"rule": "low", "nth": 2}, "7c5d4h3s2c", "8c5h4d3h2s", "9c9d4s3d2h", [-1, 2, -1]),
    "a low without a pair": ({"rule": "low", "qualifier": "A"}, "KcQdJh9s8c", "AcAd4h3h2s", "5c5d4s3d2h", [2, -1, -1]),
    "an ace-high low": (
        {"rule": "low", "kind": "27", "qualifier": "A"},
        "AcQdJh9s8c",
        "5s5h4h3h2s",
        "KcKd4s3d2h",
        [2, -1, -1],
    ),
    "the most diamonds": (
        {"rule": "points", "to": 500, "values": "A:14 J:11 Q:12 K:13 chs:0"},
        "AcAhKs9h8s",
        "KdTd2c3c4c",
        "AdJd2h3h4h",
        [-1, -1, 2],
    ),
    "three at least": (
        {"rule": "points", "to": 3, "values": "dhs:0", "over": "alone wins"},
        "2cAdKh9s8s",
        "5cAsKd9h8h",
        "4cAhKs9d8d",
        [-1, -1, 2],
    ),
    # Ann has a straight flush, Bob two sevens, Cy three of them.
    "two sevens beat all": (
        {"rule": "high", "beats_all": ["77"], "loses_to_all": ["777"]},
        "9c8c7c6c5c",
        "7d7hKc4s2d",
        "7sAcAdAhAs",
        [-1, 2, -1],
    ),
    "the better hand with two sevens": (
        {"rule": "high", "beats_all": ["77"]},
        "6c5c4c3c2c",
        "7d7hKc4s2d",
        "7sJcJdJh7c",
        [-1, -1, 2],
    ),
    "three sevens lose to all": (
        {"rule": "high", "beats_all": ["77"], "loses_to_all": ["777"]},
        "8c6d4s3h2c",
        "7d7h7c7s2d",
        "9c6h4d3s2h",
        [-1, -1, 2],
    ),
    "single cards beat all": (
        {"rule": "high", "beats_all": ["QdQh"]},
        "QcQsAcAd8h",
        "QdQh5s4s2d",
        "9c9d9h6s6h",
        [-1, 2, -1],
    ),
    "a queen loses to all": (
        {"rule": "high", "loses_to_all": ["Q"]},
        "QcQdQhAcAd",
        "8c6d4s3h2c",
        "Qs9s7s5s3s",
        [-1, 2, -1],
    ),
    "the better hand with a queen": (
        {"rule": "high", "loses_to_all": ["Q"]},
        "QcJd9h8s2c",
        "Qd6d4s3h2h",
        "QhQs4d3s2s",
        [-1, -1, 2],
    ),
    "jacks or better cannot win": (
        {"rule": "high", "below": "pair of jacks"},
        "TcTd9h8s2c",
        "JcJd4s3h2h",
        "9c9d4d3s2s",
        [2, -1, -1],
    ),
    "a king and a nine must fold": (
        {"rule": "high", "must_fold": ["K9"]},
        "KcKdKh9c9d",
        "KsQd4s3h2c",
        "Jc9h4d3s2h",
        [-1, 2, -1],
    ),
    "the highest, though none qualifies": (
        {"rule": "high", "qualifier": "two pair", "unclaimed": "best hand"},
        "KcKdJh9s8c",
        "AcAd4h3h2s",
        "QcJd9h8s5c",
        [-1, 2, -1],
    ),
    "the lowest, though none qualifies": (
        {"rule": "low", "kind": "a5", "qualifier": "8", "unclaimed": "best hand"},
        "KcKdJh9s8c",
        "AcTd4h3h2s",
        "9c8d5s3d2h",
        [-1, -1, 2],
    ),
    "a pair each": (
        {"rule": "low", "qualifier": "A", "unclaimed": "next hand"},
        "KcKdJh9s8c",
        "AcAd4h3h2s",
        "5c5d4s3d2h",
        [-1, -1, -1],
    ),
}


@pytest.mark.parametrize("what", SHOWN)
def test_the_share_decides_who_wins_the_antes(what: str) -> None:
    share, *hands, wins = SHOWN[what]
    dealt = ", ".join(f"d dh p{seat} ??????????" for seat in (1, 2, 3))
    shown = ", ".join(f"p{seat} sm {cards}" for seat, cards in enumerate(hands, 1))
    assert stacks(after(own(deal("ddddd"), share=[share]), f"{dealt}, {shown}")) == [100 + won for won in wins]


def test_the_best_hand_takes_a_side_pot_if_no_hand_qualifies() -> None:
    share = {"rule": "high", "qualifier": "pair of nines", "unclaimed": "best hand"}
    state = own(deal("ddddd"), BET, share=[share], stacks=(1, 100, 100))
    state = after(state, *(f"d dh p{seat} ??????????" for seat in (1, 2, 3)), "p2 cbr 2, p3 cc")
    state = after(state, "p1 sm KcKdJh9s8c, p2 sm 8d8h4h3h2s, p3 sm QcJd9h7s5c")
    assert stacks(state) == [3, 101, 97]


def test_a_hand_that_beats_all_is_named_for_the_cards_that_do() -> None:
    share = High(beats_all=("77",))
    shown = share.show(holding("7d7hKc4s2d9sJc"))
    assert (shown.name, shown.kickers) == ("two sevens", "pair of sevens, king, jack, nine")
    assert [held for held, _ in shown.plays[:2]] == list(parse_cards("7d7h"))
    assert name(share, holding("7dKc4s2d9s", "Jr", wild="Jr")) == "pair of kings"  # a joker does not count as a seven
    fours = share.show(holding("7d7h4c4d4h4sKc"))
    assert {held for held, _ in fours.plays} >= set(parse_cards("7d7h"))


def test_the_rule_sheet_says_which_cards_beat_all_or_lose() -> None:
    share = High(beats_all=("77", "QdQh"), loses_to_all=("777",), must_fold=("K9",))
    assert share.words() == (
        "the highest hand (a hand with two sevens or the queen of diamonds and the queen of hearts beats all others; "
        "a hand with three sevens loses to all others; a hand with a king and a nine must be folded)"
    )
    assert share.prize() == "the highest hand"
    assert share.missing() == "everyone has a king and a nine"


def test_a_low_without_a_wild_card_can_beat_every_low_with_one() -> None:
    share = Low(kind="a5", natural_first=True)

    def score(cards: str) -> int:
        return share.score(holding(cards, wild="KcKd")) or 0

    # A five-high low with a king loses to a pair without one, and that to the six-high among eight cards.
    assert 0 < score("Kc4d3h2sAc") < score("9c9d8h7s6c") < score("KcKd7h6s5c4d3s2c")
    assert name(share, holding("KcKd7h6s5c4d3s2c", wild="KcKd")) == "6-5-4-3-2 low"
    # With a qualifier, a low that qualifies with a wild card is better than none.
    assert (
        name(Low(kind="a5", natural_first=True, qualifier="8"), holding("9c8d7h6sKc2d", wild="Kc")) == "8-7-6-2-A low"
    )
    assert "any hand without a wild card before those with one" in share.words()


def test_a_natural_share_cannot_be_won_with_a_wild_card() -> None:
    share = High(natural=True)
    assert share.score(holding("9c9d8h7s6c", "Kc", wild="Kc")) is None
    assert share.score(holding("9c9d8h7s6c", "Kd", wild="Kc")) is not None
    assert (share.lacking(), share.missing()) == ("has a wild card", "everyone has a wild card")
    assert share.words() == "the highest hand (a hand with a wild card cannot win)"


@pytest.mark.parametrize("held", ["", "77777", "KcKc", "1", "77?"])
def test_impossible_beats_all_cards_are_refused(held: str) -> None:
    with pytest.raises(GameError, match=r"share\[0\].beats_all\[0\]"):
        own(deal("ddddd"), share=[{"rule": "high", "beats_all": [held]}])


def test_an_unbuilt_hand_cannot_win() -> None:
    assert High(hand="left").score(holding("9c9d")) is None


def test_cards_set_aside_and_the_rest_are_two_hands() -> None:
    held = holding("9c9dKhKs2c", "AcJd", sets="AcJd")
    assert name(High(hand="set"), held) == "ace high"
    assert name(High(hand="rest"), held) == "two pair, kings and nines"


@pytest.mark.parametrize(
    ("sets", "why"),
    [("AcAd", "the two outrank the five"), ("KhKs", "no down card among them"), ("", "nothing was set aside")],
)
def test_a_foul_split_wins_neither_hand(sets: str, why: str) -> None:
    held = holding("9cTdKhKs2c", "AcAd", sets=sets)
    assert High(hand="set").score(held) is None, why
    assert High(hand="rest").score(held) is None, why


def test_a_bare_pair_is_outranked_by_the_same_pair_with_kickers() -> None:
    assert High(hand="rest").score(holding("9c9d4h3s2c", "9h9s", sets="9h9s")) is not None


def test_low_is_the_lowest_five_and_may_need_to_qualify() -> None:
    held = holding("9c4d3h2s", "KhKdAc")
    assert name(Low(), held) == "9-4-3-2-A low"
    assert Low(qualifier="8").score(held) is None
    assert Low(qualifier="9").score(held) is not None


def test_low_can_be_of_any_built_hand_or_of_a_full_one() -> None:
    held = holding(hands={"left": "9c4d3h2sAc", "right": "3c2d"})
    assert Low(hand="any").show(held).plays[0][0] in parse_cards("3c2d")
    full = Low(hand="any", full=True).show(held)
    assert {card for card, _ in full.plays} == set(parse_cards("9c4d3h2sAc"))
    assert Low(hand="right", full=True).score(held) is None


def test_the_named_card_wins_only_in_the_hole() -> None:
    share = CardInHole(card="Qs")
    assert share.score(holding("2c", "Qs")) is not None
    assert share.score(holding("Qs", "2c")) is None
    assert name(share, holding("2c", "Qs")) == "the queen of spades in the hole"


def test_a_share_can_go_to_the_high_or_low_card_of_a_suit_in_the_hole() -> None:
    share, lowest = SuitInHole(suit="heart"), SuitInHole(suit="heart", end="low")
    held = holding("AhKh", "3hQh2s")
    assert name(share, held) == "queen of hearts in the hole"
    assert name(lowest, held) == "3 of hearts in the hole"
    assert share.score(holding("Ah", "2sKd")) is None


@pytest.mark.parametrize(("bob", "wins"), [("KdKh9s9c3h", [0, 1, -1]), ("KdKh9s9c2h", [-1, 2, -1])])
def test_the_low_card_in_the_hole_wins_half_unless_it_is_tied(bob: str, wins: list[int]) -> None:
    lowest = {"rule": "suit-in-hole", "suit": "", "end": "low", "ties": "win nothing", "unclaimed": "other half"}
    state = own(deal("ddddd"), share=[{"rule": "high"}, lowest])
    state = after(state, "d dh p1 ??????????, d dh p2 ??????????, d dh p3 ??????????")
    # The pot is 3: the odd chip goes to the high hand, and so does the half of two deuces.
    state = after(state, f"p1 sm AcQd8h7s2c, p2 sm {bob}, p3 sm AdQhJs7d4d")
    assert stacks(state) == [100 + won for won in wins]
    assert SuitInHole(suit="", end="low", ties="win nothing").words() == (
        "the lowest card in the hole (an ace is high; a tie wins nothing)"
    )


def test_the_best_suit_may_break_a_tie_for_the_high_card() -> None:
    share = {"rule": "suit-in-hole", "suit": "", "ties": "go by suit"}
    state = after(own(deal("dd"), share=[share]), "d dh p1 ????, d dh p2 ????, d dh p3 ????")
    assert stacks(after(state, "p1 sm AdKs, p2 sm AhAc, p3 sm KcKd")) == [99, 102, 99]
    # A king of spades loses to an ace of clubs.
    assert stacks(after(state, "p1 sm KsQs, p2 sm Ac2c, p3 sm KcKd")) == [99, 102, 99]
    assert (
        SuitInHole(suit="", ties="go by suit").words()
        == "the highest card in the hole (a tie goes by suit, spades best)"
    )


def test_an_ace_is_not_a_low_spade() -> None:
    lowest = SuitInHole(end="low")
    ace, king = lowest.score(holding("", "As")), lowest.score(holding("", "Ks"))
    assert ace is not None
    assert king is not None
    assert ace < king


def test_an_ace_may_be_the_lowest_spade() -> None:
    lowest = SuitInHole(end="low", ace="low")
    ace, deuce = lowest.score(holding("", "As2s")), lowest.score(holding("", "2s"))
    assert ace is not None
    assert deuce is not None
    assert ace > deuce
    assert name(lowest, holding("", "2sAs")) == "ace of spades in the hole"
    assert lowest.words() == "the lowest spade in the hole (an ace is low)"
    assert name(SuitInHole(ace="low"), holding("", "KsAs")) == "ace of spades in the hole"


def test_an_excluded_card_leaves_the_next_of_its_suit() -> None:
    assert name(SuitInHole(without="Qs"), holding("", "Qs9s")) == "9 of spades in the hole"
    assert SuitInHole(without="Qs").score(holding("", "Qs9h")) is None


def test_a_wild_card_does_not_change_suit_for_a_suit_in_the_hole() -> None:
    assert SuitInHole().score(holding("", "2d9h", wild="2d")) is None


def test_a_limit_sets_how_many_down_cards_play() -> None:
    held = holding("KdKs4h2s", "KcKh9c", use=Use(at_most=1))
    assert name(High(), held) == "three kings"
    assert name(High(), holding("KdKs4h2s", "KcKh9c", use=Use(exactly=2))) == "four kings"


#: Limits on the hole cards that play, whether three of five cards are face up, and who wins the three antes.
USED: dict[str, tuple[dict[str, Any], str, int]] = {
    # Ann has aces full in her own cards, Bob four queens with two of his, Cy a straight flush with three of his.
    "five": ({"exactly": 5}, "ddddd", 0),
    "two or five": ({"exactly": [2, 5]}, "ddddd", 1),
    "two, three or five": ({"exactly": [2, 3, 5]}, "ddddd", 2),
    "the two down cards, beside those face up": ({"exactly": [2, 5]}, "dduuu", 2),
    "two of all five": ({"exactly": [2, 5], "own": True}, "dduuu", 1),
}


@pytest.mark.parametrize("what", USED)
def test_a_hand_may_use_any_listed_number_of_its_own_cards(what: str) -> None:
    use, faces, winner = USED[what]
    hands = "AcAdAhKcKd", "QcQd2h4h5h", "JsTs9s2d3d"
    up = 4 if "u" in faces else 10
    dealt = ", ".join(f"d dh p{seat} {'??' * (up // 2)}{cards[up:]}" for seat, cards in enumerate(hands, 1))
    shown = ", ".join(f"p{seat} sm {cards}" for seat, cards in enumerate(hands, 1))
    state = after(own(deal(faces), {"step": "common", "count": 3}, use=use), f"{dealt}, d db QhQs8s, {shown}")
    assert stacks(state) == [102 if seat == winner else 99 for seat in range(3)]


@pytest.mark.parametrize(
    ("use", "reason"),
    [
        ({"exactly": []}, "exactly must be a number, or several in rising order"),
        ({"exactly": [5, 2]}, "exactly must be a number, or several in rising order"),
        ({"exactly": [2, 6]}, "from 0 to 5 down cards can be used"),
        ({"at_most": 2, "own": True}, "own goes with exactly, and without of_first"),
        ({"exactly": 2, "own": True, "of_first": 3}, "own goes with exactly, and without of_first"),
    ],
)
def test_contradictory_limits_are_refused(use: dict[str, Any], reason: str) -> None:
    with pytest.raises(GameError, match=f"use.*: {reason}"):
        own(deal("ddddd"), use=use)


def test_the_rule_sheet_says_how_many_own_cards_play() -> None:
    assert Use(exactly=(2, 5), own=True).words() == "Exactly two or five of the player's own cards must be used."
    assert Use(exactly=(1, 2, 3, 4, 5)).words() == "At least one of the down cards must be used."
    assert Use(at_most=2, of_first=3).words() == "At most two of the first three down cards may be used."


def test_a_listed_number_that_leaves_a_hand_short_is_ignored() -> None:
    # Four hole cards cannot make a low of five; two of them and the board can.
    held = holding("KcQdJh", "2c3d4h5s", use=Use(exactly=(2, 5)))
    assert name(Low(), held) == "K-Q-J-3-2 low"


def sums(cards: str, total: int = 9, wild: str = "") -> list[tuple[set[Card], int]]:
    """Return every way to make wild cards from sums: the cards left, and the number of wild cards."""
    ways = summed(parse_cards(cards), frozenset(parse_cards(wild)), total)
    return [(set(left), len(pairs)) for left, pairs in ways]


def wild_counts(cards: str, **more: Any) -> list[int]:
    return sorted(extra for _, extra in sums(cards, **more))


def test_two_cards_that_add_up_to_nine_may_make_a_wild_card() -> None:
    assert (set(parse_cards("Kc")), 1) in sums("4cKc5d")
    assert (set(parse_cards("4cKc5d")), 0) in sums("4cKc5d")
    assert wild_counts("4cKc5d") == [0, 1]


def test_an_ace_counts_as_one_and_court_cards_as_nothing() -> None:
    assert wild_counts("Ac8dKhQhJh") == [0, 1]
    assert wild_counts("9cKd") == [0]
    assert wild_counts("TcAd") == [0]


def test_three_cards_are_not_added_up() -> None:
    assert wild_counts("2c3d4h") == [0]


def test_each_card_is_added_up_only_once() -> None:
    # Two fours and one five: either four goes with the five.
    assert wild_counts("4c4d5h") == [0, 1, 1]
    # Two fours and two fives: no pair, any of four pairs, or both ways to pair them all.
    assert wild_counts("4c4d5h5s") == [0, 1, 1, 1, 1, 2, 2]


def test_a_wild_card_is_not_added_up() -> None:
    assert wild_counts("4c5d", wild="5d") == [0]


def test_the_best_way_to_add_up_is_played() -> None:
    # Four and five make a wild card: three kings; kept, they would make only a pair.
    assert name(High(), holding("KcKd4h", "5s2c", sum_to=9)) == "three kings"
    # A straight is kept rather than broken up for a wild card that makes a worse hand.
    assert name(High(), holding("4c5d6h7s8c", "", sum_to=9)) == "straight, eight high"


def test_cards_that_add_up_no_longer_play() -> None:
    # Three pairs of nines make three wild cards, and one king is left: four kings.
    held = holding("KcAd8h2s7c", "3d6h", sum_to=9)
    assert High().score(held) == high(parse_cards("Kc"), extra_wild=3)
    assert name(High(), held) == "four kings"


def test_three_cards_add_up_if_the_rule_says_so() -> None:
    three = holding("KcKd2h3d4s", "", sum_to=9, sum_of=3)
    assert name(High(), three) == "three kings"
    assert High().made(three) == (parse_cards("2h3d4s"),)
    # Two fives and two fours make two wild cards, an ace and an eight another. Each card is used once.
    most = holding("Kc5d4h5s4c", "Ac8h", sum_to=9, sum_of=3)
    assert name(High(), most) == "four kings"
    assert name(High(), holding("KcKd2h3d4s", "", sum_to=9)) == "pair of kings"


def test_cards_wild_only_for_high_are_natural_for_low() -> None:
    # Threes are wild for high, so Ann has kings; for low her three is a three. Bob: tens, and a king-eight low.
    halves = [{"rule": "high"}, {"rule": "low"}]
    table = {"share": halves, "wild": [{"rule": "ranks", "ranks": "3", "only": "high"}], "stacks": (100, 100)}
    state = after(own(deal("ddddd"), BET, **table), "d dh p1 ??????????, d dh p2 ??????????, p1 cc, p2 cc")
    after_all = after(state, "p1 sm KhQc3d5c2d, p2 sm TcTd8h4c6s")
    # High: kings. Low: Ann's king-queen against Bob's pair of tens, which is worse. Ann takes both.
    assert stacks(after_all) == [101, 99]
    after_all = after(state, "p1 sm KhQc3d5c2d, p2 sm Tc9d8h4c6s")
    assert stacks(after_all) == [100, 100]


def test_each_share_can_have_its_own_wild_cards() -> None:
    # Threes are wild for high, deuces for low. Ann: K K 3 9 8; Bob: 2 7 6 5 T.
    wild = [{"rule": "ranks", "ranks": "3", "only": "high"}, {"rule": "ranks", "ranks": "2", "only": "low"}]
    table = {"share": [{"rule": "high"}, {"rule": "low"}], "wild": wild, "stacks": (100, 100)}
    state = after(own(deal("ddddd"), BET, **table), "d dh p1 ??????????, d dh p2 ??????????, p1 cc, p2 cc")
    state = after(state, "p1 sm KhKc3d9c8d, p2 sm 2c7d6h5cTs")
    assert stacks(state) == [100, 100]
    assert state.result is not None
    hands = {award.share: award.hand for award in state.result.awards}
    assert str(hands["high"]) == "three kings"
    # Bob's deuce is an ace for low.
    assert str(hands["low"]) == "10-7-6-5-A low"


def test_adding_up_can_be_required_to_leave_five_cards() -> None:
    """Three pairs that add up to nine, and a king: three wild cards leave four cards to play, two leave five."""
    seven = {"up": "Kd2s7h3c", "down": "Ah8c6s", "sum_to": 9}
    assert name(High(), holding(**seven)) == "four kings"
    assert len(High().made(holding(**seven))) == 3
    assert name(High(), holding(**seven, five_left=True)) == "three aces"
    assert len(High().made(holding(**seven, five_left=True))) == 2


def test_a_player_with_fewer_than_five_cards_may_always_add_up() -> None:
    four = {"up": "Kd2s7h", "down": "Jc", "sum_to": 9}
    for five_left in (False, True):
        assert name(High(), holding(**four, five_left=five_left)) == "pair of kings"
    five = {"up": "Kd2s7h", "down": "Jc4h", "sum_to": 9, "five_left": True}
    assert name(High(), holding(**five)) == "king high"


def test_a_natural_low_beats_the_same_low_with_a_wild_card_by_house_rule() -> None:
    """Both have 7-5-3-2-A, one of them with a wild king as the three."""
    natural, made = ("Ac2d3h", "5s7c", ""), ("As2c5d", "Kc7h", "Kc")
    for natural_low, lead in ((False, 0), (True, 1)):
        first, second = (
            Low().score(holding(up, down, wild=wild, low_rules=LowRules(natural_wins=natural_low)))
            for up, down, wild in (natural, made)
        )
        assert first is not None
        assert second is not None
        assert first - second == lead


def test_a_low_qualifies_with_or_without_wild_cards() -> None:
    for qualifier, qualifies in (("8", True), ("6", False)):
        low = Low(qualifier=qualifier)
        for held in (
            holding("Ac2d3h5s7c", low_rules=LowRules(natural_wins=True)),
            holding("Ac2d3hKs7c", wild="Ks", low_rules=LowRules(natural_wins=True)),
        ):
            assert (low.score(held) is not None) == qualifies


def test_the_odd_chip_of_a_pot_divided_without_cards_goes_to_the_dealers_left() -> None:
    """Bob and Ivy sit in the second and ninth places; a set of these would have Ivy first."""
    (part,) = whole_pot(High(), Pot(5, frozenset({8, 1})), Reason("nobody holds")).parts
    assert amounts_of(hand("five-card-stud", (100,) * 9), part) == {1: 3, 8: 2}
