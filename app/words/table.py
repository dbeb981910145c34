"""The words on the table: beside bets, pots and the cards in the middle, what is wild, and the place in the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from app.dataclass import dataclass
from app.games.rules.wild import Clause, RankName, WildNews
from app.games.sheet import Section
from app.games.steps.bet import Bet
from app.games.steps.showdown import Showdown
from app.hand.ask import Place
from app.hand.state import State
from app.hand.view import MiddleServes
from app.text import sentence
from app.words.reasons import board_name, pot_name, reason_sentence, reason_text
from app.words.speaker import Speaker


def place_text(place: Place | None, speaker: Speaker) -> str:
    """Return the place of a card, as words to follow its name: ``is Bob's up-card``."""
    if place is not None and place.seat is not None:
        return f"is {speaker.name(place.seat)}'s {'up-card' if place.up else 'down card'}"
    return "lies in the middle" if place is not None and place.in_middle else "is out of play"


def bet_text(chips: int, made: str) -> str:
    """Return the label of a player's bet: ``Bet 4``, ``Called 4``, ``Raised to 8``, ``Posted 2``."""
    verb = {"bet": "Bet", "call": "Called", "raise": "Raised to", "post": "Posted"}[made]
    return f"{verb} {chips}"


def drew_text(cards: int) -> str:
    """Return the mark of a player who drew cards, or none: ``drew 2``, ``pat``."""
    return f"drew {cards}" if cards else "pat"


def tally_marks(legs: int, matched: int) -> tuple[str, ...]:
    """Return a player's tally over the deals of a hand, as marks on the seat: ``2 legs``, ``paid 12 in all``."""
    won = [f"{legs} leg{'s' if legs > 1 else ''}"] if legs else []
    return (*won, f"paid {matched} in all") if matched else tuple(won)


def pot_label(number: int, pots: int, first_board: int = 0) -> str:
    """Return the name of one of ``pots`` pots in a list: ``Main pot``, ``Side pot``, ``Side pot 2``.

    In a hand run twice, ``first_board`` of them are on the first board: ``First board``, ``Side pot, board 2``.
    """
    if not first_board:
        return sentence(pot_name(number, pots).removeprefix("the "))
    board = 1 if number < first_board else 2
    number, pots = (number, first_board) if board == 1 else (number - first_board, pots - first_board)
    return (
        sentence(board_name(board).removeprefix("the ")) if pots == 1 else f"{pot_label(number, pots)}, board {board}"
    )


def winners_text(pushes: Sequence[tuple[str, int]], shares: int) -> str:
    """Return the winners, as players say it: ``Dee wins 63``, ``Hal wins 207, Ann 104``; ``Fay scoops 42``.

    A single winner of more than one share scoops. Empty if there are no winners.
    """
    if not pushes:
        return ""
    (name, chips), *others = pushes
    verb = "scoops" if shares > 1 and not others else "wins"
    return ", ".join([f"{name} {verb} {chips}", *(f"{other} {amount}" for other, amount in others)])


def part_label(share: str, shares: int, pots: Sequence[str], all_pots: int) -> str:
    """Return which part of the chips a player won, given the shares and pots: ``High half``, ``Low, side pot``.

    Empty for a player who won in all pots of a hand with one share.
    """
    half = f"{share} half" if shares == 2 and share else share if shares > 1 else ""
    where = "" if len(pots) == all_pots else " and ".join(pots) if len(pots) < 3 else f"{len(pots)} pots"
    return sentence(", ".join(filter(None, (half, where.lower()))))


def moved_chips(chips: Mapping[str, int]) -> str:
    """Return how chips move: ``20 from Bob to Cy``, or ``20 back from Bob, 15 to Cy, 5 to Dee`` among several."""
    everywhere = {**chips, "the pot": -sum(chips.values())}
    given = [(name, -amount) for name, amount in everywhere.items() if amount < 0]
    got = [(name, amount) for name, amount in everywhere.items() if amount > 0]
    if not given:
        return "no chips move"
    if len(given) == len(got) == 1:
        return f"{got[0][1]} from {given[0][0]} to {got[0][0]}"
    return ", ".join([f"{amount} back from {name}" for name, amount in given] + [f"{n} to {name}" for name, n in got])


def everyone_or(names: Sequence[str], left: int) -> str:
    """Return the players who can win a pot: their names, or ``everyone`` for all who are ``left``."""
    return "everyone" if len(names) == left else ", ".join(names)


def middle_label(serves: MiddleServes, cards: int) -> str:
    """Return the label of the cards in the middle, by what they are for."""
    match serves:
        case "common":
            return "Common card" if cards == 1 else "Common cards"
        case "for nobody":
            return "Centre card" if cards == 1 else "Centre cards"
    return sentence(serves)


def grouped_text(what: str, names: Sequence[str]) -> str:
    """Return the words for several players who do the same in a row: ``2 fold: Ann, Bob``."""
    return f"{len(names)} {what}{'s' if len(names) == 1 else ''}: {', '.join(names)}"


#: The verbs for answers by everyone, by manner; the other manners are verbs themselves.
_ALL = {"no thanks": "decline", "stands": "stand", "has none": "have none", "mucks": "muck"}


def all_text(what: str, count: int) -> str:
    """Return the words for the same answer by everyone still asked: ``All 4 call``, ``All 3 decline``."""
    return f"All {count} {_ALL.get(what, what)}"


