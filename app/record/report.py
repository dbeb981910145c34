"""A replayed record as text and as JSON."""

from __future__ import annotations

from typing import Any

from app.cards.card import card_text
from app.games.steps import step_specs
from app.games.steps.interrupts import ShowOpeners
from app.hand.notation import seat_text
from app.hand.play import legal
from app.hand.result import Result
from app.hand.settlement.pots import pots_of
from app.hand.state import State
from app.hand.view import DEALER, SeatView, view
from app.record.check import Replayed, card_texts
from app.text import counted
from app.words.announcements import event_text
from app.words.prompts import prompt_label, prompt_text
from app.words.reasons import reason_sentence, reason_text, reasons_text
from app.words.speaker import Speaker
from app.words.table import pot_label, wild_line


def as_json(replayed: Replayed) -> dict[str, Any]:
    """Return the object printed by ``upcard replay --json``; it has an ``error`` only after a refusal."""
    state = replayed.state
    seen = view(state, DEALER)
    speaker = Speaker(seen.names)
    wild = state.wild
    error = {"error": replayed.refused} if replayed.refused else {}
    return {
        "game": state.game.id,
        "actions": state.count,
        "step": {"kind": step_name(state), "label": prompt_label(seen.prompt, speaker)},
        "prompt": prompt_text(seen.prompt, speaker),
        "to_act": _seat(seen.to_act),
        "opener": _seat(seen.opener),
        "to_call": seen.to_call,
        "legal": list(legal(state)),
        "wild": {
            "label": wild_line(seen.wild, seen.next_up_wild, speaker),
            "cards": card_texts(wild.cards),
            "by_player": {seat_text(seat): card_texts(cards) for seat, cards in sorted(wild.by_seat.items()) if cards},
            "bugs": card_texts(wild.bugs),
            "next_up_card": wild.next_up,
        },
        "pot": state.pot,
        "pots": [
            {"amount": pot.amount, "players": [seat_text(seat) for seat in sorted(pot.seats)]} for pot in pots_of(state)
        ],
        "players": [_player(state, seat) for seat in seen.seats],
        "announcements": [
            {"after": made.after, "text": event_text(made.event, speaker)} for made in state.announcements
        ],
        "result": _result(state, speaker),
        **error,
    }


def step_name(state: State) -> str:
    """Return the name of the step under way in game scripts, such as ``bet`` or ``deal``; ``over`` at the end.

    Showing openers counts as part of the showdown.
    """
    if state.result is not None:
        return "over"
    specs = (frame.spec for frame in reversed(state.frames))
    return next(step_specs.name_of(spec) for spec in specs if not isinstance(spec, ShowOpeners))


def _player(state: State, seat: SeatView) -> dict[str, Any]:
    return {
        "id": seat_text(seat.seat),
        "name": seat.name,
        "stack": seat.stack,
        "bet": seat.bet,
        "status": "out" if seat.status == "mucked" else seat.status,
        "up": [card_text(card) for card in state.players[seat.seat].up],
        "down": seat.down,
        "showing": str(seat.showing or ""),
        "declared": seat.declared,
    }


def _result(state: State, speaker: Speaker) -> dict[str, Any] | None:
    result = state.result
    if result is None:
        return None
    awards = [
        {
            "player": seat_text(award.seat),
            "amount": award.amount,
            "pot": award.pot,
            "share": award.share,
            "hand": str(award.hand or ""),
            "why": reasons_text(award.why, speaker),
        }
        for award in result.awards
    ]
    return {
        "stacks": [player.stack for player in state.players],
        "awards": awards,
        "carried": result.carried,
        "carried_why": reasons_text(result.carried_why, speaker),
        "declarations": [
            {"player": _seat(note.seat), "pot": note.pot, "why": reason_text(note, speaker), "ruling": note.ruling}
            for note in result.notes
        ],
    }


def _seat(seat: int | None) -> str | None:
    return None if seat is None else seat_text(seat)


def as_text(replayed: Replayed) -> str:
    """Return the text of ``upcard replay``: the state of the hand, a line for each failed claim, and the verdict."""
    state, source = replayed.state, replayed.record.source
    seen = view(state, DEALER)
    speaker = Speaker(seen.names)
    lines = [f"{seen.game_name}, {counted(state.count, 'action')}"]
    lines.append(f"  {prompt_label(seen.prompt, speaker)}. {prompt_text(seen.prompt, speaker)}")
    lines.append(f"  {wild_line(seen.wild, seen.next_up_wild, speaker)}")
    if state.result is None:
        lines.append(f"  Pot {seen.pot}" + _side_pots(state))
    width = max(len(seat.name) for seat in seen.seats)
    lines += [f"  {seat_text(seat.seat):>3} {seat.name:<{width}}  {_seat_text(state, seat)}" for seat in seen.seats]
    if state.result is not None:
        lines += [f"  {line}" for line in _settlement(state, state.result, speaker)]
    lines += replayed.failures
    lines.append(replayed.refused or f"{source}: {verdict(replayed)}")
    return "\n".join(lines)


def verdict(replayed: Replayed) -> str:
    """Return how a replay without a refusal went: ``12 actions replayed, 3 checks held``."""
    checks = counted(replayed.held + len(replayed.failures), "check")
    if replayed.failures:
        return f"{len(replayed.failures)} of {checks} did not hold"
    setup = replayed.state.setup
    version = "0.2" if setup.from_0_2 else "0.3" if setup.from_0_3 else ""
    older = f" by the rules of version {version}" if version else ""
    done = f"{counted(replayed.state.count, 'action')} replayed{older}"
    return f"{done}, {checks} held" if replayed.held else done


def _side_pots(state: State) -> str:
    pots = pots_of(state)
    if len(pots) < 2:
        return ""
    parts = [f"{pot.amount} for {', '.join(state.name(seat) for seat in sorted(pot.seats))}" for pot in pots]
    return f": {'; '.join(parts)}"


def _seat_text(state: State, seat: SeatView) -> str:
    stack = "not tracked" if seat.stack is None else str(seat.stack)
    cards = " ".join(["??"] * seat.down + [card_text(held.card) for held in seat.cards])
    parts = [f"{stack:>11}  {seat.status:<6}", cards]
    if seat.bet:
        parts.append(f"bet {seat.bet}")
    if seat.declared:
        parts.append(f"declared {seat.declared}")
    if seat.showing and state.result is None and seat.status != "folded":
        parts.append(f"({seat.showing})")
    return "  ".join(part for part in parts if part).rstrip()


def _settlement(state: State, result: Result, speaker: Speaker) -> list[str]:
    lines = [reason_sentence(note, speaker) for note in result.notes]
    for award in result.awards:
        pot = f" of pot {award.pot + 1}" if len(result.pots) > 1 else ""
        if result.first_board:
            pot = f" of the {pot_label(award.pot, len(result.pots), result.first_board).lower()},"
        share = f" for the {award.share}" if len(state.game.shares) > 1 and award.share != "all" else ""
        hand = f" with {award.hand}" if award.hand else ""
        why = f": {reasons_text(award.why, speaker)}" if award.why else ""
        lines.append(f"{state.name(award.seat)} wins {award.amount}{pot}{share}{hand}{why}")
    if result.carried:
        why = f": {reasons_text(result.carried_why, speaker)}" if result.carried_why else ""
        lines.append(f"{result.carried} stays for the next hand{why}")
    return lines or [reason_sentence(result.why, speaker) if result.why else ""]
