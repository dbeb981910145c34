"""The up-card that follows another is wild: Follow the Queen, Follow the Pair."""

from __future__ import annotations

from typing import Literal

from app.cards.card import RANKS, Card, has_rank, is_red, rank_of, rank_word
from app.dataclass import dataclass, replace
from app.games.reasons import Reason
from app.games.rules.wild import RankName, WildNews, WildPart, WildRule, ranks_part, wild_rules
from app.games.table import Table, UpCard
from app.games.values import RankLetters, one_rank, rank_numbers
from app.text import listing


@wild_rules.add("follow-rank")
@dataclass(frozen=True, slots=True)
class FollowRank(WildRule):
    """The up-card after one of a certain rank is wild, with all of its rank, replacing the last one.

    Another leading card starts over: it does not become wild by following, and it ends what was wild before, unless
    ranks add up.

    ``rank``: the rank that leads, or several, one letter each (``T`` for ten).
    ``colour``: the colour of the cards that lead; empty for both.
    ``side``: whether the up-card after a leading card is wild, or the one before it.
    ``later``: whether the card after a later leading card replaces what was wild before, or adds to it.
    ``ends_street``: what follows a leading card that is the last up-card of its street: the first up-card of the next
    street, or nothing.
    """

    rank: RankLetters = "Q"
    colour: Literal["", "red", "black"] = ""
    side: Literal["after", "before"] = "after"
    ends_street: Literal["next street", "nothing wild"] = "next street"
    later: Literal["replaces", "adds"] = "replaces"

    follows_up_cards = True

    def wild(self, table: Table) -> WildPart:
        seen = [up for up in table.ups if has_rank(up.card)]
        newest = self._newest(table, seen)
        return newest if self.later == "replaces" else self._added(table, newest, seen)

    def _newest(self, table: Table, seen: list[UpCard]) -> WildPart:
        at, follower = self._last(table, seen)
        if at is None:
            return WildPart()
        lead = seen[at]
        rank = RANKS[rank_of(lead.card)]
        if follower:
            return followed(follower, lead, rank, "followed" if self.side == "after" else "came before")
        if self.side == "before":
            return WildPart()
        before = self._last(table, seen[:at])[1]
        if self.ends_street == "next street":
            if table.more_ups:
                return awaited(lead, before, rank)
            return gone("was the last up-card", lead, before, rank)
        if table.street_open and table.street == lead.street:
            return awaited(lead, before, rank)
        return gone("was the last up-card of the street", lead, before, rank)

    def _added(self, table: Table, newest: WildPart, seen: list[UpCard]) -> WildPart:
        """Return the newest part with every rank that followed an earlier leading card."""
        pairs = [self._last(table, seen[: at + 1]) for at in range(1, len(seen))]
        ranks = tuple(dict.fromkeys(rank_of(follower.card) for _, follower in pairs if follower))
        part = ranks_part(ranks)
        if newest.news and not newest.says:
            says = part.says if ranks else None
            return replace(newest, cards=part.cards, says=says, news=replace(newest.news, over=()))
        return newest if len(ranks) < 2 else part

    def _last(self, table: Table, seen: list[UpCard]) -> tuple[int | None, UpCard | None]:
        """Return the index of the last leading card and the card that followed it, or None."""
        at = None
        for n, up in enumerate(seen):
            # In version 0.2 a card in the middle right after a leading card did not lead.
            only_follows = table.from_0_2 and up.seat is None and at == n - 1
            if self._leads(up.card) and not only_follows:
                at = n
        if self.side == "before":
            return at, seen[at - 1] if at else None
        if at is None or at + 1 == len(seen):
            return at, None
        same_street = seen[at].street == seen[at + 1].street
        return at, seen[at + 1] if same_street or self.ends_street == "next street" else None

    def _leads(self, card: Card) -> bool:
        return rank_of(card) in rank_numbers(self.rank) and self.colour in ("", "red" if is_red(card) else "black")

    def words(self) -> str:
        word = f"{self.colour} {listing(map(rank_word, rank_numbers(self.rank)), 'or')}".strip()
        if self.side == "before":
            later = "A later one adds to that." if self.later == "adds" else "A later one replaces it."
            return f"The up-card before an up {word}, and all of its rank, is wild for everyone. {later}"
        later = f"A later {word} cancels that, and the up-card after it is wild instead."
        if self.later == "adds":
            later = f"A later {word} adds to that: the up-card after it is wild too, with its rank."
        without = "nothing is wild" if self.later == "replaces" else "it adds nothing"
        last = f"When no up-card of the same street follows the {word}, {without}."
        if self.ends_street == "next street":
            last = (
                f"When the {word} is the last up-card of a street, the first up-card of the next street follows it; "
                f"when no up-card follows it, {without}."
            )
        return f"The next up-card after an up {word}, and all of its rank, is wild for everyone. {later} {last}"


