"""A pending correction: from the dealer's choice for one action to all the actions that it changes. Pure.

A misread card is named in later actions too, and two cards entered for each other's players are named in two actions.
The correction changes every action that names them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from app.cards.card import UNSEEN, Card
from app.dataclass import dataclass, replace
from app.hand.action import DEAL, REDEAL, TURN_UP
from app.hand.notation import action_of, parse_action, write_action
from app.hand.play import prompt
from app.hand.state import State
from app.night.log.entries import Changes, LogEntry, normal_changes
from app.night.log.replay import LiveHand, append_entry
from app.night.log.sealing import secret_numbers

#: Replacement actions, by the number of the action replaced.
Replacements = Mapping[int, Sequence[str]]


@dataclass(frozen=True, slots=True)
class PendingCorrection:
    """The action being corrected, in the hand as earlier choices would make it.

    ``stored`` is the hand as it is, and ``number`` the action's number in it. ``trial`` is the hand with the earlier
    choices, and ``index`` the action's index there. ``origins`` are the stored numbers of the trial's actions.
    """

    stored: LiveHand
    trial: LiveHand
    origins: tuple[int, ...]
    number: int
    index: int

    @property
    def state(self) -> State:
        """The state just before the action."""
        return self.trial.states[self.index]

    @property
    def line(self) -> str:
        """The action as entered."""
        return self.trial.actions[self.index]

    @property
    def fits(self) -> bool:
        """Whether the action is still legal after the earlier choices."""
        return self.index + 1 < len(self.trial.states)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The new cards that the action deals or shows; all the cards it names if it does not fit because of them."""
        named = tuple(card for card in cards_in(self.line) if card != UNSEEN)
        new = tuple(card for card in named if card not in self.state.seen)
        return new if new or self.fits else named

    @property
    def clashes(self) -> bool:
        """Whether the action does not fit because one of its cards is elsewhere."""
        return not self.fits and any(card in self.state.seen for card in self.cards)

    @property
    def seat(self) -> int | None:
        """The player who acts or is dealt to; None for an action of the dealer."""
        return _seat_of(self.line)

    def replace_with(self, lines: Sequence[str]) -> dict[int, tuple[str, ...]]:
        """Replace the action with others, or remove it if there are none."""
        rows = list(zip(self.origins, self.trial.actions, strict=True))
        rows[self.index : self.index + 1] = ((self.number, line) for line in lines)
        return self._replacements(rows)

    def insert_before(self, lines: Sequence[str]) -> dict[int, tuple[str, ...]]:
        """Insert actions before this one."""
        return self.replace_with((*lines, self.line))

    def keep_by_ruling(self) -> dict[int, tuple[str, ...]]:
        """Keep the action by the dealer's ruling."""
        return self.replace_with((add_ruling(self.line),))

    def change_card(self, card: Card, other: Card) -> dict[int, tuple[str, ...]]:
        """Change a card that the action names. If the other card was entered elsewhere, the two trade places."""
        return self._change_cards({card: other, other: card})

    def give_to_seat(self, seat: int) -> dict[int, tuple[str, ...]]:
        """Give the cards to another player, in exchange for that player's cards of the same street, if any."""
        exchanged = self._same_street(seat)
        if exchanged is None:
            action = parse_action(self.line)
            given = replace(action, to=seat) if action.seat is None else replace(action, seat=seat)
            return self.replace_with((write_action(given),))
        swaps: dict[Card, Card] = {}
        for ours, theirs in zip(cards_in(self.line), cards_in(self.trial.actions[exchanged]), strict=False):
            if UNSEEN not in (ours, theirs):
                swaps |= {ours: theirs, theirs: ours}
        return self._change_cards(swaps)

    def possible_seats(self) -> list[int]:
        """Return the other players to whom the cards may have been dealt."""
        action = action_of(self.line)
        if not self.cards or action is None or action.verb not in (DEAL, TURN_UP):
            return []
        asked = {ask.seat for ask in prompt(self.state).asks}
        others = (seat for seat in self.state.live if seat != self.seat)
        return [seat for seat in others if seat in asked or self._same_street(seat) is not None]

    def _change_cards(self, other: Mapping[Card, Card]) -> dict[int, tuple[str, ...]]:
        texts = list(self.trial.actions)
        for index in self._same_deal(other):
            # A card that is already elsewhere stays there: only this player's card changes.
            if not self.clashes or (index >= self.index and _seat_of(texts[index]) == self.seat):
                texts[index] = _with_cards(texts[index], other)
        return self._replacements(zip(self.origins, texts, strict=True))

    def _same_deal(self, cards: Mapping[Card, Card]) -> range:
        """Return the indexes of actions from the first that involves these cards up to the next deal."""
        states, first = self.trial.states, self.index
        for card in cards:
            index = self.index
            while card in states[index].seen:  # no card is known before the first action
                index -= 1
            first = min(first, index)
        changed = [card for card in self.cards if card in cards]
        for index, state in enumerate(states):
            if index > self.index and state.seen.isdisjoint(changed):
                return range(first, index)
        return range(first, len(self.trial.actions))

    def _same_street(self, seat: int) -> int | None:
        """Find the nearest action that deals this player as many cards in the same step; None if there is none."""
        states, action = self.trial.states, action_of(self.line)
        if action is None:
            return None
        step = _step(self.state)
        matches = []
        for index in range(len(states)):
            if index == self.index or index >= len(self.trial.actions) or _step(states[index]) != step:
                continue
            other = action_of(self.trial.actions[index])
            if other is None or (other.about, other.verb) != (seat, action.verb):
                continue
            if len(other.cards) == len(action.cards):
                matches.append(index)
        same_deal = [index for index in matches if not self._redealt(*sorted((index, self.index)))]
        return min(same_deal, key=lambda index: abs(index - self.index), default=None)

    def _redealt(self, first: int, last: int) -> bool:
        between = map(action_of, self.trial.actions[first:last])
        return any(action is not None and action.verb == REDEAL for action in between)

    def _replacements(self, rows: Iterable[tuple[int, str]]) -> dict[int, tuple[str, ...]]:
        """Group actions by number, leaving out the numbers whose actions do not change."""
        actions: dict[int, tuple[str, ...]] = dict.fromkeys(range(1, len(self.stored.actions) + 1), ())
        for number, line in rows:
            actions[number] = (*actions[number], line)
        return {number: lines for number, lines in actions.items() if lines != (self.stored.actions[number - 1],)}


