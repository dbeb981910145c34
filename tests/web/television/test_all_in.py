"""The odds of an all-in on the television: shown once computed, if the night shows them."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable

import pytest
from flask import Flask

from app.games.house import Stakes
from app.night.acts.requests import set_switch
from app.night.odds.answers import Answers, Views
from app.night.odds.process import OddsAnswer, work_out
from app.night.people.seats import seats
from app.odds.figures import NoOdds
from tests.web.tables import HTMX, Table, hold
from tests.web.television.watching import part, seen, words

Deal = Callable[..., Table]

NO_LIMIT = Stakes(ante=1, limit="none", small=2, big=4, min_bet=2)
DEALT = ("d dh p1 ????", "d dh p2 ????", "p1 cbr 99", "p2 cc")
TURNED_UP = ("p1 sm AsAd", "p2 sm KsKd")
FLOP = ("d db 2c7d9h", "d db 3c")


class ManualAnswers(Answers):
    """Odds that are computed when the test says so. ``asked`` holds the keys of the questions."""

    def __init__(self) -> None:
        self.asked: list[Hashable] = []
        self.answers: dict[Hashable, tuple[OddsAnswer, ...]] = {}

    def ask(self, key: Hashable, views: Views, *, urgent: bool = False) -> tuple[OddsAnswer, ...] | None:
        self.asked.append(key)
        self.last = views
        return self.answers.get(key)

    def compute(self) -> None:
        """Compute the odds asked for last."""
        self.answers[self.asked[-1]] = work_out(self.last())


@pytest.fixture
def worker(app: Flask, monkeypatch: pytest.MonkeyPatch) -> ManualAnswers:
    worker = ManualAnswers()
    monkeypatch.setitem(app.config, "ODDS_ANSWERS", lambda: worker)
    return worker


def holdem(deal: Deal, *lines: str, on: bool = True) -> Table:
    table = deal("texas-holdem", 2, stakes=NO_LIMIT)
    set_switch(table.night, "all_in_odds", on)
    table.enter(*DEALT, *lines)
    return table


def asks_again(html: str) -> str | None:
    """Return the address that the page polls for the odds, or None."""
    match = re.search(r'<i hidden hx-get="([^"]*)"', html)
    return match[1].replace("&amp;", "&") if match else None


def test_odds_are_shown_once_computed(deal: Deal, worker: ManualAnswers) -> None:
    table = holdem(deal, *TURNED_UP, *FLOP)
    html = seen(table)
    assert "%" not in words(html)
    address = asks_again(html)
    assert address is not None
    waiting = table.client.get(address, headers=HTMX)
    assert (waiting.status_code, waiting.text) == (204, "")
    worker.compute()
    html = table.client.get(address, headers=HTMX).text
    assert html.startswith('<main id="tv"')
    assert "All in Ann 95%, Bob 5%" in words(html)  # two kings among 44 cards
    assert part(html, "Ann").endswith("95%")
    assert part(html, "Bob").endswith("5%")
    assert '<rect width="4.5%"' in html
    assert asks_again(html) is None
    assert len(set(worker.asked)) == 1


def test_odds_belong_to_the_state_on_the_screen(deal: Deal, worker: ManualAnswers) -> None:
    table = holdem(deal, *TURNED_UP, *FLOP)
    seen(table)
    worker.compute()
    assert "All in Ann 95%" in words(seen(table))
    table.post("undo")
    html = seen(table)
    assert "%" not in words(html)
    worker.compute()
    before_the_turn = words(seen(table))
    assert "All in Ann" in before_the_turn
    assert "Ann 95%" not in before_the_turn
    table.enter("d db Kh")
    assert "%" not in words(seen(table))
    worker.compute()
    assert "All in Bob" in words(seen(table))


def test_hands_not_turned_up_have_odds_by_the_open_cards(deal: Deal, worker: ManualAnswers) -> None:
    table = holdem(deal, TURNED_UP[0])
    seen(table)
    worker.compute()
    assert re.search(r"All in, by the open cards Ann \d\d%, Bob \d\d%", words(seen(table)))


@pytest.mark.parametrize("on", [True, False])
def test_odds_that_are_not_shown_are_not_asked_for(deal: Deal, worker: ManualAnswers, on: bool) -> None:
    table = deal("texas-holdem", 2, stakes=NO_LIMIT)
    set_switch(table.night, "all_in_odds", on)
    table.enter(*(DEALT[:-1] if on else (*DEALT, *TURNED_UP)))  # a call is owed, or the night does not show odds
    html = seen(table)
    assert worker.asked == []
    assert asks_again(html) is None
    assert "%" not in words(html)


def test_a_hand_without_odds_shows_none(deal: Deal, worker: ManualAnswers) -> None:
    table = holdem(deal, *TURNED_UP)
    seen(table)
    worker.answers[worker.asked[-1]] = (NoOdds("table judges"),)
    html = seen(table)
    assert asks_again(html) is None
    assert "%" not in words(html)


def test_the_assumption_behind_the_odds_is_named(deal: Deal, worker: ManualAnswers) -> None:
    table = deal("chicago", 2, stack=1)
    set_switch(table.night, "all_in_odds", True)
    table.enter("d dh p1 ????2c", "d dh p2 ????3c")
    seen(table)
    worker.compute()
    assert "All in, by the open cards, if the cards speak" in words(seen(table))


def test_tablets_and_phones_show_no_odds(deal: Deal, worker: ManualAnswers) -> None:
    table = holdem(deal, *TURNED_UP)
    seen(table)
    worker.compute()
    phone = table.client.get(hold(table.client, seats(table.night)[0].key)).text
    for html in (table.get(), phone):
        assert "%" not in words(html)
        assert 'class="odds' not in html


def test_odds_do_not_depend_on_cards_that_were_never_shown(deal: Deal, worker: ManualAnswers) -> None:
    shown = set()
    for bob in ("KsKd", "7h8h", "????"):
        table = deal("texas-holdem", 2, stakes=NO_LIMIT)
        night = table.night
        set_switch(night, "all_in_odds", True)
        table.enter(DEALT[0], f"d dh p2 {bob}", *DEALT[2:], TURNED_UP[0], "d db 2c7d9c")
        seen(table)
        worker.compute()
        html = seen(table)
        assert "%" in words(html)
        shown.add(html.replace(night.watch_key, "").replace(night.join_code, ""))
        worker.answers.clear()
    assert len(shown) == 1
