"""The television: a read-only view of the night, for everyone at the table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import ceil
from time import time
from typing import Any, Literal

from flask import Response, abort, render_template, request

from app.dataclass import dataclass, replace
from app.games.build import make
from app.games.errors import GameError
from app.games.house import Stakes, changed, house_rules
from app.games.modifiers import read_modifier
from app.games.sheet import rule_sheet
from app.games.situation import Situation
from app.hand.action import ALL_IN, BET, BRING_IN, CALL, FOLD
from app.hand.notation import parse_action
from app.hand.view import TELEVISION
from app.locales import number_text
from app.night import nights, screens
from app.night.history import replays, statistics
from app.night.history.past_nights import Closing
from app.night.history.replays import PlayedHand
from app.night.log.replay import LiveHand
from app.night.models import ShownHand, ShownRules
from app.night.odds.answers import ask
from app.night.people.seats import SeatInfo, badges
from app.night.play.games import all_games
from app.night.screens import Screen, Table, state_now
from app.odds.all_in import known_at_all_in
from app.odds.figures import Odds
from app.text import whole_number
from app.web.http.addresses import Link, join_address, link_to, server_address
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import count_in_play, last_live, next_hand_changes, stakes_text
from app.web.http.pages import DRAWN_PAGES
from app.web.plots import LinesPlot, Series, lines
from app.web.table.board import BestHand, Board, best_hand, drawn_for
from app.web.table.seats import ShownSeat, columns, seat_in_hand, seat_odds, seats_of_hand, television_place
from app.web.table.sheet import GameSheet, SheetLine, SheetSection, plain_sections, sheet_of
from app.words.announcements import Sentence
from app.words.odds import all_in_label, all_in_text

PARTS = "television/_update.html"

#: The least and the most hands after which stacks are plotted, since every change of a night draws them again; and the
#: size of the plot.
MIN_HANDS, MAX_HANDS = 3, 300
STACKS_SIZE = (460, 205)

#: How long a page of rules is shown, in seconds, as in ``rules-pages.js``.
PAGE_SECONDS = 15

#: The actions that are shown below the table while they are the last.
_BETS = (BRING_IN, BET, CALL, ALL_IN, FOLD)

#: The most seats that fit around the table.
MAX_SHOWN = 12

#: The type sizes of rules, the largest first, in the television's unit.
SIZES = (48, 44, 40)
#: The size of a page and the gap between its columns, in the same unit, and the average width of a letter by its size.
_WIDTH, _HEIGHT, _GAP, _LETTER = 1800, 660, 48, 0.5
#: The height of a line and the space after a paragraph, by the type size; and the height of a heading in lines.
_LINE, _AFTER, _HEADING = 1.27, 0.24, 1.25


@dataclass(frozen=True, slots=True)
class TelevisionSheet:
    """The rules on the television: the ``lead`` sentence, and pages of sections in one type ``size``.

    ``left_out``: whether the house rules are left out.
    """

    sheet: GameSheet
    lead: str
    pages: tuple[tuple[SheetSection, ...], ...]
    size: int
    left_out: bool = False


def shown_sheet(screen: Screen, raw: Mapping[str, Any]) -> GameSheet | None:
    """Return the rules that the dealer shows; None if they are of a former hand, or can no longer be read."""
    if screen.table.ended_at is not None:
        return None
    if "hand" not in raw:
        return _of_call(screen, raw)
    live = last_live(screen)
    return sheet_of(live.hand.game_name, live.state) if live is not None and live.hand.id == raw["hand"] else None


def sheet_before_the_deal(screen: Screen) -> GameSheet | None:
    """Return the rules of a game that has been called; None once its first card is dealt."""
    hand = screen.table.hand
    live = screen.live(hand) if hand is not None else None
    if not isinstance(live, LiveHand) or live.state.count:
        return None
    return sheet_of(live.hand.game_name, live.state)


def _of_call(screen: Screen, raw: Mapping[str, Any]) -> GameSheet | None:
    table = screen.table
    try:
        game = all_games().resolve(
            raw["game"], raw["options"], [read_modifier(entry, "modifier") for entry in raw["modifiers"]]
        )
        house = house_rules(changed(table.house_rules), raw["house"])
        stakes = make(Stakes, raw["stakes"], "stakes") if "stakes" in raw else table.stakes
    except (GameError, KeyError):
        return None  # the library has changed since
    return GameSheet(str(raw["name"]), plain_sections(rule_sheet(game, house, stakes, count_in_play(table))))


def television_sheet(sheet: GameSheet) -> TelevisionSheet:
    """Return a rule sheet for the television: on one page, if need be without house rules, or else on several."""
    lead = " ".join(line.text for section in sheet.sections if section.kind == "lead" for line in section.lines)
    others = tuple(section for section in sheet.sections if section.kind != "lead")
    played = tuple(section for section in others if section.kind != "house")
    for sections in (others, played):
        for size in SIZES:
            pages = _pages(sections, sheet.wild, size)
            if len(pages) == 1:
                return TelevisionSheet(sheet, lead, pages, size, left_out=sections != others)
    return TelevisionSheet(sheet, lead, pages, size, left_out=True)


def _pages(sections: tuple[SheetSection, ...], wild: str, size: int) -> tuple[tuple[SheetSection, ...], ...]:
    """Return the sections on as many pages as they need in this size; continued sections repeat their heading."""
    # Less than the page, since paragraphs break only between lines and columns end unevenly.
    room = 2 * (_HEIGHT / size - 1.2 * _LINE)
    in_line = int((_WIDTH - _GAP) / 2 / (_LETTER * size))
    pages: list[list[SheetSection]] = [[]]
    left = room
    for section in sections:
        left -= _HEADING * _LINE
        lines: list[SheetLine] = []
        for line in section.lines:
            text = line.now + line.text + (wild if section.title == "Wild cards" and line is section.lines[-1] else "")
            height = ceil(len(text) / in_line) * _LINE + _AFTER
            if height > left:
                pages[-1] += [replace(section, lines=tuple(lines))] if lines else []
                pages.append([])
                lines, left = [], room - _HEADING * _LINE
            lines.append(line)
            left -= height
        pages[-1].append(replace(section, lines=tuple(lines)))
    return tuple(map(tuple, pages))


class TelevisionPage:
    """The television of a night.

    ``version``: the night's version. ``kind``: what it shows. ``board``: the hand on the table, or the last one until
    the next is called. ``announcement_id``: changes with every announcement, even one with the same words. ``near``:
    the place of the nearest seat. ``places``: the places of all seats, clockwise, ending with the nearest. ``join``:
    the link to request a seat, None during a hand. ``closing``: the result of an ended night, with the ``best`` hand.
    ``coming``: the changes before the next hand. ``stacks``: the plot between hands. ``rules``: the rules of a game
    just called, or those that the dealer shows; ``rules_page``: the current page. ``action``: the last action, if it is
    a bet. ``odds``: a label and a text for the odds at an all-in, if the night shows them; ``odds_to_come``: whether
    they are still being worked out.
    """

    kind: Literal["empty", "hand", "broken", "between", "ended", "past", "rules"]
    seats: tuple[ShownSeat, ...]
    board: Board | None
    announcement: tuple[Sentence, ...]
    near = carried = 0
    places: tuple[int, ...] = ()
    coming = action = ""
    join: Link | None = None
    closing: Closing | None = None
    best: BestHand | None = None
    stacks: LinesPlot | None = None
    rules: TelevisionSheet | None = None
    rules_page = 0
    odds: tuple[str, str] | None = None
    odds_to_come = False

    def __init__(self, screen: Screen) -> None:
        self.name, self.version, self.worth = screen.table.name, screen.version, screen.table.played_for


class PastHandPage(TelevisionPage):
    """A past hand after ``step`` actions."""

    kind = "past"

    def __init__(self, screen: Screen, played: PlayedHand, step: int) -> None:
        super().__init__(screen)
        self.worth = nights.night_by_id(played.hand.night_id).played_for
        self.stakes, self.hand = f"Hand {played.hand.number}, again", played.hand.id
        board, people = Board(played.view(step), self.worth), badges(played.hand.night_id)
        self.board, self.columns = board, columns(len(board.seats))
        self.seats = seats_of_hand(board, [people[seat] for seat in played.hand.seat_ids])
        self.announcement = board.announced
        self.announcement_id = f"past {self.hand} {step} {board.announcement_id}"


class TablePage(TelevisionPage):
    """The table as it is, with the seat at place ``near`` nearest."""

    def __init__(self, screen: Screen, near: str) -> None:
        super().__init__(screen)
        table, last = screen.table, screen.table.last_hand
        live = screen.live(last) if last is not None else None
        live = live if isinstance(live, LiveHand) else None
        board = None
        if live is not None:
            board = drawn_for(TELEVISION, table, live, partial(state_now, live, table), table.played_for).board
        playing = live if table.hand is not None else None
        seated = seated_around(table, playing)
        nearest = nearest_index(seated, near)
        self.kind = _kind(table, seated, live)
        self.stakes, self.carried = stakes_text(table), table.carried
        if playing is not None:
            setup = playing.state.setup
            self.stakes = Situation(setup.game, setup.house, setup.stakes, len(setup.names)).stakes_text()
        self.hand = last.number if last is not None else 0
        self.seats = _seats(seated, nearest, playing, board)
        self.columns = columns(len(seated))
        self.near = seated[nearest].place if seated else 0
        self.places = tuple(seat.place for seat in (*seated[nearest + 1 :], *seated[: nearest + 1]))
        self.board = board if self.kind in ("hand", "between") else None
        self.announcement = _announcement(self.kind, seated, board)
        moment = board.announcement_id if self.kind == "hand" and board is not None else ""
        self.announcement_id = f"{self.kind} {self.hand} {moment}"
        if self.kind == "hand" and live is not None:
            self.action = _last_bet(live)
            self._add_odds(table, live)
        if self.kind in ("hand", "between"):
            self.coming = next_hand_changes(table, table.waiting)
        if self.kind == "between":
            self.stacks = _stacks(table)
        if self.kind in ("empty", "between") and (address := join_address(table)):
            self.join = link_to(server_address(), "A seat at the table", address)
        if self.kind == "ended":
            self.closing = Closing(nights.night_by_id(table.id))
            self.best = best_hand(self.closing.best, self.closing.best_pot)

    def _add_odds(self, table: Table, live: LiveHand) -> None:
        """Set the odds at an all-in, or request them without waiting for them."""
        known = known_at_all_in(live.state) if table.all_in_odds else None
        if known is None:
            return
        answers = ask(("all in", live.hand.id, live.number), lambda: (known,), urgent=True)
        self.odds_to_come = answers is None
        if answers is not None and isinstance(answers[0], Odds):
            odds, bars = answers[0], seat_odds(answers[0])
            best_first = sorted(odds.seats, key=lambda seat: -odds.seats[seat].share.value)
            text = all_in_text([(live.state.name(seat), bars[seat].text) for seat in best_first])
            self.odds = all_in_label(odds.view, odds.assumptions), text
            self.seats = tuple(
                replace(seat, odds=bars.get(seat.on_table.view.seat)) if seat.on_table else seat for seat in self.seats
            )


class RulesPage(TablePage):
    """The rules of a game, with the table's announcement."""

    def __init__(self, screen: Screen, near: str, sheet: GameSheet) -> None:
        super().__init__(screen, near)
        self.kind, self.seats, self.join, self.rules = "rules", (), None, television_sheet(sheet)
        self.rules_page = int(time()) // PAGE_SECONDS % len(self.rules.pages)


