"""The values on the television: what the whole table may see of its night."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from app.evening.worth import Worth
from app.hand.view import TELEVISION
from app.night import nights
from app.night.history import past_nights, replays, statistics
from app.night.history.past_nights import Closing
from app.night.history.replays import PlayedHand
from app.night.log.replay import LiveHand
from app.night.people.seats import SeatInfo, state_now
from app.night.play import television
from app.night.play.television import ShownHand, ShownRules
from app.night.screens import Screen
from app.night.table import Table
from app.web.http.addresses import Link, join_address, link_to, server_address
from app.web.http.lookup import coming, stakes_words
from app.web.plots.svg import LinesPlot, Series, lines
from app.web.table.board import Board, board
from app.web.table.closing import BestHand, best_hand
from app.web.table.layout import columns
from app.web.table.seats import ShownSeat, seats_of_hand
from app.web.table.sheet import GameSheet
from app.web.table.shown import shown_to
from app.web.television.rules import sheet_before_the_deal, shown_sheet
from app.web.television.seats import nearest_index, seated_around, television_seats
from app.web.television.sheet import FarSheet, far_sheet
from app.words import Sentence

#: Stacks are drawn after so many hands and up to so many, more than an evening has: every change of a night draws them
#: again. They are as large as this.
LEAST_HANDS, MOST_HANDS = 3, 300
STACKS_SIZE = (1000, 290)

#: What the television shows: a hand, one that cannot go on, the table between hands or without players, or the end;
#: or instead of the table a hand that was played, or the rules of a game.
TelevisionKind = Literal["empty", "hand", "broken", "between", "ended", "past", "rules"]


@dataclass(frozen=True, slots=True)
class TelevisionPage:
    """The television of a night. ``version`` is the night's version, as the live feed has it.

    ``board`` is the hand on the table, or the last one until the next is called. ``announcement_id`` changes with every
    announcement, also where the next one has the same words. ``near`` is the place at the table of the nearest seat,
    ``places`` those of all seats, clockwise, ending with the nearest. ``join`` is where a seat can be asked for, None
    during a hand. ``closing`` is how the night has ended, once it has, with the ``best`` hand. ``coming`` says what is
    done with the next hand. ``stacks`` are drawn between two hands, once there have been a few.
    ``rules`` are those of a game that is being called, or that the dealer shows.
    """

    kind: TelevisionKind
    name: str
    stakes: str
    version: str
    hand: int
    seats: tuple[ShownSeat, ...]
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
    stacks: LinesPlot | None = None
    rules: FarSheet | None = None


def television_page(screen: Screen, near: str = "") -> TelevisionPage:
    """Return the television of a night, seen from the place ``near`` at the table, given as a number."""
    return _instead(screen, near) or _table_page(screen, near)


def _instead(screen: Screen, near: str) -> TelevisionPage | None:
    """Return what is shown instead of the table; None where that is the table after all."""
    match television.shown_instead(screen.table):
        case ShownHand(hand_id, step):
            played = replays.played_hand_by_id(hand_id)
            return _past_hand(screen, played, min(step, played.steps)) if isinstance(played, PlayedHand) else None
        case ShownRules(raw):
            sheet = shown_sheet(screen, raw)
            return _rules(screen, near, sheet) if sheet is not None else None
    sheet = sheet_before_the_deal(screen)
    return _rules(screen, near, sheet) if sheet is not None else None


def _rules(screen: Screen, near: str, sheet: GameSheet) -> TelevisionPage:
    """Return the rules of a game, under what is announced at the table."""
    return replace(_table_page(screen, near), kind="rules", seats=(), join=None, rules=far_sheet(sheet))


def _past_hand(screen: Screen, played: PlayedHand, step: int) -> TelevisionPage:
    """Return a hand that was played, as it was known after so many actions."""
    worth = nights.night_by_id(played.hand.night_id).played_for
    table = board(played.view(step), worth)
    seats = seats_of_hand(table)
    return TelevisionPage(
        kind="past",
        name=screen.table.name,
        stakes=f"Hand {played.hand.number}, again",
        version=screen.version,
        hand=played.hand.id,
        seats=seats,
        columns=columns(len(seats)),
        near=0,
        places=(),
        board=table,
        carried=0,
        announcement=table.announced,
        announcement_id=f"past {played.hand.id} {step} {table.announcement_id}",
        join=None,
        worth=worth,
        closing=None,
        best=None,
    )


def _table_page(screen: Screen, near: str) -> TelevisionPage:
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
    ended = past_nights.closing(nights.night_by_id(night.id)) if kind == "ended" else None
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
        stacks=_stacks(night) if kind == "between" else None,
        announcement=_announcement(kind, seated, table),
        announcement_id=f"{kind} {number} {table.announcement_id if kind == 'hand' and table is not None else ''}",
        join=_join_link(night) if kind in ("empty", "between") else None,
        worth=night.played_for,
        closing=ended,
        best=best_hand(ended.best, ended.best_pot) if ended is not None else None,
    )


def _board(night: Table, live: LiveHand) -> Board:
    return shown_to(TELEVISION, night, live, lambda: state_now(live, night), night.played_for).board


def _stacks(night: Table) -> LinesPlot | None:
    """Return everybody's stack after each hand; None before there is anything to see."""
    if not night.tracked or night.last_hand is None or night.last_hand.number > MOST_HANDS:
        return None
    numbers, stacks = statistics.stack_lines(night.id)
    if len(numbers) < LEAST_HANDS:
        return None
    series = [Series(line.name, line.colour, line.stacks) for line in stacks]
    return lines(series, ["0", *map(str, numbers)], lambda chips: f"{chips:,}", *STACKS_SIZE)


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
        return table.announced
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
