"""Taps: stored, refused, undone and corrected; answers that stay sealed until all are in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar, cast

from sqlalchemy import Table, insert, select
from sqlalchemy.orm import Session

from app import metrics
from app.hand.action import BRING_IN, FOLD, MISDEAL, Action
from app.hand.ask import Refusal
from app.hand.notation import LONGEST_LINE, parse_action, write_action
from app.hand.play import play, prompt
from app.hand.state import State
from app.hand.view import sealed
from app.night.acts.activity import leaving_seats, waiting
from app.night.clock import next_moment
from app.night.db import db, notify, now, retry_conflicts, writing
from app.night.log.called import Called, HandInfo, called_as
from app.night.log.correcting import Replacements
from app.night.log.corrections import Correction, try_correction
from app.night.log.entries import EntryKind, LogEntry, normal_changes, normal_line, normal_lines, parse_changes
from app.night.log.loading import hand_cache, load_hand
from app.night.log.replay import (
    Answer,
    Answered,
    Broken,
    LiveHand,
    Plan,
    Posted,
    Refused,
    Repeated,
    Stale,
    append_entry,
    play_lines,
)
from app.night.log.sealing import DEALERS, open_question, redo_steps, sealed_answer, seat_answering, undo_steps
from app.night.models import Entry, Hand
from app.night.play.corrections import closed_reason, log_correction, refused_reason
from app.night.play.settle import is_over, update_ledger
from app.night.validation import Problem, too_many_problem
from app.night.version import mark_table_changed
from app.settings import limit
from app.words import Speaker, refusal_text

R = TypeVar("R")

MISDEAL_LINE = write_action(Action(MISDEAL))
#: So many more entries a full log takes of those that lead out of the hand.
WAYS_OUT = 100

#: How taps are counted that come to anything else than a new entry, or to a question back.
_OUTCOMES: dict[type, str] = {Repeated: "repeated", Stale: "stale", Refused: "refused", Broken: "broken"}

#: Entries as they are stored: by the table, since the session's own way takes several times as long as the database.
_ENTRIES = insert(cast(Table, Entry.__table__))

#: The kinds and texts of stored entries.
StoredEntries = list[tuple[str, str]]


def post(hand_id: int, seen: int | None, lines: Sequence[str], going: Collection[int] = ()) -> Answer:
    """Append actions to the log, all or none, and what players at the seats ``going`` do when their turn comes then.

    Pass ``seen=None`` to append after whatever is there, as a phone does when it declares.
    """
    actions = normal_lines(lines)
    entries = [("more" if n else "act", action) for n, action in enumerate(actions)]

    def is_repeat(stored: StoredEntries) -> bool:
        return bool(stored) and stored[: len(entries)] == entries

    return append_planned(hand_id, seen, is_repeat, lambda live: plan_actions(live, actions, going))


def undo(hand_id: int, seen: int | None) -> Answer:
    """Take back the last tap or the last correction; in a finished hand too, until another has begun.

    With the last sealed answer, which has opened all, the others are taken back too.
    """

    def plan(live: LiveHand) -> Plan | Refused:
        if not live.can_undo:
            return Refused(live, "", "there is nothing to take back")
        return _steps(live, "undo", undo_steps(live))

    return append_planned(hand_id, seen, lambda stored: stored[:1] == [("undo", "")], plan)


def redo(hand_id: int, seen: int | None) -> Answer:
    """Restore what the last undo took back."""

    def plan(live: LiveHand) -> Plan | Refused:
        if not live.can_redo:
            return Refused(live, "", "there is nothing to bring back")
        return _steps(live, "redo", redo_steps(live))

    return append_planned(hand_id, seen, lambda stored: stored[:1] == [("redo", "")], plan)


def _steps(live: LiveHand, kind: EntryKind, count: int) -> Plan:
    return Plan(tuple(LogEntry(live.number + n, kind) for n in range(1, count + 1)))


def preview_correction(
    hand_id: int, replacements: Replacements, cut: int | None = None, game: Called | None = None
) -> Correction | Refused | Broken:
    """Work out what a correction would change, and store nothing."""
    live = load_hand(hand_id)
    return live if isinstance(live, Broken) else try_correction(live, replacements, cut, game)


def closed_to_corrections(live: LiveHand, trial: LiveHand | None = None) -> str:
    """Say why no correction of a hand can be kept now, or not the one that makes it the ``trial``; empty if it can."""
    session = db.session()
    if trial is not None:
        return refused_reason(session, live, trial)
    hand = session.get_one(Hand, live.hand.id)
    return closed_reason(session, hand) if hand.finished_at is not None else ""


def without_last_correction(live: LiveHand) -> LiveHand | None:
    """Return a finished hand as it was before its last correction, which Undo takes back, if any."""
    return _over_after(live, "undo") if live.can_undo else None


def with_last_correction(live: LiveHand) -> LiveHand | None:
    """Return a finished hand with the correction that was taken back last, which Redo restores, if any."""
    return _over_after(live, "redo") if live.can_redo else None


def _over_after(live: LiveHand, kind: Literal["undo", "redo"]) -> LiveHand | None:
    after = append_entry(live, LogEntry(live.number + 1, kind))
    return after if is_over(live) and is_over(after) else None


def correct(
    hand_id: int, seen: int | None, replacements: Replacements, cut: int | None = None, game: Called | None = None
) -> Answer | Correction:
    """Replace earlier actions by others, by none to remove them, or by several, and drop the rest from ``cut`` on.

    ``game`` is what the hand should have been called as; all its actions are played again in it.
    Store nothing, and return the :class:`Correction`, if a later action no longer fits and the dealer has to choose.
    """
    text = str(normal_changes(replacements, cut))

    def plan(live: LiveHand) -> Plan | Refused | Correction:
        correction = try_correction(live, replacements, cut, game)
        if isinstance(correction, Refused) or correction.misfit is not None:
            return correction
        return Plan((LogEntry(live.number + 1, "correct", str(correction.changes)),))

    def is_repeat(stored: StoredEntries) -> bool:
        if not stored or stored[0][0] != "correct":
            return False
        call = parse_changes(stored[0][1]).call
        # Sealed answers may have been taken out with it.
        same = set(text.splitlines()) <= set(stored[0][1].splitlines())
        return same and (call.now if call is not None else None) == game

    return append_planned(hand_id, seen, is_repeat, plan)


def plan_actions(live: LiveHand, actions: Sequence[str], going: Collection[int] = ()) -> Plan | Refused:
    """Plan actions as one tap after the current ones, or say why they are refused. They must be in normal form.

    Whoever sits at one of the seats ``going`` is leaving: when the tap makes it their turn to bet, it folds them too,
    or posts their bring-in, so that one undo takes back both.
    """
    if live.misfit is not None:
        return Refused(live, "", f"action {live.misfit.number} no longer fits: {live.misfit.reason}")
    if not actions:
        return Refused(live, "", "nothing was entered")
    for action in actions:
        if len(action) > LONGEST_LINE:
            return Refused(live, action, "the line is too long")
    states, refusal = play_lines(live.state, actions)
    if refusal is not None:
        return Refused(
            live, actions[len(states)], refusal_text(refusal, Speaker(live.state.setup.names)), refusal.overrulable
        )
    leaving = {seat for seat, seat_id in enumerate(live.hand.seat_ids) if seat_id in going}
    moves = moves_for(states[-1], leaving) if leaving else []
    first, *others = (*actions, *(line for line, _ in moves))
    entries = [LogEntry(live.number + 1, "act", first)]
    entries += [LogEntry(live.number + n, "more", action) for n, action in enumerate(others, start=2)]
    return Plan(tuple(entries), (*states, *(state for _, state in moves)))


def moves_for(state: State, leaving: Collection[int]) -> list[tuple[str, State]]:
    """Return what each player of ``leaving`` does whose turn it is, one after the other, with the state after it.

    They fold. Whoever must bring in can't: it is posted for them, and they fold when it is their turn again.
    """
    moves: list[tuple[str, State]] = []
    while (move := _move_asked(state)) is not None and move.seat in leaving:
        after = play(state, move)
        if isinstance(after, Refusal):
            break
        moves.append((write_action(move), after))
        state = after
    return moves


def _move_asked(state: State) -> Action | None:
    """Return the fold, or else the bring-in, of the player whose turn it is to bet, if they are asked for one."""
    asked = prompt(state)
    own = {ask.action.verb: ask.action for ask in asked.asks if ask.seat == asked.seat}
    return own.get(FOLD) or own.get(BRING_IN)


def append_planned(
    hand_id: int,
    seen: int | None,
    is_repeat: Callable[[StoredEntries], bool],
    plan: Callable[[LiveHand], Plan | R],
) -> Answer | R:
    """Append the entries that ``plan`` returns, provided the log has not grown past ``seen``.

    ``is_repeat`` gets the entries stored since ``seen``, and says whether they begin with this very tap. Anything but a
    :class:`Plan` that the plan returns is handed back, and nothing is stored.
    """
    answer = _append(hand_id, seen, is_repeat, plan)
    metrics.taps.labels(_OUTCOMES.get(type(answer), "answered")).inc()
    return answer


@retry_conflicts
def _append(
    hand_id: int,
    seen: int | None,
    is_repeat: Callable[[StoredEntries], bool],
    plan: Callable[[LiveHand], Plan | R],
) -> Answer | R:
    with writing() as session:
        cache = hand_cache()
        before = load_hand(hand_id, to_write=True)
        if isinstance(before, Broken):
            return before
        if seen is not None and seen != before.number:
            return Repeated(before) if seen >= 0 and is_repeat(_stored_since(session, hand_id, seen)) else Stale(before)
        planned = plan(before)
        if not isinstance(planned, Plan):
            return planned
        if problem := _too_long(planned):
            return Refused(before, "", problem.text)
        after = before
        for n, entry in enumerate(planned.entries):
            after = append_entry(after, entry, planned.states[n] if planned.states else None)
        if after.hand is not before.hand:
            _store_game(session, after.hand)
        changes_end = before.over or before.misfit is not None
        if changes_end and (reason := refused_reason(session, before, after)):
            return Refused(before, "", reason)
        at = next_moment(session, before.hand.night_id) if changes_end or after.over else now()
        rows = [
            {"hand_id": hand_id, "number": entry.number, "kind": entry.kind, "text": entry.text, "at": at}
            for entry in planned.entries
        ]
        session.connection().execute(_ENTRIES, rows)
        if changes_end:
            log_correction(session, before, after, undone=planned.entries[0].kind == "undo")
        update_ledger(session, before, after, at)
        notify(session, after.hand.night_id)
    cache.put(after)
    if after.misfit is not None:
        return Broken(hand_id, after.hand.game_name, after.misfit, after)
    return Posted(after)


def _store_game(session: Session, hand: HandInfo) -> None:
    """Store what a hand is played as from now on, for lists, records and statistics."""
    called, stored = called_as(hand), session.get_one(Hand, hand.id)
    stored.game_id, stored.game_name = called.game_id, hand.game_name
    stored.definition, stored.setup = dict(called.definition), {**stored.setup, "house": dict(called.house)}
    stored.options, stored.modifiers = dict(called.options), called.modifiers
    session.flush()
    mark_table_changed(session, hand.night_id)


def _too_long(planned: Plan) -> Problem | None:
    """Return why a log that is full takes no more; what takes something back or calls a misdeal, it does take."""
    most, last = limit("entries"), planned.entries[-1]
    ends = last.kind in ("undo", "redo") or last.text == MISDEAL_LINE
    return too_many_problem("entries") if last.number > most + (WAYS_OUT if ends else 0) else None


def _stored_since(session: Session, hand_id: int, seen: int) -> StoredEntries:
    query = select(Entry.kind, Entry.text).where(Entry.hand_id == hand_id, Entry.number > seen)
    return [(kind, text) for kind, text in session.execute(query.order_by(Entry.number))]


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
