"""From a share of a pot to chips for each of its winners: ties, partners, odd chips, and the hand that won."""

from __future__ import annotations

from collections.abc import Container, Iterable

from app.cards.card import UNSEEN, Card
from app.games.because import Because
from app.games.rules.share import Share
from app.games.rules.share.high import High
from app.games.rules.share.low import Low
from app.hand.folding import partner_of
from app.hand.settlement.cut import Part
from app.hand.settlement.payout import divide, nth_odd, tie_order
from app.hand.settlement.pots import Pot
from app.hand.settlement.scores import Scores
from app.hand.state import Award, State
from app.ranking import HandName

Plays = tuple[tuple[Card, Card], ...]
NO_PLAYS: Plays = ()


def awards_of(scores: Scores, number: int, pot: Pot, part: Part, kept: Container[int] = ()) -> list[Award]:
    """Return what each winner of a part is given, with the reasons; ``number`` is that of the pot.

    ``kept`` are those who declared both and may keep what they tie for.
    """
    state, house = scores.state, scores.state.setup.house
    amounts = _amounts(state, part)
    least = min(amounts.values())
    awards = []
    for seat, amount in amounts.items():
        why = list(part.why)
        partner = partner_of(state, seat)
        if others := tuple(other for other in part.winners if other not in (seat, partner)):
            why.append(Because("tied with", seats=others))
            if seat in kept:
                why.append(Because("tie keeps its share", ruling="both_ways"))
        if partner in part.winners:
            why.append(Because("shared with", partner))
        if 0 < amount - least <= house.chip_unit:
            why.append(Because("odd chip of a tie", word=house.odd_chip_tie, ruling="odd_chip_tie"))
        hand, plays, made = None, NO_PLAYS, NO_PLAYS
        if not part.ruled:
            hand, plays, made = _hand(scores, part.share, seat, pot.seats)
            if _beats_made(scores, part.share, seat, pot.seats):
                why.append(Because("natural wins", ruling="natural_wins"))
            why += pairs_made(made)
        reasons = tuple(why) or (Because("said by the rule", word=part.share.prize()),)
        awards.append(Award(seat, amount, number, part.share.name, hand, reasons, plays, made, part.note))
    return [award for award in awards if award.amount]


def pairs_made(made: Plays) -> list[Because]:
    """Return, for each two cards that make a wild one together, that they do."""
    return [Because("make a wild card", cards=pair) for pair in made]


def _amounts(state: State, part: Part) -> dict[int, int]:
    """Return what each winner of a part gets: partners win as one and share it, or the one still in takes it."""
    unit = state.setup.house.chip_unit
    pairs: dict[int, list[int]] = {}
    cards = {seat: [held.card for held in state.players[seat].cards] for seat in part.winners}
    for seat in tie_order(cards, state.setup.house):
        partner = partner_of(state, seat)
        pairs.setdefault(seat if partner is None else min(seat, partner), []).append(seat)
    each, odd = divide(part.amount, len(pairs), unit)
    amounts = {}
    for place, seats in enumerate(pairs.values()):
        own, left = divide(each + nth_odd(odd, place, unit), len(seats), unit)
        amounts.update({seat: own + nth_odd(left, at, unit) for at, seat in enumerate(seats)})
    return amounts


def _hand(scores: Scores, share: Share, seat: int, rivals: Iterable[int]) -> tuple[HandName, Plays, Plays]:
    """Return the winning hand's name (with kickers to tell it from another), its cards, and the pairs made wild."""
    holding = scores.holding(share, seat)
    shown = share.show(holding)
    pairs = sum(held == UNSEEN for held, _ in shown.plays)
    made = share.made(holding)[:pairs] if isinstance(share, High | Low) and pairs else NO_PLAYS
    number = scores.score(share, seat)
    for rival in rivals:
        other = scores.score(share, rival)
        loses = other is not None and other != number
        if shown.kickers and loses and share.show(scores.holding(share, rival)).name == shown.name:
            return shown.with_kickers, shown.plays, made
    return shown.hand, shown.plays, made


def _beats_made(scores: Scores, share: Share, seat: int, rivals: Iterable[int]) -> bool:
    """Return whether a natural hand beats the same hand with wild cards, whose score is the next below."""
    natural = share.show(scores.holding(share, seat)).kickers.endswith("natural")
    number = scores.score(share, seat)
    return natural and number is not None and any(scores.score(share, rival) == number - 1 for rival in rivals)
