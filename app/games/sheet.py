"""Rule sheets in plain words, generated from a game's definition, to be read aloud before the deal."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain, islice, pairwise
from typing import NamedTuple

from app.cards.card import ACE, RANKS, rank_digits, rank_word
from app.dataclass import dataclass, replace
from app.games.definition import Game
from app.games.house import BROUGHT_IN, OPENERS, HouseRules, Stakes
from app.games.rules.share import Share, missing_all
from app.games.rules.share.high import High
from app.games.rules.share.hole import SuitInHole
from app.games.rules.share.low import IN_SHORT, Low
from app.games.rules.trigger.up_card import UpCardTrigger
from app.games.rules.wild.fixed import Cards, Jokers
from app.games.rules.wild.holding import OnlyHolding
from app.games.rules.wild.hole import LowHole
from app.games.situation import Situation
from app.games.steps.bet import Bet
from app.games.steps.contest import Contest
from app.games.steps.draw import Draw
from app.games.steps.hands import Build, Partners
from app.games.steps.physical import TurnDown
from app.games.steps.rounds import Repeat
from app.games.steps.showdown import Declare, Showdown
from app.games.studies import study_line
from app.ranking.words import rank_figure
from app.text import count_word, listing, sentence


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the rule sheet and its sentences; for the deal also the ``steps`` that each sentence covers.

    ``table_rules``: the numbers of the rules of an imported database to append.
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
    odds = study_line(game, house)
    judged, as_played = game.judged_parts, any(step.you_judge for step in game.script)
    wild = tuple(_wild_text(situation)) or ("As the table says." if as_played else "Nothing is wild.",)
    you_judge = Section("You judge", tuple(f"{sentence(part)}." for part in judged), table_rules=game.table_rules)
    return (
        Section("In a sentence", (game.about,)),
        *([Section("Changes", _priced(game.changes, stakes))] if game.changes else []),
        *([you_judge] if judged else []),
        Section("The deal", _priced((line.text for line in deal), stakes), tuple(line.steps for line in deal)),
        Section("Wild cards", wild),
        *([Section("Watch for", _priced((rule.words() for rule in game.triggers), stakes))] if game.triggers else []),
        Section("Who opens", (*_opens(situation), *opening)),
        Section("What wins", (*_wins(game), *_ranking(situation))),
        *([Section("Odds", (odds,))] if odds else []),
        Section("House rules", tuple(others)),
    )


def _priced(lines: Iterable[str], stakes: Stakes) -> tuple[str, ...]:
    """Return lines of the rule sheet with the prices of these stakes: only a fixed limit has a small and a big bet."""
    if stakes.limit == "fixed":
        return tuple(lines)
    return tuple(
        line.replace("the big bet", "the maximum bet").replace("the small bet", "the smallest bet") for line in lines
    )


def sheet_text(sections: tuple[Section, ...], title: str) -> str:
    """Return the rule sheet as plain text."""
    parts = [title]
    for section in sections:
        parts.append("\n".join([section.title, *(f"  {line}" for line in section.lines)]))
    return "\n\n".join(parts)


def _answers(situation: Situation) -> tuple[list[str], list[str]]:
    """Return the house rules as sentences: those on opening, and the others."""
    stakes = situation.stakes_text()
    opening: list[str] = []
    others = [f"Stakes: {stakes}."] if stakes else []
    for ruling in situation.rulings():
        text = ruling.sentence(getattr(situation.house, ruling.id))
        if text and ruling.id not in ("opener_first", "opener_later"):
            (opening if ruling.group == "Opening" else others).append(text)
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
    words = opening_text(situation)
    own = [isinstance(step, Bet) and bool(step.opener) for step in game.script for _ in range(step.openers)]
    if set(how) == {"rotates"}:
        lines = ["The first player to the dealer's left opens the first round, the next seat the second, and so on."]
    elif len(set(words)) == 1:
        lines = [f"Every round: {words[0]}."]
    else:
        # The usual opener of later rounds is named here; exceptions are named with their bets.
        usual = {opener for opener, differs in zip(words[1:], own[1:], strict=True) if not differs} or set(words[1:])
        rounds = "Every round" if usual == {words[0]} else f"First round: {words[0]}. Later rounds"
        who = min(usual) if len(usual) == 1 else "as each round says"
        otherwise = ", unless the round says otherwise" if len(usual) == 1 < len(set(words[1:])) else ""
        lines = [f"{rounds}: {who}{otherwise}."]
    if set(how) & BROUGHT_IN and situation.up_cards_in_first_round:
        rules = game.ranking.low_rules(game.deck.strip, situation.house)
        low = " An ace is low." if all(share.ace_is_low(rules) for share in game.shares) else ""
        bug = " A bug is above every ace." if situation.has_bugs else ""
        for_what = "the bring-in" if situation.stakes.bring_in else "the card showing"
        lines.append(f"A tie for {for_what} goes by suit, clubs lowest.{low}{bug}")
    by_hand = any("hand showing" in opener for opener in words)
    if by_hand and any(rule.you_judge for rule in game.wild):
        lines.append("Before the table has said what is wild: the first player to the dealer's left.")
    built = (step.shows_best_of for step in game.script if isinstance(step, Build))
    return [*lines, *(dict.fromkeys(built) if by_hand else ())]


def _ranking(situation: Situation) -> list[str]:
    game, house, ranking = situation.game, situation.house, situation.game.ranking
    # The house's kind of low does not mention that aces are low in every hand.
    lows = [share for share in game.shares if isinstance(share, Low)]
    left_to_house = ranking.aces_low and any(not share.own_kind for share in lows)
    lowest = [ACE, *_ranks_in(game)][:5]
    has_high = any(isinstance(share, High) for share in game.shares)
    sentences = {
        "A flush beats a full house.": has_high and ranking.flush_beats_full_house,
        "Three of a kind beats a straight.": has_high and ranking.three_of_a_kind_beats_straight,
        "A straight does not run across the ranks that are left out.": bool(game.deck.strip)
        and not ranking.gap_straights,
        "A four-card straight beats a pair, a four-card flush beats both, and two pair beats all three.": has_high
        and ranking.four_card_hands is True,
        "A four-card flush beats a pair but not two pair.": has_high and ranking.four_card_hands == "flushes",
        "Straights and flushes take three cards. A straight beats a flush, three of a kind beats a straight, "
        "and a straight flush beats everything.": has_high and ranking.three_card_hands,
        "Aces are low in every hand.": ranking.aces_low,
        f"{sentence(ranking.without)} do not count.": bool(ranking.without),
        f"{_figures(lowest)} is not a straight{' in the high hand' * bool(lows)}.": not ranking.wheel,
        f"Low hands are {IN_SHORT[ranking.low_rules(game.deck.strip, house).kind]}.": left_to_house,
        "In a low hand a bug is the lowest card that is missing.": situation.has_bugs and bool(lows),
    }
    return [words for words, holds in sentences.items() if holds]


def _wins(game: Game) -> list[str]:
    shares = [share.words().replace(share.prize(), _prize(game, share), 1) for share in game.shares]
    if len(shares) == 1:
        comma = "," if ", " in shares[0].rpartition(")")[2] else ""
        low = ["When nobody opens, the lowest hand does."] if game.may_turn_low and not game.only_low_wins else []
        return [f"{sentence(shares[0])}{comma} takes the pot.", *_none_wild(game), *low, *_unwon_alone(game.shares[0])]
    if game.scoop:
        scoops = f"Only a player who alone has {listing(shares)} takes the pot."
        unwon = (f"When {missing_all(game.shares)}, {_UNWON[share.unclaimed]}." for share in game.shares if share.scoop)
        return [scoops, *_none_wild(game), *unwon]
    declared = any(isinstance(spec, Declare) for spec in game.script)
    lines = [f"The pot is split: {'; '.join(shares)}.", *_none_wild(game), *_unwon_text(game, declared)]
    return lines if declared else [*lines, "Cards speak: nobody declares."]


def _none_wild(game: Game) -> list[str]:
    named = any(isinstance(share, High) and share.named_cards for share in game.shares)
    return ["A wild card does not count as one of those cards."] if named and game.wild else []


def _prize(game: Game, share: Share) -> str:
    """Return the prize of a share, made distinct from that of a share for a player's own cards."""
    beside_own = not share.hand and any(other.hand == "own" for other in game.shares)
    return f"{share.prize()} with common cards" if beside_own else share.prize()


