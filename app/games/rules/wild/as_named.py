"""Wild cards that the dealer names, as the table decides."""

from __future__ import annotations

from app.cards.card import Card, the_card
from app.dataclass import dataclass
from app.games.rules.wild import Clause, Noun, RankName, WildNews, WildPart, WildRule, all_of, wild_rules
from app.games.table import NamedWild, Table
from app.games.values import Words, wild_cards
from app.text import sentence


@wild_rules.add("as-named")
@dataclass(frozen=True, slots=True)
class AsNamed(WildRule):
    """The dealer names the wild cards, for everyone or for one player, as often as they change.

    ``which``: which cards are wild, for the rule sheet; empty if the table simply decides.
    """

    which: Words = ""

    you_judge = "what is wild"

    def wild(self, table: Table) -> WildPart:
        named = table.recall(NamedWild)
        if not named.ruled:
            return WildPart(says=WildNews(clause=("wild: as the table says",)), unknown=True)
        everyone, nouns = _named(named.everyone)
        own = {seat: _named(text) for seat, text in sorted(named.own.items())}
        clauses = [_wild(nouns)] if nouns else []
        for seat, (_, names) in own.items():
            whose = f"for {table.seats[seat].name}"
            clauses.append((names, whose) if clauses else _wild(names, f" {whose}"))
        return WildPart(
            everyone,
            by_seat={seat: cards for seat, (cards, _) in own.items()},
            says=WildNews(clause=_joined(clauses)) if clauses else None,
            news=WildNews(clause=_wild(nouns) if nouns else ("nothing is wild",)),
            own={seat: WildNews(names, seat=seat) for seat, (_, names) in own.items()},
        )

    def words(self) -> str:
        if not self.which:
            return "The table says what is wild, and the dealer enters it."
        return sentence(f"{self.which.rstrip('.')}. The dealer enters which cards these are.")


def _named(text: str) -> tuple[frozenset[Card], tuple[Noun, ...]]:
    """Return the cards that a text such as ``7Kd`` makes wild, and their names."""
    ranks, cards = wild_cards(text)
    return all_of(*ranks).union(cards), wild_nouns(text)


def wild_nouns(text: str) -> tuple[Noun, ...]:
    """Return the names of the ranks and cards in a text such as ``7Kd``, ranks first."""
    ranks, cards = wild_cards(text)
    return (*map(RankName, ranks), *(the_card(card) for card in cards))


def _wild(names: tuple[Noun, ...], whose: str = "") -> Clause:
    """Return the clause that makes these cards wild: ``7s are wild for Bob``."""
    one = len(names) == 1 and not isinstance(names[0], RankName)
    return (names, f"{'is' if one else 'are'} wild{whose}")


def _joined(clauses: list[Clause]) -> Clause:
    """Return clauses as one: ``7s are wild, 4s for Bob``."""
    first, *others = clauses
    for clause in others:
        first = (*first[:-1], f"{first[-1]},", *clause)
    return first
