"""Refusals: whatever is entered, nothing breaks, and the dealer gets a readable reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.cards.card import cards_text
from app.games.catalog import catalog
from app.games.house import Stakes
from app.hand.action import verbs
from app.hand.ask import Refusal
from app.hand.play import SetupError, play, start
from app.hand.state import State
from tests.games.covering import every_game
from tests.hand.at_table import after, hand, refusal
from tests.hand.own_game import BET, three_down
from tests.hand.test_random_play import deal
from tests.hand.wording import without_words

#: The verbs of players' lines.
PLAYER_VERBS = sorted(verb.name for verb in verbs().values() if not verb.dealer)


def test_an_up_card_cannot_be_turned_up_again() -> None:
    state = after(hand("five-card-stud", (1, 1)), "d dh p1 ??Kh, d dh p2 ??5c")
    assert refusal(state, "p1 sm KhKh") == "the king of hearts is named twice"


def test_reasons_are_sentences_that_a_dealer_can_read() -> None:
    state = after(hand("five-card-stud", (9, 9)), "d dh p1 ??Kh, d dh p2 ??5c")
    assert refusal(state, "p2 pay 2") == "not now. Next: Ann to act"
    assert refusal(state, "p1 cbr") == "how many chips? none are named"
    assert refusal(state, "d dh p1 ??") == "no card is due to Ann now"
    dealt = after(hand("five-card-stud", (9, 9)), "d dh p1 ??Kh")
    assert refusal(dealt, "d dh p1 3c") == "Ann has had every card of this street"
    assert refusal(dealt, "d dh p2 ??Kh") == "the king of hearts is Ann's up-card"


SEVEN_CARDS = "d dh p1 ????9c, d dh p2 ????Td, d dh p3 ????Kh"
#: Cowpie up to the pairs set aside, after Bob has folded.
TO_THE_PAIRS = (
    "d dh p1 ????Kc, d dh p2 ????Qd, d dh p3 ????Tc, p1 cbr 2, p2 f, p3 cc, d dh p1 Kd, d dh p3 6h, p1 cc, p3 cc,"
    "d dh p1 7h, d dh p3 3s, p1 cc, p3 cc, d dh p1 5c, d dh p3 2d, p1 cc, p3 cc, d dh p1 ??, d dh p3 ??, p1 cc, p3 cc"
)
#: Five-card stud of two players who are all in for the ante.
ALL_IN = "d dh p1 ??Kh, d dh p2 ??5c, d dh p1 2c, d dh p2 3c, d dh p1 4c, d dh p2 6c, d dh p1 8c, d dh p2 9c"
AUCTION = "d dh p1 ????, d dh p2 ????, d dh p3 ????, d db Ac, p1 bid 1"
KEEPS_OR_GIVES = "the winner of the auction keeps the card or gives it away"
BRINGS_IN = {"opener_first": "low card brings in"}

#: A hand, the actions up to a line that is refused, that line, and the reason.
REFUSED: dict[str, tuple[Callable[[], State], str, str, str]] = {
    # cards
    "a card dealt twice at once": (hand, "", "d dh p1 KhKh9c", "the king of hearts is named twice"),
    "a hand shown in part": (lambda: hand("five-card-stud", (1, 1)), "d dh p1 ??Kh, d dh p2 ??5c",
        "p1 sm ??Kh", "cards that are shown must all be named"),
    "a hand shown face down": (lambda: hand("five-card-stud", (1, 1)), "d dh p1 ??Kh, d dh p2 ??5c",
        "p1 sm ????", "a hand that stays face down is mucked: name no card"),
    "wild cards for a player who has folded": (
        lambda: hand("your-way-up-cards", options={"first": "one up", "more": 1, "wild": "as the table says"}),
        "d dh p1 9c, d dh p2 Kd, d dh p3 4s, p1 f", "d wild p1 9", "Ann has folded"),
    "nothing for wild cards": (hand, "", "d wild", "what is wild? write ranks and cards such as 7Kd, or none"),
    "the rank of an auction that is stripped from the deck": (
        lambda: hand("auction-wild", modifiers=({"modifier": "stripped-deck", "ranks": "2"},)),
        f"{SEVEN_CARDS}, p1 bid 1, p2 no, p3 no", "p1 names 2", "that is not a rank of this deck"),
    "two cards thrown away for one of the row": (
        lambda: hand("buy-your-card", (9, 9), options={"down": 3}),
        "d dh p1 ??????2c3c, d dh p2 ??????9d7s, d db KcQhJd", "p1 sd 2c3c", "Ann discards 1, not 2"),
    "cards set aside after a fold": (lambda: hand("cowpie"), TO_THE_PAIRS, "p2 sets ????", "Bob has folded"),
    "an extra card after two are set aside, by ruling": (lambda: hand("cowpie"),
        f"{TO_THE_PAIRS}, p1 sets ????, p3 sets ????", "d dh p1 Ah !", "not now. Next: Ann to act"),
    "a pair named before the hand is shown": (lambda: hand("cowpie"),
        f"{TO_THE_PAIRS}, p1 sets ????, p3 sets ????, p1 cc, p3 cc", "p1 sets Ah2c",
        "Ann has nothing to set aside now"),
    "no card turned up by choice": (lambda: hand("mexican-stud"), "d dh p1 ????, d dh p2 ????, d dh p3 ????",
        "p1 no", "Ann has to turn a card up"),
    "a down card in place of an up-card, by ruling": (lambda: hand("five-card-stud", (9, 9)),
        "d dh p1 ??Kh, d dh p2 ??5c, p1 cc, p2 cc", "d dh p1 ?? !", "it comes face up: name the card"),
    "the wild rank before the auction is over": (lambda: hand("auction-wild"), f"{SEVEN_CARDS}, p1 bid 1",
        "p1 names 7", "the winner of the auction names the wild rank"),
    "a card taken before the auction is over": (lambda: hand("auction"), AUCTION, "p1 takes Ac", KEEPS_OR_GIVES),
    "a card given away that was taken": (lambda: hand("auction"), f"{AUCTION}, p2 no, p3 no, p1 takes Ac",
        "p1 gives p2", KEEPS_OR_GIVES),
    "two cards for a loser of the auction": (lambda: hand("auction"), f"{AUCTION}, p2 no, p3 no, p1 takes Ac",
        "d dh p2 KhQh", "no card is due to Bob now"),
    "a card given to a player who has folded": (lambda: hand("auction"),
        f"{AUCTION}, p2 no, p3 no, p1 takes Ac, d dh p2 Kd, d dh p3 7s, p1 cbr 2, p2 f, p3 cc,"
        "d db 2h, p1 bid 1, p3 no",
        "p1 gives p2", "the card goes to another player who is still in"),
    "a card turned up after a fold": (lambda: three_down(BET, {"step": "turn-all-up"}, BET), "p1 f, p2 cc, p3 cc",
        "p1 up Ac", "Ann has folded"),
    # chips
    "a trade after a fold": (lambda: three_down(BET, {"step": "trade"}, BET), "p1 f, p2 cc, p3 cc",
        "p1 pay 1", "Ann has folded"),
    "a call after a fold": (hand, f"{SEVEN_CARDS}, p3 cc, p1 f", "p1 cc", "Ann has folded"),
    "the bring-in once it is paid": (lambda: hand(house=BRINGS_IN, stakes=Stakes(bring_in=1)), f"{SEVEN_CARDS}, p1 pb",
        "p2 pb", "there is no bring-in to be paid now"),
    "the bring-in of another player": (lambda: hand(house=BRINGS_IN, stakes=Stakes(bring_in=1)), SEVEN_CARDS,
        "p2 pb !", "Ann has the bring-in"),
    "a bet of less than a chip": (
        lambda: hand(house={"chip_unit": 5}, stakes=Stakes(ante=5, min_bet=5, limit="none")), SEVEN_CARDS,
        "p3 cbr 7", "the smallest chip is 5"),
    "all in with chips that are counted": (hand, SEVEN_CARDS, "p3 allin 2",
        "Cy's stack is tracked: a bet or call for the whole stack is all in"),
    "all in for chips already bet": (lambda: hand(stacks=(None, None, None)),
        f"{SEVEN_CARDS}, p3 cbr 2, p1 cbr 4, p2 f", "p3 allin 2",
        "Cy has already bet 2: all in must be for more"),
    "chips from the pot after a fold": (lambda: hand("bourre"), "p3 f", "p3 gets 1", "Cy has folded"),
    "a player ranked twice": (lambda: hand("five-card-stud", (1, 1)), ALL_IN,
        "d ranks high p1 p1", "Ann is named twice"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_a_line_is_refused_with_the_reason(case: str) -> None:
    begin, lines, line, reason = REFUSED[case]
    assert refusal(after(begin(), *filter(None, [lines])), line) == reason


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"names": ("Ann",), "stacks": (100,), "antes": (1,)}, "Seven-Card Stud is for 2 to 10 players, not 1"),
        ({"names": ("Ann", "Bob", "Ann")}, "two players have the same name"),
        ({"stacks": (100, 100)}, "there must be one stack and one ante for each player"),
        ({"antes": (1, 1)}, "there must be one stack and one ante for each player"),
        ({"stacks": (100, 0, 100)}, "a player without chips is not dealt in"),
        ({"carried": -1}, "chips cannot be below 0"),
    ],
)
def test_a_hand_that_makes_no_sense_is_not_dealt(wrong: dict[str, Any], reason: str) -> None:
    with pytest.raises(SetupError, match=reason):
        start(replace(hand().setup, **wrong))


def wrong_lines(state: State, random: Random) -> list[str]:
    """Return lines with every verb, some with cards already on the table."""
    open_cards = [card for player in state.players for card in player.up]
    cards = [cards_text([card]) for card in random.sample(open_cards, min(2, len(open_cards)))]
    words = ["", "3", "high", "p2", "Xx", "????", "Ah to high", "Ah to 7", "Qs Qs", "QsQs", *cards, "".join(cards * 4)]
    seats = [f"p{seat}" for seat in range(1, len(state.players) + 2)]
    lines = [f"{random.choice(seats)} {verb} {random.choice(words)}" for verb in PLAYER_VERBS for _ in range(3)]
    lines += [f"d dh {random.choice([*seats, 'Ann'])} {word}" for word in words]
    return lines + [f"d {verb} {random.choice(words)}" for verb in ("db", "ok", "redeal", "misdeal", "ranks high")]


@pytest.mark.slow
@pytest.mark.parametrize("game_id", every_game())
def test_any_line_is_accepted_or_refused(game_id: str) -> None:
    enter_anything(game_id, Random(game_id))


@pytest.mark.long
@pytest.mark.parametrize("game_id", catalog())
@settings(max_examples=8)
@given(seed=st.integers(0, 2**32))
def test_any_line_is_accepted_or_refused_in_many_hands(game_id: str, seed: int) -> None:
    enter_anything(game_id, Random(seed))


def enter_anything(game_id: str, random: Random) -> None:
    """Play out a random hand of the game, entering wrong lines now and then."""
    dealer = deal(game_id, random)
    while dealer.state.result is None:
        if random.random() < 0.2:
            for line in wrong_lines(dealer.state, random):
                answer = play(dealer.state, line)
                assert isinstance(answer, State | Refusal)
                assert isinstance(answer, State) or not without_words(answer), line
        dealer.step()
