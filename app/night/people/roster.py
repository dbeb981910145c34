"""People: the players of all nights."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.dataclass import dataclass, replace
from app.night.db import db
from app.night.models import Night, Player, Seat
from app.night.validation import Problem, check_limit

#: The available colours, one for each seat of a full table; each is a token of the style sheets, with AA contrast on
#: the felt in dark and light mode.
COLOURS = ("coral", "amber", "lime", "mint", "sky", "violet", "rose", "sand", "aqua", "pearl")
#: The number of colours that ids stand for. Aqua and pearl, which came later, are chosen, or given at a table.
_BY_ID = 8

#: The most names that a form offers.
MAX_NAMES = 50

_JOINER = "\u200d"


def colour_of(player: Player) -> str:
    """Return the colour that a person chose, or else one derived from their id."""
    return player.colour if player.colour in COLOURS else COLOURS[player.id % _BY_ID]


def avoid_same_colour(player: Player, others: Sequence[Player]) -> None:
    """Give a player who sits down a colour that nobody else at the table has, as long as one is free.

    Of two players with the same colour, one who has not chosen it is given another.
    """
    taken = {colour_of(other) for other in others}
    same = [other for other in others if colour_of(other) == colour_of(player)]
    free = [colour for colour in COLOURS if colour not in taken]
    if not same or not free:
        return
    changed = player if not player.colour else next((other for other in same if not other.colour), player)
    changed.colour = free[0]


def initials(name: str) -> str:
    """Return the initials of a name: of the first and last word, or the first two characters of a single word."""
    words = name.split()
    if len(words) > 1:
        return (_characters(words[0])[0] + _characters(words[-1])[0]).upper()
    characters = _characters(name)
    first = characters[0]
    return first.upper() + "".join(characters[1:2]) if first[:1].isalnum() else first


def _characters(text: str) -> list[str]:
    """Return the characters as people see them: a letter with its accents, an emoji with all its parts."""
    characters: list[str] = []
    for letter in text:
        if characters and _continues(characters[-1], letter):
            characters[-1] += letter
        else:
            characters.append(letter)
    return characters or [""]


def _continues(character: str, letter: str) -> bool:
    """Return whether a code point belongs to the character before it."""
    modifies = unicodedata.category(letter) in ("Mn", "Me", "Mc")  # an accent or a variant
    is_skin_tone = "\U0001f3fb" <= letter <= "\U0001f3ff"
    ends_flag = len(character) == 1 and all("\U0001f1e6" <= half <= "\U0001f1ff" for half in (character, letter))
    return modifies or is_skin_tone or ends_flag or _JOINER in (letter, character[-1])


@dataclass(frozen=True, slots=True)
class Person:
    """A person as shown in lists; ``nights`` are the ids of their nights, ``last`` is the start of the latest.

    ``pay_by`` is how to pay them, as stored.
    """

    id: int
    name: str
    colour: str
    initials: str
    pay_by: str = ""
    nights: frozenset[int] = frozenset()
    last: datetime | None = None


def person_of(player: Player) -> Person:
    """Return a person as shown in lists, without their nights."""
    return Person(player.id, player.name, colour_of(player), initials(player.name), player.pay_by)


def all_people() -> list[Person]:
    """Return everybody who has played, examples excluded, the most recent player first, then by name."""
    query = select(Seat.player_id, Night.id, Night.started_at).join(Night, Night.id == Seat.night_id)
    nights: dict[int, dict[int, datetime]] = {}
    for player_id, night_id, started in db.session.execute(query.where(~Night.example)):
        nights.setdefault(player_id, {})[night_id] = started
    players = db.session.scalars(select(Player).where(Player.id.in_(nights.keys()), ~Player.removed))
    everybody = [
        replace(person_of(player), nights=frozenset(nights[player.id]), last=max(nights[player.id].values()))
        for player in players
    ]
    return sorted(everybody, key=lambda person: (-max(nights[person.id].values()).timestamp(), person.name.casefold()))


def find_or_add_person(session: Session, night: Night, name: str) -> Player | Problem:
    """Return the person with this name, ignoring case; add a new one if there is none and the limit allows.

    The players of an example are made up for it, even if somebody else has that name.
    """
    only_in = night.id if night.example else 0
    query = select(Player).where(Player.folded.in_(spellings(name)), Player.only_in == only_in).order_by(Player.id)
    player = session.scalar(query.with_for_update(read=True, key_share=True))  # so that nobody removes them
    if player is None:
        if full := check_limit(session, "people", Player.id, Player.only_in == only_in, ~Player.removed):
            return full
        player = Player(name=name, folded=name.casefold(), only_in=only_in)
        session.add(player)
        session.flush()
    return player


def spellings(name: str) -> tuple[str, str]:
    """Return the forms in which a name may be stored as folded: version 0.3 stored decomposed letters as typed."""
    return name.casefold(), unicodedata.normalize("NFD", name.casefold())


def link_digest(key: str) -> str:
    """Return a digest that identifies a person's link without revealing it."""
    return sha256(key.encode()).hexdigest()[:16]


def known_names() -> list[str]:
    """Return the names of the latest players of past nights, the most recent first, examples excluded."""
    latest = func.max(Seat.id)
    query = select(Player.name).join(Seat).join(Night).where(~Night.example, ~Player.removed)
    return list(db.session.scalars(query.group_by(Player.id, Player.name).order_by(latest.desc()).limit(MAX_NAMES)))
