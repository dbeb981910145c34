"""One pot divided into its shares: the winners of each, by the cards or as declared, and their awards."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from app.cards.card import UNSEEN
from app.dataclass import dataclass, replace
from app.games.house import HouseRules
from app.games.reasons import Reason
from app.games.rules.share import Share, best_line
from app.games.rules.share.high import High, Sums
from app.games.rules.share.low import Low
from app.hand.result import Award
from app.hand.settlement.contest import Scores, declarations, playing_for, ruled_winners
from app.hand.settlement.pots import Pot, divide, divide_among, tie_order
from app.hand.state import State, partner_of

#: The winners of each share, by its name; empty if nobody wins it.
Winners = Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Part:
    """One share of one pot: its chips and its winners.

    ``why`` are the reasons on the screen, ``note`` are those also said aloud; ``ruled``: no cards were compared.
    """

    share: Share
    winners: tuple[int, ...]
    amount: int
    why: tuple[Reason, ...]
    note: tuple[Reason, ...]
    ruled: bool


@dataclass(frozen=True, slots=True)
class Cut:
    """A pot cut into the shares that are won, and the chips ``carried`` to the next hand, with the reasons."""

    parts: tuple[Part, ...] = ()
    carried: int = 0
    staying: tuple[Reason, ...] = ()


def whole_pot(share: Share, pot: Pot, why: Reason) -> Cut:
    """Return a pot divided among all players in it, without comparing cards."""
    return Cut((Part(share, tuple(sorted(pot.seats)), pot.amount, (why,), (why,), ruled=True),))


def cut_pot(scores: Scores, pot: Pot, winners: Winners) -> Cut:
    """Return a pot cut into its shares; unclaimed shares go to the winners of the others, or stay for the next hand."""
    house, shares = scores.state.setup.house, scores.state.game.shares
    claimed = [share for share in shares if winners[share.name]]
    if not claimed:
        # Nobody has a better claim than anybody else.
        return whole_pot(shares[0], pot, Reason("said by the rule", word=shares[0].missing()))
    lost = [share for share in shares if not winners[share.name]]
    staying = [share for share in lost if (share.unclaimed or house.unclaimed_half) == "next hand"]
    portion, odd = divide(pot.amount, len(claimed) + len(staying), house.chip_unit)
    lucky = claimed[0] if house.odd_chip_split == "high hand" else claimed[-1]
    carried = portion * len(staying)
    why_staying = [why_lost(scores, share, pot) for share in staying]
    if house.odd_chip_split == "next pot" and len(claimed) + len(staying) > 1 and scores.state.game.split:
        if odd:
            why_staying.append(Reason("odd chip", ruling="odd_chip_split"))
        carried, odd = carried + odd, 0
    unwon = tuple(why_lost(scores, share, pot) for share in lost if share not in staying)
    parts = []
    for share in claimed:
        extra = odd if share is lucky else 0
        why, split = list(unwon), len(claimed) > 1 and scores.state.game.split
        if split:
            why.append(Reason("share of a pot", count=len(shares), amount=pot.amount))
        if extra and split:
            why.append(
                Reason("odd chip of a split", word=_odd_chip_to(lucky, len(shares), house), ruling="odd_chip_split")
            )
        unseen = _unseen(scores.state, share, winners[share.name], pot)
        why += unseen
        parts.append(Part(share, winners[share.name], portion + extra, tuple(why), unwon, ruled=bool(unseen)))
    return Cut(tuple(parts), carried, tuple(why_staying))


def _odd_chip_to(lucky: Share, shares: int, house: HouseRules) -> str:
    """Return which share gets the odd chip, by name if the house rule says the high hand and there is none."""
    if house.odd_chip_split == "high hand" and lucky.name != "high":
        return f"{lucky.name} {'half' if shares == 2 else 'part'}"
    return house.odd_chip_split


def _unseen(state: State, share: Share, winners: Sequence[int], pot: Pot) -> tuple[Reason, ...]:
    """Return why a share of a pot is won without comparing cards; empty if cards decide."""
    if ruled_winners(state, share, pot.seats):
        return (Reason("dealer's ruling"),)
    if any(state.players[seat].mucked for seat in winners):
        ruling = "uncontested_declarations" if declarations(state, pot.seats) else ""
        return (Reason("nobody else plays for it", ruling=ruling),)
    return (Reason("nobody else plays for it"),) if share.name in state.rulings else ()


def why_lost(scores: Scores, share: Share, pot: Pot) -> Reason:
    """Return why nobody wins a share of a pot, with the house rule, if one decides where its chips go."""
    state = scores.state
    ruling = "" if share.unclaimed else "unclaimed_half"
    declared = [state.players[seat].declared for seat in pot.seats]
    if any(declared) and not any(name in (share.name, "both") for name in declared):
        return Reason("nobody declared", word=share.name, ruling=ruling)
    if not state.rulings and all(scores.score(share, seat) is None for seat in pot.seats):
        return Reason("said by the rule", word=share.missing(), ruling=ruling)
    return Reason("nobody wins", word=share.name, ruling=ruling)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The winners of each share of a pot by declarations, and why declarations have ``failed``, by seat.

    A player who declared high and was beaten has lost, not failed. ``both`` are the seats whose declaration of both
    holds.
    """

    winners: Winners
    failed: Mapping[int, Reason]
    both: AbstractSet[int]

    @property
    def holds(self) -> bool:
        """Whether anybody's declaration holds."""
        return any(self.winners.values())


