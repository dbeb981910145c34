"""Payouts: random hands of every game are paid by the rulings, to the chip."""

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
from tests.checks.calls import Call, TrackedHand, mismatch, random_call, random_hand, step
from tests.checks.check import Check, Tally
from tests.checks.contest_money import IN, OUT, InOrOut, Settlement, Terms
from tests.checks.judging import Payout, Showdown, judge, round_down, split_equally
from tests.checks.pot_ledger import Ledger, Pot, ledger_of
from tests.checks.pot_standings import Muck, PotStanding, Ruling, standing_of_pot
from tests.checks.rulebook import GAMES, Rules, rules_of
from tests.checks.scoring import Holding, Scorer
from tests.checks.watching import UNSEEN, Seen, initial_view, street_of
from tests.checks.wild_rules import JOKERS, bugs_of, wild_for
from tests.hand.random_dealer import RandomDealer

#: Games with a split pot or a limit on the cards that play; half of the hands are of these.
SPLIT = [game_id for game_id in GAMES if "chicago" in game_id or "francisco" in game_id or "dog" in game_id]
SPLIT += (
    "dakota black-mariah roll-your-own-hi-lo mississippi-mud draw-then-stud jackal rollouts laino-rollem texas-tech"
    " slow-death low-todd double-exposure-hi-lo option-alley auction cowpie doubles stud-eight-or-better the-bitch"
    " number-nine black-maria-spade crocodile buffalo zanetti murrumbidgee double-double tripple-double"
    " henway bunk-beds wtf"
).split()

#: Probability that the dealer finds a stack miscounted.
RECOUNTS = 0.02

#: Endings without a showdown: each pot goes to its last player, or to partners.
FOLDED = ("everyone else folded", "everyone else folded or mucked", "everyone but partners folded")
#: Endings of a contest: the only player in takes the pot, or it stays in the middle.
ALONE, LEFT = "nobody else is in", "left for the next hand"


@dataclass
class TableTalk:
    """The declarations, mucks and rulings of this deal.

    ``declared``: declarations by seat. ``moves``: mucks and rulings in order. ``thrown``: players who threw away the
    down cards that they may not use before showing.
    """

    declared: dict[int, str] = field(default_factory=dict)
    moves: list[Muck | Ruling] = field(default_factory=list)
    thrown: set[int] = field(default_factory=set)

    def enter(self, words: Sequence[str]) -> None:
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
    tying, ruling, mucking = (random.random() < chance for chance in (0.5, 0.3, 0.3))
    dealer = random_hand(call, random, tying=tying, ruling=ruling, mucking=mucking)
    tracked = TrackedHand(dealer.state.setup)
    rules = rules_of(call, dealer.state.setup.house)
    seen, ledger, talk = initial_view(dealer.state, rules.middle_hole), ledger_of(tracked.state), TableTalk()
    contest, contest_tally = InOrOut(rules.contest or Terms()), Tally()
    while dealer.state.result is None:
        before = dealer.state
        line = (random.random() < RECOUNTS and dealer.miscount()) or step(call, dealer)
        lines = tracked.follow(line)
        check_tracked(call, dealer, tracked)
        words = line.split()
        talk.enter(words)
        contest.enter(words)
        if words[1] == "sd" and isinstance(before.frame.spec, ShowdownStep):
            talk.thrown.add(int(words[0][1:]) - 1)
        seen.watch(line, before, dealer.state)
        if rules.contest and contest.is_over(before.live):
            contest_tally += check_contest(call, tracked, rules, seen, ledger, contest)
            contest.start_next()
            talk.moves.clear()
        else:
            states = tracked.states[-len(lines) - 1 :]
            for entered, (had, has) in zip(lines, pairwise(states), strict=True):
                ledger.enter(entered, had, has)
        if dealer.state.board_number > before.board_number == 1:
            check_first_board(call, tracked, rules, seen, ledger, talk)
        elif dealer.state.decided is not before.decided and dealer.state.result is None:
            check_new_deal(call, tracked, rules, seen, ledger, talk)
        if words[1] == "redeal":
            talk = TableTalk()
        if rules.contest and rules.contest.must_match:
            check_may_go_in(call, tracked, rules.contest, ledger)
        check_total(call, tracked, ledger)
    return contest_tally + check_end(call, tracked, rules, seen, ledger, talk)


