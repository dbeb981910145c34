"""Every game under each value of each option with each setting of each modifier: dealt, or refused with a reason."""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterator
from dataclasses import fields
from itertools import product
from types import UnionType
from typing import Any, Literal, TypeVar

import pytest

from app.games.catalog import GameInfo, catalog
from app.games.definition import Game
from app.games.errors import GameError
from app.games.house import Stakes
from app.games.load import resolve
from app.games.modifiers import AppliedModifier, modifier_rules, read_modifier
from app.hand.play import SetupError, legal, start
from app.hand.state import Setup

#: The settings of modifiers that are numbers or texts: what is usual, and what lies at either end and beyond; and of
#: choices that make no difference to how a game is dealt, a few.
SETTINGS: dict[tuple[str, str], tuple[Any, ...]] = {
    ("extra-down-card", "use"): (0, 1, 2, 5, 6),
    ("hi-lo", "low"): ("as the house plays", "deuce to seven"),
    ("hi-lo", "qualifier"): ("", "8", "T", "10"),
    ("jokers", "count"): (0, 1, 2, 3),
    ("skip-betting", "rounds"): ([], [1], [2], [5], [1, 3], [1, 2, 3, 4], [1, 2, 3, 4, 5]),
    ("twist", "rounds"): (0, 1, 3, 4),
    ("wild", "ranks"): ("", "2", "37", "x"),
    ("wild", "cards"): ("", "QsKh", "??"),
}


def settings_of(kind: Any, name: str, field: str) -> tuple[Any, ...]:
    """Return every value of a setting, of a number or a text those that are worth trying."""
    origin = typing.get_origin(kind)
    if (name, field) in SETTINGS:
        return SETTINGS[name, field]
    if kind is bool:
        return False, True
    if origin is Literal:
        return typing.get_args(kind)
    if origin in (typing.Union, UnionType):
        return tuple(value for choice in typing.get_args(kind) for value in settings_of(choice, name, field))
    assert field == "price", (name, field)
    return 0, 3


def entries(name: str) -> Iterator[dict[str, Any]]:
    """Yield a modifier in every combination of its settings."""
    cls = modifier_rules.get(name)
    kinds = typing.get_type_hints(cls)
    names = [field.name for field in fields(cls)]  # type: ignore[arg-type]
    for values in product(*(settings_of(kinds[field], name, field) for field in names)):
        yield {"modifier": name, **dict(zip(names, values, strict=True))}


Made = TypeVar("Made")


def attempt(make: Callable[..., Made], *arguments: Any) -> Made | None:
    """Return what a call makes; None where it is refused, which must say why. Any other error fails the test."""
    try:
        return make(*arguments)
    except GameError as problem:
        refusal = problem
    assert refusal.reason
    return None


def applied() -> Iterator[AppliedModifier]:
    """Yield every modifier in every setting that it takes."""
    for name in modifier_rules.names():
        for entry in entries(name):
            if modifier := attempt(read_modifier, entry, "modifier"):
                yield modifier


def options(info: GameInfo) -> Iterator[dict[str, Any]]:
    """Yield the game as it is, and under every other value of each option."""
    yield {}
    for option in info.options:
        yield from ({option.key: value} for value in option.values() if value != option.default)


def deal(game: Game) -> None:
    """Start a hand with the fewest and the most players that the game takes, and with two; fail where one cannot be
    dealt.
    """
    least, most = game.players
    for count in sorted({2, least, most}):
        names = tuple(f"p{seat + 1}" for seat in range(count))
        setup = Setup(game, names, (100,) * count, (1,) * count, Stakes(bring_in=1))
        if count < least or (game.even and count % 2):
            with pytest.raises(SetupError, match="players"):
                start(setup)
        else:
            assert legal(start(setup))


@pytest.mark.slow
@pytest.mark.parametrize("info", catalog().values(), ids=catalog())
def test_every_combination_is_dealt_or_refused_with_a_reason(info: GameInfo) -> None:
    modifiers = list(applied())
    for chosen in options(info):
        plain = attempt(resolve, info.id, chosen)
        if plain is None:
            continue
        deal(plain)
        for modifier in modifiers:
            if game := attempt(resolve, info.id, chosen, [modifier]):
                assert modifier.words()
                assert game.raw != plain.raw, f"{info.id} with {modifier} is the same game"
                deal(game)


def test_the_settings_worth_trying_are_settings() -> None:
    for name, field in SETTINGS:
        assert field in {known.name for known in fields(modifier_rules.get(name))}  # type: ignore[arg-type]


def test_a_game_without_betting_has_no_round_to_discard_after() -> None:
    discard = read_modifier({"modifier": "extra-down-card", "discard": True}, "modifier")
    silent = [
        info.id for info in catalog().values() if "bet" not in {step["step"] for step in resolve(info.id).raw["script"]}
    ]
    assert silent
    for game in silent:
        with pytest.raises(GameError) as caught:
            resolve(game, None, [discard])
        assert caught.value.about == "extra-down-card"
        assert caught.value.reason == "this game has no betting round after which a card could be discarded"
