"""How a person looks on every screen: a colour of their own, and their initials upon it."""

from __future__ import annotations

import unicodedata

from app.night.models import Player

#: The colours to choose from; each is a token of the style sheets, AA on the felt in the dark and in the light.
COLOURS = ("coral", "amber", "lime", "mint", "sky", "violet", "rose", "sand")

_JOINER = "\u200d"


def colour_of(player: Player) -> str:
    """Return the colour that a person has chosen, or else the one that falls to them."""
    return player.colour if player.colour in COLOURS else COLOURS[player.id % len(COLOURS)]


def initials(name: str) -> str:
    """Return the initials of a name: of its first and last word, or the first two signs of a single one."""
    words = name.split()
    if len(words) > 1:
        return (_signs(words[0])[0] + _signs(words[-1])[0]).upper()
    signs = _signs(name)
    return (signs[0].upper() + "".join(signs[1:2])) if signs[0][:1].isalnum() else signs[0]


def _signs(text: str) -> list[str]:
    """Return what people see as single signs: a letter with its accents, an emoji with all it is joined from."""
    signs: list[str] = []
    for letter in text:
        if signs and (_belongs(letter) or signs[-1].endswith(_JOINER) or _is_half_a_flag(signs[-1], letter)):
            signs[-1] += letter
        else:
            signs.append(letter)
    return signs or [""]


def _belongs(letter: str) -> bool:
    """Return whether a letter changes the one before it: an accent, a joiner, a variant, a skin colour."""
    return (
        letter == _JOINER
        or unicodedata.category(letter) in ("Mn", "Me", "Mc")
        or "\U0001f3fb" <= letter <= "\U0001f3ff"
    )


def _is_half_a_flag(sign: str, letter: str) -> bool:
    return len(sign) == 1 and all("\U0001f1e6" <= half <= "\U0001f1ff" for half in (sign, letter))
