"""The odds of a hand, from the cards that one view knows."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

from app.hand.ask import RefusalError
from app.odds.ahead import ahead_of
from app.odds.dealing import MAX_COUNTED, OutOfCardsError, deal_and_judge, possible_deals
from app.odds.figures import Assumption, NoOdds, Odds, odds_from_ends
from app.odds.views import Known

#: Enough deals for figures within half a percentage point, as good as a table needs.
DEALS = 10_000


def odds(
    known: Known, *, deals: int = DEALS, seed: int = 0, arrays: bool = True, one_by_one: int | None = None
) -> Odds | NoOdds:
    """Return what each player still in can expect to win, or why the hand has no odds.

    Cards that the view does not know, in the hole or to come, are dealt at random ``deals`` times. If no more deals
    than that, or ``MAX_COUNTED``, are possible, each is judged once and the figures are exact. The same seed gives the
    same figures, but others with numpy, which deals many hands at once if the rules of the game allow it;
    ``arrays=False`` turns numpy off. ``one_by_one`` caps the deals judged one at a time, which is a hundred times
    slower.
    """
    ahead = ahead_of(known.state)
    if isinstance(ahead, NoOdds):
        return ahead
    one_by_one = deals if one_by_one is None else min(deals, one_by_one)
    ends = None
    if arrays and has_numpy() and possible_deals(ahead) > min(one_by_one, MAX_COUNTED):
        from app.odds.arrays.deals import deal_in_arrays, in_arrays

        hand = in_arrays(ahead)
        ends = None if hand is None else deal_in_arrays(hand, deals, seed)
    try:
        ends = ends or deal_and_judge(ahead, one_by_one, seed)
    except OutOfCardsError:
        return NoOdds("deck runs out")
    except RefusalError:
        return NoOdds("too many hands")
    again: tuple[Assumption, ...] = ("dealt again evenly",) if ends.again else ()
    names = [share.name for share in known.state.game.shares]
    return odds_from_ends(ends, names, known.view, ahead.assumptions + again)


@cache
def has_numpy() -> bool:
    """Return whether the optional extra ``odds`` is installed."""
    return find_spec("numpy") is not None
