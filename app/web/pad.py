"""The pad: what the dealer may enter next, out of the prompt, for the one seat that is armed.

It knows kinds of question and never a game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from app.cards.card import UNSEEN, Card, card_name, cards_text, parse_card, parse_cards
from app.hand.cards import where_is
from app.hand.prompt import Ask, Prompt
from app.hand.state import State
from app.web.keys import Key, face_of, key_of, keys_of, keys_to_pick, own_keys
from app.web.look import Look, looking_at
from app.web.picks import from_hand, how_many, known, unseen, waits
from app.web.runs import runs_to

_CARD = re.compile(r"[2-9TJQKA][shdc]|J[rb]")

#: What a bid may well be, above the least.
_STEPS = (0, 1, 2, 4, 9)


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer that posts at once, or, with ``arm`` or ``rule``, only changes what is looked at.

    ``parts`` are the label in pieces where it names cards, to be printed as such; ``label`` then names them in words.
    """

    label: str
    action: str = ""
    arm: str = ""
    rule: str = ""
    pressed: bool = False
    parts: tuple[str | Key, ...] = ()


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
    """What ``_pad.html`` renders. ``action`` is the line that the next card goes into; empty without card keys.

    ``own`` are the keys instead of all cards where a player picks among cards that are all known; ``dark`` offers an
    unseen one beside them. ``looking`` brings back the same look, ``held`` the cards named so far.
    """

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
    own: tuple[Key, ...] = ()
    dark: bool = False
    looking: str = ""
    held: str = ""


def pad_of(state: State, asked: Prompt, look: Look) -> Pad:
    """The pad for a prompt, seen as the dealer looks at it."""
    match asked.kind:
        case "card" | "roll":
            return _cards(state, asked, look)
        case "dealt" | "done" if asked.run or asked.kind == "dealt":
            run = asked.run or tuple(ask.action for ask in asked.asks)
            done = Choice(asked.kind.capitalize(), "\n".join(run))
            return Pad("choices", asked.label, asked.text, asked.seat, choices=(done,))
        case "bet":
            return _bets(state, asked, look)
        case "declare":
            return _declare(state, asked)
        case "show":
            return _rule(state, asked, look) if look.rule else _show(state, asked, look)
        case "over":
            return Pad("over", asked.label, asked.text)
        case _:
            return _offer(state, asked, look)


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
    at = _way(mine, look)
    if at is None:
        if not any(waits(one) for one in asked.asks) and len({one.label for one in asked.asks}) == 1:
            run = "\n".join(one.action for one in asked.asks)
            return Pad("choices", asked.label, asked.text, choices=(Choice(asked.asks[0].label, run),))
        return _choices(state, asked, seat, mine)
    ask = mine[at]
    modes = [
        Choice(one.label, arm=f"{seat}.{n}", pressed=n == at) if waits(one) else _choice(one)
        for n, one in enumerate(mine)
    ]
    own = known(state, ask) if from_hand(ask) else ()
    all_known = seat is not None and from_hand(ask) and not unseen(state, seat)
    keys, jokers = ((), ()) if all_known else keys_of(state, (), own)
    return Pad(
        "card",
        asked.label,
        _text(state, asked, seat),
        seat,
        action=ask.action,
        keys=keys,
        jokers=jokers,
        modes=tuple(modes) if len(modes) > 1 else (),
        armable=_armable(state, asked, seat),
        own=own_keys(own, ()) if all_known else (),
        looking=looking_at(seat, at),
    )


def _way(mine: Sequence[Ask], look: Look) -> int | None:
    """Which of a seat's asks the next card answers: the one looked at, else the first that waits for a card."""
    if look.mode < len(mine) and waits(mine[look.mode]):
        return look.mode
    return next((at for at, ask in enumerate(mine) if waits(ask)), None)


def _text(state: State, asked: Prompt, seat: int | None) -> str:
    return asked.text if seat == asked.seat or seat is None else f"{state.name(seat)}, out of order"


