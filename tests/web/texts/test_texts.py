"""The text page: a game is written, checked, tried, saved, called, and removed."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.games.catalog import Catalog, GameFile, catalog
from app.night.db import db
from app.night.models import GameText
from app.night.play import game_files, random_play, texts
from app.night.play.games import all_games
from app.night.play.texts import BLANK, copy_of, save_text
from app.night.validation import Problem
from tests.web.call.caller import Caller, names

TREYS = """name = "Treys"
extends = "five-card-stud"
about = "Five-card stud in which treys are wild."
wild = [{ rule = "ranks", ranks = "3", on = { option = "treys" } }]

[option.treys]
label = "Treys are wild"
default = true
"""


@pytest.fixture
def caller(client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Caller:
    """Return a caller whose folder of game files is empty and checked on every read."""
    monkeypatch.setenv("UPCARD_DATA", str(tmp_path))
    monkeypatch.setattr(game_files, "SECONDS", 0.0)
    return Caller(client, 4)


def address(caller: Caller, game: str = "") -> str:
    return caller.url.replace("/call", "/text") + (f"/{game}" if game else "")


def get(caller: Caller, game: str = "") -> str:
    answer = caller.client.get(address(caller, game))
    assert answer.status_code == 200
    return unescape(answer.text)


def post(caller: Caller, text: str, do: str = "save", game: str = "treys", **headers: str) -> TestResponse:
    return caller.client.post(address(caller), data={"id": game, "text": text, "do": do}, headers=headers)


def test_a_text_is_saved_called_changed_and_deleted(caller: Caller) -> None:
    assert "Seven-card stud in which deuces are wild" in get(caller)
    answer = post(caller, TREYS.replace("\n", "\r\n"))
    assert (answer.status_code, answer.location) == (303, address(caller, "treys"))
    page = get(caller, "treys")
    assert f">\n{TREYS}</textarea>" in page
    assert "No faults: 2 to 10 players, 2 ways to play" in page
    assert "3s are wild for everyone." in page
    assert "Treys" in caller.get().partition("Your games")[2].partition("Good first games")[0]
    assert names(caller.get("?q=treys"))[0] == "Treys"
    assert caller.deal("treys").status_code == 303
    assert caller.hand.game_name == "Treys"

    assert post(caller, TREYS.replace('"3"', '"4"')).status_code == 303
    assert "4s are wild for everyone." in caller.get("/treys")
    assert [rule.words() for rule in caller.state.state.game.wild] == ["3s are wild for everyone."]

    for _ in range(2):
        assert caller.client.post(address(caller, "treys/remove")).status_code == 303
    assert "treys is no longer among your games" in caller.get()
    assert caller.client.get(address(caller, "treys")).status_code == 404
    assert caller.client.get(f"/n/{caller.night.key}/").status_code == 200


def test_every_fault_is_listed_with_its_line_while_typing(caller: Caller) -> None:
    broken = "colour = 3\n" + TREYS.replace("ranks = ", "rank = ").replace('"Treys"', '""')
    page = unescape(post(caller, broken, "", **{"HX-Request": "true"}).text)
    assert "4 faults" in page
    for line, where, why in (
        ("Line 1", "colour", "unknown key 'colour'"),
        ("Line 2", "name", "must not be empty"),
        ("Line 5", "wild[0].rank", "unknown key 'rank' (known: ranks, only)"),
        ("Line 5", "wild[0]", "key 'ranks' is missing"),
    ):
        assert f"<b>{line}</b> <span>{where}</span></p>\n        <p>{why}" in page
    assert "<pre>colour = 3</pre>" in page
    assert "Rules of" not in page
    assert not db.session.query(GameText).count()


def test_a_text_with_faults_is_saved_and_affects_no_other(caller: Caller) -> None:
    assert post(caller, TREYS.replace('"ranks"', '"<b>"')).status_code == 303
    assert post(caller, "name = <", game="worse").status_code == 303
    assert post(caller, TREYS, game="good").status_code == 303
    html = caller.get()
    assert "treys.toml: wild[0]: no wild rule is called '<b>'" in html
    page = caller.get("/treys")
    assert "cannot be dealt until its text is corrected" in page
    assert address(caller, "treys") in page
    assert "1 fault<" in get(caller, "worse")
    assert caller.deal("good").status_code == 303


def test_trying_a_game_plays_random_hands(caller: Caller) -> None:
    page = unescape(post(caller, TREYS, "try").text)
    assert "hands played at random: each came to an end, and no chips went missing." in page
    faulty = unescape(post(caller, "name = ", "try").text)
    assert "hands played" not in faulty
    assert 'aria-describedby="text-error fault-count" aria-invalid="true" autofocus' in faulty
    assert "No hand was played: correct this first." in faulty


def test_a_hand_that_fails_is_reported(caller: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    for error, words in (
        (random_play.StuckError("nobody can do anything"), "hand 1, with 2 players: nobody can do anything"),
        (ZeroDivisionError(), "hand 1, with 2 players: ZeroDivisionError after 0 actions"),
    ):

        def fail(_dealer: object, error: Exception = error) -> str:
            raise error

        monkeypatch.setattr(random_play.RandomDealer, "step", fail)
        assert f"A hand went wrong: {words}" in unescape(post(caller, TREYS, "try").text)


def test_lost_chips_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_play, "chips", lambda _state: 7)
    trial = random_play.try_game(catalog()["razz"].usual)
    assert trial == random_play.Trial(0, "hand 1, with 2 players: 200 chips became 7")


def test_a_trial_stops_when_its_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    assert random_play.try_game(catalog()["razz"].usual, seconds=0) == random_play.Trial(0)


def test_the_text_is_downloaded_as_typed(caller: Caller) -> None:
    answer = post(caller, TREYS, "download")
    assert answer.text == TREYS
    assert answer.headers["Content-Disposition"] == 'attachment; filename="treys.toml"'
    for game, name in (('a"b', "a-b"), ("", "treys"), ("chicago", "game")):
        assert f'filename="{name}.toml"' in post(caller, TREYS, "download", game).headers["Content-Disposition"]


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("chicago", "chicago is a game of the library"),
        ("x" * 61, "lower-case letters, digits and hyphens, at most 60"),
        ("taken", "taken is a file in the folder of games already"),
    ],
)
def test_a_bad_id_is_refused_and_the_text_stays(caller: Caller, game: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "taken.toml").write_text(TREYS)
    answer = post(caller, TREYS, game=game)
    assert answer.status_code == 422
    assert reason in unescape(answer.text).casefold()
    assert TREYS in unescape(answer.text)
    assert not db.session.query(GameText).count()


@pytest.mark.parametrize(
    ("text", "reason"),
    [(" \n", "there is no text"), ("ü" * 40_000, "larger than 64,000 bytes"), ("a\0", "a character")],
)
def test_a_text_that_cannot_be_stored_is_refused(caller: Caller, text: str, reason: str) -> None:
    answer = post(caller, text)
    assert answer.status_code == 422
    assert reason in unescape(answer.text).casefold()


def test_the_number_of_saved_texts_is_limited(caller: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_MOST_GAMES", "1")
    assert post(caller, TREYS).status_code == 303
    assert post(caller, TREYS, game="other").status_code == 422
    assert post(caller, TREYS + "# the same one\n").status_code == 303


def test_a_file_in_the_folder_takes_precedence_over_a_saved_text(caller: Caller, tmp_path: Path) -> None:
    assert post(caller, TREYS).status_code == 303
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "treys.toml").write_text(TREYS.replace("Treys are wild", "From the folder"))
    assert "From the folder" in caller.get("/treys")
    assert "treys.toml: a file in the folder has the same id, and is dealt instead" in caller.get()
    assert "From the folder" in get(caller, "treys")


def test_other_devices_can_read_and_try_a_text_but_not_save_it(caller: Caller) -> None:
    post(caller, TREYS)
    other = caller.on_another_device()
    page = get(other, "treys")
    assert "A host's device can save it." in page
    assert 'value="save"' not in page
    assert "Delete" not in page
    assert "no chips went missing" in unescape(post(other, TREYS, "try").text)
    assert post(other, TREYS.replace("3", "4")).status_code == 403
    assert other.client.post(address(other, "treys/remove")).status_code == 403
    assert all_games()["treys"].own == GameFile("treys.toml", TREYS, saved=True)


def test_an_example_has_no_saved_texts_and_saves_none(caller: Caller) -> None:
    post(caller, TREYS)
    caller.night.example = True
    assert caller.client.get(address(caller, "treys")).status_code == 404
    assert "The example saves no games." in get(caller, "chicago")
    assert post(caller, TREYS, game="other").status_code == 403
    caller.client.post(address(caller, "treys/remove"))
    assert db.session.query(GameText).count() == 1


def test_a_library_game_opens_as_a_new_text(caller: Caller) -> None:
    assert address(caller, "chicago") in caller.get("/chicago")
    page = get(caller, "chicago")
    assert 'value="our-chicago"' in page
    assert 'name = "Our Chicago"' in page
    assert post(caller, TREYS, game="our-chicago").status_code == 303
    assert 'value="our-chicago-2"' in get(caller, "chicago")


def test_the_copy_of_every_library_game_has_no_faults() -> None:
    for info in catalog().values():
        game_id, text = copy_of(info, catalog())
        copied = Catalog([GameFile(f"{game_id}.toml", text)])[game_id]
        assert (copied.name, copied.problem) == (f"Our {info.name}", "")
        assert (copied.aliases, copied.document, copied.table["script"]) == ((), "", info.table["script"])


def test_the_blank_text_has_no_faults(caller: Caller) -> None:
    assert "No faults: 2 to 10 players" in get(caller)
    assert save_text("our-game", BLANK) == "our-game"
    assert isinstance(save_text("razz", BLANK), Problem)
    assert not texts.remove_text("another")


def write(caller: Caller, text: str, game: str = "", was: str = "") -> TestResponse:
    """Send the form of a text's page that was opened for the game ``was``."""
    fields = {"id": game, "was": was, "text": text, "do": "save"}
    return caller.client.post(address(caller), data=fields)


