"""The deal still to come in a hand, and the assumptions made where players have choices.

A hand has no odds if a step to come allows no reasonable assumption.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.cards.card import UNSEEN, Card
from app.dataclass import dataclass, replace
from app.games.definition import Game
from app.games.layout import Laid
from app.games.rules.share.badugi import Badugi
from app.games.rules.share.high import High
from app.games.rules.share.low import Low
from app.games.rules.share.points import Points
from app.games.rules.trigger import Trigger
from app.games.rules.trigger.up_card import UpCardTrigger
from app.games.rules.wild.extreme import Extreme
from app.games.rules.wild.fixed import Jokers
from app.games.rules.wild.hole import LowHole
from app.games.steps import Spec
from app.games.steps.bet import Bet, Buy
from app.games.steps.deal import Common, Deal
from app.games.steps.draw import Draw
from app.games.steps.hands import SetAside
from app.games.steps.interrupts import CentreCard, MustFold, OfferCard, PayOrFold, Rainout, Redeal
from app.games.steps.physical import Physical
from app.games.steps.roll import Roll, TurnAllUp
from app.games.steps.showdown import Declare, Showdown
from app.games.streets import begins_street, burns_before
from app.games.table import UpCard
from app.hand.betting.sizes import price_chips
from app.hand.cards import OnceUp, burn, give, left_in_deck, place_centre, place_common
from app.hand.chips import can_pay
from app.hand.state import Frame, State
from app.hand.steps import kind_of
from app.odds.figures import Assumption, NoOdds


@dataclass(frozen=True, slots=True)
class StreetBegins:
    """The start of a street, with or without a burn."""

    burns: bool = False


@dataclass(frozen=True, slots=True)
class ToSeat:
    """A card off the deck to a seat, up or down."""

    seat: int
    up: bool


@dataclass(frozen=True, slots=True)
class ToMiddle:
    """A card face up in the middle, in a ``place`` of the layout if any.

    ``own``: it counts in every hand, otherwise in none; ``shown``: it does not count as an up-card.
    """

    own: bool = True
    place: str = ""
    shown: bool = False


@dataclass(frozen=True, slots=True)
class TurnsUp:
    """A seat's turning up of its ``count`` highest down cards, among its ``newest`` ones; 0 for all."""

    seat: int
    count: int = 0
    newest: int = 0


@dataclass(frozen=True, slots=True)
class Pending:
    """A step that an earlier up-card set off and that is still to be played."""

    spec: Spec


@dataclass(frozen=True, slots=True)
class DealEnds:
    """The end of a deal, with what it sets off; ``more_ups``: more up-cards come after it."""

    more_ups: bool = False


Move = StreetBegins | ToSeat | ToMiddle | TurnsUp | Pending | DealEnds

#: Effects of an up-card that change only the chips in the pot.
_PAYMENTS = ("pay", "pay or fold")

#: Steps that do not affect who wins what.
_NEUTRAL = (Physical, Showdown)


@dataclass(frozen=True, slots=True)
class Ahead:
    """The rest of a hand: its state without the steps under way, the moves to come, and the assumptions.

    ``set_off``: the triggers that may still change who wins what.
    """

    state: State
    moves: tuple[Move, ...]
    assumptions: tuple[Assumption, ...]
    set_off: tuple[Trigger, ...]

    @property
    def fixed(self) -> bool:
        """Whether every card goes to the same place whatever it is, and nothing else happens."""
        return not self.set_off and not any(isinstance(move, TurnsUp | Pending) for move in self.moves)


def ahead_of(state: State) -> Ahead | NoOdds:
    """Return what is to come in a hand, or why it has no odds."""
    if no_odds := _obstacle(state):
        return no_odds
    walk = _Walk(replace(state, frames=(), next_step=len(state.game.script)))
    for spec, frame, at in _specs(state):
        if at is not None and begins_street(state.game.script, at):
            walk.add(StreetBegins(burns_before(state.game.script, at)))
        if no_odds := walk.take(spec, frame):
            return no_odds
    if walk.state.discards < state.discards:
        return NoOdds("discards come back")
    start = replace(state, frames=(), next_step=len(state.game.script))
    if "cards speak" in walk.assumptions:
        start = replace(start, players=tuple(replace(player, declared=None) for player in start.players))
    ups = any(map(_is_up, walk.moves))
    set_off = tuple(trigger for trigger in state.game.triggers if _may_set_off(trigger, walk.state, ups))
    assumptions = dict.fromkeys((*walk.assumptions, *_assumed_of_triggers(state.game, set_off, ups)))
    return Ahead(start, _with_more_ups(walk.moves), tuple(assumptions), set_off)


