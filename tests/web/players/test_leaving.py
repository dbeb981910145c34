"""Leaving the table: confirmed once, after a hand or during it; the seat is kept."""

import re

import pytest
from flask.testing import FlaskClient

from app.night.acts import activity
from tests.night import acting
from tests.web.players.nights import Friday, Hand
from tests.web.players.test_room import row
from tests.web.tables import buttons

#: Five-card stud for Bob, Cy and Ann, whose king opens.
FIRST_STREET = ("d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh")


@pytest.fixture
def friday(client: FlaskClient) -> Friday:
    friday = Friday(client)
    friday.post("rules", limit="fixed", ante="1", bring_in="0")
    friday.sit("Ann", "Bob", "Cy")
    return friday


@pytest.fixture
def hand(friday: Friday) -> Hand:
    hand = friday.deal()
    hand.tap(*FIRST_STREET)
    return hand


def leave_buttons(friday: Friday, name: str) -> list[str]:
    """Return the labels of the buttons with which a player leaves."""
    details = re.search(r'<details class="leaving">(.*?)</details>', friday.more(name), re.S)
    assert details is not None
    return buttons(details[1])


def test_leaving_between_hands_is_confirmed_once(friday: Friday) -> None:
    assert "Leave with 100" in friday.more("Bob")
    assert "Bob takes 100 home. The seat stays Bob's for tonight." in friday.more("Bob")
    assert leave_buttons(friday, "Bob") == ["Bob leaves"]
    friday.do("Bob", "leave", when="")
    assert friday.names == ["Ann", "Cy"]


def test_a_player_who_comes_back_gets_their_seat_with_one_tap(friday: Friday) -> None:
    friday.do("Bob", "leave", when="")
    assert "Bob comes back with 100" in friday.buttons()
    assert "Add Bob" not in friday.buttons()
    assert friday.post("seats", quick="Bob", buy_in="100").status_code == 303
    assert friday.names == ["Ann", "Bob", "Cy"]


def test_during_a_hand_there_are_three_ways_to_leave(friday: Friday, hand: Hand) -> None:
    assert leave_buttons(friday, "Bob") == [
        "After this hand",
        "Fold when it is Bob's turn",
        "Fold at once, out of turn",
    ]
    assert leave_buttons(friday, "Ann") == ["After this hand", "Fold now"]
    hand.tap("p3 cbr 2", "p1 f")
    assert leave_buttons(friday, "Bob") == ["Bob leaves"]


def test_a_player_who_leaves_after_the_hand_plays_it_out(friday: Friday, hand: Hand) -> None:
    friday.do("Bob", "leave", when="")
    hand.tap("p3 cbr 2", "p1 cc")
    assert "leaves" in row(friday.html(), "Bob")
    assert hand.live.state.players[0].live


def test_nothing_is_offered_that_would_be_refused_since_its_player_leaves_first(friday: Friday, hand: Hand) -> None:
    refused = {"Buy more", "Buy 100 for Bob", "Sit out", "Bob deals"}
    assert refused <= set(buttons(friday.more("Bob")))
    bob = friday.seat("Bob").id
    for name in ("to", "from"):
        assert f'<button name="{name}" value="{bob}">' in friday.more("Ann")
    friday.do("Bob", "leave", when="")
    more = friday.more("Bob")
    assert not refused & set(buttons(more))
    assert "Lend or give" not in more
    assert "Side payment" not in more
    assert leave_buttons(friday, "Bob")[0] == "After this hand"
    for name in ("to", "from"):
        assert f'<button name="{name}" value="{bob}">' not in friday.more("Ann")
    everybody = friday.do("Ann", "side", chips="2", **{"from": "everybody"})
    assert everybody.status_code == 422
    assert "Bob has left, or will have by then" in everybody.text


def test_a_leaving_player_is_folded_with_the_tap_that_gives_them_the_turn(friday: Friday, hand: Hand) -> None:
    friday.do("Bob", "leave", when="turn")
    assert hand.live.state.players[0].live
    hand.tap("p3 cbr 2")
    assert hand.live.actions[-2:] == ("p3 cbr 2", "p1 f")
    assert "Bob folds" in hand.friday.client.get(f"{hand.url}?log=1").text


def test_one_undo_undoes_the_tap_and_the_fold_and_the_next_tap_folds_again(friday: Friday, hand: Hand) -> None:
    friday.do("Bob", "leave", when="turn")
    hand.tap("p3 cbr 2")
    assert hand.post("undo").status_code == 303
    assert hand.live.actions[-1] == "d dh p3 ??Kh"
    assert hand.post("redo").status_code == 303
    assert hand.live.actions[-1] == "p1 f"
    hand.post("undo")
    hand.tap("p3 cc")
    assert hand.live.actions[-2:] == ("p3 cc", "p1 f")


