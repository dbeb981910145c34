"""Answers under a seal, in the log of a hand: which question is open, and which answers nobody else may read. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.hand.action import REDEAL
from app.hand.notation import ActionError, parse_action
from app.hand.play import prompt
from app.hand.state import State
from app.hand.steps import kind_of
from app.hand.view import sealed
from app.night.log.entries import EntryKind, LogEntry
from app.night.log.replay import LiveHand, LogLine

#: The comment on an answer that the dealer has entered, for the player to know.
DEALERS = "entered by the dealer"


def open_question(live: LiveHand) -> int | None:
    """Return the number of the sealed question that is open now; None if none is."""
    if live.misfit is not None or not sealed(live.state):
        return None
    question = len(live.states) - 1
    while question > 0 and _stays_open(live, question - 1):
        question -= 1
    return question


def sealed_answer(live: LiveHand, seat: int, question: int) -> str:
    """Return the latest answer of a seat to a sealed question; empty if it has not answered.

    Show it to that player alone.
    """
    answer = ""
    for index, state in _while_open(live, question):
        if seat_answering(state, live.actions[index]) == seat:
            answer = live.actions[index]
    return answer


def entered_by_dealer(answer: str) -> bool:
    """Return whether the dealer has entered a sealed answer, and not the player."""
    return answer.endswith(f" # {DEALERS}")


def secret_places(live: LiveHand) -> frozenset[int]:
    """Return the numbers of the answers that nobody may read but who gave them.

    They are answers to the question now open, and to one that no answer has closed: the hand was void before, or dealt
    again.
    """
    pending: set[int] = set()
    secret: set[int] = set()
    for index, line in enumerate(live.lines):
        if line.sealed:
            pending.add(index + 1)
        if pending and not _stays_open(live, index):
            after = live.states[index + 1]
            if not line.sealed and (after.result is not None or parse_action(line.text).verb == REDEAL):
                secret |= pending
            pending.clear()
    return frozenset(secret | pending)


def log_lines(live: LiveHand, *, taken_back: bool = True) -> tuple[LogLine, ...]:
    """Return the log in words, in the order of play, and no word of what is secret.

    An action that was taken back precedes its replacement; an answer under a seal that was, is never read.
    """
    secret = secret_places(live)
    return tuple(
        _unread(line) if line.sealed and (not line.live or line.number in secret) else line
        for line in (live.shown if taken_back else live.lines)
    )


def secret_words(live: LiveHand, place: int) -> str:
    """Return what a secret answer at a place of the hand is called; an empty text for any other action."""
    return live.lines[place - 1].sealed if place in secret_places(live) else ""


def told_entries(live: LiveHand, log: Sequence[LogEntry]) -> list[LogEntry]:
    """Return the log of a hand without the answers that nobody may read: as it is where it holds none.

    Else it is the current actions alone, each under the number of the entry that it comes from.
    """
    secret = secret_places(live)
    if not secret and not any(line.sealed for line in live.taken_back):
        return list(log)
    kinds = {entry.number: entry.kind for entry in log}
    told: list[LogEntry] = []
    for place, action in enumerate(live.log.current, start=1):
        if place not in secret:
            kind: EntryKind = "more" if kinds[action.entry] == "more" and told else "act"
            told.append(LogEntry(action.entry, kind, action.text))
    return told


def _unread(line: LogLine) -> LogLine:
    return replace(line, text="", words=line.sealed, announcements=())


def _while_open(live: LiveHand, question: int) -> Iterator[tuple[int, State]]:
    """Yield the index of each action taken while a question was open, with the state before it."""
    for index in range(question, len(live.states) - 1) if question >= 0 else ():
        if not sealed(live.states[index]):
            return
        yield index, live.states[index]
        if not _stays_open(live, index):
            return


def _stays_open(live: LiveHand, index: int) -> bool:
    """Return whether the same sealed question is open before and after an action.

    It is the same if all who had answered it still have. The last answer may open the next question at once.
    """
    before, after = live.states[index : index + 2]
    if not (sealed(before) and sealed(after)):
        return False
    seat = seat_answering(before, live.actions[index])
    return _answered(before) | ({seat} - {None}) <= _answered(after)


def _answered(state: State) -> set[int | None]:
    return {seat for seat in state.live if kind_of(state.frame).answer(state, seat) is not None}


def seat_answering(state: State, line: str, *, strictly: bool = False) -> int | None:
    """Return the seat that a line answers for under the seal, or None. ``strictly`` excludes rulings and comments."""
    try:
        action = parse_action(line)
    except ActionError:
        return None
    if not sealed(state) or (strictly and (action.ruling or action.comment)):
        return None
    # Any amount will do here: it is checked when the action is played.
    return action.seat if any(ask.answered_by(replace(action, ruling=False)) for ask in prompt(state).asks) else None
