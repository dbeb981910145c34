"""Every game with every modifier: each pair is built and played out, or refused with a reason."""

from __future__ import annotations

from random import Random

from app.games.catalog import catalog
from app.games.modifiers import modifier_rules
from tests.checks.check import Check, MismatchError, Tally
from tests.games.settings import random_entry
from tests.games.sweep import SweepError, tried

#: Number of rounds of a seed; eight seeds cover all games.
ROUNDS = 12


def modifiers_round(seed: str) -> Tally:
    """Try one game with every modifier: each round takes the next game, and each seed continues after the last."""
    random = Random(seed)
    _, number_of_seed, number = seed.split()
    games = list(catalog().values())
    info = games[(int(number_of_seed) * ROUNDS + int(number)) % len(games)]
    tally = Tally()
    for name in modifier_rules.names():
        try:
            tally += tried(info, {}, [random_entry(name, random)], random)
        except SweepError as problem:
            raise MismatchError(str(problem)) from problem
        tally["pairs"] += 1
    return tally


CHECK = Check("modifiers", "every game with every modifier", modifiers_round, quick=2, full=ROUNDS, target="fuzz")
