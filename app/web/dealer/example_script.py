"""The script of the example night: the hand that is to be played, and what to tap to follow it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from app.cards.card import UNSEEN, Card, parse_cards
from app.hand.action import SHOW, Action
from app.hand.notation import ActionError, parse_action, parse_ask
from app.night.example import example_record
from app.night.log.replay import LiveHand
from app.web.dealer.page import DealerPage
from app.web.pad.parts import Pad
from app.web.table.keys import CardKey, key_of


@dataclass(frozen=True, slots=True)
class ScriptedTap:
    """The button to tap, by what it posts; ``key`` is the card on it, or None for one with a ``label``."""

    name: str
    value: str
    label: str
    key: CardKey | None = None


@dataclass(frozen=True, slots=True)
class Direction:
    """What the script says to do next, and the button that does it where there is one."""

    text: str
    tap: ScriptedTap | None


@dataclass(frozen=True, slots=True)
class _Move:
    """One action of the script in plain form, and a text for each tap that it takes."""

    action: Action
    texts: tuple[str, ...]


def next_scripted_tap(hand: LiveHand, page: DealerPage) -> Direction | None:
    """Return what the script says to do next; None once the hand has left it."""
    moves, entered = _script(), [_plain(line) for line in hand.actions]
    if entered != [_sorted(move.action) for move in moves[: len(entered)]] or len(entered) == len(moves):
        return None
    ahead = moves[len(entered) :]
    action, texts = ahead[0].action, ahead[0].texts
    seat = action.about
    if seat is None:
        return None
    held = parse_cards(page.pad.held) if page.pad.seat == seat else ()
    down = _cards_to_show(hand, seat, action)
    if any(card not in down for card in held):
        return None
    remaining = [card for card in down if card not in held]
    tap = _button(page.pad, ahead) or _card_key(page.pad, action, remaining) or _way_to_seat(page, seat)
    return Direction(texts[min(len(held), len(texts) - 1)], tap)


def _cards_to_show(hand: LiveHand, seat: int, action: Action) -> list[Card]:
    """Return the down cards that a player turns over one by one; none if the action shows nothing."""
    if action.verb != SHOW or not action.cards:
        return []
    cards = zip(hand.state.players[seat].cards, action.cards, strict=True)
    return [card for dealt, card in cards if dealt.card == UNSEEN]


def _button(pad: Pad, ahead: Sequence[_Move]) -> ScriptedTap | None:
    """Return the button that enters the next moves, and nothing else."""
    for choice in (*pad.choices, *pad.modes):
        actions = [_plain(line) for line in choice.action.splitlines()]
        if actions and actions == [_sorted(move.action) for move in ahead[: len(actions)]]:
            return ScriptedTap("action", choice.action, choice.label)
    return None


def _card_key(pad: Pad, action: Action, remaining: list[Card]) -> ScriptedTap | None:
    """Return the key of the next card, if the pad waits for a card of that player."""
    if not pad.action or not (pad.keys or pad.own) or not parse_ask(pad.action).answered_by(action):
        return None
    key = key_of(remaining[0] if remaining else action.cards[-1])
    return ScriptedTap("card", key.text, key.name, key)


def _way_to_seat(page: DealerPage, seat: int) -> ScriptedTap | None:
    """Return the button that brings the pad back to the player whose move is next."""
    back = next((mode for mode in page.pad.modes if mode.arm.partition(".")[0] == str(seat)), None)
    if back is not None:
        return ScriptedTap("arm", back.arm, back.label)
    own = page.seats[seat]
    return ScriptedTap("arm", own.arm, own.on_table.view.name) if own.arm else None


@lru_cache(maxsize=1)
def _script() -> tuple[_Move, ...]:
    actions = [parse_action(line) for line in example_record().moves]
    return tuple(_Move(action, tuple(text.strip() for text in action.comment.split("|"))) for action in actions)


def _plain(line: str) -> Action | None:
    """Return the action of a line as the script has it; None for a line that cannot be read."""
    try:
        return _sorted(parse_action(line))
    except ActionError:
        return None


def _sorted(action: Action) -> Action:
    """Return the action with cards that are shown sorted, since their order is free."""
    return replace(action, cards=tuple(sorted(action.cards))) if action.verb == SHOW else action
