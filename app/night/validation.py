"""Checks of form input: names, amounts, limits. A :class:`Problem` says what is wrong with a field."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from app import settings
from app.dataclass import dataclass
from app.games.errors import GameError
from app.games.house import Stakes, changed, house_rules
from app.money import amounts
from app.money.amounts import InputError
from app.money.chipset import Chip, find_input_error
from app.text import counted

MAX_CHIPS = 10**9
MAX_WORTH = 10**6
MAX_SEATS = 10
MAX_NAME_LENGTH = 30
MAX_NIGHT_NAME_LENGTH = 60

# The joiner of two emoji, which Python calls unprintable: between two symbols, or after one in colour.
_SYMBOL = "[\u2600-\u27bf\U0001f000-\U0001faff]"
_JOINED_EMOJI = re.compile(f"(?:(?<={_SYMBOL})|(?<=\ufe0f))\u200d(?={_SYMBOL})")

# Characters that leave nothing to see, which Python calls printable: a joiner, fillers and a blank.
_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]")


@dataclass(frozen=True, slots=True)
class Problem:
    """A refusal: the reason, and the form field at fault. Nothing has changed."""

    field: str
    text: str


SETTLED = Problem("night", "the money has been settled: undo that first")


def composed(text: str) -> str:
    """Return a text with one code point for each letter and its accents: some keyboards send several."""
    return unicodedata.normalize("NFC", text)


def clean_name(text: str, longest: int = MAX_NAME_LENGTH) -> str | Problem:
    """Return a name with single blanks and composed letters; it must be printable and not empty.

    Emoji may be joined to others.
    """
    name = composed(" ".join(text.split()))
    if not name:
        return Problem("name", "give a name")
    if len(name) > longest:
        return Problem("name", f"the name is longer than {longest} letters")
    if not _JOINED_EMOJI.sub("", name).isprintable() or _INVISIBLE.search(name):
        return Problem("name", "the name has a character that cannot be shown")
    return name


def check_chips(amount: int, field: str, least: int = 0) -> Problem | None:
    """Return what is wrong with a number of chips, or None."""
    if amount < least:
        return Problem(field, f"at least {counted(least, 'chip')}" if least else "chips cannot be below 0")
    if amount > MAX_CHIPS:
        return Problem(field, f"at most {MAX_CHIPS} chips")
    return None


def validate_stakes(stakes: Stakes) -> dict[str, Any] | Problem:
    """Return stakes in their stored form."""
    raw = asdict(stakes)
    for name, value in raw.items():
        if isinstance(value, int) and (problem := check_chips(value, name)):
            return problem
    return raw


def validate_money(currency: str, worth: int, chips: Sequence[Mapping[str, Any]]) -> Problem | None:
    """Return what is wrong with a currency, the worth of a chip in it, and a chip set, each optional; or None."""
    if currency:
        code = amounts.known_currency(currency)
        if isinstance(code, InputError):
            return Problem("currency", code.reason)
        if code != currency:
            return Problem("currency", f"write {code}")
        if not 1 <= worth <= MAX_WORTH:
            least, most = (amounts.money_text(coins, currency) for coins in (1, MAX_WORTH))
            return Problem("worth", f"a chip is worth from {least} to {most}")
    try:
        mistake = find_input_error([Chip(**chip) for chip in chips]) if chips else None
    except (TypeError, AttributeError):
        return Problem("chips", "each chip has a colour, a value and a count")
    return Problem("chips", mistake.reason) if mistake is not None else None


def validate_house(house: Mapping[str, Any]) -> dict[str, Any] | Problem:
    """Return house rules in their stored form: only the answers that differ from the defaults."""
    try:
        rules = house_rules(house)
    except GameError as problem:
        return Problem("house", str(problem))
    for name in ("raises", "last_bet", "chip_unit"):
        if wrong := check_chips(getattr(rules, name), name):
            return wrong
    return changed(rules)


def check_options(options: Mapping[str, Any]) -> Problem | None:
    """Check the types of options. Whether a game has them depends on the version of the library."""
    for key, value in options.items():
        if not all(isinstance(each, str | int) for each in (value if isinstance(value, list) else [value])):
            return Problem(key, "must be a text, a whole number, true, false or a list")
    return None


def check_modifier(modifier: Mapping[str, Any]) -> Problem | None:
    """Return what is wrong with a modifier's table apart from the settings of its kind, or None."""
    return None if isinstance(modifier.get("modifier"), str) else Problem("", "its modifier must be a text")


#: For each limit, by the name of its setting: what there may be, one and several, and the refusal with a way around it.
_WORDS = {
    "nights": ("night", "nights", "the limit of {most} is reached: the host can remove old ones on the start page"),
    "people": ("person", "people", 'the limit of {most} is reached: remove some under "People"'),
    "hands": ("hand", "hands", "a night has at most {most}: end it and start another"),
    "entries": ("entry", "entries", "a hand takes at most {most}: call a misdeal and redeal"),
    "examples": ("example at a time", "examples at a time", "the limit of {most} is reached: try again tomorrow"),
    "games": ("game of your own", "games of your own", "the limit of {most} is reached: remove one first"),
}


def check_limit(session: Session, name: str, of: InstrumentedAttribute[Any], *where: Any) -> Problem | None:
    """Return a problem if there may be no more of these rows, or None. ``name`` is the setting's and the field's."""
    most = settings.limit(name)
    count = session.scalar(select(func.count(of)).where(*where)) or 0
    return None if count < most else limit_problem(name)


def limit_problem(name: str) -> Problem:
    """Return the problem that a limit is reached."""
    one, several, refusal = _WORDS[name]
    return Problem(name, refusal.format(most=counted(settings.limit(name), one, several)))
