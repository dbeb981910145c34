"""Cards set apart as a second hand, and a pot that is played for with them alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import cast

from app.cards.card import UNSEEN
from app.games.rules.wild import listing
from app.games.steps import cards_word, count_word
from app.games.steps.hands import PlayForPot, SetApart
from app.games.steps.interrupts import Redeal
from app.hand.action import Action, seat_text
from app.hand.ask import Ask, Prompt
from app.hand.cards import check_new, read_cards, throw
from app.hand.chips import pay_dead
from app.hand.refusal import Refusal
from app.hand.settlement.judge import judge_sets
from app.hand.state import Award, State
from app.hand.steps import StepKind, plays
from app.ranking import show_high


def set_apart(state: State, seat: int, words: tuple[str, ...], count: int) -> State | Refusal:
    """The state with a seat's second hand set apart; unseen cards may be set unnamed."""
    player = state.players[seat]
    cards = read_cards(words)
    if isinstance(cards, Refusal):
        return cards
    if len(cards) != count:
        return Refusal(f"{player.name} sets {cards_word(count)} apart, not {len(cards)}")
    named = [card for card in cards if card != UNSEEN]
    held = Counter(one.card for one in player.cards)
    new = [card for card in named if not held[card]]
    if len(set(named)) < len(named):
        return Refusal("a card is named twice")
    if len(new) + cards.count(UNSEEN) > held[UNSEEN]:
        return Refusal(f"{player.name} does not hold these cards")
    if problem := check_new(state, tuple(new)):
        return problem
    if not any(card == UNSEEN or card not in player.up for card in cards):
        return Refusal("one of the cards set apart must be a down card")
    return state.with_player(seat, sets=cards)


def set_ask(state: State, seat: int, label: str) -> Ask:
    """The question which of a seat's cards were set apart, as many as were."""
    count = len(state.players[seat].sets)
    return Ask(f"{seat_text(seat)} sets CARDS", label, seat, low=count, high=count)


@plays(SetApart)
class SetApartKind(StepKind):
    """Everybody sets cards apart; who cannot be seen to is taken at their word, in one tap."""

    verbs = frozenset({"sets"})

    def begin(self, state: State) -> State:
        for seat in state.live:
            state = state.with_player(seat, sets=())
        return state

    def finished(self, state: State) -> bool:
        return not _waiting(state)

    def prompt(self, state: State) -> Prompt:
        count = cast(SetApart, state.frame.spec).count
        waiting = _waiting(state)
        asks = []
        for seat in waiting:
            named = state.players[seat].down.count(UNSEEN) < count
            bound = count if named else None
            action = f"{seat_text(seat)} sets {'CARDS' if named else '??' * count}"
            asks.append(Ask(action, "Done", seat, low=bound, high=bound))
        run = tuple(ask.action for ask in asks)
        text = f"Everyone sets {cards_word(count)} apart"
        if all("?" in line for line in run):
            return Prompt("done", "Two hands", text, tuple(asks), run=run)
        return Prompt("show", "Two hands", text, tuple(asks), waiting[0])

    def call(self, state: State) -> str:
        return f"Everyone sets {count_word(cast(SetApart, state.frame.spec).count)} cards apart as a second hand"

    def apply(self, state: State, action: Action) -> State | Refusal:
        seat = cast(int, action.seat)
        if seat not in state.live:
            return Refusal(f"{state.name(seat)} has folded")
        return set_apart(state, seat, action.words, cast(SetApart, state.frame.spec).count)


def _waiting(state: State) -> list[int]:
    return [seat for seat in state.live if not state.players[seat].sets]


@plays(PlayForPot)
class PlayForPotKind(StepKind):
    """Those who are in name the cards they set apart; then the pot is won, and matched by who lost."""

    verbs = frozenset({"sets"})

    def finished(self, state: State) -> bool:
        return not _unnamed(state)

    def prompt(self, state: State) -> Prompt:
        waiting = _unnamed(state)
        asks = tuple(set_ask(state, seat, "Shows") for seat in waiting)
        return Prompt(
            "show", "Playing for the pot", f"{state.name(waiting[0])} shows the cards set apart", asks, waiting[0]
        )

    def call(self, state: State) -> str:
        return "Whoever is in shows the cards set apart"

    def apply(self, state: State, action: Action) -> State | Refusal:
        seat = cast(int, action.seat)
        if seat not in _unnamed(state):
            return Refusal(f"{state.name(seat)} has nothing to show now")
        after = set_apart(state, seat, action.words, len(state.players[seat].sets))
        if isinstance(after, Refusal):
            return after
        if UNSEEN in after.players[seat].sets:
            return Refusal("cards that are shown must all be named")
        return after

    def end(self, state: State) -> State:
        players = [seat for seat in state.live if state.players[seat].declared == "in"]
        if not players:
            return state.push_after(Redeal(why="nobody is in"))
        winners = judge_sets(state, players)
        pot = state.pot
        state = _won(state, winners)
        losers = [seat for seat in players if seat not in winners]
        if losers:
            for seat in losers:
                stack = state.players[seat].stack
                amount = pot if stack is None else min(pot, stack)
                state = pay_dead(state, seat, amount)
                if amount:
                    short = ", all in" if amount < pot else ""
                    state = state.say(f"{state.name(seat)} matches the pot: {amount}{short}")
            return state.push_after(Redeal(why="the pot was matched"))
        return _next_game(state)


def _unnamed(state: State) -> list[int]:
    return [seat for seat in state.live if state.players[seat].declared == "in" and UNSEEN in state.players[seat].sets]


def _won(state: State, winners: list[int]) -> State:
    """The pot goes to who won it, in the middle of the hand."""
    each, odd = divmod(state.pot, len(winners))
    for place, seat in enumerate(winners):
        amount = each + (place < odd)
        stack = state.players[seat].stack
        state = state.with_player(seat, stack=None if stack is None else stack + amount, all_in=False)
        hand = show_high(state.players[seat].sets, state.wild.for_seat(seat), rules=state.high_rules).name
        award = Award(seat, amount, 0, "set apart", hand, "the best of the hands set apart")
        others = [state.name(other) for other in winners if other != seat]
        tied = f", tied with {listing(others)}" if others else ""
        state = replace(state, earlier=(*state.earlier, award))
        state = state.say(f"{state.name(seat)} wins {amount} with {hand} set apart{tied}")
    for seat in state.setup.seats:
        state = state.with_player(seat, put=0, bet=0)
    return replace(state, dead=(), setup=replace(state.setup, carried=0))


def _next_game(state: State) -> State:
    """All ante again, and go on with what is left of their hands."""
    for seat in state.live:
        player = state.players[seat]
        ante = state.setup.antes[seat] if player.stack is None else min(state.setup.antes[seat], player.stack)
        left = None if player.stack is None else player.stack - ante
        state = state.with_player(seat, stack=left, put=player.put + ante, all_in=left == 0, declared=None)
        thrown = throw(state, seat, player.sets)
        state = state if isinstance(thrown, Refusal) else thrown[0].with_player(seat, sets=())
    return state.say("Everyone antes again; the cards set apart are thrown away")
