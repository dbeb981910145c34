"""Replaying a record, and checking the claims it makes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from app.cards.card import Card, card_text, parse_cards, rank_order
from app.dataclass import dataclass, replace
from app.hand.action import BET, SHOW
from app.hand.ask import Refusal
from app.hand.notation import action_of, parse_seat, seat_text
from app.hand.open_hands import showing_name
from app.hand.play import play, replay
from app.hand.state import State
from app.hand.view import whose_turn
from app.record.hand import PHH_GAMES, Expected, Record
from app.record.setup import OLDER_VERSIONS, end_of, setup_of
from app.words.announcements import event_text
from app.words.refusals import refusal_text
from app.words.speaker import Speaker

#: The exit statuses of a replay and their meaning.
STATUSES: Mapping[int, str] = {
    0: "everything was replayed, and every claim held",
    1: "a claim of `_expect`, `finishing_stacks` or `winnings` did not hold",
    2: "a file could not be read, or an action was refused",
}


@dataclass(frozen=True, slots=True)
class Replayed:
    """A replayed record: its last state, the refused action, if any, and the claims that failed.

    ``held`` counts the claims that held. Each failure is a whole message that names the record.
    """

    record: Record
    state: State
    refused: str = ""
    failures: tuple[str, ...] = ()
    held: int = 0

    @property
    def status(self) -> int:
        """The exit status, one of :data:`STATUSES`."""
        return 2 if self.refused else 1 if self.failures else 0


def run(record: Record, at: int | None = None) -> Replayed:
    """Replay a record to its end, or through action ``at``, and check its claims up to there.

    Raises :class:`~app.record.hand.RecordError` for a hand that cannot be dealt.
    """
    moves = record.moves
    states, refused = states_of(record, at)
    held, failures = 0, []
    for expect in record.expect:
        count = len(moves) if expect.after is None else expect.after
        if count >= len(states):
            continue
        for key, wanted in expect.checks:
            if problem := _check(states[count], key, wanted):
                failures.append(f"{record.source}: after {count}: {key}: {problem}")
            else:
                held += 1
    if len(states) > len(moves):
        for field, problem in _check_end(record, states[-1]):
            if problem:
                failures.append(f"{record.source}: {field}: {problem}")
            else:
                held += 1
    return Replayed(record, states[-1], refused, tuple(failures), held)


def states_of(record: Record, at: int | None = None) -> tuple[list[State], str]:
    """Return a record's first state and those after each action, and the message about a refused action, if any.

    The states end with action ``at`` or before a refused one. Raises :class:`~app.record.hand.RecordError` for a hand
    that cannot be dealt.
    """
    setup, lines = setup_of(record), record.moves if at is None else record.moves[:at]
    waive = _waived if record.variant in PHH_GAMES else None
    states, refusal = replay(setup, lines, waive)
    if _fits(record, states, refusal):
        return states, ""
    # A record does not say its version: an older one may answer what is no longer asked, or have ended otherwise.
    for version in OLDER_VERSIONS:
        older, misfit = replay(setup_of(record, version=version), lines, waive)
        if _fits(record, older, misfit):
            return older, ""
    if refusal is None:
        return states, ""
    plain = lines[len(states) - 1].partition(" # ")[0].strip()
    words = refusal_text(refusal, Speaker(setup.names))
    return states, f"{record.source}: action {len(states)} '{plain}': {words}"


def _waived(state: State, line: str, refusal: Refusal) -> State | Refusal:
    """Return the state after a line of the public format that is refused, or the refusal.

    The winner may show once the hand is over. A bet in turn stands without a ruling, which the format does not know:
    other tables have other caps, and other rules for short bets and raises.
    """
    action = action_of(line)
    if action is None or action.ruling:
        return refusal
    if state.result is not None and action.verb == SHOW:
        return state
    if refusal.overrulable and action.verb == BET and action.seat == whose_turn(state):
        return play(state, replace(action, ruling=True))
    return refusal


def _fits(record: Record, states: list[State], refusal: Refusal | None) -> bool:
    """Return whether no action was refused, and the hand, if this is its end, ended as the record says."""
    if refusal is not None or len(states) <= len(record.moves):
        return refusal is None
    return not any(problem for _, problem in _check_end(record, states[-1]))


def card_texts(cards: frozenset[Card]) -> list[str]:
    """Return the texts of cards by rank, then by suit from clubs to spades; jokers last."""
    return [card_text(card) for card in sorted(cards, key=rank_order)]


def _check_end(record: Record, state: State) -> Iterator[tuple[str, str]]:
    """Yield each field that says how the hand ended, with a message if it does not hold; empty if it does."""
    end = end_of(state)
    ended = {"finishing_stacks": (record.finishing_stacks, end.stacks)}
    if record.variant not in PHH_GAMES:  # other programs leave out rake and bets that nobody called
        ended["winnings"] = (record.winnings, end.winnings)
    for field, (wanted, found) in ended.items():
        if wanted is not None and found is None:
            yield field, f"expected {_chips_text(wanted)}, but the hand is not over"
        elif wanted is not None and found is not None:
            yield field, _same(_chips_text(found), _chips_text(wanted))


def _chips_text(stacks: Iterable[int | None]) -> str:
    return ", ".join("inf" if stack is None else str(stack) for stack in stacks)


def _check(state: State, key: str, expected: Expected) -> str:
    """Return a message with a failed claim's expected and actual values; empty if it holds."""
    if isinstance(expected, int):
        return _same(str(state.pot), str(expected))
    announced = _announced(state)
    if isinstance(expected, tuple):
        return _same(_listed(announced), _listed(expected), "nothing announced")
    name, _, seat = key.rpartition("_")
    if name == "wild":
        return _check_cards(state.wild.by_seat.get(parse_seat(seat), frozenset()), expected)
    if name == "showing":
        return _same(str(showing_name(state, parse_seat(seat)) or ""), expected)
    match key:
        case "wild":
            return _check_cards(state.wild.cards, expected)
        case "opener":
            return _check_seat(state.opener, expected)
        case "to_act":
            return _check_seat(whose_turn(state), expected)
        case "says":
            match = any(expected.casefold() in text.casefold() for text in announced)
            return "" if match else f"expected {expected!r}, found {' / '.join(announced) or 'nothing said'}"
    refused = isinstance(play(state, expected), Refusal)
    return "" if refused else f"expected {expected!r} to be refused, but it was accepted"


def _announced(state: State) -> tuple[str, ...]:
    """Return the announcements of the last action."""
    speaker = Speaker(state.setup.names)
    return tuple(event_text(made.event, speaker) for made in state.announcements if made.after == state.count)


def _listed(texts: tuple[str, ...]) -> str:
    return ", ".join(map(repr, texts))


def _check_cards(cards: frozenset[Card], wanted: str) -> str:
    return _same("".join(card_texts(cards)), "".join(card_texts(frozenset(parse_cards(wanted)))), "none")


def _check_seat(seat: int | None, wanted: str) -> str:
    return _same("" if seat is None else seat_text(seat), wanted, "nobody")


def _same(text: str, wanted: str, none: str = "nothing") -> str:
    return "" if text == wanted else f"expected {wanted or none}, found {text or none}"
