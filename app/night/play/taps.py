"""Taps: posting, refusing, undoing and correcting; and answers that stay sealed until all are in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Literal, TypeVar, cast

from sqlalchemy import Table, insert, select

from app import metrics
from app.dataclass import dataclass, replace
from app.hand.action import BRING_IN, FOLD, MISDEAL, Action
from app.hand.ask import Refusal
from app.hand.notation import MAX_LINE_LENGTH, parse_action, write_action
from app.hand.play import play, prompt
from app.hand.state import State
from app.hand.view import sealed
from app.night.acts.activity import leaving_seats, waiting
from app.night.acts.corrections import closed_reason, log_correction, refused_reason
from app.night.db import db, notify, now, retry_conflicts, writing
from app.night.log.corrections import Correction, try_correction
from app.night.log.entries import GameCall, LogEntry, normal_changes, normal_line, normal_lines, parse_changes
from app.night.log.loading import hand_cache, load_hand, store_game
from app.night.log.pending_correction import Replacements
from app.night.log.replay import (
    AlreadyAnswered,
    Broken,
    LiveHand,
    Plan,
    Posted,
    Refused,
    Repeated,
    Stale,
    TapResult,
    append_entry,
)
from app.night.log.sealing import (
    DEALERS,
    entered_by_dealer,
    open_question,
    redo_steps,
    sealed_answer,
    seat_answering,
    undo_steps,
)
from app.night.models import Entry, Hand
from app.night.play.settle import is_over, update_ledger
from app.night.validation import Problem, limit_problem
from app.night.version import next_timestamp
from app.settings import EXTRA_ENTRIES, limit
from app.words.refusals import refusal_text
from app.words.speaker import Speaker

R = TypeVar("R")

MISDEAL_LINE = write_action(Action(MISDEAL))

#: The label under which the metrics count a tap that stored nothing.
_OUTCOMES: dict[type, str] = {Repeated: "repeated", Stale: "stale", Refused: "refused", Broken: "broken"}

#: Insert through the table: the session's unit of work takes several times as long as the database.
_ENTRIES = insert(cast(Table, Entry.__table__))

#: The kinds and texts of stored entries.
StoredEntries = list[tuple[str, str]]


def post(hand_id: int, seen: int, lines: Sequence[str], leaving: Collection[int] = ()) -> TapResult | AlreadyAnswered:
    """Append the dealer's actions, all or none, followed by the folds of ``leaving`` players whose turn comes.

    ``seen`` is the number of entries that the screen had seen. While phones answer a sealed question too, answers are
    accepted if only other players' answers to it were entered since. If the same players have answered in the meantime,
    nothing is stored, and the reply is the same whether the answers agree or not. The dealer's answers are marked, so
    that the players know.
    """
    actions = normal_lines(lines)

    def plan(live: LiveHand) -> Plan | Refused | Repeated | Stale | AlreadyAnswered:
        question = open_question(live)
        seats = [seat_answering(live.state, action, strictly=True) for action in actions]
        if question is None or not seats or None in seats:
            return _plan_tap(live, seen, actions, leaving)
        answering = tuple(seat for seat in seats if seat is not None)
        if seen != live.number:
            others = _answered_since(live, seen)
            if others is None:
                return Stale(live)
            if late := tuple(seat for seat in answering if seat in others):
                return AlreadyAnswered(live, late)
        by_dealer = [write_action(replace(parse_action(action), comment=DEALERS)) for action in actions]
        return plan_actions(live, by_dealer, leaving)

    return append_planned(hand_id, plan)


def _plan_tap(
    live: LiveHand, seen: int, actions: Sequence[str], leaving: Collection[int]
) -> Plan | Refused | Repeated | Stale:
    entries = [("more" if n else "act", action) for n, action in enumerate(actions)]

    def is_repeat(stored: StoredEntries) -> bool:
        answers = {line.entry for line in live.shown if line.sealed}
        # Of the sealed answers only the dealer's, which are marked, were posted here: about the others nothing is told.
        posted = [
            (kind, text.partition(" # ")[0] if number in answers else text)
            for number, (kind, text) in enumerate(stored, start=seen + 1)
            if number not in answers or entered_by_dealer(text)
        ]
        # Folds of leaving players may stand between the actions.
        later = iter(posted[1:])
        return posted[:1] == entries[:1] and all(entry in later for entry in entries[1:])

    return _outdated(live, seen, is_repeat) or plan_actions(live, actions, leaving)


def undo(hand_id: int, seen: int) -> TapResult:
    """Undo the last tap or the last correction, even in a finished hand until the next one is called.

    Undoing the last sealed answer, which revealed all of them, undoes them all.
    """
    return _step(hand_id, seen, "undo")


def redo(hand_id: int, seen: int) -> TapResult:
    """Restore the entries that the last undo took back."""
    return _step(hand_id, seen, "redo")


def _step(hand_id: int, seen: int, kind: Literal["undo", "redo"]) -> TapResult:
    def plan(live: LiveHand) -> Plan | Refused | Repeated | Stale:
        if outdated := _outdated(live, seen, lambda stored: stored[:1] == [(kind, "")]):
            return outdated
        if not (live.can_undo if kind == "undo" else live.can_redo):
            return Refused(live, f"there is nothing to {kind}")
        count = undo_steps(live) if kind == "undo" else redo_steps(live)
        return Plan(tuple(LogEntry(live.number + n, kind) for n in range(1, count + 1)))

    return append_planned(hand_id, plan)


def preview_correction(
    hand_id: int, replacements: Replacements, cut: int | None = None, game: GameCall | None = None
) -> Correction | Refused | Broken:
    """Return the changes that a correction would make, and store nothing."""
    live = load_hand(hand_id)
    return live if isinstance(live, Broken) else try_correction(live, replacements, cut, game)


def closed_to_corrections(live: LiveHand, trial: LiveHand | None = None) -> str:
    """Return why a hand cannot be corrected now, or not to ``trial``; empty if it can."""
    session = db.session()
    if trial is not None:
        return refused_reason(session, live, trial)
    hand = session.get_one(Hand, live.hand.id)
    return closed_reason(session, hand) if hand.finished_at is not None else ""


def after_correction(live: LiveHand, kind: Literal["undo", "redo"]) -> LiveHand | None:
    """Return a finished hand with its last correction undone or redone; None if that is not possible."""
    if not (live.can_undo if kind == "undo" else live.can_redo):
        return None
    after = append_entry(live, LogEntry(live.number + 1, kind))
    return after if is_over(live) and is_over(after) else None


def correct(
    hand_id: int, seen: int, replacements: Replacements, cut: int | None = None, game: GameCall | None = None
) -> TapResult | Correction:
    """Replace earlier actions with others (none removes them), and drop the rest from ``cut`` on.

    ``game`` is the game that should have been called; all actions are replayed in it. If a later action no longer fits,
    store nothing and return the :class:`Correction`, for the dealer to choose.
    """
    text = str(normal_changes(replacements, cut))

    def is_repeat(stored: StoredEntries) -> bool:
        if not stored or stored[0][0] != "correct":
            return False
        call = parse_changes(stored[0][1]).call
        # Sealed answers, and rulings that are no longer needed, may have been removed with it.
        same = _without_rulings(text) <= _without_rulings(stored[0][1])
        return same and (call.now if call is not None else None) == game

    def plan(live: LiveHand) -> Plan | Refused | Correction | Repeated | Stale:
        if outdated := _outdated(live, seen, is_repeat):
            return outdated
        correction = try_correction(live, replacements, cut, game)
        if isinstance(correction, Refused) or correction.misfit is not None:
            return correction
        return Plan((LogEntry(live.number + 1, "correct", str(correction.changes)),))

    return append_planned(hand_id, plan)


def _without_rulings(changes: str) -> set[str]:
    return {row.removesuffix(" !") for row in changes.splitlines()}


def plan_actions(live: LiveHand, actions: Sequence[str], leaving: Collection[int]) -> Plan | Refused:
    """Plan normalized actions as one tap, or return why they are refused.

    If the tap makes it the turn of players at the ``leaving`` seats, it also folds them or posts their bring-in, so
    that one undo takes back everything. These moves replace any that a run of several actions has for the same players.
    """
    if live.misfit is not None:
        return Refused(live, f"action {live.misfit.number} no longer fits: {live.misfit.reason}")
    if not actions:
        return Refused(live, "nothing was entered")
    for action in actions:
        if len(action) > MAX_LINE_LENGTH:
            return Refused(live, "the line is too long", action)
    seats = live.hand.seats_of(leaving)
    lines: list[str] = []
    states: list[State] = []
    moved: set[str] = set()
    for action in actions:
        if action.partition(" ")[0] in moved:
            continue
        after = play(states[-1] if states else live.state, action)
        if isinstance(after, Refusal):
            reason = refusal_text(after, Speaker(live.state.setup.names))
            return Refused(live, reason, action, after.overrulable)
        moves = leaving_moves(after, seats) if seats else []
        for line, state in ((action, after), *moves):
            lines.append(line)
            states.append(state)
        moved.update(line.partition(" ")[0] for line, _ in moves)
    entries = [LogEntry(live.number + n, "more" if n > 1 else "act", line) for n, line in enumerate(lines, start=1)]
    return Plan(tuple(entries), tuple(states))


def leaving_moves(state: State, leaving: Collection[int]) -> list[tuple[str, State]]:
    """Return the moves of leaving players whose turn comes next, in order, each with the state after it.

    They fold. A player who must bring in cannot fold yet: post the bring-in, and fold at the next turn.
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
    """Return the fold offered to the player to act, or else the bring-in."""
    asked = prompt(state)
    own = {ask.action.verb: ask.action for ask in asked.asks if ask.seat == asked.seat}
    return own.get(FOLD) or own.get(BRING_IN)


