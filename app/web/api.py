"""The API: what a program may see of the night of its token, and what it may enter; docs/programs.md explains it.

A program sees the board that the screens of its role draw, and enters actions as their taps do.
"""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from flask import Response, abort, jsonify, request
from werkzeug.datastructures import MultiDict

from app.cards.card import card_text
from app.hand.notation import seat_text, write_action, write_ask
from app.hand.view import DEALER, SPECTATOR, TELEVISION, CardView, Viewer, view
from app.live.feed import Subscription
from app.night import ledger, nights
from app.night.access.grants import ANSWERS, ENTERS
from app.night.access.rights import Program
from app.night.acts.activity import leaving_seats
from app.night.db import db
from app.night.history.hands import hand_record, past_hands
from app.night.log.replay import Answer, Answered, Broken, LiveHand, Posted, Refused, Repeated, Stale
from app.night.log.sealing import open_question
from app.night.play import taps
from app.night.play.taps import QuestionClosed
from app.night.screens import Screen, Table, find_screen, state_now
from app.night.validation import Problem
from app.text import full_sentence, listing, whole_number
from app.web.http import rights
from app.web.http.cookies import device_token
from app.web.http.errors import MOVED_ON, refused
from app.web.http.gate import GuardedBlueprint, Who, only_for
from app.web.http.lookup import stakes_words
from app.web.http.pages import event_stream
from app.web.pad.tap import NotATap, Tapped, read_tap
from app.web.table.board import Board, SeatCards, shown_to

blueprint = GuardedBlueprint("api", __name__, Who.PROGRAM, url_prefix="/api/v1")

#: So many hands are in one answer.
MOST_HANDS = 50
#: No hand has a larger number, and no log.
_MOST = 10**9

CORRECTING = "The dealer is correcting this hand. Wait a moment."


@blueprint.get("/table")
def table() -> Response:
    """Tell how the table stands, as the screen of the program's role shows it."""
    known, screen = _program(), _screen()
    hand = screen.table.hand
    live = screen.live(hand) if hand is not None else None
    told = _hand(live, screen.table, known) if isinstance(live, LiveHand) else None
    return jsonify(version=screen.version, hand=told, correcting=isinstance(live, Broken))


@blueprint.get("/stream")
def stream() -> Response:
    """Stream the versions of the night from now on."""
    return event_stream(_program().night_id, Subscription("", device_token()), _screen().version)


@blueprint.get("/night")
def night() -> Response:
    """Tell who plays for what."""
    table = _screen().table
    seats = [
        {"name": seat.name, "stack": seat.stack, "dealer": seat.dealer, "in_play": seat.in_play} for seat in table.seats
    ]
    ended = table.ended_at.isoformat() if table.ended_at else None
    return jsonify(
        name=table.name,
        started_at=table.started_at.isoformat(),
        ended_at=ended,
        stakes=stakes_words(table),
        currency=table.currency,
        hands=table.hands_played,
        seats=seats,
    )


@blueprint.get("/hands")
@only_for(Who.DEALER_PROGRAM)
def hands() -> Response:
    """List the latest hands, or those before a number."""
    typed = request.args.get("before", "")
    before = whole_number(typed, 9)
    if typed and before is None:
        return refused(422, "field", "“before” is the number of a hand, such as 51.")
    found = past_hands(nights.night_by_id(_program().night_id), MOST_HANDS, before)
    return jsonify(
        hands=[
            {
                "number": hand.number,
                "game": hand.game_name,
                "finished_at": hand.finished_at.isoformat(),
                "winners": [{"name": name, "amount": amount} for name, amount in hand.winners],
                "carried": hand.carried,
            }
            for hand in found
        ]
    )


@blueprint.get("/hands/<int:number>")
@only_for(Who.DEALER_PROGRAM)
def hand(number: int) -> Response:
    """Tell the record of a finished hand."""
    record = hand_record(nights.night_by_id(_program().night_id), number)
    if isinstance(record, Problem):
        return refused(409, "no record", full_sentence(record.text))
    return jsonify(number=number, record=record or abort(404))


@blueprint.get("/ledger")
@only_for(Who.DEALER_PROGRAM)
def movements() -> Response:
    """Tell what everybody has, and every movement of chips and money but those of hands."""
    night = nights.night_by_id(_program().night_id)
    keys = ("name", "bought", "cashed", "stack", "net", "money")
    balances = [{key: getattr(of, key) for key in keys} for of in ledger.balances(db.session(), night)]
    keys = ("name", "kind", "why", "chips", "money")
    lines = [
        {"at": line.at.isoformat()} | {key: getattr(line, key) for key in keys} for line in ledger.ledger_lines(night)
    ]
    return jsonify(currency=night.currency, balances=balances, lines=lines)


@blueprint.post("/actions")
@only_for(Who.PLAYER_PROGRAM)
def enter() -> Response:
    """Enter a line of the hand, or a player's answer to a sealed question."""
    given, known, screen = _posted(action=str), _program(), _screen()
    live = _posted_hand(screen, given["hand"])
    # JSON holds halves of letters that no text has.
    action = given["action"].encode("utf-8", "replace").decode()
    tapped = read_tap(live.state, MultiDict({"action": action}))
    if isinstance(tapped, NotATap):
        return refused(422, "refused", full_sentence(tapped.reason))
    assert isinstance(tapped, Tapped), "only cards are named one after the other"
    if known.role == ENTERS:
        leaving = leaving_seats(screen.table.waiting)
        return _answered(taps.post_from_dealer(live.hand.id, given["seen"], tapped.lines, leaving))
    if known.seat not in live.hand.seat_ids:
        return refused(409, "not in", "You are not in this hand.")
    seat = live.hand.seat_ids.index(known.seat)
    return _answered(taps.answer_sealed(live.hand.id, given["seen"], seat, "\n".join(tapped.lines)))


