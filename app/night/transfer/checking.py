"""Checks of a file: its shape, the references among its parts, and the results of its hands.

Every hand is replayed once. Its payments must match the ledger, and the rest of the night must agree with that. Nothing
is stored, and no transaction is open during the checks.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from app import settings
from app.dataclass import dataclass, replace
from app.night.acts.stored import KINDS, read_act
from app.night.log.entries import LogEntry, with_call
from app.night.log.loading import play_log
from app.night.log.replay import Broken, LiveHand
from app.night.log.sealing import may_have_secrets
from app.night.models import Hand
from app.night.play.settle import UNREADABLE, outcome_of, player_hands
from app.night.transfer.shapes import FileError, check, convert, inside, parse
from app.night.transfer.tables import FILE, LEDGER_ROW, NIGHT, row_values, to_ids
from app.night.verify import LedgerRows, awarded, expected_rows, ledger_differences, left_by_older_rule

File = dict[str, Any]

#: The ids of the rows of a list, or their numbers, by the name of the list.
Ids = Mapping[str, Sequence[Any]]

#: The refusal of a single night's file if debts link it to another night.
LINKED_BY_DEBTS = "debts tie another night to this one: export the whole club instead"


@dataclass(frozen=True, slots=True)
class HandEnding:
    """The stored ending of a hand: its outcome, and its players' rows, with people by number.

    A hand that cannot be replayed has no such rows.
    """

    outcome: dict[str, Any]
    players: Sequence[Mapping[str, Any]] = ()


def read_file(data: bytes) -> File:
    """Return the file in these bytes, with all but its hands checked. Raises :class:`FileError`."""
    file: Any = parse(data, settings.limit("megabytes") * 2**20)
    if isinstance(file, dict) and "format" in file:
        # First, since other formats differ in the rest.
        check(file["format"], FILE["properties"]["format"], "format")
    check(file, FILE, "")
    if file["kind"] == "night" and len(file["nights"]) != 1:
        raise FileError("nights", "the file of a night holds one night")
    _check_names(file["persons"], "persons")
    _check_names(file["games"], "games")
    _check_names(file.get("texts", ()), "texts", "game")
    for at, night in enumerate(file["nights"]):
        _check_night(night, file, inside("nights", at))
    return file  # type: ignore[no-any-return]


def replay(file: File) -> list[list[HandEnding]]:
    """Replay every hand of a file, and compare the ledger. Return the endings by night. Raises :class:`FileError`."""
    return [_endings(night, file, inside("nights", at)) for at, night in enumerate(file["nights"])]


def numbers_as_ids(file: File, night: File) -> Ids:
    """Return the lists that parts of a night refer to, with numbers for ids, to find dangling references."""
    lists = {**file, **night}
    names = ("persons", "nights", "seats", "rules", "acts", "hands", "transfers")
    return {name: range(len(lists[name])) for name in names}


def hand_values(hand: File, night: File, ids: Ids) -> dict[str, Any]:
    """Return a hand in its stored form, without its outcome."""
    values = row_values(Hand, hand, to_ids({**ids, "rules": night["rules"]}))
    players = [ids["persons"][night["seats"][seat]["person"]] for seat in hand["setup"]["seats"]]
    return {**values, "definition": night["rules"][hand["rules"]], "setup": {**values["setup"], "players": players}}


def ledger_ids(row: File, ids: Ids, acts: Sequence[Sequence[int]]) -> Ids:
    """Return the lists that a ledger row refers to; ``acts`` are those of all nights."""
    if "of_night" not in row:
        return ids
    return {**ids, "acts": () if row["of_night"] is None else acts[row["of_night"]]}


def _check_names(of: Sequence[File], path: str, key: str = "name") -> None:
    """Check that no two people or games have the same name; removed people have none."""
    known: dict[str, int] = {}
    for at, named in enumerate(of):
        if not named.get("removed") and known.setdefault(named[key].casefold(), at) != at:
            where = inside(path, known[named[key].casefold()])
            raise FileError(f"{inside(path, at)}.{key}", f"is the name of {where} too")


def _check_night(night: File, file: File, path: str) -> None:
    ids = numbers_as_ids(file, night)
    convert({**night, "ledger": []}, NIGHT, to_ids(ids), path)
    if night["settled_at"] is not None and night["ended_at"] is None:
        raise FileError(f"{path}.settled_at", "the night is settled and has not ended")
    if datetime.fromisoformat(night["started_at"]).year > datetime.now(UTC).year + 1:
        raise FileError(f"{path}.started_at", "the night has not begun yet")
    seated: set[int] = set()
    for at, seat in enumerate(night["seats"]):
        if seat["person"] in seated:
            raise FileError(f"{inside(f'{path}.seats', at)}.person", "this person has a seat already")
        seated.add(seat["person"])
    for at, act in enumerate(night["acts"]):
        _check_act(act, inside(f"{path}.acts", at))
    last = 0
    for at, hand in enumerate(night["hands"]):
        _check_hand(hand, inside(f"{path}.hands", at))
        if hand["number"] <= last:
            raise FileError(
                f"{inside(f'{path}.hands', at)}.number", f"must be above {last}, the number of the hand before"
            )
        last = hand["number"]
    for at, transfer in enumerate(night["transfers"]):
        where = inside(f"{path}.transfers", at)
        if transfer["debtor"] == transfer["creditor"]:
            raise FileError(f"{where}.creditor", "nobody owes themselves")
        if file["kind"] == "night" and "carried_to" in transfer:
            raise FileError(where, LINKED_BY_DEBTS)
    _check_ledger(night, file, seated, path, ids)


def _check_act(act: File, path: str) -> None:
    """Check that an act has what it needs to be undone, only if it was done, and that the log can show it."""
    happened = act["status"] in ("done", "undone")
    if happened != (act["before"] is not None):
        raise FileError(f"{path}.before", "must be a table for an act that was done, and null for any other")
    if happened and act["done_at"] is None:
        raise FileError(f"{path}.done_at", "must be a time for an act that was done")
    if parallel := KINDS[act["kind"]].parallel:
        first, second = parallel
        if len(act["data"].get(first, ())) != len(act["data"].get(second, ())):
            raise FileError(f"{path}.data.{second}", f"must be as long as {first}")
    try:
        read_act(act["kind"], act["data"]).line()
    except ValueError as problem:
        raise FileError(f"{path}.data", f"it cannot be shown in the log: {problem}") from None


def _check_hand(hand: File, path: str) -> None:
    setup = hand["setup"]
    count = len(setup["seats"])
    if not 2 <= count == len(set(setup["seats"])):
        raise FileError(f"{path}.setup.seats", "must name two seats or more, each once")
    for name in ("names", "stacks", "antes", "blinds"):
        if len(setup.get(name, ())) != count and (name != "blinds" or setup.get(name)):
            raise FileError(f"{path}.setup.{name}", f"must have {count} entries, one a seat")
    if hand["finished_at"] < hand["started_at"]:
        raise FileError(f"{path}.finished_at", "the hand ends before it begins")


def _check_ledger(night: File, file: File, seated: set[int], path: str, ids: Ids) -> None:
    """Check the ledger's references, and that undone acts leave no balance."""
    acts = [range(len(of["acts"])) for of in file["nights"]]
    sums: defaultdict[int, Counter[tuple[int, str]]] = defaultdict(Counter)
    for at, row in enumerate(night["ledger"]):
        where = inside(f"{path}.ledger", at)
        convert({**row, "act": None}, LEDGER_ROW, to_ids(ids), where)
        convert(row, LEDGER_ROW, to_ids(ledger_ids(row, ids, acts)), where)
        if row.get("of_night") is not None and "act" not in row:
            raise FileError(f"{where}.act", "is missing")
        if row["kind"] == "put-in" and row.get("act") is not None:
            raise FileError(f"{where}.act", "only a hand puts chips in")
        if row["person"] not in seated:
            raise FileError(f"{where}.person", "this person has no seat at this night")
        if file["kind"] == "night" and (row["kind"] == "carried" or "of_night" in row):
            raise FileError(where, LINKED_BY_DEBTS)
        if "act" in row and "of_night" not in row:
            sums[row["act"]][row["person"], row["account"]] += row["amount"]
    for number, amounts in sums.items():
        if night["acts"][number]["status"] != "done" and any(amounts.values()):
            raise FileError(inside(f"{path}.acts", number), "was not done, but the ledger has chips or money for it")


