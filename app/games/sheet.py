"""Rule sheets in plain words, generated from the definition, to be read aloud before the deal."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.definition import Game
from app.games.house import BROUGHT_IN, HouseRules, Stakes
from app.games.judged import judged_parts
from app.games.rules.share import Share
from app.games.rules.share.high import High
from app.games.rules.share.hole import SuitInHole
from app.games.rules.share.low import Low, low_kind_words
from app.games.rules.trigger.up_card import UpCardTrigger
from app.games.rules.wild.fixed import Cards
from app.games.rules.wild.hole import LowHole
from app.games.sheet_deal import Turns, deal_lines, opening_words
from app.games.situation import Situation
from app.games.steps.bet import Bet
from app.games.steps.deal import Deal
from app.games.steps.draw import Discard, Draw
from app.games.steps.roll import Roll
from app.games.steps.showdown import Declare
from app.text import sentence


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the rule sheet and its sentences; for the deal also the ``steps`` that each sentence covers.

    ``table_rules``: the numbers of rules of an imported database whose lines belong at its end.
    """

    title: str
    lines: tuple[str, ...]
    steps: tuple[Turns, ...] = ()
    table_rules: tuple[int, ...] = ()


def rule_sheet(
    game: Game, house: HouseRules = HouseRules(), stakes: Stakes = Stakes(), players: int = 0
) -> tuple[Section, ...]:
    """Return the rule sheet of a game: the deal, wild cards, the opener, what wins, and the house rules that may apply.

    ``players`` is the number of players seated, 0 if unknown.
    """
    situation = Situation(game, house, stakes, players)
    deal = deal_lines(situation)
    opening, others = _answers(situation)
    judged, as_played = judged_parts(game), any(step.you_judge for step in game.script)
    you_judge = Section("You judge", tuple(f"{sentence(part)}." for part in judged), table_rules=game.table_rules)
    return (
        Section("In a sentence", (game.about,)),
        *([Section("Changes", game.changes)] if game.changes else []),
        *([you_judge] if judged else []),
        Section("The deal", tuple(line.text for line in deal), tuple(line.steps for line in deal)),
        Section("Wild cards", tuple(_wild_words(game)) or ("As the table says." if as_played else "Nothing is wild.",)),
        *([Section("Watch for", tuple(trigger.words() for trigger in game.triggers))] if game.triggers else []),
        Section("Who opens", (*_opens(situation), *opening)),
        Section("What wins", (*_wins(game), *_ranking(situation))),
        Section("House rules", tuple(others)),
    )


def sheet_text(sections: tuple[Section, ...], title: str) -> str:
    """Return the rule sheet as plain text."""
    parts = [title]
    for section in sections:
        parts.append("\n".join([section.title, *(f"  {line}" for line in section.lines)]))
    return "\n\n".join(parts)


def _answers(situation: Situation) -> tuple[list[str], list[str]]:
    """Return the answers of the house as sentences: first the ones on opening, then the others."""
    played_for = situation.stakes_words()
    opening: list[str] = []
    others = [f"Stakes: {played_for}."] if played_for else []
    for ruling in situation.rulings():
        said = ruling.sentence(getattr(situation.house, ruling.id))
        if said and ruling.id not in ("opener_first", "opener_later"):
            (opening if ruling.group == "Opening" else others).append(said)
    return opening, others


def _opens(situation: Situation) -> list[str]:
    game = situation.game
    if not situation.bets:
        return ["Nobody: there is no betting."]
    how = situation.openers
    if any(step.you_judge for step in game.script) and not how:
        return ["The first player to the dealer's left, or whoever the table says."]
    if not how:
        return ["The player who takes the lead opens the betting that follows."]
    words = opening_words(situation)
    own = [bool(step.opener) for step in game.script if isinstance(step, Bet)]
    if set(how) == {"rotates"}:
        lines = ["The first player to the dealer's left opens the first round, the next seat the second, and so on."]
    elif len(set(words)) == 1:
        lines = [f"Every round: {words[0]}."]
    else:
        # The usual opener of later rounds is named here, exceptions with their bets.
        usual = {said for said, differs in zip(words[1:], own[1:], strict=True) if not differs} or set(words[1:])
        later = f"Later rounds: {min(usual)}" if len(usual) == 1 else "Later rounds: as each says"
        otherwise = ", unless the round says otherwise" if len(usual) == 1 < len(set(words[1:])) else ""
        lines = [f"First round: {words[0]}. {later}{otherwise}."]
    if set(how) & BROUGHT_IN:
        lows_alone = all(isinstance(share, Low) for share in game.shares)
        rules = game.ranking.low_rules(game.deck.strip, situation.house)
        aces_low = all(share.rules(rules).kind != "27" for share in game.shares if isinstance(share, Low))
        low = " An ace is low." if lows_alone and aces_low else ""
        for_what = "the bring-in" if situation.stakes.bring_in else "the card showing"
        lines.append(f"A tie for {for_what} goes by suit, clubs lowest.{low}")
    by_hand = any("hand showing" in said for said in words)
    if by_hand and any(rule.you_judge for rule in game.wild):
        lines.append("Before the table has said what is wild: the first player to the dealer's left.")
    return lines + [said for said in dict.fromkeys(step.shows_best_of for step in game.script) if said and by_hand]


