"""The example night: a prepared hand to play through, deleted without a trace."""

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from app.hand.notation import parse_action
from app.night import db as night_db
from app.night import links, nights
from app.night.db import Model, db, night_changed, now
from app.night.example import LIFETIME, delete_example, example_record, remove_night, start_example
from app.night.history import hands
from app.night.log.replay import Posted
from app.night.models import Hand, Night, Player
from app.night.nights import current_hand
from app.night.people import changing, roster, seats
from app.night.play import television
from app.night.validation import Problem
from app.record.check import run
from tests.entering import enter
from tests.night.table import deal, everyone_folds

#: Computed by hand: four antes; then Bob and Dee each put in 4 on third street, 2 on fourth, and 4 each on fifth and
#: on the last. Dee's four aces beat Bob's three tens.
STACKS = {"Ann": 99, "Bob": 100 - 1 - 4 - 2 - 4 - 4, "Cy": 99, "Dee": 100 - 1 - 4 - 2 - 4 - 4 + 32}


def rows() -> dict[str, int]:
    """Return the number of rows in each table but the club's."""
    db.session.rollback()
    counts = {
        table.name: db.session.scalar(select(func.count()).select_from(table)) for table in Model.metadata.sorted_tables
    }
    return {name: int(count or 0) for name, count in counts.items() if name != "club"}


def begin_example() -> Night:
    example = start_example()
    assert isinstance(example, Night)
    return example


def play(example: Night, lines: tuple[str, ...]) -> None:
    hand = current_hand(example)
    assert hand is not None
    for line in lines:
        answer = enter(hand.id, [line.partition(" # ")[0]])
        assert isinstance(answer, Posted), answer


def test_the_record_replays_to_its_expected_end() -> None:
    replayed = run(example_record())
    assert replayed.status == 0, (replayed.refused, replayed.failures)
    assert replayed.state.result is not None
    assert [player.stack for player in replayed.state.players] == list(STACKS.values())


def test_every_action_of_the_record_has_a_hint_except_the_rest_of_a_tap() -> None:
    silent = [line for line in example_record().moves if not parse_action(line).comment]
    assert silent == ["d dh p4 ??"]


def test_an_example_starts_with_a_called_hand(app: Flask) -> None:
    example = begin_example()
    assert example.example
    assert [(seat.name, seat.stack) for seat in seats.seats(example)] == [(name, 100) for name in STACKS]
    assert [seat.name for seat in seats.seats(example) if seat.dealer] == ["Dee"]
    hand = current_hand(example)
    assert hand is not None
    assert hand.finished_at is None


def test_playing_the_example_out_gives_the_expected_stacks(app: Flask) -> None:
    example = begin_example()
    play(example, example_record().moves)
    assert {seat.name: seat.stack for seat in seats.seats(example)} == STACKS
    assert [hand.winners for hand in hands.past_hands(example)] == [(("Dee", 32),)]


@pytest.mark.parametrize("played", [0, 5, None])
def test_deleting_an_example_leaves_no_rows(app: Flask, played: int | None) -> None:
    before = rows()
    example = begin_example()
    play(example, example_record().moves[:played])
    assert rows() != before
    assert delete_example(example)
    assert rows() == before


def test_deleting_an_example_leaves_the_people_of_real_nights(friday: Night) -> None:
    example = start_example()
    assert delete_example(example)
    left = set(db.session.scalars(select(Player.name)))
    assert left == {"Ann", "Bob", "Cy"}
    assert [seat.name for seat in seats.seats(friday)] == ["Ann", "Bob", "Cy"]


def test_a_real_night_cannot_be_deleted_as_an_example(friday: Night) -> None:
    everyone_folds(deal(friday))
    before = rows()
    assert not delete_example(friday)
    assert rows() == before


def test_starting_an_example_deletes_those_older_than_a_day(app: Flask) -> None:
    old, recent = start_example(), start_example()
    with night_db.writing() as session:
        session.execute(
            update(Night.__table__)
            .where(Night.__table__.c.id == old.id)
            .values(started_at=now() - LIFETIME - timedelta(hours=1))
        )
    key = old.key
    new = start_example()
    assert nights.night_by_key(key) is None
    assert nights.all_night_ids() == {recent.id, new.id}


def test_deleting_an_example_notifies_its_screens(app: Flask) -> None:
    example = start_example()
    notified: list[int] = []
    example_id = example.id
    with night_changed.connected_to(notified.append):
        delete_example(example)
    assert notified == [example_id]


def test_example_players_are_not_among_the_names_of_earlier_nights(friday: Night) -> None:
    start_example()
    assert set(roster.known_names()) == {"Ann", "Bob", "Cy"}


def test_an_example_hand_is_neither_a_recent_game_nor_a_favourite(friday: Night) -> None:
    everyone_folds(deal(friday))
    example = start_example()
    assert [game.game_id for game in hands.recent_games()] == ["five-card-stud"]
    assert [game.game_id for game in hands.favourite_games()] == ["five-card-stud"]
    assert [game.game_id for game in hands.recent_games(example)] == ["follow-the-queen"]


def test_example_players_share_no_links_with_people_of_the_same_name(friday: Night):
    example = start_example()
    ours = {seat.name: seat.key for seat in seats.seats(friday)}
    theirs = {seat.name: seat.key for seat in seats.seats(example)}
    assert {"Ann", "Bob", "Cy"} <= ours.keys() & theirs.keys()
    assert set(ours.values()).isdisjoint(theirs.values())


def test_people_of_an_example_exist_only_in_it_and_are_deleted_with_it(friday: Night) -> None:
    ours = begin_example()
    theirs = begin_example()
    for example in (ours, theirs):
        ids = [seat.player_id for seat in seats.seats(example)]
        assert {db.session.get_one(Player, player).only_in for player in ids} == {example.id}
        assert not {person.id for person in roster.all_people()} & set(ids)
        assert changing.change_person(ids[0], "Zed", "sky") == changing.NO_SUCH_PERSON
        assert changing.remove_person(ids[0]) == changing.NO_SUCH_PERSON
        assert changing.merge_people(seats.seats(friday)[0].player_id, ids[1]) == changing.NO_SUCH_PERSON
    delete_example(ours)
    assert {player.only_in for player in db.session.scalars(select(Player))} == {0, theirs.id}


def test_televisions_show_only_hands_of_their_own_night(friday: Night) -> None:
    live = everyone_folds(deal(friday))
    example = begin_example()
    play(example, example_record().moves)
    own = db.session.scalars(select(Hand).where(Hand.night_id == example.id)).one()
    key = db.session.get_one(Hand, live.hand.id).key
    assert isinstance(television.show_hand(example, key, 1), Problem)
    assert isinstance(television.show_hand(friday, own.key, 1), Problem)
    assert television.show_hand(example, own.key, 1) is None


def test_an_example_is_neither_removed_nor_listed_like_a_night(app: Flask) -> None:
    example = begin_example()
    assert not remove_night(example.id)
    assert links.nights_by_ids([example.id]) == links.nights_by_keys([example.key]) == nights.nights() == []
