"""Requests that take more than an act to enter, from the dealer and from phones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, Literal, TypeVar

from sqlalchemy import BigInteger, ColumnElement, cast, func, select
from sqlalchemy.orm import Session

from app.cards.card import card_text, deck, rank_of, suit_of
from app.dataclass import dataclass, replace
from app.games.house import HouseRules, Stakes, house_rules
from app.night import models
from app.night.acts.act import Act, latest_done
from app.night.acts.activity import ActLine, line_of, next_house_rules, next_stakes, queued, waiting
from app.night.acts.money import Count, Tally
from app.night.acts.people import Button, Buy, ComeBack, Join, Rearrange, SidePayment, SitOut
from app.night.acts.queue import ActResult, Done, discard_line, do, enter, enter_all
from app.night.acts.settling import Paid, Settle
from app.night.acts.stored import Undo, act_line, read_act
from app.night.acts.table import NewHouse, NewStakes
from app.night.db import db
from app.night.models import Hand, Night, Seat, Transfer
from app.night.people.seats import SeatInfo, seats, seats_of
from app.night.validation import MAX_NAME_LENGTH, Problem, clean_name, validate_house, validate_stakes
from app.night.version import mark_table_changed, night_transaction
from app.text import listing

#: The refusals of changes made from what is no longer so, as when another device was first.
MOVED = Problem("act", "the seats have been changed in the meantime: this is how they are now")
OTHERS_SET = Problem(
    "act", "others have been set in the meantime: save again to replace them with what you have entered"
)

S = TypeVar("S", Seat, SeatInfo)


@night_transaction
def add_players(session: Session, night_id: int, names: Sequence[str], buy_in: int = 0, *, form: str = "") -> ActResult:
    """Seat one or more players at the end, all of them or none. Returning players get their old seats.

    See :func:`app.night.acts.queue.do` for ``form``, and :func:`seat_players` for the problems.
    """
    return seat_players(session, night_id, [Join(name, buy_in) for name in names], form=form)


def seat_players(session: Session, night_id: int, joins: Sequence[Join], *, form: str = "") -> ActResult:
    """Seat people in the current transaction, all of them or none; a :class:`Problem` names the person if several sit.

    Return the result of the last one, or with nobody to seat that nothing was left to do.
    """
    result: ActResult = Done(0)
    names = [name for join in joins if isinstance(name := clean_name(join.name), str)]
    counts = Counter(map(str.casefold, names))
    if twice := next((name for name in names if counts[name.casefold()] > 1), ""):
        return Problem("name", f"{twice} is named twice")
    for number, join in enumerate(joins):
        result = enter(session, night_id, join, form=form, number=number)
        if isinstance(result, Problem):
            named = len(joins) == 1 or result.text.casefold().startswith(join.name.casefold())
            return result if named else replace(result, text=f"{join.name[:MAX_NAME_LENGTH]}: {result.text}")
    return result


def make_side_payment(
    night: Night, seat_id: int, payer: int | None, chips: int, why: str = "", *, form: str = ""
) -> ActResult:
    """Pay a player chips outside the pots: from one payer, or if that is None from everybody else dealt in."""
    payers = [payer] if payer is not None else [seat.id for seat in seats(night) if seat.in_play and seat.id != seat_id]
    names = tuple(seat_name(night, seat) for seat in payers)
    paid = SidePayment(seat_id, seat_name(night, seat_id), chips, tuple(payers), names, why, everybody=payer is None)
    # A form that is sent again with another payer is another act.
    return do(night, paid, form=f"{payer}-{form}" if form and payer is not None else form)


def last_side_payment(night: Night) -> SidePayment | None:
    """Return the latest side payment of the night in any status; None if there is none."""
    kind = SidePayment.kind
    query = select(models.Act).where(models.Act.night_id == night.id, models.Act.kind == kind)
    stored = db.session.scalar(query.order_by(models.Act.id.desc()).limit(1))
    act = read_act(stored.kind, stored.data) if stored is not None else None
    return act if isinstance(act, SidePayment) else None


def as_they_will_sit(seats: Sequence[S], lines: Iterable[ActLine]) -> list[S]:
    """Return the players at the table, clockwise, as they will sit after queued moves."""
    moved = next((act.seats for act in reversed(queued(lines)) if isinstance(act, Rearrange)), ())
    order = {seat_id: place for place, seat_id in enumerate(moved)}
    return sorted(seats, key=lambda seat: order.get(seat.id, len(order)))


@night_transaction
def rearrange_seats(
    session: Session, night_id: int, order: list[int], shown: list[int] | None = None
) -> ActResult | None:
    """Rearrange the seats in the order of these seat ids, clockwise. The dealer's button stays with its player.

    If that was made from the order ``shown``, return None if nothing is left to do, and refuse if another was made
    from it first.
    """
    here, night = seats_of(session, night_id), session.get_one(Night, night_id)
    now = [seat.id for seat in as_they_will_sit(here, waiting(night_id))]
    if shown is not None and (now == order or now != shown):
        return None if now == order else MOVED
    without = [seat.player.name for seat in here if seat.id not in order]
    if without:
        return Problem("order", f"say where {listing(without)} {'sits' if len(without) == 1 else 'sit'} as well")
    names = tuple(seat_name(night, seat_id) for seat_id in order)
    return enter(session, night_id, Rearrange(tuple(order), names))


def draw_seats(night: Night, *, form: str = "") -> ActResult:
    """Draw the seats by lot, before the first hand. Resending a form draws the same seats."""
    order = sorted(seat.id for seat in seats(night))
    Random(form or None).shuffle(order)
    return do(night, Rearrange(tuple(order), tuple(seat_name(night, seat) for seat in order), drawn=True), form=form)


def cut_for_deal(night: Night, *, form: str = "") -> ActResult:
    """Cut for the deal before the first hand: draw a card for each player dealt in; the highest deals, ties by suit."""
    players = [seat for seat in seats(night) if seat.in_play]
    if len(players) < 2:
        return Problem("place", "at least two players must be dealt in")
    cards = Random(form or None).sample(sorted(deck()), len(players))
    _, _, dealer = max((rank_of(card), suit_of(card), at) for at, card in enumerate(cards))
    first, names = players[dealer], tuple(player.name for player in players)
    return do(night, Button(first.place, first.name, first.id, names, tuple(map(card_text, cards))), form=form)


@night_transaction
def set_stakes_and_rules(
    session: Session, night_id: int, stakes: Stakes, house: Mapping[str, Any], shown: tuple[Stakes, HouseRules]
) -> ActResult | None:
    """Change stakes and house rules from the next hand on, both or neither.

    ``shown`` are those that were changed; refuse if others have been set since. Return None if nothing changes.
    """
    raw, rules = validate_stakes(stakes), validate_house(house)
    if isinstance(raw, Problem):
        return raw
    if isinstance(rules, Problem):
        return rules
    night, lines = session.get_one(Night, night_id), waiting(night_id)
    now, after = (next_stakes(night, lines), next_house_rules(night, lines)), house_rules(rules)
    if now == (stakes, after):
        return None
    if now != shown:
        return OTHERS_SET
    acts = list[Act]()
    if stakes != now[0]:
        acts.append(NewStakes(raw, stakes.words(after.last_bet)))
    if after != now[1]:
        acts.append(NewHouse(rules))
    return enter_all(session, night_id, *acts)


def enter_counts(night: Night, counts: Sequence[Count], *after: Act, form: str = "") -> ActResult | None:
    """Accept counted stacks, and do the acts ``after`` that, all or none; return None if there is nothing to enter."""
    acts = count_acts(counts)
    if isinstance(acts, Problem):
        return acts
    return do(night, *acts, *after, form=form) if acts or after else None


def count_acts(counts: Sequence[Count]) -> list[Act] | Problem:
    """Return the acts that accept counted stacks. A count that differs from Upcard's figure needs a reason."""
    right = [count for count in counts if count.chips == count.had]
    off = [count for count in counts if count.chips != count.had]
    if any(not count.why and count.had is not None for count in off):
        return Problem("why", "say why the count is off")
    tally = [Tally(tuple(count.seat for count in right), tuple(count.chips for count in right))] if right else []
    return [*off, *tally]


