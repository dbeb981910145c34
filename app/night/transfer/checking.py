"""Checking a file that has the right shape: what its parts say of each other, and what its hands come to.

Every hand is played again, once. What it has paid must be what the ledger says, and what else the night says of itself
must agree with that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from app import settings
from app.night.play.games import LONGEST_OWN_NAME
from app.night.transfer.act_shapes import OTHERS, SEATS
from app.night.transfer.outcomes import Ended, check_ledger, ended
from app.night.transfer.shapes import WrongError, inside
from app.night.transfer.values import (
    File,
    check_choice,
    check_house,
    check_money,
    check_name,
    check_stakes,
    refer,
    refer_to_night,
)
from app.night.validation import LONGEST_NAME, LONGEST_NIGHT_NAME, Problem, validate_money


@dataclass(frozen=True, slots=True)
class Checked:
    """A file in which everything agrees, with what each hand of each night has come to."""

    file: File
    ended: list[list[Ended]]


def check_all_but_hands(file: File) -> None:
    """Check what a file says beside its hands. Raises :class:`WrongError`."""
    _check_counts(file)
    _check_persons(file["persons"])
    _check_games(file["games"])
    if file["kind"] == "night" and len(file["nights"]) != 1:
        raise WrongError("nights", "the file of a night holds one night")
    for at, night in enumerate(file["nights"]):
        _check_night(night, file, inside("nights", at))


def replay(file: File) -> Checked:
    """Play every hand of a file again, and compare the ledger. Raises :class:`WrongError`."""
    all_ended = []
    for at, night in enumerate(file["nights"]):
        path = inside("nights", at)
        hands = [ended(hand, night, inside(f"{path}.hands", number)) for number, hand in enumerate(night["hands"])]
        check_ledger(night, file, hands, path)
        all_ended.append(hands)
    return Checked(file, all_ended)


def _check_counts(file: File) -> None:
    _at_most(file["nights"], "nights", "nights")
    _at_most(file["persons"], "people", "persons")
    _at_most(file["games"], "games", "games")
    for at, night in enumerate(file["nights"]):
        path = f"{inside('nights', at)}.hands"
        _at_most(night["hands"], "hands", path)
        for number, hand in enumerate(night["hands"]):
            _at_most(hand["log"], "entries", f"{inside(path, number)}.log")


def _at_most(values: Sequence[object], name: str, path: str) -> None:
    if len(values) > settings.limit(name):
        raise WrongError(path, f"holds {len(values)}, and {settings.limit(name)} at most are taken")


def _check_persons(persons: Sequence[File]) -> None:
    names: dict[str, int] = {}
    for at, person in enumerate(persons):
        path = f"{inside('persons', at)}.name"
        check_name(person["name"], path, LONGEST_NAME)
        if person["removed"]:
            continue
        folded = person["name"].casefold()
        if folded in names:
            raise WrongError(path, f"is the name of {inside('persons', names[folded])} too")
        names[folded] = at


def _check_games(games: Sequence[File]) -> None:
    names = set()
    for at, game in enumerate(games):
        path = inside("games", at)
        check_name(game["name"], f"{path}.name", LONGEST_OWN_NAME)
        if game["name"].casefold() in names:
            raise WrongError(f"{path}.name", "is the name of another game of your own too")
        names.add(game["name"].casefold())
        check_house(game["house"], f"{path}.house")
        check_choice(game, path)


def _check_night(night: File, file: File, path: str) -> None:
    check_name(night["name"], f"{path}.name", LONGEST_NIGHT_NAME)
    check_stakes(night["stakes"], f"{path}.stakes")
    check_house(night["house"], f"{path}.house")
    check_money(night, path)
    if night["settled_at"] is not None and night["ended_at"] is None:
        raise WrongError(f"{path}.settled_at", "the night is settled and has not ended")
    if night["started_at"].year > datetime.now(UTC).year + 1:
        raise WrongError(f"{path}.started_at", "the night has not begun yet")
    seated: set[int] = set()
    for at, seat in enumerate(night["seats"]):
        where = f"{inside(f'{path}.seats', at)}.person"
        refer(seat["person"], file["persons"], where, "person")
        if seat["person"] in seated:
            raise WrongError(where, "this person has a seat already")
        seated.add(seat["person"])
    _check_acts(night, path)
    _check_transfers(night, file, path)
    last = 0
    for at, hand in enumerate(night["hands"]):
        if hand["number"] <= last:
            raise WrongError(f"{inside(f'{path}.hands', at)}.number", f"comes after hand {last}")
        last = hand["number"]


def _check_acts(night: File, path: str) -> None:
    for at, act in enumerate(night["acts"]):
        where = inside(f"{path}.acts", at)
        for name, value in act["data"].items():
            if value is None:
                continue
            if name in SEATS:
                for seat in [value] if SEATS[name] == "one" else value:
                    refer(seat, night["seats"], f"{where}.data.{name}", "seat")
            elif name in OTHERS:
                refer(value, night[OTHERS[name]], f"{where}.data.{name}", name)
        before = act["before"] or {}
        if "seat" in before:
            refer(before["seat"], night["seats"], f"{where}.before.seat", "seat")
        for number, place in enumerate(before.get("places", ())):
            refer(place["seat"], night["seats"], f"{inside(f'{where}.before.places', number)}.seat", "seat")
        _check_terms(act, where)


def _check_terms(act: File, where: str) -> None:
    """Check what an act has changed of what is played for, and what it was before."""
    if act["kind"] == "stakes":
        check_stakes(act["data"]["stakes"], f"{where}.data.stakes")
    if act["kind"] == "house":
        check_house(act["data"]["house"], f"{where}.data.house")
    if act["kind"] == "play-for":
        check_money({"currency": "", "worth": 0, "chips": [], **act["data"]}, f"{where}.data")
    for name in ("was", "is"):
        terms = (act["before"] or {}).get(name, {})
        if "stakes_raw" in terms:
            check_stakes(terms["stakes_raw"], f"{where}.before.{name}.stakes_raw")
        if "house" in terms:
            check_house(terms["house"], f"{where}.before.{name}.house")
        if "chips" in terms:
            check_money(terms, f"{where}.before.{name}")


def _check_transfers(night: File, file: File, path: str) -> None:
    for at, transfer in enumerate(night["transfers"]):
        where = inside(f"{path}.transfers", at)
        for name in ("debtor", "creditor"):
            if transfer[name] is not None:
                refer(transfer[name], file["persons"], f"{where}.{name}", "person")
        if transfer["debtor"] == transfer["creditor"]:
            raise WrongError(f"{where}.creditor", "nobody owes themselves")
        if "carried_to" in transfer:
            refer_to_night(transfer["carried_to"], file, f"{where}.carried_to")
        if isinstance(wrong := validate_money(transfer["currency"], 1, ()), Problem):
            raise WrongError(f"{where}.currency", wrong.text)
