"""The values on the television: what the whole table may see of its night."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app import night as store
from app.evening.worth import Worth
from app.hand.view import TELEVISION
from app.night import Closing, LiveHand, Screen, SeatInfo, Table
from app.web.http.lookup import stakes_words
from app.web.http.room import coming
from app.web.http.sharing import Link, join_address, link_to, server_address
from app.web.table.board import Board
from app.web.table.closing import BestHand, best_hand
from app.web.table.layout import columns
from app.web.table.shown import shown_to
from app.web.television.seats import TelevisionSeat, nearest_index, seated_around, television_seats
from app.words import Sentence

#: What the television shows: a hand, one that cannot go on, the table between hands or without players, or the end.
TelevisionKind = Literal["empty", "hand", "broken", "between", "ended"]


@dataclass(frozen=True, slots=True)
class TelevisionPage:
    """The television of a night. ``version`` is the night's version, as the live feed has it.

    ``board`` is the hand on the table, or the last one until the next is called. ``announcement_id`` changes with every
    announcement, also where the next one has the same words. ``near`` is the place at the table of the nearest seat,
    ``places`` those of all seats, clockwise, ending with the nearest. ``join`` is where a seat can be asked for, None
    during a hand. ``closing`` is how the night has ended, once it has, with the ``best`` hand. ``coming`` says what is
    done with the next hand.
    """

    kind: TelevisionKind
    name: str
    stakes: str
    version: str
    hand: int
    seats: tuple[TelevisionSeat, ...]
    columns: int
    near: int
    places: tuple[int, ...]
    board: Board | None
    carried: int
    announcement: tuple[Sentence, ...]
    announcement_id: str
    join: Link | None
    worth: Worth
    closing: Closing | None
    best: BestHand | None
    coming: str = ""


def television_page(screen: Screen, near: str = "") -> TelevisionPage:
    """Return the television of a night, seen from the place ``near`` at the table, given as a number."""
    night = screen.table
    current, last = night.hand, night.last_hand
    number = last.number if last is not None else 0
    loaded = screen.live(last) if last is not None else None
    live = loaded if isinstance(loaded, LiveHand) else None
    table = _board(night, live) if live is not None else None
    playing = live if current is not None and night.ended_at is None else None
    seated = seated_around(night, playing)
    nearest = nearest_index(seated, near)
    in_row = columns(len(seated))
    kind = _kind(night, seated, current is not None, live)
    whats_coming = coming(night, night.waiting) if kind in ("hand", "between") else ""
    ended = store.closing(store.night_by_id(night.id)) if kind == "ended" else None
    return TelevisionPage(
        kind=kind,
        name=night.name,
        stakes=stakes_words(night),
        version=screen.version,
        hand=number,
        seats=television_seats(seated, nearest, playing, table),
        columns=in_row,
        near=seated[nearest].place if seated else 0,
        places=tuple(seat.place for seat in (*seated[nearest + 1 :], *seated[: nearest + 1])),
        board=table if kind in ("hand", "between") else None,
        carried=night.carried,
        coming=whats_coming,
        announcement=_announcement(kind, seated, table),
        announcement_id=f"{kind} {number} {table.announcement_id if kind == 'hand' and table is not None else ''}",
        join=_join_link(night) if kind in ("empty", "between") else None,
        worth=night.played_for,
        closing=ended,
        best=best_hand(ended.best, ended.best_pot) if ended is not None else None,
    )


def _board(night: Table, live: LiveHand) -> Board:
    return shown_to(TELEVISION, night, live, lambda: store.state_now(live, night), night.played_for).board


def _join_link(night: Table) -> Link | None:
    address = join_address(night)
    return link_to(server_address(), "A seat at the table", address) if address else None


def _kind(night: Table, seated: list[SeatInfo], on_table: bool, live: LiveHand | None) -> TelevisionKind:
    if night.ended_at is not None:
        return "ended"
    if on_table:
        return "hand" if live is not None else "broken"
    return "between" if seated else "empty"


def _announcement(kind: TelevisionKind, seated: list[SeatInfo], table: Board | None) -> tuple[Sentence, ...]:
    """Return what is announced: the hand's own words, or what the table waits for."""
    if kind == "hand" and table is not None:
        dealer = table.view.seats[-1].name
        return table.announcement or _plain(f"{table.view.game_name}, {dealer} deals")
    if kind == "broken":
        return _plain("The dealer is correcting the log")
    if kind == "ended":
        return _plain("The night is over")
    if sum(seat.in_play for seat in seated) < 2:
        return _plain("Waiting for players")
    dealer = next((seat.name for seat in seated if seat.dealer), "")
    return _plain(f"{dealer} deals {'next' if table else 'first'} and calls the game")


def _plain(text: str) -> tuple[Sentence, ...]:
    return (Sentence(text, text),)