def check_tracked(call: Call, dealer: RandomDealer, tracked: TrackedHand) -> None:
    """Raise a mismatch if untracked stacks play differently from tracked ones."""
    ours, theirs = dealer.state, tracked.state
    same = (ours.pot, ours.live, ours.bettors, ours.result) == (theirs.pot, theirs.live, theirs.bettors, theirs.result)
    if not same or (ours.result is None and prompt(ours).seat != prompt(theirs).seat):
        what = f"pot {ours.pot}, {ours.bettors} can bet; {theirs.pot} and {theirs.bettors} where stacks are tracked"
        raise mismatch(call, dealer.states[0].setup, dealer.lines, what)


def check_new_deal(call: Call, dealer: TrackedHand, rules: Rules, seen: Seen, ledger: Ledger, talk: TableTalk) -> None:
    """Enter the results of a showdown; raise a mismatch unless exactly those who can win the rest are dealt again."""
    before, after = dealer.states[-2], dealer.state
    # An opener who cannot show openers folds last.
    folds = [dealer.lines[-1] == f"p{seat + 1} f" for seat in range(len(before.players))]
    players = [
        replace(player, folded=player.folded or gone) for player, gone in zip(before.players, folds, strict=True)
    ]
    # Players who are out of the next deal were still in this one.
    seen = replace(seen, living=sum(not player.folded for player in players))
    judged = judge_end(after, players, rules, seen, ledger, talk)
    if {*after.live} != {seat for pot in judged.again for seat in pot.seats}:
        again = [" ".join(f"p{seat + 1}" for seat in pot.seats) for pot in judged.again]
        what = f"dealt again to {after.live}; by the rulings to the players of {', '.join(again) or 'nobody'}"
        raise mismatch(call, dealer.states[0].setup, dealer.lines, what)
    ledger.deal_again(judged.again, judged.chips, judged.stays)


