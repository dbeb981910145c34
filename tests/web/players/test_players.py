import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.games.house import HOUSE
from app.night.acts import activity, requests
from app.night.caches import clear_caches
from app.night.db import db
from app.night.models import Hand
from app.night.nights import nights
from app.night.people.seats import seats
from tests.seating import add_player
from tests.web.players.nights import Friday
from tests.web.tables import HTMX, Table, buttons

Deal = Callable[..., Table]


@pytest.fixture
def friday(client: FlaskClient) -> Friday:
    return Friday(client)


def test_an_empty_table_says_how_to_begin(friday: Friday) -> None:
    html = friday.html()
    assert "Nobody is seated yet" in html
    assert "Add player" in buttons(html)
    assert "Call a game" not in html


def test_with_two_players_a_game_can_be_called(friday: Friday) -> None:
    assert "Add two players, and you can call a game" in friday.html()
    friday.sit("Ann")
    assert "Call a game" not in friday.html()
    assert "One more player, and you can call a game" in friday.html()
    friday.sit("Bob")
    assert re.search(r"<a [^>]*>Call a game</a>", friday.html())


@pytest.mark.parametrize("typed", ["250", " 2 50", "2\N{NO-BREAK SPACE}50"])
def test_the_buy_in_is_remembered_for_the_next_player(friday: Friday, typed: str) -> None:
    friday.post("seats", name="Ann", buy_in=typed)
    assert re.search(r'name="buy_in" value="250"', friday.html())


@pytest.mark.parametrize(
    ("name", "buy_in", "reason"),
    [
        ("", "100", "Enter a name"),
        ("Cy", "", "Enter a number"),
        ("Cy", "a lot", "Enter a whole number"),
        ("Cy", "-5", "Enter a whole number"),
        ("Cy", "0", "At least 1"),
        ("Cy", "9" * 40, "At most"),
        ("x" * 31, "100", "longer than 30"),
        ("a\x07b", "100", "cannot be shown"),
        ("ANN", "100", "has a seat already"),
    ],
)
def test_a_bad_name_or_buy_in_is_refused_and_stays_as_typed(
    friday: Friday, name: str, buy_in: str, reason: str
) -> None:
    friday.sit("Ann")
    answer = friday.post("seats", name=name, buy_in=buy_in)
    assert answer.status_code == 422
    assert reason in answer.text
    assert f'name="buy_in" value="{buy_in[:12]}"' in answer.text
    if name.isprintable():
        assert f'name="name" value="{name}"' in answer.text
    assert friday.names == ["Ann"]


def test_several_names_are_seated_in_order_with_one_form_that_counts_once(friday: Friday) -> None:
    for _ in range(2):
        assert friday.post("seats", name=" Ann,Bob ,, Cy  Young,", buy_in="60", once="a-form").status_code == 303
        assert friday.names == ["Ann", "Bob", "Cy Young"]
    assert [seat.stack for seat in friday.seats] == [60, 60, 60]
    assert "Ann, Bob and Cy Young sit down" in friday.html()


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Bob, Cy, ann", "Ann has a seat already"),
        ("Bob, Cy, bob", "Bob is named twice"),
        ("Bob, Cy, Cy  Young, CY YOUNG", "Cy Young is named twice"),
        (f"Bob, {'x' * 31}", f"{'x' * 30}: the name is longer than 30"),
        ("Bob, a\x07b", "the name has a character that cannot be shown"),
        (",".join("BCDEFGHIJKL"), "K: there are 10 seats, and all are taken"),
        (" , ,", "Enter a name"),
    ],
)
def test_one_bad_name_among_several_seats_no_player(friday: Friday, name: str, reason: str) -> None:
    friday.sit("Ann")
    answer = friday.post("seats", name=name, buy_in="100")
    assert answer.status_code == 422
    assert reason.casefold() in unescape(answer.text).casefold()
    assert friday.names == ["Ann"]


def test_a_picked_name_may_contain_a_comma(friday: Friday) -> None:
    friday.post("seats", quick="Bob, the Builder", buy_in="100")
    assert friday.names == ["Bob, the Builder"]


def test_names_of_other_nights_are_offered_unless_seated(client: FlaskClient, friday: Friday) -> None:
    friday.sit("Ann", "Bob")
    saturday = Friday(client)
    saturday.post("seats", quick="Bob", buy_in="100")
    offered = [name for name in buttons(saturday.html()) if name.startswith("Add ")]
    assert saturday.names == ["Bob"]
    assert offered == ["Add player", "Add Ann"]