def television_page(screen: Screen, near: str = "") -> TelevisionPage:
    """Return the page of a night's television, with the seat at place ``near`` nearest."""
    match screen.table.on_television:
        case ShownHand(hand_id, step):
            played = replays.played_hand_by_id(hand_id)
            if isinstance(played, PlayedHand):
                return PastHandPage(screen, played, min(step, played.steps))
            return TablePage(screen, near)
        case ShownRules(raw):
            sheet = shown_sheet(screen, raw)
        case _:
            sheet = sheet_before_the_deal(screen)
    return RulesPage(screen, near, sheet) if sheet is not None else TablePage(screen, near)


def seated_around(table: Table, live: LiveHand | None) -> list[SeatInfo]:
    """Return the players around the table, clockwise, including those in this hand who have left."""
    in_hand = live.hand.seat_ids if live is not None else ()
    seats = [seat for seat in table.everybody if not seat.left or seat.id in in_hand]
    if len(seats) > MAX_SHOWN:
        seats = [seat for seat in seats if seat.id in in_hand]
    return sorted(seats, key=lambda seat: seat.place)


def nearest_index(seats: list[SeatInfo], place: str) -> int:
    """Return the index of the nearest seat: the one at this place or the next, by default the last."""
    number = whole_number(place[:9])
    if number is None:
        return len(seats) - 1
    return next((index for index, seat in enumerate(seats) if seat.place >= number), 0)


