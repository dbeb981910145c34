"""Modifiers: how each changes a game, and which contradict a game or each other."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.definition import Game
from app.games.errors import GameError
from app.games.load import library, resolve
from app.games.modifiers import modifier_rules, read_modifier
from app.games.steps.bet import Bet
from tests.games.modifier_entries import entry_of

CHOOSE_BEFORE = {"modifier": "roll-your-own", "style": "choose before"}
WILD_DEUCES = {"modifier": "wild", "ranks": "2"}
EARLIER_DOWN = {"modifier": "extra-down-card", "use": 0, "all_down": False}
DISCARD_TWO = {"modifier": "extra-down-card", "discard": True, "discards": 2}


def called(game: str, *entries: Any, **options: Any) -> Game:
    """Return a game called with these modifiers, in order."""
    return resolve(game, options, [read_modifier(entry, "modifier") for entry in entries])


def script(game: Game) -> str:
    """Return the script in short: the cards dealt, or the name of the step."""
    words = [type(step).__name__.lower() for step in game.script]
    return " ".join(getattr(step, "cards", word) for step, word in zip(game.script, words, strict=True))


def refused(game: str, *entries: Any, **options: Any) -> str:
    """Return the reason why the game cannot be called this way."""
    with pytest.raises(GameError) as error:
        called(game, *entries, **options)
    return str(error.value)


@pytest.mark.parametrize("times", [0, 1001])
def test_a_bomb_pot_too_small_or_too_large_is_refused_where_it_is_said(times: int) -> None:
    with pytest.raises(GameError) as error:
        read_modifier({"modifier": "bomb-pot", "times": times}, "modifier")
    assert str(error.value) == "modifier.times: a bomb pot is 1 to 1000"


@pytest.mark.parametrize("style", ["together", "in turn"])
def test_rolled_cards_are_dealt_down_and_one_is_turned_up_on_each_street(style: str) -> None:
    game = called("five-card-stud", {"modifier": "roll-your-own", "style": style})
    assert script(game) == "dd roll bet d roll bet d roll bet d roll bet showdown"


def test_two_up_cards_dealt_together_are_rolled_together() -> None:
    two = {**library()["five-card-stud"], "script": [{"step": "deal", "cards": "duu"}, {"step": "bet"}]}
    game = resolve("two", None, [read_modifier("roll-your-own", "modifier")], games={"two": two})
    assert script(game) == "ddd roll bet showdown"
    assert game.script[1].count == 2  # type: ignore[attr-defined]


def test_choosing_before_adds_no_step_of_turning_up() -> None:
    assert script(called("seven-card-stud", CHOOSE_BEFORE)) == "ddc bet c bet c bet c bet d bet showdown"


def test_a_rollout_turns_up_as_many_cards_as_the_game_deals_up() -> None:
    assert script(called("five-card-stud", "rollout")) == (
        "ddddd physical roll bet roll bet roll bet roll bet showdown"
    )
    assert script(called("chicago", "rollout")).endswith("roll bet declare showdown")


def test_blind_leaves_no_card_up_and_the_player_to_the_dealers_left_opens() -> None:
    game = called("five-card-stud", "blind")
    assert script(game) == "dd bet d bet d bet d bet showdown"
    assert (game.opener.first, game.opener.later) == ("left of dealer", "left of dealer")


def test_blind_razz_has_no_bring_in() -> None:
    assert called("razz", "blind").opener.first == "left of dealer"


def test_twists_come_after_the_last_bet_and_before_the_declaration() -> None:
    game = called("chicago", {"modifier": "twist", "rounds": 2})
    assert script(game).endswith("d bet draw bet draw bet declare showdown")


def test_twists_come_after_bets_that_are_repeated() -> None:
    game = called("seven-twenty-seven", "twist", last_bet=False)
    assert script(game) == "du bet hit repeat draw bet showdown"


def test_a_twist_comes_before_the_declaration_in_whatever_order_they_are_called() -> None:
    game, other = called("five-card-stud", "hi-lo", "twist"), called("five-card-stud", "twist", "hi-lo")
    assert script(game) == script(other)
    assert script(game).endswith("u bet draw bet declare showdown")


def test_betting_rounds_are_dropped_by_their_number() -> None:
    game = called("five-card-stud", {"modifier": "skip-betting", "rounds": [1, 3]})
    assert script(game) == "du u bet u u bet showdown"


def test_the_first_remaining_bet_is_opened_as_a_first_round() -> None:
    razz = called("razz", {"modifier": "skip-betting", "rounds": [1]})
    assert sum(isinstance(step, Bet) for step in razz.script) == 4
    assert razz.opener.first == "high card brings in"


def test_an_extra_down_card_is_limited_in_play_or_discarded() -> None:
    assert called("five-card-stud", {"modifier": "extra-down-card", "use": 1}).use.at_most == 1
    game = called("seven-card-stud", {"modifier": "extra-down-card", "discard": True})
    assert script(game).startswith("dddu bet discard u bet")
    assert game.use.at_most is None


def test_the_last_card_is_dealt_up_or_chosen_by_the_player() -> None:
    assert script(called("seven-card-stud", "seventh-up")).endswith("u bet u bet showdown")
    game = called("seven-card-stud", {"modifier": "seventh-up", "paid": True})
    assert script(game).endswith("u bet buy u bet showdown")


@pytest.mark.parametrize(("modifier", "step"), [("auction", "auctioncard"), ("draft", "draft")])
def test_streets_of_one_up_card_are_auctioned_or_drafted_and_the_first_is_dealt(modifier: str, step: str) -> None:
    assert script(called("five-card-stud", modifier)) == f"du bet {step} bet {step} bet {step} bet showdown"


@pytest.mark.parametrize(
    ("modifier", "shares"),
    [
        ("hi-lo", ("high", "low", "both")),
        ("suit-in-the-hole", ("high", "spade", "both")),
        ({"modifier": "suit-in-the-hole", "suit": "heart", "end": "low"}, ("high", "heart", "both")),
    ],
)
def test_a_second_share_can_be_declared(modifier: Any, shares: tuple[str, ...]) -> None:
    game = called("five-card-stud", modifier)
    assert game.declares == shares
    assert script(game).endswith("bet declare showdown")


@pytest.mark.parametrize("modifier", ["hi-lo", "suit-in-the-hole"])
def test_cards_speak_removes_the_declaration(modifier: str) -> None:
    game = called("five-card-stud", {"modifier": modifier, "style": "cards speak"})
    assert script(game).endswith("bet showdown")


def test_jokers_join_the_deck() -> None:
    assert called("five-card-stud", {"modifier": "jokers", "count": 2}).deck.jokers == 2
    assert len(called("five-card-stud", "jokers").deck.cards()) == 53


def test_a_modifier_leaves_the_other_rules_of_the_game_unchanged() -> None:
    plain, rolled = resolve("baseball"), called("baseball", "roll-your-own")
    assert rolled.wild == plain.wild
    assert rolled.triggers == plain.triggers


def test_more_cards_for_each_player_allow_fewer_players() -> None:
    # Only cards before the first bet count: three in seven-card stud, all seven if they are rolled out.
    assert resolve("seven-card-stud").players[1] == 10
    assert called("seven-card-stud", {"modifier": "extra-down-card", "use": 2}).players[1] == 10
    assert called("seven-card-stud", {"modifier": "rollout"}).players[1] == 7


def test_modifiers_lower_the_most_players_that_a_game_states() -> None:
    # Nine players have five cards each; with six each, 52 cards are enough for eight, and with ten for five.
    assert called("cincinnati").players == (2, 9)
    assert called("cincinnati", "extra-down-card").players == (2, 8)
    assert called("cincinnati", {"modifier": "extra-down-card", "count": 5}).players == (2, 5)
    assert called("cincinnati", "jokers").players == (2, 9)


def test_every_modifier_has_words() -> None:
    for name in modifier_rules.names():
        words = read_modifier(entry_of(name), "modifier").words()
        assert words.endswith("."), name
        assert words[0].isupper() or words[0].isdigit(), name


@pytest.mark.parametrize(
    ("game", "entries", "reason"),
    [
        ("five-card-stud", ["roll-your-own", "roll-your-own"], "rolled already"),
        ("roll-your-own", ["roll-your-own"], "rolled already"),
        ("five-card-stud", [CHOOSE_BEFORE, "roll-your-own"], "no up-cards to roll"),
        ("five-card-stud", ["rollout", "roll-your-own"], "only a plain deal"),
        ("five-card-stud", ["blind", "roll-your-own"], "no up-cards that could be dealt blind"),
        ("five-card-stud", ["roll-your-own", "blind"], "no up-cards that could be dealt blind"),
        ("five-card-stud", ["blind", "blind"], "no up-cards that could be dealt blind"),
        ("five-card-stud", [CHOOSE_BEFORE, "blind"], "blind"),
        ("five-card-stud", ["draft", "blind"], "no street of a single up-card"),
        ("woolworth", ["blind"], "about its up-cards"),
        ("marriage", ["blind"], "about its up-cards"),
        ("baseball", ["blind"], "about its up-cards"),
        ("five-card-stud", ["follow-the-pair", "blind"], "no up-cards in this game"),
        ("roll-your-own", ["rollout"], "only a plain deal"),
        ("five-card-stud", [CHOOSE_BEFORE, "rollout"], "only a plain deal"),
        ("five-card-stud", ["auction", "rollout"], "no street of a single up-card"),
        ("five-card-stud", ["blind", "rollout"], "no up-cards"),
        ("chicago", ["hi-lo"], "already splits the pot"),
        ("guts-two-card", [{"modifier": "hi-lo", "style": "cards speak"}], "without a showdown"),
        ("monkey-guts", ["suit-in-the-hole"], "without a showdown"),
        ("three-five-seven", ["twist"], "without a showdown"),
        ("guts-three-card", [{"modifier": "extra-down-card", "throw_before_showdown": True}], "without a showdown"),
        ("five-card-stud", ["hi-lo", "suit-in-the-hole"], "already splits the pot"),
        ("razz", ["hi-lo"], "only a game for the high hand"),
        ("five-card-stud", ["blind", "follow-the-queen"], "no up-cards"),
        ("five-card-stud", ["blind", "follow-the-pair"], "no up-cards"),
        ("five-card-stud", ["roll-your-own", "auction"], "no street of a single up-card"),
        ("five-card-stud", ["auction", "draft"], "cannot be bid for and drafted"),
        ("five-card-stud", ["blind", "draft"], "no street of a single up-card"),
        ("five-card-stud", ["jokers", "jokers"], "jokers in this game already"),
        ("five-card-stud", [WILD_DEUCES, WILD_DEUCES], "already makes these cards wild"),
        ("follow-the-queen", ["follow-the-queen"], "already makes these cards wild"),
        ("five-card-stud", ["low-hole-wild", "low-hole-wild"], "already makes these cards wild"),
        ("five-card-stud", ["seventh-up"], "last card"),
        ("seven-card-stud", ["seventh-up", "seventh-up"], "last card"),
        ("five-card-stud", ["extra-down-card", "extra-down-card"], "how many down cards"),
        ("five-card-stud", [{"modifier": "twist", "rounds": 9}], "must be one of 1, 2, 3"),
        ("five-card-stud", [{"modifier": "twist", "rounds": 0}], "must be one of 1, 2, 3"),
        ("five-card-stud", [{"modifier": "skip-betting", "rounds": [5]}], "betting rounds 1 to 4"),
        ("five-card-stud", [{"modifier": "skip-betting", "rounds": []}], "betting rounds 1 to 4"),
        ("five-card-stud", [{"modifier": "skip-betting", "rounds": [1, 2, 3, 4]}], "no betting round would be left"),
        ("five-card-stud", [{"modifier": "jokers", "count": 3}], "must be one of 1, 2"),
        ("five-card-stud", [{"modifier": "hi-lo", "qualifier": "10"}], "not a rank"),
        ("five-card-stud", ["wild"], "which ranks or cards"),
        ("five-card-stud", [{"modifier": "wild", "ranks": "1"}], "not a rank"),
        ("five-card-stud", [{"modifier": "wild", "cards": "??"}], "must be named"),
        ("five-card-stud", [{"modifier": "wild", "cards": "Jr"}], "the red joker is not in the deck of this game"),
        ("five-card-stud", ["jokers", {"modifier": "wild", "cards": "Jb"}], "the black joker is not in the deck"),
        ("mexican-stud-41", [{"modifier": "wild", "cards": "9d"}], "the 9 of diamonds is not in the deck"),
        ("five-card-stud", [{"modifier": "extra-down-card", "use": 6}], "from 0 to 5"),
        ("draft", ["draft"], "no street of a single up-card"),
        ("mexican-stud", ["seventh-up"], "players turn a card up after the last one"),
        ("assassin-iii", ["seventh-up"], "players turn a card up after the last one"),
        ("henway", ["low-hole-wild"], "nobody has a card in the hole"),
        ("night-baseball", ["suit-in-the-hole"], "nobody has a card in the hole"),
        ("double-double", ["twist"], "get no new cards"),
        ("bunk-beds", ["extra-down-card"], "no choice of down cards to limit"),
        ("cowpie", ["extra-down-card"], "no choice of down cards to limit"),
        ("five-card-draw", ["extra-down-card"], "too few other cards to make a hand"),
        ("badugi", [{"modifier": "extra-down-card", "use": 3}], "too few other cards to make a hand"),
        ("three-card-poker", [EARLIER_DOWN], "too few other cards to make a hand"),
        ("beat-your-neighbor", ["extra-down-card"], "nobody has a card in the hole"),
        ("beat-your-neighbor", ["low-hand"], "until they show the highest hand"),
        ("follow-the-queen-dummy", ["low-hand"], "the hand to beat in this game is a high one"),
        ("pick-a-partner", [{"modifier": "extra-down-card", "all_down": False}], "partners pool their down cards"),
        ("blind-pig", [{"modifier": "extra-down-card", "discard": True}], "nobody may look at the cards"),
        ("badugi", ["blinds"], "has blinds anyway"),
        ("guts-two-card", ["blinds"], "no betting round"),
        ("jackpots", ["blinds"], "a rule of its own for the first bet"),
        ("five-card-stud", ["blinds"], "up-cards say who opens"),
        ("five-card-draw", ["blinds", "blinds"], "has blinds anyway"),
        ("cincinnati", ["bomb-pot", "blinds"], "a bomb pot has no blinds"),
        ("cincinnati", ["blinds", "bomb-pot"], "a bomb pot has no blinds"),
        ("blind-stud", ["seventh-up"], "a blind game has no last card that comes up"),
        ("double-board-bomb-pot", ["straddle"], "a bomb pot has no blinds"),
        ("seven-twenty-seven", [{"modifier": "skip-betting", "rounds": [1]}], "steps that come again in this game"),
        (
            "jacks-or-better",
            [{"modifier": "skip-betting", "rounds": [1]}],
            "a rule of its own for who opens that round",
        ),
        ("mexican-stud", [{"modifier": "extra-down-card", "discard": True, "discards": 3}], "that many down cards"),
        ("five-card-stud", [DISCARD_TWO, "suit-in-the-hole"], "nobody has a card in the hole"),
        ("five-card-stud", ["roll-your-won"], "no modifier is called"),
        ("five-card-stud", [{"modifier": "blind", "style": "together"}], "unknown key 'style'"),
        ("five-card-stud", [{"modifier": "roll-your-own", "style": "backwards"}], "must be one of"),
    ],
)
def test_a_contradictory_modifier_is_refused_with_the_reason(game: str, entries: list[Any], reason: str) -> None:
    assert reason in refused(game, *entries)


@pytest.mark.parametrize(
    "rule", [{"rule": "extreme", "of": "up"}, {"rule": "matched", "one_down": True}, {"rule": "first-up"}]
)
def test_a_game_about_its_up_cards_is_not_dealt_blind(rule: dict[str, Any]) -> None:
    own = {"name": "Own", "extends": "seven-card-stud", "wild": [rule]}
    with pytest.raises(GameError, match="this game is about its up-cards"):
        resolve("own", None, [read_modifier("blind", "modifier")], games={**library(), "own": own})


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("blind", "roll-your-own"),
        ("blind", CHOOSE_BEFORE),
        ("blind", "rollout"),
        ("blind", "draft"),
        ("blind", "auction"),
        ("blind", "follow-the-queen"),
        ("blind", "follow-the-pair"),
        ("blind", "seventh-up"),
        ("blind", {"modifier": "seventh-up", "paid": True}),
        ("rollout", "roll-your-own"),
        ("rollout", CHOOSE_BEFORE),
        ("rollout", "auction"),
        ("rollout", "draft"),
        ("rollout", {"modifier": "extra-down-card", "discard": True}),
        ("auction", "draft"),
        ("hi-lo", "suit-in-the-hole"),
        ("roll-your-own", "seventh-up"),
        (DISCARD_TWO, "low-hole-wild"),
    ],
)
def test_conflicting_modifiers_are_refused_in_either_order(first: Any, second: Any) -> None:
    refused("five-card-stud", first, second)
    refused("five-card-stud", second, first)


@pytest.mark.parametrize(("game", "passed"), [("jackpots", "ante and deal again"), ("jacks-back", "")])
def test_any_hand_may_open_a_game_for_the_low_hand(game: str, passed: str) -> None:
    bet, *later = (step for step in called(game, "low-hand").script if isinstance(step, Bet))
    assert (bet.needs, bet.passed) == ((), passed)
    assert [step.opener for step in later] == ["who opened"]


def test_jokers_are_refused_if_an_option_has_added_them() -> None:
    assert "jokers in this game already" in refused("stud-eight-or-better", "jokers", bugs=1)
    assert called("stud-eight-or-better", "jokers").deck.jokers == 1


def test_a_suit_in_the_hole_is_refused_without_hole_cards() -> None:
    bare = {**library()["five-card-stud"], "script": [{"step": "deal", "cards": "u"}, {"step": "bet"}]}
    for modifier in ("suit-in-the-hole", "low-hole-wild"):
        with pytest.raises(GameError, match="nobody has a card in the hole"):
            resolve("bare", None, [read_modifier(modifier, "modifier")], games={"bare": bare})


def test_a_game_that_turns_up_every_card_has_no_hole_cards() -> None:
    assert "nobody has a card in the hole" in refused("blind-pig", "low-hole-wild", turns="all")
    assert called("blind-pig", "low-hole-wild").wild


@pytest.mark.parametrize("game", ["canadian", "pick-a-partner"])
def test_discards_that_may_be_kept_or_are_pooled_leave_cards_in_the_hole(game: str) -> None:
    assert called(game, "low-hole-wild").wild


def test_a_limit_on_down_cards_leaves_a_whole_hand() -> None:
    assert called("badugi", {"modifier": "extra-down-card", "use": 4}).use.at_most == 4
    assert called("five-card-draw", {"modifier": "extra-down-card", "use": 5}).use.at_most == 5
    # Two of the first deal's cards are down, and two more follow one by one.
    assert called("three-card-poker", {**EARLIER_DOWN, "use": 1}).use.of_first == 2


def test_a_round_is_dropped_only_beside_those_that_come_again() -> None:
    steps = [{"step": "deal", "cards": "du"}, *[{"step": name} for name in ("bet", "hit", "bet", "hit", "bet")]]
    own = {**library()["five-card-stud"], "script": [*steps[:4], {"step": "repeat", "steps": 2}, *steps[4:]]}

    def skipping(number: int) -> str:
        skip = read_modifier({"modifier": "skip-betting", "rounds": [number]}, "modifier")
        return script(resolve("own", None, [skip], games={"own": own}))

    assert skipping(1) == "du hit bet repeat hit bet showdown"
    assert skipping(3) == "du bet hit bet repeat hit showdown"
    with pytest.raises(GameError, match="the steps that come again in this game cannot be changed"):
        skipping(2)


def test_a_refusal_names_the_game() -> None:
    assert refused("chicago", "hi-lo").startswith("Chicago: ")


def test_a_dropped_betting_round_stays_dropped_in_a_rollout() -> None:
    skip = {"modifier": "skip-betting", "rounds": [2]}
    game, other = called("five-card-stud", "rollout", skip), called("five-card-stud", skip, "rollout")
    assert sum(isinstance(step, Bet) for step in game.script) == 3
    assert script(game) == script(other)
