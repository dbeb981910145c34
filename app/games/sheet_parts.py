"""Parts of a game in the words of the rule sheet, where they depend on the rest of the game."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from app.cards.card import RANKS, rank_word
from app.games.definition import Game
from app.games.rules.share.high import High
from app.games.rules.share.suit_in_hole import SuitInHole
from app.games.rules.trigger import Trigger
from app.games.rules.trigger.up_card import UpCardTrigger
from app.games.rules.wild.cards import Cards
from app.games.rules.wild.hole import LowHole
from app.games.steps import Spec
from app.games.steps.bet import Bet
from app.games.steps.deal import Deal
from app.games.steps.declare import Declare
from app.games.steps.discard import Discard
from app.games.steps.draw import Draw
from app.games.steps.roll import Roll
from app.text import sentence


def step_words(spec: Spec, game: Game, holder: str) -> str:
    """Return a step in words for each player or pair; a declaration says what this game lets them declare."""
    if isinstance(spec, Declare) and not spec.names:
        return replace(spec, names=game.declares).words_for(holder)
    return spec.words_for(holder)


def opening_clause(who: str) -> str:
    """Return who opens a round, as a clause; who brings in has that after a comma."""
    player, _, brings_in = who.partition(", ")
    return f"{player} {'brings in' if brings_in else 'opens'}"


def adjoining_words(game: Game) -> str:
    """Return which ranks of a stripped deck are neighbours that are not otherwise; empty for none."""
    if not game.ranking.gap_straights:
        return ""
    kept = [rank for rank, letter in enumerate(RANKS) if letter not in game.deck.strip]
    said = []
    for at, (lower, upper) in enumerate(pairwise(kept)):
        if upper > lower + 1 and len(kept) >= 5:
            first = max(0, min(at - 2, len(kept) - 5))
            straight = "-".join("10" if RANKS[rank] == "T" else RANKS[rank] for rank in kept[first : first + 5])
            said.append(f" {sentence(rank_word(lower))} and {rank_word(upper)} adjoin: {straight} is a straight.")
    return "".join(said)


def wild_words(game: Game) -> list[str]:
    """Return a sentence or more for each wild rule."""
    lines = []
    for rule in game.wild:
        words = rule.words()
        if isinstance(rule, LowHole):
            words = words.replace("lowest down card", "down card") if _down_cards(game) == 1 else words
            words += " A joker in the hole makes no other card wild: it has no rank." if game.deck.jokers else ""
        if isinstance(rule, Cards) and any(_stops_the_hand(trigger, rule) for trigger in game.triggers):
            words = words.replace(", wherever it lies", " in the hole")
        lines.append(words)
    return lines


def _stops_the_hand(trigger: Trigger, wild: Cards) -> bool:
    """Return whether wild cards never play from face up, since they stop the hand as they come."""
    if not isinstance(trigger, UpCardTrigger) or trigger.then not in ("redeal", "end the hand"):
        return False
    return trigger.cards == wild.cards


def _down_cards(game: Game) -> int:
    """Return how many down cards each player has at most while there is betting."""
    down = most = ups = 0
    for step in game.script:
        ups += step.ups
        match step:
            case Deal():
                down += step.cards.count("d")
            case Discard() | Roll():
                down -= step.count
            case Draw() if ups and not (step.like_for_like or step.from_down):
                down += step.most  # new cards come down, also for up-cards
            case Bet():
                most = max(most, down)
    return most


def unwon_words(game: Game, declared: bool) -> list[str]:
    """Return what it takes to win a part of the pot, and what becomes of one that nobody wins."""
    lines = []
    for share in game.shares:
        if isinstance(share, SuitInHole):
            even = ", not even the only one to declare it" if declared else ""
            lines.append(f"Without such a {share.suit} nobody wins that half{even}.")
        if share.unclaimed:
            where = "stays for the next hand" if share.unclaimed == "next hand" else "goes to the other"
            lines.append(f"When nobody wins {share.prize()}, its part {where}.")
    if any(isinstance(share, High) and share.hand == "set" for share in game.shares):
        lines.append("Whoever sets aside no down card, or cards that the rest do not outrank, wins neither part.")
    return lines
