"""The state of one hand: frozen values, replaced at every action."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from app.cards.card import UNSEEN, Card
from app.games.definition import Game
from app.games.house import HouseRules, Stakes
from app.games.rules.wild import WildNow
from app.games.steps import Spec
from app.games.table import SeatCards, Table, UpCard
from app.ranking import HighRules


@dataclass(frozen=True, slots=True)
class Setup:
    """What a hand is dealt under. ``stacks`` are before the antes, None where chips are not tracked.

    Seat 0 sits to the dealer's left and is dealt first; the last seat deals. Chips are of the smallest unit.
    """

    game: Game
    names: tuple[str, ...]
    stacks: tuple[int | None, ...]
    antes: tuple[int, ...]
    stakes: Stakes
    house: HouseRules = HouseRules()
    carried: int = 0

    @property
    def seats(self) -> range:
        """All seats, in deal order."""
        return range(len(self.names))


@dataclass(frozen=True, slots=True)
class Held:
    """A card in a player's hand, in the order received. ``card`` is UNSEEN while nobody knows it.

    ``hand`` names the open hand that it was put in, in games where a player builds several.
    """

    card: Card
    up: bool
    hand: str = ""


@dataclass(frozen=True, slots=True)
class Player:
    """One player's part of the hand. ``bet`` lies in front on this street; ``put`` is everything bet and anted."""

    name: str
    stack: int | None
    bet: int = 0
    put: int = 0
    folded: bool = False
    all_in: bool = False
    cards: tuple[Held, ...] = ()
    declared: str | None = None
    shown: bool = False
    mucked: bool = False
    sets: tuple[Card, ...] = ()

    @property
    def up(self) -> tuple[Card, ...]:
        """The face-up cards, in the order received, those whose face is known."""
        return tuple(held.card for held in self.cards if held.up and held.card != UNSEEN)

    @property
    def down(self) -> tuple[Card, ...]:
        """The face-down cards, UNSEEN for those that nobody has shown."""
        return tuple(held.card for held in self.cards if not held.up)

    @property
    def live(self) -> bool:
        """Whether this player can still win something."""
        return not self.folded and not self.mucked

    @property
    def can_bet(self) -> bool:
        """Whether this player may still put chips in of their own will."""
        return self.live and not self.all_in


@dataclass(frozen=True, slots=True)
class Dead:
    """Chips paid into the pot that are no bet, and who was able to match them then."""

    amount: int
    eligible: frozenset[int]


@dataclass(frozen=True, slots=True)
class Announcement:
    """Something that the table should hear, and the number of the action that brought it about."""

    after: int
    text: str


