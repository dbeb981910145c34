"""Refusals: whatever is entered, nothing breaks, and the dealer gets a readable reason."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.cards.card import cards_text
from app.games.catalog import catalog
from app.hand.action import verbs
from app.hand.ask import Refusal
from app.hand.play import play
from app.hand.state import State
from tests.games.covering import every_game
from tests.hand.at_table import after, hand, refusal
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
