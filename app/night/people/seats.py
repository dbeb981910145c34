"""Seats of a night, and the stacks, purchases and buy-ins of their players."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Select, and_, bindparam, case, exists, func, or_, select
from sqlalchemy.orm import Session, aliased

from app.dataclass import dataclass
from app.games.definition import blind_seats
from app.hand.dealer import MISDEALT
from app.night.db import db
from app.night.ledger import expenses, total
from app.night.models import LATEST_FIRST, Act, Hand, Ledger, Night, Player, Seat
from app.night.nights import last_hand
from app.night.people.roster import Person, colour_of, initials, person_of


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A player of the night as shown on the players page.

    ``key`` makes the address of their phone; ``colour`` and ``initials`` make their badge. ``stack`` is None if chips
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


def badges(night_id: int) -> dict[int, Person]:
    """Return the people whose badges mark the night's seats, by seat id, players who have left included."""
    rows = db.session.execute(select(Seat.id, Player).join(Player).where(Seat.night_id == night_id))
    return {seat_id: person_of(player) for seat_id, player in rows}


def seats(night: Night, *, with_left: bool = False) -> list[SeatInfo]:
    """Return the players of the night, clockwise; ``with_left`` adds the players who have left, at the end."""
    chips = stacks(night.id) if night.tracked else {}
    infos = seat_infos(night.id, night.tracked, night.dealer_place, chips)
    return [info for info in infos if with_left or not info.left]


def seat_by_key(key: str) -> Seat | None:
    """Return the seat that a phone's key leads to, or the seat of a link made for one night only.

    A person has one key for all nights: it leads to their latest night, or to the open table with the most recent deal
    among those at which they have sat since it began.
    """
    for seat_id in SEATS_OF_LINK:
        query = select(Seat).where(Seat.id == seat_id.scalar_subquery())
        if (seat := db.session.scalar(query, {"link": key})) is not None:
            return seat
    return None


def seats_of(session: Session, night_id: int) -> list[Seat]:
    """Return the seats at the table, clockwise, including players who sit out."""
    return list(session.scalars(select(Seat).where(Seat.night_id == night_id, ~Seat.left).order_by(Seat.place)))


def stacks(night_id: int) -> dict[int, int]:
    """Return the stack of each player of the night by player id, as the sum of their ledger rows."""
    query = select(Ledger.player_id, total()).where(Ledger.night_id == night_id, Ledger.account == "chips")
    return dict(db.session.execute(query.group_by(Ledger.player_id)).all())


def deal_order(session: Session, night: Night) -> list[Seat]:
    """Return the seats dealt in to the next hand, from the dealer's left, the dealer last."""
    chips = stacks(night.id) if night.tracked else {}
    return _order(night.id, night.tracked, night.dealer_place, seats_of(session, night.id), chips)


def seat_infos(night_id: int, tracked: bool, dealer_place: int, stacks: Mapping[int, int]) -> list[SeatInfo]:
    """Return the players at the table, clockwise, then those who have left; ``stacks`` are the chips of each."""
    moves = select(Ledger.player_id, Ledger.kind, total()).where(*from_bank(night_id))
    bank = defaultdict[int, Counter[str]](Counter)
    for player_id, kind, chips in db.session.execute(moves.group_by(Ledger.player_id, Ledger.kind)):
        bank[player_id][kind] = chips
    query = select(Seat).where(Seat.night_id == night_id).order_by(Seat.left, Seat.place)
    everyone = list(db.session.scalars(query))
    order = _order(night_id, tracked, dealer_place, [seat for seat in everyone if not seat.left], stacks)
    playing = {seat.id for seat in order}
    infos = []
    for seat in everyone:
        moved = bank[seat.player_id]
        infos.append(
            SeatInfo(
                id=seat.id,
                key=seat.player.key,
                player_id=seat.player_id,
                name=seat.player.name,
                colour=colour_of(seat.player),
                initials=initials(seat.player.name),
                place=seat.place,
                stack=stacks.get(seat.player_id, 0) if tracked else None,
                bought=moved.total() - moved["cash-out"],
                cashed=-moved["cash-out"],
                sitting_out=seat.sitting_out,
                left=seat.left,
                in_play=seat.id in playing,
                dealer=bool(order) and order[-1].id == seat.id,
            )
        )
    return infos


