"""Rule sheets in plain words, generated from the definition, to be read aloud before the deal."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from app.games.definition import Game
from app.games.house import BROUGHT_IN, HouseRules, Stakes
from app.games.rules.share.low import Low, low_kind_words
from app.games.rules.wild.jokers import Jokers
from app.games.rulings import Ruling, Situation, house_rulings
from app.games.rulings.betting import stakes_words
from app.games.rulings.opening import openers, opening_words
from app.games.sheet_parts import adjoining_words, opening_clause, step_words, unwon_words, wild_words
from app.games.steps.bet import Bet
from app.games.steps.declare import Declare
from app.games.steps.partners import Partners
from app.games.steps.showdown import Showdown
from app.ranking import LowRules
from app.text import count_word, sentence

#: Sentences that are not said less often for having been said before.
_NEWS_AGAIN = ("Bet", "Then")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the rule sheet and its sentences."""

    title: str
    lines: tuple[str, ...]


class _Step(NamedTuple):
    """A step of the deal in words, with the bets that follow it: ``bet`` says that there are some."""

    text: str
    bet: bool = False


def rule_sheet(
    game: Game, house: HouseRules = HouseRules(), stakes: Stakes = Stakes(), players: int = 0
) -> tuple[Section, ...]:
    """Return the game to be read aloud: the deal, what is wild, who opens, what wins, the rulings it can come to.

    ``players`` are those who are seated, 0 where that is not known.
    """
    situation = Situation(game, house, stakes, players)
    rulings = house_rulings(situation)
    opening = [ruling for ruling in rulings if ruling.id in ("opener_tie", "wild_showing")]
    sections = [
        Section("In a sentence", (game.about,)),
        *([Section("Changes", game.changes)] if game.changes else []),
        Section("The deal", tuple(_deal(situation))),
        Section("Wild cards", tuple(wild_words(game)) or ("Nothing is wild.",)),
    ]
    if game.triggers:
        sections.append(Section("Watch for", tuple(trigger.words() for trigger in game.triggers)))
    sections.append(
        Section("Who opens", (*_opens(situation), *(ruling.sentence(getattr(house, ruling.id)) for ruling in opening)))
    )
    sections.append(Section("What wins", (*_wins(situation), *_ranking(game, house))))
    others = [ruling for ruling in rulings if ruling.group != "Opening"]
    sections.append(Section("House rules", tuple(_house(situation, others))))
    return tuple(sections)


def sheet_text(sections: tuple[Section, ...], title: str) -> str:
    """Return the rule sheet as plain text."""
    parts = [title]
    for section in sections:
        parts.append("\n".join([section.title, *(f"  {line}" for line in section.lines)]))
    return "\n\n".join(parts)


def _deal(situation: Situation) -> list[str]:
    game, lines = situation.game, []
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
        lines.append(f"The deck: {len(game.deck.cards())} cards, {' and '.join(changes)}.{adjoining_words(game)}")
    bets = 0
    steps: list[_Step] = []
    paired = False
    for spec in game.script:
        if isinstance(spec, Bet):
            bets += 1
            opener = next(opening)
            opens = f" ({opening_clause(opener)})" if spec.opener and not every else ""
            opens += f" at the {spec.tier} bet" if spec.tier else ""
            before = f"{steps.pop().text} " if steps else ""
            steps.append(_Step(f"{before}Bet{opens}.", bet=True))
        elif not isinstance(spec, Showdown):
            # Once there are partners, a pair plays one hand.
            steps.append(_Step(step_words(spec, game, "pair" if paired else "player")))
            paired = paired or isinstance(spec, Partners)
    lines += _explained_once(_folded(steps))
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


def _explained_once(lines: list[str]) -> list[str]:
    """Return the lines without what an earlier one has explained: of a step that comes again, the first clause."""
    explained: set[str] = set()
    shorter = []
    for line in lines:
        first, *others = re.split(r"(?<=[.;]) ", line)
        new = [text for text in others if text.startswith(_NEWS_AGAIN) or text not in explained]
        explained.update(others)
        kept = first.replace(";", ".") if first.endswith(";") and new != others else first
        shorter.append(" ".join((kept, *new)))
    return shorter


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


