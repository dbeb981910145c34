"""A hand as seen from the table: the cards as text, in the order they come."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from app.cards.card import card_text
from app.games.steps.deal import Deal
from app.games.steps.hands import Build
from app.games.steps.roll import Roll, TurnAllUp
from app.hand.play import legal
from app.hand.state import State

UNSEEN = "??"

ORDER = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"] + ["Jr", "Jb"]


@dataclass(frozen=True)
class Up:
    """A card that came face up.

    ``seat``: its owner, None for a common card. ``street``: its number among its owner's up-cards. ``beside``: the
    other up-cards that its owner had. ``stray``: it was exposed by mistake; it belongs to the current street and does
    not count.
    """

    card: str
    seat: int | None
    street: int
    beside: tuple[str, ...] = ()
    stray: bool = False


@dataclass
class Seen:
    """The cards of a hand on the table.

    ``up``, ``down``: the cards of each seat, ``??`` if unknown. ``ups``: all up-cards of this deal in order, even if
    thrown away since. ``common``: the cards in the middle. ``laid``: the cards in places of a layout. ``named``: the
    rank that a player named. ``said_wild``: the cards that the dealer called wild, by seat, None for everyone.
    ``waiting``: cards with their seats that do not count yet, because others are turned up together with them.
    ``to_turn``: how many cards each seat still has to turn up. ``came_down``: the number of each card among its seat's
    down cards, 0 if it came up. ``downs``: the number of down cards dealt to each seat. ``living``: the number of
    players still in. ``street``: the number of deals in the script so far. ``first``: the view at the end of the first
    of two boards. ``before_boards``: the numbers of up-cards and common cards before that board. ``middle_hole``: the
    places in the middle whose cards are not up-cards.
    """

    up: list[list[str]]
    down: list[list[str]]
    ups: list[Up] = field(default_factory=list)
    common: list[str] = field(default_factory=list)
    laid: dict[str, str] = field(default_factory=dict)
    named: str = ""
    said_wild: dict[int | None, str] = field(default_factory=dict)
    waiting: list[tuple[str, int]] = field(default_factory=list)
    to_turn: dict[int, int] = field(default_factory=dict)
    came_down: list[list[int]] = field(default_factory=list)
    downs: list[int] = field(default_factory=list)
    living: int = 0
    street: int = 1
    first: Seen | None = None
    before_boards: tuple[int, int] = (0, 0)
    middle_hole: tuple[str, ...] = ()

    def watch(self, line: str, before: State, after: State) -> None:
        """Follow one action, given its line and the state before and after it."""
        words = line.split()
        self.living = sum(not player.folded for player in after.players)
        self.street = street_of(after)
        if words[1] == "redeal":
            self.ups, self.waiting, self.common, self.named = [], [], [], ""
            self.to_turn, self.laid = {}, {}
        if words[1] == "names":
            self.named = words[2]
        if words[1] == "wild":
            if words[2:] == ["none"]:
                self.said_wild = {}
            self.said_wild[int(words[2][1:]) - 1 if len(words) > 3 else None] = words[-1]
        self.number_down_cards(words, before, after)
        showing = {card for cards in self.up for card in cards}
        for seat, player in enumerate(after.players):
            up = card_texts(held.card for held in player.cards if held.up)
            new = [card for card in up if card not in showing]  # partners only exchange cards
            self.up[seat] = [card for card in up if card not in new]
            if turned_together(before):
                self.waiting += [(card, seat) for card in new]
            else:
                for card in new:
                    self.count_up_card(card, seat, stray=words[-1] == "!")
                    self.up[seat].append(card)
            self.up[seat] = up
            down = card_texts(held.card for held in player.cards if not held.up)
            named = iter([card for card in card_texts(player.set_aside) if card not in (UNSEEN, *down, *up)])
            self.down[seat] = [next(named, UNSEEN) if card == UNSEEN else card for card in down]
        if words[1] == "db":
            laid = [words[2][at : at + 2] for at in range(0, len(words[2]), 2)]
            if "to" in words:
                self.laid[words[4]] = words[2]
            # A card in an auction or draft counts as an up-card once a player takes it.
            taken = {*card_texts(after.offered_cards), *card_texts(after.dead_cards)}.union(*self.up)
            # A dead card in the middle does not count.
            common = {card for board in after.boards for card in card_texts(board)}
            # A common card dealt in place of a card for each player is a street of its own.
            instead = isinstance(before.frame.spec, Deal)
            street = max((earlier.street for earlier in self.ups), default=1) + instead
            for card in laid:
                if card not in taken and words[-1] not in self.middle_hole:
                    self.ups.append(Up(card, None, street))
            self.common += [card for card in laid if card in common]
        if words[1] == "up" and turned_together(before):
            self.note_turn(int(words[0][1:]) - 1, before, after)
        if not self.to_turn:
            self.count_waiting_cards(after)
        if words[1] == "twice":
            self.before_boards = len(self.ups), len(self.common)
        if (before.board_number, after.board_number) == (1, 2):
            ups, common = self.before_boards
            self.first = replace(self)
            self.ups, self.common = self.ups[:ups], self.common[:common]

    def number_down_cards(self, words: list[str], before: State, after: State) -> None:
        """Number each player's down cards in the order dealt; of unknown cards, the first is thrown away first."""
        if words[1] == "redeal":
            self.came_down, self.downs = [[] for _ in self.down], [0] * len(self.down)
        for seat, player in enumerate(after.players):
            numbers, held = self.came_down[seat], before.players[seat].cards
            if words[:2] == [f"p{seat + 1}", "sd"] and len(words) > 2:
                lie = [card_text(card.card) for card in held]
                for card in (words[2][at : at + 2] for at in range(0, len(words[2]), 2)):
                    at = lie.index(card if card in lie else UNSEEN)
                    del numbers[at], lie[at]
            for new in player.cards[len(numbers) :]:
                self.downs[seat] += not new.up
                numbers.append(0 if new.up else self.downs[seat])
            del numbers[len(player.cards) :]

    def count_up_card(self, card: str, seat: int, *, stray: bool = False) -> None:
        street = 1 + sum(earlier.seat == seat and not earlier.stray for earlier in self.ups)
        if stray:
            street = max((earlier.street for earlier in self.ups), default=1)
        beside = (other for other in self.up[seat] if other != card and (other, seat) not in self.waiting)
        self.ups.append(Up(card, seat, street, tuple(beside), stray))

    def note_turn(self, seat: int, before: State, after: State) -> None:
        """Update how many cards each seat still has to turn up together with the others."""
        if not self.to_turn:
            spec = before.frame.spec
            asked = {int(line.split()[0][1:]) - 1 for line in legal(before) if line.split()[1] == "up"}
            many = 99 if isinstance(spec, TurnAllUp) else spec.ups
            self.to_turn = dict.fromkeys(asked, many)
        if seat in self.to_turn:  # a card exposed by mistake does not count
            self.to_turn[seat] -= 1
        self.to_turn = {seat: left for seat, left in self.to_turn.items() if left and after.players[seat].down}

    def count_waiting_cards(self, after: State) -> None:
        """Count cards turned up together, once all players have turned theirs, from the dealer's left.

        A player's highest card counts first. Each card takes effect before the next one counts, so stop at as many
        cards as the app has counted.
        """
        self.waiting.sort(key=lambda turned: (turned[1], -ORDER.index(turned[0])))
        while self.waiting and (len(self.ups) < len(after.up_cards) or after.result is not None):
            self.count_up_card(*self.waiting.pop(0))


def street_of(state: State) -> int:
    return sum(isinstance(spec, Deal) for spec in state.game.script[: state.next_step])


def turned_together(state: State) -> bool:
    """Return whether cards turned up now count only once all players have turned theirs."""
    if state.setup.house.turn_order == "as tapped":
        return False
    match state.frame.spec:
        case Roll() as roll:
            return not (roll.in_turn or roll.optional)
        case Build() | TurnAllUp():
            return True
    return False


def initial_view(state: State, middle_hole: tuple[str, ...] = ()) -> Seen:
    """Return the view before the first card."""
    seats = range(len(state.players))
    down = {"came_down": [[] for _ in seats], "downs": [0 for _ in seats]}
    living = len(state.players)
    return Seen([[] for _ in seats], [[] for _ in seats], middle_hole=middle_hole, living=living, **down)


def card_texts(cards: Iterable[int]) -> list[str]:
    return [card_text(card) for card in cards]
