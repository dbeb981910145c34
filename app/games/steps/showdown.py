"""Declarations and the showdown."""

from __future__ import annotations

from app.dataclass import dataclass
from app.games.steps import Spec, step_specs
from app.games.values import Name
from app.text import listing


@step_specs.add("declare")
@dataclass(frozen=True, slots=True)
class Declare(Spec):
    """Each player declares a share of the pot, or both.

    ``in_turn``: aloud, from the dealer's left; otherwise in secret, and all revealed together.
    ``names``: what may be declared; empty for the names of the game's shares, plus ``both`` if there are two.
    ``matching``: the declaration open only to players with chips to match the pot.
    ``second_chance``: if only the last player in turn declares the first of the ``names``, all others are asked again.
    """

    in_turn: bool = False
    names: tuple[Name, ...] = ()
    matching: Name = ""
    second_chance: bool = False

    may_repeat = True

    def __post_init__(self) -> None:
        if len(set(self.names)) < len(self.names):
            raise ValueError("a name occurs twice among what may be declared")
        if self.matching and self.matching not in self.names:
            raise ValueError("matching must be one of the names")
        if self.second_chance and not (self.in_turn and self.names):
            raise ValueError("a second chance is for players who declare names in turn")

    def words(self, holder: str = "player") -> str:
        what = f" {listing(self.names, 'or')}" if self.names else ""
        rich = f" Only players with chips to match the pot may declare {self.matching}." if self.matching else ""
        if self.in_turn:
            again = (
                f" If only the last declares {self.names[0]}, everyone else is asked again."
                if self.second_chance
                else ""
            )
            return f"In turn from the dealer's left, each player declares{what} aloud.{rich}{again}"
        return f"All declare{what} at the same time, with chips in a closed fist.{rich}"


@step_specs.add("showdown")
@dataclass(frozen=True, slots=True)
class Showdown(Spec):
    """Players still in show all their cards, or muck; the dealer may rule on a share instead."""
