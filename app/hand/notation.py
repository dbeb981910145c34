"""The text of actions and asks: the only module that reads and writes it.

``parse_action`` and ``write_action`` are inverses, as are ``parse_ask`` and ``write_ask``. An ask is written as the
action that answers it, with ``CARD``, ``CARDS``, ``PLAYERS``, ``WILD`` or a range ``4..98`` for what is still open.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from app.cards.card import RANKS, card_text, cards_text, parse_cards
from app.dataclass import replace
from app.games.values import one_rank, wild_cards
from app.hand.action import Action, Part, Verb, verb_named
from app.hand.ask import Ask, Takes, TakesAmount, TakesCards, TakesOrder, TakesWild
from app.text import whole_number

_PLAYER = re.compile(r"p([1-9][0-9]?)\Z")
_RANGE = re.compile(r"(\d{1,15})\.\.(\d{0,15})\Z")
_CARD_PLACEHOLDER = re.compile(r"((?:\?\?)*)(CARDS?)\Z")

#: The most characters in a stored line.
MAX_LINE_LENGTH = 400

#: The parts of a verb that an ask may leave open, and the type of what it then takes.
_FILLED_BY = {
    Part.CARD: TakesCards,
    Part.CARDS: TakesCards,
    Part.ANY_CARDS: TakesCards,
    Part.CHIPS: TakesAmount,
    Part.ORDER: TakesOrder,
    Part.WILD: TakesWild,
}

#: The most cards that an ask read back from text takes; no hand is longer.
_MAX_CARDS = 54


class ActionError(ValueError):
    """Raised for a line that is not an action; the message says why."""


# A tap is parsed when it is posted, when it is played and when the log shows it.
@lru_cache(maxsize=1024)
def parse_action(text: str) -> Action:
    """Return the action that a line describes; raises :class:`ActionError` for a line that cannot be read.

    A line break counts as a blank, in the comment too, so that the action is written on one line again.
    """
    line, _, comment = text.partition(" # ")
    words = line.split()
    ruling = bool(words) and words[-1] == "!"
    if ruling:
        words.pop()
    action = _parse_parts(words)
    return replace(action, ruling=ruling, comment=" ".join(comment.split()))


def action_of(text: str) -> Action | None:
    """Return the action that a line describes; None for a line that cannot be read."""
    try:
        return parse_action(text)
    except ActionError:
        return None


def write_action(action: Action) -> str:
    """Return the line of an action, as :func:`parse_action` reads it; the same action is always the same line."""
    text = " ".join(_words(action)) + (" !" if action.ruling else "")
    return f"{text} # {action.comment}" if action.comment else text


def parse_verb(words: list[str]) -> Action:
    """Return the action of a line's first two words, who and what; raises :class:`ActionError` if they name none."""
    if len(words) < 2:
        raise ActionError("an action is a player (p1) or the dealer (d), then what happened")
    who, name = words[:2]
    seat = None if who == "d" else parse_seat(who)
    verb = verb_named(name)
    if verb is None or verb.dealer != (seat is None):
        raise ActionError(f"{name!r} is nothing that {'the dealer' if seat is None else 'a player'} does")
    return Action(name, seat)


def parse_ask(text: str) -> Ask:
    """Return the ask that a line describes; raises :class:`ActionError` for a line that cannot be read.

    The text holds no card bounds and no amount presets: any number will do.
    """
    ask = _parse_open(text.split())
    if ask is None:
        return Ask(parse_action(text))
    verb = verb_named(ask.action.verb)
    fits = verb is not None and any(
        isinstance(ask.takes, _FILLED_BY[part]) for part in verb.parts if part in _FILLED_BY
    )
    if not fits or write_ask(ask) != " ".join(text.split()):
        raise ActionError(f"{ask.action.verb!r} takes nothing of this kind there")
    return ask


