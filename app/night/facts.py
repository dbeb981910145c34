"""What statistics know of a finished hand, worked out from its log. Pure.

The facts are kept in the outcome of the hand, and written anew whenever the hand changes. They name nobody: players
stand in the order of the seats, whose persons are in the setup. The last one has dealt and called the game.
"""

from __future__ import annotations

from typing import Any

from app.games.rules.share.high import High
from app.hand.dealer import MISDEALT
from app.hand.event import WildChanged
from app.hand.settlement.scores import holding_of
from app.hand.state import State
from app.night.log.replay import LiveHand
from app.ranking import HIGH_CATEGORIES, unpack_high

#: What the facts of a hand are; facts with another number were worked out otherwise, and are worked out anew.
VERSION = 1

#: The facts of a hand that cannot be played again.
UNREADABLE = {"facts": {"version": VERSION, "unreadable": True}, "shown": []}

#: One more than there are ranks: a rank that is not there counts as 0.
_RANKS = 14
_MOST_RANKS = 5
_MOST_REPEATED = 8


def facts_of(live: LiveHand) -> dict[str, Any]:
    """Return the facts of a finished hand, and the names of the hands ``shown`` in it, as they are stored.

    ``void``: it was a misdeal, and counts nowhere. ``pot`` are the chips that were played for, with those of the hand
    before, and ``pots`` how many parts they lay in. ``wild`` says how many actions have changed what is wild. There are
    four numbers of each of the ``players``, one after the other, since they are read for thousands of hands at once:
    chips put in, None where chips are not tracked; chips won; 1 if they saw a showdown; the rank of the best high hand
    that they have shown.
    """
    state = live.state
    result = state.result
    assert result is not None
    void, showdown, won = result.why == MISDEALT, result.why is None, result.totals()
    players, shown = list[int | None](), list[str]()
    for seat, player in enumerate(state.players):
        rank, name = best_shown(state, seat) if showdown else (0, "")
        players += [put_in(live, seat), won.get(seat, 0), int(showdown and not player.folded), rank]
        shown.append(name)
    facts = {
        "version": VERSION,
        "void": void,
        "pot": 0 if void else sum(won.values()) + result.carried,
        "pots": len(result.pots),
        "wild": wild_changes(state),
        "players": players,
    }
    return {"facts": facts, "shown": shown}


def is_current(facts: dict[str, Any] | None) -> bool:
    """Return whether stored facts are of this version."""
    return facts is not None and facts["version"] == VERSION


def wild_changes(state: State) -> int:
    """Return how many actions have changed what is wild.

    What is wild from the start is no change, and neither is that the next up-card will be.
    """
    changes = set()
    for said in state.announcements:
        if said.after and isinstance(said.event, WildChanged):
            news = said.event.news
            if news.names or news.clause or news.over or news.none_follows:
                changes.add(said.after)
    return len(changes)


def best_shown(state: State, seat: int) -> tuple[int, str]:
    """Return the rank and the name of the best high hand that a player has shown; 0 and no name without any.

    A hand counts only for what its player has declared. Ranks compare over all games and house rules: by the usual
    order of the categories, then by the cards.
    """
    best, player = (0, ""), state.players[seat]
    if not player.shown:
        return best
    for share in state.game.shares:
        if isinstance(share, High) and player.declared in (None, "both", share.name):
            holding = holding_of(state, seat, share.name)
            if share.score(holding) is not None:
                shown = share.show(holding)
                best = max(best, (_rank(shown.number, state), shown.name))
    return best


def _rank(number: int, state: State) -> int:
    parts = unpack_high(number, state.high_rules)
    rank = HIGH_CATEGORIES.index(parts.category) * _MOST_REPEATED + parts.repeated
    ranks = (parts.primary + parts.kickers)[:_MOST_RANKS]
    for at in range(_MOST_RANKS):
        rank = rank * _RANKS + (ranks[at] + 1 if at < len(ranks) else 0)
    return rank


def put_in(live: LiveHand, seat: int) -> int | None:
    """Return the chips that a seat has put into a finished hand; None where they are not tracked."""
    before, player = live.hand.setup.stacks[seat], live.state.players[seat]
    if before is None or player.stack is None or live.state.result is None:
        return None
    return before + live.state.result.totals().get(seat, 0) - player.stack - player.missing
