"""Writing a file: the nights of a club, or one, a piece of text at a time.

All is read at one moment of the database. A hand that is being played is left out, and so is what waits for it: a file
holds what has been done.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from app.night.db import db, now
from app.night.models import (
    CLUB,
    EARLIEST_FIRST,
    LATEST_FIRST,
    Act,
    Club,
    Entry,
    Hand,
    Ledger,
    Night,
    OwnGame,
    Player,
    PlayerHand,
    Seat,
    Transfer,
)
from app.night.people.persons import colour_of
from app.night.transfer.act_shapes import OTHERS, SEATS
from app.night.transfer.file import FORMAT
from app.night.transfer.hands import HandFile, hand_file
from app.night.transfer.shapes import maybe_moment, moment

#: Acts that have been done, or will not be: the others wait for a hand.
PAST = ("done", "undone", "dropped", "failed")

#: By the id of an act, the number of its night and its own number there.
Places = Mapping[int, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers by which a file names what the database names by ids.

    ``night`` is the night's own number. The acts are those of all nights in the file.
    """

    night: int
    persons: Mapping[int, int]
    seats: Mapping[int, int]
    hands: Mapping[int, int]
    transfers: Mapping[int, int]
    acts: Places
    nights: Mapping[int, int]

    def own(self, of: str, row_id: int) -> int | None:
        """Return the number of a hand, an act or a transfer of this night; None where it is gone."""
        if of == "acts":
            night, number = self.acts.get(row_id, (None, None))
            return number if night == self.night else None
        return (self.hands if of == "hands" else self.transfers).get(row_id)


def export_club() -> Iterator[str]:
    """Yield the file of the club: its persons, its own games and all its nights but examples."""
    _begin_to_read()
    nights = list(db.session.scalars(select(Night).where(~Night.example).order_by(*EARLIEST_FIRST)))
    persons = list(db.session.scalars(select(Player).where(Player.only_in == 0).order_by(Player.id)))
    games = list(db.session.scalars(select(OwnGame).order_by(OwnGame.id)))
    yield from _file("club", nights, persons, games)


def export_night(night_id: int) -> Iterator[str]:
    """Yield the file of one night, with the persons who sat there."""
    _begin_to_read()
    night = db.session.get_one(Night, night_id)
    seated = select(Seat.player_id).where(Seat.night_id == night_id)
    persons = list(db.session.scalars(select(Player).where(Player.id.in_(seated)).order_by(Player.id)))
    yield from _file("night", [night], persons, [])


def nights_in_play(night_id: int | None = None) -> list[str]:
    """Return the names of the nights, or of one, with a hand that is being played, which a file leaves out."""
    which = ~Night.example if night_id is None else Night.id == night_id
    query = select(Night.name).join(Hand, Hand.night_id == Night.id).where(which, Hand.finished_at.is_(None))
    return list(db.session.scalars(query.order_by(*LATEST_FIRST)))


def _begin_to_read() -> None:
    """Let all that follows be read at one moment."""
    db.session.rollback()
    if db.engine.dialect.name == "postgresql":
        db.session.connection(execution_options={"isolation_level": "REPEATABLE READ"})


def _file(kind: str, nights: Sequence[Night], persons: Sequence[Player], games: Sequence[OwnGame]) -> Iterator[str]:
    club = db.session.get_one(Club, CLUB)
    head = {"format": FORMAT, "kind": kind, "exported_at": moment(now()), "club": {"name": club.name}}
    yield "{\n" + "".join(f"{_json(key)}: {_json(value)},\n" for key, value in head.items())
    yield f'"persons": {_lines(map(_person, persons))},\n"games": {_lines(map(_own_game, games))},\n"nights": ['
    people = {player.id: number for number, player in enumerate(persons)}
    numbers = {night.id: number for number, night in enumerate(nights)}
    acts = _acts(numbers)
    for number, night in enumerate(nights):
        yield ",\n" if number else "\n"
        yield _night(night, people, acts, numbers)
    yield "\n]\n}\n"


def _night(night: Night, persons: Mapping[int, int], acts: Places, nights: Mapping[int, int]) -> str:
    """Return a night as text: its parts by name, and what lists hold a line each."""
    session = db.session
    seats = list(session.scalars(select(Seat).where(Seat.night_id == night.id).order_by(Seat.id)))
    seat_numbers = {seat.id: at for at, seat in enumerate(seats)}
    hands, rules = _hands(night, seat_numbers)
    finished = {file.id: at for at, file in enumerate(hands)}
    transfers = list(session.scalars(select(Transfer).where(Transfer.night_id == night.id).order_by(Transfer.id)))
    paid = {transfer.id: at for at, transfer in enumerate(transfers)}
    known = Numbers(nights[night.id], persons, seat_numbers, finished, paid, acts, nights)
    past = select(Act).where(Act.night_id == night.id, Act.status.in_(PAST)).order_by(Act.id)
    ledger = select(Ledger).where(Ledger.night_id == night.id).order_by(Ledger.id)
    plain = {
        "name": night.name,
        "started_at": moment(night.started_at),
        "ended_at": maybe_moment(night.ended_at),
        "settled_at": maybe_moment(night.settled_at),
        "tracked": night.tracked,
        "asks_dealer": night.asks_dealer,
        "stakes": night.stakes_raw,
        "house": night.house,
        "currency": night.currency,
        "worth": night.worth,
        "chips": night.chips,
        "dealer_place": night.dealer_place,
        "carried": night.carried,
    }
    lists = {
        "seats": (_seat(seat, persons) for seat in seats),
        "rules": rules,
        "acts": (_act(act, known) for act in session.scalars(past)),
        "hands": (file.table for file in hands),
        "ledger": (_ledger_row(row, known) for row in session.scalars(ledger)),
        "transfers": (_transfer(transfer, known) for transfer in transfers),
    }
    text = "{" + "".join(f"{_json(key)}: {_json(value)}, " for key, value in plain.items())
    text += ",\n".join(f"{_json(key)}: {_lines(values)}" for key, values in lists.items()) + "}"
    return text


