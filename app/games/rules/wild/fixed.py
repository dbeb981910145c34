"""Cards that are wild whatever is dealt: ranks, fixed or by street or number of players; cards; jokers; sums."""

from __future__ import annotations

from typing import Literal

from app.cards.card import ACE, BLACK_JOKER, RED_JOKER, is_joker, parse_cards, rank_above, rank_digits, the_card
from app.dataclass import dataclass, replace
from app.games.reasons import Reason
from app.games.rules.wild import RankName, WildPart, WildRule, all_of, clause_part, named_part, ranks_part, wild_rules
from app.games.table import Table
from app.games.values import CardTexts, RankLetters, ShareName, Words, rank_numbers
from app.text import count_word, listing, ordinal_word, sentence


@wild_rules.add("ranks")
@dataclass(frozen=True, slots=True)
class Ranks(WildRule):
    """Ranks that are wild for everyone, up or down, for the whole hand.

    ``ranks``: the ranks, one letter each (``T`` for ten).
    ``only``: the name of the one share in which they are wild; empty for all.
    """

    ranks: RankLetters
    only: ShareName = ""

    def wild(self, table: Table) -> WildPart:
        ranks = rank_numbers(self.ranks)
        if not self.only:
            return ranks_part(ranks, figure=True)
        by_seat = dict.fromkeys(range(len(table.seats)), all_of(*ranks))
        return clause_part((*map(RankName, ranks), f"are wild in the {self.only} hand"), by_seat, only=self.only)

    def words(self) -> str:
        where = f" in the {self.only} hand" if self.only else ""
        return sentence(f"{listing(map(rank_digits, rank_numbers(self.ranks)))} are wild for everyone{where}.")


@wild_rules.add("cards")
@dataclass(frozen=True, slots=True)
class Cards(WildRule):
    """Single cards that are wild for everyone, wherever they are.

    ``cards``: the cards, such as ``QsKh``.
    ``name``: what the table calls them; empty names each card.
    """

    cards: CardTexts
    name: Words = ""

    def _cards(self) -> tuple[str, ...]:
        return tuple(map(the_card, parse_cards(self.cards)))

    def _names(self) -> tuple[str, ...]:
        return (self.name,) if self.name else self._cards()

    def wild(self, table: Table) -> WildPart:
        return named_part(frozenset(parse_cards(self.cards)), self._names(), single=self._are() == "is")

    def words(self) -> str:
        they, lie = ("it", "lies") if self._are() == "is" else ("they", "lie")
        which = f" {sentence(they)} {self._are()} {listing(self._cards())}." if self.name else ""
        return sentence(f"{listing(self._names())} {self._are()} wild, wherever {they} {lie}.{which}")

    def _are(self) -> str:
        return "are" if len(parse_cards(self.cards)) > 1 else "is"


_JOKERS = frozenset((RED_JOKER, BLACK_JOKER))
_BUG = "an ace, or any card that completes a straight or a flush"


@wild_rules.add("jokers")
@dataclass(frozen=True, slots=True)
class Jokers(WildRule):
    """Jokers are wild, or bugs: an ace, or any card that completes a straight or a flush.

    ``play``: how every joker plays; ``bug up, wild down`` makes it a bug face up and wild face down.
    """

    play: Literal["wild", "bug", "bug up, wild down"] = "wild"

    def wild(self, table: Table) -> WildPart:
        if self.play == "wild":
            return named_part(_JOKERS, ("jokers",))
        if self.play == "bug":
            return replace(clause_part(("jokers are bugs",), {}), bugs=_JOKERS)
        face_up = [*(card for cards in table.seats for card in cards.up), *table.common]
        up = frozenset(filter(is_joker, face_up))
        down = {seat: frozenset(filter(is_joker, cards.down)) for seat, cards in enumerate(table.seats)}
        by_seat = {seat: cards for seat, cards in down.items() if cards}
        return replace(clause_part(("a joker is a bug face up, wild face down",), by_seat, private=True), bugs=up)

    def words(self) -> str:
        if self.play == "wild":
            return "Jokers are wild."
        if self.play == "bug":
            return f"A joker is a bug: {_BUG}."
        return f"A joker face down is wild; face up it is a bug: {_BUG}."


@wild_rules.add("sum")
@dataclass(frozen=True, slots=True)
class Sum(WildRule):
    """Number cards with a given sum may play as one wild card, each used once; an ace counts one.

    ``total``: the sum, from 2 (two aces) to 20 (two tens).
    ``most``: how many cards may be added at most.
    """

    total: int = 9
    most: Literal[2, 3] = 2

    leaves_open = ("made_wild_needs_five",)
    at_the_showdown = True

    def __post_init__(self) -> None:
        if not 2 <= self.total <= 20:
            raise ValueError("two number cards add to between 2 and 20")

    def wild(self, table: Table) -> WildPart:
        clause = (f"{self._count()} cards that add to {self.total} make a wild one",)
        return replace(clause_part(clause, {}), sum_to=self.total, sum_of=self.most)

    def words(self) -> str:
        return (
            f"Any {self._count()} number cards that add to {self.total} may make one wild card; an ace counts one. "
            f"Nobody has to, no card is used twice, and {count_word(self.most + 1)} cards cannot be added. "
            "In the hand showing no cards are added."
        )

    def _count(self) -> str:
        return "two" if self.most == 2 else "two or three"


@wild_rules.add("by-street")
@dataclass(frozen=True, slots=True)
class ByStreet(WildRule):
    """One rank is wild at a time: the first on the first street, the second on the second; the last stays wild.

    ``ranks``: the ranks in that order, one letter each (``T`` for ten).
    """

    ranks: RankLetters

    def wild(self, table: Table) -> WildPart:
        numbers = rank_numbers(self.ranks)
        return ranks_part([numbers[min(max(table.street, 1), len(numbers)) - 1]], figure=True)

    def words(self) -> str:
        first, *others = map(rank_digits, rank_numbers(self.ranks))
        later = [f"{rank} in the {ordinal_word(at)}" for at, rank in enumerate(others, 2)]
        return sentence(
            f"{listing([f'{first} are wild for everyone in the first deal', *later])}, each only until the next."
        )


@wild_rules.add("players")
@dataclass(frozen=True, slots=True)
class Players(WildRule):
    """The rank equal to a number of players is wild for everyone, and changes when somebody folds; one is an ace.

    A player who mucks at the showdown has not folded.

    ``who``: whether those still in are counted, or those who have folded.
    """

    who: Literal["in", "out"] = "in"

    def wild(self, table: Table) -> WildPart:
        count = sum(player.live == (self.who == "in") for player in table.seats)
        if not count:
            return WildPart()
        return ranks_part([rank_above(ACE, count - 1)], reason=Reason("said by the rule", word=f"{count} {self.who}"))

    def words(self) -> str:
        who = "still in" if self.who == "in" else "who have folded"
        return f"The rank equal to the number of players {who} is wild for everyone; one is an ace."
