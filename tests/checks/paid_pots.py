"""Pots: random hands of every game are paid out by the rulings, to the chip."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from random import Random

from app.cards.card import card_text
from app.games.steps.contest import Contest as ContestStep
from app.games.steps.showdown import Showdown as ShowdownStep
from app.hand.play import legal, prompt
from app.hand.state import Player, State
from tests.checks.calls import Call, Counted, disagree, random_call, random_hand, step
from tests.checks.check import Check, Tally
from tests.checks.chips_put_in import Ledger, Pot, ledger_of
from tests.checks.contest_money import IN, OUT, InOrOut, Settlement, Terms
from tests.checks.contests import Contest, Muck, Ruling, contest
from tests.checks.judging import Paid, Showdown, judge, split_equally, whole
from tests.checks.rulebook import GAMES, Rules, rules_of
from tests.checks.scoring import Holding, Scorer
from tests.checks.watching import UNSEEN, Seen, first_sight, street_of
from tests.checks.wild_rules import JOKERS, bugs_of, wild_for
from tests.hand.random_dealer import RandomDealer

#: Games with a split pot, or with a limit on the cards that play; half of the hands are of these.
SPLIT = [game_id for game_id in GAMES if "chicago" in game_id or "francisco" in game_id or "dog" in game_id]
SPLIT += (
    "dakota black-mariah roll-your-own-hi-lo mississippi-mud draw-then-stud jackal rollouts laino-rollem texas-tech"
    " slow-death low-todd double-exposure-hi-lo option-alley auction cowpie doubles stud-eight-or-better the-bitch"
    " number-nine black-maria-spade crocodile buffalo zanetti murrumbidgee double-double tripple-double"
    " henway bunk-beds wtf"
).split()

#: Probability that the dealer finds a stack miscounted.
RECOUNTS = 0.02

#: Endings judged without cards: each pot goes to the last player in it, or to partners.
FOLDED = ("everyone else folded", "everyone else folded or mucked", "everyone but partners folded")
#: Endings of a contest: a player alone takes the pot, or it is left in the middle.
ALONE, LEFT = "nobody else is in", "left for the next hand"


@dataclass
class Said:
    """The words of this deal: who declared what, and each muck and ruling in order.

    ``thrown``: players who, before showing, threw away the down cards that they may not use.
    """

    declared: dict[int, str] = field(default_factory=dict)
    moves: list[Muck | Ruling] = field(default_factory=list)
    thrown: set[int] = field(default_factory=set)

    def hear(self, words: Sequence[str]) -> None:
        match words:
            case [who, "declare", what] if what not in (IN, OUT):
                self.declared[int(who[1:]) - 1] = what
            case [_, "ranks", part, *order]:
                places = enumerate(names.split("=") for names in order)
                self.moves.append(Ruling(part, {int(name[1:]) - 1: place for place, names in places for name in names}))
            case [who, "sm"]:
                self.moves.append(Muck(int(who[1:]) - 1))

    @property
    def ruled(self) -> set[str]:
        return {move.part for move in self.moves if isinstance(move, Ruling)}

    @property
    def mucked_after_ruling(self) -> bool:
        kinds = [type(move) for move in self.moves]
        return Ruling in kinds and Muck in kinds[kinds.index(Ruling) :]

    @property
    def mucked(self) -> set[int]:
        return {move.seat for move in self.moves if isinstance(move, Muck)}


def pots_round(seed: str) -> Tally:
    random = Random(seed)
    call = random_call(random, SPLIT if random.random() < 0.5 else list(GAMES))
    alike, ruling, mucking = (random.random() < chance for chance in (0.5, 0.3, 0.3))
    dealer = random_hand(call, random, alike=alike, ruling=ruling, mucking=mucking)
    counted = Counted(dealer.state.setup)
    rules = rules_of(call, dealer.state.setup.house)
    seen, ledger, said = first_sight(dealer.state, rules.middle_hole), ledger_of(counted.state), Said()
    spoken, contests = InOrOut(rules.contest or Terms()), Tally()
    while dealer.state.result is None:
        before = dealer.state
        line = (random.random() < RECOUNTS and dealer.miscount()) or step(call, dealer)
        lines = counted.follow(line)
        check_counted(call, dealer, counted)
        words = line.split()
        said.hear(words)
        spoken.hear(words)
        if words[1] == "sd" and isinstance(before.frame.spec, ShowdownStep):
            said.thrown.add(int(words[0][1:]) - 1)
        seen.watch(line, before, dealer.state)
        if rules.contest and spoken.over(before.live):
            contests += check_contest(call, counted, rules, seen, ledger, spoken)
            spoken.next()
            said.moves.clear()
        else:
            states = counted.states[-len(lines) - 1 :]
            for entered, (had, has) in zip(lines, pairwise(states), strict=True):
                ledger.enter(entered, had, has)
        if dealer.state.board_number > before.board_number == 1:
            check_first_board(call, counted, rules, seen, ledger, said)
        elif dealer.state.decided is not before.decided and dealer.state.result is None:
            check_again(call, counted, rules, seen, ledger, said)
        if words[1] == "redeal":
            said = Said()
        if rules.contest and rules.contest.must_match:
            check_may_go_in(call, counted, rules.contest, ledger)
        check_total(call, counted, ledger)
    return contests + check_end(call, counted, rules, seen, ledger, said)


def check_counted(call: Call, dealer: RandomDealer, counted: Counted) -> None:
    """Raise a mismatch if untracked stacks play differently from counted ones."""
    ours, theirs = dealer.state, counted.state
    same = (ours.pot, ours.live, ours.bettors, ours.result) == (theirs.pot, theirs.live, theirs.bettors, theirs.result)
    if not same or (ours.result is None and prompt(ours).seat != prompt(theirs).seat):
        what = f"pot {ours.pot}, {ours.bettors} can bet; {theirs.pot} and {theirs.bettors} where stacks are counted"
        raise disagree(call, dealer.states[0].setup, dealer.lines, what)


def check_again(call: Call, dealer: Counted, rules: Rules, seen: Seen, ledger: Ledger, said: Said) -> None:
    """Record the results of a showdown before a new deal; raise a mismatch unless exactly those who can win the rest
    are in.
    """
    before, after = dealer.states[-2], dealer.state
    # An opener who cannot show openers folds in the end.
    folds = [dealer.lines[-1] == f"p{seat + 1} f" for seat in range(len(before.players))]
    players = [
        replace(player, folded=player.folded or gone) for player, gone in zip(before.players, folds, strict=True)
    ]
    # Players who are out of the coming deal were in this one.
    seen = replace(seen, living=sum(not player.folded for player in players))
    judged = judge_end(after, players, rules, seen, ledger, said)
    if {*after.live} != {seat for pot in judged.again for seat in pot.seats}:
        again = [" ".join(f"p{seat + 1}" for seat in pot.seats) for pot in judged.again]
        what = f"dealt again to {after.live}; by the rulings for the pots of {', '.join(again) or 'nobody'}"
        raise disagree(call, dealer.states[0].setup, dealer.lines, what)
    ledger.deal_again(judged.again, judged.chips, judged.stays)


def check_first_board(call: Call, dealer: Counted, rules: Rules, seen: Seen, ledger: Ledger, said: Said) -> None:
    """Compare the payments on the first of two boards, half of every pot and the odd chips; keep the other halves."""
    state, unit = dealer.state, dealer.state.setup.house.chip_unit
    assert state.decided is not None
    assert seen.first is not None
    ours = state.decided.result
    pots = ledger.pots(state.live)
    halves = [Pot(whole(pot.chips // 2, unit), pot.seats) for pot in pots]
    paid = Paid(Counter(ours.totals()), ours.carried)
    if rules.judged:
        rest = [Pot(pot.chips - half.chips, pot.seats) for pot, half in zip(pots, halves, strict=True)]
        paid = judge_end(state, state.players, rules, seen.first, ledger, said, rest)
    if +paid.chips != Counter(ours.totals()) or paid.stays != ours.carried:
        what = f"the first board pays {told(ours.totals())}; by the rulings {told(+paid.chips)}"
        raise disagree(call, dealer.states[0].setup, dealer.lines, what)
    ledger.deal_again(halves, paid.chips, paid.stays)
    said.moves.clear()


def check_may_go_in(call: Call, dealer: Counted, terms: Terms, ledger: Ledger) -> None:
    """Raise a mismatch unless exactly those players may go in who could pay for losing, if that is the rule."""
    asked, price = legal(dealer.state), terms.price(ledger.to_be_won())
    for seat, stack in enumerate(ledger.stacks):
        if f"p{seat + 1} declare {OUT}" in asked and (f"p{seat + 1} declare {IN}" in asked) != (stack >= price):
            what = f"p{seat + 1} has {stack} chips to go in for {price}"
            raise disagree(call, dealer.states[0].setup, dealer.lines, what)


def check_contest(call: Call, dealer: Counted, rules: Rules, seen: Seen, ledger: Ledger, spoken: InOrOut) -> Tally:
    """Compare all stacks after a contest for the pot, and whether the hand goes on."""
    setup, before = dealer.states[0].setup, dealer.states[-2]
    own = spoken.cards if spoken.terms.aside else {seat: seen.up[seat] + seen.down[seat] for seat in before.live}
    order = highest_first(own) if setup.house.odd_chip_tie == "suit" else (lambda seat: seat)
    scores = {seat: spoken.ruled(seat) for seat in spoken.compared(before.live)}
    if spoken.order is None and len(scores) > 1:
        # Cards set aside may have been thrown away by now: return them to their owner's.
        down = [
            cards + [card for card in spoken.cards.get(seat, ()) if card not in cards + seen.up[seat]]
            for seat, cards in enumerate(seen.down)
        ]
        seen = replace(seen, down=down, street=street_of(before))
        scores = {seat: score_in_contest(dealer.state, rules, seen, spoken, seat) for seat in scores}
    another = not isinstance(call.game().script[-2], ContestStep)  # before the showdown
    over = Settlement(ledger, setup, before.live, spoken, scores, order, another).settle()
    stacks = [player.stack for player in dealer.state.players]
    if (stacks, dealer.state.result is not None) != (ledger.stacks, over):
        what = f"stacks {stacks} after the contest; by the rulings {ledger.stacks}{', and the hand is over' * over}"
        raise disagree(call, setup, dealer.lines, what)
    return Tally({"comparisons": len(stacks), "contests": 1})


def score_in_contest(state: State, rules: Rules, seen: Seen, spoken: InOrOut, seat: int) -> object:
    """Return the score of the cards with which a seat contests the pot."""
    part, scorer, bugs = rules.parts[0], Scorer(rules, state.setup.house), bugs_of(rules.wild, seen)
    wild = wild_for(rules.wild, seen, seat, part.name)
    if spoken.terms.aside:
        return scorer.high(spoken.cards[seat], wild, bugs)
    return scorer.score(part, holding_of(state, rules, seen, seat), wild, bugs)


def check_total(call: Call, dealer: Counted, ledger: Ledger) -> None:
    """Raise a mismatch unless the chips in the middle are exactly those put in."""
    after = dealer.state
    pot = after.pot if after.result is None else sum(after.result.totals().values()) + after.result.carried
    if after.decided is not None:
        waiting = after.decided.result
        pot += sum(waiting.totals().values()) + waiting.carried
    if pot != ledger.total():
        what = f"{pot} chips in the middle; {ledger.total()} have been put in"
        raise disagree(call, dealer.states[0].setup, dealer.lines, what)


def check_end(call: Call, dealer: Counted, rules: Rules, seen: Seen, ledger: Ledger, said: Said) -> Tally:
    """Compare everybody's payments at the end of a hand, if the rulings decide it."""
    end, setup = dealer.state, dealer.states[0].setup
    result = end.result
    assert result is not None
    why = result.why.kind if result.why else ""
    if why not in ("", ALONE, LEFT, *FOLDED) or not (why or rules.judged):
        return Tally({"hands not judged": 1})
    contests = contests_of(end, end.players, rules, ledger, said)
    live = left_of(end.players, contests, said)
    pots = ledger.pots(live)
    if differ_where_merged(contests, live):
        return Tally({"hands not judged": 1})
    if why in FOLDED:
        paid, stays = Counter(), 0
        for pot in pots:
            paid += split_equally(pot.chips, pot.seats, setup.house.chip_unit, lambda seat: seat)
    elif why == LEFT:
        paid, stays = Counter(), ledger.to_be_won()
    else:
        judged = judge_end(end, end.players, rules, seen, ledger, said) if pots else Paid(Counter())
        if judged.again:
            raise disagree(call, setup, dealer.lines, "nobody's declaration holds: they are dealt again")
        paid, stays = judged.chips, judged.stays
    paid, stays = paid + ledger.decided, stays + ledger.staying
    if +paid != Counter(result.totals()) or stays != result.carried:
        what = f"paid {told(result.totals())} and {result.carried} stay; by the rulings {told(+paid)} and {stays} stay"
        what += "".join(f"\npot of {pot.chips}: {' '.join(f'p{seat + 1}' for seat in pot.seats)}" for pot in pots)
        raise disagree(call, setup, dealer.lines, f"{what}\ndeclared: {told(said.declared)}")
    shown = len(live) > 1 and bool(pots)
    count = {
        "hands": 1,
        "dealt again": ledger.deals - bool(result.first_board),
        "run twice": bool(result.first_board),
        "showdowns": shown,
        "ruled on": bool(said.ruled),
        "mucked after a ruling": said.mucked_after_ruling,
        "mucks that kept a part": len(said.mucked & set(live)),
        "declared": shown and bool(said.declared),
        "pots": len(pots),
    }
    return Tally({"comparisons": len(end.players), **count})


