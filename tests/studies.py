"""``python -m tests.studies`` deals every game in the library at random and writes ``app/games/studies.toml``."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from app.games.catalog import catalog
from app.odds.figures import NoOdds
from app.odds.study import Study, study

FILE = Path(__file__).parents[1] / "app" / "games" / "studies.toml"
DEALS, PLAYERS = 4000, 6


def study_game(game_id: str) -> Study | None:
    """Return the study of a game for six players, or as many as can play; None if it has no odds."""
    info = catalog()[game_id]
    answer = study(info.usual, max(info.summary.players[0], min(PLAYERS, info.summary.players[1])), DEALS)
    return None if isinstance(answer, NoOdds) or answer.stopped == DEALS else answer


def entry(game_id: str, found: Study) -> str:
    """Return the entry for a game in the file."""
    lines = [f"[{game_id}]", f"players = {found.players}", f"deals = {found.deals}"]
    for name, kinds in found.shares.items():
        counts = ", ".join(f'"{kind}" = {count}' for kind, count in kinds.items())
        lines.append(f'shares."{name}" = {{ {counts} }}')
    return "\n".join(lines) + "\n"


def main() -> int:
    ids = list(catalog())
    with ProcessPoolExecutor(2) as pool:
        found = dict(zip(ids, pool.map(study_game, ids), strict=True))
    entries = [entry(game_id, found_study) for game_id, found_study in found.items() if found_study is not None]
    head = "# The hands that won each game when dealt at random with nobody folding: the best kind of hand first.\n"
    head += "# Written by `python -m tests.studies`.\n\n"
    FILE.write_text(head + "\n".join(entries), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
