"""Surprise us: a random game that fits the table and the filters, dealt with one tap or drawn again."""

import re

import pytest
from flask.testing import FlaskClient

from app.games.catalog import catalog
from app.night.nights import current_hand
from app.web.call.search import NO_WILD, Filter, Search, surprise
from tests.web.call.caller import Caller, names


def picked(html: str) -> tuple[str, str]:
    """Return the name of the proposed game, and the address of its form."""
    match = re.search(r'How about ([^<]+)\?</h2>.*?<form[^>]*action="([^"]+)"', html, re.DOTALL)
    assert match is not None, html
    return match[1], match[2]


def test_a_seed_always_picks_the_same_game_and_one_tap_deals_it(caller: Caller) -> None:
    name, address = picked(caller.get("?surprise=7"))
    assert picked(caller.get("?surprise=7")) == (name, address)
    assert f"Deal {name}" in caller.get("?surprise=7")
    assert caller.client.post(address, data={"do": "deal", "after": 0}).status_code == 303
    assert caller.hand.game_name == name


def test_try_again_proposes_every_game_before_repeating_one() -> None:
    fitting, pick = set(), "7"
    for _ in catalog():
        found, pick = surprise(Search(), catalog(), 4, pick)
        assert found is not None
        if found.id in fitting:
            break
        fitting.add(found.id)
    ours = {
        id
        for id, info in catalog().items()
        if "your way" not in info.tags and info.summary.players[0] <= 4 <= info.summary.players[1]
    }
    assert fitting == ours


def test_try_again_keeps_the_filters(caller: Caller) -> None:
    html = caller.get("?surprise=7&wild=no&tag=draw")
    again = re.search(r'href="([^"]+)">Try again', html)
    assert again is not None
    assert again[1].endswith("?wild=no&tag=draw&surprise=7-1")


@pytest.mark.parametrize("players", [2, 5, 10])
def test_only_games_that_fit_are_picked(players: int) -> None:
    for seed in range(60):
        info, _ = surprise(Search(filters=(Filter("tag", "stud"), NO_WILD)), catalog(), players, str(seed))
        assert info is not None
        assert "stud" in info.tags
        assert info.summary.players[0] <= players <= info.summary.players[1]
        assert not (info.usual.even and players % 2)
        assert not info.usual.wild
        assert not info.usual.deck.jokers


def test_no_wild_cards_also_filters_the_search(caller: Caller) -> None:
    found = names(caller.get("?wild=no&show=300"))
    assert "Razz" in found
    assert "Baseball" not in found
    assert "California Lowball" not in found, "its joker is wild"


def test_the_page_says_if_no_game_fits(client: FlaskClient) -> None:
    caller = Caller(client, 1)
    html = caller.get("?surprise=7")
    assert "No game fits" in html
    assert current_hand(caller.night) is None


@pytest.mark.parametrize("pick", ["us", "", "-", "7-x", "9" * 20, "٣"])
def test_every_seed_gets_a_page(caller: Caller, pick: str) -> None:
    html = caller.get(f"?surprise={pick}")
    assert ("How about" in html) == bool(pick)
