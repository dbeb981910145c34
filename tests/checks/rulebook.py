"""The rulebook for each game: wild cards, the parts of the pot, and how hands rank.

Only differences from plain stud for the high hand are listed. Games missing from ``GAMES`` are not checked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from app.games.house import HouseRules
from tests.checks.calls import Call
from tests.checks.contest_money import Terms
from tests.checks.wild_rules import (
    AtPlace,
    ByStreet,
    Cards,
    FirstUp,
    FollowThePair,
    FollowTheQueen,
    InTheHole,
    Jokers,
    LastCommon,
    LowestCommon,
    LowHole,
    NamedByTable,
    NamedByWinner,
    PlayersIn,
    Ranks,
    Rule,
    Suited,
    Turning,
    TwoRanks,
    UntilUp,
    Woolworth,
    ranks,
)

Options = Mapping[str, Any]

ONE_EYED_JACKS = frozenset({"Js", "Jh"})


@dataclass(frozen=True)
class Part:
    """A part of the pot, and the hand that wins it.

    ``kind``: ``high``, ``low``, ``badugi``, ``points``, ``suit``, ``card``, or ``judged`` by the table. ``cards``: the
    cards judged: all, or ``up``, ``down``, ``own``, ``apart``, ``rest``, the open hand of that name, or ``any`` open
    hand. ``line``: the number of the only line that may be used. ``ranking``: the ranking of lows, badugis and suits.
    ``best``: the highest card of a qualifying low. ``suit``, ``end``, ``without``: the suit, whether its high or low
    card wins, and a card that does not. ``full``: only five cards win. ``unclaimed``: the game's rule for a part
    without a winner, if it overrides the house. ``to``: the number that cards add up to. ``ace``, ``face``: the values
    of an ace and a face card. ``over``: the worth of a hand above the number. ``beat``: the places of a hand in the
    middle that the winner must beat or tie. ``least``: the number of cards of one rank that the winner must have.
    """

    name: str
    kind: str
    cards: str = ""
    ranking: str = "a5"
    best: str = ""
    suit: str = ""
    end: str = "high"
    without: str = ""
    full: bool = False
    unclaimed: str = ""
    to: int = 0
    face: float = 10
    over: str = ""
    beat: tuple[str, ...] = ()
    least: int = 0
    line: int = 0
    ace: tuple[int, ...] = (1, 11)

    @property
    def must_qualify(self) -> bool:
        """Whether some hands cannot win the part."""
        some_cannot = self.kind in ("suit", "card", "judged") or self.over == "never wins"
        return some_cannot or bool(self.best or self.beat or self.least) or self.full or self.cards in ("apart", "rest")


HIGH = Part("high", "high")
JUDGED = Part("pot", "judged")


@dataclass(frozen=True)
class Rules:
    """The rules of one hand, as called.

    ``exactly``: the number of down cards that play, with the rest of the five from the middle; 0 without this rule.
    ``down_limit``: the number of down cards that may play, and of how many of the first dealt. ``sums``: the number
    that two cards must add up to, to make a wild one. ``picks``: each player makes one card wild. ``lines``: the places
    of common cards that may be used together, one line to a hand. ``whole_line``: all cards of the line play.
    ``middle_hole``: places in the middle whose cards are not up-cards. ``three_cards``: straights and flushes of three
    count. ``contest``: the terms of a contest for the pot without bets. ``scoop``: a pot goes only to a player who wins
    every part of it alone. ``judged``: this module knows how the pot is won.
    """

    wild: list[Rule] = field(default_factory=list)
    parts: list[Part] = field(default_factory=lambda: [HIGH])
    strip: str = ""
    flush_first: bool = False
    three_first: bool = False
    four_cards: bool = False
    aces_low: bool = False
    wheel: bool = True
    gap_straights: bool = True
    exactly: int = 0
    down_limit: tuple[int, int] | None = None
    sums: int = 0
    picks: bool = False
    scoop: bool = False
    lines: tuple[str, ...] = ()
    whole_line: bool = False
    middle_hole: tuple[str, ...] = ()
    three_cards: bool = False
    contest: Terms | None = None
    judged: bool = True

    @property
    def ace_is_low(self) -> bool:
        """Whether an ace is low wherever cards are compared."""
        lows = all(part.kind in ("low", "badugi") and part.ranking != "27" for part in self.parts)
        return self.aces_low or lows


KINDS = {"ace to five": "a5", "ace to six": "a6", "deuce to seven": "27"}


def low(house: HouseRules, called: str, best: str = "", cards: str = "", *, full: bool = False) -> Part:
    """Return a low of the kind called, or of the house's kind if the call leaves it open."""
    kind = house.low_kind if called == "as the house plays" else called
    return Part("low", "low", cards, ranking=KINDS[kind], best=best, full=full)