def ruling_text(
    share: str, winners: Sequence[Sequence[int]], asked: int | None, tie: Sequence[int], speaker: Speaker
) -> str:
    """Return whom to tap next while the dealer rules on the winners of a ``share`` or the pot; at the end, the winners.

    ``winners`` are those of each pot as ruled so far, ``asked`` is the number of the pot to be ruled on now. The player
    tapped next ties with the players in ``tie``, if any.
    """
    pots = len(winners)
    if tie:
        return f"Tap who ties with {speaker.listed(tie)}"
    if asked is not None:
        return f"Who wins {_prize(share, asked, pots)}? Tap the winner"
    if len({tuple(won) for won in winners}) == 1:
        prize = f"the {share}" if share else "the pot" if pots == 1 else "every pot"
        return _wins(winners[0], prize, speaker)
    return ". ".join(_wins(won, _prize(share, number, pots), speaker) for number, won in enumerate(winners))


def _prize(share: str, number: int, pots: int) -> str:
    """Return the name of one of ``pots`` pots, or of a share of it: ``the high in the side pot``."""
    pot = pot_name(number, pots) if pots > 1 else "the pot"
    if not share:
        return pot
    return f"the {share} in {pot}" if pots > 1 else f"the {share}"


def _wins(winners: Sequence[int], prize: str, speaker: Speaker) -> str:
    who = speaker.listed(winners) if winners else "Nobody"
    return f"{who} {'win' if len(winners) > 1 else 'wins'} {prize}"


class SheetPlace(NamedTuple):
    """The place of a hand in a rule sheet: the numbers of the section and the line, and the street in words."""

    section: int
    line: int
    words: str


def sheet_place(sheet: Sequence[Section], state: State) -> SheetPlace | None:
    """Return the place of a hand in its rule sheet; None once the hand is over."""
    if state.result is not None:
        return None
    step = max(state.next_step - 1, 0)
    for number, section in enumerate(sheet):
        for line, turns in enumerate(section.steps):
            for steps in turns:
                if step in steps:
                    return SheetPlace(number, line, _words(state, step, steps))
    return None


def _words(state: State, step: int, steps: Sequence[int]) -> str:
    """Return the street, and whether its cards or its bets are under way: ``Fourth street, the bets``."""
    script = state.game.script
    if isinstance(script[step], Showdown):
        return "The showdown"
    street = state.frames[0].label
    bets = any(isinstance(script[at], Bet) for at in steps)
    if not bets or len(steps) == 1:
        return street
    return f"{street}, {'the bets' if isinstance(script[step], Bet) else 'the cards'}"


@dataclass(frozen=True, slots=True)
class WildLine:
    """The cards that are wild now: ``text`` in full, and ``main`` without the reason (``why``) at its end."""

    text: str
    main: str
    why: str = ""
    nothing: bool = False


def wild_line(says: Iterable[WildNews], next_up: bool, speaker: Speaker) -> str:
    """Return the wild line: ``5s and 10s are wild``, ``Sevens are wild (followed Bob's queen)``."""
    return wild_text(says, next_up, speaker).text


def wild_text(says: Iterable[WildNews], next_up: bool, speaker: Speaker) -> WildLine:
    """Return the wild line, with the reason split off if there is a single one at its end."""
    says = tuple(says)
    reasons = [saying.reason for saying in says if saying.reason is not None]
    final = says[-1].reason if says and not next_up and len(reasons) == 1 else None
    clauses: list[str] = []
    for saying in says:
        if saying.clause:
            clauses.append(_clause(saying.clause, speaker))
        elif saying.reason is not None:
            why = "" if saying.reason is final else speaker.aside(reason_text(saying.reason, speaker))
            clauses.append(f"{speaker.nouns(saying.names)} {'too' if clauses else 'are wild'}{why}")
        else:
            clauses.append(f"{speaker.nouns(saying.names)} {'is' if saying.single else 'are'} wild")
    if next_up:
        clauses.append("next up-card is wild")
    main = sentence(speaker.joined(clauses) or "nothing wild")
    why = speaker.aside(reason_text(final, speaker)) if final is not None else ""
    return WildLine(main + why, main, why.strip(), nothing=not clauses)


def wild_news(news: WildNews, speaker: Speaker) -> str:
    """Return the announcement of a change in the wild cards."""
    over = f"{speaker.nouns(news.over)} are {'no longer wild' if news.next_up else 'dead'}" if news.over else ""
    if news.next_up and news.reason is not None:
        after = ", ".join(filter(None, (over, "next up-card is wild")))
        return f"{reason_sentence(news.reason, speaker)}: {after}"
    why = reason_text(news.reason, speaker) if news.reason is not None else ""
    if news.clause:
        text = _clause(news.clause, speaker)
    elif news.none_follows:
        text = f"{', '.join(filter(None, (over, 'nothing wild follows')))}: {why}"
    elif not news.names:
        text = f"{over}: {why}"
    else:
        text = _now_wild(news, speaker) + (speaker.aside(why) if why else "")
    return sentence(text)


def _now_wild(news: WildNews, speaker: Speaker) -> str:
    text = f"{speaker.nouns(news.names)} {'is' if news.single else 'are'} wild"
    if news.seat is not None:
        text += f" for {speaker.name(news.seat)}"
    return f"{text}, {speaker.nouns(news.over)} no longer" if news.over else text


def _clause(clause: Clause, speaker: Speaker) -> str:
    """Return a clause in words; adjacent ranks in it are listed."""
    words: list[str] = []
    ranks: list[RankName] = []
    for noun in (*clause, ""):
        if isinstance(noun, tuple):
            words.append(speaker.nouns(noun))
            continue
        if isinstance(noun, RankName):
            ranks.append(noun)
            continue
        if ranks:
            words.append(speaker.nouns(ranks))
            ranks = []
        words.append(noun)
    return " ".join(filter(None, words))
