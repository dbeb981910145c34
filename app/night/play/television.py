"""Showing a played hand or a game's rules on the televisions of a night, instead of its table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from app.night.db import db
from app.night.models import Hand, Night, ShownHand, ShownRules
from app.night.validation import Problem
from app.night.version import mark_table_changed, night_transaction


def may_show(night_id: int, other_id: int) -> bool:
    """Return whether a night's televisions may show a hand of another night; examples share no hands."""
    examples = select(Night.id).where(Night.id.in_((night_id, other_id)), Night.example).limit(1)
    return night_id == other_id or db.session.scalar(examples) is None


def show_the_table(night: Night) -> None:
    """Return the televisions to the table, in the current transaction."""
    night.shown_hand_id, night.shown_step, night.shown_rules = None, None, None


@night_transaction
def show_hand(session: Session, night_id: int, key: str, step: int) -> Problem | None:
    """Show a finished hand on the televisions of a night, at one of its steps. Repeating it changes nothing.

    A step beyond the end of the hand means its end, even if a correction moves it.
    """
    hand = session.scalar(select(Hand).where(Hand.key == key))
    if hand is None or hand.finished_at is None or not may_show(night_id, hand.night_id):
        return Problem("hand", "there is no such hand, or it is still being played")
    _show(session, night_id, ShownHand(hand.id, step))
    return None


@night_transaction
def show_rules(session: Session, night_id: int, rules: Mapping[str, Any]) -> None:
    """Show the rules of a game on the televisions of a night. Repeating it changes nothing.

    ``rules`` give the id of a ``hand`` that is or was played; or a ``game`` being called, with its ``name``,
    ``options``, ``modifiers`` and ``house`` rules, and the ``stakes`` if they are not the night's.
    """
    _show(session, night_id, ShownRules(dict(rules)))


@night_transaction
def show_table(session: Session, night_id: int) -> None:
    """Return the televisions of a night to its table. Repeating it has no effect."""
    _show(session, night_id, None)


def refresh_televisions(session: Session, hand_ids: Select[int] | Sequence[int]) -> None:
    """Redraw the televisions that show one of these hands, after it was corrected or before it is deleted."""
    for night_id in session.scalars(select(Night.id).where(Night.shown_hand_id.in_(hand_ids))).all():
        mark_table_changed(session, night_id)


def _show(session: Session, night_id: int, wanted: ShownHand | ShownRules | None) -> None:
    """Show a hand or rules on the televisions of a night, or its table if None. Repeating it changes nothing."""
    night = session.get_one(Night, night_id)
    if night.on_television == wanted:
        return
    show_the_table(night)
    if isinstance(wanted, ShownHand):
        night.shown_hand_id, night.shown_step = wanted.hand_id, wanted.step
    elif wanted is not None:
        night.shown_rules = wanted.raw
    session.flush()
    mark_table_changed(session, night_id)
