"""The commands about hands: replay records, rank cards."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.commands import MAX_DEALS, CommandError
from app.dataclass import replace
from app.text import listing, whole_number

if TYPE_CHECKING:
    from app.cards.card import Card
    from app.ranking.words import Shown
    from app.record.hand import Record

SUFFIXES = (".phh", ".phhs", ".toml")
#: The suffix of files with many hands, and what tells them from a single hand on standard input: a numbered table.
MANY = ".phhs"
NUMBERED = re.compile(r"^[ \t]*\[[ \t]*\d+[ \t]*\]", re.MULTILINE)
MAX_CARDS = 12


def _parse_count(_context: click.Context, _option: click.Parameter, value: str | None) -> int | None:
    number = None if value is None else whole_number(value, 9)
    if value is not None and number is None:
        raise click.BadParameter(f"must be a number of actions, not {value!r}")
    return number


@click.command(short_help="replay hand records")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--at", metavar="N", callback=_parse_count, help="stop after action N")
@click.option("--json", "as_json", is_flag=True, help="print a JSON object per hand, one per line")
def replay(files: tuple[str, ...], at: int | None, as_json: bool) -> int:
    """Replay hand records (.toml, .phh, or .phhs with many hands) and check their expectations.

    A FILE is a record, a directory of records, or - for standard input. Exit status 0: all expectations held; 1: one
    did not; 2: a file could not be read, or an action was refused.
    """
    status = 0
    for name in files:
        if Path(name).is_dir():
            records = sorted(path for path in Path(name).rglob("*") if path.suffix in SUFFIXES and path.is_file())
            if not records:
                _report(f"{name}: no records (.toml, .phh, .phhs) in this directory", as_json)
                status = 2
            status = max([status, *(_replay_file(str(path), at, as_json) for path in records)])
        else:
            status = max(status, _replay_file(name, at, as_json))
    return status


@click.command(short_help="work out the odds of a hand")
@click.argument("record", metavar="RECORD")
@click.option("--at", metavar="N", callback=_parse_count, help="after action N; by default at the end of the record")
@click.option(
    "--view",
    type=click.Choice(["shown", "open", "looked-back"]),
    default="shown",
    help="the cards that are known: those face up, hands turned up at an all-in too, or all shown by the end",
)
@click.option(
    "--deals", type=click.IntRange(1, MAX_DEALS), default=10_000, help="how often to deal the cards to come (10000)"
)
@click.option("--seed", type=click.IntRange(0), default=0, help="the same number deals the same cards (0)")
@click.option("--json", "as_json", is_flag=True, help="print a JSON object per hand, one per line")
def odds(record: str, at: int | None, view: str, deals: int, seed: int, as_json: bool) -> int:
    """Print what each player can expect to win in a recorded hand, by pot and by share.

    RECORD is a file of hands, or - for standard input. Exit status 0: there are odds; 1: a hand has none, and the
    output says why; 2: the file could not be read, or an action was refused.
    """
    from app.commands.odds import odds_at, odds_json, odds_text
    from app.odds.figures import NoOdds, View
    from app.record.hand import RecordError

    known: View = "looked back" if view == "looked-back" else "open" if view == "open" else "shown"
    status = 0
    try:
        for hand in _records(record):
            state, answer = odds_at(_with_own_game(hand), at, known, deals, seed)
            print(json.dumps(odds_json(state, answer)) if as_json else odds_text(state, answer))
            status = max(status, int(isinstance(answer, NoOdds)))
    except RecordError as problem:
        _report(str(problem), as_json)
        return 2
    return status


@click.command(short_help="settle an argument: which hand wins?")
@click.argument("hands", nargs=-1, required=True, metavar="CARDS...")
@click.option("--wild", metavar="CARDS", default="", help="cards that are wild")
@click.option("--bug", metavar="CARDS", default="", help="cards that count as an ace, or complete a straight or flush")
@click.option(
    "--low", type=click.Choice(["a5", "a6", "27"]), help="rank for low: ace to five, ace to six, deuce to seven"
)
def rank(hands: tuple[str, ...], wild: str, bug: str, low: str | None) -> int:
    """Name the best five cards of each hand, and say which hand wins.

    Cards are written like AhTd5c; Jr and Jb are the jokers.
    """
    from app.cards.card import cards_text
    from app.ranking.rules import LowRules
    from app.ranking.words import show_high, show_low

    try:
        wilds, bugs = frozenset(_parse_cards(wild, "--wild")), frozenset(_parse_cards(bug, "--bug"))
        held = _parse_hands(hands)
        if low:
            rules = LowRules(kind=low)  # type: ignore[arg-type]
            shown = [show_low(hand, wilds, rules=rules, bugs=bugs) for hand in held]
        else:
            shown = [show_high(hand, wilds, bugs=bugs) for hand in held]
    except ValueError as problem:
        raise CommandError(str(problem)) from None
    texts = [cards_text(hand) for hand in held]
    for text, hand in zip(texts, shown, strict=True):
        print(f"{text}: {_hand_text(hand)}")
    if len(shown) > 1:
        best = max(hand.score for hand in shown)
        winners = [text for text, hand in zip(texts, shown, strict=True) if hand.score == best]
        print(f"{listing(winners)} {'wins' if len(winners) == 1 else 'tie'}")
    return 0


def _replay_file(name: str, at: int | None, as_json: bool) -> int:
    """Replay the hands of one file, print each result, and return the worst status."""
    from app.record.hand import RecordError

    try:
        records = _records(name)
    except RecordError as problem:
        _report(str(problem), as_json)
        return 2
    return max((_replay_record(record, at, as_json) for record in records), default=0)


def _records(name: str) -> list[Record]:
    """Return the hands of a file or of standard input. Raises RecordError if it cannot be read."""
    from app.record.hand import RecordError
    from app.record.text import MANY_BYTES, read, read_all
    from app.toml import MAX_BYTES, TomlError, read_file, read_text

    piped = name == "-"
    source = "stdin" if piped else name
    most = MANY_BYTES if piped or name.endswith(MANY) else MAX_BYTES
    try:
        text = read_text(sys.stdin.buffer, most) if piped else read_file(name, most)
    except TomlError as problem:
        raise RecordError(f"{source}: {problem}") from None
    many = NUMBERED.search(text) if piped else name.endswith(MANY)
    records = [*read_all(text, source).values()] if many else [read(text, source)]
    if not records:
        raise RecordError(f"{source}: there is no hand in this file")
    return records


def _with_own_game(record: Record) -> Record:
    """Return a record with its game included, if the game is in the folder and the record lacks it."""
    from app.games.load import library
    from app.night.play.game_files import games_in_folder

    if record.game or record.game_id in library():
        return record
    info = games_in_folder().get(record.game_id)
    if info is None or info.problem:
        return record
    return replace(record, game={key: value for key, value in info.table.items() if key != "extends"})


def _replay_record(record: Record, at: int | None, json_wanted: bool) -> int:
    from app.record.check import run
    from app.record.hand import RecordError
    from app.record.report import as_json, as_text

    try:
        replayed = run(_with_own_game(record), at)
    except RecordError as problem:
        _report(str(problem), json_wanted)
        return 2
    if not json_wanted:
        print(as_text(replayed))
        return replayed.status
    print(json.dumps(as_json(replayed)))
    for line in (*replayed.failures, replayed.refused):
        if line:
            print(line, file=sys.stderr)
    return replayed.status


def _report(problem: str, as_json: bool) -> None:
    """Print why a file could not be replayed: as a line, or as JSON with the message on standard error too."""
    if as_json:
        print(json.dumps({"error": problem}))
        print(problem, file=sys.stderr)
    else:
        print(problem)


def _parse_cards(text: str, where: str) -> tuple[Card, ...]:
    from app.cards.card import UNSEEN, CardError, parse_cards

    try:
        cards = parse_cards(text)
    except CardError as problem:
        raise ValueError(f"{where}: {problem}") from None
    if UNSEEN in cards:
        raise ValueError(f"{where}: a card that nobody has seen cannot be ranked")
    return cards


def _parse_hands(texts: Sequence[str]) -> list[tuple[Card, ...]]:
    from app.cards.card import card_name

    hands = []
    seen: set[Card] = set()
    for text in texts:
        hand = _parse_cards(text, repr(text))
        if not 0 < len(hand) <= MAX_CARDS:
            raise ValueError(f"{text!r}: a hand has 1 to {MAX_CARDS} cards, not {len(hand)}")
        for card in hand:
            if card in seen:
                raise ValueError(f"{text!r}: the {card_name(card).lower()} is there twice")
            seen.add(card)
        hands.append(hand)
    return hands


def _hand_text(shown: Shown) -> str:
    from app.cards.card import card_text

    several = "s" if "," in shown.kickers else ""
    kickers = f", kicker{several} {shown.kickers}" if shown.kickers else ""
    played = [
        card_text(held) if held == plays else f"{card_text(held)} as {card_text(plays)}" for held, plays in shown.plays
    ]
    return f"{shown.name}{kickers} ({', '.join(played)})"
