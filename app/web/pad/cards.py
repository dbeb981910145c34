"""Cards on the pad: keys for the next card, cards that a player picks from their hand, and stray cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.cards.card import UNSEEN, Card, cards_text
from app.dataclass import replace
from app.games.layout import spoken_place
from app.hand.action import DEAL, DECK_OUT, RANK_PLAYERS, TURN, TURN_UP, Action
from app.hand.ask import Ask, Refusal, TakesCards
from app.hand.cards import known_holder, left_in_deck, may_stray, where_is
from app.hand.notation import write_action, write_ask
from app.hand.play import play
from app.hand.state import State
from app.hand.steps.deal import cards_due
from app.web.pad.parts import (
    EXPOSED_CARD,
    EXTRA_CARD,
    Button,
    Focus,
    Pad,
    PadContext,
    button_of,
    focus_text,
    run_text,
    slots_of,
)
from app.web.table.keys import keys_of, keys_to_pick, own_keys
from app.words.asks import ask_label
from app.words.refusals import refusal_text
from app.words.speaker import Speaker

OUT = write_action(Action(DECK_OUT))

#: With at most this many cards to spare, the deck may run out early, since cards may have been burned or lost.
_TO_SPARE = 8


def cards_pad(context: PadContext, seat: int | None, asks: Sequence[Ask], at: int) -> Pad:
    """Return the keys for the card that answers one of a seat's asks."""
    state, takes = context.state, asks[at].cards
    assert takes is not None
    holder = None if takes.source == "deck" else seat
    own = known_cards(state, holder, takes) if holder is not None else ()
    all_known = holder is not None and not count_unseen(state, holder)
    keys, jokers = ((), ()) if all_known else keys_of(state, (), own, holder)
    in_order = seat == context.prompt.seat or seat is None
    return context.pad(
        "card",
        seat,
        text=None if in_order else f"{context.speaker.name(seat)}, out of order",
        action=write_ask(asks[at]),
        keys=keys,
        jokers=jokers,
        modes=_answer_modes(context, asks, at, seat),
        armable=context.others(seat),
        own=own_keys(own, ()) if all_known else (),
        focus=focus_text(seat, at),
        place=spoken_place(asks[at].action.word) if asks[at].action.verb == TURN else "",
    )


def _answer_modes(context: PadContext, asks: Sequence[Ask], at: int, seat: int | None) -> tuple[Button, ...]:
    """Return the armed seat's ways to answer, if there are several.

    A single plain way to take a card needs no button: the question and the keys say enough.
    """
    if len(asks) < 2:
        return ()
    plain = sum(bool(ask.cards) for ask in asks) == 1 and asks[at].manner in ("up-card", "middle")
    return tuple(
        Button(ask_label(ask, context.speaker), arm=focus_text(seat, n), pressed=n == at)
        if ask.cards
        else button_of(ask, context.speaker)
        for n, ask in enumerate(asks)
        if not (plain and n == at)
    )


def unseen_pad(context: PadContext) -> Pad | None:
    """Return one button for everyone if all are asked the same and no card has to be named, else None."""
    asks = context.prompt.asks
    labels = {ask_label(ask, context.speaker) for ask in asks}
    if any(ask.cards for ask in asks) or len(labels) != 1:
        return None
    return context.pad("choices", choices=(Button(labels.pop(), run_text(ask.action for ask in asks)),))


def stray_pad(context: PadContext) -> Pad | None:
    """Return the keys for a stray card; None if no player may get one now."""
    state, mode = context.state, context.focus.mode
    seats = may_stray(state)
    if not seats:
        return None
    seat = context.focus.arm if context.focus.arm in seats else seats[0]
    if mode == EXTRA_CARD:
        what = "an extra card that stays"
        ask = Ask(Action(DEAL, to=seat, ruling=True), TakesCards("deck"), manner="up-card")
    else:
        what = "a down card everyone saw"
        ask = Ask(Action(TURN_UP, seat, ruling=True), TakesCards("down cards"), manner="turns one up")
    ways = {EXTRA_CARD: "Too many", EXPOSED_CARD: "Seen"}
    modes = [Button(words, arm=focus_text(seat, way), pressed=way == mode) for way, words in ways.items()]
    back = Button("Go on", arm="" if context.prompt.seat is None else str(context.prompt.seat))
    return replace(
        cards_pad(context, seat, [ask], 0),
        text=f"{context.name(seat)}: {what}",
        modes=(*modes, back),
        armable={other: focus_text(other, mode) for other in seats if other != seat},
        focus=focus_text(seat, mode),
    )


