"""What every hand at a showdown is worth, share by share, worked out once for all pots."""

from __future__ import annotations

from collections.abc import Iterable

from app.games.rules.share import Holding, Share
from app.hand.settlement.holding import holding_of
from app.hand.state import State


class Scores:
    """The scores of one showdown; a share that the dealer has ruled on needs no cards."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._holdings: dict[tuple[str, int], Holding] = {}
        self._scores: dict[tuple[str, int], int | None] = {}

    def score(self, share: Share, seat: int) -> int | None:
        """Return what a seat's cards score for a share, None if they cannot win it."""
        key = (share.name, seat)
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
        """Return whether a seat's cards cannot win a share, whoever plays for it; never where the dealer has ruled."""
        return share.name not in self.state.rulings and self.score(share, seat) is None

    def best(self, share: Share, seats: Iterable[int]) -> tuple[int, ...]:
        """Return who wins a share among these seats: several if they tie, nobody if none of them can."""
        seats = sorted(seats)
        ruling = self.state.rulings.get(share.name)
        if ruling is not None:
            for tied in ruling:
                if winners := tuple(seat for seat in seats if seat in tied):
                    return winners
            return ()
        scores = {seat: score for seat in seats if (score := self.score(share, seat)) is not None}
        top = max(scores.values(), default=None)
        return tuple(seat for seat in scores if scores[seat] == top)
