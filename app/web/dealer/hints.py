"""Hints on the dealer's screen: what to tap next, for people who see it for the first time.

In the example night they lead through its hand for as long as it is played that way; elsewhere one sentence says what
the pad wants. Examples show them unless they are hidden, other nights only when asked to; the browser's session
remembers which.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import abort, redirect, request, session, url_for
from werkzeug.wrappers import Response

from app.hand.view import sealed
from app.night.log.loading import live_hand
from app.night.log.replay import LiveHand
from app.web.dealer.example_script import ScriptedTap, next_scripted_tap
from app.web.dealer.page import DealerPage
from app.web.http.cookies import mark_of
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import get_night_or_404

blueprint = GuardedBlueprint("hints", __name__, Who.DEALER)

#: For how many nights the session remembers whether hints are shown.
_MOST_REMEMBERED = 8

_HINTS = "hint-marks"
#: Where older versions have kept it, by the keys themselves.
_OLD_HINTS = "hints"

GENERAL = {
    "card": "Deal {name} the card, then tap it. To deal to someone else first, tap their seat.",
    "roll": "Tap the card that {name} turns up.",
    "dealt": "Deal everyone’s down cards, then tap Dealt. Nobody needs to see them.",
    "done": "Do it at the table, then tap Done.",
    "bet": "Tap what {name} does. If several fold or check in a row, tap the next player who does not.",
    "run": "One tap enters it for all of them; No goes back to one by one.",
    "offer": "Ask {name}, then tap the answer.",
    "pick": "Tap the cards that {name} picks. Tap a card again to put it back.",
    "declare": "Tap what each player declares.",
    "sealed": "Let each player answer on a phone, unseen, or tap it here.",
    "show": "Tap the down cards that {name} turns over, or Mucks for a hand that stays down.",
    "rule": "Tap who wins, then Award the pot. Each side pot is asked for in turn.",
    "over": "Push the chips as it says. Next hand goes on; Undo takes the end back.",
}
MIDDLE = "Turn the card over, then tap it."
ASTRAY = "This is no longer the example’s hand: Undo leads back to it."
OVER = "That was a hand. Next hand goes on with another game of your choice."


@dataclass(frozen=True, slots=True)
class Hint:
    """What the strip says, and what to tap if that is known. At the ``end`` of an example it offers the ways on."""

    text: str
    tap: ScriptedTap | None = None
    end: bool = False


@blueprint.app_context_processor
def _for_templates() -> dict[str, Any]:
    return {"hint_for": hint_for}


@blueprint.post("/n/<key>/hints")
def choose(key: str) -> Response:
    """Show or hide the hints of a night, and go back to its table with the same look."""
    get_night_or_404(key)
    choice = request.form.get("hints", "")
    if choice not in ("on", "off"):
        abort(400)
    mark = mark_of(key)
    others = [(night, on) for night, on in _choices().items() if night != mark]
    session[_HINTS] = dict([*others, (mark, choice == "on")][-_MOST_REMEMBERED:])
    session.pop(_OLD_HINTS, None)
    looking, held = request.form.get("looking", "")[:8], request.form.get("held", "")[:60]
    return redirect(url_for("dealer.table", key=key, arm=looking or None, held=held or None), 303)


def hint_for(page: DealerPage) -> Hint | None:
    """Return the hint on this screen; None where hints are hidden."""
    if page.example and page.pad.kind == "over":
        return Hint(OVER, end=True)
    if not _choices().get(mark_of(page.key), page.example):
        return None
    hand = live_hand(page.hand)
    if not isinstance(hand, LiveHand):
        return None
    if not page.example or hand.hand.number > 1:
        return Hint(_general(hand, page))
    scripted = next_scripted_tap(hand, page)
    if scripted is None:
        return Hint(f"{_general(hand, page)} {ASTRAY}")
    return Hint(scripted.text, scripted.tap)


def _choices() -> dict[str, bool]:
    """Return for which nights this browser has chosen to show hints or to hide them."""
    choices, old = session.get(_HINTS), session.get(_OLD_HINTS)
    taken_over = {mark_of(str(key)): on for key, on in old.items()} if isinstance(old, dict) else {}
    return taken_over | (choices if isinstance(choices, dict) else {})


def _general(hand: LiveHand, page: DealerPage) -> str:
    """Return what the pad wants, in a sentence."""
    pad, prompt = page.pad, page.board.view.prompt
    seat = prompt.seat if pad.seat is None else pad.seat
    kind = pad.kind if pad.kind in ("run", "pick", "rule", "over") else prompt.kind
    if kind in ("declare", "offer") and sealed(hand.state):
        kind = "sealed"
    if kind == "card" and seat is None:
        return MIDDLE
    return GENERAL[kind].format(name="the player" if seat is None else hand.state.name(seat))
