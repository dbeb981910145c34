"""Hands showing: compared to find the opener, and named at the table."""

from __future__ import annotations

from functools import lru_cache

from app.cards.card import Card, has_rank
from app.games.rules.share import Holding
from app.games.rules.share.low import Low
from app.games.rules.share.points import Points
from app.games.steps.hands import Build
from app.hand.ask import Question
from app.hand.state import State
from app.ranking.high import high
from app.ranking.points import points_name
from app.ranking.rules import HighRules, LowRules
from app.ranking.words import HandName, Shown, show_high, show_low
from app.text import ordinal_word


def begun_hands(state: State, *seats: int) -> tuple[str, ...]:
    """Return the hands that these seats have begun and the game does not name, in order."""
    begun = {held.hand for seat in seats for held in state.players[seat].cards}
    named = set(named_hands(state))
    numbered = (ordinal_word(number) for number in range(1, state.game.held + 1))
    return tuple(name for name in numbered if name in begun - named)


def named_hands(state: State) -> tuple[str, ...]:
    """Return the hands that the game names, in its order."""
    return tuple(dict.fromkeys(name for spec in state.game.script if isinstance(spec, Build) for name in spec.hands))


def open_hands(state: State, seat: int) -> tuple[tuple[Card, ...], ...]:
    """Return a seat's up-cards, one group for each hand being built; usually there is one.

    If one of the hands is for high, only that one is returned.
    """
    groups: dict[str, list[Card]] = {}
    for held in state.players[seat].cards:
        if held.up and _counts(state, seat, held.card):
            groups.setdefault(held.hand, []).append(held.card)
    if "high" in named_hands(state):
        groups = {name: cards for name, cards in groups.items() if name == "high"}
    return tuple(map(tuple, groups.values()))


def showing_wild(state: State, seat: int | None) -> frozenset[Card]:
    """Return the cards that count as wild in a hand showing; none unless the house rule says so."""
    return state.wild.in_the_open(seat) if state.setup.house.wild_showing else frozenset()


def showing_high(state: State, seat: int) -> int:
    """Return the score of a seat's best hand showing; bigger is better."""
    hands = open_hands(state, seat) or ((),)
    return max(_score(state, cards, seat) for cards in hands)


def cards_showing(state: State, seat: int) -> tuple[Card, ...]:
    """Return the cards of a seat's best hand showing, or of all its hands that tie for best."""
    hands, best = open_hands(state, seat), showing_high(state, seat)
    return tuple(card for cards in hands if _score(state, cards, seat) == best for card in cards)


def middle_high(state: State) -> int:
    """Return the score of the cards in the middle as a hand to beat; -1, below every hand, if there are none."""
    cards = _middle(state)
    return _score(state, cards, None) if cards else -1


def hand_to_beat(state: State, seat: int) -> Question | None:
    """Return the question to a seat that has to beat the best hand showing, or the cards in the middle, if any."""
    others = [other for other in state.live if other != seat and state.players[other].up]
    best = max(others, key=lambda other: showing_high(state, other), default=None)
    if best is not None and showing_high(state, best) >= middle_high(state):
        shown = best_showing(state, best)
        return Question("has to beat", seat, hand=shown.hand) if shown else None
    cards = _middle(state)
    if not cards:
        return None
    return Question("has to beat the middle", seat, hand=_show(state, cards, None).hand)


def best_showing(state: State, seat: int) -> Shown | None:
    """Return a seat's best hand showing, named; None if no up-card counts, or the wild cards are not yet known."""
    hands = open_hands(state, seat)
    if not hands or state.wild.unknown:
        return None
    return max((_show(state, cards, seat) for cards in hands), key=lambda shown: shown.score)


def showing_name(state: State, seat: int) -> HandName | None:
    """Return the name of a seat's up-cards: a total if points win, a low hand if only lows win, else a high hand."""
    shown = best_showing(state, seat)
    if shown is None:
        return None
    if points := [share for share in state.game.shares if isinstance(share, Points)]:
        holding = Holding(_up_cards(state, seat), (), wild=showing_wild(state, seat), bugs=state.wild.bugs)
        return points_name(share.total(holding) for share in points)
    return showing_low(state, seat).hand if state.game.only_low_wins else shown.hand


def showing_low(state: State, seat: int) -> Shown:
    """Return the up-cards of a seat as a low hand, by the rules from :func:`low_rules`."""
    rules = low_rules(state)
    return show_low(_up_cards(state, seat), showing_wild(state, seat), rules=rules, bugs=state.wild.bugs)


def low_rules(state: State) -> LowRules:
    """Return the low ranking of this game, or that of the house rules if the game has none of its own."""
    lows = (share for share in state.game.shares if isinstance(share, Low))
    return next((share.rules(state.setup.low_rules) for share in lows), state.setup.low_rules)


def aces_are_low(state: State) -> bool:
    """Return whether an ace is never a high card: in a game that ranks it so, or in which only such lows win (razz)."""
    lows = all(share.ace_is_low(state.setup.low_rules) for share in state.game.shares)
    return state.game.ranking.aces_low or lows


def _up_cards(state: State, seat: int) -> tuple[Card, ...]:
    return tuple(card for card in state.players[seat].up if _counts(state, seat, card))


def _counts(state: State, seat: int | None, card: Card) -> bool:
    """Return whether a card counts in a hand showing: a joker that is neither wild nor a bug has no rank."""
    return has_rank(card) or card in showing_wild(state, seat) or card in state.wild.bugs


def _middle(state: State) -> tuple[Card, ...]:
    return tuple(up.card for up in state.up_cards if up.seat is None and _counts(state, None, up.card))


def _show(state: State, cards: tuple[Card, ...], seat: int | None) -> Shown:
    held = frozenset(cards)
    return _cached_show(cards, showing_wild(state, seat) & held, state.wild.bugs & held, state.setup.high_rules)


# Most hands showing do not change with an action, and are the same on every screen.
@lru_cache(maxsize=1024)
def _cached_show(cards: tuple[Card, ...], wild: frozenset[Card], bugs: frozenset[Card], rules: HighRules) -> Shown:
    return show_high(cards, wild, rules=rules, bugs=bugs)


def _score(state: State, cards: tuple[Card, ...], seat: int | None) -> int:
    return high(cards, showing_wild(state, seat), rules=state.setup.high_rules, bugs=state.wild.bugs)
