"""The page objects of corrections: an action, the choices for it and their effect; a finished hand.

The choices so far are only in form fields. Each ``line`` replaces the action that the page is about, each ``further-7``
replaces action 7, and ``cut`` drops all actions from there on. ``=`` stands for the original action and ``!`` for the
original by the dealer's ruling, so that the page does not contain sealed answers. ``-`` removes the action.
"""

from __future__ import annotations

from typing import Literal

from flask import abort
from werkzeug.datastructures import MultiDict

from app.cards.card import Card, CardError, parse_card
from app.dataclass import replace
from app.hand.ask import Prompt
from app.hand.notation import MAX_LINE_LENGTH, write_ask
from app.hand.play import prompt
from app.night.log.corrections import Correction, action_text
from app.night.log.entries import Changes
from app.night.log.pending_correction import PendingCorrection, add_ruling
from app.night.log.replay import LiveHand
from app.night.log.sealing import secret_text
from app.night.play.taps import closed_to_corrections
from app.text import sentence, whole_number
from app.web.pad.pads import pad_of
from app.web.pad.parts import EVEN, Button, Focus, Pad, read_focus
from app.web.pad.showdown import SPLIT_LINE, split_pad
from app.web.pad.tap import NotATap, read_tap
from app.web.table.keys import CardKey, key_of, keys_to_correct
from app.words.actions import describe
from app.words.asks import ask_label
from app.words.prompts import prompt_label, prompt_text
from app.words.speaker import Speaker

#: The form fields with a choice, or the way to choose.
_CHOICES = ("do", "way", "which", "other", "seat", "action", "card", "arm", "rule", "text", "ruling")

_ORIGINAL, _ORIGINAL_RULED, _REMOVED = "=", "!", "-"
_MAX_LINES = 200
#: The most digits in the place of an action.
_MAX_DIGITS = 5
#: The choices of an empty form.
NOTHING_CHOSEN = Changes()


def read_correction_form(form: MultiDict[str, str], hand: LiveHand, place: int) -> Changes:
    """Read the choices for the action at ``place`` and others; skip places that the hand does not have."""
    if sum(len(form.getlist(name)) for name in form) > _MAX_LINES:
        abort(413)
    places: dict[int, tuple[str, ...]] = {}
    for name in form:
        kind, _, number = name.partition("-")
        at = place if name == "line" else read_place(number) if kind == "further" else 0
        if 1 <= at <= len(hand.actions):
            texts = [text.strip()[: MAX_LINE_LENGTH + 1] for text in form.getlist(name)]
            if texts := [text for text in texts if text]:
                places[at] = _lines(hand, at, texts)
    cut = read_place(form.get("cut", ""))
    return Changes(places, cut if 1 <= cut <= len(hand.actions) else None)


def hidden_fields(chosen: Changes, hand: LiveHand, place: int) -> tuple[tuple[str, str], ...]:
    """Return the choices as names and values of hidden fields, for ``read_correction_form``."""
    pairs = []
    for at, lines in sorted(chosen.replacements.items()):
        name = "line" if at == place else f"further-{at}"
        pairs += [(name, text) for text in _texts(hand, at, lines)]
    if chosen.cut is not None:
        pairs.append(("cut", str(chosen.cut)))
    return tuple(pairs)


def read_place(text: str) -> int:
    """Return the place of an action in the hand, counted from 1; 0 for any other text."""
    return whole_number(text, _MAX_DIGITS) or 0


def _lines(hand: LiveHand, at: int, texts: list[str]) -> tuple[str, ...]:
    original = hand.actions[at - 1]
    lines = {_ORIGINAL: original, _ORIGINAL_RULED: add_ruling(original)}
    return tuple(lines.get(text, text) for text in texts if text != _REMOVED)


def _texts(hand: LiveHand, at: int, lines: tuple[str, ...]) -> list[str]:
    original = hand.actions[at - 1]
    # An original by ruling is both, and is written as the original.
    texts = {add_ruling(original): _ORIGINAL_RULED, original: _ORIGINAL}
    return [texts.get(line, line) for line in lines] or [_REMOVED]


