"""The settlement in words: who gets how much, with what, and why, one sentence a player."""

from __future__ import annotations

from collections.abc import Sequence

from app.cards.card import Card, card_name
from app.games.rules.wild import listing
from app.hand.folding import partner_of
from app.hand.open_hands import hands_listing
from app.hand.state import Award, Result, State


def settlement_call(state: State, result: Result) -> list[str]:
    """What is announced at the end of a hand: each winner, and what stays for the next hand."""
    seats = dict.fromkeys(award.seat for award in result.awards)
    said = [_winner(state, result, seat) for seat in seats]
    if result.carried and result.awards:
        why = f": {result.carried_why}" if result.carried_why else ""
        said.append(f"{result.carried} stays for the next hand{why}")
    return said


def made_words(made: Sequence[tuple[Card, Card]]) -> str:
    """Pairs of cards that make wild ones: ``the 7 of hearts and the 2 of clubs make a wild card``."""
    pairs = [f"the {card_name(one).lower()} and the {card_name(two).lower()}" for one, two in made]
    return ", ".join(f"{pair} make a wild card" for pair in pairs)


def _winner(state: State, result: Result, seat: int) -> str:
    own = [award for award in result.awards if award.seat == seat]
    total = sum(award.amount for award in own)
    text = f"{state.name(seat)} wins {total}"
    if hands := [award.hand for award in own if award.hand]:
        text += f" with {hands_listing(hands)}"
    if result.why:
        return f"{text}: {result.why}"
    parts = [_what(state, result, own), *_with_whom(state, result, own)]
    text = ", ".join([text, *filter(None, parts)])
    notes = [award.note for award in own if award.note]
    notes += [made_words(award.made) for award in own if award.made]
    if any(not award.hand and award.share in state.rulings for award in own):
        notes.append("the dealer's ruling")
    return f"{text}: {', '.join(dict.fromkeys(notes))}" if notes else text


def _what(state: State, result: Result, own: Sequence[Award]) -> str:
    """Which part of the chips this is, where there are several: a half, a side pot, the whole pot."""
    split = len(state.game.shares) > 1
    pots = {award.pot for award in own}
    if split and sum(award.amount for award in own) == sum(result.pots):
        return "the whole pot"
    said = []
    shares = list(dict.fromkeys(award.share for award in own))
    alone = any(award.note for award in own)
    if len(shares) == 1 and not alone and any(award.share != shares[0] for award in result.awards):
        name = shares[0]
        said.append(f"the {name} half" if len(state.game.shares) == 2 else f"the {name} share")
    winners = [{award.seat for award in result.awards if award.pot == number} for number in range(len(result.pots))]
    if len(pots) == 1 and any(seats != winners[0] for seats in winners):
        (number,) = pots
        several = len(result.pots) > 2
        said.append("the main pot" if not number else f"side pot {number}" if several else "the side pot")
    return " of ".join(said)


def _with_whom(state: State, result: Result, own: Sequence[Award]) -> list[str]:
    """Whom this player ties with, and which partner it is shared with."""
    seat = own[0].seat
    partner = partner_of(state, seat)
    same = [{one.seat for one in result.awards if (one.pot, one.share) == (award.pot, award.share)} for award in own]
    others = sorted(set[int]().union(*same) - {seat})
    tied = [state.name(other) for other in others if other != partner]
    said = [f"tied with {listing(tied)}"] if tied else []
    return [*said, f"shared with {state.name(partner)}"] if partner is not None and partner in others else said
