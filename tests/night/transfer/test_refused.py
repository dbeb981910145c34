"""Invalid files are refused with the place of the fault and a reason, and nothing of them is stored."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from app.night.transfer import importing
from app.night.validation import Problem
from tests.night.transfer.clubs import fingerprint
from tests.night.transfer.test_older_files import exported_file

WHOLE = exported_file("export-everything").decode()

Change = Callable[[Any], object]


def put(place: str, value: object) -> Change:
    """Return a change that sets the value at a place such as ``nights.0.hands.1.log.0.text``."""
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


#: An act that was never done, without its kind and data.
DROPPED = {
    "before": None,
    "status": "dropped",
    "note": "",
    "by": "",
    "at": "2026-11-23T20:15:00.000000Z",
    "done_at": None,
}


def act(kind: str, place: str, value: object, night: int = 0) -> Change:
    """Return a change to the first done act of a kind."""

    def change(file: Any) -> None:
        acts = file["nights"][night]["acts"]
        put(place, value)(next(act for act in acts if act["kind"] == kind and act["status"] == "done"))

    return change


def copied(place: str) -> Change:
    """Return a change that appends a copy of a list's first item."""

    def change(file: Any) -> None:
        for part in place.split("."):
            file = file[int(part) if part.isdigit() else part]
        file.append(file[0])

    return change


def one_night_with_a_debt_carried_over(file: Any) -> None:
    """Leave only a night of which a payment has been carried over, as if to itself."""
    file["kind"], file["nights"] = "night", [file["nights"][2]]
    file["nights"][0]["transfers"][0]["carried_to"] = 0


MOMENT = "2026-11-23T20:00:00.000000Z"
GAME_TEXT = {"game": "our-game", "text": "# nothing yet", "changed_at": MOMENT}

