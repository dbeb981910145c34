"""Answers under a seal, declarations and bids, that come from several screens at the same time.

A question is known by the number of live actions there were when it was opened, so that a tap on an old screen never
answers a later one. Answers of different players do not get in each other's way, whoever was first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.hand.action import Action, ActionError, parse_action
from app.hand.ask import Ask
from app.hand.play import prompt
from app.hand.state import State
from app.hand.steps import kind_of
from app.hand.view import sealed
from app.night.log.replay import LiveHand
from app.night.taps import LONGEST, Answer, Planned, Refused, Repeated, Stale, plain, plan_lines, post, store


@dataclass(frozen=True, slots=True)
class Late:
    """The question that a phone has answered is not the one that is open now; nothing is stored."""

    live: LiveHand
    reason: str


def question_of(live: LiveHand) -> int | None:
    """The number of the sealed question now open: the live actions there were when it was; None while none is open."""
    if live.misfit is not None or not sealed(live.state):
        return None
    at = len(live.states) - 1
    while at > 0 and _goes_on(live, at - 1):
        at -= 1
    return at


def own_answer(live: LiveHand, seat: int, question: int) -> str:
    """The line with which a seat of the hand has answered a sealed question last; empty while it has not.

    It is for that player's own eyes, or for nobody's.
    """
    said = ""
    for at, state in _while_open(live, question):
        if _seat_answering(state, live.actions[at]) == seat:
            said = live.actions[at]
    return said


def answer_sealed(hand_id: int, question: int, seat: int, line: str) -> Answer | Late:
    """Enter what the player in a seat of the hand answers to a sealed question, in place of an earlier answer.

    Nothing else is taken: no other action, no other seat, no other question than the one now open.
    """
    text = plain(line)

    def plan(found: LiveHand) -> Planned | Refused | Repeated | Late:
        if found.misfit is not None:
            return Refused(found, "", "the dealer is mending this hand: wait a moment")
        if text and own_answer(found, seat, question) == text:
            return Repeated(found)
        if question_of(found) != question:
            return Late(found, _why_late(found, question))
        if len(text) > LONGEST or _seat_answering(found.state, text, strictly=True) != seat:
            return Refused(found, "", "that is no answer to this question")
        return plan_lines(found, [text])

    return store(hand_id, None, lambda _rows: False, plan)


def enter(hand_id: int, seen: int, lines: Sequence[str]) -> Answer:
    """Enter what the dealer has tapped, as ``post`` does, but never too late only because of a phone.

    Answers to the sealed question now open are taken as long as nothing has been entered since ``seen`` but other
    players' answers to it.
    """
    answer = post(hand_id, seen, lines)
    if not isinstance(answer, Stale) or question_of(answer.live) is None:
        return answer
    texts = [plain(line) for line in lines]

    def plan(found: LiveHand) -> Planned | Refused | Repeated | Stale:
        others = _answered_since(found, seen)
        seats = [_seat_answering(found.state, text, strictly=True) for text in texts]
        question = question_of(found)
        if others is None or question is None or None in seats:
            return Stale(found)
        if [own_answer(found, seat, question) for seat in seats if seat is not None] == texts:
            return Repeated(found)
        return Stale(found) if others & set(seats) else plan_lines(found, texts)

    return store(hand_id, None, lambda _rows: False, plan)


def _answered_since(found: LiveHand, seen: int) -> set[int | None] | None:
    """Who has answered the question now open since the log had ``seen`` entries.

    None where anything else has come as well, where the question was not open then, or is not now.
    """
    question, count = question_of(found), found.number - seen
    if question is None or count < 1:
        return None
    recent, first = found.log.live[-count:], len(found.actions) - count
    if first < question or [line.entry for line in recent] != [*range(seen + 1, found.number + 1)]:
        return None
    seats = {_seat_answering(found.states[first + n], line.text) for n, line in enumerate(recent)}
    return None if None in seats else seats


def _while_open(live: LiveHand, question: int) -> Iterator[tuple[int, State]]:
    """The actions taken while a question was open, by their index, each with the state before it."""
    for at in range(question, len(live.states) - 1) if question >= 0 else ():
        if not sealed(live.states[at]):
            return
        yield at, live.states[at]
        if not _goes_on(live, at):
            return


def _goes_on(live: LiveHand, at: int) -> bool:
    """Whether the sealed question open before the action at this index is the one that is open after it.

    It is when whoever had answered still has. An answer that closes a question may open the next one at once.
    """
    before, after = live.states[at : at + 2]
    if not (sealed(before) and sealed(after)):
        return False
    seat = _seat_answering(before, live.actions[at])
    return _answered(before) | ({seat} - {None}) <= _answered(after)


def _answered(state: State) -> set[int | None]:
    return {seat for seat in state.live if kind_of(state.frame).answer(state, seat)}


def _seat_answering(state: State, line: str, *, strictly: bool = False) -> int | None:
    """Whose answer to the sealed question a line is; None for one that is none, or not exactly (``strictly``)."""
    try:
        action = parse_action(line)
    except ActionError:
        return None
    if not sealed(state) or (strictly and (action.ruling or action.comment)):
        return None
    return action.seat if any(_fits(ask, action) for ask in prompt(state).asks) else None


def _fits(ask: Ask, action: Action) -> bool:
    """Whether an action answers an ask; an amount is any number here, and judged when it is played."""
    _, verb, *words = ask.action.split()
    if (ask.seat, verb, len(words)) != (action.seat, action.verb, len(action.words)):
        return False
    said = zip(words, action.words, strict=True)
    return all(word == given or (".." in word and given.isascii() and given.isdigit()) for word, given in said)


def _why_late(found: LiveHand, question: int) -> str:
    if question_of(found) is not None:
        return "this is asked anew: answer once more"
    if 0 <= question < len(found.states) and sealed(found.states[question]):
        what = "declarations" if prompt(found.states[question]).kind == "declare" else "bids"
        return f"the {what} are open already"
    return "this is not asked any more"
