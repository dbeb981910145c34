"""What the rules have no button for: chips that were miscounted, a bet of any size, a fold out of turn."""

from __future__ import annotations

from app.hand.action import BET, FOLD, STACK, Action
from app.hand.ask import Ask, Prompt, TakesAmount
from app.hand.betting.rounds import round_of, round_under_way
from app.hand.notation import write_action, write_ask
from app.hand.play import play
from app.hand.refusal import Refusal
from app.hand.state import State
from app.web.pad.focus import Focus, focus_text
from app.web.pad.parts import Button, Pad, Range
from app.words import Speaker, ask_label, prompt_label

#: The way to look at a seat that shows this pad, beside the ways to answer.
OUT_OF_ORDER = 99

#: The same for whoever is asked then: for the menu, which stays as it is while the hand goes on.
FOR_ANYBODY = focus_text(OUT_OF_ORDER, OUT_OF_ORDER)


def out_of_order_button(seat: int | None) -> Button:
    """Return the button that leads to this pad for a seat."""
    return Button("Out of order", arm=focus_text(seat, OUT_OF_ORDER))


def fold_out_of_turn(state: State, asked: Prompt, seat: int) -> tuple[Button, ...]:
    """Return the button with which a seat folds before its turn; none where it cannot."""
    fold = Action(FOLD, seat, ruling=True)
    if round_under_way(state) is None or seat == asked.seat or isinstance(play(state, fold), Refusal):
        return ()
    return (Button(f"{state.name(seat)} folds out of turn", write_action(fold), tone="fold"),)


def out_of_order_pad(state: State, asked: Prompt, focus: Focus) -> Pad:
    """Return what the dealer may let stand of one player; a bet that the rules advise against is then refused first."""
    seat = next(seat for seat in (focus.arm, asked.seat, *state.live) if seat is not None and seat in state.live)
    speaker, player = Speaker(state.setup.names), state.players[seat]
    stack = Ask(Action(STACK, to=seat), TakesAmount(0, None))
    ranges = [Range("Chips left", write_ask(stack), 0, None)]
    if round_under_way(state) and player.can_bet:
        level = round_of(state).level
        most = None if player.stack is None else player.bet + player.stack
        if most is None or most > level:
            bet = Ask(Action(BET, seat), TakesAmount(level + 1, most), manner="raise to" if level else "bet")
            ranges.insert(0, Range(ask_label(bet, speaker), write_ask(bet), level + 1, most))
    others = {other: focus_text(other, OUT_OF_ORDER) for other in state.live if other != seat}
    return Pad(
        "bet",
        prompt_label(asked, speaker),
        f"{player.name}, out of order",
        seat,
        modes=(Button("Back", arm=str(seat)),),
        choices=fold_out_of_turn(state, asked, seat),
        ranges=tuple(ranges),
        armable=others,
    )
