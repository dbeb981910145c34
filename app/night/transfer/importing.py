"""Storing a file's content: all of it or nothing, in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from app import settings
from app.dataclass import dataclass
from app.night.acts.act import json_value, references
from app.night.acts.stored import KINDS
from app.night.db import Model, db, retry_conflicts, writing
from app.night.models import (
    CLUB,
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
from app.night.people.roster import spellings
from app.night.play.settle import UNREADABLE
from app.night.transfer.checking import File, HandEnding, Ids, hand_values, ledger_ids, read_file, replay
from app.night.transfer.shapes import FileError, convert
from app.night.transfer.tables import ACT, row_values, to_ids
from app.night.validation import Problem, composed, limit_problem

#: The id for a reference whose target no longer exists.
MISSING_ID = 0


@dataclass(frozen=True, slots=True)
class Imported:
    """The content of an imported file: nights by name, and how many people and hands."""

    nights: tuple[str, ...]
    people: int
    hands: int


def import_bytes(data: bytes) -> Imported | Problem:
    """Read a file and store everything in it; one that cannot be stored here is refused before it is replayed."""
    try:
        file = read_file(data)
        if problem := _conflict(db.session(), file):
            return problem
        db.session.rollback()  # no transaction stays open during the replay
        ended = replay(file)
    except FileError as wrong:
        return Problem(wrong.path or "file", wrong.reason)
    return import_file(file, ended)


@retry_conflicts
def import_file(file: File, ended: Sequence[Sequence[HandEnding]]) -> Imported | Problem:
    """Store everything in a file, with the endings of its hands by night.

    A club's file goes into a club without nights, a night's file into any that does not have that night.
    """
    with writing() as session:
        # The lock keeps other servers from importing at the same time.
        club = session.get_one(Club, CLUB, with_for_update=True)
        if problem := _conflict(session, file):
            return problem
        club.name = club.name or file["club"]["name"]
        club.unclaimed |= session.scalar(select(Night.id).where(~Night.example).limit(1)) is None
        people = _add_people(session, file["persons"])
        for game in file["games"]:
            session.add(OwnGame(**row_values(OwnGame, game, to_ids({})), folded=game["name"].casefold()))
        for written in _new_texts(session, file):
            session.add(GameText(**row_values(GameText, written, to_ids({}))))
        _add_nights(session, file["nights"], ended, people)
    hands = sum(len(night["hands"]) for night in file["nights"])
    return Imported(tuple(night["name"] for night in file["nights"]), len(people), hands)


def _conflict(session: Session, file: File) -> Problem | None:
    nights = select(Night).where(~Night.example)
    if file["kind"] == "club" and session.scalar(nights.limit(1)) is not None:
        words = "there are nights here already: the file of a club can only be imported where there are none"
        return Problem("nights", words)
    for at, night in enumerate(file["nights"] if file["kind"] == "night" else ()):
        same = nights.where(
            Night.name == night["name"], Night.started_at == datetime.fromisoformat(night["started_at"])
        )
        if session.scalar(same.limit(1)) is not None:
            return Problem(f"nights[{at}]", f"{night['name']} is kept here already")
    new_people = _known(session, [person for person in file["persons"] if not person["removed"]]).count(None)
    for name, kept, more in (
        ("nights", select(func.count(Night.id)).where(~Night.example), len(file["nights"])),
        ("people", select(func.count(Player.id)).where(Player.only_in == 0, ~Player.removed), new_people),
        ("games", select(func.count(OwnGame.id)), len(file["games"])),
        ("games", select(func.count(GameText.game_id)), len(_new_texts(session, file))),
    ):
        if (session.scalar(kept) or 0) + more > settings.limit(name):
            return limit_problem(name)
    for at, game in enumerate(file["games"]):
        taken = select(OwnGame.name).where(OwnGame.folded == game["name"].casefold())
        if (known := session.scalar(taken)) is not None:
            return Problem(f"games[{at}].name", f"{known} is one of your games already: remove it first")
    for at, written in enumerate(file.get("texts", ())):
        row = session.get(GameText, written["game"])
        if row is not None and row.text != written["text"]:
            return Problem(f"texts[{at}].game", f"{written['game']} is one of your games already: remove it first")
    return None


def _known(session: Session, people: Sequence[File]) -> list[Player | None]:
    """Return who has each person's name here, however its accents are stored; None for a new or a removed person."""
    named = {player.folded: player for player in session.scalars(select(Player).where(Player.only_in == 0))}
    in_file = {person["name"].casefold() for person in people}

    def known(name: str) -> Player | None:
        """Return who has a name; whoever has it in other letters only if the file does not have that person too."""
        own = name.casefold()
        others = (folded for folded in spellings(composed(name)) if folded not in in_file)
        return next((named[folded] for folded in (own, *others) if folded in named), None)

    return [None if person["removed"] else known(person["name"]) for person in people]


