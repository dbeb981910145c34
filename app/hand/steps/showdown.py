"""The showdown: hands are shown or mucked, and shares are ruled on."""

from __future__ import annotations

from app.cards.card import UNSEEN, ranks_of
from app.dataclass import dataclass, replace
from app.games.rules.share import needs_cards
from app.games.rules.wild import RankName, all_of
from app.games.steps.interrupts import ShowOpeners
from app.games.steps.showdown import Showdown
from app.hand.action import DISCARD, NAME_WILD, RANK_PLAYERS, SET_ASIDE, SHOW, Action
from app.hand.ask import Ask, Prompt, Question, RefusalError, TakesCards, TakesOrder, TakesWild
from app.hand.betting.openers import OpenedPot, announce_openers_due, lacks_openers
from app.hand.cards import has_shown, show_cards
from app.hand.event import Event
from app.hand.settlement.contest import hands_shown, muck, surplus, unranked_pots
from app.hand.settlement.judge import deal_again, judge
from app.hand.settlement.pots import pots_of
from app.hand.settlement.twice import end_first_board
from app.hand.state import Player, State, out_of_the_hand
from app.hand.steps import StepKind, plays
from app.hand.steps.draw import discard, discard_ask
from app.hand.steps.hands import announce_outranking, name_set_aside, set_aside_ask
from app.ranking.words import HandName


@dataclass(frozen=True, slots=True)
class Showing:
    """The ``first`` to show, and the seats whose hands have been announced, or were known before.

    ``surplus``: how many down cards each player may have to throw away before showing.
    """

    first: int | None
    seats: frozenset[int]
    surplus: int = 0


@dataclass(frozen=True, slots=True)
class Shows(Event):
    """A player has shown these hands, or none that can win; ``wild`` are ranks wild for that player alone."""

    seat: int
    hands: tuple[HandName, ...] = ()
    wild: tuple[RankName, ...] = ()


@plays(Showdown)
class ShowdownKind(StepKind[Showdown, Showing]):
    """The last player to bet is asked to show first, then clockwise; they may show in any order.

    A share that the dealer rules on needs no cards, and one that the table judges waits for the ruling. Nobody may muck
    on the first of two boards. A surplus down card may be discarded even where that is not asked for.
    """

    verbs = frozenset({SHOW, RANK_PLAYERS, SET_ASIDE, DISCARD})

    def begin(self, state: State) -> State:
        waiting = self.waiting(state)
        first = waiting[0] if waiting else None
        open_before = [seat for seat in state.live if _complete(state, seat)]
        most = max((_to_discard(state, seat) for seat in waiting), default=0)
        return announce_outranking(state.with_memory(Showing(first, frozenset(open_before), most)), *open_before)

    def resume(self, state: State) -> State:
        memory = self.memory(state)
        if state.wild.unknown:
            return state
        new = [seat for seat in state.live if seat not in memory.seats and _complete(state, seat)]
        if not new:
            return self._check_openers(state)
        state = announce_outranking(self.remember(state, seats=memory.seats | set(new)), *new)
        # The settlement names the last hand shown, if it wins.
        return state if self.finished(state) else state.say(*(shows(state, seat) for seat in new))

    def _check_openers(self, state: State) -> State:
        """Ask for openers, once all have shown, if the opener's hand has none."""
        if self.waiting(state) or state.rulings or not lacks_openers(state):
            return state
        opened = state.recall(OpenedPot)
        assert opened.seat is not None
        return state.push(ShowOpeners(opened.seat, opened.needs))

    def question_aloud(self, state: State) -> Question | None:
        memory = self.memory(state)
        if memory.first is None or not self.waiting(state):
            return None if self.finished(state) else self._ruling_prompt(state).question
        more = memory.surplus
        return Question("discards and shows first" if more else "shows first", memory.first, count=more)

    def waiting(self, state: State) -> list[int]:
        if not _cards_decide(state):
            return []
        first = state.first_to_show
        left = (seat for seat in (first, *state.seats_after(first)[:-1]) if _holds_cards(state.players[seat]))
        return [seat for seat in left if not has_shown(state.players[seat]) or UNSEEN in state.players[seat].set_aside]

    def finished(self, state: State) -> bool:
        return not (self.waiting(state) or _wild_unnamed(state) or _left_to_judge(state))

    def end(self, state: State) -> State:
        if state.board_number == 1:
            return end_first_board(state)
        judged = judge(state)
        return deal_again(state, judged) if judged.again else replace(state, result=judged.result)

    def prompt(self, state: State) -> Prompt:
        asks: list[Ask] = []
        waiting = self.waiting(state)
        if not waiting:
            return self._ruling_prompt(state)
        for seat in waiting:
            if has_shown(state.players[seat]):
                asks.append(set_aside_ask(state, seat, "sets aside"))
                continue
            asks.append(show_ask(state, seat))
            if state.board_number != 1:
                asks.append(Ask(Action(SHOW, seat), manner="mucks"))
            if more := _to_discard(state, seat):
                asks.append(discard_ask(state, seat, more, state.game.use.of_first))
        asks += [
            Ask(Action(RANK_PLAYERS, word=share.name), TakesOrder(), manner="rules")
            for share in state.game.shares
            if share.name not in state.rulings
        ]
        first = waiting[0]
        question = Question("shows first" if state.board_number == 1 else "shows or mucks", first)
        if has_shown(state.players[first]):
            question = Question("says which were set aside", first)
        return Prompt("show", question, tuple(asks), first)

    def _ruling_prompt(self, state: State) -> Prompt:
        """Return the prompt for the dealer's rulings, once no more cards are to be shown."""
        if _wild_unnamed(state):
            return Prompt("show", Question("what is wild"), (Ask(Action(NAME_WILD), TakesWild(), manner="names wild"),))
        shares = _left_to_judge(state)
        asks = tuple(Ask(Action(RANK_PLAYERS, word=share), TakesOrder(), manner="rules") for share in shares)
        only = len(state.game.shares) == 1
        return Prompt("show", Question("who wins", word="" if only else shares[0]), asks)

    def apply(self, state: State, action: Action) -> State:
        if action.verb == RANK_PLAYERS:
            return self._rule(state, action)
        seat = action.player
        player = state.players[seat]
        if not _holds_cards(player):
            raise out_of_the_hand(state, seat)
        if action.verb == SET_ASIDE:
            if UNSEEN not in player.set_aside or not has_shown(player):
                raise RefusalError("nothing to set aside now", seat)
            return name_set_aside(state, action)
        if has_shown(player):
            raise RefusalError("all shown already", seat)
        if action.verb == DISCARD:
            more = surplus(state, seat)
            if not more:
                raise RefusalError("nothing to discard", seat)
            return discard(state, action, more, state.game.use.of_first).with_player(seat, all_count=True)
        if not action.cards and state.board_number == 1:
            raise RefusalError("no muck on the first board", seat)
        return show_cards(state, seat, action.cards) if action.cards else announce_openers_due(muck(state, seat))

    def _rule(self, state: State, action: Action) -> State:
        """Take the dealer's ruling on a share: players in the showdown, named once each, with a winner for each pot."""
        shares = {share.name: share for share in state.game.shares}
        if action.word not in shares:
            raise RefusalError("no such share", word=action.word, words=tuple(shares))
        if action.word in state.rulings:
            raise RefusalError("ruled on already", word=action.word)
        ranked = [seat for tied in action.order for seat in sorted(tied)]
        for seat in ranked:
            if not _holds_cards(state.players[seat]):
                raise out_of_the_hand(state, seat)
            if ranked.count(seat) > 1:
                raise RefusalError("player named twice", seat)
        share = shares[action.word]
        # In version 0.2 a ruling could leave a pot to the other shares.
        may_lack = len(shares) > 1 and (needs_cards(share) or state.setup.from_0_2)
        may_lack = may_lack or (bool(share.you_judge) and not action.order)
        if not may_lack and (pots := unranked_pots(state, share, action.order)):
            raise RefusalError("a winner for every pot", word=share.name, pot=pots[0], count=len(pots_of(state)))
        return replace(state, rulings={**state.rulings, action.word: action.order})


