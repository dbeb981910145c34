"""Random legal hands of every game: chips are conserved, hands end, replays agree, hidden cards stay hidden."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.games.catalog import catalog
from app.games.definition import Option
from app.games.errors import GameError
from app.games.house import HOUSE, HouseRules
from app.games.load import resolve
from app.games.modifiers import Modifier, modifier_rules, read_modifier
from app.games.reasons import Reason
from app.hand.action import DEAL, DECK_OUT, MISDEAL, SPLIT, TURN_UP, Action
from app.hand.ask import Refusal
from app.hand.dealer import even_parts
from app.hand.notation import parse_action, parse_ask, write_action, write_ask
from app.hand.play import legal, play, prompt, replay
from app.hand.settlement.pots import pots_of
from app.hand.state import State
from app.hand.view import DEALER, SPECTATOR, TELEVISION, Viewer, view
from app.night.play.random_play import chips
from tests.games.covering import every_game
from tests.games.modifier_entries import entry_of
from tests.hand.random_dealer import RandomDealer, down_cards, random_setup
from tests.hand.wording import same_words, without_words

GAMES = tuple(catalog())
VIEWERS = (DEALER, TELEVISION, SPECTATOR, Viewer("player", 0))


def random_house(random: Random) -> HouseRules:
    """Return house rules with every choice drawn at random."""
    drawn = {name: random.choice(ruling.answers) for name, ruling in HOUSE.items() if ruling.answers}
    return HouseRules(
        **drawn
        | {
            "raises": random.choice([0, 1, 3]),
            "wild_repeats": random.random() < 0.2,
            "big_bet_from_round": random.choice([1, 3, 4]),
            "chip_unit": random.choice([1, 1, 2]),
            "last_bet": random.choice([0, 40]),
        }
    )


def random_options(options: tuple[Option, ...], random: Random) -> dict[str, object]:
    """Return a value for each option, the default among them."""
    values: dict[str, object] = {}
    for option in options:
        choices = list(option.choices) if option.choices else [True, False]
        values[option.key] = random.choice([*choices, 3] if option.amount else choices)
    return values


def random_modifiers(game_id: str, options: dict[str, object], random: Random) -> list[Modifier]:
    """Return up to three random modifiers that do not contradict the game or each other."""
    chosen: list[Modifier] = []
    for name in random.sample(modifier_rules.names(), k=random.choice([0, 0, 1, 2, 3])):
        entry = entry_of(name)
        if name == "wild":
            entry["ranks"] = random.choice(["2", "7J"])
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
@pytest.mark.parametrize("game_id", every_game())
def test_a_random_hand_passes_every_check(game_id: str) -> None:
    play_watched(game_id, Random(game_id))


@pytest.mark.long
@pytest.mark.parametrize("game_id", GAMES)
@settings(max_examples=8)
@given(seed=st.integers(0, 2**32))
def test_many_random_hands_pass_every_check(game_id: str, seed: int) -> None:
    play_watched(game_id, Random(seed))


def play_watched(game_id: str, random: Random) -> None:
    """Play out a random hand of the game, checking it after every action."""
    dealer = deal(game_id, random)
    before = chips(dealer.state)
    while dealer.state.result is None:
        assert_chips_conserved(dealer.state, before)
        for viewer in random.sample(VIEWERS, 2):
            assert_hidden_cards_hidden(dealer.state, viewer)
        assert_asks_read_back(dealer.state)
        assert not without_words(prompt(dealer.state))
        if random.random() < 0.05:
            assert_illegal_actions_refused(dealer.state)
            assert_pot_divisible(dealer.state, before)
        asks = prompt(dealer.state).asks
        answer = parse_action(dealer.step())
        # A known down card, as with cameras, is more than was asked for. Other cards stray.
        offered = any(ask.answered_by(replace(answer, ruling=False)) for ask in asks)
        assert offered or answer.verb in (DEAL, MISDEAL, DECK_OUT) or (answer.ruling and answer.verb == TURN_UP)
    assert_chips_conserved(dealer.state, before)
    assert_pots_paid_out(dealer.state)
    assert_wins_matched(dealer)
    assert_failed_declarations_win_nothing(dealer.state)
    assert not without_words(prompt(dealer.state), *(made.event for made in dealer.state.announcements))
    assert_replay_agrees(dealer, random.randint(0, len(dealer.lines)))
    assert_names_do_not_matter(dealer)


def assert_chips_conserved(state: State, before: int | None) -> None:
    """Assert that no chip appears or vanishes, and the pots hold all chips paid in."""
    assert chips(state) == before
    assert sum(pot.amount for pot in pots_of(state)) == state.pot
    assert all(player.stack is None or player.stack >= 0 for player in state.players)


def assert_pots_paid_out(state: State) -> None:
    """Assert that winners and the next hand get every pot whole, and nobody is left to act."""
    assert (result := state.result) is not None
    assert sum(award.amount for award in result.awards) + result.carried == sum(result.pots) or not result.pots
    assert legal(state) == ()


def assert_failed_declarations_win_nothing(state: State) -> None:
    """Assert that nobody wins a pot in which their declaration failed, unless cards speak or they are alone in it."""
    result = state.result
    assert result is not None
    kinds = {note.kind for note in result.notes}
    if "nobody holds, dealt again" in kinds or "nobody holds, cards speak" in kinds:
        return
    failed = {(note.seat, note.pot) for note in result.notes if note.ruling != "both_scope"}
    for award in result.awards:
        if Reason("nobody else plays for it") not in award.why:
            assert not {(award.seat, None), (award.seat, award.pot)} & failed


def assert_wins_matched(dealer: RandomDealer) -> None:
    """Assert that a player all in or out of the hand wins at most as much from each other player as they put in.

    This holds if all chips were bets, and won at the end. Antes that the dealer posts for the table can be won by
    everyone.
    """
    end, setup = dealer.state, dealer.states[0].setup
    assert end.result is not None
    stacks = [player.stack for player in end.players]
    if None in stacks or end.result.returned or any(player.from_pot for player in end.players):
        return
    if any(state.dead_money for state in dealer.states):
        return
    won = end.result.totals()
    for_all = setup.carried + (sum(setup.antes) if setup.stakes.dealer_antes else 0)
    put = [(setup.stacks[seat] or 0) - (stack or 0) + won.get(seat, 0) for seat, stack in enumerate(stacks)]
    for seat, amount in won.items():
        if end.players[seat].all_in or not end.players[seat].live:
            assert amount <= for_all + sum(min(other, put[seat]) for other in put)


def assert_hidden_cards_hidden(state: State, viewer: Viewer) -> None:
    """Assert that no view shows a card that has not been turned up."""
    seen = view(state, viewer)
    shown = {card.card for seat in seen.seats for card in seat.cards} | {card.card for card in seen.middle}
    shown |= {place.card.card for row in seen.layout for place in row if place.card}
    assert not shown & down_cards(state)


def assert_asks_read_back(state: State) -> None:
    """Assert that every ask and every legal action reads back the same from its text."""
    asked = prompt(state)
    lines = legal(state)
    assert len(set(lines)) == len(lines), "two asks are written alike"
    for ask, line in zip(asked.asks, lines, strict=True):
        back = parse_ask(line)
        assert back.action == ask.action
        assert type(back.takes) is type(ask.takes)
        assert write_ask(back) == line
    for action in asked.run:
        assert parse_action(write_action(action)) == action


def assert_illegal_actions_refused(state: State) -> None:
    """Assert that illegal actions are refused with a reason in words, even for seats that do not exist."""
    verbs = {" ".join(line.split()[:2]) for line in legal(state)}
    for seat in range(1, 13):
        for line in (f"p{seat} cc", f"p{seat} f", f"p{seat} pb", f"p{seat} pay 2", f"p{seat} no", f"p{seat} cbr 99999"):
            after = play(state, line)
            if " ".join(line.split()[:2]) not in verbs:
                assert isinstance(after, Refusal), line
                assert not without_words(after)


def assert_pot_divisible(state: State, before: int | None) -> None:
    """Assert that the remaining players can divide the pot at any prompt, and no chip appears or vanishes."""
    after = play(state, Action(SPLIT, parts=tuple(even_parts(state).items())))
    assert not isinstance(after, Refusal)
    assert_chips_conserved(after, before)
    assert_pots_paid_out(after)


def assert_replay_agrees(dealer: RandomDealer, count: int) -> None:
    """Assert that replaying the first ``count`` actions leads to the state of the live hand."""
    states, refusal = replay(dealer.states[0].setup, dealer.lines[:count])
    assert refusal is None
    assert states[-1] == dealer.states[count]


def assert_names_do_not_matter(dealer: RandomDealer) -> None:
    """Assert that the words stay the same if players' names contain each other."""
    first = dealer.states[0].setup
    names = ("Ann", "Anna", "An", "Ann Lee", "Lee", "Bob", "Bo", "B", "Bobby", "And")[: len(first.names)]
    renamed, refusal = replay(replace(first, names=names), dealer.lines)
    assert refusal is None
    assert same_words(dealer.state, renamed[-1])


@pytest.mark.slow
@given(text=st.text(max_size=40))
@settings(max_examples=300)
def test_no_line_of_text_can_break_a_hand(text: str) -> None:
    state = deal("baseball", Random(1)).state
    assert isinstance(play(state, text), Refusal | type(state))