@dataclass(frozen=True, slots=True)
class Award:
    """Chips that go to one player, from which pot and for which share, and why.

    ``plays`` are the cards of the winning hand: the card held and the card it plays as, the same unless it is wild.
    The card held is the unseen one where two cards make a wild one; ``made`` are those two, for each. ``note`` is
    what the table hears beside the hand: why this is more than the share.
    """

    seat: int
    amount: int
    pot: int
    share: str
    hand: str
    why: str
    plays: tuple[tuple[Card, Card], ...] = ()
    made: tuple[tuple[Card, Card], ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """How a hand ended. ``carried`` chips stay for the next hand, ``carried_why`` says why; ``pots`` are the amounts
    that were awarded.
    """

    awards: tuple[Award, ...] = ()
    pots: tuple[int, ...] = ()
    carried: int = 0
    why: str = ""
    carried_why: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """A step under way: what it asks for, its own memory, and what the table was last asked in it aloud."""

    spec: Spec
    memory: Any = None
    street: int = 0
    label: str = ""
    begun: bool = False
    called: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """A hand after some actions. Build one with :func:`app.hand.play.start`; change it with ``play``.

    ``closed``: it has been said that nobody can bet against anybody any more.
    """

    setup: Setup
    players: tuple[Player, ...]
    at: int = 0
    frames: tuple[Frame, ...] = ()
    deals: int = 0
    rounds: int = 0
    dealt: int = 0
    ups: tuple[UpCard, ...] = ()
    common: tuple[Card, ...] = ()
    laid: tuple[Card, ...] = ()
    gone: frozenset[Card] = frozenset()
    dead: tuple[Dead, ...] = ()
    wild: WildNow = WildNow()
    opener: int | None = None
    opener_why: str = ""
    closed: bool = False
    shows_first: int = 0
    rulings: Mapping[str, tuple[frozenset[int], ...]] = field(default_factory=dict)
    bought: Mapping[str, frozenset[int]] = field(default_factory=dict)
    named: tuple[int, ...] = ()
    namer: int | None = None
    discards: int = 0
    teams: tuple[tuple[int, int], ...] = ()
    earlier: tuple[Award, ...] = ()
    announcements: tuple[Announcement, ...] = ()
    count: int = 0
    result: Result | None = None

    @property
    def game(self) -> Game:
        """The game being played."""
        return self.setup.game

    @property
    def high_rules(self) -> HighRules:
        """How high hands rank in this game at this table."""
        return self.game.ranking.high_rules(self.game.deck.strip, self.setup.house)

    @property
    def live(self) -> tuple[int, ...]:
        """The seats that can still win something, in deal order."""
        return tuple(seat for seat, player in enumerate(self.players) if player.live)

    @property
    def bettors(self) -> tuple[int, ...]:
        """The live seats that are not all in."""
        return tuple(seat for seat, player in enumerate(self.players) if player.can_bet)

    @property
    def pot(self) -> int:
        """All chips in the middle and in front of the players."""
        return self.setup.carried + sum(player.put for player in self.players) + sum(paid.amount for paid in self.dead)

    @property
    def frame(self) -> Frame:
        """The step under way."""
        return self.frames[-1]

    @property
    def seen(self) -> frozenset[Card]:
        """Every card of this deal whose place is known: nobody can be dealt it again."""
        held = {one.card for player in self.players for one in player.cards}
        out = {up.card for up in self.ups if up.seat is None}
        return (self.gone | held | out | set(self.common) | set(self.laid)) - {UNSEEN}

    def with_player(self, seat: int, **changes: Any) -> State:
        """The state with some fields of one player replaced."""
        players = list(self.players)
        players[seat] = replace(players[seat], **changes)
        return replace(self, players=tuple(players))

    def with_memory(self, memory: Any) -> State:
        """The state with the memory of the step under way replaced."""
        return replace(self, frames=(*self.frames[:-1], replace(self.frames[-1], memory=memory)))

    def push(self, *specs: Spec) -> State:
        """The state with further steps to be taken first, in the order given."""
        street, label = (self.frames[-1].street, self.frames[-1].label) if self.frames else (0, "")
        added = tuple(Frame(spec, None, street, label) for spec in reversed(specs))
        return replace(self, frames=(*self.frames, *added))

    def push_bet(self, bet: Spec) -> State:
        """The state with a betting round that comes of what a player has just done, as the next round of the hand."""
        number = self.rounds + 1
        return replace(self, frames=(*self.frames, Frame(bet, None, number + 2, f"Round {number}")))

    def push_after(self, *specs: Spec) -> State:
        """The state with further steps under the one that is just ending: they come when it is gone."""
        *under, top = self.frames
        added = tuple(Frame(spec, None, top.street, top.label) for spec in reversed(specs))
        return replace(self, frames=(*under, *added, top))

    def say(self, *texts: str) -> State:
        """The state with announcements added, made by the action under way."""
        said = tuple(Announcement(self.count, text) for text in texts if text)
        return replace(self, announcements=(*self.announcements, *said))

    def name(self, seat: int) -> str:
        """The player's name."""
        return self.players[seat].name

    def after(self, seat: int) -> tuple[int, ...]:
        """All seats clockwise, the one after ``seat`` first and ``seat`` itself last."""
        count = len(self.players)
        return tuple((seat + step) % count for step in range(1, count + 1))


def table_of(state: State, *, street_open: bool, more_ups: bool) -> Table:
    """The cards of a hand as the rules of a game see them."""
    return Table(
        seats=tuple(SeatCards(p.name, p.live, p.up, p.down) for p in state.players),
        named=state.named,
        namer="" if state.namer is None else state.name(state.namer),
        ups=state.ups,
        common=state.common,
        street=state.deals,
        street_open=street_open,
        more_ups=more_ups,
    )
