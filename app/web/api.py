"""The API for programs, each with a token for one night; docs/programs.md explains it.

A program sees what the screens of its role show, and enters actions as their taps do.
"""

from __future__ import annotations

import json
from functools import partial
from typing import Any, cast

from flask import Response, abort, g, jsonify, request
from werkzeug.datastructures import MultiDict

from app.cards.card import card_text
from app.hand.notation import ActionError, parse_ask, seat_text, write_action, write_ask
from app.hand.view import DEALER, SPECTATOR, TELEVISION, CardView, Viewer, view
from app.live.feed import Subscription
from app.night import ledger, nights
from app.night.access.rights import ANSWERS, ENTERS, Program
from app.night.acts.activity import leaving_seats
from app.night.db import db
from app.night.history.hands import ABOVE_ALL_NUMBERS, hand_record, past_hands
from app.night.log.replay import AlreadyAnswered, Broken, LiveHand, Posted, Refused, Repeated, Stale, TapResult
from app.night.log.sealing import open_question
from app.night.models import Night
from app.night.play import taps
from app.night.play.taps import QuestionClosed
from app.night.screens import Screen, Table, find_screen, state_now
from app.night.validation import Problem
from app.text import full_sentence, listing, whole_number
from app.web.http.browser import device_token
from app.web.http.errors import MOVED_ON, refused
from app.web.http.gate import GuardedBlueprint, Who, only_for
from app.web.http.lookup import stakes_text
from app.web.http.pages import event_stream
from app.web.pad.parts import Focus
from app.web.pad.tap import NotATap, read_tap
from app.web.table.board import Board, SeatCards, drawn_for

blueprint = GuardedBlueprint("api", __name__, Who.PROGRAM, url_prefix="/api/v1")

#: The most hands per response.
MAX_HANDS = 50

TO_NAME = "Name what CARD, CARDS, PLAYERS, WILD or a range such as 4..98 stands for."

CORRECTING = "The dealer is correcting this hand. Wait a moment."


@blueprint.get("/table")
def table() -> Response:
    """Return the state of the table, as the screen of the program's role shows it."""
    screen = _screen()
    hand = screen.table.hand
    live = screen.live(hand) if hand is not None else None
    shown = _hand(live, screen.table) if isinstance(live, LiveHand) else None
    return jsonify(version=screen.version, hand=shown, correcting=isinstance(live, Broken))


@blueprint.get("/stream")
def stream() -> Response:
    """Stream the versions of the night, beginning with the current one."""
    return event_stream(_program().night_id, Subscription("", device_token()), _screen().version)


@blueprint.get("/night")
def night() -> Response:
    """Return the players and the stakes."""
    table = _screen().table
    return jsonify(
        **_fields(table, "name started_at ended_at currency"),
        stakes=stakes_text(table),
        hands=table.hands_played,
        seats=[_fields(seat, "name stack dealer in_play") for seat in table.seats],
    )


@blueprint.get("/hands")
@only_for(Who.DEALER_PROGRAM)
def hands() -> Response:
    """List the latest hands, or those before a hand's number."""
    typed = request.args.get("before", "")
    before = whole_number(typed, 9)
    if typed and before is None:
        return refused(400, "number", '"before" must be the number of a hand.')
    listed = [
        _fields(hand, "number finished_at carried") | {"game": hand.game_name, "winners": _amounts(hand.winners)}
        for hand in past_hands(_night(), MAX_HANDS, before)
    ]
    return jsonify(hands=listed)


@blueprint.get("/hands/<int:number>")
@only_for(Who.DEALER_PROGRAM)
def hand(number: int) -> Response:
    """Return the record of a finished hand."""
    record = hand_record(_night(), number)
    if record is None:
        return refused(404, "not found", "This night has no such hand.")
    if isinstance(record, Problem):
        return refused(409, "no record", full_sentence(record.text))
    return jsonify(number=number, record=record)


@blueprint.get("/ledger")
@only_for(Who.DEALER_PROGRAM)
def movements() -> Response:
    """Return everyone's balance, and every movement of chips and money outside of hands."""
    night = _night()
    return jsonify(
        currency=night.currency,
        balances=[_fields(of, "name bought cashed stack net money") for of in ledger.balances(db.session(), night)],
        lines=[_fields(line, "at name kind why chips money") for line in ledger.ledger_lines(night)],
    )


@blueprint.post("/actions")
@only_for(Who.PLAYER_PROGRAM)
def enter() -> Response:
    """Enter actions, or a player's answer to a sealed question."""
    given, known, screen = _posted(action=str), _program(), _screen()
    live = _posted_hand(screen, given["hand"])
    # JSON may contain lone surrogates, which cannot be stored.
    action = given["action"].encode("utf-8", "replace").decode()
    if left_open := next(filter(_leaves_open, action.splitlines()), ""):
        return refused(422, "refused", TO_NAME, line=left_open, overrulable=False)
    tapped = read_tap(live.state, MultiDict({"action": action}))
    if isinstance(tapped, NotATap):
        return refused(422, "refused", full_sentence(tapped.reason))
    assert not isinstance(tapped, Focus), "only cards are named one by one"
    if known.role == ENTERS:
        leaving = leaving_seats(screen.table.waiting)
        return _respond(taps.post(live.hand.id, given["seen"], tapped, leaving))
    own = _own_seat(live)
    if own is None:
        return refused(409, "not in", "You are not in this hand.")
    return _respond(taps.answer_sealed(live.hand.id, given["seen"], own, "\n".join(tapped)))


