"""Rule sheets in plain words, generated from the definition, to be read aloud before the deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from app.games.definition import Game
from app.games.house import BROUGHT_IN, HouseRules, Stakes, house_words
from app.games.rules.share.low import Low
from app.games.rules.wild.jokers import Jokers
from app.games.steps.bet import Bet
from app.games.steps.declare import Declare
from app.games.steps.partners import Partners
from app.games.steps.showdown import Showdown
from app.text import count_word, sentence

_OPENERS = {
    "high card": "the highest card showing",
    "low card brings in": "the lowest card showing, which brings in",
    "high card brings in": "the highest card showing, which brings in",
    "left of dealer": "the first player to the dealer's left",
    "high hand": "the highest hand showing",
    "low hand": "the lowest hand showing",
    "rotates": "one seat further each round",
}


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the rule sheet and its sentences."""

    title: str
    lines: tuple[str, ...]


class _Step(NamedTuple):
    """A step of the deal in words, with the bets that follow it: ``bet`` says that there are some."""

    text: str
    bet: bool = False


def rule_sheet(game: Game, house: HouseRules = HouseRules(), stakes: Stakes = Stakes()) -> tuple[Section, ...]:
    """Return the game to be read aloud: the deal, what is wild, who opens, what wins, the house rules in force."""
    sections = [
        Section("In a sentence", (game.about,)),
        Section("The deal", tuple(_deal(game))),
        Section("Wild cards", tuple(rule.words() for rule in game.wild) or ("Nothing is wild.",)),
    ]
    if game.triggers:
        sections.append(Section("Watch for", tuple(trigger.words() for trigger in game.triggers)))
    sections.append(Section("Who opens", tuple(_opens(game, house))))
    sections.append(Section("What wins", (*_wins(game, house), *_ranking(game))))
    sections.append(Section("House rules", (f"Stakes: {stakes.words(house.last_bet)}.", *house_words(house))))
    return tuple(sections)


def sheet_text(sections: tuple[Section, ...], title: str) -> str:
    """Return the rule sheet as plain text."""
    parts = [title]
    for section in sections:
        parts.append("\n".join([section.title, *(f"  {line}" for line in section.lines)]))
    return "\n\n".join(parts)


def _deal(game: Game) -> list[str]:
    lines = []
    if game.deck.strip or game.deck.jokers:
        jokers = f"{count_word(game.deck.jokers)} joker{'s' if game.deck.jokers > 1 else ''}"
        changes = []
        if game.deck.strip:
            ranks = ", ".join("10" if rank == "T" else rank for rank in game.deck.strip)
            changes.append(f"without {ranks}")
        if game.deck.jokers:
            changes.append(f"with {jokers}")
        lines.append(f"The deck: {len(game.deck.cards())} cards, {' and '.join(changes)}.")
    bets = 0
    steps: list[_Step] = []
    paired = False
    for spec in game.script:
        if isinstance(spec, Bet):
            bets += 1
            opens = f" ({_OPENERS[spec.opener]} opens)" if spec.opener and not same_opener(game) else ""
            opens += f" at the {spec.tier} bet" if spec.tier else ""
            before = f"{steps.pop().text} " if steps else ""
            steps.append(_Step(f"{before}Bet{opens}.", bet=True))
        elif not isinstance(spec, Showdown):
            # Once there are partners, a pair plays one hand.
            steps.append(_Step(spec.words().replace("ach player", "ach pair") if paired else spec.words()))
            paired = paired or isinstance(spec, Partners)
    lines += _folded(steps)
    rounds = f"{sentence(count_word(bets))} betting round{'s' if bets != 1 else ''}, then the showdown."
    lines.append(rounds if bets else "Then the showdown.")
    use = game.use
    which = f"first {count_word(use.of_first)} down cards" if use.of_first else "down cards"
    if use.at_most is not None:
        lines.append(f"At most {count_word(use.at_most)} of the {which} may be used.")
    if use.exactly is not None:
        lines.append(f"Exactly {count_word(use.exactly)} of the {which} must be used.")
    return lines


