"""Every figure on the statistics pages, recomputed from the logs and the ledger, and the hands behind it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from flask.testing import FlaskClient

from app.games.house import Stakes
from app.night import example, nights
from app.night.db import db
from app.night.log.replay import LiveHand, Posted
from app.night.models import Night, Seat
from app.night.people import changing, roster, seats
from app.night.play import call, taps
from app.night.play.call import end_night
from tests.night import acting
from tests.night.acting import Counted
from tests.night.table import Dealer, everyone_folds
from tests.night.test_any_hand import BOB_WINS
from tests.seating import add_player
from tests.snapshots import Snapshots
from tests.web.statistics import naive
from tests.web.statistics.checking import (
    check_each_game,
    check_each_night,
    check_persons,
    check_season,
    night,
    read,
    read_whole,
)
from tests.web.statistics.naive import SeenClub, SeenNight, signed
from tests.web.statistics.reading import ReadTable
from tests.web.tables import host_device

GAMES = ("five-card-stud", "chicago", "follow-the-queen", "stud-eight-or-better", "woolworth", "razz")
STAKES = Stakes(ante=1, small=2, big=4)

#: The headings of columns that count hands.
COUNTS = ("Hands", "Dealt in", "Showdowns", "Won", "Called")


def begin(name: str, *people: str, tracked: bool = True, currency: str = "", worth: int = 0) -> int:
    begun = nights.start_night(name, STAKES, {}, tracked, currency, worth)
    assert isinstance(begun, Night)
    for person in people:
        assert isinstance(add_player(night(begun.id), person, 200), Seat)
    return night(begun.id).id


def play(night_id: int, hands: int, random: Random) -> None:
    for _ in range(hands):
        for seat in seats.seats(night(night_id)):
            if seat.stack == 0:
                acting.buy_in(night(night_id), seat.id, 100)
        live = call.call_game(night(night_id), random.choice(GAMES))
        assert isinstance(live, LiveHand), live
        Dealer(live, random).play_out()
        assert call.next_hand(night(night_id)) is None


def person(name: str) -> int:
    db.session.rollback()
    return next(each.id for each in roster.all_people() if each.name == name)


@pytest.fixture(scope="module")
def site(website: Snapshots) -> Iterator[tuple[FlaskClient, SeenClub]]:
    """Yield a host's browser and the club, which no test here changes."""
    with website.fresh(WTF_CSRF_ENABLED=False) as app:
        client = host_device(app.test_client())
        yield client, played_club()


@pytest.fixture
def client(site: tuple[FlaskClient, SeenClub]) -> FlaskClient:
    return site[0]


@pytest.fixture
def club(site: tuple[FlaskClient, SeenClub]) -> SeenClub:
    return site[1]


def played_club() -> SeenClub:
    """Play nights for euros, dollars and chips, tracked and untracked, with everything that must count only once
    or not at all; return the club.
    """
    random = Random(11)
    euros = begin("Friday", "Ann", "Bob", "Cy", "Dee", currency="EUR", worth=10)
    live = call.call_game(night(euros), "five-card-stud")
    assert isinstance(live, LiveHand)
    everyone_folds_to_the_last(live)
    assert call.next_hand(night(euros)) is None
    play(euros, 9, random)
    misdeal(euros)
    count(euros, (seats.seats(night(euros))[0].stack or 0) + 3, why="three lay under the table")
    assert end_night(night(euros)) is None

    corrected = begin("Saturday", "Ann", "Bob", "Cy", currency="EUR", worth=25)
    live = call.call_game(night(corrected), "five-card-stud")
    assert isinstance(live, LiveHand)
    live = everyone_folds(live)
    assert call.next_hand(night(corrected)) is None
    play(corrected, 4, random)
    assert isinstance(taps.correct(live.hand.id, live.number, BOB_WINS), Posted)

    dollars = begin("Trip", "Ann", "Deirdre", "Zed", currency="USD", worth=5)
    play(dollars, 5, random)
    chips = begin("Sunday", "Bob", "Cy", "Fay")
    play(chips, 4, random)
    assert isinstance(call.call_game(night(chips), "razz"), LiveHand)  # still in progress

    own = begin("Cabin", "Ann", "Gus", "Hal", tracked=False)
    play(own, 3, random)
    counted = begin("Cabin again", "Ann", "Gus", "Hal", tracked=False, currency="EUR", worth=10)
    play(counted, 3, random)
    count(counted, 250, 190, 160, why="we have counted")

    assert changing.change_person(person("Cy"), "Cyrus", "mint") is None
    assert changing.merge_people(person("Dee"), person("Deirdre")) is None
    assert end_night(night(own)) is None
    assert end_night(night(counted)) is None
    assert changing.remove_person(person("Hal")) is None
    assert isinstance(example.start_example(), Night)
    return naive.club()