def with_strays(context: PadContext, pad: Pad) -> Pad:
    """Return the pad for a card off the deck, with ways to enter a stray card or an empty deck."""
    state = context.state
    if not any(ask.action.verb in (DEAL, TURN) for ask in context.prompt.asks):
        return pad
    armable: Mapping[int, str] = {at: focus_text(at, EXTRA_CARD) for at in may_stray(state) if at != pad.seat}
    out = Button("The deck is out", OUT)
    near = not pad.place and left_in_deck(state) - cards_due(state) <= _TO_SPARE
    may_be_out = near and not isinstance(play(state, OUT), Refusal)
    return replace(pad, armable={**armable, **pad.armable}, modes=(*pad.modes, out) if may_be_out else pad.modes)


def pick_pad(context: PadContext, asks: Sequence[Ask], at: int) -> Pad:
    """Return the cards to pick from for one of a seat's asks."""
    ask, state = asks[at], context.state
    seat, takes = ask.seat, ask.cards
    assert seat is not None
    assert takes is not None
    held = context.focus.held if seat == context.focus.arm else ()
    own = known_cards(state, seat, takes)
    covered = count_unseen(state, seat)
    keys, jokers = keys_to_pick(state, seat, held, own) if covered else ((), ())
    # If several cards are picked, those that stay unseen need no name.
    offers_unseen = takes.most > 1 and covered > held.count(UNSEEN) and any(map(goes_unseen, asks))
    gaps = (UNSEEN,) * (takes.most - len(held))
    return context.pad(
        "pick",
        seat,
        text=_pick_question(context, ask, takes),
        action=write_ask(ask),
        keys=keys,
        jokers=jokers,
        modes=tuple(_pick_modes(context, asks, at, held, offers_unseen)),
        slots=slots_of(state, seat, (*held, *gaps)) if covered and takes.least == takes.most > 1 else (),
        armable=context.others(seat),
        own=() if covered else own_keys(own, held),
        offers_unseen=offers_unseen,
        focus=focus_text(seat, at),
        held=cards_text(held),
    )


def _pick_modes(
    context: PadContext, asks: Sequence[Ask], at: int, held: tuple[Card, ...], offers_unseen: bool
) -> list[Button]:
    """Return the button that ends the picking, if the number of cards may vary, and the other ways to answer."""
    ask, speaker = asks[at], context.speaker
    takes, seat = ask.cards, ask.seat
    assert takes is not None
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
    modes += context.rule_button
    if offers_unseen:
        modes = [mode for mode in modes if not mode.arm or mode.pressed]
        modes.append(Button("Back", arm=str(seat)))
    return modes


def _pick_question(context: PadContext, ask: Ask, takes: TakesCards) -> str:
    """Return who picks what; the question itself if it names that player."""
    if context.prompt.question.seat == ask.seat:
        return context.text
    cards = "" if ask.chips is not None else f" {takes.most} card{'s' if takes.most != 1 else ''}"
    return f"{context.speaker.name(ask.seat)}: {ask_label(ask, context.speaker).lower()}{cards}"


def ask_for_cards(asks: Sequence[Ask], focus: Focus) -> int | None:
    """Return the index of the ask that the next card answers: the one in focus, else the first with cards."""
    if focus.mode < len(asks) and asks[focus.mode].cards:
        return focus.mode
    return next((at for at, ask in enumerate(asks) if ask.cards), None)


def goes_unseen(ask: Ask) -> bool:
    """Return whether an ask is answered with unseen cards, without naming any."""
    return ask.takes is None and UNSEEN in ask.action.cards


def known_cards(state: State, seat: int, takes: TakesCards) -> tuple[Card, ...]:
    """Return a player's known cards among those that may be picked, in order."""
    player = state.players[seat]
    cards = player.down if takes.source == "down cards" else tuple(dealt.card for dealt in player.cards)
    return tuple(card for card in cards if card != UNSEEN)


def count_unseen(state: State, seat: int) -> int:
    """Return how many of a player's down cards nobody has seen."""
    return state.players[seat].down.count(UNSEEN)


def why_not_picked(state: State, seat: int, before: tuple[Card, ...], card: Card) -> str:
    """Return why a player cannot also pick this card; empty if they can."""
    own = {dealt.card for dealt in state.players[seat].cards}
    if card in own and card != UNSEEN:
        return ""
    if reason := why_elsewhere(state, seat, card):
        return reason
    if sum(picked == UNSEEN or picked not in own for picked in before) >= count_unseen(state, seat):
        return f"{state.name(seat)} has no more unseen cards"
    return ""


def why_elsewhere(state: State, seat: int, card: Card) -> str:
    """Return why a card cannot be one of this player's unseen cards; empty if it can."""
    if card not in state.seen and known_holder(state, card, seat) is None:
        return ""
    refusal = Refusal("card lies elsewhere", cards=(card,), place=where_is(state, card))
    return refusal_text(refusal, Speaker(state.setup.names))
