"""A hand from one player's point of view: their options on their turn, and their result."""

from __future__ import annotations

from app.hand.ask import Question
from app.hand.dealer import MISDEALT
from app.hand.result import Result
from app.hand.view import View
from app.words.reasons import reason_sentence
from app.words.speaker import Speaker
from app.words.table import winners_text


def own_bet_text(asked: Question, to_call: int) -> str:
    """Return the options of the player to act; empty if they have chips ``to_call``."""
    if asked.kind == "brings in":
        return f"Bring in {asked.amount}, or complete it"
    if asked.kind == "may bring in":
        return f"Bring in {asked.amount}, complete it or fold"
    if to_call:
        return ""
    return f"Nothing to call, {asked.word} or better opens" if asked.kind == "may open" else "Nothing to call"


def own_result(view: View, seat: int | None, net: int | None, speaker: Speaker) -> tuple[str, str]:
    """Return the result of a settled hand for the player in this seat, as a title and further words.

    ``net`` is their profit in chips, negative for a loss, None if chips are not tracked: ``You win 42``, ``with a
    flush, ace high``; ``You lost 11``, ``Dee wins 63 with a pair of jacks``. A player who wins less than they put in
    has lost the rest.
    """
    result = view.settlement or Result()
    if result.why == MISDEALT:
        chips = dict(result.returned).get(seat, 0) if seat is not None else 0
        back = f"You {'get' if chips > 0 else 'give'} {abs(chips)} back." if chips else "Every chip goes back."
        return "Misdeal", back
    if not result.pushes:
        why = reason_sentence(result.why, speaker) if result.why else ""
        stays = f"{result.carried} stays in the pot", "It will be played for in the next hand."
        return stays if result.carried else ("No chips move", why)
    won = dict(result.pushes).get(seat, 0) if seat is not None else 0
    others = [(speaker.name(winner), amount) for winner, amount in result.pushes if winner != seat]
    shares = len({award.share for award in result.awards})
    also = winners_text(others, 1 if won else shares)
    if won:
        what = _winning_hand(view, seat, speaker)
        if net is not None and net < 0:
            return f"You lost {-net}", ". ".join(filter(None, (f"You get {won} {what}".rstrip(), also)))
        title = f"You {'win' if others or shares == 1 else 'scoop'} {won}"
        return title, ". ".join(filter(None, (what, also)))
    if len(others) == 1:
        also = f"{also} {_winning_hand(view, result.pushes[0][0], speaker)}".rstrip()
    if not net:
        return also, ""
    return f"You lost {-net}" if net < 0 else f"You won {net}", also


def own_chips(won: int, net: int) -> str:
    """Return the chips that a winner put in, and the profit: ``You put in 11: 31 up``; empty for a loss.

    A player who has also won contests within the hand may have put in none of their own: ``You are 31 up``.
    """
    if not won or net < 0:
        return ""
    return f"You are {net} up" if net > won else f"You put in {won - net}: {f'{net} up' if net else 'even'}"


def _winning_hand(view: View, seat: int | None, speaker: Speaker) -> str:
    """Return the hands that a player won with, in their short form; empty if they were not shown."""
    if view.settlement is None or seat is None:
        return ""
    won = view.settlement.hands(seat)
    short = [next((name for name in view.seats[seat].hands if hand.text.startswith(name.text)), hand) for hand in won]
    return f"with {speaker.hands(short, articles=True)}" if short else ""