def test_two_leaving_players_are_folded_in_turn(friday: Friday, hand: Hand) -> None:
    friday.do("Bob", "leave", when="turn")
    friday.do("Cy", "leave", when="turn")
    hand.tap("p3 cbr 2")
    assert hand.live.over
    assert hand.live.actions[-3:] == ("p3 cbr 2", "p1 f", "p2 f")
    hand.post("next")
    assert friday.names == ["Ann"]


def test_the_player_to_act_and_a_leaving_player_next_to_act_are_folded_at_once(friday: Friday, hand: Hand) -> None:
    friday.do("Bob", "leave", when="turn")
    friday.do("Ann", "leave", when="turn")
    assert hand.live.over
    assert hand.live.actions[-2:] == ("p3 f", "p1 f")


def test_the_player_to_act_is_folded_at_once_and_undo_returns_the_turn(friday: Friday, hand: Hand) -> None:
    hand.tap("p3 cbr 2")
    friday.do("Bob", "leave", when="turn")
    assert hand.live.actions[-1] == "p1 f"
    hand.post("undo")
    assert hand.live.actions[-1] == "p3 cbr 2"
    # The dealer has the last word: an entry made after the undo stands.
    hand.tap("p1 cc")
    assert hand.live.state.players[0].live


@pytest.fixture
def four(friday: Friday) -> Hand:
    """Return a hand in which Ann, the dealer, has bet; Bob, Cy and Dee are to act, and Cy leaves at his turn."""
    friday.sit("Dee")
    hand = friday.deal()
    hand.tap("d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??7h", "d dh p4 ??Kh", "p4 cbr 2")
    friday.do("Cy", "leave", when="turn")
    return hand


def test_a_run_of_all_players_skips_a_leaving_player_who_is_folded(friday: Friday, four: Hand) -> None:
    assert "All 2 call" in buttons(four.table())
    four.tap("p1 cc\np3 cc")
    assert four.live.actions[-3:] == ("p1 cc", "p2 f", "p3 cc")
    four.post("undo")
    assert four.live.actions[-1] == "p4 cbr 2"


def test_a_run_that_includes_a_leaving_player_folds_them(friday: Friday, four: Hand) -> None:
    four.tap("p1 cc\np2 cc\np3 cc")
    assert four.live.actions[-3:] == ("p1 cc", "p2 f", "p3 cc")


def test_a_run_to_a_later_seat_skips_a_leaving_player(friday: Friday, four: Hand) -> None:
    shown = buttons(friday.client.get(f"{four.url}?arm=2").text)
    assert "1 calls: Bob" in shown
    four.tap("p1 cc")
    assert four.live.actions[-2:] == ("p1 cc", "p2 f")


def test_the_same_run_sent_twice_counts_once(friday: Friday, four: Hand) -> None:
    seen = four.live.number
    answers = [four.post("tap", action="p1 cc\np3 cc", seen=seen) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 200]
    assert four.live.actions[-3:] == ("p1 cc", "p2 f", "p3 cc")


def test_a_leaving_player_whose_fold_was_undone_is_in_the_run(friday: Friday, four: Hand) -> None:
    four.tap("p1 cc")
    four.post("undo")
    (line,) = activity.waiting(friday.night.id)
    friday.post(f"acts/{line.id}/remove")
    four.tap("p1 cc")
    friday.do("Cy", "leave", when="turn")
    four.post("undo")
    assert "All 2 call" in buttons(four.table())
    four.tap("p2 cc\np3 cc")
    assert four.live.actions[-2:] == ("p2 cc", "p3 cc")


def test_the_message_says_that_the_player_folds(friday: Friday, hand: Hand) -> None:
    friday.do("Cy", "leave", when="turn")
    assert "Cy folds in turn and leaves, from the next hand" in friday.html()
    friday.do("Cy", "leave", when="now")
    assert "Cy folds out of turn and leaves, from the next hand" in friday.html()


def test_the_message_names_no_fold_if_the_hand_is_over_by_then(friday: Friday) -> None:
    friday.do("Cy", "leave", when="turn")
    html = friday.html()
    assert "Cy leaves with 100, having bought 100" in html
    assert "folds" not in html


def test_a_player_whose_leaving_is_removed_from_the_list_plays_on(friday: Friday, hand: Hand) -> None:
    friday.do("Bob", "leave", when="turn")
    (line,) = activity.waiting(friday.night.id)
    friday.post(f"acts/{line.id}/remove")
    hand.tap("p3 cbr 2")
    assert hand.live.actions[-1] == "p3 cbr 2"


def test_leaving_at_once_folds_out_of_turn_as_ruled(friday: Friday, hand: Hand) -> None:
    friday.do("Cy", "leave", when="now")
    assert hand.live.actions[-1] == "p2 f !"
    hand.tap("p3 cbr 2", "p1 cc")
    assert not hand.live.state.players[1].live


