"""Game files with changed words, entries and values: each gives a playable game or is refused with a reason."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

from app.games.errors import GameError
from app.games.load import library, parse, resolve
from app.games.sheet import rule_sheet
from tests.checks.check import Check, MismatchError, Tally
from tests.fuzz.commands import directory, run_upcard
from tests.fuzz.nonsense import other_bytes, other_text, other_toml
from tests.games.sweep import played

FILES = 25


@cache
def _texts() -> Mapping[str, str]:
    found = files("app.games.library").iterdir()
    return {file.name: file.read_text("utf-8") for file in found if file.name.endswith(".toml")}


def game_files_round(seed: str) -> Tally:
    random = Random(seed)
    tally = Tally()
    for _ in range(FILES):
        name = random.choice(sorted(_texts()))
        text = random.choice((_other_values, other_text, other_toml))(_texts()[name], random)
        tally["files"] += 1
        try:
            tally["played"] += _played(name, text, random)
        except Exception as problem:
            raise MismatchError(f"{name}: {problem!r}\n{text}") from problem
    with directory() as folder:
        file = folder / name
        file.write_bytes(other_bytes(text.encode("utf-8", "replace"), random))
        run_upcard("check", file)
        tally["files"] += 1
    return tally


def _played(name: str, text: str, random: Random) -> int:
    """Play a hand of the game; return 0 if the file is refused, else 1."""
    game_id = name.removesuffix(".toml")
    try:
        raw: Mapping[str, Any] = parse(text, name)
        game = resolve(game_id, games={**library(), game_id: raw})
    except GameError as refusal:
        return _refused(refusal)
    assert all(line.strip() for section in rule_sheet(game) for line in section.lines)
    played(game, random)
    return 1


def _refused(refusal: GameError) -> int:
    assert refusal.reason
    assert "\n" not in str(refusal)
    return 0


def _other_values(text: str, random: Random) -> str:
    """Return a game file with a few lines replaced by lines of other games."""
    lines = text.split("\n")
    for _ in range(random.choice((1, 1, 2, 4))):
        other = random.choice(sorted(_texts().values())).split("\n")
        at = random.randrange(len(lines))
        lines[at : at + random.randrange(2)] = [random.choice(other)]
    return "\n".join(lines)


CHECK = Check("game-files", "no game file breaks anything", game_files_round, quick=1, full=10, target="fuzz")