#: Where a pot goes that nobody wins.
_UNWON = {
    "next hand": "the pot stays for the next hand",
    "ante and deal again": "those still in ante again and are dealt new hands for the same pot",
}


def _unwon_alone(share: Share) -> list[str]:
    """Return where the pot goes if nobody wins its only share; empty if the game does not say."""
    words = _UNWON | {"best hand": f"{share.prize()} takes the pot all the same"}
    return [f"When {share.missing()}, {words[share.unclaimed]}."] if share.unclaimed in words else []


def _wild_text(situation: Situation) -> list[str]:
    game = situation.game
    events = [trigger for trigger in game.triggers if isinstance(trigger, UpCardTrigger)]
    stops = {event.cards for event in events if event.then in ("redeal", "end the hand")}
    limited = any(isinstance(rule, OnlyHolding) for rule in game.wild)
    lines = []
    for rule in game.wild:
        words = rule.words()
        if limited:  # another line says for whom
            words = words.replace(" for everyone", "")
        if isinstance(rule, LowHole):
            words = words.replace("lowest down card", "down card") if situation.down_cards == 1 else words
            words += " A joker in the hole makes no other card wild: it has no rank." if game.deck.jokers else ""
        if isinstance(rule, Jokers) and game.deck.jokers == 1:
            words = words.replace("Jokers are", "The joker is").replace("A joker", "The joker")
        if isinstance(rule, Cards) and rule.cards in stops:  # face up, these end the deal
            words = words.replace(", wherever it lies", " in the hole")
        lines.append(words)
    return lines


