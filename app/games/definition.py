"""A complete, typed game, ready to be dealt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, field
from typing import Any, Literal

from app.cards.card import Card, deck
from app.dataclass import dataclass, replace
from app.games.house import FirstOpener, HouseRules, LaterOpener
from app.games.layout import Layout
from app.games.rules.share import Share, Use
from app.games.rules.share.badugi import Badugi
from app.games.rules.share.low import Low, low_rules
from app.games.rules.trigger import Trigger
from app.games.rules.wild import WildRule
from app.games.steps import Spec
from app.games.steps.bet import Bet
from app.games.streets import most_dealt_in
from app.games.values import RankLetters, Words
from app.ranking.rules import STANDARD_HIGH, HandOrder, HighRules, LowRules


@dataclass(frozen=True, slots=True)
class Option:
    """A switch or a choice that a game offers.

    ``key``: the option's name in the file, ``[option.key]``.
    ``label``: its name on the screen and the rule sheet.
    ``default``: the value unless another is chosen.
    ``choices``: the values to choose from; empty for yes or no.
    ``amount``: a number of chips may also be chosen.
    """

    key: str
    label: Words
    default: bool | int | str
    choices: tuple[Words | int, ...] = ()
    amount: bool = False

    def values(self) -> tuple[bool | int | str, ...]:
        """Return the values to choose from; amounts are represented by 0 and 1."""
        if isinstance(self.default, bool):
            return False, True
        return (*self.choices, 0, 1) if self.amount else self.choices

    def check(self, value: object) -> str:
        """Return why the value does not fit this option; empty if it does."""
        if isinstance(self.default, bool):
            return "" if isinstance(value, bool) else "must be true or false"
        if self.amount and isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return ""
        if not isinstance(value, bool) and value in self.choices:
            return ""
        allowed = [f"one of {', '.join(map(repr, self.choices))}"] if self.choices else []
        allowed += ["a number of chips"] if self.amount else []
        return f"must be {' or '.join(allowed) or 'true or false, where no choices are given'}"


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards in the deck.

    ``strip``: the ranks left out, one letter each.
    ``jokers``: how many jokers are added.
    """

    strip: RankLetters = ""
    jokers: Literal[0, 1, 2] = 0

    def cards(self) -> frozenset[Card]:
        """Return all cards of the deck."""
        return deck(self.strip, self.jokers)


@dataclass(frozen=True, slots=True)
class Ranking(HandOrder):
    """The ranking of high hands, where this game differs from the usual."""

    without: Literal["", "straights", "straights and flushes"] = ""

    def high_rules(self, strip: str, house: HouseRules) -> HighRules:
        """Return the high ranking under the table's house rules."""
        rules = HighRules(
            five_of_a_kind=house.five_of_a_kind,
            natural_wins=house.natural_wins != "tie",
            repeats=house.wild_repeats,
            stripped=strip,
            **asdict(self),
        )
        return STANDARD_HIGH if rules == STANDARD_HIGH else rules

    def low_rules(self, strip: str, house: HouseRules) -> LowRules:
        """Return the low ranking under the table's house rules, for shares that leave it to the house."""
        return replace(
            low_rules(house.low_kind, aces_low=self.aces_low),
            natural_wins=house.natural_wins == "high and low",
            stripped=strip,
            gap_straights=self.gap_straights,
        )


@dataclass(frozen=True, slots=True)
class OpeningRules:
    """The opener of the betting, where the game insists.

    ``first``: who opens the first round; empty leaves it to the house.
    ``later``: who opens later rounds; empty leaves it to the house.
    """

    first: Literal["", FirstOpener, "rotates"] = ""
    later: Literal["", LaterOpener] = ""


def blind_seats(players: int, blinds: int = 2) -> tuple[int, ...]:
    """Return the seats of the blinds, in the order in which they are posted: heads-up the dealer posts first."""
    return (1, 0) if players == 2 else tuple(range(blinds))


