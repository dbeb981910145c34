"""Store nights as today's app writes them, for tests that later versions open them and play on.

``python -m tests.night.old_nights 0.1`` writes ``data/version-0.1.sqlite.gz`` and ``data/version-0.1.json``. The JSON
file has, for each hand in progress, the posts that finished it when the files were made, and what it paid then. Run it
with a release's name before a release that changes the stored data; never for a release whose files exist.

``python -m tests.night.old_nights 0.1 0.3`` adds today's nights to those of 0.1: a settled one, one in play with phones
and queued acts, and an example.
"""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from functools import partial
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

from flask.testing import FlaskClient
from flask_migrate import upgrade
from sqlalchemy import select

from app import create_app
from app.cards.card import parse_card
from app.games.catalog import catalog
from app.games.house import Stakes
from app.hand.play import legal
from app.hand.view import sealed
from app.night import example, nights
from app.night.access import grants
from app.night.access.rights import DEALER, HOST, PHONE
from app.night.acts import queue
from app.night.acts.settling import Settle
from app.night.db import db
from app.night.log import loading, sealing
from app.night.log.replay import LiveHand, Posted
from app.night.models import CLUB, Ledger, Night, Player, Seat
from app.night.people import seats
from app.night.play import call, games, taps
from app.night.play.call import end_night
from app.night.validation import Problem
from tests.hand.random_dealer import RandomDealer
from tests.night import acting
from tests.night.table import seat, set_house, set_stakes
from tests.seating import add_player
from tests.web.tables import hold

DATA = Path(__file__).parent / "data"

#: Games that together use every step, wild rule, trigger and share in the library.
GAMES = (
    "assassin-iii dakota black-mariah night-baseball double-exposure-hi-lo canadian murrumbidgee shifting-sands "
    "auction-wild henway the-bitch spinning-dog-of-the-nile pick-a-partner follow-the-pair follow-the-queen "
    "number-nine london-lowball beat-your-neighbor kentrel weeping-willow jackal oppression low-hole-roll-your-own "
    "up-your-draws draft pig seven-card-flip woolworth phlegm blind-pig flipem shifting-sands-ii mississippi-mud "
    "reverse-exposure echo-park boot tripple-double razz chicago"
).split()

#: Five-card stud with entries only a dealer may make: a ruling, a remark, a redeal, and a misdeal.
RULED = (
    "d dh p1 ??5h|d dh p2 ??6h|d dh p3 ??Kh|p3 cbr 1 !|p1 cc # says nothing|p2 f|d redeal|d dh p1 ??7c|d dh p3 ??9c|"
    "p1 cbr 2 !|p3 f"
).split("|")
MISDEALT = ("d dh p1 ??5h", "d dh p2 ??5c", "d misdeal")

#: Games with modifiers, and house rules for the hand.
MIXED: tuple[tuple[str, list[Any], dict[str, Any]], ...] = (
    ("seven-card-stud", ["blind", {"modifier": "wild", "ranks": "2", "one_eyed_jacks": True}], {}),
    ("five-card-stud", [{"modifier": "hi-lo", "style": "in turn"}, {"modifier": "jokers", "play": "bug"}], {}),
    ("seven-card-stud", ["follow-the-queen", {"modifier": "roll-your-own", "style": "together"}], {"raises": 0}),
    ("five-card-stud", [{"modifier": "auction", "once": True}, "twist"], {"opener_first": "left of dealer"}),
    ("seven-card-stud", ["low-hole-wild", {"modifier": "suit-in-the-hole", "suit": "heart"}, "seventh-up"], {}),
    ("five-card-stud", ["draft", {"modifier": "skip-betting", "rounds": [2]}, "extra-down-card"], {}),
)