def followed(follower: UpCard, lead: UpCard, rank: str = "", how: str = "followed") -> WildPart:
    """Return the part after a card has followed, or come before, the leading ``rank``, or a pair without one."""
    reason = Reason(how, lead.seat, ranks=_lead(rank), ruling=_ruling(follower))
    return ranks_part([rank_of(follower.card)], reason=reason)


def awaited(lead: UpCard, before: UpCard | None, rank: str = "") -> WildPart:
    """Return the part while the next up-card will be wild; the earlier follower, ``before``, no longer is."""
    reason = Reason("lead", lead.seat, ranks=_lead(rank))
    return WildPart(next_up=True, news=WildNews(next_up=True, over=_over(before), reason=reason))


def gone(kind: str, lead: UpCard, before: UpCard | None, rank: str = "") -> WildPart:
    """Return the part after a lead that no card is left to follow."""
    reason = Reason(kind, lead.seat, ranks=_lead(rank), ruling=_ruling(lead))
    return WildPart(news=WildNews(none_follows=True, over=_over(before), reason=reason))


def _ruling(up: UpCard) -> str:
    """Return the ruling that ordered an up-card among cards turned up together."""
    return "turn_order" if up.together else ""


def _lead(rank: str) -> tuple[int, ...]:
    return (one_rank(rank),) if rank else ()


def _over(before: UpCard | None) -> tuple[RankName, ...]:
    return (RankName(rank_of(before.card), figure=False),) if before else ()


@wild_rules.add("follow-pair")
@dataclass(frozen=True, slots=True)
class FollowPair(WildRule):
    """The up-card after one that makes an open pair is wild, with all of its rank, replacing the last one.

    ``third``: a third card of the rank makes a pair again.
    ``wild_pairs``: a pair made with a wild card counts.
    """

    third: bool = False
    wild_pairs: bool = False

    follows_up_cards = True

    def wild(self, table: Table) -> WildPart:
        lead, follower, before = self._last(table)
        if lead is None:
            return WildPart()
        if follower is not None:
            return followed(follower, lead)
        return awaited(lead, before) if table.more_ups else gone("pair with the last up-card", lead, before)

    def leads(self, table: Table, up: UpCard) -> bool:
        """Return whether this up-card, the newest, made a pair for the next one to follow."""
        return self._last(table)[0] is up

    def _last(self, table: Table) -> tuple[UpCard | None, UpCard | None, UpCard | None]:
        """Return the card that made the last pair, its follower, and the card that followed an earlier pair."""
        seen = [up for up in table.ups if has_rank(up.card)]
        lead: UpCard | None = None
        follower: UpCard | None = None
        earlier: UpCard | None = None
        for up in seen:
            # A card that has just become wild by following does not itself count as wild for a pair.
            before = follower
            if lead is not None and follower is None:
                follower = up
            if self._makes_pair(up, before):
                lead, follower, earlier = up, None, before
        return lead, follower, earlier

    def _makes_pair(self, up: UpCard, follower: UpCard | None) -> bool:
        """Return whether this up-card pairs one beside it; ``follower`` is the card whose rank is wild, if any."""
        own = [rank_of(card) for card in up.beside if has_rank(card)]
        same = own.count(rank_of(up.card))
        if same == 1 or (same > 1 and self.third):
            return True
        wild = None if follower is None else rank_of(follower.card)
        return self.wild_pairs and bool(own) and wild is not None and (wild in own or rank_of(up.card) == wild)

    def words(self) -> str:
        text = (
            "When an up-card pairs another of the same player's, the next up-card, and all of its rank, is wild for "
            "everyone; a later pair cancels that. When no up-card follows a pair, nothing is wild."
        )
        text += " A third of the rank counts again." if self.third else " A third of the rank does not count again."
        return text + (" A pair made with a wild card counts." if self.wild_pairs else " Only natural pairs count.")
