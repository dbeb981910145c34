"""Storing what a file holds: whole or not at all, in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from app import settings
from app.night.db import Model, db, retry_conflicts, writing
from app.night.models import CLUB, Act, Club, Entry, Hand, Ledger, Night, OwnGame, Player, PlayerHand, Seat, Transfer
from app.night.transfer.act_shapes import OTHERS, SEATS
from app.night.transfer.checking import Checked, check_all_but_hands, replay
from app.night.transfer.file import FILE
from app.night.transfer.parse import parse
from app.night.transfer.shapes import WrongError
from app.night.transfer.values import File
from app.night.validation import Problem, too_many_problem

#: What an act names that is no longer there.
GONE = 0


@dataclass(frozen=True, slots=True)
class Imported:
    """What a file has brought: nights by their names, and how many persons, hands and games."""

    nights: tuple[str, ...]
    persons: int
    hands: int
    games: int


def import_bytes(data: bytes) -> Imported | Problem:
    """Read a file and store everything that it holds; one that has no place here is refused before it is replayed."""
    try:
        file = _unplayed(data)
        if problem := _no_place(db.session(), file):
            return problem
        db.session.rollback()  # no transaction waits while hands are played
        checked = replay(file)
    except WrongError as wrong:
        return _problem(wrong)
    return import_file(checked)


def read_file(data: bytes) -> Checked | Problem:
    """Return the file that bytes hold, with all its hands played again; else where it is wrong and why."""
    try:
        return replay(_unplayed(data))
    except WrongError as wrong:
        return _problem(wrong)


@retry_conflicts
def import_file(checked: Checked) -> Imported | Problem:
    """Store everything that a file holds.

    The file of a club goes into one that has no nights yet; that of a night into any that does not have this night.
    """
    file = checked.file
    with writing() as session:
        # The lock keeps other servers from importing at the same moment.
        club = session.get_one(Club, CLUB, with_for_update=True)
        if problem := _no_place(session, file):
            return problem
        club.name = club.name or file["club"]["name"]
        persons = _add_persons(session, file["persons"])
        _add(session, [_own_game(game) for game in file["games"]])
        _add_nights(session, checked, persons)
    hands = sum(len(night["hands"]) for night in file["nights"])
    return Imported(tuple(night["name"] for night in file["nights"]), len(persons), hands, len(file["games"]))


def _unplayed(data: bytes) -> File:
    """Return the file that bytes hold, all of it checked but its hands. Raises :class:`WrongError`."""
    value = parse(data, settings.limit("megabytes") * 2**20)
    if isinstance(value, dict) and "format" in value:
        FILE.keys["format"].read(value["format"], "format")  # before all that another format has otherwise
    file: File = FILE.read(value, "")
    check_all_but_hands(file)
    return file


def _problem(wrong: WrongError) -> Problem:
    return Problem(wrong.path or "file", wrong.reason)


def _no_place(session: Session, file: File) -> Problem | None:
    """Return why a file cannot be stored beside what is kept here already, or None."""
    nights = select(Night).where(~Night.example)
    if file["kind"] == "club" and session.scalar(nights.limit(1)) is not None:
        words = "nights are kept here already: the file of a club goes into an Upcard that has none"
        return Problem("nights", words)
    for at, night in enumerate(file["nights"] if file["kind"] == "night" else ()):
        same = nights.where(Night.name == night["name"], Night.started_at == night["started_at"])
        if session.scalar(same.limit(1)) is not None:
            return Problem(f"nights[{at}]", f"{night['name']} is kept here already")
    if full := _too_many(session, file):
        return full
    for at, game in enumerate(file["games"]):
        taken = select(OwnGame.name).where(OwnGame.folded == game["name"].casefold())
        if (name := session.scalar(taken)) is not None:
            return Problem(f"games[{at}].name", f"{name} is one of your games already: remove it first")
    return None


def _too_many(session: Session, file: File) -> Problem | None:
    """Return that a file does not fit beside what is kept here already, or None."""
    for name, kept_here, more in (
        ("nights", select(func.count(Night.id)).where(~Night.example), len(file["nights"])),
        ("people", select(func.count(Player.id)).where(Player.only_in == 0), len(file["persons"])),
        ("games", select(func.count(OwnGame.id)), len(file["games"])),
    ):
        kept = session.scalar(kept_here) or 0
        if kept + more > settings.limit(name):
            return too_many_problem(name)
    return None


def _add(session: Session, rows: Sequence[Model]) -> list[int]:
    """Add rows in their order and return their ids, which grow."""
    session.add_all(rows)
    session.flush()
    return [row.id for row in rows]  # type: ignore[attr-defined]


def _add_persons(session: Session, persons: Sequence[File]) -> list[int]:
    """Return the id of each person: of one who is known by this name, or a new one."""
    players = []
    known = {player.folded: player for player in session.scalars(select(Player).where(Player.only_in == 0))}
    for at, person in enumerate(persons):
        folded = person["name"].casefold()
        if person["removed"]:
            # Two blanks: nobody can type this name. It gets the id of its person once there is one.
            folded = f"{folded}  new {at}"
        new = Player(name=person["name"], folded=folded, colour=person["colour"], removed=person["removed"])
        players.append(known.get(folded, new))
    ids = _add(session, players)
    for player in players:
        if player.removed:
            player.folded = f"{player.name.casefold()}  {player.id}"
    return ids


def _own_game(game: File) -> OwnGame:
    return OwnGame(
        name=game["name"],
        folded=game["name"].casefold(),
        game_id=game["game"],
        options=game["options"],
        modifiers=game["modifiers"],
        house=game["house"],
        created_at=game["created_at"],
    )


@dataclass(frozen=True, slots=True)
class _Ids:
    """The ids of what a night holds, by their numbers in the file; ``unreadable`` are numbers of hands."""

    night: int
    seats: list[int]
    hands: list[int]
    acts: list[int]
    transfers: list[int]
    unreadable: set[int]


def _add_nights(session: Session, checked: Checked, persons: Sequence[int]) -> None:
    nights = checked.file["nights"]
    night_ids = _add(session, [_night(night) for night in nights])
    ids: list[_Ids] = []
    for night, night_id, ended in zip(nights, night_ids, checked.ended, strict=True):
        seats = _add(session, [Seat(night_id=night_id, **_seat(seat, persons)) for seat in night["seats"]])
        seated = [persons[seat["person"]] for seat in night["seats"]]
        hands = [
            _hand(hand, night, night_id, of.outcome, seats, seated)
            for hand, of in zip(night["hands"], ended, strict=True)
        ]
        hand_ids = _add(session, hands)
        acts = _add(session, [Act(night_id=night_id, **_plain_act(act)) for act in night["acts"]])
        transfers = [_transfer(transfer, night_id, persons, night_ids) for transfer in night["transfers"]]
        unreadable = {at for at, hand in enumerate(ended) if hand.paid is None}
        ids.append(_Ids(night_id, seats, hand_ids, acts, _add(session, transfers), unreadable))
        _insert(
            session, Entry, [row for hand, id in zip(night["hands"], hand_ids, strict=True) for row in _log(hand, id)]
        )
        played = [
            {**row, "night_id": night_id, "hand_id": hand_id, "player_id": persons[row["player_id"]]}
            for of, hand_id in zip(ended, hand_ids, strict=True)
            for row in of.players
        ]
        _insert(session, PlayerHand, played)
    for night, of in zip(nights, ids, strict=True):
        for act, act_id in zip(night["acts"], of.acts, strict=True):
            stored = session.get_one(Act, act_id)
            stored.data = {name: _field(name, value, of) for name, value in act["data"].items()}
            stored.before = None if act["before"] is None else _before(act, of)
        _insert(session, Ledger, [_ledger_row(row, of, ids, persons) for row in night["ledger"]])


def _insert(session: Session, table: type[Model], rows: Sequence[dict[str, Any]]) -> None:
    if rows:
        session.execute(insert(table), rows)


def _night(night: File) -> Night:
    same = (
        "name started_at ended_at settled_at tracked asks_dealer house currency worth chips dealer_place carried"
    ).split()
    return Night(stakes_raw=night["stakes"], **{name: night[name] for name in same})


def _seat(seat: File, persons: Sequence[int]) -> dict[str, Any]:
    return {**{name: seat[name] for name in ("place", "sitting_out", "left")}, "player_id": persons[seat["person"]]}


def _hand(hand: File, night: File, night_id: int, outcome: File, seats: Sequence[int], seated: Sequence[int]) -> Hand:
    at = hand["setup"]["seats"]
    return Hand(
        night_id=night_id,
        number=hand["number"],
        game_id=hand["game"],
        game_name=hand["name"],
        definition=night["rules"][hand["rules"]],
        setup={**hand["setup"], "seats": [seats[seat] for seat in at], "players": [seated[seat] for seat in at]},
        options=hand["options"],
        modifiers=hand["modifiers"],
        started_at=hand["started_at"],
        finished_at=hand["finished_at"],
        outcome=outcome,
        cleared=hand["put_away"],
    )


def _log(hand: File, hand_id: int) -> list[dict[str, Any]]:
    return [
        {"hand_id": hand_id, "number": number, "kind": entry["kind"], "text": entry["text"], "at": entry["at"]}
        for number, entry in enumerate(hand["log"], start=1)
    ]


def _plain_act(act: File) -> dict[str, Any]:
    """Return the columns of an act; what it names has no ids yet."""
    same = {name: act[name] for name in ("kind", "status", "note", "by", "at", "done_at")}
    return {**same, "data": {}, "before": None}


def _field(name: str, value: Any, ids: _Ids) -> Any:
    if value is None:
        return GONE if name in OTHERS else None
    if name in SEATS:
        return ids.seats[value] if SEATS[name] == "one" else [ids.seats[seat] for seat in value]
    return getattr(ids, OTHERS[name])[value] if name in OTHERS else value


def _before(act: File, of: _Ids) -> dict[str, Any]:
    before = dict(act["before"])
    if "seat" in before:
        before["seat"] = of.seats[before["seat"]]
    if "places" in before:
        before["places"] = {str(of.seats[place["seat"]]): place["place"] for place in before["places"]}
    return before


def _ledger_row(row: File, of: _Ids, ids: Sequence[_Ids], persons: Sequence[int]) -> dict[str, Any]:
    night = of if row.get("of_night") is None else ids[row["of_night"]]
    reversal = row.get("reversal", row["why"] == "taken back")
    # All other reasons are in the act, or in the log of the hand.
    no_log = row["kind"] == "award" and row.get("hand") in of.unreadable
    words = row["why"] if no_log or (row["kind"] == "carried" and not reversal) else ""
    return {
        **{name: row[name] for name in ("kind", "account", "against", "amount", "at")},
        "reversal": reversal,
        "why": words,
        "night_id": of.night,
        "player_id": persons[row["person"]],
        "hand_id": of.hands[row["hand"]] if "hand" in row else None,
        "act_id": night.acts[row["act"]] if "act" in row else None,
        "against_id": persons[row["against_person"]] if "against_person" in row else None,
    }


def _transfer(transfer: File, night_id: int, persons: Sequence[int], nights: Sequence[int]) -> Transfer:
    debtor, creditor, to = transfer["debtor"], transfer["creditor"], transfer.get("carried_to")
    return Transfer(
        night_id=night_id,
        debtor_id=None if debtor is None else persons[debtor],
        creditor_id=None if creditor is None else persons[creditor],
        currency=transfer["currency"],
        amount=transfer["amount"],
        paid_at=transfer["paid_at"],
        carried_to=None if to is None else nights[to],
    )
