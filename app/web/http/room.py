"""What several screens say of the room: what comes with the next hand, and who is out of chips."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from app import night as store
from app.evening.acts import Buy, Leave, SitOut
from app.money.amounts import money_text
from app.night import ActLine, AskingPhone, Night, SeatInfo, Table
from app.text import sentence, with_article
from app.web.http.lookup import stakes_words
from app.words import act_line, coming_words

#: Chips that a player is offered who has bought none yet.
USUAL_BUY_IN = 100


@dataclass(frozen=True, slots=True)
class Asked:
    """What a phone asks for, in words: what to post to grant it, and to refuse it."""

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
    wishes = [Asked(act_line(line.act, coins), f"yes {line.id}", f"no {line.id}") for line in asked]
    return (*wishes, *(_for_page(phone) for phone in table.phones_asking))


def _for_page(phone: AskingPhone) -> Asked:
    words, what = f"Another phone asks for {phone.name}’s page", f"{phone.seat} {phone.device}"
    return Asked(words, f"let-in {what}", f"keep-out {what}")


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
        for phone in store.phones_asking(night.id)
    )


def not_done(table: Table) -> list[str]:
    """Return what could not be done when the last hand was put away, and why; until the next is dealt."""
    coins = coins_of(table)
    return [f"Not done: {act_line(line.act, coins)}. {sentence(line.note)}." for line in table.failed]


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
    return {act.seat: act_line(act) for act in acts if isinstance(act, Buy | SitOut | Leave)}


def coins_of(night: Night | Table) -> Callable[[int], str]:
    """Return how amounts of money are written tonight."""
    return partial(money_text, code=night.currency) if night.currency else str
