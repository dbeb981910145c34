"""The start page: starting a night, and which nights a browser may list."""

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.night.db import db, writing
from app.night.models import Night
from app.night.nights import night_by_key, nights
from app.night.people.seats import seats
from app.night.play.call import end_night
from app.web.home import ENDED_SHOWN, OPEN_SHOWN
from app.web.http.browser import MAX_REMEMBERED
from tests.seating import add_player
from tests.web.tables import Table, buttons, hold

pytestmark = pytest.mark.usefixtures("code")


@pytest.fixture
def other(client: FlaskClient) -> FlaskClient:
    """Return a browser on another device."""
    return client.application.test_client()


def only_night() -> Night:
    return db.session.scalars(select(Night)).one()


def begin(client: FlaskClient, *names: str) -> None:
    for name in names:
        assert client.post("/", data={"name": name}).status_code == 303


def test_a_new_night_has_the_stakes_house_rules_and_chips_of_the_last(client: FlaskClient) -> None:
    begin(client, "Friday")
    chips = [{"colour": "red", "value": 5, "count": 40}]
    with writing() as session:
        friday = session.get_one(Night, only_night().id)
        friday.stakes_raw = friday.stakes_raw | {"ante": 3}
        friday.house, friday.chips, friday.currency, friday.worth = {"raises": 5}, chips, "EUR", 10
    assert "ante 3, bring-in 1, fixed limit 2/4" in client.get("/").text
    begin(client, "Saturday")
    saturday = nights()[0]
    assert (saturday.stakes.ante, saturday.house, saturday.chips) == (3, {"raises": 5}, chips)
    assert (saturday.currency, saturday.worth) == ("", 0), "the currency is chosen for each night"


def listed(client: FlaskClient) -> list[str]:
    return re.findall(r'class="night-link-name">([^<]+?) ?<', client.get("/").text)


def form(client: FlaskClient) -> dict[str, str]:
    """Return the fields of the start page's form, as a browser posts them."""
    token = re.search(r'name="start" value="([^"]+)"', client.get("/").text)
    assert token
    return {"start": token[1], "name": "", "tracked": "1"}


def test_without_nights_the_start_page_says_what_to_do(client: FlaskClient) -> None:
    html = client.get("/").text
    assert buttons(html) == ["Start a night", "Play an example hand"]
    assert "No nights yet" in html
    assert "Add the players" in html
    assert 'href="/help"' in html


def test_one_tap_starts_a_night_with_the_defaults(client: FlaskClient) -> None:
    answer = client.post("/")
    night = only_night()
    assert answer.status_code == 303
    assert answer.location == f"/n/{night.key}/night"
    assert re.fullmatch(r"(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day \d+ [A-Z][a-z]+", night.name)
    assert night.stakes.words() == "ante 1, bring-in 1, fixed limit 2/4"
    assert night.tracked


def test_a_night_may_have_a_name_and_not_track_chips(client: FlaskClient) -> None:
    client.post("/", data={"name": "  Ann's   birthday ", "tracked": "0"})
    assert only_night().name == "Ann's birthday"
    assert not only_night().tracked


def test_a_switch_that_is_on_sends_both_its_values(client: FlaskClient) -> None:
    client.post("/", data={"tracked": ["0", "1"]})
    assert only_night().tracked


@pytest.mark.parametrize("name", ["x" * 61, "a\x00b", "\u202eevil"])
def test_a_bad_name_is_refused(client: FlaskClient, name: str) -> None:
    answer = client.post("/", data={"name": name, "tracked": "0"})
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.text
    assert not nights()


def test_open_nights_are_listed_first(client: FlaskClient) -> None:
    begin(client, "In the attic", "At the lake")  # the page shows their days
    end_night(nights()[0])
    html = client.get("/").text
    assert html.index("Still open") < html.index("In the attic") < html.index("Earlier nights")
    assert html.index("Earlier nights") < html.index("At the lake")


def test_older_nights_are_folded_below_the_open_and_latest_ones(client: FlaskClient) -> None:
    names = [f"N{number}" for number in range(20)]
    begin(client, *names)
    for night in nights()[1::2]:
        end_night(night)
    html = client.get("/").text
    shown, _, behind = html.partition('<details class="panel earlier"')
    names.reverse()
    open_ones, ended = names[::2], names[1::2]
    listed = re.findall(r'link-name">(N\d+)', shown)
    assert listed == [*open_ones[:OPEN_SHOWN], *ended[:ENDED_SHOWN]]
    assert re.findall(r'link-name">(N\d+)', behind) == [name for name in names if name not in listed]
    assert f"{20 - OPEN_SHOWN - ENDED_SHOWN} more" in behind
    assert behind.count("still open") == 10 - OPEN_SHOWN


