"""Finished hands: their list, their awards in words, their records, and the most called games."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import Text, cast, func, select

from app.dataclass import dataclass, replace
from app.hand.state import Setup
from app.night.db import db
from app.night.history.replays import prepared
from app.night.ledger import total
from app.night.log.loading import CANNOT_BE_DEALT, hand_info, live_hand, stored_actions
from app.night.log.replay import Broken, LiveHand
from app.night.log.sealing import secret_answers
from app.night.models import EARLIEST_FIRST, Hand, Ledger, Night, Seat
from app.night.play.settle import award_text, stored_awards, why_text, winners_of
from app.night.validation import Problem
from app.record.hand import Record, RecordError
from app.record.setup import End, end_of, library_game, record_of
from app.record.text import write, write_numbered
from app.text import sentence

#: No hand has a larger number; much larger ones would be too big for a query.
ABOVE_ALL_NUMBERS = 10**9


class PastHand:
    """A finished hand in a list: winners with their chips, largest first. ``key`` is the address of its page."""

    def __init__(self, row: Any) -> None:
        self.id, self.key, self.number, self.game_name, outcome, self.finished_at, names = row
        self.winners, self.carried, self.why = winners_of(names, outcome), outcome["carried"], why_text(names, outcome)


@dataclass(frozen=True, slots=True)
class CalledGame:
    """A game called before, and how often among the hands searched."""

    game_id: str
    game_name: str
    options: dict[str, Any]
    modifiers: list[Any]
    times: int


def past_hands(night: Night, limit: int | None = None, before: int | None = None) -> list[PastHand]:
    """List the finished hands of the night, latest first; with ``before``, only those with a smaller number."""
    columns = (Hand.id, Hand.key, Hand.number, Hand.game_name, Hand.outcome, Hand.finished_at)
    query = select(*columns, Hand.setup["names"]).where(Hand.night_id == night.id, Hand.finished_at.is_not(None))
    if before is not None:
        query = query.where(Hand.number < before)
    return list(map(PastHand, db.session.execute(query.order_by(Hand.number.desc()).limit(limit))))


def hand_by_number(night: Night, number: int) -> Hand | None:
    """Return the hand of a night with this number, or None."""
    if number >= ABOVE_ALL_NUMBERS:
        return None
    return db.session.scalar(select(Hand).where(Hand.night_id == night.id, Hand.number == number))


def hand_record(night: Night, number: int, *, public: bool = False) -> str | Problem | None:
    """Return the record of a finished hand as text; None if the night has no hand with this number.

    A ``public`` record does not name down cards that were never shown.

    A record names the game and its options, or contains the game if the library no longer makes it from these. Return
    a :class:`Problem` if a game file cannot express the game any more.
    """
    hand = hand_by_number(night, number)
    if hand is None:
        return None
    played = record_of_hand(night, hand, public)
    return played if isinstance(played, Problem) else write(played)


def record_of_hand(night: Night, hand: Hand, public: bool) -> Record | Problem:
    """Return the record of a finished hand of a night, without secret answers."""
    if hand.finished_at is None:
        return Problem("hand", "the hand is still being played")
    ended = _as_stored(hand) or _as_played(hand, public)
    if isinstance(ended, Problem):
        return ended
    modifiers = [{"modifier": entry} if isinstance(entry, str) else entry for entry in hand.modifiers]
    setup, actions, end = ended
    day = hand.started_at.astimezone()
    kept: dict[str, Any] = {"event": night.name, "day": day.day, "month": day.month, "year": day.year}
    kept["hand"] = hand.number
    game = library_game(hand.game_id, hand.options, modifiers)
    if game is not None and game.name != setup.game.name and game == replace(setup.game, name=game.name):
        kept["_game_name"] = setup.game.name
        setup = replace(setup, game=game)
    options = hand.options if modifiers or game != library_game(hand.game_id) else {}
    try:
        return record_of(setup, actions, options=options, modifiers=modifiers, kept=kept, end=end, source="the hand")
    except RecordError as problem:
        return Problem("hand", str(problem))


#: The setup and actions of a finished hand without secrets, and its end; None if it would differ without them.
_Ended = tuple[Setup, tuple[str, ...], End | None]


def _as_stored(hand: Hand) -> _Ended | None:
    """Return a hand from its log, its outcome and the ledger, without replaying it.

    Return None if its log may hold secrets, or if the hand cannot be dealt.
    """
    outcome = hand.outcome or {}
    if outcome.get("secret", True):
        return None
    try:
        setup = hand_info(hand).setup
    except CANNOT_BE_DEALT:
        return None
    won: dict[int, int] = dict(outcome["winners"])
    moved = select(Ledger.player_id, total()).where(Ledger.hand_id == hand.id, Ledger.account == "chips")
    chips = dict(db.session.execute(moved.group_by(Ledger.player_id)).all())
    stacks = tuple(
        stack + chips.get(player, 0) if stack is not None else None
        for stack, player in zip(setup.stacks, hand.setup["players"], strict=True)
    )
    return setup, stored_actions(hand.id), End(stacks, tuple(won.get(seat, 0) for seat in setup.seats))


def _as_played(hand: Hand, public: bool) -> _Ended | Problem:
    live = live_hand(hand.id)
    if isinstance(live, Broken):
        return Problem("hand", live.misfit.reason)
    if public:
        shown = prepared(live)
        return live.hand.setup, tuple(line.text for line in shown.lines), end_of(shown.states[-1])
    secret = secret_answers(live)
    actions = tuple(line for number, line in enumerate(live.actions, start=1) if number not in secret.numbers)
    return live.hand.setup, actions, None if secret.unopened else end_of(live.state)


def award_reasons(hand: Hand) -> dict[tuple[int, int], list[str]]:
    """Return why chips of a finished hand were awarded, by player id and amount, in the order of the awards.

    A hand that an older version stored is replayed for it; empty if that fails.
    """
    outcome = hand.outcome or {}
    if "awards" not in outcome:
        live = live_hand(hand.id)
        if not isinstance(live, LiveHand) or live.state.result is None:
            return {}
        outcome = stored_awards(live.state.result)
    return award_text(hand.setup["names"], hand.setup["players"], outcome)


def recent_games(night: Night | None = None, limit: int = 8) -> list[CalledGame]:
    """List the games called before, latest first: those of this night, or of all nights but the examples."""
    return _called(night, among=200)[:limit]


def favourite_games(limit: int = 8) -> list[CalledGame]:
    """List the games called most often among the last hands of all nights but the examples."""
    return sorted(_called(None, among=500), key=lambda game: -game.times)[:limit]


def _called(night: Night | None, among: int) -> list[CalledGame]:
    # The name is part of the key: two of the table's saved games may differ only in house rules.
    query = select(Hand.game_id, Hand.game_name, Hand.options, Hand.modifiers, Hand.id.label("hand_id"))
    if night is not None:
        query = query.where(Hand.night_id == night.id).order_by(Hand.number.desc())
    else:
        query = query.join(Night, Night.id == Hand.night_id).where(~Night.example).order_by(Hand.id.desc())
    hands = query.limit(among).subquery()
    # Group by text, so that JSON is parsed once per game: hands are many, games are few.
    game = (hands.c.game_id, hands.c.game_name, cast(hands.c.options, Text), cast(hands.c.modifiers, Text))
    counts = select(*game, func.count()).group_by(*game).order_by(func.max(hands.c.hand_id).desc())
    games: dict[str, CalledGame] = {}
    for game_id, name, options_text, modifiers_text, times in db.session.execute(counts):
        options, modifiers = json.loads(options_text), json.loads(modifiers_text)
        key = json.dumps([game_id, name, options, modifiers], sort_keys=True)
        before = games[key].times if key in games else 0
        games[key] = CalledGame(game_id, name, options, modifiers, before + times)
    return list(games.values())


@dataclass(frozen=True, slots=True)
class Records:
    """Records in one file. ``missing`` names the hands without one, and why; the text says so too."""

    text: str
    missing: tuple[str, ...]


def night_records(night: Night) -> Records:
    """Return the records of a night's finished hands, by hand number."""
    finished = select(Hand).where(Hand.night_id == night.id, Hand.finished_at.is_not(None)).order_by(Hand.number)
    return _records(((hand.number, night, hand) for hand in db.session.scalars(finished).all()), public=False)