def chooses(form: MultiDict[str, str]) -> bool:
    """Return whether the form chooses anything."""
    return any(name in form for name in _CHOICES)


def read_choice(form: MultiDict[str, str], pending: PendingCorrection) -> Changes | Focus | NotATap:
    """Read the form's choice for the pending action, or the focus that it asks for, or what is wrong."""
    if (action := form.get("do")) in ("keep", "out"):
        return Changes(pending.keep_by_ruling() if action == "keep" else pending.replace_with(()))
    if seat := form.get("seat", ""):
        if seat not in map(str, pending.possible_seats()):
            return NotATap("It cannot have been that player's")
        return Changes(pending.give_to_seat(int(seat)))
    if "arm" in form or "rule" in form:
        return read_focus(form.get("arm", ""), "", form.get("rule", ""), "")
    if "other" in form:
        wrong, other = read_card(form, "wrong"), read_card(form, "other")
        if wrong is None or other is None:
            return NotATap("Which card? Tap one")
        return Changes(pending.change_card(wrong, other))
    lines = _read_lines(form, pending)
    if not isinstance(lines, tuple):
        return lines
    return Changes(pending.insert_before(lines) if form.get("way") == "before" else pending.replace_with(lines))


def read_card(form: MultiDict[str, str], name: str) -> Card | None:
    """Return the card in a field of the form; None if there is none."""
    try:
        return parse_card(form[name]) if form.get(name) else None
    except CardError:
        return None


def _read_lines(form: MultiDict[str, str], pending: PendingCorrection) -> tuple[str, ...] | Focus | NotATap:
    if "ruling" in form:
        return (add_ruling(form["ruling"]),)
    if "text" in form:
        return (form["text"].strip(),)
    if "action" not in form and "card" not in form:
        return Focus()
    return read_tap(pending.state, form)


#: The way to correct: another card, another action instead, or a missing action before.
Way = Literal["card", "instead", "before"]


class CorrectionPage:
    """The correction of the action at ``place``, with the choices so far (``chosen``).

    ``actions``: the number of the hand's actions. ``fields``: the choices as hidden fields. ``trial``: the hand with
    these choices. ``later``: the action that then no longer fits, in ``later_words``. ``options``: the next choices.
    ``reason``: why a choice was refused. ``ruling``: the line that allows it by the dealer's ruling. ``closed``: why
    this correction, or any of this hand, cannot be made now.
    """

    def __init__(
        self,
        key: str,
        hand: LiveHand,
        place: int,
        chosen: Changes = NOTHING_CHOSEN,
        *,
        trial: Correction | None = None,
        options: CorrectionOptions | None = None,
        reason: str = "",
        ruling: str = "",
    ) -> None:
        self.key, self.place, self.trial, self.options = key, place, trial, options
        self.hand, self.number, self.seen = hand.hand.id, hand.hand.number, hand.number
        self.words = secret_text(hand, place) or action_text(hand, place - 1)
        self.actions = len(hand.actions)
        self.fields = hidden_fields(chosen, hand, place)
        self.reason, self.ruling = sentence(reason), ruling
        self.later = trial.misfit if trial is not None else None
        kept = trial.trial if trial is not None and self.later is None else None
        if trial is not None and self.later is not None:
            self.later_words = secret_text(hand, self.later.number) or describe(trial.trial.state, self.later.text)
        self.closed = sentence(closed_to_corrections(hand, kept))