def check_first_board(
    call: Call, dealer: TrackedHand, rules: Rules, seen: Seen, ledger: Ledger, talk: TableTalk
) -> None:
    """Compare the payouts on the first of two boards (half of each pot, and the odd chips); keep the other halves."""
    state, unit = dealer.state, dealer.state.setup.house.chip_unit
    assert state.decided is not None
    assert seen.first is not None
    ours = state.decided.result
    pots = ledger.pots(state.live)
    halves = [Pot(round_down(pot.chips // 2, unit), pot.seats) for pot in pots]
    paid = Payout(Counter(ours.totals()), ours.carried)
    if rules.judged:
        rest = [Pot(pot.chips - half.chips, pot.seats) for pot, half in zip(pots, halves, strict=True)]
        paid = judge_end(state, state.players, rules, seen.first, ledger, talk, rest)
    if +paid.chips != Counter(ours.totals()) or paid.stays != ours.carried:
        what = f"the first board pays {amounts_text(ours.totals())}; by the rulings {amounts_text(+paid.chips)}"
        raise mismatch(call, dealer.states[0].setup, dealer.lines, what)
    ledger.deal_again(halves, paid.chips, paid.stays)
    talk.moves.clear()


def check_may_go_in(call: Call, dealer: TrackedHand, terms: Terms, ledger: Ledger) -> None:
    """Raise a mismatch unless exactly the players who could pay for losing may go in."""
    asked, price = legal(dealer.state), terms.price(ledger.chips_to_win())
    for seat, stack in enumerate(ledger.stacks):
        if f"p{seat + 1} declare {OUT}" in asked and (f"p{seat + 1} declare {IN}" in asked) != (stack >= price):
            what = f"p{seat + 1} has {stack} chips to go in for {price}"
            raise mismatch(call, dealer.states[0].setup, dealer.lines, what)


def check_contest(call: Call, dealer: TrackedHand, rules: Rules, seen: Seen, ledger: Ledger, contest: InOrOut) -> Tally:
    """Compare all stacks after a contest for the pot, and whether the hand is over."""
    setup, before = dealer.states[0].setup, dealer.states[-2]
    own = contest.cards if contest.terms.aside else {seat: seen.up[seat] + seen.down[seat] for seat in before.live}
    order = highest_first(own, rules) if setup.house.odd_chip_tie == "suit" else (lambda seat: seat)
    scores = {seat: contest.ruled_score(seat) for seat in contest.compared_seats(before.live)}
    if contest.order is None and len(scores) > 1:
        # Cards set aside may have been thrown away since: add them to their owners' down cards.
        down = [
            cards + [card for card in contest.cards.get(seat, ()) if card not in cards + seen.up[seat]]
            for seat, cards in enumerate(seen.down)
        ]
        seen = replace(seen, down=down, street=street_of(before))
        scores = {seat: score_in_contest(dealer.state, rules, seen, contest, seat) for seat in scores}
    another = not isinstance(call.game().script[-2], ContestStep)  # before the showdown
    over = Settlement(ledger, setup, before.live, contest, scores, order, another).settle()
    stacks = [player.stack for player in dealer.state.players]
    if (stacks, dealer.state.result is not None) != (ledger.stacks, over):
        what = f"stacks {stacks} after the contest; by the rulings {ledger.stacks}{', and the hand is over' * over}"
        raise mismatch(call, setup, dealer.lines, what)
    return Tally({"comparisons": len(stacks), "contests": 1})


def score_in_contest(state: State, rules: Rules, seen: Seen, contest: InOrOut, seat: int) -> object:
    """Return the score of the cards with which a player contests the pot."""
    part, scorer, bugs = rules.parts[0], Scorer(rules, state.setup.house), bugs_of(rules.wild, seen)
    wild = wild_for(rules.wild, seen, seat, part.name)
    if contest.terms.aside:
        return scorer.high(contest.cards[seat], wild, bugs)
    return scorer.score(part, holding_of(state, rules, seen, seat), wild, bugs)


def check_total(call: Call, dealer: TrackedHand, ledger: Ledger) -> None:
    """Raise a mismatch unless exactly the chips put in are in the middle."""
    after = dealer.state
    pot = after.pot if after.result is None else sum(after.result.totals().values()) + after.result.carried
    if after.decided is not None:
        waiting = after.decided.result
        pot += sum(waiting.totals().values()) + waiting.carried
    if pot != ledger.total():
        what = f"{pot} chips in the middle; {ledger.total()} have been put in"
        raise mismatch(call, dealer.states[0].setup, dealer.lines, what)


def check_end(call: Call, dealer: TrackedHand, rules: Rules, seen: Seen, ledger: Ledger, talk: TableTalk) -> Tally:
    """Compare the payouts at the end of a hand, if the rulings decide it."""
    end, setup = dealer.state, dealer.states[0].setup
    result = end.result
    assert result is not None
    why = result.why.kind if result.why else ""
    if why not in ("", ALONE, LEFT, *FOLDED) or not (why or rules.judged):
        return Tally({"hands not judged": 1})
    standings = standings_of(end, end.players, rules, ledger, talk)
    live = contenders(end.players, standings, talk)
    pots = ledger.pots(live)
    if differ_where_merged(standings, live):
        return Tally({"hands not judged": 1})
    if why in FOLDED:
        paid, stays = Counter(), 0
        for pot in pots:
            paid += split_equally(pot.chips, pot.seats, setup.house.chip_unit, lambda seat: seat)
    elif why == LEFT:
        # Chips that only one player can win go back, unless everybody who goes in plays for the whole pot.
        lone = [pot for pot in pots if len(pot.seats) == 1 and (rules.contest is None or rules.contest.side_pots)]
        paid = Counter({pot.seats[0]: pot.chips for pot in lone})
        stays = ledger.chips_to_win() - paid.total()
    else:
        judged = judge_end(end, end.players, rules, seen, ledger, talk) if pots else Payout(Counter())
        if judged.again:
            raise mismatch(call, setup, dealer.lines, "no declaration holds, so the players are dealt again")
        paid, stays = judged.chips, judged.stays
    paid, stays = paid + ledger.decided, stays + ledger.staying
    if +paid != Counter(result.totals()) or stays != result.carried:
        what = f"paid {amounts_text(result.totals())} and {result.carried} stay;"
        what += f" by the rulings {amounts_text(+paid)} and {stays} stay"
        what += "".join(f"\npot of {pot.chips}: {' '.join(f'p{seat + 1}' for seat in pot.seats)}" for pot in pots)
        raise mismatch(call, setup, dealer.lines, f"{what}\ndeclared: {amounts_text(talk.declared)}")
    shown = len(live) > 1 and bool(pots)
    count = {
        "hands": 1,
        "dealt again": ledger.deals - bool(result.first_board),
        "run twice": bool(result.first_board),
        "showdowns": shown,
        "ruled on": bool(talk.ruled),
        "mucked after a ruling": talk.mucked_after_ruling,
        "mucks that kept a part": len(talk.mucked & set(live)),
        "declared": shown and bool(talk.declared),
        "pots": len(pots),
    }
    return Tally({"comparisons": len(end.players), **count})


def standings_of(
    end: State, players: Sequence[Player], rules: Rules, ledger: Ledger, talk: TableTalk
) -> dict[tuple[int, ...], PotStanding]:
    """Return the standing of each contested pot, by its seats at the showdown."""
    seats = [seat for seat, player in enumerate(players) if not player.folded]
    declared = {seat: talk.declared[seat] for seat in seats} if talk.declared else {}
    names = [part.name for part in rules.parts]
    qualified = [part.name for part in rules.parts if part.must_qualify]
    return {
        pot.seats: standing_of_pot(pot.seats, talk.moves, declared, names, qualified, end.setup.house)
        for pot in ledger.pots(seats)
        if len(pot.seats) > 1
    }


def contenders(
    players: Sequence[Player], standings: Mapping[tuple[int, ...], PotStanding], talk: TableTalk
) -> list[int]:
    """Return the players who can still win: those who have not mucked, or keep part of a pot."""
    kept = {seat for pot in standings.values() for seat in pot.kept}
    mucked = talk.mucked - kept
    return [seat for seat, player in enumerate(players) if not player.folded and seat not in mucked]


def differ_where_merged(standings: Mapping[tuple[int, ...], PotStanding], live: Sequence[int]) -> bool:
    """Return whether pots that merged as players left had parts given up by different players.

    The chips of such pots can no longer be told apart.
    """
    found: dict[tuple[int, ...], Mapping[str, set[int]]] = {}
    for seats, pot in standings.items():
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
    talk: TableTalk,
    pots: Sequence[Pot] | None = None,
) -> Payout:
    """Judge the showdown of these players for all pots; a pot's standing is found by the players still in it."""
    standings = standings_of(end, players, rules, ledger, talk)
    live = contenders(players, standings, talk)
    still = {tuple(seat for seat in seats if seat in live): pot for seats, pot in reversed(standings.items())}
    return judge(replace(showdown_of(end, live, rules, seen, talk), standings=still), pots or ledger.pots(live))


def amounts_text(by_seat: dict[int, object] | Counter[int]) -> str:
    return ", ".join(f"p{seat + 1} {value}" for seat, value in sorted(by_seat.items())) or "nobody"


def showdown_of(end: State, live: list[int], rules: Rules, seen: Seen, talk: TableTalk) -> Showdown:
    """Return everything that decides a showdown, from the cards seen at the end of the hand."""
    house = end.setup.house
    scorer = Scorer(rules, house)
    bugs = bugs_of(rules.wild, seen)
    held = {seat: replace(holding_of(end, rules, seen, seat), all_may_play=seat in talk.thrown) for seat in live}
    scores: dict[str, dict[int, object]] = {}
    for part in rules.parts:
        if part.name in talk.ruled:
            continue
        shown = [seat for seat in live if seat not in talk.mucked]
        assert not any(UNSEEN in held[seat].down for seat in shown), "all players left have shown"
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
        declared={seat: talk.declared[seat] for seat in live} if talk.declared else {},
        ruled=talk.ruled,
        qualified=[part.name for part in rules.parts if part.must_qualify],
        mucked=talk.mucked,
        house=house,
        scoop=rules.scoop,
        odd_order=(lambda seat: seat)
        if house.odd_chip_tie == "left of dealer"
        else highest_first({seat: seen.up[seat] + seen.down[seat] for seat in live}, rules),
    )


def highest_first(own: Mapping[int, Sequence[str]], rules: Rules) -> Callable[[int], object]:
    """Return a sort key for players who tie: the highest card of their own first. A joker is highest."""
    ranks = "A23456789TJQK" if rules.ace_is_low else "23456789TJQKA"
    order = [rank + suit for rank in ranks for suit in "cdhs"] + ["Jr", "Jb"]
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