def _hands(night: Night, seats: Mapping[int, int]) -> tuple[list[HandFile], list[dict[str, Any]]]:
    """Return the finished hands of a night, and the rules of games by which they were played, each once."""
    query = select(Hand).where(Hand.night_id == night.id, Hand.finished_at.is_not(None)).order_by(Hand.number)
    hands = list(db.session.scalars(query))
    logs: defaultdict[int, list[Entry]] = defaultdict(list)
    entries = select(Entry).join(Hand, Hand.id == Entry.hand_id).where(Hand.night_id == night.id)
    for entry in db.session.scalars(entries.order_by(Entry.hand_id, Entry.number)):
        logs[entry.hand_id].append(entry)
    counted = set(db.session.scalars(select(PlayerHand.hand_id).where(PlayerHand.night_id == night.id)))
    rules: dict[str, int] = {}
    files = []
    for hand in hands:
        number = rules.setdefault(_json(hand.definition), len(rules))
        files.append(hand_file(hand, logs[hand.id], number, seats, counted=hand.id in counted))
    return files, [json.loads(text) for text in rules]


def _acts(nights: Mapping[int, int]) -> Places:
    """Return where each act of the past stands in the file; the numbers of its nights are given by id."""
    of = Act.night_id.between(min(nights, default=0), max(nights, default=0))
    query = select(Act.id, Act.night_id).where(of, Act.status.in_(PAST)).order_by(Act.night_id, Act.id)
    counts = Counter[int]()
    places = {}
    for act_id, night_id in db.session.execute(query):
        if night_id in nights:
            places[act_id] = nights[night_id], counts[night_id]
            counts[night_id] += 1
    return places


def _person(player: Player) -> dict[str, Any]:
    return {"name": player.name, "colour": colour_of(player), "removed": player.removed}


def _own_game(game: OwnGame) -> dict[str, Any]:
    return {
        "name": game.name,
        "game": game.game_id,
        "options": game.options,
        "modifiers": game.modifiers,
        "house": game.house,
        "created_at": moment(game.created_at),
    }


def _seat(seat: Seat, persons: Mapping[int, int]) -> dict[str, Any]:
    person = persons[seat.player_id]
    return {"person": person, "place": seat.place, "sitting_out": seat.sitting_out, "left": seat.left}


def _act(act: Act, numbers: Numbers) -> dict[str, Any]:
    data = {name: _field(name, value, numbers) for name, value in act.data.items()}
    return {
        "kind": act.kind,
        "data": data,
        "before": None if act.status not in ("done", "undone") else _before(act.kind, act.before or {}, numbers),
        "status": act.status,
        "note": act.note,
        "by": act.by,
        "at": moment(act.at),
        "done_at": maybe_moment(act.done_at),
    }


def _field(name: str, value: Any, numbers: Numbers) -> Any:
    """Return a field of an act, by the number of what it names."""
    if value is None:
        return None
    if name in SEATS:
        return numbers.seats[value] if SEATS[name] == "one" else [numbers.seats[seat] for seat in value]
    return numbers.own(OTHERS[name], value) if name in OTHERS else value


def _before(kind: str, before: Mapping[str, Any], numbers: Numbers) -> dict[str, Any]:
    """Return what an act remembers. Whose link it was, and which device's, stays here.

    So does what older versions have remembered of a settling, which the transfers say.
    """
    left = ("link", "device", "carried") if kind == "settle" else ("link", "device")
    kept = {name: value for name, value in before.items() if name not in left}
    if "seat" in kept:
        kept["seat"] = numbers.seats[kept["seat"]]
    if "places" in kept:
        kept["places"] = [{"seat": numbers.seats[int(seat)], "place": at} for seat, at in kept["places"].items()]
    return kept


def _ledger_row(row: Ledger, numbers: Numbers) -> dict[str, Any]:
    table: dict[str, Any] = {
        "person": numbers.persons[row.player_id],
        "kind": row.kind,
        "account": row.account,
        "against": row.against,
        "amount": row.amount,
        "why": row.why,
        "at": moment(row.at),
    }
    if row.reversal:
        table["reversal"] = True
    if row.hand_id is not None:
        table["hand"] = numbers.hands[row.hand_id]
    if row.act_id is not None:
        night, act = numbers.acts.get(row.act_id, (None, None))
        if act is not None:
            table["act"] = act
        if night != numbers.night:
            table["of_night"] = night
    if row.against_id is not None:
        table["against_person"] = numbers.persons[row.against_id]
    return table


def _transfer(transfer: Transfer, numbers: Numbers) -> dict[str, Any]:
    table: dict[str, Any] = {
        "debtor": None if transfer.debtor_id is None else numbers.persons[transfer.debtor_id],
        "creditor": None if transfer.creditor_id is None else numbers.persons[transfer.creditor_id],
        "currency": transfer.currency,
        "amount": transfer.amount,
        "paid_at": maybe_moment(transfer.paid_at),
    }
    if transfer.carried_to is not None:
        table["carried_to"] = numbers.nights.get(transfer.carried_to)
    return table


def _lines(values: Any) -> str:
    rows = ",\n".join(map(_json, values))
    return f"[\n{rows}\n]" if rows else "[]"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