def suit(name: str, end: str, **more: str) -> Part:
    return Part(name, "suit", suit=name[0], end=end, **{"ranking": "27", **more})


def low_suit(name: str, options: Options) -> Part:
    return suit(name, "low", ranking="a5" if options["ace"] == "low" else "27")


def black_mariah_both(options: Options, house: HouseRules) -> Rules:
    return Rules(parts=[replace(HIGH, unclaimed=options["nobody_has_both"]), suit("spade", "high")], scoop=True)


def either_spade(options: Options, house: HouseRules) -> Rules:
    spade = suit("spade", "high") if options["spade"] == "high" else low_suit("spade", options)
    return Rules(parts=[HIGH, spade])


LOW_A5 = Part("low", "low")
LOW_A6 = Part("low", "low", ranking="a6")
LOW_27 = Part("low", "low", ranking="27")
BADUGI = Part("badugi", "badugi")
EIGHT = Part("low", "low", best="8")
APART = [Part("five", "high", "rest"), Part("two", "high", "apart")]
LOW_HOLE: Callable[[HouseRules], Rule] = lambda house: LowHole(ace=house.low_hole_ace)  # noqa: E731


def plain(options: Options, house: HouseRules) -> Rules:
    return Rules()


def baseball(options: Options, house: HouseRules) -> Rules:
    return Rules([Ranks(letters="39" if options.get("nines_wild", True) else "3")])


def bitch(options: Options, house: HouseRules) -> Rules:
    if options["queen"] == "splits the pot":
        return Rules(parts=[HIGH, Part("queen", "card", suit="Qs", unclaimed="other half")])
    return Rules([Cards(cards=frozenset({"Qs"}))])


def black_mariah(options: Options, house: HouseRules) -> Rules:
    without = "" if options["queen_counts"] else "Qs"
    spade = suit("spade", "low", without=without, unclaimed=options["no_spade"])
    return Rules([Cards(cards=frozenset({"Qs"}))], [HIGH, spade])


def follow_the_queen(options: Options, house: HouseRules) -> Rules:
    rules: list[Rule] = [
        FollowTheQueen("", options["queen_ends_street"] == "nothing wild", options["later_queen"] == "adds")
    ]
    if options["queens"] == "in the hole wild":
        rules.append(InTheHole(letters="Q"))
    if options["queens"] == "all wild":
        rules.append(Ranks(letters="Q"))
    return Rules(rules)


def follow_the_queen_dummy(options: Options, house: HouseRules) -> Rules:
    """Return the rules of Follow the Queen with a dummy, whose up-cards lead but not its hole cards."""
    hole, up = ("first", "second", "seventh"), ("third", "fourth", "fifth", "sixth")
    best = replace(HIGH, beat=hole + up, unclaimed="ante and deal again")
    return Rules([FollowTheQueen()], [best], middle_hole=hole)


def woolworth(options: Options, house: HouseRules) -> Rules:
    jacks: list[Rule] = [Cards(cards=ONE_EYED_JACKS)] if options["one_eyed_jacks"] else []
    return Rules([Woolworth(), *jacks])


def mississippi_mud(options: Options, house: HouseRules) -> Rules:
    six = options["low"] == "ace to six"
    return Rules(parts=[HIGH, LOW_A6 if six else LOW_A5], wheel=options["low"] != "ace to five")


def mississippi_stud(options: Options, house: HouseRules) -> Rules:
    low_hand = low(house, options["low_kind"])
    parts = {"high hand": [HIGH], "low hand": [low_hand], "high and low": [HIGH, low_hand]}
    return Rules(parts=parts[options["played_for"]])


def murrumbidgee(options: Options, house: HouseRules) -> Rules:
    return replace(mississippi_stud(options, house), down_limit=(2, 0))


