"""Answers for apps in tests, which start no process: by ``ODDS_ANSWERS`` in the config of an app."""

from __future__ import annotations

from collections.abc import Hashable

from app.night.odds.answers import Answers, Views
from app.night.odds.process import Answer, work_out


class Never(Answers):
    """Odds that are worked out for ever."""

    def ask(self, key: Hashable, views: Views, *, urgent: bool = False) -> tuple[Answer, ...] | None:
        return None


class AtOnce(Answers):
    """Odds that are there at once, worked out in the thread that asks; ``asked`` are the keys, in order."""

    def __init__(self) -> None:
        self.asked: list[Hashable] = []
        self.found: dict[Hashable, tuple[Answer, ...]] = {}

    def ask(self, key: Hashable, views: Views, *, urgent: bool = False) -> tuple[Answer, ...] | None:
        self.asked.append(key)
        if key not in self.found:
            self.found[key] = work_out(views())
        return self.found[key]
