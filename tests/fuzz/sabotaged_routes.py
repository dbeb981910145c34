"""Faults to put into the app for the routes fuzzer, some of which take several requests in a row to reach."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

import pytest
from markupsafe import Markup

from app.address import Address
from app.cards.card import Card, parse_card
from app.hand.play import prompt
from app.hand.state import State
from app.night.access.grants import Access
from app.night.access.rights import PROGRAMS, Rights
from app.night.acts import requests as asking
from app.night.links import night_id_of_link, renew_code
from app.night.log import sealing
from app.night.log.replay import LiveHand
from app.night.models import Night
from app.night.people.seats import SeatInfo
from app.night.play import settle, taps
from app.web import api, devices, join, links, live, people
from app.web.corrections import page as correction_page
from app.web.corrections import views as corrections
from app.web.dealer import views as dealer
from app.web.http import gate
from app.web.http.gate import Who
from app.web.table.board import SeatCards

Patch = pytest.MonkeyPatch

#: Import the module by name: it has a function of the same name.
sealed = import_module("app.night.play.taps")


@dataclass(frozen=True)
class RouteSabotage:
    """A fault in a route.

    ``endpoint``: the endpoint to try most of the time. ``hands``: the hands of the club. ``reported``: text that the
    report must contain. ``commit``: puts the fault in.
    """

    about: str
    endpoint: str
    hands: tuple[str, ...]
    reported: str
    commit: Callable[[Patch], None]

    def __str__(self) -> str:
        return self.about


ROUTE_SABOTAGES: list[RouteSabotage] = []


def _sabotage(about: str, endpoint: str, hand: str, reported: str) -> Callable[[Callable[[Patch], None]], None]:
    def add(commit: Callable[[Patch], None]) -> None:
        ROUTE_SABOTAGES.append(RouteSabotage(about, endpoint, (hand,), reported, commit))

    return add


@_sabotage("a refused request from a phone", "phone.buy", "anywhere", "/wish/")
def _(patch: Patch) -> None:
    patch.setattr(asking, "Problem", lambda _field, text: {"line": text}["act"])


@_sabotage("a page that stores something on GET", "links.page", "anywhere", "changed something")
def _(patch: Patch) -> None:
    linked = links.phone_links

    def phone_links(server: Address, night: Night, *more: Any) -> object:
        renew_code(night, "join_code")
        return linked(server, night, *more)

    patch.setattr(links, "phone_links", phone_links)


@_sabotage("a hand that pays one chip too few", "dealer.tap", "showdown", "AssertionError")
def _(patch: Patch) -> None:
    rows_of = settle.hand_rows

    def ledger_rows(live: LiveHand) -> list[dict[str, Any]]:
        rows = rows_of(live)
        return [{**row, "amount": row["amount"] - (row is rows[-1])} for row in rows]

    patch.setattr(settle, "hand_rows", ledger_rows)


@_sabotage("a correction with an invalid card", "corrections.change", "between", "CardError")
def _(patch: Patch) -> None:
    def read_card(form: Any, name: str) -> Card | None:
        return parse_card(form[name]) if form.get(name) else None

    for module in (correction_page, corrections):
        patch.setattr(module, "read_card", read_card)


@_sabotage("a sealed question that was never asked", "phone.answer", "sealed", "IndexError")
def _(patch: Patch) -> None:
    patch.setattr(sealed, "_closed_reason", lambda live, question: prompt(live.states[question]).kind)


@_sabotage("a guest admitted without the number of a night", "devices.answer", "anywhere", "ValueError")
def _(patch: Patch) -> None:
    patch.setattr(devices, "whole_number", int)


@_sabotage("a host's page open to all", "devices.page", "anywhere", "let in a person without the right")
def _(patch: Patch) -> None:
    patch.setattr(devices.blueprint, "who", Who.ANYBODY)


@_sabotage("the people page open to all", "people.page", "anywhere", "let in a person without the right")
def _(patch: Patch) -> None:
    patch.setattr(people.blueprint, "who", Who.ANYBODY)


@_sabotage("unclaimed phones open to all", "phone.page", "anywhere", "let in a person without the right")
def _(patch: Patch) -> None:
    patch.setattr(Access, "holds", True)


@_sabotage(
    "a phone's stream open to anyone with the link", "live.stream", "anywhere", "let in a person without the right"
)
def _(patch: Patch) -> None:
    def follow(key: str, _token: str) -> object:
        return night_id_of_link(key)

    patch.setattr(live, "night_to_follow", follow)


@_sabotage("a signed-out dealer who can still deal", "dealer.table", "anywhere", "let in a person without the right")
def _(patch: Patch) -> None:
    patch.setattr(Rights, "may_deal", lambda *_: True)


@_sabotage("a sealed answer shown in the log", "dealer.table", "sealed", "leaked a sealed answer")
def _(patch: Patch) -> None:
    patch.setattr(sealing, "_unread", lambda line: line)


@_sabotage("a response that gives a sealed answer away", "dealer.tap", "sealed", "leaked a sealed answer")
def _(patch: Patch) -> None:
    def post(hand_id: int, seen: int, lines: Sequence[str], leaving: Collection[int]) -> object:
        return taps.append_planned(hand_id, lambda live: taps._plan_tap(live, seen, taps.normal_lines(lines), leaving))

    patch.setattr(dealer, "post", post)
    patch.setattr(taps, "entered_by_dealer", lambda _: True)


@_sabotage("a dealer's addresses open to any program", "api.movements", "sealed", "let in a person without the right")
def _(patch: Patch) -> None:
    patch.setitem(gate._PROGRAMS, Who.DEALER_PROGRAM, PROGRAMS)


@_sabotage("a program's table with all sealed answers", "api.table", "sealed", "leaked a sealed answer")
def _(patch: Patch) -> None:
    drawn = api._player

    def player(cards: SeatCards, state: State) -> dict[str, Any]:
        return {**drawn(cards), "declared": state.players[cards.view.seat].declared}

    hand = api._hand

    def hand_with_declared(live: LiveHand, *more: Any) -> dict[str, Any]:
        patch.setattr(api, "_player", lambda cards: player(cards, live.state))
        return hand(live, *more)

    patch.setattr(api, "_hand", hand_with_declared)


@_sabotage("a name as markup", "links.page", "anywhere", "contains a name or text as markup")
def _(patch: Patch) -> None:
    linked = links.phone_links

    def phone_links(server: Address, night: Night, seats: Sequence[SeatInfo]) -> object:
        return linked(server, night, [replace(seat, name=Markup(seat.name)) for seat in seats])

    patch.setattr(links, "phone_links", phone_links)


@_sabotage("typed text as markup", "join.ask", "anywhere", "contains a name or text as markup")
def _(patch: Patch) -> None:
    read = join.read_seat

    def read_seat(form: Any, **more: bool) -> object:
        typed = read(form, **more)
        return replace(typed, new=Markup(typed.new))

    patch.setattr(join, "read_seat", read_seat)
