"""From a record to the setup of its hand, and from a played hand to its record."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

from app.dataclass import dataclass, replace
from app.games.definition import Game
from app.games.errors import GameError, raise_first
from app.games.house import BEFORE_THE_CHOICE, BROUGHT_IN, HouseRules, Stakes, changed, house_rules
from app.games.load import file_of, key_errors, library, resolve
from app.games.modifiers import read_modifier
from app.games.situation import Situation
from app.hand.notation import parse_action
from app.hand.play import SetupError, replay, start
from app.hand.state import Setup, State
from app.record.fields import PLAYED, problem_with
from app.record.hand import LOW_CARD, PHH_GAMES, Record, RecordError
from app.words.refusals import refusal_text
from app.words.speaker import Speaker

#: A version under whose rules a record may have been played, if not under today's.
Version = Literal["0.3", "0.2"]
OLDER_VERSIONS: tuple[Version, ...] = ("0.3", "0.2")

_PHH_VERBS = frozenset({"dh", "db", "pb", "cbr", "cc", "f", "sd", "sm"})
_PHH_BETS = 4


@dataclass(frozen=True, slots=True)
class End:
    """The stacks at the end of a hand, None for an untracked one, and each seat's awards; both None before the end."""

    stacks: tuple[int | None, ...] | None
    winnings: tuple[int, ...] | None


def setup_of(record: Record, *, version: Version | None = None) -> Setup:
    """Return the setup of a record's hand, by today's rules or those of an older ``version``.

    Raises :class:`~app.record.hand.RecordError` if the game, its options, the stakes or the players are invalid.
    """
    game = _game(record)
    if record.bring_in is None and game.opener.first in BROUGHT_IN:
        raise record.error("bring_in", f"the field is missing: {game.name} is opened by a bring-in")
    if record.blinds and not game.blinds:
        raise record.error("blinds_or_straddles", f"{game.name} has no blinds")
    setup = Setup(
        game=game,
        names=record.players,
        stacks=record.starting_stacks,
        antes=record.antes,
        blinds=record.blinds,
        stakes=_stakes(record),
        house=_house(record, game, BEFORE_THE_CHOICE if version == "0.2" else {}),
        carried=record.carried,
        gaps=record.variant in PHH_GAMES,
        from_0_2=version == "0.2",
        from_0_3=version is not None,
    )
    try:
        start(setup)
    except SetupError as problem:
        raise record.error("starting_stacks, antes, players", problem) from None
    return setup


def _game(record: Record) -> Game:
    games, field = library(), "variant"
    try:
        if record.game:
            field = "_game"
            raise_first(key_errors(record.game))
            games = {**games, record.game_id: record.game}
            resolve(record.game_id, games=games)
        if record.game_id not in games:
            raise record.error("variant", f"no game is called {record.variant!r}; `upcard games` lists the games")
        field = "_options" if record.options else "variant"
        game = resolve(record.game_id, record.options, games=games)
        field = "_modifiers"
        applied = [read_modifier(entry, f"[{at}]") for at, entry in enumerate(record.modifiers)]
        return resolve(record.game_id, record.options, applied, games=games) if applied else game
    except GameError as problem:
        raise record.error(field, problem) from None


def _house(record: Record, game: Game, before: Mapping[str, Any]) -> HouseRules:
    """Return the house rules. The low card brings in unless the record or the game says otherwise."""
    coded = PHH_GAMES.get(record.variant)
    brings_in = record.bring_in or (coded is not None and coded.forced == "bring_in")
    try:
        usual = {"opener_first": LOW_CARD} if brings_in else {}
        return house_rules(before, usual, record.house, where="rule", bet_streets=game.bet_streets)
    except GameError as problem:
        raise record.error("_house", problem) from None


