"""Writing a file: the nights of a club, or one night, a piece of text at a time.

Everything is read from one snapshot. A hand being played is left out, and so are the acts waiting for it: a file holds
only what is done.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from sqlalchemy import select

from app.dates import datetime_text
from app.night.acts.act import json_value
from app.night.db import db, now
from app.night.log.entries import EntryKind, LogEntry
from app.night.log.loading import play_log, replay_hand
from app.night.log.replay import LiveHand
from app.night.log.sealing import public_entries
from app.night.models import (
    CLUB,
    EARLIEST_FIRST,
    LATEST_FIRST,
    Act,
    Club,
    Entry,
    GameText,
    Hand,
    Ledger,
    Night,
    OwnGame,
    Player,
    PlayerHand,
    Seat,
    Transfer,
)
from app.night.people.roster import colour_of
from app.night.play.settle import is_void, why_text, winners_of
from app.night.transfer.shapes import Conversion, convert
from app.night.transfer.tables import ACT, FORMAT, PAST, before_shape, columns, to_numbers, write_row

#: Substrings, one of which is in every answer that may be sealed: a declaration, a bid, or a no.
MAY_BE_SEALED = (" declare ", " bid ", " no")

#: The number of each row by id, by the name of its list.
Numbers = Mapping[str, Mapping[int, int]]


def export_club() -> Iterator[str]:
    """Yield the club's file: its people, saved games and texts, and all its nights but examples."""
    _begin_snapshot()
    nights = list(db.session.scalars(select(Night).where(~Night.example).order_by(*EARLIEST_FIRST)))
    people = list(db.session.scalars(select(Player).where(Player.only_in == 0).order_by(Player.id)))
    games = list(db.session.scalars(select(OwnGame).order_by(OwnGame.id)))
    texts = list(db.session.scalars(select(GameText).order_by(GameText.game_id)))
    yield from _file("club", nights, people, games, texts)


def export_night(night_id: int) -> Iterator[str]:
    """Yield one night's file, with the people who sat there."""
    _begin_snapshot()
    night = db.session.get_one(Night, night_id)
    seated = select(Seat.player_id).where(Seat.night_id == night_id)
    people = list(db.session.scalars(select(Player).where(Player.id.in_(seated)).order_by(Player.id)))
    yield from _file("night", [night], people)


def nights_in_play(night_id: int | None = None) -> list[str]:
    """Return the names of the nights, or of one, with a hand being played, which a file leaves out.

    Nights with the same name have their start time added.
    """
    which = ~Night.example if night_id is None else Night.id == night_id
    query = select(Night.name, Night.started_at).join(Hand).where(which, Hand.finished_at.is_(None))
    nights = db.session.execute(query.order_by(*LATEST_FIRST)).all()
    named = Counter(name for name, _ in nights)
    return [f"{name} ({datetime_text(began)})" if named[name] > 1 else name for name, began in nights]


def _begin_snapshot() -> None:
    """Begin a transaction that reads everything from one snapshot."""
    db.session.rollback()
    if db.engine.dialect.name == "postgresql":
        db.session.connection(execution_options={"isolation_level": "REPEATABLE READ"})


def _file(
    kind: str,
    nights: Sequence[Night],
    people: Sequence[Player],
    games: Sequence[OwnGame] = (),
    texts: Sequence[GameText] = (),
) -> Iterator[str]:
    club = db.session.get_one(Club, CLUB)
    head = {"format": FORMAT, "kind": kind, "exported_at": json_value(now()), "club": {"name": club.name}}
    yield "{\n" + "".join(f"{_json(key)}: {_json(value)},\n" for key, value in head.items())
    plain = to_numbers({})
    listed = _lines({**write_row(player, plain), "colour": colour_of(player)} for player in people)
    own_games = _lines(write_row(game, plain) for game in games)
    written = _lines(write_row(text, plain) for text in texts)
    yield f'"persons": {listed},\n"games": {own_games},\n"texts": {written},\n"nights": ['
    numbers = {"persons": _by_id(people), "nights": _by_id(nights), **_acts(nights)}
    for number, night in enumerate(nights):
        yield ",\n" if number else "\n"
        yield _night(night, numbers)
    yield "\n]\n}\n"


def _acts(nights: Sequence[Night]) -> Numbers:
    """Return the number of each act in its night's list, and the number of each act's night."""
    acts, nights_of_acts = dict[int, int](), dict[int, int]()
    numbers, counts = _by_id(nights), Counter[int]()
    between = Act.night_id.between(min(numbers, default=0), max(numbers, default=0))
    query = select(Act.id, Act.night_id).where(between, Act.status.in_(PAST)).order_by(Act.id)
    for act_id, night_id in db.session.execute(query):
        if night_id in numbers:
            acts[act_id], nights_of_acts[act_id] = counts[night_id], numbers[night_id]
            counts[night_id] += 1
    return {"acts": acts, "nights of acts": nights_of_acts}


