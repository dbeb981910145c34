"""Looking up what an address names, and what several screens say of a night and its guests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from flask import abort, request, url_for

from app.money.amounts import money_text
from app.night import nights, screens
from app.night.access import hosts, phones
from app.night.acts.activity import ActLine, coming_words
from app.night.acts.people import Buy, Leave, SitOut
from app.night.log.replay import Broken, LiveHand
from app.night.models import Night
from app.night.people import seats
from app.night.people.seats import SeatInfo
from app.night.play import television
from app.night.play.television import ShownHand, ShownRules
from app.night.screens import Screen
from app.night.table import Table
from app.night.version import night_version
from app.text import count_word, sentence, with_article


def get_night_or_404(key: str) -> Night:
    """Return the night of a dealer's address."""
    return nights.night_by_key(key) or abort(404)


def get_seat_or_404(night: Night, seat_id: int) -> SeatInfo:
    """Return a seat at the table; players who have left have none."""
    return next((seat for seat in seats.seats(night) if seat.id == seat_id), None) or abort(404)


def table_of(night: Night) -> Table:
    """Return the current table of a night."""
    return screens.screen_of(night.id).table


def running_game(table: Table) -> str:
    """Return the name of the game being played, or an empty text between hands."""
    return table.hand.game_name if table.hand is not None and not table.hand.finished else ""


def last_live(screen: Screen) -> LiveHand | None:
    """Return the last hand of a night, as far as its log can be read; None before the first."""
    hand = screen.table.last_hand
    live = screen.live(hand) if hand is not None else None
    return live.live if isinstance(live, Broken) else live


def shown_words(night: Night | Table) -> str:
    """Return what televisions show instead of the table of a night; empty while they show the table."""
    match television.shown_instead(night):
        case ShownHand():
            return "a past hand"
        case ShownRules() if night.ended_at is None:
            return "the rules"
    return ""


def stakes_words(night: Night | Table) -> str:
    """Return the stakes in words, with the bet on the last round where the house sets one."""
    return night.stakes.words(night.house_rules.last_bet)


def count_in_play(table: Table) -> int:
    """Count the players who will be dealt into the next hand."""
    return sum(seat.in_play for seat in table.seats)


def players_words(count: int) -> str:
    """Return ``one player`` or ``four players``."""
    return f"{count_word(count)} player{'' if count == 1 else 's'}"


#: Chips that a player is offered who has bought none yet.
USUAL_BUY_IN = 100


@dataclass(frozen=True, slots=True)
class Asked:
    """A phone's request in words, with what to post to grant or refuse it."""

    words: str
    yes: str
    no: str


@dataclass(frozen=True, slots=True)
class Broke:
    """A player at the table who has no chips left, and how many they bought last."""

    seat: int
    name: str
    buys: int


def asked_for(table: Table) -> tuple[Asked, ...]:
    """Return what phones have asked for, the earliest first, and then which ones ask for somebody's page."""
    asked = [line for line in table.waiting if line.status == "asked"]
    coins = coins_of(table)
    wishes = [Asked(line.act.line(coins), f"yes {line.id}", f"no {line.id}") for line in asked]
    for_pages = [
        Asked(f"Another phone asks for {name}’s page", f"let-in {seat} {device}", f"keep-out {seat} {device}")
        for name, seat, device in ((phone.name, phone.seat, phone.device) for phone in table.phones_asking)
    ]
    return (*wishes, *for_pages)


@dataclass(frozen=True, slots=True)
class AskingDevice:
    """A device that asks to open the page of a player, who has it open on another one, and the question in words."""

    seat: int
    device: int
    words: str


def asking_devices(night: Night) -> tuple[AskingDevice, ...]:
    """Return the devices that ask to open pages of the players at the table."""
    return tuple(
        AskingDevice(phone.seat, phone.device, f"Open {phone.name}’s page on {with_article(phone.label)} too")
        for phone in phones.phones_asking(night.id)
    )


def not_done(table: Table) -> list[str]:
    """Return what could not be done when the last hand was put away, and why; until the next is dealt."""
    coins = coins_of(table)
    return [f"Not done: {line.act.line(coins)}. {sentence(line.note)}." for line in table.failed]


def coming(night: Night | Table, lines: Sequence[ActLine]) -> str:
    """Return what comes with the next hand, in words; empty if nothing does."""
    acts = [line.act for line in lines if line.status == "waiting"]
    return coming_words(acts, stakes_words(night)) if acts else ""


def out_of_chips(table: Table, seats: Sequence[SeatInfo] | None = None) -> list[Broke]:
    """Return the players who would be dealt in, had they any chips, and have not said what is to become of them."""
    seats = table.seats if seats is None else seats
    broke = [seat for seat in seats if seat.stack == 0 and not seat.sitting_out and not seat.left]
    if broke:
        decided = answers_coming(table.waiting)
        broke = [seat for seat in broke if seat.id not in decided]
    bought = table.last_buys if broke else {}
    return [Broke(seat.id, seat.name, bought.get(seat.player_id, USUAL_BUY_IN)) for seat in broke]


def answers_coming(lines: Sequence[ActLine]) -> dict[int, str]:
    """Return by seat what comes with the next hand that decides whether somebody without chips is dealt in."""
    acts = [line.act for line in lines if line.status == "waiting"]
    return {act.seat: act.line() for act in acts if isinstance(act, Buy | SitOut | Leave)}


def coins_of(night: Night | Table) -> Callable[[int], str]:
    """Return how amounts of money are written tonight."""
    return partial(money_text, code=night.currency) if night.currency else str


#: So many nights are offered to deal: more are not under way at once.
MOST_NIGHTS = 3


@dataclass(frozen=True, slots=True)
class Guest:
    """A device that asks the host: who uses it, and the nights under way that they could deal."""

    device: int
    words: str
    nights: tuple[Night, ...]


def guests(night: Night | None = None) -> tuple[Guest, ...]:
    """Return the guests who ask, the earliest first, with this night to deal, or all open ones."""
    asking = hosts.guests_asking()
    if not asking:
        return ()
    open_nights = [night] if night else [each for each in nights.nights() if each.ended_at is None]
    return tuple(
        Guest(
            device=device.id,
            words=f"{device.name} asks, on {with_article(device.label or 'device')}",
            nights=tuple(open_nights[:MOST_NIGHTS]),
        )
        for device in asking
    )


@dataclass(frozen=True, slots=True)
class Following:
    """How a page follows its night: the address of the ``live`` stream, the version ``at`` which it is, and the
    address of the ``page`` itself. ``answer``: it is the answer to a form, and shows what was entered there.
    """

    live: str
    at: str
    page: str
    answer: bool


def following(night: Night, page: str) -> Following:
    """Return how a page follows its night. Ask for it before anything else is read, lest a change go unnoticed."""
    asked = request.method == "GET"
    here = request.full_path.rstrip("?") if asked else page
    return Following(url_for("live.stream", key=night.key), night_version(night.id), here, not asked)
