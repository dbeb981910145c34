"""Numbers that no page sends: all are refused or ignored."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.tables import Table

ODD = ("²", "9" * 5000, "-1", str(2**64), "x", "")


@pytest.mark.parametrize("place", ODD)
def test_a_place_that_is_no_number_of_a_page_is_refused(deal: Callable[..., Table], place: str) -> None:
    table = deal()
    assert table.client.post(f"{table.url}night/dealer", data={"place": place}).status_code == 400


@pytest.mark.parametrize("seat", ODD)
def test_an_expense_is_shared_by_nobody_whose_number_cannot_be_read(deal: Callable[..., Table], seat: str) -> None:
    table = deal()
    answer = table.client.post(f"{table.url}money/expense", data={"what": "Pizza", "amount": "5", "shared": seat})
    assert answer.status_code == 422
