"""The television: what the whole table may see of its night, read only, kept true by the live feed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from flask import Blueprint, abort, render_template, request

from app import night as store
from app.hand.view import TELEVISION, view
from app.night import LiveHand, Night, SeatInfo
from app.web.http.lookup import stakes_words
from app.web.table.board import Board, Lying, board, columns_of, place_of

blueprint = Blueprint("television", __name__, url_prefix="/tv/<key>")

#: More seats than this find no place around the table.
MOST = 12
#: So many lines of a settlement leave the cards at full size, by the seats in a row: fewer seats have larger cards.
ROOM = {1: 2, 2: 2, 3: 2}
#: So many fit beside the cards of four in a row; for more, cards and words are as small as can be read.
MOST_LINES = 4
#: About as many letters of a reason go to a line.
LINE = 64

Kind = Literal["empty", "hand", "broken", "between", "ended"]


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table. ``place`` are the classes that say where, ``note`` why they have no cards.

    ``lying`` is what lies before them, None outside a hand; ``stack`` None where chips are not tracked. ``deals``: this
    hand, or between two hands the next one. ``won`` are the chips that the settlement pushes to them.
    """

    name: str
    place: str
    stack: int | None
    deals: bool
    note: str
    won: int
    lying: Lying | None


@dataclass(frozen=True, slots=True)
class Standing:
    """What the night has brought a player. ``chips`` they take home and ``net`` of it is won, where chips are tracked;
    ``hands`` were won by them, alone or with others.
    """

    name: str
    chips: int | None
    net: int | None
    hands: int


@dataclass(frozen=True, slots=True)
class Watched:
    """Everything that the television renders. ``at`` is where the night stood, as the live feed has it.

    ``board`` is the hand on the table, or the last one where the next has not been called; ``said`` what is announced,
    ``told`` another text for another announcement, be it in the same words.
    ``fit`` is empty, or ``full`` or ``packed`` where the settlement has more to say than fits beside large cards.
    ``near`` is the place of the nearest seat, ``places`` those of all, clockwise, which ends with it.
    """

    kind: Kind
    name: str
    stakes: str
    at: str
    hand: int
    seats: tuple[Seat, ...]
    columns: int
    fit: str
    near: int
    places: tuple[int, ...]
    board: Board | None
    carried: int
    said: tuple[str, ...]
    told: str
    standings: tuple[Standing, ...]


@blueprint.get("")
def page(key: str) -> str:
    """The table as it is now: whole, or for htmx the part that changes."""
    night = store.night_by_watch_key(key)
    if night is None:
        abort(404)
    # Read before the hand is: a screen may think itself older than it is, never newer.
    at = store.night_version(night.id)
    name = "television/_answer.html" if "HX-Request" in request.headers else "television/page.html"
    return render_template(name, key=key, tv=watched(night, at, request.args.get("near", "")))


def watched(night: Night, at: str, near: str = "") -> Watched:
    """The television of a night. ``near`` is the place at the table that the viewer sits closest to, as a number."""
    current = store.current_hand(night)
    last = current or store.last_hand(night)
    found = store.live_hand(last.id) if last is not None else None
    live = found if isinstance(found, LiveHand) else None
    shown = board(view(live.state, TELEVISION)) if live is not None else None
    playing = live if current is not None and night.ended_at is None else None
    rows = _around(night, playing)
    nearest = _nearest(rows, near)
    columns = columns_of(len(rows))
    kind = _kind(night, rows, current is not None, live)
    return Watched(
        kind=kind,
        name=night.name,
        stakes=stakes_words(night),
        at=at,
        hand=last.number if last is not None else 0,
        seats=_seats(rows, nearest, playing, shown),
        columns=columns,
        fit=_fit(shown, columns) if kind == "hand" else "",
        near=rows[nearest].place if rows else 0,
        places=tuple(row.place for row in (*rows[nearest + 1 :], *rows[: nearest + 1])),
        board=shown if kind in ("hand", "between") else None,
        carried=night.carried,
        said=_said(kind, rows, shown),
        told=_told(kind, last.number if last is not None else 0, shown),
        standings=_standings(night) if kind == "ended" else (),
    )


