"""How a game is dealt, in sentences, each with the steps of the script that it says."""

from __future__ import annotations

import re
from typing import NamedTuple

from app.games.rulings import Situation
from app.games.rulings.opening import openers, opening_words
from app.games.sheet_parts import adjoining_words, opening_clause, step_words
from app.games.steps.bet import Bet
from app.games.steps.partners import Partners
from app.games.steps.showdown import Showdown
from app.text import count_word, sentence

#: The steps of the script that a line says, as their numbers: once, or as often as it says that they come again.
Turns = tuple[tuple[int, ...], ...]


#: Sentences that are not said less often for having been said before.
_NEWS_AGAIN = ("Bet", "Then")


class DealLine(NamedTuple):
    """A sentence of the deal, and the steps of the script that it says."""

    text: str
    steps: Turns = ()


class _Step(NamedTuple):
    """A step of the deal in words, with the bets that follow it: ``bet`` says that there are some.

    ``at`` are the numbers of both in the script.
    """

    text: str
    at: tuple[int, ...]
    bet: bool = False

    @property
    def said(self) -> tuple[str, bool]:
        """What makes it the same as another one that comes later."""
        return self.text, self.bet


def deal_lines(situation: Situation) -> list[DealLine]:
    """Return how the game is dealt, a sentence or a few for each step and the bets after it; what comes again once."""
    game = situation.game
    lines: list[DealLine] = []
    every = len(set(openers(situation))) == 1
    opening = iter(opening_words(situation))
    if game.deck.strip or game.deck.jokers:
        jokers = f"{count_word(game.deck.jokers)} joker{'s' if game.deck.jokers > 1 else ''}"
        changes = []
        if game.deck.strip:
            ranks = ", ".join("10" if rank == "T" else rank for rank in game.deck.strip)
            changes.append(f"without {ranks}")
        if game.deck.jokers:
            changes.append(f"with {jokers}")
        deck = f"The deck: {len(game.deck.cards())} cards, {' and '.join(changes)}.{adjoining_words(game)}"
        lines.append(DealLine(deck))
    bets = 0
    steps: list[_Step] = []
    paired = False
    for at, spec in enumerate(game.script):
        if isinstance(spec, Bet):
            bets += 1
            opener = next(opening)
            opens = f" ({opening_clause(opener)})" if spec.opener and not every else ""
            opens += f" at the {spec.tier} bet" if spec.tier else ""
            before = steps.pop() if steps else _Step("", ())
            steps.append(_Step(f"{before.text} Bet{opens}.".lstrip(), (*before.at, at), bet=True))
        elif not isinstance(spec, Showdown):
            # Once there are partners, a pair plays one hand.
            steps.append(_Step(step_words(spec, game, "pair" if paired else "player"), (at,)))
            paired = paired or isinstance(spec, Partners)
    lines += _explained_once(_folded(steps))
    if situation.shuffles:
        lines.append(DealLine("When the deck runs out, the discards are shuffled and dealt."))
    rounds = f"{sentence(count_word(bets))} betting round{'s' if bets != 1 else ''}, then the showdown."
    showdown = tuple(at for at, spec in enumerate(game.script) if isinstance(spec, Showdown))
    lines.append(DealLine(rounds if bets else "Then the showdown.", (showdown,)))
    use = game.use
    which = f"first {count_word(use.of_first)} down cards" if use.of_first else "down cards"
    if use.at_most is not None:
        lines.append(DealLine(f"At most {count_word(use.at_most)} of the {which} may be used."))
    if use.exactly is not None:
        lines.append(DealLine(f"Exactly {count_word(use.exactly)} of the {which} must be used."))
    return lines


def _folded(steps: list[_Step]) -> list[DealLine]:
    """Return a line for each step, with repeated steps said once, followed by how often they come again."""
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
    """Return the lines without what an earlier one has explained: of a step that comes again, the first clause.

    It is then said to go as before.
    """
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
    """Return how many of the first steps repeat straight away, and how often they stand there, saving most lines.

    Several steps make one block only where they end with a bet, as a street does.
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