def _ranking(situation: Situation) -> list[str]:
    game, house, ranking = situation.game, situation.house, situation.game.ranking
    # If aces are low in every hand, the house's kind of low is not the whole story.
    left_to_house = ranking.aces_low and any(isinstance(share, Low) and not share.own_kind for share in game.shares)
    sentences = {
        "A flush beats a full house.": ranking.flush_beats_full_house,
        "A straight does not run across the ranks that are left out.": bool(game.deck.strip)
        and not ranking.gap_straights,
        "A four-card straight beats a pair, a four-card flush that, two pair both.": ranking.four_card_hands,
        "Three cards make straights and flushes: a straight beats a flush, three of a kind a straight, "
        "a straight flush everything.": ranking.three_card_hands,
        "Aces are low in every hand.": ranking.aces_low,
        f"{sentence(ranking.without)} do not count.": bool(ranking.without),
        "A-2-3-4-5 is not a straight in the high hand.": not ranking.wheel,
        f"Low hands are {low_kind_words(ranking.low_rules(game.deck.strip, house))}.": left_to_house,
        "In a low hand a bug is the lowest card that is missing.": situation.has_bugs
        and any(isinstance(share, Low) for share in game.shares),
    }
    return [words for words, holds in sentences.items() if holds]


def _wins(game: Game) -> list[str]:
    shares = [share.words() for share in game.shares]
    if len(shares) == 1:
        comma = "," if shares[0].endswith("to qualify") else ""
        return [f"{sentence(shares[0])}{comma} takes the pot.", *_unwon_alone(game.shares[0])]
    declared = any(isinstance(spec, Declare) for spec in game.script)
    lines = [f"The pot is split: {'; '.join(shares)}.", *_unwon_words(game, declared)]
    return lines if declared else [*lines, "Cards speak: nobody declares."]


def _unwon_alone(share: Share) -> list[str]:
    """Return where the pot goes if nobody wins the only share; nothing where that is not said."""
    if share.unclaimed == "next hand":
        return [f"When {share.missing()}, the pot stays for the next hand."]
    if share.unclaimed == "ante and deal again":
        return [f"When {share.missing()}, those still in ante again and are dealt new hands for the same pot."]
    return []


def _wild_words(game: Game) -> list[str]:
    events = [trigger for trigger in game.triggers if isinstance(trigger, UpCardTrigger)]
    stops = {event.cards for event in events if event.then in ("redeal", "end the hand")}
    lines = []
    for rule in game.wild:
        words = rule.words()
        if isinstance(rule, LowHole):
            words = words.replace("lowest down card", "down card") if _down_cards(game) == 1 else words
            words += " A joker in the hole makes no other card wild: it has no rank." if game.deck.jokers else ""
        if isinstance(rule, Cards) and rule.cards in stops:  # they never play face up
            words = words.replace(", wherever it lies", " in the hole")
        lines.append(words)
    return lines


def _down_cards(game: Game) -> int:
    """Return the most down cards that a player has in a betting round."""
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


def _unwon_words(game: Game, declared: bool) -> list[str]:
    """Return what it takes to win a part of the pot, and where an unwon part goes."""
    lines = []
    for share in game.shares:
        if isinstance(share, SuitInHole):
            even = ", not even the only one to declare it" if declared else ""
            lines.append(f"Without such a {share.suit} nobody wins that half{even}.")
        if share.unclaimed:
            where = "stays for the next hand" if share.unclaimed == "next hand" else "goes to the other"
            lines.append(f"When nobody wins {share.prize()}, its part {where}.")
    if any(isinstance(share, High) and share.hand == "set" for share in game.shares):
        lines.append("A player who sets aside no down card, or cards that the rest do not outrank, wins neither part.")
    return lines
