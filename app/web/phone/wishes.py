"""What a player can ask for from their phone between and during hands, and what has become of it."""

from __future__ import annotations

from dataclasses import dataclass

from app.evening.acts import Act, Buy, ComeBack, Leave, SitOut
from app.night.acts.activity import ActLine
from app.night.people.seats import SeatInfo
from app.night.table import Table
from app.text import sentence

#: Proposed where nobody has bought chips yet.
USUAL_BUY_IN = 100


@dataclass(frozen=True, slots=True)
class PendingWish:
    """Something that is to happen to the seat: ``when`` says what it waits for; ``mine`` can be taken back."""

    line: int
    what: str
    when: str
    mine: bool


@dataclass(frozen=True, slots=True)
class Wishes:
    """The part of a phone in which its player asks for things.

    ``can_buy``, ``can_sit_out`` and ``can_come_back`` are what is offered, ``proposed`` the chips to buy. ``opened``:
    not folded up. ``refused`` says what has been refused. ``seen`` goes with every wish, and ``state`` changes whenever
    any of this does.
    """

    pending: tuple[PendingWish, ...]
    can_buy: bool
    can_sit_out: bool
    can_come_back: bool
    proposed: int
    asks_dealer: bool
    opened: bool
    refused: str
    seen: int
    state: str

    @property
    def title(self) -> str:
        """What can be asked for, in words."""
        offered = (("buy more", self.can_buy), ("sit out", self.can_sit_out), ("come back", self.can_come_back))
        return sentence(" or ".join(words for words, can in offered if can))


def wishes_of(table: Table, info: SeatInfo, *, at_hand: bool) -> Wishes | None:
    """Return what the player of a seat can ask for; None once they, or everybody, have gone home."""
    if table.ended_at is not None or info.left:
        return None
    wishes = table.wishes(info.id)
    leaves = wishes.waits_for(Leave)
    can_buy = table.tracked and not leaves and not wishes.waits_for(Buy)
    moves = leaves or wishes.waits_for(SitOut) or wishes.waits_for(ComeBack)
    refused = _refused_words(wishes.refused)
    lines = " ".join(f"{line.id}{line.status}" for line in wishes.pending)
    return Wishes(
        pending=tuple(_pending(line) for line in wishes.pending),
        can_buy=can_buy,
        can_sit_out=not moves and not info.sitting_out,
        can_come_back=not moves and info.sitting_out,
        proposed=table.proposed_buy_in(info.player_id) or USUAL_BUY_IN,
        asks_dealer=table.asks_dealer,
        opened=not at_hand and not info.in_play,
        refused=refused,
        seen=wishes.seen,
        state=f"{wishes.seen}.{lines}.{info.sitting_out}.{info.in_play or at_hand}.{table.asks_dealer}.{refused}",
    )


def _pending(line: ActLine) -> PendingWish:
    when = "The dealer is asked" if line.status == "asked" else "From the next hand"
    return PendingWish(line.id, _words(line.act), when, bool(line.by))


def _refused_words(line: ActLine | None) -> str:
    if line is None:
        return ""
    if line.status == "failed":
        return f"{_words(line.act)}: {sentence(line.note)}."
    return f"{_words(line.act)}: the dealer has said no."


def _words(act: Act) -> str:
    """Return an act in the words of whoever asks for it."""
    match act:
        case Buy(chips=chips):
            return f"Buy {chips} more"
        case SitOut():
            return "Sit out"
        case ComeBack():
            return "Come back"
        case _:
            return "Go home"