def _stakes(record: Record) -> Stakes:
    ante = max(record.antes, default=0) if record.ante is None else record.ante
    small_blind, big_blind = (*record.blinds_or_straddles, 0, 0)[:2]
    if not big_blind:  # the seat of the small blind is empty
        small_blind, big_blind = 0, small_blind
    bring_in = record.bring_in or 0
    try:
        if record.limit == "fixed":
            stakes = Stakes(ante, bring_in, "fixed", record.small_bet or 0, record.big_bet or 0)
        else:
            stakes = Stakes(ante, bring_in, record.limit, min_bet=record.min_bet or 0, max_bet=record.max_bet or 0)
    except GameError as problem:
        names = {"fixed": "small_bet, big_bet, bring_in", "spread": "min_bet, _max_bet, bring_in"}
        raise record.error(names.get(record.limit, "min_bet, bring_in"), problem) from None
    try:
        return replace(stakes, small_blind=small_blind, big_blind=big_blind)
    except GameError as problem:
        raise record.error("blinds_or_straddles", problem) from None


def record_of(
    setup: Setup,
    actions: Iterable[str],
    *,
    options: Mapping[str, Any] | None = None,
    modifiers: Iterable[Mapping[str, Any]] = (),
    kept: Mapping[str, Any] | None = None,
    end: End | None = None,
    source: str = "hand",
) -> Record:
    """Return the record of a hand: its setup and actions, with the outcome if it is over.

    Pass the ``end`` if it is known; otherwise the actions are replayed to find it.

    ``options`` and ``modifiers`` are those that made ``setup.game``, as a record writes them; if the library does not
    make the same game from them, the record contains the game. ``kept`` are further fields (event, day, hand). The
    variant is the code of the Poker Hand History format if another program would play the hand to the same end, else
    the game's id.

    Raises :class:`~app.record.hand.RecordError` if an action is refused, or if a game file cannot express the game any
    more.
    """
    options, modifiers, actions, fields = dict(options or {}), tuple(modifiers), tuple(actions), dict(kept or {})
    carried_game: dict[str, Any] = {}
    if library_game(setup.game.id, options, modifiers) != setup.game:
        carried_game, options, modifiers = file_of(setup.game), {}, ()
        try:
            same = resolve(setup.game.id, games={**library(), setup.game.id: carried_game}) == setup.game
        except GameError as problem:
            raise RecordError(f"{source}: {problem}") from None
        if not same:
            raise RecordError(f"{source}: variant: {setup.game.name} was played under rules that it no longer has")
    if end is None:
        end = _end_after(setup, actions, source)
    for name, value in fields.items():
        if misfit := problem_with(name, value) or ("it says how the hand was played" if name in PLAYED else ""):
            raise RecordError(f"{source}: {name}: {misfit}")
    stakes = setup.stakes
    fixed = stakes.limit == "fixed"
    code = "" if carried_game else _code(setup, modifiers, actions)
    if code:
        # Equal antes are matched like bets when a stack is too short for one; uneven antes are dead money.
        fields.setdefault("ante_trimming_status", len(set(setup.antes)) == 1)
    return Record(
        variant=code or setup.game.id,
        antes=setup.antes,
        starting_stacks=setup.stacks,
        players=setup.names,
        actions=actions,
        ante=stakes.ante if stakes.ante != max(setup.antes) else None,
        blinds_or_straddles=setup.blinds[::-1] if len(setup.blinds) == 2 else setup.blinds,
        bring_in=_bring_in(setup, code),
        limit=stakes.limit,
        small_bet=stakes.small if fixed else None,
        big_bet=stakes.big if fixed else None,
        min_bet=None if fixed else stakes.min_bet,
        max_bet=None if fixed else stakes.max_bet or None,
        carried=setup.carried,
        game=carried_game,
        options=options,
        house=_recorded_house(setup, code),
        modifiers=modifiers,
        finishing_stacks=end.stacks,
        winnings=end.winnings,
        kept=fields,
        source=source,
    )


def end_of(state: State) -> End:
    """Return the end of a hand in this state."""
    if state.result is None:
        return End(None, None)
    totals = state.result.totals()
    stacks = tuple(player.stack for player in state.players)
    return End(stacks, tuple(totals.get(seat, 0) for seat in state.setup.seats))


