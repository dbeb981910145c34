"""``upcard rank``: name hands and say which wins."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from app.commands import Subparsers
from app.text import listing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.cards.card import Card
    from app.ranking import Shown

_MOST_CARDS = 12


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "rank",
        help="settle an argument: name hands and say which wins",
        description="Name the best five cards of each hand, and say which hand wins. Cards are written like AhTd5c; "
        "Jr and Jb are the jokers.",
    )
    parser.add_argument("hands", nargs="+", metavar="CARDS", help="the cards of one hand")
    parser.add_argument("--wild", metavar="CARDS", default="", help="cards that are wild")
    parser.add_argument(
        "--bug", metavar="CARDS", default="", help="cards that are an ace, or complete a straight or flush"
    )
    parser.add_argument(
        "--low", choices=("a5", "a6", "27"), help="rank for low: ace to five, ace to six, deuce to seven"
    )
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    import sys

    from app.cards.card import cards_text
    from app.ranking import LowRules, show_high, show_low

    try:
        wild = frozenset(_cards(arguments.wild, "--wild"))
        bugs = frozenset(_cards(arguments.bug, "--bug"))
        held = _hands(arguments.hands)
        if arguments.low:
            rules = LowRules(kind=arguments.low)
            shown = [show_low(hand, wild, rules=rules, bugs=bugs) for hand in held]
        else:
            shown = [show_high(hand, wild, bugs=bugs) for hand in held]
    except ValueError as problem:
        print(f"upcard: {problem}", file=sys.stderr)
        return 2
    texts = [cards_text(hand) for hand in held]
    for text, hand in zip(texts, shown, strict=True):
        print(f"{text}: {_words(hand)}")
    if len(shown) > 1:
        print(_verdict(texts, shown))
    return 0


def _cards(text: str, where: str) -> tuple[Card, ...]:
    from app.cards.card import UNSEEN, CardError, parse_cards

    try:
        cards = parse_cards(text)
    except CardError as problem:
        raise ValueError(f"{where}: {problem}") from None
    if UNSEEN in cards:
        raise ValueError(f"{where}: an unseen card cannot be ranked")
    return cards


def _hands(texts: Sequence[str]) -> list[tuple[Card, ...]]:
    from app.cards.card import card_name

    hands = []
    seen: set[Card] = set()
    for text in texts:
        hand = _cards(text, repr(text))
        if not 0 < len(hand) <= _MOST_CARDS:
            raise ValueError(f"{text!r}: a hand has 1 to {_MOST_CARDS} cards, not {len(hand)}")
        for card in hand:
            if card in seen:
                raise ValueError(f"{text!r}: the {card_name(card).lower()} is there twice")
            seen.add(card)
        hands.append(hand)
    return hands


def _words(shown: Shown) -> str:
    from app.cards.card import card_text

    several = "s" if "," in shown.kickers else ""
    kickers = f", kicker{several} {shown.kickers}" if shown.kickers else ""
    played = [
        card_text(held) if held == plays else f"{card_text(held)} as {card_text(plays)}" for held, plays in shown.plays
    ]
    return f"{shown.name}{kickers} ({', '.join(played)})"


def _verdict(texts: Sequence[str], shown: Sequence[Shown]) -> str:
    best = max(hand.number for hand in shown)
    winners = [text for text, hand in zip(texts, shown, strict=True) if hand.number == best]
    return f"{listing(winners)} {'wins' if len(winners) == 1 else 'tie'}"
