"""Odd lines to the engine: each is refused with a reason, or the hand goes on with all its chips."""

from __future__ import annotations

import traceback
from random import Random

from app.cards.card import RANKS, UNSEEN, card_text, cards_text
from app.games.catalog import catalog
from app.games.load import resolve
from app.hand.action import Part, verbs
from app.hand.ask import Refusal
from app.hand.dealer import even_parts
from app.hand.notation import ActionError, parse_action, seat_text, write_action
from app.hand.play import legal, play, prompt
from app.hand.settlement.pots import pots_of
from app.hand.state import State
from app.night.play.random_play import chips
from app.words.refusals import refusal_text
from app.words.speaker import Speaker
from tests.checks.check import Check, MismatchError, Tally
from tests.fuzz.nonsense import other_text, value
from tests.hand.random_dealer import RandomDealer, random_setup
from tests.hand.wording import STAND_INS, without_words

#: The number of tries at each moment of a hand, of moments, and of lines in a row that one try may enter.
TRIES, MOMENTS, IN_A_ROW = 6, 25, 4


def lines_round(seed: str) -> Tally:
    random = Random(seed)
    game = resolve(random.choice(list(catalog())))
    dealer = RandomDealer(random_setup(game, random), random)
    tally = Tally(hands=1)
    moments = 0
    while dealer.state.result is None and moments < MOMENTS:
        if random.random() < 0.5:
            moments += 1
            for _ in range(TRIES):
                _try(dealer.state, random, tally, [f"{game.id}, seed {seed}, after {dealer.lines}"])
        dealer.step()
    _try(dealer.state, random, tally, [f"{game.id}, seed {seed}, after {dealer.lines}"])
    return tally


def _try(state: State, random: Random, tally: Tally, before: list[str]) -> None:
    """Enter a line; if it is accepted, enter a few more."""
    for _ in range(IN_A_ROW):
        line = _line(state, random)
        before = [*before, repr(line)]
        try:
            after = _entered(state, line)
        except Exception:
            raise MismatchError("\n".join([*before, traceback.format_exc()])) from None
        tally["lines"] += 1
        if isinstance(after, Refusal):
            return
        tally["taken"] += 1
        state = after


def _entered(state: State, line: str) -> State | Refusal:
    after = play(state, line)
    _reads_back(line)
    if isinstance(after, Refusal):
        assert refusal_text(after, Speaker(STAND_INS)).strip()
        return after
    assert chips(after) == chips(state)
    assert sum(pot.amount for pot in pots_of(after)) == after.pot
    assert all(player.stack is None or player.stack >= 0 for player in after.players)
    assert not without_words(prompt(after))
    assert after.result is not None or legal(after), "no action is possible"
    return after


def _reads_back(line: str) -> None:
    """Assert that a readable line is written on one line and reads back the same."""
    try:
        action = parse_action(line)
    except ActionError:
        return
    assert parse_action(write_action(action)) == action
    assert len(write_action(action).splitlines()) == 1


def _line(state: State, random: Random) -> str:
    match random.randrange(4):
        case 0:
            return other_text(random.choice(legal(state) or ("d misdeal",)), random)
        case 1:
            odd = value(random)
            return odd[:500] if isinstance(odd, str) else odd.decode("latin-1")
        case _:
            return _random_line(state, random)


def _random_line(state: State, random: Random) -> str:
    """Return a well-formed line: any verb with any seats, cards and chips."""
    verb = random.choice(list(verbs().values()))
    subject = "d" if verb.dealer else _seat(state, random)
    words = [subject, verb.name, *(_part(part, state, random) for part in verb.parts)]
    if random.random() < 0.1:
        random.shuffle(words)
    return " ".join(words) + random.choice(("", "", "", " !", " # said", " ! # said"))


def _seat(state: State, random: Random) -> str:
    return f"p{random.choice((*range(1, len(state.players) + 1), *range(1, len(state.players) + 1), 0, 99))}"


def _part(part: Part, state: State, random: Random) -> str:
    held = [held.card for player in state.players for held in player.cards]
    deck = [*state.game.deck.cards(), UNSEEN, *held]
    cards = cards_text(random.choices(deck, k=random.choice((1, 2, 5, 13))))
    most = max((player.stack or 0 for player in state.players), default=0)
    match part:
        case Part.PLAYER:
            return _seat(state, random)
        case Part.ANY_PLAYER:
            return random.choice(("", _seat(state, random)))
        case Part.WILD:
            return random.choice(("none", "7", "7Kd", "JrJb", "77", "x", "AKQJT98765432"))
        case Part.CARD:
            return card_text(random.choice(deck))
        case Part.CARDS | Part.ANY_CARDS:
            return cards
        case Part.TWO_CARDS:
            return f"{card_text(random.choice(deck))} {card_text(random.choice(deck))}"
        case Part.HAND | Part.ANY_HAND:
            return f"to {random.choice(('high', 'low', '1', '2', 'x'))}"
        case Part.ANY_PLACE:
            return random.choice(("", "to top", "to centre", "to x"))
        case Part.CHIPS:
            return str(random.choice((0, 1, 2, 5, most, most + 1, 10**15 - 1, 10**15)))
        case Part.RANK:
            return random.choice(RANKS)
        case Part.WORD:
            return random.choice(("high", "low", "both", "in", "out", "main", "x"))
        case Part.ORDER:
            seats = [_seat(state, random) for _ in range(random.randint(1, 4))]
            return random.choice((" ", "=", ",")).join(seats)
        case Part.PARTS:
            parts = even_parts(state)
            if random.random() < 0.3:
                parts[random.choice(list(parts))] += random.choice((-1, 1, 10**15))
            return " ".join(f"{seat_text(seat)} {chips}" for seat, chips in parts.items())


CHECK = Check("lines", "no line breaks a hand", lines_round, quick=4, full=40, target="fuzz")
