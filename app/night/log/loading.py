"""Loading a hand: from the entries in the database to a live hand."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from time import monotonic
from typing import Any, cast

from flask import current_app
from sqlalchemy import bindparam, select

from app import metrics
from app.games.errors import GameError
from app.games.house import BEFORE_THE_CHOICE, Stakes, house_rules
from app.games.load import build
from app.hand.play import SetupError, start
from app.hand.state import Setup
from app.night.db import db, rows_of
from app.night.log.answers import Broken
from app.night.log.cache import HandCache
from app.night.log.entries import EntryKind, LogEntry
from app.night.log.replay import HandInfo, LiveHand, Misfit, append_entry, new_hand
from app.night.models import Entry, Hand, Night
from app.night.scope import OF_CURRENT_CLUB, current_club

_lookups = metrics.Lookups("hands")


class NoHandError(LookupError):
    """There is no hand with this id."""


# What every tap asks is put together once.
_STARTED = select(Hand.started_at).where(Hand.id == bindparam("hand")).options(OF_CURRENT_CLUB)
_STARTED_TO_WRITE = _STARTED.join(Night).with_for_update(of=Night)
_ENTRIES = (
    select(Entry.number, Entry.kind, Entry.text)
    .where(Entry.hand_id == bindparam("hand"), Entry.number > bindparam("known"))
    .order_by(Entry.number)
    .options(OF_CURRENT_CLUB)
)


def live_hand(hand_id: int) -> LiveHand | Broken:
    """Return the hand as its log makes it now. Raises :class:`NoHandError`."""
    return _playable(load_hand(hand_id))


def live_hand_at(hand_id: int, started_at: datetime, entries: int) -> LiveHand | Broken:
    """Return a hand as :func:`live_hand` does, without a query if it is known with at least so many entries."""
    cached = hand_cache().get(current_club(), hand_id)
    if cached is None or cached.hand.started_at != started_at or cached.number < entries:
        return live_hand(hand_id)
    _lookups.count(hit=True)
    return _playable(cached)


def _playable(live: LiveHand | Broken) -> LiveHand | Broken:
    if isinstance(live, LiveHand) and live.misfit is not None:
        return Broken(live.hand.id, live.hand.game_name, live.misfit, live)
    return live


def load_hand(hand_id: int, *, to_write: bool = False, keep: bool = True) -> LiveHand | Broken:
    """Load a hand as :func:`live_hand` does, but return one with a misfit as it is, to be undone or corrected.

    ``to_write`` keeps other servers from changing anything of the night before the end of the transaction. Without
    ``keep`` the hand does not go into the cache: what a transaction has written may still be given up.
    """
    cached = hand_cache().get(current_club(), hand_id)
    started = rows_of(_STARTED_TO_WRITE if to_write else _STARTED, {"hand": hand_id})
    known = cached is not None and [cached.hand.started_at] == [row.started_at for row in started]
    _lookups.count(known)
    if cached is not None and known:
        live = cached
    else:
        dealt = _deal(hand_id)
        if isinstance(dealt, Broken):
            return dealt
        live = dealt
    for number, kind, text in rows_of(_ENTRIES, {"hand": hand_id, "known": live.number}):
        live = append_entry(live, LogEntry(number, cast(EntryKind, kind), text))
    if keep and live is not cached:
        hand_cache().put(live)
    return live


def hand_cache() -> HandCache:
    """Return the cache of live hands of the current app, which is made when it is first asked for."""
    return cast(HandCache, current_app.extensions.setdefault("upcard-hands", HandCache(monotonic)))


def forget_hands() -> None:
    """Forget the live hands of the current app: other nights have been put in the place of those they belong to."""
    hand_cache().clear()


def setup_to_json(setup: Setup, seat_ids: list[int], player_ids: list[int], dealer_place: int) -> dict[str, Any]:
    """Return a setup as it is stored, without the definition of the game, which has its own column."""
    return {
        "names": list(setup.names),
        "stacks": list(setup.stacks),
        "antes": list(setup.antes),
        "stakes": asdict(setup.stakes),
        "house": asdict(setup.house),
        "carried": setup.carried,
        "seats": seat_ids,
        "players": player_ids,
        "dealer_place": dealer_place,
    }


def setup_from_json(definition: dict[str, Any], raw: dict[str, Any]) -> Setup:
    """Rebuild a stored setup. Raises GameError or ValueError if this version cannot read it."""
    game, house = build(definition), raw["house"]
    return Setup(
        game=game,
        names=tuple(raw["names"]),
        stacks=tuple(raw["stacks"]),
        antes=tuple(raw["antes"]),
        stakes=Stakes(**raw["stakes"]),
        house=house_rules(BEFORE_THE_CHOICE, house, bet_streets=game.bet_streets),
        carried=raw["carried"],
        big_bet_street=house.get("big_bet_from", 0),
    )


def hand_info(hand: Hand) -> HandInfo:
    """Return what a stored hand was dealt under."""
    return HandInfo(
        club_id=hand.club_id,
        id=hand.id,
        night_id=hand.night_id,
        number=hand.number,
        game_id=hand.game_id,
        game_name=hand.game_name,
        setup=setup_from_json(hand.definition, hand.setup),
        seat_ids=tuple(hand.setup["seats"]),
        player_ids=tuple(hand.setup["players"]),
        dealer_place=hand.setup["dealer_place"],
        options=hand.options,
        modifiers=hand.modifiers,
        started_at=hand.started_at,
    )


def _deal(hand_id: int) -> LiveHand | Broken:
    """Deal a stored hand, without any of its entries."""
    hand = db.session.get(Hand, hand_id)
    if hand is None:
        raise NoHandError(hand_id)
    try:
        info = hand_info(hand)
        return new_hand(info, start(info.setup))
    except (GameError, SetupError, ValueError, TypeError, KeyError) as problem:
        return Broken(hand_id, hand.game_name, Misfit(0, "", str(problem)))
