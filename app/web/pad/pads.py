"""The pad: what the dealer may enter next, out of the prompt, for the one seat that is armed.

It knows kinds of question and never a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.hand.action import DEAL, DECK_OUT, RANK_PLAYERS, TURN, TURN_UP, Action
from app.hand.ask import Ask, Prompt, TakesCards
from app.hand.cards import left_in_deck
from app.hand.dealer import may_stray
from app.hand.notation import write_action, write_ask
from app.hand.state import State
from app.hand.steps.deal import cards_due
from app.web.pad.betting import OUT_OF_ORDER, all_decline, amount_buttons, bets_pad, out_of_order_pad
from app.web.pad.focus import Focus, focus_text
from app.web.pad.parts import (
    Button,
    Pad,
    armable_seats,
    armed_seat,
    button_of,
    group_of,
    question_text,
    range_of,
    run_text,
)
from app.web.pad.picking import ask_for_cards, from_hand, goes_unseen, known, pick_pad, unseen
from app.web.pad.showdown import show_pad, split_pad
from app.web.table.keys import keys_of, own_keys
from app.words.asks import ask_label
from app.words.prompts import prompt_label, prompt_text
from app.words.speaker import Speaker

#: With more answers than this for any player, the pad asks one player at a time.
MOST_SIDE_BY_SIDE = 4

#: The ways to look at a seat beside those to answer: for a card too many, and for a down card that all have seen.
ONE_MORE, SEEN = 90, 91

OUT = write_action(Action(DECK_OUT))

#: So many cards may be burnt or lost that the app counts: with no more than these to spare the deck may be out.
_TO_SPARE = 8


def pad_of(state: State, asked: Prompt, focus: Focus) -> Pad:
    """Return the pad for a prompt, as the dealer looks at it."""
    if focus.split and asked.kind != "over":
        return split_pad(state, focus.split)
    if focus.mode in (ONE_MORE, SEEN) and asked.kind != "over" and (pad := stray_pad(state, asked, focus)):
        return pad
    if focus.mode == OUT_OF_ORDER and asked.kind != "over":
        return out_of_order_pad(state, asked, focus)
    match asked.kind:
        case "card" | "roll":
            return with_strays(state, asked, cards_pad(state, asked, focus))
        case "dealt" | "done" if asked.run or asked.kind == "dealt":
            run = asked.run or tuple(ask.action for ask in asked.asks)
            done = Button(asked.kind.capitalize(), run_text(run))
            return with_strays(state, asked, _plain(state, asked, "choices", (done,)))
        case "bet":
            return bets_pad(state, asked, focus)
        case "declare":
            return declare_pad(state, asked)
        case "show":
            return show_pad(state, asked, focus) or offer_pad(state, asked, focus)
        case "over":
            return _plain(state, asked, "over", ())
        case _:
            return offer_pad(state, asked, focus)


def _plain(state: State, asked: Prompt, kind: str, choices: tuple[Button, ...]) -> Pad:
    speaker = Speaker(state.setup.names)
    return Pad(kind, prompt_label(asked, speaker), prompt_text(asked, speaker), asked.seat, choices=choices)


def declare_pad(state: State, asked: Prompt) -> Pad:
    """Return what players declare: all on one screen where they open their hands together."""
    speaker = Speaker(state.setup.names)
    seats = sorted({ask.seat for ask in asked.asks if ask.seat is not None})
    groups = tuple(group_of(state, asked, seat, state.players[seat].declared is not None) for seat in seats)
    seat = asked.seat if len(seats) == 1 else None
    return Pad("declare", prompt_label(asked, speaker), question_text(state, asked, speaker), seat, groups=groups)


def offer_pad(state: State, asked: Prompt, focus: Focus) -> Pad:
    """Return answers to an offer, to a question, to a draw."""
    speaker = Speaker(state.setup.names)
    label, text = prompt_label(asked, speaker), question_text(state, asked, speaker)
    seats = sorted({ask.seat for ask in asked.asks if ask.seat is not None})
    if len(seats) > 1 and not any(ask.takes for ask in asked.asks):
        answers = Counter(ask.seat for ask in asked.asks if ask.seat is not None)
        if max(answers.values()) > MOST_SIDE_BY_SIDE:
            return _one_by_one(state, asked, focus)
        groups = tuple(group_of(state, asked, seat, False) for seat in seats)
        common = (*(button_of(ask, speaker) for ask in asked.asks if ask.seat is None), *all_decline(state))
        return Pad("declare", label, text, groups=groups, choices=common)
    seat = armed_seat(asked, focus)
    asks = [ask for ask in asked.asks if ask.seat == seat or ask.seat is None]
    ranges = tuple(amounts for ask in asks if (amounts := range_of(ask, speaker)))
    if ranges:
        choices, modes, others = amount_buttons(asks, speaker), all_decline(state), armable_seats(asked, seat)
        if len(seats) > 1 and seat is not None:
            label, text = text, state.name(seat)
        return Pad("bet", label, text, seat, modes=modes, choices=choices, ranges=ranges, armable=others)
    at = ask_for_cards(asks, focus)
    # Cards that go unseen are the rule then: who names some says so first.
    unnamed = any(map(goes_unseen, asks)) and not asks[min(focus.mode, len(asks) - 1)].cards
    if at is None or unnamed:
        return answers_pad(state, asked, seat, asks)
    return pick_pad(state, asked, focus, asks, at)


def answers_pad(state: State, asked: Prompt, seat: int | None, asks: Sequence[Ask]) -> Pad:
    """Return a button for each answer of one seat."""
    speaker = Speaker(state.setup.names)
    buttons = tuple(
        Button(ask_label(ask, speaker), arm=focus_text(seat, at)) if ask.takes else button_of(ask, speaker)
        for at, ask in enumerate(asks)
        if ask.action.verb != RANK_PLAYERS
    )
    label, text = prompt_label(asked, speaker), _question_to(state, asked, seat)
    others = armable_seats(asked, seat)
    return Pad("choices", label, text, seat, modes=all_decline(state), choices=buttons, armable=others)


def _one_by_one(state: State, asked: Prompt, focus: Focus) -> Pad:
    """Return the answers of the armed player, where several are asked together and each has many answers."""
    seat = armed_seat(asked, focus)
    pad = answers_pad(state, asked, seat, [ask for ask in asked.asks if ask.seat in (seat, None)])
    if seat is None:
        return pad
    return replace(pad, label=prompt_text(asked, Speaker(state.setup.names)), text=state.name(seat))


def _question_to(state: State, asked: Prompt, seat: int | None) -> str:
    """Return the question, with the name of the player who is looked at where it does not name them."""
    text = prompt_text(asked, Speaker(state.setup.names))
    named = asked.question.seat
    if seat is None or named == seat:
        return text
    if named is not None:
        return f"{state.name(seat)}, out of order"
    return f"{state.name(seat)}: {text[:1].lower()}{text[1:]}"


def cards_pad(state: State, asked: Prompt, focus: Focus) -> Pad:
    """Return the keys for the next card of the armed seat; a button for all where nobody sees the cards."""
    speaker = Speaker(state.setup.names)
    seat = armed_seat(asked, focus)
    asks = [ask for ask in asked.asks if ask.seat == seat]
    at = ask_for_cards(asks, focus)
    takes = asks[at].cards if at is not None else None
    if at is None or takes is None:
        return _unseen(asked, speaker) or answers_pad(state, asked, seat, asks)
    own = known(state, seat, takes) if from_hand(takes) and seat is not None else ()
    all_known = seat is not None and from_hand(takes) and not unseen(state, seat)
    keys, jokers = ((), ()) if all_known else keys_of(state, (), own, seat if takes.source != "deck" else None)
    in_order = seat == asked.seat or seat is None
    return Pad(
        "card",
        prompt_label(asked, speaker),
        prompt_text(asked, speaker) if in_order else f"{speaker.name(seat)}, out of order",
        seat,
        action=write_ask(asks[at]),
        keys=keys,
        jokers=jokers,
        modes=_modes(asks, at, seat, speaker),
        armable=armable_seats(asked, seat),
        own=own_keys(own, ()) if all_known else (),
        looking=focus_text(seat, at),
    )


def _modes(asks: Sequence[Ask], at: int, seat: int | None, speaker: Speaker) -> tuple[Button, ...]:
    """Return the ways in which the armed seat may answer, where there is more than one."""
    if len(asks) < 2:
        return ()
    return tuple(
        Button(ask_label(ask, speaker), arm=focus_text(seat, n), pressed=n == at)
        if ask.cards
        else button_of(ask, speaker)
        for n, ask in enumerate(asks)
    )


def _unseen(asked: Prompt, speaker: Speaker) -> Pad | None:
    """Return one button where everybody is asked for the same and no card is to be named."""
    labels = {ask_label(ask, speaker) for ask in asked.asks}
    if any(ask.cards for ask in asked.asks) or len(labels) != 1:
        return None
    run = run_text(ask.action for ask in asked.asks)
    label, text = prompt_label(asked, speaker), prompt_text(asked, speaker)
    return Pad("choices", label, text, choices=(Button(labels.pop(), run),))


def stray_pad(state: State, asked: Prompt, focus: Focus) -> Pad | None:
    """Return the keys for a card that nobody asks for; None where no player may come by one now."""
    seats = _seats(state)
    if not seats:
        return None
    seat = focus.arm if focus.arm in seats else seats[0]
    asks = tuple(_ask(at, focus.mode) for at in seats)
    pad = cards_pad(state, replace(asked, kind="card", asks=asks, seat=seat), Focus(arm=seat))
    ways = {ONE_MORE: "Too many", SEEN: "Seen"}
    modes = [Button(words, arm=focus_text(seat, mode), pressed=mode == focus.mode) for mode, words in ways.items()]
    label = "A card too many, which stays" if focus.mode == ONE_MORE else "A down card seen by all, which lies face up"
    return replace(
        pad,
        label=label,
        text=state.name(seat),
        modes=(*modes, Button("Go on", arm="" if asked.seat is None else str(asked.seat))),
        armable={at: focus_text(at, focus.mode) for at in seats if at != seat},
        looking=focus_text(seat, focus.mode),
    )


def with_strays(state: State, asked: Prompt, pad: Pad) -> Pad:
    """Return the pad of a card off the deck with what may go wrong: one too many elsewhere, or no card left."""
    if not any(ask.action.verb in (DEAL, TURN) for ask in asked.asks):
        return pad
    armable: Mapping[int, str] = {at: focus_text(at, ONE_MORE) for at in _seats(state) if at != pad.seat}
    out = Button("The deck is out", OUT)
    near = left_in_deck(state) - cards_due(state) <= _TO_SPARE
    return replace(pad, armable={**armable, **pad.armable}, modes=(*pad.modes, out) if near else pad.modes)


def _seats(state: State) -> list[int]:
    return [seat for seat in state.live if may_stray(state, seat)]


def _ask(seat: int, mode: int) -> Ask:
    if mode == ONE_MORE:
        return Ask(Action(DEAL, to=seat, ruling=True), TakesCards("deck"), manner="up-card")
    return Ask(Action(TURN_UP, seat, ruling=True), TakesCards("down cards"), manner="turns one up")
