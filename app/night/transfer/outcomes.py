"""What the hands of a file come to, each played again, once; and whether the ledger says the same."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.games.errors import GameError
from app.night.log.called import HandInfo, played_as
from app.night.log.entries import LogEntry
from app.night.log.loading import setup_from_json
from app.night.log.replay import LiveHand
from app.night.play.settle import UNREADABLE, hand_rows, outcome_of, player_hands
from app.night.transfer.replay import fold, replay
from app.night.transfer.shapes import WrongError, inside
from app.night.transfer.values import TIED, File, check_choice, check_stakes, refer, refer_to_night
from app.text import counted

#: Rows of the ledger, and how often each stands there: the number of its person, its kind, its account, its amount.
Rows = Counter[tuple[int, str, str, int]]


@dataclass(frozen=True, slots=True)
class Ended:
    """How a hand has ended: the ``outcome`` and the ``players`` to be stored, who are persons by their numbers.

    ``paid`` is what it has paid, None if it cannot be played again.
    """

    outcome: dict[str, Any]
    players: list[dict[str, Any]]
    paid: Rows | None


def ended(hand: File, night: File, path: str) -> Ended:
    """Return how a hand has ended. Raises :class:`WrongError`."""
    setup = hand["setup"]
    refer(hand["rules"], night["rules"], f"{path}.rules", "rules")
    for number, seat in enumerate(setup["seats"]):
        refer(seat, night["seats"], inside(f"{path}.setup.seats", number), "seat")
    count = len(setup["seats"])
    if not 2 <= count == len(set(setup["seats"])):
        raise WrongError(f"{path}.setup.seats", "must name two seats or more, each once")
    for name in ("names", "stacks", "antes"):
        if len(setup[name]) != count:
            raise WrongError(f"{path}.setup.{name}", f"must have {count} entries, one a seat")
    if hand["finished_at"] < hand["started_at"]:
        raise WrongError(f"{path}.finished_at", "the hand ends before it begins")
    check_choice(hand, path)
    check_stakes(setup["stakes"], f"{path}.setup.stakes")
    try:
        dealt = setup_from_json(night["rules"][hand["rules"]], setup)
        entries = [LogEntry(at, entry["kind"], entry["text"]) for at, entry in enumerate(hand["log"], start=1)]
        played = replay(dealt, fold(entries))
    except (GameError, ValueError, TypeError, KeyError) as problem:
        return _kept(hand, path, str(problem))
    if played.state is None or not played.over:
        return _kept(hand, path, played.misfit or "the hand does not come to its end")
    if "outcome" in hand:
        raise WrongError(f"{path}.outcome", "the hand can be played again, which says how it has ended")
    players = tuple(night["seats"][seat]["person"] for seat in setup["seats"])
    info = HandInfo(
        id=0,
        night_id=0,
        number=hand["number"],
        game_id=hand["game"],
        game_name=hand["name"],
        setup=dealt,
        seat_ids=tuple(setup["seats"]),
        player_ids=players,
        dealer_place=setup["dealer_place"],
        options=hand["options"],
        modifiers=hand["modifiers"],
        started_at=hand["started_at"],
    )
    if played.log.called is not None and played_as(info, played.log.called) != info:
        raise WrongError(f"{path}.log", "has put another game in its place than the hand's own")
    live = LiveHand(info, played.log, (played.state,))
    paid = Counter((row["player_id"], row["kind"], row["account"], row["amount"]) for row in hand_rows(live))
    return Ended(outcome_of(live), player_hands(live), paid)


def check_ledger(night: File, file: File, hands: Sequence[Ended], path: str) -> None:
    """Check that the ledger has what the hands have paid, and names persons, hands and acts that there are."""
    seated = {seat["person"] for seat in night["seats"]}
    paid: list[Rows] = [Counter() for _ in hands]
    by_act: defaultdict[int, Counter[tuple[int, str]]] = defaultdict(Counter)
    for at, row in enumerate(night["ledger"]):
        where = inside(f"{path}.ledger", at)
        refer(row["person"], file["persons"], f"{where}.person", "person")
        if row["person"] not in seated:
            raise WrongError(f"{where}.person", "this person has no seat at this night")
        if "against_person" in row:
            refer(row["against_person"], file["persons"], f"{where}.against_person", "person")
        if "hand" in row:
            refer(row["hand"], night["hands"], f"{where}.hand", "hand")
            paid[row["hand"]][row["person"], row["kind"], row["account"], row["amount"]] += 1
        if row["kind"] == "carried" and file["kind"] == "night":
            raise WrongError(f"{where}.kind", TIED)
        _check_act_of(row, night, file, where)
        if "act" in row and "of_night" not in row:
            by_act[row["act"]][row["person"], row["account"]] += row["amount"]
    for at, (hand, rows) in enumerate(zip(hands, paid, strict=True)):
        if hand.paid is not None and hand.paid != rows:
            raise WrongError(inside(f"{path}.hands", at), _difference(hand.paid, rows))
    for number, sums in by_act.items():
        if night["acts"][number]["status"] != "done" and any(sums.values()):
            raise WrongError(inside(f"{path}.acts", number), "was not done, and the ledger has chips or money of it")
    _check_pot(night, path)


def _kept(hand: File, path: str, reason: str) -> Ended:
    """Return the outcome that the file holds of a hand that cannot be played again."""
    if "outcome" not in hand:
        raise WrongError(path, reason)
    winners = []
    for at, winner in enumerate(hand["outcome"]["winners"]):
        if not (len(winner) == 2 and winner[0] in hand["setup"]["names"] and isinstance(winner[1], int)):
            raise WrongError(inside(f"{path}.outcome.winners", at), "must be a name of the hand and chips")
        winners.append([hand["setup"]["names"].index(winner[0]), winner[1]])
    return Ended({**hand["outcome"], "winners": winners, UNREADABLE: True}, [], None)


def _check_act_of(row: File, night: File, file: File, where: str) -> None:
    """Check that there is the act of a row: of its night, or of another one that the row names."""
    acts = night["acts"]
    if "of_night" in row:
        of = row["of_night"]
        refer_to_night(of, file, f"{where}.of_night")
        if of is not None and "act" not in row:
            raise WrongError(f"{where}.act", "is missing")
        acts = file["nights"][of]["acts"] if of is not None else ()
    if "act" in row:
        refer(row["act"], acts, f"{where}.act", "act")


def _difference(made: Rows, stored: Rows) -> str:
    """Say which row the ledger does not have, or has and should not."""
    missing = made - stored
    person, kind, account, amount = next(iter(missing or stored - made))
    words = f"{kind} of {counted(abs(amount), 'chip')} of person {person} ({account})"
    has = "does not have" if missing else "has"
    return f"the ledger {has} {words}, and the log of the hand says otherwise"


def _check_pot(night: File, path: str) -> None:
    """Check that what is left in the pot is what the ledger has put in and not awarded."""
    if night["tracked"]:
        rows = (row for row in night["ledger"] if row["account"] == "chips" and row["against"] == "pot")
        left = -sum(row["amount"] for row in rows)
        if left != night["carried"]:
            raise WrongError(f"{path}.carried", f"the ledger leaves {left} in the pot, not {night['carried']}")
