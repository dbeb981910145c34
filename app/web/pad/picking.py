"""Cards that a player picks from their own hand: from their keys where all are known, else from all cards."""

from __future__ import annotations

from collections.abc import Sequence

from app.cards.card import UNSEEN, cards_text
from app.hand.ask import Ask, Prompt
from app.hand.state import State
from app.web.pad.focus import Look, looking_at
from app.web.pad.parts import Choice, Pad, armable_seats, choice_of, shares_to_rule, slot_of
from app.web.pad.picks import how_many, known, unseen, waits
from app.web.table.keys import keys_to_pick, own_keys


def pick_pad(state: State, asked: Prompt, look: Look, mine: Sequence[Ask], at: int) -> Pad:
    """The cards to pick for one of the asks of a seat."""
    ask = mine[at]
    seat = ask.seat
    assert seat is not None
    held = look.held if seat == look.arm else ()
    least, most = how_many(ask)
    own = known(state, ask)
    covered = unseen(state, seat)
    keys, jokers = keys_to_pick(state, seat, held, own) if covered else ((), ())
    modes = []
    if least < most:
        label = f"{ask.label} {len(held)}" if held else ask.label
        ready = least <= len(held) <= most
        line = ask.action.replace("CARDS", cards_text(held))
        modes.append(Choice(label, line) if ready else Choice(label, arm=looking_at(seat, at), pressed=True))
    for n, one in enumerate(mine):
        if one.action.startswith("d ranks ") or n == at:
            continue
        modes.append(Choice(one.label, arm=looking_at(seat, n)) if waits(one) or "??" in one.action else choice_of(one))
    if shares := shares_to_rule(asked):
        modes.append(Choice("I'll rule", rule=shares[0]))
    # A card that nobody is to see goes unnamed where others may go so.
    dark = most > 1 and covered > held.count(UNSEEN) and any("??" in one.action for one in mine)
    if dark:
        modes = [one for one in modes if not one.arm or one.pressed]
        modes.append(Choice("Back", arm=str(seat)))
    gaps = (UNSEEN,) * (most - len(held))
    return Pad(
        "pick",
        asked.label,
        _picks(state, asked, ask, most),
        seat,
        action=ask.action,
        keys=keys,
        jokers=jokers,
        modes=tuple(modes),
        slots=tuple(slot_of(card) for card in (*held, *gaps)) if covered and least == most > 1 else (),
        armable=armable_seats(asked, seat),
        own=() if covered else own_keys(own, held),
        dark=dark,
        looking=looking_at(seat, at),
        held=cards_text(held),
    )


def _picks(state: State, asked: Prompt, ask: Ask, most: int) -> str:
    """What is picked, and by whom: in the question's own words where it is theirs."""
    assert ask.seat is not None
    name = state.name(ask.seat)
    if name in asked.text:
        return asked.text
    cards = "" if any(letter.isdigit() for letter in ask.label) else f", {most} card{'s' if most != 1 else ''}"
    return f"{name}: {ask.label.lower()}{cards}"