def _order(
    night_id: int, tracked: bool, dealer_place: int, seats: Sequence[Seat], chips: Mapping[int, int]
) -> list[Seat]:
    """Return the seats in play, the dealer last; heads-up, nobody posts the big blind twice in a row."""
    playing = [seat for seat in seats if not seat.sitting_out and (not tracked or chips.get(seat.player_id, 0) > 0)]
    dealer = next((n for n, seat in enumerate(playing) if seat.place >= dealer_place), 0)
    order = [*playing[dealer + 1 :], *playing[: dealer + 1]]
    return order[::-1] if len(order) == 2 and _posted_last(night_id, order[0], dealer_place) else order


def _posted_last(night_id: int, seat: Seat, dealer_place: int) -> bool:
    """Return whether a seat posted the big blind of the last hand; False unless the deal has passed by itself since."""
    hand = last_hand(night_id)
    if hand is None or not (hand.cleared and hand.setup.get("blinds")) or hand.setup["dealer_place"] == dealer_place:
        return False
    dealt = hand.setup["seats"]
    _, big = blind_seats(len(dealt))
    given = select(Act.id).where(Act.night_id == night_id, Act.kind == "button", Act.status == "done")
    given = given.where(Act.done_at > hand.finished_at).limit(1)
    return dealt[big] == seat.id and db.session.scalar(given) is None


def from_bank(night_id: int) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions on ledger rows that moved chips from or to the bank.

    Naming the players lets the index find these few rows among the many of the hands.
    """
    players = select(Seat.player_id).where(Seat.night_id == night_id)
    account, bank = Ledger.account == "chips", Ledger.against == "bank"
    return (Ledger.night_id == night_id, Ledger.player_id.in_(players), account, bank)


def _seats_of_link() -> tuple[Select[Any], ...]:
    """Return queries for the seat of a ``link``, to be tried in this order.

    A night left open is skipped if no hand was dealt there after its player's latest night began.
    """
    link: BindParameter[str] = bindparam("link")
    dealt = select(Hand.started_at).where(Hand.night_id == Seat.night_id).order_by(Hand.number.desc()).limit(1)
    last = dealt.scalar_subquery()
    latest = case((last > Night.started_at, last), else_=Night.started_at)
    seat, person, night = aliased(Seat), aliased(Player), aliased(Night)
    began = select(func.max(night.started_at)).join(seat, seat.night_id == night.id)
    began_last = began.join(person, person.id == seat.player_id).where(person.key == link).scalar_subquery()
    over = Night.ended_at.is_not(None)
    seats = select(Seat.id).join(Player).join(Night, Night.id == Seat.night_id).where(Player.key == link)
    tonight = seats.where(or_(Night.started_at == began_last, and_(~over, latest >= began_last)))
    of_person = tonight.order_by(over, Seat.left, latest.desc(), Night.id.desc())
    return of_person.limit(1), select(Seat.id).where(Seat.key == link)


SEATS_OF_LINK = _seats_of_link()


@dataclass(frozen=True, slots=True)
class Standing:
    """A player of the night, with the number of finished hands ``dealt`` to them, and of those they won or shared.

    ``expenses`` are what they paid for others, in the smallest coin; below 0, what others paid for them.
    """

    seat: SeatInfo
    hands: int
    dealt: int
    expenses: int = 0


def standings(night_id: int, currency: str, tracked: bool, everybody: Sequence[SeatInfo]) -> list[Standing]:
    """Return the standings of everybody who has sat at the table: the largest win first, then the most hands won."""
    dealt, won = hand_counts(night_id)
    spent = expenses(db.session(), night_id) if currency else Counter[int]()
    rows = [Standing(seat, won[seat.player_id], dealt[seat.player_id], spent[seat.player_id]) for seat in everybody]
    return sorted(rows, key=lambda row: (-row.seat.net if tracked else 0, -row.hands))


def hand_counts(night_id: int) -> tuple[Counter[int], Counter[int]]:
    """Count the finished hands dealt to each player but misdeals, and those each won or shared, by player id."""
    dealt, won = Counter[int](), Counter[int]()
    hands = select(Hand.setup["players"], Hand.outcome["winners"], Hand.outcome[("why", "kind")])
    hands = hands.where(Hand.night_id == night_id, Hand.finished_at.is_not(None))
    for players, winners, why in db.session.execute(hands):
        dealt.update(players if why != MISDEALT.kind else ())
        won.update(players[seat] for seat, _ in winners or ())
    return dealt, won


def hands_played(night_id: int) -> int:
    """Count the finished hands of a night."""
    query = select(func.count()).select_from(Hand).where(Hand.night_id == night_id, Hand.finished_at.is_not(None))
    return db.session.scalar(query) or 0


#: The buy-in proposed before anybody has ever bought chips.
FIRST_BUY_IN = 100


@dataclass(frozen=True, slots=True)
class BuyIns:
    """The buy-ins of a night.

    ``bought`` are the chips of each buy-in by player id, in the order bought; chips that a player brings back to the
    table do not count. ``taken_home`` are the chips that players left with. ``usual`` is the table's usual buy-in.
    """

    bought: Mapping[int, Sequence[int]]
    taken_home: Mapping[int, int]
    usual: int

    def first(self, player_id: int) -> int:
        """Return a player's first buy-in; the usual one if they have bought nothing."""
        return self.bought[player_id][0] if player_id in self.bought else self.usual

    def last(self, player_id: int) -> int:
        """Return a player's last buy-in; the usual one if they have bought nothing."""
        return self.bought[player_id][-1] if player_id in self.bought else self.usual

    def on_return(self, player_id: int) -> int:
        """Return the chips for a player to come back with: those they left with, or the usual buy-in."""
        return self.taken_home.get(player_id, self.usual)


