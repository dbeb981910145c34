"""The hands behind a figure, as a list that leads to the page of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import request, url_for

from app.night.history import statistics
from app.night.models import ABOVE_ALL_IDS, Night
from app.statistics.played import PlayedHand
from app.text import counted, whole_number
from app.web.statistics.period import Period, period
from app.web.statistics.report import Report, hand_address, report
from app.web.statistics.tables import Cell, Table, amount_text, heads_of, make_table, net_cell, shown_of, words_cell

#: What somebody had to do with a hand beyond being dealt in: its name in addresses, and in words.
DID: Mapping[str, str] = {
    "end": "seen to the end",
    "won": "won",
    "called": "called",
}
WILD = "wild"


@dataclass(frozen=True, slots=True)
class HandsPage:
    """The hands behind a figure: what they are, and what they have brought the person they are of."""

    back: str
    which: str
    period: Period | None
    table: Table | None
    problem: str


def hands_page(night: Night | None = None) -> HandsPage:
    """Return the hands that the address asks for: of a person, of a game, of a night, by what somebody did in them."""
    if night is not None:
        when, played = None, statistics.played_at(night)
    else:
        when = period()
        played = statistics.played_between(when.first, when.last)
    found = report(played, night=night, period=when)
    person, game, of_night = _number("person"), request.args.get("game", ""), _number("night")
    did = request.args.get("did", "")
    hands = [hand for hand in played.hands if _wanted(hand, person, game, of_night, did)]
    back = url_for("statistics.season", **found.dates) if night is None else url_for("statistics.night", key=night.key)
    return HandsPage(
        back=back,
        which=_words(found, person, game, of_night, did, len(hands)),
        period=when,
        table=_table(found, hands, person),
        problem=when.problem if when is not None else "",
    )


def _wanted(hand: PlayedHand, person: int | None, game: str, night: int | None, did: str) -> bool:
    if (game and hand.game != game) or (night is not None and hand.night.id != night):
        return False
    if did == WILD:
        return hand.wild > 0
    return person is None or (person in hand.players and _did(hand, person, did))


def _did(hand: PlayedHand, person: int, did: str) -> bool:
    """Return whether a player of a hand did this in it; being dealt in is enough for anything else."""
    match did:
        case "end":
            return hand.part(person).to_end > 0
        case "won":
            return hand.part(person).won > 0
        case "called":
            return hand.caller == person
    return True


def _words(found: Report, person: int | None, game: str, night: int | None, did: str, count: int) -> str:
    words = counted(count, "hand")
    words += f" of {found.game(game)}" if game else ""
    if did == WILD:
        words += " in which wild cards changed"
    elif person is not None:
        words += f", {DID[did]} by {found.name(person)}" if did in DID else f" with {found.name(person)}"
    name = next((each.name for each in found.played.nights if each.id == night), "") if night is not None else ""
    return f"{words}, {name}" if name else words


def _table(found: Report, hands: list[PlayedHand], person: int | None) -> Table | None:
    if not hands:
        return None
    units = found.figures.units
    shown = shown_of("hands", hands[::-1])
    nets = statistics.hand_nets([hand.id for hand in shown]) if person is not None else {}
    heads = ["Hand", *([] if found.night else ["Night"]), "Game", "Called by", *heads_of("Pot", units), "Won by"]
    heads += ["Won or lost"] if person is not None else []
    rows = []
    for hand in shown:
        amount = amount_text(hand.night.amount(hand.pot), hand.night.unit)
        cells = [Cell(f"Hand {hand.number}", hand_address(hand))]
        cells += [] if found.night else [words_cell(f"{hand.night.day:%-d %b %Y}")]
        cells += [words_cell(found.game(hand.game)), words_cell(found.name(hand.caller))]
        cells += [Cell(amount if unit == hand.night.unit else "") for unit in units]
        cells.append(words_cell(found.winners(hand)))
        if person is not None:
            net = nets.get((hand.id, person), 0) if hand.night.tracked else None
            cells.append(net_cell(None if net is None else hand.night.amount(net), hand.night.unit))
        rows.append(cells)
    return make_table("hands", "Hands", heads, rows, of=len(hands))


def _number(name: str) -> int | None:
    """Return an id of the address; -1, which nothing has, for any other text."""
    text = request.args.get(name)
    if text is None or not text.strip():
        return None
    number = whole_number(text)
    return number if number is not None and number < ABOVE_ALL_IDS else -1
