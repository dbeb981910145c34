"""Sealed answers, that is declarations and bids, which come from several screens at the same time.

A question is identified by the number of actions before it, so that a tap on an old screen never answers a later
question. Answers of different players never conflict, whichever comes first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from app.hand.notation import LONGEST_LINE, ActionError, parse_action
from app.hand.play import prompt
from app.hand.state import State
from app.hand.steps import kind_of
from app.hand.view import sealed
from app.night.acts.lines import leaving_seats, waiting
from app.night.log.answers import Answer, Plan, Refused, Repeated, Stale
from app.night.log.entries import normal_line, normal_lines
from app.night.log.replay import LiveHand
from app.night.taps import append_planned, plan_actions, post


@dataclass(frozen=True, slots=True)
class Late:
    """The question that was answered is no longer open; nothing is stored."""

    live: LiveHand
    reason: str


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
        if _seat_answering(state, live.actions[index]) == seat:
            answer = live.actions[index]
    return answer


def answer_sealed(hand_id: int, question: int, seat: int, line: str) -> Answer | Late:
    """Append a player's answer to the open sealed question, which replaces an earlier answer of the same player.

    Refuse every other action, every other seat and every other question.
    """
    text = normal_line(line)

    def plan(live: LiveHand) -> Plan | Refused | Repeated | Late:
        if live.misfit is not None:
            return Refused(live, "", "the dealer is mending this hand: wait a moment")
        if text and sealed_answer(live, seat, question) == text:
            return Repeated(live)
        if open_question(live) != question:
            return Late(live, _late_reason(live, question))
        if len(text) > LONGEST_LINE or _seat_answering(live.state, text, strictly=True) != seat:
            return Refused(live, "", "that does not answer this question")
        return plan_actions(live, [text], leaving_seats(waiting(live.hand.night_id)))

    return append_planned(hand_id, None, lambda _stored: False, plan)


def post_from_dealer(hand_id: int, seen: int, lines: Sequence[str], leaving: Collection[int] = ()) -> Answer:
    """Append the dealer's actions as ``post`` does, but accept sealed answers that a phone has just overtaken.

    Answers to the open sealed question are accepted if only other players' answers to it have been entered since
    ``seen``. The players at the seats ``leaving`` are folded when their turn comes.
    """
    answer = post(hand_id, seen, lines, leaving)
    if not isinstance(answer, Stale) or open_question(answer.live) is None:
        return answer
    actions = normal_lines(lines)

    def plan(live: LiveHand) -> Plan | Refused | Repeated | Stale:
        others = _answered_since(live, seen)
        seats = [_seat_answering(live.state, action, strictly=True) for action in actions]
        question = open_question(live)
        if others is None or question is None or None in seats:
            return Stale(live)
        if tuple(sealed_answer(live, seat, question) for seat in seats if seat is not None) == actions:
            return Repeated(live)
        return Stale(live) if others & set(seats) else plan_actions(live, actions, leaving)

    return append_planned(hand_id, None, lambda _stored: False, plan)


def _answered_since(live: LiveHand, seen: int) -> set[int | None] | None:
    """Return the seats that have answered the open question since the log had ``seen`` entries.

    Return None if the question is not open, was not open then, or if anything else has been entered.
    """
    question, count = open_question(live), live.number - seen
    if question is None or count < 1:
        return None
    recent, first = live.log.current[-count:], len(live.actions) - count
    if first < question or [action.entry for action in recent] != [*range(seen + 1, live.number + 1)]:
        return None
    seats = {_seat_answering(live.states[first + n], action.text) for n, action in enumerate(recent)}
    return None if None in seats else seats


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
    seat = _seat_answering(before, live.actions[index])
    return _answered(before) | ({seat} - {None}) <= _answered(after)


def _answered(state: State) -> set[int | None]:
    return {seat for seat in state.live if kind_of(state.frame).answer(state, seat) is not None}


def _seat_answering(state: State, line: str, *, strictly: bool = False) -> int | None:
    """Return the seat that a line answers for under the seal, or None. ``strictly`` excludes rulings and comments."""
    try:
        action = parse_action(line)
    except ActionError:
        return None
    if not sealed(state) or (strictly and (action.ruling or action.comment)):
        return None
    # Any amount will do here: it is checked when the action is played.
    return action.seat if any(ask.answered_by(replace(action, ruling=False)) for ask in prompt(state).asks) else None


def _late_reason(live: LiveHand, question: int) -> str:
    if open_question(live) is not None:
        return "this is asked again: answer once more"
    if 0 <= question < len(live.states) and sealed(live.states[question]):
        what = "declarations" if prompt(live.states[question]).kind == "declare" else "bids"
        return f"the {what} are open already"
    return "this is not asked any more"
