"""Every golden record meets its claims; every game, option and modifier has some records."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from app.games.catalog import catalog
from app.games.definition import Option
from app.games.house import HouseRules
from app.games.modifiers import modifier_rules
from app.record.check import run
from app.record.hand import Record
from app.record.text import read, write

RECORDS = Path(__file__).parent.parent / "records"
FILES = sorted(path for path in RECORDS.rglob("*") if path.suffix in (".toml", ".phh"))

#: Games that other games are built on, which need more than one record.
FIRST = (
    "seven-card-stud five-card-stud razz stud-eight-or-better chicago low-chicago roll-your-own woolworth baseball"
    " follow-the-queen"
).split()
MIN_RECORDS = 4


def title(path: Path) -> str:
    return path.relative_to(RECORDS).with_suffix("").as_posix()


@cache
def records() -> tuple[Record, ...]:
    return tuple(read(path.read_text("utf-8"), path.name) for path in FILES)


@pytest.mark.parametrize("path", FILES, ids=title)
def test_the_record_replays_as_expected(path: Path):
    record = read(path.read_text("utf-8"), path.name)
    replayed = run(record)
    assert not replayed.refused, replayed.refused
    assert not replayed.failures, "\n".join(replayed.failures)
    assert replayed.held, "it claims nothing"
    assert not replayed.state.setup.from_0_3, "it holds only by the rules of an older version"
    assert read(write(record)) == record


def test_every_game_has_a_golden_record():
    played = {record.game_id for record in records()}
    assert not sorted(set(catalog()) - played)


def test_the_base_games_have_several_golden_records():
    played = Counter(record.game_id for record in records())
    few = {game: played[game] for game in FIRST if played[game] < MIN_RECORDS}
    assert not few, f"each of these needs {MIN_RECORDS} records or more"


def test_every_choice_of_every_option_is_played():
    missing = [
        f"{info.id}: {option.key} = {choice}"
        for info in catalog().values()
        for option in info.options
        for choice in unplayed(
            option, [record.options.get(option.key) for record in records() if counts_for(record, info.id, option)]
        )
    ]
    assert not missing, "no record of the game has these options: " + "; ".join(missing)


def counts_for(record: Record, game: str, option: Option) -> bool:
    """Return whether a record covers a game's option; an option named after a house rule is the same in every game."""
    return record.game_id == game or option.key in HouseRules.__dataclass_fields__


def unplayed(option: Option, played: list[bool | int | str | None]) -> list[str]:
    """Return the choices, except the default, that were not played, and "an amount" if none was."""
    choices = (True, False) if isinstance(option.default, bool) else option.choices
    missing = [repr(choice) for choice in choices if choice != option.default and choice not in played]
    amounts = [value for value in played if isinstance(value, int) and value not in option.choices]
    return [*missing, "an amount"] if option.amount and not amounts else missing


def test_every_modifier_is_played():
    played = {modifier["modifier"] for record in records() for modifier in record.modifiers}
    assert not sorted(set(modifier_rules.names()) - played)


def test_the_records_of_real_hands_exist():
    assert sum(path.suffix == ".phh" for path in FILES) == 6