def person_records(player_id: int) -> Records:
    """Return the public records of the finished hands that a person was dealt into, numbered from 1, earliest first."""
    numbered = enumerate(_hands_of_person(player_id), start=1)
    return _records(((number, night, hand) for number, (night, hand) in numbered), public=True)


def _hands_of_person(player_id: int) -> Iterator[tuple[Night, Hand]]:
    """Yield the finished hands that a person was dealt into, a night at a time, since years of them fill the memory."""
    at = select(Seat.night_id).where(Seat.player_id == player_id)
    nights = select(Night).where(Night.id.in_(at), ~Night.example).order_by(*EARLIEST_FIRST)
    for night in db.session.scalars(nights).all():
        hands = select(Hand).where(Hand.night_id == night.id, Hand.finished_at.is_not(None)).order_by(Hand.number)
        yield from ((night, hand) for hand in db.session.scalars(hands) if player_id in hand.setup["players"])


def _records(hands: Iterable[tuple[int, Night, Hand]], *, public: bool) -> Records:
    written, missing = list[str](), list[str]()
    for number, night, hand in hands:
        played = record_of_hand(night, hand, public)
        if isinstance(played, Problem):
            missing.append(f"{night.name}, hand {hand.number}: {sentence(played.text.rstrip('.'))}.")
        else:
            written.append(write_numbered(number, played))
    remarks = "".join(f"# Not in this file: {' '.join(words.split())}\n" for words in missing)
    return Records(remarks + "\n".join(written), tuple(missing))
