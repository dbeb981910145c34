"""A player's phone: what it shows of one seat, what it never shows, and the answers it takes."""

import re
from collections.abc import Callable, Mapping
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app import night
from app.games.house import Stakes
from app.hand.view import sealed
from app.night import Entry, Night
from app.night.db import db
from tests.night.test_sealed import lines_to_question
from tests.web.tables import HTMX, Table, begin, buttons

Deal = Callable[..., Table]

DEALT = ["d dh p1 ??Kh", "d dh p2 ??Tc", "d dh p3 ??2s"]


def night_of(table: Table) -> Night:
    found = night.night_by_key(table.key)
    assert found is not None
    return found


def phone_of(table: Table, name: str) -> str:
    """The address of a player's phone."""
    return next(f"/p/{one.key}" for one in night.seats(night_of(table), with_left=True) if one.name == name)


def look(table: Table, name: str, **headers: str) -> str:
    """A player's phone, as it is sent."""
    db.session.rollback()
    response = table.client.get(phone_of(table, name), headers=headers)
    assert response.status_code == 200
    return response.text


def words(html: str) -> str:
    """What is to be read on a page, white space made single."""
    body = html.partition("<body")[2] or html
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", body.partition(">")[2])).split())


def answer(table: Table, name: str, action: str, headers: Mapping[str, str] = HTMX, **fields: Any) -> TestResponse:
    """What a phone posts when its player answers the question now open."""
    number = night.open_question(table.live)
    fields = {"hand": table.hand, "question": 0 if number is None else number, "action": action, **fields}
    return table.client.post(f"{phone_of(table, name)}/answer", data=fields, headers=dict(headers))


def asking(deal: Deal, game: str = "chicago", players: int = 3, **more: Any) -> Table:
    """A hand at its first sealed question."""
    table = deal(game, players, **more)
    table.enter(*lines_to_question(table.live.state))
    assert sealed(table.live.state)
    return table


# What it shows


def test_a_link_that_leads_nowhere_says_that_it_was_renewed(client: FlaskClient) -> None:
    for path in ("/p/nonesuch", "/p/nonesuch/answer"):
        response = client.get(path)
        assert response.status_code == 404
        assert "renewed" in response.text
    assert client.post("/p/nonesuch/answer", data={"hand": 1, "question": 1}).status_code == 404


