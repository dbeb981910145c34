"""Views of a hand for each kind of viewer: an allow-list, and the only way from a state to a screen.

Everybody sees the up-cards, the number of down cards, bets, pots and announcements, and a down card once its owner has
shown it. Only the player who made it sees a sealed declaration or bid until all are in. Only the dealer sees questions,
except that each player sees their own sealed ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from app.cards.card import UNSEEN, Card
from app.dataclass import dataclass, replace
from app.games.layout import Laid
from app.games.reasons import Reason
from app.games.rules.wild import WildNews
from app.games.steps.roll import TurnUntilLead
from app.games.table import NamedWild
from app.hand.action import DECLINE, TAKE, Action
from app.hand.ask import Prompt
from app.hand.betting.rounds import Round, round_under_way, to_act, to_call
from app.hand.open_hands import begun_hands, named_hands, showing_name
from app.hand.play import prompt
from app.hand.result import Result
from app.hand.settlement.contest import hands_shown
from app.hand.settlement.pots import pots_of
from app.hand.state import Announcement, Player, RunTwice, State, partner_of
from app.hand.steps import kind_of
from app.hand.steps.draw import Drawn
from app.ranking.words import HandName
from app.text import listing

Role = Literal["dealer", "table", "player", "spectator"]
Status = Literal["in", "folded", "mucked", "all-in"]


@dataclass(frozen=True, slots=True)
class Viewer:
    """A viewer: the dealer's tablet, the television, one player's phone (with its ``seat``), or a spectator."""

    role: Role
    seat: int | None = None


DEALER = Viewer("dealer")
TELEVISION = Viewer("table")
SPECTATOR = Viewer("spectator")


@dataclass(frozen=True, slots=True)
class CardView:
    """A visible card, and whether it is face up, wild or a bug.

    ``plays``: it is part of a winning hand. ``hand`` names the open hand that it was put in, if players build several.
    """

    card: Card
    up: bool
    wild: bool
    bug: bool
    plays: bool = False
    hand: str = ""


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A place of the layout: its card, None while face down, and whether a winning hand uses its line.

    ``name`` is empty for a gap in the layout, and for a board card outside it.
    """

    name: str
    card: CardView | None = None
    on_line: bool = False


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player as others see them. ``down`` counts the face-down cards not yet shown.

    ``showing`` names the up-cards, ``hands`` the whole hand once shown, for each share that it plays for.
    ``declared`` is None while sealed. ``answered``: the player has answered the sealed question; ``answer`` is the
    answer, which only that player sees. ``stack`` is None where chips are not tracked. ``made`` is how the bet was
    made: a ``bet``, a ``call``, a ``raise`` or a ``post``. ``drew`` counts the cards replaced in the last draw, None
    without one. ``partner`` is the partner's name, if any. ``won`` are the chips of the settlement, ``lost`` are the
    reasons why declarations failed. ``legs`` and ``matched`` are those of the deals so far.
    """

    seat: int
    name: str
    stack: int | None
    bet: int
    made: str
    status: Status
    cards: tuple[CardView, ...]
    down: int
    showing: HandName | None
    hands: tuple[HandName, ...]
    declared: str | None
    drew: int | None
    answered: bool
    answer: Action | None
    dealer: bool
    opener: bool
    turn: bool
    partner: str
    won: int
    lost: tuple[Reason, ...]
    legs: int
    matched: int

    @property
    def out(self) -> bool:
        """Whether the hand was thrown away."""
        return self.status in ("folded", "mucked")


@dataclass(frozen=True, slots=True)
class PotView:
    """A pot and the names of the players who can win it; at the end, of its winners."""

    amount: int
    names: tuple[str, ...]


#: The purpose of the cards in the middle: the players' to take, part of every hand, a hand to beat, or nobody's.
MiddleServes = Literal["to be taken", "common", "to beat", "for nobody"]


@dataclass(frozen=True, slots=True)
class View:
    """Everything that a screen may render of a hand, as values; ``app.words`` says them.

    ``prompt`` has all asks for the dealer, a player's own asks while they are sealed, otherwise none. ``names`` are the
    players' by seat. ``wild`` is the wild line. ``layout`` are the rows of the layout, and of two boards; ``middle``
    are the other cards in the middle, and ``middle_serves`` their purpose. ``owed`` are the chips that each player
    needs to match the bet, even out of turn; ``to_call`` are those of the player to act. ``hands`` are the names of the
    open hands, in the game's order; usually none. ``more_hands`` are hands that some players have begun and the game
    does not name. ``waiting`` are the seats that have not answered a sealed question, once some have.
    """

    game_name: str
    count: int
    names: tuple[str, ...]
    prompt: Prompt
    wild: tuple[WildNews, ...]
    next_up_wild: bool
    pot: int
    pots: tuple[PotView, ...]
    layout: tuple[tuple[PlaceView, ...], ...]
    middle: tuple[CardView, ...]
    middle_serves: MiddleServes
    seats: tuple[SeatView, ...]
    to_act: int | None
    to_call: int
    owed: tuple[int, ...]
    opener: int | None
    opener_why: Reason | None
    announcements: Sequence[Announcement]
    settlement: Result | None
    hands: tuple[str, ...]
    more_hands: tuple[str, ...]
    waiting: tuple[int, ...]


def view(state: State, viewer: Viewer, known: Sequence[Sequence[Card]] = ()) -> View:
    """Return the hand as this viewer may see it.

    When a finished hand is reviewed, ``known`` has the down cards that are also visible, by seat and place.
    """
    asked = prompt(state)
    waiting = waiting_for(state, asked)
    if viewer.role != "dealer":
        # Players answer sealed questions on their own phones.
        phone = viewer.seat if viewer.role == "player" and sealed(state) else None
        own = tuple(ask for ask in asked.asks if phone is not None and ask.seat == phone)
        asked = replace(asked, asks=own, run=())
    turn, betting = whose_turn(state), round_under_way(state) is not None
    owed = tuple(to_call(state, seat) if betting and player.can_bet else 0 for seat, player in enumerate(state.players))
    return View(
        game_name=state.game.name,
        count=state.count,
        names=state.setup.names,
        prompt=asked,
        wild=state.wild.says or _judged_by_the_table(state),
        next_up_wild=state.wild.next_up,
        pot=state.pot if state.result is None else sum(state.result.pots) or state.result.carried,
        pots=_pots(state),
        layout=_layout(state),
        middle=() if state.board_number == 2 else _in_middle(state, _middle(state)),
        middle_serves=_middle_serves(state),
        seats=tuple(_seat(state, seat, viewer, turn, known[seat] if known else ()) for seat in state.setup.seats),
        to_act=turn,
        to_call=owed[turn] if betting and turn is not None else 0,
        owed=owed,
        opener=state.opener,
        opener_why=state.opener_why,
        announcements=state.announcements,
        settlement=state.result,
        hands=named_hands(state),
        more_hands=begun_hands(state, *state.setup.seats),
        waiting=waiting,
    )


def _judged_by_the_table(state: State) -> tuple[WildNews, ...]:
    """Return the wild line of a game in which the table judges a part, until the dealer names the wild cards."""
    judged = state.game.judged_parts
    if not judged or state.recall(NamedWild).ruled:
        return ()
    return (WildNews(clause=(f"the table judges {listing(judged)}",)),)


def _pots(state: State) -> tuple[PotView, ...]:
    if state.result is None:
        return tuple(PotView(pot.amount, _names(state, pot.seats)) for pot in pots_of(state))
    awards = state.result.awards
    won = [frozenset(award.seat for award in awards if award.pot == number) for number in range(len(state.result.pots))]
    return tuple(
        PotView(amount, _names(state, seats)) for amount, seats in zip(state.result.pots, won, strict=True)
    ) or (PotView(state.result.carried, ()),)


def _names(state: State, seats: Iterable[int]) -> tuple[str, ...]:
    return tuple(state.name(seat) for seat in sorted(seats))


def whose_turn(state: State) -> int | None:
    """Return the one seat that must act: bet, answer, declare or turn a card in turn; None if several may."""
    if state.result is not None:
        return None
    if round_under_way(state):
        return to_act(state)
    asked = prompt(state)
    seats = {ask.seat for ask in asked.asks}
    in_turn = asked.kind in ("offer", "declare", "roll") or any(
        ask.action.verb in (DECLINE, TAKE) for ask in asked.asks
    )
    return asked.seat if in_turn and seats == {asked.seat} else None


def status_of(player: Player, over: bool) -> Status:
    """Return whether a player is still in; ``over``: nobody counts as all in once the hand is over."""
    if player.mucked:
        return "mucked"
    if player.folded:
        return "folded"
    return "all-in" if player.all_in and not over else "in"


def sealed(state: State) -> bool:
    """Return whether sealed declarations or bids are being made."""
    return bool(state.frames) and kind_of(state.frame).sealed(state)


def waiting_for(state: State, asked: Prompt) -> tuple[int, ...]:
    """Return the seats that have not answered a sealed question; empty before the first answer."""
    if not sealed(state):
        return ()
    seats = sorted({ask.seat for ask in asked.asks if ask.seat is not None})
    left = tuple(seat for seat in seats if kind_of(state.frame).answer(state, seat) is None)
    return left if len(left) < len(seats) else ()


def _made(state: State, memory: Round | None, seat: int) -> str:
    """Return whether a seat's bet is a ``bet``, a ``call``, a ``raise`` or, with blinds, a ``post``."""
    if memory is not None and seat in memory.called | memory.raised:
        return "call" if seat in memory.called else "raise"
    posted = state.blinds_posted[seat] if state.blinds_posted else 0
    return "post" if 0 < state.players[seat].bet <= posted else "bet"


