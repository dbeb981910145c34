"""Up-card events: matching cards, words of the rule sheet, and contradictions in a game."""

from __future__ import annotations

from typing import Any

import pytest

from app.cards.card import parse_cards
from app.games.errors import GameError
from app.games.load import resolve
from app.games.modifiers import read_modifier
from app.games.rules.events import UpCardEvent
from app.games.table import PlayerCards, Table
from tests.games.up_cards import dealt_up


def table(ups: str) -> Table:
    """Return up-cards dealt to two players in turn."""
    shown = dealt_up((card, at % 2) for at, card in enumerate(parse_cards(ups)))
    return Table((PlayerCards("Ann", True), PlayerCards("Bob", True)), shown)


def event(**settings: Any) -> dict[str, Any]:
    return {"modifier": "event", **settings}


def words(**settings: Any) -> str:
    return read_modifier(event(**settings), "modifier").words()


@pytest.mark.parametrize(
    ("settings", "ups", "matching"),
    [
        ({"ranks": "39"}, "3c9d4h3s", [0, 1, 3]),
        ({"cards": "QsJr"}, "QdQsJrJb", [1, 2]),
        ({"suit": "heart"}, "2h3cAhJr", [0, 2]),
        ({"joker": True}, "2hJrJb", [1, 2]),
        # Ann gets the first, third and fifth card. Only her own cards pair, and a third of the rank pairs again.
        ({"pair": True}, "9c9d9h4s9s4c", [2, 4, 5]),
        ({"ranks": "4", "suit": "club", "joker": True}, "4d5cJr5d", [0, 1, 2]),
    ],
)
def test_an_event_matches_cards_by_any_named_property(settings: dict[str, Any], ups: str, matching: list[int]) -> None:
    lying = table(ups)
    assert UpCardEvent(**settings).matching(lying) == [lying.ups[at] for at in matching]


def test_an_event_happens_with_the_newest_card_once_the_count_is_reached() -> None:
    second = UpCardEvent(ranks="Q", count=2)
    assert not second.happens(table("Qc"))
    assert second.happens(table("QcQd"))
    assert not second.happens(table("QcQd4h"))
    assert second.happens(table("QcQd4hQs"))


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (
            {"ranks": "7", "then": "pay or fold", "price": "pot"},
            "A player who gets a seven face up matches the pot or folds.",
        ),
        ({"suit": "heart", "price": 2}, "A player who gets a heart face up pays 2 chips."),
        ({"ranks": "A8", "then": "fold"}, "A player who gets an ace or an eight face up must fold."),
        (
            {"pair": True, "joker": True, "then": "extra card", "price": "free", "face": "down"},
            "A player who gets a joker face up or makes an open pair may take an extra card at once for nothing; "
            "it comes face down.",
        ),
        (
            {"cards": "Qs", "whom": "everybody", "price": "big bet", "count": 2},
            "When the queen of spades comes face up (from the second on), everyone still in pays the big bet.",
        ),
        (
            {"cards": "QsKh", "then": "redeal"},
            "When the queen of spades or the king of hearts comes face up, the hand stops, and those still in are "
            "dealt a new one for the same pot.",
        ),
        (
            {"joker": True, "then": "end the hand"},
            "When a joker comes face up, the hand ends at once and the pot carries over to the next hand.",
        ),
        (
            {"pair": True, "then": "centre card"},
            "When somebody makes an open pair, one card is turned up in the centre at once; it belongs to nobody.",
        ),
        (
            {"ranks": "5", "then": "extra card", "price": "pot"},
            "A player who gets a five face up may take an extra card at once for as much as is in the pot; "
            "it comes face up.",
        ),
    ],
)
def test_the_rule_sheet_describes_an_event(settings: dict[str, Any], said: str) -> None:
    assert words(**settings) == said


def test_the_rule_sheet_says_from_when_and_until_when_cards_are_wild() -> None:
    assert words(ranks="5T", count=2, then="not wild").startswith(
        "5s and 10s are wild for everyone until a second of them, in any mix, has been dealt face up."
    )
    assert words(ranks="5", then="not wild").startswith(
        "5s are wild for everyone until one of them has been dealt face up."
    )
    assert words(pair=True, count=3, wild_ranks="7", then="wild").startswith(
        "7s are wild for everyone once somebody makes an open pair for the third time, and not before."
    )


@pytest.mark.parametrize(
    ("game", "settings", "reason"),
    [
        ("five-card-stud", [{}], "say which up-cards it is about"),
        ("five-card-stud", [{"joker": True}], "there are no jokers in this game"),
        ("five-card-stud", [{"cards": "Jb"}], "the black joker is not in the deck"),
        ("mexican-stud-41", [{"ranks": "7T"}], "there are no tens in the deck"),
        ("mexican-stud-41", [{"cards": "9d"}], "the 9 of diamonds is not in the deck"),
        ("mexican-stud-41", [{"pair": True, "then": "wild", "wild_ranks": "8"}], "there are no eights in the deck"),
        ("five-card-stud", [{"ranks": "4", "then": "fold", "whom": "everybody"}], "nobody is left to win the pot"),
        ("five-card-stud", [{"ranks": "4", "price": 0}], "say what is to be paid"),
        ("five-card-stud", [{"ranks": "4", "price": "free", "then": "pay or fold"}], "say what is to be paid"),
        ("five-card-stud", [{"pair": True, "then": "wild"}], "say which ranks are wild"),
        ("five-card-stud", [{"ranks": "23456789TJQKA", "then": "redeal"}], "every card would mean a new deal"),
        ("baseball", [{"pair": True, "then": "wild", "wild_ranks": "9"}], "already makes these cards wild"),
        ("woolworth", [{"pair": True, "then": "wild", "wild_ranks": "5"}], "already makes these ranks wild"),
        ("five-card-stud", [{"ranks": "4", "price": 3}, {"ranks": "4", "price": 3}], "already has that event"),
        ("the-bitch", [{"cards": "Qs", "then": "redeal"}], "already has that event"),
        ("up-your-draws", [{"ranks": "4", "count": 0}], "must be at least 1"),
    ],
)
def test_an_impossible_event_is_refused(game: str, settings: list[dict[str, Any]], reason: str) -> None:
    with pytest.raises(GameError) as caught:
        resolve(game, None, [read_modifier(event(**each), "modifier") for each in settings])
    assert reason in caught.value.reason


@pytest.mark.parametrize("game", ["blind-stud", "seven-card-stud"])
def test_an_event_needs_up_cards(game: str) -> None:
    blind = [] if game == "blind-stud" else [read_modifier("blind", "modifier")]
    with pytest.raises(GameError, match="there are no up-cards in this game"):
        resolve(game, None, [*blind, read_modifier(event(ranks="4"), "modifier")])


def test_a_rank_that_stops_being_wild_is_not_called_wild_throughout() -> None:
    stops = read_modifier(event(cards="Qs", then="not wild", wild_ranks="3"), "modifier")
    game = resolve("baseball", None, [stops])
    assert [rule.words().split(".")[0] for rule in game.wild] == [
        "9s are wild for everyone",
        "3s are wild for everyone until the queen of spades comes face up",
    ]
