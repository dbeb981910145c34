"""Hands to check: games called at random, with options, modifiers and house rules, and played at random."""

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
    """A game as called: its id, the value of every option, and the modifiers as a record writes them."""

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
        more = replace(call, modifiers=(*call.modifiers, entry))
        try:
            more.game()
        except GameError:
            continue
        call = more
    return call


def random_options(game_id: str, random: Random) -> dict[str, Any]:
    """Return a value for each option of a game, half the time the default."""
    values = {}
    for option in catalog()[game_id].options:
        choices: list[Any] = list(option.choices) or [True, False]
        values[option.key] = random.choice([*choices, 3] if option.amount else choices)
        if random.random() < 0.5:
            values[option.key] = option.default
    return values


def random_modifiers(random: Random) -> list[Entry]:
    """Return every modifier once, with settings drawn at random."""
    some = random.choice
    return [
        {"modifier": "wild", "ranks": some(["2", "7J", "Q"]), "suicide_king": some([True, False])},
        {"modifier": "wild", "cards": some(["Qs", "AsAd"]), "one_eyed_jacks": some([True, False])},
        {"modifier": "jokers", "count": some([1, 2]), "play": some(["wild", "bug", "bug up, wild down"])},
        {"modifier": "low-hole-wild"},
        {"modifier": "follow-the-queen"},
        {"modifier": "follow-the-pair"},
        {"modifier": "roll-your-own", "style": some(["together", "in turn", "choose before"])},
        {"modifier": "rollout"},
        {"modifier": "blind"},
        {"modifier": "twist", "rounds": some([1, 2]), "price": some(PRICES)},
        {"modifier": "hi-lo", "style": some(STYLES), "qualifier": some(["", "8"]), "low": some(LOWS)},
        {
            "modifier": "suit-in-the-hole",
            "suit": some(["spade", "heart"]),
            "end": some(["high", "low"]),
            "style": some(STYLES),
        },
        {
            "modifier": "extra-down-card",
            "count": some([1, 1, 2]),
            "use": some([1, 2, 3]),
            "all_down": some([False, True]),
            "throw_before_showdown": some([False, True]),
        },
        {
            "modifier": "extra-down-card",
            "discard": True,
            "count": some([1, 1, 2]),
            "discards": some([1, 2]),
            "after_round": some([1, 2]),
        },
        {"modifier": "skip-betting", "rounds": some([[1], [2], [1, 3]])},
        {"modifier": "seventh-up", "paid": some([True, False]), "pays_for": some(["down", "up"])},
        {"modifier": "auction", "once": some([True, False]), "sealed": some([True, False])},
        {"modifier": "draft"},
        {
            "modifier": "stripped-deck",
            "ranks": some(["89T", "2345", "4", "Q", "A"]),
            "flush_beats_full_house": some([True, False]),
            "gap_straights": some([True, False]),
        },
        {"modifier": "low-hand"},
        {"modifier": "low-qualifier", "highest": some("789")},
        {"modifier": "more-up-cards", "rounds": some([[1], [2], [1, 3]]), "count": 2, "extra": some([True, False])},
        {"modifier": "common-cards", "rounds": some([[2], [3], [2, 3]]), "beside": some([True, False])},
        {"modifier": "event", "then": some(["wild", "not wild"]), "count": some([1, 2, 3])}
        | some([{"wild_ranks": "2"}, {"wild_ranks": "68"}])
        | some([{"ranks": "J"}, {"ranks": "47"}, {"suit": "heart"}, {"cards": "QsKd"}, {"pair": True}]),
        {"modifier": "another-event", "then": some(["pay", "pay or fold", "fold", "extra card", "end the hand"])}
        | some([{"ranks": "J"}, {"cards": "QsKd"}, {"pair": True}])
        | {"whom": some(["owner", "everyone"]), "price": some(["small bet", "pot"])},
    ]


def random_house(random: Random) -> HouseRules:
    """Return house rules with every choice drawn at random."""
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
    call: Call, random: Random, *, alike: bool = False, ruling: bool = False, mucking: bool = False
) -> RandomDealer:
    """Return an unplayed hand of the game.

    ``alike``: the cards are stacked for ties. ``ruling``: the dealer may rule who wins, whatever the cards.
    ``mucking``: players muck as often as they show.
    """
    dealer = AlikeDealer if alike else RandomDealer
    return dealer(random_setup(call.game(), random, random_house(random)), random, ruling=ruling, mucking=mucking)


class Counted:
    """A copy of a hand, played along action by action, in which stacks that the original does not track are counted.

    They are larger than any bet until their player is all in, and then exactly as large as needed.
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
        """Enter an action of the other hand; return the lines entered in this one."""
        who, verb, *rest = line.split()
        lines = [line]
        if verb == "allin":
            seat = int(who[1:]) - 1
            bet = self.state.players[seat].bet
            raises = int(rest[0]) > bet + to_call(self.state, seat)  # a short big blind is called in full
            ruling = " !" if line.endswith("!") else ""
            lines = [f"d stack {who} {int(rest[0]) - bet}", f"{who} {f'cbr {rest[0]}' if raises else 'cc'}{ruling}"]
        for entered in lines:
            after = play(self.state, entered)
            if isinstance(after, Refusal):
                raise MismatchError(f"{entered!r} is refused where stacks are counted: {after}")
            self.lines.append(entered)
            self.states.append(after)
        return lines


class AlikeDealer(RandomDealer):
    """A dealer who gives up to four players the same ranks, so that they often tie, and deals those ranks to nobody
    else.
    """

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
    """Enter a random action and return it; report an error as a mismatch."""
    try:
        return dealer.step()
    except Exception as error:
        offered = ", ".join(legal(dealer.state))
        raise disagree(call, dealer.states[0].setup, dealer.lines, f"{error!r} after one of {offered}") from error


def record_text(call: Call, setup: Setup, lines: Sequence[str]) -> str:
    """Return the record of a hand, as ``upcard replay`` reads it."""
    return write(record_of(setup, lines, options=call.options, modifiers=call.modifiers))


def disagree(call: Call, setup: Setup, lines: Sequence[str], what: str) -> MismatchError:
    """Return the mismatch to raise about a hand: what is wrong, and the record so far."""
    return MismatchError(f"{call.game_id}, action {len(lines)}: {what}\n\n{record_text(call, setup, lines)}")
