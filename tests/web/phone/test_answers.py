"""Sealed questions on a player's phone: how they are asked, and which answers are accepted."""

import re
from collections.abc import Callable

import pytest

from app.hand.play import prompt
from app.night.db import db
from app.night.log import sealing
from app.night.models import Seat
from app.night.people import seats
from tests.night.test_sealed import lines_to_question
from tests.web.phone.phones import answer, deal_to_question, phone_of, phone_page, words
from tests.web.tables import HTMX, Table, buttons, hold

Deal = Callable[..., Table]


def test_a_declaration_is_asked_in_the_words_of_the_game(deal: Deal) -> None:
    table = deal_to_question(deal)
    html = phone_page(table, "Bob")
    assert buttons(html)[:3] == ["High", "Spade", "Both"]
    assert "Declare now 3 still to come" in words(html)


def test_an_answer_is_hidden_until_shown_and_can_be_changed(deal: Deal) -> None:
    table = deal_to_question(deal)
    html = answer(table, "Bob", "p2 declare spade").text
    shut = re.sub(r"</summary>.*?</details>", "", html, flags=re.S)
    assert words(shut.partition('<div id="wishes"')[0]).endswith("Declared ✓ Show / Change")
    assert "Spade" not in words(shut)
    assert "You declared Spade. You can change it until everybody is in." in words(html)
    assert re.findall(r'aria-pressed="true">(\w+)', html) == ["Spade"]
    again = answer(table, "Bob", "p2 declare high").text
    assert "You declared High." in words(again)
    assert re.findall(r'aria-pressed="true">(\w+)', again) == ["High"]


def test_the_phone_shows_who_has_declared_but_not_what(deal: Deal) -> None:
    table = deal_to_question(deal)
    answer(table, "Ann", "p1 declare spade")
    answer(table, "Cy", "p3 declare both")
    html = phone_page(table, "Bob")
    assert "Waiting for you" in words(html)
    assert html.count('aria-label="Declared"') == 2
    for name in ("Ann", "Cy"):
        seat = re.search(rf'aria-label="{name}">(.*?)</section>', html, re.S)
        assert seat is not None
        assert not re.search("spade<|both<|Spade|Both", seat[1])
    assert "You declared" not in html


def test_declarations_are_shown_once_all_are_in(deal: Deal) -> None:
    table = deal_to_question(deal)
    for seat, (name, word) in enumerate((("Ann", "high"), ("Bob", "spade"), ("Cy", "both")), start=1):
        answer(table, name, f"p{seat} declare {word}")
    for name in ("Ann", "Bob", "Cy"):
        html = phone_page(table, name)
        assert "Declared: Ann high; Bob spade; Cy both" in words(html)
        assert sorted(re.findall(r'<b class="mark">(\w+)</b>', html)) == ["Both", "High", "Spade"]
        assert not [button for button in buttons(html) if button in ("High", "Spade", "Both")]


def test_a_player_who_mucks_is_only_marked_as_mucked(deal: Deal) -> None:
    table = deal_to_question(deal)
    for seat, (name, word) in enumerate((("Ann", "high"), ("Bob", "spade"), ("Cy", "both")), start=1):
        answer(table, name, f"p{seat} declare {word}")
    first = prompt(table.live.state).seat
    assert first is not None
    name = "Ann Bob Cy".split()[first]
    table.enter(f"p{first + 1} sm")
    seat = re.search(rf'aria-label="{name}">(.*?)</section>', phone_page(table, "Bob" if name != "Bob" else "Cy"), re.S)
    assert seat is not None
    assert re.findall(r'<(?:b|span) class="mark[^"]*">(\w+)<', seat[1]) == ["Mucked"]


def test_a_player_who_folded_is_not_asked(deal: Deal) -> None:
    table = deal("chicago", 3)
    lines = lines_to_question(table.live.state)
    first_bet = next(n for n, line in enumerate(lines) if line.endswith(" cc"))
    table.enter(*lines[:first_bet])
    folds = lines[first_bet].split()[0]
    table.enter(f"{folds} f")
    table.enter(*lines_to_question(table.live.state))
    name = table.live.state.name(int(folds[1]) - 1)
    html = phone_page(table, name)
    assert "Declaration 2 still to come" in words(html)
    assert "High" not in buttons(html)
    assert answer(table, name, f"{folds} declare high").status_code == 422


def test_an_answer_entered_by_the_dealer_says_so(deal: Deal) -> None:
    table = deal_to_question(deal)
    assert table.post(action="p2 declare spade").status_code == 303
    html = phone_page(table, "Bob")
    assert "You declared Spade" in words(html)
    assert "The dealer has entered this for you. Change it here if it is not what you said." in words(html)
    assert "The dealer has entered" not in answer(table, "Bob", "p2 declare spade").text


def test_a_plain_form_works_without_scripts(deal: Deal) -> None:
    table = deal_to_question(deal)
    response = answer(table, "Bob", "p2 declare spade", headers={})
    assert (response.status_code, response.location) == (303, phone_of(table, "Bob"))
    assert table.live.actions[-1] == "p2 declare spade"
    back = table.client.get(f"{phone_of(table, 'Bob')}/answer")
    assert (back.status_code, back.location) == (303, phone_of(table, "Bob"))


