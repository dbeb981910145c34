"""The result of a hand, by a showdown judged pot by pot or for the last player in, and its announcement."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import field
from itertools import chain

from app.dataclass import dataclass, replace
from app.games.reasons import Reason
from app.games.rules.share import missing_all
from app.games.steps.interrupts import Redeal
from app.hand.chips import ante_again, freeze_pots
from app.hand.event import AnyEvent, Event
from app.hand.result import Award, Decided, Result
from app.hand.settlement.contest import Scores, declarations, name_pots, pot_without_mucks, ruled_winners
from app.hand.settlement.pots import Pot, divide_among, pots_of, why_uncontested
from app.hand.settlement.shares import Cut, Part, awards_of, cut_pot, judge_declared, pairs_made, whole_pot, why_lost
from app.hand.state import State, is_uncontested, partner_of
from app.ranking.words import HandName

NOBODY_HOLDS = Reason("nobody holds", ruling="nobody_holds")
CARDS_SPEAK = Reason("nobody holds, cards speak", ruling="nobody_holds")


@dataclass(frozen=True, slots=True)
class Judged:
    """The result of a showdown, and the pots by number for which another deal is needed (``again``), with the reason.

    ``antes``: the players ante again first.
    """

    result: Result
    again: Mapping[int, Pot] = field(default_factory=dict)
    why_again: Reason = NOBODY_HOLDS
    antes: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """The judgement of one pot.

    ``judged`` are the seats that contest it, ``failed`` are the reasons why declarations failed, by seat, ``both`` are
    the seats whose declaration of both holds. ``note`` is the house rule applied if no declaration holds; ``again`` is
    the reason for another deal for the pot, with ``antes`` if set.
    """

    cut: Cut
    judged: AbstractSet[int] = frozenset()
    failed: Mapping[int, Reason] = field(default_factory=dict)
    both: AbstractSet[int] = frozenset()
    note: Reason | None = None
    again: Reason | None = None
    antes: bool = False


def judge(state: State) -> Judged:
    """Judge a showdown: split each pot into the game's shares, and judge each share among the eligible players."""
    scores, pots = Scores(state), [pot_without_mucks(state, pot) for pot in pots_of(state)]
    outcomes = judge_pots(scores, pots)
    awards = [
        award
        for number, outcome in enumerate(outcomes)
        for part in outcome.cut.parts
        for award in awards_of(scores, number, pots[number], part, outcome.both)
    ]
    rulings = {number: outcome.note for number, outcome in enumerate(outcomes) if outcome.note is not None}
    result = Result(
        awards=tuple(awards),
        pots=tuple(pot.amount for pot in pots),
        carried=sum(outcome.cut.carried for outcome in outcomes),
        carried_why=_staying(outcomes),
        notes=_failures(state, outcomes) + name_pots(rulings, _judged(outcomes), len(pots)),
    )
    reasons = {number: outcome.again for number, outcome in enumerate(outcomes) if outcome.again is not None}
    again = {number: pots[number] for number in reasons}
    whys = name_pots(reasons, _judged(outcomes), len(pots))
    why = whys[0] if len(whys) == 1 else next(iter(reasons.values()), NOBODY_HOLDS)
    return Judged(result, again, why, antes=any(outcome.antes for outcome in outcomes))


def judge_pots(scores: Scores, pots: Iterable[Pot]) -> list[Outcome]:
    """Return the judgement of each pot, the main pot first."""
    outcomes: list[Outcome] = []
    out: set[int] = set()
    for pot in pots:
        outcomes.append(_judge_pot(scores, pot, out))
        if scores.state.setup.house.both_scope == "whole hand" and len(outcomes) == 1:
            # Players who declared both and failed in the main pot lose the side pots too.
            out = {seat for seat in outcomes[0].failed if scores.state.players[seat].declared == "both"}
    return outcomes


