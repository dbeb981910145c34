"""What is announced at the end of a hand: failed declarations, each winner, and what stays for the next hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.games.because import Because
from app.hand.event import Event, Said
from app.hand.folding import partner_of
from app.hand.settlement.shares import pairs_made
from app.hand.state import Award, Result, State
from app.ranking import HandName

#: Why chips are won without cards, in kinds of reason.
WITHOUT_CARDS = ("dealer's ruling", "nobody else plays for it")


@dataclass(frozen=True, slots=True)
class Wins(Event):
    """A player wins chips, with these hands.

    ``whole_pot``: all shares of a pot that is split. ``share``: that one alone, of ``shares`` in all. ``pot``: that
    one alone, of ``pots`` in all. ``tied`` are those who win the same; ``partner`` is who shares it. ``why`` is why
    no cards were needed, ``notes`` are further reasons.
    """

    seat: int
    amount: int
    hands: tuple[HandName, ...] = ()
    whole_pot: bool = False
    share: str = ""
    shares: int = 1
    pot: int | None = None
    pots: int = 1
    tied: tuple[int, ...] = ()
    partner: int | None = None
    why: Because | None = None
    notes: tuple[Because, ...] = ()


@dataclass(frozen=True, slots=True)
class StaysInPot(Event):
    """Chips stay for the next hand."""

    amount: int
    why: tuple[Because, ...] = ()


def settlement_events(state: State, result: Result) -> list[Event]:
    """Return what is announced at the end of a hand: failed declarations, one event a winner, then what stays."""
    events: list[Event] = [Said(why) for why in result.notes]
    events += [_wins(state, result, seat) for seat in result.totals()]
    if result.carried and result.why is None:
        events.append(StaysInPot(result.carried, result.carried_why))
    return events


def _wins(state: State, result: Result, seat: int) -> Wins:
    own = [award for award in result.awards if award.seat == seat]
    total = sum(award.amount for award in own)
    if result.why:
        return Wins(seat, total, pot=_pot(result, own), pots=len(result.pots), why=own[0].why[0])
    hands = tuple(dict.fromkeys(award.hand for award in own if award.hand))
    notes = [note for award in own for note in award.note]
    notes += [note for award in own for note in pairs_made(award.made)]
    notes += [why for award in own for why in award.why if why.kind in WITHOUT_CARDS]
    partner = partner_of(state, seat)
    rivals = _rivals(result, own)
    return Wins(
        seat,
        total,
        hands,
        whole_pot=len(state.game.shares) > 1 and total == sum(result.pots),
        share=_share(result, own),
        shares=len(state.game.shares),
        pot=_pot(result, own),
        pots=len(result.pots),
        tied=tuple(other for other in rivals if other != partner),
        partner=partner if partner in rivals else None,
        notes=tuple(dict.fromkeys(notes)),
    )


def _share(result: Result, own: Sequence[Award]) -> str:
    """Return the one share that these chips are for, if the other shares are won too; else empty."""
    shares = {award.share for award in own}
    alone = any(award.note for award in own)
    if len(shares) > 1 or alone or all(award.share in shares for award in result.awards):
        return ""
    return own[0].share


def _pot(result: Result, own: Sequence[Award]) -> int | None:
    """Return the one pot of several that these chips come from; None if they come from more than one."""
    pots = {award.pot for award in own}
    return own[0].pot if len(pots) == 1 < len(result.pots) else None


def _rivals(result: Result, own: Sequence[Award]) -> list[int]:
    """Return who else wins the same share of the same pot."""
    won = {(award.pot, award.share) for award in own}
    return sorted({award.seat for award in result.awards if (award.pot, award.share) in won} - {own[0].seat})