@dataclass(frozen=True, slots=True)
class Game:
    """A resolved game: options and modifiers have been applied, and nothing is left to decide.

    ``script`` ends with the showdown. For each of its steps ``labels`` has the name of the street, and ``streets`` its
    number, which older versions used for bets; ``held`` is the most cards that a player holds. ``even``: it needs an
    even number of players; ``ante``: everyone antes. ``players`` are the fewest and most who can play, ``seats`` the
    number it is meant for, or 0. ``blinds`` is how many are posted; ``bomb_pot`` is how many big blinds, or antes, each
    player antes instead. ``changes`` are the modifiers it was called with, in words; ``table_rules`` are the numbers of
    the rules of an imported database that the table plays by. ``raw`` is the plain table it was built from, which a
    stored hand keeps.
    """

    id: str
    name: str
    about: str = field(compare=False)
    script: tuple[Spec, ...]
    streets: tuple[int, ...]
    labels: tuple[str, ...]
    held: int
    shares: tuple[Share, ...]
    wild: tuple[WildRule, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    deck: Deck = Deck()
    ranking: Ranking = Ranking()
    opener: OpeningRules = OpeningRules()
    use: Use = Use()
    layout: Layout = Layout()
    players: tuple[int, int] = (2, 8)
    seats: int = 0
    even: bool = False
    ante: bool = True
    blinds: int = 0
    bomb_pot: int = 0
    changes: tuple[str, ...] = field(default=(), compare=False)
    table_rules: tuple[int, ...] = ()
    raw: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def most_dealt_in(self) -> int:
        """The most players that the deck can deal in before the first bet, beside the cards of the layout."""
        return most_dealt_in(self.script, len(self.deck.cards()) - len(self.layout.places))

    @property
    def bet_streets(self) -> tuple[int, ...]:
        """Return the street of each betting round of the script, by which older versions counted rounds."""
        return tuple(street for spec, street in zip(self.script, self.streets, strict=True) if isinstance(spec, Bet))

    @property
    def bet_rounds(self) -> int:
        """Return the number of betting rounds; 0 if a step may bring any number of them."""
        return 0 if any(step.brings_bets for step in self.script) else len(self.bet_streets)

    @property
    def has_up_cards(self) -> bool:
        """Return whether a player may have an up-card except by mistake."""
        return any(step.ups and not step.shared for step in self.script)

    @property
    def scoop(self) -> bool:
        """Return whether only a player who wins every part of the pot alone wins it."""
        return any(share.scoop for share in self.shares)

    @property
    def split(self) -> bool:
        """Return whether the pot is split into parts."""
        return len(self.shares) > 1 and not self.scoop

    @property
    def only_low_wins(self) -> bool:
        """Return whether every share of the pot goes to a low hand or a badugi."""
        return all(isinstance(share, Low | Badugi) for share in self.shares)

    @property
    def may_turn_low(self) -> bool:
        """Return whether the low hand wins if nobody opens."""
        return any(isinstance(spec, Bet) and spec.passed == "low hand wins" for spec in self.script)

    @property
    def judged_parts(self) -> tuple[str, ...]:
        """Return the parts that the table judges, each as the end of "You judge"; empty if the rules decide."""
        judged = (*(step.you_judge for step in self.script), *(rule.you_judge for rule in self.wild))
        judged += tuple(share.you_judge for share in self.shares)
        parts = tuple(dict.fromkeys(filter(None, judged)))
        return parts or (("a rule that Upcard does not know",) if self.table_rules else ())

    @property
    def dealt(self) -> int:
        """Return the most cards that a player can be dealt, replacements included."""
        return sum(max(0, spec.adds) + spec.replaces for spec in self.script)

    @property
    def declares(self) -> tuple[str, ...]:
        """Return the names that can be declared."""
        names = tuple(share.name for share in self.shares)
        return (*names, "both") if len(names) == 2 else names