def everyone_folds_to_the_last(live: LiveHand) -> None:
    lines = [f"d dh p{seat} ??{card}" for seat, card in enumerate(("5h", "6h", "7h", "Kh"), start=1)]
    answer = taps.post(live.hand.id, live.number, [*lines, "p4 cbr 2", "p1 f", "p2 f", "p3 f"])
    assert isinstance(answer, Posted)
    # Undone and redone, as happens at real tables.
    answer = taps.undo(live.hand.id, answer.live.number)
    assert isinstance(answer, Posted)
    answer = taps.redo(live.hand.id, answer.live.number)
    assert isinstance(answer, Posted)
    assert answer.live.over


def misdeal(night_id: int) -> None:
    live = call.call_game(night(night_id), "razz")
    assert isinstance(live, LiveHand)
    assert isinstance(taps.post(live.hand.id, 0, ["d misdeal"]), Posted)
    assert call.next_hand(night(night_id)) is None


def count(night_id: int, *stacks: int, why: str = "") -> None:
    """Count the stacks of the seated players, clockwise."""
    at_table = seats.seats(night(night_id))[: len(stacks)]
    counts = [Counted(each.id, chips, each.stack) for each, chips in zip(at_table, stacks, strict=True)]
    assert acting.accept_counts(night(night_id), counts, why) is None


def pages(client: FlaskClient, of: SeenClub) -> Iterator[tuple[str, dict[str, ReadTable]]]:
    """Yield every statistics page with its tables, each table complete."""
    people = {player for night_ in of.nights for player in night_.seated}
    addresses = ["/statistics"]
    addresses += [f"/statistics/player/{player}" for player in people]
    addresses += [f"/statistics/game/{game}" for game in {hand.game for hand in of.hands}]
    addresses += [f"/n/{night(each.id).key}/statistics" for each in of.nights]
    for address in addresses:
        yield address, read_whole(client, address)


def test_every_figure_of_the_season_agrees_with_logs_and_ledger(client: FlaskClient, club: SeenClub) -> None:
    check_season(client, club)


def test_every_figure_of_a_person_agrees_with_logs_and_ledger(client: FlaskClient, club: SeenClub) -> None:
    check_persons(client, club)


def test_every_figure_of_a_game_agrees_with_logs_and_ledger(client: FlaskClient, club: SeenClub) -> None:
    check_each_game(client, club)


def test_every_figure_of_a_night_agrees_with_logs_and_ledger(client: FlaskClient, club: SeenClub) -> None:
    check_each_night(client, club)


def test_every_figure_links_to_its_hands(client: FlaskClient, club: SeenClub) -> None:
    keys = {hand.key for hand in club.hands}
    lists: dict[str, ReadTable] = {}
    followed = 0
    for _, tables in pages(client, club):
        for table in tables.values():
            for texts, links in zip(table.rows, table.links, strict=True):
                for head, shown, link in zip(table.heads, texts, links, strict=True):
                    if link.startswith("/h/"):
                        assert link.removeprefix("/h/") in keys
                    elif "/hands" in link:
                        if link not in lists:
                            lists[link] = read(client, f"{link}&all=hands")["Hands"]
                        assert lists[link].rows
                        assert {at[0].removeprefix("/h/") for at in lists[link].links} <= keys
                        if head in COUNTS:
                            followed += 1
                            assert len(lists[link].rows) == int(shown), link
    assert followed > 300
    assert len(lists) > 200


def test_a_list_of_hands_has_the_nets_behind_its_figure(client: FlaskClient, club: SeenClub) -> None:
    for each in club.nights:
        for row, links in zip(*person_tables(client, each), strict=True):
            if not links[1]:
                continue
            listed = read(client, f"{links[1]}&all=hands")["Hands"]
            player = next(player for player in each.seated if club.names[player] == row[0])
            nets = [signed(each.money(hand.net[player]), each.unit) if each.tracked else "–" for hand in each.hands]
            dealt = [player in hand.players for hand in each.hands]
            assert [at[-1] for at in reversed(listed.rows)] == [
                net for net, there in zip(nets, dealt, strict=True) if there
            ]


def person_tables(client: FlaskClient, each: SeenNight) -> tuple[list[list[str]], list[list[str]]]:
    table = read(client, f"/n/{night(each.id).key}/statistics")["Players"]
    return table.rows, table.links