#: For each fault: the change to the file, the place that the error names, and the beginning of its reason.
FAULTS: dict[str, tuple[Change, str, str]] = {
    # JSON values that no file may contain
    "a fraction": (put("nights.0.carried", 1.5), "nights[0].carried", "must be a whole number, not 1.5"),
    "a number beyond 2**53": (put("nights.0.carried", 2**53),
        "nights[0].carried", "must be from 0 to 1000000000000000, not 9007199254740992"),
    "a number of thousands of digits": (put("nights.0.carried", 10**4000),
        "nights[0].carried", "must be from 0 to 1000000000000000, not 10000000000000000000"),
    "a rotation without games": (put("nights.0.rotation", {"name": "Ours", "games": []}),
        "nights[0].rotation", "a rotation has 1 to 40 games"),
    "a game beyond the end of a rotation": (put("nights.0.hands.0.rotation", 10**9),
        "nights[0].hands[0].rotation", "must be from 0 to 40"),
    "not a number": (put("nights.0.carried", float("nan")), "nights[0].carried", "must be a whole number, not nan"),
    "stakes with an empty key": (put("nights.0.stakes", {"": 0}), "nights[0].stakes", "stakes: unknown key ''"),
    "a character that cannot be stored": (put("persons.0.name", "A\0nn"),
        "persons[0].name", "contains a character that cannot be stored"),
    "half a surrogate pair": (put("nights.0.name", "\ud800"),
        "nights[0].name", "contains a character that cannot be stored"),
    "deeply nested tables": (put("nights.0.rules.0", json.loads('{"a":' * 40 + "1" + "}" * 40)),
        "nights[0].rules[0].a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a",
        "lists and tables are nested too deep"),
    # shapes
    "another format": (put("format", "upcard-2"), "format", "must be one of 'upcard-1', not 'upcard-2'"),
    "another kind": (put("kind", "house"), "kind", "must be one of 'club', 'night', not 'house'"),
    "an unknown key": (put("nights.0.seats.0.key", "x"),
        "nights[0].seats[0].'key'", "there is no such key (there are: person, place, sitting_out, left)"),
    "a missing key": (drop("nights.0.seats.0.left"), "nights[0].seats[0].left", "is missing"),
    "a string for a number": (put("nights.0.seats.0.place", "1"),
        "nights[0].seats[0].place", "must be a whole number, not '1'"),
    "true for a number": (put("nights.0.ledger.0.amount", True),
        "nights[0].ledger[0].amount", "must be a whole number, not true"),
    "a number for a string": (put("persons.0.name", 7), "persons[0].name", "must be a text, not 7"),
    "a list for a table": (put("nights.0.house", []), "nights[0].house", "must be a table, not []"),
    "a table for a list": (put("nights.0.seats", {}), "nights[0].seats", "must be a list, not {}"),
    "a number for true": (put("nights.0.tracked", 1), "nights[0].tracked", "must be true or false, not 1"),
    "an unknown word": (put("nights.0.ledger.0.kind", "gift"),
        "nights[0].ledger[0].kind", "must be one of 'buy-in', 'cash-out', 'transfer',"),
    "an impossible date": (put("nights.0.started_at", "2026-02-31T00:00:00.000000Z"),
        "nights[0].started_at", "must be a time such as 2026-11-23T20:15:00.000000Z,"),
    "a time in another zone": (put("nights.0.started_at", "2026-02-21T00:00:00.000000+01:00"),
        "nights[0].started_at", "must be a time such as 2026-11-23T20:15:00.000000Z,"),
    "a name that is too long": (put("persons.0.name", "x" * 31), "persons[0].name", "is longer than 30 letters"),
    "no name": (put("nights.0.name", ""), "nights[0].name", "must not be empty"),
    "a name with spaces around it": (put("nights.0.name", " Friday"), "nights[0].name", "must be written 'Friday'"),
    "an unknown colour": (put("persons.0.colour", "#000"),
        "persons[0].colour", "must be one of 'coral', 'amber', 'lime', 'mint',"),
    "a negative amount": (put("nights.0.carried", -1),
        "nights[0].carried", "must be from 0 to 1000000000000000, not -1"),
    # the club
    "two persons with one name": (put("persons.1.name", "ANN"), "persons[1].name", "is the name of persons[0] too"),
    "two games with one name": (copied("games"), "games[1].name", "is the name of games[0] too"),
    "two texts for one game": (put("texts", [GAME_TEXT, GAME_TEXT]), "texts[1].game", "is the name of texts[0] too"),
    "a text with an invalid game id": (put("texts", [{**GAME_TEXT, "game": "Our Game"}]),
        "texts[0].game", "a game file is named in lower-case letters, digits and hyphens"),
    "an empty text": (put("texts", [{**GAME_TEXT, "text": " "}]), "texts[0].text", "there is no text"),
    "a text that is too long": (put("texts", [{**GAME_TEXT, "text": "x" * 64_001}]),
        "texts[0].text", "is longer than 64000 letters"),
    "an option that is not a choice": (put("games.0.options", {"pot": None}),
        "games[0].options.pot", "must be a text, a whole number, true, false or a list"),
    "a modifier without a name": (put("games.0.modifiers", [{"cards": 1}]),
        "games[0].modifiers[0]", "its modifier must be a text"),
    "invalid house rules of a game": (put("games.0.house", {"raises": "many"}),
        "games[0].house", "house rules.raises: must be a whole number, 0 or more, not 'many'"),
    # a night
    "invalid stakes": (put("nights.0.stakes.ante", "two"),
        "nights[0].stakes", "stakes.ante: must be a whole number, 0 or more, not 'two'"),
    "negative stakes": (put("nights.0.stakes.ante", -1),
        "nights[0].stakes", "stakes.ante: must be a whole number, 0 or more, not -1"),
    "an unknown house rule": (put("nights.0.house", {"rises": 3}),
        "nights[0].house", "house rules: unknown key 'rises' (known: opener_first,"),
    "an unknown currency": (put("nights.0.currency", "XXQ"),
        "nights[0].currency", "give the three letters of a currency, such as EUR"),
    "a worthless chip": (put("nights.0.worth", 0), "nights[0].worth", "a chip is worth from €0.01 to €10,000.00"),
    "an incomplete chip": (put("nights.0.chips", [{"colour": "red"}]),
        "nights[0].chips", "each chip has a colour, a value and a count"),
    "settled before the end": (put("nights.1.ended_at", None),
        "nights[1].settled_at", "the night is settled and has not ended"),
    "a night in the future": (put("nights.0.started_at", "2199-01-01T00:00:00.000000Z"),
        "nights[0].started_at", "the night has not begun yet"),
    "a person with two seats": (put("nights.0.seats.1.person", 0),
        "nights[0].seats[1].person", "this person has a seat already"),
    "an unknown person": (put("nights.0.seats.1.person", 99),
        "nights[0].seats[1].person", "there is no person 99: the file has 8"),
    "a negative person": (put("nights.0.seats.1.person", -1),
        "nights[0].seats[1].person", "must be from 0 to 10000000, not -1"),
    # acts
    "an unknown act": (act("buy", "kind", "steal"),
        "nights[0].acts[6].kind", "must be one of 'undo', 'join', 'buy', 'give'"),
    "an act with an unknown field": (act("buy", "data.why", "x"),
        "nights[0].acts[6].data.'why'", "there is no such key (there are: seat, name, chips)"),
    "an act with a missing field": (act("buy", "data", {"seat": 0}), "nights[0].acts[6].data.name", "is missing"),
    "an act of an unknown seat": (act("buy", "data.seat", 77),
        "nights[0].acts[6].data.seat", "there is no seat 77: the file has 4"),
    "an act of seats with an unknown one": (act("tally", "data.seats.0", 77),
        "nights[0].acts[23].data.seats[0]", "there is no seat 77: the file has 4"),
    "lists of different lengths": (act("tally", "data.stacks", [1]),
        "nights[0].acts[23].data.stacks", "must be as long as seats"),
    "a cut for the deal with a card that is none": (
        put("nights.0.acts.0", {**DROPPED, "kind": "button", "data": {
            "place": 0, "name": "Ann", "names": ["Ann"], "cards": ["Xh"]}}),
        "nights[0].acts[0].data", "it cannot be shown in the log: 'Xh' is not a card"),
    "an undo of an unknown act": (act("undo", "data.act", 9999),
        "nights[0].acts[5].data.act", "there is no act 9999: the file has 30"),
    "a correction of an unknown hand": (act("correct", "data.hand", 9999, night=3),
        "nights[3].acts[3].data.hand", "there is no hand 9999: the file has 3"),
    "a done act without undo data": (act("buy", "before", None),
        "nights[0].acts[6].before", "must be a table for an act that was done, and null for any other"),
    "a done act without its time": (act("buy", "done_at", None),
        "nights[0].acts[6].done_at", "must be a time for an act that was done"),
    "negative stakes set by an act": (act("stakes", "data.stakes.ante", -1),
        "nights[0].acts[13].data.stakes", "stakes.ante: must be a whole number, 0 or more, not -1"),
    "a status that is not exported": (act("buy", "status", "waiting"),
        "nights[0].acts[6].status", "must be one of 'done', 'undone', 'dropped', 'failed', not 'waiting'"),
    "an undone act with ledger rows": (act("buy", "status", "undone"),
        "nights[0].acts[6]", "was not done, but the ledger has chips or money for it"),
    # hands
    "a hand with unknown rules": (put("nights.0.hands.0.rules", 9),
        "nights[0].hands[0].rules", "there is no rule 9: the file has 1"),
    "a hand with an unknown seat": (put("nights.0.hands.0.setup.seats.0", 9),
        "nights[0].hands[0].setup.seats[0]", "there is no seat 9: the file has 4"),
    "a hand with a seat twice": (put("nights.1.hands.0.setup.seats", [0, 0, 1]),
        "nights[1].hands[0].setup.seats", "must name two seats or more, each once"),
    "a hand with a single seat": (put("nights.1.hands.0.setup.seats", [0]),
        "nights[1].hands[0].setup.seats", "must name two seats or more, each once"),
    "a hand with too few names": (put("nights.1.hands.0.setup.names", ["Ann"]),
        "nights[1].hands[0].setup.names", "must have 3 entries, one a seat"),
    "hands out of order": (put("nights.3.hands.2.number", 1), "nights[3].hands[2].number",
        "must be above 2, the number of the hand before"),
    "a hand that ends before it begins": (put("nights.1.hands.0.finished_at", "2001-01-01T00:00:00.000000Z"),
        "nights[1].hands[0].finished_at", "the hand ends before it begins"),
    "a hand with invalid stakes": (put("nights.1.hands.0.setup.stakes", {"ante": "x"}),
        "nights[1].hands[0].setup.stakes", "stakes.ante: must be a whole number, 0 or more, not 'x'"),
    "a game that cannot be dealt": (put("nights.1.rules.0", {"name": "x"}),
        "nights[1].hands[0]", "it cannot be dealt: 'id'"),
    "a game in which nobody can win": (put("nights.1.rules.0.share", []),
        "nights[1].hands[0]", "it cannot be dealt: five-card-stud: share: nobody would"),
    "an unknown action": (put("nights.1.hands.0.log.3.text", "p9 dance"),
        "nights[1].hands[0]", "action 4 'p9 dance': 'dance' is nothing that a player does"),
    "an action out of turn": (put("nights.1.hands.0.log.3.text", "p2 cbr 2"),
        "nights[1].hands[0]", "action 4 'p2 cbr 2': it is Ann's turn"),
    "an invalid correction": (put("nights.1.hands.0.log.3", {"kind": "correct", "text": "x y", "at": MOMENT}),
        "nights[1].hands[0]", "it cannot be dealt: invalid literal"),
    "a hand that does not end": (drop("nights.1.hands.0.log.5"),
        "nights[1].hands[0]", "the hand does not reach its end"),
    "an outcome of a hand that replays": (put("nights.1.hands.0.outcome",
        {"winners": [["Ann", 5]], "carried": 0, "why": "", "actions": 6} ),
        "nights[1].hands[0].outcome", "the hand can be replayed, which says how it ended"),
    "an invalid change of game": (put("nights.3.hands.0.log.0",
        {"kind": "correct", "text": 'game {"was": {}, "now": {}}', "at": MOMENT}),
        "nights[3].hands[0]", "it cannot be dealt: "),
    # the ledger
    "chips put in by an act": (put("nights.0.ledger.0.kind", "put-in"),
        "nights[0].ledger[0].act", "only a hand puts chips in"),
    "a changed amount in a hand's ledger": (put("nights.1.ledger.3.amount", -2),
        "nights[1].hands[0]", "the ledger has put-in -2 (chips) for Bob, but the log does not"),
    "a missing row in a hand's ledger": (drop("nights.1.ledger.3"),
        "nights[1].hands[0]", "the log gives put-in -1 (chips) for Bob, but the"),
    "a ledger row of an unknown hand": (put("nights.1.ledger.3.hand", 5),
        "nights[1].ledger[3].hand", "there is no hand 5: the file has 1"),
    "a ledger row of an unknown person": (put("nights.1.ledger.0.person", 99),
        "nights[1].ledger[0].person", "there is no person 99: the file has 8"),
    "a ledger row of a person without a seat": (put("nights.1.ledger.0.person", 3),
        "nights[1].ledger[0].person", "this person has no seat at this night"),
    "a ledger row of an unknown act": (put("nights.1.ledger.0.act", 99),
        "nights[1].ledger[0].act", "there is no act 99: the file has 7"),
    "a ledger row of an unknown night": (put("nights.1.ledger.0.of_night", 99),
        "nights[1].ledger[0].of_night", "there is no night 99: the file has 7"),
    "a ledger row of a night without its act": (put("nights.1.ledger.0",
        {"person": 0, "kind": "buy-in", "account": "chips", "against": "bank", "amount": 1, "why": "", "at": MOMENT,
        "of_night": 0}),
        "nights[1].ledger[0].act", "is missing"),
    "chips in the pot that nobody put there": (put("nights.1.carried", 3),
        "nights[1].carried", "the ledger leaves 0 in the pot, not 3"),
    # payments
    "a debt from the box to the box": (put("nights.1.transfers.0",
        {"debtor": None, "creditor": None, "currency": "EUR", "amount": 1, "paid_at": None}),
        "nights[1].transfers[0].creditor", "nobody owes themselves"),
    "an unknown debtor": (put("nights.1.transfers.0.debtor", 99),
        "nights[1].transfers[0].debtor", "there is no person 99: the file has 8"),
    "a debt of 0": (put("nights.1.transfers.0.amount", 0),
        "nights[1].transfers[0].amount", "must be from 1 to 1000000000000000, not 0"),
    "a debt in an unknown currency": (put("nights.1.transfers.0.currency", "XXQ"),
        "nights[1].transfers[0].currency", "give the three letters of a currency, such as EUR"),
    "a debt of another amount": (put("nights.2.transfers.0.amount", 14),
        "nights[2].transfers", "Ann is due 15 by the ledger, and 14 by these payments"),
    "chips of another value": (put("nights.1.worth", 7),
        "nights[1].transfers", "Ann is due -6 by the ledger, and 0 by these payments"),
    "payments before the settlement": (put("nights.1.settled_at", None),
        "nights[1].transfers", "the night has not been settled"),
    "a debt carried to an unknown night": (put("nights.1.transfers.0.carried_to", 99),
        "nights[1].transfers[0].carried_to", "there is no night 99: the file has 7"),
    "a file of one night that passed on a debt": (one_night_with_a_debt_carried_over,
        "nights[0].transfers[0]", "debts tie another night to this one: export the whole club instead"),
    "a file of one night with several": (put("kind", "night"), "nights", "the file of a night holds one night"),
}  # fmt: skip


