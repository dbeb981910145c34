"""Replays: every state of a finished hand, prepared once and cached until its log changes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sqlalchemy import ColumnElement, select

from app.cards.card import UNSEEN
from app.dataclass import dataclass, replace
from app.hand.action import DEAL
from app.hand.notation import parse_action, write_action
from app.hand.play import prompt
from app.hand.state import State
from app.hand.view import TELEVISION, Faces, View, faces_shown, view
from app.night.caches import LruCache, database_cache
from app.night.db import db
from app.night.log.entries import HandInfo
from app.night.log.loading import live_hand
from app.night.log.replay import Broken, LiveHand, LogLine, play_lines
from app.night.log.sealing import log_lines, secret_numbers
from app.night.models import Hand
from app.night.validation import Problem
from app.words.actions import describe
from app.words.prompts import prompt_label
from app.words.speaker import Speaker

#: Why a hand that has not ended has no page.
IN_PLAY = "it is still being played"

#: The most prepared hands in the cache.
SIZE = 64


@dataclass(frozen=True, slots=True)
class Street:
    """A street of a hand, or the showdown or settlement after the last, and after how many actions it begins."""

    name: str
    step: int


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A finished hand as anybody may view it. ``states`` has the first state and the one after each action.

    Answers that stayed sealed are not among its actions, as in its record. ``lines`` are the actions, without down
    cards that were never shown. ``faces`` are, for each state, the cards in it that were shown at any time in the
    hand. ``live`` is the hand as its log has it.
    """

    live: LiveHand
    states: tuple[State, ...]
    lines: tuple[LogLine, ...]
    faces: tuple[Faces, ...]
    streets: tuple[Street, ...]

    @property
    def hand(self) -> HandInfo:
        """The game and setup of the hand."""
        return self.live.hand

    @property
    def steps(self) -> int:
        """The number of actions."""
        return len(self.states) - 1

    def view(self, step: int, *, all_shown: bool = False) -> View:
        """Return the table's view after this many actions.

        With ``all_shown``, cards shown at any time in the hand are face up from the moment they were dealt.
        """
        return view(self.states[step], TELEVISION, self.faces[step] if all_shown else ())


#: The most recently viewed hands, by id.
PLAYED_HANDS = partial(LruCache[int, PlayedHand], SIZE)


def played_hand(key: str) -> PlayedHand | Problem | None:
    """Return the finished hand with this address; a :class:`Problem` says why it cannot be viewed.

    Return None if there is no such hand.
    """
    return _played(Hand.key == key)


def played_hand_by_id(hand_id: int) -> PlayedHand | Problem | None:
    """Return a finished hand by its id; the result is as for :func:`played_hand`."""
    return _played(Hand.id == hand_id)


def hand_key(hand_id: int) -> str:
    """Return the address of a hand's page; empty if there is no such hand."""
    return db.session.scalar(select(Hand.key).where(Hand.id == hand_id)) or ""


def _played(which: ColumnElement[bool]) -> PlayedHand | Problem | None:
    row = db.session.execute(select(Hand.id, Hand.finished_at).where(which)).first()
    if row is None:
        return None
    if row.finished_at is None:
        return Problem("hand", IN_PLAY)
    live = live_hand(row.id)
    if isinstance(live, Broken):
        return Problem("hand", f"it can no longer be replayed: {live.misfit.reason}")
    if not live.over:
        return Problem("hand", IN_PLAY)
    hands = database_cache(PLAYED_HANDS)

    def is_current(played: PlayedHand) -> bool:
        return played.live is live

    return hands.get(row.id, is_current) or hands.put(row.id, prepared(live), is_current)


def prepared(live: LiveHand) -> PlayedHand:
    """Return a finished hand as anybody may view it."""
    secret = secret_numbers(live)
    lines = [line for line in log_lines(live, taken_back=False) if line.number not in secret]
    states = live.states
    if secret:
        replayed, refusal = play_lines(live.states[0], [line.text for line in lines])
        assert refusal is None
        states = (live.states[0], *replayed)
        lines = [replace(line, number=number) for number, line in enumerate(lines, start=1)]
    faces = faces_shown(states)
    lines = [_without_unseen(line, before, faces) for line, before in zip(lines, states[:-1], strict=True)]
    return PlayedHand(live, states, tuple(lines), faces, _streets(states))


def _without_unseen(line: LogLine, before: State, faces: Sequence[Faces]) -> LogLine:
    """Return a line of a deal without the down cards in it that were never shown."""
    action = parse_action(line.text)
    if action.verb != DEAL or action.to is None:
        return line
    shown = {card for moment in faces for card in moment[action.to]}
    cards = tuple(card if card in shown else UNSEEN for card in action.cards)
    if cards == action.cards:
        return line
    text = write_action(replace(action, cards=cards))
    return replace(line, text=text, words=describe(before, text))


def _streets(states: tuple[State, ...]) -> tuple[Street, ...]:
    """Return where each street, the showdown and the settlement begin."""
    speaker = Speaker(states[0].setup.names)
    streets: list[Street] = []
    for step, state in enumerate(states):
        asked = prompt(state)
        name = prompt_label(asked, speaker) if asked.kind in ("show", "over") else asked.street
        if name and (not streets or streets[-1].name != name):
            streets.append(Street(name, step))
    return tuple(streets)