def named(name: str, ranks: str = "2") -> str:
    return BLANK.replace("Our Game", name).replace('"2"', f'"{ranks}"')


def test_every_new_game_is_saved_under_its_own_name(caller: Caller) -> None:
    for name, game_id in (
        ("Deuces and Nines", "deuces-and-nines"),
        ("Kings High", "kings-high"),
        ("Chicago", "chicago-2"),
        ("Ω", "our-game"),
    ):
        assert 'name="id" value=""' in get(caller)
        assert write(caller, named(name)).location == address(caller, game_id)
        assert f'name="was" value="{game_id}"' in get(caller, game_id)
    assert write(caller, "nonsense").location == address(caller, "our-game-2")
    assert {info.name for info in all_games().values() if info.own} >= {
        "Deuces and Nines",
        "Kings High",
        "Chicago",
        "Ω",
    }


def test_another_game_of_the_same_name_gets_a_number_and_the_same_text_none(caller: Caller) -> None:
    for text, game_id in ((named("Treys"), "treys"), (named("Treys"), "treys"), (named("Treys", "3"), "treys-2")):
        assert write(caller, text).location == address(caller, game_id)


def test_a_text_replaces_no_other_game(caller: Caller) -> None:
    write(caller, named("Treys"))
    for was in ("", "another"):
        answer = write(caller, named("Kings"), "treys", was)
        assert answer.status_code == 422
        assert "Treys is another of your games already; choose another name" in unescape(answer.text)
        assert "Delete Kings" not in answer.text
    assert all_games()["treys"].name == "Treys"
    assert write(caller, named("Kings"), "treys", was="treys").status_code == 303
    assert all_games()["treys"].name == "Kings"