def contests_of(
    end: State, players: Sequence[Player], rules: Rules, ledger: Ledger, said: Said
) -> dict[tuple[int, ...], Contest]:
    """Return the standing of each contested pot, by the seats that reached the showdown."""
    seats = [seat for seat, player in enumerate(players) if not player.folded]
    declared = {seat: said.declared[seat] for seat in seats} if said.declared else {}
    names = [part.name for part in rules.parts]
    qualified = [part.name for part in rules.parts if part.must_qualify]
    return {
        pot.seats: contest(pot.seats, said.moves, declared, names, qualified, end.setup.house)
        for pot in ledger.pots(seats)
        if len(pot.seats) > 1
    }


def left_of(players: Sequence[Player], contests: Mapping[tuple[int, ...], Contest], said: Said) -> list[int]:
    """Return the players who can still win: those who have not mucked, or keep a part of some pot."""
    kept = {seat for pot in contests.values() for seat in pot.kept}
    mucked = said.mucked - kept
    return [seat for seat, player in enumerate(players) if not player.folded and seat not in mucked]


def differ_where_merged(contests: Mapping[tuple[int, ...], Contest], live: Sequence[int]) -> bool:
    """Return whether pots that merged, as players left them, had parts given up by different players.

    By then the chips of such pots cannot be told apart.
    """
    found: dict[tuple[int, ...], Mapping[str, set[int]]] = {}
    for seats, pot in contests.items():
        left = tuple(seat for seat in seats if seat in live)
        gave_up = {part: seats & set(left) for part, seats in pot.gave_up.items()}
        if found.setdefault(left, gave_up) != gave_up:
            return True
    return False


