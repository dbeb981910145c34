"""The players still in for each part of a pot at a showdown, from the mucks and rulings in order."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from app.games.house import HouseRules

BOTH = "both"


@dataclass(frozen=True)
class Muck:
    """A player's muck."""

    seat: int


@dataclass(frozen=True)
class Ruling:
    """The dealer's ruling on a part of the pot. ``places``: the place of each player named."""

    part: str
    places: Mapping[int, int]


@dataclass(frozen=True)
class PotStanding:
    """The standing of one pot.

    ``left``: the seats still in. ``kept``: the seats that mucked but keep a part. ``gave_up``: the seats that gave up
    each part. ``given``: the seats to which the dealer gave it.
    """

    left: tuple[int, ...]
    kept: set[int]
    gave_up: Mapping[str, set[int]]
    given: Mapping[str, list[int]]


def standing_of_pot(
    seats: Sequence[int],
    moves: Sequence[Muck | Ruling],
    declared: Mapping[int, str],
    parts: Sequence[str],
    qualified: Collection[str],
    house: HouseRules,
) -> PotStanding:
    """Return the standing of a pot with these seats after these mucks and rulings.

    A mucking player keeps parts given by the dealer, and parts for which no other player is left, except ``qualified``
    parts, which must be shown. A player who declared both keeps both or neither. A pot with one player left is decided.
    """
    claims = {part: {seat for seat in seats if not declared or declared[seat] in (part, BOTH)} for part in parts}
    left, kept = set(seats), set[int]()
    gave_up: dict[str, set[int]] = {part: set() for part in parts}
    given: dict[str, list[int]] = {}
    unseen = [] if declared and house.uncontested_declarations == "must show" else [*parts]
    for move in moves:
        match move:
            case Ruling(part, places):
                named = {seat: place for seat, place in places.items() if seat in seats}
                if named:
                    given[part] = sorted(seat for seat in named if named[seat] == min(named.values()))
            case Muck(seat) if seat in left and len(left) > 1:
                ruled = {part for part in parts if seat in given.get(part, ())}
                alone = {part for part in unseen if part not in given and claims[part] == {seat}} - set(qualified)
                if declared.get(seat) == BOTH and len(ruled | alone) < len(parts):
                    alone = set()
                for part in set(parts) - ruled - alone:
                    claims[part].discard(seat)
                    gave_up[part].add(seat)
                (kept.add if ruled | alone else left.discard)(seat)
    return PotStanding(tuple(sorted(left)), kept, gave_up, given)
