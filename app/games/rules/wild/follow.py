"""The up-card that follows a given rank is wild: Follow the Queen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.cards.card import has_rank, rank_of, rank_plural, rank_word
from app.games.rules.wild import WildPart, wild_rules
from app.games.rules.wild.ranks import all_of, one_rank
from app.games.table import Table, UpCard


@wild_rules.add("follow-rank")
@dataclass(frozen=True, slots=True)
class FollowRank:
    """The next up-card after one of ``rank`` is wild with all of its rank, replacing the last one.

    Another card of ``rank`` starts over: it is never wild by following, and what was wild before it is not any more.
    ``ends_street``: what happens when it is the last up-card of a street: the first of the next street follows it,
    or nothing does.
    """

    rank: str = "Q"
    ends_street: Literal["next street", "nothing wild"] = "next street"

    def __post_init__(self) -> None:
        one_rank(self.rank)

    def wild(self, table: Table) -> WildPart:
        leads = one_rank(self.rank)
        word = rank_word(leads)
        seen = [up for up in table.ups if has_rank(up.card)]
        at = max((n for n, up in enumerate(seen) if self._leads(seen, n)), default=None)
        if at is None:
            return WildPart()
        lead = seen[at]
        follower = seen[at + 1] if at + 1 < len(seen) else None
        if self.ends_street == "nothing wild":
            if follower and follower.street != lead.street:
                follower = None
            to_come = table.street_open and table.street == lead.street
        else:
            to_come = table.more_ups and follower is None
        if follower:
            rank = rank_of(follower.card)
            name = rank_plural(rank)
            note = f"followed {_whose(table, lead)} {word}"
            return WildPart(cards=all_of(rank), names=(name,), note=note, news=f"{name.capitalize()} are wild ({note})")
        if to_come:
            return WildPart(next_up=True, news=f"{word.capitalize()} up: next up-card is wild")
        return WildPart(news=f"Nothing wild: the {word} was the last up-card")

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


def _whose(table: Table, up: UpCard) -> str:
    return "the centre" if up.seat is None else f"{table.seats[up.seat].name}'s"