def judge_end(
    end: State,
    players: Sequence[Player],
    rules: Rules,
    seen: Seen,
    ledger: Ledger,
    said: Said,
    pots: Sequence[Pot] | None = None,
) -> Paid:
    """Judge the showdown of these players for all pots. A contest is found by the players still in its pot."""
    contests = contests_of(end, players, rules, ledger, said)
    live = left_of(players, contests, said)
    still = {tuple(seat for seat in seats if seat in live): pot for seats, pot in reversed(contests.items())}
    return judge(replace(showdown_of(end, live, rules, seen, said), contests=still), pots or ledger.pots(live))


def told(by_seat: dict[int, object] | Counter[int]) -> str:
    return ", ".join(f"p{seat + 1} {value}" for seat, value in sorted(by_seat.items())) or "nobody"


def showdown_of(end: State, live: list[int], rules: Rules, seen: Seen, said: Said) -> Showdown:
    """Return everything that decides a showdown, from the cards seen at the end of the hand."""
    house = end.setup.house
    scorer = Scorer(rules, house)
    bugs = bugs_of(rules.wild, seen)
    held = {seat: replace(holding_of(end, rules, seen, seat), all_may_play=seat in said.thrown) for seat in live}
    scores: dict[str, dict[int, object]] = {}
    for part in rules.parts:
        if part.name in said.ruled:
            continue
        shown = [seat for seat in live if seat not in said.mucked]
        assert not any(UNSEEN in held[seat].down for seat in shown), "everybody left has shown"
        wild = {seat: wild_for(rules.wild, seen, seat, part.name) for seat in shown}
        scores[part.name] = {seat: scorer.score(part, held[seat], wild[seat], bugs) for seat in shown}
        if part.beat:
            middle = [seen.laid[place] for place in part.beat]
            open_wild = set[str]().union(*(rule.everyone(seen) for rule in rules.wild))
            least = scorer.high(middle, open_wild, bugs | JOKERS.intersection(middle) - open_wild)
            scores[part.name] = {seat: score if score >= least else None for seat, score in scores[part.name].items()}
    return Showdown(
        parts=tuple(part.name for part in rules.parts),
        unclaimed={part.name: part.unclaimed for part in rules.parts},
        scores=scores,
        declared={seat: said.declared[seat] for seat in live} if said.declared else {},
        ruled=said.ruled,
        qualified=[part.name for part in rules.parts if part.must_qualify],
        mucked=said.mucked,
        house=house,
        odd_order=(lambda seat: seat)
        if house.odd_chip_tie == "left of dealer"
        else highest_first({seat: seen.up[seat] + seen.down[seat] for seat in live}),
    )


