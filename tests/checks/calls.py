"""Hands to check: random games with random options, modifiers and house rules, played at random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from app.cards.card import RANKS, Card, card_text
from app.games.catalog import catalog
from app.games.definition import Game
from app.games.errors import GameError
from app.games.house import HOUSE, HouseRules
from app.games.load import resolve
from app.games.modifiers import read_modifier
from app.hand.action import Action
from app.hand.ask import Ask, Refusal
from app.hand.betting.rounds import to_call
from app.hand.play import legal, play, start
from app.hand.state import Setup, State
from app.record.setup import record_of
from app.record.text import write
from tests.checks.check import MismatchError
from tests.hand.random_dealer import RandomDealer, random_setup

Entry = dict[str, Any]

STYLES = ("together", "in turn", "cards speak")

PRICES = ("small bet", "big bet", "free")
LOWS = ("as the house plays", "as the house plays", "ace to five", "ace to six", "deuce to seven")


@dataclass(frozen=True)
class Call:
    """A game as called: its id, the value of every option, and the modifiers as in a record."""

    game_id: str
    options: Mapping[str, Any]
    modifiers: tuple[Entry, ...] = ()

    def game(self) -> Game:
        return resolve(self.game_id, self.options, [read_modifier(entry, "check") for entry in self.modifiers])


def random_call(random: Random, game_ids: Sequence[str], *, most_modifiers: int = 3) -> Call:
    """Return a game with random options and up to ``most_modifiers`` random modifiers that fit it."""
    game_id = random.choice(game_ids)
    call = Call(game_id, random_options(game_id, random))
    for entry in random.sample(random_modifiers(random), k=random.randint(0, most_modifiers)):
        modified = replace(call, modifiers=(*call.modifiers, entry))
        try:
            modified.game()
        except GameError:
            continue
        call = modified
    return call


def random_options(game_id: str, random: Random) -> dict[str, Any]:
    """Return a value for each option of a game: the default half the time."""
    values = {}
    for option in catalog()[game_id].options:
        choices: list[Any] = list(option.choices) or [True, False]
        values[option.key] = random.choice([*choices, 3] if option.amount else choices)
        if random.random() < 0.5:
            values[option.key] = option.default
    return values


def random_modifiers(random: Random) -> list[Entry]:
    """Return every modifier once, with random settings."""
    pick = random.choice
    return [
        {"modifier": "wild", "ranks": pick(["2", "7J", "Q"]), "suicide_king": pick([True, False])},
        {"modifier": "wild", "cards": pick(["Qs", "AsAd"]), "one_eyed_jacks": pick([True, False])},
        {"modifier": "jokers", "count": pick([1, 2]), "play": pick(["wild", "bug", "bug up, wild down"])},
        {"modifier": "low-hole-wild"},
        {"modifier": "follow-the-queen"},
        {"modifier": "follow-the-pair"},
        {"modifier": "roll-your-own", "style": pick(["together", "in turn", "choose before"])},
        {"modifier": "rollout"},
        {"modifier": "blind"},
        {"modifier": "twist", "rounds": pick([1, 2]), "price": pick(PRICES)},
        {"modifier": "hi-lo", "style": pick(STYLES), "qualifier": pick(["", "8"]), "low": pick(LOWS)},
        {
            "modifier": "suit-in-the-hole",
            "suit": pick(["spade", "heart"]),
            "end": pick(["high", "low"]),
            "style": pick(STYLES),
        },
        {
            "modifier": "extra-down-card",
            "count": pick([1, 1, 2]),
            "use": pick([1, 2, 3]),
            "all_down": pick([False, True]),
            "throw_before_showdown": pick([False, True]),
        },
        {
            "modifier": "extra-down-card",
            "discard": True,
            "count": pick([1, 1, 2]),
            "discards": pick([1, 2]),
            "after_round": pick([1, 2]),
        },
        {"modifier": "skip-betting", "rounds": pick([[1], [2], [1, 3]])},
        {"modifier": "seventh-up", "paid": pick([True, False]), "pays_for": pick(["down", "up"])},
        {"modifier": "auction", "once": pick([True, False]), "sealed": pick([True, False])},
        {"modifier": "draft"},
        {
            "modifier": "stripped-deck",
            "ranks": pick(["89T", "2345", "4", "Q", "A"]),
            "flush_beats_full_house": pick([True, False]),
            "gap_straights": pick([True, False]),
        },
        {"modifier": "low-hand"},
        {"modifier": "low-qualifier", "highest": pick("789")},
        {"modifier": "more-up-cards", "rounds": pick([[1], [2], [1, 3]]), "count": 2, "extra": pick([True, False])},
        {"modifier": "common-cards", "rounds": pick([[2], [3], [2, 3]]), "beside": pick([True, False])},
        {"modifier": "event", "then": pick(["wild", "not wild"]), "count": pick([1, 2, 3])}
        | pick([{"wild_ranks": "2"}, {"wild_ranks": "68"}])
        | pick([{"ranks": "J"}, {"ranks": "47"}, {"suit": "heart"}, {"cards": "QsKd"}, {"pair": True}]),
        {"modifier": "another-event", "then": pick(["pay", "pay or fold", "fold", "extra card", "end the hand"])}
        | pick([{"ranks": "J"}, {"cards": "QsKd"}, {"pair": True}])
        | {"whom": pick(["owner", "everyone"]), "price": pick(["small bet", "pot"])},
    ]


def random_house(random: Random) -> HouseRules:
    """Return random house rules."""
    drawn = {name: random.choice(ruling.answers) for name, ruling in HOUSE.items() if ruling.answers}
    return HouseRules(
        **drawn
        | {
            "wild_repeats": random.random() < 0.2,
            "made_wild_needs_five": random.random() < 0.7,
            "wild_showing": random.random() < 0.7,
            "chip_unit": random.choice([1, 1, 2, 5]),
        }
    )


def random_hand(
    call: Call, random: Random, *, tying: bool = False, ruling: bool = False, mucking: bool = False
) -> RandomDealer:
    """Return an unplayed hand of the game.

    ``tying``: the deck is stacked for ties. ``ruling``: the dealer may rule who wins, whatever the cards. ``mucking``:
    players muck as often as they show.
    """
    dealer = TyingDealer if tying else RandomDealer
    return dealer(random_setup(call.game(), random, random_house(random)), random, ruling=ruling, mucking=mucking)


class TrackedHand:
    """A copy of a hand that follows it action by action, but tracks every stack.

    Stacks that the original does not track are larger than any bet until the player is all in, then exactly sufficient.
    """

    DEEP = 10**9

    def __init__(self, setup: Setup) -> None:
        self.lines: list[str] = []
        stacks = tuple(self.DEEP if stack is None else stack for stack in setup.stacks)
        self.states = [start(replace(setup, stacks=stacks))]

    @property
    def state(self) -> State:
        return self.states[-1]

    def follow(self, line: str) -> list[str]:
        """Enter an action of the original hand; return the lines entered in the copy."""
        who, verb, *rest = line.split()
        lines = [line]
        if verb == "allin":
            seat = int(who[1:]) - 1
            bet = self.state.players[seat].bet
            raises = int(rest[0]) > bet + to_call(self.state, seat)  # a short big blind is called in full
            move = f"cbr {rest[0]}" if raises else "cc"
            if f"{who} pb" in legal(self.state) and int(rest[0]) <= self.state.setup.stakes.bring_in:
                move = "pb"
            ruling = " !" if line.endswith("!") else ""
            lines = [f"d stack {who} {int(rest[0]) - bet}", f"{who} {move}{ruling}"]
        for entered in lines:
            after = play(self.state, entered)
            if isinstance(after, Refusal):
                raise MismatchError(f"{entered!r} is refused where stacks are tracked: {after}")
            self.lines.append(entered)
            self.states.append(after)
        return lines


class TyingDealer(RandomDealer):
    """A dealer who deals the same ranks to two to four players, so that they often tie, and to no other player."""

    def _shuffle(self) -> None:
        super()._shuffle()
        seats = range(len(self.state.players))
        self.favoured = self.random.sample(seats, min(len(seats), self.random.randint(2, 4)))
        ranks = sorted({card_text(card)[0] for card in self.deck})
        self.ranks = self.random.sample(ranks, min(7, len(ranks)))
        self.wanted: list[str] = []

    def _dealt(self, ask: Ask) -> Action:
        first = len(self.hand(ask.action.target))
        favoured = ask.action.target in self.favoured and self.random.random() < 0.97
        self.wanted = self.ranks[first:] if favoured else []
        return super()._dealt(ask)

    def _draw(self) -> Card:
        ranks = self.wanted[:1] or [text for text in RANKS if text not in self.ranks]
        self.wanted = self.wanted[1:]
        fitting = [card for card in self.deck if card_text(card)[0] in ranks]
        if not fitting:
            return super()._draw()
        self.deck.remove(fitting[-1])
        return fitting[-1]


def step(call: Call, dealer: RandomDealer) -> str:
    """Enter a random action and return it; raise a mismatch for any error."""
    try:
        return dealer.step()
    except Exception as error:
        offered = ", ".join(legal(dealer.state))
        raise mismatch(call, dealer.states[0].setup, dealer.lines, f"{error!r} after one of {offered}") from error


def record_text(call: Call, setup: Setup, lines: Sequence[str]) -> str:
    """Return the record of a hand, as ``upcard replay`` reads it."""
    return write(record_of(setup, lines, options=call.options, modifiers=call.modifiers))


def mismatch(call: Call, setup: Setup, lines: Sequence[str], what: str) -> MismatchError:
    """Return the error to raise about a hand, with what is wrong and the record so far."""
    return MismatchError(f"{call.game_id}, action {len(lines)}: {what}\n\n{record_text(call, setup, lines)}")
