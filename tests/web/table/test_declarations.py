"""Failed declarations and pots without a winner, on every screen that shows the settlement."""

from collections.abc import Callable
from pathlib import Path

import pytest

from app.record.text import read
from tests.web.phone.phones import phone_page, words
from tests.web.tables import Table
from tests.web.television.watching import seen

Deal = Callable[..., Table]

RECORD = Path(__file__).parents[2] / "records" / "chicago" / "nobody-holds-stays-in-the-middle.toml"
SCREENS = {
    "dealer": lambda table: table.get(),
    "television": seen,
    "phone": lambda table: phone_page(table, "Bob"),
}


@pytest.mark.parametrize("screen", SCREENS)
def test_the_settlement_gives_the_reason_of_every_failed_declaration(deal: Deal, screen: str) -> None:
    table = deal("chicago", 2, stack=100)
    table.enter(*read(RECORD.read_text("utf-8"), RECORD.name).moves)
    page = words(SCREENS[screen](table))
    settlement = page[page.rindex("Ann went both ways") :]
    assert "Ann went both ways and has no spade in the hole: gets nothing" in settlement
    assert "Bob declared spade and has no spade in the hole" in settlement
    assert "6 stays: nobody's declaration holds" in settlement