def _seat(state: State, seat: int, viewer: Viewer, turn: int | None, known: Sequence[Card] = ()) -> SeatView:
    player, result = state.players[seat], state.result
    faces = [
        (held, held.card if held.up or player.shown else face)
        for held, face in zip(player.cards, known or (UNSEEN,) * len(player.cards), strict=True)
    ]
    memory, partner, is_sealed = round_under_way(state), partner_of(state, seat), sealed(state)
    own = viewer.role == "player" and viewer.seat == seat
    answer = kind_of(state.frame).answer(state, seat) if is_sealed else None
    return SeatView(
        seat=seat,
        name=player.name,
        stack=player.stack,
        bet=player.bet,
        made=_made(state, memory, seat),
        status=status_of(player, state.result is not None),
        cards=_cards(state, seat, ((face, held.up, held.hand) for held, face in faces if face != UNSEEN)),
        down=0 if player.shown else sum(not held.up and face == UNSEEN for held, face in faces),
        showing=showing_name(state, seat),
        hands=_hands(state, seat) if player.shown else (),
        declared=None if is_sealed and not own else player.declared,
        drew=state.recall(Drawn).by_seat.get(seat),
        answered=answer is not None,
        answer=answer if own else None,
        dealer=seat == len(state.players) - 1,
        opener=state.opener == seat,
        turn=turn == seat,
        partner="" if partner is None else state.name(partner),
        won=result.totals().get(seat, 0) if result is not None else 0,
        lost=tuple(note for note in result.notes if note.seat == seat) if result is not None else (),
        legs=player.legs,
        matched=player.matched,
    )


