"""Pots: random hands of every game are paid out as the rulings say, to the chip."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

from app.cards.card import card_text
from app.hand.play import legal
from app.hand.state import State
from tests.checks.calls import Call, disagree, random_call, random_hand, step
from tests.checks.check import Check, Tally
from tests.checks.chips_put_in import ledger_of
from tests.checks.judging import Paid, Showdown, judge
from tests.checks.rulebook import GAMES, rules_of
from tests.checks.scoring import Holding, Scorer
from tests.checks.watching import UNSEEN, Seen, first_sight
from tests.checks.wild_rules import bugs_of, wild_for
from tests.hand.random_play import RandomDealer

#: Games whose pot is split or whose cards may not all be used; half of the hands are of these.
SPLIT = [game_id for game_id in GAMES if "chicago" in game_id or "francisco" in game_id or "dog" in game_id]
SPLIT += (
    "dakota black-mariah roll-your-own-hi-lo mississippi-mud draw-then-stud jackal rollouts laino-rollem texas-tech"
    " slow-death low-todd double-exposure-hi-lo option-alley auction cowpie doubles stud-eight-or-better the-bitch"
    " number-nine black-maria-spade crocodile buffalo zanetti murrumbidgee double-double tripple-double"
    " henway bunk-beds wtf"
).split()

#: How a hand ends that is judged: by the cards, or as all others have folded.
FOLDED = ("everyone else folded", "everyone else folded or mucked")


def pots_round(seed: str) -> Tally:
    random = Random(seed)
    call = random_call(random, SPLIT if random.random() < 0.6 else list(GAMES))
    watch = Watch(call, random_hand(call, random, alike=random.random() < 0.5))
    while watch.dealer.state.result is None:
        watch.step()
    return watch.finish()


class Watch:
    """One hand, followed from its first card to its last chip.

    ``kept`` is what showdowns have decided before players were dealt again for the rest.
    """

    def __init__(self, call: Call, dealer: RandomDealer) -> None:
        self.call, self.dealer = call, dealer
        self.setup = dealer.state.setup
        self.rules = rules_of(call, self.setup.house)
        self.seen, self.ledger = first_sight(dealer.state), ledger_of(dealer.state)
        self.declared: dict[int, str] = {}
        self.kept = Paid(Counter())
        self.tally = Tally()

    def step(self) -> None:
        before = self.dealer.state
        line = step(self.call, self.dealer)
        after = self.dealer.state
        self.seen.watch(line, after)
        self.ledger.enter(line, after)
        words = line.split()
        if words[1] == "declare":
            self.declared[int(words[0][1:]) - 1] = words[2]
        if words[1] == "redeal":
            self.declared = {}
        if words[1] == "sm" and after.result is None and legal(after) == ("d redeal",):
            self.deal_again([seat for seat in before.live if words[0] != f"p{seat + 1}" or len(words) > 2])
        self.check_total()

    def deal_again(self, live: list[int]) -> None:
        """Judge a showdown after which some are dealt again, and compare who is."""
        judged = judge(self.showdown(live), self.ledger.pots(live))
        again = sorted({seat for pot in judged.again for seat in pot.seats})
        if again != list(self.dealer.state.live):
            in_words = " ".join(f"p{seat + 1}" for seat in again)
            raise self.differ(f"dealt again to {self.dealer.state.live}; by the rulings {in_words or 'nobody'}")
        self.kept.chips += judged.chips
        self.kept.stays += judged.stays
        self.ledger.deal_again(judged.again)
        self.tally["dealt again"] += 1

    def check_total(self) -> None:
        """Raise a mismatch unless the chips in the middle are those that have left the stacks."""
        after = self.dealer.state
        put_in = self.ledger.total()
        pot = after.pot
        if after.result is not None:
            pot = sum(after.result.totals().values()) + after.result.carried
            put_in += self.kept.chips.total() + self.kept.stays
        if pot != put_in:
            raise self.differ(f"{pot} chips in the middle; {put_in} have been put in")

    def finish(self) -> Tally:
        """Compare what everybody is paid at the end of a hand, where the rulings say it."""
        end = self.dealer.state
        result = end.result
        assert result is not None
        live = [seat for seat, player in enumerate(end.players) if player.live]
        pots = self.ledger.pots(live)
        if len(live) == 1 and result.why and result.why.kind in FOLDED:
            judged = Paid(Counter({live[0]: self.ledger.total()}))
        elif result.why is not None or not self.rules.judged:
            return Tally({"hands not judged": 1})
        else:
            judged = judge(self.showdown(live), pots)
            if judged.again:
                raise self.differ(f"over; by the rulings {told(self.declared)} leave pots to be dealt again")
        chips, stays = +(judged.chips + self.kept.chips), judged.stays + self.kept.stays
        if chips != Counter(result.totals()) or stays != result.carried:
            what = f"paid {told(result.totals())} and {result.carried} stay; by the rulings {told(chips)} and {stays}"
            what += "".join(f"\npot of {pot.chips}: {' '.join(f'p{seat + 1}' for seat in pot.seats)}" for pot in pots)
            raise self.differ(f"{what}\ndeclared: {told(self.declared)}")
        shown = len(live) > 1
        count = {"hands": 1, "showdowns": shown, "declared": shown and bool(self.declared), "pots": len(pots)}
        return self.tally + Tally({"comparisons": len(end.players), **count})

    def differ(self, what: str) -> Exception:
        return disagree(self.call, self.setup, self.dealer.lines, what)

    def showdown(self, live: list[int]) -> Showdown:
        """Return what a showdown is judged by, from the cards seen."""
        scorer = Scorer(self.rules, self.setup.house)
        bugs = bugs_of(self.rules.wild, self.seen)
        held = {seat: holding_of(self.dealer.state, self.seen, seat) for seat in live}
        scores = {
            part.name: {
                seat: scorer.score(part, held[seat], wild_for(self.rules.wild, self.seen, seat, part.name), bugs)
                for seat in live
            }
            for part in self.rules.parts
        }
        return Showdown(
            parts=tuple(part.name for part in self.rules.parts),
            unclaimed={part.name: part.unclaimed for part in self.rules.parts},
            scores=scores,
            declared={seat: self.declared[seat] for seat in live} if self.declared else {},
            house=self.setup.house,
            odd_order=(lambda seat: seat) if self.setup.house.odd_chip_tie == "left of dealer" else suit_order(held),
        )


def told(by_seat: dict[int, object] | Counter[int]) -> str:
    return ", ".join(f"p{seat + 1} {value}" for seat, value in sorted(by_seat.items())) or "nobody"


def suit_order(held: dict[int, Holding]) -> Callable[[int], object]:
    """Return the order of players who tie: by their highest card, rank before suit; a joker is highest."""
    order = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"] + ["Jr", "Jb"]
    return lambda seat: -max(order.index(card) for card in held[seat].all)


def holding_of(end: State, seen: Seen, seat: int) -> Holding:
    player = end.players[seat]
    hands: dict[str, tuple[str, ...]] = {}
    for card in player.cards:
        if card.hand:
            hands[card.hand] = (*hands.get(card.hand, ()), card_text(card.card))
    assert UNSEEN not in seen.down[seat], "everybody left has shown"
    apart = tuple(card_text(card) for card in player.set_aside)
    return Holding((*seen.up[seat], *seen.common), tuple(seen.down[seat]), apart, hands)


CHECK = Check("paid-pots", "who is paid what, by the rulings", pots_round, quick=40, full=650)
