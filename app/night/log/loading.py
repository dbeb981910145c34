"""Loading a hand: from the entries in the database to a live hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from datetime import datetime
from functools import reduce
from typing import Any, cast

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from app import metrics
from app.games.errors import GameError
from app.games.house import Stakes
from app.hand.play import SetupError, start
from app.hand.state import Setup
from app.night.caches import LruCache, database_cache
from app.night.db import db, has_concurrent_writers, rows_of
from app.night.log.entries import (
    EntryKind,
    HandInfo,
    HandLog,
    LogEntry,
    apply_entry,
    call_of,
    parse_changes,
    read_game,
    with_call,
)
from app.night.log.replay import Broken, LiveHand, Misfit, append_entry, new_hand, play_once
from app.night.models import Entry, Hand, Night, Seat
from app.night.version import mark_table_changed

#: The most hands kept, more than a club has tables. A hand of eight players takes some 280 kB at its end.
SIZE = 128


class HandCache(LruCache[int, LiveHand]):
    """The most recently used hands, each at the highest entry number seen, which may be behind the log."""

    def __init__(self) -> None:
        super().__init__(SIZE)

    def keep(self, live: LiveHand) -> None:
        """Keep a hand, unless the cache already holds it at a later number."""
        self.put(live.hand.id, live, lambda kept: kept.as_dealt == live.as_dealt and kept.number >= live.number)


_lookups = metrics.Lookups("hands")

#: Errors for a stored hand that this version cannot read or deal.
CANNOT_BE_DEALT = (GameError, SetupError, ValueError, TypeError, KeyError)


class NoHandError(LookupError):
    """A hand id that does not exist."""


# Compiled once, since every tap runs them. The second gives a row without an entry if the log is empty.
_LOCK = select(Night.id).join(Hand).where(Hand.id == bindparam("hand")).with_for_update(of=Night)
_LATEST = (
    select(Hand.started_at, Entry.number, Entry.kind, Entry.text)
    .outerjoin(Entry, (Entry.hand_id == Hand.id) & (Entry.number >= bindparam("known")))
    .where(Hand.id == bindparam("hand"))
    .order_by(Entry.number)
)
_ENTRIES = select(Entry.number, Entry.kind, Entry.text).where(Entry.hand_id == bindparam("hand")).order_by(Entry.number)


def live_hand(hand_id: int) -> LiveHand | Broken:
    """Return the hand with its whole log replayed. Raises :class:`NoHandError` for an unknown id."""
    return _playable(load_hand(hand_id))


def live_hand_at(hand_id: int, started_at: datetime, entries: int) -> LiveHand | Broken:
    """Return a hand like :func:`live_hand`, without a query if it is cached with exactly this many entries."""
    cached = hand_cache().get(hand_id)
    if cached is None or cached.hand.started_at != started_at or cached.number != entries:
        return live_hand(hand_id)
    _lookups.count(hit=True)
    return _playable(cached)


def _playable(live: LiveHand | Broken) -> LiveHand | Broken:
    if isinstance(live, LiveHand) and live.misfit is not None:
        return Broken(live.hand.game_name, live.misfit, live)
    return live


def load_hand(hand_id: int, *, to_write: bool = False, keep: bool = True) -> LiveHand | Broken:
    """Load a hand like :func:`live_hand`, but return one with a misfit as is, to be undone or corrected.

    ``to_write`` locks the night against other servers until the transaction ends. Without ``keep`` the hand is not
    cached: the transaction that wrote it may still be rolled back.
    """
    cache = hand_cache()
    cached = cache.get(hand_id)
    if to_write and has_concurrent_writers():
        rows_of(_LOCK, {"hand": hand_id})
    rows = rows_of(_LATEST, {"hand": hand_id, "known": cached.number if cached is not None else 0})
    entries = [LogEntry(number, cast(EntryKind, kind), text) for _at, number, kind, text in rows if number is not None]
    if cached is not None and not _continues(cached, rows):
        # A backup has been restored in the meantime.
        cache.drop(hand_id)
        cached, entries = None, list(_stored_entries(hand_id))
    _lookups.count(cached is not None)
    if cached is not None:
        known = cached.number
        live = _appended(cached, (entry for entry in entries if entry.number > known))
    else:
        live = replay_hand(_stored(hand_id), entries)
    if isinstance(live, Broken):
        return live
    if keep and live is not cached:
        cache.keep(live)
    return live


def _continues(cached: LiveHand, rows: Sequence[Any]) -> bool:
    """Return whether rows of :data:`_LATEST` are of the cached hand, and begin with its last entry, if it has any."""
    if not rows or rows[0].started_at != cached.hand.started_at:
        return False
    return not cached.number or rows[0].number == cached.number


def hand_cache() -> HandCache:
    """Return the cache of live hands. Take it before a query, as explained in :class:`DatabaseFacts`."""
    return database_cache(HandCache)


def replay_hand(hand: Hand, log: Sequence[LogEntry]) -> LiveHand | Broken:
    """Replay the log of a stored hand, from this or another database."""
    try:
        info = as_dealt(hand_info(hand), log)
        live = new_hand(info, start(info.setup))
    except CANNOT_BE_DEALT as problem:
        return Broken(hand.game_name, Misfit(0, "", str(problem)))
    return _appended(live, log)


def play_log(hand: Hand, entries: Iterable[LogEntry]) -> LiveHand | Broken:
    """Play the log of a hand from the database or a file, without lines in words, like :func:`play_once`."""
    try:
        return play_once(hand_info(hand), reduce(apply_entry, entries, HandLog()))
    except CANNOT_BE_DEALT as problem:
        return Broken(hand.game_name, Misfit(0, "", str(problem)))


def stored_actions(hand_id: int) -> tuple[str, ...]:
    """Return a hand's current actions in their stored form."""
    return reduce(apply_entry, _stored_entries(hand_id), HandLog()).actions