def _seats(seats: list[SeatInfo], nearest: int, live: LiveHand | None, board: Board | None) -> tuple[ShownSeat, ...]:
    """Return the seats, with their cards and chips if a hand is being played."""
    dealt = {}
    if live is not None and board is not None:
        dealt = dict(zip(live.hand.seat_ids, board.seats, strict=True))
    shown = []
    for index, seat in enumerate(seats):
        cards, place = dealt.get(seat.id), television_place(index, len(seats), nearest)
        if cards is not None and board is not None:
            shown.append(seat_in_hand(cards, place, board, seat, seat.name))
        else:
            deals = seat.dealer and not dealt
            note = _why_no_cards(seat, bool(dealt))
            shown.append(ShownSeat(seat.name, place, seat.stack, deals, seat, note))
    return tuple(shown)


def _last_bet(live: LiveHand) -> str:
    """Return the last action in words if it is a bet; empty for others, which may be for the dealer's eyes only."""
    last = live.lines[-1] if live.lines and not live.over else None
    action = parse_action(last.text) if last is not None else None
    return last.words if last is not None and action is not None and action.verb in _BETS else ""


def _why_no_cards(seat: SeatInfo, playing: bool) -> str:
    if seat.sitting_out:
        return "Sits out"
    if not seat.in_play:
        return "Out of chips"
    return "In from the next hand" if playing else ""


