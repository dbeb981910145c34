"""Modifiers of the betting and the pot: twists, dropped rounds, straddles, bomb pots, shares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from app.cards.card import rank_word
from app.dataclass import dataclass
from app.games.build import setting
from app.games.keys import Times
from app.games.modifiers import (
    Modifier,
    Step,
    before_end,
    betting_rounds,
    brings_up,
    declaring,
    modifier,
    need_down_cards,
    one_share,
)
from app.games.rules.share.low import LowKind
from app.games.steps import FREE, Price, price_text
from app.games.values import RankLetter, one_rank, or_better
from app.text import count_word, listing, with_article

Style = Literal["together", "in turn", "cards speak"]
_STYLES = {"together": "declared together", "in turn": "declared in turn"}

#: The highest cards that a low hand may be limited to, as named on a form.
_QUALIFIERS = {rank: or_better(rank) for rank in "6789T"}


@modifier(
    "twist",
    "Twist",
    "at the end a card may be replaced",
    "At the end a card may be replaced, up for up and down for down, {rounds} times with a bet after each;"
    " the price is {price}",
)
@dataclass(frozen=True, slots=True)
class Twist(Modifier):
    """Rounds at the end in which each player may replace a card at a price, up for up and down for down.

    ``rounds``: how many.
    ``price``: what a new card costs.
    """

    rounds: Literal[1, 2, 3] = setting(1, "How many twists")
    price: Price = setting("big bet", "Price of a card")

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        if any(step["step"] == "build" for step in raw["script"]):
            raise ValueError("the hands that players build in this game get no new cards")
        twist: Step = {"step": "draw", "most": 1, "price": self.price, "like_for_like": True}
        return {**raw, "script": before_end(raw, *[twist, {"step": "bet"}] * self.rounds)}

    def words(self) -> str:
        rounds = "" if self.rounds == 1 else f", in {count_word(self.rounds)} rounds with a bet after each"
        cost = "for nothing" if self.price in FREE else f"for {price_text(self.price)}"
        return f"At the end a card may be replaced {cost}, up for up and down for down{rounds}."


def rules_of_opening(bet: Step) -> set[str]:
    """Return the settings of a betting round that say what it takes to open it."""
    return {"needs", "passed", "opener_must"} & set(bet)


@modifier("skip-betting", "Skip betting", "some rounds are dealt without a bet", "No bet in rounds {rounds}")
@dataclass(frozen=True, slots=True)
class SkipBetting(Modifier):
    """Some betting rounds are skipped.

    ``rounds``: which ones, counted from 1.
    """

    rounds: tuple[int, ...] = setting((2,), "Rounds without a bet")

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        bets = [at for at, step in enumerate(raw["script"]) if step["step"] == "bet"]
        if not self.rounds or any(not 1 <= number <= len(bets) for number in self.rounds):
            raise ValueError(betting_rounds(len(bets)))
        if len(set(self.rounds)) >= len(bets):
            raise ValueError("no betting round would be left")
        dropped = {bets[number - 1] for number in self.rounds}
        if any(rules_of_opening(raw["script"][at]) for at in dropped):
            raise ValueError("this game has a rule of its own for who opens that round")
        return {**raw, "script": [step for at, step in enumerate(raw["script"]) if at not in dropped]}

    def words(self) -> str:
        rounds = sorted(set(self.rounds))
        return f"No betting in round{'s' * (len(rounds) > 1)} {listing(map(str, rounds)) if rounds else 'none'}."


@modifier("bet-or-fold", "Bet or fold", "nobody may check")
@dataclass(frozen=True, slots=True)
class BetOrFold(Modifier):
    """Nobody may check, in any betting round."""

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        bets = [step for step in raw["script"] if step["step"] == "bet"]
        if not bets:
            raise ValueError("there is no betting round in this game")
        if all(step.get("bet_or_fold") for step in bets):
            raise ValueError("in this game nobody may check anyway")
        return {**raw, "script": [{**step, "bet_or_fold": True} if step in bets else step for step in raw["script"]]}

    def words(self) -> str:
        return "Nobody may check: bet or fold."


@modifier("blinds", "Hold'em stakes", "a small and a big blind instead of antes")
@dataclass(frozen=True, slots=True)
class Blinds(Modifier):
    """A small and a big blind replace the antes, if the stakes have them, as in hold'em."""

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        if raw.get("blinds"):
            raise ValueError("this game has blinds anyway")
        first = next((at for at, step in enumerate(raw["script"]) if step["step"] == "bet"), None)
        if first is None:
            raise ValueError("there is no betting round in this game")
        if rules_of_opening(raw["script"][first]):
            raise ValueError("this game has a rule of its own for the first bet")
        if any(brings_up(step) for step in raw["script"][:first]):
            raise ValueError("the up-cards say who opens this game")
        return {**raw, "blinds": 2}

    def words(self) -> str:
        return "Blinds replace the antes, if the stakes have them."