def test_a_search_without_results_offers_a_new_text_with_that_name(caller: Caller) -> None:
    query = 'Uncle Zeb\'s "Fifty" \\ Z'
    found = caller.get(f"?q={quote(query)}")
    (link,) = set(re.findall(rf'href="({address(caller)}\?name=[^"]+)"', found))
    page = unescape(caller.client.get(link).text)
    assert '>\nname = "Uncle Zeb\'s Fifty Z"\n' in page
    assert "No faults" in page


def test_any_words_typed_as_the_id_become_an_id(caller: Caller) -> None:
    assert write(caller, named("Treys"), "Our Thursday Game").location == address(caller, "our-thursday-game")


def test_a_text_saved_by_another_server_is_listed(caller: Caller) -> None:
    get(caller)
    db.session.add(GameText(game_id="elsewhere", text=TREYS))
    db.session.commit()
    assert all_games()["elsewhere"].name == "Treys"
    db.session.query(GameText).delete()
    db.session.commit()
    assert "elsewhere" not in all_games()


def test_a_text_saved_elsewhere_since_is_replaced_only_by_saving_again(caller: Caller) -> None:
    write(caller, named("Tide"))
    (opened,) = re.findall('name="opened" value="(.+?)"', get(caller, "tide"))
    write(caller, named("Tide", "7"), "tide", "tide")
    form = {"id": "tide", "was": "tide", "text": named("Tide", "9")}
    tried = caller.client.post(address(caller), data={**form, "opened": opened, "do": "try"})
    assert f'name="opened" value="{opened}"' in tried.text
    refused = caller.client.post(address(caller), data={**form, "opened": opened, "do": "save"})
    assert refused.status_code == 422
    assert "Another device has saved this text since you opened it" in unescape(refused.text)
    assert named("Tide", "9") in unescape(refused.text)
    assert all_games()["tide"].own == GameFile("tide.toml", named("Tide", "7"), saved=True)
    (opened,) = re.findall('name="opened" value="(.+?)"', refused.text)
    assert caller.client.post(address(caller), data={**form, "opened": opened, "do": "save"}).status_code == 303
    assert all_games()["tide"].own == GameFile("tide.toml", named("Tide", "9"), saved=True)
