"""Files that are refused, each with the place in the file and the reason; nothing of them is stored."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from app.night.transfer import importing
from app.night.validation import Problem
from tests.night.transfer.clubs import fingerprint
from tests.night.transfer.test_kept_files import kept

WHOLE = kept("export-everything").decode()

Change = Callable[[Any], object]


def put(place: str, value: object) -> Change:
    """Return a change that puts a value at a place such as ``nights.0.hands.1.log.0.text``."""
    *way, last = (int(part) if part.isdigit() else part for part in place.split("."))

    def change(file: Any) -> None:
        for part in way:
            file = file[part]
        if isinstance(file, list) and last == len(file):
            file.append(value)
        else:
            file[last] = value

    return change


def drop(place: str) -> Change:
    *way, last = (int(part) if part.isdigit() else part for part in place.split("."))

    def change(file: Any) -> None:
        for part in way:
            file = file[part]
        del file[last]

    return change


def act(kind: str, place: str, value: object, night: int = 0) -> Change:
    """Return a change to the first act of a kind that was done."""

    def change(file: Any) -> None:
        acts = file["nights"][night]["acts"]
        at = next(at for at, one in enumerate(acts) if one["kind"] == kind and one["status"] == "done")
        put(place, value)(acts[at])

    return change


def copied(place: str) -> Change:
    """Return a change that appends a copy of a list's first item."""

    def change(file: Any) -> None:
        for part in place.split("."):
            file = file[int(part) if part.isdigit() else part]
        file.append(file[0])

    return change


MOMENT = "2026-11-23T20:00:00.000000Z"
GAME_TEXT = {"game": "our-game", "text": "# nothing yet", "changed_at": MOMENT}

