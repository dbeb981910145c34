"""The showdown: the down cards of who shows, or the dealer's own ruling."""

from __future__ import annotations

from app.cards.card import UNSEEN, Card, card_name, cards_text, parse_cards
from app.hand.ask import Prompt
from app.hand.cards import where_is
from app.hand.state import State
from app.web.pad.answers import offer_pad
from app.web.pad.focus import Look
from app.web.pad.parts import Choice, Pad, armable_seats, armed_seat, shares_to_rule, slot_of
from app.web.table.keys import keys_of


def show_pad(state: State, asked: Prompt, look: Look) -> Pad:
    """The down cards of the armed player, to be tapped one by one; or the ruling, once it has been begun."""
    if look.rule:
        return _rule(state, asked, look)
    seat = armed_seat(asked, look)
    assert seat is not None
    if not any(ask.seat == seat and ask.action.split()[1] == "sm" for ask in asked.asks):
        return offer_pad(state, asked, look)
    missing = needed(state, seat)
    held = tuple(card for card in look.held if card != UNSEEN)[:missing] if seat == look.arm else ()
    given = parse_cards(filled(state, seat, held))
    left = missing - len(held)
    shows = f"p{seat + 1} sm"
    ways = [
        Choice("Shows", arm=str(seat), pressed=True) if left else Choice("Shows", f"{shows} {cards_text(given)}"),
        Choice("Mucks", shows),
    ]
    if shares := shares_to_rule(asked):
        ways.append(Choice("I'll rule", rule=shares[0]))
    # With nothing left to tap, the ways are all that there is to choose from.
    keys, jokers = keys_of(state, held, ()) if left else ((), ())
    text = f"{state.name(seat)} shows, or mucks"
    if left:
        text = f"{state.name(seat)}: {left} down card{'s' if left != 1 else ''} to tap"
    return Pad(
        "show",
        asked.label,
        text,
        seat,
        action=f"{shows} CARDS" if left else "",
        keys=keys,
        jokers=jokers,
        modes=tuple(ways) if left else (),
        choices=() if left else tuple(ways),
        slots=tuple(slot_of(card) for card in given),
        armable=armable_seats(asked, seat),
        looking=str(seat),
        held=cards_text(held),
    )


def needed(state: State, seat: int) -> int:
    """How many of a player's cards nobody has seen yet."""
    return sum(held.card == UNSEEN for held in state.players[seat].cards)


def filled(state: State, seat: int, cards: tuple[Card, ...]) -> str:
    """All of a player's cards in the order received, the unseen places taken by ``cards``."""
    new = iter(cards)
    return cards_text(next(new, UNSEEN) if held.card == UNSEEN else held.card for held in state.players[seat].cards)


def why_not(state: State, held: tuple[Card, ...], card: Card) -> str:
    """Why a card cannot be one of those that a player is just showing; empty when it can."""
    if card in held:
        return f"the {card_name(card).lower()} is entered already"
    if card in state.seen:
        return f"the {card_name(card).lower()} {where_is(state, card)}"
    return ""


def _rule(state: State, asked: Prompt, look: Look) -> Pad:
    shares = shares_to_rule(asked)
    share, *order = look.rule.split()
    share = share if share in shares else shares[0] if shares else share
    names = {f"p{seat + 1}": state.name(seat) for seat in state.live}
    tie = bool(order) and order[-1] == "="
    placed = [place for place in order[: -1 if tie else None] if all(one in names for one in place.split("="))]
    ranks = {who: rank for rank, place in enumerate(placed, 1) for who in place.split("=")}
    said = " ".join((share, *placed))
    # Who is placed keeps the button, with the rank; tapped again, it takes the place back.
    choices = [
        Choice(f"{ranks[who]}. {names[who]}", rule=" ".join((share, *_without(placed, who))), pressed=True)
        if who in ranks
        else Choice(names[who], rule=f"{said}={who}" if tie and placed else f"{said} {who}")
        for who in names
    ]
    if placed:
        choices += [
            Choice("Tie", rule=said if tie else f"{said} =", pressed=tie),
            Choice("So ruled", f"d ranks {said}"),
        ]
    modes = [Choice(f"The {one}", rule=one, pressed=one == share) for one in shares if len(shares) > 1]
    modes.append(Choice("Cards", arm=str(asked.seat)))
    text = f"Who wins the {share}? Best first"
    return Pad("rule", "I'll rule", text, None, modes=tuple(modes), choices=tuple(choices))


def _without(placed: list[str], who: str) -> list[str]:
    left = ("=".join(one for one in place.split("=") if one != who) for place in placed)
    return [place for place in left if place]
