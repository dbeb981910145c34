"""Checks of the statistics pages against the logs and the ledger: every row of every table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

from flask.testing import FlaskClient

from app.night.db import db
from app.night.models import Night
from app.night.nights import night_by_id
from tests.web.statistics import naive
from tests.web.statistics.naive import SeenClub, SeenHand, SeenNight, by_unit, figure, game_name, signed
from tests.web.statistics.reading import ReadTable, tables_of

#: What to look at where the figures of a person differ.
PERSON_ROW = "the page differs from person_row in naive.py, which needs a cell for each column of figures"


def night(night_id: int) -> Night:
    db.session.rollback()
    return night_by_id(night_id)


def read(client: FlaskClient, address: str) -> dict[str, ReadTable]:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return tables_of(answer.text)


def read_whole(client: FlaskClient, address: str) -> dict[str, ReadTable]:
    """Return the tables of a page, each with all of its rows."""
    tables = read(client, address)
    for title, table in tables.items():
        if table.more:
            tables[title] = read(client, table.more)[title]
    return tables


def of_night(club: SeenClub, night_: SeenNight) -> SeenClub:
    return SeenClub([night_], club.names, 0)


def check_people(of: SeenClub, table: ReadTable, game: str = "") -> None:
    hands = [hand for hand in of.hands if game in ("", hand.game)]
    dealt_in = {player for hand in hands for player in hand.players}
    everybody = dealt_in if game else {player for each in of.nights for player in each.seated}
    expected = {
        of.names[player]: [
            *by_unit(of, naive.game_nets(of, player, game) if game else naive.night_nets(of, player)),
            *naive.person_row(player, hands),
        ]
        for player in everybody
    }
    assert table.by_name() == expected, PERSON_ROW


def check_games(of: SeenClub, table: ReadTable) -> None:
    expected = {}
    for game in {hand.game for hand in of.hands}:
        hands = [hand for hand in of.hands if hand.game == game]
        means = [naive.mean(hands, unit) for unit in of.units]
        most = [naive.largest(hands, unit) for unit in of.units]
        expected[game_name(game)] = [str(len(hands)), *means, *most, str(sum(hand.wild for hand in hands))]
    assert {name: row[:-2] for name, row in table.by_name().items()} == expected
    for name, (*_, wins, calls) in table.by_name().items():
        game = next(hand.game for hand in of.hands if game_name(hand.game) == name)
        check_most(of, game, wins, calls)


def check_most(of: SeenClub, game: str, wins: str, calls: str) -> None:
    """Check that the named winner has the largest net at a game, as stated, and the named caller the most calls."""
    called = Counter(of.names[hand.players[-1]] for hand in of.hands if hand.game == game)
    name, _, times = calls.rpartition(" ")
    assert f"{called[name]}×" == times
    assert called[name] == max(called.values())
    nets = {name: naive.game_nets(of, player, game) for player, name in of.names.items()}
    won = [(unit, max((net.get(unit, 0) for net in nets.values()), default=0)) for unit in of.units]
    unit, most = next(((unit, most) for unit, most in won if most > 0), ("", 0))
    if not most:
        assert wins == "–"
        return
    name, _, text = wins.rpartition(" ")
    assert text == signed(most, unit)
    assert nets[name][unit] == most


def check_pots(of: SeenClub, tables: Mapping[str, ReadTable], hands: list[SeenHand], title: str) -> None:
    for unit in of.units:
        own = sorted((hand for hand in hands if hand.night.unit == unit), key=lambda hand: -hand.amount)
        name = title if len(of.units) == 1 else f"{title}, {unit or 'chips'}"
        if not own:
            assert name not in tables
            continue
        table = tables[name]
        assert [row[0] for row in table.rows] == [figure(hand.amount, unit) for hand in own[:10]]
        by_key = {hand.key: hand for hand in own}
        for row, links in zip(table.rows, table.links, strict=True):
            hand = by_key[links[0].removeprefix("/h/")]
            assert row[0] == figure(hand.amount, unit)
            assert sorted(row[1].split(", ")) == (sorted(of.names[player] for player in hand.won) or ["nobody"])
            assert row[2] == game_name(hand.game)
            assert row[3:] == ([str(hand.number)] if len(row) == 4 else [hand.night.day, str(hand.number)])


def check_best(of: SeenClub, table: ReadTable | None, hands: list[SeenHand], player: int | None = None) -> None:
    """Check that each hand listed was shown by the named player, and that the list holds the best hands shown."""
    high = [
        (naive.category(name), holder, hand, name)
        for hand in hands
        for holder, names in hand.shown.items()
        for name in names
        if player in (None, holder) and not name.endswith(" low") and holder in hand.to_end
    ]
    assert (table is None) == (not high)
    if table is None:
        return
    found = [naive.category(row[0]) for row in table.rows]
    assert found == sorted(found)
    assert found == sorted(best_of_each(high))[:10]
    for row, links in zip(table.rows, table.links, strict=True):
        hand = next(hand for hand in hands if hand.key == links[0].removeprefix("/h/"))
        holder = next(player for player in hand.players if of.names[player] == row[1])
        assert row[0] in hand.shown[holder]
        assert row[2] == game_name(hand.game)


def best_of_each(high: list[tuple[int, int, SeenHand, str]]) -> list[int]:
    """Return the best category that each player showed in each hand: a winner of two shares counts once."""
    best: dict[tuple[int, int], int] = {}
    for category, holder, hand, _ in high:
        best[hand.id, holder] = min(category, best.get((hand.id, holder), 99))
    return list(best.values())


def check_course(of: SeenClub, tables: Mapping[str, ReadTable], players: set[int]) -> int:
    """Check everybody's running total after each night; return the number of plots."""
    plots = 0
    for title, table in tables.items():
        if not title.startswith("Total won or lost after each"):
            continue
        plots += 1
        unit = title.partition(", ")[2] if len(of.units) > 1 else of.units[0]
        unit = "" if unit == "chips" else unit
        nights = [each for each in of.nights if each.unit == unit and each.net is not None]
        assert [row[0] for row in table.rows] == [each.day for each in nights]
        total = Counter[str]()
        for row, each in zip(table.rows, nights, strict=True):
            for player, chips in (each.net or {}).items():
                total[of.names[player]] += each.money(chips)
            assert row[1:] == [signed(total[name], unit) for name in table.heads[1:]]
        assert set(table.heads[1:]) <= {of.names[player] for player in players}
    return plots


