"""Sums of nights for statistics, cached with each night's version, so only a change recomputes them.

A hand stored by an older version has no rows until they are needed; they are then computed from its log.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from operator import itemgetter
from time import monotonic

from sqlalchemy import BigInteger, ColumnElement, case, cast, exists, func, or_, select, true
from sqlalchemy.orm import Session

from app.night.caches import LruCache, database_cache
from app.night.db import db, rows_of, transaction
from app.night.ledger import Totals, balances, chips_won, shares
from app.night.log.loading import load_hand
from app.night.log.replay import LiveHand
from app.night.models import EARLIEST_FIRST, LATEST_FIRST, Hand, Night, PlayerHand, Seat
from app.night.play.settle import NO_LUCK, UNREADABLE, is_over, is_void, player_hands, store_player_hands
from app.night.version import mark_table_changed
from app.statistics.figures import CHIPS, COUNTED, Involvement, PlayedNight
from app.statistics.sums import GamePart, NightSums, Part

#: Seconds that a page spends on hands stored by an older version; the rest wait for the next page.
SECONDS = 2.0
#: Hands computed in one transaction, which keeps taps waiting.
HANDS_AT_ONCE = 5

#: The most nights or hands named in one query.
AT_ONCE = 500

#: The most nights whose sums are cached, and how many are read at a time ahead of a page that needs them.
MAX_NIGHTS, AHEAD = 3000, 25

#: The condition on a player's row for each part in a hand that is counted.
CONDITIONS: Mapping[Involvement, ColumnElement[bool]] = {
    Involvement.DEALT: true(),
    Involvement.END: PlayerHand.showdown.is_(True),
    Involvement.WON: PlayerHand.won > 0,
    Involvement.CALLED: PlayerHand.seat == 0,
}

#: Each player's part in the hands of each game, by night, player and game.
Parts = Mapping[int, Mapping[int, Mapping[str, Part]]]

#: The sums of nights by id. A night takes some 10 kB.
CACHED_SUMS = partial(LruCache[int, NightSums], MAX_NIGHTS)


def night_sums(*which: ColumnElement[bool]) -> list[NightSums]:
    """Return the sums of nights, in the order played."""
    cache = database_cache(CACHED_SUMS)
    # Versions are read first: a change made in between is read next time.
    versions = dict(db.session.execute(select(Night.id, Night.changes).where(*which).order_by(*EARLIEST_FIRST)).all())
    sums = {night_id: cache.get(night_id, _at_least(version)) for night_id, version in versions.items()}
    changed = [night_id for night_id, known in sums.items() if known is None]
    for at in range(0, len(changed), AT_ONCE):
        some = changed[at : at + AT_ONCE]
        _store_pending(some)
        sums |= _read_and_cache(some)
    return [each for each in sums.values() if each is not None]


def read_ahead(wait: Callable[[], None]) -> None:
    """Read the sums of the latest nights, so that no page has to wait for them; call ``wait`` before each batch."""
    latest = select(Night.id).where(~Night.example).order_by(*LATEST_FIRST).limit(MAX_NIGHTS)
    ids = db.session.scalars(latest).all()
    for at in range(0, len(ids), AHEAD):
        wait()
        _read_and_cache(ids[at : at + AHEAD])


def _at_least(version: int) -> Callable[[NightSums], bool]:
    return lambda sums: sums.version >= version


def _read_and_cache(ids: Sequence[int]) -> dict[int, NightSums]:
    """Read the sums of nights and cache them, except for nights with hands still to be computed."""
    cache, made = database_cache(CACHED_SUMS), {sums.night.id: sums for sums in _read(ids)}
    for night_id, sums in made.items():
        if not sums.uncounted["pending"]:
            made[night_id] = cache.put(night_id, sums, _at_least(sums.version))
    return made


def _read(ids: Sequence[int]) -> Iterator[NightSums]:
    versions = dict(db.session.execute(select(Night.id, Night.changes).where(Night.id.in_(ids))).all())
    nights = _nights(ids)
    uncounted = defaultdict[int, Counter[str]](Counter)
    for _, night_id, reason in _without_rows(ids):
        uncounted[night_id][reason] += 1
    parts = _parts(ids)
    games = _games(ids, parts)
    luck_due = _luck_due(ids)
    nets = defaultdict[int, dict[int, int]](dict)
    for (night_id, player), chips in chips_won(ids).items():
        nets[night_id][player] = nights[night_id].amount(chips)
    for (night_id, player), coins in shares(ids).items():
        nets[night_id][player] = nets[night_id].get(player, 0) + coins
    for night_id, night in nights.items():
        yield NightSums(
            night=night,
            version=versions[night_id],
            parts=parts[night_id],
            games=games[night_id],
            nets=nets[night_id],
            uncounted=uncounted[night_id],
            luck_due=luck_due[night_id],
        )


def _nights(ids: Sequence[int]) -> dict[int, PlayedNight]:
    session, seated = db.session(), defaultdict[int, list[int]](list)
    seats = select(Seat.night_id, Seat.player_id).where(Seat.night_id.in_(ids))
    for night_id, player_id in session.execute(seats.order_by(Seat.night_id, Seat.place, Seat.id)):
        seated[night_id].append(player_id)
    return {
        night.id: PlayedNight(
            id=night.id,
            key=night.key,
            name=night.name,
            day=night.started_at.astimezone().date(),
            unit=night.currency if night.worth else CHIPS,
            worth=night.worth,
            tracked=night.tracked,
            known=night.tracked or Totals(night, balances(session, night)).known,
            seated=seated[night.id],
        )
        for night in session.scalars(select(Night).where(Night.id.in_(ids)))
    }


def _parts(ids: Sequence[int]) -> Parts:
    of = (PlayerHand.night_id, PlayerHand.player_id, PlayerHand.game_id)
    luck = PlayerHand.won - PlayerHand.expected
    # Whoever won a contest within the hand has put in fewer than no chips.
    moved = or_(PlayerHand.put_in != 0, PlayerHand.won > 0)
    query = select(
        *of,
        *(_times(CONDITIONS[did]) for did in COUNTED),
        cast(func.sum(case((moved, PlayerHand.won - PlayerHand.put_in))), BigInteger),
        func.max(case((PlayerHand.won > 0, PlayerHand.pot), else_=0)),
        func.max(PlayerHand.best),
        func.count(PlayerHand.expected),
        cast(func.sum(luck), BigInteger),
        func.max(case((luck > 0, luck), else_=0)),
        func.min(case((luck < 0, luck), else_=0)),
    )
    parts = defaultdict[int, defaultdict[int, dict[str, Part]]](lambda: defaultdict(dict))
    for night_id, player, game, *numbers in rows_of(query.where(PlayerHand.night_id.in_(ids)).group_by(*of), {}):
        parts[night_id][player][game] = Part(numbers[: len(COUNTED)], *numbers[len(COUNTED) :])
    return parts


def _games(ids: Sequence[int], parts: Parts) -> Mapping[int, Mapping[str, GamePart]]:
    """Return the figures of each game's hands, by night and game."""
    wild, pot = PlayerHand.wild, PlayerHand.pot
    sums = (func.count(), func.sum(wild), _times(wild > 0), cast(func.sum(pot), BigInteger), func.max(pot))
    query = select(PlayerHand.night_id, PlayerHand.game_id, *sums).where(PlayerHand.night_id.in_(ids))
    query = query.where(PlayerHand.seat == 0).group_by(PlayerHand.night_id, PlayerHand.game_id)
    of_all = defaultdict[tuple[int, str], list[Part]](list)
    for night_id, of_night in parts.items():
        for own in of_night.values():
            for game, part in own.items():
                of_all[night_id, game].append(part)
    games = defaultdict[int, dict[str, GamePart]](dict)
    for night_id, game, hands, changes, changed, pots, largest in rows_of(query, {}):
        of_game = of_all[night_id, game]
        games[night_id][game] = GamePart(
            hands,
            changes,
            changed,
            pots,
            largest,
            best=max((part.best for part in of_game), default=0),
            luckiest=max((part.luckiest for part in of_game), default=0),
            worst=min((part.worst for part in of_game), default=0),
        )
    return games


