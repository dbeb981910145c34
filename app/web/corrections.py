"""Correcting an earlier action: another card or another line, a look at what it changes, then all or nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from app.night import (
    Answer,
    Broken,
    Correction,
    LiveHand,
    LogLine,
    Refused,
    Stale,
    correct,
    current_hand,
    live,
    night_by_key,
    preview_correction,
)
from app.web.entry import LONGEST_LINE, number
from app.web.keys import Key, all_keys

blueprint = Blueprint("corrections", __name__, url_prefix="/n/<key>")

#: One named card in an action that deals or turns: what goes before it, the card, what comes after.
_ONE_CARD = re.compile(r"^(d d[hb] (?:p\d+ )?(?:\?\?)*|p\d+ up )([2-9TJQKA][cdhs]|J[rb])((?:\?\?)*(?: !)?)$")
_MOST_FURTHER = 40


@dataclass(frozen=True, slots=True)
class Change:
    """One action on the page: as it was, and as it shall be. ``template`` takes another card, if it names just one."""

    number: int
    words: str
    line: str
    template: str = ""


@dataclass(frozen=True, slots=True)
class CorrectPage:
    """The page of one correction. ``trial`` is what it would come to, ``later`` the action that no longer fits."""

    key: str
    hand: int
    seen: int
    change: Change
    keys: tuple[tuple[Key, ...], ...]
    trial: Correction | None = None
    later: Change | None = None
    further: Mapping[int, str] | None = None
    reason: str = ""
    ruling: str = ""


@blueprint.get("/correct/<int:place>")
def show(key: str, place: int) -> Response:
    """The action as it was entered, to be entered otherwise."""
    found = _hand(key)
    line = _line(found, place)
    return _page(CorrectPage(key, found.hand.id, found.number, _change(line), all_keys(found.state)))


@blueprint.post("/correct/<int:place>")
def change(key: str, place: int) -> Response:
    """Look at what the correction changes, or make it."""
    found = _hand(key)
    form = request.form
    if number(form, "hand") != found.hand.id:
        return redirect(url_for("dealer.table", key=key), 303)
    old = _line(found, place)
    further = _further()
    line = _entered(place, further) or form.get("line", "").strip()[:LONGEST_LINE]
    page = CorrectPage(key, found.hand.id, found.number, _change(old, line), all_keys(found.state), further=further)
    if form.get("do") != "1":
        return _preview(found, page, preview_correction(found.hand.id, place, line, further))
    then = form.get("then", "")
    answer = correct(
        found.hand.id,
        number(form, "seen"),
        place,
        line,
        "cut" if then == "cut" else "keep as ruled" if then == "keep" else None,
        further,
    )
    if isinstance(answer, Refused | Correction):
        return _preview(found, page, answer)
    if isinstance(answer, Stale):
        return _page(replace(page, reason="Something else was entered first. Look again."), 409)
    return redirect(url_for("dealer.table", key=key), 303)


def _preview(found: LiveHand, page: CorrectPage, tried: Correction | Refused | Answer) -> Response:
    if isinstance(tried, Refused):
        reason = tried.reason[:1].upper() + tried.reason[1:]
        mine = tried.overrulable and tried.line == page.change.line
        return _page(replace(page, reason=reason, ruling=f"{page.change.line} !" if mine else ""), 422)
    if not isinstance(tried, Correction):
        return redirect(url_for("dealer.table", key=page.key), 303)
    later = None
    if tried.misfit is not None:
        later = _change(_line(found, tried.misfit.number), tried.misfit.text)
    return _page(replace(page, trial=tried, later=later, further=tried.further))


def _page(page: CorrectPage, status: int = 200) -> Response:
    return make_response(render_template("dealer/correct.html", page=page), status)


def _hand(key: str) -> LiveHand:
    """The hand on the table; one that cannot go on can be corrected too."""
    night = night_by_key(key)
    hand = current_hand(night) if night else None
    if hand is None:
        abort(404)
    found = live(hand.id)
    if isinstance(found, Broken):
        return found.live or abort(404)
    return found


def _line(found: LiveHand, place: int) -> LogLine:
    """A live action by its place; beyond a misfit there are only plain lines."""
    if not 1 <= place <= len(found.actions):
        abort(404)
    if place <= len(found.lines):
        return found.lines[place - 1]
    text = found.actions[place - 1]
    return LogLine(place, 0, text, text)


def _change(line: LogLine, text: str = "") -> Change:
    one = _ONE_CARD.match(line.text)
    template = f"{one[1]}CARD{one[3]}" if one else ""
    return Change(line.number, line.words, text or line.text, template)


def _entered(place: int, further: dict[int, str]) -> str:
    """The line that a tapped card makes: this action's, or that of the later one that is changed with it."""
    template, card = request.form.get("action", ""), request.form.get("card", "")
    if not card:
        return ""
    line = template[:LONGEST_LINE].replace("CARD", card[:4])
    target = request.form.get("target", "")
    if target.isascii() and target.isdigit() and len(target) < 6 and int(target) != place:
        further[int(target)] = line
        return ""
    return line


def _further() -> dict[int, str]:
    """Later actions changed along: fields ``further-7``."""
    found = {}
    for name, text in request.form.items():
        start, _, place = name.partition("-")
        if start == "further" and place.isascii() and place.isdigit() and len(place) < 6 and text.strip():
            found[int(place)] = text.strip()[:LONGEST_LINE]
    if len(found) > _MOST_FURTHER:
        abort(413)
    return found
