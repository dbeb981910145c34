"""People over all nights: renaming, recolouring, merging and removing them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import func, select, update

from app.night import example, screens
from app.night.acts import activity, queue
from app.night.acts.queue import Done
from app.night.db import db, night_changed, writing
from app.night.history import hands
from app.night.log import loading
from app.night.log.replay import LiveHand, Posted
from app.night.models import Act, Hand, Ledger, Night, Player, Seat, Transfer
from app.night.people import changing, roster, seats
from app.night.people.roster import Person
from app.night.play import call, taps
from app.night.play.call import end_night
from app.night.screens import screen_of
from app.night.validation import Problem
from tests.databases import statements
from tests.night import acting
from tests.night.table import begin, deal, everyone_folds, seat
from tests.seating import add_player


def person(name: str) -> Person:
    return next(person for person in roster.all_people() if person.name == name)


def names(night: Night) -> list[str]:
    return [seat.name for seat in seats.seats(night, with_left=True)]


def play(night: Night) -> int:
    """Play and clear a hand that the dealer, here Ann, wins with a bet; return its id."""
    live = everyone_folds(deal(night))
    call.next_hand(night)
    return live.hand.id


def sums() -> dict[int, int]:
    query = select(Ledger.night_id, func.sum(Ledger.amount)).where(Ledger.account == "chips").group_by(Ledger.night_id)
    return dict(db.session.execute(query).all())


@pytest.fixture
def saturday(friday: Night) -> Night:
    """Return a night with Anne, Bob and Cy; on Friday Anne played as Ann."""
    play(friday)
    end_night(friday)
    return begin("Anne", "Bob", "Cy")


def test_people_are_listed_by_their_last_real_night(friday: Night) -> None:
    begin("Di", "Bob")
    example.start_example()
    listed = [(person.name, len(person.nights)) for person in roster.all_people()]
    assert listed == [("Bob", 2), ("Di", 1), ("Ann", 1), ("Cy", 1)]


def test_a_person_can_be_renamed_and_recoloured(friday: Night) -> None:
    assert changing.change_person(person("Bob").id, "  Robert   the Bruce ", "mint") is None
    robert = seat(friday, "Robert the Bruce")
    assert (robert.colour, robert.initials) == ("mint", "RB")
    assert "Bob" not in roster.known_names()


@pytest.mark.parametrize(
    ("name", "colour", "field"),
    [("", "mint", "name"), ("x" * 31, "mint", "name"), ("ANN", "mint", "name"), ("Bob", "puce", "colour")],
)
def test_an_invalid_name_or_colour_is_refused(friday: Night, name: str, colour: str, field: str) -> None:
    answer = changing.change_person(person("Bob").id, name, colour)
    assert isinstance(answer, Problem)
    assert answer.field == field
    assert names(friday) == ["Ann", "Bob", "Cy"]


def test_a_name_can_change_its_case(friday: Night) -> None:
    assert changing.change_person(person("Bob").id, "BOB", "mint") is None
    assert names(friday) == ["Ann", "BOB", "Cy"]


def test_a_new_name_applies_at_once_but_the_hand_in_play_keeps_the_old_one(friday: Night) -> None:
    live = deal(friday)
    assert changing.change_person(person("Ann").id, "Anna", "sky") is None
    everyone_folds(live)
    call.next_hand(friday)
    assert names(friday) == ["Anna", "Bob", "Cy"]
    (past,) = hands.past_hands(friday)
    assert past.winners == (("Ann", 5),)
    first = screen_of(friday.id).table.standings[0]
    assert (first.seat.name, first.hands) == ("Anna", 1)


def test_renaming_a_person_renames_their_queued_join(friday: Night) -> None:
    begin("Di", "Ed")
    live = deal(friday)
    add_player(friday, "Di", 50)
    assert changing.change_person(person("Di").id, "Diana", "sky") is None
    everyone_folds(live)
    call.next_hand(friday)
    assert names(friday) == ["Ann", "Bob", "Cy", "Diana"]
    assert "Di" not in [person.name for person in roster.all_people()]


def test_renaming_notifies_the_screens_of_the_night(friday: Night) -> None:
    before, notified = screens.night_version(friday.id), []
    with night_changed.connected_to(notified.append):
        changing.change_person(person("Bob").id, "Rob", "sky")
    assert notified == [friday.id]
    assert screens.night_version(friday.id) != before


def test_merged_people_have_the_nights_of_both(friday: Night, saturday: Night) -> None:
    hand = play(saturday)
    before, ann, anne = sums(), person("Ann"), person("Anne")
    assert changing.merge_people(ann.id, anne.id) is None
    assert names(saturday) == ["Ann", "Bob", "Cy"]
    assert len(person("Ann").nights) == 2
    assert db.session.get(Player, anne.id) is None
    assert sums() == before
    assert db.session.get_one(Hand, hand).setup["players"][-1] == ann.id
    assert seat(saturday, "Ann").stack == 102


def test_merging_keeps_names_in_hands_and_the_log(friday: Night, saturday: Night) -> None:
    hand = play(saturday)
    changing.merge_people(person("Ann").id, person("Anne").id)
    live = loading.live_hand(hand)
    assert isinstance(live, LiveHand)
    assert live.hand.setup.names[-1] == "Anne"
    joined = db.session.scalars(select(Act).where(Act.night_id == saturday.id, Act.kind == "join"))
    assert [act.data["name"] for act in joined] == ["Anne", "Bob", "Cy"]


def test_a_hand_in_play_pays_the_merged_person(friday: Night, saturday: Night) -> None:
    live = deal(saturday)
    assert changing.merge_people(person("Ann").id, person("Anne").id) is None
    assert seat(saturday, "Ann").stack == 100
    everyone_folds(live)
    assert seat(saturday, "Ann").stack == 102
    undone = taps.undo(live.hand.id, 6)
    assert isinstance(undone, Posted)
    assert seat(saturday, "Ann").stack == 100


def test_a_merged_person_has_the_colour_of_nobody_else_at_the_table(friday: Night, saturday: Night) -> None:
    bob = next(seat for seat in seats.seats(saturday) if seat.name == "Bob")
    changing.change_person(person("Ann").id, "Ann", bob.colour)
    assert changing.merge_people(person("Ann").id, person("Anne").id) is None
    assert len({seat.colour for seat in seats.seats(saturday)}) == 3


def test_queued_acts_apply_to_the_merged_person(friday: Night, saturday: Night) -> None:
    begin("Gus", "Hal")
    live = deal(saturday)
    add_player(saturday, "Gus", 50)
    assert changing.merge_people(person("Hal").id, person("Gus").id) == Problem(
        "other", f"both Hal and Gus sat at Friday, {saturday.started_at.astimezone():%-d %B %Y}: they are two people"
    )
    assert changing.merge_people(person("Ann").id, person("Gus").id) is None
    everyone_folds(live)
    call.next_hand(saturday)
    assert names(saturday) == ["Anne", "Bob", "Cy", "Ann"]


def test_merging_moves_transfers(friday: Night, saturday: Night) -> None:
    ann, anne, bob = person("Ann"), person("Anne"), person("Bob")
    with writing() as session:
        session.add(Transfer(night_id=saturday.id, debtor_id=anne.id, creditor_id=bob.id, currency="EUR", amount=5))
        session.add(Transfer(night_id=saturday.id, debtor_id=bob.id, creditor_id=anne.id, currency="EUR", amount=7))
    assert changing.merge_people(ann.id, anne.id) is None
    rows = db.session.execute(select(Transfer.debtor_id, Transfer.creditor_id, Transfer.amount)).all()
    assert rows == [(ann.id, bob.id, 5), (bob.id, ann.id, 7)]


@pytest.mark.parametrize("field", ["pay_by", "comes"])
@pytest.mark.parametrize(("own", "other", "kept"), [("", "no", "no"), ("yes", "no", "yes"), ("yes", "", "yes")])
def test_a_merged_person_keeps_their_own_answers_or_else_gets_the_others(
    friday: Night, saturday: Night, field: str, own: str, other: str, kept: str
) -> None:
    ann, anne = person("Ann").id, person("Anne").id
    with writing() as session:
        setattr(session.get_one(Player, ann), field, own)
        setattr(session.get_one(Player, anne), field, other)
    assert changing.merge_people(ann, anne) is None
    assert getattr(db.session.get_one(Player, ann), field) == kept


def test_people_who_sat_at_one_table_cannot_be_merged(friday: Night) -> None:
    before = screens.night_version(friday.id)
    answer = changing.merge_people(person("Ann").id, person("Bob").id)
    assert isinstance(answer, Problem)
    assert "both Ann and Bob sat at Friday" in answer.text
    assert isinstance(changing.merge_people(person("Ann").id, person("Ann").id), Problem)
    assert isinstance(changing.merge_people(person("Ann").id, 999), Problem)
    assert names(friday) == ["Ann", "Bob", "Cy"]
    assert screens.night_version(friday.id) == before


def test_a_removed_person_is_a_former_player_in_old_hands_with_the_same_chips(friday: Night) -> None:
    hand, before = play(friday), sums()
    acting.buy_in(friday, seat(friday, "Ann").id, 20, by="Ann")
    end_night(friday)
    key = seat(friday, "Ann").key
    assert changing.remove_person(person("Ann").id) is None
    live = loading.live_hand(hand)
    assert isinstance(live, LiveHand)
    assert live.hand.setup.names == ("Bob", "Cy", "A former player")
    (past,) = hands.past_hands(friday)
    assert past.winners == (("A former player", 5),)
    assert seat(friday, "A former player").stack == 122
    assert sums() == {friday.id: before[friday.id] + 20}
    assert "Ann" not in roster.known_names()
    assert [person.name for person in roster.all_people()] == ["Bob", "Cy"]
    assert seats.seat_by_key(key) is None


def test_no_stored_text_names_a_removed_person(friday: Night) -> None:
    hand_id = play(friday)
    changing.change_person(person("Ann").id, "Annabel", "sky")
    play_again = seat(friday, "Annabel").id
    bought = acting.buy_in(friday, play_again, 20, by="Annabel")
    assert isinstance(bought, Done)
    queue.undo_act(friday, bought.line, "Annabel buys 20")
    with writing() as session:
        session.get_one(Act, bought.line).note = "seat: Annabel has left already"  # as for a failed act
        session.get_one(Player, person("Annabel").id).pay_by = "words Annabel's tin"
        # As stored by an older version.
        hand = session.get_one(Hand, hand_id)
        hand.outcome = {**(hand.outcome or {}), "why": "Annabel wins: everyone else has folded"}
        session.execute(update(Ledger).where(Ledger.hand_id == hand_id).values(why="Annabel wins"))
    end_night(friday)
    assert changing.remove_person(person("Annabel").id) is None
    stored = "".join(
        str(row)
        for table in (Act, Hand, Ledger, Player, Night)
        for row in db.session.execute(select(*table.__table__.columns)).all()
    )
    assert "Ann" not in stored
    assert "A former player" in stored


def test_removing_a_person_takes_as_few_statements_after_many_hands(friday: Night) -> None:
    counts = []
    for name, played in (("Cy", 1), ("Bob", 5)):
        for _ in range(played):
            play(friday)
        acting.leave(friday, seat(friday, name).id)
        add_player(friday, f"{name} II", 100)
        with statements("UPDATE") as sent:
            assert changing.remove_person(person(name).id) is None
        counts.append(len(sent))
    assert counts[0] == counts[1]


def test_a_longer_name_that_begins_with_the_name_of_a_removed_person_stays_in_the_log() -> None:
    night = begin("Ann", "Ann B.", "Cy")
    acting.buy_in(night, seat(night, "Ann B.").id, 20)
    acting.give_chips(night, seat(night, "Ann").id, seat(night, "Ann B.").id, 5)
    end_night(night)
    assert changing.change_person(person("Ann B.").id, "Bea", "sky") is None
    assert changing.remove_person(person("Ann").id) is None
    lines = [line.act.line() for line in activity.night_log(night.id)]
    assert lines[:2] == ["A former player lends Ann B. 5", "Ann B. buys 20"]


def test_former_players_are_numbered(friday: Night) -> None:
    play(friday)
    end_night(friday)
    changing.remove_person(person("Ann").id)
    changing.remove_person(person("Bob").id)
    assert names(friday) == ["A former player", "A former player (2)", "Cy"]


def test_former_players_of_a_hand_have_different_names_even_if_another_is_gone(friday: Night) -> None:
    end_night(friday)
    saturday = begin("Bob", "Cy", "Dee")
    hand = play(saturday)
    end_night(saturday)
    changing.remove_person(person("Ann").id)
    changing.remove_person(person("Bob").id)
    # With the only night of Ann, the first former player goes as well.
    assert example.remove_night(friday.id)
    changing.remove_person(person("Cy").id)
    live = loading.live_hand(hand)
    assert isinstance(live, LiveHand)
    assert sorted(live.hand.setup.names) == ["A former player", "A former player (2)", "Dee"]


def test_the_name_of_a_removed_person_belongs_to_somebody_new(friday: Night) -> None:
    end_night(friday)
    changing.remove_person(person("Ann").id)
    saturday = begin("Ann", "Bob")
    assert names(saturday) == ["Ann", "Bob"]
    assert len(person("Ann").nights) == 1


def test_a_seated_player_cannot_be_removed(friday: Night) -> None:
    answer = changing.remove_person(person("Ann").id)
    assert answer == Problem("person", "Ann still sits at Friday: end the night or have them leave first")
    acting.leave(friday, seat(friday, "Ann").id)
    assert changing.remove_person(person("Ann").id) is None
    assert isinstance(changing.remove_person(999), Problem)


def test_a_persons_link_is_renewed_for_every_night(friday: Night, saturday: Night) -> None:
    key = seat(saturday, "Bob").key
    assert seat(friday, "Bob").key == key
    assert changing.renew_person_link(person("Bob").id) is None
    assert seats.seat_by_key(key) is None
    assert seat(friday, "Bob").key == seat(saturday, "Bob").key != key


@pytest.fixture(autouse=True)
def check_ledger_owners(app: object) -> Iterator[None]:
    """Check after each test that every ledger row belongs to a player with a seat on its night."""
    yield
    db.session.rollback()
    strangers = select(Ledger.id).where(
        ~select(Seat.id).where(Seat.night_id == Ledger.night_id, Seat.player_id == Ledger.player_id).exists()
    )
    assert db.session.scalars(strangers).all() == []
