"""Who opens a betting round, and why: bring-in cards, hands showing, positions."""

from __future__ import annotations

from app.cards.card import RED_JOKER, Card, card_name, has_rank, rank_of, suit_of
from app.games.rules.share.low import Low
from app.games.steps.bet import Bet
from app.hand.state import State
from app.hand.words import showing_high, showing_shown, showing_wild
from app.ranking import LowRules, low, show_low


def opening(state: State, spec: Bet) -> tuple[str, int]:
    """How this round is opened, and its number from 0: the step's own way, else the game's, else the house's."""
    number = state.rounds
    if spec.opener:
        return spec.opener, number
    if number == 0:
        return state.game.opener.first or state.setup.house.opener_first, 0
    return state.game.opener.later or state.setup.house.opener_later, number


def find_opener(state: State, how: str, number: int) -> tuple[int, str]:
    """The seat that opens, all-in seats counted, and the reason in words. Ties go to the dealer's left first."""
    live = state.live
    if how in ("left of dealer", "rotates"):
        start = number % len(state.players) if how == "rotates" else 0
        seat = next(seat for seat in (start, *state.after(start)) if seat in live)
        return seat, "rotating opener" if how == "rotates" else "first to the dealer's left"
    showing = [seat for seat in live if state.players[seat].up]
    if not showing:
        return live[0], "nothing is showing"
    if how.endswith("brings in"):
        return _bring_in(state, showing, lowest=how.startswith("low"))
    if how == "low hand":
        rules = low_rules(state)
        seat = max(showing, key=lambda at: _showing_low(state, at, rules))
        lowest = show_low(state.players[seat].up, showing_wild(state, seat), rules=rules, bugs=state.wild.bugs)
        return seat, f"{lowest.name} showing"
    best = max(showing_high(state, seat) for seat in showing)
    tied = [seat for seat in showing if showing_high(state, seat) == best]
    seat = tied[0]
    if len(tied) > 1 and state.setup.house.opener_tie == "suit":
        seat = max(tied, key=lambda at: max(map(_suit_key, state.players[at].up)))
    shown = showing_shown(state, seat)
    return seat, f"{shown.name if shown else 'nothing'} showing"


def low_rules(state: State) -> LowRules:
    """The low ranking that this game uses, ace to five where it has none of its own."""
    return next((LowRules(kind=share.kind) for share in state.game.shares if isinstance(share, Low)), LowRules())


def _showing_low(state: State, seat: int, rules: LowRules) -> int:
    return low(state.players[seat].up, showing_wild(state, seat), rules=rules, bugs=state.wild.bugs)


def _bring_in(state: State, showing: list[int], lowest: bool) -> tuple[int, str]:
    """The lowest card, or the highest; a tie goes by suit, clubs lowest."""
    pick = min if lowest else max
    # An ace is low, for the bring-in too, where low hands alone win (razz).
    aces_low = not lowest and all(isinstance(share, Low) for share in state.game.shares)

    def key(card: Card) -> tuple[int, int]:
        rank, suit = _suit_key(card)
        return (-1, suit) if aces_low and rank == 12 else (rank, suit)

    cards = {seat: pick(state.players[seat].up, key=key) for seat in showing}
    seat = pick(cards, key=lambda at: key(cards[at]))
    end = "low" if lowest else "high"
    return seat, f"{end} card, the {card_name(cards[seat]).lower()}"


def _suit_key(card: Card) -> tuple[int, int]:
    return (rank_of(card), suit_of(card)) if has_rank(card) else (13, int(card == RED_JOKER))