def write_ask(ask: Ask) -> str:
    """Return the line of an ask: ``d dh p3 CARD``, ``p3 cbr 4..98``, ``p2 sd CARDS``, ``p1 cc``."""
    action, ruling = ask.action, " !" if ask.action.ruling else ""
    match ask.takes:
        case TakesCards(most=most):
            placeholder = cards_text(action.cards) + ("CARD" if most == 1 else "CARDS")
            return " ".join(_words(replace(action, cards=()), placeholder)) + ruling
        case TakesAmount(least=least, most=most):
            return f"{' '.join(_words(action))} {least}..{'' if most is None else most}{ruling}"
        case TakesOrder():
            return f"{' '.join(_words(action))} PLAYERS{ruling}"
        case TakesWild():
            return f"{' '.join(_words(action))} WILD{ruling}"
    return write_action(action)


def _parse_open(words: list[str]) -> Ask | None:
    """Return the ask of a line that leaves something open; None if it leaves nothing."""
    ruling = words[-1:] == ["!"]
    words = words[:-1] if ruling else words
    for at, word in enumerate(words[2:], 2):
        before, after = words[:at], words[at + 1 :]
        takes: Takes
        if placeholder := _CARD_PLACEHOLDER.match(word):
            given = [placeholder[1]] if placeholder[1] else []
            action = _parse_parts([*before, *given, *after], open_at=Part.CARDS)
            takes = TakesCards(_verb_of(action).source, 1, 1 if placeholder[2] == "CARD" else _MAX_CARDS)
        elif bounds := _RANGE.match(word):
            action = _parse_parts([*before, *after], open_at=Part.CHIPS)
            takes = TakesAmount(int(bounds[1]), int(bounds[2]) if bounds[2] else None)
        elif word == "PLAYERS":
            action, takes = _parse_parts([*before, *after], open_at=Part.ORDER), TakesOrder()
        elif word == "WILD":
            action, takes = _parse_parts([*before, *after], open_at=Part.WILD), TakesWild()
        else:
            continue
        return Ask(replace(action, ruling=ruling), takes)
    return None


def _verb_of(action: Action) -> Verb:
    verb = verb_named(action.verb)
    assert verb is not None, action
    return verb


def parse_seat(word: str) -> int:
    """Return the seat (from 0) that ``p3`` names; raises :class:`ActionError` for another word."""
    match = _PLAYER.match(word)
    if not match:
        raise ActionError(f"{word!r} is neither the dealer (d) nor a player (p1)")
    return int(match[1]) - 1


def seat_text(seat: int) -> str:
    """Return ``p1`` for the first seat to the dealer's left."""
    return f"p{seat + 1}"


def parse_order(words: Iterable[str]) -> tuple[frozenset[int], ...]:
    """Return players ranked best first, those joined by ``=`` together; raises :class:`ActionError`."""
    order = []
    for word in words:
        tied = [parse_seat(name) for name in word.split("=")]
        if len(set(tied)) < len(tied):
            raise ActionError(f"{word!r} names a player twice")
        order.append(frozenset(tied))
    return tuple(order)


def write_order(order: Iterable[frozenset[int]]) -> str:
    """Return ranked players as :func:`parse_order` reads them: ``p2 p4=p1``."""
    return " ".join("=".join(map(seat_text, sorted(tied))) for tied in order)


def _parse_parts(words: list[str], open_at: Part | None = None) -> Action:
    """Return the action of these words; the part at ``open_at``, or any cards for CARDS, may be missing."""
    action, rest = parse_verb(words), words[2:]
    for part in _verb_of(action).parts:
        missing = part is open_at or (open_at is Part.CARDS and part in (Part.CARD, Part.ANY_CARDS, Part.TWO_CARDS))
        try:
            action, rest = _read_part(action, part, rest, missing)
        except ValueError as problem:  # of cards or a rank, too
            raise ActionError(str(problem)) from None
    if rest:
        raise ActionError(f"{action.verb!r} takes no further words")
    return action


