"""The most common requests to a table, by the seats they concern."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from app.night.acts.money import Count, Expense, Pay, SplitPot
from app.night.acts.people import Button, Buy, ComeBack, Give, Leave, SitOut
from app.night.acts.queue import ActResult, do
from app.night.acts.requests import enter_counts, seat_name
from app.night.acts.settling import Settle
from app.night.acts.table import PlayFor
from app.night.models import Night
from app.night.people.seats import seats
from app.night.validation import Problem


def buy_in(night: Night, seat_id: int, amount: int, *, by: str = "", ask: bool = False, form: str = "") -> ActResult:
    return do(night, Buy(seat_id, seat_name(night, seat_id), amount), by=by, ask=ask, form=form)


def give_chips(night: Night, seat_id: int, to: int, chips: int, *, owed: bool = True) -> ActResult:
    return do(night, Give(seat_id, seat_name(night, seat_id), to, seat_name(night, to), chips, owed))


def leave(night: Night, seat_id: int, *, now: bool = False) -> ActResult:
    return do(night, Leave(seat_id, seat_name(night, seat_id), now))


def sit_out(night: Night, seat_id: int, *, by: str = "", ask: bool = False) -> ActResult:
    return do(night, SitOut(seat_id, seat_name(night, seat_id)), by=by, ask=ask)


def come_back(night: Night, seat_id: int) -> ActResult:
    return do(night, ComeBack(seat_id, seat_name(night, seat_id)))


def set_dealer(night: Night, place: int) -> ActResult:
    """Give the dealer's button to the seat at this place."""
    name, seat_id = next(((seat.name, seat.id) for seat in seats(night) if seat.place == place), ("", None))
    return do(night, Button(place, name, seat_id))


def play_for(night: Night, currency: str, worth: int, chips: Sequence[Mapping[str, Any]]) -> ActResult:
    return do(night, PlayFor(currency, worth, tuple(chips)))


def move_cash(night: Night, seat_id: int, amount: int) -> ActResult:
    return do(night, Pay(seat_id, seat_name(night, seat_id), amount))


def share_expense(night: Night, seat_id: int, what: str, amount: int, shared: Sequence[int]) -> ActResult:
    names = tuple(seat_name(night, seat) for seat in shared)
    return do(night, Expense(seat_id, seat_name(night, seat_id), what, amount, tuple(shared), names))


class Counted(NamedTuple):
    """A counted stack, and Upcard's figure at the time; None if unknown."""

    seat: int
    chips: int
    had: int | None


def accept_counts(night: Night, counts: Sequence[Counted], why: str) -> Problem | None:
    result = enter_counts(night, _counts(night, counts, why))
    return result if isinstance(result, Problem) else None


def settle_up(
    night: Night, counts: Sequence[Counted], why: str = "", *, through: bool = False, bank: int | None = None
) -> ActResult | None:
    return enter_counts(night, _counts(night, counts, why), Settle(through, bank, seat_name(night, bank or 0)))


def _counts(night: Night, counts: Sequence[Counted], why: str) -> list[Count]:
    return [Count(seat, seat_name(night, seat), chips, why, had) for seat, chips, had in counts]


def sell_chips(night: Night, seat_id: int, chips: int, cash: int) -> ActResult:
    name = seat_name(night, seat_id)
    return do(night, Buy(seat_id, name, chips), *([Pay(seat_id, name, cash)] if cash else []))


def split_pot(night: Night) -> ActResult:
    return do(night, SplitPot(night.carried))
