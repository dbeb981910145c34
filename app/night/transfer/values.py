"""Checking single values of a file: names, stakes, house rules, money, games as chosen, numbers that name something."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.games.build import make
from app.games.errors import GameError
from app.games.house import Stakes
from app.night.transfer.shapes import WrongError, inside
from app.night.validation import Problem, clean_name, validate_house, validate_money, validate_stakes

File = dict[str, Any]

#: Why a night is not taken along by itself.
TIED = "another night is tied to this one by what is owed: take the whole club along"


def check_name(name: str, path: str, longest: int) -> None:
    """Check that a name is written as it is stored."""
    cleaned = clean_name(name, longest=longest)
    if isinstance(cleaned, Problem):
        raise WrongError(path, cleaned.text)
    if cleaned != name:
        raise WrongError(path, f"must be written {cleaned!r}")


def check_stakes(raw: File, path: str) -> None:
    """Check stakes as they are stored."""
    try:
        stakes = validate_stakes(make(Stakes, raw, path))
    except GameError as problem:
        raise WrongError(path, str(problem)) from None
    if isinstance(stakes, Problem):
        raise WrongError(inside(path, stakes.field), stakes.text)


def check_house(raw: File, path: str) -> None:
    """Check house rules as they are stored."""
    rules = validate_house(raw)
    if isinstance(rules, Problem):
        raise WrongError(path, rules.text)


def check_money(terms: Mapping[str, Any], path: str) -> None:
    """Check what is played for: a currency, the worth of a chip and the set of chips."""
    wrong = validate_money(terms["currency"], terms["worth"], terms["chips"])
    if wrong is not None:
        raise WrongError(inside(path, wrong.field), wrong.text)


def check_choice(game: File, path: str) -> None:
    """Check the shapes of options and modifiers. Whether a game has them goes by the version of the library."""
    for name, value in game["options"].items():
        if not _is_setting(value):
            raise WrongError(inside(f"{path}.options", name), "must be a text, a whole number, true, false or a list")
    for at, entry in enumerate(game["modifiers"]):
        where = inside(f"{path}.modifiers", at)
        if isinstance(entry, dict) and not isinstance(entry.get("modifier"), str):
            raise WrongError(f"{where}.modifier", "must be a text")


def refer(number: int, values: Sequence[object], path: str, what: str) -> None:
    """Check that a number names something in a list."""
    if not 0 <= number < len(values):
        raise WrongError(path, f"there is no {what} {number}: the file has {len(values)}")


def refer_to_night(night: int | None, file: File, path: str) -> None:
    """Check that a number names another night; None is one that is not in the file, and a club has it no more."""
    if night is not None:
        refer(night, file["nights"], path, "night")
    elif file["kind"] == "night":
        raise WrongError(path, TIED)


def _is_setting(value: object) -> bool:
    return isinstance(value, str | int) or (
        isinstance(value, list) and all(isinstance(each, str | int) for each in value)
    )
