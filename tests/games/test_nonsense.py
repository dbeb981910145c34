"""Nonsense in every field of every rule, step, modifier and setting: refused with its place, or played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple, TypeVar

import pytest

from app.games.build import Registry, fields_in_files, make
from app.games.catalog import catalog
from app.games.definition import Deck, Game, OpeningRules, Option, Ranking
from app.games.errors import GameError
from app.games.house import HouseRules, Stakes, house_rules
from app.games.load import resolve
from app.games.modifiers import apply, modifier_rules, read_modifier
from app.games.rules.share import Use, share_rules
from app.games.rules.trigger import trigger_rules
from app.games.rules.wild import wild_rules
from app.games.sheet import rule_sheet
from app.games.steps import step_specs
from app.hand.play import prompt
from app.night.play.random_play import chips
from tests.games.test_load import PLAIN, made
from tests.hand.random_dealer import RandomDealer, random_setup
from tests.hand.wording import without_words

#: Values that fit in one place, and in few others.
NONSENSE: tuple[Any, ...] = (
    *("", " ", "nonsense", "two words", "any", "set", "both", "??", "Jr", "Qs", "QsQs", "Q", "QQ", "9", "!", "\n"),
    *(-1, 0, 1, 2, 3, 7, 60, 10**15 - 1, 10**15, 16**80, True, False, 1.5, float("nan"), None),
    *([], [1], [1, 2], ["x"], ["x", "x"], ["both", "in"], [[]], {}, {"x": 1}),
)
REGISTRIES: Mapping[str, tuple[str, Registry[Any]]] = {
    "script": ("step", step_specs),
    "share": ("rule", share_rules),
    "wild": ("rule", wild_rules),
    "trigger": ("rule", trigger_rules),
}
TABLES: Mapping[str, type[Any]] = {"deck": Deck, "ranking": Ranking, "opener": OpeningRules, "use": Use}


class Place(NamedTuple):
    """The position of a named entry in a game that can be dealt."""

    raw: Mapping[str, Any]
    at: int


@cache
def places() -> Mapping[tuple[str, str], Place]:
    """Return a place for each step, share, wild rule and trigger of the library."""
    found: dict[tuple[str, str], Place] = {}
    for info in catalog().values():
        chosen = ({option.key: value} for option in info.options for value in option.values())
        for game in (resolve(info.id), *(resolve(info.id, values) for values in chosen)):
            for key, (named_by, _) in REGISTRIES.items():
                for at, entry in enumerate(game.raw.get(key, [])):
                    found.setdefault((key, entry[named_by]), Place(game.raw, at))
    return found


def in_scripts(key: str, name: str) -> bool:
    return key != "script" or (not step_specs.get(name).set_off_by and name != "showdown")


ENTRIES = [
    (key, name) for key, (_, registry) in REGISTRIES.items() for name in registry.names() if in_scripts(key, name)
]


def with_nonsense(key: str, name: str) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Yield every wrong or odd value of every field of an entry, with the game containing it."""
    raw, at = places()[key, name]
    for field in fields_in_files(REGISTRIES[key][1].get(name)):
        for value in NONSENSE:
            entries = [dict(entry) for entry in raw[key]]
            entries[at][field.name] = value
            yield value, {**raw, key: entries}


Made = TypeVar("Made")


def attempt(make: Callable[..., Made], *arguments: Any) -> Made | GameError:
    """Return the result of a call, or its refusal: one line that gives a place and a reason."""
    try:
        return make(*arguments)
    except GameError as problem:
        refusal = problem
    assert refusal.source or refusal.key
    assert refusal.reason
    assert "\n" not in str(refusal)
    assert len(str(refusal)) < 400
    return refusal


def built(raw: Mapping[str, Any]) -> Game | None:
    """Return the game after checking its rule sheet; None if it is refused."""
    game = attempt(partial(resolve, games={raw["id"]: raw}), raw["id"])
    if isinstance(game, GameError):
        assert game.source.removesuffix(".toml") == raw["id"]
        assert game.key
        return None
    assert all(line.strip() for section in rule_sheet(game) for line in section.lines)
    return game


