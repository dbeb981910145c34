"""The page of one hand, for whoever has its link: at any of its steps, with its record. It leads nowhere else."""

from __future__ import annotations

from typing import Literal, cast

from flask import abort, request, url_for
from werkzeug.wrappers import Response

from app.games.sheet import rule_sheet
from app.games.situation import Situation
from app.night import nights
from app.night.history import hands, replays
from app.night.history.replays import PlayedHand
from app.night.models import Night, ShownHand
from app.night.play import taps
from app.night.validation import Problem
from app.text import sentence, whole_number
from app.web.http.addresses import server_address
from app.web.http.errors import error_page
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.pages import as_file, render, render_page, take_messages
from app.web.http.rights import may_deal, visible_nights
from app.web.table.board import Board
from app.web.table.seats import columns, seats_of_hand

#: Which cards are shown: those that did at that moment, or all that were shown at any time of the hand.
Known = Literal["then", "all"]


class NoStepError(ValueError):
    """The address asks for something that no hand has; the text says what."""


class Step:
    """A hand at the step that the address asks for; beyond its end, that is its last one.

    ``at`` counts the actions before it, ``asked`` is the number in the address. ``words`` say the last of them;
    ``street`` is the one that it belongs to. Raise :class:`NoStepError` for what no hand has.
    """

    def __init__(self, key: str, played: PlayedHand, night: Night) -> None:
        self.key, self.steps, self.streets = key, played.steps, played.streets
        self.asked, self.known = _asked_step(), _asked_cards()
        self.at = self.steps if self.asked is None else min(self.asked, self.steps)
        self.words = played.lines[self.at - 1].words if self.at else "Before the first card"
        self.board = Board(played.view(self.at, all_shown=self.known == "all"), night.played_for)
        self.seats = seats_of_hand(self.board)
        self.columns = columns(len(self.seats))
        self.announcement = self.board.announced
        self.announcement_id = f"{played.hand.id} {self.board.announcement_id}"
        self.street = max((n for n, street in enumerate(self.streets) if street.step <= self.at), default=0)

    @property
    def ways(self) -> tuple[tuple[str, str, int | None], ...]:
        """The buttons below the table, from left to right: a name for scripts, words, and the step, if there is one."""
        before = [street.step for street in self.streets if street.step < self.at]
        after = [street.step for street in self.streets if street.step > self.at]
        return (
            ("first", "First", 0 if self.at else None),
            ("street-back", "Previous street", before[-1] if before else None),
            ("back", "Back", self.at - 1 if self.at else None),
            ("next", "Next", self.at + 1 if self.at < self.steps else None),
            ("street-next", "Next street", after[0] if after else None),
            ("last", "Last", self.steps if self.at < self.steps else None),
        )

    def address(self, at: int | None = None, known: str = "") -> str:
        """Return the address of a step of this hand, by default of this one."""
        step = self.at if at is None else at
        kept = known or self.known
        return url_for("hand.page", key=self.key, at=step, known=kept if kept != "then" else None)


def _asked_step() -> int | None:
    at = request.args.get("at", "")
    step = whole_number(at, 9)
    if at and step is None:
        raise NoStepError(f"“at” is the number of an action, such as 12; it cannot be “{at[:20]}”.")
    return step


def _asked_cards() -> Known:
    known = request.args.get("known", "then")
    if known not in ("then", "all"):
        raise NoStepError(f"“known” is either “then” or “all”; it cannot be “{known[:20]}”.")
    return cast(Known, known)


class ShowOn:
    """A night on whose televisions the hand can be shown. ``shows``: they show it now."""

    def __init__(self, night: Night, played: PlayedHand) -> None:
        shown = night.on_television
        self.key, self.name = night.key, night.name
        self.shows = isinstance(shown, ShownHand) and shown.hand_id == played.hand.id


class DealersPart:
    """The part of the page for a dealer of its night: links to the night, and to correct the hand.

    ``closed`` says why nothing of it can be changed now.
    """

    def __init__(self, played: PlayedHand, night: Night) -> None:
        self.key, self.night, self.number = night.key, night.name, played.hand.number
        self.closed = sentence(taps.closed_to_corrections(played.live))
        nights = [night]
        if night.ended_at is not None and not night.example:
            nights += [other for other in visible_nights() if other.ended_at is None][:1]
        self.televisions = [ShowOn(other, played) for other in nights]


class HandPage:
    """A hand that was played, at a step. ``end`` is the table as the hand ended, ``address`` what is copied.

    ``beyond`` is the step that the address asks for, where the hand has no such step; 0 where it has. ``dealers`` is
    None for those who have the link of the hand alone.
    """

    def __init__(self, key: str, played: PlayedHand, step: Step, night: Night) -> None:
        hand, setup = played.hand, played.hand.setup
        players = len(setup.names)
        self.key, self.number, self.game_name = key, hand.number, hand.game_name
        self.day = f"{hand.started_at.astimezone():%-d %B %Y}"
        self.step, self.log = step, played.lines
        self.end = Board(played.view(played.steps), night.played_for)
        self.sheet = rule_sheet(setup.game, setup.house, setup.stakes, players)
        self.stakes = Situation(setup.game, setup.house, setup.stakes, players).stakes_words()
        self.address = server_address().origin + url_for("hand.page", key=key)
        self.beyond = step.asked if step.asked is not None and step.asked > played.steps else 0
        self.dealers = DealersPart(played, night) if may_deal(night) else None
        self.message = take_messages("done")


blueprint = GuardedBlueprint("hand", __name__, Who.LINK, url_prefix="/h")


@blueprint.get("/<key>")
def page(key: str) -> Response:
    """Show a hand at a step: the whole page, or for htmx the part that changes with the step."""
    played = _played(key)
    night = nights.night_by_id(played.hand.night_id)
    try:
        step = Step(key, played, night)
    except NoStepError as error:
        return error_page(400, "No such step", str(error), url_for("hand.page", key=key))
    if "HX-Request" in request.headers:
        return render("hand/_answer.html", step=step)
    return render_page("hand/page.html", HandPage(key, played, step, night))


@blueprint.get("/<key>.phh")
def record(key: str) -> Response:
    """Send the record of a hand."""
    played = _played(key)
    number = played.hand.number
    text = hands.hand_record(nights.night_by_id(played.hand.night_id), number)
    if text is None:
        abort(404)
    if isinstance(text, Problem):
        return error_page(409, "No record", f"{sentence(text.text.rstrip('.'))}.", url_for("hand.page", key=key))
    return as_file(text, "application/toml", f"hand-{number}.phh")


def _played(key: str) -> PlayedHand:
    """Return the hand of an address; answer with why there is none to look at."""
    played = replays.played_hand(key) or abort(404)
    if isinstance(played, Problem):
        abort(error_page(404, "No hand to look at", f"{sentence(played.text.rstrip('.'))}.", ""))
    return played