def stud_eight(options: Options, house: HouseRules) -> Rules:
    return Rules([Jokers(play="bug")] if options["bugs"] else [], [HIGH, EIGHT])


def high_low(options: Options, house: HouseRules) -> Rules:
    return Rules(parts=[HIGH, low(house, options["low_kind"])])


def auction(options: Options, house: HouseRules) -> Rules:
    return Rules() if options["high_low"] == "no" else high_low(options, house)


def dakota(options: Options, house: HouseRules) -> Rules:
    return replace(high_low(options, house), wild=[LowHole("high", house.low_hole_ace)])


def jackal(options: Options, house: HouseRules) -> Rules:
    """Return the rules of Jackal: aces are low in every hand, so that deuce-to-seven becomes ace-to-six."""
    low_hand = low(house, options["low_kind"])
    return Rules(parts=[HIGH, replace(low_hand, ranking="a6") if low_hand.ranking == "27" else low_hand], aces_low=True)


def doubles(options: Options, house: HouseRules) -> Rules:
    if options["down_for"] == "highest":
        return Rules(parts=[Part("high", "high", "up"), Part("down", "high", "down")])
    return Rules(
        parts=[Part("high", "high", "up"), replace(low(house, "as the house plays", cards="down"), name="down")]
    )


def dog(wild: bool) -> Callable[[Options, HouseRules], Rules]:
    """Return the rules of a game whose low needs a nine or better."""
    return lambda options, house: Rules(
        [LOW_HOLE(house)] if wild else [], [HIGH, low(house, options["low_kind"], best="9")]
    )


def low_hole(options: Options, house: HouseRules) -> Rules:
    return Rules([LOW_HOLE(house)])


def open_hands(*wild: Rule) -> Callable[[Options, HouseRules], Rules]:
    """Return the rules of a game with a high and a low hand, built in the open."""
    return lambda options, house: Rules(
        [*wild], [Part("high", "high", "high"), low(house, options["low_kind"], cards="low")]
    )


def any_hands(*, full: bool) -> Callable[[Options, HouseRules], Rules]:
    """Return the rules of a game in which each hand built may win either half."""
    return lambda options, house: Rules(
        parts=[Part("high", "high", "any"), low(house, options["low_kind"], cards="any", full=full)]
    )


def henway(options: Options, house: HouseRules) -> Rules:
    if options["either"]:
        return any_hands(full=False)(options, house)
    return Rules(parts=[Part("high", "high", "right"), low(house, options["low_kind"], cards="left")])


def seven_twenty_seven(options: Options, house: HouseRules) -> Rules:
    return Rules(parts=[Part(name, "points", to=int(name), face=0.5, over=options["over"]) for name in ("27", "7")])


CROSS = ("left centre right", "top centre bottom")
SQUARE = (
    *("top-left top top-right", "left centre right", "bottom-left bottom bottom-right"),
    *("top-left left bottom-left", "top centre bottom", "top-right right bottom-right"),
)
DIAGONALS = ("top-left centre bottom-right", "bottom-left centre top-right")
FLOORS = ("top-left elevator top-right", "left elevator right", "bottom-left elevator bottom-right")
BOARDS = tuple(" ".join(f"{board}-{number}" for number in range(1, 6)) for board in ("top", "bottom"))
BEDS = tuple(" ".join(f"{row}-{number}" for number in range(1, 6)) for row in ("upper", "lower"))
PYRAMID = tuple(
    f"top {middle} {end}" for middle in ("left", "right") for end in ("bottom-left", "bottom", "bottom-right")
)
LONG_CROSS = ("left inner-left centre inner-right right", "top upper centre lower bottom")
FLOPS = tuple(
    f"{flop}-1 {flop}-2 {flop}-3 {turn}-turn river"
    for flop, turn in (("top", "upper"), ("middle", "upper"), ("middle", "lower"), ("bottom", "lower"))
)
RIM = "north north-east east south-east south south-west west north-west".split()
WHEEL = tuple(" ".join((RIM[at - 2], RIM[at - 1], RIM[at])) for at in range(len(RIM)))
CENTRE = AtPlace(places=("centre",))


def iron_cross(options: Options, house: HouseRules) -> Rules:
    wild: list[Rule] = [] if options["centre"] == "not wild" else [replace(CENTRE, rank="rank" in options["centre"])]
    low_too = options["played_for"] != "the highest hand"
    return Rules(wild, [HIGH, low(house, "as the house plays")] if low_too else [HIGH], lines=CROSS)


