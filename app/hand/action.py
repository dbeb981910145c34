"""Actions: one line of text each, as a record, the log and a button hold them."""

from __future__ import annotations

import re
from dataclasses import dataclass

#: The verbs of a hand record, by who acts.
DEALER_VERBS = frozenset({"dh", "db", "ok", "redeal", "misdeal", "ranks"})
PLAYER_VERBS = frozenset(
    "pb cbr cc f allin up moves swaps sd pay no bid names gives takes picks declare sets sm".split()
)

_PLAYER = re.compile(r"p([1-9][0-9]?)\Z")


class ActionError(ValueError):
    """A line that is no action; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that happened. ``seat`` is None for the dealer, else counts from 0 (``p1``).

    ``words`` are what follows the verb; ``ruling`` is the dealer's ``!``; ``comment`` is kept and means nothing.
    """

    seat: int | None
    verb: str
    words: tuple[str, ...] = ()
    ruling: bool = False
    comment: str = ""

    def __str__(self) -> str:
        who = "d" if self.seat is None else f"p{self.seat + 1}"
        text = " ".join((who, self.verb, *self.words)) + (" !" if self.ruling else "")
        return f"{text} # {self.comment}" if self.comment else text


def parse_action(text: str) -> Action:
    """The action that a line describes; raises :class:`ActionError` for a line that is none."""
    line, _, comment = text.partition(" # ")
    words = line.split()
    ruling = bool(words) and words[-1] == "!"
    if ruling:
        words.pop()
    if len(words) < 2:
        raise ActionError("an action is a player (p1) or the dealer (d), then what happened")
    who, verb, *rest = words
    seat = None if who == "d" else parse_seat(who)
    if verb not in (DEALER_VERBS if seat is None else PLAYER_VERBS):
        whom = "the dealer" if seat is None else "a player"
        raise ActionError(f"{verb!r} is nothing that {whom} does")
    return Action(seat, verb, tuple(rest), ruling, comment.strip())


def parse_seat(word: str) -> int:
    """The seat (from 0) that ``p3`` names; raises :class:`ActionError` for another word."""
    found = _PLAYER.match(word)
    if not found:
        raise ActionError(f"{word!r} is neither the dealer (d) nor a player (p1)")
    return int(found[1]) - 1


def parse_chips(word: str) -> int:
    """A number of chips, at least 0; raises :class:`ActionError` for anything else."""
    if not word:
        raise ActionError("how many chips? none are named")
    if not (word.isascii() and word.isdigit() and len(word) < 16):
        raise ActionError(f"{word!r} is not a number of chips")
    return int(word)


def seat_text(seat: int) -> str:
    """``p1`` for the first seat to the dealer's left."""
    return f"p{seat + 1}"