def _end_after(setup: Setup, actions: tuple[str, ...], source: str) -> End:
    """Return the end that actions lead to. Raises :class:`~app.record.hand.RecordError` when one is refused."""
    states, refusal = replay(setup, actions)
    if refusal is not None:
        words = refusal_text(refusal, Speaker(setup.names))
        raise RecordError(f"{source}: action {len(states)} '{actions[len(states) - 1]}': {words}")
    return end_of(states[-1])


def _bring_in(setup: Setup, code: str) -> int | None:
    """Return the bring-in that a record names, 0 if the game requires the field; None to leave it out."""
    if code and PHH_GAMES[code].forced != "bring_in":
        return None
    bring_in = setup.stakes.bring_in
    return bring_in if bring_in or setup.game.opener.first in BROUGHT_IN else None


def library_game(
    game_id: str, options: Mapping[str, Any] | None = None, modifiers: Sequence[str | Mapping[str, Any]] = ()
) -> Game | None:
    """Return the game that the library makes from these options and modifiers; None if it makes none."""
    return _library_game(game_id, json.dumps([options, modifiers]))


@lru_cache(maxsize=1024)
def _library_game(game_id: str, call: str) -> Game | None:
    options, modifiers = json.loads(call)
    try:
        return resolve(game_id, options, [read_modifier(entry, "modifier") for entry in modifiers])
    except GameError:
        return None


def _recorded_house(setup: Setup, code: str) -> dict[str, Any]:
    """Return the house rules to record: those that a reader would not assume."""
    house = changed(setup.house)
    implied = LOW_CARD if setup.stakes.bring_in else HouseRules().opener_first
    if code or setup.house.opener_first == implied:
        house.pop("opener_first", None)
    else:
        house["opener_first"] = setup.house.opener_first
    return house


def _code(setup: Setup, modifiers: tuple[Mapping[str, Any], ...], actions: tuple[str, ...]) -> str:
    """Return the code of the Poker Hand History format if that describes the hand completely; else empty."""
    stakes = setup.stakes
    codes = (code for code, game in PHH_GAMES.items() if (game.id, game.limit) == (setup.game.id, stakes.limit))
    code = next(codes, "")
    if not code:
        return ""
    if code == "F7S" and setup.house.opener_first != LOW_CARD:
        return ""
    plain = (
        _plain_forced_bets(setup)
        and None not in setup.stacks
        and not (setup.carried or modifiers or set(changed(setup.house)) - {"opener_first"})
        and setup.game == library_game(setup.game.id)
        and _plain_actions(actions, capped=stakes.limit == "fixed")
    )
    return code if plain else ""


def _plain_forced_bets(setup: Setup) -> bool:
    """Return whether other programs play the forced bets the same way: with no stack too short for them.

    In other programs the next player may call less after a short big blind or bring-in, and raise a straddle by less,
    and of two players with equal blinds the one who does not deal opens.
    """
    stakes, players = setup.stakes, len(setup.names)
    if setup.game.blinds:
        usual = Situation(setup.game, setup.house, stakes, players).blinds
        plain = setup.blinds == usual and len(set(usual)) > 1 and setup.game.blinds == 2
        posted, plain = setup.blinds, plain and stakes.big_blind == stakes.smallest_bet
    else:
        posted, plain = (stakes.bring_in,) * players, 0 < stakes.bring_in < stakes.small
    paid = zip(setup.stacks, setup.antes, posted, strict=True)
    return plain and all(stack is None or stack >= ante + bet for stack, ante, bet in paid)


def _plain_actions(lines: tuple[str, ...], *, capped: bool) -> bool:
    """Return whether other programs know all these actions: no ruling, no redeal, at most three raises if capped."""
    bets = 0
    for line in lines:
        action = parse_action(line)
        if action.verb not in _PHH_VERBS or action.ruling:
            return False
        bets = bets + 1 if action.verb == "cbr" else 0 if action.seat is None or action.verb == "sd" else bets
        if capped and bets > _PHH_BETS:
            return False
    return True
