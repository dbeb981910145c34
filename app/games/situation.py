"""A game at a table: what follows from its rules, house rules and stakes, and which rulings it may need."""

from __future__ import annotations

from collections.abc import Sequence

from app.dataclass import dataclass, replace
from app.games.catalog import CardsNeeded, cards_needed
from app.games.definition import Game, blind_seats
from app.games.house import BROUGHT_IN, HOUSE, HouseRules, Stakes
from app.games.rules import Rule
from app.games.rules.share import needs_cards
from app.games.rules.share.high import High
from app.games.rules.share.low import Low
from app.games.rules.trigger.up_card import UpCardTrigger
from app.games.rules.wild.fixed import Jokers
from app.games.rulings import Ruling
from app.games.steps import ANTE_PRICES, Price, Spec, prices_of
from app.games.steps.bet import Bet
from app.games.steps.deal import Deal
from app.games.steps.draw import Discard, Draw
from app.games.steps.roll import Roll
from app.games.steps.rounds import Hit
from app.games.steps.showdown import Declare, Showdown
from app.games.streets import burns_before


@dataclass(frozen=True, slots=True)
class Situation:
    """A game at a table; ``players`` is 0 before anybody is seated."""

    game: Game
    house: HouseRules
    stakes: Stakes
    players: int = 0

    def rulings(self) -> list[Ruling]:
        """Return the house rules that the game may need."""
        return [ruling for ruling in HOUSE.values() if ruling.when(self)]

    def stakes_text(self) -> str:
        """Return in words the stakes that this game uses; empty if it uses none."""
        price = self.stakes.ante if self.asks_price(*ANTE_PRICES) else 0
        posted = self.ante if self.game.ante else 0
        return replace(self.stakes, dealer_antes=self.dealer_antes).words(
            self.house.last_bet,
            ante=posted,
            ante_price=0 if posted else price,
            bring_in=bool(set(self.openers[:1]) & BROUGHT_IN),
            blinds=self.has_blinds,
            bets=self.bets,
            big=self.has_big_bet,
        )

    def leaves_open(self, ruling: str) -> bool:
        """Return whether a part of the game leaves this ruling to the house."""
        game = self.game
        parts: list[Spec | Rule] = [*game.script, *game.wild, *game.triggers, *game.shares]
        return any(ruling in part.leaves_open for part in parts)

    def asks_price(self, *prices: Price) -> bool:
        """Return whether something in the game has one of these prices."""
        parts = (*self.game.script, *self.game.triggers)
        return any(price in prices for part in parts for price in prices_of(part))

    # Before the deal

    @property
    def has_blinds(self) -> bool:
        """Whether blinds are posted."""
        return self._blinds_at_table and not self.game.bomb_pot

    @property
    def _blinds_at_table(self) -> bool:
        return self.game.blinds > 0 and self.stakes.big_blind > 0

    @property
    def ante(self) -> int:
        """The ante of each player."""
        if self.game.bomb_pot:
            usual = self.stakes.big_blind if self._blinds_at_table else self.stakes.ante
            return self.game.bomb_pot * (usual or self.stakes.smallest_bet)
        return self.stakes.blind_ante if self.has_blinds else self.stakes.ante

    @property
    def dealer_antes(self) -> bool:
        """Whether the dealer antes for everyone; everyone pays for a bomb pot."""
        return self.stakes.dealer_antes and not self.game.bomb_pot

    @property
    def antes(self) -> tuple[int, ...]:
        """The ante posted at each seat."""
        if self.has_blinds and self.stakes.big_blind_ante:
            return self._posted(0, self.stakes.big_blind_ante)
        if self.dealer_antes:
            return (*(0,) * (self.players - 1), self.players * self.ante)
        return (self.ante,) * self.players

    @property
    def blinds(self) -> tuple[int, ...]:
        """The blind posted at each seat, from the dealer's left; heads-up the dealer has the small blind."""
        if not self.has_blinds:
            return ()
        return self._posted(self.stakes.small_blind, self.stakes.big_blind, 2 * self.stakes.big_blind)

    def _posted(self, *amounts: int) -> tuple[int, ...]:
        """Return what each seat posts, given the amounts at the small blind, the big blind and the straddle."""
        posted = dict(zip(blind_seats(self.players, self.game.blinds), amounts, strict=False))
        return tuple(posted.get(seat, 0) for seat in range(self.players))

    # Betting

    @property
    def rounds(self) -> Sequence[Bet]:
        """The betting rounds of the script."""
        return [step for step in self.game.script if isinstance(step, Bet)]

    @property
    def brings_bets(self) -> bool:
        """Whether a step brings betting rounds besides those of the script."""
        return any(step.brings_bets for step in self.game.script)

    @property
    def bets(self) -> bool:
        """Whether there is any betting."""
        return bool(self.rounds) or self.brings_bets

    @property
    def capped(self) -> bool:
        """Whether the number of raises may be limited."""
        return self.bets and self.stakes.limit in ("fixed", "spread")

    @property
    def sizes_left_open(self) -> bool:
        """Whether the limit is fixed, and the script does not set the bet of every round."""
        left_open = self.brings_bets or any(not step.tier for step in self.rounds)
        return self.bets and self.stakes.limit == "fixed" and left_open

    @property
    def has_big_bet(self) -> bool:
        """Whether a round may be played at the big bet, by the script or by its number."""
        counted = self.brings_bets or len(self.rounds) >= self.house.big_bet_round(self.game.bet_rounds)
        paired = self.house.open_pair_big_bet and self.pair_can_open
        return counted or paired or any(step.tier in ("big", "last") for step in self.rounds)

    @property
    def leaves_second_of_two(self) -> bool:
        """Whether there are two betting rounds, and the house decides whether the second is at the big bet."""
        left_open = self.sizes_left_open and self.house.big_bet_from_round > 2
        return left_open and self.game.bet_rounds == 2 and not self.rounds[1].tier

    @property
    def pair_can_open(self) -> bool:
        """Whether the second round would be at the small bet, and a pair may show in it."""
        rounds = self.rounds
        big_anyway = self.house.big_bet_round(self.game.bet_rounds) <= 2
        if not self.sizes_left_open or big_anyway:
            return False
        if len(rounds) < 2:  # cards and bets may go on for any number of rounds
            return self.brings_bets and (self.compares_showing or sum(step.ups for step in self.game.script) > 1)
        if rounds[1].tier:
            return False
        second = [at for at, step in enumerate(self.game.script) if isinstance(step, Bet)][1]
        return sum(step.ups for step in self.game.script[:second] if not step.shared) > 1

    # Opening

    @property
    def openers(self) -> Sequence[str]:
        """The opener of each round of the script, in order; two for a step that brings any number of them."""
        own = self.game.opener
        usual: tuple[str, ...] = (own.first or self.house.opener_first, own.later or self.house.opener_later)
        # Without up-cards, no card or hand showing can open.
        usual = tuple(
            how if shows or how in BROUGHT_IN | {"rotates"} else "left of dealer"
            for how, shows in zip(usual, (self.up_cards_in_first_round, self.game.has_up_cards), strict=True)
        )
        openers: list[str] = []
        for step in self.game.script:
            for _ in range(step.openers):
                openers.append((isinstance(step, Bet) and step.opener) or usual[bool(openers)])
        if not (openers and self.has_blinds):
            return openers
        straddled = self.game.blinds > 2 and self.players != 2
        return ["after the straddle" if straddled else "after the blinds", *openers[1:]]

    def leaves_opener(self, *, first: bool) -> bool:
        """Return whether the house decides who opens the first round, or one of the later ones."""
        own = self.game.opener.first if first else self.game.opener.later
        left_open = any(not step.opener for step in (self.rounds[:1] if first else self.rounds[1:]))
        if any(step.openers > 1 for step in self.game.script):
            left_open = left_open or not first or not self.rounds
        left_open = left_open and not (first and self.has_blinds)
        return not own and left_open and (self.up_cards_in_first_round if first else self.game.has_up_cards)

    @property
    def up_cards_in_first_round(self) -> bool:
        """Whether a player may have an up-card in the first betting round."""
        script = self.game.script
        first = next((at for at, step in enumerate(script) if step.openers), -1)
        return any(step.ups and not step.shared for step in script[: first + 1])

    @property
    def opened_by_hand(self) -> bool:
        """Whether a hand or a card showing opens a round without a bring-in."""
        return any(opener in ("high card", "high hand", "low hand") for opener in self.openers)

    @property
    def compares_showing(self) -> bool:
        """Whether a step compares hands showing, apart from the opener."""
        return any(step.compares for step in self.game.script)

    @property
    def joker_may_bring_in(self) -> bool:
        """Whether the highest card brings in, and may be a wild joker."""
        return bool(self.game.deck.jokers) and not self.has_bugs and "high card brings in" in self.openers

    # Cards

    @property
    def cards_needed(self) -> CardsNeeded:
        """The cards that the seated players, or a full table, may need."""
        return cards_needed(self.game, self.players or self.game.players[1], self.house.burns)

    @property
    def shuffles(self) -> bool:
        """Whether the discards may have to be reshuffled."""
        return self.game.dealt > self.game.held and self.cards_needed.may_shuffle

    @property
    def burns_between_bets(self) -> bool:
        """Whether cards come off the deck after a betting round, so that one may be burnt."""
        return any(burns_before(self.game.script, at) for at in range(len(self.game.script)))

    @property
    def down_cards(self) -> int:
        """The most down cards that a player has in a betting round or at the end."""
        down = most = ups = 0
        for step in self.game.script:
            ups += step.ups
            match step:
                case Deal():
                    down += max(cards.count("d") for cards in (step.cards, step.bought_cards))
                case Discard(up_too=False) | Roll():
                    down -= step.count
                case Draw() if ups and step.comes_down:
                    down += step.most
                case Hit(face="down"):
                    down += 1 + (step.again or self.brings_bets)
                case Bet() | Showdown():
                    most = max(most, down)
        events = (rule for rule in self.game.triggers if isinstance(rule, UpCardTrigger))
        return most + any(event.then == "extra card" and event.face == "down" for event in events)

    @property
    def turn_order_matters(self) -> bool:
        """Whether the order of cards turned up together matters."""
        moving = any(rule.follows_up_cards for rule in self.game.wild)
        return self.leaves_open("turn_order") and bool(moving or self.game.triggers)

    @property
    def has_bugs(self) -> bool:
        """Whether a joker may be a bug."""
        return any(isinstance(rule, Jokers) and rule.play != "wild" for rule in self.game.wild)

    @property
    def wild_in_the_open(self) -> bool:
        """Whether up-cards can be known to be wild before the showdown."""
        return any(not (rule.private or rule.at_the_showdown) for rule in self.game.wild)

    @property
    def wild_high_hand(self) -> bool:
        """Whether wild cards play in a high hand."""
        return bool(self.game.wild) and any(isinstance(share, High) for share in self.game.shares)

    @property
    def wild_hand(self) -> bool:
        """Whether wild cards play in a high or a low hand."""
        return bool(self.game.wild) and any(isinstance(share, High | Low) for share in self.game.shares)

    # The pot

    @property
    def split(self) -> bool:
        """Whether the pot is split."""
        return self.game.split

    @property
    def declared(self) -> set[str]:
        """The names that may be declared."""
        game = self.game
        return {name for step in game.script if isinstance(step, Declare) for name in step.names or game.declares}

    @property
    def may_all_fail(self) -> bool:
        """Whether every declaration can fail: both ways, or a share that needs certain cards."""
        declared = self.declared & {"both", *(share.name for share in self.game.shares)}
        return bool(declared) and ("both" in declared or self.leaves_open("unclaimed_half"))

    @property
    def half_left_open(self) -> bool:
        """Whether a part of the pot may go unwon and the game does not say where it goes."""
        left_open = [share for share in self.game.shares if not share.unclaimed]
        return self.split and (bool(left_open) if self.declared else any(map(needs_cards, left_open)))

    @property
    def may_be_uncontested(self) -> bool:
        """Whether only one player may declare a share that any hand can win."""
        unqualified = [share.name for share in self.game.shares if not needs_cards(share)]
        return self.split and bool(self.declared.intersection(unqualified))
