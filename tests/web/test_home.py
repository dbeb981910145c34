import re

import pytest
from flask.testing import FlaskClient

from app.night import Night, end_night, nights
from tests.web.tables import buttons


def only_night() -> Night:
    (night,) = nights()
    return night


def test_without_nights_the_start_page_says_what_to_do(client: FlaskClient) -> None:
    html = client.get("/").text
    assert buttons(html) == ["Start a night"]
    assert "No nights yet" in html
    assert "Add the players" in html


def test_one_tap_starts_a_sensible_night(client: FlaskClient) -> None:
    answer = client.post("/")
    night = only_night()
    assert answer.status_code == 303
    assert answer.location == f"/n/{night.key}/night"
    assert re.fullmatch(r"(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day", night.name)
    assert night.stakes.words() == "ante 1, bring-in 1, fixed limit 2/4"
    assert night.tracked


def test_a_night_may_be_named_and_leave_the_chips_to_the_table(client: FlaskClient) -> None:
    client.post("/", data={"name": "  Ann's   birthday ", "tracked": "0"})
    assert only_night().name == "Ann's birthday"
    assert not only_night().tracked


def test_a_switch_that_is_on_sends_both_its_values(client: FlaskClient) -> None:
    client.post("/", data={"tracked": ["0", "1"]})
    assert only_night().tracked


@pytest.mark.parametrize("name", ["x" * 61, "a\x00b", "\u202eevil"])
def test_a_name_that_will_not_do_is_kept_with_the_reason(client: FlaskClient, name: str) -> None:
    answer = client.post("/", data={"name": name, "tracked": "0"})
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.text
    assert not nights()


def test_nights_are_listed_open_ones_first(client: FlaskClient) -> None:
    for name in ("Monday", "Tuesday"):
        client.post("/", data={"name": name})
    end_night(nights()[0])
    html = client.get("/").text
    assert html.index("Still open") < html.index("Monday") < html.index("Earlier nights") < html.index("Tuesday")


def test_an_open_night_leads_to_its_hand_when_one_lies_on_the_table(client: FlaskClient, deal) -> None:
    table = deal()
    assert f'href="/n/{table.key}/"' in client.get("/").text


def test_a_start_without_its_token_is_refused(guarded: FlaskClient) -> None:
    assert guarded.post("/").status_code == 400
    assert not nights()


def test_a_start_with_its_token_is_not(guarded: FlaskClient) -> None:
    token = re.search(r'name="csrf_token" value="([^"]+)"', guarded.get("/").text)
    assert token is not None
    assert guarded.post("/", data={"csrf_token": token[1]}).status_code == 303