@dataclass
class Running:
    """A hand in progress: the night's name, the hand's number, its number of entries, and the posts that followed.

    The ``path`` of a post is relative to the dealer's address, or to that of the player named by ``phone``. ``paid``
    are the ledger rows of the finished hand: player, kind, chips.
    """

    night: str
    hand: int
    entries: int
    posts: list[dict[str, Any]] = field(default_factory=list)
    paid: list[tuple[str, str, int]] = field(default_factory=list)


def main(version: str) -> None:
    """Write the files of a version."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "upcard.sqlite3"
        address = f"sqlite:///{path}"
        app = create_app({"WTF_CSRF_ENABLED": False, "SECRET_KEY": "x", "SQLALCHEMY_DATABASE_URI": address})
        with app.app_context():
            upgrade()
            _finished_night()
            hands = [_betting(), _sealed(), _rolling(), _called()]
            _cleared()
            running = [Running(night.name, live.hand.number, live.number) for night, live, _ in hands]
            db.session.remove()
            stored = Path(folder) / "stored.sqlite3"
            with closing(sqlite3.connect(path)) as connection:
                connection.execute("VACUUM INTO ?", (str(stored),))
            (DATA / f"version-{version}.sqlite.gz").write_bytes(gzip.compress(stored.read_bytes(), mtime=0))
            for running_hand, (night, live, dealer) in zip(running, hands, strict=True):
                _finish_hand(app.test_client(), running_hand, night, live.hand.id, dealer)
            db.session.remove()
            db.engine.dispose()
    (DATA / f"version-{version}.json").write_text(
        json.dumps([asdict(running_hand) for running_hand in running], indent=1) + "\n"
    )


def add_to(older: str, version: str) -> None:
    """Write the files of a version: those of an older one, migrated, with new nights added."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "upcard.sqlite3"
        path.write_bytes(gzip.decompress((DATA / f"version-{older}.sqlite.gz").read_bytes()))
        address = f"sqlite:///{path}"
        app = create_app({"WTF_CSRF_ENABLED": False, "SECRET_KEY": "x", "SQLALCHEMY_DATABASE_URI": address})
        with app.app_context():
            upgrade()
            _settled_night()
            _night_in_play()
            _check_done(example.start_example())
            db.session.remove()
            db.engine.dispose()
        stored = Path(folder) / "stored.sqlite3"
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("VACUUM INTO ?", (str(stored),))
        (DATA / f"version-{version}.sqlite.gz").write_bytes(gzip.compress(stored.read_bytes(), mtime=0))
    (DATA / f"version-{version}.json").write_text((DATA / f"version-{older}.json").read_text())


Hand = tuple[Night, LiveHand, RandomDealer]


def _finished_night() -> None:
    """Play a whole night: stakes and house rules change, chips are bought, a player goes home."""
    friday = _begin("Friday", ("Ann", "Anna", "Bob"), 2000, {"open_pair_big_bet": True})
    rng = Random(20261121)
    for count, game in enumerate(GAMES):
        if count == 10:
            _check_done(set_house(friday, {"unclaimed_half": "next hand", "chip_unit": 2, "raises": 4}))
            _check_done(set_stakes(friday, Stakes(ante=2, bring_in=2, limit="pot", min_bet=4)))
        if count == 20:
            _check_done(set_stakes(friday, Stakes(bring_in=1, limit="spread", min_bet=2, max_bet=6)))
            _check_done(acting.buy_in(friday, seats.seats(friday)[1].id, 500))
        _play(friday, game, (), {}, rng)
    for game, modifiers, house in MIXED:
        _play(friday, game, modifiers, house, rng)
    _play(friday, "black-mariah", (), {}, rng, lambda dealer: bool(dealer.state.result and dealer.state.result.carried))
    for game, verb in (("buzz-beds", "moves"), ("bunk-beds", "swaps"), ("razz", "pb")):
        _play(friday, game, (), {}, rng, partial(_has_verb, verb))
    for lines in (RULED, MISDEALT):
        live = call.call_game(friday, "five-card-stud")
        assert isinstance(live, LiveHand)
        for line in lines:
            live = _tap(live, line)
        _check_done(call.next_hand(friday))
    _play(friday, "five-card-stud", (), {}, rng)
    _check_done(acting.leave(friday, seat(friday, "Bob").id))
    _check_done(end_night(friday))
    house = {"five_of_a_kind": "below royal"}
    _check_done(
        games.save_own_game("Gran’s Baseball", "night-baseball", {}, [{"modifier": "jokers", "count": 1}], house)
    )


