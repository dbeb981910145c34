"""Persons: who plays in a club, over all nights."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.night.db import db
from app.night.models import Night, Player, Seat
from app.night.people.looks import colour_of, initials


@dataclass(frozen=True, slots=True)
class Person:
    """A person as lists show them: how many ``nights`` they have played, and when the last of these began."""

    id: int
    name: str
    colour: str
    initials: str
    nights: int = 0
    last: datetime | None = None


def person_of(player: Player, nights: int = 0, last: datetime | None = None) -> Person:
    """Return a person as lists show them."""
    return Person(player.id, player.name, colour_of(player), initials(player.name), nights, last)


def person_named(session: Session, club_id: int, name: str) -> Player:
    """Return the club's person of this name, in whatever case it is written; a new one if there is none."""
    query = select(Player).where(Player.club_id == club_id, Player.folded == name.casefold())
    player = session.scalar(query)
    if player is None:
        player = Player(club_id=club_id, name=name, folded=name.casefold())
        session.add(player)
        session.flush()
    player.removed = False
    return player


def known_names(limit: int = 50) -> list[str]:
    """List the names of players of earlier nights, the most recent first, without those of examples."""
    latest = func.max(Seat.id)
    query = select(Player.name).join(Seat, Seat.player_id == Player.id).group_by(Player.id)
    query = query.join(Night, Night.id == Seat.night_id).where(~Night.example, ~Player.removed)
    return list(db.session.scalars(query.order_by(latest.desc()).limit(limit)))
