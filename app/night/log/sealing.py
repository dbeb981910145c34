"""Sealed answers in the log of a hand: which question is open, and which answers are still secret. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.dataclass import dataclass, replace
from app.hand.action import REDEAL
from app.hand.notation import action_of, parse_action
from app.hand.play import prompt
from app.hand.state import State
from app.hand.steps import kind_of
from app.hand.view import names_unshown, sealed
from app.night.log.entries import EntryKind, LogEntry
from app.night.log.replay import LiveHand, LogLine, append_entry, is_sealed_answer

#: The comment on an answer that the dealer entered, so that the player knows.
DEALERS = "entered by the dealer"


def open_question(live: LiveHand) -> int | None:
    """Return the number of the sealed question that is open now; None if there is none."""
    if live.misfit is not None or not sealed(live.state):
        return None
    question = len(live.states) - 1
    while question > 0 and _stays_open(live, question - 1):
        question -= 1
    return question


def sealed_answer(live: LiveHand, seat: int, question: int) -> str:
    """Return the latest answer of a seat to a sealed question; empty if it has not answered.

    Show it only to that player.
    """
    answer = ""
    for index in range(question, len(live.states) - 1) if question >= 0 else ():
        state, line = live.states[index], live.actions[index]
        if not sealed(state):
            break
        if seat_answering(state, line) == seat:
            answer = line
        if not _stays_open(live, index):
            break
    return answer


def entered_by_dealer(answer: str) -> bool:
    """Return whether the dealer, not the player, entered a sealed answer."""
    return answer.endswith(f" # {DEALERS}")


@dataclass(frozen=True, slots=True)
class SecretAnswers:
    """The numbers of the answers that only their own player may read.

    Those ``unopened`` answer the question now open, or one that never closed because the hand was voided or redealt
    first. Those ``replaced`` were changed before the others were opened.
    """

    unopened: frozenset[int]
    replaced: frozenset[int]

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of both kinds."""
        return self.unopened | self.replaced


def secret_answers(live: LiveHand) -> SecretAnswers:
    """Return the answers in the log of a hand that only their own player may read."""
    pending: dict[int, int | None] = {}
    unopened: set[int] = set()
    replaced: set[int] = set()
    for index, (text, after) in enumerate(zip(live.actions, live.states[1:], strict=False)):
        answers = is_sealed_answer(live.states[index], text)
        if answers:
            pending[index + 1] = parse_action(text).seat
        if pending and not _stays_open(live, index):
            last = {seat: number for number, seat in pending.items()}
            if not answers and (after.result is not None or parse_action(text).verb == REDEAL):
                unopened |= pending.keys()
            else:
                replaced |= pending.keys() - last.values()
            pending.clear()
    return SecretAnswers(frozenset(unopened | pending.keys()), frozenset(replaced))


def secret_numbers(live: LiveHand) -> frozenset[int]:
    """Return the numbers of all answers that only their own player may read."""
    return secret_answers(live).numbers


def may_have_secrets(live: LiveHand, log: Iterable[LogEntry]) -> bool:
    """Return whether the log of a hand, of which only the current actions were played, may hold secrets.

    These are sealed answers that stay unread, and down cards that were never shown.
    """
    if names_unshown(live.states):
        return True
    if not any(map(sealed, live.states)):
        return False
    return bool(secret_numbers(live)) or any(entry.kind not in ("act", "more") for entry in log)


def has_secrets(live: LiveHand) -> bool:
    """Return whether the log of a hand holds sealed answers that stay unread, even if taken back."""
    return bool(secret_numbers(live)) or any(line.sealed for line in live.taken_back)


def log_lines(live: LiveHand, *, taken_back: bool = True) -> tuple[LogLine, ...]:
    """Return the log in words, in the order of play, without secrets.

    An action that was taken back precedes its replacement; a sealed answer that was taken back stays unread. Of the
    answers to an opened question only each player's last one is there.
    """
    secret = secret_answers(live)
    return tuple(
        _unread(line) if line.sealed and (not line.live or line.number in secret.unopened) else line
        for line in (live.shown if taken_back else live.lines)
        if not line.live or line.number not in secret.replaced
    )


