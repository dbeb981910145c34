"""A table's own games, and the records of their hands."""

from __future__ import annotations

import random
from typing import Any

import pytest
from sqlalchemy import update

from app.games.definition import Game
from app.games.load import resolve
from app.night.caches import clear_caches
from app.night.db import db, writing
from app.night.example import start_example
from app.night.history import hands
from app.night.log import loading
from app.night.log.replay import LiveHand
from app.night.models import Hand, Night, OwnGame
from app.night.play import call, games
from app.night.validation import Problem
from app.record.check import run
from app.record.setup import setup_of
from app.record.text import read
from tests.night.table import Dealer, deal, everyone_folds, tap

ROLLED: list[Any] = [{"modifier": "follow-the-queen"}, {"modifier": "roll-your-own"}]


def saved(name: str = "Windy Thursday", **changed: Any) -> OwnGame:
    answer = games.save_own_game(name, "chicago", {"declare": "in turn"}, ROLLED, {"raises": 3}, **changed)
    assert isinstance(answer, OwnGame), answer
    return answer


def refused(name: str, game: str = "chicago", modifiers: Any = ()) -> Problem:
    answer = games.save_own_game(name, game, {}, modifiers)
    assert isinstance(answer, Problem)
    assert len(games.own_games()) <= 1
    return answer


def test_a_saved_game_keeps_its_options_modifiers_and_house_rules(friday: Night):
    saved("  Windy   Thursday ")
    db.session.expire_all()
    (own,) = games.own_games()
    assert (own.name, own.game_id, own.options) == ("Windy Thursday", "chicago", {"declare": "in turn"})
    # A rule is stored even if it has its usual value: another night's house rules may differ.
    assert (own.modifiers, own.house) == (ROLLED, {"raises": 3})
    assert own.created_at.utcoffset() is not None


def test_an_example_offers_no_own_games(friday: Night) -> None:
    assert isinstance(games.save_own_game("Ours", "baseball", {}, [], {}), OwnGame)
    strangers = start_example()
    assert isinstance(strangers, Night)
    assert [own.name for own in games.own_games_at(friday)] == ["Ours"]
    assert games.own_games_at(strangers) == []


def test_own_games_are_sorted_by_name_ignoring_case(friday: Night):
    for name in ("zebra", "Ape", "bee"):
        saved(name)
    assert [own.name for own in games.own_games()] == ["Ape", "bee", "zebra"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "give a name"),
        ("   ", "give a name"),
        ("x" * 41, "longer than 40"),
        ("a\u202eb", "cannot be shown"),
        ("\u3164", "cannot be shown"),
        ("CHICAGO", "Chicago is a game of the library"),
        ("skinny minnie", "Skinny Minnie is a game of the library"),
        ("windy THURSDAY", "Windy Thursday is one of your games already"),
    ],
)
def test_an_invalid_name_is_refused_with_a_reason(friday: Night, name: str, reason: str):
    saved()
    problem = refused(name)
    assert problem.field == "name"
    assert reason in problem.text


def test_a_game_saved_twice_by_one_form_is_saved_once(friday: Night):
    own = saved().id
    assert saved().id == own
    assert len(games.own_games()) == 1
    assert isinstance(games.save_own_game("Windy Thursday", "chicago", {}, ROLLED, {"raises": 3}), Problem)


def test_an_impossible_mix_is_not_saved(friday: Night):
    assert refused("Nonsense", modifiers=["hi-lo"]).field == "game"
    assert refused("Nonsense", game="nonsense").field == "game"
    assert isinstance(games.save_own_game("Nonsense", "chicago", house={"raises": -1}), Problem)
    assert games.own_games() == []


def test_removing_a_game_frees_its_name(friday: Night):
    own = saved()
    assert games.remove_own_game(own.id)
    assert not games.remove_own_game(own.id)
    assert games.own_game(own.id) is None
    assert saved().name == "Windy Thursday"


