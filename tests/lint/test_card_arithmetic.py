"""The lint rule reports every kind of arithmetic on a card's number and no other arithmetic."""

from __future__ import annotations

import pytest

from tests.lint import card_arithmetic as lint


@pytest.mark.parametrize(
    "line",
    [
        "rank = card % 13",
        "suit = card // 13",
        "card %= 13",
        "suit, rank = divmod(card, 13)",
        "rank = held[0].card % len(RANKS)",
        "rank = card % cards.RANK_BITS",
        "ranks = {one.card % (13) for one in hand}",
    ],
)
def test_arithmetic_on_a_card_is_reported(line: str):
    assert list(lint.card_arithmetic(f"x = 1\n{line}\n")) == [2]


@pytest.mark.parametrize(
    "line", ["n % 12", "n * 13", "n + 13", "'%s' % 1", "n // size", "text = 'card % 13'", "n / 13"]
)
def test_other_arithmetic_is_not_reported(line: str):
    assert list(lint.card_arithmetic(line)) == []


def test_only_the_cards_and_ranking_packages_do_card_arithmetic(capsys: pytest.CaptureFixture[str]):
    assert lint.main() == 0, capsys.readouterr().out
