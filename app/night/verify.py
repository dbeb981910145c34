"""Verification of stored hands: whether each log is complete and yields the stored outcome, facts and ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from sqlalchemy import func, select

from app.dataclass import dataclass
from app.dates import day_text
from app.night.db import db
from app.night.history.night_sums import store_rows
from app.night.ledger import left_in_pot
from app.night.log.loading import load_hand
from app.night.log.replay import Broken, LiveHand
from app.night.models import Entry, Hand, Ledger, Night, PlayerHand
from app.night.play.settle import hand_rows, is_over, outcome_of, player_hands

#: The compared parts of an outcome; an older version stored the reason in its own words.
_COMPARED = ("winners", "carried", "actions")

#: Kinds of discrepancies with the logs: the game itself; the players' rows (facts), which a repair recomputes; facts
#: not yet computed since an update, which is done on first use; or chips that version 0.2 paid by a rule fixed since,
#: which only a correction of the hand pays again.
DiscrepancyKind = Literal["game", "facts", "late facts", "older rule"]

#: Ledger rows, counted: the player, the kind, the account and the amount.
LedgerRows = Counter[tuple[int, str, str, int]]


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """A discrepancy between stored data and the logs, in words."""

    text: str
    kind: DiscrepancyKind = "game"


def check_night(night_id: int, *, repair: bool = False) -> tuple[int, list[Discrepancy]]:
    """Check the log of every hand of a night and replay finished hands; return their number and the discrepancies.

    ``repair`` stores the facts computed from the logs.
    """
    session = db.session()
    night = session.get_one(Night, night_id)
    query = select(Hand.id).where(Hand.night_id == night_id, Hand.finished_at.is_not(None))
    hands = session.scalars(query.order_by(Hand.number)).all()
    which = f"{night.name}, {day_text(night.started_at)}"
    found = [Discrepancy(f"{which}, {text}") for text in _gaps(night_id)]
    if night.tracked and night.carried != (left := left_in_pot(session, night_id)):
        found.append(Discrepancy(f"{which}: {night.carried} stay in the pot, {left} by the ledger"))
    to_repair = []
    for hand_id in hands:
        hand = session.get_one(Hand, hand_id)
        where = f"{which}, hand {hand.number}, {hand.game_name}"
        in_hand = [Discrepancy(f"{where}: {text}", kind) for text, kind in _differences(hand)]
        if any(each.kind != "game" for each in in_hand):
            to_repair.append(hand_id)
        found += in_hand
    session.rollback()
    if repair and to_repair:
        store_rows(to_repair)
    return len(hands), found


def _gaps(night_id: int) -> Iterator[str]:
    """Yield in words the hands, running ones included, whose log lacks an entry between two others."""
    last, count = func.max(Entry.number), func.count(Entry.number)
    query = select(Hand.number, Hand.game_name, last, count).join(Entry, Entry.hand_id == Hand.id)
    query = query.where(Hand.night_id == night_id).group_by(Hand.id, Hand.number, Hand.game_name).having(last != count)
    for number, game, entries, stored in db.session.execute(query.order_by(Hand.number)):
        yield f"hand {number}, {game}: its log lacks {entries - stored} of {entries} entries"


def _differences(hand: Hand) -> Iterator[tuple[str, DiscrepancyKind]]:
    """Yield in words each difference between what is stored and what the hand's log yields, with its kind."""
    live = load_hand(hand.id, keep=False)
    if isinstance(live, Broken):
        yield f"it cannot be replayed: {live.misfit.reason}", "game"
        return
    if not is_over(live):
        reason = live.misfit.reason if live.misfit else "according to its log it is not over"
        yield f"it cannot be played to its end: {reason}", "game"
        return
    stored, made = hand.outcome or {}, outcome_of(live)
    columns = (Ledger.player_id, Ledger.kind, Ledger.account, Ledger.amount)
    stored_rows = db.session.execute(select(*columns).where(Ledger.hand_id == hand.id))
    rows = Counter((player, kind, account, amount) for player, kind, account, amount in stored_rows)
    made_rows = expected_rows(live)
    left = left_by_older_rule(live, stored.get("winners", ()), rows, made_rows)
    older = left is not None and left == stored.get("carried")
    paid: DiscrepancyKind = "older rule" if older else "game"
    for field in _COMPARED:
        if stored.get(field) != made[field]:
            what = "game" if field == "actions" else paid
            yield f"{field} are stored as {stored.get(field)}, but the log gives {made[field]}", what
    yield from ((text, "older rule" if older and what == "facts" else what) for text, what in _facts(hand, live))
    yield from ((text, paid) for text in ledger_differences(live, rows, made_rows))


