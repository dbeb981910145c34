"""What the dealer has chosen to look at. It is in the address or in the form, and stored nowhere."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from app.cards.card import Card, CardError, cards_text, parse_cards


@dataclass(frozen=True, slots=True)
class Look:
    """What the dealer has chosen to look at: a seat, one of its ways (``mode``), cards held until a player has named
    all, a ruling under way (``rule``: the share, then players in order; a word ``=`` ties the next), the log.
    """

    arm: int | None = None
    mode: int = 0
    held: tuple[Card, ...] = ()
    rule: str = ""
    log: bool = False

    @property
    def query(self) -> str:
        """This look as an address has it after its question mark, for ``read_look`` to read."""
        log = "1" if self.log else ""
        found = {"arm": looking_at(self.arm, self.mode), "held": cards_text(self.held), "rule": self.rule, "log": log}
        return urlencode({name: text for name, text in found.items() if text})


def looking_at(seat: int | None, mode: int) -> str:
    """A seat and one of its ways as an address has them, for ``read_look`` to read."""
    return "" if seat is None else f"{seat}.{mode}" if mode else str(seat)


def read_look(arm: str, held: str, rule: str, log: str) -> Look:
    """What an address asks to look at; nonsense is as good as nothing."""
    seat, _, mode = arm[:8].partition(".")
    try:
        cards = parse_cards(held[:60])
    except CardError:
        cards = ()
    return Look(
        arm=int(seat) if seat.isascii() and seat.isdigit() else None,
        mode=int(mode) if mode.isascii() and mode.isdigit() else 0,
        held=cards,
        rule=" ".join(rule[:200].split()),
        log=log == "1",
    )
