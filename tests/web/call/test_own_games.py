"""The table's own games: save, open, deal, remove."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from flask.testing import FlaskClient

from app.night.db import writing
from app.night.models import OwnGame
from app.night.nights import current_hand
from app.night.play.games import own_games
from app.night.play.texts import save_text
from tests.web.call.caller import MIX, Caller, names, save
from tests.web.tables import Table

Deal = Callable[..., Table]


def test_a_mix_is_saved_without_dealing_and_opens_with_all_its_settings(caller: Caller) -> None:
    answer = save(caller, "Windy Thursday", house__raises="5", **MIX)
    assert answer.status_code == 303
    assert current_hand(caller.night) is None
    sheet = unescape(caller.client.get(answer.location).text)
    assert "Windy Thursday is saved among your games" in sheet
    assert "Your game, made from Chicago, rolled, follow the queen" in sheet
    assert '<h1 id="call-name">Windy Thursday</h1>' in sheet
    assert '<option value="in turn" selected>' in sheet
    assert re.search(r'name="modifier.roll-your-own" value="1" checked', sheet)
    assert re.search(r'name="house.raises" value="5"', sheet)


def test_your_games_come_first_in_the_list_and_in_searches(caller: Caller) -> None:
    save(caller, "Windy Thursday", **MIX)
    html = caller.get()
    assert html.index("Your games") < html.index("Good first games")
    assert "Windy Thursday" in names(html)
    for query in ("?q=thursday", "?q=chicago", "?tag=declare", "?all=1", "?fits=1&q=windy"):
        assert names(caller.get(query))[0] == "Windy Thursday"
    for query in ("?q=baseball", "?tag=draw"):
        assert "Windy Thursday" not in names(caller.get(query))


def test_the_hand_of_a_saved_game_has_its_name(caller: Caller) -> None:
    answer = save(caller, "Windy Thursday", house__raises="5", **MIX)
    address, _, query = answer.location.partition("?")
    fields = dict(pair.split("=") for pair in query.replace("+", " ").split("&"))
    answer = caller.client.post(address, data={"do": "deal", "after": 0, **fields})
    assert answer.status_code == 303
    assert caller.hand.game_name == "Windy Thursday"
    assert "Windy Thursday" in caller.client.get(f"/n/{caller.night.key}/").text
    assert caller.state.state.setup.house.raises == 5


def test_a_changed_saved_game_gets_a_composed_name(caller: Caller) -> None:
    location = save(caller, "Windy Thursday", **MIX).location
    html = unescape(caller.client.get(location + "&modifier.twist=1").text)
    assert "Changed: no longer Windy Thursday" in html
    assert '<h1 id="call-name">Chicago, rolled, follow the queen, with a twist</h1>' in html


def test_an_unsaved_mix_is_dealt_under_a_composed_name(caller: Caller) -> None:
    caller.deal("chicago", **MIX)
    assert caller.hand.game_name == "Chicago, rolled, follow the queen"
    assert "Chicago, rolled, follow the queen" in caller.client.get(f"/n/{caller.night.key}/").text


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "Give a name"),
        ("x" * 41, "The name is longer than 40 letters"),
        ("baseball", "Baseball is a game of the library"),
        ("WINDY thursday", "Windy Thursday is one of your games already"),
        ("<b>\x00", "The name has a character that cannot be shown"),
    ],
)
def test_a_bad_name_has_its_error_beside_it_and_the_form_keeps_its_values(
    caller: Caller, name: str, reason: str
) -> None:
    save(caller, "Windy Thursday")
    answer = save(caller, name, house__raises="5", **MIX)
    html = unescape(answer.text)
    assert answer.status_code == 422
    error = re.search(r'id="own-name-error" role="alert">([^<]+)<', html)
    assert error is not None
    assert error[1].startswith(reason)
    assert re.search(r'name="modifier.roll-your-own" value="1" checked', html)
    assert re.search(r'name="house.raises" value="5"', html)


def test_conflicting_settings_are_not_saved(caller: Caller) -> None:
    answer = save(caller, "Nonsense", **{"modifier__hi-lo": "1"})
    assert answer.status_code == 422
    assert "Fix what clashes before you save it" in answer.text
    assert "Nonsense" not in names(caller.get())


def test_a_game_too_small_for_the_table_can_be_saved(client: FlaskClient) -> None:
    assert save(Caller(client, 10), "Crowd", "seven-card-stud").status_code == 303


def test_the_enter_key_saves_under_a_typed_name_and_otherwise_refreshes_the_sheet(caller: Caller) -> None:
    for name, location in (("", "/chicago$"), ("Windy", r"own=\d+$")):
        answer = caller.client.post(f"{caller.url}/chicago", data={"do": "enter", "own_name": name})
        assert answer.status_code == 303
        assert re.search(location, answer.location)


def test_removing_a_saved_game_asks_first(caller: Caller) -> None:
    save(caller, "Windy Thursday", **MIX)
    html = caller.get(f"/own/{only_id()}/remove")
    removed = f"{caller.url}/own/{only_id()}/remove"
    assert "Remove Windy Thursday?" in html
    assert "Windy Thursday" in names(caller.get())
    for _ in range(2):
        assert caller.client.post(removed).status_code == 303
    html = caller.get()
    assert "Windy Thursday is no longer among your games" in html
    assert "Windy Thursday" not in names(html)


def only_id() -> int:
    (own,) = own_games()
    return own.id


@pytest.mark.parametrize("own", ["1", "99", str(2**31), str(2**53), "9" * 16, "9" * 40, "-1", "x"])
def test_an_unknown_saved_game_is_not_found(caller: Caller, own: str) -> None:
    for path in (f"/own/{own}", f"/own/{own}/remove"):
        assert caller.client.get(caller.url + path).status_code == 404
    assert caller.client.get(f"{caller.url}/chicago?own={own}").status_code == 200


def test_a_saved_game_whose_original_left_the_library_can_only_be_removed(caller: Caller) -> None:
    save(caller, "Windy Thursday")
    with writing() as session:
        session.get_one(OwnGame, only_id()).game_id = "gone"
    assert "no longer in the library" in caller.get()
    assert "cannot be dealt" in caller.get(f"/own/{only_id()}")
    assert caller.client.post(f"{caller.url}/own/{only_id()}/remove").status_code == 303


def test_a_saved_game_whose_text_can_no_longer_be_read_is_listed_with_the_reason(caller: Caller) -> None:
    text = 'name = "Tide"\nextends = "five-card-stud"\nabout = "Low tide."\n'
    assert save_text("tide", text) == "tide"
    caller.client.post(f"{caller.url}/tide", data={"do": "save", "own_name": "Windy Thursday"})
    assert save_text("tide", text + "wild = [") == "tide"
    assert "Windy Thursday" in caller.get()
    found = caller.get("?q=windy")
    assert names(found) == ["Windy Thursday"]
    assert "Mistake in its file" in found
    assert "0 players" not in found
    page = caller.client.get(f"{caller.url}/own/{only_id()}", follow_redirects=True).text
    assert "tide.toml: Invalid value" in page


def test_a_saved_game_with_obsolete_settings_is_shown_as_changed(caller: Caller) -> None:
    save(caller, "Windy Thursday", **MIX)
    with writing() as session:
        own = session.get_one(OwnGame, only_id())
        own.options, own.modifiers = {"gone": True}, ["gone", {"modifier": "twist", "gone": 1}]
    location = caller.client.get(f"{caller.url}/own/{only_id()}").location
    assert "no longer Windy Thursday" in caller.client.get(location).text


def test_a_saved_game_that_was_played_is_not_listed_again_as_recent(caller: Caller) -> None:
    save(caller, "Windy Thursday", house__raises="5")
    caller.deal("chicago", own=str(only_id()), house__raises="5")
    assert caller.hand.game_name == "Windy Thursday"
    html = caller.get()
    assert names(html).count("Windy Thursday") == 1
    assert "Recent" not in html


def test_a_dealers_device_deals_saved_games_but_cannot_save_or_remove_them(caller: Caller) -> None:
    own = save(caller, "Windy Thursday", **MIX).location
    dealer = caller.on_another_device()
    html = dealer.client.get(own).text
    assert "Windy Thursday" in html
    assert "Save as your own game" not in html
    assert "Remove" not in html
    for fields in ({"do": "save"}, {"do": "enter"}):
        answer = dealer.client.post(f"{dealer.url}/chicago", data={**fields, "own_name": "Mine"})
        assert answer.status_code == 403
        assert "Only a host&#39;s device can do that" in answer.text
    (game,) = own_games()
    for method in ("GET", "POST"):
        assert dealer.client.open(f"{dealer.url}/own/{game.id}/remove", method=method).status_code == 403
    assert [game.name for game in own_games()] == ["Windy Thursday"]
    assert dealer.deal("chicago", own=str(game.id)).status_code == 303
