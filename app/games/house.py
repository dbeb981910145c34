"""House rules and stakes: a table's agreements beyond the game, with the defaults of a friendly home game.

There are four layers, each overriding the one before: the defaults here, the night's own rules, the game's (in razz the
high card brings in wherever it is played), and changes for a single hand.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

from app.dataclass import dataclass, replace
from app.games.build import make
from app.games.errors import GameError
from app.games.rulings import NUMBER, Answer, Ruling, ruling

FirstOpener = Literal["high card", "low card brings in", "high card brings in", "left of dealer"]
LaterOpener = Literal["high hand", "low hand", "left of dealer", "rotates"]
Limit = Literal["fixed", "spread", "pot", "none"]

#: The ways to open with a bring-in.
BROUGHT_IN = frozenset(("low card brings in", "high card brings in"))

#: The ways to open a round, as the end of a sentence.
OPENERS = {
    "high card": "the highest card showing",
    "low card brings in": "the lowest card showing, with a bring-in",
    "high card brings in": "the highest card showing, with a bring-in",
    "left of dealer": "the first player to the dealer's left",
    "high hand": "the highest hand showing",
    "low hand": "the lowest hand showing",
    "rotates": "one seat further each round",
    "who opened": "whoever opened the pot",
    "who bet last": "the last player to bet or raise",
    "after the blinds": "the first player after the blinds",
    "after the straddle": "the first player after the straddle",
}


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The house rules of a table; the field names are the keys of ``_house`` in a record.

    To add a house rule, add a field: forms, rule sheets, the manual and records follow. A rule with a ``group`` begins
    that group.
    """

    opener_first: FirstOpener = ruling(
        "high card",
        "The first round is opened by",
        source="document 002, High Chicago: the highest hand showing begins; a bring-in is casino practice",
        group="Opening",
        says={how: f"First round: {OPENERS[how]}." for how in get_args(FirstOpener)},
        names=OPENERS,
        when=lambda at: at.leaves_opener(first=True),
    )
    opener_later: LaterOpener = ruling(
        "high hand",
        "Later rounds are opened by",
        source="document 002, High Chicago, and document 003, Stud poker: the best hand showing",
        says={how: f"Later rounds: {OPENERS[how]}." for how in get_args(LaterOpener)},
        names={**OPENERS, "rotates": "the next seat each round"},
        when=lambda at: at.leaves_opener(first=False),
    )
    joker_bring_in: Literal["never", "highest"] = ruling(
        "never",
        "Where the highest card brings in, a wild joker up",
        source="document 003, Razz and Mexican stud: the highest card brings in; jokers on any game",
        says={
            "never": "A wild joker up never brings in: it has no rank.",
            "highest": "A wild joker up is the highest card and brings in.",
        },
        when=lambda at: at.joker_may_bring_in,
        names={"never": "Never brings in", "highest": "Is the highest card"},
        before="highest",
    )
    rotation: Literal["by seat", "after the last"] = ruling(
        "by seat",
        "The opener rotates",
        source="document 004, Mad Dog of the Nile and Spinning Dog of the Nile, which do not say",
        says={
            "by seat": "The opener rotates by seat: the second player to the dealer's left opens the second round,"
            " and so on; where a player is out, the next one in opens that round.",
            "after the last": "The opener rotates: the next player in after the last opener.",
        },
        names={"after the last": "to the next player in"},
        when=lambda at: "rotates" in at.openers,
    )
    opener_tie: Literal["left of dealer", "suit"] = ruling(
        "left of dealer",
        "A tie for opener goes to",
        source="custom of the table; casinos decide by suit",
        says={
            "left of dealer": "A tie for the hand showing goes to the first player to the dealer's left.",
            "suit": "A tie for the hand showing goes by suit, spades highest.",
        },
        names={"left of dealer": "the dealer's left", "suit": "the highest suit"},
        when=lambda at: at.opened_by_hand,
    )
    wild_showing: bool = ruling(
        True,
        "Wild up-cards {} in the hand showing",
        source="custom of the table",
        says={
            True: "Wild cards count in the hand showing.",
            False: "Wild cards do not count in the hand showing: it is read at face value.",
        },
        names={True: "count", False: "do not count"},
        when=lambda at: (at.opened_by_hand or at.compares_showing) and at.wild_in_the_open,
    )
    raises: int = ruling(
        3,
        "At most {} raises after a bet (0: no cap)",
        source="custom of the table: a bet and three raises",
        group="Betting",
        says={
            0: "There is no cap on raises.",
            1: "A bet and one raise a round.",
            NUMBER: "A bet and {word} raises a round.",
        },
        when=lambda at: at.capped,
    )
    heads_up_cap: bool = ruling(
        False,
        "Between two players the cap",
        source="casino rules: no cap between two players",
        says={True: "The cap holds between two players too.", False: "Heads-up, there is no cap on raises."},
        names={True: "holds too", False: "does not hold"},
        when=lambda at: at.capped and at.house.raises > 0,
    )
    fold_lifts_cap: bool = ruling(
        False,
        "Once betting is capped, a fold that leaves two players {} the cap",
        source="Robert's Rules of Poker, Betting and raising: a fold does not",
        says={
            True: "A fold that leaves two players lifts the cap.",
            False: "Once betting is capped, a fold that leaves two players does not lift the cap.",
        },
        names={True: "lifts", False: "does not lift"},
        when=lambda at: at.capped and at.house.raises > 0 and not at.house.heads_up_cap,
        before=True,
    )
    all_in_reopens: Literal["full raise", "half raise", "half raise or complete"] = ruling(
        "full raise",
        "A short all-in reopens the betting from a",
        source="casino rules, which differ: a full raise, or half of one",
        says={
            "full raise": "An all-in for less than a full raise does not reopen the betting.",
            "half raise": "An all-in of at least half a raise reopens the betting.",
            "half raise or complete": "An all-in of at least half a raise reopens the betting; "
            "at a fixed limit a smaller one may be completed.",
        },
        names={"half raise or complete": "half raise; a smaller one may be completed"},
        when=lambda at: at.bets,
    )
    big_bet_from_round: int = ruling(
        3,
        "The big bet begins in round",
        source="document 003, Stud poker: the first two rounds at the small bet, or the first three",
        says={1: "Every round is at the big bet.", NUMBER: "The big bet begins in the {ordinal} round."},
        when=lambda at: at.sizes_left_open and at.has_big_bet and not at.leaves_second_of_two,
        least=1,
    )
    two_rounds_big_bet: bool = ruling(
        False,
        "In a game of two betting rounds the second is at",
        source="Robert's Rules of Poker, Draw high, and BARGE rulebook, Limit: after the draw bets double",
        says={
            True: "The second of the two betting rounds is at the big bet.",
            False: "Both betting rounds are at the small bet.",
        },
        names={True: "the big bet", False: "the small bet"},
        when=lambda at: at.leaves_second_of_two,
    )
    open_pair_big_bet: bool = ruling(
        False,
        "An open pair in the second round {} the big bet",
        source="document 003, Stud poker",
        says={
            True: "An open pair in the second round allows the big bet; after one, every raise is of that size.",
            False: "An open pair in the second round does not allow the big bet.",
        },
        names={True: "allows", False: "does not allow"},
        when=lambda at: at.pair_can_open,
    )
    last_bet: int = ruling(
        0,
        "The bet of the last round is {} (0: the big bet)",
        source="document 003, Stud poker: a third, larger bet on the last round alone",
        says={0: "", NUMBER: "The last round is played at {number}."},
        when=lambda at: at.sizes_left_open,
    )
    max_price_no_limit: Literal["pot", "twice the smallest bet"] = ruling(
        "pot",
        "At no limit, the maximum bet as a price is",
        source="document 001, Dakota, and document 004, Canadian: the maximum bet is the price, and no limit has none",
        says={
            "pot": "Where the price is the maximum bet, it is the size of the pot.",
            "twice the smallest bet": "Where the price is the maximum bet, it is twice the smallest bet.",
        },
        names={"pot": "What is in the pot"},
        when=lambda at: at.stakes.limit == "none" and at.asks_price("maximum bet", "big bet"),
    )
    ante_price: Literal["smallest bet", "free"] = ruling(
        "smallest bet",
        "Without an ante, the ante as a price is",
        source="document 004, Weeping Willow: an ante for each trade; Canadian: an ante to keep a card",
        says={
            "smallest bet": "Without an ante, anything priced at the ante costs the smallest bet.",
            "free": "Without an ante, anything priced at the ante is free.",
        },
        names={"smallest bet": "The smallest bet"},
        when=lambda at: at.stakes.ante == 0 and at.asks_price("ante", "double ante"),
    )
    five_of_a_kind: Literal["top", "below royal"] = ruling(
        "top",
        "Five of a kind ranks",
        source="custom of the table",
        group="Hands",
        says={
            "top": "Five of a kind beats everything.",
            "below royal": "Five of a kind ranks just below a royal flush.",
        },
        names={"top": "Above everything", "below royal": "Below a royal flush"},
        when=lambda at: at.wild_high_hand,
    )
    natural_wins: Literal["tie", "high", "high and low"] = ruling(
        "tie",
        "Against the same hand with wild cards, a natural hand {}",
        source="custom of the table",
        says={
            "tie": "A natural hand ties with the same hand with wild cards.",
            "high": "For high, a natural hand beats the same hand with wild cards.",
            "high and low": "A natural hand beats the same hand with wild cards, high and low.",
        },
        names={"tie": "ties", "high": "wins the high", "high and low": "wins high and low"},
        when=lambda at: at.wild_hand,
    )
    wild_repeats: bool = ruling(
        False,
        "A wild card {} repeat a card already held",
        source="custom of the table: the double-ace flush",
        says={
            True: "A wild card may repeat a card already held: a double-ace flush is possible.",
            False: "A wild card stands for a card that the hand does not hold: there is no double-ace flush.",
        },
        names={True: "may", False: "may not"},
        when=lambda at: at.wild_high_hand,
    )
    made_wild_needs_five: bool = ruling(
        True,
        "A wild card made of two {} leave five cards",
        source="document 003, Number Nine, which does not say",
        says={
            True: "A hand is five cards: two cards make one wild card only if that leaves five to play.",
            False: "Two cards that make one wild card may leave a hand of fewer than five.",
        },
        names={True: "must", False: "need not"},
        when=lambda at: at.leaves_open("made_wild_needs_five"),
        before=False,
    )
    low_kind: Literal["ace to five", "ace to six", "deuce to seven"] = ruling(
        "ace to five",
        "A low hand is",
        source="document 004, Rollouts and Laino Roll'em, which differ",
        says={
            "ace to five": "A low hand is ace to five: straights and flushes do not count, and A-2-3-4-5 is best.",
            "ace to six": "A low hand is ace to six: straights and flushes count against it, and A-2-3-4-6 is best.",
            "deuce to seven": "A low hand is deuce to seven: aces are high, straights and flushes count against it, "
            "and 2-3-4-5-7 is best.",
        },
        when=lambda at: at.leaves_open("low_kind") and not at.game.ranking.aces_low,
    )
    low_hole_ace: Literal["high", "low"] = ruling(
        "high",
        "An ace as lowest hole card counts",
        source="documents 001 and 003, low hole card wild, which do not say",
        says={
            "high": "For the lowest hole card an ace is high.",
            "low": "For the lowest hole card an ace is low.",
        },
        when=lambda at: at.leaves_open("low_hole_ace") and at.down_cards > 1 and not at.game.ranking.aces_low,
    )
    both_ways: Literal["win outright", "tie keeps its share"] = ruling(
        "win outright",
        "A player who declares both ways",
        source="document 001, Mississippi Mud, and document 002, High Chicago: both must be won",
        group="Splitting the pot",
        says={
            "win outright": "A player who declares both ways must win both outright: a tie on either side loses all.",
            "tie keeps its share": "Declaring both ways keeps a tied share, but losing either side loses all.",
        },
        names={"win outright": "Must win both outright", "tie keeps its share": "Keeps a tied share"},
        when=lambda at: "both" in at.declared,
    )
    both_scope: Literal["each pot", "whole hand"] = ruling(
        "each pot",
        "Both ways is judged",
        source="custom of the table: the documents have no side pots",
        says={
            "each pot": "Both ways is judged pot by pot.",
            "whole hand": "A player who declares both ways and fails in the main pot fails in every pot.",
        },
        names={"each pot": "Pot by pot", "whole hand": "For the whole hand"},
        when=lambda at: "both" in at.declared,
    )
    nobody_holds: Literal["next hand", "cards speak", "redeal"] = ruling(
        "next hand",
        "A pot without a valid declaration",
        source="document 002, High Chicago: without a spade down nobody wins that half, whatever was declared",
        says={
            "next hand": "A pot without a valid declaration stays for the next hand.",
            "cards speak": "In a pot without a valid declaration, cards speak.",
            "redeal": "A pot without a valid declaration is dealt for again by those left in it.",
        },
        names={
            "next hand": "Stays for the next hand",
            "cards speak": "Is won as cards speak",
            "redeal": "Is dealt for again",
        },
        when=lambda at: at.may_all_fail,
        before="cards speak",
    )
    uncontested_declarations: Literal["need not show", "must show"] = ruling(
        "need not show",
        "The only player to declare a part of the pot",
        source="custom of the table: a player alone in it has nothing to show",
        says={
            "need not show": "The only player to declare a part that any hand can win takes it without showing.",
            "must show": "The only player to declare a part of the pot must still show a hand for it.",
        },
        when=lambda at: at.may_be_uncontested,
        before="must show",
    )
    unclaimed_half: Literal["other half", "next hand"] = ruling(
        "other half",
        "A half that nobody wins goes to the",
        source="document 002, The Bitch: the high hand takes all; elsewhere custom of the table",
        says={
            "other half": "A part of the pot that nobody wins goes to the other, unless the game says otherwise.",
            "next hand": "A part of the pot that nobody wins stays for the next hand, unless the game says otherwise.",
        },
        when=lambda at: at.half_left_open,
    )
    payments_won_by: Literal["matched", "everyone in"] = ruling(
        "matched",
        "What is paid for an option, a twist, an event or a bid is won by",
        source="custom of the table: the documents have payments, but nobody all in",
        says={
            "matched": "Payments other than bets are split like bets: an all-in player wins only what they matched.",
            "everyone in": "Payments other than bets go in the main pot, for everyone still in, whatever they paid.",
        },
        names={"matched": "Those who could match it", "everyone in": "Everyone still in"},
        when=lambda at: at.leaves_open("payments_won_by"),
    )
    free_redraw: Literal["returned", "main pot"] = ruling(
        "returned",
        "A price that nobody else could match",
        source="custom of the table: a twist bought against players who are all in",
        says={
            "returned": "A price paid when everyone else is all in goes in the payer's own side pot.",
            "main pot": "A price paid when everyone else is all in goes in the main pot.",
        },
        names={"returned": "Goes in the payer's own side pot", "main pot": "Goes in the main pot"},
        when=lambda at: at.leaves_open("free_redraw") and at.house.payments_won_by == "matched",
    )
    odd_chip_split: Literal["high hand", "other half", "next pot"] = ruling(
        "high hand",
        "The odd chip in a split pot goes to the",
        source="custom of the table",
        says={
            "high hand": "The odd chip in a split pot goes to the high hand, or else to the part named first.",
            "other half": "The odd chip in a split pot goes to the other half.",
            "next pot": "The odd chip in a split pot stays for the next pot.",
        },
        when=lambda at: at.split,
    )
    odd_chip_tie: Literal["left of dealer", "suit"] = ruling(
        "left of dealer",
        "The odd chip between tied players goes to",
        source="custom of the table; casinos go by suit in stud",
        says={
            "left of dealer": "The odd chip of a tie goes to the winner nearest the dealer's left.",
            "suit": "The odd chip of a tie goes to the highest card by suit.",
        },
        names={"left of dealer": "the dealer's left", "suit": "the highest suit"},
    )
    chip_unit: int = ruling(
        1,
        "The smallest chip is",
        source="the chips on the table",
        group="Cards and chips",
        says={1: "", NUMBER: "The smallest chip is {number}: no pot is split finer."},
        least=1,
    )
    short_deck: Literal["common card", "deal what is left"] = ruling(
        "common card",
        "If the deck is too short for a street,",
        source="document 001, the unnamed draw game, and casino rules for seven-card stud",
        says={
            "common card": "If the deck is too short for everyone's next card, one common card is turned up for all.",
            "deal what is left": "If the deck is too short for everyone's next card, it is dealt as far as it goes.",
        },
        names={"common card": "One common card is turned up", "deal what is left": "What is left is dealt"},
        when=lambda at: at.cards_needed.may_run_short,
    )
    burns: Literal[0, 1] = ruling(
        0,
        "Before each street",
        source="casino rules: a card is burnt before each street but the first",
        says={0: "", 1: "A card is burnt before each street that follows a betting round."},
        names={0: "No card is burnt", 1: "One card is burnt"},
        when=lambda at: at.burns_between_bets,
    )
    turn_order: Literal["dealer's left", "as tapped"] = ruling(
        "dealer's left",
        "Cards turned up together count",
        source="document 001, Roll Your Own: cards are turned up at the same time",
        says={
            "dealer's left": "Cards turned up together count from the dealer's left, each player's highest first.",
            "as tapped": "Cards turned up together count in the order in which the dealer enters them.",
        },
        names={"dealer's left": "From the dealer's left"},
        when=lambda at: at.turn_order_matters,
        before="as tapped",
    )
    overtaken_all_up: Literal["folds", "stays"] = ruling(
        "folds",
        "A player overtaken with every card up",
        source="document 004, Beat Your Neighbor: whoever cannot beat the best hand showing folds",
        says={
            "folds": "A player who is overtaken with every card up folds when it is their turn to turn cards.",
            "stays": "A player who is overtaken with every card up stays in the betting.",
        },
        when=lambda at: at.leaves_open("overtaken_all_up"),
        before="stays",
    )
    draft_ties: Literal["dealer's left", "by suit"] = ruling(
        "dealer's left",
        "Between equal hands showing, the draft begins with",
        source="document 003, Draft, which does not say",
        says={
            "dealer's left": "Between equal hands showing, the first to the dealer's left takes a card first.",
            "by suit": "Between equal hands showing, the one lower by suit takes a card first, spades highest.",
        },
        names={"dealer's left": "The first to the dealer's left", "by suit": "The lowest suit"},
        when=lambda at: at.leaves_open("draft_ties"),
    )
    unbid_card: Literal["next player", "dead"] = ruling(
        "next player",
        "A card that nobody bids for",
        source="document 003, Auction, which does not say",
        says={
            "next player": "A card that nobody bids for goes to the next player in the order of the deal.",
            "dead": "A card that nobody bids for is dead, and everyone is dealt one.",
        },
        names={"next player": "Goes to the next player", "dead": "Is dead"},
        when=lambda at: at.leaves_open("unbid_card"),
    )

    def __post_init__(self) -> None:
        for name, rule in HOUSE.items():
            if NUMBER in rule.says and getattr(self, name) < rule.least:
                raise GameError(f"{name} must be at least {rule.least}", about=name)

    def big_bet_round(self, rounds: int) -> int:
        """Return the first round at the big bet in a game of ``rounds`` betting rounds, 0 if their number varies."""
        return min(self.big_bet_from_round, 2) if self.two_rounds_big_bet and rounds == 2 else self.big_bet_from_round


