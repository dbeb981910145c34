"""An exported club fits the schema, and a club that imports it exports the same file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jsonschema import Draft202012Validator
from sqlalchemy import delete, select, update

from app.games.house import Stakes
from app.hand import steps
from app.night import caches, example
from app.night import nights as night_nights
from app.night.acts import requests
from app.night.acts.queue import Done
from app.night.db import Model, db
from app.night.history import statistics
from app.night.history.past_nights import Closing
from app.night.log import loading
from app.night.log.replay import LiveHand, Posted
from app.night.models import (
    Act,
    Entry,
    GameText,
    Hand,
    Ledger,
    Night,
    OwnGame,
    Player,
    PlayerHand,
    Seat,
    Transfer,
)
from app.night.people import roster, seats
from app.night.play import call, games, rotation, texts
from app.night.play.call import end_night
from app.night.play.settle import UNREADABLE
from app.night.rotation import RotationGame, Turn
from app.night.transfer import export, importing
from app.night.transfer.export import MAY_BE_SEALED
from app.night.transfer.importing import Imported
from app.night.transfer.tables import PARTS, members, schema
from app.night.validation import Problem, limit_problem
from app.night.verify import check_night
from app.plugins import load_modules
from app.settings import ROOT
from tests.entering import enter, redo, undo
from tests.night import acting
from tests.night.table import (
    at_question,
    begin,
    deal,
    everyone_folds,
    leave_side_pot,
    make_app,
    store_as_of_0_2,
    tap,
    two_pots,
)
from tests.night.transfer.clubs import (
    club,
    corrected,
    elsewhere,
    everything,
    exported,
    imported,
    imported_again,
    not_tracked,
    owed,
    read,
    wrong_with,
)

SCHEMA = json.loads((ROOT / "docs" / "schema" / "upcard-1.json").read_text("utf-8"))


#: The model of each part of a file, and the columns that are left out: ids and keys, which are new in every club, what
#: the place of a row in the file says already, and what is only about screens or the next evening.
LEFT_OUT: dict[str, tuple[type[Model], str]] = {
    "person": (Player, "id key folded only_in comes pay_by"),
    "game": (OwnGame, "id folded"),
    "text": (GameText, ""),
    "seat": (Seat, "id key night"),
    "hand": (Hand, "id key night definition"),
    "entry": (Entry, "hand number"),
    "ledger_row": (Ledger, "id night"),
    "transfer": (Transfer, "id night"),
    "night": (Night, "id key watch_key join_code changes example shown_hand shown_rules shown_step"),
}


def columns_set(acts: Iterable[tuple[str, Any]]) -> set[tuple[str, str, str]]:
    """Return the columns that acts have set, with the kind of the act and the table, by their undo data."""
    return {
        (kind, row["table"], name)
        for kind, before in acts
        for row in (before or {}).get("rows", ())
        for name in row["was"]
    }


def fits_schema(text: str) -> Any:
    """Check a file against the published schema; return its content."""
    value = json.loads(text)
    Draft202012Validator(SCHEMA).validate(value)
    return value


def test_the_published_schema_is_up_to_date() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    same = schema() == SCHEMA
    assert same, "docs/schema/upcard-1.json is out of date: run `make manual`"


@pytest.mark.parametrize("shape", LEFT_OUT)
def test_every_column_is_exported_or_left_out_on_purpose(shape: str) -> None:
    model, left_out = LEFT_OUT[shape]
    missing = set(members(model)) - set(PARTS[shape]["properties"])
    assert missing == set(left_out.split()), (
        "export the column in app/night/transfer/tables.py, or say in LEFT_OUT that it is not"
    )


def test_every_column_that_an_act_has_set_is_exported_for_its_undo(app: Flask) -> None:
    everything()
    acts = [act for night in json.loads(exported())["nights"] for act in night["acts"]]
    assert columns_set([(act["kind"], act["before"]) for act in acts]) == columns_set(
        [(act.kind, act.before) for act in db.session.scalars(select(Act).where(Act.status.in_(("done", "undone"))))]
    )


@pytest.mark.parametrize("play", [everything, owed, corrected, not_tracked, club], ids=lambda play: play.__name__)
def test_an_imported_club_exports_the_same_file(app: Flask, play: Any) -> None:
    play()
    text = exported()
    fits_schema(text)
    assert imported_again(text) == text


def test_an_empty_club_exports_and_imports(app: Flask) -> None:
    text = exported()
    assert fits_schema(text)["nights"] == []
    assert imported_again(text) == text


def test_an_imported_rotation_continues(app: Flask) -> None:
    night = begin()
    games = (RotationGame("five-card-stud", "Five-Card Stud"), RotationGame("razz", "Razz", stakes=Stakes(ante=2)))
    assert isinstance(rotation.start_rotation(night, "Ours", games), Done)
    everyone_folds(deal(night))
    call.next_hand(night)
    for number in (1, 2):
        live = rotation.deal_next(night, 0, number)
        assert isinstance(live, LiveHand)
        tap(live, "d misdeal") if number == 2 else _ann_wins(live)
        call.next_hand(night)
    with imported(exported()):
        (here,) = night_nights.nights()
        coming = rotation.next_game(here)
        assert coming is not None
        assert (coming.game.name, coming.turn) == ("Five-Card Stud", Turn(0, 1, 3))


def _ann_wins(live: LiveHand) -> None:
    """Deal to three players; one bets and the others fold."""
    for number in (1, 2, 3):
        live = tap(live, f"d dh p{number} ??{'2h 3h Kh'.split()[number - 1]}")
    tap(live, "p3 cbr 2", "p1 f", "p2 f")


def test_an_imported_club_has_the_same_ledger_and_hands(app: Flask) -> None:
    first, second = owed()
    before = [_summary(Closing(night)) for night in (first, second)]
    with imported(exported()):
        later, earlier = night_nights.nights()
        assert [_summary(Closing(night)) for night in (earlier, later)] == before
        for hand in db.session.scalars(select(Hand)):
            assert loading.live_hand(hand.id).over  # type: ignore[union-attr]


def test_a_hand_of_two_players_is_imported(app: Flask) -> None:
    friday = begin("Ann", "Bob")
    tap(deal(friday), "d dh p1 ??2h", "d dh p2 ??Kh", "p2 cbr 2", "p1 f")
    call.next_hand(friday)
    with imported(exported()):
        (hand,) = db.session.scalars(select(Hand))
        players = loading.live_hand(hand.id).state.players  # type: ignore[union-attr]
        assert [player.stack for player in players] == [99, 101]


def test_a_hand_with_a_full_log_is_imported(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """A log at its limit still takes an undo, a redo and a misdeal."""
    monkeypatch.setenv("UPCARD_MOST_ENTRIES", "2")
    friday = begin()
    live = tap(deal(friday), "d redeal", "d redeal")
    undo(live.hand.id)
    redo(live.hand.id)
    assert isinstance(enter(live.hand.id, ["d misdeal"]), Posted)
    call.next_hand(friday)
    with imported(exported()):
        assert [entry.number for entry in db.session.scalars(select(Entry).order_by(Entry.number))] == [1, 2, 3, 4, 5]


def _summary(closing: Closing) -> object:
    payments = [(p.who, p.amount, p.paid_at is not None, p.carried_to is not None) for p in closing.payments]
    return [(r.balance.name, r.balance.net, r.balance.money) for r in closing.results], payments, closing.games


def test_an_imported_settlement_can_be_reopened(app: Flask) -> None:
    owed()
    with imported(exported()):
        later, earlier = night_nights.nights()
        assert isinstance(requests.undo_settlement(later), Done)
        assert not Closing(later).payments
        assert any(not payment.carried_to for payment in Closing(earlier).payments)


def test_an_imported_night_can_be_played_on(app: Flask) -> None:
    friday = begin()
    everyone_folds(deal(friday))
    call.next_hand(friday)
    stacks = [(info.name, info.stack) for info in seats.seats(friday)]
    with imported(exported()):
        again = night_nights.nights()[0]
        assert [(info.name, info.stack) for info in seats.seats(again)] == stacks
        everyone_folds(deal(again))


def test_names_that_version_0_3_stored_decomposed_are_imported(app: Flask) -> None:
    begin()
    text = exported().replace("Ann", "Zoe\u0301")
    with imported(text):
        assert [person.name for person in roster.all_people()] == ["Bob", "Cy", "Zoe\u0301"]


def test_the_hand_in_play_and_its_queue_are_not_exported(app: Flask) -> None:
    friday = begin()
    everyone_folds(deal(friday))
    call.next_hand(friday)
    tap(deal(friday), "d dh p1 ??5h")
    acting.buy_in(friday, seats.seats(friday)[0].id, 30)
    file = fits_schema(text := exported())
    assert len(file["nights"][0]["hands"]) == 1
    assert "buy" not in [act["kind"] for act in file["nights"][0]["acts"]]
    assert export.nights_in_play() == export.nights_in_play(friday.id) == ["Friday"]
    assert export.nights_in_play(friday.id + 1) == []
    assert imported_again(text) == text


def test_nights_with_the_same_name_are_distinguished_by_start_time(app: Flask) -> None:
    for name, day in (("Friday", 6), ("Friday", 13), ("Saturday", 14)):
        night = begin()
        night.name, night.started_at = name, datetime(2026, 11, day, 19, 30).astimezone()
        db.session.commit()
        deal(night)
    told_apart = ["Friday (13 November 2026, 19:30)", "Friday (6 November 2026, 19:30)"]
    assert export.nights_in_play() == ["Saturday", *told_apart]


def test_keys_are_not_exported_and_imports_make_new_ones(app: Flask) -> None:
    everything()
    text = exported()
    keys = _keys()
    assert len(keys) > 8
    assert not [key for key in keys if key in text]
    with imported(text):
        new = _keys()
    assert len(new) == len(keys)
    assert set(new).isdisjoint(keys)


def _keys() -> list[str]:
    db.session.rollback()
    tables = [table for table in db.metadata.sorted_tables if table.name in ("night", "player", "seat", "hand")]
    columns = [column for table in tables for column in table.c if column.name in ("key", "watch_key", "join_code")]
    return [key for column in columns for key in db.session.execute(select(column)).scalars()]


def test_sealed_answers_never_revealed_are_not_exported(app: Flask) -> None:
    corrected()
    assert "declare" not in _logged(exported())


def test_every_sealed_verb_is_recognized() -> None:
    load_modules(steps.__name__)
    kinds = steps.StepKind.__subclasses__()
    kinds = [kind for base in kinds for kind in (base.__subclasses__() or [base])]
    sealing = [kind for kind in kinds if kind.sealed is not steps.StepKind.sealed]
    assert len(sealing) == 3
    for kind in sealing:
        assert any(word.strip() in kind.verbs for word in MAY_BE_SEALED), kind


def test_revealed_answers_are_exported(app: Flask) -> None:
    night = begin()
    live = at_question(night)
    live = tap(live, "p1 declare spade", "p1 declare high", "p2 declare spade", "p3 declare high")
    tap(live, "d misdeal")
    revealed = re.findall(r"p\d declare \w+", _logged(exported()))
    assert revealed == ["p1 declare high", "p2 declare spade", "p3 declare high"]


def _logged(text: str) -> str:
    nights = json.loads(text)["nights"]
    return " ".join(entry["text"] for night in nights for hand in night["hands"] for entry in hand["log"])


def test_removed_people_are_removed_in_the_imported_club(app: Flask) -> None:
    """Two of them may have one name, if a night was imported from elsewhere."""
    club()
    assert "Dee" not in exported()
    file = json.loads(exported())
    removed = [person for person in file["persons"] if person["removed"]]
    file["persons"].append(removed[0])
    with imported(json.dumps(file)):
        assert "A former player" not in [person.name for person in roster.all_people()]
        assert len(db.session.scalars(select(Player).where(Player.removed)).all()) == len(removed) + 1


def test_an_imported_hand_that_cannot_be_replayed_keeps_its_outcome(app: Flask) -> None:
    night = begin()
    live = everyone_folds(deal(night))
    stored = db.session.get_one(Hand, live.hand.id)
    stored.outcome = {**(stored.outcome or {}), UNREADABLE: True}
    db.session.execute(delete(PlayerHand))
    stored.setup = {**stored.setup, "house": {**stored.setup["house"], "unknown": 1}}
    db.session.commit()
    caches.clear_caches()
    hand = fits_schema(text := exported())["nights"][0]["hands"][0]
    assert hand["outcome"] == {"winners": [["Ann", 5]], "carried": 0, "why": "everyone else has folded", "actions": 6}
    assert imported_again(text) == text
    with imported(text):
        assert statistics.played_between(None, None).figures.unread == 1


def test_sentences_in_an_older_file_become_codes(app: Flask) -> None:
    owed()
    file = json.loads(text := exported())
    assert {row["why"] for night in file["nights"] for row in night["ledger"]} == {""}
    for night in file["nights"]:
        for row in night["ledger"]:
            of_hand = row["kind"] == "award" and "hand" in row
            row["why"] = "since Friday" if row["kind"] == "carried" else "hand 1: main pot" if of_hand else "bought"
            row["why"] = "taken back" if row.pop("reversal", False) else row["why"]
    with imported(json.dumps(file)):
        words = set(db.session.execute(select(Ledger.kind, Ledger.why).where(Ledger.why != "")).all())
        assert words == {("carried", "since Friday")}
        db.session.execute(update(Ledger).values(why=""))
        db.session.commit()
        assert exported() == text


def test_a_hand_paid_by_a_rule_of_0_2_imports_as_it_was_paid(app: Flask) -> None:
    """A side pot of 4 went to Cy, who was all in for 3. Any other difference is refused."""
    _, live = two_pots()
    store_as_of_0_2(live)
    bob, cy, _ann = live.hand.player_ids
    award = Ledger.kind == "award"
    db.session.execute(update(Ledger).where(award, Ledger.player_id == bob).values(player_id=cy))
    db.session.commit()
    text = exported()
    with imported(text):
        assert db.session.scalars(select(Hand)).one().outcome["winners"] == [[1, 13]]  # type: ignore[index]
        assert {wrong.kind for wrong in check_night(1)[1]} == {"older rule"}
    db.session.execute(update(Ledger).where(award, Ledger.amount == 4).values(amount=5))
    db.session.commit()
    assert wrong_with(exported()).path == "nights[0].hands[0]"


def test_a_hand_of_0_2_that_left_more_in_the_pot_imports_as_it_was_paid(app: Flask) -> None:
    leave_side_pot(*two_pots())
    with imported(exported()):
        outcome = db.session.scalars(select(Hand)).one().outcome
        assert outcome is not None
        assert (outcome["winners"], outcome["carried"]) == ([[1, 9]], 4)
        assert {wrong.kind for wrong in check_night(1)[1]} == {"older rule"}


def test_examples_are_not_exported(app: Flask) -> None:
    assert isinstance(example.start_example(), Night)
    assert json.loads(exported())["nights"] == []


def test_a_club_with_nights_refuses_another_club(friday: Night) -> None:
    before = exported()
    answer = importing.import_file(*read(before))
    assert isinstance(answer, Problem)
    assert answer.field == "nights"
    assert exported() == before


def test_a_night_imports_into_a_club_and_matches_its_people_by_name(app: Flask, tmp_path: Path) -> None:
    friday = begin()
    everyone_folds(deal(friday))
    end_night(friday)
    text = "".join(export.export_night(friday.id))
    fits_schema(text)
    checked = read(text)
    with make_app(tmp_path / "other.sqlite3").app_context():
        begin("ANN", "Zoe")
        assert isinstance(importing.import_file(*checked), Imported)
        assert sorted(person.name for person in roster.all_people()) == ["ANN", "Bob", "Cy", "Zoe"]
        again = importing.import_file(*checked)
        assert again == Problem("nights[0]", "Friday is kept here already")
        # Nights are listed latest first.
        assert [len(seats.seats(night)) for night in night_nights.nights()] == [2, 3]
        db.session.remove()
        db.engine.dispose()


@pytest.mark.parametrize(
    ("ours", "theirs", "people"),
    [
        ("Zo\u00e9", ("Zoe\u0301", "Bob"), ["Bob", "Zo\u00e9"]),
        ("Zoe\u0301", ("Zo\u00e9", "Bob"), ["Bob", "Zoe\u0301"]),
        ("Zo\u00e9", ("Zoe\u0301", "Zo\u00e9"), ["Zoe\u0301", "Zo\u00e9"]),  # 0.3 took them for two people
    ],
)
def test_people_are_matched_however_their_accents_are_stored(
    app: Flask, ours: str, theirs: tuple[str, str], people: list[str]
) -> None:
    friday = begin("Ann", "Bea")
    text = "".join(export.export_night(friday.id))
    for name, stored in zip(("Ann", "Bea"), theirs, strict=True):
        text = text.replace(name, stored)
    with elsewhere():
        begin("Dee", "Eve")
        player = db.session.scalars(select(Player).where(Player.name == "Dee")).one()
        player.name, player.folded = ours, ours.casefold()
        db.session.commit()
        assert isinstance(importing.import_bytes(text.encode()), Imported)
        names = {person.name for person in roster.all_people()}
        assert sorted(names - {"Eve"}) == sorted(people)


@pytest.mark.parametrize(
    ("name", "theirs", "ours", "most"),
    [
        ("nights", begin, lambda: begin("ANN", "Zoe"), 2),
        ("people", begin, lambda: begin("ANN", "Zoe"), 4),  # Ann is one person
        ("games", lambda: games.save_own_game("Theirs", "pig"), lambda: games.save_own_game("Ours", "pig"), 2),
        ("games", lambda: texts.save_text("theirs", texts.BLANK), lambda: texts.save_text("ours", texts.BLANK), 2),
    ],
)
def test_imports_add_up_to_a_limit(
    app: Flask, monkeypatch: pytest.MonkeyPatch, name: str, theirs: Any, ours: Any, most: int
) -> None:
    stored = theirs()
    checked = read("".join(export.export_night(stored.id)) if isinstance(stored, Night) else exported())
    with elsewhere():
        ours()
        monkeypatch.setenv(f"UPCARD_MOST_{name.upper()}", str(most - 1))
        assert importing.import_file(*checked) == limit_problem(name)
        monkeypatch.setenv(f"UPCARD_MOST_{name.upper()}", str(most))
        assert isinstance(importing.import_file(*checked), Imported)


@pytest.mark.parametrize("kind", ["club", "night"])
def test_a_file_already_imported_is_refused_before_its_hands_are_replayed(
    app: Flask, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    friday = begin()
    everyone_folds(deal(friday))
    text = exported() if kind == "club" else "".join(export.export_night(friday.id))
    monkeypatch.setattr("app.night.transfer.importing.replay", lambda _file: pytest.fail("hands are played again"))
    refused = importing.import_bytes(text.encode())
    assert isinstance(refused, Problem)
    assert "here already" in refused.text


def test_saved_texts_are_imported_but_replace_no_different_text(app: Flask, tmp_path: Path) -> None:
    texts.save_text("our-game", texts.BLANK)
    checked = read(exported())
    old_file = json.loads(exported())
    del old_file["texts"]
    older = read(json.dumps(old_file))
    with make_app(tmp_path / "other.sqlite3").app_context():
        texts.save_text("our-game", "# another")
        refused = importing.import_file(*checked)
        assert refused == Problem("texts[0].game", "our-game is one of your games already: remove it first")
        texts.save_text("our-game", texts.BLANK)
        assert isinstance(importing.import_file(*checked), Imported)
        assert db.session.scalars(select(GameText.text)).all() == [texts.BLANK]
        assert "texts" not in older[0]
        db.session.remove()
        db.engine.dispose()


def test_a_name_that_cannot_be_stored_is_refused(app: Flask) -> None:
    friday = begin()
    text = "".join(export.export_night(friday.id))
    for name in ("Fri\0day", "Fri\ud800day"):
        refused = importing.import_bytes(text.replace('"Friday"', json.dumps(name)).encode())
        assert isinstance(refused, Problem)
        assert refused.field == "nights[0].name"


def test_a_row_of_a_night_outside_the_file_has_no_act(app: Flask) -> None:
    owed()
    file = json.loads(exported())
    row = next(row for row in file["nights"][0]["ledger"] if "of_night" in row)
    at = file["nights"][0]["ledger"].index(row)
    row["of_night"], row["act"] = None, 99
    wrong = wrong_with(json.dumps(file))
    assert (wrong.path, wrong.reason) == (f"nights[0].ledger[{at}].act", "there is no act 99: the file has 0")
    del row["act"]
    with elsewhere():
        assert isinstance(importing.import_file(*read(json.dumps(file))), Imported)


def test_a_night_with_debts_to_another_cannot_be_exported_alone(app: Flask) -> None:
    for night in owed():
        wrong = wrong_with("".join(export.export_night(night.id)))
        assert "export the whole club instead" in wrong.reason
        assert wrong.path.startswith("nights[0].")
