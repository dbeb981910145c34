"""Luck: what players won in a hand beyond their all-in equity when the money went in.

A statistics page starts a thread that computes it for hands that lack it; a later page view shows it.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from threading import Lock, Thread
from time import monotonic

from flask import current_app
from sqlalchemy import func, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from app.cards.card import UNSEEN
from app.dataclass import dataclass
from app.night.db import db, transaction
from app.night.history.odds import money_step, odds_looked_back
from app.night.history.replays import PlayedHand, played_hand_by_id
from app.night.models import Entry, Hand, PlayerHand
from app.night.play.settle import NO_LUCK
from app.night.version import mark_table_changed
from app.odds.all_in import expected_chips
from app.odds.figures import Odds

#: A thread takes at most this many hands, and no further one after this many seconds: each must be replayed first.
MAX_HANDS, SECONDS = 20, 0.2

_working = Lock()
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Expected:
    """The equity of a hand's players in chips, by player; None if it cannot be known.

    It was computed when the hand's log had ``entries`` entries.
    """

    hand_id: int
    entries: int
    chips: Mapping[int, int] | None


def start_luck_thread(hand_ids: Sequence[int]) -> None:
    """Call :func:`compute_luck` in a thread, unless one is running, so that pages neither wait for it nor write.

    Does nothing if ``WORKS_OUT_LUCK`` is off in the app's config.
    """
    if not hand_ids or not current_app.config.get("WORKS_OUT_LUCK", True) or not _working.acquire(blocking=False):
        return
    app = current_app._get_current_object()  # type: ignore[attr-defined]

    def run() -> None:
        try:
            with app.app_context():
                compute_luck(hand_ids)
        except SQLAlchemyError:
            _log.warning("The luck of some hands cannot be stored", exc_info=True)
        finally:
            _working.release()

    Thread(target=run, name="upcard-luck", daemon=True).start()


def compute_luck(hand_ids: Sequence[int]) -> None:
    """Request the odds of the first of these finished hands; store those that are ready."""
    asked, until = hand_ids[:MAX_HANDS], monotonic() + SECONDS
    query = select(Entry.hand_id, func.max(Entry.number)).where(Entry.hand_id.in_(asked)).group_by(Entry.hand_id)
    entries = dict(db.session.execute(query).all())
    found = list[Expected]()
    for hand_id in asked:
        if (expected := _expected(hand_id, entries.get(hand_id, 0))) is not None:
            found.append(expected)
        if monotonic() > until:
            break
    if found:
        store_luck(found)


@transaction
def store_luck(session: Session, found: Collection[Expected]) -> None:
    """Store the equity of players, except in hands that have changed since."""
    nights = set[int]()
    for each in found:
        query = select(Hand).where(Hand.id == each.hand_id, Hand.finished_at.is_not(None)).with_for_update()
        hand = session.scalar(query)
        entries = session.scalar(select(func.max(Entry.number)).where(Entry.hand_id == each.hand_id))
        if hand is None or (entries or 0) != each.entries:
            continue
        if each.chips is None:
            hand.outcome = {**(hand.outcome or {}), NO_LUCK: True}
        for player, chips in (each.chips or {}).items():
            of = (PlayerHand.night_id == hand.night_id, PlayerHand.hand_id == hand.id)
            session.execute(update(PlayerHand).where(*of, PlayerHand.player_id == player).values(expected=chips))
        nights.add(hand.night_id)
    for night_id in nights:
        mark_table_changed(session, night_id)


def _expected(hand_id: int, entries: int) -> Expected | None:
    """Return the equity of a hand's players; None while the odds are being computed."""
    played, unknown = played_hand_by_id(hand_id), Expected(hand_id, entries, None)
    if not isinstance(played, PlayedHand) or (step := money_step(played.states)) is None:
        return unknown
    if any(UNSEEN in played.faces[step][seat] for seat in played.states[step].live):
        return unknown
    answer = odds_looked_back(played, step)
    if answer is None:
        return None
    chips = expected_chips(answer, played.states) if isinstance(answer, Odds) else None
    if chips is None:
        return unknown
    players = played.hand.player_ids
    return Expected(hand_id, entries, {players[seat]: amount for seat, amount in chips.items()})