def criss_cross(options: Options, house: HouseRules) -> Rules:
    wild = {"the centre card and its rank": [CENTRE], "deuces": [Ranks(letters="2")], "nothing": []}
    low_too = options["played_for"] != "the highest hand"
    parts = [HIGH, low(house, "as the house plays")] if low_too else [HIGH]
    return Rules([*wild[options["wild"]]], parts, lines=CROSS)


def tic_tac_toe(options: Options, house: HouseRules) -> Rules:
    parts = [HIGH, low(house, options["low_kind"])] if options["high_low"] else [HIGH]
    whole = options["cards_of_the_line"] == "all"
    return Rules([CENTRE] if options["centre_wild"] else [], parts, lines=SQUARE + DIAGONALS, whole_line=whole)


def kings_and_little_ones_stud(options: Options, house: HouseRules) -> Rules:
    return Rules([Ranks(letters="K"), LowHole(ace=options["ace"], whole=options["lowest_of"] == "hand")])


def pyramid(options: Options, house: HouseRules) -> Rules:
    return Rules(parts=[HIGH, low(house, options["low_kind"])] if options["high_low"] else [HIGH], lines=PYRAMID)


def hurricane(options: Options, house: HouseRules) -> Rules:
    parts = [HIGH] if options["pot"] == "high" else [HIGH, low(house, options["low_kind"])]
    return Rules([Ranks(letters="2")] if options["deuces"] else [], parts)


def twin_beds(options: Options, house: HouseRules) -> Rules:
    last = AtPlace(places=("upper-5", "lower-5"))
    return Rules([last] if options["last_wild"] else [], lines=BEDS)


def your_way(options: Options, house: HouseRules) -> Rules:
    """Return the rules of a game made up of its options."""
    low_hand = low(house, "as the house plays")
    parts = {"high": [HIGH], "low": [low_hand], "high and low": [HIGH, low_hand], "as the table says": [JUDGED]}
    used = options.get("used", "any")
    return Rules(
        [NamedByTable()] if options["wild"] == "as the table says" else [],
        parts[options["wins"]],
        exactly=0 if used == "any" else used,
    )


def lowball(options: Options, house: HouseRules) -> Rules:
    return Rules(parts=[low(house, options["ranking"])])


def boards(exactly: int) -> Callable[[Options, HouseRules], Rules]:
    """Return the rules of a game with two boards, each for half the pot."""
    parts = [Part("top", "high", line=1), Part("bottom", "high", line=2)]
    return lambda options, house: Rules(
        parts=parts if options["boards"] == "half the pot each" else [HIGH], exactly=exactly, lines=BOARDS
    )


def drawmaha(options: Options, house: HouseRules) -> Rules:
    draw = {
        "the high hand": Part("draw", "high", "own"),
        "deuce to seven": Part("draw", "low", "own", ranking="27"),
        "badugi": Part("draw", "badugi", "own"),
        "the most points": Part("draw", "points", "own", to=500, face=0, ace=(1,)),
        "the fewest points": Part("draw", "points", "own", to=0, face=0, ace=(1,)),
    }
    return Rules(parts=[draw[options["draw_hand"]], Part("Omaha", "high")], exactly=2)


def short_deck(options: Options, house: HouseRules) -> Rules:
    return Rules(strip="2345", flush_first=options["flush"], three_first=options["trips"])


def deuces_wild(options: Options, house: HouseRules) -> Rules:
    also = options["also"]
    deuces = Ranks(letters="2A" if "aces" in also else "2")
    return Rules([deuces] if also == "nothing" else [deuces, Cards(cards=ONE_EYED_JACKS)])


def one_eyed_jacks(options: Options, house: HouseRules) -> Rules:
    return Rules([Cards(cards=ONE_EYED_JACKS | ({"Kh"} if options["suicide_king"] else set()))])


def razzdugi(options: Options, house: HouseRules) -> Rules:
    ranking = KINDS[options["low_hand"]]
    return Rules(parts=[replace(part, ranking=ranking) for part in (LOW_A5, BADUGI)])