def append_planned(hand_id: int, plan: Callable[[LiveHand], Plan | R]) -> TapResult | R:
    """Append the entries that ``plan`` returns for the current hand.

    If ``plan`` returns anything but a :class:`Plan`, that is the result, and nothing is stored.
    """
    result = _append(hand_id, plan)
    metrics.taps.labels(_OUTCOMES.get(type(result), "answered")).inc()
    return result


@retry_conflicts
def _append(hand_id: int, plan: Callable[[LiveHand], Plan | R]) -> TapResult | R:
    with writing() as session:
        cache = hand_cache()
        before = load_hand(hand_id, to_write=True)
        if isinstance(before, Broken):
            return before
        planned = plan(before)
        if not isinstance(planned, Plan):
            return planned
        if problem := _too_long(planned):
            return Refused(before, problem.text)
        after = before
        for n, entry in enumerate(planned.entries):
            after = append_entry(after, entry, planned.states[n] if planned.states else None)
        changes_end = before.over or before.misfit is not None
        if changes_end and (reason := refused_reason(session, before, after)):
            return Refused(before, reason)
        store_game(session, before, after)
        settles = changes_end or after.over
        at = next_timestamp(session, before.hand.night_id) if settles else now()
        rows = [
            {"hand_id": hand_id, "number": entry.number, "kind": entry.kind, "text": entry.text, "at": at}
            for entry in planned.entries
        ]
        session.connection().execute(_ENTRIES, rows)
        if changes_end:
            log_correction(session, before, after, undone=planned.entries[0].kind == "undo")
        if settles:
            update_ledger(session, before, after, at)
        notify(session, after.hand.night_id)
    cache.keep(after)
    if after.misfit is not None:
        return Broken(after.hand.game_name, after.misfit, after)
    return Posted(after)


