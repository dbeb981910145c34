"""Modifiers of low hands: the low hand takes the pot, or has to qualify."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.cards.card import rank_word
from app.games.modifiers import modifier_rules
from app.games.modifiers.script import one_share
from app.games.values import RankLetter, one_rank
from app.text import with_article


@modifier_rules.add("low-hand")
@dataclass(frozen=True, slots=True)
class LowHand:
    """The low hand takes the pot in place of the high hand, and opens as in razz."""

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        if one_share(raw)["rule"] != "high" or one_share(raw).get("hand"):
            raise ValueError("only a game for the high hand can be played for the low one")
        # A game that insists on who opens goes on doing so.
        opener = raw.get("opener") or {"first": "high card brings in", "later": "low hand"}
        return {**raw, "share": [{"rule": "low"}], "opener": opener}

    def words(self) -> str:
        return "The low hand takes the pot."


@modifier_rules.add("low-qualifier")
@dataclass(frozen=True, slots=True)
class LowQualifier:
    """The low hand of a split pot has to qualify.

    ``highest``: the highest card that a winning low may hold.
    """

    highest: RankLetter = "8"

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        lows = [share for share in raw["share"] if share["rule"] == "low"]
        if not lows:
            raise ValueError("no low hand wins in this game")
        if len(lows) == len(raw["share"]):
            raise ValueError("the low hand takes the whole pot of this game: somebody has to win it")
        if any(share.get("qualifier") for share in lows):
            raise ValueError("a low hand has to qualify in this game already")
        shares = [{**share, "qualifier": self.highest} if share in lows else share for share in raw["share"]]
        return {**raw, "share": shares}

    def words(self) -> str:
        return f"A low hand needs {with_article(rank_word(one_rank(self.highest)))} or better."
