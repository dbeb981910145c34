"""What every modifier and each of its settings is called on the screen, and the order in which they are offered.

A modifier that is not listed here goes by its own name and comes last.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from app.games.modifiers import modifier_rules
from app.web.forms.fields import Field, as_label, form_fields


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: its label, a hint, and the choices where it is picked from a list, some of them by other names."""

    label: str
    hint: str = ""
    choices: tuple[str | int, ...] = ()
    names: tuple[tuple[str | int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Words:
    """A modifier: its label, what it does in a few words, and its settings by their keys."""

    label: str
    hint: str
    settings: Mapping[str, Setting] = dataclasses.field(default_factory=dict)


_DECLARATION = Setting("Declaration", "how high, low or both is said")

#: In the order in which they are offered: what is called most often first.
MODIFIER_WORDS: Mapping[str, Words] = {
    "wild": Words(
        "More wild cards",
        "ranks or single cards, wild for everyone",
        {
            "ranks": Setting("Wild ranks"),
            "cards": Setting("Wild cards", "such as Qs Kh"),
            "one_eyed_jacks": Setting("One-eyed jacks", "jacks of hearts and spades"),
            "suicide_king": Setting("Suicide king", "king of hearts"),
        },
    ),
    "roll-your-own": Words(
        "Roll your own",
        "cards come down, and each chooses what to turn up",
        {"style": Setting("Turning up", names=(("choose before", "Chosen before the deal"),))},
    ),
    "hi-lo": Words(
        "High-low",
        "the low hand takes half",
        {
            "style": _DECLARATION,
            "qualifier": Setting(
                "Low must be",
                "else the high hand takes all",
                ("", *"6789T"),
                (("", "Any low hand"), *((rank, f"{'10' if rank == 'T' else rank} or better") for rank in "6789T")),
            ),
        },
    ),
    "follow-the-queen": Words(
        "Follow the queen",
        "the up-card after an up queen is wild",
        {
            "later": Setting(
                "What follows a later queen", names=(("replaces", "Replaces the wild rank"), ("adds", "Adds another"))
            )
        },
    ),
    "low-hole-wild": Words("Low hole card wild", "each player’s lowest down card, and its rank"),
    "follow-the-pair": Words("Follow the pair", "the up-card after an open pair is wild"),
    "jokers": Words(
        "Jokers",
        "one or two in the deck",
        {
            "count": Setting("How many", choices=(1, 2)),
            "play": Setting("Jokers are", "a bug is an ace, or fills a straight or a flush"),
        },
    ),
    "suit-in-the-hole": Words(
        "Suit in the hole",
        "a card of one suit in the hole takes half",
        {
            "suit": Setting(
                "Suit", names=tuple((suit, f"{suit.title()}s") for suit in "spade heart diamond club".split())
            ),
            "end": Setting("Which card", names=(("high", "The highest"), ("low", "The lowest"))),
            "style": _DECLARATION,
        },
    ),
    "twist": Words(
        "Twist",
        "at the end a card may be replaced",
        {
            "rounds": Setting("How many twists", "with a bet after each", (1, 2, 3)),
            "price": Setting("Price of a card"),
        },
    ),
    "extra-down-card": Words(
        "Extra down card",
        "one more at the start",
        {
            "use": Setting("Down cards that play", "at most so many of each hand", (0, 1, 2, 3, 4, 5)),
            "discard": Setting("One is thrown away instead", "after the first betting round"),
            "all_down": Setting("Later down cards count too", "else only those of the first deal"),
        },
    ),
    "seventh-up": Words(
        "Last card up",
        "it comes face up instead of down",
        {
            "paid": Setting("One may pay to have it the other way"),
            "price": Setting("Price of that"),
            "pays_for": Setting(
                "Who pays has it", names=(("down", "Down, the others up"), ("up", "Up, the others down"))
            ),
        },
    ),
    "blind": Words("Blind", "every card comes face down"),
    "rollout": Words("Rollout", "all cards down and in order, then turned one a round"),
    "auction": Words(
        "Auction",
        "the first up-card of a round is bid for",
        {
            "once": Setting("One bid each", "else until nobody bids more"),
            "sealed": Setting("All bid at once", "in secret"),
            "rounds": Setting("Rounds that begin so", "the first deal is no round of a single card"),
        },
    ),
    "draft": Words("Draft", "up-cards are laid out, the worst hand takes first"),
    "skip-betting": Words(
        "Skip betting",
        "some rounds are dealt without a bet",
        {"rounds": Setting("Rounds without a bet", "counted from 1, such as 2, 3")},
    ),
}


def offered() -> tuple[str, ...]:
    """Return all modifiers in the order in which they are offered."""
    order = list(MODIFIER_WORDS)
    return tuple(
        sorted(modifier_rules.names(), key=lambda name: order.index(name) if name in MODIFIER_WORDS else len(order))
    )


def label_of(name: str) -> str:
    """Return what a modifier is called."""
    return MODIFIER_WORDS[name].label if name in MODIFIER_WORDS else as_label(name)


def hint_of(name: str) -> str:
    """Return what a modifier does, in a few words."""
    return MODIFIER_WORDS[name].hint if name in MODIFIER_WORDS else ""


@cache
def settings_of(name: str) -> tuple[Field, ...]:
    """Return what can be entered for a modifier."""
    settings = MODIFIER_WORDS[name].settings if name in MODIFIER_WORDS else {}
    return tuple(_worded(field, settings.get(field.key)) for field in form_fields(modifier_rules.get(name)))


def modifier_switch(name: str, hint: str = "") -> Field:
    """Return the switch of a modifier."""
    return Field(name, label_of(name), "switch", False, hint=hint)


def modifier_name(entry: str | Mapping[str, Any]) -> str:
    """Return the name of a modifier as a record holds it, with settings or without."""
    return entry if isinstance(entry, str) else str(entry.get("modifier", ""))


def _worded(field: Field, setting: Setting | None) -> Field:
    if setting is None:
        return field
    field = dataclasses.replace(field, label=setting.label, hint=setting.hint or field.hint, names=setting.names)
    return dataclasses.replace(field, kind="select", choices=setting.choices) if setting.choices else field
