"""The finished hands of nights as statistics need them: read once, and again when anything of a night has changed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from sqlalchemy import Text, cast, select

from app.night.db import db
from app.night.facts import VERSION
from app.night.models import Hand
from app.night.remembered import remembered
from app.night.scope import current_club
from app.night.version import night_versions
from app.statistics.played import NightHands, PlayedHand, PlayedNight

#: The hands of so many nights are read at once.
AT_ONCE = 20
#: So many hands are kept, which takes some 25 megabytes.
MOST_HANDS = 30_000


def hands_of(nights: Mapping[int, PlayedNight]) -> list[NightHands]:
    """Return the hands of these nights, by id, in their order.

    Those of nights that have not changed since are not read again: the version of a night changes with whatever is
    written of it. It is read before the hands, so that hands may be newer than it, which are then read once more, and
    never older.
    """
    known, club = remembered().hands, current_club()
    versions, found = night_versions(nights), dict[int, NightHands]()
    for night_id, night in nights.items():
        kept = known.get((club, night_id))
        if kept is not None and (kept.version, kept.night) == (versions.get(night_id), night):
            found[night_id] = kept
    todo = [night_id for night_id in nights if night_id not in found]
    for at in range(0, len(todo), AT_ONCE):
        for read in _read([nights[night_id] for night_id in todo[at : at + AT_ONCE]], versions):
            found[read.night.id] = read
            if not read.old:
                _keep(known, (club, read.night.id), read)
    return [found[night_id] for night_id in nights]


def _keep(known: dict[tuple[int, int], NightHands], key: tuple[int, int], read: NightHands) -> None:
    if len(read.hands) + sum(len(each.hands) for each in list(known.values())) > MOST_HANDS:
        known.clear()
    known[key] = read


def _read(nights: Sequence[PlayedNight], versions: Mapping[int, str]) -> list[NightHands]:
    """Read the hands of some nights: value by value, which a database finds sooner than it writes out an object."""
    facts, players = Hand.outcome["facts"], cast(Hand.setup["players"], Text)
    counts = [facts[name].as_integer() for name in ("pot", "pots", "wild")]
    of_facts = (facts["version"].as_integer(), facts["void"].as_boolean(), players, cast(facts["players"], Text))
    query = select(Hand.night_id, *of_facts, Hand.id, Hand.key, Hand.number, Hand.game_id, *counts)
    query = query.where(Hand.night_id.in_([night.id for night in nights]), Hand.finished_at.is_not(None))
    rows = db.session.execute(query.order_by(Hand.number)).all()
    # Many lists are read at once, and the same people but once: it is faster.
    parts = json.loads(f"[{','.join(row[4] or 'null' for row in rows)}]")
    people = {text: json.loads(text) for text in {row[3] for row in rows}}
    found = {night.id: NightHands(versions.get(night.id, ""), night) for night in nights}
    for row, numbers in zip(rows, parts, strict=True):
        night_id, current, void, seated, _, hand_id, key, number, game, pot, pots, wild = row
        of = found[night_id]
        if current != VERSION:
            of.old.append(hand_id)
        elif numbers is None:
            of.unread += 1
        elif void:
            of.void += 1
        else:
            of.hands.append(PlayedHand(hand_id, key, of.night, number, game, pot, pots, wild, people[seated], numbers))
    return list(found.values())