def buy_ins(session: Session, night_id: int, started_at: datetime) -> BuyIns:
    """Return the buy-ins of a night; before the first, the usual one is that of the latest earlier night."""
    bought, taken_home = _bought_and_taken_home(session, night_id)
    usual = _usual(bought)
    if not usual and (earlier := _night_before(session, started_at)) is not None:
        usual = _usual(_bought_and_taken_home(session, earlier)[0])
    return BuyIns(bought, taken_home, usual or FIRST_BUY_IN)


def _bought_and_taken_home(session: Session, night_id: int) -> tuple[dict[int, list[int]], dict[int, int]]:
    """Return the buy-ins of each player in the order bought, and what players have gone home with, by player id."""
    query = select(Ledger.player_id, Ledger.id, Ledger.act_id, Ledger.amount)
    query = query.where(*from_bank(night_id), Ledger.kind.in_(("buy-in", "cash-out"))).order_by(Ledger.id)
    moves: dict[tuple[int, str, int], int] = {}
    for player_id, row_id, act_id, amount in session.execute(query):
        # The rows of an undone act add up to nothing; a row from an earlier version has no act.
        move = (player_id, "row", row_id) if act_id is None else (player_id, "act", act_id)
        moves[move] = moves.get(move, 0) + amount
    bought: dict[int, list[int]] = {}
    taken_home: dict[int, int] = {}
    for (player_id, *_), chips in moves.items():
        if chips < 0:
            taken_home[player_id] = -chips
        elif chips and taken_home.pop(player_id, None) is None:
            bought.setdefault(player_id, []).append(chips)
    return bought, taken_home


def _usual(bought: Mapping[int, Sequence[int]]) -> int:
    """Return the most common first buy-in, the latest of several; 0 if nobody has bought in."""
    firsts = [chips[0] for chips in bought.values()]
    return max(reversed(firsts), key=Counter(firsts).__getitem__, default=0)


def _night_before(session: Session, started_at: datetime) -> int | None:
    """Return the latest night before this time at which chips were bought, skipping examples."""
    bought = exists().where(Seat.night_id == Night.id, Ledger.night_id == Night.id, Ledger.kind == "buy-in")
    bought = bought.where(Ledger.player_id == Seat.player_id, Ledger.account == "chips", Ledger.against == "bank")
    query = select(Night.id).where(~Night.example, Night.started_at < started_at, bought)
    return session.scalar(query.order_by(*LATEST_FIRST).limit(1))
