"""The pad for every game: every prompt of a hand can be rendered and answered on the screen."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from flask import Flask, render_template
from flask_migrate import upgrade
from werkzeug.datastructures import MultiDict

from app import create_app
from app.cards.card import card_text
from app.games.catalog import catalog
from app.hand.ask import Prompt
from app.hand.notation import parse_action, write_action, write_ask
from app.hand.play import legal, play, prompt
from app.hand.state import State
from app.money.chipset import ChipValue
from app.night.log.entries import HandInfo, HandLog
from app.night.log.replay import LiveHand
from app.night.screens import Table
from app.web.dealer.page import DealerPage
from app.web.pad.cards import OUT
from app.web.pad.pads import pad_of
from app.web.pad.parts import EXPOSED_CARD, EXTRA_CARD, OUT_OF_ORDER, Button, Focus, Pad, focus_text, read_focus
from app.web.pad.tap import read_tap
from tests.games.covering import every_game
from tests.games.settings import events
from tests.games.sweep import made
from tests.hand.at_table import after, hand
from tests.hand.own_game import BET, own
from tests.hand.own_game import deal as deal_step
from tests.hand.random_dealer import RandomDealer, random_setup
from tests.hand.test_random_play import deal

#: The hands of each game: one, and another in the long run.
HANDS = [0, pytest.param(1, marks=pytest.mark.long)]

#: Number of states of a hand to render; the pad is made for all of them.
DRAWN = 8

DEALT = datetime(2026, 11, 6, 20, tzinfo=UTC)


@pytest.fixture(scope="module")
def empty() -> Iterator[Flask]:
    """Yield the application without a night: enough to render."""
    app = create_app({"TESTING": True, "SECRET_KEY": "not a secret", "SQLALCHEMY_DATABASE_URI": "sqlite://"})
    with app.test_request_context("/"):
        upgrade()
        yield app


@pytest.mark.slow
@pytest.mark.parametrize("number", HANDS)
@pytest.mark.parametrize("game_id", every_game())
def test_every_prompt_of_a_random_hand_can_be_answered_on_the_screen(game_id: str, number: int, empty: Flask) -> None:
    random = Random(f"{game_id} {number}")
    dealer = deal(game_id, random)
    play_out(dealer)
    check_answers(dealer, random)


@pytest.mark.slow
@pytest.mark.parametrize("entry", list(events()), ids=lambda entry: " ".join(map(str, entry.values())))
def test_the_prompts_of_an_event_can_be_answered_on_the_screen(entry: dict[str, Any], empty: Flask) -> None:
    called = [{"modifier": "jokers", "count": 2}, entry]
    if (game := made(catalog()["six-card-stud"], {}, called)) is None:
        return
    random = Random(str(entry))
    dealer = RandomDealer(random_setup(game, random), random)
    play_out(dealer)
    check_answers(dealer, random)


def play_out(dealer: RandomDealer) -> None:
    """Play the hand to its end, or 300 lines of it: an event may have it dealt again forever."""
    while dealer.state.result is None and len(dealer.lines) < 300:
        dealer.step()


def check_answers(dealer: RandomDealer, random: Random) -> None:
    """Check that the pad of each state can enter the next line of the hand; render some of the states."""
    drawn = set(random.sample(range(len(dealer.states)), min(DRAWN, len(dealer.states))))
    for at, state in enumerate(dealer.states[: len(dealer.lines) + (dealer.state.result is not None)]):
        asked = prompt(state)
        pad = pad_of(state, asked, Focus())
        # No taps wait on the pad, so Undo undoes the last entry.
        assert not pad.held
        assert not read_focus("", "", pad.ruling, "").ruling
        if asked.kind == "over":
            drawn.add(at)
        else:
            assert has_controls(pad), asked
            check_posts(state, asked, pad)
            line = dealer.lines[at]
            # A misdeal and an empty deck are called from the menu beside the pad.
            assert line in ("d misdeal", OUT) or reaches(state, asked, line), (line, asked, pad)
        if at in drawn or pad.kind in ("pick", "declare"):
            check_drawn(state, pad)


def test_tapping_a_card_picks_it_and_tapping_it_again_puts_it_back() -> None:
    state = at_draw()
    line = "p1 sd CARDS"
    assert line in legal(state)
    first = state.players[0].up[0]
    held = tapped(state, line, "", card_text(first))
    assert isinstance(held, Focus)
    assert held.held == (first,)
    again = tapped(state, line, card_text(first), card_text(first))
    assert isinstance(again, Focus)
    assert again.held == ()


def at_draw() -> State:
    """Return a state in which the first player taps up-cards to discard."""
    for seed in range(200):
        dealer = deal("flipem", Random(seed))
        while dealer.state.result is None:
            if "p1 sd CARDS" in legal(dealer.state):
                return dealer.state
            dealer.step()
    raise AssertionError("no such draw")


def has_controls(pad: Pad) -> bool:
    """Return whether the pad has anything to tap."""
    keys = [key for row in pad.keys for key in row if key and not key.where] + list(pad.own)
    return bool(keys or pad.choices or pad.groups or pad.ranges or [mode for mode in pad.modes if not mode.pressed])


def posting(pad: Pad) -> list[Button]:
    """Return the buttons of a pad that post an action."""
    grouped = [button for group in pad.groups for button in group.choices]
    return [button for button in (*pad.choices, *pad.modes, *grouped) if button.action]


def check_posts(state: State, asked: Prompt, pad: Pad) -> None:
    """Check that the lines of each button are legal, alone or as a run, or have an amount within the legal range."""
    offered = legal(state)
    followed = [write_ask(ask) for ask in asked.asks if ask.then]
    for button in posting(pad):
        lines = button.action.splitlines()
        if button.label.startswith("All ") or lines[0] in followed:
            check_run(state, lines)
            lines = lines[:1]
        for line in lines:
            possible = line in offered or line in map(write_action, asked.run) or line == OUT
            assert possible or within(line, offered) or " sm" in line, (button, offered)


def check_run(state: State, lines: list[str]) -> None:
    """Check that a run can be played, one player after the other."""
    for line in lines:
        after = play(state, line)
        assert isinstance(after, State), (line, after)
        state = after


def within(line: str, offered: tuple[str, ...]) -> bool:
    for other in offered:
        if other.endswith((" PLAYERS", " WILD")) and line.startswith(other.rpartition(" ")[0]):
            return True
        ranged = re.fullmatch(r"(.*) (\d+)\.\.(\d*)", other)
        start, _, amount = line.rpartition(" ")
        if ranged and start == ranged[1] and amount.isdigit() and int(amount) >= int(ranged[2]):
            return not ranged[3] or int(amount) <= int(ranged[3])
    return False


def reaches(state: State, asked: Prompt, line: str) -> bool:
    """Return whether taps can produce this line, with its seat selected, in one of the pad's modes."""
    action = parse_action(line)
    if action.verb in ("dh", "db", "sm", "ranks", "wild"):
        return True
    seat = action.about
    strays = (EXPOSED_CARD,) if line.endswith(" !") else ()
    for mode in (*range(sum(ask.seat == seat for ask in asked.asks) or 1), *strays):
        pad = pad_of(state, asked, Focus(arm=seat, mode=mode))
        lines = [line for button in posting(pad) for line in button.action.splitlines()]
        if line in lines or (pad.ranges and within(line, legal(state))):
            return True
        if waits_for(pad, line) and taps_enter(state, asked, pad, line, mode):
            return True
    return False


