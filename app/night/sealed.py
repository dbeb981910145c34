"""Sealed answers, that is declarations and bids, which come from several screens at the same time.

A question is identified by the number of actions before it, so that a tap on an old screen never answers a later
question. Answers of different players never conflict, whichever comes first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from app.hand.notation import LONGEST_LINE, parse_action, write_action
from app.hand.play import prompt
from app.hand.view import sealed
from app.night.acts.lines import leaving_seats, waiting
from app.night.log.answers import Answer, Answered, Plan, Refused, Repeated, Stale
from app.night.log.entries import normal_line, normal_lines
from app.night.log.replay import LiveHand
from app.night.log.sealing import DEALERS, open_question, sealed_answer, seat_answering
from app.night.taps import append_planned, plan_actions, post


@dataclass(frozen=True, slots=True)
class Late:
    """The question that was answered is no longer open; nothing is stored."""

    live: LiveHand
    reason: str


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
        if len(text) > LONGEST_LINE or seat_answering(live.state, text, strictly=True) != seat:
            return Refused(live, "", "that does not answer this question")
        return plan_actions(live, [text], leaving_seats(waiting(live.hand.night_id)))

    return append_planned(hand_id, None, lambda _stored: False, plan)


def post_from_dealer(hand_id: int, seen: int, lines: Sequence[str], leaving: Collection[int] = ()) -> Answer | Answered:
    """Append the dealer's actions as ``post`` does, but accept sealed answers beside those of phones.

    Answers to the open sealed question are accepted if only other players' answers to it have been entered since
    ``seen``. Where these players have answered since, nothing is stored, and nothing is told of how: the same answer
    again and another one get the same reply. What the dealer answers is marked, for the player to know. The players at
    the seats ``leaving`` are folded when their turn comes.
    """
    actions = normal_lines(lines)

    def plan(live: LiveHand) -> Plan | Refused | Stale | Answered | _Usual:
        question = open_question(live)
        seats = [seat_answering(live.state, action, strictly=True) for action in actions]
        if question is None or not seats or None in seats:
            return plan_actions(live, actions, leaving) if live.number == seen else _Usual()
        answering = tuple(seat for seat in seats if seat is not None)
        if live.number != seen:
            others = _answered_since(live, seen)
            if others is None:
                return Stale(live)
            if late := tuple(seat for seat in answering if seat in others):
                return Answered(live, late)
        return plan_actions(live, [_by_dealer(action) for action in actions], leaving)

    answer: Answer | Answered | _Usual = append_planned(hand_id, None, lambda _stored: False, plan)
    return post(hand_id, seen, lines, leaving) if isinstance(answer, _Usual) else answer


@dataclass(frozen=True, slots=True)
class _Usual:
    """No sealed question is answered, and the log has grown: the tap is one like any other, perhaps sent again."""


def _by_dealer(line: str) -> str:
    """Return an answer with the mark of the dealer, who has entered it."""
    return write_action(replace(parse_action(line), comment=DEALERS))


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
    seats = {seat_answering(live.states[first + n], action.text) for n, action in enumerate(recent)}
    return None if None in seats else seats


def _late_reason(live: LiveHand, question: int) -> str:
    if open_question(live) is not None:
        return "this is asked again: answer once more"
    if 0 <= question < len(live.states) and sealed(live.states[question]):
        what = "declarations" if prompt(live.states[question]).kind == "declare" else "bids"
        return f"the {what} are open already"
    return "this is not asked any more"
