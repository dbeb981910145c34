"""Modifiers of the deck: ranks left out, jokers, wild cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from app.cards.card import rank_digits
from app.dataclass import dataclass
from app.games.build import make, setting
from app.games.definition import Deck
from app.games.modifiers import Modifier, Step, modifier, need_down_cards, need_up_cards, with_wild
from app.games.rules.events import missing_cards
from app.games.rules.wild import WildRule, wild_rules
from app.games.values import CardTexts, RankLetters, rank_numbers
from app.text import listing


@modifier(
    "stripped-deck",
    "Stripped deck",
    "ranks are left out",
    "These ranks are left out: {ranks} A flush {flush_beats_full_house} a full house, and straights {gap_straights}",
)
@dataclass(frozen=True, slots=True)
class StrippedDeck(Modifier):
    """Ranks are left out of the deck, and the ranking of hands changes with it.

    ``ranks``: the ranks left out, one letter each (``T`` for ten).
    ``flush_beats_full_house``: a flush, now rarer, beats a full house.
    ``gap_straights``: straights run across the gap: without 8, 9 and 10, 5-6-7-J-Q is a straight.

    Example: ``{ modifier = "stripped-deck", ranks = "89T" }``
    """

    ranks: RankLetters = setting("", "Ranks left out")
    flush_beats_full_house: bool = setting(True, "A flush beats a full house", names={True: "beats", False: "loses to"})
    gap_straights: bool = setting(
        True, "Straights run across the gap", names={True: "run across the gap", False: "end at the gap"}
    )

    def __post_init__(self) -> None:
        if not self.ranks:
            raise ValueError("say which ranks are left out")

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        deck = raw.get("deck", {})
        stripped = deck.get("strip", "")
        if set(self.ranks) & set(stripped):
            raise ValueError("these ranks are left out of this game already")
        ranking = {
            **raw.get("ranking", {}),
            "flush_beats_full_house": self.flush_beats_full_house,
            "gap_straights": self.gap_straights,
        }
        return {**raw, "deck": {**deck, "strip": stripped + self.ranks}, "ranking": ranking}

    def words(self) -> str:
        text = f"The deck is without {listing(map(rank_digits, rank_numbers(self.ranks)))}"
        flush = "a flush beats a full house" if self.flush_beats_full_house else "a full house beats a flush"
        across = "straights run across the gap" if self.gap_straights else "no straight runs across the gap"
        return f"{text}; {flush}, and {across}."


_ONE_EYED = "JsJh"
_SUICIDE_KING = "Kh"


@modifier(
    "wild",
    "More wild cards",
    "ranks or single cards, wild for everyone",
    "These are wild for everyone: {ranks} and the cards {cards}. The one-eyed jacks (spades and hearts) are"
    " {one_eyed_jacks}, the suicide king (hearts) is {suicide_king}",
)
@dataclass(frozen=True, slots=True)
class Wild(Modifier):
    """Ranks or single cards are wild for everyone.

    ``ranks``: the ranks, one letter each (``T`` for ten).
    ``cards``: single cards, such as ``QsKh``.
    ``one_eyed_jacks``: the jacks of spades and hearts are wild.
    ``suicide_king``: the king of hearts is wild.

    Example: ``{ modifier = "wild", ranks = "2", one_eyed_jacks = true }``
    """

    ranks: RankLetters = setting("", "Wild ranks")
    cards: CardTexts = setting("", "Wild cards")
    one_eyed_jacks: bool = setting(False, "One-eyed jacks", names={True: "wild", False: "not wild"})
    suicide_king: bool = setting(False, "Suicide king", names={True: "wild", False: "not wild"})

    def __post_init__(self) -> None:
        if not self._rules():
            raise ValueError("say which ranks or cards are wild")

    def _rules(self) -> list[Step]:
        rules: list[Step] = []
        if self.ranks:
            rules.append({"rule": "ranks", "ranks": self.ranks})
        if self.cards:
            rules.append({"rule": "cards", "cards": self.cards})
        if self.one_eyed_jacks:
            rules.append({"rule": "cards", "cards": _ONE_EYED, "name": "one-eyed jacks"})
        if self.suicide_king:
            rules.append({"rule": "cards", "cards": _SUICIDE_KING})
        return rules

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        rules = [rule for rule in raw.get("wild", []) if rule["rule"] in ("ranks", "up-card")]
        named = "".join(rule.get("wild_ranks") or rule["ranks"] for rule in rules)
        if set(self.ranks) & set(named):
            raise ValueError("this game already makes these cards wild")
        if reason := missing_cards(self.cards, make(Deck, raw.get("deck", {}), "deck").cards()):
            raise ValueError(reason)
        changed = dict(raw)
        for rule in self._rules():
            changed = with_wild(changed, rule)
        return changed

    def words(self) -> str:
        made: list[WildRule] = [wild_rules.make(rule, "rule", "wild") for rule in self._rules()]
        return " ".join(rule.words() for rule in made)


@modifier(
    "jokers",
    "Jokers",
    "one or two in the deck",
    "{count} in the deck, {play} (a bug is an ace, or fills a straight or a flush)",
)
@dataclass(frozen=True, slots=True)
class AddJokers(Modifier):
    """Jokers in the deck, wild or bugs.

    ``count``: how many.
    ``play``: how they play; ``bug up, wild down`` makes one a bug face up and wild face down.
    """

    count: Literal[1, 2] = setting(1, "How many", names={1: "One joker", 2: "Two jokers"})
    play: Literal["wild", "bug", "bug up, wild down"] = setting("wild", "Jokers are")

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        if raw.get("deck", {}).get("jokers"):
            raise ValueError("there are jokers in this game already")
        deck = {**raw.get("deck", {}), "jokers": self.count}
        return {**with_wild(raw, {"rule": "jokers", "play": self.play}), "deck": deck}

    def words(self) -> str:
        one = self.count == 1
        bug = "a bug" if one else "bugs"
        how = {"wild": "wild", "bug": bug}.get(self.play, f"{bug} face up and wild face down")
        return f"{'One joker' if one else 'Two jokers'} in the deck: {how}."


@modifier("low-hole-wild", "Low hole card wild", "each player's lowest down card, and its rank")
@dataclass(frozen=True, slots=True)
class LowHoleWild(Modifier):
    """Each player's lowest down card, and every card of its rank, is wild for that player."""

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        need_down_cards(raw)
        return with_wild(raw, {"rule": "low-hole"})

    def words(self) -> str:
        return "Each player's lowest down card, and its rank, is wild for that player."