def _house() -> dict[str, Ruling]:
    rules: dict[str, Ruling] = {}
    group = ""
    for field in dataclasses.fields(HouseRules):
        rule: Ruling = field.metadata["ruling"]
        group = rule.group or group
        rules[field.name] = replace(rule, id=field.name, group=group)
    return rules


#: The house rules by id, in the order of screens and sheets.
HOUSE: Mapping[str, Ruling] = _house()

#: The answers for hands stored before a rule could be chosen.
BEFORE_THE_CHOICE: Mapping[str, Answer] = {name: rule.before for name, rule in HOUSE.items() if rule.before is not None}


def house_by_group() -> Mapping[str, list[Ruling]]:
    """Return the house rules under their headings."""
    groups: dict[str, list[Ruling]] = {}
    for rule in HOUSE.values():
        groups.setdefault(rule.group, []).append(rule)
    return groups


def house_rules(*layers: Mapping[str, Any], where: str = "house rules", bet_streets: Sequence[int] = ()) -> HouseRules:
    """Return the defaults, changed by each layer in turn; raises GameError for an unknown rule or setting.

    Layers may have keys of older versions; ``bet_streets`` are the streets of the game's betting rounds, if known.
    """
    merged: dict[str, Any] = {}
    for layer in layers:
        merged |= _with_current_keys(layer, bet_streets)
    return make(HouseRules, merged, where)