def _judge_pot(scores: Scores, pot: Pot, out: set[int]) -> Outcome:
    """Judge one pot, without the seats ``out`` of it."""
    state = scores.state
    if is_uncontested(state, pot.seats):
        return Outcome(whole_pot(state.game.shares[0], pot, why_uncontested(state, pot)))
    by_cards = {
        share.name: ruled_winners(state, share, pot.seats) or scores.best(share, pot.seats, pot.seats)
        for share in state.game.shares
    }
    if state.game.scoop and (len(set(by_cards.values())) > 1 or len(by_cards[state.game.shares[0].name]) > 1):
        by_cards = dict.fromkeys(by_cards, ())
    if not any(by_cards.values()) and (unwon := _unwon(scores, pot)):
        return unwon
    if not declarations(state, pot.seats):
        return Outcome(cut_pot(scores, pot, by_cards), pot.seats)
    verdict = judge_declared(scores, pot.seats, out)
    if verdict.holds:
        return Outcome(cut_pot(scores, pot, verdict.winners), pot.seats, verdict.failed, verdict.both)
    if _splits(state):
        return Outcome(whole_pot(state.game.shares[0], pot, Reason("nobody holds")), pot.seats, verdict.failed)
    match state.setup.house.nobody_holds:
        case "cards speak":
            return Outcome(cut_pot(scores, pot, by_cards), pot.seats, verdict.failed, note=CARDS_SPEAK)
        case "redeal" if pot.amount:
            return Outcome(Cut(), pot.seats, verdict.failed, again=NOBODY_HOLDS)
    return Outcome(Cut(carried=pot.amount, staying=(NOBODY_HOLDS,)), pot.seats, verdict.failed)


def _unwon(scores: Scores, pot: Pot) -> Outcome | None:
    """Return the judgement of a pot that no hand can win, if the game has a rule for it; else None."""
    shares, scoop = scores.state.game.shares, scores.state.game.scoop
    why = Reason("said by the rule", word=missing_all(shares)) if scoop else why_lost(scores, shares[0], pot)
    if pot.amount and any(share.unclaimed == "ante and deal again" for share in shares):
        return Outcome(Cut(), pot.seats, again=why, antes=True)
    if _splits(scores.state):
        return Outcome(whole_pot(shares[0], pot, why), pot.seats)
    free = next((share.unqualified for share in shares if share.unclaimed == "best hand"), None)
    if free and (best := scores.best(free, pot.seats, pot.seats)):
        whys = tuple(why_lost(scores, share, pot) for share in shares)
        return Outcome(Cut((Part(free, best, pot.amount, whys, whys, ruled=False),)), pot.seats)
    if any(share.you_judge for share in shares):
        return Outcome(Cut(carried=pot.amount, staying=(replace(why, ruling=""),)), pot.seats)
    if (scoop or len(shares) == 1) and any(share.unclaimed == "next hand" for share in shares):
        return Outcome(Cut(carried=pot.amount, staying=(why,)), pot.seats)
    return None


def _splits(state: State) -> bool:
    """Return whether the game splits a pot of which no share is won."""
    return any(share.unclaimed == "split" for share in state.game.shares)


def _failures(state: State, outcomes: Sequence[Outcome]) -> tuple[Reason, ...]:
    """Return why declarations failed, by seat; once if the reason is the same in every pot the player contests."""
    reasons: list[Reason] = []
    for seat in state.live:
        failed = {number: outcome.failed[seat] for number, outcome in enumerate(outcomes) if seat in outcome.failed}
        here = {number: why for number, why in failed.items() if why.ruling != "both_scope"}
        reasons += name_pots(here, sum(seat in outcome.judged for outcome in outcomes), len(outcomes))
        reasons += dict.fromkeys(why for why in failed.values() if why.ruling == "both_scope")
    return tuple(reasons)


def _staying(outcomes: Sequence[Outcome]) -> tuple[Reason, ...]:
    """Return why chips stay for the next hand, each reason once."""
    nobody = {number: NOBODY_HOLDS for number, outcome in enumerate(outcomes) if NOBODY_HOLDS in outcome.cut.staying}
    others = [why for outcome in outcomes for why in outcome.cut.staying if why != NOBODY_HOLDS]
    return tuple(dict.fromkeys((*name_pots(nobody, _judged(outcomes), len(outcomes)), *others)))