def waits_for(pad: Pad, line: str) -> bool:
    pattern = re.sub(r"CARDS?", r"([2-9TJQKA][shdc]|J[rb]|[?]{2})+", re.escape(pad.action))
    return bool(pad.action) and re.fullmatch(pattern, line) is not None


def taps_enter(state: State, asked: Prompt, pad: Pad, line: str, mode: int) -> bool:
    """Return whether a line can be entered by tapping its cards one by one, each on an enabled key."""
    start = len(pad.action.partition("CARD")[0])
    cards = line[start:].split()[0]
    held = ""
    for at in range(0, len(cards), 2):
        card = cards[at : at + 2]
        keys = [key for row in pad.keys for key in row if key] + list(pad.own) + list(pad.jokers)
        if not any(key.text == card and not key.where for key in keys) and not (card == "??" and pad.offers_unseen):
            return False
        tap = tapped(state, pad.action, held, card)
        if isinstance(tap, tuple):
            return tap == (line,) and at == len(cards) - 2
        if not isinstance(tap, Focus):
            return False
        pad = pad_of(state, asked, Focus(tap.arm, mode, tap.held))
        held = pad.held
    return line in [button.action for button in posting(pad)]


def tapped(state: State, line: str, held: str, card: str) -> object:
    return read_tap(state, MultiDict([("action", line), ("held", held), ("card", card)]))


