"""The deal of a game in sentences, each with the steps of the script that it covers."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from app.cards.card import RANKS, rank_word
from app.games.definition import Game
from app.games.house import OPENERS
from app.games.situation import Situation
from app.games.steps.bet import Bet
from app.games.steps.contest import Contest
from app.games.steps.hands import Partners
from app.games.steps.rounds import Repeat
from app.games.steps.showdown import Declare, Showdown
from app.text import count_word, sentence

#: The numbers of the steps that a line covers, a tuple for each time that it repeats them.
Turns = tuple[tuple[int, ...], ...]

#: Beginnings of sentences that are never shortened.
_NEWS_AGAIN = ("Bet", "Then")

#: The openers at a table without a bring-in.
_WITHOUT_BRING_IN = {
    "low card brings in": "the lowest card showing",
    "high card brings in": "the highest card showing",
}


class DealLine(NamedTuple):
    """A sentence of the deal, and the steps of the script that it covers."""

    text: str
    steps: Turns = ()


class _Step(NamedTuple):
    """A step of the deal in words, with the ``bet`` that may follow; ``at`` are their numbers in the script."""

    text: str
    at: tuple[int, ...]
    bet: bool = False

    @property
    def said(self) -> tuple[str, bool]:
        """The text and bet that repeated steps have in common."""
        return self.text, self.bet


def deal_lines(situation: Situation) -> list[DealLine]:
    """Return the deal of a game: a line for each step and the bets after it, and one line for steps that repeat."""
    game = situation.game
    lines: list[DealLine] = []
    every = len(set(situation.openers)) == 1
    opening = iter(opening_words(situation))
    if game.deck.strip or game.deck.jokers:
        lines.append(DealLine(_deck_words(game)))
    if game.layout.grid:
        lines.append(DealLine(game.layout.lay_words()))
    if situation.has_blinds:
        straddle = ", the third straddles for twice the big one" if game.blinds > 2 else ""
        lines.append(
            DealLine(
                f"The first two players to the dealer's left post the small and the big blind{straddle}. "
                "Of two players, the dealer posts the small one."
            )
        )
    if game.bomb_pot:
        lines.append(DealLine(f"A bomb pot: everyone antes {situation.ante}."))
    bets = 0
    steps: list[_Step] = []
    paired = False
    for at, spec in enumerate(game.script):
        if isinstance(spec, Bet):
            bets += 1
            player, _, brings_in = next(opening).partition(", ")
            opens = f" ({player} {'brings in' if brings_in else 'opens'})" if spec.opener and not every else ""
            opens += f" at the {spec.tier} bet" if spec.tier else ""
            opens += ", or fold: nobody may check" if spec.bet_or_fold else ""
            before = steps.pop() if steps else _Step("", ())
            text = " ".join(filter(None, (before.text, f"Bet{opens}.", spec.conditions)))
            steps.append(_Step(text, (*before.at, at), bet=True))
        elif not isinstance(spec, Showdown):
            if isinstance(spec, Declare) and not spec.names:
                spec = replace(spec, names=game.declares)
            # Once there are partners, a pair plays one hand.
            steps.append(_Step(spec.words("pair" if paired else "player"), (at,)))
            paired = paired or isinstance(spec, Partners)
    lines += _explained_once(_folded(steps))
    if situation.shuffles:
        lines.append(DealLine("When the deck runs out, the discards are shuffled and dealt."))
    rounds = f"{sentence(count_word(bets))} betting round{'s' if bets != 1 else ''}, then the showdown."
    showdown = tuple(at for at, spec in enumerate(game.script) if isinstance(spec, Showdown))
    repeats = any(isinstance(spec, Repeat) for spec in game.script)
    if not isinstance(game.script[-2], Contest):
        lines.append(DealLine(rounds if bets and not repeats else "Then the showdown.", (showdown,)))
    use = game.use
    which = f"first {count_word(use.of_first)} down cards" if use.of_first else "down cards"
    if use.at_most is not None:
        lines.append(DealLine(f"At most {count_word(use.at_most)} of the {which} may be used."))
    if use.exactly is not None:
        lines.append(DealLine(f"Exactly {count_word(use.exactly)} of the {which} must be used."))
    if uses := game.layout.use_words(situation.split):
        lines.append(DealLine(uses))
    return lines


def opening_words(situation: Situation) -> list[str]:
    """Return the opener of each round of the script, as the end of a sentence.

    Nobody brings in without a bring-in in the stakes. Several up-cards are a hand, and the highest hand opens.
    """
    words = OPENERS if situation.stakes.bring_in else OPENERS | _WITHOUT_BRING_IN
    said = []
    shown = 0
    rounds = iter(situation.openers)
    for step in situation.game.script:
        if isinstance(step, Bet):
            how = next(rounds)
            said.append(words["high hand" if how == "high card" and shown > 1 else how])
        shown += step.ups
    return said


def _deck_words(game: Game) -> str:
    """Return how the deck differs from the usual, and which ranks of a stripped one have become neighbours."""
    changes = []
    if game.deck.strip:
        changes.append(f"without {', '.join(game.deck.strip).replace('T', '10')}")
    if game.deck.jokers:
        changes.append(f"with {count_word(game.deck.jokers)} joker{'s' if game.deck.jokers > 1 else ''}")
    text = f"The deck: {len(game.deck.cards())} cards, {' and '.join(changes)}."
    kept = [rank for rank, letter in enumerate(RANKS) if letter not in game.deck.strip]
    if not game.ranking.gap_straights or len(kept) < 5:
        return text
    for at, (lower, upper) in enumerate(pairwise(kept)):
        if upper > lower + 1:
            first = max(0, min(at - 2, len(kept) - 5))
            straight = "-".join(RANKS[rank] for rank in kept[first : first + 5]).replace("T", "10")
            text += f" {sentence(rank_word(lower))} and {rank_word(upper)} adjoin: {straight} is a straight."
    return text


def _folded(steps: list[_Step]) -> list[DealLine]:
    """Return a line for each step, with repeated steps once, followed by how often they repeat."""
    folded: list[DealLine] = []
    at = 0
    while at < len(steps):
        length, times = _repeats(steps[at:])
        end = at + length * times
        block = [
            DealLine(steps[first].text, tuple(step.at for step in steps[first:end:length]))
            for first in range(at, at + length)
        ]
        if times > 1:
            more = {2: "once", 3: "twice"}.get(times, f"{count_word(times - 1)} times")
            if length == 1:
                block = [DealLine(f"{block[0].text} Then the same {more} more.", block[0].steps)]
            else:
                block.append(DealLine(f"Then these {count_word(length)} steps {more} more."))
        folded += block
        at = end
    return folded


def _explained_once(lines: list[DealLine]) -> list[DealLine]:
    """Return the lines without explanations given before: a repeated step keeps its first clause, ``as before``."""
    explained: set[str] = set()
    shorter = []
    for line in lines:
        first, *others = re.split(r"(?<=[.;]) ", line.text)
        new = [text for text in others if text.startswith(_NEWS_AGAIN) or text not in explained]
        explained.update(others)
        kept = f"{first[:-1]}, as before." if new != others and not first.startswith(_NEWS_AGAIN) else first
        shorter.append(DealLine(" ".join((kept, *new)), line.steps))
    return shorter


def _repeats(steps: list[_Step]) -> tuple[int, int]:
    """Return the length of the block of first steps that repeats at once, and how often it does, saving most lines.

    A block of several steps ends with a bet, as a street does.
    """
    best, saved = (1, 1), 0
    said = [step.said for step in steps]
    for length in range(1, len(steps) // 2 + 1):
        if length > 1 and not steps[length - 1].bet:
            continue
        times = 1
        while said[length * times : length * (times + 1)] == said[:length]:
            times += 1
        if (times - 1) * length > saved:
            best, saved = (length, times), (times - 1) * length
    return best