def _kind(night: Night, rows: list[SeatInfo], on_table: bool, live: LiveHand | None) -> Kind:
    if night.ended_at is not None:
        return "ended"
    if on_table:
        return "hand" if live is not None else "broken"
    return "between" if rows else "empty"


def _around(night: Night, live: LiveHand | None) -> list[SeatInfo]:
    """Who sits around the table, clockwise; who has gone home since is still seen in the hand that they played."""
    in_hand = live.hand.seat_ids if live is not None else ()
    rows = [row for row in store.seats(night, with_left=True) if not row.left or row.id in in_hand]
    if len(rows) > MOST:
        rows = [row for row in rows if row.id in in_hand]
    return sorted(rows, key=lambda row: row.place)


def _nearest(rows: list[SeatInfo], near: str) -> int:
    """Which of the rows is nearest: who sits at that place or next to it, or else the last."""
    if not (near.isascii() and near.isdigit()):
        return len(rows) - 1
    return next((n for n, row in enumerate(rows) if row.place >= int(near[:9])), 0)


def _seats(rows: list[SeatInfo], nearest: int, live: LiveHand | None, shown: Board | None) -> tuple[Seat, ...]:
    dealt = dict(zip(live.hand.seat_ids, shown.seats, strict=True)) if live is not None and shown is not None else {}
    won = dict(shown.view.settlement.pushes) if shown is not None and shown.view.settlement else {}
    seats = []
    for number, row in enumerate(rows):
        lying, place = dealt.get(row.id), place_of(number, len(rows), nearest)
        if lying is not None:
            seats.append(Seat(row.name, place, lying.of.stack, lying.of.dealer, "", won.get(row.name, 0), lying))
        else:
            seats.append(Seat(row.name, place, row.stack, row.dealer and live is None, _note(row, bool(live)), 0, None))
    return tuple(seats)


def _fit(shown: Board | None, columns: int) -> str:
    lines = _lines(shown) if shown is not None else 0
    if lines <= ROOM.get(columns, MOST_LINES):
        return ""
    return "full" if columns in ROOM and lines <= MOST_LINES + 1 else "packed"


def _lines(shown: Board) -> int:
    """How many lines a settlement takes under the chips to push; the cards of a hand are as high as two."""
    found = shown.view.settlement
    if found is None:
        return 0
    reasons = sum(1 + len(f"{one.hand} – {one.why}") // LINE for one in found.awards)
    return reasons + 2 * sum(map(bool, shown.plays)) + (2 if len(found.pushes) > 2 else 0)


def _note(row: SeatInfo, playing: bool) -> str:
    """Why a player has no cards."""
    if row.sitting_out:
        return "Sits out"
    if not row.in_play:
        return "Out of chips"
    return "In from the next hand" if playing else ""


def _said(kind: Kind, rows: list[SeatInfo], shown: Board | None) -> tuple[str, ...]:
    """What is announced: the hand's own words, or what the table waits for."""
    if kind == "hand" and shown is not None:
        dealer = shown.view.seats[-1].name
        return shown.said or (f"{shown.view.game_name}, {dealer} deals",)
    if kind == "broken":
        return ("The dealer is putting something right in the log",)
    if kind == "ended":
        return ("The night is over",)
    dealer = next((row.name for row in rows if row.dealer), "")
    if sum(row.in_play for row in rows) < 2:
        return ("Waiting for players",)
    return (f"{dealer} deals next and calls the game" if shown else f"{dealer} deals first and calls the game",)


def _told(kind: Kind, hand: int, shown: Board | None) -> str:
    if kind != "hand" or shown is None:
        return f"{kind} {hand}"
    said = shown.view.announcements
    return f"{kind} {hand} {shown.view.count if shown.view.settlement else said[-1].after if said else 0}"


def _standings(night: Night) -> tuple[Standing, ...]:
    """Everyone who played, whoever won most first."""
    won = Counter(name for hand in store.past_hands(night) for name, _ in hand.winners)
    rows = store.seats(night, with_left=True)
    found = [
        Standing(row.name, (row.stack or 0) + row.cashed, row.net, won[row.name])
        if night.tracked
        else Standing(row.name, None, None, won[row.name])
        for row in rows
    ]
    return tuple(sorted(found, key=lambda one: (-(one.net or 0), -one.hands)))
