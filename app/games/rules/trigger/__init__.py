"""Triggers: what an up-card, the end of a deal or the showdown sets off.

A trigger is a frozen dataclass with any of three hooks, each giving the steps to be taken at once, in order; the
hand takes them before it goes on. A trigger changes nothing itself.
"""

from __future__ import annotations

from typing import Protocol

from app.games.build import Registry
from app.games.steps import Spec
from app.games.table import Table, UpCard

trigger_rules: Registry[Trigger] = Registry("trigger", "app.games.rules.trigger")


class Trigger(Protocol):
    """Something that the cards set off."""

    def on_up(self, table: Table, up: UpCard) -> tuple[Spec, ...]:
        """Return the steps that this new up-card, the last of the table's, calls for."""

    def on_dealt(self, table: Table) -> tuple[Spec, ...]:
        """Return the steps that follow when a street has been dealt in full."""

    def before_showdown(self, table: Table) -> tuple[Spec, ...]:
        """Return the steps that follow when the last betting is over and several players are in."""

    def words(self) -> str:
        """Return the rule in plain words, for the rule sheet."""


class Quiet:
    """A trigger that sets off nothing: the base that each overrides in one place."""

    __slots__ = ()

    def on_up(self, table: Table, up: UpCard) -> tuple[Spec, ...]:
        return ()

    def on_dealt(self, table: Table) -> tuple[Spec, ...]:
        return ()

    def before_showdown(self, table: Table) -> tuple[Spec, ...]:
        return ()
