"""Triggers, set off by an up-card, the end of a deal or the showdown.

A trigger is a frozen dataclass that extends :class:`Trigger`. Its hooks return the steps to insert before the hand
continues; they do not change the state.
"""

from __future__ import annotations

from app.games.build import Registry
from app.games.rules import Rule
from app.games.steps import Spec
from app.games.table import Table, UpCard


class Trigger(Rule):
    """A rule that cards set off; each kind overrides one of the hooks."""

    __slots__ = ()

    @property
    def players_leave(self) -> bool:
        """Whether it may make a player fold."""
        return False

    def on_up(self, table: Table, up: UpCard) -> tuple[Spec, ...]:
        """Return the steps to take after a new up-card, the last of the table's."""
        return ()

    def on_dealt(self, table: Table) -> tuple[Spec, ...]:
        """Return the steps to take after a street has been dealt in full."""
        return ()

    def before_showdown(self, table: Table) -> tuple[Spec, ...]:
        """Return the steps to take after the last betting round if several players are in."""
        return ()


trigger_rules: Registry[Trigger] = Registry("trigger", "app.games.rules.trigger")
