"""Open cards are put into words and rendered once per change; sealed answers, once per viewer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask, template_rendered
from jinja2 import Template

from app.hand.state import State
from app.hand.view import TELEVISION, Viewer
from app.money.chipset import ChipValue
from app.web.table.board import DrawnHand, drawn_for
from tests.hand.at_table import after, hand
from tests.web.phone.phones import answer, deal_to_question, phone_page
from tests.web.tables import Table

Deal = Callable[..., Table]

OTHER = "phone/_other.html"


class SomeTable:
    """A stand-in for a night's table at one version."""


@pytest.fixture
def open_hand() -> State:
    return after(hand("five-card-stud", (100, 100, 100)), "d dh p1 ??Kh, d dh p2 ??Tc, d dh p3 ??2s")


def show(seat: int | None, table: object, state: State) -> DrawnHand:
    viewer = TELEVISION if seat is None else Viewer("player", seat)
    return drawn_for(viewer, table, state, lambda: state, ChipValue())


@contextmanager
def drawings(app: Flask, name: str) -> Iterator[list[str]]:
    """Yield a list that grows by the player of each seat that a template renders."""
    rendered: list[str] = []

    def listen(_app: Flask, template: Template, context: dict[str, Any], **_more: object) -> None:
        if template.name == name:
            rendered.append(context["hand"].view.name)

    with template_rendered.connected_to(listen, app):
        yield rendered


def test_phones_and_televisions_share_an_open_hand(open_hand: State) -> None:
    table = SomeTable()
    assert show(None, table, open_hand) is show(0, table, open_hand) is show(2, table, open_hand)


def test_another_state_or_table_is_not_shared(open_hand: State) -> None:
    table = SomeTable()
    before = show(0, table, open_hand)
    later = show(0, table, after(open_hand, "p1 cbr 2"))
    assert (before.board.view.pot, later.board.view.pot) == (3, 5)
    assert show(0, SomeTable(), open_hand) is not before


def test_a_sealed_answer_is_shown_only_to_its_player(deal: Deal) -> None:
    asked = deal_to_question(deal)
    assert answer(asked, "Ann", "p1 declare high").status_code == 200
    table, state = SomeTable(), asked.live.state
    for seat, answers in ((None, [None] * 3), (0, ["high", None, None]), (1, [None] * 3), (None, [None] * 3)):
        assert [own.view.answer and own.view.answer.word for own in show(seat, table, state).board.seats] == answers


def test_each_seat_is_rendered_once_after_a_tap(deal: Deal, app: Flask) -> None:
    table = deal("five-card-stud")
    for name in ("Ann", "Bob", "Cy"):
        phone_page(table, name)  # claims the phone
    for line in ("d dh p1 ??Kh", "d dh p2 ??Tc"):
        table.enter(line)
        with drawings(app, OTHER) as rendered:
            pages = [
                phone_page(table, name, **{"HX-Request": "true"}) for name in ("Ann", "Bob", "Cy", "Ann", "Bob", "Cy")
            ]
        assert sorted(rendered) == ["Ann", "Bob", "Cy"]
        assert all(page.count("King of hearts") == 1 for page in pages)
