"""Played hands: the hands of a night, and each hand at any of its steps, with its record.

A hand's link opens only that hand. The list and the television are for the night's dealer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, cast

from flask import abort, flash, render_template, request, url_for
from werkzeug.wrappers import Response

from app.games.sheet import rule_sheet
from app.games.situation import Situation
from app.night import nights
from app.night.history import replays
from app.night.history.hands import hand_record, past_hands
from app.night.history.odds import hand_odds
from app.night.history.replays import PlayedHand
from app.night.models import Night, ShownHand
from app.night.people.seats import badges, hands_played
from app.night.play import taps, television
from app.night.screens import screen_of
from app.night.validation import Problem
from app.odds.figures import NoOdds, Odds, View
from app.text import full_sentence, sentence, whole_number
from app.web.http.addresses import server_address
from app.web.http.assets import embedded_styles
from app.web.http.browser import may_deal, visible_nights
from app.web.http.errors import error_page
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import get_night_or_404, get_played_hand_or_404, shown_text
from app.web.http.pages import as_file, back_to, render, render_page
from app.web.http.security import posted_number
from app.web.table.board import Board
from app.web.table.seats import columns, seat_odds, seats_of_hand
from app.web.table.sheet import plain_sections
from app.words.odds import ASSUMPTIONS, money_in_text, no_odds_text
from app.words.speaker import Speaker

blueprint = GuardedBlueprint("hand", __name__, Who.LINK, url_prefix="/h")
of_night = GuardedBlueprint("history", __name__, Who.DEALER, url_prefix="/n/<key>")

#: The cards to show: those visible at the step, or all that were shown at any time of the hand.
Known = Literal["then", "all"]

#: How many odds of a hand have been worked out: not this step's, this step's, or all.
Stage = Literal["none", "step", "all"]

#: The view of the odds for the cards shown.
VIEWS: Mapping[Known, View] = {"then": "shown", "all": "looked back"}

#: Hands per page of the list.
SHOWN = 50

#: The most steps of a hand in a file.
MAX_FRAMES = 300

#: The pages with a form that shows the table again, by its ``back`` field, besides a hand's page and the list.
PAGES = {"dealer": "dealer.table", "call": "call.page", "rules": "rules.page"}


class Step:
    """A hand at a step, by default the last one.

    ``at``: the number of actions before the step. ``words``: the last of these actions. ``street``: the index of its
    street. ``odds``: None in a file, which cannot wait for them.
    """

    def __init__(
        self,
        key: str,
        played: PlayedHand,
        night: Night,
        asked: int | None,
        known: Known = "then",
        with_odds: bool = False,
    ) -> None:
        self.key, self.steps, self.streets = key, played.steps, played.streets
        self.asked, self.known = asked, known
        self.at = self.steps if self.asked is None else min(self.asked, self.steps)
        self.words = played.lines[self.at - 1].words if self.at else "Before the first card"
        self.board = Board(played.view(self.at, all_shown=self.known == "all"), night.played_for)
        self.odds = StepOdds(played, VIEWS[known], self.at) if with_odds else None
        people = badges(night.id)
        in_hand = [people[seat] for seat in played.hand.seat_ids]
        self.seats = seats_of_hand(self.board, in_hand, self.odds.bars if self.odds else {})
        self.columns = columns(len(self.seats))
        self.announcement = self.board.announced
        self.announcement_id = f"{played.hand.id} {self.board.announcement_id}"
        self.street = max((n for n, street in enumerate(self.streets) if street.step <= self.at), default=0)

    @property
    def marked(self) -> str:
        """The cards for which changes of the favourite are marked; empty until all odds have been worked out."""
        return self.known if self.odds and self.odds.stage == "all" else ""

    @property
    def ways(self) -> tuple[tuple[str, str, int | None], ...]:
        """The buttons below the table: a name for scripts, a label, and the step, None if disabled."""
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
        """Return the address of a step of this hand, by default this one."""
        known = known or self.known
        step = self.at if at is None else at
        return url_for("hand.page", key=self.key, at=step, known=known if known != "then" else None)


class StepOdds:
    """The odds at a step of a hand.

    ``stage``: how many have been worked out. ``why``: why there are none before the end. ``turns``: the new favourites,
    by step. ``streets``: the first steps of the streets with a new favourite.
    """

    def __init__(self, played: PlayedHand, view: View, at: int) -> None:
        found, speaker = hand_odds(played, view, at), Speaker(played.hand.setup.names)
        now = found.by_step[at]
        self.bars = seat_odds(now)
        self.stage: Stage = "all" if found.complete else "none" if now is None else "step"
        over = played.states[at].result is not None
        self.why = no_odds_text(now, speaker) if isinstance(now, NoOdds) and not over else ""
        self.assumptions = [ASSUMPTIONS[each] for each in now.assumptions] if isinstance(now, Odds) else []
        self.money = money_in_text(found.money_in, speaker) if found.money_in else ""
        turns = found.lead_changes if found.complete else {}
        self.turns = {step: speaker.name(seat) for step, seat in turns.items()}
        starts = [street.step for street in played.streets]
        self.streets = {max((start for start in starts if start <= turn), default=0) for turn in turns}


class HandPage:
    """A played hand at a step.

    ``end``: the table at the end. ``address``: the address to copy. ``beyond``: the requested step if it is beyond the
    end, else 0. ``night``: None for anybody but its dealer, since its key is the dealer's link. ``closed``: why the
    hand cannot be corrected now. ``televisions``: the nights whose televisions can show the hand, and whether they do.
    """

    def __init__(self, key: str, played: PlayedHand, step: Step, night: Night) -> None:
        hand, setup = played.hand, played.hand.setup
        players = len(setup.names)
        self.key, self.number, self.game_name = key, hand.number, hand.game_name
        self.started_at = hand.started_at
        self.step, self.log = step, played.lines
        self.end = Board(played.view(played.steps), night.played_for)
        self.sheet = plain_sections(rule_sheet(setup.game, setup.house, setup.stakes, players))
        self.stakes = Situation(setup.game, setup.house, setup.stakes, players).stakes_text()
        self.address = server_address().origin + url_for("hand.page", key=key)
        self.beyond = step.asked if step.asked is not None and step.asked > played.steps else 0
        self.night = night if may_deal(night) else None
        self.closed = sentence(taps.closed_to_corrections(played.live))
        dealt = [night] if self.night else []
        if self.night and night.ended_at is not None and not night.example:
            dealt += [other for other in visible_nights(1) if other.ended_at is None][:1]
        shown = [(each, each.on_television) for each in dealt]
        self.televisions = [(each, isinstance(tv, ShownHand) and tv.hand_id == hand.id) for each, tv in shown]


@blueprint.get("/<key>")
def page(key: str) -> Response:
    """Show a hand at a step: the whole page or, for htmx, the parts that change.

    A page that waits for odds sends its stage as ``waits``, and the cards with marked changes as ``marked``.
    """
    played = get_played_hand_or_404(key)
    night = nights.night_by_id(played.hand.night_id)
    at, known, wrong = request.args.get("at", ""), request.args.get("known", "then"), ""
    asked = whole_number(at, 9)
    if at and asked is None:
        wrong = f'"at" is the number of an action, such as 12; it cannot be "{at[:20]}".'
    elif known not in ("then", "all"):
        wrong = f'"known" is either "then" or "all"; it cannot be "{known[:20]}".'
    if wrong:
        return error_page(400, "No such step", wrong, url_for("hand.page", key=key))
    step = Step(key, played, night, asked, cast(Known, known), with_odds=True)
    if "HX-Request" not in request.headers:
        return render_page("hand/page.html", HandPage(key, played, step, night))
    assert step.odds is not None
    if request.args.get("waits") == step.odds.stage:
        return Response(status=204)
    return render("hand/_update.html", step=step, log=played.lines, marked=request.args.get("marked") == step.marked)


@blueprint.get("/<key>.phh")
def record(key: str) -> Response:
    """Send the record of a hand, without down cards that were never shown."""
    hand = get_played_hand_or_404(key).hand
    night, back = nights.night_by_id(hand.night_id), url_for("hand.page", key=key)
    return _record(night, hand.number, "phh", "No record", back, public=True)


@blueprint.get("/<key>.html")
def file(key: str) -> Response:
    """Send a hand as one page for offline reading, with all steps and styles."""
    played = get_played_hand_or_404(key)
    night = nights.night_by_id(played.hand.night_id)
    numbers = list(range(played.steps + 1))
    if played.steps > MAX_FRAMES:  # then only the beginnings of streets, and the end
        numbers = sorted({0, *(street.step for street in played.streets), played.steps})
    steps = [Step(key, played, night, number) for number in numbers]
    styles = embedded_styles("tokens", "base", "controls", "cards", "table", "television", "hand")
    page = HandPage(key, played, steps[-1], night)
    shown = render_template("hand/file.html", **vars(page), frames=steps, styles=styles)
    return as_file(shown, "text/html", f"hand-{played.hand.number}.html")


@of_night.get("/hand/<int:number>.toml", endpoint="record")
def record_of_night(key: str, number: int) -> Response:
    """Send the record of a finished hand of a night."""
    back = url_for("dealer.table", key=key)
    return _record(get_night_or_404(key), number, "toml", f"Hand {number} has no record", back)


def _record(night: Night, number: int, ending: str, refused: str, back: str, *, public: bool = False) -> Response:
    record = hand_record(night, number, public=public)
    if record is None:
        abort(404)
    if isinstance(record, Problem):
        return error_page(409, refused, full_sentence(record.text), back)
    return as_file(record, "application/toml", f"hand-{number}.{ending}")


@of_night.get("/hands")
def hands(key: str) -> Response:
    """Show the latest hands of a night, or with ``before`` those before a number."""
    night, typed = get_night_or_404(key), request.args.get("before", "")
    before = whole_number(typed, 9)
    if typed and before is None:
        return error_page(400, "No such page", '"before" must be the number of a hand, such as 51.', "")
    hands = past_hands(night, SHOWN + 1, before)
    return render(
        "hand/list.html",
        night=night,
        hands=hands[:SHOWN],
        played=hands_played(night.id),
        newer=before + SHOWN if before is not None and before <= screen_of(night.id).hand else None,
        older=hands[SHOWN - 1].number if len(hands) > SHOWN else None,
        television=shown_text(night),
    )


@of_night.post("/show")
def show(key: str) -> Response:
    """Show a hand on the televisions, after this many actions."""
    night, hand, step = get_night_or_404(key), request.form.get("hand", ""), posted_number("step")
    played = replays.played_hand(hand) or abort(404)
    if isinstance(played, Problem):
        return error_page(409, "Nothing to show", full_sentence(played.text), "")
    if not television.may_show(night.id, played.hand.night_id):
        abort(404)
    step = max(0, min(step, played.steps))
    if isinstance(problem := television.show_hand(night, hand, step), Problem):
        return error_page(409, "Nothing to show", full_sentence(problem.text), "")
    if "HX-Request" in request.headers:
        return Response(status=204)
    return back_to("hand.page", "The television shows it", key=hand, at=step)


@of_night.post("/table")
def table(key: str) -> Response:
    """Show the table on the televisions again."""
    night, hand = get_night_or_404(key), request.form.get("hand", "")
    television.show_table(night)
    back = request.form.get("back", "")
    if back != "dealer":  # the dealer's screen has no room for a message
        flash("The television shows the table", "done")
    if back in PAGES:
        return back_to(PAGES[back], key=key)
    if hand and isinstance(replays.played_hand(hand), PlayedHand):
        return back_to("hand.page", key=hand, at=request.form.get("step", "")[:9] or None)
    return back_to("history.hands", key=key)
