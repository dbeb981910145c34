"""Cached sums of nights always equal a count over all hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from app.night import nights
from app.night.acts import queue
from app.night.acts.queue import Done
from app.night.acts.table import PlayFor
from app.night.caches import clear_caches
from app.night.db import db
from app.night.example import remove_night
from app.night.history import night_sums, statistics
from app.night.history.statistics import HandFilter, HandStatistics
from app.night.ledger import balances
from app.night.log.loading import load_hand
from app.night.log.replay import Posted
from app.night.models import Hand, Ledger, Night, PlayerHand
from app.night.people import changing
from app.night.people.seats import seats
from app.night.play import taps
from app.night.play.call import end_night
from app.night.transfer import export, importing
from app.statistics.figures import Figures, Involvement, Tally
from tests.demo import play_year
from tests.night import acting
from tests.night.acting import Counted, buy_in
from tests.night.table import deal, everyone_folds
from tests.night.test_any_hand import BOB_WINS, play
from tests.seating import add_player
from tests.snapshots import copied


def played() -> HandStatistics:
    db.session.rollback()
    return statistics.played_between(None, None)


def rows() -> list[tuple[PlayerHand, Night]]:
    """Return all rows of all hands, in the order the hands were played."""
    query = select(PlayerHand, Night).join(Night, Night.id == PlayerHand.night_id).where(~Night.example)
    order = (Night.started_at, Night.id, PlayerHand.hand_id, PlayerHand.seat == 0, PlayerHand.seat)
    return [(row, night) for row, night in db.session.execute(query.order_by(*order))]


def amount(chips: int, night: Night) -> int:
    return chips * night.worth if night.currency else chips


def counted() -> dict[str, Any]:
    """Return figures counted row by row over all hands and the ledger."""
    at_games: dict[tuple[int, str], Tally] = {}
    games: dict[str, list[int]] = {}
    for row, night in rows():
        own = at_games.setdefault((row.player_id, row.game_id), Tally())
        own.hands[Involvement.DEALT] += 1
        own.hands[Involvement.END] += row.showdown
        own.hands[Involvement.WON] += row.won > 0
        own.hands[Involvement.CALLED] += row.seat == 0
        if row.put_in is not None and row.put_in + row.won > 0:
            own.net[night.currency] += amount(row.won - row.put_in, night)
        if row.expected is not None:
            own.judged[night.currency] += 1
            own.luck[night.currency] += amount(row.won - row.expected, night)
        if row.seat == 0:
            game = games.setdefault(row.game_id, [0, 0, 0])
            game[0] += 1
            game[1] += row.wild
            game[2] += amount(row.pot, night)
    nets = Counter[tuple[int, int]]()
    moved = select(Ledger, Night).join(Night, Night.id == Ledger.night_id).where(Ledger.account == "chips")
    for entry, night in db.session.execute(moved.where(Ledger.against != "bank", Night.tracked, ~Night.example)):
        nets[night.id, entry.player_id] += amount(entry.amount, night)
    for entry in db.session.scalars(select(Ledger).where(Ledger.account == "purse", Ledger.kind == "count")):
        nets[entry.night_id, entry.player_id] += entry.amount
    return {"at games": at_games, "games": games, "nets": {key: net for key, net in nets.items() if net}}


def shown(figures: Figures) -> dict[str, Any]:
    games = {game: [tally.hands, tally.wild, sum(tally.pots.values())] for game, tally in figures.games.items()}
    return {
        "at games": dict(figures.at_games),
        "games": games,
        "nets": {key: net for key, net in figures.nets.items() if net},
    }


def check() -> None:
    """Check the cached sums against a count, and against sums read afresh."""
    cached = played().figures
    assert shown(cached) == counted(), "the sums differ from counted(), which has to fill each field of a Tally"
    clear_caches()
    assert played().figures == cached


def test_sums_follow_every_change(friday: Night) -> None:
    night_id = friday.id
    play(friday, 3)
    check()
    first = db.session.scalars(select(Hand.id).order_by(Hand.number)).all()[0]
    answer = taps.correct(first, load_hand(first).number, BOB_WINS)
    assert isinstance(answer, Posted)
    check()
    assert isinstance(taps.undo(first, answer.live.number), Posted)
    check()
    last = everyone_folds(deal(friday))
    check()
    assert isinstance(taps.undo(last.hand.id, last.number), Posted)
    check()
    assert end_night(friday) is not None
    assert isinstance(taps.redo(last.hand.id, last.number + 1), Posted)
    check()
    assert not isinstance(buy_in(friday, last.hand.seat_ids[0], 50), nights.Problem)
    check()
    assert not isinstance(queue.do(friday, PlayFor("EUR", 10)), nights.Problem)
    check()
    second = nights.start_night("Saturday", friday.stakes, {}, True)
    assert isinstance(second, Night)
    for name in ("Dee", "Eve", "Fay"):
        add_player(second, name, 100)
    everyone_folds(deal(second))
    check()
    ann, dee = (
        next(person for person in statistics.people_by_ids(range(99)).values() if person.name == name)
        for name in ("Ann", "Dee")
    )
    assert changing.merge_people(ann.id, dee.id) is None
    check()
    friday = db.session.get_one(Night, night_id)
    found = [Counted(seat.id, seat.stack + 7, seat.stack) for seat in seats(friday)[:1]]
    found += [Counted(seat.id, seat.stack, seat.stack) for seat in seats(friday)[1:]]
    assert isinstance(acting.settle_up(friday, found, "found on the floor"), Done)
    check()
    everybody = balances(db.session(), friday)
    assert any(balance.share for balance in everybody)
    won = played().figures.nets
    assert [won[night_id, balance.player_id] for balance in everybody] == [balance.won for balance in everybody]
    file = "".join(export.export_night(night_id))
    assert remove_night(night_id)
    check()
    assert len(played().nights) == 1
    assert not isinstance(importing.import_bytes(file.encode()), nights.Problem)
    check()
    assert len(played().nights) == 2


@pytest.fixture
def year(app: Flask) -> None:
    play_seven_nights()


@copied
def play_seven_nights() -> None:
    play_year(7, 3, 5)


def test_top_lists_match_a_scan_of_all_rows(year: None) -> None:
    of_hands = [(row, night) for row, night in rows() if row.seat == 0]
    of_all = sorted(of_hands, key=lambda each: -each[0].pot * each[1].worth)
    assert [hand.id for hand in played().largest_pots("EUR", 3)] == [row.hand_id for row, _ in of_all[:3]]
    game, person = of_all[0][0].game_id, of_all[0][0].player_id
    of_game = [row.hand_id for row, _ in of_all if row.game_id == game]
    assert [hand.id for hand in played().largest_pots("EUR", 2, game=game)] == of_game[:2]
    own = [(row, night) for row, night in rows() if row.player_id == person]
    won = sorted((each for each in own if each[0].won), key=lambda each: -each[0].pot * each[1].worth)
    assert len(won) > 2
    assert [hand.id for hand in played().largest_pots("EUR", 2, winner=person)] == [row.hand_id for row, _ in won[:2]]
    assert played().largest_pots("", 3) == []
    best = sorted((row for row, _ in rows() if row.best), key=lambda row: -row.best)
    assert len(best) > 3
    first = [(hand.holder, hand.hand.id) for hand in played().best_hands(statistics.ALL_HANDS, 3)]
    assert first == [(row.player_id, row.hand_id) for row in best[:3]]
    own_best = sorted((row.best for row, _ in own if row.best), reverse=True)
    assert len(played().best_hands(HandFilter(person), 99)) == len(own_best)


@pytest.mark.parametrize("did", Involvement)
def test_hand_lists_and_counts_match_a_scan_of_all_rows(year: None, did: Involvement) -> None:
    of_all = rows()[::-1]
    person, game, night = of_all[0][0].player_id, of_all[0][0].game_id, of_all[0][0].night_id
    met = {
        Involvement.DEALT: lambda row: True,
        Involvement.END: lambda row: row.showdown,
        Involvement.WON: lambda row: row.won > 0,
        Involvement.CALLED: lambda row: row.seat == 0,
        Involvement.WILD: lambda row: row.wild > 0,
    }[did]
    for which in (
        HandFilter(did=did),
        HandFilter(person, did=did),
        HandFilter(person, game, did=did),
        HandFilter(person, night=night, did=did),
        HandFilter(game=game, night=night, did=did),
    ):
        of_person = which.person is not None and did is not Involvement.WILD
        ids = [
            row.hand_id
            for row, _ in of_all
            if (row.player_id == which.person if of_person else row.seat == 0)
            and which.game in ("", row.game_id)
            and which.night in (None, row.night_id)
            and (met(row) if of_person or did is Involvement.WILD else True)
        ]
        assert played().count(which) == len(ids)
        assert [hand.id for hand in played().hands(which, len(ids) + 1)] == ids
        for skip in range(len(ids) + 2):
            assert [hand.id for hand in played().hands(which, 2, skip)] == ids[skip : skip + 2]


def test_cached_nights_are_read_again_only_after_a_change(year: None, monkeypatch: pytest.MonkeyPatch) -> None:
    earliest, read = next(iter(played().nights)), list[int]()
    of_nights = night_sums._parts

    def parts(ids: Sequence[int]) -> night_sums.Parts:
        read.extend(ids)
        return of_nights(ids)

    monkeypatch.setattr(night_sums, "_parts", parts)
    clear_caches()
    night_sums.read_ahead(lambda: None)
    assert len(read) == 7
    read.clear()
    assert len(played().sums) == 7
    assert read == []
    hand = db.session.scalars(select(Hand.id).where(Hand.night_id == earliest).order_by(Hand.number)).first()
    assert hand is not None
    night_sums.store_rows([hand])
    assert len(played().sums) == 7
    assert read == [earliest]