def check_bars(of: SeenClub, tables: Mapping[str, ReadTable], title: str, nets: Mapping[str, dict[str, int]]) -> None:
    for unit in of.units:
        own = {name: net[unit] for name, net in nets.items() if unit in net}
        name = title if len(of.units) == 1 else f"{title}, {unit or 'chips'}"
        if not own:
            assert name not in tables
        else:
            assert tables[name].by_name() == {key: [signed(amount, unit)] for key, amount in own.items()}


def check_nights(of: SeenClub, table: ReadTable, player: int | None = None) -> None:
    own = [each for each in reversed(of.nights) if player is None or player in each.seated]
    assert [row[:2] for row in table.rows] == [[each.day, each.name] for each in own]
    for row, each in zip(table.rows, own, strict=True):
        if player is not None:
            net = signed(each.money(each.net[player]), each.unit) if each.net is not None else "–"
            assert row[2:] == [net, str(sum(player in hand.players for hand in each.hands))]
            continue
        best = max((each.net or {}).values(), default=0)
        assert row[2:4] == [str(len(each.hands)), str(len(each.seated))]
        name, _, amount = row[4].rpartition(" ")
        assert amount == (signed(each.money(best), each.unit) if best > 0 else "–")
        assert best <= 0 or best in [(each.net or {})[at] for at in each.seated if of.names[at] == name]


