"""Players come and go, and the deal passes to the left."""

from __future__ import annotations

import pytest

from app.games.house import Stakes
from app.night import nights
from app.night.acts import joining, requests
from app.night.acts.queue import Done
from app.night.db import writing
from app.night.log.replay import LiveHand
from app.night.models import Night, Player, Seat
from app.night.nights import last_hand
from app.night.people import changing, roster, seats
from app.night.play import call
from app.night.play.call import end_night
from app.night.validation import Problem
from tests.night import acting
from tests.night.table import STAKES, begin, deal, dealer, everyone_folds, seat, set_house, set_stakes, tap
from tests.seating import add_player


def names_dealt(night: Night) -> tuple[str, ...]:
    live = deal(night)
    names = live.hand.setup.names
    tap(live, "d misdeal")
    call.next_hand(night)
    return names


@pytest.mark.parametrize(
    ("name", "chips", "field"),
    [
        ("", 100, "name"),
        ("   ", 100, "name"),
        ("x" * 31, 100, "name"),
        ("a\x00b", 100, "name"),
        ("ANN", 100, "name"),
        ("Di", -1, "buy_in"),
        ("Di", 10**9 + 1, "buy_in"),
    ],
)
def test_an_invalid_name_or_buy_in_is_refused(friday: Night, name: str, chips: int, field: str):
    answer = add_player(friday, name, chips)
    assert isinstance(answer, Problem)
    assert answer.field == field
    assert len(seats.seats(friday)) == 3


def test_an_eleventh_player_is_refused(app: object):
    friday = begin(*[f"Player {n}" for n in range(10)])
    assert isinstance(add_player(friday, "One too many", 100), Problem)


def test_names_of_earlier_nights_are_listed_latest_first(app: object):
    begin("Ann", "Bob")
    begin("Cy", "ann")
    assert roster.known_names() == ["Ann", "Cy", "Bob"]


def test_letters_with_accents_are_the_same_however_they_are_typed(app: object) -> None:
    begin("Zoe\u0301", "Bob")
    saturday = begin("Zo\u00e9", "Cy")
    assert roster.known_names() == ["Cy", "Zo\u00e9", "Bob"]
    later = begin("Di", "Flo")
    assert [person.name for person in joining.find_unseated_people(later, "Zoe\u0301")] == ["Zo\u00e9"]
    with writing() as session:  # as version 0.3 stored it
        player = session.get_one(Player, seats.seats(saturday)[0].player_id)
        player.name = player.folded = "zoe\u0301"
    add_player(later, "Zo\u00e9", 100)
    assert len(roster.all_people()) == 5
    answer = changing.change_person(seats.seats(saturday)[1].player_id, "Zo\u00e9", "mint")
    assert isinstance(answer, Problem)
    assert changing.change_person(seats.seats(saturday)[0].player_id, "Zo\u00e9", "mint") is None


def test_the_player_left_of_the_dealer_is_dealt_first(friday: Night):
    assert names_dealt(friday) == ("Bob", "Cy", "Ann")


def test_the_deal_skips_players_who_sit_out(friday: Night):
    acting.sit_out(friday, seat(friday, "Bob").id)
    everyone_out = deal(friday)
    assert everyone_out.hand.setup.names == ("Cy", "Ann")
    tap(everyone_out, "d dh p1 ??6h", "d dh p2 ??Kh", "p2 cbr 2", "p1 f")
    call.next_hand(friday)
    assert dealer(friday) == "Cy"
    acting.come_back(friday, seat(friday, "Bob").id)
    assert names_dealt(friday) == ("Ann", "Bob", "Cy")


@pytest.mark.parametrize(("buys", "dealt"), [(True, ("Cy", "Ann", "Bob")), (False, ("Ann", "Cy"))])
def test_the_next_dealer_without_chips_deals_if_they_buy_in_first(
    friday: Night, buys: bool, dealt: tuple[str, ...]
) -> None:
    everyone_folds(deal(friday))
    acting.give_chips(friday, seat(friday, "Bob").id, seat(friday, "Cy").id, 99)
    call.next_hand(friday)
    assert dealer(friday) == "Cy"
    if buys:
        acting.buy_in(friday, seat(friday, "Bob").id, 100)
    assert names_dealt(friday) == dealt