@modifier("straddle", "Straddle", "the player after the big blind posts twice as much")
@dataclass(frozen=True, slots=True)
class Straddle(Modifier):
    """The player after the big blind posts twice the big blind, and acts last in the first betting round."""

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        if not raw.get("blinds"):
            raise ValueError("there are no blinds in this game")
        if raw["blinds"] > 2:
            raise ValueError("this game has a straddle already")
        return {**raw, "blinds": 3}

    def words(self) -> str:
        return "The player after the big blind straddles, for twice the big blind."


@modifier(
    "bomb-pot",
    "Bomb pot",
    "everyone antes more, and no bet before the common cards",
    "Everyone antes {times} times the big blind, or the ante without blinds; no bet before the common cards",
)
@dataclass(frozen=True, slots=True)
class BombPot(Modifier):
    """Everyone antes a multiple of the big blind, or of the ante, and nobody bets before the first common cards.

    ``times``: how many big blinds, or antes at a table without blinds.
    """

    times: Times = setting(5, "Times the big blind", least=1)

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        if not isinstance(raw.get("ante", True), bool):
            raise ValueError("this game is a bomb pot already")
        common = [at for at, step in enumerate(raw["script"]) if step["step"] == "common" and step.get("own", True)]
        if not common:
            raise ValueError("there are no common cards in this game")
        script = [step for at, step in enumerate(raw["script"]) if at > common[0] or step["step"] != "bet"]
        if not any(step["step"] == "bet" for step in script):
            raise ValueError("no betting round would be left")
        return {**raw, "script": script, "ante": self.times}

    def words(self) -> str:
        times = f"{count_word(self.times)} times" if self.times > 1 else "only"
        return f"Everyone antes {times} the big blind, or the ante without blinds; no bet before the common cards."


@modifier(
    "hi-lo",
    "High-low",
    "the low hand takes half",
    "High and low split the pot, {style}. A player {both} declare both ways. A low hand is {low}, {qualifier}",
)
@dataclass(frozen=True, slots=True)
class HiLo(Modifier):
    """The low hand takes half the pot.

    ``style``: how players declare, or that cards speak.
    ``qualifier``: the highest card a winning low may hold, such as ``8``; empty for any.
    ``low``: the kind of low hand; ``as the house plays`` leaves it to the night's rules.
    ``both``: players may declare both ways.
    """

    style: Style = setting("together", "Declaration", names=_STYLES)
    qualifier: RankLetter = setting(
        "", "Low must be", choices=("", *_QUALIFIERS), names={"": "Any low hand", **_QUALIFIERS}
    )
    low: LowKind = setting("as the house plays", "A low hand is")
    both: bool = setting(True, "Both ways may be declared", names={True: "may", False: "may not"})

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        high = one_share(raw)
        if high["rule"] != "high":
            raise ValueError("only a game for the high hand can be split with the low")
        low = {"rule": "low", "kind": self.low, "qualifier": self.qualifier}
        names = () if self.both else (high.get("name", "high"), "low")
        return {**raw, "share": [*raw["share"], low], "script": before_end(raw, *declaring(self.style, names))}

    def words(self) -> str:
        how = "; cards speak" if self.style == "cards speak" else f", declared {self.style}"
        return f"High and low split the pot{how}."


