"""From a played hand to a record of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from app.games.errors import GameError
from app.games.house import BROUGHT_IN, HouseRules, changed
from app.games.load import resolve
from app.games.modifiers import read_modifier
from app.hand.notation import parse_action
from app.hand.play import replay
from app.hand.state import Setup, State
from app.record.fields import PLAYED, problem_with
from app.record.hand import LOW_CARD, PHH_GAMES, Record, RecordError
from app.words.refusals import refusal_text
from app.words.speaker import Speaker

_PHH_VERBS = frozenset({"dh", "db", "pb", "cbr", "cc", "f", "sm"})
_PHH_BETS = 4


def record_of(
    setup: Setup,
    actions: Iterable[str],
    *,
    options: Mapping[str, Any] | None = None,
    modifiers: Iterable[Mapping[str, Any]] = (),
    kept: Mapping[str, Any] | None = None,
    source: str = "hand",
) -> Record:
    """Return the record of a hand: what it was dealt under and what happened, with the outcome when it is over.

    ``options`` and ``modifiers`` are those that made ``setup.game``, as a record writes them; ``kept`` are further
    fields (event, day, hand). The variant is the code of the Poker Hand History format where another program would
    play the hand to the same end, else the game's id.

    Raises :class:`~app.record.hand.RecordError` when an action is refused, or when the game is not the one that the
    library makes of these options and modifiers: the record would tell of another game.
    """
    options, modifiers, actions = dict(options or {}), tuple(modifiers), tuple(actions)
    _check_game(setup, options, modifiers, source)
    end, refusal = replay(setup, actions)
    if refusal is not None:
        raise RecordError(
            f"{source}: action {end.count + 1} '{actions[end.count]}': {refusal_text(refusal, Speaker(setup.names))}"
        )
    stakes = setup.stakes
    fixed = stakes.limit == "fixed"
    code = _code(setup, options, modifiers, actions)
    fields = dict(kept or {})
    for name, value in fields.items():
        if problem := problem_with(name, value) or ("" if name not in PLAYED else "it says how the hand was played"):
            raise RecordError(f"{source}: {name}: {problem}")
    if code:
        # Equal antes are matched like bets where a stack is short of one; uneven ones are dead money.
        fields.setdefault("ante_trimming_status", len(set(setup.antes)) == 1)
    return Record(
        variant=code or setup.game.id,
        antes=setup.antes,
        starting_stacks=setup.stacks,
        players=setup.names,
        actions=actions,
        bring_in=stakes.bring_in if stakes.bring_in or setup.game.opener.first in BROUGHT_IN else None,
        limit=stakes.limit,
        small_bet=stakes.small if fixed else None,
        big_bet=stakes.big if fixed else None,
        min_bet=None if fixed else stakes.min_bet,
        max_bet=None if fixed else stakes.max_bet or None,
        carried=setup.carried,
        options=options,
        house=_house(setup, code),
        modifiers=modifiers,
        finishing_stacks=None if end.result is None else tuple(player.stack for player in end.players),
        winnings=_winnings(end),
        kept=fields,
        source=source,
    )


def _check_game(
    setup: Setup, options: Mapping[str, Any], modifiers: tuple[Mapping[str, Any], ...], source: str
) -> None:
    try:
        applied = [read_modifier(entry, "modifier") for entry in modifiers]
        game = resolve(setup.game.id, options, applied)
    except GameError as problem:
        raise RecordError(f"{source}: {problem}") from None
    if game != setup.game:
        raise RecordError(f"{source}: variant: {setup.game.name} was played by other rules than it now has")


def _house(setup: Setup, code: str) -> dict[str, Any]:
    """Return the house rules that reading the record would not supply by itself."""
    house = changed(setup.house)
    implied = LOW_CARD if setup.stakes.bring_in else HouseRules().opener_first
    if code or setup.house.opener_first == implied:
        house.pop("opener_first", None)
    else:
        house["opener_first"] = setup.house.opener_first
    return house


def _winnings(state: State) -> tuple[int, ...] | None:
    """Return what each player was pushed, one's own chips included; None while the hand is not over."""
    if state.result is None:
        return None
    totals = state.result.totals()
    return tuple(totals.get(seat, 0) for seat in state.setup.seats)


def _code(
    setup: Setup,
    options: Mapping[str, Any],
    modifiers: tuple[Mapping[str, Any], ...],
    actions: tuple[str, ...],
) -> str:
    """Return the code of the Poker Hand History format if it says everything about the hand; else empty."""
    codes = {game: code for code, game in PHH_GAMES.items()}
    code = codes.get(setup.game.id, "")
    house = set(changed(setup.house)) - {"opener_first"}
    plain = (
        setup.stakes.limit == "fixed"
        and 0 < setup.stakes.bring_in < setup.stakes.small
        and None not in setup.stacks
        and not (setup.carried or house or modifiers)
        and resolve(setup.game.id, options) == resolve(setup.game.id)
    )
    if code == "F7S" and setup.house.opener_first != LOW_CARD:
        return ""
    return code if code and plain and _plain_actions(actions) else ""


def _plain_actions(lines: tuple[str, ...]) -> bool:
    """Return whether other programs know all these actions: no ruling, no redeal, at most a bet and three raises."""
    bets = 0
    for line in lines:
        action = parse_action(line)
        if action.verb not in _PHH_VERBS or action.ruling:
            return False
        bets = bets + 1 if action.verb == "cbr" else 0 if action.seat is None else bets
        if bets > _PHH_BETS:
            return False
    return True
