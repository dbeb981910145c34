"""The up-card that follows a given rank is wild: Follow the Queen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.cards.card import has_rank, rank_of, rank_plural, rank_word
from app.games.rules.wild import WildPart, sentence, wild_rules
from app.games.rules.wild.ranks import all_of, one_rank
from app.games.table import Table, UpCard


@wild_rules.add("follow-rank")
@dataclass(frozen=True, slots=True)
class FollowRank:
    """The next up-card after one of a rank is wild with all of its rank, replacing the last one.

    Another card of the leading rank starts over: it is never wild by following, and what was wild before it is no
    longer.

    ``rank``: the rank that leads.
    ``ends_street``: what follows a leading card that is the last up-card of its street: the first up-card of the next
    street, or nothing.
    """

    rank: str = "Q"
    ends_street: Literal["next street", "nothing wild"] = "next street"

    def __post_init__(self) -> None:
        one_rank(self.rank)

    def wild(self, table: Table) -> WildPart:
        seen = [up for up in table.ups if has_rank(up.card)]
        at, follower = self._last(seen)
        if at is None:
            return WildPart()
        lead = seen[at]
        whose = f"{whose_card(table, lead)} {rank_word(one_rank(self.rank))}"
        if follower:
            return followed(follower, whose)
        before = self._last(seen[:at])[1]
        if self.ends_street == "next street":
            return awaited(whose, before) if table.more_ups else gone(f"{whose} was the last up-card", before)
        if table.street_open and table.street == lead.street:
            return awaited(whose, before)
        return gone(f"{whose} was the last up-card of the street", before)

    def _last(self, seen: list[UpCard]) -> tuple[int | None, UpCard | None]:
        """Where the last card that leads lies among these, and the one that followed it."""
        at = max((n for n in range(len(seen)) if self._leads(seen, n)), default=None)
        if at is None or at + 1 == len(seen):
            return at, None
        same_street = seen[at].street == seen[at + 1].street
        return at, seen[at + 1] if same_street or self.ends_street == "next street" else None

    def _leads(self, seen: list[UpCard], at: int) -> bool:
        """Whether the next up-card follows this one; a card turned up for nobody after a lead only follows it."""
        if rank_of(seen[at].card) != one_rank(self.rank):
            return False
        return seen[at].seat is not None or at == 0 or not self._leads(seen, at - 1)

    def words(self) -> str:
        word = rank_word(one_rank(self.rank))
        last = (
            "the first up-card of the next street follows it"
            if self.ends_street == "next street"
            else "nothing is wild"
        )
        return (
            f"The next up-card after an up {word}, and all of its rank, is wild for everyone. "
            f"A later {word} cancels that, and the up-card after it is wild instead. "
            f"When the {word} is the last up-card of a street, {last}; "
            f"when it is the last up-card of all, nothing is wild."
        )


def whose_card(table: Table, up: UpCard) -> str:
    """``Bob's``, or ``the centre`` for a card that belongs to nobody, to stand before what it is."""
    return "the centre" if up.seat is None else f"{table.seats[up.seat].name}'s"


def followed(follower: UpCard, whose: str) -> WildPart:
    """The part when a card has followed ``whose`` lead, such as ``Bob's queen``."""
    rank = rank_of(follower.card)
    name = rank_plural(rank)
    note = f"followed {whose}"
    return WildPart(cards=all_of(rank), names=(name,), note=note, news=f"{sentence(name)} are wild ({note})")


def awaited(whose: str, before: UpCard | None) -> WildPart:
    """The part when the next up-card will be wild; what followed the lead ``before`` is not any more."""
    over = f"{rank_plural(rank_of(before.card))} are no longer wild, " if before else ""
    return WildPart(next_up=True, news=sentence(f"{whose}: {over}next up-card is wild"))


def gone(why: str, before: UpCard | None) -> WildPart:
    """The part when no card is left to follow a lead."""
    over = f"{rank_plural(rank_of(before.card))} are no longer wild, " if before else ""
    return WildPart(news=sentence(f"{over}nothing wild follows: {why}"))
