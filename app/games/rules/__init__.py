"""The rules that a game file can name, by kind: wild, trigger, share."""

from __future__ import annotations

from collections.abc import Sequence


class Rule:
    """A rule of any kind."""

    __slots__ = ()

    @property
    def leaves_open(self) -> Sequence[str]:
        """The ids of house rules that apply to it."""
        return ()

    def words(self) -> str:
        """Return the rule in plain words, for the rule sheet."""
        raise NotImplementedError
