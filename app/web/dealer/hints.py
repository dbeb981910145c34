"""Hints on the dealer's screen: what to tap next, for who sees it for the first time.

In the example night they tell the hand that is to be played, for as long as it goes that way; else one sentence says
what the pad wants. They are there in an example unless hidden, elsewhere only when asked for; the browser's session
remembers which.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from flask import Blueprint, abort, redirect, request, session, url_for
from werkzeug.wrappers import Response

from app.cards.card import UNSEEN, Card, CardError, cards_text, parse_card, parse_cards
from app.hand.action import Action, ActionError, parse_action, parse_seat
from app.hand.view import sealed
from app.night import LiveHand, example_record, is_example, live_hand, night_by_key
from app.web.dealer.page import Screen
from app.web.pad.pads import Pad
from app.web.table.keys import Key, key_of

blueprint = Blueprint("hints", __name__)

#: Of so many nights the session remembers whether hints are shown.
MOST = 8

_HINTS = "hints"

GENERAL = {
    "card": "Deal {name} the card, then tap it. For somebody else first, tap their seat.",
    "roll": "Tap the card that {name} turns up.",
    "dealt": "Deal everybody’s down cards, then tap Dealt. Nobody needs to see them.",
    "done": "Do it at the table, then tap Done.",
    "bet": "Tap what {name} does. If several fold or check in a row, tap the next player who does not.",
    "run": "One tap enters it for all of them; No goes back to one by one.",
    "offer": "Ask {name}, then tap the answer.",
    "pick": "Tap the cards that {name} picks. A card tapped again is put back.",
    "declare": "Tap what each player declares.",
    "sealed": "Let each player answer on a phone, unseen, or tap it here.",
    "show": "Tap the down cards that {name} turns over, or Mucks for a hand that stays down.",
    "rule": "Tap who wins, the best first, then So ruled.",
    "over": "Push the chips as it says. Next hand goes on; Undo takes the end back.",
}
MIDDLE = "Turn the card over, then tap it."
ASTRAY = "This is no longer the example’s hand: Undo leads back to it."
OVER = "That was a hand. Next hand goes on with another game of your choice."


@dataclass(frozen=True, slots=True)
class Tap:
    """The button to tap, by what it would send; ``key`` is the card on it, or None for one with a ``label``."""

    name: str
    value: str
    label: str
    key: Key | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """What the strip says, and what to tap if that is known. At the ``end`` of an example it offers the ways on."""

    text: str
    tap: Tap | None = None
    end: bool = False


@dataclass(frozen=True, slots=True)
class _Move:
    """One action of the example, with its plain form and a text for each tap that it takes."""

    act: Action
    line: str
    texts: tuple[str, ...]


@blueprint.app_context_processor
def _for_templates() -> dict[str, Any]:
    return {"hint_for": hint_for, "in_example": is_example}


@blueprint.post("/n/<key>/hints")
def choose(key: str) -> Response:
    """Show hints in a night, or hide them; and back to its table, looked at as before."""
    if night_by_key(key) is None:
        abort(404)
    chosen = request.form.get("hints", "")
    if chosen not in ("on", "off"):
        abort(400)
    kept = [(name, on) for name, on in _chosen().items() if name != key]
    session[_HINTS] = dict([*kept, (key, chosen == "on")][-MOST:])
    looking, held = request.form.get("looking", "")[:8], request.form.get("held", "")[:60]
    return redirect(url_for("dealer.table", key=key, arm=looking or None, held=held or None), 303)


def hint_for(screen: Screen) -> Hint | None:
    """What to say on this screen; None where nobody wants to hear anything."""
    example = is_example(screen.key)
    over = screen.pad.kind == "over"
    if example and over:
        return Hint(OVER, end=True)
    if not _chosen().get(screen.key, example):
        return None
    found = live_hand(screen.hand)
    if not isinstance(found, LiveHand):
        return None
    if not example or found.hand.number > 1:
        return Hint(_general(found, screen))
    return _told(found, screen) or Hint(f"{_general(found, screen)} {ASTRAY}")


def _chosen() -> dict[str, bool]:
    found = session.get(_HINTS)
    return found if isinstance(found, dict) else {}


def _general(of: LiveHand, screen: Screen) -> str:
    pad, asked = screen.pad, screen.board.view.prompt
    seat = asked.seat if pad.seat is None else pad.seat
    kind = pad.kind if pad.kind in ("run", "pick", "rule", "over") else asked.kind
    if kind in ("declare", "offer") and sealed(of.state):
        kind = "sealed"
    if kind == "card" and seat is None:
        return MIDDLE
    return GENERAL[kind].format(name="the player" if seat is None else of.state.name(seat))


def _told(of: LiveHand, screen: Screen) -> Hint | None:
    """What the example tells here; None once the hand has gone another way."""
    moves, entered = _script(), [_plain(line) for line in of.actions]
    if entered != [move.line for move in moves[: len(entered)]] or len(entered) == len(moves):
        return None
    ahead = moves[len(entered) :]
    act = ahead[0].act
    seat = parse_seat(act.words[0]) if act.seat is None else act.seat
    pad = screen.pad
    held = parse_cards(pad.held) if pad.seat == seat else ()
    down = _down(of, seat, act)
    if any(card not in down for card in held):
        return None
    text = ahead[0].texts[min(len(held), len(ahead[0].texts) - 1)]
    left = [card for card in down if card not in held]
    tap = _button(pad, ahead) or _card(pad, act, left) or _seat(screen, seat)
    return Hint(text, tap)


def _down(of: LiveHand, seat: int, act: Action) -> list[Card]:
    """The cards that a player still has to turn over for an action, if that is what it says."""
    if act.verb != "sm" or not act.words:
        return []
    cards = zip(of.state.players[seat].cards, parse_cards("".join(act.words)), strict=True)
    return [card for held, card in cards if held.card == UNSEEN]


def _button(pad: Pad, ahead: Sequence[_Move]) -> Tap | None:
    """The button that enters what comes next, and no more than that."""
    for choice in (*pad.choices, *pad.modes):
        lines = [_plain(line) for line in choice.action.splitlines()]
        if lines and lines == [move.line for move in ahead[: len(lines)]]:
            return Tap("action", choice.action, choice.label)
    return None


def _card(pad: Pad, act: Action, left: list[Card]) -> Tap | None:
    """The key of the card that comes next, if the pad waits for a card of that player."""
    before, waits, _ = pad.action.partition("CARD")
    line = str(replace(act, comment=""))
    if not waits or not (pad.keys or pad.own) or not line.startswith(before):
        return None
    key = key_of(left[0] if left else parse_card(line.removeprefix(before)))
    return Tap("card", key.text, key.name, key)


def _seat(screen: Screen, seat: int) -> Tap | None:
    """The way back to the player whom the example is about."""
    back = next((one for one in screen.pad.modes if one.arm.partition(".")[0] == str(seat)), None)
    if back is not None:
        return Tap("arm", back.arm, back.label)
    own = screen.seats[seat]
    return Tap("arm", own.arm, own.lying.of.name) if own.arm else None


@lru_cache(maxsize=1)
def _script() -> tuple[_Move, ...]:
    acts = [parse_action(line) for line in example_record().moves]
    return tuple(_Move(act, _plain(str(act)), tuple(text.strip() for text in act.comment.split("|"))) for act in acts)


def _plain(line: str) -> str:
    """An action as the log would have it, without comment; down cards that are shown may come in any order."""
    try:
        act = replace(parse_action(line), comment="")
        if act.verb == "sm" and act.words:
            act = replace(act, words=(cards_text(tuple(sorted(parse_cards("".join(act.words))))),))
    except (ActionError, CardError):
        return line
    return str(act)