CHANGES: dict[str, Change] = {
    # JSON values that no file may contain
    "a fraction": put("nights.0.carried", 1.5),
    "a number beyond 2**53": put("nights.0.carried", 2**53),
    "a number of thousands of digits": put("nights.0.carried", 10**4000),
    "a rotation without games": put("nights.0.rotation", {"name": "Ours", "games": []}),
    "a game far down a rotation": put("nights.0.hands.0.rotation", 10**9),
    "not a number": put("nights.0.carried", float("nan")),
    "stakes with a key that is no word": put("nights.0.stakes", {"": 0}),
    "a letter that cannot be stored": put("persons.0.name", "A\0nn"),
    "half a letter": put("nights.0.name", "\ud800"),
    "tables in tables": put("nights.0.rules.0", json.loads('{"a":' * 40 + "1" + "}" * 40)),
    # shapes
    "another format": put("format", "upcard-2"),
    "another kind": put("kind", "house"),
    "a key too many": put("nights.0.seats.0.key", "x"),
    "a key too few": drop("nights.0.seats.0.left"),
    "a text for a number": put("nights.0.seats.0.place", "1"),
    "true for a number": put("nights.0.ledger.0.amount", True),
    "a number for a text": put("persons.0.name", 7),
    "a list for a table": put("nights.0.house", []),
    "a table for a list": put("nights.0.seats", {}),
    "a number for true": put("nights.0.tracked", 1),
    "a word that is none": put("nights.0.ledger.0.kind", "gift"),
    "a day that is none": put("nights.0.started_at", "2026-02-31T00:00:00.000000Z"),
    "a moment with another zone": put("nights.0.started_at", "2026-02-21T00:00:00.000000+01:00"),
    "a name too long": put("persons.0.name", "x" * 31),
    "no name": put("nights.0.name", ""),
    "a name with blanks": put("nights.0.name", " Friday"),
    "a colour that is none": put("persons.0.colour", "#000"),
    "an amount below 0": put("nights.0.carried", -1),
    # the club
    "two persons of one name": put("persons.1.name", "ANN"),
    "two games of one name": copied("games"),
    "two texts of one game": put("texts", [GAME_TEXT, GAME_TEXT]),
    "a text that is no game's": put("texts", [{**GAME_TEXT, "game": "Our Game"}]),
    "a text of nothing": put("texts", [{**GAME_TEXT, "text": " "}]),
    "a text that is too long": put("texts", [{**GAME_TEXT, "text": "x" * 64_001}]),
    "an option that is no choice": put("games.0.options", {"pot": None}),
    "a modifier without a name": put("games.0.modifiers", [{"cards": 1}]),
    "house rules that are none": put("games.0.house", {"raises": "many"}),
    # a night
    "stakes that are none": put("nights.0.stakes.ante", "two"),
    "stakes below 0": put("nights.0.stakes.ante", -1),
    "a house rule that is none": put("nights.0.house", {"rises": 3}),
    "a currency that is none": put("nights.0.currency", "XXQ"),
    "a worthless chip": put("nights.0.worth", 0),
    "chips that are none": put("nights.0.chips", [{"colour": "red"}]),
    "settled before the end": put("nights.1.ended_at", None),
    "a night to come": put("nights.0.started_at", "2199-01-01T00:00:00.000000Z"),
    "a person with two seats": put("nights.0.seats.1.person", 0),
    "a person that is none": put("nights.0.seats.1.person", 99),
    "a person below 0": put("nights.0.seats.1.person", -1),
    # acts
    "an act that is none": act("buy", "kind", "steal"),
    "an act with a field too many": act("buy", "data.why", "x"),
    "an act with a field too few": act("buy", "data", {"seat": 0}),
    "an act of a seat that is none": act("buy", "data.seat", 77),
    "an act of seats one of which is none": act("tally", "data.seats.0", 77),
    "lists of two lengths": act("tally", "data.stacks", [1]),
    "an undone act that is none": act("undo", "data.act", 9999),
    "a correction of a hand that is none": act("correct", "data.hand", 9999, night=3),
    "a done act that remembers nothing": act("buy", "before", None),
    "a done act without its moment": act("buy", "done_at", None),
    "stakes that an act put in place": act("stakes", "data.stakes.ante", -1),
    "a status that is none": act("buy", "status", "waiting"),
    "an undone act of which chips are left": act("buy", "status", "undone"),
    # hands
    "rules that are none": put("nights.0.hands.0.rules", 9),
    "a seat that is none": put("nights.0.hands.0.setup.seats.0", 9),
    "a seat twice": put("nights.1.hands.0.setup.seats", [0, 0, 1]),
    "one seat alone": put("nights.1.hands.0.setup.seats", [0]),
    "names too few": put("nights.1.hands.0.setup.names", ["Ann"]),
    "hands out of order": put("nights.3.hands.2.number", 1),
    "a hand that ends before it begins": put("nights.1.hands.0.finished_at", "2001-01-01T00:00:00.000000Z"),
    "a stake that is none": put("nights.1.hands.0.setup.stakes", {"ante": "x"}),
    "a game that cannot be dealt": put("nights.1.rules.0", {"name": "x"}),
    "a game in which nobody can win": put("nights.1.rules.0.share", []),
    "an action that is none": put("nights.1.hands.0.log.3.text", "p9 dance"),
    "an action out of turn": put("nights.1.hands.0.log.3.text", "p2 cbr 2"),
    "a correction that is none": put("nights.1.hands.0.log.3", {"kind": "correct", "text": "x y", "at": MOMENT}),
    "a hand that does not end": drop("nights.1.hands.0.log.5"),
    "an outcome of a hand that can be played": put(
        "nights.1.hands.0.outcome", {"winners": [["Ann", 5]], "carried": 0, "why": "", "actions": 6}
    ),
    "another game put in its place": put(
        "nights.3.hands.0.log.0",
        {"kind": "correct", "text": 'game {"was": {}, "now": {}}', "at": MOMENT},
    ),
    # the ledger
    "a changed amount of a hand": put("nights.1.ledger.3.amount", -2),
    "a row of a hand too few": drop("nights.1.ledger.3"),
    "a hand of the ledger that is none": put("nights.1.ledger.3.hand", 5),
    "a person of the ledger that is none": put("nights.1.ledger.0.person", 99),
    "a person of the ledger without a seat": put("nights.1.ledger.0.person", 3),
    "an act of the ledger that is none": put("nights.1.ledger.0.act", 99),
    "an act of a night that is none": put("nights.1.ledger.0.of_night", 99),
    "another night without its act": put("nights.1.ledger.0", {
        "person": 0, "kind": "buy-in", "account": "chips", "against": "bank", "amount": 1, "why": "", "at": MOMENT,
        "of_night": 0}),
    "chips in the pot that nobody put there": put("nights.1.carried", 3),
    # payments
    "nobody owes nobody": put("nights.1.transfers.0", {
        "debtor": None, "creditor": None, "currency": "EUR", "amount": 1, "paid_at": None}),
    "a debtor that is none": put("nights.1.transfers.0.debtor", 99),
    "a debt of nothing": put("nights.1.transfers.0.amount", 0),
    "a debt in no currency": put("nights.1.transfers.0.currency", "XXQ"),
    "a debt of another amount": put("nights.2.transfers.0.amount", 14),
    "chips of another worth": put("nights.1.worth", 7),
    "payments before the settlement": put("nights.1.settled_at", None),
    "a debt carried to a night that is none": put("nights.1.transfers.0.carried_to", 99),
    "a night with others": put("kind", "night"),
}  # fmt: skip


