"""Money: no chip or coin appears or vanishes in random evenings of a club."""

from __future__ import annotations

from random import Random

from tests.checks.check import Check, MismatchError, Tally
from tests.night.money.evenings import Evenings, memory_app, random_steps

#: Number of steps in an evening.
STEPS = 18


def money_round(seed: str) -> Tally:
    random = Random(seed)
    steps = random_steps(random, STEPS)
    with memory_app().app_context():
        evenings = Evenings(random, tracked=random.random() < 0.8)
        for number, step in enumerate(steps):
            try:
                evenings.step(step)
            except AssertionError as wrong:
                raise MismatchError(f"{wrong} after {', '.join(steps[: number + 1])}") from wrong
    done = evenings.done
    return Tally(hands=done["call"], comparisons=done.total(), settled=done["settle"] + done["settle_everything"])


CHECK = Check("money", "no chip and no coin is made or lost", money_round, quick=10, full=40)
