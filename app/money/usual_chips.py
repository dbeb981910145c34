"""Sets of chips that many tables have."""

from __future__ import annotations

from collections.abc import Sequence

from app.money.chipset import Chip

#: Sets with the values that casinos and makers of chips give to colors.
USUAL_SETS = tuple(
    tuple(Chip(colour, value) for colour, value in chips)
    for chips in (
        (("white", 1), ("red", 5), ("blue", 10)),
        (("white", 1), ("red", 5), ("green", 25), ("black", 100)),
        (("white", 1), ("red", 5), ("blue", 10), ("green", 25), ("black", 100)),
        (("red", 5), ("green", 25), ("black", 100), ("purple", 500)),
        (("green", 25), ("black", 100), ("purple", 500), ("yellow", 1000)),
    )
)

#: A buy-in is made up of this many of the smallest chips, at least and at most.
_LEAST, _MOST = 20, 500


def usual_sets(buy_in: int, amounts: Sequence[int]) -> list[tuple[Chip, ...]]:
    """Return the usual sets that suit a buy-in and make the ``amounts`` of the stakes."""
    return [
        chips
        for chips in USUAL_SETS
        if _LEAST <= buy_in // chips[0].value <= _MOST
        and all(amount % chips[0].value == 0 for amount in (buy_in, *amounts))
    ]


def set_text(chips: Sequence[Chip]) -> str:
    """Return a set as text: ``white 1, red 5, blue 10``."""
    return ", ".join(f"{chip.colour} {chip.value}" for chip in chips)
