"""Who still plays for a part of a pot: whom the dealer has ruled to win it, and what a muck keeps or gives up.

A muck gives up what others still play for, and never what is decided: a share that the dealer has ruled on, or one that
nobody else is left to play for, unless it must be shown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from app.games.because import Because
from app.games.rules.share import Share, needs_cards
from app.hand import folding
from app.hand.settlement.pots import Pot, pots_of
from app.hand.state import Kept, Player, State

Order = tuple[frozenset[int], ...]


def declarations(state: State, seats: Iterable[int]) -> dict[int, str]:
    """Return what each of these seats declared to play for; empty in a game in which the cards speak."""
    declared = {seat: state.players[seat].declared for seat in sorted(seats)}
    return {seat: name for seat, name in declared.items() if name in state.game.declares}


def first_ranked(order: Order, seats: Collection[int]) -> tuple[int, ...]:
    """Return who of the seats of a pot is ranked first, all who tie; nobody if none of them is ranked."""
    return next((here for tied in order if (here := tuple(seat for seat in sorted(seats) if seat in tied))), ())


def ruled_winners(state: State, share: Share, seats: Collection[int]) -> tuple[int, ...]:
    """Return whom the dealer has ruled to win a share of a pot among these seats; nobody where no ruling says it."""
    return first_ranked(state.rulings.get(share.name, ()), seats)


def playing_for(state: State, share: Share, seats: Collection[int]) -> tuple[int, ...]:
    """Return who plays for a share of a pot, as declared or all of the seats, and has not given it up."""
    entrants = sorted(seats)
    if declared := declarations(state, seats):
        entrants = [seat for seat in entrants if declared.get(seat) in (share.name, "both")]
    return standing(state, share, seats, entrants)


def standing(state: State, share: Share, seats: Collection[int], entrants: Iterable[int]) -> tuple[int, ...]:
    """Return those who entered for a share of a pot with these seats, without those whose muck has given it up."""
    return tuple(seat for seat in entrants if _stands(state.players[seat], share, seats))


def left_in(state: State, pot: Pot) -> Pot:
    """Return a pot for those who still play for it: a player who keeps a part of another pot may have given it up."""
    kept = {seat for share in state.game.shares for seat in standing(state, share, pot.seats, pot.seats)}
    return replace(pot, seats=frozenset(kept) or pot.seats)


def left_open(state: State, share: Share, order: Order, least: int = 2) -> list[int]:
    """Return the numbers of the pots in which so many play for a share, at least, and none of the seats is ranked."""
    return [
        number
        for number, pot in enumerate(pots_of(state))
        if not folding.is_uncontested(state, pot.seats)
        and len(playing_for(state, share, pot.seats)) >= least
        and not first_ranked(order, pot.seats)
    ]


def muck(state: State, seat: int) -> tuple[State, tuple[Because, ...]]:
    """Return the state after a muck, and what is to be said of it: what it keeps, or gives up without a contest."""
    if not state.setup.since_0_3.mucks_keep:
        return folding.muck(state, seat), ()
    pots = pots_of(state)
    found: list[dict[int, Because]] = [{}, {}, {}]
    contested = (number for number, pot in enumerate(pots) if not folding.is_uncontested(state, pot.seats))
    among = [number for number in contested if seat in pots[number].seats]
    for number in among:
        for at, why in enumerate(_muck_in(state, seat, pots[number].seats)):
            if why.words:
                found[at][number] = why
    ruled, alone, unshown = found
    whys = tuple(why for by_pot in (ruled, alone, unshown) for why in in_pots(by_pot, len(among), len(pots)))
    kept = (
        Kept(name, pots[number].seats)
        for by_pot in (ruled, alone)
        for number, why in by_pot.items()
        for name in why.words
    )
    return folding.muck(state, seat).with_player(seat, keeps=tuple(kept)), whys


def _muck_in(state: State, seat: int, seats: frozenset[int]) -> tuple[Because, Because, Because]:
    """Return which shares of a pot a muck keeps by ruling, keeps uncontested, and gives up although uncontested."""
    shares = state.game.shares
    ruled = [share for share in shares if seat in ruled_winners(state, share, seats)]
    others = [share for share in shares if not ruled_winners(state, share, seats)]
    alone = [share for share in others if playing_for(state, share, seats) == (seat,)]
    both = state.players[seat].declared == "both"
    if both and len(ruled) + len(alone) < len(shares):
        alone = []  # lost on one side, both is lost
    unseen = [share for share in alone if _won_unseen(state, share, seats)]
    unshown = [share for share in alone if share not in unseen]
    if both and unshown:
        unseen = []
    house = "uncontested_declarations" if declarations(state, seats) else ""
    by_house = "" if any(map(needs_cards, unshown)) else house
    return (
        Because("muck keeps what is ruled", seat, words=_names(ruled)),
        Because("muck keeps it alone", seat, words=_names(unseen), ruling=house),
        Because("muck must be shown", seat, words=_names(unshown), ruling=by_house),
    )


def in_pots(found: Mapping[int, Because], among: int, pots: int) -> tuple[Because, ...]:
    """Return reasons with the pots that they were found in; without, where all ``among`` them have the same."""
    if len(found) == among and len(set(found.values())) == 1:
        return tuple(found.values())[:1]
    named = (replace(why, pot=number, count=pots) for number, why in found.items())
    return tuple(dict.fromkeys(named))


def _stands(player: Player, share: Share, seats: Collection[int]) -> bool:
    """Return whether a player has not given up a share of the pot with these seats: fewer than when it was kept."""
    return not player.mucked or any(kept.share == share.name and kept.seats.issuperset(seats) for kept in player.keeps)


def _won_unseen(state: State, share: Share, seats: Iterable[int]) -> bool:
    """Return whether who alone plays for a share of a pot wins it without showing."""
    need_not = state.setup.house.uncontested_declarations == "need not show"
    return not needs_cards(share) and (need_not or not declarations(state, seats))


def _names(shares: Iterable[Share]) -> tuple[str, ...]:
    return tuple(share.name for share in shares)
