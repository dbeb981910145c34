"""Luck: what players won of a hand beyond their all-in equity when the money went in.

A statistics page requests it for hands that lack it; a separate process computes the odds, and a later page view stores
them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic

from sqlalchemy import func, select, update

from app.night.db import db, retry_conflicts, writing
from app.night.history.odds import money_step, odds_looked_back
from app.night.history.replays import PlayedHand, played_hand_by_id
from app.night.models import Entry, Hand, PlayerHand
from app.night.play.settle import NO_LUCK
from app.night.version import mark_table_changed
from app.odds.figures import Odds
from app.odds.luck import all_known, expected_chips

#: A page requests at most this many hands, and none after this many seconds: each must be replayed first.
AT_A_LOOK, SECONDS = 20, 0.2


@dataclass(frozen=True, slots=True)
class Expected:
    """The equity of a hand's players in chips, by player; None if it cannot be known.

    It was computed when the hand's log had ``entries`` entries.
    """

    hand_id: int
    entries: int
    chips: Mapping[int, int] | None


def work_out_luck(hand_ids: Sequence[int]) -> bool:
    """Request the odds of the first of these finished hands; store those that are ready; return whether any were."""
    asked, until = hand_ids[:AT_A_LOOK], monotonic() + SECONDS
    query = select(Entry.hand_id, func.max(Entry.number)).where(Entry.hand_id.in_(asked)).group_by(Entry.hand_id)
    entries = dict(db.session.execute(query).all())
    found = list[Expected]()
    for hand_id in asked:
        if (expected := _expected(hand_id, entries.get(hand_id, 0))) is not None:
            found.append(expected)
        if monotonic() > until:
            break
    if found:
        keep_luck(found)
    return bool(found)


@retry_conflicts
def keep_luck(found: Collection[Expected]) -> None:
    """Store the equity of players, except in hands that have changed since."""
    with writing() as session:
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
    if not all_known(played.states[step], played.faces[step]):
        return unknown
    answer = odds_looked_back(played, step)
    if answer is None:
        return None
    chips = expected_chips(answer, played.states) if isinstance(answer, Odds) else None
    if chips is None:
        return unknown
    players = played.hand.player_ids
    return Expected(hand_id, entries, {players[seat]: amount for seat, amount in chips.items()})