def _judged(outcomes: Sequence[Outcome]) -> int:
    """Return how many pots are contested."""
    return sum(bool(outcome.judged) for outcome in outcomes)


def deal_again(state: State, judged: Judged) -> State:
    """Announce the pots that a showdown has decided, and wait for another deal for the others.

    Players who contest none of the others are out. Each of those pots becomes dead money for its players, separate from
    the bets of the next deal.
    """
    result, again = judged.result, judged.again
    state = state.say(*settlement_events(state, result))
    left = frozenset().union(*(pot.seats for pot in again.values()))
    for seat, player in enumerate(state.players):
        state = state.with_player(seat, folded=player.folded or seat not in left)
    decided = _without(result, judged)
    main = 0 not in again
    if state.decided is not None:
        decided, main = with_decided(state.decided, decided), main or state.decided.main
    state = replace(freeze_pots(state, again.values()), decided=Decided(decided, main))
    state = ante_again(state) if judged.antes else state
    return state.push_after(Redeal(why=judged.why_again))


def with_decided(decided: Decided, result: Result) -> Result:
    """Return the result of a later deal joined with the pots that an earlier deal decided, the main pot first."""
    first, second = (decided.result, result) if decided.main else (result, decided.result)
    pots = _paid_pots(first)
    return Result(
        awards=first.awards + tuple(replace(award, pot=award.pot + len(pots)) for award in second.awards),
        pots=pots + _paid_pots(second),
        carried=first.carried + second.carried,
        why=result.why,
        carried_why=tuple(dict.fromkeys(decided.result.carried_why + result.carried_why)),
        notes=tuple(dict.fromkeys(decided.result.notes + result.notes)),
        first_board=decided.result.first_board,
    )


def _without(result: Result, judged: Judged) -> Result:
    """Return the decided part of a result, its pots renumbered, with a note on the other pots."""
    kept = [number for number in range(len(result.pots)) if number not in judged.again]
    why = judged.why_again
    note = Reason("dealt again", word=why.word, pot=why.pot, count=why.count, ruling=why.ruling)
    if why.kind == NOBODY_HOLDS.kind:
        note = Reason("nobody holds, dealt again", pot=why.pot, count=why.count, ruling=why.ruling)
    return replace(
        result,
        awards=tuple(replace(award, pot=kept.index(award.pot)) for award in result.awards),
        pots=tuple(result.pots[number] for number in kept),
        notes=(*result.notes, note),
    )


def _paid_pots(result: Result) -> tuple[int, ...]:
    """Return the pots of a result, including one that carries over without a showdown."""
    return result.pots or ((result.carried,) if result.carried else ())


def win_alone(state: State) -> Result:
    """Return the result once only one player, or partners, are left: each pot goes to the last player in it."""
    mucked = any(player.mucked for player in state.players)
    why = Reason("everyone else folded or mucked" if mucked else "everyone else folded")
    if len(state.live) > 1:
        why = Reason("everyone but partners folded")
    pots = pots_of(state)
    return Result(awards=won_alone(state, pots, why), pots=tuple(pot.amount for pot in pots), why=why)


def carry_over(state: State, why: Reason) -> Result:
    """Return the result of a hand that ends without a winner: the pots stay, but those with a single player in them.

    In hands of version 0.3 these stay too.
    """
    pots = pots_of(state)
    awards = () if state.setup.from_0_3 else won_alone(state, pots)
    carried = state.pot - sum(award.amount for award in awards)
    return Result(awards=awards, pots=tuple(pot.amount for pot in pots), carried=carried, why=why)


def won_alone(state: State, pots: Sequence[Pot], why: Reason | None = None) -> tuple[Award, ...]:
    """Return the awards of the uncontested pots; ``why`` is the reason where the winner is still in."""
    awards = []
    for number, pot in enumerate(pots):
        if is_uncontested(state, pot.seats):
            reason = why if why and pot.seats & set(state.live) else why_uncontested(state, pot)
            for seat, amount in divide_among(pot.amount, sorted(pot.seats), state.setup.house.chip_unit).items():
                if amount:
                    awards.append(Award(seat, amount, number, "all", None, (reason,)))
    return tuple(awards)


