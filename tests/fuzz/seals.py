"""Sealed answers: a request gets the same response whichever answer another player has just given in secret."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from random import Random

from flask import Flask
from sqlalchemy import select
from werkzeug.test import TestResponse

from app.hand.ask import Ask
from app.hand.notation import write_action
from app.hand.play import prompt
from app.hand.steps import kind_of
from app.hand.view import sealed
from app.night import caches, links
from app.night.access import rights
from app.night.db import db
from app.night.log import loading, sealing
from app.night.log.replay import LiveHand, Posted
from app.night.models import Hand, Player, Seat
from app.night.play import taps
from tests.fuzz.people import Person

#: Parts that differ between responses to the same request: tokens, keys, ids and times.
_VARYING = re.compile(r'name="(?:csrf_token|once|start)"[^>]*|"exported_at": "[^"]*"|[\w.-]{40,}|\d{12,}')


@dataclass(frozen=True)
class OpenQuestion:
    """An open sealed question.

    ``number``: the number of its log entry. ``answers``: the possible answers by seat, of players who have not
    answered. ``phones`` and ``seats``: the phone paths and seat ids, by seat.
    """

    hand: int
    number: int
    answers: dict[int, list[str]]
    phones: dict[int, str]
    seats: dict[int, int]


class Seals:
    """Comparisons of the responses to a request after different sealed answers. ``compared`` counts them."""

    def __init__(self, app: Flask, random: Random) -> None:
        self._app, self._random = app, random
        self.compared = 0

    def find_leak(self, person: Person, path: str, body: bytes, send: Callable[[], TestResponse]) -> str:
        """Return how the responses to a request give a sealed answer away, or an empty string; roll everything back."""
        db.session.rollback()  # rows read before may be gone
        program = rights.program_of(person.bearer) if path.startswith("/api/") else None
        question = self._question(path, program.night_id if program is not None else None)
        if question is None:
            return ""
        seat, lines = self._secret(question, body.decode("utf-8", "replace"))
        if path.startswith(question.phones[seat]) or (program and program.seat == question.seats[seat]):
            return ""  # the player's own phone
        first, other = (self._response_after(line, seat, question, person, send) for line in lines)
        self.compared += None not in (first, other)
        if None in (first, other) or first == other:
            return ""
        if self._response_after(lines[0], seat, question, person, send) != first:
            return ""  # the response varies anyway
        return f"{lines[0]!r}: {first}\n{lines[1]!r}: {other}"

    def _response_after(
        self, line: str, seat: int, question: OpenQuestion, person: Person, send: Callable[[], TestResponse]
    ) -> tuple[object, ...] | None:
        """Return the response after a seat has given an answer; None if that closes the question."""
        with self._rolled_back(person):
            posted = taps.answer_sealed(question.hand, question.number, seat, line)
            response = self._response(send) if isinstance(posted, Posted) else None
            return response if self._is_open(question) else None

    def _question(self, path: str, night_id: int | None) -> OpenQuestion | None:
        """Return the open question of a night, given by its id or an address; None without one."""
        key = [*path.split("/"), "", ""][2].partition("?")[0]
        kind = path.split("/")[1]
        if kind in ("n", "tv", "p", "live") and "/renew" not in path:
            night_id = links.night_id_of_link(key)
        hand_id = night_id and db.session.scalar(
            select(Hand.id).where(Hand.night_id == night_id, Hand.finished_at.is_(None)).order_by(Hand.id.desc())
        )
        live = loading.live_hand(hand_id) if hand_id else None
        number = sealing.open_question(live) if isinstance(live, LiveHand) else None
        if number is None or not isinstance(live, LiveHand):
            return None
        answers: dict[int, list[str]] = {}
        for ask in prompt(live.state).asks:
            if ask.seat is not None and kind_of(live.state.frame).answer(live.state, ask.seat) is None:
                answers.setdefault(ask.seat, []).extend(_lines(ask))
        seats = dict(enumerate(live.hand.seat_ids))
        keys = select(Seat.id, Player.key).join(Player, Player.id == Seat.player_id).where(Seat.id.in_(seats.values()))
        of_seat = {row[0]: row[1] for row in db.session.execute(keys)}
        phones = {at: f"/p/{of_seat.get(seat, '-')}" for at, seat in seats.items()}
        found = OpenQuestion(live.hand.id, number, answers, phones, seats)
        # The last answer reveals all of them.
        return found if len(answers) > 1 and any(len(lines) > 1 for lines in answers.values()) else None

    def _secret(self, question: OpenQuestion, body: str) -> tuple[int, list[str]]:
        """Return a seat and two answers for it, preferably one that the request contains too."""
        choices = [(seat, lines) for seat, lines in question.answers.items() if len(lines) > 1]
        said = [(seat, line) for seat, lines in choices for line in lines if line.replace(" ", "+") in body]
        seat, line = said[0] if said else (choices[0][0], choices[0][1][0])
        others = [other for other in question.answers[seat] if other != line]
        return seat, [line, self._random.choice(others)]

    def _is_open(self, question: OpenQuestion) -> bool:
        db.session.rollback()
        live = loading.live_hand(question.hand)
        return isinstance(live, LiveHand) and sealed(live.state) and sealing.open_question(live) == question.number

    def _response(self, send: Callable[[], TestResponse]) -> tuple[object, ...] | None:
        answer = send()
        if answer.headers.get("Content-Encoding") or answer.mimetype not in (
            "text/html",
            "text/plain",
            "application/json",
        ):
            return answer.status_code, answer.mimetype
        return answer.status_code, answer.headers.get("Location", ""), _VARYING.sub("", answer.text)

    @contextmanager
    def _rolled_back(self, person: Person) -> Iterator[None]:
        """Restore the database, the caches and the browser's cookies after the block."""
        cookies = dict(person.client._cookies or {})
        with closing(sqlite3.connect(":memory:")) as kept:
            self._copy(kept, back=False)
            try:
                yield
            finally:
                self._copy(kept, back=True)
                if person.client._cookies is not None:
                    person.client._cookies = cookies

    def _copy(self, kept: sqlite3.Connection, *, back: bool) -> None:
        db.session.remove()
        with closing(db.engine.raw_connection()) as raw:
            used = raw.driver_connection
            assert isinstance(used, sqlite3.Connection)
            kept.backup(used) if back else used.backup(kept)
        for name in ("upcard-hands", "upcard-tables"):
            self._app.extensions.pop(name, None)
        caches.clear_caches(self._app)


def _lines(ask: Ask) -> list[str]:
    """Return an ask's possible answers: one, two if it takes an amount, none if it takes anything else."""
    if ask.amount is not None:
        amounts = {ask.amount.least, ask.amount.most or ask.amount.least + 1}
        return [write_action(ask.answer(amount=amount)) for amount in sorted(amounts)]
    return [] if ask.takes is not None else [write_action(ask.action)]
