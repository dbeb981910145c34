"""Modifiers of the deck and of up-card rounds: how they change a script, and what they refuse."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.errors import GameError
from app.games.load import resolve
from tests.games.test_modifiers import called, refused, script


def more(**settings: Any) -> dict[str, Any]:
    return {"modifier": "more-up-cards", **settings}


def common(**settings: Any) -> dict[str, Any]:
    return {"modifier": "common-cards", **settings}


def extra(**settings: Any) -> dict[str, Any]:
    return {"modifier": "extra-down-card", **settings}


def strip(**settings: Any) -> dict[str, Any]:
    return {"modifier": "stripped-deck", **settings}


def test_seven_card_stud_becomes_mississippi_stud() -> None:
    made = called("seven-card-stud", more(), "seventh-up")
    assert script(made) == script(resolve("mississippi-stud")) == "ddu bet uu bet u bet u bet showdown"


def test_five_card_stud_becomes_alligator() -> None:
    assert script(called("five-card-stud", more(extra=True))) == "du bet uu bet u bet u bet showdown"


@pytest.mark.parametrize(
    ("settings", "deal"),
    [
        ({"rounds": [1]}, "dduu bet u bet u bet d bet showdown"),
        ({"rounds": [2], "count": 3}, "ddu bet uuu bet d bet showdown"),
        ({"rounds": [1, 3]}, "dduu bet uu bet d bet showdown"),
        ({"rounds": [3, 3]}, "ddu bet u bet uu bet d bet showdown"),
        ({"rounds": [2, 4], "extra": True}, "ddu bet uu bet u bet uu bet d bet showdown"),
    ],
)
def test_up_cards_move_forward_from_later_rounds_unless_they_are_added(settings: Any, deal: str) -> None:
    assert script(called("seven-card-stud", more(**settings))) == deal


def test_a_round_may_lose_some_of_its_up_cards_and_keep_its_bet() -> None:
    assert script(called("alligator", more(rounds=[1]))) == "duu bet u bet u bet u bet showdown"


@pytest.mark.parametrize(
    ("settings", "deal"),
    [
        ({"rounds": [2, 3, 4]}, "ddu bet common bet common bet common bet d bet showdown"),
        ({"rounds": [1]}, "dd common bet u bet u bet u bet d bet showdown"),
        ({"rounds": [4], "beside": True}, "ddu bet u bet u bet u common bet d bet showdown"),
    ],
)
def test_common_cards_replace_up_cards_or_are_added_to_them(settings: Any, deal: str) -> None:
    game = called("seven-card-stud", common(**settings))
    assert script(game) == deal
    assert list(dict.fromkeys(game.labels))[:5] == [f"Round {number}" for number in range(1, 6)]


def test_the_remaining_up_cards_can_be_rolled_drafted_or_auctioned() -> None:
    assert script(called("seven-card-stud", common(rounds=[2]), "roll-your-own")) == (
        "ddd roll bet common bet d roll bet d roll bet d bet showdown"
    )
    assert "common bet draft bet draft" in script(called("seven-card-stud", common(rounds=[2]), "draft"))


@pytest.mark.parametrize(
    ("settings", "deal"),
    [
        ({"count": 3}, "dddddu bet u bet u bet u bet d bet showdown"),
        ({"count": 2, "discard": True, "discards": 2, "after_round": 3}, "ddddu bet u bet u bet discard u bet d bet"),
        ({"throw_before_showdown": True}, "dddu bet u bet u bet u bet d bet discard showdown"),
    ],
)
def test_any_number_of_extra_down_cards_is_discarded_at_the_chosen_time(settings: Any, deal: str) -> None:
    assert script(called("seven-card-stud", extra(**settings))).startswith(deal)


def test_the_limit_on_hole_cards_stays_with_a_discard() -> None:
    thrown = called("seven-card-stud", extra(throw_before_showdown=True))
    assert thrown.use.at_most == 2
    assert thrown.script[-2].words() == "Each player discards down cards until two are left."
    first = called("seven-card-stud", extra(all_down=False, throw_before_showdown=True))
    assert first.use.at_most is None
    assert first.script[-2].words() == (
        "Each player discards down cards until no more than two of the first three are left."
    )
    one = called("razz", extra(use=1, all_down=False, throw_before_showdown=True))
    assert one.script[-2].words().endswith("until no more than one of the first three is left.")
    none = called("razz", extra(use=0, all_down=False, throw_before_showdown=True))
    assert none.script[-2].words().endswith("until none of the first three is left.")


def test_the_declaration_comes_before_the_discard() -> None:
    game = called("seven-card-stud", extra(throw_before_showdown=True), "hi-lo", "twist")
    assert script(game).endswith("bet draw bet declare discard showdown")


def test_the_ranking_follows_a_stripped_deck() -> None:
    game = called("five-card-stud", strip(ranks="89T"))
    assert len(game.deck.cards()) == 40
    assert (game.ranking.flush_beats_full_house, game.ranking.gap_straights) == (True, True)
    assert called("five-card-stud", strip(ranks="2"), "jokers").deck.jokers == 1
    assert called("mexican-stud-41", strip(ranks="2")).deck.strip == "89T2"


@pytest.mark.parametrize(
    ("game", "entries", "reason"),
    [
        ("five-card-stud", [more(rounds=[])], "say which rounds"),
        ("five-card-stud", [more(rounds=[5])], "up-cards are dealt in rounds 1 to 4"),
        ("seven-twenty-seven", [common()], "up-cards are dealt in only one round"),
        ("five-card-stud", [more(rounds=[4])], "no later round deals only up-cards"),
        ("five-card-stud", [more(rounds=[1, 2])], "the up-cards of round 2 come earlier already"),
        ("five-card-stud", [more(count=1)], "must be one of 2, 3, 4, 5"),
        ("five-card-stud", [more(count=6)], "must be one of 2, 3, 4, 5"),
        ("alligator", [more(rounds=[2])], "that many up-cards come at once already"),
        ("roll-your-own", [more()], "no round of this game deals up-cards"),
        ("five-card-stud", [common(rounds=[0])], "say which rounds"),
        ("five-card-stud", [common(rounds=[1, 9])], "up-cards are dealt in rounds 1 to 4"),
        ("five-card-stud", [common(count=6)], "must be one of 1, 2, 3, 4, 5"),
        ("roll-your-own", [common()], "no round of this game deals up-cards"),
        ("five-card-stud", [common(), "rollout"], "only a plain deal"),
        ("five-card-stud", [extra(count=6)], "must be one of 1, 2, 3, 4, 5"),
        ("five-card-stud", [extra(count=0)], "must be one of 1, 2, 3, 4, 5"),
        ("five-card-stud", [extra(discard=True, after_round=5)], "there are betting rounds 1 to 4"),
        ("five-card-stud", [extra(discard=True, discards=3)], "nobody has that many down cards to discard"),
        ("five-card-stud", [extra(use=2, throw_before_showdown=True)], "every down card may be used"),
        ("buffalo", [extra()], "how many down cards may be used"),
        ("five-card-stud", [extra(throw_before_showdown=True, use=1), "rollout"], "only a plain deal"),
        ("five-card-stud", [strip()], "say which ranks are left out"),
        ("mexican-stud-41", [strip(ranks="79")], "left out of this game already"),
        ("seven-card-stud", [strip(ranks="23456789TJQ")], "too small for 2 players"),
        ("baseball", [strip(ranks="9")], "this game is about its nines"),
        ("baseball", [strip(ranks="4")], "this game is about its fours"),
        ("follow-the-queen", [strip(ranks="Q")], "this game is about its queens"),
        ("the-bitch", [strip(ranks="Q")], "this game is about its queens"),
        ("five-card-stud", [strip(ranks="2"), {"modifier": "wild", "ranks": "2"}], "this game is about its deuces"),
        ("five-card-stud", [strip(ranks="Q"), "follow-the-queen"], "this game is about its queens"),
        ("five-card-stud", ["low-hand", "hi-lo"], "this game already splits the pot"),
        ("razz", ["low-hand"], "only a game for the high hand"),
        ("five-card-stud", ["low-qualifier"], "no low hand wins in this game"),
        ("razz", ["low-qualifier"], "the low hand takes the whole pot"),
        ("stud-eight-or-better", ["low-qualifier"], "has to qualify already"),
    ],
)
def test_a_contradictory_modifier_is_refused_with_the_reason(game: str, entries: list[Any], reason: str) -> None:
    assert reason in refused(game, *entries)


def test_a_qualifier_may_be_a_stripped_rank() -> None:
    assert called("stud-eight-or-better", strip(ranks="8")).shares[1].words().endswith("eight or better to qualify")


def test_the_low_hand_modifier_also_changes_a_games_own_opener() -> None:
    assert called("five-card-stud", "low-hand").opener.later == "low hand"
    assert called("five-card-stud", "low-hand", "blind").opener.later == "left of dealer"
    # A game that only says who opens the first round leaves the others to the low hand.
    opener = called("echo-park", "low-hand").opener
    assert (opener.first, opener.later) == ("left of dealer", "low hand")


def test_a_refusal_names_the_field() -> None:
    with pytest.raises(GameError) as caught:
        called("baseball", strip(ranks="9"))
    assert caught.value.key == "wild[0].ranks"
