"""A pot contested without betting by the players who declared in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.cards.card import UNSEEN, Card
from app.dataclass import dataclass, replace
from app.games.reasons import Reason
from app.games.rules.share import needs_cards
from app.games.steps.contest import Contest
from app.games.steps.interrupts import Redeal
from app.games.steps.showdown import Showdown
from app.hand.action import DONE, RANK_PLAYERS, SET_ASIDE, SHOW, Action
from app.hand.ask import Ask, Prompt, Question, RefusalError, TakesOrder, done_prompt
from app.hand.cards import has_shown, show_cards, throw
from app.hand.chips import ante_again, freeze_pots, payable
from app.hand.event import Event
from app.hand.result import Award, Result
from app.hand.settlement.contest import Order, first_ranked, holding_of
from app.hand.settlement.matching import (
    Contested,
    award_contested,
    contested_pots,
    lost_in,
    match_lost,
    pay_winners,
    push_contested,
    totals_of,
)
from app.hand.settlement.pots import divide_among, pots_of, tie_order
from app.hand.state import State
from app.hand.steps import StepKind, plays
from app.hand.steps.hands import ThrownAside, announce_outranking, name_set_aside, set_aside_ask, shown_hand
from app.hand.steps.showdown import Shows, show_ask
from app.ranking.words import HandName, Shown


@dataclass(frozen=True, slots=True)
class WinsContest(Event):
    """A player wins chips in mid-hand: with a ``hand``, if it was compared, ``aside`` if it was set aside.

    ``tied`` are the other winners. ``why`` is the reason if no hand is named, or for more chips than an equal part.
    """

    seat: int
    amount: int
    hand: HandName | None = None
    aside: bool = False
    tied: tuple[int, ...] = ()
    why: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Contesting:
    """Whether a lone player has ``taken`` the pot, whether any hand was ``shown``, and the dealer's ranking, if any.

    ``unnamed`` is the seat whose hand has just been shown, and is still to be announced.
    """

    taken: bool = False
    shown: bool = False
    unnamed: int | None = None
    order: Order | None = None


@plays(Contest)
class ContestKind(StepKind[Contest, Contesting]):
    """The players in show their hands, or the dealer rules who won; a lone player need not show.

    The cards of a hand dealt to the table (the deck) are not entered: the dealer says whether it wins.
    """

    verbs = frozenset({SET_ASIDE, SHOW, RANK_PLAYERS, DONE})

    def begin(self, state: State) -> State:
        return state.with_memory(Contesting())

    def finished(self, state: State) -> bool:
        memory = self.memory(state)
        if memory.taken or memory.order is not None or not self._compared(state):
            return True
        return not (self._by_ruling(state) or self.waiting(state))

    def resume(self, state: State) -> State:
        seat = self.memory(state).unnamed
        if seat is None:
            return state
        # The cards just shown may change what is wild.
        hand = self._hand(state, seat)
        return self.remember(state, unnamed=None).say(Shows(seat, (hand.hand,) if hand else ()))

    def waiting(self, state: State) -> list[int]:
        """Return the compared seats whose cards are not all known."""
        if self.spec(state).hand == "set":
            return [seat for seat in self._compared(state) if UNSEEN in state.players[seat].set_aside]
        return [seat for seat in self._compared(state) if not has_shown(state.players[seat])]

    def prompt(self, state: State) -> Prompt:
        players, word, question = _seats_in(state), state.game.shares[0].name, self._question(state)
        if self._is_alone(state):
            return done_prompt(question)
        if len(players) == 1:
            wins = Ask(Action(RANK_PLAYERS, word=word, order=(frozenset(players),)), manner="beats the deck")
            return Prompt("offer", question, (wins, Ask(Action(RANK_PLAYERS, word=word), manner="the deck wins")))
        rules = Ask(Action(RANK_PLAYERS, word=word), self._takes(state), manner="rules")
        if self._by_ruling(state):
            return Prompt("show", question, (rules,))
        waiting = self.waiting(state)
        if self.spec(state).hand == "set":
            asks = tuple(set_aside_ask(state, seat, "shows") for seat in waiting)
            return Prompt("show", replace(question, seat=waiting[0]), (*asks, rules), waiting[0])
        # Once a hand has been named, the others are too, one after the other.
        following = waiting[0] if self.memory(state).shown else None
        return Prompt("show", question, (rules, *(show_ask(state, seat) for seat in waiting)), following)

    def question_aloud(self, state: State) -> Question | None:
        return None if self.finished(state) else self._question(state)

    def _question(self, state: State) -> Question:
        spec, players = self.spec(state), _seats_in(state)
        if not players:
            return Question("who had the best hand")
        if not self._is_alone(state):
            several = Question("shows the cards set aside") if spec.hand == "set" else Question("who won")
            return Question("against the deck", players[0]) if len(players) == 1 else several
        contested = contested_pots(state, players, side_pots=spec.side_pots)
        if contested and not any(pots.playing for pots in contested):
            return Question("alone in for nothing", players[0])
        if spec.alone == "gets a leg" and state.players[players[0]].legs + 1 < spec.legs:
            return Question("alone in for a leg", players[0])
        return Question("alone in", players[0])

    def _takes(self, state: State) -> TakesOrder:
        players = _seats_in(state)
        side_pots = self.spec(state).side_pots and bool(players)
        pots = contested_pots(state, self._compared(state), side_pots=side_pots)
        # There is no contest for a pot that no player in could match.
        contests = tuple(frozenset(pot.playing) for pot in pots if pot.playing) or (frozenset(self._compared(state)),)
        if not players:
            return TakesOrder(contests, pays="the best")
        if self.spec(state).losers == "pay the winner":
            return TakesOrder(contests, may_be_empty=self._all_may_lose(state), pays="the others")
        return TakesOrder(contests, may_be_empty=self._all_may_lose(state))

    def _compared(self, state: State) -> list[int]:
        """Return the seats that are in; if none is, all live seats if the best hand must then pay, else none."""
        everyone = self.spec(state).nobody == "best pays"
        return _seats_in(state) or (list(state.live) if everyone else [])

    def _deck_plays(self, state: State) -> bool:
        deck, count = self.spec(state).deck, len(_seats_in(state))
        return bool(count) and (deck == "everyone" or (deck == "one alone" and count == 1))

    def _all_may_lose(self, state: State) -> bool:
        """Return whether a pot may have no winner: the deck may win it, or no hand may qualify."""
        share = state.game.shares[0]
        return self._deck_plays(state) or (needs_cards(share) and not share.you_judge)

    def _is_alone(self, state: State) -> bool:
        """Return whether a single player is in, without a deck to beat."""
        return len(_seats_in(state)) == 1 and not self._deck_plays(state)

    def _by_ruling(self, state: State) -> bool:
        """Return whether only a ruling can decide the contest."""
        unknown = state.game.shares[0].you_judge or state.wild.unknown
        return self._deck_plays(state) or (bool(unknown) and not self._is_alone(state))

    def apply(self, state: State, action: Action) -> State:
        alone, aside = self._is_alone(state), self.spec(state).hand == "set"
        named = SET_ASIDE if aside else SHOW
        fits = {DONE: alone, RANK_PLAYERS: not alone, named: not self._by_ruling(state)}
        if not fits.get(action.verb):
            raise RefusalError("not now", asked=self.prompt(state))
        if action.verb == DONE:
            return self.remember(state, taken=True)
        if action.verb == RANK_PLAYERS:
            return self._rule(state, action)
        seat = action.player
        if seat not in self.waiting(state):
            raise RefusalError("nothing to show now", seat)
        state = self.remember(state, shown=True)
        if aside:
            return announce_outranking(name_set_aside(state, action), seat)
        return self.remember(show_cards(state, seat, action.cards), unnamed=seat)

    def _rule(self, state: State, action: Action) -> State:
        """Take the dealer's ruling, with a winner for every pot that must have one."""
        word, takes, compared = state.game.shares[0].name, self._takes(state), self._compared(state)
        if action.word != word:
            raise RefusalError("no such share", word=action.word, words=(word,))
        ranked = [seat for tied in action.order for seat in sorted(tied)]
        for seat in ranked:
            if seat not in compared:
                raise RefusalError("is not in", seat)
            if ranked.count(seat) > 1:
                raise RefusalError("player named twice", seat)
        for number, seats in enumerate(takes.pots):
            if len(seats) > 1 and not takes.may_be_empty and not first_ranked(action.order, seats):
                raise RefusalError("a winner for every pot", word=word, pot=number, count=len(takes.pots))
        return self.remember(state, order=action.order)

    def end(self, state: State) -> State:
        spec, players = self.spec(state), _seats_in(state)
        if not players:
            return self._nobody_in(state)
        contested = contested_pots(state, players, side_pots=spec.side_pots)
        contested = award_contested(state, contested, lambda playing: self._winners(state, playing))
        won = any(pots.won for pots in contested)
        if not state.pot:
            state = state.say(Reason("pot is empty"))
        elif not won and self.memory(state).order is None and any(pots.playing for pots in contested):
            state = state.say(Reason("said by the rule", word=state.game.shares[0].missing()))
        if won and len(players) == 1 and spec.alone == "gets a leg":
            legs = state.players[players[0]].legs + 1
            state = state.with_player(players[0], legs=legs)
            state = state.say(Reason("gets a leg", players[0], count=legs, most=spec.legs))
            if legs < spec.legs:
                return self._next(freeze_pots(state, pots_of(state)), Reason("the pot stays"))
        if won and len(players) > 1 and spec.losers == "pay the winner":
            state = pay_winners(state, contested, spec.owed, side_pots=spec.side_pots)
            return self._next(state, Reason("the pot stays"))
        # A player who wins one pot and loses another matches with the chips won.
        lost, pushed = lost_in(contested, spec.owed), push_contested(state, contested)
        stays = pushed.pot or any(payable(pushed, seat, lost[seat]) for seat in lost)
        if not stays and (spec.goes_on or not _later(state)):
            return self._end_hand(state, contested)
        return self._pushed(state, contested)

    def _pushed(self, state: State, contested: Sequence[Contested]) -> State:
        """Push the pots won, and go on with the chips that stay or are matched or, if there are none, the next game."""
        spec = self.spec(state)
        lost = lost_in(contested, spec.owed)
        wins = [self._wins(state, contested, seat, amount) for seat, amount in totals_of(contested).items()]
        state = push_contested(state, contested).say(*wins)
        shut_out = [seat for seat in _seats_in(state) if not any(seat in pots.playing for pots in contested)]
        shut_out = shut_out if contested else []
        state = match_lost(state.say(*(Reason("could match none", seat) for seat in shut_out)), lost)
        if any(not pots.playing for pots in contested):
            return self._next(state, Reason("nobody in can win the rest"))
        # In mid-hand the game goes on even if the losers had no chips to match with, except with side pots.
        if state.pot or (lost and not spec.side_pots and _later(state)):
            return self._next(state, Reason("pot was matched" if lost else "the pot stays"))
        return _next_game(state)

    def _nobody_in(self, state: State) -> State:
        spec, compared, state = self.spec(state), self._compared(state), freeze_pots(state, pots_of(state))
        if compared and (best := self._winners(state, compared)):
            state = state.say(Reason("best hand pays", seats=tuple(sorted(best))))
            state = match_lost(state, divide_among(spec.owed(state.pot), best, state.setup.house.chip_unit))
        elif compared:
            state = state.say(Reason("said by the rule", word=state.game.shares[0].missing()))
        return self._next(state, Reason("nobody is in"))

    def _next(self, state: State, why: Reason) -> State:
        """Go on with the same cards, or wait for another deal for the pot."""
        spec = self.spec(state)
        if spec.antes == "nobody is in" and why.kind == "nobody is in":
            state = ante_again(state, why=Reason("all ante"))
        if spec.goes_on and _later(state):
            for seat in state.live:
                state = state.with_player(seat, declared=None)
            return state.say(why)
        if spec.antes == "every deal":
            state = ante_again(state, why=Reason("all ante"))
        legs = any(player.legs for player in state.players)
        return state.push_after(Redeal(why=why, may_wait=bool(state.pot) and not legs and not _later(state)))

    def _winners(self, state: State, playing: Sequence[int]) -> Sequence[int]:
        """Return the winners among the seats that contest a pot, in the order of odd chips.

        There is no winner if the deck wins, or if no hand qualifies.
        """
        order = self.memory(state).order
        if order is not None:
            # A player alone in a side pot can lose only to the deck.
            lost = self._deck_plays(state) or (len(playing) > 1 and self._all_may_lose(state))
            best = first_ranked(order, playing) or (() if lost else tuple(playing))
        elif len(playing) == 1:
            best = tuple(playing)
        else:
            numbers = {seat: shown.score for seat in playing if (shown := self._hand(state, seat))}
            best = tuple(seat for seat in numbers if numbers[seat] == max(numbers.values()))
        return tie_order(state, {seat: self._cards(state, seat) for seat in best})

    def _cards(self, state: State, seat: int) -> tuple[Card, ...]:
        player = state.players[seat]
        return player.set_aside if self.spec(state).hand == "set" else tuple(held.card for held in player.cards)

    def _hand(self, state: State, seat: int) -> Shown | None:
        """Return a seat's hand as it is compared, once its cards are known; None if it cannot win."""
        if self.spec(state).hand == "set":
            return shown_hand(state, seat, self._cards(state, seat))
        share = state.game.shares[0]
        holding = holding_of(state, seat, share)
        return None if share.score(holding) is None else share.show(holding)

    def _named(self, state: State, seat: int) -> Shown | None:
        """Return the hand with which a seat wins, to be announced; None if no hands were compared."""
        memory = self.memory(state)
        if memory.order is not None or (self._is_alone(state) and not memory.shown):
            return None
        return None if seat in self.waiting(state) else self._hand(state, seat)

    def _why(self, state: State, contested: Sequence[Contested], seat: int) -> Iterator[Reason]:
        """Yield why a seat wins without comparing hands, and why it gets more than others who tie with it."""
        if self.memory(state).order is not None:
            yield Reason("dealer's ruling")
        elif self._is_alone(state) and not self.memory(state).shown:
            yield Reason("nobody else is in")
        if any(pots.won.get(seat, 0) > min(pots.won.values(), default=0) for pots in contested):
            word = state.setup.house.odd_chip_tie
            yield Reason("odd chip of a tie", word=word, ruling="odd_chip_tie")

    def _wins(self, state: State, contested: Sequence[Contested], seat: int, amount: int) -> WinsContest:
        others = {other for pots in contested if seat in pots.won for other in pots.won}
        named, why = self._named(state, seat), tuple(self._why(state, contested, seat))
        aside = self.spec(state).hand == "set"
        return WinsContest(seat, amount, named.hand if named else None, aside, tuple(sorted(others - {seat})), why)

    def _end_hand(self, state: State, contested: Sequence[Contested]) -> State:
        """End the hand: everything is won, and nobody pays."""
        awards, share = [], state.game.shares[0]
        for number, pots in enumerate(contested):
            for seat, amount in pots.won.items():
                why = tuple(self._why(state, [pots], seat))
                if others := tuple(sorted(set(pots.won) - {seat})):
                    why = (Reason("tied with", seats=others), *why)
                shown = self._named(state, seat)
                hand, plays = (shown.hand, shown.plays) if shown else (None, ())
                why = why or (Reason("said by the rule", word=share.prize()),)
                awards.append(Award(seat, amount, number, share.name, hand, why, plays))
        alone = awards[0].why[0] if self._is_alone(state) and awards and awards[0].hand is None else None
        pots_won = tuple(pots.amount for pots in contested)
        return replace(state, result=Result(tuple(award for award in awards if award.amount), pots_won, why=alone))


def _seats_in(state: State) -> list[int]:
    return [seat for seat in state.live if state.players[seat].declared == "in"]


def _later(state: State) -> bool:
    """Return whether the script has more than the showdown to come."""
    return not isinstance(state.game.script[state.next_step], Showdown)


def _next_game(state: State) -> State:
    """Start the next game: everyone antes again, if there is an ante, and the cards set aside are thrown away."""
    named, any_aside = [], any(state.players[seat].set_aside for seat in state.live)
    before, evenly = state.pot, len(set(state.setup.antes)) == 1
    state = ante_again(state, why=Reason("antes again" if any_aside else "all ante"))
    if any_aside and (state.pot == before or not evenly):
        state = state.say(Reason("thrown aside"))
    for seat in state.live:
        aside = state.players[seat].set_aside
        state = state.with_player(seat, declared=None)
        if UNSEEN not in aside:
            named.append((seat, aside))
        try:
            state = throw(state, seat, aside)[0].with_player(seat, set_aside=())
        except RefusalError:
            continue
    return state.with_note(ThrownAside(tuple(named), state.cards_dealt, state.discards))
