"""The start page: the forms that start a night, the nights that this browser may see, and the last of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from flask import Response, current_app
from itsdangerous import URLSafeSerializer

from app.night.access.grants import LONGEST_DEVICE_NAME
from app.night.access.rights import has_had_host, is_unclaimed
from app.night.models import Night, random_key
from app.night.people.persons import person_of
from app.night.people.seats import hands_played, standings
from app.night.play.call import current_hand
from app.night.start_like import LastTime, last_time
from app.text import counted, listing
from app.web.forms.fields import Entry
from app.web.forms.money import currency_names
from app.web.forms.stakes import USUAL_STAKES, usual_name
from app.web.http.lookup import guests, stakes_words
from app.web.http.pages import Page, render_page, take_messages
from app.web.http.rights import is_host, may_begin, rights, visible_nights

#: How many nights are in sight, of those under way and of those that have ended; the others are behind a line.
OPEN_SHOWN = 6
ENDED_SHOWN = 3


@dataclass(frozen=True, slots=True)
class NightForm:
    """A night to be started: its name, whether chips are tracked, and what is wrong with the name.

    Played for money, it has a ``currency`` and what a chip is ``worth`` as typed, with ``worth_error`` beside it.
    """

    name: str = ""
    tracked: bool = True
    error: str = ""
    currency: str = ""
    worth: str = ""
    worth_error: str = ""


class HomePage(Page):
    """The start page, with its forms as they were entered: a ``new_night``, the ``host_code``, who would ``ask``.

    ``may_begin``: this browser is a host's, or becomes one when it begins a night. Any other may ask the host, unless
    there is none to ask (``hostless``); ``asked``: it has. ``unclaimed``: nights were imported that have no host yet.
    ``guests`` are those who ask, for the host.
    ``last`` is the night that can be had again, None where there has been none with two people. ``running`` nights are
    shown with the hand on the table, ``ended`` ones without; ``others`` stay behind a line. ``start_token`` holds the
    key of the night to be started, signed.
    """

    longest = LONGEST_DEVICE_NAME
    new_night, host_code, ask = NightForm(), Entry(""), Entry("")

    def __init__(self, **entered: object) -> None:
        super().__init__(**entered)
        nights, self.is_host, self.may_begin = visible_nights(), is_host(), may_begin()
        running = [night for night in nights if night.ended_at is None][:OPEN_SHOWN]
        self.running = [(night, current_hand(night)) for night in running]
        self.ended = [night for night in nights if night.ended_at is not None][:ENDED_SHOWN]
        shown = {night.id for night in (*running, *self.ended)}
        self.others = [night for night in nights if night.id not in shown]
        last = last_time(nights) if self.may_begin else None
        self.last = LastNight(last) if last is not None else None
        self.start_token, self.usual_name = start_tokens().dumps(random_key()), usual_name()
        self.stakes, self.currencies = USUAL_STAKES.words(), currency_names()
        self.hostless = not self.may_begin and not has_had_host()
        self.unclaimed = is_unclaimed()
        self.asked = rights().guest == "asked"
        self.guests = guests() if self.is_host else ()
        self.message = take_messages("done")


def show_home(status: int = 200, **entered: object) -> Response:
    """Show the start page, with forms as they were entered where they were refused."""
    return render_page("home/page.html", HomePage(**entered), status)


def start_tokens() -> URLSafeSerializer:
    """Return what signs the keys on the page, so that nobody can choose one that others could guess."""
    return URLSafeSerializer(str(current_app.secret_key), salt="start")


#: A night that nobody has ended is over all the same after so long.
AN_EVENING = timedelta(hours=14)


class LastNight:
    """The night that can be had again.

    ``under_way``: it is being played, and the way back to it goes first; ``playing``: a hand lies on its table.
    ``ended`` says how it ended: how many hands, and who won. ``people`` are those who would be seated, clockwise, and
    ``terms`` what they would play for.
    """

    def __init__(self, last: LastTime) -> None:
        self.night, self.ended, self.terms = last.night, _ended(last.night), _terms(last)
        started = last.night.started_at
        self.under_way = last.night.ended_at is None and datetime.now(UTC) - started < AN_EVENING
        self.playing = current_hand(last.night) is not None
        self.people = [person_of(guest.player) for guest in last.guests]


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
