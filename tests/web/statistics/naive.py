"""Statistics computed independently, and slowly: from the logs, the ledger and the tables of the database.

None of the app's statistics is called, and no cached fact is read. The engine replays the logs; results are read from
the words of the log and the television.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import text

from app.games.catalog import catalog
from app.hand.view import TELEVISION, view
from app.night.db import db
from app.night.log.loading import live_hand
from app.night.log.replay import LiveHand

SIGNS = {"EUR": "€", "USD": "$", "": ""}
#: The beginnings of the names of high hands, best first; a low hand's name ends in "low".
CATEGORIES = (
    "five ",
    "royal flush",
    "straight flush",
    "four [a-z]+$",
    "[a-z]+ full of",
    "(double-|triple-|quadruple-)?[a-z-]*flush",
    "straight",
    "three ",
    "two pair",
    "four-card flush",
    "four-card straight",
    "pair of",
    "[a-z]+ high",
    "no cards",
)


@dataclass
class SeenNight:
    id: int
    name: str
    day: str
    unit: str
    worth: int
    tracked: bool
    seated: list[int]
    net: dict[int, int] | None
    hands: list[SeenHand] = field(default_factory=list)

    def money(self, chips: int) -> int:
        return chips * self.worth if self.unit else chips


@dataclass
class SeenHand:
    id: int
    key: str
    night: SeenNight
    number: int
    game: str
    pot: int
    wild: int
    players: list[int]
    won: Counter[int]
    net: Counter[int]
    to_end: set[int]
    shown: dict[int, list[str]]

    @property
    def amount(self) -> int:
        return self.night.money(self.pot)


@dataclass
class SeenClub:
    nights: list[SeenNight]
    names: dict[int, str]
    misdeals: int

    @property
    def hands(self) -> list[SeenHand]:
        return [hand for night in self.nights for hand in night.hands]

    @property
    def units(self) -> list[str]:
        return sorted({night.unit for night in self.nights if night.seated}, key=lambda unit: (unit == "", unit))


def rows(query: str, **values: Any) -> list[Any]:
    return list(db.session.execute(text(query), values))


def in_utc(stored: datetime | str) -> datetime:
    """Return a stored time in UTC; SQLite stores text without a time zone."""
    time = datetime.fromisoformat(stored) if isinstance(stored, str) else stored
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time


def club() -> SeenClub:
    """Read the whole club from the database."""
    db.session.rollback()
    names = {row.id: row.name for row in rows("SELECT id, name FROM player WHERE only_in = 0")}
    nights, misdeals = [], 0
    for row in rows("SELECT * FROM night WHERE NOT example ORDER BY started_at, id"):
        seated = [seat.player_id for seat in rows("SELECT * FROM seat WHERE night_id = :night", night=row.id)]
        began = in_utc(row.started_at).astimezone()
        night = SeenNight(
            id=row.id,
            name=row.name,
            day=f"{began.day} {began:%b %Y}",
            unit=row.currency,
            worth=row.worth,
            tracked=bool(row.tracked),
            seated=seated,
            net=None,
        )
        misdeals += read_hands(night)
        night.net = net_of(night)
        nights.append(night)
    return SeenClub(nights, names, misdeals)


def read_hands(night: SeenNight) -> int:
    misdeals = 0
    for row in rows("SELECT * FROM hand WHERE night_id = :night ORDER BY number", night=night.id):
        live = live_hand(row.id)
        assert isinstance(live, LiveHand)
        state = live.state
        if state.result is None:
            continue
        if any("misdeal" in line for line in live.actions):
            misdeals += 1
            continue
        ledger = rows("SELECT player_id, kind, account, amount FROM ledger WHERE hand_id = :hand", hand=row.id)
        setup = json.loads(row.setup) if isinstance(row.setup, str) else row.setup  # SQLite stores text
        players = setup["players"]
        live_seats = [seat for seat, player in enumerate(state.players) if not player.folded]
        cards_decide = not any("everyone" in line for last in live.lines[-1:] for line in last.announcements)
        seats = view(state, TELEVISION).seats
        won = Counter[int]()
        net = Counter[int]()
        for player, kind, account, amount in ledger:
            won[player] += amount if kind == "award" else 0
            net[player] += amount if account == "chips" else 0
        night.hands.append(
            SeenHand(
                id=row.id,
                key=row.key,
                night=night,
                number=row.number,
                game=row.game_id,
                pot=won.total() + state.result.carried,
                wild=sum(any(map(changes_wild, line.announcements)) for line in live.lines),
                players=players,
                won=+won,
                net=net,
                to_end={players[seat] for seat in live_seats} if cards_decide else set(),
                shown={players[at]: named(seat.hands) for at, seat in enumerate(seats)},
            )
        )
    return misdeals


def named(hands: Iterable[object]) -> list[str]:
    """Return the names of hands as players say them, except hole cards that win a share of their own."""
    names = (re.sub(r"^full house, (\w+) over", r"\1 full of", str(hand)) for hand in hands)
    return [name for name in names if "in the hole" not in name]


def changes_wild(announcement: str) -> bool:
    """Return whether an announcement changes the wild cards; "next up-card is wild" does not."""
    text = announcement.replace("next up-card is wild", "")
    return bool(re.search(r"\bwild\b", text)) or "no longer" in text or "s are dead" in text


def net_of(night: SeenNight) -> dict[int, int] | None:
    """Return each player's net for a night in chips: those in hand and cashed out, minus those bought."""
    bought, have = Counter[int](), Counter[int]()
    counted = set()
    for row in rows("SELECT * FROM ledger WHERE night_id = :night AND account = 'chips'", night=night.id):
        have[row.player_id] += row.amount
        if row.against == "bank":
            bought[row.player_id] += row.amount
        if row.kind == "count":
            counted.add(row.player_id)
    if not night.tracked and (not bought or counted != set(night.seated)):
        return None
    return {player: have[player] - bought[player] for player in night.seated}


