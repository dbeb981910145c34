"""Hints on the dealer's screen: what to tap next, for people who see it for the first time.

In the example night they lead through its scripted hand; otherwise one sentence explains the pad. Examples show hints
by default, other nights only on request.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from app.cards.card import UNSEEN, Card, parse_cards
from app.dataclass import dataclass, replace
from app.hand.action import SHOW, Action
from app.hand.ask import Prompt
from app.hand.notation import action_of, parse_action, parse_ask
from app.hand.state import State
from app.hand.view import sealed
from app.night.example import example_record
from app.night.log.replay import LiveHand
from app.web.pad.parts import Pad
from app.web.table.keys import CardKey, key_of

GENERAL = {
    "card": "Deal {name} the card, then tap it. To deal to someone else first, tap their seat.",
    "down": "Deal {name} the card face down, then tap Dealt.",
    "roll": "Tap the card that {name} turns up.",
    "dealt": "Deal everyone's down cards, then tap Dealt. Nobody needs to see them.",
    "done": "Do it at the table, then tap Done.",
    "bet": "Tap what {name} does. If several fold or check in a row, tap the next player who does not.",
    "run": "One tap enters it for all of them; No goes back to one by one.",
    "offer": "Ask {name}, then tap the answer.",
    "pick": "Tap the cards that {name} picks. Tap a card again to put it back.",
    "declare": "Tap what each player declares.",
    "sealed": "Let each player answer on a phone, unseen, or tap it here.",
    "show": "Tap the down cards that {name} turns over, or Muck for a hand that stays down.",
    "wild": "Tap what the table calls wild, then the button that names it all, or Nothing.",
    "rule": "Tap who wins, then Award the pot. Each side pot is asked for in turn.",
    "over": "Push the chips as it says. Next hand moves on; Undo takes back the end of the hand.",
}
MIDDLE = "Turn the card over, then tap it."
ASTRAY = "This is no longer the example hand. Undo takes you back to it."
OVER = "That was a hand. Tap Next hand to play any game you like."


@dataclass(frozen=True, slots=True)
class ScriptedTap:
    """A button to tap, by the name and value that it posts. ``key``: its card, None if it has only a ``label``."""

    name: str
    value: str
    label: str
    key: CardKey | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint, and the button to tap, if known. ``end``: whether the example is over, and to offer what comes next."""

    text: str
    tap: ScriptedTap | None = None
    end: bool = False


def hint_for(live: LiveHand, asked: Prompt, pad: Pad, *, example: bool, aside: bool) -> Hint | None:
    """Return the hint for a pad; None if the pad is ``aside`` and not for the question."""
    if example and pad.kind == "over":
        return Hint(OVER, end=True)
    general = _general(live.state, asked, pad)
    if not example or live.hand.number > 1:
        return None if aside else Hint(general)
    return _scripted(live, pad) or Hint(f"{general} {ASTRAY}")


def _general(state: State, prompt: Prompt, pad: Pad) -> str:
    seat = prompt.seat if pad.seat is None else pad.seat
    kind = pad.kind if pad.kind in ("run", "pick", "wild", "rule", "over") else prompt.kind
    if pad.kind == "choices":
        kind = {"card": "down", "show": "offer"}.get(kind, kind)
    if kind in ("declare", "offer") and sealed(state):
        kind = "sealed"
    if kind == "card" and seat is None:
        return MIDDLE
    nobody = "the table" if kind == "offer" else "the player"
    return GENERAL[kind].format(name=nobody if seat is None else state.name(seat))


def _scripted(hand: LiveHand, pad: Pad) -> Hint | None:
    """Return the hint for the next action of the script; None once the hand differs from it."""
    script, entered = _script(), [_plain(line) for line in hand.actions]
    if entered != list(map(_sorted, script[: len(entered)])) or len(entered) == len(script):
        return None
    ahead = script[len(entered) :]
    action, texts = ahead[0], ahead[0].comment.split("|")
    seat = action.about
    if seat is None:
        return None
    held = parse_cards(pad.held) if pad.seat == seat else ()
    down = _cards_to_show(hand, seat, action)
    if any(card not in down for card in held):
        return None
    remaining = [card for card in down if card not in held]
    tap = _button(pad, ahead) or _card_key(pad, action, remaining) or _return_to_seat(pad, seat, hand.state.name(seat))
    return Hint(texts[min(len(held), len(texts) - 1)].strip(), tap)


def _cards_to_show(hand: LiveHand, seat: int, action: Action) -> list[Card]:
    """Return the down cards that a player turns over one by one; none if the action shows nothing."""
    if action.verb != SHOW or not action.cards:
        return []
    cards = zip(hand.state.players[seat].cards, action.cards, strict=True)
    return [card for dealt, card in cards if dealt.card == UNSEEN]


def _button(pad: Pad, ahead: Sequence[Action]) -> ScriptedTap | None:
    """Return the button that enters one or more of the next actions."""
    for choice in (*pad.choices, *pad.modes):
        actions = [_plain(line) for line in choice.action.splitlines()]
        if actions and actions == list(map(_sorted, ahead[: len(actions)])):
            return ScriptedTap("action", choice.action, choice.label)
    return None


def _card_key(pad: Pad, action: Action, remaining: list[Card]) -> ScriptedTap | None:
    """Return the key of the next card, if the pad is for a card of that player."""
    if not pad.action or not (pad.keys or pad.own) or not parse_ask(pad.action).answered_by(action):
        return None
    key = key_of(remaining[0] if remaining else action.cards[-1])
    return ScriptedTap("card", key.text, key.name, key)


def _return_to_seat(pad: Pad, seat: int, name: str) -> ScriptedTap | None:
    back = next((mode for mode in pad.modes if mode.arm.partition(".")[0] == str(seat)), None)
    if back is not None:
        return ScriptedTap("arm", back.arm, back.label)
    return ScriptedTap("arm", pad.armable[seat], name) if pad.armable.get(seat) else None


@lru_cache(maxsize=1)
def _script() -> tuple[Action, ...]:
    """Return the actions of the example hand; their comments have a text for each tap, separated by bars."""
    return tuple(map(parse_action, example_record().moves))


def _plain(line: str) -> Action | None:
    """Return the action of a line, to compare with the script; None if the line cannot be parsed."""
    action = action_of(line)
    return None if action is None else _sorted(action)


def _sorted(action: Action) -> Action:
    """Return the action with the cards shown sorted, since their order does not matter."""
    return replace(action, cards=tuple(sorted(action.cards))) if action.verb == SHOW else action
