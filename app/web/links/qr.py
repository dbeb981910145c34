"""QR codes, drawn on the server."""

from __future__ import annotations

from dataclasses import dataclass

import segno

#: The quiet zone that a reader needs around a code, in modules.
QUIET = 4


@dataclass(frozen=True, slots=True)
class Qr:
    """A code as the inside of an SVG: ``size`` modules square with its quiet zone, ``path`` around the dark ones."""

    size: int
    path: str


def qr_of(text: str) -> Qr:
    """The QR code of a text, such as an address."""
    matrix = segno.make(text, micro=False, error="m").matrix
    runs = (run for y, row in enumerate(matrix, QUIET) for run in _runs(row, y))
    return Qr(len(matrix) + 2 * QUIET, "".join(runs))


def _runs(row: bytearray, y: int) -> list[str]:
    """The dark modules of a row, side by side in one rectangle."""
    found, start = [], None
    for x, dark in enumerate((*row, 0), QUIET):
        if dark and start is None:
            start = x
        elif not dark and start is not None:
            found.append(f"M{start} {y}h{x - start}v1H{start}z")
            start = None
    return found
