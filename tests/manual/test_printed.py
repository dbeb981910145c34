"""The printed reference pages agree with the code."""

from __future__ import annotations

import tomllib
from typing import Literal

import pytest

from app.cli import main
from app.dataclass import replace
from app.games import modifiers
from app.games.build import Registry, make
from app.games.definition import Deck, OpeningRules, Option, Ranking
from app.games.keys import KEYS, REFERENCES
from app.games.load import library, resolve
from app.games.rules.share import Use, share_rules
from app.games.rules.trigger import trigger_rules
from app.games.rules.wild import wild_rules
from app.games.steps import step_specs
from app.games.steps.interrupts import MustFold
from app.manual import game_files
from app.manual.describe import describe, fields_of, kind_text
from app.manual.page import Entry
from app.record.check import run
from app.record.fields import EXPECTED
from app.record.hand import RecordError
from app.record.report import as_json
from app.record.text import read
from tests.manual import hand_records
from tests.manual.printed import RECORDS, ROOT, WHOLE, pages

REGISTRIES = {
    "step": step_specs,
    "wild rule": wild_rules,
    "trigger": trigger_rules,
    "share": share_rules,
    "modifier": modifiers.modifier_rules,
}
NAMES = [(kind, name) for kind, registry in REGISTRIES.items() for name in registry.names()]


def entries(kind: str) -> dict[str, Entry]:
    return {entry.name: entry for chapter in game_files.chapters() for entry in chapter.entries if entry.kind == kind}


def only_set_off(kind: str, name: str) -> bool:
    return kind == "step" and bool(step_specs.get(name).set_off_by)


def test_the_pages_in_docs_are_what_the_code_prints():
    for path, text in pages().items():
        same = path.read_text("utf-8") == text
        assert same, f"{path.relative_to(ROOT)} is out of date: run `make manual`"


def test_the_keys_of_a_replay_as_json_are_explained():
    record = read((RECORDS / f"{WHOLE}.toml").read_text("utf-8"))
    refused = run(replace(record, actions=(*record.actions, "p1 cc")))
    assert list(as_json(refused)) == list(hand_records.OUTPUT)


@pytest.mark.parametrize(("kind", "name"), NAMES, ids=lambda value: value)
def test_a_docstring_explains_every_field_that_a_game_file_may_set(kind: str, name: str):
    if not only_set_off(kind, name):
        cls = REGISTRIES[kind].get(name)
        assert set(describe(cls).explained) == {field.name for field in fields_of(cls)}
    assert describe(REGISTRIES[kind].get(name)).about


@pytest.mark.parametrize("cls", [Deck, Ranking, OpeningRules, Use, Option], ids=lambda cls: cls.__name__)
def test_the_tables_of_a_game_file_are_explained(cls: type):
    assert set(describe(cls).explained) == {field.name for field in fields_of(cls)}


def test_a_switch_with_a_word_as_a_third_value_is_not_taken_for_chips():
    assert kind_text(bool | Literal["flushes"]) == '`true`, `false` or `"flushes"`'
    assert kind_text(int | Literal["ante"]) == 'chips, or `"ante"`'


@pytest.mark.parametrize(("kind", "name"), NAMES, ids=lambda value: value)
def test_every_entry_has_an_example_that_can_be_dealt(kind: str, name: str):
    examples = [tomllib.loads(example.code) for example in entries(kind)[name].examples]
    assert examples
    if only_set_off(kind, name):
        return
    for table in examples:
        ((key, (entry,)),) = table.items()
        assert entry == name or name in entry.values()
        if "option" not in str(entry):
            read_entry(REGISTRIES[kind], key, entry)


def read_entry(registry: Registry, key: str, entry: object) -> object:
    if key == "modifier":
        return modifiers.read_modifier(entry, "example")
    return registry.make(entry, "step" if key == "script" else "rule", "example")


def test_steps_absent_from_game_files_are_those_that_triggers_start():
    in_games = {step["step"] for game in library() for step in resolve(game).raw["script"]} | {"showdown"}
    assert {name for kind, name in NAMES if kind == "step" and only_set_off(kind, name)} == (
        set(step_specs.names()) - in_games
    )


def test_every_key_and_every_reference_has_an_example():
    for name, entry in {**entries("key"), **entries("reference")}.items():
        assert entry.examples, name
        assert all(tomllib.loads(example.code) for example in entry.examples)
    assert set(KEYS) < set(entries("key"))
    assert set(REFERENCES) == set(entries("reference"))


def test_the_example_of_use_is_valid():
    (example,) = entries("key")["use"].examples
    assert make(Use, tomllib.loads(example.code)["use"], "example") == Use(exactly=2)


def test_a_field_without_an_explanation_is_reported(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Deck, "__doc__", "Which cards are in the deck.")
    with pytest.raises(LookupError, match="docstring of Deck does not explain ``strip``"):
        fields_of(Deck)


def test_an_unused_step_is_reported(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(MustFold, "__doc__", "A player must fold.\n\n``seat``: who.\n``why``: the reason.")
    monkeypatch.setattr(MustFold, "set_off_by", ())
    with pytest.raises(LookupError, match=r"no game file uses 'must-fold'.*MustFold.*set_off_by"):
        game_files.chapters.__wrapped__()


@pytest.mark.parametrize("name", sorted(EXPECTED.keys() - {"after"}))
def test_every_key_of_expect_is_read(name: str):
    key = name.replace("pN", "p1")
    value = {"a whole number, 0 or more": "1", "a list of texts": "[]"}.get(EXPECTED[name].kind.words, '""')
    value = '"p1 f"' if name == "refuses" else value
    text = (RECORDS / f"{WHOLE}.toml").read_text("utf-8")
    assert read(f"{text}\n[[_expect]]\n{key} = {value}").expect[-1].checks[0][0] == key
    with pytest.raises(RecordError, match="nothing of this kind"):
        read(f"{text}\n[[_expect]]\nun{key} = {value}")


def test_rules_prints_one_name(capsys: pytest.CaptureFixture[str]):
    assert main(["rules", "ranks-in-the-hole"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("ranks-in-the-hole (wild rule)\n  Cards of some ranks are wild for their owner")
    assert "ranks  The ranks, one letter each. (text; default: empty)" in out
    assert '{ rule = "ranks-in-the-hole", ranks = "Q", on = { option = "queens"' in out


def test_rules_prints_every_entry_with_a_name(capsys: pytest.CaptureFixture[str]):
    assert main(["rules", "jokers"]) == 0
    out = capsys.readouterr().out
    assert "jokers (wild rule)" in out
    assert "jokers (modifier)" in out


def test_rules_prints_everything(capsys: pytest.CaptureFixture[str]):
    assert main(["rules"]) == 0
    out = capsys.readouterr().out
    assert all(f"\n{name} ({kind})\n" in out for kind, name in NAMES)


def test_rules_prints_the_page(capsys: pytest.CaptureFixture[str]):
    assert main(["rules", "--markdown"]) == 0
    assert capsys.readouterr().out == (ROOT / "docs" / "game-files.md").read_text("utf-8")


def test_an_unknown_name_is_answered_with_similar_names(capsys: pytest.CaptureFixture[str]):
    assert main(["rules", "redeal-withut"]) == 2
    assert capsys.readouterr() == (
        "",
        "upcard: nothing in a game file is called 'redeal-withut'; did you mean redeal-without or redeal?\n",
    )
