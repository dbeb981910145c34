"""Acts on players: join, buy chips, give chips, pay outside the pots, sit out, leave, and change places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from sqlalchemy import select

from app.cards.card import RANKS, parse_card, rank_of, suit_of
from app.dataclass import dataclass
from app.night import models
from app.night.access.grants import claim_with_seat, release_with_seat
from app.night.acts.act import Act, ActError, Change, Coins, SeatId, valid
from app.night.ledger import stack_of
from app.night.models import Hand, Ledger, Seat
from app.night.people.roster import avoid_same_colour, find_or_add_person, link_digest
from app.night.people.seats import seats_of
from app.night.validation import MAX_SEATS, Problem, check_chips, clean_name
from app.text import listing, sentence

_SUITS = "♣♦♥♠"

FULL = f"there are {MAX_SEATS} seats, and all are taken"


@dataclass(frozen=True, slots=True)
class Join(Act):
    """A person who sits down and buys chips: in their old seat if they had one, else at the end, or at a ``place``."""

    kind = "join"

    name: str
    chips: int = 0
    place: int | None = None

    def perform(self, change: Change) -> None:
        session, night = change.session, change.night
        cleaned = valid(clean_name(self.name))
        valid(check_chips(self.chips, "buy_in"))
        seats = seats_of(session, night.id)
        if len(seats) >= MAX_SEATS:
            raise ActError("name", FULL)
        player = find_or_add_person(session, night, cleaned)
        if isinstance(player, Problem):
            raise ActError("name", player.text)
        if any(seat.player_id == player.id for seat in seats):
            raise ActError("name", f"{player.name} has a seat already")
        avoid_same_colour(player, [seat.player for seat in seats])
        self._take_seat(change, player.id)
        change.move(player.id, "buy-in", self.chips, "bank")
        change.notes["link"] = link_digest(player.key)
        change.notes["device"] = claim_with_seat(session, change.act_id, player.id)

    def _take_seat(self, change: Change, player_id: int) -> None:
        """Give a player a seat. The gaps of players who have left count as places, and shift with the rest."""
        session, night = change.session, change.night
        everyone = list(session.scalars(select(Seat).where(Seat.night_id == night.id)))
        own = next((seat for seat in everyone if seat.player_id == player_id), None)
        others = [seat for seat in everyone if seat is not own]
        end = max((seat.place for seat in others), default=-1) + 1
        if own is None:
            # A new seat starts as a gap, and becomes one again if the act is undone: its id stays in the log.
            own = Seat(night_id=night.id, player_id=player_id, place=end, left=True)
            session.add(own)
            session.flush()
        place = own.place if self.place is None else min(max(self.place, 0), end)
        _make_room(change, place, others)
        change.set(own, place=place, left=False, sitting_out=False)
        session.flush()

    def undo(self, change: Change) -> None:
        """Release the device that claimed the link with the seat; refuse if the player has played since."""
        session, night_id = change.session, change.night.id
        stored = session.get_one(models.Act, change.act_id)
        assert stored.seat_id is not None
        seat = session.get_one(Seat, stored.seat_id)
        moved = select(Ledger.id).where(Ledger.night_id == night_id, Ledger.player_id == seat.player_id)
        hands = session.scalars(select(Hand.setup).where(Hand.night_id == night_id, Hand.started_at > stored.done_at))
        if session.scalar(moved.where(Ledger.act_id > change.act_id).limit(1)) is not None or any(
            seat.id in setup["seats"] for setup in hands
        ):
            raise ActError("seat", f"{self.name} has played since")
        release_with_seat(session, change.notes.get("device"), seat.player_id)

    def line(self, coins: Coins = str) -> str:
        return f"{self.name} sits down" + (f" with {self.chips}" if self.chips else "")

    def brief(self, coins: Coins = str) -> str:
        return f"{self.name} joins"


@dataclass(frozen=True, slots=True)
class Buy(Act):
    """A player's purchase of more chips."""

    kind = "buy"

    seat: SeatId
    name: str = field(compare=False)
    chips: int

    def perform(self, change: Change) -> None:
        valid(check_chips(self.chips, "buy_in", 1))
        seat = change.seat(self.seat)
        change.move(seat.player_id, "buy-in", self.chips, "bank")

    def line(self, coins: Coins = str) -> str:
        return f"{self.name} buys {self.chips}"


