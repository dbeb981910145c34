"""Rule sheet wording of single steps, enough for a table that has never played the game."""

from __future__ import annotations

import re

import pytest

from app.games.errors import GameError
from app.games.house import Stakes
from app.games.load import resolve
from app.games.modifiers import read_modifier
from app.games.rules.share import Use
from app.games.sheet import rule_sheet, sheet_text
from app.games.steps import Spec
from app.games.steps.bet import Buy
from app.games.steps.deal import Deal
from app.games.steps.draw import Discard, Draw, Trade
from app.games.steps.hands import Rearrange, SetAside
from app.games.steps.physical import AsPlayed, Physical
from app.games.steps.rounds import Repeat


def sheet(game: str, *modifiers: dict[str, object], players: int = 0, **options: object) -> str:
    called = resolve(game, options, [read_modifier(modifier, "test") for modifier in modifiers])
    return sheet_text(rule_sheet(called, players=players), "")


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("assassin-iii", "The card that nobody has looked at stays."),
        ("assassin-iii", "Deal each player one card face down. Nobody may look at it."),
        ("bunk-beds", "In turn from the dealer's left, each player may pay the maximum bet to swap"),
        ("bunk-beds", "Deal each player ten cards face down. Nobody may look at them."),
        ("beat-your-neighbor", "it belongs to nobody and is a hand to beat"),
        ("beat-your-neighbor", "From the dealer's left, the next player turns their cards up"),
        ("beat-your-neighbor", "A tie does not take the lead."),
        ("blind-pig", "The next player turns one card up; the player to the dealer's left turns first."),
        ("buzz-beds", "eight of them two at a time"),
        ("buzz-beds", "swap two or move one"),
        ("machine-gun-stud", "the discards are reshuffled when the deck runs out"),
        ("machine-gun-stud", "When the deck runs out, the discards are shuffled and dealt."),
        ("auction", "the winner pays the bid into the pot, and keeps the card"),
        ("number-nine", "In the hand showing no cards are added."),
        ("jackal", "each player may replace one card, as before. Bet."),
        ("ricky-delaet-ii", "Each player's lowest down card, and every card of its rank,"),
        ("shifting-sands", "Each player's down card, and every card of its rank,"),
        ("mexican-stud-iv", "twice a turn and a card come together"),
        ("slow-death", "All turn up the top card of their stack together. Bet."),
        ("guts-two-card", "from each loser, a player wins at most what they had left."),
        ("three-five-seven", "3s are wild for everyone in the first deal, 5s in the second and 7s in the third"),
        ("weeping-willow", "They say only how many cards they offer."),
        ("weeping-willow", "Both players pay the ante into the pot for each trade."),
        ("mexican-sweat", "Lay one card face down in the middle: the kill card."),
        ("mexican-sweat", "A player who gets an up-card of the same rank as the kill card must fold."),
        ("thirty-one", "A player without a life plays on, and is out with the next loss."),
        ("man-with-the-axe", "The man with the axe is wild, wherever it lies. It is the king of diamonds."),
        ("one-eyed-jacks", "wherever they lie. They are the jack of spades and the jack of hearts."),
    ],
)
def test_the_rule_sheet_has_the_wording_of_each_step(game: str, text: str) -> None:
    assert text in sheet(game)


@pytest.mark.parametrize(
    ("step", "text"),
    [
        (Buy(key="x", what="for a card", price=1), "may pay 1 chip for a card"),
        (Trade(most=1), "the same number each way, once. They"),
        (Trade(price="free"), "up to six times. They say only how many cards they offer."),
        (Rearrange(price="free"), "each player may swap two cards between their hands, or move one."),
        (SetAside(count=1), "Each player sets one down card aside as a second hand. The rest must outrank it."),
        (Repeat(steps=2, most=2), "until all stand, twice in all at most."),
        (Repeat(steps=2), "in the same way, also for those who stood, until all stand."),
        (Discard(count=2, keep_price=0), "discards two down cards. Any of them may be kept instead."),
        (
            Deal("u", holding=2, antes=1),
            "antes again. Deal one card face up to each player who holds at most two cards.",
        ),
        (Draw(most=1, stack=True, price="big bet"), "their stack away for a new one, which costs the big bet."),
        (Draw(most=1, price="double small bet"), "may replace one card for twice the small bet."),
        (Draw(most=1, price="double ante"), "may replace one card for twice the ante."),
        (Physical("everyone drinks"), "Everyone drinks."),
        (Physical("Everyone drinks."), "Everyone drinks."),
        (Physical("Everyone shouts!"), "Everyone shouts!"),
        (AsPlayed("Play it as at Bob's"), "Play it as at Bob's."),
    ],
)
def test_a_step_agrees_in_number_and_names_no_price_where_there_is_none(step: Spec, text: str) -> None:
    assert text in step.words()
    assert "pay free" not in step.words()


