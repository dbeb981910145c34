"""The pad: what the dealer may enter next, out of the prompt, for the one seat that is armed.

It knows kinds of question and never a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.cards.card import UNSEEN, Card, card_name, cards_text, parse_cards
from app.hand.cards import where_is
from app.hand.prompt import Ask, Prompt
from app.hand.state import State
from app.web.keys import Key, face_of, keys_of
from app.web.look import Look
from app.web.runs import runs_to


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer that posts at once, or, with ``arm`` or ``rule``, only changes what is looked at."""

    label: str
    action: str = ""
    arm: str = ""
    rule: str = ""
    pressed: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """The answers of one player where all are on one screen; ``entered`` once there is one."""

    name: str
    choices: tuple[Choice, ...]
    entered: bool


@dataclass(frozen=True, slots=True)
class Slot:
    """A card of the player who shows: known, or still to be tapped."""

    face: str
    suit: str
    name: str


@dataclass(frozen=True, slots=True)
class Pad:
    """What ``_pad.html`` renders. ``action`` is the line that the next card goes into; empty without card keys."""

    kind: str
    label: str
    text: str
    seat: int | None = None
    action: str = ""
    keys: tuple[tuple[Key | None, ...], ...] = ()
    jokers: tuple[Key, ...] = ()
    modes: tuple[Choice, ...] = ()
    choices: tuple[Choice, ...] = ()
    ranges: tuple[Ask, ...] = ()
    groups: tuple[Group, ...] = ()
    slots: tuple[Slot, ...] = ()
    ruled: tuple[str, ...] = ()
    armable: Mapping[int, str] = field(default_factory=dict)


def pad_of(state: State, asked: Prompt, look: Look) -> Pad:
    """The pad for a prompt, seen as the dealer looks at it."""
    match asked.kind:
        case "card" | "roll":
            return _cards(state, asked, look)
        case "dealt":
            run = asked.run or tuple(ask.action for ask in asked.asks)
            dealt = Choice("Dealt", "\n".join(run))
            return Pad("choices", asked.label, asked.text, asked.seat, choices=(dealt,))
        case "bet":
            return _bets(state, asked, look)
        case "declare":
            return _declare(state, asked)
        case "show":
            return _rule(state, asked, look) if look.rule else _show(state, asked, look)
        case "over":
            return Pad("over", asked.label, asked.text)
        case _:
            choices = tuple(Choice(ask.label, ask.action) for ask in asked.asks)
            return Pad("choices", asked.label, asked.text, asked.seat, choices=choices)


def needed(state: State, seat: int) -> int:
    """How many of a player's cards nobody has seen yet."""
    return sum(held.card == UNSEEN for held in state.players[seat].cards)


def filled(state: State, seat: int, cards: tuple[Card, ...]) -> str:
    """All of a player's cards in the order received, the unseen places taken by ``cards``."""
    new = iter(cards)
    return cards_text(next(new, UNSEEN) if held.card == UNSEEN else held.card for held in state.players[seat].cards)


def why_not(state: State, held: tuple[Card, ...], card: Card) -> str:
    """Why a card cannot be one of those that a player is just showing; empty when it can."""
    if card in held:
        return f"the {card_name(card).lower()} is entered already"
    if card in state.seen:
        return f"the {card_name(card).lower()} {where_is(state, card)}"
    return ""


def _armed(asked: Prompt, look: Look) -> int | None:
    asked_too = look.arm is not None and any(ask.seat == look.arm for ask in asked.asks)
    return look.arm if asked_too else asked.seat


def _cards(state: State, asked: Prompt, look: Look) -> Pad:
    seat = _armed(asked, look)
    mine = [ask for ask in asked.asks if ask.seat == seat]
    mode = look.mode if look.mode < len(mine) else 0
    ask = mine[mode]
    modes = [
        Choice(one.label, arm=f"{seat}.{at}", pressed=at == mode)
        if "CARD" in one.action
        else Choice(one.label, one.action)
        for at, one in enumerate(mine)
    ]
    text = asked.text
    if seat != asked.seat and seat is not None:
        text = f"{state.name(seat)}, out of order"
    own = state.players[seat].down if seat is not None and " up " in ask.action else ()
    keys, jokers = keys_of(state, (), own)
    return Pad(
        "card",
        asked.label,
        text,
        seat,
        action=ask.action if "CARD" in ask.action else "",
        keys=keys,
        jokers=jokers,
        modes=tuple(modes) if len(modes) > 1 or modes[0].action else (),
        armable=_armable(state, asked, seat),
    )


def _armable(state: State, asked: Prompt, seat: int | None) -> dict[int, str]:
    """The other seats that a tap arms, with the value that does it."""
    return {ask.seat: str(ask.seat) for ask in asked.asks if ask.seat is not None and ask.seat != seat}


