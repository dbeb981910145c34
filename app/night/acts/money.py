"""Acts on money: count stacks, share an expense, put cash in the box, split a pot left over."""

from __future__ import annotations

from dataclasses import field

from app.dataclass import dataclass
from app.money.amounts import MAX_MONEY
from app.night.acts.act import Act, ActError, Change, Coins, SeatId, valid
from app.night.ledger import left_in_pot, stack_of
from app.night.models import Night
from app.night.people.seats import seats_of
from app.night.validation import check_chips
from app.text import counted, listing


@dataclass(frozen=True, slots=True)
class Count(Act):
    """The count of a player's stack. ``why`` is given if a difference is accepted.

    ``had`` is Upcard's figure at the count: the count is refused if that has changed since.
    """

    kind = "count"
    after_end = True
    during_hand = False

    seat: SeatId
    name: str = field(compare=False)
    chips: int
    why: str = ""
    had: int | None = None

    def perform(self, change: Change) -> None:
        session, night = change.session, change.night
        valid(check_chips(self.chips, "chips"))
        seat = change.seat(self.seat, left=True)
        stack = stack_of(session, night.id, seat.player_id)
        if seat.left and night.tracked and not stack:
            raise ActError("seat", f"{self.name} has left with their chips")
        if self.had is not None and self.had != stack:
            raise ActError("had", f"{self.name} has {stack} now: count again")
        change.move(seat.player_id, "count", self.chips - stack, "count")

    def line(self, coins: Coins = str) -> str:
        return f"{self.name} has {self.chips} by count" + (f": {self.why}" if self.why else "")


@dataclass(frozen=True, slots=True)
class Tally(Act):
    """The count of several players' ``seats``, whose ``stacks`` are all as Upcard has them."""

    kind = "tally"
    after_end = True
    during_hand = False
    parallel = ("seats", "stacks")

    seats: tuple[SeatId, ...]
    stacks: tuple[int, ...]

    def perform(self, change: Change) -> None:
        for seat_id, stack in zip(self.seats, self.stacks, strict=True):
            seat = change.seat(seat_id, left=True)
            if stack_of(change.session, change.night.id, seat.player_id) != stack:
                raise ActError("had", f"{seat.player.name} does not have {stack} any more: count again")

    def line(self, coins: Coins = str) -> str:
        return f"{counted(len(self.seats), 'stack')} counted: as Upcard has them"


@dataclass(frozen=True, slots=True)
class Expense(Act):
    """An expense paid by one player and shared by the seats ``shared``, to the coin.

    ``sharers`` are the names of the players who share it.
    """

    kind = "expense"
    after_end = True
    parallel = ("shared", "sharers")

    seat: SeatId
    name: str = field(compare=False)
    what: str
    amount: int
    shared: tuple[SeatId, ...]
    sharers: tuple[str, ...] = field(compare=False)

    def perform(self, change: Change) -> None:
        _check_amount(change.night, self.amount)
        payer, *sharing = (change.seat(seat_id, left=True).player_id for seat_id in (self.seat, *self.shared))
        if not sharing:
            raise ActError("shared", "say who shares it")
        change.move(payer, "expense", self.amount, "expense", account="purse")
        change.share(sharing, "expense", -self.amount, "expense", account="purse")

    def line(self, coins: Coins = str) -> str:
        shared = f", shared by {listing(self.sharers)}" if self.sharers else ""
        return f"{self.name} pays {coins(self.amount)}" + (f" for {self.what}" if self.what else "") + shared


@dataclass(frozen=True, slots=True)
class Pay(Act):
    """Cash that a player puts into the box for chips, or takes from it if ``amount`` is below 0."""

    kind = "pay"
    after_end = True

    seat: SeatId
    name: str = field(compare=False)
    amount: int

    def perform(self, change: Change) -> None:
        _check_amount(change.night, abs(self.amount))
        seat = change.seat(self.seat, left=True)
        change.move(seat.player_id, "payment", self.amount, "box", account="purse")

    def line(self, coins: Coins = str) -> str:
        if self.amount < 0:
            return f"{self.name} takes {coins(-self.amount)} from the box"
        return f"{self.name} pays {coins(self.amount)} into the box"


@dataclass(frozen=True, slots=True)
class SplitPot(Act):
    """The chips left in the pot when the night ends go to the players at the table, as evenly as possible.

    Odd chips go to the first players from the dealer's left. ``chips`` is not compared, so a repeated form is the same
    act and finds none left.
    """

    kind = "split-pot"
    after_end = True
    during_hand = False

    chips: int = field(compare=False)

    def perform(self, change: Change) -> None:
        session, night = change.session, change.night
        left, seats = left_in_pot(session, night.id), seats_of(session, night.id)
        if not left or not seats:
            raise ActError("pot", "no chips are left in the pot")
        order = sorted(seats, key=lambda seat: (seat.place <= night.dealer_place, seat.place))
        change.share([seat.player_id for seat in order], "award", left, "pot")
        change.set(night, carried=0)

    def line(self, coins: Coins = str) -> str:
        return f"The {counted(self.chips, 'chip')} left in the pot {'is' if self.chips == 1 else 'are'} shared out"


def _check_amount(night: Night, amount: int) -> None:
    if not night.currency:
        raise ActError("amount", "this night is played for chips alone")
    if not 0 < amount <= MAX_MONEY:
        raise ActError("amount", "give an amount")