def _opens(situation: Situation) -> list[str]:
    if not situation.bets:
        return ["Nobody: there is no betting."]
    how = openers(situation)
    if not how:
        return ["Whoever takes the lead opens the betting that follows."]
    words = opening_words(situation)
    own = [bool(step.opener) for step in situation.game.script if isinstance(step, Bet)]
    if set(how) == {"rotates"}:
        lines = ["The first player to the dealer's left opens the first round, the next seat the second, and so on."]
    elif len(set(words)) == 1:
        lines = [f"Every round: {words[0]}."]
    else:
        # What most later rounds do is said here, what the others do stands with their bets.
        usual = {said for said, differs in zip(words[1:], own[1:], strict=True) if not differs} or set(words[1:])
        later = f"Later rounds: {min(usual)}" if len(usual) == 1 else "Later rounds: as each says"
        otherwise = ", unless the round says otherwise" if len(usual) == 1 < len(set(words[1:])) else ""
        lines = [f"First round: {words[0]}. {later}{otherwise}."]
    if set(how) & BROUGHT_IN:
        lows_alone = all(isinstance(share, Low) for share in situation.game.shares)
        aces_low = all(rules.kind != "27" for rules in _low_rules(situation.game, situation.house))
        low = " An ace is low." if lows_alone and aces_low else ""
        for_what = "the bring-in" if situation.stakes.bring_in else "the card showing"
        lines.append(f"A tie for {for_what} goes by suit, clubs lowest.{low}")
    by_hand = any("hand showing" in said for said in words)
    return lines + [
        said for said in dict.fromkeys(step.shows_best_of for step in situation.game.script) if said and by_hand
    ]


def _low_rules(game: Game, house: HouseRules) -> list[LowRules]:
    """Return the ranking of each low hand that the game is played for."""
    return [share.rules(game.ranking.low_rules(house)) for share in game.shares if isinstance(share, Low)]


def _ranking(game: Game, house: HouseRules) -> list[str]:
    ranking = game.ranking
    # Where aces are low in every hand, the kind of low that the house plays is not the whole story.
    left_to_house = ranking.aces_low and any(isinstance(share, Low) and not share.own_kind for share in game.shares)
    sentences = {
        "A flush beats a full house.": ranking.flush_beats_full_house,
        "A straight does not run across the ranks that are left out.": bool(game.deck.strip)
        and not ranking.gap_straights,
        "A four-card straight beats a pair, a four-card flush that, two pair both.": ranking.four_card_hands,
        "Aces are low in every hand.": ranking.aces_low,
        "A-2-3-4-5 is not a straight in the high hand.": not ranking.wheel,
        f"Low hands are {low_kind_words(ranking.low_rules(house))}.": left_to_house,
        "In a low hand a bug is the lowest card that is missing.": _has_bugs(game)
        and any(isinstance(share, Low) for share in game.shares),
    }
    return [words for words, holds in sentences.items() if holds]


def _has_bugs(game: Game) -> bool:
    return any(isinstance(rule, Jokers) and rule.play != "wild" for rule in game.wild)


def _wins(situation: Situation) -> list[str]:
    game = situation.game
    shares = [share.words() for share in game.shares]
    if len(shares) == 1:
        return [f"{sentence(shares[0])} takes the pot."]
    lines = [f"The pot is split: {'; '.join(shares)}."]
    declared = any(isinstance(spec, Declare) for spec in game.script)
    lines += unwon_words(game, declared)
    if not declared:
        lines.append("Cards speak: nobody declares.")
    return lines


def _house(situation: Situation, rulings: Iterable[Ruling]) -> list[str]:
    """Return what the house answers to the rulings, a sentence each, the stakes first."""
    played_for = stakes_words(situation)
    said = [ruling.sentence(getattr(situation.house, ruling.id)) for ruling in rulings]
    return [*([f"Stakes: {played_for}."] if played_for else []), *filter(None, said)]
