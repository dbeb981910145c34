"""Records that show the answers of rulings: reading ``shown.toml``, and finding records for it."""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from app.games.house import HOUSE
from app.games.rulings import Answer
from app.record.check import run
from app.record.hand import Record, RecordError
from app.record.setup import setup_of

FILE = Path(__file__).with_name("shown.toml")

#: Answers to try for rulings that are numbers.
NUMBERS: Mapping[str, tuple[Answer, ...]] = {
    "raises": (0, 3),
    "big_bet_from_round": (3, 4),
    "last_bet": (0, 20),
    "chip_unit": (1, 5),
}


def shown_by() -> dict[str, dict[Answer, str]]:
    """Return the title of the record that shows each answer, by ruling."""
    tables = tomllib.loads(FILE.read_text("utf-8"))
    return {ruling: {entry["answer"]: entry["record"] for entry in entries} for ruling, entries in tables.items()}


def answers_of(ruling: str) -> tuple[Answer, ...]:
    """Return the answers that records must show; for a number, two examples."""
    return HOUSE[ruling].answers or NUMBERS[ruling]


def in_force(record: Record, ruling: str) -> Answer:
    """Return the answer that applies at a record's table."""
    return getattr(setup_of(record).house, ruling)


def depends_on(record: Record, ruling: str) -> bool:
    """Return whether the hand would no longer match its record under another answer."""
    others = (answer for answer in answers_of(ruling) if answer != in_force(record, ruling))
    return any(not _holds(dataclasses.replace(record, house={**record.house, ruling: other})) for other in others)


def search(records: Mapping[str, Record], ruling: str) -> dict[Answer, str]:
    """Return the title of the shortest record that shows each answer, preferring those that name the ruling."""

    def rank(title: str) -> tuple[bool, int]:
        return ruling not in records[title].house, len(records[title].actions)

    found: dict[Answer, str] = {}
    wanted = set(answers_of(ruling))
    for title in sorted(records, key=rank):
        answer = in_force(records[title], ruling)
        if answer in wanted - set(found) and depends_on(records[title], ruling):
            found[answer] = title
        if wanted == set(found):
            break
    return found


def as_toml(found: Mapping[str, Mapping[Answer, str]]) -> Iterable[str]:
    """Yield lines of ``shown.toml``."""
    for ruling, titles in found.items():
        yield ""
        yield f"{ruling} = ["
        for answer in answers_of(ruling):
            if answer in titles:
                written = str(answer).lower() if isinstance(answer, bool | int) else f'"{answer}"'
                yield f'  {{ answer = {written}, record = "{titles[answer]}" }},'
        yield "]"


def _holds(record: Record) -> bool:
    """Return whether a record replays as it claims; one whose hand cannot be dealt does not."""
    try:
        replayed = run(record)
    except RecordError:
        return False
    return not replayed.refused and not replayed.failures
