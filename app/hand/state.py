"""The state of one hand: frozen values, replaced at every action."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field
from typing import Any, TypeVar

from app.cards.card import UNSEEN, Card
from app.dataclass import dataclass, replace
from app.games.definition import Game, blind_seats
from app.games.house import HouseRules, Stakes
from app.games.layout import Laid
from app.games.reasons import Reason
from app.games.rules.wild import CurrentWilds
from app.games.steps import Spec
from app.games.table import UpCard, recall
from app.hand.ask import Question, RefusalError
from app.hand.event import AnyEvent
from app.hand.result import Decided, Result
from app.ranking.rules import HighRules, LowRules

N = TypeVar("N")


@dataclass(frozen=True, slots=True)
class Setup:
    """The game, players and stakes of a hand. Chips are in the smallest unit.

    Seat 0 sits to the dealer's left and is dealt first; the last seat deals. ``stacks`` are before the antes, None
    where chips are not tracked. ``blinds`` are posted after the antes, one per seat; empty if there are none. ``gaps``:
    another program recorded the hand, and up-cards of folded players may be missing.

    Stored hands continue by the rules they began with. ``big_bet_street`` is the street of the big bet in hands whose
    bets went by street, else 0. ``from_0_2``: version 0.2 or earlier stored the hand, without the rules added in 0.3.
    ``from_0_3``: version 0.3 or earlier stored it, without those added since.
    ``high_rules`` and ``low_rules`` follow from the game and the house: the rankings for shares without their own.
    """

    game: Game
    names: tuple[str, ...]
    stacks: tuple[int | None, ...]
    antes: tuple[int, ...]
    stakes: Stakes
    house: HouseRules = HouseRules()
    carried: int = 0
    blinds: tuple[int, ...] = ()
    gaps: bool = field(default=False, compare=False)
    big_bet_street: int = 0
    from_0_2: bool = False
    from_0_3: bool = False
    high_rules: HighRules = field(init=False, compare=False, repr=False)
    low_rules: LowRules = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        strip, ranking = self.game.deck.strip, self.game.ranking
        low_strip = "" if self.from_0_2 else strip  # 0.2 made lows of ranks that the deck lacked
        object.__setattr__(self, "high_rules", ranking.high_rules(strip, self.house))
        object.__setattr__(self, "low_rules", ranking.low_rules(low_strip, self.house))

    @property
    def seats(self) -> range:
        """All seats, in deal order."""
        return range(len(self.names))

    @property
    def posting_order(self) -> tuple[int, ...]:
        """All seats in the order in which they post: those of the blinds first."""
        return tuple(dict.fromkeys((*blind_seats(len(self.names), self.game.blinds), *self.seats)))


@dataclass(frozen=True, slots=True)
class PlaysOn:
    """The game that a deal continues as, if it is not the one that was called."""

    game: Game


@dataclass(frozen=True, slots=True)
class Held:
    """A card in a player's hand; ``card`` is UNSEEN while nobody knows it.

    ``hand`` names the open hand that it was put in, if players build several. ``down_number`` is 1 for the player's
    first card dealt face down, 2 for the second, and so on; 0 for a card that came face up.
    """

    card: Card
    up: bool
    hand: str = ""
    down_number: int = 0


@dataclass(frozen=True, slots=True)
class KeptShare:
    """The name of a share that a mucked hand keeps, and the pot's seats at the muck."""

    share: str
    seats: frozenset[int]


