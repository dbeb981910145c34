"""Random legal hands over every game: chips conserved, replay equals live, nobody stuck, nothing leaked or unsaid."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.games.catalog import catalog
from app.games.definition import Option
from app.games.errors import GameError
from app.games.house import HouseRules, house_choices
from app.games.load import resolve
from app.games.modifiers import AppliedModifier, modifier_rules, read_modifier
from app.hand.action import DEAL
from app.hand.notation import parse_action, parse_ask, write_action, write_ask
from app.hand.play import legal, play, prompt, replay
from app.hand.refusal import Refusal
from app.hand.settlement.pots import pots_of
from app.hand.view import DEALER, SPECTATOR, TELEVISION, Viewer, view
from tests.hand.hearing import heard_alike, unsaid
from tests.hand.random_play import RandomDealer, chips, down_cards, random_setup

GAMES = tuple(catalog())


def random_house(random: Random) -> HouseRules:
    """House rules with every choice drawn at random."""
    drawn = {
        name: random.choice(house_choices(name)) for name in HouseRules.__dataclass_fields__ if house_choices(name)
    }
    return HouseRules(
        **drawn,
        raises=random.choice([0, 1, 3]),
        wild_repeats=random.random() < 0.2,
        natural_wins=random.random() < 0.2,
        chip_unit=random.choice([1, 1, 2]),
        open_pair_big_bet=random.random() < 0.3,
        last_bet=random.choice([0, 40]),
        wild_showing=random.random() < 0.7,
        heads_up_cap=random.random() < 0.3,
    )


def random_options(options: tuple[Option, ...], random: Random) -> dict[str, object]:
    """Return a value for each option, the default among them."""
    values: dict[str, object] = {}
    for option in options:
        choices = list(option.choices) if option.choices else [True, False]
        values[option.key] = random.choice([*choices, 3] if option.amount else choices)
    return values


def random_modifiers(game_id: str, options: dict[str, object], random: Random) -> list[AppliedModifier]:
    """None to three modifiers, those left out that contradict the game or each other."""
    chosen: list[AppliedModifier] = []
    for name in random.sample(modifier_rules.names(), k=random.choice([0, 0, 1, 2, 3])):
        entry = {"modifier": name, "ranks": random.choice(["2", "7J"])} if name == "wild" else {"modifier": name}
        if name == "roll-your-own":
            entry["style"] = random.choice(["together", "in turn", "choose before"])
        added = read_modifier(entry, "random play")
        try:
            resolve(game_id, options, [*chosen, added])
        except GameError:
            continue
        chosen.append(added)
    return chosen


def deal(game_id: str, random: Random) -> RandomDealer:
    """Return a random hand of the game, not yet played."""
    options = random_options(catalog()[game_id].options, random)
    game = resolve(game_id, options, random_modifiers(game_id, options, random))
    return RandomDealer(random_setup(game, random, random_house(random)), random)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
@settings(max_examples=10)
@given(seed=st.integers(0, 2**32))
def test_every_hand_ends_with_its_chips_where_they_belong(game_id: str, seed: int) -> None:
    dealer = deal(game_id, Random(seed))
    before = chips(dealer.state)
    while dealer.state.result is None:
        dealer.step()
        state = dealer.state
        assert chips(state) == before
        assert sum(pot.amount for pot in pots_of(state)) == state.pot
        assert all(player.stack is None or player.stack >= 0 for player in state.players)
    result = dealer.state.result
    assert sum(award.amount for award in result.awards) + result.carried == sum(result.pots) or not result.pots
    assert legal(dealer.state) == ()


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
@settings(max_examples=4)
@given(seed=st.integers(0, 2**32))
def test_a_replay_of_the_lines_is_the_live_hand(game_id: str, seed: int) -> None:
    dealer = deal(game_id, Random(seed))
    dealer.play_out()
    at = seed % (len(dealer.lines) + 1)
    state, refusal = replay(dealer.states[0].setup, dealer.lines[:at])
    assert refusal is None
    assert state == dealer.states[at]


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
@settings(max_examples=4)
@given(seed=st.integers(0, 2**32))
def test_no_view_shows_a_card_that_has_not_been_turned(game_id: str, seed: int) -> None:
    dealer = deal(game_id, Random(seed))
    while dealer.state.result is None:
        dealer.step()
        hidden = down_cards(dealer.state)
        for viewer in (DEALER, TELEVISION, SPECTATOR, Viewer("player", 0)):
            seen = view(dealer.state, viewer)
            shown = {card.card for seat in seen.seats for card in seat.cards} | {card.card for card in seen.middle}
            assert not shown & hidden


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
@settings(max_examples=3)
@given(seed=st.integers(0, 2**32), seats=st.integers(1, 12))
def test_what_is_not_offered_is_refused_with_a_reason(game_id: str, seed: int, seats: int) -> None:
    random = Random(seed)
    dealer = deal(game_id, random)
    for _ in range(random.randint(0, 40)):
        if dealer.state.result is None:
            dealer.step()
    offered = legal(dealer.state)
    verbs = {" ".join(line.split()[:2]) for line in offered}
    for seat in range(1, seats + 1):
        for line in (f"p{seat} cc", f"p{seat} f", f"p{seat} pb", f"p{seat} pay 2", f"p{seat} no", f"p{seat} cbr 99999"):
            after = play(dealer.state, line)
            if " ".join(line.split()[:2]) not in verbs:
                assert isinstance(after, Refusal), line
                assert not unsaid(after)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
@settings(max_examples=2)
@given(seed=st.integers(0, 2**32))
def test_every_ask_and_its_answer_read_back_from_text(game_id: str, seed: int) -> None:
    dealer = deal(game_id, Random(seed))
    while dealer.state.result is None:
        asked = prompt(dealer.state)
        lines = legal(dealer.state)
        assert len(set(lines)) == len(lines), "two asks are written alike"
        for ask, line in zip(asked.asks, lines, strict=True):
            back = parse_ask(line)
            assert back.action == ask.action
            assert type(back.takes) is type(ask.takes)
            assert write_ask(back) == line
        for action in asked.run:
            assert parse_action(write_action(action)) == action
        answer = parse_action(dealer.step())
        # A card dealt down may be known, as cameras know it: that is more than was asked for.
        assert answer.verb == DEAL or any(ask.answered_by(answer) for ask in asked.asks)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
@settings(max_examples=2)
@given(seed=st.integers(0, 2**32))
def test_everything_asked_and_announced_has_words_that_no_name_can_confuse(game_id: str, seed: int) -> None:
    dealer = deal(game_id, Random(seed))
    while dealer.state.result is None:
        assert not unsaid(prompt(dealer.state))
        dealer.step()
    assert not unsaid(prompt(dealer.state), *(made.event for made in dealer.state.announcements))
    first = dealer.states[0].setup
    names = ("Ann", "Anna", "An", "Ann Lee", "Lee", "Bob", "Bo", "B", "Bobby", "and")[: len(first.names)]
    renamed, refusal = replay(replace(first, names=names), dealer.lines)
    assert refusal is None
    assert heard_alike(dealer.state, renamed)


@pytest.mark.slow
@given(text=st.text(max_size=40))
@settings(max_examples=300)
def test_no_line_of_text_can_break_a_hand(text: str) -> None:
    state = deal("baseball", Random(1)).state
    assert isinstance(play(state, text), Refusal | type(state))
