"""Cards that a player picks from their own hand: from their keys where all are known, else from all cards."""

from __future__ import annotations

from collections.abc import Sequence

from app.cards.card import UNSEEN, cards_text
from app.hand.action import RANK_PLAYERS
from app.hand.ask import Ask, Prompt, TakesCards
from app.hand.notation import write_action, write_ask
from app.hand.state import State
from app.web.pad.focus import Focus, focus_text
from app.web.pad.parts import Button, Pad, armable_seats, button_of, slot_of
from app.web.pad.picks import goes_unseen, known, unseen
from app.web.pad.ruling import rule_button
from app.web.table.keys import keys_to_pick, own_keys
from app.words import Speaker, ask_label, prompt_label, prompt_text


def pick_pad(state: State, asked: Prompt, focus: Focus, asks: Sequence[Ask], at: int) -> Pad:
    """Return the cards to pick for one of the asks of a seat."""
    ask, speaker = asks[at], Speaker(state.setup.names)
    seat, takes = ask.seat, ask.cards
    assert seat is not None
    assert takes is not None
    held = focus.held if seat == focus.arm else ()
    own = known(state, seat, takes)
    covered = unseen(state, seat)
    keys, jokers = keys_to_pick(state, seat, held, own) if covered else ((), ())
    # Where several cards are picked, those that stay unseen need no name.
    dark = takes.most > 1 and covered > held.count(UNSEEN) and any(map(goes_unseen, asks))
    gaps = (UNSEEN,) * (takes.most - len(held))
    return Pad(
        "pick",
        prompt_label(asked, speaker),
        _text(asked, ask, takes, speaker),
        seat,
        action=write_ask(ask),
        keys=keys,
        jokers=jokers,
        modes=tuple(_modes(asked, focus, asks, at, dark, speaker)),
        slots=tuple(slot_of(card) for card in (*held, *gaps)) if covered and takes.least == takes.most > 1 else (),
        armable=armable_seats(asked, seat),
        own=() if covered else own_keys(own, held),
        dark=dark,
        looking=focus_text(seat, at),
        held=cards_text(held),
    )


def _modes(asked: Prompt, focus: Focus, asks: Sequence[Ask], at: int, dark: bool, speaker: Speaker) -> list[Button]:
    """Return the button that ends picking, where any number will do, and the other ways to answer."""
    ask = asks[at]
    takes, seat = ask.cards, ask.seat
    assert takes is not None
    held = focus.held if seat == focus.arm else ()
    modes = []
    if takes.least < takes.most:
        label = " ".join(filter(None, (ask_label(ask, speaker), str(len(held) or ""))))
        if takes.least <= len(held) <= takes.most:
            modes.append(Button(label, write_action(ask.answer(cards=held))))
        else:
            modes.append(Button(label, arm=focus_text(seat, at), pressed=True))
    for n, other in enumerate(asks):
        if other.action.verb == RANK_PLAYERS or n == at:
            continue
        if other.cards or goes_unseen(other):
            modes.append(Button(ask_label(other, speaker), arm=focus_text(seat, n)))
        else:
            modes.append(button_of(other, speaker))
    modes += rule_button(asked)
    if dark:
        modes = [mode for mode in modes if not mode.arm or mode.pressed]
        modes.append(Button("Back", arm=str(seat)))
    return modes


def _text(asked: Prompt, ask: Ask, takes: TakesCards, speaker: Speaker) -> str:
    """Return what is picked, and by whom: in the question's own words where it names that player."""
    if asked.question.seat == ask.seat:
        return prompt_text(asked, speaker)
    cards = "" if ask.chips is not None else f", {takes.most} card{'s' if takes.most != 1 else ''}"
    return f"{speaker.name(ask.seat)}: {ask_label(ask, speaker).lower()}{cards}"