@blueprint.post("/undo")
@only_for(Who.DEALER_PROGRAM)
def undo() -> Response:
    """Undo the last tap."""
    given = _posted()
    return _respond(taps.undo(_posted_hand(_screen(), given["hand"]).hand.id, given["seen"]))


def _leaves_open(line: str) -> bool:
    """Return whether a line still has a word of ``legal`` in place of what it stands for."""
    try:
        return parse_ask(line).takes is not None
    except ActionError:
        return False


def _program() -> Program:
    return cast(Program, g.program)


def _night() -> Night:
    return nights.night_by_id(_program().night_id)


def _screen() -> Screen:
    return find_screen(_program().night_id) or abort(404)


def _posted(**more: type) -> dict[str, Any]:
    """Return the posted fields, or respond with what is wrong with them."""
    if not request.is_json:
        abort(refused(415, "type", "Send JSON, as application/json."))
    try:
        given = json.loads(request.get_data())
    except (ValueError, RecursionError):
        abort(refused(400, "json", "That is not JSON."))
    kinds = {"hand": int, "seen": int} | more
    wrong = [name for name, kind in kinds.items() if not isinstance(given, dict) or type(given.get(name)) is not kind]
    wrong = wrong or [name for name in ("hand", "seen") if not 0 <= given[name] < ABOVE_ALL_NUMBERS]
    if wrong:
        abort(refused(422, "field", f"Missing, or not what it should be: {listing(wrong)}."))
    return dict(given)


def _posted_hand(screen: Screen, number: int) -> LiveHand:
    """Return the last hand, or respond that it is not the posted one or cannot go on."""
    last = screen.table.last_hand
    if last is None or last.number != number:
        abort(refused(409, "stale", MOVED_ON))
    live = screen.live(last)
    return abort(refused(409, "correcting", CORRECTING)) if isinstance(live, Broken) else live


def _respond(result: TapResult | AlreadyAnswered | QuestionClosed) -> Response:
    match result:
        case Posted() | Repeated():
            word = "posted" if isinstance(result, Posted) else "repeated"
            return jsonify(answer=word, hand=result.live.hand.number, seen=_seen(result.live))
        case Refused():
            reason = full_sentence(result.reason)
            more: dict[str, Any] = {"line": result.line} if result.line else {}
            return refused(422, "refused", reason, overrulable=result.overrulable, **more)
        case Stale():
            return refused(409, "stale", MOVED_ON)
        case AlreadyAnswered():
            return refused(409, "answered", "That was answered already, and stands.")
        case QuestionClosed():
            return refused(409, "closed", full_sentence(result.reason))
        case _:
            return refused(409, "correcting", CORRECTING)


def _seen(live: LiveHand) -> int:
    """Return the number to post as ``seen``: of log entries or, for a player, of their open question."""
    question = open_question(live) if _program().role == ANSWERS else None
    return live.number if question is None else question


def _own_seat(live: LiveHand) -> int | None:
    """Return the seat of the program's player in a hand."""
    return next((seat for seat, seat_id in enumerate(live.hand.seat_ids) if seat_id == _program().seat), None)


def _hand(live: LiveHand, table: Table) -> dict[str, Any]:
    """Return a hand, as the board of the program's role shows it."""
    role, own = _program().role, _own_seat(live)
    if role == ENTERS:
        board = Board(view(state_now(live, table), DEALER), table.played_for)
    else:
        viewer = TELEVISION if role != ANSWERS else SPECTATOR if own is None else Viewer("player", own)
        board = drawn_for(viewer, table, live, partial(state_now, live, table), table.played_for).board
    seen, end = board.view, board.settlement
    return _fields(seen, "to_call pot") | {
        "number": live.hand.number,
        "seen": _seen(live),
        "game": live.hand.game_name,
        "label": board.label,
        "prompt": board.text,
        "to_act": _id(seen.to_act),
        "opener": _id(seen.opener),
        "wild": board.wild.text,
        "pots": [{"label": label, "amount": amount, "who": names} for label, amount, names in board.pots],
        "middle": _texts(seen.middle),
        "layout": [
            [{"place": at.name, "card": at.card and card_text(at.card.card)} for at in row] for row in seen.layout
        ],
        "announcement": [said.text for said in board.announcement],
        "you": _id(own),
        "players": list(map(_player, board.seats)),
        "legal": list(map(write_ask, seen.prompt.asks)),
        "run": list(map(write_action, seen.prompt.run)),
        "result": end and _fields(end, "headline notes") | {"pushes": _amounts(end.pushes)},
    }


def _player(cards: SeatCards) -> dict[str, Any]:
    seat = cards.view
    return _fields(seat, "name stack bet status down declared answered") | {
        "id": _id(seat.seat),
        "cards": _texts(seat.cards),
        "wild": _texts(tuple(card for card in seat.cards if card.wild)),
        "showing": cards.words,
        "answer": seat.answer and write_action(seat.answer),
    }


def _fields(value: object, names: str) -> dict[str, Any]:
    found = {name: getattr(value, name) for name in names.split()}
    return {name: of.isoformat() if hasattr(of, "isoformat") else of for name, of in found.items()}


def _amounts(chips: tuple[tuple[str, int], ...]) -> list[dict[str, Any]]:
    return [{"name": name, "amount": amount} for name, amount in chips]


def _texts(cards: tuple[CardView, ...]) -> list[str]:
    return [card_text(card.card) for card in cards]


def _id(seat: int | None) -> str | None:
    return None if seat is None else seat_text(seat)
