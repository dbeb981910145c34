"""Custom game files in the data directory: called like the library's games, and gone when the file is removed."""

from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest
from flask import Flask

from app.games.catalog import catalog
from app.night.nights import current_hand, nights
from app.night.play import game_files, taps
from app.night.play.games import all_games
from app.record.setup import setup_of
from app.record.text import read
from app.web.call.page import BY_NAME, BY_WORDS
from tests.web.call.caller import Caller, names
from tests.web.tables import Table

HIGHWAYMAN = """
name = "Highwayman"
extends = "five-card-stud"
about = "Five-card stud in which treys are wild."
aliases = ["Dick Turpin"]
tags = ["stud", "wild"]
wild = [{ rule = "cards", cards = "3c3d3h3s", name = "treys", on = { option = "treys" } }]

[option.treys]
label = "Treys are wild"
default = true
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of game files, checked for changes on every read."""
    monkeypatch.setenv("UPCARD_DATA", str(tmp_path))
    monkeypatch.setattr(game_files, "SECONDS", 0.0)
    (tmp_path / "games").mkdir()
    return tmp_path / "games"


def test_a_new_file_is_listed_searched_and_dealt_without_a_restart(caller: Caller, folder: Path) -> None:
    assert "Highwayman" not in caller.get("?q=highwayman")
    (folder / "highwayman.toml").write_text(HIGHWAYMAN)
    assert names(caller.get("?q=highwayman")) == ["Highwayman"]
    assert names(caller.get("?q=turpin")) == ["Highwayman"]
    assert "Highwayman" in names(caller.get("?q=treys"))
    assert "Highwayman" in names(caller.get("?all=1"))
    assert "Highwayman" in caller.get().partition("Your games")[2].partition("Good first games")[0]
    assert "Treys are wild" in caller.get("/highwayman")
    assert caller.deal("highwayman").status_code == 303
    assert caller.hand.game_name == "Highwayman"
    assert "Treys are wild" in unescape(caller.client.get(f"/n/{caller.night.key}/").text)


def test_a_file_removed_while_two_threads_read_the_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "highwayman.toml").write_text(HIGHWAYMAN)
    files = game_files.Folder(folder)
    assert set(files.files()) == {"highwayman.toml"}
    (folder / "turpin.toml").write_text(HIGHWAYMAN)
    scanned, stamps_in = game_files._stamps(folder), game_files._stamps

    class Stamp(tuple[str, int, int]):
        """A stamp during whose comparison another thread reads the folder."""

        def __eq__(self, other: object) -> bool:
            if game_files._stamps is not stamps_in:
                monkeypatch.setattr(game_files, "_stamps", stamps_in)
                (folder / "highwayman.toml").unlink()
                assert set(files.files()) == {"turpin.toml"}
            return super().__eq__(other)

        __hash__ = None  # type: ignore[assignment]

    scanned["highwayman.toml"] = Stamp(scanned["highwayman.toml"])
    monkeypatch.setattr(game_files, "_stamps", lambda path: scanned if path == folder else {})
    assert set(files.files()) == {"highwayman.toml", "turpin.toml"}
    assert set(files.files()) == {"turpin.toml"}


def test_a_changed_file_applies_to_the_next_deal_but_not_to_the_hand_in_play(caller: Caller, folder: Path) -> None:
    (folder / "highwayman.toml").write_text(HIGHWAYMAN)
    caller.deal("highwayman")
    (folder / "highwayman.toml").write_text(HIGHWAYMAN.replace("five-card-stud", "seven-card-stud"))
    assert "Deal each player two cards face down, then one face up" in caller.get("/highwayman")
    assert not any("Seventh" in label for label in caller.state.state.game.labels)
    (folder / "highwayman.toml").unlink()
    assert caller.client.get(f"{caller.url}/highwayman").status_code == 404
    assert caller.client.get(f"/n/{caller.night.key}/").status_code == 200


def test_the_record_of_a_custom_game_replays_without_its_file(deal: Callable[..., Table], folder: Path) -> None:
    (folder / "highwayman.toml").write_text(HIGHWAYMAN)
    table = deal("highwayman", 2, options={"treys": False})
    for line in ("d dh p1 ??4c", "d dh p2 ??9c", "p2 cbr 2", "p1 f"):
        assert isinstance(taps.post(table.live.hand.id, table.live.number, [line]), taps.Posted), line
    (folder / "highwayman.toml").unlink()
    hand = current_hand(nights()[0])
    assert hand is not None
    carried = read(table.client.get(f"/h/{hand.key}.phh").text, "hand.phh")
    assert carried.game["name"] == "Highwayman"
    assert not carried.options
    setup = setup_of(carried)
    assert not setup.game.wild
    assert setup.game == table.live.hand.setup.game


