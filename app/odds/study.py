"""How often each kind of hand wins a game, if whole hands are dealt at random and nobody folds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from app.cards.card import rank_word
from app.dataclass import dataclass
from app.games.definition import Game
from app.games.house import HouseRules, Stakes
from app.games.rules.share import Share
from app.games.rules.share.high import High
from app.games.rules.share.hole import SuitInHole
from app.games.rules.share.low import Low
from app.games.situation import Situation
from app.games.steps import Spec
from app.games.steps.bet import Buy
from app.games.steps.draw import Draw
from app.games.steps.roll import Roll
from app.hand.ask import RefusalError
from app.hand.open_hands import showing_high
from app.hand.play import start
from app.hand.settlement.contest import Scores
from app.hand.state import Setup, State
from app.odds.ahead import Ahead, ahead_of
from app.odds.dealing import Fill, OutOfCardsError, StoppedError, played_out, samples, unknown_cards
from app.odds.figures import Assumption, NoOdds
from app.odds.views import shown
from app.ranking.low import low_ranks, unpack_low
from app.ranking.order import order_of
from app.ranking.words import unpack_high

#: Assumptions that would make it a different game, with the steps that they are about.
_DIFFERENT_GAME: Mapping[Assumption, type[Spec]] = {
    "everyone stands pat": Draw,
    "nobody buys": Buy,
    "highest turned up": Roll,
}


@dataclass(frozen=True, slots=True)
class Study:
    """The counts of each kind of hand that won each share of a game, in ``deals`` hands with ``players`` players.

    ``shares`` maps the name of each share to counts by kind, best kind first. ``nothing_wild``: how often nothing was
    wild at the end; None in a game without wild cards. ``best_showing``: how often the best hand showing won the first
    share, ties included; None in a game without up-cards. ``stopped``: hands without a showdown.
    """

    players: int
    deals: int
    shares: Mapping[str, Mapping[str, int]]
    nothing_wild: int | None
    best_showing: int | None
    stopped: int
    assumptions: tuple[Assumption, ...] = ()


def study(game: Game, players: int, deals: int, seed: int = 0) -> Study | NoOdds:
    """Return how often each kind of hand wins a game if all players stay in, or why the game has no odds.

    Raises :class:`~app.hand.play.SetupError` for too few or too many players.
    """
    at = Situation(game, HouseRules(), Stakes(), players)
    names = tuple(f"P{seat + 1}" for seat in range(players))
    state = start(Setup(game, names, (None,) * players, at.antes, at.stakes, blinds=at.blinds))
    ahead = ahead_of(shown(state).state)
    if isinstance(ahead, NoOdds):
        return ahead
    if assumed := tuple(step for assumption, step in _DIFFERENT_GAME.items() if assumption in ahead.assumptions):
        return NoOdds("choice to come", step=next(spec for spec in game.script if isinstance(spec, assumed)))
    kinds: dict[str, Counter[tuple[int, str]]] = {share.name: Counter() for share in game.shares}
    nothing_wild = best_showing = showdowns = 0
    try:
        for end in _ends(ahead, deals, seed):
            showdowns += 1
            scores = Scores(end)
            for share in game.shares:
                won = scores.best(share, end.live, end.live)
                number = scores.score(share, won[0]) if won else None
                kinds[share.name][kind_of(share, number, end)] += 1
            nothing_wild += not (end.wild.cards or any(end.wild.by_seat.values()))
            if game.has_up_cards:
                showing = {seat: showing_high(end, seat) for seat in end.live}
                best = {seat for seat in end.live if showing[seat] == max(showing.values())}
                best_showing += bool(best & set(scores.best(game.shares[0], end.live, end.live)))
    except OutOfCardsError:
        return NoOdds("deck runs out")
    except RefusalError:
        return NoOdds("too many hands")
    return Study(
        players,
        deals,
        {name: {kind: count for (_, kind), count in sorted(counts.items())} for name, counts in kinds.items()},
        nothing_wild if game.wild else None,
        best_showing if game.has_up_cards else None,
        deals - showdowns,
        ahead.assumptions,
    )


def kind_of(share: Share, number: int | None, state: State) -> tuple[int, str]:
    """Return the kind of a winning hand by its score, after a sort key that is lowest for the best kind."""
    if number is None:
        return 1000, "nobody"
    match share:
        case High() if not share.special:
            category = unpack_high(number, state.setup.high_rules).category
            return -order_of(state.setup.high_rules).categories.index(category), category
        case Low() if not share.natural_first:
            category, _, ranks = unpack_low(number)
            if category != "no pair":
                return 100, "pair or worse"
            top = low_ranks(share.rules(state.setup.low_rules).kind)[ranks.bit_length() - 1]
            return ranks.bit_length(), f"{rank_word(top)} low"
        case SuitInHole(_, end) if share.ties != "go by suit":
            rank = number - 1 if end == "high" else 13 - number
            return -number, rank_word(rank)
    return 0, share.prize()


def _ends(ahead: Ahead, deals: int, seed: int) -> Iterator[State]:
    """Yield the finished hands that reach a showdown."""
    unknown = unknown_cards(ahead.state)
    fill = Fill(ahead) if ahead.fixed else None
    for cards in samples(unknown, len(unknown) if fill is None else len(fill.slots), deals, seed):
        try:
            yield played_out(ahead, iter(cards)) if fill is None else fill.with_cards(cards)
        except StoppedError:
            continue