def _unwon_text(game: Game, declared: bool) -> list[str]:
    """Return what it takes to win a part of the pot, and where an unwon part goes."""
    lines = []
    for share in game.shares:
        if isinstance(share, SuitInHole):
            even = ", not even the only one to declare it" if declared else ""
            lines.append(f"Without such a {share.name} nobody wins that half{even}.")
        if share.unclaimed and share.unclaimed != "split":
            where = "stays for the next hand" if share.unclaimed == "next hand" else "goes to the other"
            lines.append(f"When nobody wins {share.prize()}, its part {where}.")
    if any(share.unclaimed == "ante and deal again" for share in game.shares):
        lines.append("When nobody wins any part, those still in ante again and are dealt new hands for the same pot.")
    if any(share.unclaimed == "split" for share in game.shares):
        lines.append("When nobody wins any part, those still in split the pot.")
    best = (share for share in game.shares if share.unclaimed == "best hand")
    lines += [f"When nobody wins any part, {share.prize()} takes the pot." for share in best]
    if any(isinstance(share, High) and share.hand == "set" for share in game.shares):
        lines.append("A player who sets aside no down card, or cards that the rest do not outrank, wins neither part.")
    return lines


#: The indexes of the steps that a line covers: a tuple for each repetition.
Turns = tuple[tuple[int, ...], ...]

#: The beginnings of sentences that are never shortened.
_NEVER_SHORTENED = ("Bet", "Then")

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
    """A step of the deal in words, with the ``bet`` that may follow; ``at`` are their indexes in the script."""

    text: str
    at: tuple[int, ...]
    bet: bool = False


