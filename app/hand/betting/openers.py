"""The opener of a betting round, by card, hand showing or position; openers (jacks or better); deals passed out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.cards.card import RED_JOKER, Card, has_rank, rank_order
from app.dataclass import dataclass, replace
from app.games.definition import blind_seats
from app.games.house import BROUGHT_IN
from app.games.reasons import Reason
from app.games.rules.share.low import Low
from app.games.steps.bet import Bet
from app.games.steps.interrupts import Rainout, Redeal
from app.hand.cards import has_shown
from app.hand.chips import ante_again
from app.hand.open_hands import aces_are_low, best_showing, cards_showing, low_rules, showing_high, showing_low
from app.hand.state import PlaysOn, State
from app.ranking.high import high
from app.ranking.words import least_hand, least_high


@dataclass(frozen=True, slots=True)
class OpenedLast:
    """The seat that opened the last betting round; None before the first."""

    seat: int | None = None


def opening_rule(state: State, spec: Bet) -> str:
    """Return who opens the round that begins: by the step, else the game, else the house rule."""
    if state.rounds == 0 and state.blinds:
        return "after the blinds"
    if spec.opener:
        return spec.opener
    if state.rounds == 0:
        return state.game.opener.first or state.setup.house.opener_first
    return state.game.opener.later or state.setup.house.opener_later


def find_opener(state: State, how: str, number: int) -> Reason:
    """Return why a seat opens round ``number``, from 0, even if it is all in.

    Of tied seats, the first to the dealer's left opens.
    """
    live = state.live
    if how == "rotates":
        return _rotating(state, number)
    if how == "who opened":
        return _seat_or_next(state, state.recall(OpenedPot).seat, how)
    if how == "who bet last":
        return _seat_or_next(state, state.first_to_show, how)
    if how == "after the blinds":
        most = max(state.blinds)
        # Of two equal blinds, the later one is the big blind.
        blinds = reversed(blind_seats(len(state.blinds), state.game.blinds))
        last = next(seat for seat in (*blinds, *state.setup.seats) if state.blinds[seat] == most)
        first = next(seat for seat in state.seats_after(last) if seat in live)
        straddled = most > state.setup.stakes.big_blind
        return Reason("after the straddle" if straddled else how, first)
    if how == "left of dealer":
        return Reason("left of dealer", live[0])
    showing = [seat for seat in live if state.players[seat].up]
    if not showing:
        return Reason("nothing showing" if state.game.has_up_cards else "left of dealer", live[0])
    if how in BROUGHT_IN:
        return _bring_in(state, showing, lowest=how == "low card brings in")
    if state.wild.unknown:
        return Reason("wild cards not named", live[0])
    if how == "low hand":
        lows = {seat: showing_low(state, seat) for seat in showing}
        best = max(shown.score for shown in lows.values())
        tied = [seat for seat in showing if lows[seat].score == best]
        # Version 0.3 left this tie to the seats.
        by_suit = not state.setup.from_0_3
        seat, of_tied = _of_tied(state, tied, by_suit=by_suit, aces_low=low_rules(state).kind != "27")
        return Reason("hand showing", seat, hand=lows[seat].hand, word=of_tied)
    best = max(showing_high(state, seat) for seat in showing)
    return opener_by_hand(state, *_of_tied(state, [seat for seat in showing if showing_high(state, seat) == best]))


def _of_tied(state: State, tied: Sequence[int], *, by_suit: bool = True, aces_low: bool = False) -> tuple[int, str]:
    """Return the seat that opens of those that tie, and why it does; no reason if it is alone."""
    if len(tied) == 1:
        return tied[0], ""
    if by_suit and state.setup.house.opener_tie == "suit":
        return max(tied, key=lambda at: highest_showing(state, at, aces_low=aces_low)), "suit"
    return tied[0], "left of dealer"


def _seat_or_next(state: State, seat: int | None, how: str) -> Reason:
    """Return a seat, or the next seat still in, as the opener; for None, the first to the dealer's left."""
    if seat is None:
        return Reason("left of dealer", state.live[0])
    if seat in state.live:
        return Reason(how, seat)
    following = next(other for other in state.seats_after(seat) if other in state.live)
    return Reason("next to who opened" if how == "who opened" else "next to who bet last", following)


def _rotating(state: State, number: int) -> Reason:
    """Return the opener of round ``number`` in a rotation, by seat or from the last opener."""
    start = number % len(state.players)
    by_seat = next(seat for seat in (start, *state.seats_after(start)) if seat in state.live)
    last = state.recall(OpenedLast).seat
    after_last = by_seat if last is None else next(seat for seat in state.seats_after(last) if seat in state.live)
    if by_seat == after_last:
        return Reason("left of dealer" if start == 0 else "rotates", by_seat)
    if state.setup.house.rotation == "by seat":
        return Reason("rotates by seat", by_seat)
    return Reason("rotates after the last", after_last)


def opener_by_hand(state: State, seat: int, of_tied: str = "") -> Reason:
    """Return a seat as the opener by its hand showing; ``of_tied`` is the reason to open before others who tie."""
    shown = best_showing(state, seat)
    if shown is None:
        return Reason("nothing showing", seat)
    return Reason("hand showing", seat, hand=shown.hand, word=of_tied)