@dataclass(frozen=True, slots=True)
class Player:
    """One player's part of the hand, chips in the smallest unit.

    ``bet`` is in front on this street; ``committed`` is everything bet and anted. ``exit_place`` is 1 for the first
    player to leave the hand, and so on; 0 while still in. ``shown``: all cards are known. ``mucked``: they are thrown
    away; ``keeps`` are the shares of pots that are still this player's. ``set_aside`` are the cards of a second hand,
    UNSEEN if nobody has seen them. ``all_count``: cards beyond a limit on down cards have been thrown away, and all
    that are left may be used. ``downs_dealt`` counts cards that came face down in this deal. ``missing`` are chips that
    the dealer's recount found missing; below 0, extra chips. ``from_pot`` are chips received from the pot before the
    end of the hand, less the chips committed before and all payments other than bets. ``legs`` were won in this hand,
    ``matched`` are chips paid for lost contests; a redeal keeps both.
    """

    name: str
    stack: int | None
    bet: int = 0
    committed: int = 0
    folded: bool = False
    exit_place: int = 0
    all_in: bool = False
    cards: tuple[Held, ...] = ()
    declared: str | None = None
    shown: bool = False
    mucked: bool = False
    keeps: tuple[KeptShare, ...] = ()
    set_aside: tuple[Card, ...] = ()
    all_count: bool = False
    downs_dealt: int = 0
    missing: int = 0
    from_pot: int = 0
    legs: int = 0
    matched: int = 0

    @property
    def up(self) -> tuple[Card, ...]:
        """The face-up cards that are known, in the order received."""
        return tuple(held.card for held in self.cards if held.up and held.card != UNSEEN)

    @property
    def down(self) -> tuple[Card, ...]:
        """The face-down cards, UNSEEN for those that nobody has shown."""
        return tuple(held.card for held in self.cards if not held.up)

    @property
    def down_as_known(self) -> tuple[Card, ...]:
        """The face-down cards, with unseen ones filled in by cards named as set aside."""
        if not self.set_aside:
            return self.down
        held = {held.card for held in self.cards}
        named = iter([card for card in self.set_aside if card != UNSEEN and card not in held])
        return tuple(next(named, UNSEEN) if card == UNSEEN else card for card in self.down)

    @property
    def live(self) -> bool:
        """Whether this player can still win something."""
        return not self.folded and (not self.mucked or bool(self.keeps))

    @property
    def paid_in(self) -> int:
        """All chips put into the pot, less those received from it before the end of the hand."""
        return self.committed - self.from_pot

    @property
    def can_bet(self) -> bool:
        """Whether this player may still put chips in voluntarily."""
        return self.live and not self.all_in


@dataclass(frozen=True, slots=True)
class DeadMoney:
    """Chips paid into the pot other than by a bet, and the seats that can win them.

    They were paid in the step that began after ``step`` actions; -1 once that step no longer matters.
    """

    amount: int
    eligible: frozenset[int]
    step: int = -1


@dataclass(frozen=True, slots=True)
class RunTwice:
    """A hand run twice: the state ``before`` the boards, and the state after the ``first``, with its result."""

    before: State | None = None
    first: State | None = None


@dataclass(frozen=True, slots=True)
class Announcement:
    """An event to announce, and the number of the action that caused it."""

    after: int
    event: AnyEvent


