"""The values on the start page."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Response, current_app
from itsdangerous import URLSafeSerializer

from app.night.access import hosts
from app.night.access.hosts import LONGEST_DEVICE_NAME
from app.night.models import Hand, Night
from app.night.nights import new_key
from app.night.people.seats import hands_played, seats
from app.night.play.call import current_hand
from app.night.start_like import last_time
from app.text import counted
from app.web.forms.money import currency_names
from app.web.forms.new_night import USUAL_STAKES, usual_name
from app.web.home.last_night import LastNight, last_night
from app.web.http.lookup import Guest, guests, players_words
from app.web.http.pages import render_page, take_messages
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


@dataclass(frozen=True, slots=True)
class HostForm:
    """The host code as it was entered, and what is wrong with it."""

    code: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class AskForm:
    """Who asks the host, as it was entered, and what is wrong with it."""

    name: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class HomePage:
    """The start page: the forms that start a night, and the nights that this browser may see.

    ``may_begin``: this browser is a host's, or becomes one when it begins a night. Any other may ask the host, unless
    there is none to ask (``hostless``); ``asked``: it has. ``guests`` are those who ask, for the host.
    ``last`` is the night that can be had again, None where there has been none with two people. ``running`` nights are
    shown with the hand on the table, ``ended`` ones without; ``others`` stay behind a line. ``start_token`` holds the
    key of the night to be started, signed.
    """

    last: LastNight | None
    running: list[tuple[Night, Hand | None]]
    ended: list[Night]
    others: list[Night]
    start_token: str
    usual_name: str
    stakes: str
    name: str
    tracked: bool
    error: str
    currency: str
    currencies: list[tuple[str, str]]
    worth: str
    worth_error: str
    is_host: bool
    may_begin: bool
    hostless: bool
    asked: bool
    ask: AskForm
    longest: int
    guests: tuple[Guest, ...]
    host_error: str
    host_code: str
    message: str


def show_home(
    status: int = 200,
    *,
    night_form: NightForm | None = None,
    host_form: HostForm | None = None,
    ask_form: AskForm | None = None,
) -> Response:
    """Show the start page, with its forms as they were entered."""
    page = home_page(night_form or NightForm(), host_form or HostForm(), ask_form or AskForm())
    return render_page("home/page.html", page, status)


def start_tokens() -> URLSafeSerializer:
    """Return what signs the keys on the page, so that nobody can choose one that others could guess."""
    return URLSafeSerializer(str(current_app.secret_key), salt="start")


def home_page(night_form: NightForm, host_form: HostForm, ask_form: AskForm) -> HomePage:
    """Return the start page for this browser, with its forms as they were entered."""
    nights, host, begins = visible_nights(), is_host(), may_begin()
    running = [night for night in nights if night.ended_at is None][:OPEN_SHOWN]
    ended = [night for night in nights if night.ended_at is not None][:ENDED_SHOWN]
    shown = {night.id for night in (*running, *ended)}
    last = last_time(nights) if begins else None
    return HomePage(
        last=last_night(last) if last is not None else None,
        running=[(night, current_hand(night)) for night in running],
        ended=ended,
        others=[night for night in nights if night.id not in shown],
        start_token=str(start_tokens().dumps(new_key())),
        usual_name=usual_name(),
        stakes=USUAL_STAKES.words(),
        name=night_form.name,
        tracked=night_form.tracked,
        error=night_form.error,
        currency=night_form.currency,
        currencies=currency_names(),
        worth=night_form.worth,
        worth_error=night_form.worth_error,
        is_host=host,
        may_begin=begins,
        hostless=not begins and hosts.hostless() is not None,
        asked=rights().asked == "asked",
        ask=ask_form,
        longest=LONGEST_DEVICE_NAME,
        guests=guests() if host else (),
        host_error=host_form.error,
        host_code=host_form.code,
        message=take_messages("done"),
    )


@dataclass(frozen=True, slots=True)
class RemovePage:
    """The question whether a night is to go, with its day and what goes with it."""

    night: Night
    day: str
    hands: str
    players: str
    money: bool


def remove_page(night: Night) -> RemovePage:
    """Return the question whether a night is to go."""
    return RemovePage(
        night=night,
        day=f"{night.started_at.astimezone():%-d %B %Y}",
        hands=counted(hands_played(night.id), "hand"),
        players=players_words(len(seats(night, with_left=True))),
        money=bool(night.currency),
    )
