"""Going home: what is asked before, and the ways to do it while a hand is being played."""

from __future__ import annotations

from dataclasses import dataclass

from app.hand.play import prompt
from app.hand.steps.bet import BringsIn
from app.night.log.replay import LiveHand
from app.night.play.call import fold_by_ruling
from app.web.players.rows import PlayerRow


@dataclass(frozen=True, slots=True)
class Way:
    """A button that lets a player go; ``when`` is what it posts, ``words`` its label."""

    when: str
    words: str


@dataclass(frozen=True, slots=True)
class Leaving:
    """What is asked before a player goes home: the button that asks, what it comes to, and the buttons that do it."""

    words: str
    text: str
    ways: tuple[Way, ...]


def leaving_of(row: PlayerRow, live: LiveHand | None) -> Leaving:
    """Return what is asked before a player goes home."""
    name = row.seat.name
    words = "Leave" if row.stack is None else f"Leave with {row.stack}"
    takes = "" if row.stack is None else f"{name} takes {row.stack} home. "
    return Leaving(words, f"{takes}The seat stays {name}’s for tonight.", _ways(row, live))


def _ways(row: PlayerRow, live: LiveHand | None) -> tuple[Way, ...]:
    name = row.seat.name
    seat_ids = live.hand.seat_ids if live is not None else ()
    seat = seat_ids.index(row.seat.id) if row.seat.id in seat_ids else None
    if live is None or seat is None or live.over or not live.state.players[seat].live:
        return (Way("", f"{name} leaves"),)
    after = Way("", "After this hand")
    if live.state.players[seat].all_in:
        return (after,)
    asked = prompt(live.state)
    if asked.seat == seat and isinstance(asked.question, BringsIn):
        return after, Way("turn", "Bring in now, fold at the next turn")
    fold = fold_by_ruling(live.state, seat)
    if fold is not None and not fold.ruling and asked.seat == seat:
        return after, Way("turn", "Fold now")
    in_turn = Way("turn", f"Fold when it is {name}’s turn")
    return (after, in_turn) if fold is None else (after, in_turn, Way("now", "Fold at once, out of turn"))
