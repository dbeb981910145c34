"""Removing a night: by the host, after one question that says what will be deleted."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.night.example import remove_night
from app.night.models import OwnGame
from app.night.nights import nights
from app.night.people.roster import known_names
from app.night.people.seats import seats
from app.night.play.games import own_games, save_own_game
from tests.web.tables import Table, buttons

Deal = Callable[..., Table]


@pytest.fixture
def host(client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    monkeypatch.setenv("UPCARD_DATA", str(tmp_path))
    return client


def test_the_host_is_asked_once_and_told_what_will_be_deleted(deal: Deal, host: FlaskClient) -> None:
    deal(players=3)
    (night,) = nights()
    address = f"/nights/{night.id}/remove"
    assert f'href="{address}"' in host.get("/").text
    asked = host.get(address)
    assert "three players, 0 hands. All of it will be deleted, for good." in asked.text
    assert buttons(asked.text) == ["Remove Friday"]
    assert len(nights()) == 1
    assert host.post(address).status_code == 303
    assert "Friday is removed" in host.get("/").text
    assert nights() == []
    assert known_names() == []
    assert host.post(address).status_code == 404


def test_other_nights_and_their_people_stay(deal: Deal, host: FlaskClient) -> None:
    deal(players=3)
    table = deal(players=2)
    first = min(night.id for night in nights())
    host.post(f"/nights/{first}/remove")
    assert sorted(known_names()) == ["Ann", "Bob"]
    assert table.client.get(table.url).status_code == 200


def test_a_dealer_cannot_remove_a_night_or_learn_which_exist(deal: Deal, host: FlaskClient) -> None:
    table = deal()
    dealer = host.application.test_client()
    dealer.get(table.url)
    (night,) = nights()
    for method in ("GET", "POST"):
        for night_id in (night.id, night.id + 1, 10**30):
            assert dealer.open(f"/nights/{night_id}/remove", method=method).status_code == 403
    assert "Remove" not in dealer.get("/").text
    assert len(nights()) == 1


def test_an_example_shows_no_names_or_games_of_the_club(deal: Deal, host: FlaskClient) -> None:
    deal(names=("Zacharias", "Yolanda", "Xaver"))
    ours = save_own_game("Our Own Game", "chicago")
    assert isinstance(ours, OwnGame)
    stranger = host.application.test_client()
    example = stranger.post("/example").location
    for page in ("night", "call", "call?q=our", "call?q=own", "links", "money", ""):
        html = stranger.get(f"{example}{page}", follow_redirects=True).text
        assert not [word for word in ("Zacharias", "Yolanda", "Our Own Game") if word in html], page
    assert stranger.get(f"{example}call/own/{ours.id}").status_code == 404
    stranger.post(f"{example}call/own/{ours.id}/remove")
    stranger.post(f"{example}call/chicago", data={"do": "save", "own_name": "Theirs"})
    assert [game.name for game in own_games()] == ["Our Own Game"]


@pytest.fixture
def removed_meanwhile(deal: Deal, app: Flask, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Table]:
    """Return a table whose night is removed when a function of this path and name has run."""

    def deal_and_patch(module: str, name: str) -> Table:
        table = deal()
        night_id, before = table.night.id, getattr(import_module(module), name)

        def remove() -> None:
            with app.app_context():
                remove_night(night_id)

        def and_remove(*given: object, **named: object) -> object:
            result = before(*given, **named)
            with ThreadPoolExecutor(1) as host:
                host.submit(remove).result()
            return result

        monkeypatch.setattr(f"{module}.{name}", and_remove)
        return table

    return deal_and_patch


def test_a_form_sent_while_its_night_is_removed_finds_no_night(removed_meanwhile: Callable[[str, str], Table]) -> None:
    table = removed_meanwhile("app.web.http.night_forms", "get_seat_or_404")
    answer = table.client.post(f"{table.url}night/seats/{seats(table.night)[0].id}/buy", data={"chips": "5"})
    assert answer.status_code == 404
    assert "This address no longer works" in answer.text


def test_a_token_made_while_its_night_is_removed_opens_nothing(removed_meanwhile: Callable[[str, str], Table]) -> None:
    table = removed_meanwhile("app.web.devices", "_uses")
    answer = table.client.post("/devices", data={"name": "Lamp", "use": f"enters {table.night.id}"})
    assert answer.status_code == 404
    assert "Nothing here" in answer.text


def test_a_game_called_while_its_night_is_removed_finds_no_night(
    removed_meanwhile: Callable[[str, str], Table],
) -> None:
    table = removed_meanwhile("app.web.call.views", "clear_finished")
    answer = table.client.post(f"{table.url}call/chicago", data={"do": "deal", "after": 1})
    assert answer.status_code == 404
    assert "This address no longer works" in answer.text
