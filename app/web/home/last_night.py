"""The last night on the start page: when it was, how it ended, and who would be there again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from app.night.models import Night
from app.night.people.persons import Person, person_of
from app.night.people.seats import hands_played, standings
from app.night.play.call import current_hand
from app.night.start_like import LastTime
from app.text import counted, listing
from app.web.http.lookup import stakes_words

#: A night that nobody has ended is over all the same after so long.
AN_EVENING = timedelta(hours=14)


@dataclass(frozen=True, slots=True)
class LastNight:
    """The night that can be had again.

    ``under_way``: it is being played, and the way back to it goes first; ``playing``: a hand lies on its table.
    ``ended`` says how it ended: how many hands, and who won. ``people`` are those who would be seated, clockwise, and
    ``terms`` what they would play for.
    """

    night: Night
    under_way: bool
    playing: bool
    ended: str
    people: tuple[Person, ...]
    terms: str


def last_night(last: LastTime) -> LastNight:
    """Return what the start page says of a night that can be had again."""
    night = last.night
    return LastNight(
        night=night,
        under_way=night.ended_at is None and datetime.now(UTC) - night.started_at < AN_EVENING,
        playing=current_hand(night) is not None,
        ended=_ended(night),
        people=tuple(person_of(guest.player) for guest in last.guests),
        terms=_terms(last),
    )


def _ended(night: Night) -> str:
    hands = hands_played(night.id)
    if not hands:
        return "No hand was played." if night.ended_at else "No hand has been played out yet."
    rows = standings(night)
    best = rows[0]
    if night.tracked:
        winners = [row.seat.name for row in rows if row.seat.net == best.seat.net > 0]
        won = f"{listing(winners)} won {best.seat.net}" if winners else "nobody won"
    else:
        winners = [row.seat.name for row in rows if row.hands == best.hands > 0]
        won = f"{listing(winners)} won {best.hands} of them" if winners else "nobody won"
    if len(winners) > 1:
        won += " each"
    verb = "so far" if night.ended_at is None else ""
    return f"{counted(hands, 'hand')} {verb}".strip() + f"; {won}."


def _terms(last: LastTime) -> str:
    """Return what would be played for: the buy-in, where chips are counted, and the stakes."""
    stakes = stakes_words(last.night)
    if not last.night.tracked:
        return stakes
    chips = {guest.chips for guest in last.guests}
    if len(chips) > 1:
        return f"the same buy-ins, {stakes}"
    (each,) = chips
    money = last.night.played_for.money(each)
    return f"{each} each{f' ({money})' if money else ''}, {stakes}"