@blueprint.post("/undo")
@only_for(Who.DEALER_PROGRAM)
def undo() -> Response:
    """Take back the last tap."""
    given = _posted()
    return _answered(taps.undo(_posted_hand(_screen(), given["hand"]).hand.id, given["seen"]))


def _program() -> Program:
    known = rights.program()
    assert known is not None, "the gate lets nobody else in"
    return known


def _screen() -> Screen:
    return find_screen(_program().night_id) or abort(404)


def _posted(**more: type) -> dict[str, Any]:
    """Return the fields that were posted; answer anything else with what is wrong with it."""
    if not request.is_json:
        abort(refused(415, "type", "Send JSON, as application/json."))
    try:
        given = json.loads(request.get_data())
    except (ValueError, RecursionError):
        abort(refused(400, "json", "That is not JSON."))
    kinds = {"hand": int, "seen": int} | more
    wrong = [name for name, kind in kinds.items() if not isinstance(given, dict) or type(given.get(name)) is not kind]
    wrong = wrong or [name for name in ("hand", "seen") if not 0 <= given[name] < _MOST]
    if wrong:
        abort(refused(422, "field", f"Missing, or not what it should be: {listing(wrong)}."))
    return dict(given)


def _posted_hand(screen: Screen, number: int) -> LiveHand:
    """Return the last hand, if it is the one that was posted and can go on."""
    last = screen.table.last_hand
    if last is None or last.number != number:
        abort(refused(409, "stale", MOVED_ON))
    live = screen.live(last)
    return abort(refused(409, "correcting", CORRECTING)) if isinstance(live, Broken) else live


def _answered(answer: Answer | Answered | QuestionClosed) -> Response:
    match answer:
        case Posted() | Repeated():
            word = "posted" if isinstance(answer, Posted) else "repeated"
            return jsonify(answer=word, hand=answer.live.hand.number, seen=_seen(answer.live, _program()))
        case Refused():
            reason = full_sentence(answer.reason)
            return refused(422, "refused", reason, line=answer.line, overrulable=answer.overrulable)
        case Stale():
            return refused(409, "stale", MOVED_ON)
        case Answered():
            return refused(409, "answered", "That was answered already, and stands.")
        case QuestionClosed():
            return refused(409, "closed", full_sentence(answer.reason))
        case _:
            return refused(409, "correcting", CORRECTING)


def _seen(live: LiveHand, known: Program) -> int:
    """Return the number to post next: of the entries seen, or for a player of the question that is open to them."""
    question = open_question(live) if known.role == ANSWERS else None
    return live.number if question is None else question


def _hand(live: LiveHand, table: Table, known: Program) -> dict[str, Any]:
    """Return a hand, as the board of the program's role has it."""
    own = live.hand.seat_ids.index(known.seat) if known.seat in live.hand.seat_ids else None
    if known.role == ENTERS:
        board = Board(view(state_now(live, table), DEALER), table.played_for)
    else:
        player = SPECTATOR if own is None else Viewer("player", own)
        viewer = player if known.role == ANSWERS else TELEVISION
        board = shown_to(viewer, table, live, partial(state_now, live, table), table.played_for).board
    seen = board.view
    return {
        "number": live.hand.number,
        "seen": _seen(live, known),
        "game": live.hand.game_name,
        "label": board.label,
        "prompt": board.text,
        "to_act": _id(seen.to_act),
        "to_call": seen.to_call,
        "opener": _id(seen.opener),
        "wild": board.wild.text,
        "pot": seen.pot,
        "pots": [{"label": pot.label, "amount": pot.amount, "who": pot.names} for pot in board.pots],
        "middle": _texts(seen.middle),
        "layout": [
            [{"place": place.name, "card": card_text(place.card.card) if place.card else None} for place in row]
            for row in seen.layout
        ],
        "announcement": [said.text for said in board.announcement],
        "you": _id(own),
        "players": list(map(_player, board.seats)),
        "legal": list(map(write_ask, seen.prompt.asks)),
        "run": list(map(write_action, seen.prompt.run)),
        "result": board.settlement
        and {
            "headline": board.settlement.headline,
            "pushes": [{"name": name, "amount": amount} for name, amount in board.settlement.pushes],
            "notes": board.settlement.notes,
        },
    }


def _player(cards: SeatCards) -> dict[str, Any]:
    seat = cards.view
    return {
        "id": _id(seat.seat),
        "name": seat.name,
        "stack": seat.stack,
        "bet": seat.bet,
        "status": seat.status,
        "cards": _texts(seat.cards),
        "wild": _texts(tuple(card for card in seat.cards if card.wild)),
        "down": seat.down,
        "showing": cards.words,
        "declared": seat.declared,
        "answered": seat.answered,
        "answer": seat.answer and write_action(seat.answer),
    }


def _texts(cards: tuple[CardView, ...]) -> list[str]:
    return [card_text(card.card) for card in cards]


def _id(seat: int | None) -> str | None:
    return None if seat is None else seat_text(seat)