#: The reasons why chips are won without comparing cards, by kind.
WITHOUT_CARDS = ("dealer's ruling", "nobody else plays for it")


@dataclass(frozen=True, slots=True)
class Wins(Event):
    """A player wins chips, with these hands.

    ``whole_pot``: the player scoops a split pot. ``share`` is the only share won, if others are won by other players,
    of ``shares`` in all. ``pot`` is the only pot won, of ``pots`` in all. ``board`` is 1 or 2 if the hand is run twice.
    ``tied`` are the other winners of the same chips; ``partner`` shares them; ``shared_pot`` is the one pot, of several
    won, in which they do. ``why`` is the reason if the hand ended without a showdown, ``notes`` are further reasons.
    """

    seat: int
    amount: int
    hands: tuple[HandName, ...] = ()
    whole_pot: bool = False
    share: str = ""
    shares: int = 1
    pot: int | None = None
    pots: int = 1
    board: int = 0
    tied: tuple[int, ...] = ()
    partner: int | None = None
    shared_pot: int | None = None
    why: Reason | None = None
    notes: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class StaysInPot(Event):
    """Chips stay for the next hand."""

    amount: int
    why: tuple[Reason, ...] = ()


def settlement_events(state: State, result: Result) -> list[AnyEvent]:
    """Return the announcements of a result: failed declarations, one event per winner, then the chips that stay."""
    events: list[AnyEvent] = [*result.notes]
    events += [_wins(state, result, seat) for seat in result.totals()]
    if result.carried and result.why is None:
        events.append(StaysInPot(result.carried, result.carried_why))
    return events


def _wins(state: State, result: Result, seat: int) -> Wins:
    own = [award for award in result.awards if award.seat == seat]
    total = sum(award.amount for award in own)
    if result.why:
        return Wins(seat, total, pot=_pot(result, own), pots=len(result.pots), why=own[0].why[0])
    partner = partner_of(state, seat)
    won = {(award.pot, award.share) for award in own}
    shared = [award for award in result.awards if (award.pot, award.share) in won and award.seat != seat]
    rivals, shared_pots = sorted({award.seat for award in shared}), {award.pot for award in shared}
    return Wins(
        seat,
        total,
        result.hands(seat),
        whole_pot=len(state.game.shares) > 1 and total == sum(result.pots),
        share=_share(result, own),
        shares=len(state.game.shares),
        pot=_pot(result, own),
        pots=len(result.pots),
        board=state.board_number,
        tied=tuple(other for other in rivals if other != partner),
        partner=partner if partner in rivals else None,
        shared_pot=shared[0].pot if len(shared_pots) == 1 < len({award.pot for award in own}) else None,
        notes=_notes(own, len(result.pots)),
    )


def _notes(own: Sequence[Award], pots: int) -> tuple[Reason, ...]:
    """Return the further reasons for a player's awards; those that do not hold in all of their pots name the pot."""
    won = {award.pot for award in own}

    def named(reasons: Iterable[tuple[int, Reason]]) -> Iterable[Reason]:
        by_why = defaultdict[Reason, dict[int, Reason]](dict)
        for pot, why in reasons:
            by_why[why][pot] = why
        return chain.from_iterable(name_pots(by_pot, len(won), pots) for by_pot in by_why.values())

    unwon = named((award.pot, why) for award in own for why in award.note)
    made = (note for award in own for note in pairs_made(award.made))
    unseen = named((award.pot, why) for award in own for why in award.why if why.kind in WITHOUT_CARDS)
    return tuple(dict.fromkeys((*unwon, *made, *unseen)))


def _share(result: Result, own: Sequence[Award]) -> str:
    """Return the one share that a player's awards are for, if other shares are won by others; else empty."""
    shares = {award.share for award in own}
    alone = any(award.note for award in own)
    if len(shares) > 1 or alone or all(award.share in shares for award in result.awards):
        return ""
    return own[0].share


def _pot(result: Result, own: Sequence[Award]) -> int | None:
    """Return the one pot of several that a player's awards come from; None if they come from more than one."""
    pots = {award.pot for award in own}
    return own[0].pot if len(pots) == 1 < len(result.pots) else None