def test_a_player_who_then_leaves_at_once_leaves_only_once(friday: Friday, hand: Hand) -> None:
    friday.do("Cy", "leave", when="")
    friday.do("Cy", "leave", when="now")
    assert hand.live.actions[-1] == "p2 f !"
    assert len(activity.waiting(friday.night.id)) == 1


def test_leaving_after_folding_changes_nothing_in_the_hand(friday: Friday, hand: Hand) -> None:
    hand.tap("p3 cbr 2", "p1 f")
    for when in ("turn", "now", "turn"):
        assert friday.do("Bob", "leave", when=when).status_code == 303
    assert hand.live.actions[-1] == "p1 f"


@pytest.fixture
def stud(friday: Friday) -> Hand:
    """Return a hand of stud with a bring-in: Bob and Cy have their cards, and Ann, the dealer, gets hers last."""
    friday.post("rules", limit="fixed", ante="1", bring_in="1")
    hand = friday.deal("stud-eight-or-better")
    hand.tap("d dh p1 ????5h", "d dh p2 ????6h")
    return hand


def test_a_leaving_player_posts_the_bring_in_and_is_folded_at_the_next_turn(friday: Friday, stud: Hand) -> None:
    friday.do("Ann", "leave", when="turn")
    stud.tap("d dh p3 ????2h")
    assert stud.live.actions[-2:] == ("d dh p3 ????2h", "p3 pb")
    stud.tap("p1 cbr 2", "p2 cc")
    assert stud.live.actions[-2:] == ("p2 cc", "p3 f")


def test_undo_undoes_the_bring_in_with_its_tap(friday: Friday, stud: Hand) -> None:
    friday.do("Ann", "leave", when="turn")
    stud.tap("d dh p3 ????2h")
    assert stud.post("undo").status_code == 303
    assert stud.live.actions[-1] == "d dh p2 ????6h"


def test_two_leaving_players_bring_in_and_fold_with_one_tap(friday: Friday, stud: Hand) -> None:
    friday.do("Ann", "leave", when="turn")
    friday.do("Bob", "leave", when="turn")
    stud.tap("d dh p3 ????2h")
    assert stud.live.actions[-3:] == ("d dh p3 ????2h", "p3 pb", "p1 f")


def test_a_player_who_leaves_at_their_bring_in_posts_it_at_once(friday: Friday, stud: Hand) -> None:
    stud.tap("d dh p3 ????2h")
    assert leave_buttons(friday, "Ann") == ["After this hand", "Bring in now, fold at the next turn"]
    assert friday.do("Ann", "leave", when="turn").status_code == 303
    assert stud.live.actions[-1] == "p3 pb"


def test_a_leaving_player_whose_bring_in_is_called_is_folded_in_the_next_round(friday: Friday, stud: Hand) -> None:
    friday.do("Ann", "leave", when="turn")
    stud.tap("d dh p3 ????2h", "p1 cc", "p2 cc", "d dh p1 7c", "d dh p2 8d", "d dh p3 2s")
    assert stud.live.actions[-1] == "p3 f"


def proposed(friday: Friday) -> set[str]:
    """Return the buy-ins proposed to a new player, on the tablet and on the page for asking for a seat."""
    pages = (friday.html(), friday.client.get(f"/j/{friday.night.join_code}").text)
    return {chips for page in pages for chips in re.findall(r'id="buy-in" name="buy_in" value="(\d+)"', page)}


def test_coming_back_with_the_same_chips_is_not_a_buy_in(friday: Friday) -> None:
    ann, bob = friday.seat("Ann").id, friday.seat("Bob").id
    acting.give_chips(friday.night, bob, ann, 21)
    friday.do("Bob", "leave", when="")
    assert "Bob comes back with 79" in friday.buttons()
    friday.post("seats", quick="Bob", buy_in="79")
    assert friday.seat("Bob").stack == 79
    assert "Buy 100 for Bob" in friday.buttons()
    assert proposed(friday) == {"100"}


def test_a_player_who_left_twice_is_offered_their_latest_stack(friday: Friday) -> None:
    friday.do("Bob", "leave", when="")
    friday.post("seats", quick="Bob", buy_in="100")
    acting.give_chips(friday.night, friday.seat("Bob").id, friday.seat("Ann").id, 60)
    friday.do("Bob", "leave", when="")
    assert "Bob comes back with 40" in friday.buttons()


def test_a_player_who_left_without_chips_is_offered_the_usual_buy_in(friday: Friday) -> None:
    for _ in range(2):
        friday.do("Bob", "buy", chips="100")
    acting.give_chips(friday.night, friday.seat("Bob").id, friday.seat("Ann").id, 300)
    friday.do("Bob", "leave", when="")
    assert "Bob comes back with 100" in friday.buttons()
