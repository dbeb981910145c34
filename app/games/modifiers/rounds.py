"""Modifiers of up-card rounds: several cards at once, common cards, and cards that are rolled, auctioned or drafted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from app.dataclass import dataclass
from app.games.build import setting
from app.games.modifiers import Modifier, Step, modifier
from app.text import count_word, listing, ordinal_word, sentence


@modifier(
    "more-up-cards",
    "Several up-cards at once",
    "two or more in a round of up-cards",
    "In rounds {rounds} of up-cards, counted from the first deal, {count} come at once, {extra}",
)
@dataclass(frozen=True, slots=True)
class MoreUpCards(Modifier):
    """More than one up-card at once in some rounds, as in Mississippi stud.

    ``rounds``: which up-card rounds, counted from 1.
    ``count``: how many up-cards come at once.
    ``extra``: these are extra cards; otherwise the next rounds deal as many fewer, and rounds left empty lose their
    bets.
    """

    rounds: tuple[int, ...] = setting((2,), "Rounds of up-cards")
    count: Literal[2, 3, 4, 5] = setting(2, "How many at once")
    extra: bool = setting(
        False, "More cards in all", names={True: "beside those of later rounds", False: "in place of the next"}
    )

    def __post_init__(self) -> None:
        need_rounds(self.rounds)

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        script = list(raw["script"])
        deals = chosen_up_deals(script, self.rounds)
        for number, deal in zip(sorted(set(self.rounds)), deals, strict=True):
            at = next((at for at, step in enumerate(script) if step is deal), None)
            if at is None:
                raise ValueError(f"the up-cards of round {number} come earlier already")
            missing = self.count - deal["cards"].count("u")
            if missing < 1:
                raise ValueError(f"in round {number} that many up-cards come at once already")
            if not self.extra:
                script = _bring_forward(script, at, missing)
            script[at] = {**deal, "cards": deal["cards"] + "u" * missing}
        return {**raw, "script": script}

    def words(self) -> str:
        later = "" if self.extra else ", in place of the next"
        cards = f"{count_word(self.count)} up-cards at once"
        return sentence(f"{cards} in the {_rounds_text(self.rounds)} round of up-cards{later}.")


@modifier(
    "common-cards",
    "Common cards",
    "in the middle, for every hand",
    "In rounds {rounds} of up-cards, counted from the first deal, {count} common cards come {beside} the up-cards",
)
@dataclass(frozen=True, slots=True)
class CommonCards(Modifier):
    """Common cards, which count in every hand, are dealt in rounds of up-cards.

    ``rounds``: which up-card rounds, counted from 1.
    ``count``: how many common cards each of these rounds deals.
    ``beside``: they come in addition to the round's up-cards; otherwise in their place.
    """

    rounds: tuple[int, ...] = setting((2,), "Rounds of up-cards")
    count: Literal[1, 2, 3, 4, 5] = setting(1, "How many in each")
    beside: bool = setting(False, "Beside the up-cards", names={True: "beside", False: "in place of"})

    def __post_init__(self) -> None:
        need_rounds(self.rounds)

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        chosen = chosen_up_deals(raw["script"], self.rounds)
        script: list[Step] = []
        for step in raw["script"]:
            if not any(step is deal for deal in chosen):
                script.append(step)
                continue
            cards = step["cards"] if self.beside else step["cards"].replace("u", "")
            script += [{**step, "cards": cards}] if cards else []
            script.append({"step": "common", "count": self.count})
        if not any(step["step"] == "deal" for step in script):
            raise ValueError("nobody would be dealt a card")
        # With common cards, rounds cannot be told apart by how many cards each player holds.
        return {**raw, "script": script, "streets": "rounds"}

    def words(self) -> str:
        cards = "one common card" if self.count == 1 else f"{count_word(self.count)} common cards"
        where = f"in the {_rounds_text(self.rounds)} round of up-cards"
        return sentence(f"{cards} {where}, {'beside' if self.beside else 'in place of'} the up-cards.")


def need_rounds(rounds: Sequence[int]) -> None:
    """Raise ValueError if no round is named."""
    if not rounds or 0 in rounds:
        raise ValueError("say which rounds of up-cards, counted from 1")


def chosen_up_deals(script: Sequence[Step], rounds: Sequence[int]) -> list[Step]:
    """Return the steps that deal the up-cards of these rounds, in order; raises ValueError for a missing round."""
    deals = [step for step in script if step["step"] == "deal" and "u" in step["cards"] and not step.get("bought")]
    if not deals:
        raise ValueError("no round of this game deals up-cards")
    if max(rounds) > len(deals):
        which = "only one round" if len(deals) == 1 else f"rounds 1 to {len(deals)}"
        raise ValueError(f"up-cards are dealt in {which} of this game")
    return [deals[number - 1] for number in sorted(set(rounds))]


def _bring_forward(script: Sequence[Step], at: int, count: int) -> list[Step]:
    """Return the script without ``count`` up-cards of the rounds after a deal; emptied rounds lose their bets."""
    script = list(script)
    while count:
        bet, deal = (script[at + 1 : at + 3] + [{"step": ""}] * 2)[:2]
        if bet["step"] != "bet" or deal["step"] != "deal" or set(deal["cards"]) != {"u"} or deal.get("bought"):
            raise ValueError("no later round deals only up-cards that could come at once")
        taken = min(count, len(deal["cards"]))
        count -= taken
        left = deal["cards"][taken:]
        script[at + 1 : at + 3] = [bet, {**deal, "cards": left}] if left else []
    return script


def _rounds_text(rounds: Sequence[int]) -> str:
    return listing([ordinal_word(number) for number in sorted(set(rounds))])


@modifier(
    "roll-your-own",
    "Roll your own",
    "cards come down, and each chooses what to turn up",
    "Cards come face down, and each player turns one up, {style}",
)
@dataclass(frozen=True, slots=True)
class RollYourOwn(Modifier):
    """Cards that the game deals up come down, and each player turns one up.

    ``style``: all together, in turn, or ``choose before``: in turn, each player takes the next card up, or turns up one
    already held and takes the next down.
    """

    style: Literal["together", "in turn", "choose before"] = setting(
        "together", "Turning up", names={"choose before": "chosen before the deal"}
    )

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        if any(step["step"] in ("roll", "build", "turn-until-lead") for step in raw["script"]):
            raise ValueError("the cards of this game are rolled already")
        if not any(step["step"] == "deal" and "u" in step["cards"] for step in raw["script"]):
            raise ValueError("there are no up-cards to roll in this game")
        script: list[Step] = []
        for step in raw["script"]:
            if step["step"] != "deal" or "u" not in step["cards"]:
                script.append(step)
            elif self.style == "choose before":
                script.append({**step, "cards": step["cards"].replace("u", "c")})
            else:
                dealt = {key: step[key].replace("u", "d") for key in ("cards", "bought_cards") if key in step}
                script += [{**step, **dealt}, *self._rolls(step)]
        return {**raw, "script": script}

    def _rolls(self, step: Step) -> list[Step]:
        """Return the rolls that replace the up-cards of a deal, with separate ones for buyers."""
        roll: Step = {"step": "roll", "count": step["cards"].count("u"), "in_turn": self.style == "in turn"}
        for_buyers = str(step.get("bought_cards", step["cards"])).count("u")
        if for_buyers == roll["count"]:
            return [roll]
        rolls: list[Step] = [{**roll, "unless_bought": step["bought"]}]
        return [*rolls, {**roll, "count": for_buyers, "bought": step["bought"]}] if for_buyers else rolls

    def words(self) -> str:
        return {
            "together": "Cards are dealt face down; all turn up one of theirs together.",
            "in turn": "Cards are dealt face down; in turn, each turns up one of theirs.",
            "choose before": "In turn, each takes the next card up, or turns one of theirs up and takes it down.",
        }[self.style]


@modifier(
    "auction",
    "Auction",
    "the first up-card of a round is bid for",
    "The first card of each round {rounds} is bid for, {once}, {sealed}",
)
@dataclass(frozen=True, slots=True)
class AuctionedUpCards(Modifier):
    """The first card of a round of up-cards is auctioned.

    ``once``: the bidding goes around once, with one bid per player.
    ``sealed``: everyone bids at the same time, in secret.
    ``rounds``: which rounds begin with an auction: every one with up-cards, or only those of a single card for each
    player, which leaves the first deal as it is.
    """

    once: bool = setting(False, "One bid each", names={True: "with one bid each", False: "until nobody bids more"})
    sealed: bool = setting(False, "All bid at once", names={True: "all at once in secret", False: "aloud"})
    rounds: Literal["of a single card", "every up-card round"] = setting(
        "of a single card", "Rounds that begin so", names={"every up-card round": "with up-cards"}
    )

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        auction: Step = {"step": "auction-card", "once": self.once, "sealed": self.sealed}
        if self.rounds == "of a single card":
            return _rounds_of_one(raw, auction)
        script = [new for step in raw["script"] for new in _auctioned(step, auction)]
        if auction not in script:
            raise ValueError("this game deals no up-cards to be bid for")
        return {**raw, "script": script}

    def words(self) -> str:
        rounds = "each up-card round" if self.rounds == "every up-card round" else "each round of a single up-card"
        return f"The first card of {rounds} is turned in the middle and bid for."


def _auctioned(step: Step, auction: Step) -> list[Step]:
    """Return the steps that auction the first up-card of a deal to everyone; any other step unchanged."""
    ups = step["cards"].count("u") if set(step) == {"step", "cards"} else 0
    if not ups or not step["cards"].endswith("u" * ups):
        return [step]
    before, after = step["cards"][:-ups], "u" * (ups - 1)
    dealt_before: list[Step] = [{"step": "deal", "cards": before}] if before else []
    dealt_after: list[Step] = [{"step": "deal", "cards": after}] if after else []
    return [*dealt_before, auction, *dealt_after]


@modifier("draft", "Draft", "up-cards are laid out, the worst hand takes first")
@dataclass(frozen=True, slots=True)
class DraftedUpCards(Modifier):
    """Up-cards after the first deal are laid out in the middle, and the worst hand showing takes first."""

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        return _rounds_of_one(raw, {"step": "draft"})

    def words(self) -> str:
        return "Up-cards are laid out in the middle, and the worst hand showing takes first."


def _rounds_of_one(raw: Mapping[str, Any], instead: Step) -> dict[str, Any]:
    """Return the table with every street of a single up-card dealt another way."""
    script = [instead if step == {"step": "deal", "cards": "u"} else step for step in raw["script"]]
    if script == list(raw["script"]):
        raise ValueError("this game has no street of a single up-card")
    return {**raw, "script": script}