def figure(amount: int, unit: str) -> str:
    return f"{SIGNS[unit]}{amount / 100:,.2f}" if unit else f"{amount:,}"


def signed(amount: int, unit: str) -> str:
    return f"{'+' if amount > 0 else '−' if amount < 0 else ''}{figure(abs(amount), unit)}"


def game_name(game: str) -> str:
    return catalog()[game].name


def sums(of: SeenClub, of_night: Callable[[SeenNight], int | None]) -> dict[str, int]:
    """Add up a value of each night in its own unit, skipping nights where it is unknown."""
    totals: dict[str, int] = defaultdict(int)
    for night in of.nights:
        value = of_night(night)
        if value is not None:
            totals[night.unit] += night.money(value)
    return totals


def by_unit(of: SeenClub, totals: dict[str, int]) -> list[str]:
    return [signed(totals[unit], unit) if unit in totals else "–" for unit in of.units]


def person_row(person: int, hands: Iterable[SeenHand]) -> list[str]:
    own = [hand for hand in hands if person in hand.players]
    counts = (
        len(own),
        sum(person in hand.to_end for hand in own),
        sum(hand.won[person] > 0 for hand in own),
        sum(hand.players[-1] == person for hand in own),
    )
    return [str(count) for count in counts]


def night_nets(of: SeenClub, person: int) -> dict[str, int]:
    """Return a person's net of all nights by unit, including counts and all other ledger rows."""

    def won(night: SeenNight) -> int | None:
        if night.net is None or person not in night.net:
            return None
        moved = [row for row in rows("SELECT * FROM ledger WHERE night_id = :n", n=night.id) if row.player_id == person]
        return night.net[person] if any(row.account == "chips" and row.against != "bank" for row in moved) else None

    return sums(of, won)


def game_nets(of: SeenClub, person: int, game: str) -> dict[str, int]:
    """Return a person's net of the hands of a game by unit."""

    def won(night: SeenNight) -> int | None:
        own = [hand for hand in night.hands if hand.game == game and person in hand.players and person in hand.net]
        return sum(hand.net[person] for hand in own) if own and night.tracked else None

    return sums(of, won)


def mean(hands: list[SeenHand], unit: str) -> str:
    amounts = [hand.amount for hand in hands if hand.night.unit == unit]
    return figure(int(sum(amounts) / len(amounts) + 0.5), unit) if amounts else "–"


def largest(hands: list[SeenHand], unit: str) -> str:
    amounts = [hand.amount for hand in hands if hand.night.unit == unit]
    return figure(max(amounts), unit) if amounts else "–"


def category(name: str) -> int:
    """Return the category of a high hand by its name, 0 for the best."""
    return next(at for at, start in enumerate(CATEGORIES) if re.match(start, name))