def _may_set_off(trigger: Trigger, state: State, ups: bool) -> bool:
    """Return whether a trigger may still change who wins what; a payment does not."""
    if not isinstance(trigger, UpCardTrigger):
        return True
    if trigger.then == "extra card":
        return ups and any(can_buy(state, OfferCard(seat, trigger.price)) for seat in state.dealt_in)
    return ups and trigger.then not in _PAYMENTS


def _assumed_of_triggers(game: Game, set_off: Iterable[Trigger], ups: bool) -> Iterator[Assumption]:
    """Yield the assumptions about what up-cards set off."""
    if any(isinstance(trigger, UpCardTrigger) and trigger.then == "extra card" for trigger in set_off):
        yield "extra cards taken"
    events = (trigger for trigger in game.triggers if isinstance(trigger, UpCardTrigger))
    if ups and any(event.then in _PAYMENTS for event in events):
        yield "payments left out"


def faces_matter(game: Game) -> bool:
    """Return whether it matters which of a player's cards are face up."""
    if game.triggers or game.use.limits:
        return True
    if any(rule.follows_up_cards or rule.private for rule in game.wild):
        return True
    if any(isinstance(rule, Jokers) and rule.play == "bug up, wild down" for rule in game.wild):
        return True
    return not _judges_all_cards(game)


def _judges_all_cards(game: Game) -> bool:
    """Return whether each share is judged on all of a player's cards, up or down."""
    whole = (High, Low, Points, Badugi)
    return all(isinstance(share, whole) and not share.hand for share in game.shares)


def _keeps_lowest(game: Game) -> bool:
    """Return whether players who turn cards up have reason to keep just their lowest ones in the hole."""
    lowest = [isinstance(rule, LowHole) or (isinstance(rule, Extreme) and rule.end == "lowest") for rule in game.wild]
    private = all(is_lowest for rule, is_lowest in zip(game.wild, lowest, strict=True) if rule.private)
    moving = any(rule.follows_up_cards for rule in game.wild)
    return any(lowest) and private and not (game.use.limits or moving or game.triggers) and _judges_all_cards(game)


def _obstacle(state: State) -> NoOdds | None:
    """Return why a hand has no odds whatever is to come; None if nothing stands in the way."""
    if state.result is not None:
        return NoOdds("hand is over")
    if any(share.you_judge and share.name not in state.rulings for share in state.game.shares):
        return NoOdds("table judges")
    if any(rule.you_judge for rule in state.game.wild):
        return NoOdds("table judges")
    once_up = state.recall(OnceUp).by_seat
    for seat in state.live:
        player = state.players[seat]
        if any(held.up and held.card == UNSEEN for held in player.cards):
            return NoOdds("up-card not entered", seat=seat)
        if seat in once_up and once_up[seat].cards and UNSEEN in player.down:
            return NoOdds("turned down again", seat=seat)
        if UNSEEN in player.set_aside:
            step = next((spec for spec in state.game.script if isinstance(spec, SetAside)), None)
            return NoOdds("choice to come", seat=seat, step=step)
    return None


def _specs(state: State) -> Iterator[tuple[Spec, Frame | None, int | None]]:
    """Yield the steps to come: those on the stack, with their frames once begun, then the rest of the script.

    The number is the step's index in the script if it may still begin a street, otherwise None.
    """
    script = state.game.script
    for frame in reversed(state.frames):
        at = state.next_step - 1
        of_script = not frame.begun and at >= 0 and frame.spec is script[at]
        yield frame.spec, frame if frame.begun else None, at if of_script else None
    for at in range(state.next_step, len(script)):
        yield script[at], None, at


