"""Realistic faults to put into the app, each of which a fuzzer must find; ``sabotaged_routes`` has those of routes."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from typing import Any

import pytest

from app.backups import checking, restoring
from app.games import build, load
from app.games.modifiers.playing import LowHand
from app.games.modifiers.wild import Wild
from app.hand import notation
from app.hand.betting import rounds
from app.hand.state import State
from app.night.transfer import checking as transfer
from app.night.transfer import shapes
from app.words import refusals
from tests.fuzz import wire

Patch = pytest.MonkeyPatch

#: Import the module by name: its package has a function of the same name.
records = import_module("app.record.text")


@dataclass(frozen=True)
class Sabotage:
    """A fault in the app.

    ``fuzzer``: the fuzzer that must find it. ``reported``: text that its report must contain. ``commit``: puts the
    fault in. ``rounds``: the most rounds to find it in.
    """

    fuzzer: str
    about: str
    reported: str
    commit: Callable[[Patch], None]
    rounds: int = 5

    def __str__(self) -> str:
        return f"{self.fuzzer}: {self.about}"


SABOTAGES: list[Sabotage] = []


def _sabotage(fuzzer: str, about: str, reported: str, rounds: int = 5) -> Callable[[Callable[[Patch], None]], None]:
    def add(commit: Callable[[Patch], None]) -> None:
        SABOTAGES.append(Sabotage(fuzzer, about, reported, commit, rounds))

    return add


@_sabotage("lines", "an order of players with one unnamed", "ranks")
def _(patch: Patch) -> None:
    patch.setattr(notation, "parse_order", lambda words: tuple(frozenset({int(word[1])}) for word in words))


@_sabotage("lines", "a refusal without words", "KeyError", rounds=40)
def _(patch: Patch) -> None:
    patch.delitem(refusals.REFUSALS, "too many cards")


@_sabotage("lines", "a chip lost when a player is all in", "assert chips(after) == chips(state)", rounds=40)
def _(patch: Patch) -> None:
    put_in = rounds.put_in

    def lose_a_chip(state: State, seat: int, amount: int) -> State:
        after = put_in(state, seat, amount)
        player = after.players[seat]
        return after.with_player(seat, committed=player.committed - 1) if player.stack == 0 else after

    patch.setattr(rounds, "put_in", lose_a_chip)


@_sabotage("records", "a seat that is not a number", "ValueError", rounds=8)
def _(patch: Patch) -> None:
    patch.setattr(records, "_is_seat", lambda word, players: 1 <= int(word[1:]) <= players)


@_sabotage("records", "unchecked antes", "TypeError", rounds=8)
def _(patch: Patch) -> None:
    problem_with = records.problem_with
    patch.setattr(records, "problem_with", lambda name, value: "" if name == "antes" else problem_with(name, value))


@_sabotage("game-files", "a value of another type", "Error", rounds=10)
def _(patch: Patch) -> None:
    patch.setattr(build, "checked", lambda value, *_: value)


@_sabotage("game-files", "an unchecked range of players", "Error", rounds=10)
def _(patch: Patch) -> None:
    patch.setattr(load, "_player_range", lambda raw, *_: tuple(raw["players"]))


@_sabotage("databases", "an uncaught database error", "DatabaseError")
def _(patch: Patch) -> None:
    def failed(error: sqlite3.Error, _path: object) -> None:
        raise error

    patch.setattr(checking, "_failure", failed)


@_sabotage("databases", "a replaced database is not kept", "was not kept")
def _(patch: Patch) -> None:
    patch.setattr(restoring, "_keep_replaced", lambda database: restoring._remove_beside(database))


@_sabotage("modifiers", "a modifier that needs a rule of every game", "KeyError", rounds=12)
def _(patch: Patch) -> None:
    apply = Wild.apply
    patch.setattr(Wild, "apply", lambda self, raw: apply(self, {**raw, "wild": raw["wild"]}))


@_sabotage("modifiers", "one game with one modifier", "chicago", rounds=30)
def _(patch: Patch) -> None:
    apply = LowHand.apply

    def fail(self: LowHand, raw: Any) -> dict[str, Any]:
        if raw["name"] == "Chicago":
            raise IndexError
        return apply(self, raw)

    patch.setattr(LowHand, "apply", fail)


#: Code that the server runs before it starts.
HANGS = """
async def _body_at_last(self, scope, receive, body=bridge.Bridge._body):
    found = await body(self, scope, receive)
    if found and any(name == b"transfer-encoding" for name, _ in scope["headers"]):
        import asyncio
        await asyncio.sleep(1000)
    return found
bridge.Bridge._body = _body_at_last
"""
CLOSES = """
def _data_received(self, data, received=worker.Guard.data_received):
    self._transport.close() if b"Cookie" in data else received(self, data)
worker.Guard.data_received = _data_received
"""


@_sabotage("transfer", "a file that is not JSON", "JSONDecodeError", rounds=1)
def _(patch: Patch) -> None:
    patch.setattr(transfer, "parse", lambda data, _most_bytes: json.loads(data.decode("utf-8-sig", "replace")))


@_sabotage("transfer", "a number of another type", "Error", rounds=10)
def _(patch: Patch) -> None:
    check = shapes.check

    def check_all_but_numbers(value: Any, shape: shapes.Shape, path: str) -> None:
        if shape.get("type") != "integer":
            check(value, shape, path)

    patch.setattr(shapes, "check", check_all_but_numbers)


@_sabotage("transfer", "an unchecked reference", "IndexError", rounds=40)
def _(patch: Patch) -> None:
    def to_ids(ids: Mapping[str, Any]) -> shapes.Conversion:
        def change(shape: shapes.Shape, value: Any, _path: str) -> Any:
            return datetime.fromisoformat(value) if shape is shapes.TIMESTAMP else ids[shape["list"]][value]

        return change

    patch.setattr(transfer, "to_ids", to_ids)


@_sabotage("wire", "a chunked body that is never answered", "neither answered nor closed", rounds=1)
def _(patch: Patch) -> None:
    patch.setattr(wire, "SHORT_TIMEOUTS", wire.SHORT_TIMEOUTS + HANGS)
    patch.setattr(wire, "PATIENCE", 4.0)


@_sabotage("wire", "a valid request closed without a response", "Cookie", rounds=1)
def _(patch: Patch) -> None:
    patch.setattr(wire, "SHORT_TIMEOUTS", wire.SHORT_TIMEOUTS + CLOSES)
