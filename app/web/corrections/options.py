"""What can be chosen for one action of a correction: the question of its own moment, asked once more, and the ways that
only a correction has, such as another card, another player, or something that came before it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from app.cards.card import Card
from app.hand.ask import Prompt
from app.hand.notation import write_ask
from app.hand.play import prompt
from app.night.log.correcting import PendingCorrection
from app.web.pad.focus import EVEN, Focus
from app.web.pad.pads import pad_of
from app.web.pad.parts import Button, Pad
from app.web.pad.splitting import SPLIT_LINE, split_pad
from app.web.table.keys import CardKey, key_of, keys_to_correct
from app.words import Speaker, ask_label, prompt_label, prompt_text

#: How something is chosen: another card, another answer, or one that came before.
Way = Literal["card", "instead", "before"]


@dataclass(frozen=True, slots=True)
class CorrectionOptions:
    """What can be chosen for the action at ``target`` in one ``way``; ``ways`` are the others.

    ``line`` is the action as it stands, empty while it is sealed. ``pad`` asks the question of its moment; ``arms`` are
    the other players whom it can ask, as values to post and names. In the way ``card``, one of the ``cards`` that the
    action names is to be corrected: ``card``, once it is known which. ``keys`` and ``jokers`` are what it may have
    been, ``seats`` the players whose it may have been.
    """

    target: int
    way: Way
    ways: tuple[Way, ...]
    line: str
    label: str
    text: str
    pad: Pad | None = None
    arms: tuple[tuple[str, str], ...] = ()
    card: CardKey | None = None
    cards: tuple[CardKey, ...] = ()
    keys: tuple[tuple[CardKey | None, ...], ...] = ()
    jokers: tuple[CardKey, ...] = ()
    seats: tuple[tuple[int, str], ...] = ()


def correction_options(
    pending: PendingCorrection, wanted_way: str, focus: Focus, *, card: Card | None = None, sealed: bool = False
) -> CorrectionOptions:
    """Return what can be chosen for the pending action, in the wanted way where it has that, as it is looked at.

    ``card`` is the card that the dealer has picked as the wrong one.
    """
    question = prompt(pending.state)
    ways = _ways(pending, question)
    way = next((way for way in ways if way == wanted_way), ways[0])
    others = tuple(other for other in ways if other != way)
    line = "" if sealed else pending.line
    speaker = Speaker(pending.state.setup.names)
    label, text = prompt_label(question, speaker), prompt_text(question, speaker)
    options = CorrectionOptions(pending.number, way, others, line, label, text)
    if way == "card":
        return _with_cards(options, pending, card)
    pad = _pad(pending, question, focus, way)
    if pad is None:
        return options
    name = pending.state.name
    arms = () if question.kind == "bet" else tuple((arm, name(seat)) for seat, arm in pad.armable.items())
    return replace(options, text=pad.text, pad=pad, arms=arms)


def _with_cards(options: CorrectionOptions, pending: PendingCorrection, picked: Card | None) -> CorrectionOptions:
    """Return the options with the cards that may be wrong, and with what the wrong one may have been."""
    only = pending.cards[0] if len(pending.cards) == 1 else None
    wrong = picked if picked in pending.cards else only
    cards = tuple(replace(key_of(card), pressed=card == wrong) for card in pending.cards)
    options = replace(
        options,
        cards=cards if len(cards) > 1 else (),
        seats=tuple((seat, pending.state.name(seat)) for seat in pending.possible_seats()),
        text="Which card is wrong?",
    )
    if wrong is None:
        return options
    keys, jokers = keys_to_correct(pending.trial.state, wrong)
    key = key_of(wrong)
    return replace(options, card=key, keys=keys, jokers=jokers, text=f"Instead of the {key.name.lower()}")


def _ways(pending: PendingCorrection, question: Prompt) -> tuple[Way, ...]:
    """Return the ways to choose, the likeliest first."""
    if question.kind == "over":
        return ("instead",)
    if not pending.cards or not (pending.fits or pending.clashes):
        return ("instead", "before")
    if len(_for_own_player(pending, question).asks) > 1:
        return ("card", "instead", "before")
    return ("card", "before")


def _for_own_player(pending: PendingCorrection, question: Prompt) -> Prompt:
    """Return the question as it is put to the player whose action is pending, where it is put to them at all."""
    if pending.seat is None or all(ask.seat != pending.seat for ask in question.asks):
        return question
    asks = tuple(ask for ask in question.asks if ask.seat in (pending.seat, None))
    return replace(question, asks=asks, seat=pending.seat, run=())


def _pad(pending: PendingCorrection, question: Prompt, focus: Focus, way: Way) -> Pad | None:
    """Return the pad that asks the question; None where the hand is over."""
    if question.kind == "over":
        return None
    if way == "instead":
        if pending.line.startswith(SPLIT_LINE):
            split = pending.line.removeprefix(SPLIT_LINE) if pending.fits else EVEN
            return replace(split_pad(pending.state, split.strip()), modes=())
        question = _for_own_player(pending, question)
    if question.kind in ("dealt", "done"):
        return _player_by_player(pending, question)
    arm = question.seat if focus.arm is None and question.kind != "bet" else focus.arm
    pad = pad_of(pending.state, question, replace(focus, arm=arm))
    # One action is corrected, not those of all who come after.
    choices, modes = (
        tuple(button for button in buttons if "\n" not in button.action) for buttons in (pad.choices, pad.modes)
    )
    return replace(pad, choices=choices, modes=modes)


def _player_by_player(pending: PendingCorrection, question: Prompt) -> Pad:
    """Return a choice for each player where the dealer's screen enters the whole street with one tap."""
    speaker = Speaker(pending.state.setup.names)
    choices = []
    for ask in question.asks:
        name = "" if ask.seat is None else f"{speaker.name(ask.seat)}: "
        choices.append(Button(f"{name}{ask_label(ask, speaker).lower()}", write_ask(ask)))
    label, text = prompt_label(question, speaker), prompt_text(question, speaker)
    return Pad("choices", label, text, question.seat, choices=tuple(choices))