def test_a_mistake_in_a_file_is_located_and_affects_no_other_file(caller: Caller, folder: Path) -> None:
    (folder / "highwayman.toml").write_text(HIGHWAYMAN)
    (folder / "cutpurse.toml").write_text(HIGHWAYMAN.replace('rule = "cards"', 'rule = "carts"'))
    (folder / "footpad.toml").write_text("name = ")
    (folder / "chicago.toml").write_text(HIGHWAYMAN)
    (folder / "My Game.toml").write_text(HIGHWAYMAN)
    (folder / "large.toml").write_text("#" * 100_000)
    (folder / "binary.toml").write_bytes(b"\xff\xfe")
    (folder / "round.toml").symlink_to("round.toml")
    html = caller.get()
    assert "cutpurse.toml: wild[0]: no wild rule is called 'carts'" in html
    assert "footpad.toml: " in html
    assert "chicago.toml: chicago is a game of the library; choose another name" in html
    assert "a game file is named in lower-case letters, digits and hyphens, at most 60 of them, not 'My Game'" in html
    assert "large.toml: larger than 64,000 bytes" in html
    assert "binary.toml: not UTF-8 text" in html
    assert "round.toml: a link is not followed" in html
    page = caller.get("/cutpurse")
    assert "cutpurse.toml: wild[0]: no wild rule is called 'carts'" in page
    assert "cannot be dealt until its file is corrected" in page
    assert caller.client.post(f"{caller.url}/cutpurse", data={"do": "deal"}).status_code == 422
    assert caller.deal("highwayman").status_code == 303


def test_a_link_in_the_folder_shows_no_other_file(caller: Caller, folder: Path) -> None:
    (folder.parent / "secret-key").write_text("5ec2e7")
    (folder / "friend.toml").symlink_to("../secret-key")
    assert "friend.toml: a link is not followed" in caller.get()
    assert "5ec2e7" not in caller.client.get(f"/n/{caller.night.key}/text/friend").text


def test_other_devices_see_no_file_errors_and_examples_no_custom_games(caller: Caller, folder: Path) -> None:
    (folder / "highwayman.toml").write_text(HIGHWAYMAN)
    (folder / "chicago.toml").write_text(HIGHWAYMAN)
    assert "choose another name" not in caller.on_another_device().get()
    caller.night.example = True
    assert "Highwayman" not in caller.get()
    assert caller.client.get(f"{caller.url}/highwayman").status_code == 404


def test_a_thousand_files_are_listed_and_resolved_only_when_needed(
    caller: Caller, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(1000):
        (folder / f"highwayman-{number}.toml").write_text(HIGHWAYMAN)
    resolved = []
    monkeypatch.setattr("app.games.catalog.resolve", lambda game, *args, **kwargs: resolved.append(game))
    assert len(all_games()) == len(catalog()) + 1000
    assert all_games()["highwayman-7"].name == "Highwayman"
    assert not resolved
    monkeypatch.undo()
    monkeypatch.setenv("UPCARD_DATA", str(folder.parent))
    html = caller.get()
    assert "Highwayman" not in html, "too many to list before a search"
    assert len(names(caller.get("?own=1"))) == BY_NAME
    assert f"<b>Show {BY_NAME} more" in caller.get("?own=1")
    assert len(names(caller.get("?q=highwayman"))) == BY_WORDS


def test_a_changed_file_reloads_only_its_game_and_the_games_that_extend_it(app: Flask, folder: Path) -> None:
    def write(game: str, parent: str, about: str) -> None:
        (folder / f"{game}.toml").write_text(f'name = "{game}"\nextends = "{parent}"\nabout = "{about}"\n')

    write("aunt", "razz", "Low.")
    write("mother", "razz", "Low.")
    (folder / "child.toml").write_text('name = "child"\nextends = "mother"\n')
    before = dict(all_games())
    assert before["child"].usual.about == "Low."
    write("mother", "chicago", "A spade as well.")
    after = all_games()
    assert after["child"].usual.about == after["mother"].about == "A spade as well."
    assert len(after["child"].usual.shares) == 2
    assert {game for game in after if after[game] is not before[game]} == {"mother", "child"}


def test_an_imported_game_is_found_and_dealt_but_not_listed_among_yours(caller: Caller, folder: Path) -> None:
    (folder / "imported").mkdir()
    table_rules = 'table_rules = [1059]\nwild = [{ rule = "as-named" }]\n'
    head = HIGHWAYMAN.partition("wild =")[0]
    (folder / "imported" / "highwayman.toml").write_text(head + table_rules)
    assert names(caller.get("?q=turpin")) == ["Highwayman"]
    assert "You judge: what is wild" in caller.get("?q=turpin")
    assert "Your games" not in caller.get()
    assert "Rule 1059: as the table plays it." in caller.get("/highwayman")
    assert caller.deal("highwayman").status_code == 303
    assert "Rule 1059: as the table plays it." in caller.client.get(f"/n/{caller.night.key}/rules").text
    (folder / "highwayman.toml").write_text(HIGHWAYMAN)
    assert "Treys are wild" in caller.get("/highwayman")