def _check_payments(night: File, file: File, path: str) -> None:
    """Check that the open payments of a settled night match what its ledger says each person is due."""
    if night["transfers"] and night["settled_at"] is None:
        raise FileError(f"{path}.transfers", "the night has not been settled")
    due: Counter[int | None] = Counter()
    for row in night["ledger"]:
        if row["account"] == "purse":
            due[row["person"]] += row["amount"]
            due[row.get("against_person")] -= row["amount"]
        elif row["account"] == "chips" and row["kind"] not in ("buy-in", "transfer", "cash-out"):
            due[row["person"]] += row["amount"] * night["worth"]
    paid: Counter[int | None] = Counter()
    for transfer in night["transfers"]:
        if transfer["paid_at"] is None and transfer.get("carried_to") is None:
            paid[transfer["creditor"]] += transfer["amount"]
            paid[transfer["debtor"]] -= transfer["amount"]
    for seat in night["seats"] if night["settled_at"] is not None else ():
        person = seat["person"]
        if due[person] != paid[person]:
            name = file["persons"][person]["name"]
            text = f"{name} is due {due[person]} by the ledger, and {paid[person]} by these payments"
            raise FileError(f"{path}.transfers", text)


def _endings(night: File, file: File, path: str) -> list[HandEnding]:
    """Return the endings of a night's hands. Raises :class:`FileError`."""
    paid: defaultdict[int, LedgerRows] = defaultdict(Counter)
    for row in night["ledger"]:
        if "hand" in row:
            paid[row["hand"]][row["person"], row["kind"], row["account"], row["amount"]] += 1
    ids = numbers_as_ids(file, night)
    ended = []
    for at, hand in enumerate(night["hands"]):
        entries = [LogEntry(number, entry["kind"], entry["text"]) for number, entry in enumerate(hand["log"], start=1)]
        live = play_log(Hand(**hand_values(hand, night, ids)), entries)
        ended.append(_hand_ending(hand, entries, live, paid[at], inside(f"{path}.hands", at)))
    pot = [row["amount"] for row in night["ledger"] if (row["account"], row["against"]) == ("chips", "pot")]
    if night["tracked"] and night["carried"] != (left := -sum(pot)):
        raise FileError(f"{path}.carried", f"the ledger leaves {left} in the pot, not {night['carried']}")
    _check_payments(night, file, path)
    return ended


