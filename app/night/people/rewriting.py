"""Stored hands and acts in which a person has become another, or is to be named no more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.night.models import Act, Hand, Ledger, Seat


@dataclass(frozen=True, slots=True)
class Former:
    """A person who is to be forgotten: the name they have now, and what they are called from now on."""

    player_id: int
    was: str
    name: str


def move_in_hands(session: Session, old_id: int, new_id: int) -> None:
    """Let hands have been played by another person, under the names they were played under."""
    for hand in _hands_of(session, old_id):
        players = [new_id if player == old_id else player for player in hand.setup["players"]]
        _rewrite(hand, {**hand.setup, "players": players}, hand.outcome)


def forget_in_hands(session: Session, former: Former) -> None:
    """Take a person's name, whatever it was then, out of their hands, and out of the reasons in the ledger."""
    for hand in _hands_of(session, former.player_id):
        names = list(hand.setup["names"])
        place = hand.setup["players"].index(former.player_id)
        was, names[place] = names[place], former.name
        outcome = dict(hand.outcome) if hand.outcome is not None else None
        if outcome is not None:
            outcome["winners"] = [[former.name if name == was else name, chips] for name, chips in outcome["winners"]]
            outcome["why"] = _without(was, former.name, outcome["why"])
        _rewrite(hand, {**hand.setup, "names": names}, outcome)
        for row in session.scalars(select(Ledger).where(Ledger.hand_id == hand.id, Ledger.why.contains(was))):
            row.why = _without(was, former.name, row.why)


def forget_in_acts(session: Session, former: Former) -> None:
    """Take a person's name out of the log of every night at which they sat."""
    seats = set(session.scalars(select(Seat.id).where(Seat.player_id == former.player_id)))
    nights = select(Seat.night_id).where(Seat.player_id == former.player_id)
    acts = list(session.scalars(select(Act).where(Act.night_id.in_(nights))))
    own = [act for act in acts if act.data.get("seat", (act.before or {}).get("seat")) in seats]
    names = {former.was, *(act.data["name"] for act in own if "name" in act.data)}
    for act in acts:
        act.data = {field: _forgotten(value, names, former.name) for field, value in act.data.items()}
        act.by = former.name if act.by in names else act.by


def _hands_of(session: Session, player_id: int) -> Iterator[Hand]:
    nights = select(Seat.night_id).where(Seat.player_id == player_id)
    for hand in session.scalars(select(Hand).where(Hand.night_id.in_(nights))):
        if player_id in hand.setup["players"]:
            yield hand


def _rewrite(hand: Hand, setup: dict[str, Any], outcome: dict[str, Any] | None) -> None:
    """Store a hand with another setup, as begun a moment later: by that every server knows it from the one it has."""
    hand.setup, hand.outcome = setup, outcome
    hand.started_at += timedelta(microseconds=1)


def _forgotten(value: Any, names: set[str], former: str) -> Any:
    """Return a field of an act without these names: a name, a list of names, or words that hold one."""
    if isinstance(value, list):
        return [_forgotten(each, names, former) for each in value]
    if not isinstance(value, str):
        return value
    for name in names:
        value = _without(name, former, value)
    return value


def _without(name: str, former: str, text: str) -> str:
    return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda _match: former, text)