def _read_part(action: Action, part: Part, rest: list[str], missing: bool) -> tuple[Action, list[str]]:
    """Return the action with one part read, and the words that are left."""
    match part:
        case Part.PLAYER:
            return replace(action, to=parse_seat(rest[0] if rest else "")), rest[1:]
        case Part.ANY_PLAYER:
            named = bool(rest) and _PLAYER.match(rest[0]) is not None
            return (replace(action, to=parse_seat(rest[0])), rest[1:]) if named else (action, rest)
        case Part.CARD | Part.CARDS | Part.ANY_CARDS | Part.TWO_CARDS:
            run = rest.index("to") if "to" in rest else len(rest)
            cards = parse_cards("".join(rest[:run]))
            if not cards and part is not Part.ANY_CARDS and not missing:
                raise ActionError("which card? none is named")
            if part is Part.TWO_CARDS and len(cards) != 2 and not missing:
                raise ActionError(f"{action.verb!r} takes two cards")
            return replace(action, cards=cards), rest[run:]
        case Part.HAND | Part.ANY_HAND | Part.ANY_PLACE:
            if part is not Part.HAND and not rest:
                return action, rest
            if len(rest) < 2 or rest[0] != "to":
                where = "place" if part is Part.ANY_PLACE else "hand"
                raise ActionError(f"to which {where}? write 'to' and its name")
            return replace(action, word=rest[1]), rest[2:]
        case Part.CHIPS:
            return (action, rest) if missing and not rest else (replace(action, amount=_read_chips(rest)), [])
        case Part.RANK:
            if not rest:
                raise ActionError("which rank? none is named")
            return replace(action, rank=one_rank(" ".join(rest))), []
        case Part.WORD:
            return replace(action, word=rest[0] if rest else ""), rest[1:]
        case Part.WILD:
            return (action, rest) if missing and not rest else (replace(action, word=_read_wild(rest)), [])
        case Part.ORDER:
            return replace(action, order=parse_order(rest)), []
        case Part.PARTS:
            return replace(action, parts=_read_parts(rest)), []


def _read_wild(words: list[str]) -> str:
    text = "".join(words)
    if not text:
        raise ActionError("what is wild? write ranks and cards such as 7Kd, or none")
    wild_cards(text)
    return text


def _read_parts(words: list[str]) -> tuple[tuple[int, int], ...]:
    if not words:
        raise ActionError("who gets how many chips? nobody is named")
    return tuple((parse_seat(words[at]), _read_chips(words[at + 1 : at + 2])) for at in range(0, len(words), 2))


def _read_chips(words: list[str]) -> int:
    text = " ".join(words)
    if not text:
        raise ActionError("how many chips? none are named")
    amount = whole_number(text)
    if amount is None:
        raise ActionError(f"{text!r} is not a number of chips")
    return amount


def _words(action: Action, placeholder: str = "") -> list[str]:
    """Return the words of an action's line; a ``placeholder`` takes the place of its cards."""
    words = ["d" if action.seat is None else seat_text(action.seat), action.verb]
    for part in _verb_of(action).parts:
        words += _write_part(action, part, placeholder)
    return words


def _write_part(action: Action, part: Part, placeholder: str) -> list[str]:
    match part:
        case Part.PLAYER:
            return [seat_text(action.target)]
        case Part.ANY_PLAYER:
            return [] if action.to is None else [seat_text(action.to)]
        case Part.CARD | Part.CARDS | Part.ANY_CARDS:
            return [placeholder or cards_text(action.cards)] if placeholder or action.cards else []
        case Part.TWO_CARDS:
            return list(map(card_text, action.cards))
        case Part.HAND | Part.ANY_HAND | Part.ANY_PLACE:
            return ["to", action.word] if action.word else []
        case Part.CHIPS:
            return [] if action.amount is None else [str(action.amount)]
        case Part.RANK:
            return [] if action.rank is None else [RANKS[action.rank]]
        case Part.WORD | Part.WILD:
            return [action.word] if action.word else []
        case Part.ORDER:
            return [write_order(action.order)] if action.order else []
        case Part.PARTS:
            return [word for seat, chips in action.parts for word in (seat_text(seat), str(chips))]