def test_a_renewed_link_ends_the_old_one(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    old = phone_of(table, "Bob")
    seat = next(one for one in night.seats(night_of(table)) if one.name == "Bob")
    assert night.renew_seat(night_of(table), seat.id) is None
    assert table.client.get(old).status_code == 404
    assert table.client.get(phone_of(table, "Bob")).status_code == 200


def test_it_shows_what_is_wild_my_chips_the_pot_and_what_a_call_costs(deal: Deal) -> None:
    table = deal("woolworth", 3)
    table.enter("d dh p1 ????Kh", "d dh p2 ????5c", "d dh p3 ????2s", "p2 cbr 2")
    shown = words(look(table, "Cy"))
    assert "5s and 10s are wild" in shown
    assert "Your turn 2 to call" in shown
    assert "My chips 99 Pot 5 To call 2" in shown
    assert "Cy's turn 2 to call for you My chips 99 Pot 5 To call 2" in words(look(table, "Ann"))
    assert "Cy's turn My chips 97 Pot 5 To call 0" in words(look(table, "Bob"))


def test_it_shows_my_up_cards_what_they_show_and_the_others_in_brief(deal: Deal) -> None:
    table = deal("woolworth", 3)
    table.enter("d dh p1 ????Kh", "d dh p2 ????5c", "d dh p3 ????2s", "p2 cbr 2", "p3 f")
    html = look(table, "Bob")
    me = re.search(r'<section class="me" aria-label="Bob">.*?</section>', html, re.S)
    assert me is not None
    assert 'aria-label="5 of clubs, wild"' in me[0]
    assert "ace high" in me[0]
    others = re.findall(r'<section class="one[^"]*" aria-label="(\w+)">(.*?)</section>', html, re.S)
    assert [name for name, _ in others] == ["Cy", "Ann"]
    assert "Folded" in others[0][1]
    assert 'aria-label="King of hearts"' in others[1][1]
    assert "Bet 2" not in others[1][1]
    assert "Bet 2" in me[0]


def test_it_shows_the_last_announcement_to_screen_readers_too(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*DEALT)
    html = look(table, "Bob")
    said = re.search(r'<div id="say"[^>]*role="status"[^>]*>(.*?)</div>', html, re.S)
    assert said is not None
    assert "Ann opens" in said[1]


def test_a_phone_never_learns_a_down_card(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter("d dh p1 AsKh", "d dh p2 JdTc", "d dh p3 7c2s")
    for name in ("Ann", "Bob", "Cy"):
        html = look(table, name)
        assert all(card not in html for card in ("Ace of spades", "Jack of diamonds", "7 of clubs"))
        assert 'aria-label="1 down"' in html


def test_whose_turn_it_is_where_something_else_is_asked(deal: Deal) -> None:
    table = deal("baseball", 3)
    table.enter("d dh p1 ????4h")
    assert "Your turn Ann: an extra card for 2?" in words(look(table, "Ann"))
    assert "Ann's turn Ann: an extra card for 2?" in words(look(table, "Bob"))
    assert not buttons(look(table, "Ann").partition("<footer")[0])


def test_cards_being_dealt_are_said_to_be(deal: Deal) -> None:
    assert "Ann's up-card" in words(look(deal("five-card-stud", 3), "Bob"))


def test_somebody_who_is_all_in_or_has_folded_has_nothing_to_call(deal: Deal) -> None:
    table = deal("five-card-stud", 4, stack=4, stakes=Stakes(limit="none", min_bet=2))
    table.enter(*DEALT, "d dh p4 ??3s", "p1 cbr 3", "p2 f")
    for name in ("Ann", "Bob"):
        assert "To call –" in words(look(table, name))
    assert "All in" in words(look(table, "Ann"))


def test_chips_that_nobody_tracks_are_not_shown(deal: Deal) -> None:
    table = deal("five-card-stud", 3, tracked=False)
    table.enter(*DEALT)
    shown = words(look(table, "Bob"))
    assert "My chips" not in shown
    assert "Pot 3" in shown


def test_the_settlement_says_what_i_get(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*DEALT, "p1 cbr 2", "p2 f", "p3 f")
    ann, bob = words(look(table, "Ann")), words(look(table, "Bob"))
    assert "You get 5 My chips 102 Tonight +2" in ann
    assert "Ann gets 5 My chips 99 Tonight −1" in bob
    assert 'aria-label="Settlement"' in look(table, "Bob")


def test_three_who_share_the_pot_are_all_named_to_those_who_do_not(deal: Deal) -> None:
    table = deal("five-card-stud", 4)
    table.enter(*DEALT, "d dh p4 ??3s", "p1 cbr 2", "p2 f", "p3 cc", "p4 cc")
    for cards in ("Kc 4d 5d", "6c 7c 8c", "9c Td Jc"):
        for seat, card in zip((1, 3, 4), cards.split(), strict=True):
            table.enter(f"d dh p{seat} {card}")
        table.enter("p1 cc", "p3 cc", "p4 cc")
    table.enter("d ranks high p1=p3=p4")
    assert "Ann, Cy and Dee win" in words(look(table, "Bob"))
    assert "You get 4" in words(look(table, "Ann"))
    assert "You get 3" in words(look(table, "Cy"))


def test_a_misdeal_gives_every_chip_back(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*DEALT, "d misdeal")
    assert "Misdeal Every chip goes back. My chips 100" in words(look(table, "Bob"))


def test_between_hands_it_shows_my_chips_and_who_deals_next(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*DEALT, "p1 cbr 2", "p2 f", "p3 f")
    assert table.post("next").status_code == 303
    assert "You deal next The next game has not been called yet. My chips 102" in words(look(table, "Ann"))
    bob = words(look(table, "Bob"))
    assert "Ann deals next" in bob
    assert "My chips 99" in bob
    assert "Last hand: Ann got 5" in bob


def test_who_sits_out_has_no_chips_or_has_left_is_told_so(deal: Deal) -> None:
    table = deal("five-card-stud", 3, stack=1)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Tc", "d dh p3 ??2s", "d dh p1 3c", "d dh p2 4c", "d dh p3 5c")
    table.enter("d dh p1 3d", "d dh p2 4d", "d dh p3 5d", "d dh p1 3h", "d dh p2 4h", "d dh p3 6d")
    table.enter("p1 sm KsKh3c3d3h", "p2 sm", "p3 sm")
    table.post("next")
    assert "You have no chips" in words(look(table, "Bob"))
    seats = {one.name: one.id for one in night.seats(night_of(table))}
    assert night.sit_out(night_of(table), seats["Ann"]) is None
    assert "You are sitting out" in words(look(table, "Ann"))
    assert night.leave(night_of(table), seats["Cy"]) is None
    assert "You have left the table" in words(look(table, "Cy"))


def test_who_is_not_dealt_in_watches_the_hand(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*DEALT, "p1 cbr 2", "p2 f", "p3 f")
    table.post("next")
    seats = {one.name: one.id for one in night.seats(night_of(table))}
    assert night.sit_out(night_of(table), seats["Bob"]) is None
    live = night.call_game(night_of(table), "five-card-stud")
    assert isinstance(live, night.LiveHand)
    shown = words(look(table, "Bob"))
    assert "You are not in this hand" in shown
    assert "My chips 99 Pot 2" in shown
    table.hand = live.hand.id
    table.enter("d dh p1 ??Kh", "d dh p2 ??Tc")
    assert "Cy's turn" in words(look(table, "Bob"))


def test_the_night_is_over(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*DEALT, "p1 cbr 2", "p2 f", "p3 f")
    assert night.end_night(night_of(table)) is None
    assert "The night is over" in words(look(table, "Bob"))
    assert "My chips 99 Tonight −1" in words(look(table, "Bob"))


def test_a_hand_that_the_dealer_has_to_mend_says_so_and_asks_nothing(deal: Deal) -> None:
    table = asking(deal)
    first = db.session.get(Entry, (table.hand, 1))
    assert first is not None
    first.text = "p1 cbr 9999"
    db.session.commit()
    table.client.application.extensions["upcard-hands"].clear()
    shown = look(table, "Bob")
    assert "The dealer is correcting this hand" in words(shown)
    assert "High" not in buttons(shown)
    response = table.client.post(
        f"{phone_of(table, 'Bob')}/answer", data={"hand": table.hand, "question": 1, "action": "p2 declare high"}
    )
    assert response.status_code == 409
    assert "The dealer is correcting this hand" in response.text


def test_a_hand_that_cannot_even_be_dealt_any_more_is_no_error(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    hand = night.current_hand(night_of(table))
    assert hand is not None
    hand.definition = {"name": "Nonsense"}
    db.session.commit()
    table.client.application.extensions["upcard-hands"].clear()
    assert "The dealer is correcting this hand" in words(look(table, "Bob"))


# Asked under the seal


def test_a_declaration_is_asked_by_the_names_of_the_game(deal: Deal) -> None:
    table = asking(deal)
    html = look(table, "Bob")
    assert buttons(html)[:3] == ["High", "Spade", "Both"]
    assert "Declare now 3 still to come" in words(html)


def test_an_answer_is_folded_up_and_can_be_shown_and_changed(deal: Deal) -> None:
    table = asking(deal)
    html = answer(table, "Bob", "p2 declare spade").text
    shut = re.sub(r"</summary>.*?</details>", "", html, flags=re.S)
    assert words(shut).endswith("Declared ✓ Show / Change")
    assert "Spade" not in words(shut)
    assert "You declared Spade. You can change it until everybody is in." in words(html)
    assert re.findall(r'aria-pressed="true">(\w+)', html) == ["Spade"]
    again = answer(table, "Bob", "p2 declare high").text
    assert "You declared High." in words(again)
    assert re.findall(r'aria-pressed="true">(\w+)', again) == ["High"]


def test_it_says_how_many_are_still_to_come_and_not_what_they_declared(deal: Deal) -> None:
    table = asking(deal)
    answer(table, "Ann", "p1 declare spade")
    answer(table, "Cy", "p3 declare both")
    html = look(table, "Bob")
    assert "1 still to come" in words(html)
    assert html.count('aria-label="Answered"') == 2
    for name in ("Ann", "Cy"):
        seat = re.search(rf'aria-label="{name}">(.*?)</section>', html, re.S)
        assert seat is not None
        assert not re.search("spade<|both<|Spade|Both", seat[1])
    assert "You declared" not in html


def test_everybodys_declaration_is_shown_once_all_are_in(deal: Deal) -> None:
    table = asking(deal)
    for seat, (name, said) in enumerate((("Ann", "high"), ("Bob", "spade"), ("Cy", "both")), start=1):
        answer(table, name, f"p{seat} declare {said}")
    for name in ("Ann", "Bob", "Cy"):
        html = look(table, name)
        assert "Declared: Ann high; Bob spade; Cy both" in words(html)
        assert sorted(re.findall(r'<b class="mk">(\w+)</b>', html)) == ["Both", "High", "Spade"]
        assert not [button for button in buttons(html) if button in ("High", "Spade", "Both")]


def test_who_has_folded_is_asked_nothing_and_waits_with_the_others(deal: Deal) -> None:
    table = deal("chicago", 3)
    lines = lines_to_question(table.live.state)
    first_bet = next(n for n, line in enumerate(lines) if line.endswith(" cc"))
    table.enter(*lines[:first_bet])
    folds = lines[first_bet].split()[0]
    table.enter(f"{folds} f")
    table.enter(*lines_to_question(table.live.state))
    name = table.live.state.name(int(folds[1]) - 1)
    html = look(table, name)
    assert "Declaration 2 still to come" in words(html)
    assert "High" not in buttons(html)
    assert answer(table, name, f"{folds} declare high").status_code == 422


def test_the_dealer_has_entered_it_for_me(deal: Deal) -> None:
    table = asking(deal)
    assert table.post(action="p2 declare spade").status_code == 303
    assert "You declared Spade" in words(look(table, "Bob"))


def test_a_plain_form_works_without_scripts(deal: Deal) -> None:
    table = asking(deal)
    response = answer(table, "Bob", "p2 declare spade", headers={})
    assert (response.status_code, response.location) == (303, phone_of(table, "Bob"))
    assert table.live.actions[-1] == "p2 declare spade"
    back = table.client.get(f"{phone_of(table, 'Bob')}/answer")
    assert (back.status_code, back.location) == (303, phone_of(table, "Bob"))


def test_scripts_are_given_the_parts_that_change(deal: Deal) -> None:
    table = asking(deal)
    html = look(table, "Bob", **HTMX)
    assert html.lstrip().startswith('<div id="table" data-at="')
    assert re.findall(r'<div id="(\w+)" hx-swap-oob="innerHTML">', html) == ["say", "mine", "ask"]
    assert "<html" not in html


def test_the_number_of_the_night_is_on_the_part_that_is_swapped(deal: Deal) -> None:
    table = asking(deal)
    number = night.night_version(night_of(table).id)
    assert f'data-at="{number}"' in look(table, "Bob")
    assert f'data-live="/live/{phone_of(table, "Bob")[3:]}"' in look(table, "Bob")


def test_what_a_screen_reader_hears_of_my_own_business_does_not_tell_the_answer(deal: Deal) -> None:
    table = asking(deal)

    def heard(html: str) -> str:
        found = re.search(r'id="mine"[^>]*>(.*?)</div>', html, re.S)
        assert found is not None
        return words(f"<body>{found[1]}")

    assert heard(look(table, "Bob")) == "Declare now. 3 still to come"
    assert heard(answer(table, "Bob", "p2 declare spade").text) == "Declared"


def test_a_part_that_says_the_same_is_marked_the_same(deal: Deal) -> None:
    table = asking(deal)

    def marks(html: str) -> list[str]:
        return re.findall(r'data-state="([^"]*)"( data-fresh)?', html)

    answer(table, "Bob", "p2 declare spade")
    before = marks(look(table, "Bob", **HTMX))
    answer(table, "Ann", "p1 declare high")
    assert marks(look(table, "Bob", **HTMX)) == before
    changed = marks(answer(table, "Bob", "p2 declare high").text)
    assert changed[2] != before[2]
    assert changed[2][1] == " data-fresh"


# What it takes


def test_a_sealed_bid_by_amount_by_button_or_not_at_all(deal: Deal) -> None:
    table = asking(deal, "auction-wild", options={"sealed": True})
    html = look(table, "Bob")
    assert buttons(html)[:7] == ["Bid", "Bid 1", "Bid 2", "Bid 3", "Bid 5", "Bid 10", "No thanks"]
    assert "Everyone bids to name the wild card, in secret" in words(html)
    assert 'placeholder="1 to 99"' in html
    assert "You bid 17." in words(answer(table, "Bob", "p2 bid 1..99", amount="17").text)
    assert "You bid 3." in words(answer(table, "Bob", "p2 bid 3").text)
    assert "You bid nothing." in words(answer(table, "Bob", "p2 no").text)
    answer(table, "Ann", "p1 bid 1..99", amount="4")
    answer(table, "Cy", "p3 bid 2")
    assert "Bids: Ann 4; Bob nothing; Cy 2" in words(look(table, "Bob"))


@pytest.mark.parametrize(
    ("amount", "reason"),
    [
        ("", "How much? From 1 to 99"),
        ("many", "How much? From 1 to 99"),
        ("-5", "How much? From 1 to 99"),
        ("9" * 50, "How much? From 1 to 99"),
        ("100", "Bob can bid at most 99."),
        ("0", "A bid must be above 0."),
    ],
)
def test_an_amount_that_cannot_be_says_why_and_stays_to_be_mended(deal: Deal, amount: str, reason: str) -> None:
    table = asking(deal, "auction-wild", options={"sealed": True})
    before = table.live.number
    response = answer(table, "Bob", "p2 bid 1..99", amount=amount)
    assert response.status_code == 422
    assert reason in words(response.text)
    assert f'value="{amount[:9]}"' in response.text
    assert table.live.number == before


@pytest.mark.parametrize(
    "action",
    [
        "p1 declare high",
        "p2 declare nonsense",
        "p2 f",
        "d misdeal",
        "p2 declare high !",
        "junk",
        "p2 declare high\np2 f",
    ],
)
def test_anything_but_my_own_answer_is_refused(deal: Deal, action: str) -> None:
    table = asking(deal)
    before = table.live.number
    response = answer(table, "Bob", action)
    assert response.status_code == 422
    assert "That is no answer to this question." in words(response.text)
    assert table.live.number == before


def test_the_dealers_ruling_is_not_a_players(deal: Deal) -> None:
    assert answer(asking(deal), "Bob", "p2 declare high", ruling="1").status_code == 422


def test_nothing_tapped_is_nothing_entered(deal: Deal) -> None:
    response = answer(asking(deal), "Bob", "")
    assert response.status_code == 422
    assert "Nothing was tapped" in response.text


def test_a_huge_answer_is_too_much(deal: Deal) -> None:
    assert answer(asking(deal), "Bob", "p2 declare " + "high " * 200).status_code == 413


@pytest.mark.parametrize("fields", [{"hand": "x"}, {"question": ""}, {"question": "-1"}, {"hand": "9" * 40}])
def test_numbers_that_no_phone_sends_are_a_bad_request(deal: Deal, fields: dict[str, str]) -> None:
    assert answer(asking(deal), "Bob", "p2 declare high", **fields).status_code == 400


def test_a_late_tap_gets_the_fresh_screen_and_the_reason(deal: Deal) -> None:
    table = asking(deal)
    asked = night.open_question(table.live)
    for seat, name in enumerate(("Ann", "Bob", "Cy"), start=1):
        answer(table, name, f"p{seat} declare high")
    response = answer(table, "Bob", "p2 declare spade", question=asked)
    assert response.status_code == 409
    assert "The declarations are open already." in words(response.text)
    assert "Declared: Ann, Bob and Cy high" in words(response.text)
    plain = answer(table, "Bob", "p2 declare spade", headers={}, question=asked)
    assert plain.status_code == 409
    assert "The declarations are open already." in words(plain.text)


def test_the_same_answer_twice_is_taken_once(deal: Deal) -> None:
    table = asking(deal)
    for _ in range(2):
        assert answer(table, "Bob", "p2 declare high").status_code == 200
    assert table.live.actions.count("p2 declare high") == 1


def test_an_answer_to_a_hand_that_is_over_is_not_for_the_next(deal: Deal) -> None:
    table = asking(deal)
    response = answer(table, "Bob", "p2 declare high", hand=table.hand + 1)
    assert response.status_code == 409
    assert "That hand is over. This is the table now." in words(response.text)


def test_who_is_not_in_the_hand_answers_nothing(deal: Deal) -> None:
    table = asking(deal)
    other = deal("five-card-stud", 2, names=("Xan", "Yve"))
    seat = night.seats(night_of(other))[0]
    stranger = db.session.get(night.Seat, seat.id)
    assert stranger is not None
    stranger.night_id = night_of(table).id
    stranger.place = 9
    db.session.commit()
    response = table.client.post(
        f"/p/{seat.key}/answer",
        data={"hand": table.hand, "question": night.open_question(table.live), "action": "p2 declare high"},
        headers=HTMX,
    )
    assert response.status_code == 409
    assert "You are not in this hand." in words(response.text)
    assert night.sealed_answer(table.live, 1, night.open_question(table.live) or 0) == ""


def test_a_form_without_its_token_is_not_taken(guarded: FlaskClient) -> None:
    table = begin(guarded, "chicago", ("Ann", "Bob", "Cy"), 100, True, Stakes(), {}, ())
    table.enter(*lines_to_question(table.live.state))
    assert answer(table, "Bob", "p2 declare high").status_code == 400
    token = re.search(r'name="csrf_token" value="([^"]+)"', look(table, "Bob"))
    assert token is not None
    assert answer(table, "Bob", "p2 declare high", csrf_token=token[1]).status_code == 200


def test_the_dealers_tap_is_taken_although_a_phone_was_first(deal: Deal) -> None:
    table = asking(deal)
    seen = table.live.number
    answer(table, "Bob", "p2 declare spade")
    assert table.post(action="p1 declare high", seen=seen).status_code == 303
    assert table.post(action="p2 declare high", seen=seen).status_code == 409
    assert [player.declared for player in table.live.state.players] == ["high", "spade", None]


def test_a_phone_holds_no_other_link(deal: Deal) -> None:
    table = asking(deal)
    found = night_of(table)
    others = [one.key for one in night.seats(found) if one.name != "Bob"]
    html = look(table, "Bob") + answer(table, "Bob", "p2 declare high").text
    assert not [key for key in (found.key, found.watch_key, *others) if key in html]
    assert 'href="/"' not in html