def test_the_last_buy_in_is_proposed(client: FlaskClient, friday: Friday) -> None:
    def proposed(night: Friday) -> list[str]:
        return re.findall(r'id="buy-in" name="buy_in" value="(\d+)"', night.html())

    assert proposed(friday) == ["100"]
    add_player(friday.night, "Ann", 1_234_567)
    assert proposed(friday) == ["1234567"]
    friday.post("seats", name="Bob", buy_in="500")
    assert proposed(friday) == ["500"]
    assert proposed(Friday(client)) == ["500"]


def test_there_are_ten_seats(friday: Friday) -> None:
    friday.sit(*"ABCDEFGHIJ")
    answer = friday.post("seats", name="K", buy_in="100")
    assert answer.status_code == 422
    assert "all are taken" in answer.text


def test_a_player_moves_up_and_down_and_stops_at_the_ends(friday: Friday) -> None:
    friday.sit("Ann", "Bob", "Cy")
    friday.do("Cy", "move", way="up")
    assert friday.names == ["Ann", "Cy", "Bob"]
    friday.do("Ann", "move", way="up")
    friday.do("Bob", "move", way="down")
    assert friday.names == ["Ann", "Cy", "Bob"]
    assert friday.do("Ann", "move", way="sideways").status_code == 400


@pytest.mark.parametrize(("way", "after"), [("move", ["Bob", "Ann", "Cy"]), ("swap", ["Cy", "Bob", "Ann"])])
def test_a_form_sent_twice_moves_a_seat_once(friday: Friday, way: str, after: list[str]) -> None:
    friday.sit("Ann", "Bob", "Cy")
    seen = re.search(r'name="order" value="([^"]+)"', friday.more("Ann"))
    assert seen
    fields = {"way": "down"} if way == "move" else {"with": friday.seat("Cy").id}
    for _ in range(2):
        assert friday.do("Ann", way, order=seen[1], **fields).status_code == 303
        assert friday.names == after


def test_two_swaps_at_the_same_moment_do_not_undo_each_other(friday: Friday, monkeypatch: pytest.MonkeyPatch) -> None:
    friday.sit("Ann", "Bob", "Cy", "Dee")
    order = "-".join(str(seat.id) for seat in friday.seats)
    rearrange = requests.rearrange_seats

    def after_another_tablet(*given: Any) -> object:
        monkeypatch.undo()
        assert friday.do("Cy", "swap", order=order, **{"with": friday.seat("Dee").id}).status_code == 303
        return rearrange(*given)

    monkeypatch.setattr(requests, "rearrange_seats", after_another_tablet)
    answer = friday.do("Ann", "swap", order=order, **{"with": friday.seat("Bob").id})
    assert friday.names == ["Ann", "Bob", "Dee", "Cy"]
    assert answer.status_code == 409
    assert "The seats have been changed in the meantime" in answer.text


def test_a_swap_made_for_another_order_is_refused(friday: Friday) -> None:
    friday.sit("Ann", "Bob", "Cy")
    order = "-".join(str(seat.id) for seat in friday.seats)
    friday.sit("Dee")
    for way, fields in (("move", {"way": "up"}), ("swap", {"with": friday.seat("Ann").id})):
        for name in ("Cy", "Dee"):
            assert friday.do(name, way, order=order, **fields).status_code == 409
    assert friday.names == ["Ann", "Bob", "Cy", "Dee"]


def test_two_players_swap_by_tapping_one_and_then_the_other(friday: Friday) -> None:
    friday.sit("Ann", "Bob", "Cy")
    asked = buttons(friday.html(f"?swap={friday.seat('Ann').id}"))
    assert "Swap Ann with Cy" in asked
    assert "Swap Ann with Ann" not in asked
    friday.do("Ann", "swap", **{"with": friday.seat("Cy").id})
    assert friday.names == ["Cy", "Bob", "Ann"]


@pytest.mark.parametrize("other", ["", "none", "999", "9" * 30])
def test_a_swap_with_an_unknown_seat_changes_nothing(friday: Friday, other: str) -> None:
    friday.sit("Ann", "Bob")
    assert friday.do("Ann", "swap", **{"with": other}).status_code in (400, 404)
    assert friday.names == ["Ann", "Bob"]


