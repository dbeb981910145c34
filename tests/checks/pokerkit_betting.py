"""Betting compared with PokerKit: at every action of random hands, the same player has the same choices."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import zip_longest
from random import Random

import pokerkit
from pokerkit import Automation, BettingStructure, Opening, Street

from app.cards.card import card_text
from app.games.house import HouseRules, Stakes
from app.games.situation import Situation
from app.hand.ask import Refusal
from app.hand.betting.rounds import round_under_way
from app.hand.play import legal, play, start
from app.hand.state import Setup, State
from tests.checks.calls import Call, mismatch
from tests.checks.check import Check, Tally

LOW_CARD = HouseRules(opener_first="low card brings in", heads_up_cap=True)


#: Choices by player and verb: the amount, or the smallest and the largest for a bet.
Acts = dict[tuple[str, str], tuple[int, ...]]


@dataclass(frozen=True)
class Known:
    """A game that both programs know.

    ``streets``: the faces of the cards of each street. ``first`` and ``later``: the opener on the first street and on
    later ones. ``hands``: the types of hands that win. ``board``: the number of common cards on each street, for a game
    with blinds. ``limits``: the limits to try.
    """

    streets: tuple[str, ...]
    first: Opening
    later: Opening
    hands: tuple[type[pokerkit.Hand], ...]
    board: tuple[int, ...] = ()
    limits: tuple[str, ...] = ("fixed", "fixed", "pot", "none")


#: The number of the first street with the big bet.
BIG_FROM = 2

SEVEN = ("ddu", "u", "u", "u", "d")
BOARD = (0, 3, 1, 1)
GAMES = {
    "seven-card-stud": Known(SEVEN, Opening.LOW_CARD, Opening.HIGH_HAND, (pokerkit.StandardHighHand,)),
    "five-card-stud": Known(
        ("du", "u", "u", "u"),
        Opening.LOW_CARD,
        Opening.HIGH_HAND,
        (pokerkit.StandardHighHand,),
    ),
    "razz": Known(SEVEN, Opening.HIGH_CARD, Opening.LOW_HAND, (pokerkit.RegularLowHand,)),
    "stud-eight-or-better": Known(
        SEVEN,
        Opening.LOW_CARD,
        Opening.HIGH_HAND,
        (pokerkit.StandardHighHand, pokerkit.EightOrBetterLowHand),
    ),
    "texas-holdem": Known(
        ("dd", "", "", ""),
        Opening.POSITION,
        Opening.POSITION,
        (pokerkit.StandardHighHand,),
        BOARD,
        ("none", "fixed"),
    ),
    "omaha": Known(
        ("dddd", "", "", ""), Opening.POSITION, Opening.POSITION, (pokerkit.OmahaHoldemHand,), BOARD, ("pot",)
    ),
    "omaha-eight": Known(
        ("dddd", "", "", ""),
        Opening.POSITION,
        Opening.POSITION,
        (pokerkit.OmahaHoldemHand, pokerkit.OmahaEightOrBetterLowHand),
        BOARD,
        ("fixed",),
    ),
}

STRUCTURES = {
    "fixed": BettingStructure.FIXED_LIMIT,
    "pot": BettingStructure.POT_LIMIT,
    "none": BettingStructure.NO_LIMIT,
}

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def random_setup(game_id: str, random: Random) -> tuple[Call, Setup]:
    """Return a table with short and deep stacks, each enough for the ante and the bring-in.

    PokerKit lets players call a short bring-in for less than a full one.
    """
    count = random.randint(2, 7)
    small = random.choice([4, 10, 20])
    stakes = Stakes(
        ante=random.randint(0, 2),
        bring_in=random.choice([1, small // 2]),
        limit=random.choice(["fixed", "fixed", "pot", "none"]),
        small=small,
        big=2 * small,
        min_bet=small,
    )
    stacks = tuple(random.choice([15, 20, 33, 50, 77, 200, 1000]) for _ in range(count))
    names = tuple(f"P{seat + 1}" for seat in range(count))
    call = Call(game_id, {"bugs": 0} if game_id == "stud-eight-or-better" else {})
    house = LOW_CARD if game_id != "razz" else replace(LOW_CARD, opener_first="high card")
    return call, Setup(call.game(), names, stacks, (stakes.ante,) * count, stakes, house)


def random_blinds(game_id: str, random: Random) -> tuple[Call, Setup]:
    """Return a table of a game with blinds, with or without antes.

    Any stack may be too short, except the big blind's, and the dealer's for the ante. PokerKit lets players call a
    short big blind for less than a full one, returns an ante at once that no other player could pay, and opens with the
    wrong player before the flop if heads-up blinds are equal.
    """
    count = random.randint(2, 9)
    big = random.choice([2, 4, 10])
    small = random.choice([big // 2, random.randint(0, big - (count == 2))])
    stakes = Stakes(
        limit=random.choice(GAMES[game_id].limits),  # type: ignore[arg-type]
        small=big,
        big=2 * big,
        min_bet=big,
        small_blind=small,
        big_blind=big,
        blind_ante=random.choice([0, 0, 1, 2]),
    )
    stacks = [random.choice([1, 2, 3, 5, 8, 15, 33, 77, 200, 1000]) for _ in range(count)]
    big_seat = 0 if count == 2 else 1
    stacks[big_seat] = max(stacks[big_seat], stakes.blind_ante + big)
    stacks[-1] = max(stacks[-1], stakes.blind_ante)
    names = tuple(f"P{seat + 1}" for seat in range(count))
    call, house = Call(game_id, {}), HouseRules(heads_up_cap=True)
    situation = Situation(call.game(), house, stakes, count)
    return call, Setup(call.game(), names, tuple(stacks), situation.antes, stakes, house, blinds=situation.blinds)


def pokerkit_state(known: Known, setup: Setup) -> pokerkit.State:
    """Return the same table in PokerKit, without burn cards, so that both decks are the same size."""
    stakes = setup.stakes
    fixed = stakes.limit == "fixed"
    streets = tuple(
        Street(
            False,
            tuple(face == "u" for face in faces),
            known.board[number] if known.board else 0,
            False,
            known.later if number else known.first,
            stakes.big if fixed and number >= BIG_FROM else stakes.smallest_bet,
            # PokerKit does not count the big blind as a bet; the house rule ``raises`` does.
            (3 if setup.blinds and not number else 4) if fixed else None,
        )
        for number, faces in enumerate(known.streets)
    )
    blinds = setup.blinds[::-1] if len(setup.blinds) == 2 else setup.blinds
    return pokerkit.State(
        AUTOMATIONS,
        pokerkit.Deck.STANDARD,
        known.hands,
        streets,
        STRUCTURES[stakes.limit],
        True,
        setup.antes,
        blinds or (0,) * len(setup.names),
        0 if blinds else stakes.bring_in,
        [stack or 0 for stack in setup.stacks],
        len(setup.names),
        mode=pokerkit.Mode.CASH_GAME,
    )


def acts_text(acts: Acts) -> str:
    return ", ".join(" ".join([*act, *map(str, amounts)]) for act, amounts in sorted(acts.items())) or "nothing"


def betting_round(seed: str) -> Tally:
    random = Random(seed)
    return play_both(random.choice(list(GAMES)), random)


def play_both(game_id: str, random: Random) -> Tally:
    """Play a random hand of a game in both programs."""
    call, setup = (random_blinds if GAMES[game_id].board else random_setup)(game_id, random)
    table = Table(call, GAMES[game_id], setup, random)
    while table.state.result is None:
        table.step()
    return table.finish()


class Table:
    """One hand in both programs."""

    def __init__(self, call: Call, known: Known, setup: Setup, random: Random) -> None:
        self.call, self.known, self.setup, self.random = call, known, setup, random
        self.state: State = start(setup)
        self.other = pokerkit_state(known, setup)
        self.lines: list[str] = []
        self.deck = [card_text(card) for card in sorted(setup.game.deck.cards())]
        random.shuffle(self.deck)
        self.hands: dict[int, str] = {}
        self.tally = Tally(hands=1)
        self.pots: list[tuple[int, tuple[int, ...]]] = []
        self.all_in_bet = False
        self.twice = False

    def mismatch(self, what: str) -> Exception:
        return mismatch(self.call, self.setup, self.lines, what)

    def step(self) -> None:
        """Compare the choices and enter one action in both programs."""
        offered = legal(self.state)
        verb = offered[0].split()[1]
        if verb == "dh":
            self.deal(self.random.choice(offered))
        elif "d twice" in offered and not self.other.runout_count_selection_flag and self.random.random() < 0.5:
            self.twice = True
            self.enter("d twice")
        elif verb == "db":
            self.deal_common()
        elif any(line.split()[1] == "sm" for line in offered):
            self.show(self.random.choice([line for line in offered if "CARDS" in line]))
        else:
            self.bet(offered)
        self.compare_chips()

    def enter(self, line: str) -> None:
        after = play(self.state, line)
        if isinstance(after, Refusal):
            raise self.mismatch(f"{line!r} is refused: {after}")
        self.lines.append(line)
        self.state = after

    def deal(self, line: str) -> None:
        who, faces = line.split()[2:]
        cards = "".join(self.deck.pop() for _ in range(len(faces.replace("CARD", "##")) // 2))
        seat = int(who[1:]) - 1
        self.hands[seat] = self.hands.get(seat, "") + cards
        self.next_street()
        self.enter(f"d dh {who} {cards}")
        self.reveal()
        self.other.deal_hole(cards, seat)

    def next_street(self) -> None:
        self.all_in_bet = False
        if self.other.actor_index is not None:
            raise self.mismatch(f"a card is dealt; PokerKit waits for p{self.other.actor_index + 1} to bet")

    def check_alone(self) -> None:
        """Check in PokerKit for the last player with chips, whom the app asks only to call."""
        other = self.other
        if other.checking_or_calling_amount == 0 and not other.can_complete_bet_or_raise_to():
            other.check_or_call()

    def reveal(self) -> None:
        """Show every hand in PokerKit, which shows before the last cards if no player can bet any more."""
        while self.other.can_select_runout_count():
            self.other.select_runout_count(2 if self.twice else None)
        if self.other.showdown_index is not None:
            self.pots = [(pot.amount, tuple(pot.player_indices)) for pot in self.other.pots]
        while self.other.showdown_index is not None:
            self.other.show_or_muck_hole_cards(True)

    def deal_common(self) -> None:
        cards = "".join(self.deck.pop() for _ in range(1 if self.state.common_cards or not self.known.board else 3))
        self.next_street()
        self.enter(f"d db {cards}")
        self.reveal()
        self.other.deal_board(cards)

    def show(self, line: str) -> None:
        seat = int(line.split()[0][1:]) - 1
        self.enter(f"p{seat + 1} sm {self.hands[seat]}")

    def bet(self, offered: tuple[str, ...]) -> None:
        """Compare the player to act and the choices, and make one of them."""
        ours, theirs = self.ours(offered), self.theirs()
        full = self.with_full_blinds(theirs)
        if self.tolerated(ours) != self.tolerated(full):
            raise self.mismatch(f"allowed {acts_text(ours)}; PokerKit allows {acts_text(full)}")
        self.tally["bets"] += 1
        self.tally["comparisons"] += 1
        both = sorted(act for act in ours if act in theirs)
        calls = [act for act in both if act[1] != "f"]
        who, verb = self.random.choice(calls if self.random.random() < 0.85 else both)
        if verb != "cbr":
            self.enter(f"{who} {verb}")
            {"f": self.other.fold, "pb": self.other.post_bring_in, "cc": self.other.check_or_call}[verb]()
            return
        least, most = (sorted(ends) for ends in zip(ours[who, verb], theirs[who, verb], strict=True))
        amount = self.random.choice([least[1], least[1], most[0], self.random.randint(least[1], most[0])])
        seat = int(who[1:]) - 1
        self.all_in_bet |= amount == self.other.bets[seat] + self.other.stacks[seat]
        self.enter(f"{who} cbr {amount}")
        self.other.complete_bet_or_raise_to(amount)

    def with_full_blinds(self, acts: Acts) -> Acts:
        """Return PokerKit's choices, with short blinds counted in full for a pot-limit raise in the first round."""
        setup = self.setup
        if self.other.street_index != 0 or setup.stakes.limit != "pot":
            return acts
        posted = zip(setup.blinds, setup.antes, setup.stacks, strict=False)
        short = sum(min(blind, max(0, blind + ante - (stack or 0))) for blind, ante, stack in posted)
        seat = self.other.actor_index or 0
        top = self.other.bets[seat] + self.other.stacks[seat]
        return {
            act: (amounts[0], min(top, amounts[1] + short)) if act[1] == "cbr" else amounts
            for act, amounts in acts.items()
        }

    def tolerated(self, acts: Acts) -> Acts:
        """Return the choices that must agree.

        The programs differ on whether an all-in for less than a raise reopens the betting and, without a fixed limit,
        on whether the first bet over a bring-in raises the bring-in or opens from nothing.
        """
        if self.all_in_bet:
            return {act: amounts for act, amounts in acts.items() if act[1] != "cbr"}
        if self.other.street_index == 0 and self.setup.stakes.limit != "fixed" and not self.setup.blinds:
            return {act: amounts if act[1] != "cbr" else amounts[1:] for act, amounts in acts.items()}
        return acts

    def ours(self, offered: tuple[str, ...]) -> Acts:
        """Return the app's choices, without folds when a check is free and without bets that no player can call."""
        acts: Acts = {}
        for line in offered:
            who, verb, *rest = line.split()
            seat = int(who[1:]) - 1
            player = self.state.players[seat]
            level = max(other.bet for other in self.state.players)
            others = [other for at, other in enumerate(self.state.players) if at != seat and other.live]
            if verb == "f" and player.bet < level:
                acts[who, "f"] = ()
            elif verb == "pb":
                acts[who, "pb"] = (min(self.setup.stakes.bring_in, player.stack or 0),)
            elif verb == "cc":
                acts[who, "cc"] = (min(level - player.bet, player.stack or 0),)
            elif verb == "cbr" and any(other.bet + (other.stack or 0) > level for other in others):
                least, _, most = rest[0].partition("..")
                acts[who, "cbr"] = (int(least), int(most or least))
        return acts

    def theirs(self) -> Acts:
        """Return the choices in PokerKit."""
        other = self.other
        acts: Acts = {}
        if other.actor_index is None:
            return acts
        who = f"p{other.actor_index + 1}"
        if other.checking_or_calling_amount and other.can_fold():
            acts[who, "f"] = ()
        if other.can_post_bring_in():
            acts[who, "pb"] = (other.effective_bring_in_amount,)
        if other.can_check_or_call():
            acts[who, "cc"] = (other.checking_or_calling_amount,)
        if other.can_complete_bet_or_raise_to():
            least = other.min_completion_betting_or_raising_to_amount
            acts[who, "cbr"] = (least, other.max_completion_betting_or_raising_to_amount)
        return acts

    def compare_chips(self) -> None:
        """Raise a mismatch unless all stacks and the pot agree."""
        if self.state.result is not None or not self.other.status:
            return  # PokerKit has ended the hand, as all cards are known
        if round_under_way(self.state) is None:
            self.check_alone()
        ours = [player.stack for player in self.state.players]
        pot = self.state.pot + (sum(self.state.decided.result.pots) if self.state.decided else 0)
        if ours != list(self.other.stacks) or pot != self.other.total_pot_amount:
            theirs = f"{self.other.stacks}, pot {self.other.total_pot_amount}"
            raise self.mismatch(f"stacks {ours}, pot {pot}; PokerKit {theirs}")
        self.tally["comparisons"] += 1

    def finish(self) -> Tally:
        """Compare the pots and the final stacks."""
        self.reveal()
        result = self.state.result
        assert result is not None
        ours = [player.stack or 0 for player in self.state.players]
        theirs = list(self.other.stacks)
        if ours != theirs and not self.tolerated_end(ours, theirs):
            raise self.mismatch(f"end with {ours}; PokerKit {theirs}")
        boards = (result.pots[: result.first_board], result.pots[result.first_board :])
        pots = list(map(sum, zip_longest(*boards, fillvalue=0)))
        if self.pots and pots != [chips for chips, _ in self.pots]:
            raise self.mismatch(f"pots {pots}; PokerKit {self.pots}")
        self.tally["pots"] += len(self.pots)
        self.tally["run twice"] += self.twice
        return self.tally

    def tolerated_end(self, ours: list[int], theirs: list[int]) -> bool:
        """Return whether stacks differ only by known differences in side pots.

        If the main pot has a low, PokerKit splits the low half of a side pot without one among its players; and it
        splits all pots with the same winners as one, with all odd chips to one of them: at most one chip less than
        there are winners. Where the cards are run twice, each pot may have one more.
        """
        awards = [(award.pot, award.share) for award in self.state.result.awards]
        most = len(awards) - len(set(awards)) + len(self.pots) * self.twice
        odd = max(abs(our - their) for our, their in zip(ours, theirs, strict=True)) <= most
        return len(self.pots) > 1 and (len(self.known.hands) > 1 or odd)


CHECK = Check("betting", "turns, bets, pots and payouts beside PokerKit", betting_round, quick=40, full=300)
