"""An act that is impossible at the table is refused with the reason, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from flask import Flask

from app.games.house import Stakes
from app.night.acts import queue
from app.night.acts.act import Act
from app.night.acts.money import Count, Expense, Pay, SplitPot
from app.night.acts.people import Button, Buy, Give, Leave, Rearrange, SidePayment, SitOut
from app.night.acts.settling import Paid, Settle
from app.night.acts.stored import Undo
from app.night.acts.table import PlayFor
from app.night.models import Night
from app.night.nights import start_night
from app.night.people import seats
from app.night.play import call
from app.night.validation import Problem
from tests.night.acts.test_undo import enter, everything
from tests.night.table import begin, deal, everyone_folds, seat
from tests.seating import add_player

#: An act by the ids of the seats, and the field and reason of its refusal. Cy has left; Zoe sits at another night.
REFUSED: dict[str, tuple[Callable[[Mapping[str, int]], Act], str, str]] = {
    "count somebody who has cashed out": (
        lambda ids: Count(ids["Cy"], "Cy", 50), "seat", "Cy has left with their chips"),
    "count somebody at another night": (
        lambda ids: Count(ids["Zoe"], "Zoe", 50), "seat", "nobody sat there tonight"),
    "buy chips after leaving": (lambda ids: Buy(ids["Cy"], "Cy", 50), "seat", "Cy has left, or will have by then"),
    "buy no chips": (lambda ids: Buy(ids["Ann"], "Ann", 0), "buy_in", "at least 1 chip"),
    "sit out at another night": (lambda ids: SitOut(ids["Zoe"], "Zoe"), "seat", "nobody sits there"),
    "be paid by oneself": (
        lambda ids: SidePayment(ids["Ann"], "Ann", 2, (ids["Ann"],), ("Ann",)),
        "side", "choose other players at the table, each once"),
    "be paid by nobody": (
        lambda ids: SidePayment(ids["Ann"], "Ann", 2, (), ()), "side", "choose other players at the table, each once"),
    "be paid twice by one player": (
        lambda ids: SidePayment(ids["Ann"], "Ann", 2, (ids["Bob"], ids["Bob"]), ("Bob", "Bob")),
        "side", "choose other players at the table, each once"),
    "be paid more than a player has": (
        lambda ids: SidePayment(ids["Ann"], "Ann", 101, (ids["Bob"],), ("Bob",)), "side", "Bob has only 100"),
    "give chips to another night": (
        lambda ids: Give(ids["Ann"], "Ann", ids["Zoe"], "Zoe", 10), "give", "Zoe has left, or will have by then"),
    "pay for nobody": (
        lambda ids: Expense(ids["Ann"], "Ann", "pizza", 900, (), ()), "shared", "say who shares it"),
    "share with another night": (
        lambda ids: Expense(ids["Ann"], "Ann", "pizza", 900, (ids["Zoe"],), ("Zoe",)),
        "seat", "nobody sat there tonight"),
    "pay nothing into the box": (lambda ids: Pay(ids["Ann"], "Ann", 0), "amount", "give an amount"),
    "split an empty pot": (lambda ids: SplitPot(0), "pot", "no chips are left in the pot"),
    "seat a player twice": (
        lambda ids: Rearrange((ids["Ann"], ids["Bob"], ids["Ann"])), "order", "name every seat once"),
    "seat a player of another night": (
        lambda ids: Rearrange((ids["Ann"], ids["Bob"], ids["Zoe"])), "order", "name every seat once"),
    "seat nobody": (lambda ids: Rearrange(()), "order", "name every seat once"),
    "draw seats after the first hand": (
        lambda ids: Rearrange((ids["Ann"], ids["Bob"]), drawn=True), "order", "the first hand has been dealt"),
    "cut for the deal after the first hand": (
        lambda ids: Button(0, "Ann", ids["Ann"], ("Ann", "Bob"), ("Ks", "2c")),
        "order", "the first hand has been dealt"),
    "give the button to an empty place": (lambda ids: Button(7, "Gus"), "place", "nobody sits there"),
    "give the button to a player who has left": (
        lambda ids: Button(0, "Cy", ids["Cy"]), "place", "nobody sits there"),
    "settle through somebody at another night": (
        lambda ids: Settle(True, ids["Zoe"], "Zoe"), "bank", "nobody sat there tonight"),
    "pay what nobody owes": (lambda ids: Paid(99, "Ann", "Bob", 10), "transfer", "there is no such payment"),
    "undo what nobody did": (lambda ids: Undo(99), "act", "it has already been undone"),
}  # fmt: skip


@pytest.fixture
def friday(app: Flask) -> Night:
    """Return a night for money after its first hand, with 100 chips each for Ann and Bob."""
    night = begin()
    enter(night, PlayFor("EUR", 10))
    everyone_folds(deal(night))
    call.next_hand(night)
    enter(night, Leave(seat(night, "Cy").id, "Cy"))
    for name in ("Ann", "Bob"):
        enter(night, Count(seat(night, name).id, name, 100))
    return night


@pytest.mark.parametrize("case", REFUSED)
def test_an_impossible_act_is_refused(friday: Night, case: str) -> None:
    ids = {info.name: info.id for info in seats.seats(friday, with_left=True)}
    other = start_night("Saturday", Stakes(), {}, True)
    assert isinstance(other, Night)
    add_player(other, "Zoe", 100)
    ids["Zoe"] = seat(other, "Zoe").id
    act, field, reason = REFUSED[case]
    before = everything(friday)
    assert queue.do(friday, act(ids)) == Problem(field, reason)
    assert everything(friday) == before