@pytest.mark.parametrize(
    ("use", "text"),
    [
        (Use(at_most=0), "None of the down cards may be used."),
        (Use(exactly=0), "None of the down cards may be used."),
        (Use(exactly=(0, 2)), "Exactly none or two of the down cards must be used."),
        (Use(at_most=0, of_first=3), "None of the first three down cards may be used."),
    ],
)
def test_a_limit_may_leave_no_down_card_to_use(use: Use, text: str) -> None:
    assert use.words() == text


@pytest.mark.parametrize(
    ("shares", "text"),
    [
        ([{"rule": "low", "full": True}], "The lowest hand, of five cards, takes the pot."),
        (
            [{"rule": "high", "qualifier": "pair of jacks"}],
            "The highest hand, a pair of jacks or better to qualify, takes the pot.",
        ),
        (
            [{"rule": "points", "to": 21, "values": "c:1 d:0.5 h:3 s:-1"}],
            "a face card ten, clubs count once, diamonds count half, hearts count 3 times, spades are taken off;",
        ),
        ([{"rule": "high", "beats_all": ["77"]}], "(a hand with two sevens beats all others) takes the pot."),
        (
            [{"rule": "judged", "name": "run", "unclaimed": "next hand"}, {"rule": "high"}],
            "When nobody wins the run, its part stays for the next hand.",
        ),
    ],
)
def test_the_rule_sheet_says_in_a_sentence_what_wins(shares: list[dict[str, object]], text: str) -> None:
    games = {"own": {"name": "Own", "about": "Own.", "script": "seven-card", "share": shares}}
    assert text in sheet_text(rule_sheet(resolve("own", games=games)), "")


@pytest.mark.parametrize(
    ("bring_in", "text"),
    [(0, "First round: the first player to the dealer's left. "), (1, "to the dealer's left, with a bring-in. ")],
)
def test_without_up_cards_no_card_brings_in(bring_in: int, text: str) -> None:
    razz = resolve("razz", None, [read_modifier({"modifier": "common-cards", "rounds": [1]}, "test")])
    opens = sheet_text(rule_sheet(razz, stakes=Stakes(bring_in=bring_in)), "").partition("Who opens")[2]
    assert f"{text}Later rounds: the lowest hand showing." in opens
    assert "clubs lowest" not in opens


@pytest.mark.parametrize("game", ["soko", "three-card-poker", "jacks-back"])
def test_the_sheet_of_a_game_for_the_low_hand_says_nothing_of_high_ones(game: str) -> None:
    wins = sheet(game, {"modifier": "low-hand"}).partition("What wins")[2].partition("House rules")[0]
    assert wins.split("\n")[1:2] == ["  The lowest hand takes the pot."]
    assert "straight" not in wins
    assert "opens" not in wins


def test_the_rule_sheet_says_who_antes_again_if_no_part_of_a_split_pot_is_won() -> None:
    text = sheet("trips-to-win", {"modifier": "hi-lo", "qualifier": "8"})
    assert "When nobody wins any part, those still in ante again and are dealt new hands for the same pot." in text


def test_the_rule_sheet_names_the_first_player_to_turn_cards() -> None:
    assert "the player to the dealer's left turns first" in sheet_text(
        rule_sheet(resolve("blind-pig", {"turns": "all"})), ""
    )


def test_the_rule_sheet_names_the_opener_of_rounds_that_a_step_brings() -> None:
    text = sheet("blind-pig", turns="all")
    assert "First round: the highest card showing. Later rounds: the highest hand showing." in text
    assert "A tie for the hand showing goes to the first player to the dealer's left." in text
    assert "The player who takes the lead opens the betting that follows." in sheet("beat-your-neighbor")


def test_wild_cards_in_the_hand_showing_are_mentioned_where_it_decides_who_leads() -> None:
    assert "Wild cards count in the hand showing." in sheet("night-baseball")
    assert "in the hand showing." not in sheet("beat-your-neighbor")


def test_an_open_pair_is_mentioned_where_a_race_may_bring_one_in_the_second_round() -> None:
    assert "An open pair in the second round" in sheet("night-baseball")
    assert "An open pair in the second round" not in sheet("blind-pig", turns="all")