@night_transaction
def undo_settlement(session: Session, night_id: int) -> ActResult:
    """Undo the settlement, as long as nothing has been paid."""
    settled = latest_done(session, night_id, Settle)
    if settled is None:
        return Problem("night", "the money has not been settled")
    return enter(session, night_id, Undo(settled.id, "settled up"))


@night_transaction
def mark_paid(session: Session, night_id: int, transfer_id: int) -> ActResult:
    """Record that a transfer has been paid. Repeating it has no effect."""
    transfer = session.get(Transfer, transfer_id)
    if transfer is None or transfer.night_id != night_id:
        return Problem("transfer", "there is no such payment")
    if transfer.paid_at is not None:
        return Done(0)
    return enter(session, night_id, Paid(transfer_id, transfer.debtor_name, transfer.creditor_name, transfer.amount))


@night_transaction
def mark_unpaid(session: Session, night_id: int, transfer_id: int) -> ActResult:
    """Record that a transfer has not been paid after all. Repeating it has no effect."""
    paid = latest_done(session, night_id, Paid, transfer=transfer_id)
    if paid is None:
        return Done(0)
    return enter(session, night_id, Undo(paid.id, "paid"))


def seat_name(night: Night, seat_id: int) -> str:
    """Return the name of the player at a seat of the night; empty if there is none."""
    seat = db.session.get(Seat, seat_id)
    return seat.player.name if seat is not None and seat.night_id == night.id else ""