def _stacks(table: Table) -> LinesPlot | None:
    """Return a plot of everyone's stack after each hand; None if there are too few hands, or too many."""
    if not table.tracked or table.last_hand is None or table.last_hand.number > MAX_HANDS:
        return None
    numbers, stacks = statistics.stack_lines(table.id)
    if len(numbers) < MIN_HANDS:
        return None
    series = [Series(person.name, person.colour, line) for person, line in stacks.items()]
    return lines(series, ["0", *map(str, numbers)], number_text, *STACKS_SIZE)


def _kind(
    table: Table, seated: list[SeatInfo], live: LiveHand | None
) -> Literal["empty", "hand", "broken", "between", "ended"]:
    if table.ended_at is not None:
        return "ended"
    if table.hand is not None:
        return "hand" if live is not None else "broken"
    return "between" if seated else "empty"


def _announcement(kind: str, seated: list[SeatInfo], board: Board | None) -> tuple[Sentence, ...]:
    """Return the announcement of the hand, or what the table waits for."""
    if kind == "hand" and board is not None:
        return board.announced
    dealer = next((seat.name for seat in seated if seat.dealer), "")
    text = f"{dealer} deals {'next' if board else 'first'} and calls the game"
    if kind == "broken":
        text = "The dealer is correcting the log"
    elif kind == "ended":
        text = "The night is over"
    elif sum(seat.in_play for seat in seated) < 2:
        text = "Waiting for players"
    return (Sentence(text, text),)


blueprint = GuardedBlueprint("television", __name__, Who.LINK, url_prefix="/tv/<key>")
DRAWN_PAGES["television"] = lambda key, _token: partial(_draw, key)


@blueprint.get("")
def page(key: str) -> str | Response:
    """Show the table as it is now: the whole page or, for htmx, the part that changes.

    With ``?odds``, send no content while the odds of an all-in are still being worked out.
    """
    screen = screens.screen_by_watch_key(key) or abort(404)
    tv = television_page(screen, request.args.get("near", ""))
    if "odds" in request.args and tv.odds_to_come:
        return Response(status=204)
    return render_template(PARTS if "HX-Request" in request.headers else "television/page.html", key=key, tv=tv)


def _draw(key: str, screen: Screen) -> str:
    return render_template(PARTS, key=key, tv=television_page(screen, request.args.get("near", "")))
