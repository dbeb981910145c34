"""A rotation: its games dealt in order, others called in between, and the list edited."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from html import unescape
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from app.night.acts import activity, queue, requests
from app.night.acts.queue import Done
from app.night.db import db, writing
from app.night.log.replay import Posted
from app.night.models import Hand, Night
from app.night.nights import current_hand, last_hand, nights
from app.night.play.call import next_hand, undo_call
from app.night.play.rotation import next_game, next_rotation, rotation_of
from app.night.start_like import repeat_night
from tests.entering import enter
from tests.night.table import Dealer
from tests.web.call.caller import Caller, deal_button
from tests.web.tables import buttons


class Evening(Caller):
    """A night with a rotation, and the device that deals it."""

    @property
    def rotation_url(self) -> str:
        return self.url.removesuffix("call") + "rotation"

    def send(self, path: str, **fields: Any) -> TestResponse:
        return self.client.post(f"{self.rotation_url}{path}", data=fields)

    def add(self, *games: str) -> None:
        for game in games:
            assert self.send("/add", game=game).status_code == 303

    def page(self, query: str = "") -> str:
        answer = self.client.get(self.rotation_url + query)
        assert answer.status_code == 200
        return unescape(answer.text)

    @property
    def mark(self) -> str:
        match = re.search(r'name="mark" value="(\w+)"', self.page())
        assert match is not None
        return match[1]

    def on_game(self, at: int, do: str) -> TestResponse:
        return self.send(f"/games/{at}", do=do, mark=self.mark)

    @property
    def names(self) -> list[str]:
        rotation = next_rotation(self.night)
        return [game.name for game in rotation.games] if rotation is not None else []

    @property
    def next(self) -> str:
        """The heading of the next game on the call page, or "" without a rotation."""
        match = re.search(r'<h2 id="turn-title">(.*?)</h2>', self.get())
        return re.sub(r"<[^>]+>|\s+", " ", match[1]).replace("  ", " ").strip() if match else ""

    def deal_next(self) -> TestResponse:
        form = self.get().partition('/rotation/deal"')[2].partition("</form>")[0]
        return self.send("/deal", **dict(re.findall(r'name="(at|hand)" value="(\d+)"', form)))

    def play_out(self, *, cleared: bool = True) -> str:
        """Play the hand on the table to its end; return the game that was dealt."""
        db.session.rollback()
        name = self.hand.game_name
        Dealer(self.state, Random(3)).play_out()
        if cleared:
            assert next_hand(self.night) is None
        return name

    def round(self) -> str:
        assert self.deal_next().location == self.url.removesuffix("call")
        return self.play_out()


#: Have something done on another screen just before the next change on this one is stored.
Meanwhile = Callable[[Callable[[], object]], None]


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    def do_first(act: Callable[[], object]) -> None:
        def write() -> AbstractContextManager[Session]:
            monkeypatch.setattr("app.night.db.writing", writing)
            act()
            return writing()

        monkeypatch.setattr("app.night.db.writing", write)

    return do_first


@pytest.fixture
def evening(client: FlaskClient) -> Evening:
    """Return a night of four players with a rotation of three games, one hand each."""
    evening = Evening(client, 4)
    evening.add("razz", "five-card-stud", "five-card-draw")
    assert evening.send("/moves", moves="hands", count="1").status_code == 303
    return evening


def test_the_call_page_shows_no_rotation_without_one(client: FlaskClient) -> None:
    evening = Evening(client, 4)
    assert evening.next == ""
    assert "No games yet" in evening.page()


def test_games_are_dealt_in_order_and_another_game_keeps_the_place(evening: Evening) -> None:
    assert evening.next == "Next: Razz"
    assert "Skip to Five-Card Stud" in buttons(evening.get())
    assert evening.round() == "Razz"
    assert evening.deal("chicago").status_code == 303
    assert evening.play_out() == "Chicago"
    assert evening.next == "Next: Five-Card Stud"
    assert [evening.round() for _ in range(3)] == ["Five-Card Stud", "Five-Card Draw", "Razz"]


@pytest.mark.parametrize(
    ("words", "name"),
    [("big o", "Add Big O"), ("Omha", "Add Omaha"), ("low hole card wild", "Add Low Hole Card Wild")],
)
def test_a_game_to_add_is_searched_for_by_name_or_rule_despite_a_typing_error(
    evening: Evening, words: str, name: str
) -> None:
    adding = [button for button in buttons(evening.page(f"?q={words}")) if button.startswith("Add ")]
    assert name in adding[:6]


def test_words_of_no_game_find_nothing_to_add(evening: Evening) -> None:
    page = evening.page("?q=qqqqqq")
    assert "No game matches these words" in page
    assert not [button for button in buttons(page) if button.startswith("Add ")]


def test_the_call_page_counts_the_hands_of_an_orbit(evening: Evening) -> None:
    evening.send("/moves", moves="orbit")
    seen = []
    for _ in range(4):
        seen.append(evening.next)
        evening.round()
    assert seen == [f"Next: Razz · hand {number} of 4" for number in (1, 2, 3, 4)]
    assert evening.next == "Next: Five-Card Stud · hand 1 of 4"


def test_the_same_tap_deals_once(evening: Evening) -> None:
    first, again = evening.send("/deal", at=0, hand=0), evening.send("/deal", at=0, hand=0)
    assert first.location == again.location
    assert evening.hand.number == 1
    evening.play_out()
    late = evening.send("/deal", at=0, hand=0)
    assert late.location == evening.url
    assert "The rotation has moved on" in evening.get()
    assert current_hand(evening.night) is None


def test_dealing_the_next_game_clears_a_settled_hand(evening: Evening) -> None:
    evening.deal_next()
    evening.play_out(cleared=False)
    evening.send("/deal", at=1, hand=1)
    assert evening.hand.game_name == "Five-Card Stud"


@pytest.mark.parametrize("fields", [{"at": 0, "hand": 0}, {"at": 1}, {}])
def test_an_outdated_or_incomplete_form_leaves_a_settled_hand_on_the_table(
    evening: Evening, fields: dict[str, int]
) -> None:
    evening.deal_next()
    evening.play_out(cleared=False)
    evening.send("/deal", **fields)
    db.session.rollback()
    hand = current_hand(evening.night)
    assert hand is not None
    assert hand.number == 1


@pytest.mark.parametrize("game", ["-1", "-100", "3", "x"])
def test_an_address_of_no_game_opens_none(evening: Evening, game: str) -> None:
    assert "rotation-stakes" in evening.page("?game=2")
    assert "rotation-stakes" not in evening.page(f"?game={game}")


def test_an_undone_call_and_a_misdeal_do_not_advance_the_rotation(evening: Evening) -> None:
    evening.deal_next()
    assert undo_call(evening.hand.id, 0) is None
    assert evening.next == "Next: Razz"
    evening.deal_next()
    assert isinstance(enter(evening.hand.id, ["d misdeal"]), Posted)
    next_hand(evening.night)
    assert evening.next == "Next: Razz"


@pytest.mark.parametrize("ends", ["misdeal", "undone"])
def test_a_game_whose_hand_does_not_count_comes_again_in_a_changed_order(evening: Evening, ends: str) -> None:
    evening.round()
    evening.deal_next()
    # Razz, Five-Card Stud (on the table), Five-Card Draw: the draw goes before both, in two steps.
    evening.on_game(2, "up")
    assert evening.names == ["Razz", "Five-Card Draw", "Five-Card Stud"]
    evening.on_game(1, "up")
    assert evening.names == ["Five-Card Draw", "Razz", "Five-Card Stud"]
    if ends == "misdeal":
        assert isinstance(enter(evening.hand.id, ["d misdeal"]), Posted)
        assert next_hand(evening.night) is None
    else:
        assert undo_call(evening.hand.id, 0) is None
    assert evening.next == "Next: Five-Card Stud"
    assert [evening.round() for _ in range(2)] == ["Five-Card Stud", "Five-Card Draw"]


def test_a_hand_played_after_all_does_not_come_again(evening: Evening) -> None:
    evening.deal_next()
    evening.on_game(1, "up")
    assert evening.names == ["Five-Card Stud", "Razz", "Five-Card Draw"]
    assert evening.play_out() == "Razz"
    assert evening.next == "Next: Five-Card Stud"


def test_a_game_added_during_a_hand_can_be_moved_up_without_starting_over(evening: Evening) -> None:
    evening.round()
    evening.deal_next()
    evening.add("chicago")
    evening.on_game(3, "up")
    assert evening.names == ["Razz", "Five-Card Stud", "Chicago", "Five-Card Draw"]
    assert evening.play_out() == "Five-Card Stud"
    assert evening.next == "Next: Five-Card Draw"


def test_a_jump_during_a_hand_survives_a_change_of_order(evening: Evening) -> None:
    evening.deal_next()
    evening.on_game(2, "now")
    evening.on_game(1, "up")
    assert evening.names == ["Five-Card Stud", "Razz", "Five-Card Draw"]
    assert evening.play_out() == "Razz"
    assert evening.next == "Next: Five-Card Draw"


def test_a_skip_entered_before_a_call_is_taken_back_counts_the_next_hand(evening: Evening) -> None:
    evening.deal_next()
    evening.send("/on", at=1, hand=1)
    assert undo_call(evening.hand.id, 0) is None
    assert evening.next == "Next: Five-Card Draw"
    assert evening.round() == "Five-Card Draw"
    assert evening.next == "Next: Razz"


def test_a_new_rotation_does_not_count_the_hands_of_an_earlier_one(evening: Evening) -> None:
    evening.round()
    evening.send("/end")
    evening.add("badugi", "chicago")
    assert evening.next == "Next: Badugi · hand 1 of 4"


def test_the_rotation_advances_after_its_minutes(evening: Evening) -> None:
    evening.send("/moves", moves="minutes", count="20")
    evening.round()
    assert evening.next == "Next: Razz · 0 of 20 minutes"
    with writing() as session:
        hand = session.get_one(Hand, last_hand(evening.night.id).id)  # type: ignore[union-attr]
        hand.started_at = hand.started_at.replace(year=hand.started_at.year - 1)
    assert evening.next == "Next: Five-Card Stud · 0 of 20 minutes"


def test_a_rotation_by_hand_advances_only_on_request(evening: Evening) -> None:
    evening.send("/moves", moves="by hand")
    assert [evening.round() for _ in range(3)] == ["Razz"] * 3
    assert evening.on_game(2, "now").status_code == 303
    assert "The rotation goes on with Five-Card Draw" in evening.page()
    assert evening.next == "Next: Five-Card Draw"


def test_one_tap_on_the_call_page_skips_to_the_next_game(evening: Evening) -> None:
    evening.send("/moves", moves="by hand")
    for _ in range(2):
        assert evening.send("/on", at=0, hand=0).location == evening.url
    assert "The rotation has moved on" in evening.get()
    assert evening.next == "Next: Five-Card Stud"
    evening.send("/on", at=1, hand=0)
    evening.send("/on", at=2, hand=0)
    assert evening.next == "Next: Razz"


def test_a_game_can_have_its_own_stakes(evening: Evening) -> None:
    fields = {"mark": evening.mark, "do": "own", "limit": "none", "ante": "0", "bring_in": "0", "min_bet": "3"}
    assert evening.send("/games/0/stakes", **fields).status_code == 303
    assert "no limit, bets from 3" in evening.get()
    evening.deal_next()
    setup = evening.state.hand.setup
    assert (setup.stakes.limit, setup.stakes.min_bet, setup.antes) == ("none", 3, (0, 0, 0, 0))
    assert undo_call(evening.hand.id, 0) is None
    evening.on_game(1, "now")
    evening.deal_next()
    assert evening.state.hand.setup.stakes == evening.night.stakes
    opened = evening.page("?game=0")
    assert re.search(r'value="none" checked', opened)
    evening.play_out()
    assert evening.send("/games/0/stakes", mark=evening.mark, do="usual").status_code == 303
    assert "no limit" not in evening.page()


def test_a_game_names_only_the_stakes_it_uses(evening: Evening) -> None:
    fields = {"mark": evening.mark, "do": "own", "limit": "fixed", "ante": "2", "bring_in": "1"}
    evening.send("/games/0/stakes", **fields)
    evening.send("/games/2/stakes", **{**fields, "mark": evening.mark})
    *_, razz, draw = re.findall(r"ante 2, [^<]*", evening.page())
    assert "bring-in 1" in razz
    assert "bring-in" not in draw


def test_bad_stakes_are_refused_and_stay_as_typed(evening: Evening) -> None:
    answer = evening.send("/games/1/stakes", mark=evening.mark, do="own", limit="fixed", small="9", big="4")
    assert answer.status_code == 422
    assert "small bet must be above 0" in answer.text
    assert 'value="9"' in answer.text


def test_changing_the_stakes_during_an_orbit_keeps_the_place(evening: Evening) -> None:
    evening.send("/moves", moves="orbit")
    evening.round()
    evening.send("/games/0/stakes", mark=evening.mark, do="own", limit="fixed", ante="2")
    assert evening.next == "Next: Razz · hand 2 of 4"
    evening.add("badugi")
    assert evening.next == "Next: Razz · hand 2 of 4"


def test_moving_and_removing_games_keeps_the_next_one(evening: Evening) -> None:
    evening.round()
    assert evening.on_game(2, "up").status_code == 303
    assert evening.names == ["Razz", "Five-Card Draw", "Five-Card Stud"]
    assert evening.next == "Next: Five-Card Stud"
    evening.on_game(0, "remove")
    assert evening.names == ["Five-Card Draw", "Five-Card Stud"]
    assert evening.next == "Next: Five-Card Stud"
    evening.on_game(1, "remove")
    assert evening.next == "Next: Five-Card Draw"
    evening.on_game(0, "remove")
    assert evening.next == ""
    assert evening.names == []


def test_a_form_of_an_outdated_list_changes_nothing(evening: Evening) -> None:
    old = evening.mark
    evening.on_game(0, "remove")
    answer = evening.send("/games/0", do="remove", mark=old)
    assert answer.status_code == 409
    assert "changed in the meantime" in answer.text
    assert len(evening.names) == 2
    assert evening.send("/games/7", do="now", mark=evening.mark).status_code == 409
    assert evening.send("/games/0", do="fly", mark=evening.mark).status_code == 400


@pytest.mark.parametrize("during", [False, True])
@pytest.mark.parametrize(
    ("path", "fields", "after"),
    [
        ("/add", {"game": "chicago"}, "Razz, Five-Card Stud, Five-Card Draw, Badugi, Chicago"),
        ("/moves", {"moves": "by hand"}, "Razz, Five-Card Stud, Five-Card Draw, Badugi"),
        ("/end", {}, ""),
    ],
)
def test_a_change_on_another_screen_at_the_same_moment_is_not_lost(
    evening: Evening, meanwhile: Meanwhile, path: str, fields: dict[str, str], after: str, during: bool
) -> None:
    if during:
        evening.deal_next()
    other = evening.on_another_device()
    other.add("badugi")
    other.on_game(3, "remove")
    meanwhile(lambda: other.add("badugi"))
    assert evening.send(path, **fields).status_code == 303
    assert evening.names == (after.split(", ") if after else [])
    rotation = next_rotation(evening.night)
    assert rotation is None or rotation.moves == fields.get("moves", "hands")


@pytest.mark.parametrize("do", ["now", "up", "remove", "stakes"])
def test_a_change_of_a_game_is_refused_if_the_list_changes_at_the_same_moment(
    evening: Evening, meanwhile: Meanwhile, do: str
) -> None:
    other = evening.on_another_device()
    other.add("badugi")
    mark = evening.mark
    meanwhile(lambda: other.on_game(0, "remove"))
    path, fields = (f"/games/1/{do}", {"do": "own", "limit": "pot"}) if do == "stakes" else ("/games/1", {"do": do})
    answer = evening.send(path, mark=mark, **fields)
    assert answer.status_code == 409
    assert "changed in the meantime" in answer.text
    assert evening.names == ["Five-Card Stud", "Five-Card Draw", "Badugi"]
    assert evening.next == "Next: Five-Card Stud"


def test_a_skip_is_refused_if_the_list_changes_at_the_same_moment(evening: Evening, meanwhile: Meanwhile) -> None:
    other = evening.on_another_device()
    other.add("badugi")
    meanwhile(lambda: other.on_game(1, "remove"))
    assert evening.send("/on", at=0, hand=0).location == evening.url
    assert "The rotation has changed in the meantime" in evening.get()
    assert evening.next == "Next: Razz"


def test_the_same_form_adds_its_game_once(evening: Evening) -> None:
    for _ in range(2):
        evening.send("/add", game="badugi", once="first")
        evening.client.post(f"{evening.url}/chicago", data={"do": "rotation", "once": "second"})
    assert evening.names[3:] == ["Badugi", "Chicago"]
    evening.send("/add", game="badugi", once="third")
    evening.send("/add", game="razz", once="third")  # another button of the same form
    assert evening.names[5:] == ["Badugi", "Razz"]
    for page in (evening.page("?q=badugi").partition('id="found"')[2], evening.get("/chicago")):
        assert re.search(r'name="once" value="[\w-]{16}"', page)


def test_a_change_that_changes_nothing_is_not_logged(evening: Evening) -> None:
    for _ in range(2):
        evening.send("/moves", moves="minutes", count="20")
        evening.send("/end")
    lines = [line.act.line() for line in activity.night_log(evening.night.id) if line.act.kind == "rotation"]
    assert lines[:2] == ["The rotation has ended", "The rotation moves on after 20 minutes"]
    assert lines.count("The rotation has ended") == 1


def test_a_row_does_not_repeat_the_changes_in_its_name(evening: Evening) -> None:
    for fields in ({}, {"house.raises": "5"}):
        evening.client.post(f"{evening.url}/chicago", data={"do": "rotation", "modifier.roll-your-own": "1", **fields})
    page = evening.client.get(evening.rotation_url).text
    assert evening.names[-2:] == ["Chicago, rolled", "Chicago, rolled"]
    assert page.count("<small>Rolled") == 1  # beside the house rule, which the name does not have


def test_a_game_is_added_with_its_modifiers_and_house_rules(evening: Evening) -> None:
    fields = {"do": "rotation", "modifier.roll-your-own": "1", "house.raises": "5"}
    answer = evening.client.post(f"{evening.url}/chicago", data=fields)
    assert answer.location == evening.rotation_url
    assert evening.names[-1] == "Chicago, rolled"
    evening.on_game(3, "now")
    evening.deal_next()
    setup = evening.state.hand.setup
    assert (setup.game.name, setup.house.raises) == ("Chicago, rolled", 5)
    evening.play_out()
    clash = {"do": "rotation", "modifier.roll-your-own": "1", "modifier.blind": "1"}
    refused = evening.client.post(f"{evening.url}/chicago", data=clash)
    assert refused.status_code == 422
    assert "disabled" in deal_button(refused.text)
    assert len(evening.names) == 4


def test_players_over_a_games_limit_sit_out_in_turn(client: FlaskClient) -> None:
    evening = Evening(client, 7)
    evening.add("henway", "razz")
    evening.send("/moves", moves="by hand")
    order = [seat.name for seat in requests.seats(evening.night)]
    out = []
    for _ in order:
        match = re.search(r"<p>([\w ]+) sit out: too many for this game</p>", evening.get())
        assert match is not None
        evening.deal_next()
        assert len(evening.state.hand.setup.names) == 5
        missing = sorted(set(order) - set(evening.state.hand.setup.names))
        assert sorted(match[1].split(" and ")) == missing
        out += missing
        enter(evening.hand.id, ["d misdeal"])
        with writing() as session:  # store a result, so that the deal moves on as after a played hand
            session.get_one(Hand, evening.hand.id).outcome = {"winners": [], "carried": 0, "why": "", "actions": 1}
        next_hand(evening.night)
    assert sorted(out) == sorted(order * 2)


def test_a_game_no_longer_in_the_library_is_named_and_can_be_skipped(evening: Evening) -> None:
    with writing() as session:
        night = session.get_one(Night, evening.night.id)
        assert night.rotation is not None
        games = [{**night.rotation["games"][0], "game": "gone", "name": "Grandma’s Stud"}, *night.rotation["games"]]
        night.rotation = {**night.rotation, "games": games}
    html = evening.get()
    assert evening.next == "Next: Grandma’s Stud"
    assert re.search(r"<button[^>]*disabled[^>]*>Deal Grandma’s Stud</button>", html)
    assert "not in the library" in evening.page()
    assert evening.deal_next().location == evening.url
    evening.on_game(1, "now")
    assert evening.round() == "Razz"


def test_a_ready_made_rotation_starts_with_its_first_game(evening: Evening) -> None:
    evening.round()
    assert "Play HORSE" in buttons(evening.page())
    assert evening.send("/ready", list="horse").status_code == 303
    assert [name for name in evening.names if "Hold'em" not in name and "Omaha" not in name] == [
        "Razz",
        "Seven-Card Stud",
        "Eight or Better",
    ]
    assert evening.next == f"Next: {evening.names[0]}"
    assert evening.send("/ready", list="x").status_code == 422


def test_changes_during_a_hand_apply_together_from_the_next(evening: Evening) -> None:
    evening.deal_next()
    evening.add("badugi", "chicago")
    assert evening.names[-2:] == ["Badugi", "Chicago"]
    assert len(rotation_of(evening.night).games) == 3  # type: ignore[union-attr]
    assert "from the next hand" in evening.page()
    evening.play_out()
    assert evening.names == ["Razz", "Five-Card Stud", "Five-Card Draw", "Badugi", "Chicago"]
    assert evening.next == "Next: Five-Card Stud"


def test_each_change_is_logged_and_can_be_undone(evening: Evening) -> None:
    evening.add("badugi")
    line = next(line for line in activity.night_log(evening.night.id) if line.act.kind == "rotation")
    assert line.act.line() == "Badugi is in the rotation"
    assert isinstance(queue.undo_act(evening.night, line.id, "it"), Done)
    assert evening.names == ["Razz", "Five-Card Stud", "Five-Card Draw"]
    assert evening.send("/end").status_code == 303
    assert evening.next == ""
    assert evening.send("/end").status_code == 303


@pytest.mark.parametrize(
    ("fields", "reason"),
    [({"moves": "hands", "count": "0"}, "At least 1"), ({"moves": "minutes", "count": "601"}, "At most 600")],
)
def test_a_bad_number_is_refused_with_the_reason(evening: Evening, fields: dict[str, str], reason: str) -> None:
    answer = evening.send("/moves", **fields)
    assert answer.status_code == 422
    assert reason in answer.text
    assert evening.send("/moves", moves="never").status_code == 409
    assert evening.send("/add", game="no-such-game").status_code == 422


def test_the_rotation_is_taken_over_by_the_next_night(evening: Evening) -> None:
    evening.round()
    saturday = repeat_night(evening.night, "Saturday")
    assert isinstance(saturday, Night)
    coming = next_game(saturday)
    assert coming is not None
    assert [game.name for game in coming.rotation.games] == ["Razz", "Five-Card Stud", "Five-Card Draw"]
    assert (coming.game.name, coming.turn.done, coming.hand) == ("Razz", 0, 0)
    assert len(nights()) == 2