def test_the_lowest_hole_card_is_mentioned_only_if_players_may_have_several() -> None:
    assert "For the lowest hole card an ace is high." not in sheet("mad-dog-of-the-nile")
    extra = {"modifier": "event", "ranks": "4", "then": "extra card", "face": "down"}
    for text in (sheet("dakota"), sheet("five-card-stud", {"modifier": "low-hole-wild"}, extra)):
        assert "Each player's lowest down card, and every card of its rank" in text
        assert "For the lowest hole card an ace is high." in text
    stud = sheet("five-card-stud", {"modifier": "low-hole-wild"})
    assert "Each player's down card, and every card of its rank" in stud


def test_an_ante_that_is_only_a_price_is_named_as_that() -> None:
    assert "Stakes: ante 1 as a price only, fixed limit 2/4." in sheet("weeping-willow")
    assert "Stakes: ante 1, fixed limit 2/4." in sheet("canadian")


def test_a_flush_over_a_full_house_is_mentioned_only_if_high_hands_win() -> None:
    short = {"modifier": "stripped-deck", "ranks": "2"}
    assert "A flush beats a full house." in sheet("seven-card-stud", short)
    assert "A flush beats a full house." not in sheet("seven-twenty-seven", short).partition("The deal")[2]


def test_rounds_without_a_bet_are_listed() -> None:
    assert "No betting in round 2." in sheet("seven-card-stud", {"modifier": "skip-betting", "rounds": [2]})
    assert "No betting in rounds 2 and 3." in sheet("seven-card-stud", {"modifier": "skip-betting", "rounds": [3, 2]})


def test_the_rule_sheet_says_how_a_card_drawn_for_an_up_card_comes() -> None:
    assert "up to three cards (four when keeping an ace). New cards come face down. Bet." in sheet("flipem")
    assert "New cards come face down." in sheet("jackal", drawn="face down")
    assert "New cards come" not in sheet("jackal")
    assert "New cards come" not in sheet("pig")  # all cards are face down again by then
    assert "may replace one down card. Bet." in sheet("incinerator", last_draw="the hole card")


def test_wild_cards_in_the_hand_showing_are_mentioned_only_if_cards_are_face_up() -> None:
    assert "Wild cards count in the hand showing." in sheet("number-nine")
    assert "Wild cards count in the hand showing." not in sheet("number-nine", nines_wild=False)


def test_an_unclaimed_half_follows_the_game_or_else_the_house() -> None:
    text = sheet("black-mariah", declare="together")
    assert "When nobody wins the lowest spade in the hole, its part stays for the next hand." in text
    assert "A part of the pot that nobody wins goes to the other, unless the game says otherwise." in text


def test_a_card_that_stops_the_hand_face_up_is_wild_only_in_the_hole() -> None:
    assert "The queen of spades is wild in the hole." in sheet("the-bitch", queen="wild, no split")
    assert "The queen of spades is wild, wherever it lies." in sheet("black-mariah")


def test_the_usual_opener_of_all_rounds_is_named_once() -> None:
    every = "Every round: the first player to the dealer's left, unless the round says otherwise."
    assert every in sheet("shotgun", rolled=True)


def test_the_cards_that_beat_everything_are_natural_where_cards_are_wild() -> None:
    assert "A wild card does not count as one of those cards." in sheet("man-with-the-axe")
    assert "one of those cards" not in sheet("man-with-the-axe", sevens=False)
    assert "one of those cards" not in sheet("sevens-take-all")


def test_the_rule_sheet_explains_a_short_deck() -> None:
    text = sheet("seven-card-stud", players=10)
    assert "If the deck is too short for everyone's next card, one common card is turned up for all." in text


def test_the_rule_sheet_mentions_reshuffling_if_the_deck_may_run_out() -> None:
    assert "the discards are shuffled" in sheet("machine-gun-stud", players=4)
    assert "the discards are shuffled" not in sheet("machine-gun-stud", players=3)
    assert "the discards are shuffled" not in sheet("seven-card-stud", players=10)


def test_the_rule_sheet_names_the_lowest_of_several_hole_cards_if_cards_are_drawn_face_down() -> None:
    assert "Each player's down card, and" in sheet("incinerator")
    assert "Each player's lowest down card, and" in sheet("incinerator", drawn="face down", last_draw="any card")