def highest_first(own: Mapping[int, Sequence[str]]) -> Callable[[int], object]:
    """Return a sort key for players who tie: their own highest known card first. A joker is highest."""
    order = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"] + ["Jr", "Jb"]
    return lambda seat: -max((order.index(card) for card in own[seat] if card != UNSEEN), default=-1)


def holding_of(end: State, rules: Rules, seen: Seen, seat: int) -> Holding:
    player = end.players[seat]
    hands: dict[str, tuple[str, ...]] = {}
    for card in player.cards:
        if card.hand:
            hands[card.hand] = (*hands.get(card.hand, ()), card_text(card.card))
    apart = tuple(card_text(card) for card in player.set_aside)
    hands = {name: (*cards, *seen.common) for name, cards in hands.items()}
    came = tuple(number for number, card in zip(seen.came_down[seat], player.cards, strict=True) if not card.up)
    lines = [tuple(seen.laid[name] for name in line.split() if name in seen.laid) for line in rules.lines]
    common = [card for card in seen.common if not lines or card not in seen.laid.values()]
    up = (*seen.up[seat], *common)
    return Holding(up, tuple(seen.down[seat]), apart, hands, came, lines=tuple(lines) or ((),), common=tuple(common))


CHECK = Check("paid-pots", "who is paid what, by the rulings", pots_round, quick=40, full=300)