@pytest.mark.parametrize(("change", "where", "why"), FAULTS.values(), ids=FAULTS)
def test_an_invalid_file_is_refused_with_the_place_and_the_reason(
    app: Flask, change: Change, where: str, why: str
) -> None:
    file = json.loads(WHOLE)
    change(file)
    before = fingerprint()
    refused = importing.import_bytes(json.dumps(file).encode("utf-8", "surrogatepass"))
    assert isinstance(refused, Problem)
    assert refused.field == where
    assert refused.text.startswith(why)
    assert fingerprint() == before


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
    "half a character": (
        lambda data: data.replace(b'"Friday"', b'"Fri\xc3day"', 1),
        "file",
        "the file is not UTF-8 at byte ",
    ),
    "more values than any club has": (
        lambda data: b"[" + b"0," * 6_200_000 + b"0]",
        "file",
        "the file holds more than",
    ),
    "no file": (lambda data: b"", "file", "the file is not JSON: line 1, column 1"),
    "a number alone": (lambda data: b"1", "file", "must be a table, not 1"),
}


@pytest.mark.parametrize(("change", "where", "why"), BYTES.values(), ids=BYTES)
def test_malformed_bytes_are_refused(app: Flask, change: Callable[[bytes], bytes], where: str, why: str) -> None:
    before = fingerprint()
    refused = importing.import_bytes(change(WHOLE.encode()))
    assert isinstance(refused, Problem)
    assert refused.field == where
    assert refused.text.startswith(why)
    assert fingerprint() == before