def _luck_due(ids: Sequence[int]) -> Mapping[int, Sequence[int]]:
    """Return by night the hands, latest first, whose players' equity may still be computed."""
    of, due = (PlayerHand.night_id, PlayerHand.hand_id), defaultdict[int, list[int]](list)
    query = select(*of).where(PlayerHand.night_id.in_(ids), PlayerHand.showdown.is_(True))
    query = query.where(PlayerHand.put_in.is_not(None), PlayerHand.expected.is_(None))
    at_showdown = query.group_by(*of).having(func.count() > 1).subquery()
    query = select(at_showdown.c.night_id, Hand.id).join(Hand, Hand.id == at_showdown.c.hand_id)
    query = query.where(Hand.outcome[NO_LUCK].as_boolean().is_(None)).order_by(Hand.id.desc())
    for night_id, hand_id in db.session.execute(query):
        due[night_id].append(hand_id)
    return due


def _times(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(case((condition, 1), else_=0))


def _store_pending(ids: Sequence[int]) -> None:
    """Compute the missing rows of these nights' hands, as many as there is time for."""
    until = monotonic() + SECONDS
    pending = [hand_id for hand_id, _, reason in _without_rows(ids) if reason == "pending"]
    while pending and monotonic() < until:
        store_rows(pending[:HANDS_AT_ONCE])
        del pending[:HANDS_AT_ONCE]


def _without_rows(night_ids: Sequence[int]) -> list[tuple[int, int, str]]:
    """Return the finished hands without rows, latest first: with night and reason: void, unreadable or pending."""
    counted = exists().where(PlayerHand.night_id == Hand.night_id, PlayerHand.hand_id == Hand.id)
    # Fetch ids first: an index has them, and most hands are counted.
    ids = db.session.scalars(select(Hand.id).where(Hand.night_id.in_(night_ids), ~counted)).all()
    uncounted = list[tuple[int, int, str]]()
    for at in range(0, len(ids), AT_ONCE):
        query = select(Hand.id, Hand.night_id, Hand.outcome).where(Hand.id.in_(ids[at : at + AT_ONCE]))
        rows = db.session.execute(query.where(Hand.finished_at.is_not(None)))
        for hand_id, night_id, outcome in rows:
            why = "void" if is_void(outcome) else "unreadable" if UNREADABLE in (outcome or {}) else "pending"
            uncounted.append((hand_id, night_id, why))
    return sorted(uncounted, key=itemgetter(0), reverse=True)


@transaction
def store_rows(session: Session, hand_ids: Collection[int]) -> None:
    """Store the players' rows of these hands, computed from their logs."""
    for hand_id in hand_ids:
        # The end of a hand may have been undone in the meantime.
        query = select(Hand).where(Hand.id == hand_id, Hand.finished_at.is_not(None)).with_for_update()
        for hand in session.scalars(query):
            live = load_hand(hand_id, keep=False)
            if isinstance(live, LiveHand) and is_over(live):
                store_player_hands(session, hand, player_hands(live))
            else:
                hand.outcome = {**(hand.outcome or {}), UNREADABLE: True}
            mark_table_changed(session, hand.night_id)
