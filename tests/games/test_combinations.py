"""Every game with each value of each option and each setting of each modifier: dealt, or refused with a reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, TypeVar

import pytest

from app.games.catalog import catalog
from app.games.definition import Game
from app.games.errors import GameError
from app.games.house import Stakes
from app.games.load import resolve
from app.games.modifiers import Modifier, modifier_rules, read_modifier
from app.hand.play import SetupError, legal, start
from app.hand.state import Setup
from tests.games.covering import every_game
from tests.games.settings import SETTINGS, Entry, entries, events, options, settings_of
from tests.games.sweep import SweepError, sweep, tried

Made = TypeVar("Made")


def attempt(make: Callable[..., Made], *arguments: Any) -> Made | None:
    """Return the result of a call, or None if it is refused with a reason. Any other error fails the test."""
    try:
        return make(*arguments)
    except GameError as problem:
        refusal = problem
    assert refusal.reason
    return None


def applied(entries: Iterable[Entry]) -> Iterator[Modifier]:
    """Yield the modifiers that accept their settings."""
    for entry in entries:
        if modifier := attempt(read_modifier, entry, "modifier"):
            yield modifier


def deal(game: Game) -> None:
    """Check that a hand starts with the fewest and the most players, and with two only if the game allows it."""
    least, most = game.players
    for count in sorted({2, least, most}):
        names = tuple(f"p{seat + 1}" for seat in range(count))
        setup = Setup(game, names, (100,) * count, (1,) * count, Stakes(bring_in=1))
        if count < least or (game.even and count % 2):
            with pytest.raises(SetupError, match="players"):
                start(setup)
        else:
            assert legal(start(setup))


#: How many random modifiers to try with each unusual value of an option; and the step through all modifiers for the
#: usual game, each game starting at a different one.
SHARES = [pytest.param(1, 12, marks=pytest.mark.slow), pytest.param(12, 1, marks=pytest.mark.long)]


@pytest.mark.parametrize(("with_options", "step"), SHARES, ids=["some", "all"])
@pytest.mark.parametrize("game", every_game())
def test_every_combination_can_be_dealt_or_is_refused_with_a_reason(game: str, with_options: int, step: int) -> None:
    info, random = catalog()[game], Random(game)
    names = modifier_rules.names()
    every = [entry for name in names for entry in entries(name)]
    tried = every[list(catalog()).index(game) % step :: step]
    for chosen in options(info):
        plain = attempt(resolve, info.id, chosen)
        if plain is None:
            continue
        deal(plain)
        for modifier in applied(random.sample(every, with_options) if chosen else tried):
            if changed := attempt(resolve, info.id, chosen, [modifier]):
                assert modifier.words()
                assert changed.raw != plain.raw, f"{info.id} with {modifier} is the same game"
                deal(changed)


@pytest.mark.parametrize(("seed", "count"), [("1", 150), pytest.param("2", 1500, marks=pytest.mark.long)])
def test_several_modifiers_are_played_out_or_refused_with_a_reason(
    seed: str, count: int, record_property: Callable[[str, object], None]
) -> None:
    tally = sweep(seed, count=count)
    assert tally["played"] > count / 8
    assert tally["refused"]
    told = ", ".join(f"{number:,} {what}" for what, number in sorted(tally.items()))
    record_property("checked", f"combinations, seed {seed}: {told}")
    print(f"combinations, seed {seed}: {told}")


LONG_EVENTS = ("stud-eight-or-better", "night-baseball", "pick-a-partner")


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", ["seven-card-stud", *(pytest.param(game, marks=pytest.mark.long) for game in LONG_EVENTS)]
)
def test_every_kind_of_event_is_played_out(game: str, record_property: Callable[[str, object], None]) -> None:
    tally: Counter[str] = Counter()
    for entry in events():
        joker = [{"modifier": "jokers", "count": 2}]
        tally += tried(catalog()[game], {}, [*joker, entry], Random(f"{game} {entry}"))
    assert tally["played"] > 5 * 2 * 9 / 2
    record_property("checked", f"events in {game}: {tally['played']} played, {tally['refused']} refused")


def test_a_sweep_ends_when_its_time_is_up() -> None:
    assert sum(sweep("0", seconds=0).values()) == 0
    assert sweep("0", seconds=0.2)


def test_a_sweep_error_names_the_combination(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> int:
        raise IndexError("pop from empty list")

    monkeypatch.setattr("tests.games.sweep.played", broken)
    with pytest.raises(SweepError, match=r"seven-card-stud with .*'blind'.*pop from empty list"):
        tried(catalog()["seven-card-stud"], {}, [{"modifier": "blind"}], Random(1))


def test_the_settings_to_try_exist() -> None:
    for name, field in SETTINGS:
        assert field in settings_of(name)


def test_discarding_after_a_round_is_refused_in_a_game_without_betting() -> None:
    discard = read_modifier({"modifier": "extra-down-card", "discard": True}, "modifier")
    steps = {game: {step["step"] for step in resolve(game).raw["script"]} for game in catalog()}
    silent = [game for game, named in steps.items() if "deal" in named and "bet" not in named]
    assert silent
    for game in silent:
        with pytest.raises(GameError) as caught:
            resolve(game, None, [discard])
        assert caught.value.about == "extra-down-card"
        assert caught.value.reason == "this game has no betting round after which a card could be discarded"
