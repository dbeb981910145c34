"""The most common requests to a table, by the seats they concern."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.night.acts.money import Expense, Pay
from app.night.acts.people import Buy, ComeBack, Give, Leave, SitOut
from app.night.acts.queue import ActResult, do
from app.night.acts.requests import seat_name
from app.night.acts.table import PlayFor
from app.night.models import Night


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


def play_for(night: Night, currency: str, worth: int, chips: Sequence[Mapping[str, Any]]) -> ActResult:
    return do(night, PlayFor(currency, worth, tuple(chips)))


def move_cash(night: Night, seat_id: int, amount: int) -> ActResult:
    return do(night, Pay(seat_id, seat_name(night, seat_id), amount))


def share_expense(night: Night, seat_id: int, what: str, amount: int, shared: Sequence[int]) -> ActResult:
    names = tuple(seat_name(night, seat) for seat in shared)
    return do(night, Expense(seat_id, seat_name(night, seat_id), what, amount, tuple(shared), names))