def _betting() -> Hand:
    """Play up to a bet to be answered, with one tap undone and redone, another only undone."""
    saturday = _begin("Saturday", ("Anna", "Ann", "Zoë", "Bob"), 100)
    live, dealer = _find_hand(saturday, "follow-the-queen", (), {}, Random(1), _ends_after(30))
    while len(dealer.lines) < 12 or " cbr " not in dealer.lines[-1]:
        live = _tap(live, dealer.step())
    live = _posted(taps.undo(live.hand.id, live.number))
    live = _posted(taps.redo(live.hand.id, live.number))
    live = _tap(live, next(line for line in legal(live.state) if line.endswith(" f")))
    return saturday, _posted(taps.undo(live.hand.id, live.number)), dealer


def _sealed() -> Hand:
    """Play up to a sealed declaration that half the players have made, one by phone."""
    sunday = _begin("Sunday", ("Gia", "Hal", "Ida", "Jo"), 100)
    live, dealer = _find_hand(
        sunday,
        "chicago",
        (),
        {},
        Random(2),
        lambda dealer: len({line.split()[0] for line in dealer.lines if " declare " in line}) == 4,
    )
    while not sealed(dealer.state):
        live = _tap(live, dealer.step())
    question = sealing.open_question(live)
    assert question is not None
    for _ in range(2):
        line = dealer.step()
        live = _posted(taps.answer_sealed(live.hand.id, question, int(line[1]) - 1, line))
    return sunday, live, dealer


def _rolling() -> Hand:
    """Play without tracked chips up to a roll, with one dealt card corrected."""
    monday = _begin("Monday", ("Ann", "Bob", "Cy"), 0)
    live, dealer = _find_hand(monday, "roll-your-own", (), {}, Random(4), _ends_after(40))
    while len(dealer.lines) < 20:
        live = _tap(live, dealer.step())
    live = _correct_a_card(live)
    wrong = {old: new for old, new in zip(dealer.lines, live.actions, strict=True) if old != new}
    ((old, new),) = ((parse_card(old[-2:]), parse_card(new[-2:])) for old, new in wrong.items())
    assert new in dealer.deck
    dealer.deck[dealer.deck.index(new)] = old
    dealer.hands = [[new if card == old else card for card in hand] for hand in dealer.hands]
    dealer.states.append(live.state)
    return monday, live, dealer


def _called() -> Hand:
    """Call one of the table's own games without entering anything."""
    tuesday = _begin("Tuesday", ("Ann", "Bob", "Cy", "Dee", "Eve"), 100)
    own = next(own for own in games.own_games() if own.name == "Gran’s Baseball")
    live = call.call_game(tuesday, own.game_id, own.options, own.modifiers, own.house, name=own.name)
    assert isinstance(live, LiveHand)
    return tuesday, live, RandomDealer(live.hand.setup, Random(4))


def _cleared() -> None:
    """Clear the last hand without calling a game: Undo leads back to the hand."""
    _play(_begin("Wednesday", ("Ann", "Bob", "Cy"), 100), "razz", (), {}, Random(5))


def _settled_night() -> None:
    """Play a night for money, settled but not paid."""
    thursday = _begin("Thursday", ("Ann", "Bob", "Cy"), 100, currency="EUR", worth=10)
    live = call.call_game(thursday, "five-card-stud")
    assert isinstance(live, LiveHand), live
    for line in ("d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh", "p3 cbr 2", "p1 f", "p2 f"):
        live = _tap(live, line)
    assert live.over
    _check_done(call.next_hand(thursday))
    _check_done(end_night(thursday))
    _check_done(queue.do(thursday, Settle()))


