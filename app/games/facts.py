"""Facts about a game, worked out from its rules: the parts that the table judges, and the facts that filters use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from app.games.definition import Game
from app.games.rules.share.high import High
from app.games.rules.share.low import Low
from app.games.steps.physical import AsPlayed


class Summary(NamedTuple):
    """A game's facts for lists and filters; a game with a ``problem`` cannot be played.

    ``players``: the fewest and the most, an even number if ``even``. ``seats``: how many it is meant for, or 0 if it
    does not say. ``facts``: the keys of :data:`FACTS` that hold. ``judged``: the parts that the table judges, as a
    sentence.
    """

    players: tuple[int, int] = (0, 0)
    even: bool = False
    seats: int = 0
    facts: frozenset[str] = frozenset()
    judged: str = ""
    problem: str = ""


def summary_of(game: Game) -> Summary:
    """Return the summary of a game."""
    facts = frozenset(fact for fact, holds in FACTS.items() if holds(game))
    return Summary(game.players, game.even, game.seats, facts, judged_words(game))


def judged_parts(game: Game) -> tuple[str, ...]:
    """Return the parts of a game that the table judges, each as the end of "You judge"; empty if the rules decide."""
    judged = (*(step.you_judge for step in game.script), *(rule.you_judge for rule in game.wild))
    judged += tuple(share.you_judge for share in game.shares)
    parts = tuple(dict.fromkeys(filter(None, judged)))
    return parts or (("a rule that Upcard does not know",) if game.table_rules else ())


def judged_words(game: Game) -> str:
    """Return the parts that the table judges in a sentence, ``You judge: what is wild.``; empty if there are none."""
    parts = judged_parts(game)
    return f"You judge: {'; '.join(parts)}." if parts else ""


#: Whether a fact holds for a game, by the words that players filter by. A table that plays its own way may have wild
#: cards.
FACTS: Mapping[str, Callable[[Game], bool]] = {
    "no wild cards": lambda game: not (game.wild or any(isinstance(step, AsPlayed) for step in game.script)),
    "high only": lambda game: all(isinstance(share, High) for share in game.shares) and not game.may_turn_low,
    "high-low": lambda game: {High, Low} <= {type(share) for share in game.shares},
    "everybody stays in": lambda game: (
        not (any(step.players_leave for step in game.script) or any(trigger.players_leave for trigger in game.triggers))
    ),
    "two betting rounds at most": lambda game: game.bet_rounds in (1, 2),
    "nothing for you to judge": lambda game: not judged_parts(game),
}
