"""Look up nights, seats and hands by address, and put into words what several screens say about a night."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from flask import abort, request, url_for

from app.dataclass import dataclass
from app.money.amounts import money_text
from app.night import links, nights, screens
from app.night.access.rights import guest_devices
from app.night.acts.activity import ActLine, queued
from app.night.acts.people import Buy, Leave, SitOut
from app.night.acts.table import NewStakes
from app.night.history import replays
from app.night.history.replays import PlayedHand
from app.night.log.replay import Broken, LiveHand
from app.night.models import ABOVE_ALL_IDS, Night, ShownHand, ShownRules
from app.night.people import seats
from app.night.people.seats import SeatInfo
from app.night.screens import Screen, Table
from app.night.validation import Problem
from app.text import count_word, full_sentence, sentence, with_article
from app.web.http.errors import error_page


def get_night_or_404(key: str) -> Night:
    """Return the night with this dealer's key."""
    return nights.night_by_key(key) or abort(404)


def get_own_night_or_404(night_id: int) -> Night:
    """Return the night with this id, unless it is an example."""
    known = links.nights_by_ids([night_id]) if night_id < ABOVE_ALL_IDS else []
    return known[0] if known else abort(404)


def get_seat_or_404(night: Night, seat_id: int, *, with_left: bool = False) -> SeatInfo:
    """Return the seat of a player, by default only of one who has not left."""
    return next((seat for seat in seats.seats(night, with_left=with_left) if seat.id == seat_id), None) or abort(404)


def get_phone_or_409(night: Night, seat_id: int) -> SeatInfo:
    """Return the seat of a player whose phone this night's dealers look after.

    Once the night is over and the phone shows a later one, those are the later one's.
    """
    seat = get_seat_or_404(night, seat_id)
    if night.ended_at is not None and links.night_id_of_link(seat.key) != night.id:
        abort(
            error_page(409, "Not from this night", f"{seat.name}'s phone shows a later night: change its link there.")
        )
    return seat


def get_played_hand_or_404(key: str) -> PlayedHand:
    """Return the hand at an address, or respond with the reason why it cannot be shown."""
    played = replays.played_hand(key) or abort(404)
    if isinstance(played, Problem):
        abort(error_page(404, "No hand to look at", full_sentence(played.text), ""))
    return played


def table_of(night: Night) -> Table:
    """Return the current table of a night."""
    return screens.screen_of(night.id).table


def running_game(table: Table) -> str:
    """Return the name of the game being played; empty between hands."""
    return table.hand.game_name if table.hand is not None and not table.hand.finished else ""


def last_live(screen: Screen) -> LiveHand | None:
    """Return the last hand of a night, replayed up to the first entry that does not fit; None before the first hand."""
    hand = screen.table.last_hand
    live = screen.live(hand) if hand is not None else None
    return live.live if isinstance(live, Broken) else live


def shown_text(night: Night | Table) -> str:
    """Say what televisions show instead of the table; empty while they show the table."""
    match night.on_television:
        case ShownHand():
            return "a past hand"
        case ShownRules() if night.ended_at is None:
            return "the rules"
    return ""


def stakes_text(night: Night | Table) -> str:
    """Return the stakes in words, with the bet of the last round if the house rules set one."""
    return night.stakes.words(night.house_rules.last_bet)


def count_in_play(table: Table) -> int:
    """Count the players who will be dealt into the next hand."""
    return sum(seat.in_play for seat in table.seats)


def deal_order(table: Table) -> list[SeatInfo]:
    """Return the players to be dealt into the next hand, in deal order: the dealer last."""
    playing = [seat for seat in table.seats if seat.in_play]
    dealer = next((at for at, seat in enumerate(playing) if seat.dealer), 0)
    return [*playing[dealer + 1 :], *playing[: dealer + 1]]


def players_text(count: int) -> str:
    """Return ``one player`` or ``four players``."""
    return f"{count_word(count)} player{'' if count == 1 else 's'}"