def _with_current_keys(layer: Mapping[str, Any], bet_streets: Sequence[int]) -> dict[str, Any]:
    current = dict(layer)
    if isinstance(natural := current.get("natural_wins"), bool):
        current["natural_wins"] = "high" if natural else "tie"
    if type(cards := current.get("big_bet_from")) is int and "big_bet_from_round" not in current:
        del current["big_bet_from"]
        # A street given by its number of cards stands for the first round played with at least that many.
        earlier = sum(street < cards for street in bet_streets) if bet_streets else cards - 3
        current["big_bet_from_round"] = max(1, earlier + 1)
    return current


def changed(rules: HouseRules) -> dict[str, Any]:
    """Return the rules that differ from the defaults."""
    return {name: answer for name, rule in HOUSE.items() if (answer := getattr(rules, name)) != rule.default}


@dataclass(frozen=True, slots=True)
class Stakes:
    """The stakes of a hand, in chips of the smallest unit.

    ``limit`` is fixed (``small`` and ``big``), spread (``min_bet`` to ``max_bet``), pot, or none (both from
    ``min_bet``). ``bring_in`` is 0 if no player is forced to open. Games with blinds use ``blind_ante`` and the blinds
    instead of ``ante``, unless ``big_blind`` is 0. ``big_blind_ante`` is posted by the big blind alone, instead of
    ``blind_ante`` by everyone. ``dealer_antes``: the dealer posts everyone's ante.
    """

    ante: int = 1
    bring_in: int = 0
    limit: Limit = "fixed"
    small: int = 2
    big: int = 4
    min_bet: int = 2
    max_bet: int = 0
    small_blind: int = 0
    big_blind: int = 0
    blind_ante: int = 0
    dealer_antes: bool = False
    big_blind_ante: int = 0

    def __post_init__(self) -> None:
        for name, chips in dataclasses.asdict(self).items():
            if name != "limit" and chips < 0:
                raise GameError(f"{name} cannot be below 0", about=name)
        if self.limit == "fixed" and not 0 < self.small <= self.big:
            raise GameError("the small bet must be above 0 and not above the big bet", about="small")
        if self.limit != "fixed" and self.min_bet < 1:
            raise GameError("the smallest bet must be above 0", about="min_bet")
        if self.limit == "spread" and self.max_bet < self.min_bet:
            raise GameError("the largest bet of a spread limit cannot be below the smallest", about="max_bet")
        if self.bring_in and self.bring_in > self.smallest_bet:
            raise GameError("the bring-in cannot be above the smallest bet", about="bring_in")
        if self.small_blind > self.big_blind:
            raise GameError("the small blind cannot be above the big blind", about="small_blind")
        if self.big_blind > self.smallest_bet:
            raise GameError("the big blind cannot be above the smallest bet", about="big_blind")
        if self.blind_ante and self.big_blind_ante:
            raise GameError("either everyone antes or the big blind does", about="big_blind_ante")

    @property
    def smallest_bet(self) -> int:
        """Return the smallest bet allowed."""
        return self.small if self.limit == "fixed" else self.min_bet

    def words(
        self,
        last_bet: int = 0,
        *,
        ante: int | None = None,
        ante_price: int = 0,
        bring_in: bool = True,
        blinds: bool = True,
        bets: bool = True,
        big: bool = True,
    ) -> str:
        """Return the stakes as players say them: ``ante 1, fixed limit 2/4/20`` if the last round has a bet of 20.

        The smallest bet is left out if it is the big blind. Pass the ``ante`` of one game, or None for a night, which
        also names the ante of games with blinds; the ``ante_price`` of a game in which the ante is only a price; and
        False for the ``bring_in``, ``blinds``, ``bets`` or ``big`` bet that a game does not have.
        """
        sizes = [self.small, *([self.big] if big else []), *([last_bet] if last_bet else [])]
        least = "" if blinds and self.big_blind == self.min_bet else f", bets from {self.min_bet}"
        limit = {
            "fixed": f"fixed limit {'/'.join(map(str, sizes))}",
            "spread": f"spread limit {self.min_bet} to {self.max_bet}",
            "pot": f"pot limit{least}",
            "none": f"no limit{least}",
        }[self.limit]
        dealt = "dealer antes {} a player" if self.dealer_antes else "ante {}"
        antes = self.ante if ante is None else ante
        parts = {
            dealt.format(antes): antes > 0,
            f"ante {ante_price} as a price only": ante_price > 0,
            "no ante": ante is None and not (antes or self.bring_in or self.big_blind),
            f"bring-in {self.bring_in}": bring_in and self.bring_in > 0,
            f"blinds {self.small_blind}/{self.big_blind}": blinds and self.big_blind > 0,
            f"ante {self.blind_ante} with blinds": ante is None and self.big_blind > 0 and self.blind_ante > 0,
            f"big blind ante {self.big_blind_ante}": blinds and self.big_blind > 0 and self.big_blind_ante > 0,
            limit: bets,
        }
        return ", ".join(words for words, applies in parts.items() if applies)


#: The stakes of a new night. The bring-in is for the games that insist on one.
DEFAULT_STAKES = Stakes(bring_in=1)
