"""Ranks that become wild during the hand: by an up-card, by the last common card, or named by a player."""

from __future__ import annotations

from typing import Literal

from app.cards.card import has_rank, rank_digits, rank_of, rank_plural
from app.dataclass import dataclass, replace
from app.games.reasons import Reason
from app.games.rules.events import UpCardEvent
from app.games.rules.wild import RankName, WildNews, WildPart, WildRule, all_of, named_part, ranks_part, wild_rules
from app.games.table import NamedRank, Table, UpCard
from app.games.values import RankLetters, rank_numbers
from app.text import listing, ordinal_word, sentence, with_article


@wild_rules.add("up-card")
@dataclass(frozen=True, slots=True)
class WildByUpCard(UpCardEvent, WildRule):
    """Ranks that are wild for everyone until certain cards have come up, or from then on.

    Every up-card of the deal counts, even a folded player's; hole cards never do. The change lasts for the rest of the
    hand.

    ``count``: how many of these cards it takes, in any mix.
    ``then``: whether the ranks are wild from then on, or until then.
    ``wild_ranks``: the ranks that are wild; empty for those in ``ranks``.
    """

    then: Literal["wild", "not wild"] = "not wild"
    wild_ranks: RankLetters = ""

    follows_up_cards = True

    def __post_init__(self) -> None:
        UpCardEvent.__post_init__(self)
        if not self.wild_ranks and not self.ranks:
            raise ValueError("say which ranks are wild")

    @property
    def letters(self) -> str:
        """The ranks that are wild, one letter each."""
        return self.wild_ranks or self.ranks

    def wild(self, table: Table) -> WildPart:
        ranks, seen = rank_numbers(self.letters), self.matching(table)
        turned = seen[self.count - 1] if len(seen) >= self.count else None
        if self.then == "wild":
            if turned is None:
                return WildPart()
            return ranks_part(ranks, figure=True, reason=self._reason(turned))
        if turned is None:
            return ranks_part(ranks, figure=True)
        newest = rank_of(turned.card) if has_rank(turned.card) else None
        over = tuple(map(RankName, sorted(ranks, key=lambda rank: rank != newest)))
        return WildPart(news=WildNews(over=over, reason=self._reason(turned)))

    @property
    def _own_ranks_alone(self) -> bool:
        """Whether only the wild ranks themselves set it off."""
        others = self.cards or self.suit or self.joker or self.pair
        return not others and set(self.letters) == set(self.ranks)

    def _reason(self, turned: UpCard) -> Reason:
        if self._own_ranks_alone:
            return Reason("more are showing", count=self.count)
        return self.why(turned)

    def words(self) -> str:
        names = listing(map(rank_digits, rank_numbers(self.letters)))
        if self._own_ranks_alone:
            which = (
                f"{with_article(ordinal_word(self.count))} of them, in any mix," if self.count > 1 else "one of them"
            )
            when = f"{which} has been dealt face up"
        else:
            when = self.counted_text()
        if self.then == "wild":
            text = f"{names} are wild for everyone once {when}, and not before. "
        else:
            text = f"{names} are wild for everyone until {when}. After that none of them is. "
        return sentence(f"{text}Cards in the hole do not count; a folded player's up-cards do.")


@wild_rules.add("ended")
@dataclass(frozen=True, slots=True)
class Ended(UpCardEvent, WildRule):
    """Once certain cards have come up, nothing is wild but jokers, whatever the game's other wild rules say.

    ``count``: how many of these cards it takes, in any mix.
    ``last``: only until another card comes up.

    Example: ``{ rule = "ended", ranks = "JQK", count = 2 }``
    """

    last: bool = False

    follows_up_cards = True

    def wild(self, table: Table) -> WildPart:
        news = WildNews(clause=("nothing is wild",))
        return WildPart(says=news, news=news) if self._has_come(table) else WildPart()

    def limit(self, parts: tuple[WildPart, ...], table: Table) -> tuple[WildPart, ...]:
        if not self._has_come(table):
            return parts
        own = self.wild(table)
        return tuple(part if part == own or part.of_jokers else WildPart() for part in parts)

    def words(self) -> str:
        until = ", until another card comes up" if self.last else ""
        return f"Nothing is wild once {self.counted_text()}{until}."

    def _has_come(self, table: Table) -> bool:
        seen = self.matching(table)
        return len(seen) >= self.count and (not self.last or seen[-1] is table.ups[-1])


@wild_rules.add("last-common")
@dataclass(frozen=True, slots=True)
class LastCommon(WildRule):
    """The last card turned up in the middle is wild for everyone, with all of its rank.

    ``itself``: the card itself is wild, not only the others of its rank.
    """

    itself: bool = True

    def wild(self, table: Table) -> WildPart:
        middle = [up.card for up in table.ups if up.seat is None and has_rank(up.card)]
        if not middle:
            return WildPart()
        *before, rank = map(rank_of, middle)
        reason = Reason("last common card")
        part = ranks_part([rank], reason=reason)
        if not self.itself:
            part = named_part(all_of(rank) - {middle[-1]}, (f"the other {rank_plural(rank)}",), reason=reason)
        assert part.news is not None
        over = (RankName(before[-1], figure=False),) if before and before[-1] != rank else ()
        return replace(part, news=replace(part.news, over=over))

    def words(self) -> str:
        if not self.itself:
            return "Every other card of the rank of the last card turned up in the middle is wild for everyone."
        return "The last card turned up in the middle, and every card of its rank, is wild for everyone."


@wild_rules.add("named")
@dataclass(frozen=True, slots=True)
class Named(WildRule):
    """The rank named by a player is wild for everyone."""

    def wild(self, table: Table) -> WildPart:
        chosen = table.recall(NamedRank)
        if chosen.rank is None:
            return WildPart()
        return ranks_part([chosen.rank], reason=Reason("named by", chosen.namer))

    def words(self) -> str:
        return "The rank that was named is wild for everyone."
