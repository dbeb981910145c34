"""QR codes, drawn on the server."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import segno

#: The quiet zone that a reader needs around a code, in modules.
QUIET_ZONE = 4

#: Codes that are kept: those of the tables that are open. Drawing one takes as long as the rest of a television's page.
KEPT = 512


@dataclass(frozen=True, slots=True)
class Qr:
    """A code as the inside of an SVG: ``size`` modules square with its quiet zone, ``path`` around the dark ones."""

    size: int
    path: str


@lru_cache(maxsize=KEPT)
def qr_of(text: str) -> Qr:
    """Return the QR code of a text, such as an address."""
    matrix = segno.make(text, micro=False, error="m").matrix
    bars = (bar for y, row in enumerate(matrix, QUIET_ZONE) for bar in _bars(row, y))
    return Qr(len(matrix) + 2 * QUIET_ZONE, "".join(bars))


def _bars(row: bytearray, y: int) -> list[str]:
    """Return the path of each run of dark modules in a row, as one rectangle a run."""
    bars: list[str] = []
    start = None
    for x, dark in enumerate((*row, 0), QUIET_ZONE):
        if dark and start is None:
            start = x
        elif not dark and start is not None:
            bars.append(f"M{start} {y}h{x - start}v1H{start}z")
            start = None
    return bars
