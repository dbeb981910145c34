"""The words on the button of each ask."""

from __future__ import annotations

from collections.abc import Callable

from app.cards.card import Card, card_name, rank_plural
from app.dataclass import dataclass
from app.games.layout import spoken_place
from app.hand.ask import Ask
from app.text import ordinal_place, sentence
from app.words.speaker import Speaker, Wordlist

#: The words of a button in pieces: text, and cards to be drawn as cards.
LabelParts = tuple[str | Card, ...]


@dataclass(frozen=True, slots=True)
class Chips:
    """A label that an amount of chips may follow: ``Raise to``, ``Raise to 8``."""

    text: str


#: The words of a button: a text, a text before an amount, or a function that names players, cards and counts.
Label = str | Chips | Callable[[Ask, Speaker], LabelParts]

#: The labels of buttons, by the manner of their asks.
LABELS = Wordlist[Label]("manner")
LABELS |= {
    "": "",
    # betting
    "bring in": Chips("Bring in"),
    "check": "Check",
    "call": Chips("Call"),
    "bet": Chips("Bet"),
    "raise to": Chips("Raise to"),
    "complete to": Chips("Complete to"),
    "all in": Chips("All in"),
    "fold": "Fold",
    # offers and auctions
    "pay": Chips("Pay"),
    "take for nothing": "Take it",
    "no thanks": "No thanks",
    "bid": Chips("Bid"),
    "pass": "Pass",
    "keeps": "Keeps it",
    # cards
    "dealt": "Dealt",
    "up-card": lambda ask, _: ("Up-card", *(() if ask.takes else ask.action.cards)),
    "takes it up": "Takes it up",
    "turns one up": "Turns one up",
    "turns up": "Turns up",
    "turns up a discard": "Turns up a discard",
    "middle": "Middle",
    "to place": lambda ask, _: (sentence(spoken_place(ask.action.word)),),
    "common card": "Common card",
    "runs it twice": "Run it twice",
    "centre card": "Centre card",
    "discards": Chips("Discards"),
    "stands pat": "Stands pat",
    "keeps for nothing": "Keeps one",
    "stands": "Stands",
    "goes on": "Another round",
    "knocks": lambda ask, speaker: (f"{speaker.name(ask.action.player)} knocks",),
    "takes one": "Takes one",
    "off the deck": Chips("Off the deck"),
    "passes it on": Chips("Passes it on"),
    "has none": "Has none",
    "down": lambda ask, _: (f"{ask.chips} down",),
    "draws": lambda ask, _: (f"Draws {ask.chips}",),
    "draws, showing an ace": lambda ask, _: (f"Draws {ask.chips}, showing an ace",),
    "a down card": "A down card",
    "up-cards too": "Up-cards too",
    "throws": lambda ask, _: (ask.action.cards[0],),
    "openers shown": "Openers shown",
    "no openers": "No openers: hand is dead",
    # the rest
    "done": "Done",
    "shows": "Show",
    "mucks": "Muck",
    "rules": "Pick the winner",
    "sets aside": "Set aside",
    # play as the table says
    "betting round": "Betting round",
    "opens": "Opens",
    "who wins": "Who wins?",
    "pays": Chips("Pays"),
    "gets": Chips("Gets"),
    "is out": "Out",
    "names wild": "Name the wild cards",
    "beats the deck": lambda ask, speaker: (f"{speaker.listed(ask.action.order[0])} beats the deck",),
    "the deck wins": "The deck wins",
    "deals again": "Deal again",
    "leaves the pot": "Leave it for the next hand",
    # a player, a card or a word is named
    "declare": lambda ask, _: (sentence(ask.action.word),),
    "names": lambda ask, _: (sentence(rank_plural(ask.action.rank or 0)),),
    "takes": lambda ask, _: (ask.action.cards[0],),
    "buys": lambda ask, _: (ask.action.cards[0], f"for {ask.chips}"),
    "gives": lambda ask, speaker: (f"Gives it to {speaker.name(ask.action.to)}",),
    "picks": lambda ask, speaker: (speaker.name(ask.action.to),),
    "trades": Chips("Pays"),
    "trades for nothing": "Trades",
    "to hand": lambda ask, _: (f"To {ask.action.word}",),
    "to numbered hand": lambda ask, _: (f"To {ordinal_place(ask.action.word)}",),
    "to new hand": "New hand",
    "moves": lambda ask, _: (ask.action.cards[0], f"to {ask.action.word}"),
    "swaps": lambda ask, _: (ask.action.cards[0], "for", ask.action.cards[1]),
}


@dataclass(frozen=True, slots=True)
class ButtonWords:
    """The label of a button: text and cards, and the ``figure`` of chips at its end, if any."""

    parts: LabelParts
    figure: str = ""

    @property
    def text(self) -> str:
        """The words before the figure, with the names of cards."""
        return " ".join(part if isinstance(part, str) else card_name(part) for part in self.parts)


def ask_label(ask: Ask, speaker: Speaker) -> str:
    """Return the words on a button, with the names of cards: ``Call 4``, ``5 of hearts to high``."""
    words = ask_text(ask, speaker)
    return f"{words.text} {words.figure}".rstrip()


def ask_text(ask: Ask, speaker: Speaker) -> ButtonWords:
    """Return the words on a button, with its cards as cards, and its figure separately."""
    label = LABELS[ask.manner]
    if isinstance(label, str):
        return ButtonWords((label,))
    if isinstance(label, Chips):
        return ButtonWords((label.text,), "" if ask.chips is None else str(ask.chips))
    return ButtonWords(label(ask, speaker))


def amount_label(manner: str) -> str:
    """Return the words before an amount of chips: ``Raise to``."""
    label = LABELS[manner]
    assert isinstance(label, Chips), manner
    return label.text
