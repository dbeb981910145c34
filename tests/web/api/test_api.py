"""The API as programs use it: what each role sees and may enter, and how bad requests are answered."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.night.access.rights import PHONE, PROGRAMS, programs
from app.night.acts.people import SitOut
from app.night.acts.queue import Done, do
from app.night.db import db
from app.night.example import remove_night
from app.night.log.replay import LiveHand
from app.night.models import Device, DeviceRole
from app.night.people.seats import seats
from app.night.play.call import call_game, undo_call
from app.web.http import guesses
from app.web.http.gate import Who, who_may
from tests.server.loop import Served
from tests.web.api.programs import OPENAPI, Program, make_token
from tests.web.phone.phones import deal_to_question
from tests.web.tables import Table, hold

Deal = Callable[..., Table]

WHOM = {"any role": Who.PROGRAM, "a dealer or a player's phone": Who.PLAYER_PROGRAM, "a dealer": Who.DEALER_PROGRAM}


def test_the_openapi_file_lists_every_route_and_its_roles(app: Flask) -> None:
    routes = {
        (rule.rule.removeprefix("/api/v1").replace("<int:", "{").replace(">", "}"), method, who_may(app, rule.endpoint))
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) & {"GET", "POST", "PUT", "PATCH", "DELETE"}
        if rule.rule.startswith("/api/")
    }
    described = {
        (path, method.upper(), WHOM[operation["description"].partition("For a token of ")[2].partition(".")[0]])
        for path, operations in OPENAPI["paths"].items()
        for method, operation in operations.items()
    }
    assert described == routes


def test_no_program_sees_down_cards_and_only_a_dealers_program_gets_legal_actions(app: Flask, deal: Deal) -> None:
    table = deal("woolworth", 3)
    reader = Program(app, make_token(table, "enters"))
    others = [Program(app, make_token(table, use)) for use in ("looks", "answers Ann")]
    assert reader.table()["hand"]["legal"][0] == "d dh p1 ????CARD"
    assert reader.post("d dh p1 AhKd9c") == (200, "posted")
    for program in (reader, *others):
        hand = program.table()["hand"]
        assert (hand["players"][0]["cards"], hand["players"][0]["down"]) == (["9c"], 2)
        assert not {"Ah", "Kd"} & set(json.dumps(hand).replace('"', " ").split())
        assert hand["you"] == ("p1" if program is others[1] else None)
        assert bool(hand["legal"]) == (program is reader)
    assert reader.send("/undo", "POST", json={"hand": 1, "seen": 1}).json == {"answer": "posted", "hand": 1, "seen": 2}
    assert reader.table()["hand"]["players"][0]["cards"] == []


def test_only_the_players_own_program_sees_a_sealed_answer_once_it_is_allowed(app: Flask, deal: Deal) -> None:
    table = deal_to_question(deal)
    night = table.night
    ann = seats(night)[0]
    hold(table.client, ann.key)
    phone, reader, bob = (Program(app, make_token(table, use)) for use in ("answers Ann", "enters", "answers Bob"))
    assert phone.send("/table").status_code == 403
    assert "a program wants to open your page" in " ".join(table.client.get(f"/p/{ann.key}").text.lower().split())
    (waiting,) = [each.device.id for each in programs() if not each.is_approved]
    table.client.post(f"/p/{ann.key}/device/{waiting}", data={"answer": "yes"})
    asked = phone.table()["hand"]
    assert asked["legal"] == ["p1 declare high", "p1 declare spade", "p1 declare both"]
    before = [program.table() for program in (reader, bob)]
    assert phone.post("p2 declare high") == (422, "refused")
    other = phone.send("/actions", "POST", json={"hand": 1, "seen": asked["seen"], "action": "p2 declare high"})
    assert "line" not in other.json
    assert phone.post("p1 declare spade") == (200, "posted")
    assert phone.post("p1 declare spade") == (200, "repeated")
    assert [player["answer"] for player in phone.table()["hand"]["players"]] == ["p1 declare spade", None, None]
    for was, program in zip(before, (reader, bob), strict=True):
        hand = program.table()["hand"]
        assert [player["answered"] for player in hand["players"]] == [True, False, False]
        assert [(player["answer"], player["declared"]) for player in hand["players"]] == [(None, None)] * 3
        assert program is reader or hand["seen"] == was["hand"]["seen"], (
            "others keep the version from before the answer"
        )
    at = {"hand": 1, "seen": before[0]["hand"]["seen"]}
    for line in ("p1 declare spade", "p1 declare high"):  # the answer does not reveal whether the guess was right
        answer = reader.send("/actions", "POST", json={**at, "action": line})
        assert (answer.status_code, answer.json["error"]) == (409, "answered")
    assert bob.post("p2 declare high") == (200, "posted")
    assert reader.post("p3 declare high") == (200, "posted")
    assert phone.post("p1 declare high", seen=asked["seen"]) == (409, "closed")
    table.client.post(f"/p/{ann.key}/device/{waiting}", data={"answer": "no"})
    assert phone.send("/table").status_code == 403


HOSTILE = [
    ({"data": "{}"}, 415),
    ({"data": "{}", "headers": {"Content-Type": "text/json"}}, 415),
    *(
        ({"data": body, "headers": {"Content-Type": "application/json"}}, status)
        for body, status in (
            *(("", 400), ("{", 400), (b"\xff", 400), ("[" * 200_000, 400), (f'{{"hand": {"9" * 5000}}}', 400)),
            *(("null", 422), ("[]", 422), ("{}", 422), ('"x"', 422), ("NaN", 422), ("[" * 400_000, 413)),
        )
    ),
    *(
        ({"json": {"hand": 1, "seen": 0, "action": "d dh p1 ??Kh", **fields}}, status)
        for fields, status in (
            *(({"seen": None}, 422), ({"seen": "0"}, 422), ({"seen": True}, 422), ({"seen": 0.0}, 422)),
            *(({"seen": -1}, 422), ({"seen": 10**30}, 422), ({"hand": 10**9}, 422), ({"hand": []}, 422)),
            *(({"action": ["p1 cc"]}, 422), ({"action": ""}, 422), ({"action": "\ud800 \0 💥"}, 422)),
            *(({"action": "d dh p1"}, 422), ({"action": "p1 cc\n" * 31}, 413), ({"action": "x" * 5000}, 413)),
            *(({"action": "d dh p1 ??Kh\nd dh p2 CARDS"}, 422), ({"action": "p1 cbr 4.."}, 422)),
            *(({"action": "d dh p999 Kh"}, 422), ({"hand": 0}, 409), ({"hand": 999_999_999}, 409), ({"seen": 7}, 409)),
        )
    ),
]


@pytest.mark.parametrize(("sent", "status"), HOSTILE, ids=[str(n) for n in range(len(HOSTILE))])
def test_a_bad_action_is_refused_with_a_reason(app: Flask, deal: Deal, sent: dict, status: int) -> None:
    table = deal()
    answer = Program(app, make_token(table, "enters")).send("/actions", "POST", **sent)
    assert answer.status_code == status, answer.text
    assert table.live.number == 0


def test_nothing_can_be_entered_before_the_first_hand(app: Flask, deal: Deal) -> None:
    table = deal()
    assert undo_call(table.hand, 0) is None
    program = Program(app, make_token(table, "enters"))
    assert program.table()["hand"] is None
    for path in ("/actions", "/undo"):
        answer = program.send(path, "POST", json={"hand": 1, "seen": 0, "action": "p1 f"})
        assert (answer.status_code, answer.json["error"]) == (409, "stale")


def test_the_program_of_a_player_who_sits_out_cannot_answer(app: Flask, deal: Deal) -> None:
    table = deal()
    assert undo_call(table.hand, 0) is None
    cy = seats(table.night)[2]
    assert isinstance(do(table.night, SitOut(cy.id, "Cy")), Done)
    assert isinstance(call_game(table.night, "chicago"), LiveHand)
    program = Program(app, make_token(table, "answers Cy"))
    assert program.table()["hand"]["you"] is None
    assert program.post("p1 declare high") == (409, "not in")


def test_an_unknown_path_or_method_gets_a_json_error(app: Flask, deal: Deal) -> None:
    program = Program(app, make_token(deal(), "enters"))
    tried = {("/api/v1/nights", "GET"): 404, ("/api", "GET"): 404, ("/api/v1/table", "POST"): 405}
    for (path, method), status in tried.items():
        answer = program.client.open(path, method=method, headers=program.headers)
        assert answer.status_code == status
        assert path == "/api" or set(answer.json) == {"error", "reason"}
    assert answer.json["reason"] == "This address takes only GET."
    for path, status in {"/hands/2": 404, f"/hands/{'9' * 30}": 404, "/hands/1": 409, "/hands?before=x": 400}.items():
        assert program.send(path).status_code == status
    assert program.send("/hands/2").json == {"error": "not found", "reason": "This night has no such hand."}


def test_the_api_returns_a_finished_hands_result_and_record_and_the_ledgers_balances(app: Flask, deal: Deal) -> None:
    table = deal()
    table.enter("d dh p1 ??Kh", "d dh p2 ??Tc", "d dh p3 ??2s", "p1 f", "p2 f")
    program = Program(app, make_token(table, "enters"))
    assert program.table()["hand"]["result"]["headline"] == "Cy wins 3"
    (hand,) = program.send("/hands").json["hands"]
    assert (hand["game"], hand["winners"]) == ("Five-Card Stud", [{"name": "Cy", "amount": 3}])
    assert [program.send(f"/hands?before={number}").json["hands"] for number in (1, 2)] == [[], [hand]]
    assert "d dh p1 ??Kh" in program.send("/hands/1").json["record"]
    assert [each["net"] for each in program.send("/ledger").json["balances"]] == [-1, -1, 2]
    assert program.send("/night").json["hands"] == 1


def test_a_token_is_shown_once_stored_as_a_hash_and_can_be_revoked(
    client: FlaskClient, app: Flask, server: Served, deal: Deal
):
    table = deal()
    night = table.night
    made = client.post("/devices", data={"name": "Card reader", "use": f"enters {night.id}"})
    token = made.text.partition('<code id="token">')[2].partition("</code>")[0]
    assert len(token) == 43
    assert token not in client.get("/devices").text
    assert token not in str([vars(row) for row in db.session.query(Device)])
    program = Program(app, token)
    stream = server.ask("/api/v1/stream", **program.headers)
    assert f"data: {program.table()['version']}\n" in (stream.piece() or b"").decode()
    device = programs()[0].device.id
    assert client.post("/devices/999/revoke").status_code == 404
    assert client.post(f"/devices/{device}/revoke").status_code == 303
    assert "event: out\n" in "".join(stream)
    answer = program.send("/table")
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert programs() == []
    for form, status in {("", f"looks {night.id}"): 422, ("x", "looks 999"): 404, ("x", "host 1"): 404}.items():
        assert client.post("/devices", data=dict(zip(("name", "use"), form, strict=True))).status_code == status


def test_the_number_of_programs_is_limited(client: FlaskClient, deal: Deal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_MOST_DEALERS", "1")
    night = deal().night
    uses = [f"looks {night.id}", f"looks {night.id}", f"enters {night.id}"]
    answers = [client.post("/devices", data={"name": "Card reader", "use": use}) for use in uses]
    assert [answer.status_code for answer in answers] == [200, 422, 200]
    assert "There are as many tokens for this as are allowed: revoke one first" in answers[1].text


def test_a_token_is_for_one_night_and_is_deleted_with_it(app: Flask, deal: Deal) -> None:
    friday, saturday = deal(names=("Ann", "Bob")), deal(names=("Cy", "Dee"))
    program = Program(app, make_token(friday, "enters"))
    uses = [make_token(friday, use) for use in ("looks", "answers Ann")]
    assert program.post("d dh p1 ??Kh") == (200, "posted")
    assert (friday.live.number, saturday.live.number) == (1, 0)
    assert [player["name"] for player in program.table()["hand"]["players"]] == ["Ann", "Bob"]
    night = friday.night
    remove_night(night.id)
    assert [Program(app, token).send("/night").status_code for token in (program.token, *uses)] == [401] * 3
    assert db.session.query(DeviceRole).where(DeviceRole.role.in_((*PROGRAMS, PHONE))).all() == []


def test_requests_and_wrong_tokens_are_rate_limited(app: Flask, deal: Deal, monkeypatch: pytest.MonkeyPatch) -> None:
    table = deal()
    program, other = (Program(app, make_token(table, "looks")) for _ in range(2))
    monkeypatch.setitem(guesses.LIMITS, "requests", (60.0, lambda: 3))
    monkeypatch.setenv("UPCARD_MOST_GUESSES", "4")
    assert [program.send("/table").status_code for _ in range(4)] == [200, 200, 200, 429]
    assert 0 < int(program.send("/night").headers["Retry-After"]) <= 60
    assert [Program(app, "wrong").send("/table").status_code for _ in range(5)] == [401] * 4 + [429]
    assert other.send("/table").status_code == 200, "wrong tokens from its address do not lock a program out"
