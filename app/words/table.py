"""The words on the table itself: beside chips, pots and the cards in the middle; and the line of the rule sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from app.games.sheet import Section
from app.games.steps.bet import Bet
from app.games.steps.showdown import Showdown
from app.hand.state import State
from app.text import sentence
from app.words.because import board_name, pot_name
from app.words.speaker import Speaker


def bet_text(chips: int, made: str) -> str:
    """Return the label of a player's bet: ``Bet 4``, ``Called 4``, ``Raised to 8``."""
    verb = {"bet": "Bet", "call": "Called", "raise": "Raised to"}[made]
    return f"{verb} {chips}"


def drew_text(cards: int) -> str:
    """Return how many cards a player drew: ``drew 2``, ``pat``."""
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
    """Return who won, as players say it: ``Dee wins 63``, ``Hal wins 207, Ann 104``; ``Fay scoops 42``.

    To scoop is to win everything if there is more than one share. Empty if nobody wins.
    """
    if not pushes:
        return ""
    (name, chips), *others = pushes
    verb = "scoops" if shares > 1 and not others else "wins"
    return ", ".join([f"{name} {verb} {chips}", *(f"{other} {amount}" for other, amount in others)])


def part_label(share: str, shares: int, pots: Sequence[str], all_pots: int) -> str:
    """Return which part of the chips somebody won, given the shares and pots: ``High half``, ``Low, side pot``.

    Empty for a player who won in all pots of a hand with one share.
    """
    half = f"{share} half" if shares == 2 and share else share if shares > 1 else ""
    where = "" if len(pots) == all_pots else " and ".join(pots) if len(pots) < 3 else f"{len(pots)} pots"
    return sentence(", ".join(filter(None, (half, where.lower() if half else where))))


def moved_chips(chips: Mapping[str, int]) -> str:
    """Return which chips move: ``20 from Bob to Cy``; if several players give or get chips, who does."""
    everywhere = {**chips, "the pot": -sum(chips.values())}
    given = [(name, -amount) for name, amount in everywhere.items() if amount < 0]
    got = [(name, amount) for name, amount in everywhere.items() if amount > 0]
    if not given:
        return "no chips move"
    if len(given) == len(got) == 1:
        return f"{got[0][1]} from {given[0][0]} to {got[0][0]}"
    return ", ".join([f"{amount} back from {name}" for name, amount in given] + [f"{n} to {name}" for name, n in got])


def everyone_or(names: Sequence[str], left: int) -> str:
    """Return who can win a pot: their names, or ``everyone`` if they are all who are left."""
    return "everyone" if len(names) == left else ", ".join(names)


def middle_label(offered: bool, cards: int) -> str:
    """Return the label of the cards in the middle: common to all, or ``offered`` to be taken."""
    if offered:
        return "To be taken"
    return "Common card" if cards == 1 else "Common cards"


def run_words(what: str, names: Sequence[str]) -> str:
    """Return what several players do in a row, with their names: ``2 fold: Ann, Bob``."""
    return f"{len(names)} {what}{'s' if len(names) == 1 else ''}: {', '.join(names)}"


#: The verb for everyone giving an answer of this manner, if its name does not say it.
_ALL = {"no thanks": "decline", "stands": "stand", "has none": "have none"}


def all_text(what: str, count: int) -> str:
    """Return what everyone still asked does: ``All 4 call``, ``All 3 decline``."""
    return f"All {count} {_ALL.get(what, what)}"


def ruling_text(
    share: str, winners: Sequence[Sequence[int]], asked: int | None, tie: Sequence[int], speaker: Speaker
) -> str:
    """Return whom to tap next while the dealer rules who wins the pot, or a ``share`` of it; else the result.

    ``winners`` are those of each pot as ruled so far, ``asked`` is the number of the pot to be ruled on now; in a
    ``tie``, the player tapped next ties with these players.
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
    """Return the name of one of ``pots`` pots, or of a share of it: ``the high of the side pot``."""
    pot = pot_name(number, pots) if pots > 1 else "the pot"
    if not share:
        return pot
    return f"the {share} of {pot}" if pots > 1 else f"the {share}"


def _wins(winners: Sequence[int], prize: str, speaker: Speaker) -> str:
    who = speaker.listed(winners) if winners else "Nobody"
    return f"{who} {'win' if len(winners) > 1 else 'wins'} {prize}"


class Place(NamedTuple):
    """A line of a rule sheet, by the numbers of its section and line, and how far the hand has come there."""

    section: int
    line: int
    words: str


def place_in(sheet: Sequence[Section], state: State) -> Place | None:
    """Return the line of the sheet that the hand is at; None once it is over."""
    if state.result is not None:
        return None
    step = max(state.next_step - 1, 0)
    for number, section in enumerate(sheet):
        for line, turns in enumerate(section.steps):
            for steps in turns:
                if step in steps:
                    return Place(number, line, _words(state, step, steps))
    return None


def _words(state: State, step: int, steps: Sequence[int]) -> str:
    """Return the street, and whether it has reached its bets: ``Fourth street, the bets``."""
    script = state.game.script
    if isinstance(script[step], Showdown):
        return "The showdown"
    street = state.frames[0].label
    bets = any(isinstance(script[at], Bet) for at in steps)
    if not bets or len(steps) == 1:
        return street
    return f"{street}, {'the bets' if isinstance(script[step], Bet) else 'the cards'}"