def test_a_button_tapped_twice_is_logged_once(friday: Friday) -> None:
    friday.sit("Ann", "Bob")
    taps = [("Sit out", "sit-out"), ("Come back", "come-back"), ("Bob deals", "dealer")]
    for words, path in taps:
        bob, html = friday.seat("Bob").id, friday.more("Bob")
        form = re.search(rf'<form[^>]*action="[^"]*/{path}".*?name="once"[^>]*value="([^"]+)"', html, re.S)
        assert form, words
        url = path if path == "dealer" else f"seats/{bob}/{path}"
        for _ in range(2):
            assert friday.post(url, once=form[1], seat=bob).status_code == 303
    log = [line.act.kind for line in activity.night_log(friday.night.id)]
    assert log == ["button", "come-back", "sit-out", "join", "join"]


def test_the_button_can_be_given_to_a_player(friday: Friday) -> None:
    friday.sit("Ann", "Bob")
    assert "Bob deals" in buttons(friday.html())
    friday.post("dealer", seat=friday.seat("Bob").id)
    assert friday.seat("Bob").dealer
    assert friday.post("dealer", seat="7777").status_code == 404
    assert friday.post("dealer", seat="here").status_code == 400


def test_the_button_goes_to_the_player_tapped_though_the_seats_have_changed(friday: Friday) -> None:
    friday.sit("Ann", "Bob", "Cy")
    form = friday.html().partition('aria-label="Bob deals"')[0].rpartition("<form")[2]
    friday.do("Bob", "swap", **{"with": friday.seat("Cy").id})
    fields = dict(re.findall(r'name="(\w+)" value="(\d+)"', form))
    assert friday.post("dealer", **fields).status_code == 303
    assert friday.seat("Bob").dealer


def test_a_player_sits_out_and_comes_back(friday: Friday) -> None:
    friday.sit("Ann", "Bob")
    friday.do("Bob", "sit-out")
    html = friday.html(f"?seat={friday.seat('Bob').id}")
    assert "sitting out" in html
    assert "Call a game" not in html
    assert "Come back" in buttons(html)
    friday.do("Bob", "come-back")
    assert not friday.seat("Bob").sitting_out


def test_chips_are_bought_and_bad_amounts_are_refused(friday: Friday) -> None:
    friday.sit("Ann")
    assert friday.do("Ann", "buy", chips="40").status_code == 303
    assert friday.seat("Ann").stack == 140
    answer = friday.do("Ann", "buy", chips="forty")
    assert answer.status_code == 422
    assert 'value="forty"' in answer.text
    assert friday.do("Ann", "buy", chips="0").status_code == 422
    assert friday.seat("Ann").stack == 140


def test_a_player_who_leaves_takes_their_chips_home(friday: Friday) -> None:
    friday.sit("Ann", "Bob")
    html = friday.html(f"?seat={friday.seat('Bob').id}")
    assert re.search(r"<summary[^>]*>Leave with 100</summary>", html)
    assert "Bob leaves" in buttons(html)
    friday.do("Bob", "leave")
    html = friday.html()
    assert "Bob leaves with 100" in html
    assert "Gone home" in html
    assert friday.names == ["Ann"]


def test_a_tap_for_a_player_who_has_left_says_so(friday: Friday) -> None:
    friday.sit("Ann", "Bob")
    ann, bob = friday.seat("Ann").id, friday.seat("Bob").id
    friday.do("Bob", "leave")
    for path, fields in (
        (f"seats/{bob}/leave", {}),
        (f"seats/{bob}/sit-out", {}),
        (f"seats/{ann}/give", {"chips": 5, "to": bob}),
        (f"seats/{ann}/side", {"chips": 5, "from": bob}),
        (f"seats/{ann}/swap", {"with": bob}),
        ("dealer", {"seat": bob}),
    ):
        answer = friday.post(path, **fields)
        assert answer.status_code == 409, path
        assert '<p class="notice is-problem" role="alert">Bob has left.</p>' in answer.text, path
    assert [(seat.name, seat.stack) for seat in friday.seats] == [("Ann", 100)]


def test_three_tiers_are_a_fixed_limit_with_a_bigger_bet_at_the_end(friday: Friday) -> None:
    fields = {"limit": "tiers", "ante": "1", "bring_in": "0", "small": "5", "big": "10", "last_bet": "20"}
    assert friday.post("rules", **fields).status_code == 303
    assert (friday.night.stakes.limit, friday.night.house_rules.last_bet) == ("fixed", 20)
    assert "ante 1, fixed limit 5/10/20" in friday.html()
    friday.post("rules", limit="fixed")
    assert friday.night.house_rules.last_bet == 0