def courchevel(options: Options, house: HouseRules) -> Rules:
    return Rules(parts=[HIGH, EIGHT] if options["high_low"] else [HIGH], exactly=2)


def anaconda(options: Options, house: HouseRules) -> Rules:
    return Rules() if options["pot"] == "high" else high_low(options, house)


def take_it_or_leave_it(options: Options, house: HouseRules) -> Rules:
    return Rules(parts=[HIGH] if options["pot"] == "high" else [HIGH, low(house, "as the house plays")])


def howdy_doody(options: Options, house: HouseRules) -> Rules:
    return replace(high_low(options, house), wild=[Ranks("high", "3"), Ranks("low", "K")])


def matching(options: Options, **more: Any) -> Terms:
    """Return the terms of a contest, by the option for players who cannot match the pot."""
    short = options["cannot_match"]
    return Terms(side_pots=short == "wins what they could match", must_match=short == "may not go in", **more)


def oppression(options: Options, house: HouseRules) -> Rules:
    return Rules(contest=matching(options, aside=True))


def guts(options: Options, house: HouseRules) -> Rules:
    best_pays = options["nobody"] == "best pays"
    deck = options.get("monkey", "")
    terms = matching(options, cap=options["cap"], best_pays=best_pays, antes=options["antes"], deck=deck)
    return Rules(three_cards=options.get("three_card_hands", False), contest=terms)


def jacks_or_better(options: Options, house: HouseRules) -> Rules:
    return Rules([] if options["joker"] == "none" else [Jokers(play=options["joker"])])


def blind_mans_bluff(options: Options, house: HouseRules) -> Rules:
    return Rules(contest=Terms()) if options["betting"] == "in or out" else Rules()


def three_five_seven(options: Options, house: HouseRules) -> Rules:
    pay_winner = options["losers"] == "pay the winner"
    terms = Terms(pay_winner=pay_winner, legs=options["legs"], antes=options["antes"], rounds=3)
    return Rules([ByStreet(letters="357")], contest=terms)


def manila(options: Options, house: HouseRules) -> Rules:
    return Rules(strip="23456", flush_first=True, wheel=options["low_ace"], exactly=2)


def fixed(rules: Rules) -> Callable[[Options, HouseRules], Rules]:
    return lambda options, house: rules


MEXICAN_41 = {"strip": "89T", "flush_first": True}
JOKER_41 = Jokers(play="bug up, wild down")

PLAIN = (
    "seven-card-stud five-card-stud six-card-stud six-card-stud-141 roll-your-own mexican-stud blind-stud"
    " seven-card-twist australian alligator english-stud-141 english-stud-twist seven-card-flip draft rollem-out"
    " up-your-draws ainslie-rollover beat-your-neighbor blind-pig left-to-right pig turbo flipem machine-gun-stud"
    " echo-park mexican-stud-iv boot double-exposure reverse-exposure weeping-willow texas-holdem pineapple cincinnati"
    " five-card-draw jackpots double-draw irish super-holdem reverse-holdem round-the-world"
    " mexican-sweat eight-card-stud five-card-stud-131 shotgun psycho pistol-stud cold-hands"
).split()

