"""What is written on the table itself: beside chips, pots and the cards in the middle."""

from __future__ import annotations

from collections.abc import Sequence

from app.text import sentence
from app.words.because import pot_name


def bet_text(chips: int, calls: bool) -> str:
    """Return what the chips before a player are: ``Bet 4``, ``Calls 4``."""
    return f"{'Calls' if calls else 'Bet'} {chips}"


def pot_label(number: int, pots: int) -> str:
    """Return what one of so many pots is called in a list: ``Main pot``, ``Side pot``, ``Side pot 2``."""
    return sentence(pot_name(number, pots).removeprefix("the "))


def everyone_or(names: Sequence[str], left: int) -> str:
    """Return who can win a pot: their names, or ``everyone`` where that is all who are left."""
    return "everyone" if len(names) == left else ", ".join(names)


def middle_label(offered: bool) -> str:
    """Return what the cards in the middle are: common to all, or ``offered`` to be taken."""
    return "To be taken" if offered else "Common cards"
