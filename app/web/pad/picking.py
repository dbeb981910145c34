"""Cards that a player picks from their own hand: to throw away, to set aside, to turn up."""

from __future__ import annotations

from collections.abc import Sequence

from app.cards.card import UNSEEN, Card, cards_text
from app.hand.action import RANK_PLAYERS
from app.hand.ask import Ask, Prompt, Refusal, TakesCards
from app.hand.cards import kept_by, where_is
from app.hand.notation import write_action, write_ask
from app.hand.state import State
from app.web.pad.focus import Focus, focus_text
from app.web.pad.parts import Button, Pad, armable_seats, button_of, rule_button, slot_of
from app.web.table.keys import keys_to_pick, own_keys
from app.words import Speaker, ask_label, prompt_label, prompt_text, refusal_text


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


def ask_for_cards(asks: Sequence[Ask], focus: Focus) -> int | None:
    """Return which of a seat's asks the next card answers: the one looked at, else the first that takes cards."""
    if focus.mode < len(asks) and asks[focus.mode].cards:
        return focus.mode
    return next((at for at, ask in enumerate(asks) if ask.cards), None)


def from_hand(takes: TakesCards) -> bool:
    """Return whether the cards that an ask takes are in a player's hand already."""
    return takes.source != "deck"


def goes_unseen(ask: Ask) -> bool:
    """Return whether an ask is answered without naming cards that nobody sees."""
    return ask.takes is None and UNSEEN in ask.action.cards


def known(state: State, seat: int, takes: TakesCards) -> tuple[Card, ...]:
    """Return the cards that a player is known to hold and may pick, as they lie."""
    player = state.players[seat]
    cards = player.down if takes.source == "down cards" else tuple(held.card for held in player.cards)
    return tuple(card for card in cards if card != UNSEEN)


def unseen(state: State, seat: int) -> int:
    """Return how many of a player's down cards nobody has seen."""
    return state.players[seat].down.count(UNSEEN)


def why_not_picked(state: State, seat: int, before: tuple[Card, ...], card: Card) -> str:
    """Return why a card cannot be one more of those that a player picks; empty when it can."""
    own = {held.card for held in state.players[seat].cards}
    if card in own and card != UNSEEN:
        return ""
    if reason := why_elsewhere(state, seat, card):
        return reason
    if sum(picked == UNSEEN or picked not in own for picked in before) >= unseen(state, seat):
        return f"{state.name(seat)} has no more unseen cards"
    return ""


def why_elsewhere(state: State, seat: int, card: Card) -> str:
    """Return why a card cannot be an unseen one of this player; empty when it can."""
    if card not in state.seen and kept_by(state, card, seat) is None:
        return ""
    refusal = Refusal("card lies elsewhere", cards=(card,), place=where_is(state, card))
    return refusal_text(refusal, Speaker(state.setup.names))
