"""What a correction changes about a hand, in words, for the dealer to read before keeping it."""

from __future__ import annotations

from dataclasses import dataclass

from app.hand.play import prompt
from app.hand.settlement.pots import pots_of
from app.hand.state import State
from app.words import Speaker, announcements, moved_chips, prompt_text, wild_line

#: Said of chips that a correction moves: nobody but the table knows where they lie.
MOVE_TOO = "Move the chips too, unless they lie right already"


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that a correction changes: its name, and the lines that describe it before and after."""

    what: str
    before: tuple[str, ...]
    after: tuple[str, ...]


def differences(old: State, new: State) -> tuple[Difference, ...]:
    """List what differs between two states, what the table should hear first."""
    speaker = Speaker(old.setup.names)
    both_open = old.opener is not None and new.opener is not None  # nobody opens between two rounds
    candidates = (
        Difference("Game", (old.game.name,), (new.game.name,)),
        Difference("Wild cards", (_wild(old, speaker),), (_wild(new, speaker),)),
        Difference("Opens", _opener(old) if both_open else (), _opener(new) if both_open else ()),
        Difference("Pot", _pots(old), _pots(new)),
        Difference("Chips to push", _pushes(old), _pushes(new)),
        Difference("Upcard moves", (), _moves(old, new)),
        Difference("Chips", _chips(old, new), _chips(new, old)),
        Difference("Next", (prompt_text(prompt(old), speaker),), (prompt_text(prompt(new), speaker),)),
        Difference("Announced", _announced_only_in(old, new, speaker), _announced_only_in(new, old, speaker)),
    )
    return tuple(difference for difference in candidates if difference.before != difference.after)


def _opener(state: State) -> tuple[str, ...]:
    return () if state.opener is None else (state.name(state.opener),)


def _pots(state: State) -> tuple[str, ...]:
    """Describe the pot, and the side pots with their players; or, after the hand, the pots that were awarded."""
    if state.result is not None:
        pots = state.result.pots
        return (str(sum(pots)), *(map(str, pots) if len(pots) > 1 else ()))
    side_pots = [f"{pot.amount}: {', '.join(map(state.name, sorted(pot.seats)))}" for pot in pots_of(state)]
    return (str(state.pot), *(side_pots if len(side_pots) > 1 else ()))


def _winnings(state: State) -> dict[str, int]:
    """Return the chips awarded to each player, largest first."""
    totals = state.result.totals() if state.result else {}
    return {state.name(seat): amount for seat, amount in sorted(totals.items(), key=lambda item: -item[1])}


def _pushes(state: State) -> tuple[str, ...]:
    lines = [f"Push {amount} to {name}" for name, amount in _winnings(state).items()]
    if state.result is not None and state.result.carried:
        lines.append(f"{state.result.carried} stays in the pot")
    return tuple(lines)


def _moves(old: State, new: State) -> tuple[str, ...]:
    """Say which chips a correction of a finished hand moves.

    Those on the table may lie right already, where only what was entered was wrong.
    """
    if old.result is None or new.result is None:
        return ()
    changes = {new.name(seat): _gained(new, seat) - _gained(old, seat) for seat in new.setup.seats}
    return (moved_chips(changes), MOVE_TOO) if any(changes.values()) else ()


def _gained(state: State, seat: int) -> int:
    """Return what a settled hand has brought a player, or cost."""
    player = state.players[seat]
    if player.stack is not None:
        return player.stack
    won = state.result.totals().get(seat, 0) if state.result else 0
    return won - player.committed


def _chips(state: State, other: State) -> tuple[str, ...]:
    """List everyone who has other chips in one state than in the other, while either hand goes on."""
    if state.result is not None and other.result is not None:
        return ()
    lines = []
    for seat in state.setup.seats:
        player, there = state.players[seat], other.players[seat]
        if player.stack != there.stack:
            lines.append(f"{player.name} {player.stack}")
        elif player.stack is None and player.committed != there.committed:
            lines.append(f"{player.name} has put in {player.committed}")
    return tuple(lines)


def _announced_only_in(state: State, other: State, speaker: Speaker) -> tuple[str, ...]:
    """Return the announcements of one state that the other lacks, each once."""
    heard = {announcement.event for announcement in other.announcements}
    return announcements((made.event for made in state.announcements if made.event not in heard), speaker)


def _wild(state: State, speaker: Speaker) -> str:
    return wild_line(state.wild.says, state.wild.next_up, speaker)