def secret_text(live: LiveHand, place: int) -> str:
    """Return the wording that stands for a secret answer at a place in the hand; empty for any other action."""
    return live.lines[place - 1].sealed if place in secret_numbers(live) else ""


def undo_steps(live: LiveHand) -> int:
    """Return how many entries Undo takes back: one, or all answers to a question if it takes back the last.

    Nobody may answer again knowing the others' answers.
    """
    after = _step(live, "undo")
    question = open_question(after)
    if question is None or not _opened(live, question):
        return 1
    steps = 1
    while len(after.actions) > question and after.can_undo:
        after, steps = _step(after, "undo"), steps + 1
    return steps


def redo_steps(live: LiveHand) -> int:
    """Return how many entries Redo restores: one, or all answers to a question that had been revealed."""
    return max(1, _steps_to_open(live))


def asked_again(live: LiveHand) -> bool:
    """Return whether the answers to the question now open had been revealed, and have all been taken back."""
    return live.can_redo and open_question(live) == len(live.actions) and _steps_to_open(live) > 0


def answers_left(live: LiveHand, trial: LiveHand) -> range:
    """Return the numbers of the answers that a correction would leave to a question that it asks again.

    They are removed too: nobody may answer again knowing the others' answers.
    """
    question = open_question(trial)
    if question is None or not _opened(live, question):
        return range(0)
    return range(question + 1, len(trial.actions) + 1)


def _steps_to_open(live: LiveHand) -> int:
    """Return the number of redos after which everybody has answered the question now open; 0 if that never happens."""
    question, after = open_question(live), live
    if question is None:
        return 0
    for steps in range(1, len(live.log.redo_stack) + 1):
        after = _step(after, "redo")
        if open_question(after) != question:
            return steps if _opened(after, question) else 0
    return 0


def _opened(live: LiveHand, question: int) -> bool:
    """Return whether the answers to a question have been revealed."""
    answered = len(live.lines) > question and bool(live.lines[question].sealed)
    return answered and open_question(live) != question and question + 1 not in secret_answers(live).unopened


def _step(live: LiveHand, kind: EntryKind) -> LiveHand:
    return append_entry(live, LogEntry(live.number + 1, kind))


def public_entries(live: LiveHand, log: Sequence[LogEntry]) -> list[LogEntry]:
    """Return the log of a hand without its secret answers; unchanged if it has none.

    With secrets, only the current actions are returned, each under the number of its entry.
    """
    if not has_secrets(live):
        return list(log)
    secret = secret_numbers(live)
    kinds = {entry.number: entry.kind for entry in log}
    public: list[LogEntry] = []
    for place, action in enumerate(live.log.current, start=1):
        if place not in secret:
            kind: EntryKind = "more" if kinds[action.entry] == "more" and public else "act"
            public.append(LogEntry(action.entry, kind, action.text))
    return public


def _unread(line: LogLine) -> LogLine:
    return replace(line, text="", words=line.sealed, announcements=())


def _stays_open(live: LiveHand, index: int) -> bool:
    """Return whether the same sealed question is open before and after an action.

    It is the same if every player who had answered still counts as answered. The last answer may open the next question
    at once.
    """
    before, after = live.states[index : index + 2]
    if not (sealed(before) and sealed(after)):
        return False
    seat = seat_answering(before, live.actions[index])
    return _answered(before) | ({seat} - {None}) <= _answered(after)


def _answered(state: State) -> set[int | None]:
    return {seat for seat in state.live if kind_of(state.frame).answer(state, seat) is not None}


def seat_answering(state: State, line: str, *, strictly: bool = False) -> int | None:
    """Return the seat whose sealed answer a line is, or None. ``strictly`` excludes rulings and comments."""
    action = action_of(line)
    if action is None or not sealed(state) or (strictly and (action.ruling or action.comment)):
        return None
    # Any amount will do here: it is checked when the action is played.
    return action.seat if any(ask.answered_by(replace(action, ruling=False)) for ask in prompt(state).asks) else None