def _night_in_play() -> None:
    """Leave a night in play with a claimed phone, one that asks, and acts queued for the next hand or the dealer."""
    today = _begin("Today", ("Ann", "Bob", "Cy"), 100, currency="EUR", worth=10)
    live = call.call_game(today, "five-card-stud")
    assert isinstance(live, LiveHand), live
    _tap(live, "d dh p1 ??7c")
    ann, bob, _ = seats.seats(today)
    _check_done(grants.claim(PHONE, _seat(ann.id).player_id, "", "Phone"))
    _check_done(grants.ask(PHONE, _seat(ann.id).player_id, "", "Tablet"))
    _check_done(grants.grant(HOST, CLUB, "", "Laptop"))
    _check_done(grants.grant(DEALER, today.id, "", "Tablet"))
    _check_done(acting.buy_in(today, bob.id, 50))
    _check_done(acting.buy_in(today, ann.id, 20, by="Ann", ask=True))


def _seat(seat_id: int) -> Seat:
    return db.session.get_one(Seat, seat_id)


def _begin(
    name: str,
    players: Sequence[str],
    chips: int,
    house: Mapping[str, Any] | None = None,
    *,
    currency: str = "",
    worth: int = 0,
) -> Night:
    begun = nights.start_night(name, Stakes(), house or {}, bool(chips), currency, worth)
    assert isinstance(begun, Night)
    for player in players:
        _check_done(add_player(begun, player, chips))
    return begun


def _play(
    night: Night,
    game: str,
    modifiers: Sequence[Any],
    house: Mapping[str, Any],
    rng: Random,
    wanted: Callable[[RandomDealer], bool] | None = None,
) -> None:
    """Play a hand to its end, won at the showdown unless another kind is ``wanted``.

    A tap is undone and redone in every third hand, and an action is corrected in the hand after it.
    """
    least = catalog()[game].summary.players[0]
    for number in range(len(seats.seats(night)), least):
        _check_done(add_player(night, ("Cy", "Dee", "Eve", "Fay")[number - 3], 2000))
    for info in seats.seats(night):
        if info.stack is not None and info.stack < 50:
            _check_done(acting.buy_in(night, info.id, 500))
    live, dealer = _find_hand(night, game, modifiers, house, rng, wanted or _has_showdown)
    dealer.play_out()
    lines = dealer.lines
    for count, line in enumerate(lines):
        live = _tap(live, line)
        if live.hand.number % 3 == 0 and count == len(lines) // 2:
            live = _posted(taps.undo(live.hand.id, live.number))
            live = _posted(taps.redo(live.hand.id, live.number))
    if live.hand.number % 3 == 1:
        live = _correct_a_card(live)
    if not live.over:
        live = _posted(taps.undo(live.hand.id, live.number))
    assert live.over
    _check_done(call.next_hand(night))
    for info in seats.seats(night)[3:]:
        _check_done(acting.leave(night, info.id))


def _find_hand(
    night: Night,
    game: str,
    modifiers: Sequence[Any],
    house: Mapping[str, Any],
    rng: Random,
    wanted: Callable[[RandomDealer], bool],
) -> tuple[LiveHand, RandomDealer]:
    """Call a game; return the hand and a dealer whose cards lead to a hand as ``wanted`` in few taps."""
    live = call.call_game(night, game, {}, modifiers, house)
    assert isinstance(live, LiveHand), live
    best: tuple[int, int] | None = None
    for attempt in range(1000):
        seed = rng.getrandbits(32)
        dealer = RandomDealer(live.hand.setup, Random(seed))
        dealer.play_out()
        if wanted(dealer):
            best = min(best or (len(dealer.lines), seed), (len(dealer.lines), seed))
        if best is not None and attempt >= 12:
            return live, RandomDealer(live.hand.setup, Random(best[1]))
    raise LookupError(f"no such hand of {game}")