@modifier(
    "suit-in-the-hole",
    "Suit in the hole",
    "a card of one suit in the hole takes half",
    "The {end} {suit} in the hole takes half the pot, {style}",
)
@dataclass(frozen=True, slots=True)
class SuitInTheHole(Modifier):
    """The highest or lowest card of a suit in the hole takes half the pot.

    ``suit``: the suit.
    ``end``: whether the highest or the lowest card wins.
    ``style``: how players declare, or that cards speak.
    """

    suit: Literal["spade", "heart", "diamond", "club"] = setting("spade", "Suit")
    end: Literal["high", "low"] = setting("high", "Which card", names={"high": "highest", "low": "lowest"})
    style: Style = setting("together", "Declaration", names=_STYLES)

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        one_share(raw)
        need_down_cards(raw)
        share = {"rule": "suit-in-hole", "suit": self.suit, "end": self.end}
        return {**raw, "share": [*raw["share"], share], "script": before_end(raw, *declaring(self.style))}

    def words(self) -> str:
        return f"The {self.end}est {self.suit} in the hole splits the pot."


@modifier("low-hand", "Low hand", "the low hand takes the pot")
@dataclass(frozen=True, slots=True)
class LowHand(Modifier):
    """The low hand takes the pot, not the high one, and any hand may open the betting.

    Rounds whose opener the game does not set are opened as in razz.
    """

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        high = one_share(raw)
        if high["rule"] != "high" or high.get("hand"):
            raise ValueError("only a game for the high hand can be played for the low one")
        if high.get("table"):
            raise ValueError("the hand to beat in this game is a high one")
        if any(step["step"] == "turn-until-lead" for step in raw["script"]):
            raise ValueError("players turn cards up until they show the highest hand in this game")
        opener = {"first": "high card brings in", "later": "low hand", **raw.get("opener", {})}
        return {**raw, "share": [{"rule": "low"}], "opener": opener, "script": list(map(_open_to_any, raw["script"]))}

    def words(self) -> str:
        return "The low hand takes the pot."


def _open_to_any(step: Step) -> Step:
    """Return a betting round that any hand may open; any other step unchanged."""
    if step["step"] != "bet":
        return step
    kept = {key: value for key, value in step.items() if key not in ("needs", "then")}
    if kept.get("passed") == "low hand wins":
        del kept["passed"]
    return kept


@modifier(
    "low-qualifier",
    "Low must qualify",
    "in a pot that is split with the low hand",
    "The low hand must be {highest}, else the high hand takes all",
)
@dataclass(frozen=True, slots=True)
class LowQualifier(Modifier):
    """The low hand must qualify to win its part of a split pot.

    ``highest``: the highest card a winning low may hold.
    """

    highest: RankLetter = setting("8", "Low must be", choices=tuple(_QUALIFIERS), names=_QUALIFIERS)

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        lows = [share for share in raw["share"] if share["rule"] == "low"]
        if not lows:
            raise ValueError("no low hand wins in this game")
        if len(lows) == len(raw["share"]):
            raise ValueError("the low hand takes the whole pot of this game: somebody has to win it")
        if any(share.get("qualifier") for share in lows):
            raise ValueError("in this game a low hand has to qualify already")
        shares = [{**share, "qualifier": self.highest} if share in lows else share for share in raw["share"]]
        return {**raw, "share": shares}

    def words(self) -> str:
        return f"A low hand needs {with_article(rank_word(one_rank(self.highest)))} or better."