def check_stacks(of: SeenClub, each: SeenNight, table: ReadTable) -> None:
    """Check that between rows, stacks change only by the hand, by buy-ins and by counts."""
    played = {hand.number: hand for hand in each.hands}
    rows = naive.rows("SELECT * FROM ledger WHERE night_id = :night AND account = 'chips'", night=each.id)
    for at, name in enumerate(table.heads[1:], start=1):
        player = next(player for player in each.seated if of.names[player] == name)
        others = sum(row.amount for row in rows if row.player_id == player and row.hand_id is None)
        hands = sum(hand.net[player] for hand in played.values())
        assert int(table.rows[-1][at].replace(",", "")) == others + hands
        for before, after in pairwise(table.rows):
            number = int(after[0])
            net = played[number].net[player] if number in played else 0
            changed = int(after[at].replace(",", "")) - int(before[at].replace(",", "")) - net
            assert changed in {0, *(row.amount for row in rows if row.player_id == player and row.hand_id is None)}


def check_season(client: FlaskClient, club: SeenClub) -> None:
    page = client.get("/statistics").text
    assert f"{len(club.nights)} nights, {len(club.hands)} hands" in page
    assert (f"{club.misdeals} misdeal" in page) == (club.misdeals > 0)
    tables = read_whole(client, "/statistics")
    check_people(club, tables["Players"])
    check_games(club, tables["Games"])
    check_pots(club, tables, club.hands, "Largest pots")
    check_best(club, tables["Best hands shown"], club.hands)
    check_nights(club, tables["Nights"])
    everybody = {player for each in club.nights for player in each.seated}
    nights = Counter(each.unit for each in club.nights if each.net is not None)
    assert check_course(club, tables, everybody) == sum(times > 1 for times in nights.values())


def check_persons(client: FlaskClient, club: SeenClub) -> None:
    for player in {player for each in club.nights for player in each.seated}:
        tables = read_whole(client, f"/statistics/player/{player}")
        own = [hand for hand in club.hands if player in hand.players]
        nets = {game_name(game): naive.game_nets(club, player, game) for game in {hand.game for hand in own}}
        total = tables[club.names[player]]
        nights = sum(player in each.seated for each in club.nights)
        expected = [*by_unit(club, naive.night_nets(club, player)), str(nights), *naive.person_row(player, own)]
        assert total.rows == [expected], PERSON_ROW
        assert tables["By game"].by_name() == {
            game_name(game): [
                *by_unit(club, naive.game_nets(club, player, game)),
                *naive.person_row(player, [hand for hand in own if hand.game == game]),
            ]
            for game in {hand.game for hand in own}
        }
        check_bars(club, tables, "Results by game", nets)
        check_pots(club, tables, [hand for hand in own if hand.won[player]], "Largest pots won")
        check_best(club, tables.get("Best hands shown"), own, player)
        check_nights(club, tables["Nights"], player)
        check_course(club, tables, {player})


def check_each_game(client: FlaskClient, club: SeenClub) -> None:
    for game in {hand.game for hand in club.hands}:
        tables = read_whole(client, f"/statistics/game/{game}")
        own = [hand for hand in club.hands if hand.game == game]
        check_people(club, tables["Players"], game)
        check_pots(club, tables, own, "Largest pots")
        check_best(club, tables.get("Best hands shown"), own)
        nets = {name: naive.game_nets(club, player, game) for player, name in club.names.items()}
        check_bars(club, tables, "Results by player", nets)
        means = [naive.mean(own, unit) for unit in club.units]
        most = [naive.largest(own, unit) for unit in club.units]
        assert tables[game_name(game)].rows == [[str(len(own)), *means, *most, str(sum(hand.wild for hand in own))]]


def check_each_night(client: FlaskClient, club: SeenClub) -> None:
    for each in club.nights:
        tables = read_whole(client, f"/n/{night(each.id).key}/statistics?all=stacks")
        own = of_night(club, each)
        check_people(own, tables["Players"])
        check_games(own, tables["Games"])
        check_pots(own, tables, each.hands, "Largest pots")
        check_best(own, tables.get("Best hands shown"), each.hands)
        assert ("Stacks after each hand" in tables) == each.tracked
        if each.tracked:
            check_stacks(club, each, tables["Stacks after each hand"])