@pytest.mark.parametrize("limit", ["spread", "pot", "none"])
def test_other_limits_ask_for_their_own_amounts(friday: Friday, limit: str) -> None:
    amounts = {"min_bet": "3", "max_bet": "9", "small": "nonsense", "chip_unit": "5"}
    assert friday.post("rules", limit=limit, **amounts).status_code == 303
    assert (friday.night.stakes.limit, friday.night.stakes.min_bet) == (limit, 3)
    assert friday.night.house_rules.chip_unit == 5


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"limit": "fixed", "ante": "some"}, "Enter a whole number"),
        ({"limit": "fixed", "small": "8", "big": "4"}, "not above the big bet"),
        ({"limit": "fixed", "small": "0"}, "At least 1"),
        ({"limit": "fixed", "bring_in": "9"}, "bring-in cannot be above"),
        ({"limit": "tiers", "last_bet": "3"}, "At least the big bet"),
        ({"limit": "spread", "min_bet": "5", "max_bet": "4"}, "largest bet of a spread limit"),
        ({"limit": "pot", "min_bet": "0"}, "At least 1"),
        ({"limit": "moon"}, "Choose one of these"),
        ({"limit": "fixed", "chip_unit": "0"}, "At least 1"),
        ({"limit": "fixed", "ante": "9" * 30}, "At most"),
    ],
)
def test_bad_stakes_are_refused_and_stay_as_typed(friday: Friday, fields: dict[str, str], reason: str) -> None:
    answer = friday.post("rules", **fields)
    assert answer.status_code == 422
    assert reason in answer.text
    assert re.search(r'<details[^>]*id="stakes" open', answer.text)
    for name, typed in fields.items():
        assert name == "limit" or f'name="{name}" value="{typed}"' in answer.text
    assert friday.night.stakes.words() == "ante 1, bring-in 1, fixed limit 2/4"


def test_every_house_rule_can_be_set_and_a_changed_one_names_the_usual_answer(friday: Friday) -> None:
    friday.post("rules", **{"house.opener_tie": "suit"})
    html = unescape(friday.settings())
    for name, ruling in HOUSE.items():
        if name not in ("last_bet", "chip_unit"):
            assert ruling.question in html
            assert f'name="house.{name}"' in html
    assert re.findall("usually [^<]*", html) == ["usually the dealer's left"]


def test_house_rules_are_saved_and_counted(friday: Friday) -> None:
    friday.post("rules", limit="tiers", last_bet="8")
    changed = {"house.raises": "0", "house.wild_showing": "0", "house.odd_chip_split": "next pot"}
    assert friday.post("rules", **changed).status_code == 303
    rules = friday.night.house_rules
    assert (rules.raises, rules.wild_showing, rules.odd_chip_split) == (0, False, "next pot")
    assert rules.last_bet == 8
    assert "3 changed" in friday.settings()


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("raises", "three"),
        ("raises", "-1"),
        ("raises", "9" * 20),
        ("odd_chip_split", "the cat"),
        ("wild_showing", "maybe"),
        ("big_bet_from_round", "0"),
    ],
)
def test_a_bad_house_rule_changes_no_rule(friday: Friday, name: str, typed: str) -> None:
    answer = friday.post("rules", **{"house.five_of_a_kind": "below royal", f"house.{name}": typed})
    assert answer.status_code == 422
    assert re.search(r'<details[^>]*id="house" open', answer.text)
    assert re.search(r'<p class="error"[^>]*>[^<]+</p>', answer.text)
    assert friday.night.house_rules.five_of_a_kind == "top"


def test_changes_during_a_hand_wait_for_its_end(client: FlaskClient, deal: Deal) -> None:
    table = deal()
    url, seat = f"{table.url}night", seats(nights()[0])[0]
    tries = [
        ("seats", {"name": "Zoe", "buy_in": "100"}),
        (f"seats/{seat.id}/sit-out", {}),
        (f"seats/{seat.id}/buy", {"chips": "10"}),
        (f"seats/{seat.id}/move", {"way": "down"}),
        ("dealer", {"seat": str(seat.id)}),
        (f"seats/{seat.id}/leave", {}),
        ("rules", {"limit": "pot", "house.raises": "5"}),
    ]
    before = seats(nights()[0])
    for path, fields in tries:
        answer = client.post(f"{url}/{path}", data=fields)
        assert answer.status_code == 303, path
        assert seats(nights()[0]) == before
    html = client.get(url).text
    assert "Back to the hand" in html
    assert "Call a game" not in html
    assert client.post(f"{url}/end").status_code == 409