class _Walk:
    """A walk through the steps to come, with unseen cards."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.moves: list[Move] = []
        self.assumptions: list[Assumption] = []

    def add(self, *moves: Move) -> None:
        """Add moves, and make them with unseen cards."""
        for move in moves:
            self.state = make_move(self.state, move)
            self.moves.append(move)

    def take(self, spec: Spec, frame: Frame | None) -> NoOdds | None:
        """Add the moves and assumptions of a step, or return why it leaves the hand without odds."""
        match spec:
            case Deal():
                return self._deal(spec, frame)
            case Common():
                self._common(spec, frame)
            case Bet():
                if frame is not None or len(self.state.bettors) > 1:
                    self.assumptions.append("nobody folds or bets")
            case Roll() | TurnAllUp():
                return self._turn(spec, frame)
            case Declare():
                self.assumptions.append("cards speak")
            case Draw() if frame is not None:
                return NoOdds("draw under way")
            case Draw() if not spec.least:
                self.assumptions.append("everyone stands pat")
            case Buy():
                self.assumptions.append("nobody buys")
            case Redeal() | Rainout():
                return NoOdds("dealt again")
            case OfferCard():
                self._offer(spec, frame)
            case PayOrFold():
                self.assumptions.append("payments left out")
            case CentreCard() if frame is not None and not frame.memory:
                pass
            case MustFold() | CentreCard():
                self.add(Pending(spec))
            case _ if spec.you_judge:
                return NoOdds("table judges")
            case _ if not isinstance(spec, _NEUTRAL):
                return NoOdds("choice to come", step=spec)
        return None

    def _begun(self, spec: Spec, frame: Frame | None) -> State:
        """Return the state with the step begun, if it was not already."""
        state = replace(self.state, frames=(frame or Frame(spec, begun=True),))
        return state if frame is not None else kind_of(state.frame).begin(state)

    def _deal(self, spec: Deal, frame: Frame | None) -> NoOdds | None:
        state = self._begun(spec, frame)
        self.state = replace(state, frames=())
        dealing = state.frame.memory
        due = [(seat, dealing.ways[seat][dealing.given[seat] :]) for seat in dealing.served]  # type: ignore[attr-defined]
        for seat, ways in due:
            if not state.players[seat].live:
                continue
            if "c" in ways:
                return NoOdds("choice to come", step=spec)
            self.add(*(ToSeat(seat, way == "u") for way in ways))
        self.add(*[ToMiddle()] * dealing.common, DealEnds())  # type: ignore[attr-defined]
        return None

    def _common(self, spec: Common, frame: Frame | None) -> None:
        state = self._begun(spec, frame)
        places = kind_of(state.frame).places(state)
        self.state, count = replace(state, frames=()), state.frame.memory
        assert isinstance(count, int)
        for number in range(count):
            self.add(ToMiddle(spec.own, places[number] if places else "", spec.shown))
        self.add(DealEnds())

    def _turn(self, spec: Roll | TurnAllUp, frame: Frame | None) -> NoOdds | None:
        if not faces_matter(self.state.game):
            return None
        state = self._begun(spec, frame)
        if isinstance(spec, TurnAllUp):
            self.add(*(TurnsUp(seat) for seat in state.live), DealEnds())
            return None
        rolling = state.frame.memory
        for seat in kind_of(state.frame).waiting(state):
            left = spec.count - rolling.turned[seat]  # type: ignore[attr-defined]
            if spec.optional or left < len(state.players[seat].down):
                if spec.optional or spec.stack or spec.which or not _keeps_lowest(self.state.game):
                    return NoOdds("choice to come", step=spec)
                self.assumptions.append("highest turned up")
            self.add(TurnsUp(seat, left, spec.newest))
        self.add(DealEnds())
        return None

    def _offer(self, spec: OfferCard, frame: Frame | None) -> None:
        offer = None if frame is None else frame.memory
        bought = offer is not None and offer.bought  # type: ignore[attr-defined]
        over = offer is not None and not offer.waiting  # type: ignore[attr-defined]
        if over or not (bought or (can_buy(self.state, spec) and left_in_deck(self.state))):
            return
        if not bought:
            self.assumptions.append("extra cards taken")
        self.add(ToSeat(spec.seat, spec.face == "up"))


def can_buy(state: State, offer: OfferCard) -> bool:
    """Return whether a seat can pay for the extra card it is offered."""
    asked = replace(state, frames=(Frame(offer, begun=True, pot=state.pot),))
    return offer.seat in state.dealt_in and can_pay(state, offer.seat, price_chips(offer.price, asked))


def make_move(state: State, move: Move, card: Card = UNSEEN) -> State:
    """Return the state after a move with this card; a seat turns up its first down cards, not the highest."""
    match move:
        case StreetBegins(burns):
            state = replace(state, streets=state.streets + 1)
            return burn(state) if burns else state
        case ToSeat(seat, up):
            return give(state, seat, card, up)
        case ToMiddle(own, place, shown):
            if place:
                state = state.with_note(Laid({**state.recall(Laid).cards, place: card}))
            if shown:
                return replace(state, cards_dealt=state.cards_dealt + 1)
            return place_common(state, card) if own else place_centre(state, card)
        case TurnsUp(seat, count):
            cards = list(state.players[seat].cards)
            down = [at for at, held in enumerate(cards) if not held.up]
            for at in down[: count or len(down)]:
                cards[at] = replace(cards[at], up=True)
            ups = (UpCard(cards[at].card, seat, state.streets) for at in down[: count or len(down)])
            return replace(state.with_player(seat, cards=tuple(cards)), up_cards=(*state.up_cards, *ups))
    return state


def _is_up(move: Move) -> bool:
    return isinstance(move, ToMiddle | TurnsUp) or (isinstance(move, ToSeat) and move.up)


def _with_more_ups(moves: list[Move]) -> tuple[Move, ...]:
    """Return the moves with ``more_ups`` set in each end of a deal."""
    done: list[Move] = []
    more = False
    for move in reversed(moves):
        done.append(replace(move, more_ups=more) if isinstance(move, DealEnds) else move)
        more = more or _is_up(move)
    return tuple(reversed(done))
