"""Facts of a game that a table asks for when it looks for one, worked out from its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.games.definition import Game
from app.games.judged import judged_parts
from app.games.rules.share.high import High
from app.games.rules.share.low import Low
from app.games.rules.trigger.up_card import UpCardTrigger
from app.games.steps.as_played import AsPlayed
from app.games.steps.bet import Bet


def facts_of(game: Game) -> frozenset[str]:
    """Return the facts that hold of a game."""
    return frozenset(fact for fact, holds in FACTS.items() if holds(game))


def _nothing_wild(game: Game) -> bool:
    """Return whether no card can be wild. Of a game that the table plays as it likes, nobody knows."""
    return not game.wild and not any(isinstance(step, AsPlayed) for step in game.script)


def _all_stay_in(game: Game) -> bool:
    """Return whether everybody dealt in is in at the showdown: no step and no card lets or makes anybody leave."""
    can_leave = any(step.players_leave for step in game.script)
    folds = (trigger.then for trigger in game.triggers if isinstance(trigger, UpCardTrigger))
    return not can_leave and not {"fold", "pay or fold"} & set(folds)


def _few_rounds(game: Game) -> bool:
    rounds = sum(isinstance(step, Bet) for step in game.script)
    return 1 <= rounds <= 2 and not any(step.brings_bets for step in game.script)


#: By the words in which a table asks for them.
FACTS: Mapping[str, Callable[[Game], bool]] = {
    "no wild cards": _nothing_wild,
    "high only": lambda game: all(isinstance(share, High) for share in game.shares),
    "high-low": lambda game: {High, Low} <= {type(share) for share in game.shares},
    "everybody stays in": _all_stay_in,
    "two betting rounds at most": _few_rounds,
    "nothing for you to judge": lambda game: not judged_parts(game),
}
