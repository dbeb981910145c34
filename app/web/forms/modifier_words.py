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


_EVENT = {
    "ranks": Setting("Cards of these ranks", "any of those named, dealt or turned face up"),
    "cards": Setting("Single cards", "such as Qs Kh"),
    "suit": Setting(
        "Cards of a suit",
        names=(("", "None"), ("club", "Clubs"), ("diamond", "Diamonds"), ("heart", "Hearts"), ("spade", "Spades")),
    ),
    "joker": Setting("Jokers"),
    "pair": Setting("An open pair", "a card that pairs one of its owner’s"),
    "count": Setting("From which of them on", "1 for the first"),
    "then": Setting(
        "Then",
        names=(
            ("pay", "Pay the price"),
            ("pay or fold", "Pay or fold"),
            ("extra card", "Take an extra card for the price"),
            ("redeal", "New deal for the same pot"),
            ("end the hand", "The hand ends, the pot stays"),
            ("centre card", "A card is turned up for nobody"),
            ("wild", "Ranks are wild from then on"),
            ("not wild", "Ranks are wild until then"),
        ),
    ),
    "whom": Setting(
        "Who pays, folds or may take one", names=(("owner", "Whose card it is"), ("everybody", "Everybody"))
    ),
    "price": Setting("Price", names=(("pot", "Match the pot"),)),
    "face": Setting("The extra card comes"),
    "wild_ranks": Setting("Wild ranks", "none: the ranks named above"),
}

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
            "low": Setting("A low hand is"),
            "both": Setting("Both ways may be declared", "else high or low"),
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
    "follow-the-pair": Words(
        "Follow the pair",
        "the up-card after an open pair is wild",
        {"third": Setting("A third of the rank", "counts as a pair again")},
    ),
    "event": Words("Event of up-cards", "something happens when certain cards come up", _EVENT),
    "another-event": Words("Another event", "a second one, when other cards come up", _EVENT),
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
        "Extra down cards",
        "one or more at the start",
        {
            "count": Setting("How many", choices=(1, 2, 3, 4, 5)),
            "use": Setting("Down cards that play", "at most so many of each hand", (0, 1, 2, 3, 4, 5)),
            "discard": Setting("Cards are thrown away instead", "after a betting round"),
            "discards": Setting("How many are thrown away"),
            "after_round": Setting("After which betting round", "counted from 1"),
            "all_down": Setting("Later down cards count too", "else only those of the first deal"),
            "throw_before_showdown": Setting("Thrown away before the showdown", "the down cards that may not play"),
        },
    ),
    "more-up-cards": Words(
        "Several up-cards at once",
        "two or more in a round of up-cards",
        {
            "rounds": Setting("Rounds of up-cards", "counted from 1, the first deal"),
            "count": Setting("How many at once", choices=(2, 3, 4, 5)),
            "extra": Setting("More cards in all", "else the next rounds are dealt at once"),
        },
    ),
    "common-cards": Words(
        "Common cards",
        "in the middle, for every hand",
        {
            "rounds": Setting("Rounds of up-cards", "counted from 1, the first deal"),
            "count": Setting("How many in each", choices=(1, 2, 3, 4, 5)),
            "beside": Setting("Beside the up-cards", "else in their place"),
        },
    ),
    "stripped-deck": Words(
        "Stripped deck",
        "ranks are left out",
        {
            "ranks": Setting("Ranks left out"),
            "flush_beats_full_house": Setting("A flush beats a full house"),
            "gap_straights": Setting("Straights run across the gap", "without 8 to 10: 5 6 7 J Q"),
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
    "low-hand": Words("Low hand", "the low hand takes the pot"),
    "low-qualifier": Words(
        "Low must qualify",
        "in a pot that is split with the low hand",
        {
            "highest": Setting(
                "Low must be",
                "else the high hand takes all",
                tuple("6789T"),
                tuple((rank, f"{'10' if rank == 'T' else rank} or better") for rank in "6789T"),
            )
        },
    ),
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