@dataclass(frozen=True, slots=True)
class Give(Act):
    """Chips that a player hands to another, the ``receiver`` in the seat ``to``.

    ``owed``: their value is settled with everything else; otherwise they were paid for on the spot, or are a gift.
    """

    kind = "give"

    seat: SeatId
    name: str = field(compare=False)
    to: SeatId
    receiver: str = field(compare=False)
    chips: int
    owed: bool = True

    def perform(self, change: Change) -> None:
        session, night = change.session, change.night
        valid(check_chips(self.chips, "give", 1))
        giver = change.seat(self.seat)
        if self.to == self.seat:
            raise ActError("give", "choose another player at the table")
        if all(seat.id != self.to for seat in seats_of(session, night.id)):
            raise ActError("give", f"{self.receiver} has left, or will have by then")
        receiver = change.seat(self.to)
        if night.tracked and (stack := stack_of(session, night.id, giver.player_id)) < self.chips:
            raise ActError("give", f"{self.name} has only {stack}")
        # The transfer goes through the bank: the giver then bought fewer chips, the receiver more.
        change.move(giver.player_id, "transfer", -self.chips, "bank", against_id=receiver.player_id)
        change.move(receiver.player_id, "transfer", self.chips, "bank", against_id=giver.player_id)
        if not self.owed:
            # Cancel what the receiver would owe for these chips in the end.
            change.owe(giver.player_id, receiver.player_id, self.chips * night.worth, "transfer")

    def line(self, coins: Coins = str) -> str:
        return f"{self.name} {'lends' if self.owed else 'gives'} {self.receiver} {self.chips}"


@dataclass(frozen=True, slots=True)
class SidePayment(Act):
    """A payment of ``chips`` to a player from each of the seats ``payers``, outside the pots; ``why`` in a word.

    Chips paid count as lost, chips received as won. ``names`` are those of the payers; ``everybody``: all other players
    dealt in pay. Payers are not compared: a repeated form is the same act, even if some have paid their last chips.
    """

    kind = "side"
    parallel = ("payers", "names")

    seat: SeatId
    name: str = field(compare=False)
    chips: int
    payers: tuple[SeatId, ...] = field(compare=False)
    names: tuple[str, ...] = field(compare=False)
    why: str = ""
    everybody: bool = False

    def perform(self, change: Change) -> None:
        session, night = change.session, change.night
        valid(check_chips(self.chips, "side", 1))
        if not night.tracked:
            raise ActError("side", "the table counts its own chips: hand them over")
        receiver = change.seat(self.seat)
        if not self.payers or self.seat in self.payers or len(set(self.payers)) < len(self.payers):
            raise ActError("side", "choose other players at the table, each once")
        for seat_id in self.payers:
            payer = change.seat(seat_id)
            if (stack := stack_of(session, night.id, payer.player_id)) < self.chips:
                raise ActError("side", f"{payer.player.name} has only {stack}")
            change.move(payer.player_id, "side", -self.chips, "side", against_id=receiver.player_id)
            change.move(receiver.player_id, "side", self.chips, "side", against_id=payer.player_id)

    def line(self, coins: Coins = str) -> str:
        return sentence(self.brief()) if self.everybody else self.brief()

    def brief(self, coins: Coins = str) -> str:
        paid = f"{self.name} {self.chips}" + (f" for {self.why}" if self.why else "")
        if self.everybody:
            return f"everybody pays {paid}"
        # A file may hold one that was refused, since nobody was chosen to pay.
        return f"{listing(self.names or ('Nobody',))} {'pay' if len(self.names) > 1 else 'pays'} {paid}"


@dataclass(frozen=True, slots=True)
class SitOut(Act):
    """A player's break: no cards until they come back."""

    kind = "sit-out"

    seat: SeatId
    name: str

    def perform(self, change: Change) -> None:
        change.set(change.seat(self.seat), sitting_out=True)

    def line(self, coins: Coins = str) -> str:
        return f"{self.name} sits out"


@dataclass(frozen=True, slots=True)
class ComeBack(Act):
    """A player's return from sitting out."""

    kind = "come-back"

    seat: SeatId
    name: str

    def perform(self, change: Change) -> None:
        change.set(change.seat(self.seat), sitting_out=False)

    def line(self, coins: Coins = str) -> str:
        return f"{self.name} is back"


def _make_room(change: Change, place: int, others: Sequence[Seat]) -> None:
    """Shift the other seats of a night, gaps included, from a place on if that place is taken."""
    if all(other.place != place for other in others):
        return
    for other in others:
        if other.place >= place:
            change.set(other, place=other.place + 1)
    if change.night.dealer_place >= place:
        change.set(change.night, dealer_place=change.night.dealer_place + 1)


