"""Test kit: play hands from actions as text, and read what the dealer sees and hears."""

from __future__ import annotations

from typing import Any

from app.games.house import Stakes, house_rules
from app.games.load import resolve
from app.games.modifiers import read_modifier
from app.hand.ask import Refusal
from app.hand.notation import write_action
from app.hand.play import play, prompt, start
from app.hand.state import Setup, State
from app.words.announcements import event_text
from app.words.asks import ask_label
from app.words.prompts import prompt_label, prompt_text
from app.words.refusals import refusal_text
from app.words.speaker import Speaker
from app.words.table import wild_line

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jo")


def hand(
    game: str = "seven-card-stud",
    stacks: tuple[int | None, ...] = (100, 100, 100),
    *,
    options: dict[str, Any] | None = None,
    modifiers: tuple[Any, ...] = (),
    house: dict[str, Any] | None = None,
    stakes: Stakes | None = None,
    carried: int = 0,
) -> State:
    """Return a hand after the antes: Ann sits to the dealer's left, the last player deals."""
    stakes = stakes or Stakes()
    return start(
        Setup(
            game=resolve(game, options, [read_modifier(name, "test") for name in modifiers]),
            names=NAMES[: len(stacks)],
            stacks=stacks,
            antes=(stakes.ante,) * len(stacks),
            stakes=stakes,
            house=house_rules(house or {}),
            carried=carried,
        )
    )


def after(state: State, *lines: str) -> State:
    """Return the state after these actions, asserting that each is accepted. Commas separate actions in a line."""
    for line in (line.strip() for text in lines for line in text.split(",")):
        result = play(state, line)
        assert not isinstance(result, Refusal), f"{line!r} was refused: {why(state, result)}"
        state = result
    return state


def refusal(state: State, line: str) -> str:
    """Return the reason for refusing an action."""
    result = play(state, line)
    assert isinstance(result, Refusal), f"{line!r} was accepted"
    return why(state, result)


def why(state: State, refused: Refusal) -> str:
    """Return a refusal in words."""
    return refusal_text(refused, Speaker(state.setup.names))


def stacks(state: State) -> list[int | None]:
    """Return every player's stack."""
    return [player.stack for player in state.players]


def announced(state: State) -> list[str]:
    """Return the announcements of the last action."""
    return all_announced(state, state.count)


def all_announced(state: State, after: int | None = None) -> list[str]:
    """Return all announcements, or those made after one action."""
    speaker = Speaker(state.setup.names)
    events = [made.event for made in state.announcements if after is None or made.after == after]
    return [event_text(event, speaker) for event in events]


def prompt_words(state: State) -> str:
    """Return the current prompt in words."""
    return prompt_text(prompt(state), Speaker(state.setup.names))


def label(state: State) -> str:
    """Return the label of the current prompt, which names the point in the hand."""
    return prompt_label(prompt(state), Speaker(state.setup.names))


def run_of(state: State) -> list[str]:
    """Return the actions that one tap enters together."""
    return list(map(write_action, prompt(state).run))


def labels(state: State) -> list[str]:
    """Return the words on the buttons."""
    return [ask_label(ask, Speaker(state.setup.names)) for ask in prompt(state).asks]


def wild(state: State) -> str:
    """Return the wild line."""
    return wild_line(state.wild.says, state.wild.next_up, Speaker(state.setup.names))
