"""The call page lists the latest hands of the night, and the others on request."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.night.log.replay import LiveHand
from app.night.play.call import call_game, next_hand
from tests.entering import enter
from tests.web.tables import Table


def test_the_latest_hands_are_listed_and_the_rest_are_one_tap_away(
    deal: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.call.page.SHOWN_HANDS", 2)
    table = deal()
    friday = table.night
    hand = table.hand
    for number in (1, 2, 3):
        enter(hand, ["d misdeal"])
        next_hand(friday)
        if number < 3:
            called = call_game(friday, "five-card-stud")
            assert isinstance(called, LiveHand)
            hand = called.hand.id
    page = table.client.get(f"/n/{table.key}/call").text
    assert "3 played" in page
    assert ["Open hand 1" in page, "Open hand 2" in page, "Open hand 3" in page] == [False, True, True]
    assert "All 3 hands" in page
    everything = table.client.get(f"/n/{table.key}/call?hands=all").text
    assert "Open hand 1" in everything
    assert "All 3 hands" not in everything
