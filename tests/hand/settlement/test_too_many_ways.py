"""Games in which one player's cards make more hands than can be compared: the showdown is refused, not stalled."""

from __future__ import annotations

from random import Random

import pytest

from app.games.house import Stakes
from app.games.load import library, parse, resolve
from app.hand.state import Setup
from app.night.play.random_play import RandomDealer, StuckError

GAME = """
name = "Odd"
about = "Odd."
script = [{ step = "deal", cards = "CARDS" }]
share = [SHARE]
wild = [WILD]
"""
HIGH = '{ rule = "high" }'
CHOICE = '{ rule = "choice" }'


def shown(cards: int, wild: str, share: str = HIGH) -> str:
    """Return why two players cannot show hands of this many down cards; empty if the better one wins."""
    text = GAME.replace("CARDS", "d" * cards).replace("WILD", wild).replace("SHARE", share)
    game = resolve("odd", games={**library(), "odd": parse(text, "odd.toml")})
    dealer = RandomDealer(Setup(game, ("Ann", "Bob"), (100, 100), (1, 1), Stakes()), Random(1))
    try:
        dealer.play_out()
    except StuckError as stuck:
        return stuck.reason
    return ""


@pytest.mark.parametrize(
    ("cards", "wild"),
    [
        (7, '{ rule = "counts-as", as_ranks = "23456789TJQKA" }, { rule = "counts-as", colour = true }'),  # 26 ** 7
        (10, '{ rule = "counts-as", higher = true, lower = true }'),  # 3 ** 10
        (7, ", ".join([CHOICE] * 5)),  # 8 ** 5
        (26, '{ rule = "sum", total = 9, most = 3 }'),
    ],
)
def test_a_showdown_of_too_many_hands_is_refused(cards: int, wild: str) -> None:
    assert "too many ways" in shown(cards, wild)


def test_the_shares_count_together() -> None:
    lows = ", ".join(f'{{ rule = "low", name = "l{number}" }}' for number in range(4))
    assert not shown(7, ", ".join([CHOICE] * 4))  # 8 ** 4
    assert "too many ways" in shown(7, ", ".join([CHOICE] * 4), f"{HIGH}, {lows}")  # five times as many


def test_the_cards_of_a_badugi_are_picked_in_many_ways() -> None:
    badugis = ", ".join(f'{{ rule = "badugi", name = "b{number}" }}' for number in range(2))
    assert not shown(8, "", badugis)  # 70 each
    assert "too many ways" in shown(26, "", badugis)  # 14,950 each


def test_fewer_hands_are_compared() -> None:
    assert not shown(7, '{ rule = "counts-as", higher = true, lower = true }')  # 3 ** 7
    assert not shown(12, '{ rule = "sum", total = 9, most = 3 }')
