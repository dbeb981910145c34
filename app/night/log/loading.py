"""From the log in the database to a live hand."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, cast

from flask import current_app
from sqlalchemy import select

from app.games.errors import GameError
from app.games.house import Stakes, house_rules
from app.games.load import build
from app.hand.play import SetupError, start
from app.hand.state import Setup
from app.night.db import db
from app.night.log.cache import Cache
from app.night.log.entries import EntryKind, Written
from app.night.log.replay import HandInfo, LiveHand, LogLine, Misfit, add, opened
from app.night.models import Entry, Hand


class NoHandError(LookupError):
    """There is no hand with this id."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A stored hand that this version of the app cannot replay to its end.

    ``misfit`` is the action and why; its number is 0 when the hand cannot even be dealt, and ``live`` None then.
    """

    hand_id: int
    game_name: str
    misfit: Misfit
    live: LiveHand | None = None


def live(hand_id: int) -> LiveHand | Broken:
    """The hand as its log makes it now. Raises :class:`NoHandError`."""
    found = load(hand_id)
    if isinstance(found, LiveHand) and found.misfit is not None:
        return Broken(found.hand.id, found.hand.game_name, found.misfit, found)
    return found


def load(hand_id: int) -> LiveHand | Broken:
    """As :func:`live`, but a hand with a misfit comes as it is: taking back and correcting can still mend it."""
    kept = cache().get(hand_id)
    query = select(Entry.number, Entry.kind, Entry.text).where(Entry.hand_id == hand_id)
    started = db.session.scalar(select(Hand.started_at).where(Hand.id == hand_id))
    if kept is not None and kept.hand.started_at == started:
        found = kept
        query = query.where(Entry.number > kept.number)
    else:
        first = _open(hand_id)
        if isinstance(first, Broken):
            return first
        found = first
    for number, kind, text in db.session.execute(query.order_by(Entry.number)):
        found = add(found, Written(number, cast(EntryKind, kind), text))
    if found is not kept:
        cache().put(found)
    return found


def cache() -> Cache:
    """The hands that this app has worked out."""
    return cast(Cache, current_app.extensions["upcard-hands"])


def log_lines(of: LiveHand, *, taken_back: bool = True) -> tuple[LogLine, ...]:
    """The log in words, in the order of play; what was taken back stands before what came instead."""
    return of.shown if taken_back else of.lines


def freeze(setup: Setup, seat_ids: list[int], player_ids: list[int], dealer_place: int) -> dict[str, Any]:
    """A setup as it is stored, beside the definition of the game."""
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


def thaw(definition: dict[str, Any], raw: dict[str, Any]) -> Setup:
    """The setup that was stored. Raises GameError or ValueError when this version cannot read it."""
    return Setup(
        game=build(definition),
        names=tuple(raw["names"]),
        stacks=tuple(raw["stacks"]),
        antes=tuple(raw["antes"]),
        stakes=Stakes(**raw["stakes"]),
        house=house_rules(raw["house"]),
        carried=raw["carried"],
    )


def info_of(hand: Hand) -> HandInfo:
    """What a hand was dealt under."""
    return HandInfo(
        id=hand.id,
        night_id=hand.night_id,
        number=hand.number,
        game_id=hand.game_id,
        game_name=hand.game_name,
        setup=thaw(hand.definition, hand.setup),
        seat_ids=tuple(hand.setup["seats"]),
        player_ids=tuple(hand.setup["players"]),
        dealer_place=hand.setup["dealer_place"],
        options=hand.options,
        modifiers=hand.modifiers,
        started_at=hand.started_at,
    )


def _open(hand_id: int) -> LiveHand | Broken:
    hand = db.session.get(Hand, hand_id)
    if hand is None:
        raise NoHandError(hand_id)
    try:
        info = info_of(hand)
        return opened(info, start(info.setup))
    except (GameError, SetupError, ValueError, TypeError, KeyError) as problem:
        return Broken(hand_id, hand.game_name, Misfit(0, "", str(problem)))