def _folded(steps: list[_Step]) -> list[str]:
    """Return a line for each step, with repeated steps said once, followed by how often they come again."""
    folded: list[str] = []
    at = 0
    while at < len(steps):
        length, times = _repeats(steps[at:])
        block = [step.text for step in steps[at : at + length]]
        if times > 1:
            more = {2: "once", 3: "twice"}.get(times, f"{count_word(times - 1)} times")
            if length == 1:
                block = [f"{block[0]} Then the same {more} more."]
            else:
                block.append(f"Then these {count_word(length)} steps {more} more.")
        folded += block
        at += length * times
    return folded


def _repeats(steps: list[_Step]) -> tuple[int, int]:
    """Return how many of the first steps repeat straight away, and how often they stand there, saving most lines.

    Several steps make one block only where they end with a bet, as a street does.
    """
    best, saved = (1, 1), 0
    for length in range(1, len(steps) // 2 + 1):
        if length > 1 and not steps[length - 1].bet:
            continue
        times = 1
        while steps[length * times : length * (times + 1)] == steps[:length]:
            times += 1
        if (times - 1) * length > saved:
            best, saved = (length, times), (times - 1) * length
    return best


def _opens(game: Game, house: HouseRules) -> list[str]:
    if not any(isinstance(spec, Bet) for spec in game.script):
        return ["Whoever takes the lead opens the betting that follows."]
    first = game.opener.first or house.opener_first
    later = game.opener.later or house.opener_later
    lines = [f"First round: {_OPENERS[first]}. Later rounds: {_OPENERS[later]}."]
    if first == later == "rotates":
        lines = ["The first player to the dealer's left opens the first round, the next seat the second, and so on."]
    bets = [spec for spec in game.script if isinstance(spec, Bet)]
    if always := same_opener(game):
        lines = [f"Every round: {_OPENERS[always]}."]
    elif all(spec.opener for spec in bets):
        lines = ["As each betting round says."]
    elif bets[0].opener:
        lines = [f"First round: {_OPENERS[bets[0].opener]}. Later rounds: {_OPENERS[later]}."]
    if first in BROUGHT_IN:
        low = " An ace is low." if all(isinstance(share, Low) for share in game.shares) else ""
        lines.append(f"A tie for the bring-in goes by suit, clubs lowest.{low}")
    tie = "by suit" if house.opener_tie == "suit" else "to the first player to the dealer's left"
    return [*lines, f"A tie for the hand showing goes {tie}."]


def same_opener(game: Game) -> str:
    """Return how every round of the game is opened if its script says the same of all; else empty."""
    own = {spec.opener for spec in game.script if isinstance(spec, Bet)}
    return own.pop() if len(own) == 1 else ""


def _ranking(game: Game) -> list[str]:
    ranking = game.ranking
    sentences = {
        "A flush beats a full house.": ranking.flush_beats_full_house,
        "A straight does not run across the ranks that are left out.": bool(game.deck.strip)
        and not ranking.gap_straights,
        "A four-card straight beats a pair, a four-card flush that, two pair both.": ranking.four_card_hands,
        "Aces are low in every hand.": ranking.aces_low,
        "A-2-3-4-5 is not a straight in the high hand.": not ranking.wheel,
        "In a low hand a bug is the lowest card that is missing.": _has_bugs(game)
        and any(isinstance(share, Low) for share in game.shares),
    }
    return [words for words, holds in sentences.items() if holds]


def _has_bugs(game: Game) -> bool:
    return any(isinstance(rule, Jokers) and rule.play != "wild" for rule in game.wild)


def _wins(game: Game, house: HouseRules) -> list[str]:
    shares = [share.words() for share in game.shares]
    if len(shares) == 1:
        return [f"{sentence(shares[0])} takes the pot."]
    lines = [f"The pot is split: {'; '.join(shares)}."]
    for share in game.shares[1:]:
        stays = (share.unclaimed or house.unclaimed_half) == "next hand"
        where = "stays for the next hand" if stays else "goes to the other"
        lines.append(f"When nobody wins {share.words()}, its part {where}.")
    declares = [spec for spec in game.script if isinstance(spec, Declare)]
    if any("both" in (spec.names or game.declares) for spec in declares):
        both = (
            "must win both outright: a tie on either side loses all"
            if house.both_ways == "win outright"
            else "keeps a tied share, and drops out on a lost one"
        )
        lines.append(f"Who declares both ways {both}.")
    elif not declares:
        lines.append("Cards speak: nobody declares.")
    return lines