def showing_score(state: State, seat: int) -> int:
    """Return the score of a seat's hand showing: of its low hand if only low hands win."""
    return showing_low(state, seat).score if state.game.only_low_wins else showing_high(state, seat)


def _bring_in(state: State, showing: list[int], lowest: bool) -> Reason:
    """Return the opener who brings in: the lowest card showing, or the highest; ties go by suit, clubs lowest.

    A bug is an ace, above every other ace. Any other joker is the highest card or does not count, by the house rule.
    """
    pick = min if lowest else max
    # If only low hands win, with aces low (razz), an ace is low for the bring-in too.
    aces_low = state.game.ranking.aces_low if lowest else aces_are_low(state)

    def key(card: Card) -> tuple[int, int]:
        if aces_low and card in state.wild.bugs and not state.setup.from_0_3:
            return (-1, 4 + int(card == RED_JOKER))
        return _suit_key(card, aces_low=aces_low)

    def picked(ups: Mapping[int, tuple[Card, ...]]) -> tuple[int, Card]:
        cards = {seat: pick(up, key=key) for seat, up in ups.items() if up}
        seat = pick(cards, key=lambda at: key(cards[at]))
        return seat, cards[seat]

    ups = {seat: state.players[seat].up for seat in showing}
    with_jokers = without = picked(ups)
    ranked = {seat: tuple(card for card in up if has_rank(card) or card in state.wild.bugs) for seat, up in ups.items()}
    if any(ranked.values()):
        without = picked(ranked)
    never = state.setup.house.joker_bring_in == "never"
    seat, card = without if never else with_jokers
    ruling = "joker_bring_in" if with_jokers != without else ""
    if ruling and never:
        return Reason("high card but a joker", seat, cards=(card,), ruling=ruling)
    return Reason("low card" if lowest else "high card", seat, cards=(card,), ruling=ruling)


def highest_showing(state: State, seat: int, *, aces_low: bool = False) -> tuple[int, int]:
    """Return the highest card of a seat's hand showing, by rank and suit, to break a tie."""
    aces_low = aces_low or state.game.ranking.aces_low
    return max((_suit_key(card, aces_low=aces_low) for card in cards_showing(state, seat)), default=(-1, 0))


def _suit_key(card: Card, *, aces_low: bool) -> tuple[int, int]:
    return rank_order(card, aces_low=aces_low) if has_rank(card) else (13, int(card == RED_JOKER))


NOBODY_OPENED = Reason("nobody opened")


@dataclass(frozen=True, slots=True)
class OpenedPot:
    """The seat that made the first bet of the deal, and the least hand it needed, if any.

    ``settled``: the openers have been shown, or no longer have to be.
    """

    seat: int | None = None
    needs: str = ""
    settled: bool = False


@dataclass(frozen=True, slots=True)
class PassedOut:
    """The number of deals of this hand that were passed out. A redeal keeps it."""

    times: int = 0


def openers_needed(state: State, spec: Bet) -> str:
    """Return the least hand that opens this round, after the deals passed out so far; empty if any hand does."""
    if not spec.needs:
        return ""
    times, last = state.recall(PassedOut).times, len(spec.needs) - 1
    if spec.then == "back down" and last:
        up = times % (2 * last)
        return spec.needs[min(up, 2 * last - up)]
    return spec.needs[min(times, last)]


def note_opener(state: State, seat: int, needs: str) -> State:
    """Note the first bet of the deal, if this is it, and announce the openers needed, if any."""
    if state.recall(OpenedPot).seat is not None:
        return state
    state = state.with_note(OpenedPot(seat, needs))
    return state.say(Reason("opens with", seat, word=least_hand(needs))) if needs else state


def announce_openers_due(state: State) -> State:
    """Announce that the opener must show openers, once out of the hand or alone in it."""
    opened = state.recall(OpenedPot)
    if not opened.needs or opened.settled or opened.seat is None:
        return state
    if opened.seat in state.live and len(state.live) > 1:
        return state
    state = state.with_note(OpenedPot(opened.seat, opened.needs, settled=True))
    return state.say(Reason("shows openers", opened.seat, word=least_hand(opened.needs)))


def lacks_openers(state: State) -> bool:
    """Return whether the opener has shown a hand without openers, on which the dealer has not ruled yet."""
    opened = state.recall(OpenedPot)
    if not opened.needs or opened.settled or opened.seat not in state.live or not has_shown(state.players[opened.seat]):
        return False
    cards = [held.card for held in state.players[opened.seat].cards]
    rules = state.setup.high_rules
    number = high(cards, state.wild.for_seat(opened.seat), rules=rules, bugs=state.wild.bugs)
    return number < least_high(opened.needs, rules)


def pass_out(state: State, spec: Bet) -> State:
    """End a round that was passed out: play on for low, deal again for the same pot, or go on to the next hand."""
    passed = spec.passed
    if passed == "low hand wins":
        state = state.with_note(PlaysOn(replace(state.game, shares=(Low(),))))
        state = replace(state, rounds=state.rounds - 1)  # the repeated round counts once
        return state.say(Reason("nobody opened, low hand wins")).push_after(replace(spec, needs=(), passed=""))
    state = state.with_note(PassedOut(state.recall(PassedOut).times + 1))
    if passed == "next hand":
        return state.push_after(Rainout(why=NOBODY_OPENED))
    if passed == "ante and deal again":
        state = ante_again(state)
    return state.push_after(Redeal(why=NOBODY_OPENED))