def _hands(state: State, seat: int) -> tuple[HandName, ...]:
    """Return the hands that a player has shown, on the first board before the second."""
    first = state.recall(RunTwice).first
    before = hands_shown(first, seat) if first is not None and first.players[seat].shown else {}
    return tuple(dict.fromkeys((*before.values(), *hands_shown(state, seat).values())))


def _layout(state: State) -> tuple[tuple[PlaceView, ...], ...]:
    laid = state.recall(Laid).cards
    lying = {name: card for name, card in laid.items() if card not in state.dead_cards}
    cards = dict(zip(lying, _in_middle(state, lying.values()), strict=True))
    used = {award.line for award in state.result.awards} if state.result is not None else set()
    marked = {name for line in state.game.layout.lines if line.name in used for name in line.names}
    rows = tuple(
        tuple(PlaceView(name, cards.get(name), name in marked) for name in row) for row in state.game.layout.rows
    )
    first = state.recall(RunTwice).first
    return rows if first is None else (*rows, _board(first), _board(state))


def _board(state: State) -> tuple[PlaceView, ...]:
    """Return the cards in the middle as a row."""
    return tuple(PlaceView("", card) for card in _in_middle(state, _middle(state)))


def _middle(state: State) -> tuple[Card, ...]:
    elsewhere = state.dead_cards.union(state.recall(Laid).cards.values(), {UNSEEN})
    return tuple(up.card for up in state.up_cards if up.seat is None and up.card not in elsewhere) + state.offered_cards


