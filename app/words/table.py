"""What is written on the table itself: beside chips, pots and the cards in the middle."""

from __future__ import annotations

from collections.abc import Sequence

from app.text import listing, sentence
from app.words.because import pot_name
from app.words.speaker import Speaker


def bet_text(chips: int, calls: bool) -> str:
    """Return what the chips before a player are: ``Bet 4``, ``Calls 4``."""
    return f"{'Calls' if calls else 'Bet'} {chips}"


def pot_label(number: int, pots: int) -> str:
    """Return what one of so many pots is called in a list: ``Main pot``, ``Side pot``, ``Side pot 2``."""
    return sentence(pot_name(number, pots).removeprefix("the "))


def everyone_or(names: Sequence[str], left: int) -> str:
    """Return who can win a pot: their names, or ``everyone`` where that is all who are left."""
    return "everyone" if len(names) == left else ", ".join(names)


def middle_label(offered: bool, cards: int) -> str:
    """Return what so many cards in the middle are: common to all, or ``offered`` to be taken."""
    if offered:
        return "To be taken"
    return "Common card" if cards == 1 else "Common cards"


def run_words(what: str, names: Sequence[str]) -> str:
    """Return what several players do one after the other, with their names: ``2 fold: Ann, Bob``."""
    return f"{len(names)} {what}{'s' if len(names) == 1 else ''}: {', '.join(names)}"


#: What all do who give an answer of this manner, where its name does not say it.
_ALL = {"no thanks": "decline"}


def all_text(what: str, count: int) -> str:
    """Return what everyone who is still asked does: ``All 4 call``, ``All 3 decline``."""
    return f"All {count} {_ALL.get(what, what)}"


def ruling_text(what: str, order: Sequence[frozenset[int]], tie: bool, pots: int, speaker: Speaker) -> str:
    """Return what to tap next while the dealer rules who wins the pot or a share of it, best first."""
    if not order:
        return f"Who wins the {what}? Tap the winner"
    last = listing(map(speaker.name, sorted(order[-1])))
    if tie:
        return f"Tap who ties with {last}"
    if len(order) > 1:
        return f"{last} {'wins' if len(order[-1]) == 1 else 'win'} what is left over"
    wins = f"{last} {'wins' if len(order[-1]) == 1 else 'win'} the {what}"
    return f"{wins}. For a side pot, tap who comes next" if pots > 1 else wins