def _bets(state: State, asked: Prompt, look: Look) -> Pad:
    if look.arm is not None and look.arm != asked.seat and (pad := _run_to(state, asked, look.arm)):
        return pad
    ranges = tuple(ask for ask in asked.asks if ask.low is not None)
    choices: list[Choice] = []
    for ask in asked.asks:
        if ask.low is None:
            choices.append(Choice(ask.label, ask.action))
            continue
        start = ask.action.rpartition(" ")[0]
        choices += [Choice(label, f"{start} {amount}") for label, amount in ask.presets]
    later = {seat: str(seat) for seat in state.bettors if seat != asked.seat}
    return Pad("bet", asked.label, asked.text, asked.seat, choices=tuple(choices), ranges=ranges, armable=later)


def _run_to(state: State, asked: Prompt, target: int) -> Pad | None:
    choices = tuple(Choice(words, "\n".join(lines)) for words, lines in runs_to(state, target))
    if not choices:
        return None
    back = (Choice("No", arm=str(asked.seat)),)
    later = {seat: str(seat) for seat in state.bettors if seat != target}
    text = f"On to {state.name(target)}?"
    return Pad("run", asked.label, text, target, choices=choices, modes=back, armable=later)


def _declare(state: State, asked: Prompt) -> Pad:
    seats = sorted({ask.seat for ask in asked.asks if ask.seat is not None})
    groups = tuple(
        Group(
            state.name(seat),
            tuple(Choice(ask.label, ask.action) for ask in asked.asks if ask.seat == seat),
            state.players[seat].declared is not None,
        )
        for seat in seats
    )
    return Pad("declare", asked.label, asked.text, asked.seat if len(seats) == 1 else None, groups=groups)


def _show(state: State, asked: Prompt, look: Look) -> Pad:
    seat = _armed(asked, look)
    assert seat is not None
    missing = needed(state, seat)
    held = look.held[:missing] if seat == look.arm else ()
    given = parse_cards(filled(state, seat, held))
    left = missing - len(held)
    keys, jokers = keys_of(state, held, ())
    shows = f"p{seat + 1} sm"
    modes = [
        Choice("Shows", arm=str(seat), pressed=True) if left else Choice("Shows", f"{shows} {cards_text(given)}"),
        Choice("Mucks", shows),
    ]
    shares = [ask.action.split()[2] for ask in asked.asks if ask.action.startswith("d ranks ")]
    if shares:
        modes.append(Choice("I'll rule", rule=shares[0]))
    text = f"{state.name(seat)} shows, or mucks"
    if left:
        text = f"{state.name(seat)}: {left} down card{'s' if left != 1 else ''} to tap"
    return Pad(
        "show",
        asked.label,
        text,
        seat,
        action=f"{shows} CARDS" if left else "",
        keys=keys if left else (),
        jokers=jokers if left else (),
        modes=tuple(modes),
        slots=tuple(_slot(card) for card in given),
        armable=_armable(state, asked, seat),
    )


def _rule(state: State, asked: Prompt, look: Look) -> Pad:
    shares = [ask.action.split()[2] for ask in asked.asks if ask.action.startswith("d ranks ")]
    share, *order = look.rule.split()
    share = share if share in shares else shares[0] if shares else share
    names = {f"p{seat + 1}": state.name(seat) for seat in state.live}
    tie = bool(order) and order[-1] == "="
    order = order[:-1] if tie else order
    placed = [place for place in order if all(one in names for one in place.split("="))]
    used = {one for place in placed for one in place.split("=")}
    said = " ".join((share, *placed))
    free = [who for who in names if who not in used]
    choices = [Choice(names[who], rule=f"{said}={who}" if tie and placed else f"{said} {who}") for who in free]
    modes = [Choice(f"Rule on the {one}", rule=one, pressed=one == share) for one in shares if len(shares) > 1]
    if placed and free:
        modes.append(Choice("Tie", rule=said if tie else f"{said} =", pressed=tie))
    if placed:
        choices.append(Choice("So ruled", f"d ranks {said}"))
        modes.append(Choice("Start over", rule=share))
    modes.append(Choice("Cards", arm=str(asked.seat)))
    words = tuple(" and ".join(names[one] for one in place.split("=")) for place in placed)
    text = f"Who wins the {share}? Best first"
    return Pad("rule", "I'll rule", text, None, modes=tuple(modes), choices=tuple(choices), ruled=words)


def _slot(card: Card) -> Slot:
    return Slot("", "", "Still to be tapped") if card == UNSEEN else Slot(*face_of(card), card_name(card))
