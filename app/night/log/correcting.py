"""A correction in the making: from what the dealer chooses for one action to all the actions that it changes. Pure.

A card that was misread is named in later actions too, and two cards entered for the wrong players in both their
actions: whatever names them changes along.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from app.cards.card import UNSEEN, Card, cards_text, parse_cards
from app.hand.action import Action, ActionError, parse_action, parse_seat, seat_text
from app.hand.play import prompt
from app.hand.state import State
from app.night.log.entries import Changes, Written
from app.night.log.replay import LiveHand, add

Places = Mapping[int, Sequence[str]]

_CARDS = re.compile(r"(?:[2-9TJQKA][cdhs]|J[rb]|\?\?)+")


@dataclass(frozen=True, slots=True)
class Draft:
    """The action that something is chosen for now, in a hand as it would be with what was chosen before.

    ``stored`` is the hand as it is and ``place`` the action's place in it; ``trial`` is the hand as it would be and
    ``at`` the action's index there. ``origins`` are the places that the actions of the trial come from.
    """

    stored: LiveHand
    trial: LiveHand
    origins: tuple[int, ...]
    place: int
    at: int

    @property
    def state(self) -> State:
        """The hand just before the action."""
        return self.trial.states[self.at]

    @property
    def line(self) -> str:
        """The action itself."""
        return self.trial.actions[self.at]

    @property
    def fits(self) -> bool:
        """Whether the action can stand as it is, after what was chosen before."""
        return self.at + 1 < len(self.trial.states)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that the action brings to light; those that it names where they are why it does not fit."""
        named = tuple(card for card in cards_in(self.line) if card != UNSEEN)
        new = tuple(card for card in named if card not in self.state.seen)
        return new if new or self.fits else named

    @property
    def clashes(self) -> bool:
        """Whether it cannot stand because a card that it names lies elsewhere."""
        return not self.fits and any(card in self.state.seen for card in self.cards)

    @property
    def seat(self) -> int | None:
        """Whose action it is, or who is dealt to; None where it is nobody's."""
        return _seat_of(self.line)

    def instead(self, lines: Sequence[str]) -> dict[int, tuple[str, ...]]:
        """Others stand in its place; with none it never happened."""
        return self._places((*self._before, *((self.place, line) for line in lines), *self._after))

    def before(self, lines: Sequence[str]) -> dict[int, tuple[str, ...]]:
        """Others came before it, and it follows."""
        return self.instead((*lines, self.line))

    def as_ruled(self) -> dict[int, tuple[str, ...]]:
        """It stands by the dealer's ruling."""
        return self.instead((as_ruled(self.line),))

    def with_card(self, card: Card, other: Card) -> dict[int, tuple[str, ...]]:
        """Another card was meant than the one it names; where that one was entered elsewhere, the two change places."""
        return self._with_cards({card: other, other: card})

    def for_seat(self, seat: int) -> dict[int, tuple[str, ...]]:
        """The cards were another player's: who got some on the same street has the first one's, or else gets these."""
        partner = self._same_street(seat)
        if partner is None:
            return self.instead((_for(self.line, seat),))
        ours, theirs = cards_in(self.line), cards_in(self.trial.actions[partner])
        pairs = [pair for pair in zip(ours, theirs, strict=False) if UNSEEN not in pair]
        return self._with_cards({one: other for pair in pairs for one, other in (pair, pair[::-1])})

    def seats(self) -> list[int]:
        """The players whose cards these may have been instead."""
        if not self.cards or self.line.split()[1] not in ("dh", "up"):
            return []
        asked = {ask.seat for ask in prompt(self.state).asks}
        others = (seat for seat in self.state.live if seat != self.seat)
        return [seat for seat in others if seat in asked or self._same_street(seat) is not None]

    def _with_cards(self, other: Mapping[Card, Card]) -> dict[int, tuple[str, ...]]:
        texts = list(self.trial.actions)
        for at in self._deal(other):
            # A card that lies elsewhere already stays there: only this player's is another.
            if not self.clashes or (at >= self.at and _seat_of(texts[at]) == self.seat):
                texts[at] = _renamed(texts[at], other)
        return self._places(zip(self.origins, texts, strict=True))

    def _deal(self, cards: Iterable[Card]) -> range:
        """The actions from which on these cards are known, until they are gathered in for another deal."""
        states, first = self.trial.states, self.at
        for card in cards:
            at = self.at
            while at > 0 and card in states[at].seen:
                at -= 1
            first = min(first, at)
        known = set(cards) & set(self.cards)
        for at in range(self.at + 1, len(states)):
            if known.isdisjoint(states[at].seen):
                return range(first, at)
        return range(first, len(self.trial.actions))

    def _same_street(self, seat: int) -> int | None:
        """The action that brings this player as many cards in the same step, nearest by."""
        states, mine = self.trial.states, parse_action(self.line)
        step, count = _step(self.state), len(cards_in(self.line))
        found = []
        for at in range(len(states)):
            if at == self.at or at >= len(self.trial.actions) or _step(states[at]) != step:
                continue
            line = self.trial.actions[at]
            if _seat_of(line) == seat and parse_action(line).verb == mine.verb and len(cards_in(line)) == count:
                found.append(at)
        between = [at for at in found if not self._dealt_anew(*sorted((at, self.at)))]
        return min(between, key=lambda at: abs(at - self.at), default=None)

    def _dealt_anew(self, first: int, last: int) -> bool:
        return any(line.startswith("d redeal") for line in self.trial.actions[first : last + 1])

    @property
    def _before(self) -> tuple[tuple[int, str], ...]:
        return tuple(zip(self.origins[: self.at], self.trial.actions[: self.at], strict=True))

    @property
    def _after(self) -> tuple[tuple[int, str], ...]:
        return tuple(zip(self.origins[self.at + 1 :], self.trial.actions[self.at + 1 :], strict=True))

    def _places(self, rows: Iterable[tuple[int, str]]) -> dict[int, tuple[str, ...]]:
        places: dict[int, tuple[str, ...]] = dict.fromkeys(range(1, len(self.stored.actions) + 1), ())
        for place, line in rows:
            places[place] = (*places[place], line)
        return {place: lines for place, lines in places.items() if lines != (self.stored.actions[place - 1],)}