def play_out(game: Game, house: HouseRules | None = None, stakes: Stakes | None = None) -> None:
    """Play out a random hand, checking that no chips are lost and everything has words."""
    random = Random(str(game.raw))
    setup = random_setup(game, random, house or HouseRules())
    dealer = RandomDealer(replace(setup, stakes=stakes) if stakes else setup, random)
    before = chips(dealer.state)
    while dealer.state.result is None:
        assert not without_words(prompt(dealer.state))
        dealer.step()
        assert chips(dealer.state) == before
    assert not without_words(*(announcement.event for announcement in dealer.state.announcements))


@pytest.mark.parametrize(("key", "name"), ENTRIES)
def test_a_rule_with_nonsense_is_refused_with_its_place_or_builds_a_game(key: str, name: str) -> None:
    games = [built(raw) for _, raw in with_nonsense(key, name)]
    assert games.count(None) > len(games) / 4 or not games


@pytest.mark.parametrize(
    "step", [pytest.param(5, marks=pytest.mark.slow), pytest.param(1, marks=pytest.mark.long)], ids=["some", "all"]
)
@pytest.mark.parametrize(("key", "name"), ENTRIES)
def test_an_accepted_rule_can_be_played(key: str, name: str, step: int) -> None:
    for _, raw in [*with_nonsense(key, name)][::step]:
        if game := built(raw):
            play_out(game)


@pytest.mark.parametrize("key", TABLES)
def test_a_table_with_nonsense_is_refused_with_its_place_or_played(key: str) -> None:
    raw = resolve("seven-card-stud").raw
    for field in fields_in_files(TABLES[key]):
        for value in NONSENSE:
            if game := built({**raw, key: {field.name: value}}):
                play_out(game)


@pytest.mark.parametrize("name", modifier_rules.names())
def test_a_modifier_with_nonsense_is_refused_with_a_reason_or_builds_a_game(name: str) -> None:
    raw = resolve("seven-card-stud").raw
    for field in fields_in_files(modifier_rules.get(name)):
        for value in NONSENSE:
            modifier = attempt(read_modifier, {"modifier": name, field.name: value}, "modifier")
            if isinstance(modifier, GameError):
                continue
            assert modifier.words()
            changed = attempt(apply, raw, modifier)
            assert isinstance(changed, GameError) or built(changed)


def test_a_step_for_triggers_only_is_refused_in_a_script() -> None:
    for name in step_specs.names():
        if step_specs.get(name).set_off_by:
            with pytest.raises(GameError, match=r"script\[2\]: only the trigger '.*' sets this off"):
                made(script=[*PLAIN["script"], {"step": name}])
    with pytest.raises(GameError, match=r"no step is called 'fold' \(there are: .*\bmatching\b.*\)") as caught:
        made(script=[{"step": "fold"}])
    assert "must-fold" not in caught.value.reason


def test_an_option_with_nonsense_is_refused_with_its_place() -> None:
    usual = {"label": "X", "default": "a", "choices": ["a", "b"]}
    for field in fields_in_files(Option):
        for value in NONSENSE:
            game = attempt(lambda option: made(option={"x": option}), {**usual, field.name: value})
            assert isinstance(game, Game) or (game.source, game.key[:8]) == ("plain.toml", "option.x")


@pytest.mark.parametrize("name", HouseRules.__dataclass_fields__)
def test_a_house_rule_with_nonsense_is_refused_or_played(name: str) -> None:
    for value in NONSENSE:
        house = attempt(house_rules, {name: value})
        if isinstance(house, GameError):
            assert house.about == name
        else:
            play_out(resolve("seven-card-stud"), house=house)


@pytest.mark.parametrize("name", Stakes.__dataclass_fields__)
def test_stakes_with_nonsense_are_refused_or_played(name: str) -> None:
    for value in NONSENSE:
        stakes = attempt(make, Stakes, {name: value}, "stakes")
        if isinstance(stakes, GameError):
            assert stakes.about
        else:
            play_out(resolve("seven-card-stud"), stakes=stakes)
