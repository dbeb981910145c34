"""Malformed seats in forms are refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.tables import Table

ODD = ("²", "9" * 5000, "-1", str(2**64), "x", "")


@pytest.mark.parametrize("seat", ODD)
def test_a_malformed_seat_for_the_button_is_refused(deal: Callable[..., Table], seat: str) -> None:
    table = deal()
    assert table.client.post(f"{table.url}night/dealer", data={"seat": seat}).status_code == 400


@pytest.mark.parametrize("seat", ODD)
def test_an_expense_shared_by_a_malformed_seat_is_refused(deal: Callable[..., Table], seat: str) -> None:
    table = deal()
    answer = table.client.post(f"{table.url}money/expense", data={"what": "Pizza", "amount": "5", "shared": seat})
    assert answer.status_code == 422
