"""Steps that deal: to every player, in the middle, or a row of cards to draft from."""

from __future__ import annotations

from app.dataclass import dataclass
from app.games.layout import spoken_places
from app.games.steps import Spec, step_specs
from app.games.values import Count, PlaceNames, SaleName, Words
from app.text import count_word, listing

#: The most antes that a player puts in before cards.
_MAX_ANTES = 20


@step_specs.add("deal")
@dataclass(frozen=True, slots=True)
class Deal(Spec):
    """Cards for each player still in, from the dealer's left.

    ``cards``: one letter per card: ``d`` down, ``u`` up, ``c`` as the player chooses (the next card up, or down after
    turning up a card already held), ``n`` up, but down to a player without a down card.
    ``bought``: the ``key`` of an earlier ``buy`` step; its buyers get ``bought_cards`` instead.
    ``bought_cards``: what a buyer gets, written like ``cards``.
    ``holding``: only players with at most this many cards are dealt to; 0 deals to everyone.
    ``unseen``: nobody may look at the cards.
    ``antes``: how many more antes each player still in posts before these cards.
    ``street``: the name of this street, and of later ones until another is named; empty counts cards or rounds.
    """

    cards: str
    bought: SaleName = ""
    bought_cards: str = ""
    holding: int = 0
    unseen: bool = False
    antes: int = 0
    street: Words = ""

    def __post_init__(self) -> None:
        for text in (self.cards, self.bought_cards or "d"):
            if not text or set(text) - set("ducn"):
                raise ValueError(f"cards must be written with d, u, c and n, not {text!r}")
        if bool(self.bought) != bool(self.bought_cards):
            raise ValueError("bought and bought_cards go together")
        if self.antes > _MAX_ANTES:
            raise ValueError(f"antes must be {_MAX_ANTES} or fewer")

    @property
    def adds(self) -> int:
        return len(self.cards)

    starts_street = True
    may_repeat = True

    @property
    def brings_up(self) -> bool:
        return (self.cards + self.bought_cards).strip("d") != ""

    @property
    def ups(self) -> int:
        return len(self.cards) - self.cards.count("d")

    def words(self, holder: str = "player") -> str:
        text = f"Deal each {holder} {_run_text(self.cards)}."
        if self.holding:
            most = f"{count_word(self.holding)} card{'s' if self.holding > 1 else ''}"
            text = f"Deal {_run_text(self.cards)} to each player who holds at most {most}."
        if self.antes:
            again = "antes again" if self.antes == 1 else f"puts in {count_word(self.antes)} antes"
            text = f"Everyone still in {again}. {text}"
        if self.unseen:
            text += f" Nobody may look at {'it' if len(self.cards) == 1 else 'them'}."
        if self.bought and self.bought_cards != self.cards:
            text += f" A player who has asked for it gets {_run_text(self.bought_cards)} instead."
        if "c" in self.cards:
            text += (
                " In turn from the dealer's left, each takes the next card up,"
                " or turns one of theirs up and takes it down."
            )
        return text


@step_specs.add("common")
@dataclass(frozen=True, slots=True)
class Common(Spec):
    """Cards face up in the middle.

    ``count``: how many.
    ``own``: they count in every hand; otherwise they belong to nobody.
    ``serves``: what cards that belong to nobody are for, such as ``is a hand to beat``; of cards in places, a clause
    that stands alone, such as ``its rank is wild``.
    ``places``: the places of the layout to turn up, separated by spaces: the first ones still face down, unless the
    table chooses others of these. Empty for cards off the deck, outside the layout.
    ``shown``: cards for nobody in places of the layout are shown like a player's hand, and are not up-cards.
    ``street``: the name of this street, and of later ones until another is named; empty counts cards or rounds.
    """

    count: Count = 1
    own: bool = True
    serves: Words = ""
    places: PlaceNames = ""
    shown: bool = False
    street: Words = ""

    joins_street = True

    def __post_init__(self) -> None:
        if self.shown and (self.own or not self.places):
            raise ValueError("only cards that belong to nobody, in places of the layout, are shown")

    @property
    def brings_up(self) -> bool:
        return not self.shown

    @property
    def place_names(self) -> tuple[str, ...]:
        """The places of the layout that it may turn up, in order."""
        return tuple(self.places.split())

    @property
    def shared(self) -> int:
        # The cards of the layout were already laid out.
        return 0 if self.places else self.count

    @property
    def ups(self) -> int:
        return 0 if self.places else 1

    def words(self, holder: str = "player") -> str:
        if self.places:
            return self._turn_text()
        cards = "one card" if self.count == 1 else f"{count_word(self.count)} cards"
        counts, belongs = ("it counts", "it belongs") if self.count == 1 else ("they count", "they belong")
        whose = f"{counts} in every hand" if self.own else f"{belongs} to nobody"
        if self.serves and not self.own:
            whose += f" and {self.serves}"
        called = f" ({self.street})" if self.street else ""
        return f"Deal {cards} face up in the middle{called}: {whose}."

    def _turn_text(self) -> str:
        places = len(self.place_names)
        some = "" if self.count == places else f"{count_word(self.count)} of "
        text = f"Turn up {some}the {listing(spoken_places(self.place_names))} card{'s' if places > 1 else ''}"
        text += f" ({self.street})" if self.street else ""
        if self.own:
            return f"{text}."
        return f"{text}: {self.serves}." if self.serves else f"{text}, for nobody."


@step_specs.add("draft")
@dataclass(frozen=True, slots=True)
class Draft(Spec):
    """One card per player is turned up in the middle; the worst hand showing takes the first, and so on up."""

    compares = True
    adds = 1
    starts_street = True
    brings_up = True
    leaves_open = ("draft_ties",)

    def words(self, holder: str = "player") -> str:
        return (
            f"Turn one card up in the middle for each {holder}. The worst hand showing takes one of them, "
            "then the next worst, until the best takes the last."
        )


_WAYS = {
    "d": "face down",
    "u": "face up",
    "c": "as the player chooses",
    "n": "face up, but face down to a player with none down",
}


def _run_text(rest: str) -> str:
    """Return the cards of a deal in words, runs of a kind together: ``two cards face down, then one face up``."""
    parts: list[str] = []
    while rest:
        run = len(rest) - len(rest.lstrip(rest[0]))
        cards = "" if parts else " card" if run == 1 else " cards"
        parts.append(f"{count_word(run)}{cards} {_WAYS[rest[0]]}")
        rest = rest[run:]
    return ", then ".join(parts)
