"""Persons: who plays here, over all nights."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.night.db import db
from app.night.models import Night, Player, Seat
from app.night.validation import Problem, too_many

#: The colours to choose from; each is a token of the style sheets, AA on the felt in the dark and in the light.
COLOURS = ("coral", "amber", "lime", "mint", "sky", "violet", "rose", "sand")

_JOINER = "\u200d"


def colour_of(player: Player) -> str:
    """Return the colour that a person has chosen, or else the one that falls to them."""
    return player.colour if player.colour in COLOURS else COLOURS[player.id % len(COLOURS)]


def initials(name: str) -> str:
    """Return the initials of a name: of its first and last word, or the first two signs of a single one."""
    words = name.split()
    if len(words) > 1:
        return (_signs(words[0])[0] + _signs(words[-1])[0]).upper()
    signs = _signs(name)
    return (signs[0].upper() + "".join(signs[1:2])) if signs[0][:1].isalnum() else signs[0]


def _signs(text: str) -> list[str]:
    """Return what people see as single signs: a letter with its accents, an emoji with all it is joined from."""
    signs: list[str] = []
    for letter in text:
        if signs and (_belongs(letter) or signs[-1].endswith(_JOINER) or _is_half_a_flag(signs[-1], letter)):
            signs[-1] += letter
        else:
            signs.append(letter)
    return signs or [""]


def _belongs(letter: str) -> bool:
    """Return whether a letter changes the one before it: an accent, a joiner, a variant, a skin colour."""
    return (
        letter == _JOINER
        or unicodedata.category(letter) in ("Mn", "Me", "Mc")
        or "\U0001f3fb" <= letter <= "\U0001f3ff"
    )


def _is_half_a_flag(sign: str, letter: str) -> bool:
    return len(sign) == 1 and all("\U0001f1e6" <= half <= "\U0001f1ff" for half in (sign, letter))


@dataclass(frozen=True, slots=True)
class Person:
    """A person as lists show them; ``nights`` are those they sat at, by id, and ``last`` is when the latest began."""

    id: int
    name: str
    colour: str
    initials: str
    nights: frozenset[int] = frozenset()
    last: datetime | None = None


def person_of(player: Player) -> Person:
    """Return a person as lists show them, without their nights."""
    return Person(player.id, player.name, colour_of(player), initials(player.name))


def persons() -> list[Person]:
    """Return everybody who has sat at a night that is no example: who played last first, then by name."""
    query = select(Seat.player_id, Night.id, Night.started_at).join(Night, Night.id == Seat.night_id)
    nights: dict[int, dict[int, datetime]] = {}
    for player_id, night_id, started in db.session.execute(query.where(~Night.example)):
        nights.setdefault(player_id, {})[night_id] = started
    players = db.session.scalars(select(Player).where(Player.id.in_(nights.keys()), ~Player.removed))
    everybody = [
        replace(person_of(player), nights=frozenset(nights[player.id]), last=max(nights[player.id].values()))
        for player in players
    ]
    return sorted(everybody, key=_last_first)


def _last_first(person: Person) -> tuple[float, str]:
    assert person.last is not None
    return -person.last.timestamp(), person.name.casefold()


def person_named(session: Session, night: Night, name: str) -> Player | Problem:
    """Return the person of this name, in whatever case it is written; a new one if there is none and room.

    In an example it is somebody made up for it, whoever else goes by that name.
    """
    only_in = night.id if night.example else 0
    query = select(Player).where(Player.folded == name.casefold(), Player.only_in == only_in)
    player = session.scalar(query)
    if player is None:
        made_up = Player.only_in != 0
        if full := too_many(session, "people", Player.id, made_up if night.example else ~made_up):
            return full
        player = Player(name=name, folded=name.casefold(), only_in=only_in)
        session.add(player)
        session.flush()
    return player


def link_mark(key: str) -> str:
    """Return a mark by which a person's link is known again, and from which nobody can tell the link."""
    return sha256(key.encode()).hexdigest()[:16]


def known_names(limit: int = 50) -> list[str]:
    """List the names of players of earlier nights, the most recent first, without those of examples."""
    latest = func.max(Seat.id)
    query = select(Player.name).join(Seat, Seat.player_id == Player.id).group_by(Player.id, Player.name)
    query = query.join(Night, Night.id == Seat.night_id).where(~Night.example, ~Player.removed)
    return list(db.session.scalars(query.order_by(latest.desc()).limit(limit)))