def _middle_serves(state: State) -> MiddleServes:
    if state.offered_cards:
        return "to be taken"
    if not set(_middle(state)).isdisjoint(state.common_cards):
        return "common"
    return "to beat" if any(isinstance(spec, TurnUntilLead) for spec in state.game.script) else "for nobody"


def _cards(state: State, seat: int | None, held: Iterable[tuple[Card, bool, str]]) -> tuple[CardView, ...]:
    """Return the views of a seat's cards, or of the middle's; ``held`` says if each is face up, and in which hand."""
    wild, bugs, winning = state.wild.in_the_open(seat), state.wild.bugs, _winning_cards(state, seat)
    if seat is not None and state.players[seat].shown:  # a hole card makes nothing wild until it is shown
        wild = state.wild.for_seat(seat)
    return tuple(CardView(card, up, card in wild, card in bugs, card in winning, hand) for card, up, hand in held)


def _in_middle(state: State, cards: Iterable[Card]) -> tuple[CardView, ...]:
    return _cards(state, None, ((card, True, "") for card in cards))


def _winning_cards(state: State, seat: int | None) -> frozenset[Card]:
    """Return the cards of a seat's winning hands or, for the middle, of all hands that won on this board."""
    if state.result is None:
        return frozenset()
    # The first of two boards has a state and a result of its own.
    first = state.result.first_board if state.board_number == 2 else 0
    awards = [award for award in state.result.awards if seat == award.seat or (seat is None and award.pot >= first)]
    made = [card for award in awards for pair in award.made for card in pair]
    return frozenset(held for award in awards for held, _ in award.plays).union(made) - {UNSEEN}


#: The faces of all players' cards at one moment, by seat and place; UNSEEN for a card that was never shown.
Faces = tuple[tuple[Card, ...], ...]


def faces_shown(states: Sequence[State]) -> tuple[Faces, ...]:
    """Return, for every state of a hand, the players' cards in it that were ever face up or shown, before or later.

    Players show their cards in the order received. A card that came to a player from another player's down cards is
    known from then on.
    """
    opened = _opened(states)
    found: list[Faces] = []
    for at in range(len(states) - 1, -1, -1):
        state = states[at]
        faces = []
        for seat, player in enumerate(state.players):
            own = tuple(held.card if held.card in opened[seat] else UNSEEN for held in player.cards)
            if found and state.frames and state.frame.spec.keeps_cards:
                dealt = _given(states[at + 1]) - _given(state)
                own = _traced(player, own, states[at + 1].players[seat], found[-1][seat], dealt)
            faces.append(own)
        found.append(tuple(faces))
    return tuple(reversed(found))


def names_unshown(states: Sequence[State]) -> bool:
    """Return whether a down card of a hand is named, as by a camera, that was never face up or shown."""
    shown = [cards | {UNSEEN} for cards in _opened(states)]
    return any(
        held.card not in shown[seat]
        for state in states
        for seat, player in enumerate(state.players)
        for held in player.cards
    )


def _given(state: State) -> int:
    """Return the number of cards dealt off the deck, without burns."""
    return state.cards_dealt - state.burnt


def _opened(states: Sequence[State]) -> list[set[Card]]:
    """Return, by seat, every card that a player had face up or showed."""
    opened: list[set[Card]] = [set() for _ in states[0].players]
    for state in states:
        for cards, player in zip(opened, state.players, strict=True):
            cards.update(held.card for held in player.cards if held.card != UNSEEN and (held.up or player.shown))
    return opened


def _traced(
    before: Player, own: tuple[Card, ...], after: Player, faces: tuple[Card, ...], dealt: int
) -> tuple[Card, ...]:
    """Return a player's cards before an action, with unseen ones filled in from those known after it.

    New cards come after the others. If cards were thrown away or turned down, the kept ones come first.
    """
    if before.cards == after.cards:
        return faces
    new = max(len(after.cards) - len(before.cards), 0) or max(dealt, 0)
    kept = faces[: len(faces) - new] if new else faces
    in_place = len(kept) == len(own) and all(card in (UNSEEN, face) for card, face in zip(own, kept, strict=True))
    if in_place:
        return tuple(
            face if held.card == UNSEEN else card for held, card, face in zip(before.cards, own, kept, strict=True)
        )
    rest = iter([card for card in kept if card != UNSEEN and card not in own])
    return tuple(
        next(rest, UNSEEN) if held.card == UNSEEN else card for held, card in zip(before.cards, own, strict=True)
    )
