"""Rule sheets in plain words, generated from the definition, to be read aloud before the deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.games.definition import Game
from app.games.house import BROUGHT_IN, HouseRules, Stakes
from app.games.rules.share.low import Low, low_kind_words
from app.games.rules.wild.jokers import Jokers
from app.games.rulings import Ruling, Situation, house_rulings
from app.games.rulings.betting import stakes_words
from app.games.rulings.opening import openers, opening_words
from app.games.sheet_deal import DealLine, Turns, deal_lines
from app.games.sheet_parts import unwon_words, wild_words
from app.games.steps.bet import Bet
from app.games.steps.declare import Declare
from app.ranking import LowRules
from app.text import sentence


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the rule sheet and its sentences; of the deal also the ``steps`` that each of them says."""

    title: str
    lines: tuple[str, ...]
    steps: tuple[Turns, ...] = ()


def rule_sheet(
    game: Game, house: HouseRules = HouseRules(), stakes: Stakes = Stakes(), players: int = 0
) -> tuple[Section, ...]:
    """Return the game to be read aloud: the deal, what is wild, who opens, what wins, the rulings it can come to.

    ``players`` are those who are seated, 0 where that is not known.
    """
    situation = Situation(game, house, stakes, players)
    rulings = house_rulings(situation)
    ids = ("joker_bring_in", "rotation", "opener_tie", "wild_showing")
    opening = [ruling for ruling in rulings if ruling.id in ids]
    sections = [
        Section("In a sentence", (game.about,)),
        *([Section("Changes", game.changes)] if game.changes else []),
        _deal_section(deal_lines(situation)),
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


def _deal_section(lines: Sequence[DealLine]) -> Section:
    return Section("The deal", tuple(line.text for line in lines), tuple(line.steps for line in lines))


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
    rules = game.ranking.low_rules(game.deck.strip, house)
    return [share.rules(rules) for share in game.shares if isinstance(share, Low)]


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
        f"Low hands are {low_kind_words(ranking.low_rules(game.deck.strip, house))}.": left_to_house,
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