def test_a_hand_keeps_the_name_it_was_called_by(friday: Night):
    live = call.call_game(friday, "five-card-stud", modifiers=ROLLED, name="Windy Thursday")
    assert isinstance(live, LiveHand)
    assert live.state.game.name == "Windy Thursday"
    clear_caches()
    again = loading.live_hand(live.hand.id)
    assert isinstance(again, LiveHand)
    assert (again.hand.game_name, again.state.game.name) == ("Windy Thursday", "Windy Thursday")


def test_a_hand_of_an_unsaved_mix_has_the_composed_name(friday: Night):
    live = call.call_game(friday, "chicago", modifiers=ROLLED)
    assert isinstance(live, LiveHand)
    assert live.state.game.name == live.hand.game_name == "Chicago, rolled, follow the queen"


def test_the_record_of_a_mix_replays_to_the_same_end(friday: Night):
    entries = [*ROLLED, {"modifier": "wild", "ranks": "7"}, {"modifier": "skip-betting", "rounds": [2]}]
    live = call.call_game(friday, "chicago", {"declare": "cards speak"}, entries, {"raises": 5}, name="Windy")
    assert isinstance(live, LiveHand)
    live = Dealer(live, random.Random(5)).play_out()
    text = hands.hand_record(friday, 1)
    assert isinstance(text, str)
    record = read(text, "windy.toml")
    assert record.kept["_game_name"] == "Windy"
    assert [entry["modifier"] for entry in record.modifiers] == [entry["modifier"] for entry in entries]
    assert record.options == {"declare": "cards speak"}
    replayed = run(record)
    assert (replayed.refused, replayed.failures) == ("", ())
    assert record.finishing_stacks == tuple(player.stack for player in live.state.players)


def test_the_record_of_a_plain_hand_has_no_extra_fields(friday: Night):
    everyone_folds(deal(friday))
    text = hands.hand_record(friday, 1)
    assert isinstance(text, str)
    assert 'event = "Friday"' in text
    assert "_options" not in text
    assert "_game_name" not in text


def test_a_hand_in_play_has_no_record(friday: Night):
    tap(deal(friday), "d dh p1 ??5h")
    assert isinstance(hands.hand_record(friday, 1), Problem)
    assert hands.hand_record(friday, 2) is None


def record_after(night: Night, **values: Any) -> tuple[Game, str | Problem | None]:
    """Change the row of a hand that everyone folded; return its game and its record."""
    live = everyone_folds(deal(night))
    with writing() as session:
        session.execute(update(Hand).where(Hand.id == live.hand.id).values(**values))
    clear_caches()
    return live.hand.setup.game, hands.hand_record(night, 1)


@pytest.mark.parametrize("name", ["Five-Card Stud", "Windy Thursday"])
def test_the_record_of_a_hand_carries_its_rules_if_the_library_has_changed(friday: Night, name: str):
    other = {**resolve("five-card-stud").raw, "name": name, "wild": [{"rule": "ranks", "ranks": "2"}]}
    _, answer = record_after(friday, definition=other, game_name=name)
    assert isinstance(answer, str), answer
    game = setup_of(read(answer)).game
    assert (game.name, [rule.words() for rule in game.wild]) == (name, ["2s are wild for everyone."])


@pytest.mark.parametrize(
    "values",
    [{"game_id": "gone-from-the-library"}, {"modifiers": ["no such modifier"]}, {"options": {"gone": True}}],
)
def test_the_record_of_a_hand_whose_call_no_longer_resolves_has_the_game_as_dealt(
    friday: Night, values: dict[str, Any]
):
    dealt, answer = record_after(friday, **values)
    assert isinstance(answer, str)
    assert setup_of(read(answer)).game == dealt


@pytest.mark.parametrize("values", [{"definition": {"id": "five-card-stud"}}, {"setup": {}}])
def test_a_hand_with_an_unreadable_setup_has_no_record_but_a_reason(friday: Night, values: dict[str, Any]):
    _, answer = record_after(friday, **values)
    assert isinstance(answer, Problem)
    assert answer.text
