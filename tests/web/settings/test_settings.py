"""All settings on one page, linked from every page between hands."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.night.acts import activity
from tests.web.players.nights import Friday

PAGES = ["night", "call", "call/woolworth", "rotation", "money", "hands"]
FOR_ALL_NIGHTS = {"People": "/people", "Devices": "/devices", "Backups": "/backups", "Export and import": "/club"}


@pytest.fixture
def friday(client: FlaskClient) -> Friday:
    friday = Friday(client)
    friday.sit("Ann", "Bob")
    return friday


def gears(html: str) -> list[str]:
    return re.findall(r'class="btn plain gear" href="([^"]*)"[^>]*>.*?</svg>\s*Settings</a>', html, re.S)


@pytest.mark.parametrize("page", PAGES)
def test_each_page_between_hands_links_to_the_settings_of_its_night(friday: Friday, page: str) -> None:
    night = friday.url.removesuffix("night")
    assert gears(friday.client.get(f"{night}{page}").text) == [f"{night}settings"]


@pytest.mark.parametrize("address", ["/", "/nights", "/statistics"])
def test_each_page_of_the_club_links_to_its_settings(friday: Friday, address: str) -> None:
    assert gears(friday.client.get(address).text) == ["/settings"]


def test_the_value_of_chips_saved_twice_by_one_form_is_logged_once(friday: Friday) -> None:
    once = re.search(r'action="[^"]*/money/settings".*?name="once" value="([^"]+)"', friday.settings(), re.S)
    assert once
    fields = {"for": "money", "currency": "EUR", "worth": "0.05", "set": "none", "once": once[1]}
    for _ in range(2):
        assert friday.client.post(friday.url.replace("night", "money/settings"), data=fields).status_code == 303
    assert [line.act.kind for line in activity.night_log(friday.night.id)] == ["play-for", "join", "join"]


def test_the_page_has_all_forms_and_links(friday: Friday) -> None:
    html = friday.settings()
    posts = re.findall('method="post" action="[^"]*/([a-z]+/[a-z]+)"', html)
    assert posts == ["night/rules", "night/rules", "money/settings", "night/phones", "night/odds", "settings/numbers"]
    titles = [" ".join(title.split()) for title in re.findall('summary-title">(.*?)</span>', html)]
    tonight = ["Stakes", "House rules", "Played for", "Television and phones"]
    assert titles == [*tonight, *FOR_ALL_NIGHTS, "Numbers and dates", "This device"]
    for address in FOR_ALL_NIGHTS.values():
        assert f'href="{address}' in html
        assert friday.client.get(address).status_code == 200


def test_an_old_link_to_the_chips_is_redirected(friday: Friday) -> None:
    answer = friday.client.get(f"{friday.url.removesuffix('night')}money?settings=1")
    assert answer.location.endswith("/settings")


def test_a_device_sees_only_what_it_may_open(app: Flask, friday: Friday) -> None:
    html = app.test_client().get("/settings").text
    assert not any(title in html for title in FOR_ALL_NIGHTS)