#: The place of each error, and the beginning of its reason.
REFUSED: dict[str, tuple[str, str]] = {
    "a rotation without games": ("nights[0].rotation", "a rotation has 1 to 40 games"),
    "a game far down a rotation": ("nights[0].hands[0].rotation", "must be from 0 to 40"),
    "a fraction": ("nights[0].carried", "must be a whole number, not 1.5"),
    "a number beyond 2**53": ("nights[0].carried", "must be from 0 to 1000000000000000, not 9007199254740992"),
    "a number of thousands of digits": (
        "nights[0].carried",
        "must be from 0 to 1000000000000000, not 10000000000000000000",
    ),
    "not a number": ("nights[0].carried", "must be a whole number, not nan"),
    "stakes with a key that is no word": ("nights[0].stakes", "stakes: unknown key ''"),
    "a letter that cannot be stored": ("persons[0].name", "contains a character that cannot be stored"),
    "half a letter": ("nights[0].name", "contains a character that cannot be stored"),
    "tables in tables": (
        "nights[0].rules[0].a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a",
        "lists and tables are nested too deep",
    ),
    "another format": ("format", "must be one of 'upcard-1', not 'upcard-2'"),
    "another kind": ("kind", "must be one of 'club', 'night', not 'house'"),
    "a key too many": (
        "nights[0].seats[0].'key'",
        "there is no such key (there are: person, place, sitting_out, left)",
    ),
    "a key too few": ("nights[0].seats[0].left", "is missing"),
    "a text for a number": ("nights[0].seats[0].place", "must be a whole number, not '1'"),
    "true for a number": ("nights[0].ledger[0].amount", "must be a whole number, not true"),
    "a number for a text": ("persons[0].name", "must be a text, not 7"),
    "a list for a table": ("nights[0].house", "must be a table, not []"),
    "a table for a list": ("nights[0].seats", "must be a list, not {}"),
    "a number for true": ("nights[0].tracked", "must be true or false, not 1"),
    "a word that is none": ("nights[0].ledger[0].kind", "must be one of 'buy-in', 'cash-out', 'transfer',"),
    "a day that is none": ("nights[0].started_at", "must be a moment such as 2026-11-23T20:15:00.000000Z,"),
    "a moment with another zone": ("nights[0].started_at", "must be a moment such as 2026-11-23T20:15:00.000000Z,"),
    "a name too long": ("persons[0].name", "is longer than 30 letters"),
    "no name": ("nights[0].name", "must not be empty"),
    "a name with blanks": ("nights[0].name", "must be written 'Friday'"),
    "a colour that is none": ("persons[0].colour", "must be one of 'coral', 'amber', 'lime', 'mint',"),
    "an amount below 0": ("nights[0].carried", "must be from 0 to 1000000000000000, not -1"),
    "two persons of one name": ("persons[1].name", "is the name of persons[0] too"),
    "two games of one name": ("games[1].name", "is the name of games[0] too"),
    "two texts of one game": ("texts[1].game", "is the name of texts[0] too"),
    "a text that is no game's": ("texts[0].game", "a game file is named in lower-case letters, digits and hyphens"),
    "a text of nothing": ("texts[0].text", "there is no text"),
    "a text that is too long": ("texts[0].text", "is longer than 64000 letters"),
    "an option that is no choice": ("games[0].options.pot", "must be a text, a whole number, true, false or a list"),
    "a modifier without a name": ("games[0].modifiers[0]", "its modifier must be a text"),
    "house rules that are none": (
        "games[0].house",
        "house rules.raises: must be a whole number, 0 or more, not 'many'",
    ),
    "stakes that are none": ("nights[0].stakes", "stakes.ante: must be a whole number, 0 or more, not 'two'"),
    "stakes below 0": ("nights[0].stakes", "stakes.ante: must be a whole number, 0 or more, not -1"),
    "a house rule that is none": ("nights[0].house", "house rules: unknown key 'rises' (known: opener_first,"),
    "a currency that is none": ("nights[0].currency", "give the three letters of a currency, such as EUR"),
    "a worthless chip": ("nights[0].worth", "a chip is worth at most €10,000.00"),
    "chips that are none": ("nights[0].chips", "each chip has a colour, a value and a count"),
    "settled before the end": ("nights[1].settled_at", "the night is settled and has not ended"),
    "a night to come": ("nights[0].started_at", "the night has not begun yet"),
    "a person with two seats": ("nights[0].seats[1].person", "this person has a seat already"),
    "a person that is none": ("nights[0].seats[1].person", "there is no person 99: the file has 8"),
    "a person below 0": ("nights[0].seats[1].person", "must be from 0 to 10000000, not -1"),
    "an act that is none": ("nights[0].acts[6].kind", "must be one of 'undo', 'join', 'buy', 'give'"),
    "an act with a field too many": (
        "nights[0].acts[6].data.'why'",
        "there is no such key (there are: seat, name, chips)",
    ),
    "an act with a field too few": ("nights[0].acts[6].data.name", "is missing"),
    "an act of a seat that is none": ("nights[0].acts[6].data.seat", "there is no seat 77: the file has 4"),
    "an act of seats one of which is none": ("nights[0].acts[23].data.seats[0]", "there is no seat 77: the file has 4"),
    "lists of two lengths": ("nights[0].acts[23].data.stacks", "must be as long as seats"),
    "an undone act that is none": ("nights[0].acts[5].data.act", "there is no act 9999: the file has 30"),
    "a correction of a hand that is none": ("nights[3].acts[3].data.hand", "there is no hand 9999: the file has 3"),
    "a done act that remembers nothing": (
        "nights[0].acts[6].before",
        "must be a table for an act that was done, and null for any other",
    ),
    "a done act without its moment": ("nights[0].acts[6].done_at", "must be a moment for an act that was done"),
    "stakes that an act put in place": (
        "nights[0].acts[13].data.stakes",
        "stakes.ante: must be a whole number, 0 or more, not -1",
    ),
    "a status that is none": (
        "nights[0].acts[6].status",
        "must be one of 'done', 'undone', 'dropped', 'failed', not 'waiting'",
    ),
    "an undone act of which chips are left": (
        "nights[0].acts[6]",
        "was not done, but the ledger has chips or money for it",
    ),
    "rules that are none": ("nights[0].hands[0].rules", "there is no rule 9: the file has 1"),
    "a seat that is none": ("nights[0].hands[0].setup.seats[0]", "there is no seat 9: the file has 4"),
    "a seat twice": ("nights[1].hands[0].setup.seats", "must name two seats or more, each once"),
    "one seat alone": ("nights[1].hands[0].setup.seats", "must name two seats or more, each once"),
    "names too few": ("nights[1].hands[0].setup.names", "must have 3 entries, one a seat"),
    "hands out of order": ("nights[3].hands[2].number", "comes after hand 2"),
    "a hand that ends before it begins": ("nights[1].hands[0].finished_at", "the hand ends before it begins"),
    "a stake that is none": (
        "nights[1].hands[0].setup.stakes",
        "stakes.ante: must be a whole number, 0 or more, not 'x'",
    ),
    "a game that cannot be dealt": ("nights[1].hands[0]", "it cannot be dealt: 'id'"),
    "a game in which nobody can win": ("nights[1].hands[0]", "it cannot be dealt: five-card-stud: share: nobody would"),
    "an action that is none": ("nights[1].hands[0]", "action 4 'p9 dance': 'dance' is nothing that a player does"),
    "an action out of turn": ("nights[1].hands[0]", "action 4 'p2 cbr 2': it is Ann's turn"),
    "a correction that is none": ("nights[1].hands[0]", "it cannot be dealt: invalid literal"),
    "a hand that does not end": ("nights[1].hands[0]", "the hand does not come to its end"),
    "an outcome of a hand that can be played": (
        "nights[1].hands[0].outcome",
        "the hand can be replayed, which says how it ended",
    ),
    "another game put in its place": ("nights[3].hands[0]", "it cannot be dealt: "),
    "a changed amount of a hand": (
        "nights[1].hands[0]",
        "the ledger has put-in -2 (chips) for Bob, and the log does not",
    ),
    "a row of a hand too few": ("nights[1].hands[0]", "the log makes put-in -1 (chips) for Bob, and the"),
    "a hand of the ledger that is none": ("nights[1].ledger[3].hand", "there is no hand 5: the file has 1"),
    "a person of the ledger that is none": ("nights[1].ledger[0].person", "there is no person 99: the file has 8"),
    "a person of the ledger without a seat": ("nights[1].ledger[0].person", "this person has no seat at this night"),
    "an act of the ledger that is none": ("nights[1].ledger[0].act", "there is no act 99: the file has 7"),
    "an act of a night that is none": ("nights[1].ledger[0].of_night", "there is no night 99: the file has 7"),
    "another night without its act": ("nights[1].ledger[0].act", "is missing"),
    "chips in the pot that nobody put there": ("nights[1].carried", "the ledger leaves 0 in the pot, not 3"),
    "nobody owes nobody": ("nights[1].transfers[0].creditor", "nobody owes themselves"),
    "a debtor that is none": ("nights[1].transfers[0].debtor", "there is no person 99: the file has 8"),
    "a debt of nothing": ("nights[1].transfers[0].amount", "must be from 1 to 1000000000000000, not 0"),
    "a debt in no currency": ("nights[1].transfers[0].currency", "give the three letters of a currency, such as EUR"),
    "a debt of another amount": ("nights[2].transfers", "Ann is due 15 by the ledger, and 14 by these payments"),
    "chips of another worth": ("nights[1].transfers", "Ann is due -6 by the ledger, and 0 by these payments"),
    "payments before the settlement": ("nights[1].transfers", "the night has not been settled"),
    "a debt carried to a night that is none": (
        "nights[1].transfers[0].carried_to",
        "there is no night 99: the file has 7",
    ),
    "a night with others": ("nights", "the file of a night holds one night"),
}  # fmt: skip