def judge_declared(scores: Scores, seats: AbstractSet[int], out: AbstractSet[int]) -> Verdict:
    """Judge a pot by declarations, without the seats that are ``out`` of it because they failed in the main pot.

    A player who declared both must win both, by the house rule for ties. Players who fail drop out, and the rest are
    judged again. A winner by the dealer's ruling wins no matter what was declared.
    """
    state = scores.state
    declared = declarations(state, seats)
    failed = {seat: Reason("failed in the main pot", seat, ruling="both_scope") for seat in seats & out}
    winners = _winners(scores, seats, seats - out, declared)
    both = {seat for seat, name in declared.items() if name == "both"}
    failed |= {seat: _why_both(scores, seat, winners) for seat in both - out if not _wins_both(state, seat, winners)}
    winners = _winners(scores, seats, seats - failed.keys(), declared)
    for share in state.game.shares:
        for seat, name in declared.items():
            if name == share.name and scores.cannot_win(share, seat):
                failed[seat] = Reason("declared without", seat, word=name, words=(share.lacking(),))
    ruled = {seat for share in state.game.shares for seat in ruled_winners(state, share, seats)}
    told = {seat: why for seat, why in sorted(failed.items()) if seat not in ruled}
    return Verdict(winners, told, both - failed.keys())


def _winners(
    scores: Scores, seats: AbstractSet[int], left: AbstractSet[int], declared: Mapping[int, str]
) -> dict[str, tuple[int, ...]]:
    """Return the winners of each share among the seats left, by declaration or by the dealer's ruling."""
    winners = {}
    for share in scores.state.game.shares:
        entrants = [seat for seat in left if declared.get(seat) in (share.name, "both")]
        winners[share.name] = ruled_winners(scores.state, share, seats) or scores.best(share, seats, entrants)
    return winners


def _wins_both(state: State, seat: int, winners: Winners) -> bool:
    """Return whether a seat wins every share: outright (a partner may share), or with ties, by the house rule."""
    outright = state.setup.house.both_ways == "win outright"
    team = {seat, partner_of(state, seat)}
    return all(seat in won and (not outright or team.issuperset(won)) for won in winners.values())


def _why_both(scores: Scores, seat: int, winners: Winners) -> Reason:
    """Return why a seat that declared both has failed."""
    for share in scores.state.game.shares:
        if scores.cannot_win(share, seat):
            return Reason("both, without", seat, word=share.lacking(), ruling="both_ways")
    if lost := tuple(name for name, won in winners.items() if seat not in won):
        return Reason("both, lost", seat, words=lost, ruling="both_ways")
    tied = tuple(name for name, won in winners.items() if won != (seat,))
    return Reason("both, tied", seat, words=tied, ruling="both_ways")


