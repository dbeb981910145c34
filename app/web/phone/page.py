"""Everything that a player's phone renders, in one documented value: one seat's own view of the night, and no more."""

from __future__ import annotations

from dataclasses import dataclass

from app import night as store
from app.hand.ask import Ask
from app.hand.play import prompt
from app.hand.settlement.summary import SettlementView
from app.hand.spoken import listed
from app.hand.view import SPECTATOR, View, Viewer, view
from app.night import Broken, Hand, LiveHand, Night, Seat, SeatInfo
from app.web.table.board import Board, Lying, board

#: What a bid may well be, above the least.
_STEPS = (0, 1, 2, 4, 9)


@dataclass(frozen=True, slots=True)
class Headline:
    """The one thing to know now. ``mine``: it is about this player; ``call`` names what is waited for from them."""

    title: str
    text: str = ""
    mine: bool = False
    call: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer that posts at once; ``pressed`` is the one that was given."""

    label: str
    action: str
    pressed: bool


@dataclass(frozen=True, slots=True)
class Question:
    """What the player answers under the seal: ``number`` is the question's, ``text`` what it is about where that needs
    words. ``ranges`` are asks for an amount, ``presets`` amounts that are worth a button.

    ``said`` is the answer given, in a sentence, and ``done`` says no more than that there is one; both are empty
    before. ``state`` is another text whenever any of this is another.
    """

    number: int
    title: str
    text: str
    choices: tuple[Choice, ...]
    presets: tuple[Choice, ...]
    ranges: tuple[Ask, ...]
    done: str
    said: str
    state: str


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """A phone. ``at`` is where the night stood when this was made, as the live feed has it; ``hand`` the hand's id.

    ``me`` is None where this player is not in the hand, ``board`` where there is none. ``stack`` is None where chips
    are not tracked, ``to_call`` where no bet is made or this player makes none. ``last`` says who won the hand before.
    """

    key: str
    at: str
    hand: int
    info: SeatInfo
    headline: Headline
    board: Board | None = None
    me: Lying | None = None
    others: tuple[Lying, ...] = ()
    stack: int | None = None
    to_call: int | None = None
    question: Question | None = None
    last: str = ""
    over: bool = False


def own_seat(key: str, seat: Seat) -> OwnSeat:
    """The phone of a seat as it is now, under the address by which it was asked for."""
    night = store.night_of_seat(seat)
    at = store.night_version(night.id)  # read first: a screen may think itself older than it is, never newer
    info = next(one for one in store.seats(night, with_left=True) if one.id == seat.id)
    hand = None if night.ended_at or info.left else store.current_hand(night)
    if hand is None:
        return _between(key, night, at, info)
    found = store.live_hand(hand.id)
    if isinstance(found, Broken):
        headline = Headline("The dealer is mending this hand", "It goes on in a moment.")
        if found.live is None:
            return OwnSeat(key, at, hand.id, info, headline, stack=info.stack)
        return _at_hand(key, at, info, found.live, headline)
    return _at_hand(key, at, info, found)


def _at_hand(key: str, at: str, info: SeatInfo, live: LiveHand, mending: Headline | None = None) -> OwnSeat:
    state, ids = live.state, live.hand.seat_ids
    mine = ids.index(info.id) if info.id in ids else None
    seen = view(state, SPECTATOR if mine is None else Viewer("player", mine))
    found = board(seen)
    me = None if mine is None else found.seats[mine]
    question = None if mending or mine is None else _question(live, seen, mine)
    betting = seen.prompt.kind == "bet" and me is not None and me.of.status == "in"
    asked = {ask.seat for ask in prompt(state).asks}
    waiting = sum(not one.answered for one in seen.seats if one.seat in asked)
    return OwnSeat(
        key=key,
        at=at,
        hand=live.hand.id,
        info=info,
        headline=mending or _headline(live, seen, me, question, waiting),
        board=found,
        me=me,
        others=found.seats if mine is None else (*found.seats[mine + 1 :], *found.seats[:mine]),
        stack=info.stack if me is None else me.of.stack,
        to_call=me.of.to_call if me is not None and betting else None,
        question=question,
        over=live.over,
    )


def _headline(live: LiveHand, seen: View, me: Lying | None, question: Question | None, waiting: int) -> Headline:
    asked = seen.prompt
    if seen.settlement is not None:
        return _outcome(seen.settlement, me.of.name if me else "")
    if store.open_question(live) is not None:
        still = f"{waiting} still to come"
        if question is None:
            return Headline(asked.label, still)
        if question.done:
            return Headline(still, "Shown when all are in.")
        return Headline(f"{question.title} now", still, True, f"{live.hand.id}.{question.number}")
    if me is None and seen.to_act is None:
        return Headline("You are not in this hand", asked.text)
    if seen.to_act is None:
        return Headline(asked.label, asked.text)
    if me is not None and me.of.turn:
        cost = f"{me.of.to_call} to call" if me.of.to_call else "Nothing to call"
        text = cost if asked.kind == "bet" else asked.text
        return Headline("Your turn", text, True, f"{live.hand.id}.{len(live.actions)}")
    text = asked.text
    if asked.kind == "bet":
        text = f"{me.of.to_call} to call for you" if me is not None and me.of.to_call else ""
    return Headline(f"{seen.seats[seen.to_act].name}'s turn", text)


def _outcome(settled: SettlementView, name: str) -> Headline:
    """What a hand that is over brought this player, or else whom."""
    own = sum(amount for winner, amount in settled.pushes if winner == name)
    if own:
        return Headline(f"You get {own}", mine=True)
    if len(settled.pushes) > 2:
        return Headline(f"{listed([winner for winner, _ in settled.pushes])} win")
    if settled.pushes:
        return Headline(" and ".join(f"{winner} gets {amount}" for winner, amount in settled.pushes))
    if settled.why == "misdeal":
        return Headline("Misdeal", "Every chip goes back.")
    return Headline(f"{settled.carried} stays in the pot", "It is played for in the next hand.")


def _question(live: LiveHand, seen: View, seat: int) -> Question | None:
    number, asked = store.open_question(live), seen.prompt
    if number is None or not asked.asks:
        return None
    given, answer = store.sealed_answer(live, seat, number), seen.seats[seat].answer
    declaring = asked.kind == "declare"
    ranges = tuple(ask for ask in asked.asks if ".." in ask.action)
    choices = tuple(Choice(one.label, one.action, one.action == given) for one in asked.asks if one not in ranges)
    presets = tuple(Choice(label, action, action == given) for ask in ranges for label, action in _amounts(ask))
    label = next((one.label for one in choices if one.pressed), answer)
    said = f"You declared {label}" if declaring else f"You {answer}" if answer.startswith("bid") else "You bid nothing"
    return Question(
        number=number,
        title="Declare" if declaring else "Bid",
        text="" if declaring else asked.text,
        choices=choices,
        presets=presets,
        ranges=ranges,
        done=("Declared" if declaring else "Answered") if given else "",
        said=said if given else "",
        state=f"{live.hand.id}.{number}.{given}",
    )


def _amounts(ask: Ask) -> list[tuple[str, str]]:
    """The amounts of a range that are worth a button, each with its action."""
    least = ask.low or 0
    start = ask.action.rpartition(" ")[0]
    amounts = [least + more for more in _STEPS if ask.high is None or least + more <= ask.high]
    presets = ask.presets or tuple((f"{ask.label} {amount}", amount) for amount in amounts)
    return [(label, f"{start} {amount}") for label, amount in presets]


def _between(key: str, night: Night, at: str, info: SeatInfo) -> OwnSeat:
    """No hand is on the table, or this player has gone home."""
    if info.left:
        headline = Headline("You have left the table", "Good night.")
    elif night.ended_at:
        headline = Headline("The night is over", "Good night.")
    else:
        dealer = next((one for one in store.seats(night) if one.dealer), None)
        deals = "You deal next" if dealer and dealer.id == info.id else f"{dealer.name} deals next" if dealer else ""
        headline = Headline(deals or "No hand yet", _why_out(info, night) or "The next game has not been called yet.")
    hand = store.last_hand(night)
    return OwnSeat(key, at, 0, info, headline, stack=info.stack, last=_winners(hand))


def _why_out(info: SeatInfo, night: Night) -> str:
    """Why the next hand is dealt without this player; empty when it is not."""
    if info.sitting_out:
        return "You are sitting out. Tell the dealer when you are back."
    if night.tracked and not info.stack:
        return "You have no chips. Buy more from the dealer to be dealt in."
    return ""


def _winners(hand: Hand | None) -> str:
    """Who won a hand, in words; empty where it has not come to an end."""
    won = (hand.outcome or {}).get("winners", []) if hand is not None else []
    return ", ".join(f"{name} got {amount}" for name, amount in won)