def _stored_entries(hand_id: int) -> Iterator[LogEntry]:
    for number, kind, text in rows_of(_ENTRIES, {"hand": hand_id}):
        yield LogEntry(number, cast(EntryKind, kind), text)


def setup_to_json(setup: Setup, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return a setup dealt to these seats in its stored form, without the game's definition, which has a column."""
    return {
        "names": list(setup.names),
        "stacks": list(setup.stacks),
        "antes": list(setup.antes),
        "blinds": list(setup.blinds),
        "stakes": asdict(setup.stakes),
        "house": asdict(setup.house),
        "carried": setup.carried,
        "seats": [seat.id for seat in seats],
        "players": [seat.player_id for seat in seats],
        "dealer_place": seats[-1].place,
    }


def setup_from_json(definition: dict[str, Any], raw: dict[str, Any]) -> Setup:
    """Rebuild a stored setup. Raises GameError or ValueError if this version cannot read it."""
    return Setup(
        **read_game(definition, raw["house"]),
        names=tuple(raw["names"]),
        stacks=tuple(raw["stacks"]),
        antes=tuple(raw["antes"]),
        blinds=tuple(raw.get("blinds", ())),
        stakes=Stakes(**raw["stakes"]),
        carried=raw["carried"],
        from_0_3="blinds" not in raw,
    )


def store_game(session: Session, before: LiveHand, after: LiveHand) -> None:
    """Store the game that a hand is corrected to, if it changes, for lists, records and statistics."""
    if after.hand is before.hand:
        return
    called, stored = call_of(after.hand), session.get_one(Hand, after.hand.id)
    stored.game_id, stored.game_name = called.game_id, after.hand.game_name
    setup = after.hand.setup
    # A hand of version 0.3 or earlier is known by having none.
    blinds = {} if setup.from_0_3 else {"blinds": list(setup.blinds)}
    stored.definition = dict(called.definition)
    stored.setup = {**stored.setup, "antes": list(setup.antes), **blinds, "house": dict(called.house)}
    stored.options, stored.modifiers = dict(called.options), called.modifiers
    session.flush()
    mark_table_changed(session, stored.night_id)


def hand_info(hand: Hand) -> HandInfo:
    """Return everything that a stored hand is played under."""
    return HandInfo(
        id=hand.id,
        night_id=hand.night_id,
        number=hand.number,
        game_id=hand.game_id,
        game_name=hand.game_name,
        setup=setup_from_json(hand.definition, hand.setup),
        seat_ids=tuple(hand.setup["seats"]),
        player_ids=tuple(hand.setup["players"]),
        options=hand.options,
        modifiers=hand.modifiers,
        started_at=hand.started_at,
    )


def as_dealt(hand: HandInfo, entries: Iterable[LogEntry]) -> HandInfo:
    """Return the hand as it was dealt, before the first correction that changed its game."""
    for entry in entries:
        if entry.kind == "correct" and (call := parse_changes(entry.text).call):
            return with_call(hand, call.was)
    return hand


def _stored(hand_id: int) -> Hand:
    hand = db.session.get(Hand, hand_id)
    if hand is None:
        raise NoHandError(hand_id)
    return hand


def _appended(live: LiveHand, entries: Iterable[LogEntry]) -> LiveHand | Broken:
    """Return a hand with further entries; broken if a correction set a game that this version cannot deal."""
    try:
        for entry in entries:
            live = append_entry(live, entry)
    except (GameError, SetupError) as problem:
        return Broken(live.hand.game_name, Misfit(0, "", str(problem)))
    return live