def test_next_hand_pressed_twice_passes_the_deal_once(friday: Night):
    everyone_folds(deal(friday))
    call.next_hand(friday)
    call.next_hand(friday)
    assert dealer(friday) == "Bob"


def test_the_deal_passes_to_the_next_player_when_the_dealer_leaves(friday: Night):
    everyone_folds(deal(friday))
    acting.leave(friday, seat(friday, "Ann").id)
    call.next_hand(friday)
    assert dealer(friday) == "Bob"


def fold_to_the_big_blind(night: Night) -> None:
    """Play a hand of hold'em in which everyone folds to the big blind, and clear it."""
    set_stakes(night, Stakes(small_blind=1, big_blind=2, limit="none"))
    live = deal(night, "texas-holdem")
    players = range(1, len(live.hand.setup.names) + 1)
    live = tap(live, *[f"d dh p{player} ????" for player in players])
    folders = [player for player in (3, 1) if player in players] if len(players) > 2 else [2]
    tap(live, *[f"p{player} f" for player in folders])
    call.next_hand(night)


@pytest.mark.parametrize(
    ("out", "deals", "posts"),
    [
        # Ann dealt, Bob had the small blind and Cy the big blind: if Bob dealt now, Cy would post it again.
        ("Ann", "Cy", "Bob"),
        ("Bob", "Cy", "Ann"),
        ("Cy", "Bob", "Ann"),
    ],
)
def test_when_three_players_become_two_nobody_posts_the_big_blind_twice_in_a_row(
    friday: Night, out: str, deals: str, posts: str
):
    fold_to_the_big_blind(friday)
    acting.sit_out(friday, seat(friday, out).id)
    assert dealer(friday) == deals
    setup = deal(friday, "texas-holdem").hand.setup
    assert (setup.names[setup.blinds.index(2)], setup.names[-1]) == (posts, deals)
    assert dealer(friday) == deals


def test_two_players_take_turns_with_the_big_blind(friday: Night):
    acting.leave(friday, seat(friday, "Cy").id)
    dealers = []
    for _ in range(3):
        dealers.append(dealer(friday))
        fold_to_the_big_blind(friday)
    assert dealers == ["Ann", "Bob", "Ann"]


def test_the_deal_passes_to_the_left_as_usual_once_a_third_player_is_back(friday: Night):
    fold_to_the_big_blind(friday)
    acting.sit_out(friday, seat(friday, "Ann").id)
    acting.come_back(friday, seat(friday, "Ann").id)
    assert dealer(friday) == "Bob"


def test_a_dealer_chosen_by_hand_deals_even_if_the_big_blind_is_posted_twice(friday: Night):
    fold_to_the_big_blind(friday)
    acting.sit_out(friday, seat(friday, "Ann").id)
    acting.set_dealer(friday, seat(friday, "Bob").place)
    assert dealer(friday) == "Bob"


def test_after_a_misdeal_the_big_blind_is_posted_again(friday: Night):
    acting.leave(friday, seat(friday, "Cy").id)
    set_stakes(friday, Stakes(small_blind=1, big_blind=2, limit="none"))
    tap(deal(friday, "texas-holdem"), "d misdeal")
    call.next_hand(friday)
    assert dealer(friday) == "Ann"


def test_without_blinds_the_deal_passes_to_the_left_when_three_players_become_two(friday: Night):
    everyone_folds(deal(friday))
    call.next_hand(friday)
    acting.sit_out(friday, seat(friday, "Ann").id)
    assert dealer(friday) == "Bob"


def test_a_leaving_player_cashes_out_and_can_return_with_new_chips(friday: Night):
    everyone_folds(deal(friday))
    acting.leave(friday, seat(friday, "Ann").id)
    (gone,) = [seat for seat in seats.seats(friday, with_left=True) if seat.left]
    assert (gone.stack, gone.cashed, gone.net) == (0, 102, 2)
    assert isinstance(add_player(friday, "Ann", 50), Seat)
    assert seat(friday, "Ann").stack == 50


def test_inserting_a_seat_keeps_the_dealer(friday: Night):
    add_player(friday, "Di", 100, place=0)
    assert [seat.name for seat in seats.seats(friday)] == ["Di", "Ann", "Bob", "Cy"]
    assert dealer(friday) == "Ann"


