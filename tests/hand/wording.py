"""Test kit: checks of the words of prompts, announcements and refusals, on the screen and aloud."""

from __future__ import annotations

from collections.abc import Callable

from app.hand.ask import Prompt, Refusal
from app.hand.event import AnyEvent
from app.hand.play import prompt
from app.hand.state import State
from app.words.announcements import announcements, event_text
from app.words.asks import ask_label
from app.words.prompts import prompt_label, prompt_text
from app.words.refusals import refusal_text
from app.words.speaker import Speaker

#: Names that cannot be mistaken for the words around them.
STAND_INS = tuple(f"<{seat}>" for seat in range(16))

Words = tuple[str, ...]


def without_words(*values: Prompt | AnyEvent | Refusal) -> list[object]:
    """Return the values that have no words or incomplete ones."""
    speakers = (Speaker(STAND_INS), Speaker(STAND_INS, aloud=True))
    return [
        value for value in values if not all(whole(text) for speaker in speakers for text in words_of(value, speaker))
    ]


def whole(text: str) -> bool:
    """Return whether a text is complete: no unfilled value, no None, no extra blank."""
    return (
        bool(text)
        and text == " ".join(text.split())
        and not any(hole in text for hole in ("{", "}", "None", " ,", "()"))
    )


def words_of(value: Prompt | AnyEvent | Refusal, speaker: Speaker) -> Words:
    """Return all the words for a value."""
    if isinstance(value, Refusal):
        return (refusal_text(value, speaker),)
    if not isinstance(value, Prompt):
        return (event_text(value, speaker),)
    labels = (ask_label(ask, speaker) for ask in value.asks)
    return (prompt_label(value, speaker), prompt_text(value, speaker), *labels)


def all_words(state: State, speaker: Speaker) -> Words:
    """Return the prompt and all announcements, in words."""
    return (*words_of(prompt(state), speaker), *announcements((made.event for made in state.announcements), speaker))


def same_words(state: State, renamed: State) -> bool:
    """Return whether a hand under other names has the same events, result, prompt and, but for names, words."""
    return all(_alike(state, renamed, lambda names, aloud=aloud: Speaker(names, aloud)) for aloud in (False, True))


def _alike(state: State, renamed: State, speaker: Callable[[Words], Speaker]) -> bool:
    if (state.announcements, state.result, prompt(state)) != (renamed.announcements, renamed.result, prompt(renamed)):
        return False
    words = all_words(state, speaker(STAND_INS))
    names = renamed.setup.names
    for seat, name in reversed(list(enumerate(names))):
        words = tuple(text.replace(STAND_INS[seat], name) for text in words)
    return words == all_words(renamed, speaker(names))