class CorrectionOptions:
    """The choices for the pending action.

    ``way``: the way to correct it, the wanted one if possible. ``ways``: the other ways. ``line``: the action as
    entered, empty while it is sealed. ``pad``: the question at that point of the hand. ``arms``: the other players whom
    it can ask, as values to post with names. ``cards``: the cards of the action, one of which may be wrong. ``card``:
    the wrong card, if it is the only one or was ``picked``. ``keys`` and ``jokers``: the cards that it may have been.
    ``seats``: the players who may have received it.
    """

    pad: Pad | None = None
    arms: tuple[tuple[str, str], ...] = ()
    card: CardKey | None = None
    cards: tuple[CardKey, ...] = ()
    keys: tuple[tuple[CardKey | None, ...], ...] = ()
    jokers: tuple[CardKey, ...] = ()
    seats: tuple[tuple[int, str], ...] = ()

    def __init__(
        self, pending: PendingCorrection, wanted_way: str, focus: Focus, *, picked: Card | None, sealed: bool
    ) -> None:
        question, speaker = prompt(pending.state), Speaker(pending.state.setup.names)
        ways = _ways(pending, question)
        self.target, self.line = pending.number, "" if sealed else pending.line
        self.way = next((way for way in ways if way == wanted_way), ways[0])
        self.ways = tuple(other for other in ways if other != self.way)
        self.label, self.text = prompt_label(question, speaker), prompt_text(question, speaker)
        if self.way == "card":
            self._offer_cards(pending, picked)
        elif pad := _pad(pending, question, focus, self.way):
            self.pad, self.text = pad, pad.text
            if question.kind != "bet":
                self.arms = tuple((arm, pending.state.name(seat)) for seat, arm in pad.armable.items())

    def _offer_cards(self, pending: PendingCorrection, picked: Card | None) -> None:
        """Set the cards that may be wrong, and the cards that the wrong one may have been."""
        only = pending.cards[0] if len(pending.cards) == 1 else None
        wrong = picked if picked in pending.cards else only
        self.seats = tuple((seat, pending.state.name(seat)) for seat in pending.possible_seats())
        self.text = "Which card is wrong?"
        if only is None:
            self.cards = tuple(replace(key_of(card), pressed=card == wrong) for card in pending.cards)
        if wrong is not None:
            self.keys, self.jokers = keys_to_correct(pending.trial.state, wrong)
            self.card = key_of(wrong)
            self.text = f"Instead of the {self.card.name.lower()}"


def _ways(pending: PendingCorrection, question: Prompt) -> tuple[Way, ...]:
    """Return the possible ways to correct, the likeliest first."""
    if question.kind == "over":
        return ("instead",)
    if not pending.cards or not (pending.fits or pending.clashes):
        return ("instead", "before")
    if len(_for_own_player(pending, question).asks) > 1:
        return ("card", "instead", "before")
    return ("card", "before")


def _for_own_player(pending: PendingCorrection, question: Prompt) -> Prompt:
    """Return the part of the question for the player whose action is pending, or all of it if it does not ask them."""
    if pending.seat is None or all(ask.seat != pending.seat for ask in question.asks):
        return question
    asks = tuple(ask for ask in question.asks if ask.seat in (pending.seat, None))
    return replace(question, asks=asks, seat=pending.seat, run=())


def _pad(pending: PendingCorrection, question: Prompt, focus: Focus, way: Way) -> Pad | None:
    """Return the pad that asks the question; None if the hand is over."""
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
    # Correct one action, without any others that one tap would enter.
    question = replace(question, asks=tuple(replace(ask, then=()) for ask in question.asks))
    pad = pad_of(pending.state, question, replace(focus, arm=arm))
    choices, modes = (
        tuple(button for button in buttons if "\n" not in button.action) for buttons in (pad.choices, pad.modes)
    )
    return replace(pad, choices=choices, modes=modes)


def _player_by_player(pending: PendingCorrection, question: Prompt) -> Pad:
    """Return a choice for each player of a street that the dealer's screen enters with one tap."""
    speaker = Speaker(pending.state.setup.names)
    choices = []
    for ask in question.asks:
        name = "" if ask.seat is None else f"{speaker.name(ask.seat)}: "
        choices.append(Button(f"{name}{ask_label(ask, speaker).lower()}", write_ask(ask)))
    label, text = prompt_label(question, speaker), prompt_text(question, speaker)
    return Pad("choices", label, text, question.seat, choices=tuple(choices))
