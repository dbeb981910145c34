"""No sequence of steps creates or loses a chip or a coin."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.night.money.evenings import STEPS, WEIGHTS, Evenings, memory_app

OFTEN = [name for name in STEPS for _ in range(WEIGHTS.get(name, 1))]


@settings(max_examples=30)
@given(seed=st.integers(0, 2**32), tracked=st.booleans(), steps=st.lists(st.sampled_from(OFTEN), max_size=12))
def test_chips_and_money_add_up_after_any_sequence_of_steps(seed: int, tracked: bool, steps: list[str]) -> None:
    with memory_app().app_context():
        evenings = Evenings(Random(seed), tracked=tracked)
        for step in steps:
            evenings.step(step)


@pytest.mark.parametrize("step", STEPS)
def test_chips_and_money_add_up_after_a_step_of_each_kind(step: str) -> None:
    with memory_app().app_context():
        evenings = Evenings(Random(1))
        for name in ("call", "tap", step, "clear_hand", step, "settle_everything", step):
            evenings.step(name)