def _new_texts(session: Session, file: File) -> list[File]:
    """Return the game texts not stored here yet; a file from an older version has none."""
    kept = set(session.scalars(select(GameText.game_id)))
    return [written for written in file.get("texts", ()) if written["game"] not in kept]


def _add(session: Session, rows: Iterable[Model]) -> list[int]:
    """Add rows in order and return their ids, which increase."""
    rows = list(rows)
    session.add_all(rows)
    session.flush()
    return [row.id for row in rows]  # type: ignore[attr-defined]


def _add_people(session: Session, people: Sequence[File]) -> list[int]:
    """Return the id of each person, adding those whose names are new here."""
    players = []
    for at, (person, known) in enumerate(zip(people, _known(session, people), strict=True)):
        folded = person["name"].casefold()
        if person["removed"]:
            # Two spaces: nobody can type this name. The person's id is added once there is one.
            folded = f"{folded}  new {at}"
        players.append(known or Player(**row_values(Player, person, to_ids({})), folded=folded))
    ids = _add(session, players)
    for player in players:
        if player.removed:
            player.folded = f"{player.name.casefold()}  {player.id}"
    return ids


def _add_nights(
    session: Session, nights: Sequence[File], endings: Sequence[Sequence[HandEnding]], people: Sequence[int]
) -> None:
    night_ids = _add(session, [Night(**row_values(Night, night, to_ids({}))) for night in nights])
    ids_of_nights: list[dict[str, Sequence[int]]] = []
    for night, night_id, ended in zip(nights, night_ids, endings, strict=True):
        ids: dict[str, Sequence[int]] = {"persons": people, "nights": night_ids}
        for name, model in (("seats", Seat), ("transfers", Transfer)):
            rows = [row_values(model, row, to_ids(ids)) for row in night[name]]
            ids[name] = _add(session, [model(**row, night_id=night_id) for row in rows])
        hands = [
            Hand(**{**hand_values(hand, night, ids), "outcome": end.outcome}, night_id=night_id)
            for hand, end in zip(night["hands"], ended, strict=True)
        ]
        ids["hands"] = _add(session, hands)
        played = [
            {**row, "player_id": people[row["player_id"]], "night_id": night_id, "hand_id": hand_id}
            for hand_id, end in zip(ids["hands"], ended, strict=True)
            for row in end.players
        ]
        _insert(session, PlayerHand, played)
        acts = [Act(night_id=night_id, kind=act["kind"], status=act["status"], data={}) for act in night["acts"]]
        ids["acts"] = _add(session, acts)
        for act, of in zip(acts, night["acts"], strict=True):
            for name, value in _act_values(of, night_id, ids).items():
                setattr(act, name, value)
        for hand, hand_id in zip(night["hands"], ids["hands"], strict=True):
            log = [row_values(Entry, entry, to_ids({})) for entry in hand["log"]]
            _insert(session, Entry, [{**entry, "hand_id": hand_id, "number": at} for at, entry in enumerate(log, 1)])
        ids_of_nights.append(ids)
    acts_of = [ids["acts"] for ids in ids_of_nights]
    for night, night_id, ended, ids in zip(nights, night_ids, endings, ids_of_nights, strict=True):
        changes = ((row, to_ids(ledger_ids(row, ids, acts_of))) for row in night["ledger"])
        rows = [
            {**row_values(Ledger, row, change), **_reason(row, ended), "night_id": night_id} for row, change in changes
        ]
        _insert(session, Ledger, rows)


def _reason(row: File, ended: Sequence[HandEnding]) -> dict[str, Any]:
    """Return the columns with the reason for a ledger row. Older files give it in words.

    The words are kept only for carried debts, and for chips of a hand that cannot be replayed: an act or a log explains
    everything else.
    """
    reversal = row.get("reversal", row["why"] == "taken back")
    unreadable = "hand" in row and UNREADABLE in ended[row["hand"]].outcome
    kept = (row["kind"] == "award" and unreadable) or (row["kind"] == "carried" and not reversal)
    return {"reversal": reversal, "why": row["why"] if kept else ""}


def _act_values(act: File, night_id: int, ids: Ids) -> dict[str, Any]:
    """Return an act in its stored form; references to missing rows get an id that nothing has."""
    values: dict[str, Any] = convert(act, ACT, to_ids(ids))
    for name, of in references(KINDS[act["kind"]]).items():
        if of != "seats" and values["data"].get(name, MISSING_ID) is None:
            values["data"][name] = MISSING_ID
    before = values["before"] or {}
    if "places" in before:
        before["places"] = {str(place["seat"]): place["place"] for place in before["places"]}
    for row in before.get("rows", ()):
        row["id"] = night_id if row["table"] == "night" else row["id"] or MISSING_ID
        for when in ("was", "is"):
            row[when] = {name: json_value(value) for name, value in row[when].items()}
    return values


def _insert(session: Session, table: type[Model], rows: Sequence[dict[str, Any]]) -> None:
    if rows:
        session.execute(insert(table), rows)