def test_the_night_can_be_ended_once_the_hand_is_over(friday: Friday) -> None:
    hand = friday.sit("Ann", "Bob").deal()
    assert "End Friday" not in friday.buttons()
    assert "The night can end when this hand is over." in friday.html()
    hand.tap("d misdeal")
    assert "End Friday" in friday.buttons()


def test_a_hand_that_this_version_cannot_read_is_still_being_played(friday: Friday) -> None:
    hand = friday.sit("Ann", "Bob").deal()
    db.session.get_one(Hand, hand.id).definition = {"name": "Nonsense"}
    db.session.commit()
    clear_caches()
    html = friday.html()
    assert "A hand of Five-Card Stud is being played." in html
    assert "Back to the hand" in html
    assert "Call a game" not in html


def test_ending_the_night_counts_chips_bought_during_the_last_hand(friday: Friday) -> None:
    hand = friday.sit("Ann", "Bob").deal()
    friday.do("Bob", "buy", chips="40")
    hand.tap("d misdeal")
    assert friday.seat("Bob").stack == 100
    assert friday.post("end").status_code == 303
    assert friday.seat("Bob").stack == 140
    assert not activity.waiting(friday.night.id)
    assert friday.night.ended_at is not None


def test_a_night_ends_and_can_be_reopened(friday: Friday) -> None:
    friday.sit("Ann", "Bob")
    closing = friday.post("end").location
    assert "Standings" in friday.client.get(closing).text
    assert friday.night.ended_at is not None
    ended = friday.html()
    assert "This night has ended" in ended
    assert 'deals"' not in ended
    assert "Results</a>" in ended
    assert friday.client.get(friday.url.replace("night", "call")).location == friday.url
    assert "page-bar" not in friday.settings()
    assert friday.post("seats", name="Cy", buy_in="100").status_code == 409
    friday.post("reopen")
    assert friday.night.ended_at is None


def test_no_buy_in_is_asked_for_if_chips_are_not_tracked(client: FlaskClient) -> None:
    friday = Friday(client, tracked=False)
    friday.client.post(
        f"/n/{friday.night.key}/money/settings", data={"for": "money", "currency": "EUR", "worth": "0.05"}
    )
    assert friday.post("seats", name="Ann").status_code == 303
    html = friday.html()
    assert 'name="buy_in"' not in html
    assert "hand-out" not in html
    assert ">Leave</summary>" in friday.html(f"?seat={friday.seat('Ann').id}")


def test_names_are_escaped(friday: Friday) -> None:
    friday.sit("<b>Ann</b>", '"Bob"')
    html = friday.html(f"?seat={friday.seats[0].id}")
    assert "<b>Ann" not in html
    assert "&lt;b&gt;Ann" in html


def test_htmx_gets_the_form_with_its_errors(friday: Friday) -> None:
    answer = friday.client.post(f"{friday.url}/seats", data={"name": ""}, headers=HTMX)
    assert answer.status_code == 422
    assert 'id="night"' in answer.text


@pytest.mark.parametrize("query", ["?seat=x", "?swap=99", "?swap=" + "9" * 40, "?seat=" + "9" * 40, "?swap=%00"])
def test_odd_queries_show_the_players(friday: Friday, query: str) -> None:
    friday.sit("Ann", "Bob")
    assert "Ann" in friday.html(query)


@pytest.mark.parametrize("name", ["Ann 👩‍💻", "🏳️‍🌈", "Zoë", "Ángel ❤️‍🔥"])
def test_a_name_may_contain_any_visible_character(friday: Friday, name: str) -> None:
    friday.sit(name)
    assert friday.names == [name]


@pytest.mark.parametrize("name", ["Ann\u200d", "A\u200dnn", "\u200d", "Ann\u202e", "👩\u200d"])
def test_a_name_may_not_contain_invisible_characters(friday: Friday, name: str) -> None:
    assert friday.post("seats", name=name, buy_in="100").status_code == 422


def test_the_name_field_counts_letters_and_takes_several_names(friday: Friday) -> None:
    html = friday.html()
    assert 'maxlength="320" enterkeyhint="done" data-letters="letters" data-longest="30"' in html
    assert "Separate names with commas" in html