def left_by_older_rule(
    live: LiveHand, listed: Sequence[Sequence[int]], rows: LedgerRows, made: LedgerRows
) -> int | None:
    """Return the chips that a hand from 0.2 left in the pot, if it shared out the pot otherwise than by today's rules.

    None if more was awarded than lay in the pot, if as many chips were not put in, or if the winners ``listed`` do not
    match the ledger.
    """
    paid, result = awarded(rows), live.state.result
    left = awarded(made).total() + (result.carried if result is not None else 0) - paid.total()
    if not live.hand.setup.from_0_2 or _without_awards(rows) != _without_awards(made) or left < 0:
        return None
    return left if {live.hand.player_ids[seat]: amount for seat, amount in listed} == paid else None


def awarded(rows: LedgerRows) -> Counter[int]:
    """Return the chips that each player was awarded."""
    paid: Counter[int] = Counter()
    for (player, kind, _, amount), times in rows.items():
        if kind == "award":
            paid[player] += amount * times
    return paid


def _without_awards(rows: LedgerRows) -> LedgerRows:
    return Counter({row: times for row, times in rows.items() if row[1] != "award"})


def _facts(hand: Hand, live: LiveHand) -> Iterator[tuple[str, DiscrepancyKind]]:
    """Yield in words each difference between the stored players' rows and what the hand's log yields."""
    query = select(PlayerHand).where(PlayerHand.night_id == hand.night_id, PlayerHand.hand_id == hand.id)
    stored = {row.player_id: row for row in db.session.scalars(query)}
    made = {row["player_id"]: row for row in player_hands(live)}
    if made and not stored:
        yield "its facts have to be worked out", "late facts"
        return
    names = dict(zip(live.hand.player_ids, live.hand.setup.names, strict=True))
    for player in stored.keys() | made.keys():
        name = names.get(player, "somebody who was not dealt in")
        if player not in made:
            yield f"there are facts about {name}, but the log gives none", "facts"
        elif player not in stored:
            yield f"there are no facts about {name}", "facts"
        else:
            for field, value in made[player].items():
                if (was := getattr(stored[player], field)) != value:
                    yield f'the fact "{field}" of {name} is stored as {was}, but the log gives {value}', "facts"


def expected_rows(live: LiveHand) -> LedgerRows:
    """Return the ledger rows that the log of a finished hand yields."""
    return Counter((row["player_id"], row["kind"], row["account"], row["amount"]) for row in hand_rows(live))


def ledger_differences(live: LiveHand, stored: LedgerRows, made: LedgerRows) -> Iterator[str]:
    """Yield in words ledger rows that are stored but not in the hand's log, and rows that are missing."""
    names = dict(zip(live.hand.player_ids, live.hand.setup.names, strict=True))
    for player, kind, account, amount in sorted((stored - made).elements()):
        name = names.get(player, "somebody who was not dealt in")
        yield f"the ledger has {kind} {amount:+} ({account}) for {name}, but the log does not"
    for player, kind, account, amount in sorted((made - stored).elements()):
        yield f"the log gives {kind} {amount:+} ({account}) for {names[player]}, but the ledger has no such row"
