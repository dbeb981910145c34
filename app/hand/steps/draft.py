"""Choices in the order of the hands showing: drafts, worst hand first, and partners, best hand first."""

from __future__ import annotations

from itertools import pairwise

from app.dataclass import dataclass
from app.games.reasons import Reason
from app.games.steps.deal import Deal, Draft
from app.games.steps.hands import Partners
from app.hand.action import PICK, TAKE, TURN, Action
from app.hand.ask import Ask, Prompt, Question, RefusalError, check_turn, middle_prompt
from app.hand.betting.openers import highest_showing, showing_score
from app.hand.cards import change_hand, discard_offered, forget_once_up, give, lay_out, left_in_deck, pick_up, supply
from app.hand.open_hands import aces_are_low, best_showing, showing_high
from app.hand.state import State, Teams
from app.hand.steps import StepKind, plays


@dataclass(frozen=True, slots=True)
class Drafting:
    """The seats still to take a card, the worst hand showing first.

    ``tied`` are seats that choose before another with the same hand. ``begun``: the first card has been taken.
    """

    order: tuple[int, ...]
    tied: frozenset[int] = frozenset()
    begun: bool = False


@plays(Draft)
class DraftKind(StepKind[Draft, Drafting]):
    """A card for each player is turned up in the middle, then each player takes one."""

    verbs = frozenset({TURN, TAKE})
    deals = True

    def begin(self, state: State) -> State:
        dealt_in = state.dealt_in
        state = supply(state, len(dealt_in))
        if left_in_deck(state) < len(dealt_in):
            return _deal_instead(state)
        # Worst first; tied hands by suit, lower first, or from the dealer's left.
        by_suit = state.setup.house.draft_ties == "by suit"
        low = aces_are_low(state) and not state.setup.from_0_3
        seats = sorted(dealt_in, key=lambda seat: highest_showing(state, seat, aces_low=low)) if by_suit else dealt_in
        order = tuple(sorted(seats, key=lambda seat: showing_score(state, seat)))
        equal = (pair for pair in pairwise(order) if len({showing_score(state, seat) for seat in pair}) == 1)
        return state.with_memory(Drafting(order, frozenset(first for first, _ in equal)))

    def resume(self, state: State) -> State:
        order = self.memory(state).order
        left = tuple(seat for seat in order if state.players[seat].live)
        return state if left == order else self.remember(state, order=left)

    def finished(self, state: State) -> bool:
        return not self.memory(state).order

    def end(self, state: State) -> State:
        # The card of a player who has folded since is out of play.
        return discard_offered(state)

    def prompt(self, state: State) -> Prompt:
        memory = self.memory(state)
        if self._laying(state):
            missing = self.cards_due(state)
            return middle_prompt(
                Question("more to the middle" if missing > 1 else "one more to the middle", count=missing)
            )
        seat = memory.order[0]
        asks = tuple(Ask(Action(TAKE, seat, cards=(card,)), manner="takes") for card in state.offered_cards)
        return Prompt("offer", Question("drafts a card", seat), asks, seat)

    def question_aloud(self, state: State) -> Question | None:
        if self._laying(state):
            return None
        order = self.memory(state).order
        place = "next" if self.memory(state).begun else "first"
        place = "last" if len(order) == 1 else place
        tied = (state.setup.house.draft_ties,) if order[0] in self.memory(state).tied else ()
        return Question("drafts a card", order[0], word=place, words=tied)

    def apply(self, state: State, action: Action) -> State:
        memory, cards = self.memory(state), action.cards
        if action.verb == TURN:
            return lay_out(state, cards, self.cards_due(state) if self._laying(state) else 0)
        if self._laying(state):
            raise RefusalError("first one card for each to the middle")
        seat = memory.order[0]
        check_turn(action, seat, "take a card")
        if len(cards) != 1 or cards[0] not in state.offered_cards:
            raise RefusalError("takes a card in the middle", seat)
        state = give(pick_up(state, cards[0]), seat, cards[0], up=True)
        return self.remember(state, order=memory.order[1:], begun=True)

    def run_out(self, state: State) -> State:
        if not self._laying(state):
            return state
        if not state.offered_cards:
            return _deal_instead(state)
        state = state.say(Reason("dealt as far as they go"))
        return self.remember(state, order=self.memory(state).order[: len(state.offered_cards)])

    def cards_due(self, state: State) -> int:
        return max(0, len(self.memory(state).order) - len(state.offered_cards))

    def _laying(self, state: State) -> bool:
        """Return whether cards are still being turned up; once one is taken, no more are."""
        return not self.memory(state).begun and self.cards_due(state) > 0


def _deal_instead(state: State) -> State:
    """Deal the street without a draft, as far as a short deck allows."""
    return state.with_memory(Drafting(())).push_after(Deal("u"))


@plays(Partners)
class PartnersKind(StepKind[Partners, None]):
    """The best hand showing without a partner picks one; the last two become partners."""

    verbs = frozenset({PICK})

    def resume(self, state: State) -> State:
        alone = _alone(state)
        return _paired(state, alone[0], alone[1]) if len(alone) == 2 else state

    def finished(self, state: State) -> bool:
        return len(_alone(state)) < 2

    def prompt(self, state: State) -> Prompt:
        first, *others = _alone(state)
        asks = tuple(Ask(Action(PICK, first, to=seat), manner="picks") for seat in others)
        return Prompt("offer", Question("picks a partner", first), asks, first)

    def question_aloud(self, state: State) -> Question | None:
        seat = _alone(state)[0]
        shown = best_showing(state, seat)
        return Question("picks a partner", seat, hand=shown.hand if shown else None)

    def apply(self, state: State, action: Action) -> State:
        first, *others = _alone(state)
        check_turn(action, first, "pick a partner")
        if action.to not in others:
            raise RefusalError("picks somebody without a partner")
        return _paired(state, first, action.target)


def _alone(state: State) -> list[int]:
    """Return the seats without a partner, the best hand showing first, tied ones from the dealer's left."""
    paired = {seat for pair in state.recall(Teams).pairs for seat in pair}
    alone = [seat for seat in state.live if seat not in paired]
    return sorted(alone, key=lambda seat: -showing_high(state, seat))


def _paired(state: State, first: int, second: int) -> State:
    """Make two seats partners: the picker holds the cards of both."""
    cards = state.players[first].cards + state.players[second].cards
    state = change_hand(change_hand(forget_once_up(state), first, cards), second, ())
    state = state.with_note(Teams((*state.recall(Teams).pairs, (first, second))))
    return state.say(Reason("are partners", seats=(first, second)))