GAMES: dict[str, Callable[[Options, HouseRules], Rules]] = {
    **dict.fromkeys(PLAIN, plain),
    **dict.fromkeys(("your-way-up-cards", "your-way-middle", "your-way-draw", "your-way-pass"), your_way),
    **dict.fromkeys(
        (
            "chips-only",
            "in-between",
            "bourre",
            "one-card-screw-your-neighbor",
            "thirty-one",
            "red-dog",
            "whiskey-poker",
            "knock-poker",
        ),
        fixed(Rules(parts=[JUDGED])),
    ),
    "lowball-a5": lowball,
    "deuce-to-seven-triple-draw": lowball,
    "california-lowball": fixed(Rules([Jokers()], [LOW_A5])),
    "badugi": fixed(Rules(parts=[BADUGI])),
    "badeucy": fixed(Rules(parts=[LOW_27, replace(BADUGI, ranking="27")])),
    "badacey": fixed(Rules(parts=[LOW_A5, BADUGI])),
    "razzdugi": razzdugi,
    "archie": fixed(Rules(judged=False)),
    "deuce-to-seven-razz": fixed(Rules(parts=[LOW_27])),
    "deuce-to-seven-single-draw": fixed(Rules(parts=[LOW_27])),
    "omaha": fixed(Rules(exactly=2)),
    "omaha-eight": fixed(Rules(parts=[HIGH, EIGHT], exactly=2)),
    **dict.fromkeys(("five-card-omaha", "six-card-omaha", "greek-holdem"), fixed(Rules(exactly=2))),
    "big-o": fixed(Rules(parts=[HIGH, EIGHT], exactly=2)),
    "courchevel": courchevel,
    "double-board-holdem": boards(0),
    "double-board-omaha": boards(2),
    "double-board-bomb-pot": boards(2),
    "drawmaha": drawmaha,
    "short-deck-holdem": short_deck,
    "telesina": lambda options, house: Rules(strip=options["left_out"], flush_first=True),
    "three-card-poker": fixed(Rules(three_cards=True)),
    "hurricane": hurricane,
    "royal-holdem": fixed(Rules(strip="23456789")),
    **dict.fromkeys(("manila", "pinatubo"), manila),
    "holdem-eight": fixed(Rules(parts=[HIGH, EIGHT])),
    "super-stud": lambda options, _: Rules(parts=[HIGH, EIGHT] if options["high_low"] else [HIGH]),
    "joker-draw": lambda options, _: Rules([Jokers(play=options["joker"])]),
    "tahoe": lambda options, _: Rules(parts=[HIGH, EIGHT] if options["high_low"] else [HIGH], down_limit=(2, 0)),
    "cincinnati-low-wild": lambda options, _: Rules([LowestCommon(ace=options["ace"])]),
    "anaconda": anaconda,
    "buy-your-card": anaconda,
    "take-it-or-leave-it": take_it_or_leave_it,
    "grocery-store-dots": lambda options, _: Rules(parts=[HIGH, Part("dots", "judged")] if options["dots"] else [HIGH]),
    "howdy-doody": howdy_doody,
    "screw-your-neighbor": high_low,
    "jacks-back": fixed(Rules(judged=False)),
    "trips-to-win": lambda options, _: Rules(parts=[replace(HIGH, least=3, unclaimed=options["nobody_wins"])]),
    "pick-a-partner": fixed(Rules(judged=False)),
    "oppression": oppression,
    "guts-two-card": guts,
    "guts-three-card": guts,
    "guts-five-card": guts,
    "jacks-or-better": jacks_or_better,
    "blind-mans-bluff": blind_mans_bluff,
    "monkey-guts": guts,
    "three-five-seven": three_five_seven,
    "woolworth": woolworth,
    "baseball": baseball,
    "roll-your-own-baseball": baseball,
    "night-baseball": baseball,
    "auction-wild": fixed(Rules([NamedByWinner()])),
    "black-mariah": black_mariah,
    "roll-your-own-hi-lo": high_low,
    "roll-your-own-chicago": fixed(Rules(parts=[HIGH, suit("spade", "high")])),
    "low-hole-roll-your-own": low_hole,
    "low-hole-wild": low_hole,
    "kings-and-little-ones": lambda options, _: Rules([Ranks(letters="K"), LowHole(ace=options["ace"], whole=True)]),
    "kings-and-little-ones-stud": kings_and_little_ones_stud,
    "dakota": dakota,
    "mississippi-mud": mississippi_mud,
    "draw-then-stud": high_low,
    "chicago": fixed(Rules(parts=[HIGH, suit("spade", "high")])),
    "black-mariah-both": black_mariah_both,
    "low-chicago": lambda options, _: Rules(parts=[HIGH, low_suit("spade", options)]),
    "san-francisco": lambda options, _: Rules(parts=[HIGH, suit(options["suit"], "high")]),
    "low-san-francisco": lambda options, _: Rules(parts=[HIGH, low_suit(options["suit"], options)]),
    "chicago-cards-speak": either_spade,
    "follow-the-queen": follow_the_queen,
    "follow-the-queen-dummy": follow_the_queen_dummy,
    "follow-the-pair": lambda options, _: Rules([FollowThePair("", options["third"], options["wild_pair"])]),
    "the-bitch": bitch,
    "chicago-holdem": either_spade,
    "crazy-pineapple": lambda options, _: Rules(parts=[HIGH, EIGHT] if options["high_low"] else [HIGH]),
    "dr-pepper": fixed(Rules([Ranks(letters="24T")])),
    "spit-in-the-ocean": lambda options, _: Rules([LastCommon()] if options["wild"] else []),
    "black-maria-spade": fixed(Rules(parts=[HIGH, suit("spade", "high")])),
    "crocodile": fixed(Rules(down_limit=(1, 0))),
    "buffalo": lambda options, _: Rules(down_limit=(2, 0 if options["limit"] == "all down cards" else 3)),
    "mississippi-stud": mississippi_stud,
    "murrumbidgee": murrumbidgee,
    "zanetti": fixed(Rules(down_limit=(1, 0))),
    "razz": fixed(Rules(parts=[LOW_A5])),
    "london-lowball": fixed(Rules(parts=[LOW_A6])),
    "stud-eight-or-better": stud_eight,
    "stud-high-low": high_low,
    "five-card-stud-high-low": high_low,
    "kentrel": stud_eight,
    "mexican-stud-41": fixed(Rules([JOKER_41], **MEXICAN_41)),
    "shifting-sands": lambda _, house: Rules([JOKER_41, LOW_HOLE(house)], **MEXICAN_41),
    "option-alley": high_low,
    "soko": fixed(Rules(four_cards=True)),
    "canadian": fixed(Rules(four_cards=True)),
    "cowpie": fixed(Rules(parts=APART)),
    "deuces-wild": deuces_wild,
    "one-eyed-jacks": one_eyed_jacks,
    "man-with-the-axe": fixed(Rules([Ranks(letters="2J"), Cards(cards=frozenset({"Kd"}))], judged=False)),
    "pregnant-threes": fixed(Rules([Ranks(letters="369")])),
    "ben-franklin": fixed(Rules([Ranks(letters="5T")])),
    "football": fixed(Rules([Ranks(letters="46")])),
    "heinz-57": fixed(Rules([Ranks(letters="57")])),
    "heinz-57-draw": fixed(Rules([Ranks(letters="57")])),
    "ten-four": fixed(Rules([Ranks(letters="T4")])),
    "sevens-take-all": fixed(Rules(judged=False)),
    "number-nine": lambda options, _: Rules([Ranks(letters="9")] if options["nines_wild"] else [], sums=9),
    "any-card-wild": fixed(Rules(picks=True)),
    "marriage": fixed(Rules([Ranks(letters="28"), UntilUp()])),
    "touchies": fixed(Rules([Suited()])),
    "five-and-dime": fixed(Rules([Ranks(letters="5T"), TwoRanks()])),
    "countdown": fixed(Rules([PlayersIn()])),
    "ambivalent-clubs": fixed(Rules(judged=False)),
    "auction": auction,
    "assassin-iii": fixed(Rules([Jokers()])),
    "rollouts": high_low,
    "laino-rollem": fixed(Rules(parts=[HIGH, LOW_A5])),
    "texas-tech": high_low,
    "jackal": jackal,
    "slow-death": high_low,
    "low-todd": high_low,
    "double-exposure-hi-lo": high_low,
    "iron-cross": iron_cross,
    "criss-cross": criss_cross,
    "tic-tac-toe": tic_tac_toe,
    "pyramid": pyramid,
    "twin-beds": twin_beds,
    "elevator": lambda options, _: Rules(lines=FLOORS, whole_line=options["cards_of_the_floor"] == "all"),
    "bing": fixed(Rules([CENTRE], lines=SQUARE)),
    "good-bad-ugly": fixed(Rules([AtPlace(places=("good",))])),
    "southern-cross": fixed(Rules(lines=LONG_CROSS)),
    "chowaha": lambda options, _: Rules(exactly=2 if options["both_play"] else 0, lines=FLOPS),
    "death-wheel": fixed(Rules(lines=WHEEL)),
    "stormy-weather": fixed(Rules(exactly=4)),
    "phlegm": fixed(Rules([LastCommon()])),
    "phlegm-in-the-snatch": fixed(Rules([LastCommon()])),
    "double-double": any_hands(full=False),
    "tripple-double": any_hands(full=True),
    "henway": henway,
    "henway-no-peek": open_hands(),
    "bunk-beds": open_hands(),
    "buzz-beds": open_hands(),
    "wtf": open_hands(Ranks("high", "3"), Ranks("low", "K")),
    "doubles": doubles,
    "seven-twenty-seven": seven_twenty_seven,
    "twenty-one": lambda options, _: Rules(
        parts=[Part("points", "points", to=21, over=options["over"], unclaimed="next hand")]
    ),
    "incinerator": low_hole,
    "ricky-delaet-ii": low_hole,
    "shifting-sands-ii": fixed(Rules([FirstUp()])),
    "mad-dog-of-the-nile": dog(wild=True),
    "shifting-dog-of-the-nile": dog(wild=True),
    "rolling-dog-of-the-nile": dog(wild=False),
    "spinning-dog-of-the-nile": dog(wild=False),
}


