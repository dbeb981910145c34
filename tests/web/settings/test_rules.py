"""Stakes and house rules in one form, which every button that leaves the page posts."""

import re
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.games.house import Stakes
from app.night.acts import activity, requests
from app.night.acts.queue import Done
from app.text import sentence
from tests.night.table import set_stakes
from tests.web.players.nights import Friday
from tests.web.tables import HTMX


@pytest.fixture
def friday(client: FlaskClient) -> Friday:
    friday = Friday(client)
    friday.sit("Ann", "Bob")
    return friday


def shown(friday: Friday) -> str:
    match = re.search(r'name="shown" value="(\w+)"', friday.settings())
    assert match is not None
    return match[1]


def changes(friday: Friday) -> list[str]:
    return [line.act.kind for line in activity.night_log(friday.night.id) if line.act.kind in ("stakes", "house")]


@pytest.mark.parametrize(
    ("then", "page"),
    [
        ("call", "/call"),
        ("table", "/"),
        ("links", "/links"),
        ("players", "/night"),
        ("", "/settings"),
        ("//evil", "/settings"),
    ],
)
def test_every_button_saves_the_form_and_redirects_to_its_page(friday: Friday, then: str, page: str) -> None:
    answer = friday.post("rules", limit="fixed", ante="3", then=then)
    assert answer.status_code == 303
    assert answer.location.endswith(page)
    assert friday.night.stakes.ante == 3


def test_htmx_is_redirected_to_the_page(friday: Friday) -> None:
    answer = friday.client.post(f"{friday.url}/rules", data={"ante": "3", "then": "call"}, headers=HTMX)
    assert answer.headers["HX-Redirect"].endswith("/call")


def test_a_bad_value_is_refused_and_stays_as_typed(friday: Friday) -> None:
    answer = friday.post("rules", limit="fixed", ante="three", then="call")
    assert answer.status_code == 422
    assert 'value="three"' in answer.text


def test_an_unchanged_form_changes_nothing(friday: Friday) -> None:
    friday.post("rules", limit="fixed", ante="1", shown=shown(friday), then="call")
    assert changes(friday) == []


def test_an_unchanged_form_does_not_undo_a_change_made_elsewhere(friday: Friday) -> None:
    before = shown(friday)
    set_stakes(friday.night, Stakes(ante=5, bring_in=1))
    friday.post("rules", limit="fixed", ante="1", shown=before, then="call")
    assert friday.night.stakes.ante == 5


def test_stakes_set_on_two_tablets_at_the_same_moment_do_not_replace_each_other(
    friday: Friday, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, store = shown(friday), requests.set_stakes_and_rules

    def after_another_tablet(*given: Any) -> object:
        monkeypatch.undo()
        set_stakes(friday.night, Stakes(ante=5, bring_in=1))
        return store(*given)

    monkeypatch.setattr(requests, "set_stakes_and_rules", after_another_tablet)
    answer = friday.post("rules", limit="fixed", ante="2", shown=before)
    assert answer.status_code == 409
    assert "set in the meantime" in answer.text
    assert friday.night.stakes.ante == 5
    again = re.search(r'name="shown" value="([^"]+)"', answer.text)
    assert again
    assert friday.post("rules", limit="fixed", ante="2", shown=again[1]).status_code == 303
    assert friday.night.stakes.ante == 2


def test_the_same_stakes_set_on_two_tablets_are_logged_once(friday: Friday, monkeypatch: pytest.MonkeyPatch) -> None:
    before, store = shown(friday), requests.set_stakes_and_rules

    def twice(*given: Any) -> object:
        assert isinstance(store(*given), Done)
        return store(*given)

    monkeypatch.setattr(requests, "set_stakes_and_rules", twice)
    assert friday.post("rules", limit="fixed", ante="2", shown=before).status_code == 303
    assert len(changes(friday)) == 1


def test_a_changed_form_undoes_a_change_made_elsewhere_only_when_saved_again(friday: Friday) -> None:
    before = shown(friday)
    set_stakes(friday.night, Stakes(ante=5, bring_in=1))
    answer = friday.post("rules", limit="fixed", ante="1", shown=before, **{"house.raises": "5"})
    assert answer.status_code == 409
    assert "set in the meantime" in answer.text
    assert (friday.night.stakes.ante, friday.night.house_rules.raises) == (5, 3)
    again = dict(re.findall(r'name="(ante|house\.raises|shown)"[^>]* value="(\w+)"', answer.text))
    assert again.keys() == {"ante", "house.raises", "shown"}
    assert friday.post("rules", limit="fixed", **again).status_code == 303
    assert (friday.night.stakes.ante, friday.night.house_rules.raises) == (1, 5)


def test_the_same_form_sent_twice_is_saved_once(friday: Friday) -> None:
    fields = {"limit": "fixed", "ante": "5", "shown": shown(friday), "then": "call"}
    assert [friday.post("rules", **fields).status_code for _ in range(2)] == [303, 303]
    assert changes(friday) == ["stakes"]


def test_one_form_changes_stakes_and_house_rules(friday: Friday) -> None:
    friday.post("rules", limit="tiers", ante="2", last_bet="9", **{"house.raises": "5"})
    assert changes(friday) == ["house", "stakes"]
    assert (friday.night.stakes.ante, friday.night.house_rules.last_bet, friday.night.house_rules.raises) == (2, 9, 5)


def usual_stakes(friday: Friday) -> dict[str, str]:
    """Return the usual stakes on offer: the value of each button by its label."""
    presets = re.findall(r'<button form="presets" name="preset" value="([^"]*)">([^<]*)<', friday.settings())
    return {words: unescape(fields) for fields, words in presets}


def test_usual_stakes_are_set_with_one_tap(friday: Friday) -> None:
    friday.post("rules", limit="tiers", ante="3", bring_in="1", last_bet="9", **{"house.raises": "5"})
    offered = usual_stakes(friday)
    assert list(offered) == [
        "Ante 1, bring-in 1, fixed limit 2/4",
        "Ante 1, blinds 1/2, no limit",
        "Ante 1, blinds 1/2, pot limit",
        "Ante 1, spread limit 1 to 5",
    ]
    for words, fields in offered.items():
        assert friday.post("rules", preset=fields).status_code == 303
        assert sentence(friday.night.stakes.words(friday.night.house_rules.last_bet)) == words
        assert friday.night.house_rules.raises == 5


def test_usual_stakes_depend_on_the_buy_in(friday: Friday) -> None:
    friday.sit("Cy", "Dee", "Eve", chips=2500)
    assert "Ante 20, blinds 20/40, no limit" in usual_stakes(friday)


def test_malformed_usual_stakes_change_nothing(friday: Friday) -> None:
    for preset in ("nonsense", "limit=whole&ante=1", "limit=none&min_bet=x", "ante=-1"):
        friday.post("rules", preset=preset, shown=shown(friday))
    assert changes(friday) == []


def test_the_form_starts_from_the_queued_changes(friday: Friday) -> None:
    friday.deal()
    friday.post("rules", limit="tiers", last_bet="9", then="table")
    friday.post("rules", **{"house.raises": "5"})
    waiting = activity.waiting(friday.night.id)
    assert [line.act.kind for line in waiting] == ["house"]
    house = activity.next_house_rules(friday.night, waiting)
    assert (house.last_bet, house.raises) == (9, 5)
    assert 'name="last_bet" value="9"' in friday.settings()


def test_an_ended_night_accepts_only_an_unchanged_form(friday: Friday) -> None:
    friday.post("end")
    assert friday.post("rules", shown=shown(friday), then="links").status_code == 303
    assert friday.post("rules", ante="7").status_code == 409