def _choice(ask: Ask) -> Choice:
    """The button of an ask. A card that its label names as the action does, or that it consists of, is printed."""
    spoken = ask.action.split()
    parts: list[str | Key] = []
    for word in ask.label.split():
        if word in spoken and _CARD.fullmatch(word):
            parts.append(key_of(parse_card(word)))
        elif parts and isinstance(parts[-1], str):
            parts[-1] += f" {word}"
        else:
            parts.append(word)
    if _CARD.fullmatch(spoken[-1]) and ask.label == card_name(parse_card(spoken[-1])):
        parts = [key_of(parse_card(spoken[-1]))]
    if not any(isinstance(part, Key) for part in parts):
        return Choice(ask.label, ask.action)
    label = " ".join(part.name if isinstance(part, Key) else part for part in parts)
    return Choice(label, ask.action, parts=tuple(parts))


def _offer(state: State, asked: Prompt, look: Look) -> Pad:
    """Answers to choose from: of one player, of several on one screen, with amounts, or with cards to pick."""
    seats = sorted({ask.seat for ask in asked.asks if ask.seat is not None})
    if len(seats) > 1 and not any(waits(ask) or ask.low is not None for ask in asked.asks):
        groups = tuple(_group(state, asked, seat, False) for seat in seats)
        common = tuple(_choice(ask) for ask in asked.asks if ask.seat is None)
        return Pad("declare", asked.label, asked.text, groups=groups, choices=common)
    seat = _armed(asked, look)
    mine = [ask for ask in asked.asks if ask.seat == seat or ask.seat is None]
    ranges = tuple(ask for ask in mine if ask.low is not None and not waits(ask))
    if ranges:
        choices = _amounts(mine)
        return Pad("bet", asked.label, asked.text, seat, choices=choices, ranges=ranges)
    at = _way(mine, look)
    # Cards that go unseen are the rule then: who names some says so first.
    if at is None or (any("??" in ask.action for ask in mine) and not waits(mine[min(look.mode, len(mine) - 1)])):
        return _choices(state, asked, seat, mine)
    return _pick(state, asked, look, mine, at)


def _choices(state: State, asked: Prompt, seat: int | None, mine: Sequence[Ask]) -> Pad:
    found = [
        Choice(one.label, arm=looking_at(seat, at)) if waits(one) else _choice(one)
        for at, one in enumerate(mine)
        if not one.action.startswith("d ranks ")
    ]
    return Pad(
        "choices",
        asked.label,
        _whose(state, asked, seat),
        seat,
        choices=tuple(found),
        armable=_armable(state, asked, seat),
    )


def _pick(state: State, asked: Prompt, look: Look, mine: Sequence[Ask], at: int) -> Pad:
    """Cards of a player's own: from their keys where all are known, else from all cards."""
    ask = mine[at]
    seat = ask.seat
    assert seat is not None
    held = look.held if seat == look.arm else ()
    least, most = how_many(state, asked, ask)
    own = known(state, ask)
    covered = unseen(state, seat)
    keys, jokers = keys_to_pick(state, seat, held, own) if covered else ((), ())
    modes = []
    if least < most:
        label = f"{ask.label} {len(held)}" if held else ask.label
        ready = least <= len(held) <= most
        line = ask.action.replace("CARDS", cards_text(held))
        modes.append(Choice(label, line) if ready else Choice(label, arm=looking_at(seat, at), pressed=True))
    shares = _shares(asked)
    for n, one in enumerate(mine):
        if one.action.startswith("d ranks ") or n == at:
            continue
        modes.append(Choice(one.label, arm=looking_at(seat, n)) if waits(one) or "??" in one.action else _choice(one))
    if shares:
        modes.append(Choice("I'll rule", rule=shares[0]))
    # A card that nobody is to see goes unnamed where others may go so.
    dark = most > 1 and covered > held.count(UNSEEN) and any("??" in one.action for one in mine)
    if dark:
        modes = [one for one in modes if not one.arm or one.pressed]
        modes.append(Choice("Back", arm=str(seat)))
    gaps = (UNSEEN,) * (most - len(held))
    slots = tuple(_slot(card) for card in (*held, *gaps)) if covered and least == most > 1 else ()
    return Pad(
        "pick",
        asked.label,
        _picks(state, asked, ask, most),
        seat,
        action=ask.action,
        keys=keys,
        jokers=jokers,
        modes=tuple(modes),
        slots=slots,
        armable=_armable(state, asked, seat),
        own=() if covered else own_keys(own, held),
        dark=dark,
        looking=looking_at(seat, at),
        held=cards_text(held),
    )