def deal_lines(situation: Situation) -> list[DealLine]:
    """Return the deal of a game: a line for each step and the bets after it, with repeated steps only once."""
    game = situation.game
    lines: list[DealLine] = []
    if game.deck.strip or game.deck.jokers:
        lines.append(DealLine(_deck_text(game)))
    if game.layout.grid:
        lines.append(DealLine(game.layout.lay_text()))
    if situation.has_blinds:
        straddle = ", the third straddles for twice the big one" if game.blinds > 2 else ""
        lines.append(
            DealLine(
                f"The first two players to the dealer's left post the small and the big blind{straddle}. "
                "Of two players, the dealer posts the small one."
            )
        )
    elif game.blinds > 2:
        lines.append(DealLine("Nobody straddles: the stakes have no blinds."))
    if game.bomb_pot:
        lines.append(DealLine(f"A bomb pot: everyone antes {situation.ante}."))
    lines += _explained_once(_folded(_steps_text(situation)))
    if situation.shuffles:
        lines.append(DealLine("When the deck runs out, the discards are shuffled and dealt."))
    bets = len(situation.rounds)
    rounds = f"{sentence(count_word(bets))} betting round{'s' if bets != 1 else ''}, then the showdown."
    showdown = tuple(at for at, spec in enumerate(game.script) if isinstance(spec, Showdown))
    repeats = any(isinstance(spec, Repeat) for spec in game.script)
    if not isinstance(game.script[-2], Contest):
        lines.append(DealLine(rounds if bets and not repeats else "Then the showdown.", (showdown,)))
    # A share limited to one line names it itself.
    lines_free = game.layout.use != "any" or not all(share.line for share in game.shares)
    uses = (_use_text(game), game.layout.use_text(situation.split) if lines_free else "")
    lines += map(DealLine, filter(None, uses))
    return lines


def _steps_text(situation: Situation) -> list[_Step]:
    """Return the steps of the script but the showdown in words, each with the bet after it."""
    game = situation.game
    every = len(set(situation.openers)) == 1
    opening = iter(opening_text(situation))
    steps: list[_Step] = []
    paired = False
    ups = 0
    for at, spec in enumerate(game.script):
        if isinstance(spec, Bet):
            player, _, brings_in = next(opening).partition(", ")
            opens = f" ({player} {'brings in' if brings_in else 'opens'})" if spec.opener and not every else ""
            opens += f" at the {spec.tier} bet" if spec.tier and situation.stakes.limit == "fixed" else ""
            opens += ", or fold: nobody may check" if spec.bet_or_fold else ""
            before = steps.pop() if steps else _Step("", ())
            text = " ".join(filter(None, (before.text, f"Bet{opens}.", spec.conditions)))
            steps.append(_Step(text, (*before.at, at), bet=True))
        elif not isinstance(spec, Showdown):
            for _ in range(spec.openers):
                next(opening)
            if isinstance(spec, Declare) and not spec.names:
                spec = replace(spec, names=game.declares)
            # Once there are partners, a pair plays one hand.
            text = spec.words("team" if paired else "player")
            if isinstance(spec, Draw) and ups and spec.comes_down:
                text += " New cards come face down."
            steps.append(_Step(text, (at,)))
            paired = paired or isinstance(spec, Partners)
            ups = 0 if isinstance(spec, TurnDown) else ups + (0 if spec.shared else spec.ups)
    return steps


def _use_text(game: Game) -> str:
    """Return the limit on down cards as a sentence, which names the shares that it applies to if not all."""
    words = game.use.words()
    limited = [_prize(game, share) for share in game.shares if not share.hand]
    if not words or len(limited) == len(game.shares):
        return words
    return f"In {listing(limited)}, {words[0].lower()}{words[1:]}"


def opening_text(situation: Situation) -> list[str]:
    """Return the opener of each round of the script, as the end of a sentence.

    Without a bring-in in the stakes, the same card just opens; without up-cards, the dealer's left does either way.
    With several up-cards, the highest hand opens.
    """
    words = OPENERS if situation.stakes.bring_in else OPENERS | _WITHOUT_BRING_IN
    if not situation.up_cards_in_first_round:
        brings_in = ", with a bring-in" if situation.stakes.bring_in else ""
        words = words | dict.fromkeys(BROUGHT_IN, f"{OPENERS['left of dealer']}{brings_in}")
    openers = []
    shown = 0
    rounds = iter(situation.openers)
    for step in situation.game.script:
        for how in islice(rounds, step.openers):
            openers.append(words["high hand" if how == "high card" and shown > 1 else how])
        shown += step.ups
    return openers


