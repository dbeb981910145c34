"""A finished hand in a file: what it was dealt under, and its log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from app.games.errors import GameError
from app.night.log.entries import EntryKind, LogEntry
from app.night.log.loading import replay_hand, setup_from_json
from app.night.log.replay import LiveHand
from app.night.log.sealing import told_entries
from app.night.models import Entry, Hand
from app.night.play.settle import why_words, winners_of
from app.night.transfer.replay import Played, fold, replay
from app.night.transfer.shapes import moment

#: What stands in every answer that may be given under a seal: a declaration, a bid, or none.
MAY_BE_SEALED = (" declare ", " bid ", " no")


@dataclass(frozen=True, slots=True)
class HandFile:
    """A hand as it stands in a file, and its id here."""

    id: int
    table: dict[str, Any]


def hand_file(hand: Hand, entries: Sequence[Entry], rules: int, seats: Mapping[int, int], *, counted: bool) -> HandFile:
    """Return a finished hand for a file; ``rules`` is the number of its game's rules, ``seats`` those of seats.
    ``counted``: its players' rows are stored, so that some version has played it.

    Its outcome is worked out by whoever reads the log. Only where it cannot be played again today, it is in the file.
    A hand in which answers under a seal stay unread is written as its current actions alone, without those answers.
    """
    log = [LogEntry(entry.number, cast(EntryKind, entry.kind), entry.text) for entry in entries]
    played = _played(hand, log) if not counted or _may_be_sealed(log) else None
    if played is not None and played.asked_sealed and isinstance(live := replay_hand(hand, log), LiveHand):
        log = told_entries(live, log)
    at = {entry.number: moment(entry.at) for entry in entries}
    rows = [{"kind": entry.kind, "text": entry.text, "at": at[entry.number]} for entry in log]
    setup = {name: value for name, value in hand.setup.items() if name != "players"}
    table = {
        "number": hand.number,
        "game": hand.game_id,
        "name": hand.game_name,
        "rules": rules,
        "setup": {**setup, "seats": [seats[seat] for seat in setup["seats"]]},
        "options": hand.options,
        "modifiers": hand.modifiers,
        "started_at": moment(hand.started_at),
        "finished_at": moment(cast(datetime, hand.finished_at)),
        "put_away": hand.cleared,
        "log": rows,
    }
    if not counted and hand.outcome is not None and (played is None or not played.over):
        names, kept = hand.setup["names"], {name: hand.outcome[name] for name in ("carried", "actions")}
        winners = list(map(list, winners_of(names, hand.outcome)))
        table["outcome"] = {"winners": winners, **kept, "why": why_words(names, hand.outcome)}
    return HandFile(hand.id, table)


def _may_be_sealed(log: Sequence[LogEntry]) -> bool:
    """Return whether a hand must be played to be written: its log may hold secrets."""
    return any(word in entry.text for entry in log for word in MAY_BE_SEALED)


def _played(hand: Hand, log: Sequence[LogEntry]) -> Played | None:
    """Return how a stored hand plays; None where this version cannot read what it was dealt under."""
    try:
        return replay(setup_from_json(hand.definition, hand.setup), fold(log))
    except (GameError, ValueError, TypeError, KeyError):
        return None