def test_moving_seats_keeps_the_button_with_its_player(friday: Night):
    order = [seat(friday, name).id for name in ("Cy", "Ann", "Bob")]
    assert isinstance(requests.rearrange_seats(friday, order), Done)
    assert [seat.name for seat in seats.seats(friday)] == ["Cy", "Ann", "Bob"]
    assert dealer(friday) == "Ann"
    assert isinstance(requests.rearrange_seats(friday, [*order, order[0]]), Problem)
    assert isinstance(requests.rearrange_seats(friday, [99]), Problem)


def test_an_incomplete_seat_order_is_refused_with_the_missing_names(friday: Night):
    order = [seat(friday, name).id for name in ("Cy", "Ann", "Bob")]
    assert requests.rearrange_seats(friday, order[:2]) == Problem("order", "say where Bob sits as well")
    assert requests.rearrange_seats(friday, order[:1]) == Problem("order", "say where Ann and Bob sit as well")
    assert [seat.name for seat in seats.seats(friday)] == ["Ann", "Bob", "Cy"]


def test_a_seat_order_leaves_out_players_who_left(friday: Night):
    acting.leave(friday, seat(friday, "Bob").id)
    order = [seat(friday, name).id for name in ("Cy", "Ann")]
    assert isinstance(requests.rearrange_seats(friday, order), Done)
    assert [seat.name for seat in seats.seats(friday)] == ["Cy", "Ann"]


def test_the_button_can_be_given_to_any_seated_player(friday: Night):
    assert isinstance(acting.set_dealer(friday, seat(friday, "Cy").place), Done)
    assert dealer(friday) == "Cy"
    assert isinstance(acting.set_dealer(friday, 9), Problem)


def test_a_hand_in_play_blocks_the_next_hand_and_the_end_of_the_night(friday: Night):
    deal(friday)
    for answer in (call.next_hand(friday), end_night(friday), call.call_game(friday, "razz")):
        assert answer == Problem("hand", "a hand is being played: finish it first")


def test_a_player_without_chips_is_not_dealt_in(friday: Night):
    add_player(friday, "Di", 0)
    assert not seat(friday, "Di").in_play
    assert names_dealt(friday) == ("Bob", "Cy", "Ann")


def test_no_hand_is_dealt_to_a_single_player(friday: Night):
    for name in ("Bob", "Cy"):
        acting.sit_out(friday, seat(friday, name).id)
    answer = call.call_game(friday, "razz")
    assert isinstance(answer, Problem)
    assert answer.field == "players"
    assert requests.cut_for_deal(friday) == Problem("place", "at least two players must be dealt in")


def test_an_ended_night_can_be_reopened(friday: Night):
    assert end_night(friday) is None
    assert isinstance(add_player(friday, "Di", 100), Problem)
    assert isinstance(call.call_game(friday, "razz"), Problem)
    nights.reopen_night(friday)
    assert deal(friday).hand.number == 1


def test_house_rules_of_the_night_apply_to_the_next_hand(friday: Night):
    assert isinstance(set_house(friday, {"raises": 5, "chip_unit": 1}), Done)
    assert friday.house == {"raises": 5}
    answer = call.call_game(friday, "razz", house_for_hand={"natural_wins": "high"})
    assert isinstance(answer, LiveHand)
    assert (answer.hand.setup.house.raises, answer.hand.setup.house.natural_wins) == (5, "high")


@pytest.mark.parametrize("house", [{"raises": -1}, {"no_such_rule": 1}, {"chip_unit": 10**10}])
def test_invalid_house_rules_are_refused(friday: Night, house: dict[str, int]):
    assert isinstance(set_house(friday, house), Problem)
    assert isinstance(nights.start_night("Saturday", STAKES, house, True), Problem)


@pytest.mark.parametrize(
    ("game", "options", "modifiers"),
    [
        ("no-such-game", {}, []),
        ("razz", {"no_such_option": 1}, []),
        ("razz", {}, ["no-such-modifier"]),
    ],
)
def test_an_invalid_call_is_refused(friday: Night, game: str, options: dict[str, int], modifiers: list[str]):
    answer = call.call_game(friday, game, options, modifiers)
    assert isinstance(answer, Problem)
    assert answer.field == "game"
    assert last_hand(friday.id) is None
