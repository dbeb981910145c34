"""PokerKit reads what Upcard exports, and both push the chips to the same players."""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random

import pokerkit
import pytest

from app.cards.card import Card, cards_text
from app.games.house import HouseRules, Stakes
from app.games.load import resolve
from app.games.modifiers import read_modifier
from app.games.situation import Situation
from app.hand.ask import Refusal
from app.hand.betting.rounds import Round
from app.hand.play import legal, play, start
from app.hand.state import Setup, State
from app.record.check import run
from app.record.hand import PHH_GAMES
from app.record.setup import record_of
from app.record.text import read, write

LOW_CARD = HouseRules(opener_first="low card brings in")

#: Games in which cards are replaced. At most four play, so that the deck lasts.
DRAW = ("FB", "N2L1D", "F2L3D")


def deal(code: str, random: Random) -> Setup:
    """Return a table with short and deep stacks, each enough for the ante and the bring-in or the blind.

    PokerKit lets others call a short bring-in or blind for less than a full one, and if the main pot has a low, it
    divides the low half of a side pot without one equally among its players. So in eight or better nobody is short.
    """
    count = random.randint(2, 4 if code in DRAW else 7)
    small = random.choice([4, 10, 20])
    played = PHH_GAMES[code]
    ante, bring_in, blinds = random.randint(0, 2), random.choice([1, small // 2]), {}
    if played.forced == "blinds_or_straddles":
        small, bring_in = random.choice([2, 4, 10]), 0
        blinds = {"small_blind": small // 2, "big_blind": small, "blind_ante": ante}
    stakes = Stakes(ante, bring_in, played.limit, small, 2 * small, min_bet=small, **blinds)
    stacks = tuple(random.choice([1000] if "/8" in code else [15, 20, 33, 50, 77, 1000]) for _ in range(count))
    names = tuple(f"P{seat + 1}" for seat in range(count))
    game = resolve(played.id)
    situation = Situation(game, LOW_CARD, stakes, count)
    return Setup(game, names, stacks, situation.antes, stakes, LOW_CARD, blinds=situation.blinds)


def sensible(state: State, line: str) -> bool:
    """Return whether PokerKit accepts the action too.

    It accepts no ruling or muck, no second board, no fold if a check is free, and no raise past the cap or all stacks.
    """
    words = line.split()
    if words[1] in ("ranks", "twice", "f") or (words[1] == "sm" and len(words) == 2):
        memory = state.frame.memory
        return words[1] == "f" and isinstance(memory, Round) and state.players[int(words[0][1:]) - 1].bet < memory.level
    if words[1] == "cbr":
        memory = state.frame.memory
        assert isinstance(memory, Round)
        others = [state.players[seat] for seat in state.bettors if seat != int(words[0][1:]) - 1]
        return any(player.bet + (player.stack or 0) > memory.level for player in others) and memory.count < 4
    return True


def play_out(setup: Setup, random: Random) -> tuple[State, list[str]]:
    """Play out a random hand, every card named and shown; return its end and its actions."""
    state, lines = start(setup), []
    deck = sorted(setup.game.deck.cards())
    random.shuffle(deck)
    hands: dict[str, list[Card]] = defaultdict(list)
    while state.result is None:
        offered = [line for line in legal(state) if sensible(state, line)]
        calls = [line for line in offered if not line.endswith(" f")]
        line = random.choice(calls if random.random() < 0.8 else offered)
        who, verb, *words = line.split()
        if verb == "dh":
            dealt = [deck.pop() for _ in range(len(words[1].replace("CARD", "##")) // 2)]
            hands[words[0]] += dealt
            line = f"d dh {words[0]} {cards_text(dealt)}"
        elif verb == "sd" and words:
            thrown = [hands[who].pop(random.randrange(len(hands[who]))) for _ in range(random.randint(1, 2))]
            line = f"{who} sd {cards_text(thrown)}"
        elif verb == "db":
            line = f"d db {cards_text([deck.pop()])}"
        elif verb == "cbr":
            least, _, most = words[0].partition("..")
            line = f"{who} cbr {random.randint(int(least), int(most or least))}"
        elif verb == "sm":
            line = f"{who} sm {cards_text(hands[who])}"
        after = play(state, line)
        assert not isinstance(after, Refusal), (line, after)
        lines.append(line)
        state = after
    return state, lines


def pokerkit_stacks(text: str) -> tuple[int, ...]:
    """Return PokerKit's final stacks for a hand given as text."""
    *_, last = pokerkit.HandHistory.loads(text)
    return tuple(last.stacks)


def odd_chips_of_three(state: State) -> set[int]:
    """Return players in ties of three or more: PokerKit gives all odd chips to the first of them, not one to each."""
    assert state.result is not None
    tied = Counter((award.pot, award.share) for award in state.result.awards)
    return {award.seat for award in state.result.awards if tied[award.pot, award.share] > 2}


@pytest.mark.slow
@pytest.mark.parametrize("hands", [15, pytest.param(60, marks=pytest.mark.long)])
@pytest.mark.parametrize("code", PHH_GAMES)
def test_random_hands_end_the_same_in_pokerkit(code: str, hands: int):
    short = 0
    for seed in range(hands):
        random = Random(f"{PHH_GAMES[code].id} {seed}")
        setup = deal(code, random)
        state, lines = play_out(setup, random)
        record = record_of(setup, lines)
        assert record.variant == code
        assert run(read(write(record))).status == 0
        theirs = pokerkit_stacks(write(record))
        assert record.finishing_stacks is not None
        apart = {seat for seat, stack in enumerate(record.finishing_stacks) if stack != theirs[seat]}
        assert apart <= odd_chips_of_three(state), f"seed {seed}"
        assert sum(theirs) == sum(record.finishing_stacks)
        short += 0 in (record.finishing_stacks or ())
    assert short > hands / 15 or "/8" in code


HANDS = {
    "an ace showing is high in stud, and the steal works": """F7S | 100 100 100
        d dh p1 ????2c; d dh p2 ????Kd; d dh p3 ????As; p1 pb; p2 f; p3 cbr 4; p1 f""",
    "a raise and a re-raise on the first round, then folds": """F7S | 100 100 100
        d dh p1 ????9c; d dh p2 ????Kd; d dh p3 ????3s; p3 pb; p1 cbr 4; p2 cbr 8; p3 f; p1 cbr 12; p2 cc
        d dh p1 2c; d dh p2 2d; p2 cc; p1 cbr 4; p2 f""",
    "two side pots, the shortest stack with the best hand": """F7S | 9 17 100
        d dh p1 AhAd9c; d dh p2 KhKd8d; d dh p3 2h4d3s; p3 pb; p1 cbr 4; p2 cbr 8; p3 cc; p1 cc
        d dh p1 As; d dh p2 Ks; d dh p3 5h; p2 cbr 4; p3 cbr 8; p2 cc
        d dh p1 Tc; d dh p2 9d; d dh p3 6h; d dh p1 Td; d dh p2 4c; d dh p3 Jh; d dh p1 3h; d dh p2 7c; d dh p3 Qh
        p3 sm 2h4d3s5h6hJhQh; p1 sm AhAd9cAsTcTd3h; p2 sm KhKd8dKs9d4c7c""",
    "the odd chip of a tie is the first seat's": """F7S | 101 100 100
        d dh p1 2c3d9c; d dh p2 2h3h9d; d dh p3 4d4s3s; p3 cbr 4; p1 cc; p2 cc
        d dh p1 Ac; d dh p2 Ad; d dh p3 7s; p1 cc; p2 cc; p3 cbr 4; p1 cc; p2 cc
        d dh p1 Kc; d dh p2 Kd; d dh p3 8h; p1 cbr 8; p2 cc; p3 f
        d dh p1 Qs; d dh p2 Qd; p1 cc; p2 cc; d dh p1 Jh; d dh p2 Js; p1 cc; p2 cc
        p1 sm 2c3d9cAcKcQsJh; p2 sm 2h3h9dAdKdQdJs""",
    "the odd chip of a split is the high hand's": """F7S/8 | 100 100 100
        d dh p1 AhAd9c; d dh p2 2h3h4d; d dh p3 7c8h2s; p3 pb; p1 cbr 4; p2 cc; p3 f
        d dh p1 Kc; d dh p2 6d; p1 cc; p2 cc; d dh p1 Kd; d dh p2 7d; p1 cc; p2 cc
        d dh p1 Qs; d dh p2 Qd; p1 cc; p2 cc; d dh p1 Jh; d dh p2 Js; p1 cc; p2 cc
        p1 sm AhAd9cKcKdQsJh; p2 sm 2h3h4d6d7dQdJs""",
    "no low: the high hand takes it all": """F7S/8 | 100 100
        d dh p1 AhAd9c; d dh p2 2hTh4d; p2 pb; p1 cc; d dh p1 Kc; d dh p2 6d; p1 cbr 4; p2 cc
        d dh p1 Kd; d dh p2 7d; p1 cc; p2 cc; d dh p1 Qs; d dh p2 Qd; p1 cc; p2 cc
        d dh p1 Jh; d dh p2 Js; p1 cc; p2 cc; p1 sm AhAd9cKcKdQsJh; p2 sm 2hTh4d6d7dQdJs""",
    "the high card brings in razz, and an ace is low": """FR | 100 100 100
        d dh p1 ????Ac; d dh p2 ????Kd; d dh p3 ????Ks; p3 pb; p1 cbr 4; p2 f; p3 cc
        d dh p1 Qs; d dh p3 2c; p1 cc; p3 cbr 4; p1 f""",
}


@pytest.mark.parametrize("title", HANDS)
def test_golden_records_end_the_same_in_pokerkit(title: str):
    head, *lines = HANDS[title].splitlines()
    code, stacks = head.split(" | ")
    actions = [action.strip() for line in lines for action in line.split(";")]
    counts = tuple(map(int, stacks.split()))
    setup = Setup(
        resolve(PHH_GAMES[code].id),
        ("Ann", "Bob", "Cy")[: len(counts)],
        counts,
        (1,) * len(counts),
        Stakes(1, 2, small=4, big=8),
        LOW_CARD,
    )
    record = record_of(setup, actions)
    assert record.variant == code
    assert run(record).state.result is not None, "the hand is over"
    assert pokerkit_stacks(write(record)) == record.finishing_stacks
    assert run(read(write(record))).status == 0


@pytest.mark.parametrize("count", [2, 3])
def test_the_ante_of_the_big_blind_is_the_same_players_in_pokerkit(count: int):
    stakes = Stakes(limit="none", min_bet=2, small_blind=1, big_blind=2, big_blind_ante=4)
    game = resolve("texas-holdem")
    situation = Situation(game, HouseRules(), stakes, count)
    setup = Setup(game, ("Ann", "Bob", "Cy")[:count], (100,) * count, situation.antes, stakes, blinds=situation.blinds)
    deal = [f"d dh p{seat + 1} ????" for seat in range(count)]
    record = record_of(setup, [*deal, "p2 f"] if count == 2 else [*deal, "p3 f", "p1 f"])
    assert record.variant == "NT"
    assert record.finishing_stacks == ((101, 99) if count == 2 else (99, 101, 100))
    assert pokerkit_stacks(write(record)) == record.finishing_stacks
    assert run(read(write(record))).status == 0


BLINDS = Stakes(small_blind=1, big_blind=2)


@pytest.mark.parametrize(
    ("modifiers", "stakes", "stacks", "variant"),
    [
        ([], BLINDS, (100, 100, 100), "FT"),
        ([], BLINDS, (100, 1, 100), "texas-holdem"),
        ([], Stakes(small=4, big=8, small_blind=1, big_blind=2), (100, 100, 100), "texas-holdem"),
        ([], Stakes(), (100, 100, 100), "texas-holdem"),
        (["straddle"], BLINDS, (100, 100, 100), "texas-holdem"),
        (["bomb-pot"], BLINDS, (100, 100, 100), "texas-holdem"),
    ],
)
def test_only_hands_played_alike_elsewhere_have_a_public_code(
    modifiers: list[str], stakes: Stakes, stacks: tuple[int, ...], variant: str
):
    game = resolve("texas-holdem", None, [read_modifier(name, "test") for name in modifiers])
    situation = Situation(game, HouseRules(), stakes, 3)
    setup = Setup(game, ("Ann", "Bob", "Cy"), stacks, situation.antes, stakes, blinds=situation.blinds)
    called = [{"modifier": name} for name in modifiers]
    record = record_of(setup, ["d dh p1 ????"], modifiers=called)
    assert record.variant == variant
    assert run(read(write(record))).state.players == run(record).state.players


def test_a_stack_too_short_for_the_bring_in_has_no_public_code():
    """In PokerKit the others call no more than the short bring-in."""
    stakes = Stakes(1, 2, small=4, big=8)
    for shortest, variant in [(3, "F7S"), (2, "seven-card-stud")]:
        setup = Setup(resolve("seven-card-stud"), ("Ann", "Bob"), (shortest, 100), (1, 1), stakes, LOW_CARD)
        record = record_of(setup, ["d dh p1 ????2c"])
        assert record.variant == variant
        assert run(read(write(record))).state.players == run(record).state.players


def test_two_players_with_equal_blinds_have_no_public_code():
    """In PokerKit the player who does not deal opens."""
    stakes, game = Stakes(small_blind=2, big_blind=2), resolve("texas-holdem")
    for names, variant in [(("Ann", "Bob", "Cy"), "FT"), (("Ann", "Bob"), "texas-holdem")]:
        situation = Situation(game, HouseRules(), stakes, len(names))
        stacks = (100,) * len(names)
        setup = Setup(game, names, stacks, situation.antes, stakes, blinds=situation.blinds)
        assert record_of(setup, ["d dh p1 ????"]).variant == variant