def check_drawn(state: State, pad: Pad) -> None:
    """Check that the screen renders with every button of the pad."""
    seats, game = tuple(range(len(state.players))), state.game
    info = HandInfo(1, 1, 1, game.id, game.name, state.setup, seats, seats, {}, [], DEALT)
    hand = LiveHand(info, HandLog(number=state.count), (state,))
    nothing_asked = {"waiting": (), "phones_asking": (), "on_television": None, "currency": ""}
    stacks = {seat: player.stack for seat, player in enumerate(state.players)}
    night = {"played_for": ChipValue(), "example": False, "changes": 1, "ended_at": DEALT}
    table = cast(Table, SimpleNamespace(**night, stacks=stacks, badges={}, **nothing_asked))
    html = render_template("dealer/_screen.html", screen=DealerPage("key", hand, Focus(), table, None))
    for button in posting(pad):
        assert f'value="{button.action}"' in html.replace("&#39;", "'")
    assert html.count('class="seat ') == len(state.players)
    ids = re.findall(r' id="([^"]*)"', html)
    assert len(ids) == len(set(ids)), "the focus and pending requests are restored by id"


def test_out_of_order_accepts_any_bet_and_any_stack(empty: Flask) -> None:
    """Any amount can be bet even though the betting is capped, and by a player out of turn."""
    state = after(hand("five-card-stud", (100, 100, None)), "d dh p1 ??Kh, d dh p2 ??Qh, d dh p3 ??2c")
    state = after(state, "p1 cbr 2, p2 cbr 4, p3 cbr 6, p1 cbr 8")
    pad = pad_of(state, prompt(state), Focus(arm=1, mode=OUT_OF_ORDER))
    assert pad.label == "Somebody else? Tap their seat"
    assert [amounts.action for amounts in pad.ranges] == ["p2 cbr 9..99", "d stack p2 0.."]
    assert not pad.choices
    pad = pad_of(state, prompt(state), Focus(arm=2, mode=OUT_OF_ORDER))
    assert [amounts.action for amounts in pad.ranges] == ["p3 cbr 9..", "d stack p3 0.."]
    assert [button.action for button in pad.choices] == ["p3 f !"]
    assert dict(pad.armable) == {0: "0.99", 1: "1.99"}


def test_out_of_order_without_a_valid_seat_is_about_the_player_to_act(empty: Flask) -> None:
    state = after(hand("five-card-stud", (100, 100)), "d dh p1 ??Kh")
    pad = pad_of(state, prompt(state), read_focus(focus_text(None, OUT_OF_ORDER), "", "", ""))
    assert (pad.seat, [amounts.action for amounts in pad.ranges]) == (1, ["d stack p2 0.."])


def test_the_deck_is_not_offered_as_out_for_the_first_cards(empty: Flask) -> None:
    state = hand("bunk-beds", (100,) * 5)
    assert not pad_of(state, prompt(state), Focus()).modes


def test_the_question_of_a_stray_card_says_whose_it_is_and_what_it_is_for(empty: Flask) -> None:
    state = after(hand("five-card-stud", (100, 100, 100)), "d dh p1 ??9c, d dh p2 ??Kd")
    texts = [pad_of(state, prompt(state), Focus(arm=1, mode=mode)).text for mode in (EXTRA_CARD, EXPOSED_CARD)]
    assert texts == ["Bob: an extra card that stays", "Bob: a down card everyone saw"]


def test_answers_that_name_their_players_are_not_grouped() -> None:
    rounds = own(deal_step("u"), BET, {"step": "repeat", "steps": 2, "until": "somebody knocks"}, BET)
    state = after(rounds, "d dh p1 9c, d dh p2 Kd, d dh p3 4h, p2 cc, p3 cc, p1 cc")
    pad = pad_of(state, prompt(state), Focus())
    assert (pad.kind, pad.groups) == ("choices", ())
    assert [choice.label for choice in pad.choices] == ["Ann knocks", "Bob knocks", "Cy knocks", "Another round"]


def test_the_same_answers_of_several_players_are_grouped_by_name() -> None:
    game = own(deal_step("dd"), {"step": "discard", "keep_price": "maximum bet"}, BET, stacks=(2, 2, 2))
    state = after(game, "d dh p1 ????, d dh p2 ????, d dh p3 ????")
    assert legal(state) == ("p1 sd ??", "p2 sd ??", "p3 sd ??")
    pad = pad_of(state, prompt(state), Focus())
    assert [(group.name, [choice.label for choice in group.choices]) for group in pad.groups] == [
        (name, ["Discards 1"]) for name in ("Ann", "Bob", "Cy")
    ]


def test_up_cards_to_discard_are_asked_for_one_player_at_a_time() -> None:
    game = own(deal_step("du"), {"step": "discard", "up_too": True}, BET)
    state = after(game, "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h")
    pad = pad_of(state, prompt(state), Focus(arm=1))
    assert [choice.label for choice in pad.choices] == ["A down card", "King of diamonds"]
    assert [choice.action for choice in pad.choices] == ["p2 sd ??", "p2 sd Kd"]