@dataclass(frozen=True, slots=True)
class PhoneRequest:
    """A phone's request in words, with the values to post to grant (``yes``) or refuse it (``no``)."""

    words: str
    yes: str
    no: str


def phone_requests(table: Table) -> tuple[PhoneRequest, ...]:
    """Return the requests from phones, the earliest first, then those to open a player's page on another device."""
    coins = coins_of(table)
    asked = [
        PhoneRequest(line.act.line(coins), f"yes {line.id}", f"no {line.id}")
        for line in table.waiting
        if line.status == "asked"
    ]
    for phone in table.phones_asking:
        numbers = f"{phone.seat} {phone.device}"
        asks = f"{'Another' if phone.another else 'A'} phone asks for {phone.name}'s page"
        asked.append(PhoneRequest(asks, f"let-in {numbers}", f"keep-out {numbers}"))
    return tuple(asked)


def failed_requests(table: Table) -> list[str]:
    """Return the requests that failed when the last hand was cleared, with reasons, until the next hand is dealt."""
    coins = coins_of(table)
    return [f"Not done: {line.act.line(coins)}. {sentence(line.note)}." for line in table.failed]


def next_hand_changes(night: Night | Table, lines: Sequence[ActLine]) -> str:
    """Return the changes before the next hand in words: ``Gus joins, ante 2``; of new stakes, what differs."""
    acts, coins = queued(lines), coins_of(night)
    return ", ".join(
        act.changed(stakes_text(night)) if isinstance(act, NewStakes) else act.brief(coins) for act in acts
    )


def out_of_chips(table: Table, seats: Sequence[SeatInfo] | None = None) -> list[tuple[SeatInfo, int]]:
    """Return the players without chips who have not yet bought more, sat out or left, with the chips to offer them."""
    seats = table.seats if seats is None else seats
    broke = [seat for seat in seats if seat.stack == 0 and not seat.sitting_out and not seat.left]
    if broke:
        decided = queued_decisions(table.waiting)
        broke = [seat for seat in broke if seat.id not in decided]
    return [(seat, table.buy_ins.last(seat.player_id)) for seat in broke]


def queued_decisions(lines: Sequence[ActLine]) -> dict[int, str]:
    """Return, by seat and in words, the queued acts that decide whether a player without chips is dealt in."""
    return {act.seat: act.line() for act in queued(lines) if isinstance(act, Buy | SitOut | Leave)}


def coins_of(night: Night | Table) -> Callable[[int], str]:
    """Return the function that formats amounts of this night's money."""
    return partial(money_text, code=night.currency) if night.currency else str


def hand_out_text(table: Table, chips: int) -> str:
    """Return the chips to hand out for a buy-in, and its price: ``: 2 red, 4 white, €3.50``; empty without either."""
    words = table.played_for.buy_in(chips, len(table.seats))
    return f": {words}" if words else ""


#: A guest is offered to deal at most this many open nights.
MAX_NIGHTS = 3


def guests(night: Night | None = None) -> list[tuple[int, str, list[Night]]]:
    """Return the devices that ask a host, the earliest first, to be let in to deal this night, or any open one.

    Each comes with who asks, on which kind of device, and the nights.
    """
    asking = guest_devices()
    if not asking:
        return []
    open_nights = [night] if night else nights.open_nights(MAX_NIGHTS)
    return [
        (device.id, f"{device.name} asks, on {with_article(device.label or 'device')}", open_nights)
        for device in asking
    ]


class Following:
    """The addresses and the version by which a page follows its night.

    ``live``: the address of the stream. ``at``: the page's version. ``page``: the address to refresh it from.

    Read the screen before anything else, or a change may go unnoticed.
    """

    def __init__(self, key: str, screen: Screen, page: str = "") -> None:
        self.live, self.at = url_for("live.stream", key=key), screen.version
        self.page = request.full_path.rstrip("?") if request.method == "GET" else page