def start_correction(stored: LiveHand, chosen: Replacements, number: int) -> PendingCorrection | None:
    """Start correcting an action, after the choices made for others; None if it cannot be corrected now."""
    changes = normal_changes(without_secrets(stored, chosen))
    origins = changes.origins(len(stored.actions))
    trial = try_changes(stored, changes)
    # The last of the states is the one before the misfit, if there is one.
    indexes = [index for index, origin in enumerate(origins[: len(trial.states)]) if origin == number]
    return PendingCorrection(stored, trial, origins, number, indexes[-1]) if indexes else None


def without_secrets(stored: LiveHand, chosen: Replacements, *, game: bool = False) -> dict[int, tuple[str, ...]]:
    """Return the changes, plus the removal of every sealed answer after the first of them.

    Whether such an answer still fits would give it away, so its player is asked again. A new ``game`` removes all.
    """
    changes = {number: tuple(lines) for number, lines in chosen.items()}
    secret = secret_numbers(stored)
    first = min(changes.keys() - secret, default=0)
    return changes | {number: () for number in secret if game or number > first > 0}


def try_changes(stored: LiveHand, changes: Changes) -> LiveHand:
    """Return the hand with these changes applied."""
    if not changes.replacements and changes.cut is None and changes.call is None:
        return stored
    return append_entry(stored, LogEntry(stored.number + 1, "correct", str(changes)))


def add_ruling(line: str) -> str:
    """Return the action with the dealer's ruling added."""
    action = action_of(line)
    return line if action is None else write_action(replace(action, ruling=True))


def cards_in(line: str) -> tuple[Card, ...]:
    """Return the cards that an action names, with UNSEEN for each unknown one."""
    action = action_of(line)
    return () if action is None else action.cards


def _with_cards(line: str, other: Mapping[Card, Card]) -> str:
    action = action_of(line)
    if action is None:
        return line
    cards = tuple(other.get(card, card) for card in action.cards)
    return line if cards == action.cards else write_action(replace(action, cards=cards))


def _seat_of(line: str) -> int | None:
    action = action_of(line)
    return None if action is None else action.about


def _step(state: State) -> tuple[int, int, int]:
    """Identify the current step of the hand, and how deep it is nested."""
    return state.next_step, state.streets, len(state.frames)
