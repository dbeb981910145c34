"""Modifiers that make cards wild."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from app.games.modifiers import modifier_rules
from app.games.modifiers.script import Step, need_down_cards, need_up_cards, with_wild
from app.games.rules.wild import WildRule, wild_rules
from app.games.values import CardTexts, RankLetters

_ONE_EYED = "JsJh"
_SUICIDE_KING = "Kh"


@modifier_rules.add("wild")
@dataclass(frozen=True, slots=True)
class Wild:
    """Any ranks and any single cards are wild for everyone.

    ``ranks``: the ranks, one letter each (``T`` for ten).
    ``cards``: single cards, such as ``QsKh``.
    ``one_eyed_jacks``: the jacks of spades and hearts are wild.
    ``suicide_king``: the king of hearts is wild.

    Example: ``{ modifier = "wild", ranks = "2", one_eyed_jacks = true }``
    """

    ranks: RankLetters = ""
    cards: CardTexts = ""
    one_eyed_jacks: bool = False
    suicide_king: bool = False

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
            raise ValueError("these cards are wild in this game already")
        changed = dict(raw)
        for rule in self._rules():
            changed = with_wild(changed, rule)
        return changed

    def words(self) -> str:
        made: list[WildRule] = [wild_rules.make(rule, "rule", "wild") for rule in self._rules()]
        return " ".join(rule.words() for rule in made)


@modifier_rules.add("jokers")
@dataclass(frozen=True, slots=True)
class AddJokers:
    """Jokers in the deck.

    ``count``: one or two.
    ``play``: whether they are wild or bugs; ``bug up, wild down`` makes one a bug face up and wild face down.
    """

    count: int = 1
    play: Literal["wild", "bug", "bug up, wild down"] = "wild"

    def __post_init__(self) -> None:
        if self.count not in (1, 2):
            raise ValueError("a deck takes one or two jokers")

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


@modifier_rules.add("low-hole-wild")
@dataclass(frozen=True, slots=True)
class LowHoleWild:
    """Each player's lowest down card and its rank are wild for that player."""

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        need_down_cards(raw)
        return with_wild(raw, {"rule": "low-hole"})

    def words(self) -> str:
        return "Each player's lowest down card, and its rank, is wild for that player."


@modifier_rules.add("follow-the-queen")
@dataclass(frozen=True, slots=True)
class FollowTheQueen:
    """The next up-card after an up queen is wild, with its rank.

    ``later``: whether what follows a later queen replaces what was wild before, or adds to it.
    """

    later: Literal["replaces", "adds"] = "replaces"

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        need_up_cards(raw)
        if any(rule["rule"] == "follow-rank" for rule in raw.get("wild", [])):
            raise ValueError("these cards are wild in this game already")
        return with_wild(raw, {"rule": "follow-rank", "rank": "Q", "later": self.later})

    def words(self) -> str:
        adds = "; a later queen adds another rank." if self.later == "adds" else "."
        return f"The up-card after an up queen is wild, with its rank{adds}"


@modifier_rules.add("follow-the-pair")
@dataclass(frozen=True, slots=True)
class FollowThePair:
    """The next up-card after an open pair is wild, with its rank.

    ``third``: a third of the rank counts as a pair again.
    """

    third: bool = True

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        need_up_cards(raw)
        return with_wild(raw, {"rule": "follow-pair", "third": self.third})

    def words(self) -> str:
        third = "; a third of the rank counts again." if self.third else "."
        return f"The up-card after an open pair is wild, with its rank{third}"
