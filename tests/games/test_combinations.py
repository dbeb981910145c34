"""Every game under each value of each option with each setting of each modifier: dealt, or refused with a reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, TypeVar

import pytest

from app.games.catalog import GameInfo, catalog
from app.games.definition import Game
from app.games.errors import GameError
from app.games.house import Stakes
from app.games.load import resolve
from app.games.modifiers import Modifier, modifier_rules, read_modifier
from app.hand.play import SetupError, legal, start
from app.hand.state import Setup
from tests.games.settings import SETTINGS, Entry, entries, events, options, settings_of
from tests.games.sweep import SweepError, sweep, tried

Made = TypeVar("Made")


def attempt(make: Callable[..., Made], *arguments: Any) -> Made | None:
    """Return what a call makes; None where it is refused, which must say why. Any other error fails the test."""
    try:
        return make(*arguments)
    except GameError as problem:
        refusal = problem
    assert refusal.reason
    return None


def applied(entries: Iterable[Entry]) -> Iterator[Modifier]:
    """Yield the modifiers that take the settings they are called with."""
    for entry in entries:
        if modifier := attempt(read_modifier, entry, "modifier"):
            yield modifier


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


#: How many modifiers, drawn at random, are tried with each value of an option that is not the usual one.
WITH_OPTIONS = 12


@pytest.mark.slow
@pytest.mark.parametrize("info", catalog().values(), ids=catalog())
def test_every_combination_is_dealt_or_refused_with_a_reason(info: GameInfo) -> None:
    random = Random(info.id)
    names = modifier_rules.names()
    every = [entry for name in names for entry in entries(name)]
    for chosen in options(info):
        plain = attempt(resolve, info.id, chosen)
        if plain is None:
            continue
        deal(plain)
        for modifier in applied(random.sample(every, WITH_OPTIONS) if chosen else every):
            if game := attempt(resolve, info.id, chosen, [modifier]):
                assert modifier.words()
                assert game.raw != plain.raw, f"{info.id} with {modifier} is the same game"
                deal(game)


@pytest.mark.parametrize(("seed", "count"), [("1", 150), pytest.param("2", 1500, marks=pytest.mark.slow)])
def test_several_modifiers_are_played_out_or_refused_with_a_reason(
    seed: str, count: int, record_property: Callable[[str, object], None]
) -> None:
    tally = sweep(seed, count=count)
    assert tally["played"] > count / 5
    assert tally["refused"]
    told = ", ".join(f"{number:,} {what}" for what, number in sorted(tally.items()))
    record_property("checked", f"combinations, seed {seed}: {told}")
    print(f"combinations, seed {seed}: {told}")


@pytest.mark.slow
def test_every_kind_of_event_is_played_out(record_property: Callable[[str, object], None]) -> None:
    tally: Counter[str] = Counter()
    for game in ("seven-card-stud", "stud-eight-or-better", "night-baseball", "pick-a-partner"):
        for entry in events():
            joker = [{"modifier": "jokers", "count": 2}]
            tally += tried(catalog()[game], {}, [*joker, entry], Random(f"{game} {entry}"))
    assert tally["played"] > 4 * 5 * 2 * 9 * 3 / 4
    record_property("checked", f"events: {tally['played']} played, {tally['refused']} refused")


def test_a_sweep_ends_when_its_time_is_over() -> None:
    assert sum(sweep("0", seconds=0).values()) == 0
    assert sweep("0", seconds=0.2)


def test_a_sweep_tells_which_combination_went_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> int:
        raise IndexError("pop from empty list")

    monkeypatch.setattr("tests.games.sweep.played", broken)
    with pytest.raises(SweepError, match=r"seven-card-stud with .*'blind'.*pop from empty list"):
        tried(catalog()["seven-card-stud"], {}, [{"modifier": "blind"}], Random(1))


def test_the_settings_worth_trying_are_settings() -> None:
    for name, field in SETTINGS:
        assert field in settings_of(name)


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