def _deck_text(game: Game) -> str:
    """Return how the deck differs from the usual one, and which ranks of a stripped deck adjoin."""
    changes = []
    if game.deck.strip:
        changes.append(f"without {_stripped_text(game.deck.strip)}")
    if game.deck.jokers:
        changes.append(f"with {count_word(game.deck.jokers)} joker{'s' if game.deck.jokers > 1 else ''}")
    text = f"The deck: {len(game.deck.cards())} cards, {', '.join(changes)}."
    kept = _ranks_in(game)
    if not game.ranking.gap_straights or len(kept) < 5:
        return text
    low_ace = game.ranking.wheel and ACE in kept and kept[0] > 0 and len(kept) > 5
    ranks = [ACE, *kept] if low_ace else kept
    for at, (lower, upper) in enumerate(pairwise(ranks)):
        if upper > lower + 1 or lower == ACE:
            first = max(0, min(at - 2, len(ranks) - 5))
            straight = _figures(ranks[first : first + 5])
            text += f" {sentence(rank_word(lower))} and {rank_word(upper)} adjoin: {straight} is a straight."
    return text


def _ranks_in(game: Game) -> list[int]:
    """Return the ranks in the deck, the lowest first and the ace last."""
    return [rank for rank, letter in enumerate(RANKS) if letter not in game.deck.strip]


def _figures(ranks: Iterable[int]) -> str:
    """Return the ranks of a straight: ``A-6-7-8-9``."""
    return "-".join(map(rank_figure, ranks))


def _stripped_text(stripped: str) -> str:
    """Return ranks left out, ``8s, 9s and 10s``; four or more in a row as ``2 to 5``."""
    runs: list[list[int]] = []
    for rank in sorted(map(RANKS.index, stripped)):
        if runs and runs[-1][-1] + 1 == rank:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    words = (
        [f"{rank_figure(run[0])} to {rank_figure(run[-1])}"] if len(run) > 3 else map(rank_digits, run) for run in runs
    )
    return listing(chain.from_iterable(words))


def _folded(steps: list[_Step]) -> list[DealLine]:
    """Return a line for each step; repeated steps come once, followed by how often they repeat."""
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
            more = {2: "once more", 3: "twice more"}.get(times, f"{count_word(times - 1)} more times")
            if length == 1:
                block = [DealLine(f"{block[0].text} Then the same {more}.", block[0].steps)]
            else:
                block.append(DealLine(f"Then these {count_word(length)} steps {more}."))
        folded += block
        at = end
    return folded


def _explained_once(lines: list[DealLine]) -> list[DealLine]:
    """Return the lines, each explanation only once: a repeated step keeps its first clause and adds ``as before``."""
    explained: set[str] = set()
    shorter = []
    for line in lines:
        first, *others = re.split(r"(?<=[.;]) ", line.text)
        new = [text for text in others if text.startswith(_NEVER_SHORTENED) or text not in explained]
        explained.update(others)
        kept = f"{first[:-1]}, as before." if new != others and not first.startswith(_NEVER_SHORTENED) else first
        shorter.append(DealLine(" ".join((kept, *new)), line.steps))
    return shorter


def _repeats(steps: list[_Step]) -> tuple[int, int]:
    """Return the length of the first block of steps, and how often it repeats, chosen to save the most lines.

    A block of several steps ends with a bet, as a street does.
    """
    best, saved = (1, 1), 0
    texts = [(step.text, step.bet) for step in steps]
    for length in range(1, len(steps) // 2 + 1):
        if length > 1 and not steps[length - 1].bet:
            continue
        times = 1
        while texts[length * times : length * (times + 1)] == texts[:length]:
            times += 1
        if (times - 1) * length > saved:
            best, saved = (length, times), (times - 1) * length
    return best
