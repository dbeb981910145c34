"""Faults put into the app for the fuzzer of routes, some of which only a few requests one after the other come to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import pytest

from app import night as store
from app.cards.card import Card, parse_card
from app.hand.play import prompt
from app.night import asking, settle
from app.web.corrections import choices
from app.web.corrections import views as corrections
from app.web.devices import views as devices
from app.web.links import views as links

Patch = pytest.MonkeyPatch

#: The module; it has a function of that name.
sealed = import_module("app.night.sealed")


@dataclass(frozen=True)
class RouteSabotage:
    """A fault: what it is about, what its report has to say, and how it is put in.

    It is looked for in a house with these ``hands``, and most of the time at its ``endpoint``.
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


@_sabotage("a wish that is refused", "phone.buy", "anywhere", "/wish/")
def _(patch: Patch) -> None:
    patch.setattr(asking, "Problem", lambda _field, text: {"line": text}["act"])


@_sabotage("a page that stores something when it is looked at", "links.page", "anywhere", "has changed something")
def _(patch: Patch) -> None:
    page = links.links_page

    def links_page(night: store.Night, *more: Any) -> object:
        store.renew_join(night)
        return page(night, *more)

    patch.setattr(links, "links_page", links_page)


@_sabotage("a hand that pays one chip too few", "dealer.tap", "showdown", "AssertionError")
def _(patch: Patch) -> None:
    rows_of = settle.hand_rows

    def ledger_rows(live: store.LiveHand) -> list[dict[str, Any]]:
        rows = rows_of(live)
        return [{**row, "amount": row["amount"] - (row is rows[-1])} for row in rows]

    patch.setattr(settle, "hand_rows", ledger_rows)


@_sabotage("a correction with a card that is none", "corrections.change", "between", "CardError")
def _(patch: Patch) -> None:
    def read_card(form: Any, name: str) -> Card | None:
        return parse_card(form[name]) if form.get(name) else None

    for module in (choices, corrections):
        patch.setattr(module, "read_card", read_card)


@_sabotage("a sealed question that was never asked", "phone.answer", "sealed", "IndexError")
def _(patch: Patch) -> None:
    patch.setattr(sealed, "_late_reason", lambda live, question: prompt(live.states[question]).kind)


@_sabotage("a guest who is let in without a night's number", "devices.answer", "anywhere", "ValueError")
def _(patch: Patch) -> None:
    patch.setattr(devices, "whole_number", int)