def _to_discard(state: State, seat: int) -> int:
    """Return how many down cards a seat is asked to discard before showing, so that nobody mistakes an up-card for one.

    Where no player has up-cards all are kept, and for the first of two boards too: the second may use other ones.
    """
    return surplus(state, seat) if state.game.has_up_cards and state.board_number != 1 else 0


def _cards_decide(state: State) -> bool:
    """Return whether cards decide any share: one that the table does not judge, nor the dealer has ruled on."""
    return any(not share.you_judge and share.name not in state.rulings for share in state.game.shares)


def _wild_unnamed(state: State) -> bool:
    """Return whether cards decide any share, and the dealer has yet to say which of them are wild."""
    return state.wild.unknown and _cards_decide(state)


def _left_to_judge(state: State) -> list[str]:
    """Return the shares that the table judges and the dealer has not ruled on."""
    return [share.name for share in state.game.shares if share.you_judge and share.name not in state.rulings]


def _complete(state: State, seat: int) -> bool:
    """Return whether all of a seat's cards are known, including those set aside."""
    player = state.players[seat]
    return has_shown(player) and UNSEEN not in player.set_aside


def show_ask(state: State, seat: int) -> Ask:
    """Return the ask for all of a seat's cards."""
    count = len(state.players[seat].cards)
    return Ask(Action(SHOW, seat), TakesCards("whole hand", count, count), manner="shows")


def shows(state: State, seat: int) -> Shows:
    """Return the event of a player's shown hands, one for each share, and the ranks wild for that player alone."""
    hands = hands_shown(state, seat)
    parts = [part for part in state.wild.parts if part.private and (not part.only or part.only in hands)]
    own = [part.by_seat.get(seat, frozenset()) for part in parts]
    whole = {rank for cards in own for rank in ranks_of(cards) if all_of(rank) <= cards}
    names = tuple(RankName(rank, figure=False) for rank in sorted(whole))
    return Shows(seat, tuple(dict.fromkeys(hands.values())), names if hands else ())


def _holds_cards(player: Player) -> bool:
    """Return whether a player is in the showdown and has not mucked, even to keep a share."""
    return player.live and not player.mucked