@dataclass(frozen=True, slots=True)
class Leave(Act):
    """A player who cashes out. The seat stays as a gap, so that the deal passes as it would have.

    ``now``: their hand is folded when their turn comes. If the table counts its own chips, their final stack is
    counted, now or later.
    """

    kind = "leave"
    supersedes = ("seat",)

    seat: SeatId
    name: str
    now: bool = False

    def perform(self, change: Change) -> None:
        seat = change.seat(self.seat)
        change.set(seat, left=True, sitting_out=False)
        if change.night.tracked:
            stack = stack_of(change.session, change.night.id, seat.player_id)
            change.move(seat.player_id, "cash-out", -stack, "bank")

    def undo(self, change: Change) -> None:
        """Make room if somebody else now sits at the place; refuse if the table has filled up since."""
        session, night = change.session, change.night
        if len(seats_of(session, night.id)) >= MAX_SEATS:
            raise ActError("seat", FULL)
        place = session.get_one(Seat, self.seat).place
        others = session.scalars(select(Seat).where(Seat.night_id == night.id, Seat.id != self.seat)).all()
        # A Change of its own: these rows are not among those being restored.
        _make_room(Change(session, night, change.act_id), place, others)

    def line(self, coins: Coins = str) -> str:
        return f"{self.name} leaves"


@dataclass(frozen=True, slots=True)
class Rearrange(Act):
    """A new order of the ``seats``, clockwise, with the names of their players; ``drawn`` by lot.

    Players who have come since the act was entered sit after them; players who have left are skipped. The button stays
    with its player.
    """

    kind = "rearrange"
    supersedes = ()

    seats: tuple[SeatId, ...]
    names: tuple[str, ...] = field(default=(), compare=False)
    drawn: bool = False

    def perform(self, change: Change) -> None:
        session, night = change.session, change.night
        if self.drawn:
            _check_nothing_dealt(change)
        seats = seats_of(session, night.id)
        everyone = set(session.scalars(select(Seat.id).where(Seat.night_id == night.id)))
        if len(set(self.seats)) < len(self.seats) or not everyone.issuperset(self.seats) or not self.seats:
            raise ActError("order", "name every seat once")
        here = {seat.id: seat for seat in seats}
        order = [here[seat_id] for seat_id in self.seats if seat_id in here]
        order += [seat for seat in seats if seat not in order]
        dealer = next((seat for seat in seats if seat.place >= night.dealer_place), seats[0] if seats else None)
        for place, seat in enumerate(order):
            change.set(seat, place=place)
        if dealer is not None and dealer.place != night.dealer_place:
            change.set(night, dealer_place=dealer.place)

    def undo(self, change: Change) -> None:
        """Refuse if somebody has joined since: they had no place in the old order."""
        done_at = change.session.get_one(models.Act, change.act_id).done_at
        joined = select(models.Act.id).where(models.Act.night_id == change.night.id, models.Act.kind == Join.kind)
        joined = joined.where(models.Act.status == "done", models.Act.done_at > done_at)
        if change.session.scalar(joined.limit(1)) is not None:
            raise ActError("order", "somebody has joined since")

    def line(self, coins: Coins = str) -> str:
        how = "Drawn seats" if self.drawn else "The seats"
        return f"{how}, clockwise: {', '.join(self.names)}" if self.names else "The seats change"

    def brief(self, coins: Coins = str) -> str:
        return "new seats"


@dataclass(frozen=True, slots=True)
class Button(Act):
    """The dealer's button, given to the player at a ``place``, or in a ``seat`` wherever it is by then.

    If the deal was cut for, ``names`` are the players who cut, and ``cards`` what each of them drew.
    """

    kind = "button"
    supersedes = ()

    place: int
    name: str = field(compare=False)
    seat: SeatId | None = None
    names: tuple[str, ...] = field(default=(), compare=False)
    cards: tuple[str, ...] = ()

    @property
    def drawn(self) -> bool:
        """Whether the deal was cut for."""
        return bool(self.cards)

    def perform(self, change: Change) -> None:
        if self.drawn:
            _check_nothing_dealt(change)
        seats = seats_of(change.session, change.night.id)
        chosen = (seat for seat in seats if (seat.place == self.place if self.seat is None else seat.id == self.seat))
        seat = next(chosen, None)
        if seat is None:
            raise ActError("place", "nobody sits there")
        change.set(change.night, dealer_place=seat.place)

    def line(self, coins: Coins = str) -> str:
        if not self.drawn:
            return f"{self.name} gets the dealer's button"
        drew = zip(self.names, map(parse_card, self.cards), strict=False)
        cut = [
            f"{name}\N{NO-BREAK SPACE}{RANKS[rank_of(card)].replace('T', '10')}{_SUITS[suit_of(card)]}"
            for name, card in drew
        ]
        return f"Cut for the deal: {', '.join(cut)}. {self.name} deals"

    def brief(self, coins: Coins = str) -> str:
        return f"{self.name} deals"


def _check_nothing_dealt(change: Change) -> None:
    if change.session.scalar(select(Hand.id).where(Hand.night_id == change.night.id).limit(1)) is not None:
        raise ActError("order", "the first hand has been dealt")
