"""Actions that the dealer may take at any step: a redeal, a misdeal, a recount, a deck called out, a stray card."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.cards.card import UNSEEN
from app.games.because import Because
from app.games.steps.deal import Deal
from app.games.steps.showdown import Showdown
from app.hand.action import DEAL, TURN_UP, Action
from app.hand.cards import check_new, give, left_in_deck, supply, turn_named
from app.hand.event import DeckShort, HasLeft, Redealt
from app.hand.refusal import Refusal
from app.hand.settlement.events import StaysInPot
from app.hand.state import Result, State
from app.hand.steps import kind_of
from app.hand.steps.deal import cards_due
from app.hand.turns import out_of_the_hand

#: Why a hand without a showdown has ended where the dealer has called it void.
MISDEALT = Because("misdeal")


def redeal(state: State) -> State:
    """Gather the cards in and deal again: the pot stays, folded players stay out."""
    players = tuple(
        replace(
            player,
            bet=0,
            cards=(),
            declared=None,
            shown=False,
            mucked=False,
            keeps=(),
            set_aside=(),
            downs_dealt=0,
        )
        for player in state.players
    )
    clean = State(
        state.setup,
        players,
        carried=state.carried,
        antes=state.antes,
        dead_money=state.dead_money,
        decided=state.decided,
        announcements=state.announcements,
        count=state.count,
    )
    return clean.announce(Redealt(state.pot))


def recount(state: State, seat: int, left: int) -> State | Refusal:
    """Set what a player has left, as the dealer has found it; a stack that is not tracked is known from now on."""
    player = state.players[seat]
    if not player.live:
        return out_of_the_hand(state, seat)
    if left == player.stack:
        return Refusal("behind", seat, amount=left)
    counted = None if state.setup.stacks[seat] is None else player.stack
    missing = 0 if counted is None else counted - left
    state = state.with_player(seat, stack=left, missing=player.missing + missing, all_in=left == 0)
    return state.announce(HasLeft(seat, left, missing))


def misdeal(state: State) -> State:
    """Call the hand void: every chip goes back where it came from."""
    setup, returned = state.setup, []
    for seat, stack in enumerate(setup.stacks):
        player = state.players[seat]
        had = None if stack is None else stack - player.missing
        if chips := player.committed if had is None or player.stack is None else had - player.stack:
            returned.append((seat, chips))
        state = state.with_player(seat, stack=had, bet=0, committed=0, all_in=False)
    result = Result(carried=setup.carried, why=MISDEALT, returned=tuple(returned))
    state = replace(state, carried=0, dead_money=(), decided=None, result=result)
    state = state.say(Because("every chip goes back"))
    return state.announce(StaysInPot(setup.carried)) if setup.carried else state


@dataclass(frozen=True, slots=True)
class CalledOut:
    """Whether the dealer has called the deck out in this deal."""

    said: bool = False


def call_deck_out(state: State) -> State | Refusal:
    """Return the state after the dealer has called the deck out; not while the first cards are dealt.

    The discards are shuffled in if the cards due now can come from them. Otherwise these do not come; the first time,
    one card is still found to be common, where the house has a common card for a short deck.
    """
    announced, due = len(state.announcements), cards_due(state)
    if state.streets < 2 and any(isinstance(frame.spec, Deal) and due for frame in state.frames):
        return Refusal("no first cards")
    state = supply(replace(state, cards_dealt=len(state.game.deck.cards())), due)
    if 0 < due <= left_in_deck(state):
        return state
    if state.setup.house.short_deck == "common card" and not state.recall(CalledOut).said:
        state = replace(state, cards_dealt=state.cards_dealt - 1)
    state = state.with_note(CalledOut(True))
    for at in reversed(range(len(state.frames))):
        under_way, above = state.frames[: at + 1], state.frames[at + 1 :]
        if under_way[-1].begun and under_way[-1].memory is not None:
            state = kind_of(under_way[-1]).run_out(replace(state, frames=under_way))
            state = replace(state, frames=(*state.frames, *above))
    return state if len(state.announcements) > announced else state.announce(DeckShort("called out"))


def stray_card(state: State, action: Action, refused: Refusal) -> State | Refusal:
    """Return the state after a refused card that stands by the dealer's ruling; else the refusal, as far as it goes.

    One too many belongs to its player like any other, and a down card that has been seen lies face up from then on.
    """
    seat = action.about
    if action.verb not in (DEAL, TURN_UP) or seat is None or not _may_stray(state, seat, action.verb):
        return refused
    after = _one_more(state, seat, action) if action.verb == DEAL else turn_named(state, seat, action.cards)
    if isinstance(after, Refusal):
        return after if action.ruling else refused
    if action.ruling:
        return after
    if refused.kind == "not now":
        return Refusal("no card due now" if action.verb == DEAL else "no card to turn up", seat, overrulable=True)
    return replace(refused, overrulable=True)


def may_stray(state: State, seat: int) -> bool:
    """Return whether a seat may come by a card, or show one, that nobody asks for: its hand lies as it was dealt."""
    player = state.players[seat]
    laid_out = player.shown or player.set_aside or any(spec.builds for spec in state.game.script)
    return player.live and bool(player.cards) and not laid_out and not isinstance(state.frame.spec, Showdown)


def _may_stray(state: State, seat: int, verb: str) -> bool:
    """Return whether the step under way does not ask for such a card of the seat itself."""
    asked = any(ask.action.verb == verb and ask.seat == seat for ask in kind_of(state.frame).prompt(state).asks)
    return may_stray(state, seat) and not asked


def _one_more(state: State, seat: int, action: Action) -> State | Refusal:
    if len(action.cards) != 1 or not left_in_deck(state):
        return Refusal("no card due now", seat)
    card = action.cards[0]
    return check_new(state, action.cards) or give(state, seat, card, up=card != UNSEEN)
