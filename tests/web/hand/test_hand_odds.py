"""The odds on the page of a hand: bars at the seats, text below them, and marks at each new favourite."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.night.history.replays import hand_key
from tests.odds.answering import AtOnce
from tests.web.tables import HTMX, Table

Deal = Callable[..., Table]

#: Five-card stud: the last bet is called with three cards to come for each player, at the end of step 6.
STREETS = ("As 9c", "Ts 8c", "4d Kh")
MONEY = 6


@pytest.fixture
def play(app: Flask, deal: Deal) -> Callable[[str, str], str]:
    """Return a function that plays a hand with Ann's and Bob's hole cards and returns the address of its page."""

    def played(first: str, second: str) -> str:
        table = deal("five-card-stud", 2)
        table.enter("d dh p1 ??", "d dh p2 ??", "d dh p1 Ah", "d dh p2 Kc", "p1 cbr 2", "p2 cc")
        for cards in STREETS:
            ann, bob = cards.split()
            turn = "p1 cc", "p2 cc"
            table.enter(f"d dh p1 {ann}", f"d dh p2 {bob}", *(reversed(turn) if table.live.state.opener == 1 else turn))
        table.enter(f"p1 sm {first}AhAsTs4d", f"p2 sm {second}Kc9c8cKh")
        return f"/h/{hand_key(table.hand)}"

    app.config["ODDS_ANSWERS"] = AtOnce
    return played


def bars(html: str) -> dict[str, str]:
    """Return the odds at the seats, by name."""
    seats = re.findall(r'<section class="seat[^>]*aria-label="(\w+)">(.*?)</section>', html, re.S)
    found = {name: re.search(r'class="odds" role="img" aria-label="([^"]*)"', part) for name, part in seats}
    return {name: unescape(match[1]) for name, match in found.items() if match}


def odds_text(html: str) -> str:
    found = re.search(r'<p class="step-odds".*?>(.*?)</p>', html, re.S)
    assert found is not None
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", found[1]).split()))


def test_odds_at_a_step_use_only_cards_that_were_up(client: FlaskClient, play: Callable[[str, str], str]) -> None:
    hands = [play("Ac", "Kd"), play("7d", "2h")]
    steps = range(MONEY + 4 * len(STREETS) + 1)
    first, second = ([bars(client.get(f"{hand}?at={at}").text) for at in steps] for hand in hands)
    assert all(set(odds) == {"Ann", "Bob"} for odds in first)
    assert first == second
    first, second = (bars(client.get(f"{hand}?at={MONEY}&known=all").text) for hand in hands)
    assert first != second


def test_the_page_gives_the_odds_at_which_the_money_went_in(
    client: FlaskClient, play: Callable[[str, str], str]
) -> None:
    hand = play("Ac", "Kd")
    assert "Assumed: Nobody folds or bets from here on." in odds_text(client.get(f"{hand}?at={MONEY - 1}").text)
    figures = bars(client.get(f"{hand}?at={MONEY}&known=all").text)
    share = int(re.match(r"(\d+)%", figures["Ann"])[1])  # type: ignore[index]
    assert share > 75
    for query in ("", "?at=0", f"?at={MONEY}&known=all"):
        assert f"The money went in at {share} : {100 - share}, Ann ahead of Bob." in odds_text(
            client.get(hand + query).text
        )


def test_new_favourites_are_marked_in_the_log_and_on_their_streets(
    client: FlaskClient, play: Callable[[str, str], str]
) -> None:
    hand = play("7d", "Kd")
    html = client.get(f"{hand}?known=all").text
    lines = re.findall(r'data-step="(\d+)"[^<]*<span class="figure">.*?</span><span>(.*?)</span>', html, re.S)
    marked = [
        (int(step), found[1]) for step, line in lines if (found := re.search(r"(\w+) is the favourite now", line))
    ]
    # An ace beats a king, a pair of kings the ace, a pair of aces the kings, and three kings the aces.
    assert marked == [(3, "Ann"), (4, "Bob"), (7, "Ann"), (16, "Bob")]
    streets = re.findall(r'<li><a class="btn plain"[^>]*>([^<]*)</a>(<svg)?', html)
    assert [name.strip() for name, mark in streets if mark] == ["Second street", "Third street", "Fifth street"]


def test_the_page_polls_until_the_odds_are_known(client: FlaskClient, deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    table.enter("d misdeal")
    hand = f"/h/{hand_key(table.hand)}"
    html = client.get(f"{hand}?at=0").text
    assert "Working out the odds …" in odds_text(html)
    assert bars(html) == {}
    again = unescape(re.search(r'hx-get="([^"]*)" hx-trigger="every 1s"', html)[1])  # type: ignore[index]
    assert client.get(again, headers=HTMX).status_code == 204
    client.application.config["ODDS_ANSWERS"] = AtOnce
    answer = client.get(again, headers=HTMX)
    assert answer.status_code == 200
    assert bars(answer.text).keys() == {"Ann", "Bob"}
    assert "hx-get" not in answer.text
    assert 'id="steps-log" hx-swap-oob="true"' in answer.text
    marked = client.get(f"{hand}?at=0&marked=then", headers=HTMX)
    assert "hx-swap-oob" not in marked.text.replace('id="say" hx-swap-oob', "")


def test_a_hand_without_odds_says_why(client: FlaskClient, deal: Deal) -> None:
    table = deal("grocery-store-dots", 3)
    table.enter("d misdeal")
    client.application.config["ODDS_ANSWERS"] = AtOnce
    html = client.get(f"/h/{hand_key(table.hand)}?at=0").text
    assert odds_text(html) == "Part of this game is left to the table."
    assert bars(html) == {}


@pytest.mark.parametrize("query", ["waits=x", "waits=%00", "marked=", "marked=all&waits=all"])
def test_odd_queries_break_nothing(client: FlaskClient, play: Callable[[str, str], str], query: str) -> None:
    assert client.get(f"{play('Ac', 'Kd')}?{query}", headers=HTMX).status_code in (200, 204)


def test_the_downloaded_page_has_no_odds(client: FlaskClient, play: Callable[[str, str], str]) -> None:
    assert 'class="odds"' not in client.get(f"{play('Ac', 'Kd')}.html").text


def test_the_picture_gives_the_odds_at_which_the_money_went_in(
    client: FlaskClient, play: Callable[[str, str], str]
) -> None:
    hand = play("Ac", "Kd")
    line = re.search(r"The money went in at \d+ : \d+, Ann ahead of Bob\.", client.get(hand).text)
    assert line is not None
    assert line[0] in client.get(f"{hand}.svg").text