def test_a_larger_file_may_hold_more_values(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    for megabytes, why in (("1", "the file holds more than"), ("2", "must be a table")):
        monkeypatch.setenv("UPCARD_MOST_MEGABYTES", megabytes)
        refused = importing.import_bytes(b"[" + b"0," * 100_000 + b"0]")
        assert isinstance(refused, Problem)
        assert refused.text.startswith(why)


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("nights", "nights"),
        ("people", "persons"),
        ("hands", "nights[3].hands"),
    ],
)
def test_a_file_over_a_limit_is_refused(app: Flask, monkeypatch: pytest.MonkeyPatch, name: str, where: str) -> None:
    most = {"nights": 6, "people": 7, "hands": 2}[name]
    monkeypatch.setenv(f"UPCARD_MOST_{name.upper()}", str(most))
    refused = importing.import_bytes(WHOLE.encode())
    assert isinstance(refused, Problem)
    assert refused.field == where
    assert refused.text.endswith(f" items, but at most {most} are accepted")


def test_a_log_may_exceed_its_limit_by_the_entries_that_undo_or_end_the_hand(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UPCARD_MOST_ENTRIES", "2")
    file = json.loads(WHOLE)
    log = file["nights"][0]["hands"][0]["log"]
    log[:] = [log[0]] * 103
    refused = importing.import_bytes(json.dumps(file).encode())
    assert refused == Problem("nights[0].hands[0].log", "has 103 items, but at most 102 are accepted")