#: The note on a request that the player has withdrawn; a request that the dealer refused has none.
WITHDRAWN = "act: withdrawn"

#: The seat that an act is about; null if none.
_seat: ColumnElement[int] = cast(models.Act.data["seat"].as_string(), BigInteger)


@dataclass(frozen=True, slots=True)
class SeatRequests:
    """The ``pending`` requests about a seat, and the last one if it was ``refused`` since the last hand was dealt.

    ``seen`` is the last line about the seat in the night's log; a request carries it so that it counts only once.
    """

    pending: tuple[ActLine, ...]
    refused: ActLine | None
    seen: int

    def waits_for(self, kind: type[Act]) -> bool:
        """Return whether an act of a kind is pending."""
        return any(isinstance(line.act, kind) for line in self.pending)


def requests_by_seat(night_id: int, seat_ids: Iterable[int], queue: Sequence[ActLine]) -> dict[int, SeatRequests]:
    """Return the requests about each of these seats; ``queue`` is the night's."""
    session, of_night = db.session(), models.Act.night_id == night_id
    last = select(_seat, func.max(models.Act.id)).where(of_night, _seat.is_not(None)).group_by(_seat)
    seen = dict(session.execute(last).all())
    latest = select(func.max(models.Act.id)).where(of_night, models.Act.by != "").group_by(_seat)
    dealt = session.scalar(select(func.max(Hand.started_at)).where(Hand.night_id == night_id))
    refused = {}
    for request in session.scalars(select(models.Act).where(models.Act.id.in_(latest))):
        is_new = dealt is None or (request.done_at or request.at) >= dealt
        if request.status in ("dropped", "failed") and request.note != WITHDRAWN and is_new:
            refused[request.data.get("seat")] = line_of(request)
    return {
        seat_id: SeatRequests(
            pending=tuple(line for line in queue if getattr(line.act, "seat", None) == seat_id),
            refused=refused.get(seat_id),
            seen=seen.get(seat_id, 0),
        )
        for seat_id in seat_ids
    }


@night_transaction
def request_from_phone(session: Session, night_id: int, act: Buy | SitOut | ComeBack, seen: int) -> ActResult:
    """Enter a phone's request about its own seat. ``seen`` is the last line about this seat that the phone knew of."""
    asks = session.get_one(Night, night_id).asks_dealer
    last = session.scalar(select(func.max(models.Act.id)).where(models.Act.night_id == night_id, _seat == act.seat))
    if (last or 0) != seen:
        return Problem("seen", "something about your seat has changed: this is how it is now")
    return enter(session, night_id, act, by=act.name, ask=asks)


@night_transaction
def withdraw(session: Session, night_id: int, seat_id: int, line: int) -> Problem | None:
    """Withdraw a request from this seat's phone that has not been done yet."""
    stored = act_line(session, night_id, line)
    if stored is None or not stored.by or stored.data.get("seat") != seat_id:
        return Problem("act", "you have not asked for that")
    if stored.status not in ("asked", "waiting"):
        return Problem("act", "it has already been answered")
    discard_line(session, stored, WITHDRAWN)
    return None


@night_transaction
def set_switch(session: Session, night_id: int, name: Literal["asks_dealer", "all_in_odds"], on: bool) -> None:
    """Set whether requests from phones wait for the dealer's yes, or whether televisions show odds at an all-in."""
    setattr(session.get_one(Night, night_id), name, on)
    mark_table_changed(session, night_id)