def _hand_ending(
    hand: File, log: Sequence[LogEntry], live: LiveHand | Broken, paid: LedgerRows, path: str
) -> HandEnding:
    """Return the ending of a hand: from its log, or from the file if the hand cannot be replayed."""
    if isinstance(live, Broken) or live.misfit is not None or not live.over:
        if "outcome" in hand:
            return _ending_in_file(hand, path)
        if live.misfit is None:
            raise FileError(path, "the hand does not reach its end")
        number, text, reason = live.misfit.number, live.misfit.text, live.misfit.reason
        raise FileError(path, f"action {number} {text!r}: {reason}" if number else f"it cannot be dealt: {reason}")
    if "outcome" in hand:
        raise FileError(f"{path}.outcome", "the hand can be replayed, which says how it ended")
    if live.log.called is not None and with_call(live.hand, live.log.called) != live.hand:
        raise FileError(f"{path}.log", "calls a game other than the hand's own")
    ended, made = HandEnding(outcome_of(live), player_hands(live)), expected_rows(live)
    if paid == made:
        # With this, an export need not replay the hand.
        known = {} if may_have_secrets(live, log) else {"secret": False}
        return replace(ended, outcome={**ended.outcome, **known})
    seats = {player: seat for seat, player in enumerate(live.hand.player_ids)}
    won = [[seats[player], chips] for player, chips in awarded(paid).most_common() if player in seats]
    if (left := left_by_older_rule(live, won, paid, made)) is None:
        raise FileError(path, next(ledger_differences(live, paid, made)))
    return replace(ended, outcome={**ended.outcome, "winners": won, "carried": left})


def _ending_in_file(hand: File, path: str) -> HandEnding:
    """Return the file's ending of a hand that cannot be replayed."""
    names, winners = hand["setup"]["names"], []
    for at, (name, chips) in enumerate(hand["outcome"]["winners"]):
        if name not in names:
            raise FileError(inside(f"{path}.outcome.winners", at), "must be a name of the hand and chips")
        winners.append([names.index(name), chips])
    return HandEnding({**hand["outcome"], "winners": winners, UNREADABLE: True})