def _whose(state: State, asked: Prompt, seat: int | None) -> str:
    """The question, with the name of the player who is looked at where it does not say it."""
    if seat is None or state.name(seat) in asked.text:
        return asked.text
    if asked.seat is not None and state.name(asked.seat) in asked.text:
        return f"{state.name(seat)}, out of order"
    return f"{state.name(seat)}: {asked.text[:1].lower()}{asked.text[1:]}"


def _picks(state: State, asked: Prompt, ask: Ask, most: int) -> str:
    """What is picked, and by whom: in the question's own words where it is theirs."""
    assert ask.seat is not None
    name = state.name(ask.seat)
    if name in asked.text:
        return asked.text
    cards = "" if any(letter.isdigit() for letter in ask.label) else f", {most} card{'s' if most != 1 else ''}"
    return f"{name}: {ask.label.lower()}{cards}"


def _shares(asked: Prompt) -> list[str]:
    """The shares that the dealer may rule on."""
    return [ask.action.split()[2] for ask in asked.asks if ask.action.startswith("d ranks ")]


def _armable(state: State, asked: Prompt, seat: int | None) -> dict[int, str]:
    """The other seats that a tap arms, with the value that does it."""
    return {ask.seat: str(ask.seat) for ask in asked.asks if ask.seat is not None and ask.seat != seat}


def _bets(state: State, asked: Prompt, look: Look) -> Pad:
    if look.arm is not None and look.arm != asked.seat and (pad := _run_to(state, asked, look.arm)):
        return pad
    ranges = tuple(ask for ask in asked.asks if ask.low is not None)
    later = {seat: str(seat) for seat in state.bettors if seat != asked.seat}
    choices = _amounts(asked.asks)
    return Pad("bet", asked.label, asked.text, asked.seat, choices=choices, ranges=ranges, armable=later)


def _amounts(asks: Sequence[Ask]) -> tuple[Choice, ...]:
    """A button for each answer, and for the amounts worth one where there is a range."""
    choices: list[Choice] = []
    for ask in asks:
        if ask.low is None:
            choices.append(_choice(ask))
            continue
        start = ask.action.rpartition(" ")[0]
        steps = (ask.low + more for more in _STEPS)
        presets = ask.presets or tuple(
            (f"{ask.label.split()[0]} {n}", n) for n in steps if ask.high is None or n <= ask.high
        )
        choices += [Choice(label, f"{start} {amount}") for label, amount in presets]
    return tuple(choices)


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
    groups = tuple(_group(state, asked, seat, state.players[seat].declared is not None) for seat in seats)
    return Pad("declare", asked.label, asked.text, asked.seat if len(seats) == 1 else None, groups=groups)


def _group(state: State, asked: Prompt, seat: int, entered: bool) -> Group:
    return Group(state.name(seat), tuple(_choice(ask) for ask in asked.asks if ask.seat == seat), entered)


def _show(state: State, asked: Prompt, look: Look) -> Pad:
    seat = _armed(asked, look)
    assert seat is not None
    if not any(ask.seat == seat and ask.action.split()[1] == "sm" for ask in asked.asks):
        return _offer(state, asked, look)
    missing = needed(state, seat)
    held = tuple(card for card in look.held if card != UNSEEN)[:missing] if seat == look.arm else ()
    given = parse_cards(filled(state, seat, held))
    left = missing - len(held)
    keys, jokers = keys_of(state, held, ())
    shows = f"p{seat + 1} sm"
    modes = [
        Choice("Shows", arm=str(seat), pressed=True) if left else Choice("Shows", f"{shows} {cards_text(given)}"),
        Choice("Mucks", shows),
    ]
    if shares := _shares(asked):
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
        looking=str(seat),
        held=cards_text(held),
    )


def _rule(state: State, asked: Prompt, look: Look) -> Pad:
    shares = _shares(asked)
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
