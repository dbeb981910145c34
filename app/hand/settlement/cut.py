"""Cutting a pot into its shares: what each of them is worth, and where a share goes that nobody wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.games.because import Because
from app.games.rules.share import Share
from app.hand.settlement.contest import declarations, ruled_winners
from app.hand.settlement.payout import divide
from app.hand.settlement.pots import Pot
from app.hand.settlement.scores import Scores
from app.hand.state import State

Winners = Mapping[str, tuple[int, ...]]
"""Who wins each share, by its name; a share that nobody wins has no winners."""


@dataclass(frozen=True, slots=True)
class Part:
    """One share of one pot: its chips and who wins them.

    ``why`` are the reasons to be read, ``note`` those of them that are heard too; ``ruled``: no cards decided.
    """

    share: Share
    winners: tuple[int, ...]
    amount: int
    why: tuple[Because, ...]
    note: tuple[Because, ...]
    ruled: bool


@dataclass(frozen=True, slots=True)
class Cut:
    """A pot cut into the shares that are won, with the chips of it that stay for the next hand, and why they do."""

    parts: tuple[Part, ...] = ()
    carried: int = 0
    staying: tuple[Because, ...] = ()


def whole(share: Share, pot: Pot, why: Because) -> Cut:
    """Return a pot that all who play for it share without a look at their cards."""
    return Cut((Part(share, tuple(sorted(pot.seats)), pot.amount, (why,), (why,), ruled=True),))


def cut_pot(scores: Scores, pot: Pot, winners: Winners) -> Cut:
    """Return a pot cut into its shares; those that nobody wins go to the others, or stay for the next hand."""
    house, shares = scores.state.setup.house, scores.state.game.shares
    claimed = [share for share in shares if winners[share.name]]
    if not claimed:
        # Every hand is fouled: nobody has a better claim than anybody else.
        return whole(shares[0], pot, Because("every hand is fouled"))
    lost = [share for share in shares if not winners[share.name]]
    staying = [share for share in lost if (share.unclaimed or house.unclaimed_half) == "next hand"]
    portion, odd = divide(pot.amount, len(claimed) + len(staying), house.chip_unit)
    lucky = claimed[0] if house.odd_chip_split == "high hand" else claimed[-1]
    carried = portion * len(staying)
    why_staying = [_lost(scores, share, pot) for share in staying]
    if house.odd_chip_split == "next pot" and len(claimed) + len(staying) > 1:
        if odd:
            why_staying.append(Because("odd chip", ruling="odd_chip_split"))
        carried, odd = carried + odd, 0
    unwon = tuple(_lost(scores, share, pot) for share in lost if share not in staying)
    parts = []
    for share in claimed:
        extra = odd if share is lucky else 0
        why = list(unwon)
        if len(claimed) > 1:
            why.append(Because("share of a pot", count=len(shares), amount=pot.amount))
        if extra and len(claimed) > 1:
            why.append(Because("odd chip of a split", word=house.odd_chip_split, ruling="odd_chip_split"))
        unseen = _unseen(scores.state, share, winners[share.name], pot)
        why += unseen
        parts.append(Part(share, winners[share.name], portion + extra, tuple(why), unwon, ruled=bool(unseen)))
    return Cut(tuple(parts), carried, tuple(why_staying))


def _unseen(state: State, share: Share, winners: Sequence[int], pot: Pot) -> tuple[Because, ...]:
    """Return why no cards decide who wins a share of a pot; nothing where they do."""
    if ruled_winners(state, share, pot.seats):
        return (Because("dealer's ruling"),)
    if any(state.players[seat].mucked for seat in winners):
        ruling = "uncontested_declarations" if declarations(state, pot.seats) else ""
        return (Because("nobody else plays for it", ruling=ruling),)
    return (Because("nobody else plays for it"),) if share.name in state.rulings else ()


def _lost(scores: Scores, share: Share, pot: Pot) -> Because:
    """Return why nobody wins a share of a pot, with the ruling where the house decides what becomes of it."""
    state = scores.state
    ruling = "" if share.unclaimed else "unclaimed_half"
    declared = [state.players[seat].declared for seat in pot.seats]
    if any(declared) and not any(name in (share.name, "both") for name in declared):
        return Because("nobody declared", word=share.name, ruling=ruling)
    if not state.rulings and all(scores.score(share, seat) is None for seat in pot.seats):
        return Because("said by the rule", word=share.missing(), ruling=ruling)
    return Because("nobody wins", word=share.name, ruling=ruling)