def rules_of(call: Call, house: HouseRules) -> Rules:
    """Return the rules of a hand: those of its game as changed by its modifiers."""
    rules = GAMES[call.game_id](call.options, house)
    for entry in sorted(call.modifiers, key=modifier_order):
        rules = modified(rules, entry, house)
        if entry.get("all_down") is False:
            # The first cards are the first dealt. After a discard before the showdown, all remaining cards may play.
            use = call.game().use
            rules = replace(rules, down_limit=(entry["use"], use.of_first) if use.of_first else None)
    return rules


def modifier_order(entry: Mapping[str, Any]) -> int:
    """Return a modifier's place in the order: first the low hand, which replaces the high; changed rules last."""
    return {"low-hand": 0, "event": 2, "low-qualifier": 2}.get(entry["modifier"], 1)


def modified(rules: Rules, entry: Mapping[str, Any], house: HouseRules) -> Rules:
    """Return the rules as changed by a modifier; changes to dealing and betting do not matter here."""
    settings = {key: value for key, value in entry.items() if key != "modifier"}
    more: list[Rule] = []
    parts: list[Part] = []
    limit = rules.down_limit
    match entry["modifier"]:
        case "wild":
            cards = {settings["cards"][at : at + 2] for at in range(0, len(settings.get("cards", "")), 2)}
            cards |= ONE_EYED_JACKS if settings.get("one_eyed_jacks") else set()
            cards |= {"Kh"} if settings.get("suicide_king") else set()
            more = [Ranks(letters=settings.get("ranks", "")), Cards(cards=frozenset(cards))]
        case "jokers":
            more = [Jokers(play=settings["play"])]
        case "low-hole-wild":
            more = [LOW_HOLE(house)]
        case "follow-the-queen":
            more = [FollowTheQueen()]
        case "follow-the-pair":
            more = [FollowThePair()]
        case "hi-lo":
            parts = [low(house, settings["low"], settings["qualifier"])]
        case "suit-in-the-hole":
            parts = [suit(settings["suit"], settings["end"])]
        case "extra-down-card" if not settings.get("discard"):
            limit = (settings["use"], 0)
        case "low-hand":
            return replace(rules, parts=[low(house, "as the house plays")])
        case "event" if settings["then"] in ("wild", "not wild"):
            return replace(rules, wild=with_event(rules.wild, settings))
        case "stripped-deck":
            return replace(
                rules,
                strip=rules.strip + settings["ranks"],
                flush_first=settings["flush_beats_full_house"],
                gap_straights=settings["gap_straights"],
            )
        case "low-qualifier":
            lows = [replace(part, best=settings["highest"]) if part.kind == "low" else part for part in rules.parts]
            return replace(rules, parts=lows)
    return replace(rules, wild=[*rules.wild, *more], parts=[*rules.parts, *parts], down_limit=limit)


def with_event(wild: list[Rule], settings: Options) -> list[Rule]:
    """Return wild rules with an event that makes ranks wild, or ends them, even if they were always wild."""
    event = Turning(
        letters=settings["wild_ranks"],
        now=settings["then"] == "not wild",
        by=frozenset(ranks(settings.get("ranks", "")))
        | {settings.get("cards", "")[at : at + 2] for at in range(0, len(settings.get("cards", "")), 2)}
        | frozenset(rank + settings["suit"][0] for rank in "23456789TJQKA" if "suit" in settings),
        pair=settings.get("pair", False),
        count=settings["count"],
    )
    stay = [
        replace(rule, letters="".join(letter for letter in rule.letters if letter not in event.letters))
        if isinstance(rule, Ranks)
        else rule
        for rule in wild
    ]
    return [*stay, event]
