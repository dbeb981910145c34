"""The table between hands: seats and stacks, who is in the next hand, and who deals it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from app.hand.state import State
from app.night.db import db
from app.night.log.replay import LiveHand
from app.night.models import Hand, Ledger, Night, Player, Seat
from app.night.people.looks import colour_of, initials


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One player of the night as the players page shows them.

    ``key`` makes the address of their phone; ``colour`` and ``initials`` are how they look. ``stack`` is None if chips
    are not tracked. ``bought`` and ``cashed`` are the chips bought and cashed out so far. ``in_play``: dealt in to the
    next hand.
    """

    id: int
    key: str
    player_id: int
    name: str
    colour: str
    initials: str
    place: int
    stack: int | None
    bought: int
    cashed: int
    sitting_out: bool
    left: bool
    in_play: bool
    dealer: bool

    @property
    def net(self) -> int:
        """Chips won so far, or lost if below 0; only if chips are tracked."""
        return (self.stack or 0) + self.cashed - self.bought


def seats(night: Night, *, with_left: bool = False) -> list[SeatInfo]:
    """Return the players of the night, clockwise; with ``with_left`` also those who have left, last."""
    session = db.session()
    return [info for info in _infos(session, night) if with_left or not info.left]


def seat_by_key(key: str) -> Seat | None:
    """Return the seat that a phone's key leads to, or that of a link made for one night alone.

    A person has one key for all nights: it leads to the open table that was dealt a hand, or was started, last.
    """
    dealt = select(func.max(Hand.started_at)).where(Hand.night_id == Seat.night_id).scalar_subquery()
    latest = case((dealt > Night.started_at, dealt), else_=Night.started_at)
    seats = select(Seat).join(Player).join(Night, Night.id == Seat.night_id).where(Player.key == key)
    at_open_tables = seats.where(Night.ended_at.is_(None), ~Night.example).order_by(Seat.left, latest.desc())
    others = seats.order_by(Night.example, Night.id.desc())
    for query in (at_open_tables, others, select(Seat).where(Seat.key == key)):
        if (seat := db.session.scalar(query.limit(1))) is not None:
            return seat
    return None


def night_of_seat(seat: Seat) -> Night:
    """Return the night that a seat belongs to."""
    return db.session.get_one(Night, seat.night_id)


def seats_of(session: Session, night_id: int) -> list[Seat]:
    """Return the seats at the table, clockwise, including players who sit out."""
    query = select(Seat).where(Seat.night_id == night_id, ~Seat.left)
    return list(session.scalars(query.order_by(Seat.place)))


def stacks(session: Session, night_id: int) -> dict[int, int]:
    """Return the stack of each player of the night by player id, as the sum of their ledger rows."""
    query = select(Ledger.player_id, func.sum(Ledger.amount)).where(Ledger.night_id == night_id)
    rows = session.execute(query.where(Ledger.account == "chips").group_by(Ledger.player_id))
    return {player_id: int(total) for player_id, total in rows}


def state_now(live: LiveHand) -> State:
    """Return the state of a hand; once it is over, with the stacks of now: chips may have been bought since, or an
    earlier hand corrected.
    """
    state = live.state
    if not live.over or None in live.hand.setup.stacks:
        return state
    chips = stacks(db.session(), live.hand.night_id)
    had = zip(state.players, live.hand.player_ids, strict=True)
    return replace(state, players=tuple(replace(player, stack=chips.get(player_id, 0)) for player, player_id in had))


def last_buys(night_id: int) -> dict[int, int]:
    """Return how many chips each player of the night bought last, by player id."""
    bought = (Ledger.night_id == night_id) & (Ledger.kind == "buy-in") & (Ledger.amount > 0)
    latest = select(func.max(Ledger.id)).where(bought).group_by(Ledger.player_id)
    query = select(Ledger.player_id, Ledger.amount).where(Ledger.id.in_(latest))
    return {player_id: int(amount) for player_id, amount in db.session.execute(query)}


def deal_order(session: Session, night: Night) -> list[Seat]:
    """Return the seats in the next hand, from the dealer's left, the dealer last, without players who have no chips."""
    chips = stacks(session, night.id) if night.tracked else {}
    playing = [
        seat
        for seat in seats_of(session, night.id)
        if not seat.sitting_out and (not night.tracked or chips.get(seat.player_id, 0) > 0)
    ]
    dealer = next((n for n, seat in enumerate(playing) if seat.place >= night.dealer_place), 0)
    return [*playing[dealer + 1 :], *playing[: dealer + 1]]


def _infos(session: Session, night: Night) -> list[SeatInfo]:
    totals: dict[int, dict[str, int]] = {}
    query = select(Ledger.player_id, Ledger.kind, func.sum(Ledger.amount)).where(Ledger.night_id == night.id)
    query = query.where(Ledger.account == "chips")
    for player_id, kind, total in session.execute(query.group_by(Ledger.player_id, Ledger.kind)):
        totals.setdefault(player_id, {})[kind] = int(total)
    order = deal_order(session, night)
    playing = {seat.id for seat in order}
    everyone = session.scalars(select(Seat).where(Seat.night_id == night.id).order_by(Seat.left, Seat.place))
    infos = []
    for seat in everyone:
        chips = totals.get(seat.player_id, {})
        infos.append(
            SeatInfo(
                id=seat.id,
                key=seat.player.key,
                player_id=seat.player_id,
                name=seat.player.name,
                colour=colour_of(seat.player),
                initials=initials(seat.player.name),
                place=seat.place,
                stack=sum(chips.values()) if night.tracked else None,
                bought=chips.get("buy-in", 0),
                cashed=-chips.get("cash-out", 0),
                sitting_out=seat.sitting_out,
                left=seat.left,
                in_play=seat.id in playing,
                dealer=bool(order) and order[-1].id == seat.id,
            )
        )
    return infos
