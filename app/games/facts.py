"""Facts of a game, worked out from its rules: what the table judges, and what filters ask for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from app.games.definition import Game
from app.games.rules.share.high import High
from app.games.rules.share.low import Low
from app.games.rules.trigger import Trigger
from app.games.steps import Spec
from app.games.steps.physical import AsPlayed


class Summary(NamedTuple):
    """A game's facts for lists and filters; nobody can play a game with a ``problem``.

    ``players``: the fewest and the most, an even number if ``even``. ``seats``: how many it is meant for, or 0 if it
    does not say. ``facts``: those that hold. ``judged``: the parts that the table judges, as a sentence.
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
    """Return what the table judges in a game, each as the end of "You judge"; empty if the rules decide everything."""
    judged = (*(step.you_judge for step in game.script), *(rule.you_judge for rule in game.wild))
    judged += tuple(share.you_judge for share in game.shares)
    parts = tuple(dict.fromkeys(filter(None, judged)))
    return parts or (("a rule that Upcard does not know",) if game.table_rules else ())


def judged_words(game: Game) -> str:
    """Return what the table judges as a sentence, ``You judge: what is wild; who wins the run.``; empty if nothing."""
    parts = judged_parts(game)
    return f"You judge: {'; '.join(parts)}." if parts else ""


def _nothing_wild(game: Game) -> bool:
    """Return whether no card can be wild; False if the table plays its own way, since nobody can tell."""
    return not game.wild and not any(isinstance(step, AsPlayed) for step in game.script)


def _all_stay_in(game: Game) -> bool:
    """Return whether everybody dealt in is in at the showdown: no step and no card lets or makes anybody leave."""
    parts: list[Spec | Trigger] = [*game.script, *game.triggers]
    return not any(part.players_leave for part in parts)


def _few_rounds(game: Game) -> bool:
    return game.bet_rounds in (1, 2)


#: The facts of games, by the words in which a table asks for them.
FACTS: Mapping[str, Callable[[Game], bool]] = {
    "no wild cards": _nothing_wild,
    "high only": lambda game: all(isinstance(share, High) for share in game.shares) and not game.may_turn_low,
    "high-low": lambda game: {High, Low} <= {type(share) for share in game.shares},
    "everybody stays in": _all_stay_in,
    "two betting rounds at most": _few_rounds,
    "nothing for you to judge": lambda game: not judged_parts(game),
}
