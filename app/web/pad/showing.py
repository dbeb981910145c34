"""The showdown: the down cards of a player who shows, or the dealer's own ruling."""

from __future__ import annotations

from app.cards.card import UNSEEN, Card, cards_text
from app.hand.action import DISCARD, SHOW, Action
from app.hand.ask import Ask, Prompt, TakesCards
from app.hand.cards import where_is
from app.hand.notation import write_action, write_ask
from app.hand.once_up import kept_by
from app.hand.refusal import Refusal
from app.hand.state import State
from app.web.pad.answers import offer_pad
from app.web.pad.focus import Focus
from app.web.pad.parts import Button, Pad, armable_seats, armed_seat, run_text, slot_of
from app.web.pad.ruling import rule_button, rule_pad
from app.web.table.keys import keys_of
from app.words import Speaker, prompt_label, refusal_text


def show_pad(state: State, asked: Prompt, focus: Focus) -> Pad:
    """Return the down cards of the armed player, to be tapped one by one; or the ruling, once it has been begun."""
    if focus.ruling:
        return rule_pad(state, asked, focus.ruling)
    seat = armed_seat(asked, focus)
    assert seat is not None
    if not any(ask.seat == seat and ask.action.verb == SHOW for ask in asked.asks):
        return offer_pad(state, asked, focus)
    missing = cards_to_name(state, seat)
    held = tuple(card for card in focus.held if card != UNSEEN)[:missing] if seat == focus.arm else ()
    cards = with_unseen_named(state, seat, held)
    left = missing - len(held)
    shows = Button("Shows", arm=str(seat), pressed=True)
    if not left:
        shows = Button("Shows", write_action(Action(SHOW, seat, cards=cards)))
    discards = _discards(asked, seat)
    ways = (shows, Button("Mucks", write_action(Action(SHOW, seat))), *discards, *rule_button(asked))
    # With nothing left to tap, the ways are all that there is to choose from.
    keys, jokers = keys_of(state, held, (), seat) if left else ((), ())
    text = f"{state.name(seat)} shows, or mucks"
    if left:
        text = f"{state.name(seat)}: {left} down card{'s' if left != 1 else ''} to tap"
    return Pad(
        "show",
        prompt_label(asked, Speaker(state.setup.names)),
        text,
        seat,
        action=write_ask(Ask(Action(SHOW, seat), TakesCards("whole hand", 1, len(cards) + 1))) if left else "",
        keys=keys,
        jokers=jokers,
        modes=ways if left else (),
        choices=() if left else ways,
        # Before the surplus is thrown away there is no saying which cards these are, and the ways need the room.
        slots=() if discards and not held else tuple(slot_of(card) for card in cards),
        armable=armable_seats(asked, seat),
        looking=str(seat),
        held=cards_text(held),
    )


def _discards(asked: Prompt, seat: int) -> list[Button]:
    """Return the buttons with which a player, or everybody, throws away the down cards that may not be used."""
    asks = {ask.seat: ask.action for ask in asked.asks if ask.action.verb == DISCARD and not ask.takes}
    if seat not in asks:
        return []
    own = Button(f"Discards {len(asks[seat].cards)}", write_action(asks[seat]))
    everyone = Button("All discard", run_text(tuple(asks.values())))
    return [own, everyone] if len(asks) > 1 else [own]


def cards_to_name(state: State, seat: int) -> int:
    """Return how many of a player's cards nobody has seen yet."""
    return sum(held.card == UNSEEN for held in state.players[seat].cards)


def with_unseen_named(state: State, seat: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return all of a player's cards in the order received, the unseen places taken by ``cards``."""
    named = iter(cards)
    return tuple(next(named, UNSEEN) if held.card == UNSEEN else held.card for held in state.players[seat].cards)


def why_not_shown(state: State, seat: int, held: tuple[Card, ...], card: Card) -> str:
    """Return why a card cannot be one of those that a player is just showing; empty when it can."""
    speaker = Speaker(state.setup.names)
    if card in held:
        return f"the {speaker.card(card)} is entered already"
    if card in state.seen or kept_by(state, card, seat) is not None:
        return refusal_text(Refusal("card lies elsewhere", cards=(card,), place=where_is(state, card)), speaker)
    return ""