@dataclass(frozen=True, slots=True)
class Frame:
    """A step under way.

    ``memory`` is the memory of its :class:`~app.hand.steps.StepKind`, ``label`` the name of the street or round. It
    began after ``step`` actions, with ``pot`` chips in the middle and ``bettors`` in and not all in. ``paid`` are each
    seat's payments in it other than bets. ``asked`` is the question last asked aloud. ``turned`` are cards turned up
    together, which count as up-cards only once all of them are up.
    """

    spec: Spec
    memory: object = None
    label: str = ""
    begun: bool = False
    pot: int = 0
    step: int = 0
    bettors: tuple[int, ...] = ()
    paid: Mapping[int, int] = field(default_factory=dict)
    asked: Question | None = None
    turned: tuple[UpCard, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """A hand after some actions. Build one with :func:`app.hand.play.start`; change it with ``play``.

    - ``next_step`` is the index of the next step of the script; ``frames`` are the steps under way, the current one
      last.
    - ``streets`` counts streets begun, ``rounds`` betting rounds begun, ``cards_dealt`` the cards off the deck,
      ``burnt`` and ``discards`` the ones burnt or thrown away, ``count`` the actions taken.
    - ``up_cards`` are all cards dealt or turned face up in this deal, in order, whether or not they have moved;
      ``common_cards`` are in the middle and belong to every hand, ``offered_cards`` are there to be taken;
      ``dead_cards`` are known discards.
    - ``carried`` are chips from the hand before, ``antes`` what each player has anted, while they are in the pot,
      ``blinds`` what each was to post, for the first betting round of the first deal.
      ``dead_money`` are payments other than bets; ``decided`` are pots that an earlier deal decided, and then
      ``dead_money`` also holds the other pots.
    - ``opener`` opens the round under way, ``opener_why`` says why. ``first_to_show`` bet last. ``betting_over``: the
      end of all betting has been announced.
    - ``rulings`` are the dealer's, by share: players who win it, best first.
    - ``notes`` are values that steps leave for later steps and rules, one per type (:meth:`recall`).
    """

    setup: Setup
    players: tuple[Player, ...]
    next_step: int = 0
    frames: tuple[Frame, ...] = ()
    streets: int = 0
    rounds: int = 0
    cards_dealt: int = 0
    burnt: int = 0
    discards: int = 0
    count: int = 0
    up_cards: tuple[UpCard, ...] = ()
    common_cards: tuple[Card, ...] = ()
    offered_cards: tuple[Card, ...] = ()
    dead_cards: frozenset[Card] = frozenset()
    carried: int = 0
    antes: tuple[int, ...] = ()
    blinds: tuple[int, ...] = ()
    dead_money: tuple[DeadMoney, ...] = ()
    decided: Decided | None = None
    wild: CurrentWilds = CurrentWilds()
    opener: int | None = None
    opener_why: Reason | None = None
    first_to_show: int = 0
    betting_over: bool = False
    rulings: Mapping[str, tuple[frozenset[int], ...]] = field(default_factory=dict)
    notes: Mapping[type, object] = field(default_factory=dict)
    announcements: tuple[Announcement, ...] = ()
    result: Result | None = None

    @property
    def game(self) -> Game:
        """The game being played."""
        changed = self.notes.get(PlaysOn)
        return changed.game if isinstance(changed, PlaysOn) else self.setup.game

    @property
    def live(self) -> tuple[int, ...]:
        """The seats that can still win something, in deal order."""
        return tuple(seat for seat, player in enumerate(self.players) if player.live)

    @property
    def dealt_in(self) -> tuple[int, ...]:
        """The live seats that still get cards: not those that declared out, nor those whose partner holds the hand."""
        seats = (seat for seat in self.live if self.players[seat].declared != "out")
        return tuple(seat for seat in seats if self.players[seat].cards or partner_of(self, seat) is None)

    @property
    def blinds_posted(self) -> tuple[int, ...]:
        """What each player was to post as a blind; empty without blinds, and once a second betting round begins."""
        return self.blinds if self.rounds < 2 else ()

    @property
    def bettors(self) -> tuple[int, ...]:
        """The live seats that are not all in."""
        return tuple(seat for seat, player in enumerate(self.players) if player.can_bet)

    @property
    def pot(self) -> int:
        """All chips still played for, in the middle and in front of the players."""
        return (
            self.carried
            + sum(player.committed for player in self.players)
            + sum(paid.amount for paid in self.dead_money)
        )

    @property
    def frame(self) -> Frame:
        """The step under way."""
        return self.frames[-1]

    @property
    def seen(self) -> frozenset[Card]:
        """Every card of this deal whose place is known: it cannot be dealt again."""
        held = {held.card for player in self.players for held in player.cards}
        middle = {up.card for up in self.up_cards if up.seat is None}.union(*self.boards)
        laid = self.recall(Laid).cards.values()
        return (self.dead_cards | held | middle.union(laid, self.offered_cards)) - {UNSEEN}

    @property
    def board_number(self) -> int:
        """The board under way, 1 or 2, if the hand is run twice; otherwise 0."""
        twice = self.recall(RunTwice)
        return 0 if twice.before is None else 1 if twice.first is None else 2

    @property
    def boards(self) -> tuple[tuple[Card, ...], ...]:
        """The common cards of each board; there are two once the second is being dealt."""
        first = self.recall(RunTwice).first
        return (self.common_cards,) if first is None else (first.common_cards, self.common_cards)

    def with_player(self, seat: int, **changes: Any) -> State:
        """Return the state with some fields of one player replaced."""
        players = list(self.players)
        players[seat] = replace(players[seat], **changes)
        return replace(self, players=tuple(players))

    def recall(self, note: type[N]) -> N:
        """Return an earlier step's note of this type, or an empty one."""
        return recall(self.notes, note)

    def with_note(self, note: object) -> State:
        """Return the state with a note for later steps and rules, in place of an earlier one of its type."""
        return replace(self, notes={**self.notes, type(note): note})

    def with_memory(self, memory: object) -> State:
        """Return the state with the memory of the step under way replaced."""
        return self.with_frame(memory=memory)

    def with_frame(self, **changes: Any) -> State:
        """Return the state with some fields of the step under way replaced."""
        return replace(self, frames=(*self.frames[:-1], replace(self.frames[-1], **changes)))

    def push(self, *specs: Spec) -> State:
        """Return the state with further steps to be played first, in the order given."""
        label = self.frames[-1].label if self.frames else ""
        added = tuple(Frame(spec, label=label) for spec in reversed(specs))
        return replace(self, frames=(*self.frames, *added))

    def push_bet(self, bet: Spec) -> State:
        """Return the state with a betting round pushed, labelled as the next round of the hand."""
        return replace(self, frames=(*self.frames, Frame(bet, label=f"Round {self.rounds + 1}")))

    def push_after(self, *specs: Spec) -> State:
        """Return the state with further steps to follow the one that is ending."""
        *under, top = self.frames
        added = tuple(Frame(spec, label=top.label) for spec in reversed(specs))
        return replace(self, frames=(*under, *added, top))

    def say(self, *events: AnyEvent) -> State:
        """Return the state with events announced, caused by the action under way."""
        if not events:
            return self
        added = (Announcement(self.count, event) for event in events)
        return replace(self, announcements=(*self.announcements, *added))

    def first_down(self, seat: int, count: int) -> tuple[Card, ...]:
        """Return those of a seat's first ``count`` down cards that are still down; all its down cards for 0."""
        player = self.players[seat]
        if not count:
            return player.down
        if self.setup.from_0_2:  # 0.2 counted the cards as they lay
            return player.down[:count]
        return tuple(held.card for held in player.cards if not held.up and 0 < held.down_number <= count)

    def name(self, seat: int) -> str:
        """Return a player's name."""
        return self.players[seat].name

    def seats_after(self, seat: int) -> tuple[int, ...]:
        """Return all seats clockwise, the one after ``seat`` first and ``seat`` itself last."""
        count = len(self.players)
        return tuple((seat + step) % count for step in range(1, count + 1))


@dataclass(frozen=True, slots=True)
class Teams:
    """The pairs of partners, in games that have them: who picked, and who was picked."""

    pairs: tuple[tuple[int, int], ...] = ()


def partner_of(state: State, seat: int) -> int | None:
    """Return a seat's partner, if it has one."""
    for first, second in state.recall(Teams).pairs:
        if seat in (first, second):
            return second if seat == first else first
    return None


def is_uncontested(state: State, seats: Collection[int]) -> bool:
    """Return whether these seats do not play against each other: a single seat, or two partners."""
    first, *others = seats
    return not others or others == [partner_of(state, first)]


def fold(state: State, seat: int) -> State:
    """Fold a seat. The cards of partners stay in play with the one still in."""
    return leave_cards(state, seat).with_player(seat, folded=True, exit_place=next_exit(state))


def leave_cards(state: State, seat: int) -> State:
    """Leave a seat's cards to its partner, if that one is still in."""
    partner = partner_of(state, seat)
    cards = state.players[seat].cards
    if partner is not None and cards and state.players[partner].live:
        state = state.with_player(partner, cards=cards).with_player(seat, cards=())
    return state


def next_exit(state: State) -> int:
    """Return the ``exit_place`` of the next player to leave the hand."""
    return 1 + max(player.exit_place for player in state.players)


def out_of_the_hand(state: State, seat: int) -> RefusalError:
    """Return the refusal to raise about a player who is no longer in the hand."""
    return RefusalError("has mucked" if state.players[seat].mucked else "has folded", seat)
