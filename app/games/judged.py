"""The parts of a game that the table judges, worked out from its rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.definition import Game

#: The rules and steps that leave something to the table, as game files name them.
LEFT_TO_THE_TABLE = frozenset({"judged", "as-named", "as-played"})


def judged_parts(game: Game) -> tuple[str, ...]:
    """Return what the table judges in a game, each as the end of "You judge"; nothing where the rules decide all."""
    judged = (*(step.you_judge for step in game.script), *(rule.you_judge for rule in game.wild))
    judged += tuple(share.you_judge for share in game.shares)
    parts = tuple(dict.fromkeys(filter(None, judged)))
    return parts or (("a rule that Upcard does not know",) if game.table_rules else ())


def judged_words(game: Game) -> str:
    """Return what the table judges as a sentence, ``You judge: what is wild; who wins the run.``; empty for nothing."""
    parts = judged_parts(game)
    return f"You judge: {'; '.join(parts)}." if parts else ""


def may_be_judged(table: Mapping[str, Any]) -> bool:
    """Return whether a game's table, before options are chosen, has a part that the table judges."""
    entries = (entry for key in ("script", "wild", "share") for entry in _tables(table.get(key)))
    return bool(table.get("table_rules")) or any(
        LEFT_TO_THE_TABLE & {entry.get("rule"), entry.get("step")} for entry in entries
    )


def _tables(value: object) -> list[Mapping[str, Any]]:
    return [entry for entry in value if isinstance(entry, Mapping)] if isinstance(value, list) else []