@pytest.mark.parametrize("open_ones", [5, 20])
def test_the_start_page_lists_a_limited_number_of_nights(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, open_ones: int
) -> None:
    """It lists the latest nights and the open ones; the page Nights lists every night."""
    monkeypatch.setattr("app.web.home.LISTED", 8)
    names = [f"N{number:02}" for number in range(30)]
    begin(client, *names)
    for night in nights()[:-open_ones]:
        end_night(night)
    html = client.get("/").text
    latest_open = names[max(open_ones - 8, 0) : open_ones]
    assert sorted(re.findall(r'link-name">(N\d+)', html)) == [*latest_open, *names[22:]]
    assert f"{30 - min(open_ones, OPEN_SHOWN) - ENDED_SHOWN} more" in html
    assert "All nights" in html
    assert "every night is listed under Nights" in html


def test_an_open_night_links_to_the_hand_on_the_table(client: FlaskClient, deal: Callable[..., Table]) -> None:
    table = deal()
    table.get()
    assert f'href="/n/{table.key}/"' in client.get("/").text
    assert "Five-Card Stud" in client.get("/").text


def test_a_form_sent_twice_starts_one_night(client: FlaskClient) -> None:
    sent = form(client)
    first, second = client.post("/", data=sent), client.post("/", data=sent)
    assert first.status_code == second.status_code == 303
    assert first.location == second.location == f"/n/{only_night().key}/night"


def test_another_visit_to_the_page_starts_another_night(client: FlaskClient) -> None:
    client.post("/", data=form(client))
    client.post("/", data=form(client))
    assert len(nights()) == 2


@pytest.mark.parametrize("change", [lambda night: add_player(night, "Ann", 100), end_night])
def test_an_old_form_starts_another_night_once_the_first_has_players_or_ended(
    client: FlaskClient, change: Callable[[Night], object]
) -> None:
    sent = form(client)
    client.post("/", data=sent)
    change(only_night())
    client.post("/", data=sent)
    assert len(nights()) == 2


def test_an_old_form_with_other_values_starts_another_night(client: FlaskClient) -> None:
    sent = form(client)
    client.post("/", data=sent)
    client.post("/", data={**sent, "name": "Birthday"})
    client.post("/", data={**sent, "tracked": "0"})
    assert [night.tracked for night in nights()] == [False, True, True]
    assert nights()[1].name == "Birthday"


@pytest.mark.parametrize("token", ["", "guess", "ImFiYyI.x", "\x00", "é" * 2000])
def test_a_forged_form_does_not_set_the_key_of_a_night(client: FlaskClient, token: str) -> None:
    assert client.post("/", data={"start": token}).status_code == 303
    assert len(only_night().key) == 16


def test_a_host_lists_every_night_and_a_dealer_the_nights_opened(client: FlaskClient, other: FlaskClient) -> None:
    begin(client, "Friday", "Saturday")
    other.get(f"/n/{nights()[0].key}/night")
    assert (listed(client), listed(other)) == (["Saturday", "Friday"], ["Saturday"])


@pytest.mark.parametrize("page", ["", "night", "call", "links"])
def test_opening_any_dealers_page_lists_its_night(client: FlaskClient, other: FlaskClient, page: str) -> None:
    begin(client, "Friday")
    assert other.get(f"/n/{only_night().key}/{page}", follow_redirects=True).status_code == 200
    assert listed(other) == ["Friday"]


def test_televisions_and_phones_list_no_nights(client: FlaskClient, other: FlaskClient) -> None:
    begin(client, "Friday")
    add_player(only_night(), "Ann", 100)
    (ann,) = seats(only_night())
    for path in (f"/tv/{only_night().watch_key}", hold(other, ann.key), f"/live/{ann.key}?now"):
        assert other.get(path).status_code == 200
        assert listed(other) == []


def test_an_address_that_is_not_found_lists_no_night(client: FlaskClient, other: FlaskClient) -> None:
    begin(client, "Friday")
    key = only_night().key
    assert other.get(f"/n/{key}/hand/9.toml").status_code == 404
    assert other.get(f"/n/{key[::-1]}/").status_code == 404
    assert listed(other) == []


def test_a_night_with_a_new_link_is_listed_only_where_it_was_renewed(client: FlaskClient, other: FlaskClient) -> None:
    begin(client, "Friday")
    old = only_night().key
    other.get(f"/n/{old}/night")
    client.post(f"/n/{old}/links/dealer/renew", follow_redirects=True)
    assert (listed(client), listed(other)) == (["Friday"], [])


def test_a_full_cookie_drops_the_least_recently_opened_night(client: FlaskClient, other: FlaskClient) -> None:
    begin(client, *(f"N{number}" for number in range(MAX_REMEMBERED + 1)))
    first, *rest, last = [night.key for night in reversed(nights())]
    for key in (first, *rest, first, last):
        other.get(f"/n/{key}/night")
    names = listed(other)
    assert len(names) == MAX_REMEMBERED
    assert "N0" in names
    assert "N1" not in names
    cookie = other.get_cookie("upcard")
    assert cookie
    assert len(cookie.value) < 2000


