"""What every hand at a showdown is worth, share by share, worked out once for all pots."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from app.games.rules.share import Holding, Share, needs_cards
from app.hand.settlement.contest import standing
from app.hand.settlement.holding import holding_of
from app.hand.state import State


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
