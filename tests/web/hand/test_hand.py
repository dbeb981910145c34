"""The page of a hand: every step of the hand, for anyone with its link."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from flask.testing import FlaskClient

from app.hand.view import TELEVISION, view
from app.night.access import grants
from app.night.access.rights import host_devices
from app.night.acts.queue import Done
from app.night.example import remove_night
from app.night.history.replays import hand_key
from app.night.play.call import next_hand
from app.record.check import run
from app.record.text import read, read_all
from app.web.table.board import Board
from tests.night.acting import play_for, settle_up
from tests.web.phone.phones import phone_of
from tests.web.tables import HTMX, Table, host_device

Deal = Callable[..., Table]

#: Two players, three streets, and the loser's cards shown.
PLAYED = (
    "d dh p1 ????Qh",
    "d dh p2 ????5c",
    "p1 cbr 2",
    "p2 cc",
    "d dh p1 2d",
    "d dh p2 9s",
    "p1 cc",
    "p2 cbr 2",
    "p1 f",
)


@pytest.fixture
def played(deal: Deal) -> Table:
    table = deal("seven-card-stud", 2)
    table.enter(*PLAYED)
    return table


def address(table: Table) -> str:
    return f"/h/{hand_key(table.hand)}"


def words(html: str, pattern: str) -> list[str]:
    return [unescape(" ".join(re.sub(r"<[^>]+>", "", found).split())) for found in re.findall(pattern, html, re.S)]


def test_every_step_shows_the_replay_of_the_record(played: Table, guest: FlaskClient) -> None:
    text = guest.get(f"{address(played)}.phh").text
    record = read(text, "hand-1.phh")
    for at in range(len(PLAYED) + 1):
        shown = Board(view(run(record, at).state, TELEVISION))
        for headers in ({}, HTMX):
            html = guest.get(f"{address(played)}?at={at}", headers=headers).text
            assert f'data-at="{at}"' in html
            assert words(html, r'class="sum">(.*?)</span>') in ([f"Pot {shown.view.pot}"], [])
            assert words(html, r'class="now">(.*?)</div>') in ([f"{shown.label}{shown.text}"], [])
            for seat in shown.seats:
                part = re.search(rf'aria-label="{seat.view.name}">(.*?)</section>', html, re.S)
                assert part is not None
                faces = re.findall(r'class="card[^"]*" role="img" aria-label="([^"]*)"', part[1])
                shows = () if shown.settlement else seat.cards
                assert faces == [card.name + ", wild" * card.wild for card in shows]


@pytest.fixture
def guest(played: Table) -> FlaskClient:
    """Return the browser of a guest, who has only the link."""
    return played.client.application.test_client()


def test_the_link_opens_the_hand_without_any_secret_of_its_night(played: Table, guest: FlaskClient) -> None:
    night = played.night
    html = guest.get(address(played)).text
    assert "Seven-Card Stud" in html
    for secret in (night.key, night.watch_key, night.join_code, night.name, "Correct this hand", "television"):
        assert secret not in html.replace('class="television', "").replace("css/television", "")


@pytest.mark.parametrize("who", ["dealer", "host"])
def test_dealers_and_hosts_see_links_to_the_night(played: Table, guest: FlaskClient, who: str) -> None:
    client = host_device(guest) if who == "host" else guest
    if who == "dealer":
        assert client.get(f"/n/{played.key}/hands").status_code == 200
    html = client.get(address(played)).text
    assert "Show it on the television" in html
    assert f'href="/n/{played.key}/hands"' in html
    assert f'href="/n/{played.key}/hand/1"' in html


def test_a_device_that_is_signed_out_sees_only_the_hand(played: Table, guest: FlaskClient) -> None:
    host_device(guest)
    assert "Show it on the television" in guest.get(address(played)).text
    for device in host_devices():
        grants.sign_out(device.id)
    assert "Show it on the television" not in guest.get(address(played)).text


@pytest.mark.parametrize("at", ["10", "999", "999999999"])
def test_a_step_beyond_the_end_shows_the_end(played: Table, guest: FlaskClient, at: str) -> None:
    html = guest.get(f"{address(played)}?at={at}").text
    assert f"There is no action {at}" in html
    assert 'data-at="9"' in html


@pytest.mark.parametrize("query", ["at=x", "at=-1", "at=1.5", f"at={'9' * 30}", "at=²", "known=now", "at=1&known=%00"])
def test_a_bad_query_is_refused_with_the_reason(played: Table, guest: FlaskClient, query: str) -> None:
    answer = guest.get(f"{address(played)}?{query}")
    assert answer.status_code == 400
    assert "cannot be" in answer.text


@pytest.mark.parametrize("key", ["wrong", "x" * 300, "%00", "é"])
def test_an_unknown_hand_has_no_page(client: FlaskClient, key: str) -> None:
    assert client.get(f"/h/{key}").status_code == 404
    assert client.get(f"/h/{key}.phh").status_code == 404


def test_a_hand_in_play_is_not_shown(deal: Deal) -> None:
    table = deal("seven-card-stud", 2)
    table.enter(*PLAYED[:-1])
    for path in (address(table), f"{address(table)}.phh"):
        answer = table.client.get(path)
        assert answer.status_code == 404
        assert "still being played" in answer.text
        assert "Ann" not in answer.text


def test_the_hands_of_a_removed_night_are_gone(played: Table, guest: FlaskClient) -> None:
    path = address(played)
    night = played.night
    remove_night(night.id)
    assert guest.get(path).status_code == 404


def test_a_declaration_that_was_never_revealed_is_not_a_step(deal: Deal) -> None:
    table = deal("chicago", 2)
    lines = ["d dh p1 ????9c", "d dh p2 ????6d", "p1 cc", "p2 cc", "d dh p1 9d", "d dh p2 4h", "p1 cc", "p2 cc"]
    lines += ["d dh p1 2s", "d dh p2 Jh", "p1 cc", "p2 cc", "d dh p1 7c", "d dh p2 Qc", "p1 cc", "p2 cc"]
    lines += ["d dh p1 ??", "d dh p2 ??", "p1 cc", "p2 cc", "p1 declare spade"]
    table.enter(*lines, "d misdeal")
    html = table.client.get(address(table)).text
    assert 'data-steps="21"' in html
    assert "declare spade" not in html
    assert "declares spade" not in html
    text = table.client.get(f"{address(table)}.phh").text
    assert "declare" not in text
    assert len(read(text, "hand.phh").moves) == 21


def test_only_the_last_of_a_players_sealed_declarations_is_a_step(deal: Deal) -> None:
    table = deal("guts-two-card", 2)
    table.enter("d dh p1 ????", "d dh p2 ????", "p1 declare out", "p1 declare in", "p1 declare out", "p2 declare in")
    table.enter("p2 sm AhKh")
    html = table.client.get(address(table)).text
    assert 'data-steps="5"' in html
    assert "Ann declares in" not in html
    text = table.client.get(f"{address(table)}.phh").text
    assert re.findall(r"p\d declare \w+", text) == ["p1 declare out", "p2 declare in"]
    assert "finishing_stacks" in text


def test_a_record_names_no_down_card_that_was_never_shown(deal: Deal, guest: FlaskClient) -> None:
    table = deal("seven-card-stud", 3)
    told, folds = ("d dh p1 AcKhQh", "d dh p2 7c7d5c"), ("d dh p3 ????Jd", "p1 cbr 2", "p2 f", "p3 f")
    table.enter(*told, *folds)
    assert read(table.client.get(f"/n/{table.night.key}/hand/1.toml").text, "full").actions == told + folds
    [mine] = read_all(table.client.get(f"{phone_of(table, 'Cy')}/hands.phhs").text).values()
    for record in (read(guest.get(f"{address(table)}.phh").text, "public"), mine):
        assert record.actions == ("d dh p1 ????Qh", "d dh p2 ????5c", *folds)
        assert not run(record).failures


def test_cards_shown_at_the_end_can_be_shown_from_the_deal(deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    lines = ["d dh p1 ??Kh", "d dh p2 ??Qc", "p1 cbr 2", "p2 cc"]
    for up in (("3d", "8s"), ("4d", "7s"), ("5d", "6s")):
        lines += [f"d dh p1 {up[0]}", f"d dh p2 {up[1]}", "p1 cc", "p2 cc"]
    table.enter(*lines, "p1 sm AsKh3d4d5d", "p2 sm")
    step = f"{address(table)}?at=1"
    assert "Ace of spades" not in table.client.get(step, headers=HTMX).text
    html = table.client.get(f"{step}&known=all", headers=HTMX).text
    assert html.count("Ace of spades") == 1
    assert 'aria-label="1 down"' not in html
    whole = table.client.get(f"{step}&known=all").text
    assert f'href="{address(table)}?at=2&amp;known=all"' in whole
    assert 'aria-label="1 down"' in table.client.get(f"{address(table)}?at=2&known=all", headers=HTMX).text


def test_a_hand_can_be_corrected_until_the_money_is_settled(played: Table) -> None:
    night = played.night
    played.client.get(f"/n/{played.key}/hands")
    assert "Correct this hand" in played.client.get(address(played)).text
    next_hand(night)
    assert isinstance(play_for(night, "EUR", 10, []), Done)
    assert isinstance(settle_up(night, []), Done)
    html = played.client.get(address(played)).text
    assert "Correct this hand" not in html
    assert "It can no longer be corrected. The money has been settled: undo that first." in html