def test_an_example_is_not_listed(client: FlaskClient) -> None:
    assert client.post("/example", follow_redirects=True).status_code == 200
    assert only_night().example
    assert listed(client) == []


def test_the_start_page_links_to_the_browsers_own_example(client: FlaskClient, other: FlaskClient) -> None:
    example = client.post("/example").location
    html = client.get("/").text
    assert f'href="{example}">Continue the example</a>' in html
    assert "Start over" in buttons(html)
    assert "Play an example hand" in buttons(other.get("/").text)


@pytest.mark.parametrize("spelt", [str, str.upper, lambda code: f" {code[:4]}-{code[4:]} "])
def test_the_host_code_lists_every_night(
    client: FlaskClient, other: FlaskClient, code: str, spelt: Callable[[str], str]
) -> None:
    begin(client, "Friday", "Saturday")
    assert other.post("/host", data={"code": spelt(code)}).location == "/"
    assert listed(other) == ["Saturday", "Friday"]


def test_the_page_of_the_printed_qr_code_submits_itself_but_not_in_a_preview(
    client: FlaskClient, other: FlaskClient, code: str
) -> None:
    begin(client, "Friday")
    html = other.get(f"/host/{code}").text
    assert buttons(html) == ["Make this a host's device"]
    assert f'name="code" value="{code}"' in html
    assert 'hx-trigger="load, submit"' in html
    assert 'hx-trigger="load' not in other.get(f"/host/{code}", headers={"User-Agent": "WhatsApp/2"}).text
    assert listed(other) == []
    answer = other.post("/host", data={"code": code}, headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == "/"
    assert listed(other) == ["Friday"]


@pytest.mark.parametrize("wrong", ["k7md3xwq", "\x00", "é", "9" * 500, "<b>", "-"])
def test_a_wrong_host_code_is_refused(client: FlaskClient, other: FlaskClient, wrong: str) -> None:
    begin(client, "Friday")
    answer = other.post("/host", data={"code": wrong})
    assert answer.status_code == 422
    assert "That is not the code" in answer.text
    assert "Friday" not in answer.text
    assert "<b>" not in answer.text
    assert other.get("/host/k7md3xwq").status_code == 422
    assert listed(other) == []


def test_a_missing_host_code_is_refused(client: FlaskClient, other: FlaskClient) -> None:
    answer = other.post("/host")
    assert answer.status_code == 422
    assert "Enter the code" in answer.text


def test_a_new_host_code_in_the_file_replaces_the_old_one(
    client: FlaskClient, other: FlaskClient, code: str, tmp_path: Path
) -> None:
    begin(client, "Friday")
    (tmp_path / "host-code").write_text("another one")
    assert other.post("/host", data={"code": code}).status_code == 422
    assert listed(other) == []
    other.post("/host", data={"code": "Another One"})
    assert listed(other) == ["Friday"]


def test_malformed_session_values_are_ignored(client: FlaskClient) -> None:
    for strange in ("text", 7, {"a": 1}, [1, None]):
        with client.session_transaction() as session:
            session.update(nights=strange, host=strange)
        assert listed(client) == []
    begin(client, "Friday")
    assert listed(client) == ["Friday"]


def test_streams_fragments_and_assets_set_no_cookie(client: FlaskClient) -> None:
    begin(client, "Friday")
    key = only_night().key
    client.get(f"/n/{key}/night")
    for answer in (
        client.get(f"/live/{key}?now"),
        client.get(f"/n/{key}/night", headers={"HX-Request": "true"}),
        client.get("/static/css/base.css"),
    ):
        with answer:
            assert "Set-Cookie" not in answer.headers
    assert "Set-Cookie" in client.get("/").headers
    assert night_by_key(key)


def test_starting_a_night_needs_a_csrf_token(guarded: FlaskClient) -> None:
    assert guarded.post("/").status_code == 400
    assert not nights()
    token = re.search(r'name="csrf_token" value="([^"]+)"', guarded.get("/").text)
    assert token is not None
    assert guarded.post("/", data={"csrf_token": token[1]}).status_code == 303


@pytest.fixture
def ended(client: FlaskClient) -> Night:
    """Return a night with Ann, Bob and Cy that has ended."""
    begin(client, "Friday")
    (friday,) = nights()
    for name in ("Ann", "Bob", "Cy"):
        add_player(friday, name, 60)
    end_night(friday)
    return only_night()


def test_the_last_night_is_shown_with_its_players_and_repeated_with_one_tap(client: FlaskClient, ended: Night) -> None:
    html = client.get("/").text
    assert buttons(html)[:2] == ["Same as last time", "Start a night"]
    again = re.search(r'<section class="again".*?</section>', html, re.S)
    assert again
    assert re.findall(r"<span>(\w+)</span></li>", again[0]) == ["Ann", "Bob", "Cy"]
    assert "60 each, ante 1, bring-in 1, fixed limit 2/4" in again[0]
    with writing() as session:
        session.get_one(Night, ended.id).currency, session.get_one(Night, ended.id).worth = "EUR", 10
    assert "60 each (€6.00)" in client.get("/").text
    answer = client.post("/again", data=form(client))
    saturday = nights()[0]
    assert (saturday.currency, saturday.worth) == ("EUR", 10)
    assert answer.status_code == 303
    assert answer.location == f"/n/{saturday.key}/call"
    assert saturday.id != ended.id
    assert [(seat.name, seat.stack) for seat in seats(saturday)] == [("Ann", 60), ("Bob", 60), ("Cy", 60)]


def test_three_taps_lead_from_the_start_page_to_the_first_card(client: FlaskClient, ended: Night) -> None:
    call = client.post("/again", data=form(client))
    games = client.get(call.location).text
    game = re.search(r'href="(/n/[^"/]+/call/(?!own)[^"?]+)"', games)
    assert game
    dealt = client.post(game[1], data={"do": "deal", "after": 0})
    assert dealt.status_code == 303
    assert 'aria-label="Next"' in client.get(dealt.location).text


def test_the_last_night_names_its_winner(client: FlaskClient, deal: Callable[..., Table]) -> None:
    table = deal()
    table.get()
    table.enter("d dh p1 ??Kh", "d dh p2 ??Tc", "d dh p3 ??2s", "p1 cbr 2", "p2 f", "p3 f")
    assert "1 hand so far; " in client.get("/").text
    table.post("next")
    end_night(nights()[0])
    assert "1 hand; Ann won 2." in client.get("/").text


def test_after_a_misdeal_the_players_of_the_last_night_are_even(
    client: FlaskClient, deal: Callable[..., Table]
) -> None:
    deal().enter("d misdeal")
    assert "1 hand so far; all even." in client.get("/").text


def test_same_as_last_time_sent_twice_starts_one_night(client: FlaskClient, ended: Night) -> None:
    sent = form(client)
    first, second = client.post("/again", data=sent), client.post("/again", data=sent)
    assert first.location == second.location
    assert len(nights()) == 2


def test_same_as_last_time_on_an_old_page_starts_another_night(client: FlaskClient, ended: Night) -> None:
    sent = form(client)
    client.post("/again", data=sent)
    end_night(nights()[0])
    client.post("/again", data=sent)
    assert len(nights()) == 3


def test_a_stranger_cannot_repeat_the_last_night(client: FlaskClient, ended: Night) -> None:
    stranger = client.application.test_client()
    assert "Same as last time" not in stranger.get("/").text
    answer = stranger.post("/again", data=form(client))
    assert answer.status_code == 403
    assert [night.id for night in nights()] == [ended.id]


def test_a_night_of_one_player_is_not_offered_again(client: FlaskClient) -> None:
    begin(client, "Friday")
    add_player(nights()[0], "Ann", 100)
    assert "Same as last time" not in client.get("/").text


def test_a_night_in_progress_is_offered_instead_of_a_repeat(client: FlaskClient, deal: Callable[..., Table]) -> None:
    table = deal()
    table.get()
    again = client.get("/").text.partition('<section class="again"')[2].partition("</section>")[0]
    assert f'<a class="btn main huge" href="/n/{table.key}/">Back to the table</a>' in again
    assert "Friday is still open" in again
    assert "Same as last time" not in again  # starting a new night would take their phones away from the hand
    with writing() as session:
        session.get_one(Night, nights()[0].id).started_at -= timedelta(days=1)
    html = client.get("/").text
    assert "Back to the table" not in html
    assert "Same as last time" in html


def test_a_night_can_be_started_for_money(client: FlaskClient) -> None:
    assert client.post("/", data={"currency": "EUR", "worth": "0.10"}).status_code == 303
    assert (nights()[0].currency, nights()[0].worth) == ("EUR", 10)


def test_a_night_for_money_needs_the_worth_of_a_chip(client: FlaskClient) -> None:
    for worth, error in (
        ("", "Give an amount"),
        ("1.234", "EUR has 2 decimals"),
        ("99999", "A chip is worth from €0.01 to"),
    ):
        answer = client.post("/", data={"currency": "EUR", "worth": worth, "name": "Poker"})
        assert answer.status_code == 422
        assert error in answer.text
        assert 'value="Poker"' in answer.text
    assert client.post("/", data={"currency": "QQQ", "worth": "1"}).status_code == 422
    assert nights() == []
