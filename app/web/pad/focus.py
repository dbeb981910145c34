"""What the dealer has tapped without entering anything yet. It is in the address or in the form, and stored nowhere."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from app.cards.card import Card, CardError, cards_text, parse_cards
from app.hand.notation import ActionError, parse_order, write_order
from app.text import whole_number

#: The parts of an agreed split before any is typed.
EVEN = "even"


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling under way: the share, and the players ranked so far. ``tie``: the next one ties with the last."""

    share: str
    order: tuple[frozenset[int], ...] = ()
    tie: bool = False

    def __str__(self) -> str:
        return " ".join(filter(None, (self.share, write_order(self.order), "=" if self.tie else "")))


@dataclass(frozen=True, slots=True)
class Focus:
    """What the dealer looks at: a seat (``arm``) and one of its ways to answer (``mode``).

    ``held`` are the cards named so far where a player names several. ``ruling`` is a ruling under way. ``split`` are
    the parts of an agreed split as typed, :data:`EVEN` before that. ``log`` is whether the log is open.
    """

    arm: int | None = None
    mode: int = 0
    held: tuple[Card, ...] = ()
    ruling: Ruling | None = None
    split: str = ""
    log: bool = False

    @property
    def query(self) -> str:
        """The focus as an address has it after its question mark, for ``read_focus`` to read."""
        fields = {
            "arm": focus_text(self.arm, self.mode),
            "held": cards_text(self.held),
            "rule": str(self.ruling or ""),
            "split": self.split,
            "log": "1" if self.log else "",
        }
        return urlencode({name: text for name, text in fields.items() if text})


def focus_text(seat: int | None, mode: int) -> str:
    """Return a seat and one of its ways to answer as an address has them, for ``read_focus`` to read."""
    return "" if seat is None else f"{seat}.{mode}" if mode else str(seat)


def read_focus(arm: str, held: str, rule: str, log: str, split: str = "") -> Focus:
    """Read what an address asks to look at, and ignore nonsense."""
    seat, _, mode = arm[:8].partition(".")
    try:
        cards = parse_cards(held[:60])
    except CardError:
        cards = ()
    return Focus(
        arm=whole_number(seat),
        mode=whole_number(mode) or 0,
        held=cards,
        ruling=_read_ruling(rule[:200]),
        split=split[:200],
        log=log == "1",
    )


def _read_ruling(text: str) -> Ruling | None:
    share, *order = text.split() or ("",)
    tie = bool(order) and order[-1] == "="
    try:
        return Ruling(share, parse_order(order[: -1 if tie else None]), tie) if share else None
    except ActionError:
        return Ruling(share)