@pytest.mark.parametrize("about", CHANGES)
def test_an_invalid_file_is_refused_with_the_place_and_the_reason(app: Flask, about: str) -> None:
    file = json.loads(WHOLE)
    CHANGES[about](file)
    before = fingerprint()
    refused = importing.import_bytes(json.dumps(file).encode("utf-8", "surrogatepass"))
    assert isinstance(refused, Problem)
    where, why = REFUSED[about]
    assert refused.field == where
    assert refused.text.startswith(why)
    assert fingerprint() == before


def half_a_letter(data: bytes) -> bytes:
    return data.replace(b'"Friday"', b'"Fri\xc3day"', 1)


BYTES: dict[str, tuple[Callable[[bytes], bytes], str, str]] = {
    "half a file": (lambda data: data[: len(data) // 2], "file", "the file is not JSON: line "),
    "100,000 brackets": (lambda data: b"[" * 100_000, "file", "lists and tables are nested too deep"),
    "brackets in a file": (
        lambda data: data.replace(b'"games": [', b'"games": [' + b'{"a":' * 100_000 + b"1" + b"}" * 100_000 + b",", 1),
        "file",
        "lists and tables are nested too deep",
    ),
    "a key twice": (
        lambda data: data.replace(b'"colour": ', b'"colour": "sky", "colour": ', 1),
        "persons[0].'colour'",
        "appears twice",
    ),
    "a key twice in the rules of a game": (
        lambda data: data.replace(b'"rules": [\n{', b'"rules": [\n{"x": 1, "x": 2, ', 1),
        "nights[0].rules[0].'x'",
        "appears twice",
    ),
    "half a letter": (half_a_letter, "file", "the file is not UTF-8 at byte "),
    "more values than any club has": (
        lambda data: b"[" + b"0," * 6_000_000 + b"0]",
        "file",
        "the file holds more than",
    ),
    "no file": (lambda data: b"", "file", "the file is not JSON: line 1, column 1"),
    "a number alone": (lambda data: b"1", "file", "must be a table, not 1"),
}


@pytest.mark.parametrize("about", BYTES)
def test_malformed_bytes_are_refused(app: Flask, about: str) -> None:
    change, where, why = BYTES[about]
    before = fingerprint()
    refused = importing.import_bytes(change(WHOLE.encode()))
    assert isinstance(refused, Problem)
    assert refused.field == where
    assert refused.text.startswith(why)
    assert fingerprint() == before


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("nights", "nights"),
        ("people", "persons"),
        ("hands", "nights[3].hands"),
        ("entries", "nights[0].hands[0].log"),
    ],
)
def test_a_file_over_a_limit_is_refused(app: Flask, monkeypatch: pytest.MonkeyPatch, name: str, where: str) -> None:
    most = {"nights": 6, "people": 7, "hands": 2, "entries": 2}[name]
    monkeypatch.setenv(f"UPCARD_MOST_{name.upper()}", str(most))
    refused = importing.import_bytes(WHOLE.encode())
    assert isinstance(refused, Problem)
    assert refused.field == where
    assert refused.text.endswith(f"and {most} at most are taken")
