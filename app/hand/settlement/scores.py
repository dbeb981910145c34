"""A player's cards as the shares of a pot judge them, and what they score."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from app.cards.card import UNSEEN, Card
from app.games.rules.share import Holding, Share, Use, needs_cards
from app.hand.folding import partner_of
from app.hand.settlement.contest import standing
from app.hand.state import State
from app.ranking import HandName


@dataclass(frozen=True, slots=True)
class ThrownSurplus:
    """The seats that have thrown their surplus down cards away, so that all that they still hold may be used."""

    seats: frozenset[int] = frozenset()


def surplus(state: State, seat: int) -> int:
    """Return how many of a seat's down cards are more than may be used; 0 once they have been thrown away."""
    use = use_of(state, seat)
    return 0 if use.at_most is None else max(0, len(state.first_down(seat, use.of_first)) - use.at_most)


def note_surplus_thrown(state: State, seat: int) -> State:
    """Return the state with nothing left for a seat to throw away before it shows."""
    return state.with_note(ThrownSurplus(state.recall(ThrownSurplus).seats | {seat}))


def use_of(state: State, seat: int) -> Use:
    """Return how many of the down cards that a seat holds may be used."""
    return Use() if seat in state.recall(ThrownSurplus).seats else state.game.use


def holding_of(state: State, seat: int, share: str) -> Holding:
    """Return a seat's known cards as a share judges them, with common cards as up-cards, and those of a partner."""
    player, house = state.players[seat], state.setup.house
    partner = partner_of(state, seat)
    if partner is not None and not player.cards:
        seat, player = partner, state.players[partner]
    first_down = state.first_down(seat, state.game.use.of_first)
    hands: dict[str, tuple[Card, ...]] = {}
    for held in player.cards:
        if held.hand:
            hands[held.hand] = (*hands.get(held.hand, ()), held.card)
    # Common cards count in every hand, in those that were built too.
    hands = {name: cards + state.common_cards for name, cards in hands.items()}
    return Holding(
        up=tuple(card for card in player.up + state.common_cards if card != UNSEEN),
        down=tuple(card for card in player.down if card != UNSEEN),
        first_down=tuple(card for card in first_down if card != UNSEEN),
        hands=hands,
        sets=player.set_aside,
        sum_to=state.wild.sum_to,
        five_left=house.made_wild_needs_five,
        wild=state.wild.for_share(seat, share),
        bugs=state.wild.bugs,
        high_rules=state.high_rules,
        low_rules=state.low_rules,
        use=use_of(state, seat),
    )


def hands_shown(state: State, seat: int) -> tuple[HandName, ...]:
    """Return the hand of each share that a seat plays for and its cards can win, once they have been shown."""
    declared, hands = state.players[seat].declared, []
    for share in state.game.shares:
        holding = holding_of(state, seat, share.name)
        if declared in (None, "both", share.name) and share.score(holding) is not None:
            hands.append(share.show(holding).hand)
    return tuple(dict.fromkeys(hands))


class Scores:
    """The scores of one showdown; a share that the dealer has ruled on needs no cards."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._holdings: dict[tuple[str, int], Holding] = {}
        self._scores: dict[tuple[str, int], int | None] = {}

    def score(self, share: Share, seat: int) -> int | None:
        """Return what a seat's cards score for a share, None if they cannot win it, or are mucked."""
        key = (share.name, seat)
        if self.state.players[seat].mucked:
            return None
        if key not in self._scores:
            self._scores[key] = share.score(self.holding(share, seat))
        return self._scores[key]

    def holding(self, share: Share, seat: int) -> Holding:
        """Return a seat's cards as a share judges them."""
        key = (share.name, seat)
        if key not in self._holdings:
            self._holdings[key] = holding_of(self.state, seat, share.name)
        return self._holdings[key]

    def cannot_win(self, share: Share, seat: int) -> bool:
        """Return whether a seat's cards cannot win a share, whoever plays for it; never where no cards decide."""
        decided = share.name in self.state.rulings or self.state.players[seat].mucked
        return not decided and self.score(share, seat) is None

    def best(self, share: Share, seats: Collection[int], entrants: Iterable[int]) -> tuple[int, ...]:
        """Return who of the entrants wins a share of a pot with these seats: several if they tie, or nobody.

        By a ruling on other pots, which needs no cards, it is whoever plays for it alone.
        """
        left = standing(self.state, share, seats, sorted(entrants))
        if share.name in self.state.rulings:
            return left if len(left) == 1 and not needs_cards(share) else ()
        if any(self.state.players[seat].mucked for seat in left):
            return left
        scores = {seat: score for seat in left if (score := self.score(share, seat)) is not None}
        top = max(scores.values(), default=None)
        return tuple(seat for seat in scores if scores[seat] == top)
