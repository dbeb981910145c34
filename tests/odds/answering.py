"""Sources of odds that start no process, for ``ODDS_ANSWERS`` in the config of an app under test."""

from __future__ import annotations

from collections.abc import Hashable

from flask import current_app

from app.night.history import statistics
from app.night.history.luck import compute_luck
from app.night.odds.answers import Answers, Views
from app.night.odds.process import OddsAnswer, work_out


class Never(Answers):
    """Odds that are never ready."""

    def ask(self, key: Hashable, views: Views, *, urgent: bool = False) -> tuple[OddsAnswer, ...] | None:
        return None


class AtOnce(Answers):
    """Odds that are ready at once, computed in the calling thread; ``asked`` are the keys, in order."""

    def __init__(self) -> None:
        self.asked: list[Hashable] = []
        self.found: dict[Hashable, tuple[OddsAnswer, ...]] = {}

    def ask(self, key: Hashable, views: Views, *, urgent: bool = False) -> tuple[OddsAnswer, ...] | None:
        self.asked.append(key)
        if key not in self.found:
            self.found[key] = work_out(views())
        return self.found[key]


def work_out_all_luck() -> None:
    """Compute right away the luck of all hands that lack it."""
    config = current_app.config
    usual, config["ODDS_ANSWERS"] = config.get("ODDS_ANSWERS", Answers), AtOnce
    while due := statistics.played_between(None, None).luck_due:
        compute_luck(due)
    config["ODDS_ANSWERS"] = usual