def _by_id(rows: Iterable[Any]) -> dict[int, int]:
    return {row.id: number for number, row in enumerate(rows)}


def _night(night: Night, numbers: Numbers) -> str:
    """Return a night as text: its parts by name, with one line per list item."""
    seats, transfers, ledger, acts = (_of_night(night, model) for model in (Seat, Transfer, Ledger, Act))
    hands = [hand for hand in _of_night(night, Hand) if hand.finished_at is not None]
    numbers = {**numbers, "seats": _by_id(seats), "hands": _by_id(hands), "transfers": _by_id(transfers)}
    change = to_numbers(numbers)
    logs: defaultdict[int, list[Entry]] = defaultdict(list)
    entries = select(Entry).join(Hand, Hand.id == Entry.hand_id).where(Hand.night_id == night.id)
    for entry in db.session.scalars(entries.order_by(Entry.hand_id, Entry.number)):
        logs[entry.hand_id].append(entry)
    counted = set(db.session.scalars(select(PlayerHand.hand_id).where(PlayerHand.night_id == night.id)))
    rules: dict[str, int] = {}
    written = [_hand(hand, logs[hand.id], rules, change, counted=hand.id in counted) for hand in hands]
    lists: dict[str, Iterable[Any]] = {
        "seats": (write_row(seat, change) for seat in seats),
        "rules": map(json.loads, rules),
        "acts": (_act(act, change) for act in acts if act.status in PAST),
        "hands": written,
        "ledger": (_ledger_row(row, numbers) for row in ledger),
        "transfers": (write_row(transfer, change) for transfer in transfers),
    }
    text = "{" + "".join(f"{_json(key)}: {_json(value)}, " for key, value in write_row(night, change).items())
    return text + ",\n".join(f"{_json(key)}: {_lines(values)}" for key, values in lists.items()) + "}"


def _of_night(night: Night, model: type[Any]) -> list[Any]:
    return list(db.session.scalars(select(model).where(model.night_id == night.id).order_by(model.id)))


def _ledger_row(row: Ledger, numbers: Numbers) -> dict[str, Any]:
    """Return a ledger row; one made by an act of another night names that night."""
    table = write_row(row, to_numbers(numbers))
    of_night = numbers["nights of acts"].get(row.act_id or 0)
    if not row.reversal:
        del table["reversal"]
    if row.act_id is not None and of_night != numbers["nights"][row.night_id]:
        table["of_night"] = of_night
    return table


def _act(act: Act, change: Conversion) -> dict[str, Any]:
    """Return an act; its shape omits the link and device involved, and other details that 0.3 kept of a settling."""
    before = dict(act.before or {}) if act.status in ("done", "undone") else None
    if before and "places" in before:
        before["places"] = [{"seat": int(seat), "place": at} for seat, at in before["places"].items()]
    written: dict[str, Any] = convert({**columns(act), "before": None}, ACT, change)
    return {**written, "before": convert(before, before_shape(act.kind, before or {}), change)}


def _hand(
    hand: Hand, entries: Sequence[Entry], rules: dict[str, int], change: Conversion, *, counted: bool
) -> dict[str, Any]:
    """Return a finished hand; the definition of its game is added to ``rules`` if missing there.

    ``counted``: its players' rows are stored, so some version has replayed it; so has one that stored ``secret`` in the
    outcome of a misdeal. To save time, such a hand is replayed only if its log holds, or may hold, secrets.

    Readers work out the outcome from the log, so the file includes it only if the hand cannot be replayed today. A hand
    with sealed answers that stay unread is written as its current actions only, without those answers.
    """
    log = [LogEntry(entry.number, cast(EntryKind, entry.kind), entry.text) for entry in entries]
    secret = (hand.outcome or {}).get("secret")
    played = counted or (secret is not None and is_void(hand.outcome))
    if secret is None:
        secret = any(word in entry.text for entry in log for word in MAY_BE_SEALED)
    live = replay_hand(hand, log) if secret else None
    if isinstance(live, LiveHand):
        log = public_entries(live, log)
    elif secret or not played:
        live = play_log(hand, log)
    at = {entry.number: entry for entry in entries}
    rows = [{**write_row(at[entry.number], change), "kind": entry.kind, "text": entry.text} for entry in log]
    number = rules.setdefault(_json(hand.definition), len(rules))
    table = {**write_row(hand, change), "rules": number, "log": rows}
    if live is None or (isinstance(live, LiveHand) and live.misfit is None and live.over):
        del table["outcome"]
    else:
        names, outcome = hand.setup["names"], hand.outcome or {}
        winners = list(map(list, winners_of(names, outcome)))
        table["outcome"] = {**table["outcome"], "winners": winners, "why": why_text(names, outcome)}
    return table


def _lines(values: Iterable[Any]) -> str:
    rows = ",\n".join(map(_json, values))
    return f"[\n{rows}\n]" if rows else "[]"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