def draft(stored: LiveHand, chosen: Places, place: int) -> Draft | None:
    """The choice for the action at this place, after what was chosen for others; None where it cannot be made now."""
    changes = Changes({at: tuple(lines) for at, lines in chosen.items()})
    origins = changes.origins(len(stored.actions))
    trial = tried(stored, changes)
    at = trial.misfit.number - 1 if trial.misfit is not None else -1
    if at < 0 or origins[at] != place:
        at = max((at for at, origin in enumerate(origins) if origin == place), default=-1)
    if not 0 <= at < len(trial.states):
        return None
    return Draft(stored, trial, origins, place, at)


def tried(stored: LiveHand, changes: Changes) -> LiveHand:
    """The hand as it would be with these changes."""
    if not changes.places and changes.cut is None:
        return stored
    return add(stored, Written(stored.number + 1, "correct", str(changes)))


def as_ruled(line: str) -> str:
    """The action with the dealer's ruling."""
    try:
        return str(replace(parse_action(line), ruling=True))
    except ActionError:
        return line


def cards_in(line: str) -> tuple[Card, ...]:
    """The cards that an action names, UNSEEN for each that it does not."""
    words = line.partition(" # ")[0].split()[2:]
    return tuple(card for word in words if _CARDS.fullmatch(word) for card in parse_cards(word))


def _renamed(line: str, other: Mapping[Card, Card]) -> str:
    try:
        action = parse_action(line)
    except ActionError:
        return line
    words = tuple(
        cards_text(other.get(card, card) for card in parse_cards(word)) if _CARDS.fullmatch(word) else word
        for word in action.words
    )
    return line if words == action.words else str(replace(action, words=words))


def _for(line: str, seat: int) -> str:
    action = parse_action(line)
    if action.seat is None:
        return str(replace(action, words=(seat_text(seat), *action.words[1:])))
    return str(replace(action, seat=seat))


def _seat_of(line: str) -> int | None:
    try:
        action = parse_action(line)
        return parse_seat(action.words[0]) if _deals(action) else action.seat
    except ActionError:
        return None


def _deals(action: Action) -> bool:
    return action.verb == "dh" and bool(action.words)


def _step(state: State) -> tuple[int, int, int]:
    """Which step of the hand this is, and how deep within it."""
    return state.at, state.deals, len(state.frames)
