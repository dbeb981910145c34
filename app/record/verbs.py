"""The verbs of a hand record: who acts, what follows the verb, and what it says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verb:
    """How an action with this verb is written, one form or several, and what it says that happened."""

    forms: tuple[str, ...]
    says: str


#: What the dealer does: a line begins with ``d``.
DEALER: Mapping[str, Verb] = {
    "dh": Verb(
        ("d dh pN CARDS",),
        "cards to a player, in the order dealt. The step says which of them lie face down; those are `??`, or named "
        "where the record knows them. Where the player chooses, `??` is down and a named card up",
    ),
    "db": Verb(("d db CARDS",), "cards to the middle, face up: common, centre, auction or draft cards"),
    "ok": Verb(
        ("d ok",),
        "a step that leaves nothing to write down is done: all have discarded, stacks are in order, trading is over",
    ),
    "redeal": Verb(
        ("d redeal",),
        "the cards are thrown in and dealt again: the pot stays, and a player who has folded stays out. A rule that "
        "forces a redeal waits for it too",
    ),
    "misdeal": Verb(("d misdeal",), "the hand is void, and every chip goes back"),
    "ranks": Verb(
        ("d ranks SHARE pN pN=pN",),
        "the dealer rules who wins a share, best player first and `=` between players who tie, in place of shown cards",
    ),
}

#: What a player does: a line begins with ``p1``, the first seat to the dealer's left, to ``pN``, the dealer.
PLAYER: Mapping[str, Verb] = {
    "pb": Verb(("pN pb",), "brings in"),
    "cbr": Verb(("pN cbr X",), "completes, bets or raises to X chips on this street"),
    "cc": Verb(("pN cc",), "checks or calls"),
    "f": Verb(("pN f",), "folds"),
    "allin": Verb(
        ("pN allin X",),
        "is all in for X chips in total on this street, where the stack is not tracked; a player with a tracked stack "
        "goes all in by a bet or a call",
    ),
    "up": Verb(
        ("pN up CARD", "pN up CARD to HAND"),
        "turns a down card face up (rolls, flips, exposes), in games with several open hands into one of them",
    ),
    "moves": Verb(("pN moves CARD to HAND",), "moves a card to another of the player's open hands"),
    "swaps": Verb(("pN swaps CARD CARD",), "swaps two cards between the player's open hands"),
    "sd": Verb(("pN sd CARDS", "pN sd"), "discards (`????` two cards that nobody has seen), or stands pat"),
    "pay": Verb(
        ("pN pay X",), "pays chips into the pot that are not a bet: for an extra card, the Option, a twist, a match"
    ),
    "no": Verb(("pN no",), "declines an offer, or passes in an auction"),
    "bid": Verb(("pN bid X",), "bids in an auction"),
    "names": Verb(("pN names RANK",), "names the rank that is wild"),
    "gives": Verb(("pN gives pM",), "gives the card that was won at an auction to another player"),
    "takes": Verb(("pN takes CARD",), "takes a card from the middle"),
    "picks": Verb(("pN picks pM",), "picks a partner"),
    "declare": Verb(
        ("pN declare NAME",),
        "declares `high`, `low`, `both`, `spade`, `in`, `out`: whatever the game lets a player declare",
    ),
    "sets": Verb(("pN sets CARDS",), "sets cards aside as a second hand"),
    "sm": Verb(
        ("pN sm CARDS", "pN sm"),
        "shows all of the player's cards, up and down, in the order received, or mucks; once more where cards come "
        "after a player who is all in has shown",
    ),
}