@modifier(
    "follow-the-queen",
    "Follow the queen",
    "the up-card after an up queen is wild",
    "The up-card after an up queen is wild, with its rank; what follows a later queen {later}",
)
@dataclass(frozen=True, slots=True)
class FollowTheQueen(Modifier):
    """The up-card after an up queen is wild, with its rank.

    ``later``: whether the card after a later queen replaces what was wild before, or adds to it.
    """

    later: Literal["replaces", "adds"] = setting(
        "replaces", "What follows a later queen", names={"replaces": "replaces it", "adds": "is wild too"}
    )

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        need_up_cards(raw)
        return with_wild(raw, {"rule": "follow-rank", "rank": "Q", "later": self.later})

    def words(self) -> str:
        adds = "; a later queen adds another rank." if self.later == "adds" else "."
        return f"The up-card after an up queen is wild, with its rank{adds}"


@modifier(
    "follow-the-pair",
    "Follow the pair",
    "the up-card after an open pair is wild",
    "The up-card after an open pair is wild, with its rank; a third of the rank {third} as a pair again",
)
@dataclass(frozen=True, slots=True)
class FollowThePair(Modifier):
    """The up-card after an open pair is wild, with its rank.

    ``third``: a third card of the rank counts as a pair again.
    """

    third: bool = setting(True, "A third of the rank", names={True: "counts", False: "does not count"})

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        need_up_cards(raw)
        return with_wild(raw, {"rule": "follow-pair", "third": self.third})

    def words(self) -> str:
        third = "; a third of the rank counts again." if self.third else "."
        return f"The up-card after an open pair is wild, with its rank{third}"
