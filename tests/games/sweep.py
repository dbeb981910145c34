"""A sweep over games, options, modifiers and their settings: each is dealt and played out, or refused with its reason.

:func:`sweep` takes a seed and any number of combinations or seconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count as numbers
from random import Random
from time import monotonic
from typing import Any

from app.games.catalog import GameInfo, catalog
from app.games.definition import Game
from app.games.errors import GameError
from app.games.load import resolve
from app.games.modifiers import Modifier, modifier_rules, read_modifier
from app.games.reasons import Reason
from app.games.sheet import rule_sheet
from app.hand.ask import Refusal
from app.hand.play import play, prompt
from app.hand.state import State
from app.night.play.random_play import chips
from tests.games.settings import Entry, entries, options, random_entry, random_options
from tests.hand.random_dealer import RandomDealer, random_setup
from tests.hand.wording import without_words

#: Redeals after which a hand is abandoned, since valid rules may redeal for ever.
REDEALS = 3


class SweepError(AssertionError):
    """A combination that ended in an error; the message names it, so that it can be replayed."""


def sweep(seed: str, *, count: int | None = None, seconds: float | None = None) -> Counter[str]:
    """Try ``count`` random combinations, or as many as time allows; return how many were played out and refused.

    Raises :class:`SweepError` for one that ends in anything but a settled hand or a refusal with a reason.
    """
    tally: Counter[str] = Counter()
    end = None if seconds is None else monotonic() + seconds
    for number in numbers():
        if (count is not None and number >= count) or (end is not None and monotonic() > end):
            return tally
        tally += one(f"{seed} {number}")
    raise AssertionError("numbers do not end")


def one(seed: str) -> Counter[str]:
    """Try one random combination of a game, its options and two or three modifiers; return its tally."""
    random = Random(seed)
    info = random.choice(list(catalog().values()))
    names = random.sample(modifier_rules.names(), random.choice([2, 2, 3]))
    return tried(info, random_options(info, random), [random_entry(name, random) for name in names], random)


def alone(info: GameInfo) -> Iterator[tuple[dict[str, Any], list[Entry]]]:
    """Yield every value of every option, and every modifier by itself with every value of its settings."""
    yield from ((chosen, []) for chosen in options(info))
    yield from (({}, [entry]) for name in modifier_rules.names() for entry in entries(name))


def tried(info: GameInfo, chosen: dict[str, Any], called: Sequence[Entry], random: Random) -> Counter[str]:
    """Play out a combination, or check that it is refused with a reason; return its tally."""
    tally: Counter[str] = Counter()
    try:
        game = made(info, chosen, called)
        tally["refused" if game is None else "played"] += 1
        if game is not None:
            tally["actions"] += played(game, random)
    except Exception as problem:
        raise SweepError(f"{info.id} with {chosen} and {list(called)}: {problem!r}") from problem
    return tally


def made(info: GameInfo, chosen: dict[str, Any], called: Sequence[Entry]) -> Game | None:
    """Return the game after checking its rule sheet; None if it is refused, which must give a reason."""
    try:
        modifiers: list[Modifier] = [read_modifier(entry, "modifier") for entry in called]
        game = resolve(info.id, chosen, modifiers)
    except GameError as problem:
        refusal = problem
    else:
        assert all(modifier.words().endswith(".") for modifier in modifiers)
        assert all(line.strip() for section in rule_sheet(game) for line in section.lines)
        return game
    assert refusal.reason
    return None


def played(game: Game, random: Random) -> int:
    """Play out a random hand; return its number of actions."""
    dealer = RandomDealer(random_setup(game, random), random)
    before = chips(dealer.state)
    while dealer.state.result is None:
        assert not without_words(prompt(dealer.state))
        if _redeals(dealer.state) >= REDEALS:
            void = play(dealer.state, "d misdeal")
            assert not isinstance(void, Refusal)
            assert void.result is not None
            return len(dealer.lines) + 1
        assert len(dealer.lines) < dealer.patience, "the hand does not end"
        if random.random() < 0.02:
            dealer.miscount()
        if dealer.state.result is None:
            dealer.step()
        assert chips(dealer.state) == before
    assert not without_words(*(announcement.event for announcement in dealer.state.announcements))
    return len(dealer.lines)


def _redeals(state: State) -> int:
    events = (announcement.event for announcement in state.announcements)
    return sum(isinstance(event, Reason) and event.kind == "redealt" for event in events)
