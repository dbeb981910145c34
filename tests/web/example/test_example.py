"""The example night: started with a button, guided by hints, off script, deleted."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any, get_args

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.hand.ask import PromptKind
from app.night.db import db
from app.night.example import delete_example, example_record
from app.night.models import Night
from app.night.nights import current_hand, night_by_key
from app.night.play.call import call_game
from app.web.dealer.hints import GENERAL
from app.web.http import guesses
from tests.entering import enter
from tests.web.tables import HTMX, Table

LINES = [line.partition(" # ")[0].strip() for line in example_record().moves]


@pytest.fixture
def example(client: FlaskClient) -> Table:
    """Return the table of a new example."""
    key = client.post("/example").headers["Location"].split("/")[-2]
    return table(client, key)


def nights() -> list[Night]:
    """Return every night, including examples."""
    return list(db.session.scalars(select(Night)))


def table(client: FlaskClient, key: str) -> Table:
    night = night_by_key(key)
    assert night is not None
    hand = current_hand(night)
    assert hand is not None
    return Table(client, key, hand.id)


def hint(html: str) -> str:
    """Return the text of the hint, or "" if there is none."""
    section = re.search(r'<section class="hint[^>]*>(.*?)</section>', html, re.S)
    if section is None:
        return ""
    text = re.sub(r'<span[^>]*aria-label="([^"]*)"[^>]*>.*?</span>', r"\1", section[1])
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())


def marked(html: str) -> tuple[str, str] | None:
    """Return the name and value of the button that the hint marks."""
    section = re.search(r'class="hint[^>]*data-name="([^"]*)" data-value="([^"]*)"', html, re.S)
    return (unescape(section[1]), unescape(section[2])) if section else None


def test_visiting_the_page_shows_the_button_and_starts_no_night(client: FlaskClient) -> None:
    page = client.get("/example").text
    assert "Play an example hand" in page
    assert nights() == []


def test_one_tap_starts_an_example_with_its_hand_called(example: Table) -> None:
    (night,) = nights()
    assert night.example
    page = example.get()
    assert hint(page).startswith("Dee deals: two cards down, then one up. Ann's up-card is the queen of hearts.")
    assert "Tap Queen of hearts" in hint(page)
    assert marked(page) == ("card", "Qh")


def test_a_second_example_replaces_the_first(client: FlaskClient, example: Table) -> None:
    page = client.get("/example").text
    assert f'href="{example.url}"' in page
    client.post("/example")
    (night,) = nights()
    assert night.key != example.key


@pytest.mark.parametrize("page", ["/", "/example", "/help"])
def test_a_second_tap_on_the_button_starts_no_second_example(client: FlaskClient, page: str) -> None:
    once = re.search(r'name="once" value="([^"]+)"', client.get(page).text)
    assert once
    client.post("/example", data={"once": once[1]})
    client.delete_cookie("session")  # the browser had not seen the first answer
    client.post("/example", data={"once": once[1]})
    (night,) = nights()
    assert table(client, night.key).live.number == 0


def test_a_second_tap_on_play_it_again_starts_and_counts_no_second_example(
    client: FlaskClient, example: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guesses.tries("examples"), "_most", lambda: 1)
    for _ in range(2):
        answer = client.post(f"/example/{example.key}/throw-away", data={"then": "again"})
        assert answer.status_code == 303
    (night,) = nights()
    assert night.key != example.key
    assert table(client, night.key).live.number == 0


def test_an_example_is_started_once_by_two_taps_at_the_same_moment(
    client: FlaskClient, example: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = f"/example/{example.key}/throw-away"

    def call_after_another_tap(*given: Any, **options: Any) -> object:
        monkeypatch.undo()
        assert client.post(again, data={"then": "again"}).status_code == 303
        return call_game(*given, **options)

    monkeypatch.setattr("app.night.example.call_game", call_after_another_tap)
    assert client.post(again, data={"then": "again"}).status_code == 303
    (night,) = nights()
    assert table(client, night.key).live.number == 0


def test_an_example_is_deleted_once_by_two_taps_at_the_same_moment(
    client: FlaskClient, example: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def delete_twice(night: Night) -> object:
        delete_example(night)
        return delete_example(night)

    monkeypatch.setattr("app.web.example.delete_example", delete_twice)
    assert client.post(f"/example/{example.key}/throw-away").headers["Location"] == "/"
    assert nights() == []


def test_following_the_hints_leads_to_the_settlement(example: Table) -> None:
    taps = 0
    page = example.get()
    while (button := marked(page)) is not None:
        taps += 1
        name, value = button
        fields = {name: value}
        if name == "card":
            for hidden in ("action", "looking", "held"):
                if field := re.search(rf'type="hidden" name="{hidden}" value="([^"]*)"', page):
                    fields[hidden] = unescape(field[1])
        answer = example.post(headers=HTMX, **fields)
        assert answer.status_code == 200
        page = answer.text
    assert "Push <b>32</b> to Dee" in page
    assert list(example.live.actions) == LINES
    assert 25 <= taps <= 35


def test_each_state_of_the_example_marks_exactly_one_button(example: Table) -> None:
    for line in LINES:
        page = example.get()
        button = marked(page)
        if line == "d dh p4 ??":  # entered together with the card before it
            continue
        assert button is not None, line
        name, value = button
        body = (
            page.split('<section class="hint', 1)[0]
            + page.split('<section class="hint', 1)[1].split("</section>", 1)[1]
        )
        tags = [tag for tag in re.findall(r"<button\b[^>]*>", body) if f'name="{name}"' in tag]
        assert sum(f'value="{value}"' in unescape(tag) for tag in tags) == 1, (line, button)
        enter(example.hand, value.splitlines() if name == "action" else [line])


def test_another_card_gets_a_general_hint_and_the_advice_to_undo(example: Table) -> None:
    example.enter("d dh p1 ????Jh")
    page = example.get()
    assert hint(page).startswith("Deal Bob the card, then tap it.")
    assert "no longer the example hand. Undo takes you back" in hint(page)
    assert marked(page) is None
    example.post("undo", headers=HTMX)
    assert marked(example.get()) == ("card", "Qh")


def test_a_wrong_card_at_the_showdown_gets_the_advice_to_undo(example: Table) -> None:
    example.enter(*LINES[:25])
    wrong = example.get("?arm=3&held=Kh")
    assert marked(wrong) is None
    assert "Undo takes you back" in hint(wrong)
    second = example.get("?arm=3&held=Ah")
    assert hint(second).startswith("The five of diamonds.")
    assert marked(second) == ("card", "5d")


def test_down_cards_may_be_turned_over_in_any_order(example: Table) -> None:
    example.enter(*LINES[:25])
    assert marked(example.get("?arm=3&held=3s")) == ("card", "Ah")
    example.enter("p4 sm 3sAh9sJc9dAc5d")
    assert marked(example.get()) == ("card", "Tc")


def test_a_seat_tapped_out_of_turn_gets_a_hint_to_tap_the_next_one(example: Table) -> None:
    page = example.get("?arm=2")
    assert marked(page) == ("arm", "0")
    assert "Tap Ann" in hint(page)


def test_a_hint_is_about_the_pad_that_is_shown(deal: Callable[..., Table]) -> None:
    table = deal("mexican-stud", 2, options={"style": "choose before"})
    table.post("hints", hints="on")
    table.enter("d dh p1 ??Kd", "d dh p2 ??", "p2 up 9h")
    assert hint(table.get()).startswith("Deal Bob the card face down, then tap Dealt.")
    table.enter("d dh p2 ??")
    assert hint(table.get()).startswith("Tap what Ann does.")
    assert hint(table.get("?arm=0.99")) == ""


def test_hidden_hints_stay_hidden_until_turned_on(example: Table) -> None:
    answer = example.post("hints", hints="off")
    assert answer.status_code == 303
    assert answer.headers["Location"] == example.url
    for _ in range(2):
        assert hint(example.get()) == ""
    example.post("hints", hints="on")
    assert marked(example.get()) == ("card", "Qh")


def test_hiding_the_hints_keeps_the_armed_seat_and_held_cards(example: Table) -> None:
    example.enter(*LINES[:25])
    answer = example.post("hints", hints="off", looking="3", held="Ah")
    assert answer.headers["Location"] == f"{example.url}?arm=3&held=Ah"


def test_hints_are_hidden_only_on_the_device_that_hid_them(app: Flask, example: Table) -> None:
    example.post("hints", hints="off")
    other = Table(app.test_client(), example.key, example.hand)
    assert marked(other.get()) == ("card", "Qh")


@pytest.mark.parametrize("fields", [{"hints": "maybe"}, {}])
def test_an_unknown_hints_choice_is_refused(example: Table, fields: dict[str, str]) -> None:
    assert example.post("hints", **fields).status_code == 400


def test_the_end_offers_what_to_do_next_even_with_hints_hidden(example: Table) -> None:
    example.enter(*LINES)
    example.post("hints", hints="off")
    for way in ("Play it again", "Start a night", "Delete the example"):
        assert way in hint(example.get())


def test_deleting_the_example_redirects_to_the_start_page(client: FlaskClient, example: Table) -> None:
    answer = client.post(f"/example/{example.key}/throw-away", data={"then": "home"})
    assert answer.headers["Location"] == "/"
    assert nights() == []
    assert client.get(example.url).status_code == 404
    assert "Continue the example" not in client.get("/example").text


def test_the_example_can_be_deleted_twice(client: FlaskClient, example: Table) -> None:
    for _ in range(2):
        assert client.post(f"/example/{example.key}/throw-away").headers["Location"] == "/"


def test_playing_it_again_starts_a_new_example(client: FlaskClient, example: Table) -> None:
    answer = client.post(f"/example/{example.key}/throw-away", data={"then": "again"}, headers=HTMX)
    assert answer.status_code == 200
    (night,) = nights()
    assert night.key != example.key
    assert answer.headers["HX-Redirect"] == f"/n/{night.key}/"
    assert marked(table(client, night.key).get()) == ("card", "Qh")


def test_starting_a_night_at_the_end_deletes_the_example(client: FlaskClient, example: Table) -> None:
    for _ in range(2):  # the same tap, sent twice
        answer = client.post(f"/example/{example.key}/throw-away", data={"then": "night"})
        (night,) = nights()
        assert not night.example
        assert answer.headers["Location"] == f"/n/{night.key}/night"


def test_a_guest_cannot_start_a_night_at_the_end(client: FlaskClient) -> None:
    guest = client.application.test_client()
    example = guest.post("/example").location
    answer = guest.post(f"/example/{example.split('/')[2]}/throw-away", data={"then": "night"})
    assert (answer.status_code, answer.location) == (303, "/")
    assert nights() == []


def test_a_real_night_is_not_deleted_as_an_example_and_not_told_from_a_wrong_key(deal: Callable[..., Table]) -> None:
    played = deal()
    guest = played.client.application.test_client()
    real, wrong = (guest.post(f"/example/{key}/throw-away") for key in (played.key, "wrong"))
    assert (real.status_code, real.location) == (wrong.status_code, wrong.location) == (303, "/")
    assert played.get()


def test_a_real_night_shows_hints_only_once_turned_on(deal: Callable[..., Table]) -> None:
    played = deal()
    assert hint(played.get()) == ""
    played.post("hints", hints="on")
    assert hint(played.get()).startswith("Deal Ann the card, then tap it.")
    played.post("hints", hints="off")
    assert hint(played.get()) == ""


def test_a_second_hand_of_the_example_has_the_general_hints(client: FlaskClient, example: Table) -> None:
    example.enter(*LINES)
    example.post("next")
    night = night_by_key(example.key)
    assert isinstance(night, Night)
    client.post(f"/n/{example.key}/call/five-card-stud", data={"after": 1})
    second = table(client, example.key)
    assert second.hand != example.hand
    assert hint(second.get()).startswith("Deal Bob")


@pytest.mark.parametrize(
    ("game", "lines", "hinted"),
    [
        ("five-card-stud", ["d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh"], "Tap what Cy does."),
        ("five-card-stud", ["d misdeal"], "Push the chips as it says."),
    ],
)
def test_the_hint_of_a_real_night_explains_the_prompt(
    deal: Callable[..., Table], game: str, lines: list[str], hinted: str
) -> None:
    played = deal(game)
    played.enter(*lines)
    played.post("hints", hints="on")
    assert hint(played.get()).startswith(hinted)


def test_each_kind_of_prompt_has_a_general_hint() -> None:
    assert set(get_args(PromptKind)) <= set(GENERAL)
