"""The cost of the library: of reading it, and of an action in each game, with the most expensive games."""

from __future__ import annotations

import statistics
import time
from random import Random

from app.games import load
from app.games.catalog import catalog
from app.games.load import resolve
from app.hand.play import play
from app.hand.view import DEALER, view
from tests.hand.random_dealer import RandomDealer, random_setup

HANDS = 6
PLAIN = "seven-card-stud"


def main() -> None:
    """Print the tables."""
    load.library.cache_clear()
    catalog.cache_clear()
    start = time.perf_counter()
    load.library()
    read = time.perf_counter()
    count = len(catalog())
    built = time.perf_counter()
    print(f"{count} games: read in {(read - start) * 1000:.0f} ms, checked and built in {(built - read) * 1000:.0f} ms")
    medians = {game: _action_time(game) for game in catalog()}
    plain = medians[PLAIN]
    print(f"\n{'microseconds an action and its view':44}{'median':>8}{'ratio':>8}")
    slowest = sorted(medians, key=lambda game: -medians[game])[:5]
    for game in [PLAIN, *slowest]:
        print(f"{game:44}{medians[game]:8.0f}{medians[game] / plain:8.2f}")
    print(f"{'median of all games':44}{statistics.median(medians.values()):8.0f}")


def _action_time(game: str) -> float:
    times = []
    for seed in range(HANDS):
        random = Random(seed)
        dealer = RandomDealer(random_setup(resolve(game), random), random)
        dealer.play_out()
        for state, line in zip(dealer.states, dealer.lines, strict=False):
            start = time.perf_counter()
            play(state, line)
            view(state, DEALER)
            times.append((time.perf_counter() - start) * 1_000_000)
    return statistics.median(times)


if __name__ == "__main__":
    main()