def awards_of(scores: Scores, number: int, pot: Pot, part: Part, kept: Container[int]) -> list[Award]:
    """Return the awards of a part of pot ``number``, with the reasons.

    ``kept`` are the seats that declared both and may keep a share they tie for.
    """
    state, house = scores.state, scores.state.setup.house
    amounts = amounts_of(state, part)
    least = min(amounts.values())
    rivals = playing_for(state, part.share, pot.seats)
    awards = []
    for seat, amount in amounts.items():
        why = list(part.why)
        partner = partner_of(state, seat)
        if others := tuple(other for other in part.winners if other not in (seat, partner)):
            halves = [reason for reason in why if reason.kind == "share of a pot"]
            if halves:  # the amount that they share says more
                why.remove(halves[0])
                why.insert(0, Reason("tied for a share", seats=others, amount=part.amount, most=pot.amount))
            else:
                why.append(Reason("tied with", seats=others))
            if seat in kept:
                why.append(Reason("tie keeps its share", ruling="both_ways"))
        if partner in part.winners:
            why.append(Reason("shared with", partner))
        if 0 < amount - least <= house.chip_unit:
            why.append(Reason("odd chip of a tie", word=house.odd_chip_tie, ruling="odd_chip_tie"))
        award = Award(seat, amount, number, part.share.name, None, (), note=part.note)
        if not part.ruled:
            award = _with_hand(award, scores, part.share, rivals)
        if award.line and not part.share.line:
            why.append(Reason("line of the layout", word=award.line))
        if not part.ruled and _beats_made(scores, part.share, seat, rivals):
            why.append(Reason("natural wins", ruling="natural_wins"))
        why += pairs_made(award.made)
        reasons = tuple(why) or (Reason("said by the rule", word=part.share.prize()),)
        awards.append(replace(award, why=reasons))
    return [award for award in awards if award.amount]


def pairs_made(made: Sums) -> list[Reason]:
    """Return a reason for each group of cards that make a wild one together."""
    return [Reason("make a wild card", cards=cards) for cards in made]


def amounts_of(state: State, part: Part) -> dict[int, int]:
    """Return the chips of each winner of a part: partners win as one and share them, or the one still in takes them."""
    unit = state.setup.house.chip_unit
    pairs: dict[int, list[int]] = {}
    cards = {seat: [held.card for held in state.players[seat].cards] for seat in part.winners}
    for seat in tie_order(state, cards):
        partner = partner_of(state, seat)
        pairs.setdefault(seat if partner is None else min(seat, partner), []).append(seat)
    chips = divide_among(part.amount, list(pairs), unit)
    return {seat: own for pair in pairs for seat, own in divide_among(chips[pair], pairs[pair], unit).items()}


def _with_hand(award: Award, scores: Scores, share: Share, rivals: Iterable[int]) -> Award:
    """Return an award with the winning hand, named with its kickers if a losing hand has the same name."""
    holding = scores.holding(share, award.seat)
    if line := best_line(share, holding):
        holding = holding.on_line(line)
    shown = share.show(holding)
    if not any(held in holding.lines.get(line, ()) for held, _ in shown.plays):
        line = ""
    plays = tuple((holding.held.get(held, held), played) for held, played in shown.plays)
    pairs = sum(held == UNSEEN for held, _ in plays)
    made = share.made(holding)[:pairs] if isinstance(share, High | Low) and pairs else ()
    score = scores.score(share, award.seat)
    losers = [rival for rival in rivals if scores.score(share, rival) not in (None, score)]
    if not _beats_made(scores, share, award.seat, rivals):
        shown = replace(shown, kickers=shown.kickers.removesuffix("natural").removesuffix(", "))
    by_kicker = shown.kickers and any(share.show(scores.holding(share, rival)).name == shown.name for rival in losers)
    name = shown.with_kickers if by_kicker else shown.hand
    return replace(award, hand=name, plays=plays, made=made, line=line)


def _beats_made(scores: Scores, share: Share, seat: int, rivals: Iterable[int]) -> bool:
    """Return whether a natural hand beats the same hand with wild cards, whose score is one less."""
    natural = share.show(scores.holding(share, seat)).kickers.endswith("natural")
    score = scores.score(share, seat)
    return natural and score is not None and any(scores.score(share, rival) == score - 1 for rival in rivals)
