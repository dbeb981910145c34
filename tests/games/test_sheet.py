"""Rule sheets of every game with each value of each option: no repetition, no false claim."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from app.cards.card import RANKS, make_card, parse_cards
from app.dataclass import replace
from app.games.catalog import GameInfo, catalog
from app.games.definition import Game
from app.games.house import HouseRules, Stakes
from app.games.load import library, resolve
from app.games.modifiers.playing import Straddle, Twist
from app.games.modifiers.wild import AddJokers, FollowTheQueen, StrippedDeck
from app.games.rules.wild import combine
from app.games.sheet import rule_sheet, sheet_text
from app.games.situation import Situation
from app.games.steps.showdown import Declare
from app.games.table import PlayerCards, Table
from app.ranking.words import show_high


def variants(info: GameInfo) -> Iterator[Game]:
    """Yield the game as usual, and with every other value of each option."""
    yield resolve(info.id)
    for option in info.options:
        for value in option.values():
            if value != option.default:
                yield resolve(info.id, {option.key: value})


def declared(game: Game) -> set[str]:
    """Return the words that players may declare."""
    steps = [step for step in game.script if isinstance(step, Declare)]
    return {name for step in steps for name in step.names or game.declares}


def charges(game: Game) -> bool:
    """Return whether anything in the game has a price."""
    prices = [
        getattr(part, name, "free") for part in (*game.script, *game.triggers) for name in ("price", "keep_price")
    ]
    return any(price not in ("free", 0) for price in prices)


def nines_are_wild(game: Game) -> bool:
    nine = make_card(RANKS.index("9"), 0)
    return nine in combine(rule.wild(Table((PlayerCards("", True),))) for rule in game.wild).cards


#: Claims that the sentence about a game may make only if they are true.
CLAIMS: dict[str, Callable[[Game], bool]] = {
    r"\b(?<!nobody )declare": lambda game: bool(declared(game)),
    r"\bdeclare high or low\b": lambda game: "both" not in declared(game),
    r"\bcards speak\b": lambda game: not declared(game),
    r"\b(pay|paid|buy|price)\b": charges,
    r"(?<!usually )nines are wild": nines_are_wild,
}


def test_a_rule_sheet_repeats_nothing_and_makes_no_false_claim() -> None:
    for game in (game for info in catalog().values() for game in variants(info)):
        lines = [line for section in rule_sheet(game) for line in section.lines if section.title != "The deal"]
        said = Counter(sentence for line in lines for sentence in re.split(r"(?<=\.) ", line))
        assert [sentence for sentence, times in said.items() if times > 1] == [], game.about
        false = [claim for claim, holds in CLAIMS.items() if re.search(claim, game.about.lower()) and not holds(game)]
        assert false == [], game.about


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        ("mexican-stud-41", {}, "Seven and jack adjoin: 5-6-7-J-Q is a straight."),
        ("shifting-sands", {}, "Each player's down card, and every card of its rank, is wild"),
        (
            "five-and-dime",
            {},
            "5s and 10s are wild.\n  Cards are wild only for a player whose hand has wild cards of two ranks.",
        ),
        ("shifting-sands", {}, "A joker in the hole makes no other card wild"),
        ("joker-draw", {}, "The joker is a bug: an ace"),
        ("california-lowball", {}, "The joker is wild."),
        ("chicago", {}, "All declare high, spade or both at the same time"),
        ("mississippi-mud", {}, "All declare high or low at the same time"),
        ("mississippi-mud", {"both": True}, "All declare high, low or both at the same time"),
        ("chicago", {}, "Without such a spade nobody wins that half, not even the only one to declare it."),
        ("san-francisco", {"declare": "cards speak"}, "Without such a heart nobody wins that half."),
        ("cowpie", {}, "wins neither part"),
        ("dakota", {}, "it is not a bet"),
        ("dakota", {}, "the others keep theirs down"),
        ("pick-a-partner", {}, "the other plays on alone and wins all of it"),
        ("black-mariah", {}, "When nobody wins the lowest spade in the hole, its part stays for the next hand."),
        ("follow-the-queen", {"queen_ends_street": "nothing wild"}, "When no up-card of the same street follows"),
        ("doubles", {"down_for": "lowest"}, "the lowest hand of down cards"),
        ("mississippi-mud", {}, "A-2-3-4-5 is not a straight in the high hand."),
        ("drawmaha", {}, "In the highest hand with common cards, exactly two of the down cards must be used."),
        (
            "drawmaha",
            {},
            "The pot is split: the highest hand of a player's own cards; the highest hand with common cards.",
        ),
        ("drawmaha", {"draw_hand": "badugi"}, "the best badugi of a player's own cards (the most"),
        ("drawmaha", {"draw_hand": "the most points"}, "total of a player's own cards (an ace is 1, a face card 0)"),
        ("manila", {}, "A-7-8-9-10 is not a straight."),
        ("short-deck-holdem", {}, "Ace and six adjoin: A-6-7-8-9 is a straight."),
        ("short-deck-holdem", {"trips": True}, "Three of a kind beats a straight."),
    ],
)
def test_a_rule_sheet_says_everything_the_table_needs(game: str, options: dict[str, Any], said: str) -> None:
    assert said in sheet_text(rule_sheet(resolve(game, options)), "")


def test_the_rule_sheet_says_that_an_ace_adjoins_the_lowest_rank_of_a_stripped_deck() -> None:
    raw = {
        "name": "Sevens and Up",
        "about": "Five cards down from a short deck.",
        "deck": {"strip": "23456"},
        "script": [{"step": "deal", "cards": "ddddd"}, {"step": "bet"}],
        "share": [{"rule": "high"}],
    }
    for ranking, said in (({}, True), ({"wheel": False}, False), ({"gap_straights": False}, False)):
        game = resolve("short", games={"short": {**raw, "ranking": ranking}})
        words = "Ace and seven adjoin: A-7-8-9-10 is a straight."
        assert (words in sheet_text(rule_sheet(game), "")) is said
        rules = game.ranking.high_rules(game.deck.strip, HouseRules())
        assert (show_high(parse_cards("Ah 7d 8s 9c Th"), rules=rules).name == "straight, ten high") is said


def test_an_ace_adjoins_no_low_rank_if_the_deck_has_only_one_straight() -> None:
    royal = {"name": "Royal", "extends": "texas-holdem", "deck": {"strip": "23456789"}}
    sheet = sheet_text(rule_sheet(resolve("royal", games={**library(), "royal": royal})), "")
    assert "The deck: 20 cards, without 2 to 9.\n" in sheet


def test_the_ranks_left_out_are_named() -> None:
    for strip, words in (("A", "aces"), ("89T", "8s, 9s and 10s"), ("2345Q", "2 to 5 and queens")):
        game = resolve("texas-holdem", None, [StrippedDeck(ranks=strip), AddJokers(count=1)])
        assert f"cards, without {words}, with one joker." in sheet_text(rule_sheet(game), "")


def test_a_single_named_card_can_be_wild() -> None:
    axe = {"name": "Axe", "extends": "five-card-draw", "wild": [{"rule": "cards", "cards": "Kd", "name": "the axe"}]}
    sheet = sheet_text(rule_sheet(resolve("axe", games={**library(), "axe": axe})), "")
    assert "The axe is wild, wherever it lies." in sheet


def test_the_rule_sheet_names_the_bet_with_the_bring_in() -> None:
    sheet = sheet_text(
        rule_sheet(resolve("mississippi-stud", {"played_for": "low hand"}), stakes=Stakes(bring_in=1)), ""
    )
    assert "Bet (the highest card showing brings in)." in sheet


def test_the_rule_sheet_says_who_opens_after_the_highest_card_where_the_opener_rotates() -> None:
    rotates = HouseRules(opener_later="rotates")
    text = sheet_text(rule_sheet(resolve("seven-card-stud"), rotates), "")
    assert "First round: the highest card showing. Later rounds: one seat further each round." in text
    assert "by seat: the second player to the dealer's left opens the second round, and so on;" in text
    text = sheet_text(rule_sheet(resolve("seven-card-stud"), replace(rotates, rotation="after the last")), "")
    assert "The opener rotates: the next player in after the last opener." in text


def test_the_rule_sheet_says_in_which_order_hands_turned_up_whole_count() -> None:
    said = "Cards turned up together count from the dealer's left, each player's highest first."
    assert said in sheet_text(rule_sheet(resolve("flipem", None, [FollowTheQueen()])), "")
    assert said not in sheet_text(rule_sheet(resolve("flipem")), "")


def test_a_twist_gives_nobody_a_hand_showing_in_a_game_without_up_cards() -> None:
    down, up = resolve("elevator", {"hole_cards": "four down"}, [Twist()]), resolve("seven-card-stud", None, [Twist()])
    text = sheet_text(rule_sheet(down), "")
    assert "Every round: the first player to the dealer's left." in text
    assert "hand showing" not in text
    assert "hand showing" in sheet_text(rule_sheet(up), "")


def test_after_a_straddle_the_next_player_opens() -> None:
    straddled, blinds = resolve("texas-holdem", None, [Straddle()]), Stakes(small_blind=1, big_blind=2)
    assert "First round: the first player after the straddle." in sheet_text(rule_sheet(straddled, stakes=blinds), "")
    heads_up = rule_sheet(straddled, stakes=blinds, players=2)
    assert "First round: the first player after the blinds." in sheet_text(heads_up, "")


def test_the_rule_sheet_names_no_opening_card_in_a_game_without_up_cards() -> None:
    raw = {
        "name": "Blind Man",
        "about": "Five cards down, and nothing else.",
        "script": [{"step": "deal", "cards": "ddd"}, {"step": "bet"}, {"step": "deal", "cards": "d"}, {"step": "bet"}],
        "share": [{"rule": "high"}],
    }
    down = sheet_text(rule_sheet(resolve("blind-man", games={"blind-man": raw})), "")
    assert "Every round: the first player to the dealer's left." in down
    assert "showing" not in down
    raw["script"] = [{"step": "deal", "cards": "ddu"}, {"step": "bet"}, {"step": "deal", "cards": "d"}, {"step": "bet"}]
    up = sheet_text(rule_sheet(resolve("blind-man", games={"blind-man": raw})), "")
    assert "First round: the highest card showing. Later rounds: the highest hand showing." in up
    raw["script"] = [{"step": "deal", "cards": "dd"}, {"step": "bet"}, {"step": "deal", "cards": "u"}, {"step": "bet"}]
    later = resolve("blind-man", games={"blind-man": raw})
    text = sheet_text(rule_sheet(later), "")
    assert "First round: the first player to the dealer's left. Later rounds: the highest hand showing." in text
    asked = {ruling.id for ruling in Situation(later, HouseRules(), Stakes()).rulings()}
    assert "opener_first" not in asked
    assert "opener_later" in asked