def _ends_after(lines: int) -> Callable[[RandomDealer], bool]:
    return lambda dealer: len(dealer.lines) > lines


def _has_verb(verb: str, dealer: RandomDealer) -> bool:
    return any(f" {verb}" in line for line in dealer.lines)


def _has_showdown(dealer: RandomDealer) -> bool:
    return any(award.hand for award in _ended(dealer).awards)


def _ended(dealer: RandomDealer) -> Any:
    assert dealer.state.result is not None
    return dealer.state.result


def _tap(live: LiveHand, line: str) -> LiveHand:
    return _posted(taps.post(live.hand.id, live.number, [line]))


def _posted(answer: object) -> LiveHand:
    assert isinstance(answer, Posted), answer
    return answer.live


def _correct_a_card(live: LiveHand) -> LiveHand:
    """Correct the suit of one dealt card, the first that does not affect whether the hand is over; return the hand."""
    for place, line in enumerate(live.actions, start=1):
        card = re.fullmatch(r"(?:d dh p\d (?:\?\?)*|p\d up )([2-9TJQKA])([cdhs])", line)
        for suit in "cdhs" if card else "":
            other = line[:-1] + suit
            if other[-2:] in "".join(live.actions):
                continue
            answer = taps.correct(live.hand.id, live.number, {place: (other,)})
            if isinstance(answer, Posted) and answer.live.over == live.over:
                return answer.live
            if isinstance(answer, Posted):
                live = _posted(taps.undo(live.hand.id, answer.live.number))
    return live


def _check_done(done: object) -> None:
    assert not isinstance(done, Problem), done


def _finish_hand(client: FlaskClient, running_hand: Running, night: Night, hand_id: int, dealer: RandomDealer) -> None:
    """Finish a hand through the forms of its screens, recording the posts and the payments."""
    while not (live := _live(hand_id)).over:
        asked = sealing.open_question(live)
        page = client.get(f"/n/{night.key}/").text
        line = dealer.step()
        post: dict[str, Any] = {"path": "tap", "fields": _fields(page, line)}
        path = f"/n/{night.key}/tap"
        fields = {"hand": hand_id, "seen": live.number}
        if asked is not None:
            name = live.hand.setup.names[int(line[1]) - 1]
            key = seat(night, name).key
            post = {"path": "answer", "phone": name, "fields": {"action": line}}
            path, fields = f"{hold(client, key)}/answer", {"hand": hand_id, "question": asked}
        response = client.post(path, data={**fields, **post["fields"]})
        assert response.status_code == 303, (line, post, response.text)
        running_hand.posts.append(post)
    rows = select(Player.name, Ledger.kind, Ledger.amount).select_from(Ledger)
    rows = rows.outerjoin(Player, Ledger.player_id == Player.id)
    paid = db.session.execute(rows.where(Ledger.hand_id == hand_id).order_by(Ledger.id))
    running_hand.paid = [(name or "", kind, amount) for name, kind, amount in paid]


def _live(hand_id: int) -> LiveHand:
    live = loading.live_hand(hand_id)
    assert isinstance(live, LiveHand)
    return live


def _fields(page: str, line: str) -> dict[str, str]:
    """Return the fields a screen posts to enter a line: its button's action, with the card or the amount."""
    for value in re.findall(r'name="action" value="([^"]*)"', page):
        action = unescape(value)
        pattern = re.escape(action).replace("CARDS", r"(?!)").replace("CARD", r"(?P<card>[2-9TJQKA][cdhs]|J[rb])")
        pattern = re.sub(r"\d+\\\.\\\.\d*$", r"(?P<amount>\\d+)", pattern)
        if match := re.fullmatch(pattern, line):
            return {"action": action, **match.groupdict()}
    return {"action": line}


if __name__ == "__main__":
    if len(sys.argv) > 2:
        add_to(*sys.argv[1:])
    else:
        main(sys.argv[1])