@pytest.mark.parametrize(
    ("modifier", "text"),
    [
        ({"modifier": "jokers", "count": 1, "play": "bug"}, "One joker in the deck: a bug."),
        ({"modifier": "jokers", "count": 2, "play": "bug"}, "Two jokers in the deck: bugs."),
        ({"modifier": "jokers", "count": 2, "play": "wild"}, "Two jokers in the deck: wild."),
        ({"modifier": "extra-down-card", "use": 1}, "at most one down card may be used."),
        (
            {"modifier": "extra-down-card", "use": 1, "all_down": False},
            "at most one of the first down cards may be used.",
        ),
        ({"modifier": "extra-down-card", "use": 2}, "at most two down cards may be used."),
        ({"modifier": "extra-down-card", "use": 0}, "no down cards may be used."),
    ],
)
def test_a_modifier_counts_in_words_and_agrees_in_number(modifier: dict[str, object], text: str) -> None:
    assert text in sheet("seven-card-stud", modifier)


@pytest.mark.parametrize(
    ("game", "text"),
    [("beat-your-neighbor", "there is no fixed betting round"), ("five-card-stud", "rounds 1 to 4")],
)
def test_a_missing_betting_round_is_refused_with_a_list_of_rounds(game: str, text: str) -> None:
    with pytest.raises(GameError, match=text):
        sheet(game, {"modifier": "skip-betting", "rounds": [9]})


def test_a_street_before_a_discard_is_named_for_the_next_bet() -> None:
    labels = list(dict.fromkeys(resolve("canadian").labels))
    assert labels == ["Second street", "Third street", "Fourth street", "Fifth street"]


@pytest.mark.parametrize(
    ("game", "options", "text", "fixed"),
    [
        ("english-stud-141", {}, "replace one card for the maximum bet;", "replace one card for the big bet;"),
        ("baseball", {}, "an extra card at once for the smallest bet;", "an extra card at once for the small bet;"),
        ("baseball", {"up_three": "pay the price"}, "pays the maximum bet or folds", "pays the big bet or folds"),
        ("mississippi-stud", {}, "two cards face up. Bet. /", "two cards face up. Bet at the small bet. /"),
    ],
)
def test_without_a_fixed_limit_there_is_no_small_or_big_bet(
    game: str, options: dict[str, str], text: str, fixed: str
) -> None:
    called = resolve(game, options)
    no_limit = Stakes(limit="none", min_bet=2)
    said = " / ".join(line for section in rule_sheet(called, stakes=no_limit) for line in section.lines)
    assert text in said
    assert not re.search("small bet|big bet", said)
    assert fixed in " / ".join(line for section in rule_sheet(called) for line in section.lines)


def test_a_modifier_names_its_price_at_the_stakes() -> None:
    called = resolve("seven-card-stud", {}, [read_modifier("twist", "test")])
    changes = rule_sheet(called, stakes=Stakes(limit="pot", min_bet=2))[1]
    assert changes.title == "Changes"
    assert "big bet" not in changes.lines[0]
    assert "maximum bet" in changes.lines[0]


@pytest.mark.parametrize(
    ("game", "options", "text"),
    [
        ("auction", {"sealed": True}, "in secret (of equal bids, the first from the dealer's left wins); the winner"),
        ("auction", {"once_round": True}, "from the dealer's left, once round, each above the last; the winner"),
        ("auction-wild", {"bid_cap": 7}, "Players bid up to 7 from the dealer's left, each above the last"),
        ("canadian", {}, "Each player who holds more than one card chooses one down card"),
        ("canadian", {}, "to each player who holds at most two cards."),
    ],
)
def test_the_sheet_says_how_players_bid_and_who_gets_a_card(game: str, options: dict[str, object], text: str) -> None:
    assert text in sheet(game, **options)


@pytest.mark.parametrize("game", ["razz", "stud-eight-or-better"])
def test_where_a_card_brings_in_the_sheet_has_the_place_of_a_bug(game: str) -> None:
    assert "A bug is above every ace." in sheet(game, {"modifier": "jokers", "play": "bug"})
    assert "A bug is above every ace." not in sheet(game, {"modifier": "jokers"}) + sheet(game)


def test_the_rule_sheet_of_a_pot_for_one_player_with_every_part_does_not_call_it_split() -> None:
    text = sheet("black-mariah-both")
    assert "Only a player who alone has the highest hand and the highest spade in the hole takes the pot." in text
    assert "When nobody wins both the high and the spade, those still in ante again" in text
    assert "split" not in text
    assert "the pot stays for the next hand." in sheet("black-mariah-both", nobody_has_both="next hand")