def test_the_notice_for_screen_readers_does_not_reveal_the_answer(deal: Deal) -> None:
    table = deal_to_question(deal)

    def notice(html: str) -> str:
        own = re.search(r'id="notice"[^>]*>(.*?)</div>', html, re.S)
        assert own is not None
        return words(f"<body>{own[1]}")

    asked = phone_page(table, "Bob")
    assert notice(asked) == "Declare now"
    answer(table, "Ann", "p1 declare high")
    assert notice(phone_page(table, "Bob")) == notice(asked)  # it stays as it is until the player answers
    assert notice(answer(table, "Bob", "p2 declare spade").text) == "Declared"


def test_a_sealed_bid_is_typed_tapped_or_passed(deal: Deal) -> None:
    table = deal_to_question(deal, "auction-wild", options={"sealed": True})
    html = phone_page(table, "Bob")
    assert buttons(html)[:7] == ["Bid", "Bid 1", "Bid 2", "Bid 3", "Bid 5", "Bid 10", "Pass"]
    assert "Everyone bids to name the wild rank, in secret" in words(html)
    assert 'placeholder="1 to 99"' in html
    assert "You bid 17." in words(answer(table, "Bob", "p2 bid 1..99", amount="17").text)
    assert "You bid 3." in words(answer(table, "Bob", "p2 bid 3").text)
    assert "You bid nothing." in words(answer(table, "Bob", "p2 no").text)
    answer(table, "Ann", "p1 bid 1..99", amount="4")
    answer(table, "Cy", "p3 bid 2")
    assert "Bids: Ann 4; Bob nothing; Cy 2" in words(phone_page(table, "Bob"))


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
def test_a_bad_bid_is_refused_with_the_reason_and_stays_in_the_field(deal: Deal, amount: str, reason: str) -> None:
    table = deal_to_question(deal, "auction-wild", options={"sealed": True})
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
def test_anything_but_the_players_own_answer_is_refused(deal: Deal, action: str) -> None:
    table = deal_to_question(deal)
    before = table.live.number
    response = answer(table, "Bob", action)
    assert response.status_code == 422
    assert "That does not answer this question." in words(response.text)
    assert table.live.number == before


def test_a_player_cannot_make_a_ruling(deal: Deal) -> None:
    assert answer(deal_to_question(deal), "Bob", "p2 declare high", ruling="1").status_code == 422


def test_an_empty_answer_is_refused(deal: Deal) -> None:
    response = answer(deal_to_question(deal), "Bob", "")
    assert response.status_code == 422
    assert "Nothing was tapped" in response.text


def test_a_huge_answer_is_refused(deal: Deal) -> None:
    assert answer(deal_to_question(deal), "Bob", "p2 declare " + "high " * 200).status_code == 413


@pytest.mark.parametrize("fields", [{"hand": "x"}, {"question": ""}, {"question": "-1"}, {"hand": "9" * 40}])
def test_a_bad_hand_or_question_number_is_a_bad_request(deal: Deal, fields: dict[str, str]) -> None:
    assert answer(deal_to_question(deal), "Bob", "p2 declare high", **fields).status_code == 400


def test_a_late_answer_gets_409_and_the_current_screen(deal: Deal) -> None:
    table = deal_to_question(deal)
    asked = sealing.open_question(table.live)
    for seat, name in enumerate(("Ann", "Bob", "Cy"), start=1):
        answer(table, name, f"p{seat} declare high")
    response = answer(table, "Bob", "p2 declare spade", question=asked)
    assert response.status_code == 409
    assert "The declarations are open already." in words(response.text)
    assert "Declared: Ann, Bob and Cy high" in words(response.text)
    plain = answer(table, "Bob", "p2 declare spade", headers={}, question=asked)
    assert plain.status_code == 409
    assert "The declarations are open already." in words(plain.text)


def test_the_same_answer_twice_is_stored_once(deal: Deal) -> None:
    table = deal_to_question(deal)
    for _ in range(2):
        assert answer(table, "Bob", "p2 declare high").status_code == 200
    assert table.live.actions.count("p2 declare high") == 1


def test_an_answer_to_another_hand_is_refused(deal: Deal) -> None:
    table = deal_to_question(deal)
    response = answer(table, "Bob", "p2 declare high", hand=table.hand + 1)
    assert response.status_code == 409
    assert "That hand is over. This is the table now." in words(response.text)


def test_a_player_not_in_the_hand_cannot_answer(deal: Deal) -> None:
    table = deal_to_question(deal)
    other = deal("five-card-stud", 2, names=("Xan", "Yve"))
    seat = seats.seats(other.night)[0]
    stranger = db.session.get(Seat, seat.id)
    assert stranger is not None
    stranger.night_id = table.night.id
    stranger.place = 9
    db.session.commit()
    response = table.client.post(
        f"{hold(table.client, seat.key)}/answer",
        data={"hand": table.hand, "question": sealing.open_question(table.live), "action": "p2 declare high"},
        headers=HTMX,
    )
    assert response.status_code == 409
    assert "You are not in this hand." in words(response.text)
    assert sealing.sealed_answer(table.live, 1, sealing.open_question(table.live) or 0) == ""


def test_the_dealers_tap_is_accepted_although_a_phone_answered_first(deal: Deal) -> None:
    table = deal_to_question(deal)
    seen = table.live.number
    answer(table, "Bob", "p2 declare spade")
    assert table.post(action="p1 declare high", seen=seen).status_code == 303
    late = table.post(action="p2 declare high", seen=seen)
    assert late.status_code == 200
    assert "Bob has answered already. That stands." in late.text
    assert [player.declared for player in table.live.state.players] == ["high", "spade", None]