def _too_long(planned: Plan) -> Problem | None:
    """Return a problem if the log is too full for these entries; undo, redo and a misdeal have extra room."""
    most, last = limit("entries"), planned.entries[-1]
    ends = last.kind in ("undo", "redo") or last.text == MISDEAL_LINE
    return limit_problem("entries") if last.number > most + (EXTRA_ENTRIES if ends else 0) else None


def _outdated(live: LiveHand, seen: int, is_repeat: Callable[[StoredEntries], bool]) -> Repeated | Stale | None:
    """Return the result of a tap on a screen that had not seen the latest entries; None if it had seen all of them.

    ``is_repeat`` returns whether the entries stored since then include this very tap.
    """
    if seen == live.number:
        return None
    query = select(Entry.kind, Entry.text).where(Entry.hand_id == live.hand.id, Entry.number > seen)
    stored = [(kind, text) for kind, text in db.session.execute(query.order_by(Entry.number))]
    return Repeated(live) if is_repeat(stored) else Stale(live)


@dataclass(frozen=True, slots=True)
class QuestionClosed:
    """An answer to a question that is no longer open; nothing is stored."""

    live: LiveHand
    reason: str


def answer_sealed(hand_id: int, question: int, seat: int, line: str) -> TapResult | QuestionClosed:
    """Append a player's answer to the open sealed question, replacing their earlier one; refuse any other action."""
    text = normal_line(line)

    def plan(live: LiveHand) -> Plan | Refused | Repeated | QuestionClosed:
        if live.misfit is not None:
            return Refused(live, "the dealer is correcting this hand: wait a moment")
        if text and sealed_answer(live, seat, question) == text:
            return Repeated(live)
        if open_question(live) != question:
            return QuestionClosed(live, _closed_reason(live, question))
        if len(text) > MAX_LINE_LENGTH or seat_answering(live.state, text, strictly=True) != seat:
            return Refused(live, "that does not answer this question")
        return plan_actions(live, [text], leaving_seats(waiting(live.hand.night_id)))

    return append_planned(hand_id, plan)


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


def _closed_reason(live: LiveHand, question: int) -> str:
    if open_question(live) is not None:
        return "this is being asked again: answer again"
    if 0 <= question < len(live.states) and sealed(live.states[question]):
        what = "declarations" if prompt(live.states[question]).kind == "declare" else "bids"
        return f"the {what} are open already"
    return "this is no longer being asked"
