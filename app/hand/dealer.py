"""Actions of the dealer that are possible at any step: redeal, misdeal, split, recount, deck out, stray cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.cards.card import UNSEEN
from app.dataclass import dataclass, replace
from app.games.reasons import Reason
from app.games.steps.deal import Deal
from app.games.steps.interrupts import Redeal
from app.games.table import NamedWild
from app.hand.action import DEAL, DECK_OUT, MISDEAL, NAME_WILD, REDEAL, SPLIT, STACK, TURN_UP, Action
from app.hand.ask import RefusalError
from app.hand.betting.openers import PassedOut
from app.hand.betting.rounds import collect_bets, round_under_way
from app.hand.cards import check_new, give, left_in_deck, may_stray, not_yet_dealt, supply, turn_up
from app.hand.chips import freeze_earlier_bets, freeze_pots
from app.hand.result import Award, Result
from app.hand.settlement.judge import StaysInPot
from app.hand.settlement.pots import divide_among, pots_of, tie_order
from app.hand.state import State, out_of_the_hand
from app.hand.steps import kind_of
from app.hand.steps.deal import cards_due

#: The reason a hand ended without a showdown when the dealer called it void.
MISDEALT = Reason("misdeal")


def redeal(state: State) -> State:
    """Gather in the cards to deal again: the pot, blinds and legs stay, folded players stay out.

    An uncalled bet is returned, and what stays, such as blinds, is no longer matched by later bets, except in hands of
    version 0.3.
    """
    if not state.setup.from_0_3:
        if isinstance(state.frame.spec, Redeal):  # it may interrupt a round
            state = replace(state, frames=state.frames[:-1])
        if round_under_way(state):
            state = collect_bets(state, max(state.blinds_posted, default=0))
        state = freeze_pots(state, pots_of(state, cut_off=True))
    for seat in state.setup.seats:
        state = state.with_player(seat, bet=0, declared=None, shown=False, mucked=False, keeps=())
        state = state.with_player(seat, cards=(), set_aside=(), all_count=False, downs_dealt=0)
    clean = State(
        state.setup,
        state.players,
        carried=state.carried,
        antes=state.antes,
        dead_money=state.dead_money,
        decided=state.decided,
        announcements=state.announcements,
        count=state.count,
    )
    return clean.with_note(state.recall(PassedOut)).say(Reason("redealt", amount=state.pot))


def recount(state: State, seat: int, left: int) -> State:
    """Set a player's stack as the dealer counted it; an untracked stack is known from now on.

    Chips found with a player who was all in cannot win any bets of earlier rounds, except in hands of version 0.3.
    """
    player = state.players[seat]
    if not player.live:
        raise out_of_the_hand(state, seat)
    if left == player.stack:
        raise RefusalError("behind", seat, amount=left)
    counted = None if state.setup.stacks[seat] is None else player.stack
    missing = 0 if counted is None else counted - left
    state = freeze_earlier_bets(state) if player.all_in and not state.setup.from_0_3 else state
    state = state.with_player(seat, stack=left, missing=player.missing + missing, all_in=left == 0)
    return state.say(Reason("recounted", seat, amount=left, count=missing))


def misdeal(state: State) -> State:
    """Call the hand void: every chip goes back where it came from."""
    setup, returned = state.setup, []
    for seat, stack in enumerate(setup.stacks):
        player = state.players[seat]
        had = None if stack is None else stack - player.missing
        if chips := player.paid_in if had is None or player.stack is None else had - player.stack:
            returned.append((seat, chips))
        state = state.with_player(seat, stack=had, bet=0, committed=0, from_pot=0, all_in=False)
    result = Result(carried=setup.carried, why=MISDEALT, returned=tuple(returned))
    state = replace(state, carried=0, dead_money=(), decided=None, result=result)
    state = state.say(Reason("every chip goes back"))
    return state.say(StaysInPot(setup.carried)) if setup.carried else state


def name_wild(state: State, seat: int | None, cards: str) -> State:
    """Name the wild cards, for everyone or in addition for one seat, in a game where the table says what is wild.

    ``none`` for everyone also cancels the wild cards of each seat.
    """
    if not any(rule.you_judge for rule in state.game.wild):
        raise RefusalError("no wild cards to name")
    if seat is not None and not state.players[seat].live:
        raise out_of_the_hand(state, seat)
    named, text = state.recall(NamedWild), "" if cards == "none" else cards
    own = {other: theirs for other, theirs in named.own.items() if other != seat and (seat is not None or text)}
    if seat is not None and text:
        own[seat] = text
    now = NamedWild(named.everyone if seat is not None else text, own, ruled=True)
    if now == named:
        raise RefusalError("named as wild already")
    return state.with_note(now)


@dataclass(frozen=True, slots=True)
class CalledOut:
    """Whether the dealer has called the deck out in this deal."""

    called: bool = False


def call_deck_out(state: State) -> State:
    """Call the deck out; refused while the first cards are being dealt.

    The discards are shuffled in if they can supply the cards due now. Otherwise these are not dealt; if the house deals
    a common card from a short deck, the first call still leaves one card for it.
    """
    announced, due = len(state.announcements), cards_due(state)
    if state.streets < 2 and any(isinstance(frame.spec, Deal) and due for frame in state.frames):
        raise RefusalError("no first cards")
    state = supply(replace(state, cards_dealt=len(state.game.deck.cards()) + not_yet_dealt(state)), due)
    if 0 < due <= left_in_deck(state):
        return state
    if state.setup.house.short_deck == "common card" and not state.recall(CalledOut).called:
        state = replace(state, cards_dealt=state.cards_dealt - 1)
    state = state.with_note(CalledOut(True))
    for at in reversed(range(len(state.frames))):
        under_way, above = state.frames[: at + 1], state.frames[at + 1 :]
        if under_way[-1].begun and under_way[-1].memory is not None:
            state = kind_of(under_way[-1]).run_out(replace(state, frames=under_way))
            state = replace(state, frames=(*state.frames, *above))
    return state if len(state.announcements) > announced else state.say(Reason("deck is out"))


def stray_card(state: State, action: Action, refused: RefusalError) -> State:
    """Accept a refused card on the dealer's ruling; without one, refuse it as overrulable if a ruling could allow it.

    An extra card belongs to its player like any other, and a down card that was seen stays face up.
    """
    seat, dealt = action.about, action.verb == DEAL
    if action.verb not in (DEAL, TURN_UP) or seat is None or seat not in may_stray(state):
        raise refused
    if any(ask.action.verb == action.verb and ask.seat == seat for ask in kind_of(state.frame).prompt(state).asks):
        raise refused  # the step under way does ask for a card like this
    try:
        after = _one_more(state, seat, action) if dealt else turn_up(state, seat, action.cards)
    except RefusalError as problem:
        raise problem if action.ruling else refused from None
    if action.ruling:
        return after
    if refused.refusal.kind == "not now":
        raise RefusalError("no card due now" if dealt else "no card to turn up", seat, overrulable=True)
    refused.refusal = replace(refused.refusal, overrulable=True)
    raise refused


def _one_more(state: State, seat: int, action: Action) -> State:
    if len(action.cards) != 1 or not left_in_deck(state):
        raise RefusalError("no card due now", seat)
    check_new(state, action.cards)
    return give(state, seat, action.cards[0], up=action.cards[0] != UNSEEN)


def may_show_early(state: State) -> tuple[int, ...]:
    """Return the seats that may turn up their hands before the showdown: those still in, once nobody can bet."""
    return state.live if len(state.bettors) < 2 else ()


#: The reason a hand ended without a showdown when the players split the pot.
AGREED = Reason("agreed")


def split_as_agreed(state: State, parts: Sequence[tuple[int, int]]) -> State:
    """End the hand, dividing the pot as the players agreed: ``parts`` are seats with their chips."""
    named, sharing = [seat for seat, _ in parts], sharers(state)
    for seat in named:
        if seat not in sharing:
            raise out_of_the_hand(state, seat)
        if named.count(seat) > 1:
            raise RefusalError("player named twice", seat)
    total = sum(chips for _, chips in parts)
    if total != state.pot:
        raise RefusalError("parts do not make the pot", amount=total, most=state.pot)
    awards = tuple(Award(seat, chips, 0, "all", None, (AGREED,)) for seat, chips in parts if chips)
    return replace(state, result=Result(awards=awards, pots=(state.pot,), why=AGREED))


def sharers(state: State) -> tuple[int, ...]:
    """Return the seats that a split can give chips to: those still in, and the last player in any other pot."""
    return tuple(sorted(frozenset(state.live).union(*(pot.seats for pot in pots_of(state)))))


def even_parts(state: State) -> dict[int, int]:
    """Return each pot divided evenly among its seats, summed by seat; odd chips go by the house rule.

    If only blinds of players still in are in the pot, each takes back their own.
    """
    house, parts = state.setup.house, dict.fromkeys(sharers(state), 0)
    bets = {seat: state.players[seat].bet for seat in state.live}
    if state.blinds and sum(bets.values()) == state.pot and all(bets[seat] <= state.blinds[seat] for seat in bets):
        return {**parts, **bets}
    for pot in pots_of(state):
        # Down cards stay down: only up-cards can decide the odd chip.
        order = tie_order(state, {seat: state.players[seat].up for seat in sorted(pot.seats)})
        for seat, chips in divide_among(pot.amount, order, house.chip_unit).items():
            parts[seat] += chips
    return parts


#: What the dealer's actions do that are possible at any step, by verb.
AT_ANY_STEP: dict[str, Callable[[State, Action], State]] = {
    REDEAL: lambda state, _: redeal(state),
    MISDEAL: lambda state, _: misdeal(state),
    SPLIT: lambda state, action: split_as_agreed(state, action.parts),
    DECK_OUT: lambda state, _: call_deck_out(state),
    NAME_WILD: lambda state, action: name_wild(state, action.to, action.word),
    STACK: lambda state, action: recount(state, action.target, action.chips),
}
