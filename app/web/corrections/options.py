"""What can be chosen for one action of a correction: the question of its own moment, asked once more, and the ways that
only a correction has, such as another card, another player, or something that came before it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from app.cards.card import Card
from app.hand.ask import Prompt
from app.hand.play import prompt
from app.night import PendingCorrection
from app.web.pad.focus import Look
from app.web.pad.pads import Choice, Pad, pad_of
from app.web.table.keys import Key, key_of, keys_to_correct

#: How something is chosen: another card, another answer, or one that came before.
Way = Literal["card", "instead", "before"]


@dataclass(frozen=True, slots=True)
class Choosing:
    """The choice for the action at ``target``, made in one ``way``; ``ways`` are the others.

    ``line`` is the action as it stands, empty where nobody may read it. ``pad`` asks the question of its moment, and
    ``arms`` are the other players whom it may be put to: values that put it to them, with their names. With a card to
    be corrected (``card``, one of ``cards``), ``keys`` and ``jokers`` are all that it may have been, and ``seats`` the
    other players whose it may have been.
    """

    target: int
    way: Way
    ways: tuple[Way, ...]
    line: str
    label: str
    text: str
    pad: Pad | None = None
    arms: tuple[tuple[str, str], ...] = ()
    card: Key | None = None
    cards: tuple[Key, ...] = ()
    keys: tuple[tuple[Key | None, ...], ...] = ()
    jokers: tuple[Key, ...] = ()
    seats: tuple[tuple[int, str], ...] = ()


def choosing(
    at: PendingCorrection, way: str, look: Look, *, card: Card | None = None, hidden: bool = False
) -> Choosing:
    """What can be chosen for the action now, looked at in this way; ``hidden`` is an answer under a seal."""
    asked = prompt(at.state)
    ways = _ways(at, asked)
    now = next((one for one in ways if one == way), ways[0])
    others = tuple(one for one in ways if one != now)
    line = "" if hidden else at.line
    made = Choosing(at.number, now, others, line, asked.label, asked.text)
    if now != "card":
        pad = _pad(at, asked, look, now)
        if pad is None:
            return made
        arms = () if asked.kind == "bet" else tuple((arm, at.state.name(seat)) for seat, arm in pad.armable.items())
        return replace(made, text=pad.text, pad=pad, arms=arms)
    wrong = card if card in at.cards else at.cards[0] if len(at.cards) == 1 else None
    names = at.state.name
    seats = tuple((seat, names(seat)) for seat in at.possible_seats())
    cards = tuple(replace(key_of(one), pressed=one == wrong) for one in at.cards)
    made = replace(made, cards=cards if len(cards) > 1 else (), seats=seats, text="Which card was another?")
    if wrong is None:
        return made
    keys, jokers = keys_to_correct(at.trial.state, wrong)
    key = key_of(wrong)
    return replace(made, card=key, keys=keys, jokers=jokers, text=f"Another card than the {key.name.lower()}")


def _ways(at: PendingCorrection, asked: Prompt) -> tuple[Way, ...]:
    """The ways to choose, the likeliest first."""
    if asked.kind == "over":
        return ("instead",)
    card = bool(at.cards) and (at.fits or at.clashes)
    instead = not card or len(_mine(at, asked).asks) > 1
    return (*(("card",) if card else ()), *(("instead",) if instead else ()), "before")


def _mine(at: PendingCorrection, asked: Prompt) -> Prompt:
    """The question as it is put to the player whose action it is, where it is put to them at all."""
    if all(ask.seat != at.seat for ask in asked.asks) or at.seat is None:
        return asked
    asks = tuple(ask for ask in asked.asks if ask.seat in (at.seat, None))
    return replace(asked, asks=asks, seat=at.seat, run=())


def _pad(at: PendingCorrection, asked: Prompt, look: Look, way: Way) -> Pad | None:
    if asked.kind == "over":
        return None
    if way == "instead":
        asked = _mine(at, asked)
    if asked.kind in ("dealt", "done"):
        # What a street enters at one tap is corrected player by player.
        names = {ask.action: "" if ask.seat is None else f"{at.state.name(ask.seat)}: " for ask in asked.asks}
        choices = tuple(Choice(f"{names[ask.action]}{ask.label.lower()}", ask.action) for ask in asked.asks)
        return Pad("choices", asked.label, asked.text, asked.seat, choices=choices)
    arm = asked.seat if look.arm is None and asked.kind != "bet" else look.arm
    return pad_of(at.state, asked, replace(look, arm=arm))
