"""The players who contest each share of a pot, after rulings and mucks, and their scores.

A mucked hand gives up shares that others still play for. It keeps a share that the dealer's ruling gave it, and one
that no other player plays for, unless the hand must be shown to win it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import partial
from itertools import islice
from math import comb

from app.cards.card import UNSEEN, Card, is_joker
from app.dataclass import replace
from app.games.layout import Laid
from app.games.reasons import Reason
from app.games.rules.share import Holding, Share, Use, needs_cards
from app.hand.ask import RefusalError
from app.hand.settlement.pots import Pot, pots_of
from app.hand.state import KeptShare, State, is_uncontested, leave_cards, next_exit, partner_of
from app.ranking.high import high
from app.ranking.words import HandName

#: Players ranked best first; players who tie are together.
Order = tuple[frozenset[int], ...]

#: The most hands, over all shares, that one player's cards may make, beyond which a showdown would stall the server.
#: The most in the library is 2,574, in Tic-Tac-Toe.
MAX_WAYS = 20_000


def declarations(state: State, seats: Iterable[int]) -> dict[int, str]:
    """Return the declarations of these seats; empty if the cards speak."""
    names = state.game.declares
    declared = {seat: state.players[seat].declared for seat in sorted(seats)} if names else {}
    return {seat: name for seat, name in declared.items() if name in names}


def first_ranked(order: Order, seats: Collection[int]) -> tuple[int, ...]:
    """Return a pot's highest-ranked seats, several if they tie; empty if none of its seats is ranked."""
    places = (tuple(seat for seat in sorted(seats) if seat in tied) for tied in order)
    return next(filter(None, places), ())


def ruled_winners(state: State, share: Share, seats: Collection[int]) -> tuple[int, ...]:
    """Return the seats of a pot that win a share by the dealer's ruling."""
    return first_ranked(state.rulings.get(share.name, ()), seats)


def playing_for(state: State, share: Share, seats: Collection[int]) -> tuple[int, ...]:
    """Return the seats that play for a share of a pot, by their declarations, if any, and have not given it up."""
    entrants = sorted(seats)
    if declared := declarations(state, seats):
        entrants = [seat for seat in entrants if declared.get(seat) in (share.name, "both")]
    return still_playing(state, share, seats, entrants)


def still_playing(state: State, share: Share, seats: Collection[int], entrants: Iterable[int]) -> tuple[int, ...]:
    """Return the entrants that have not given up a share, by a muck, of the pot with these seats."""
    return tuple(
        seat
        for seat in entrants
        if not state.players[seat].mucked
        # Since the muck, there may be fewer seats.
        or any(kept.share == share.name and kept.seats.issuperset(seats) for kept in state.players[seat].keeps)
    )


def pot_without_mucks(state: State, pot: Pot) -> Pot:
    """Return a pot with only the seats that still play for it: a mucked hand may only have kept a share of another."""
    kept = {seat for share in state.game.shares for seat in still_playing(state, share, pot.seats, pot.seats)}
    return replace(pot, seats=frozenset(kept) or pot.seats)


def unranked_pots(state: State, share: Share, order: Order, least: int = 2) -> list[int]:
    """Return the numbers of the contested pots in which ``least`` or more seats play for a share, with none ranked."""
    return [
        number
        for number, pot in enumerate(pots_of(state))
        if not is_uncontested(state, pot.seats)
        and len(playing_for(state, share, pot.seats)) >= least
        and not first_ranked(order, pot.seats)
    ]


def muck(state: State, seat: int) -> State:
    """Muck a seat's hand, and announce the shares it keeps and those it gives up although uncontested.

    The cards of partners stay in play with the one still in, except in hands of version 0.3.
    """
    left = state if state.setup.from_0_3 else leave_cards(state, seat)
    mucked = left.with_player(seat, mucked=True, exit_place=next_exit(state))
    if state.setup.from_0_2:  # it gave up everything
        return mucked
    pots = pots_of(state)
    contested = (number for number, pot in enumerate(pots) if not is_uncontested(state, pot.seats))
    own = [number for number in contested if seat in pots[number].seats]
    ruled, alone, unshown = dict[int, Reason](), dict[int, Reason](), dict[int, Reason]()
    for number in own:
        for by_pot, why in zip((ruled, alone, unshown), _muck_in(state, seat, pots[number].seats), strict=True):
            if why.words:
                by_pot[number] = why
    kept = (
        KeptShare(name, pots[number].seats)
        for by_pot in (ruled, alone)
        for number, why in by_pot.items()
        for name in why.words
    )
    whys = (why for by_pot in (ruled, alone, unshown) for why in name_pots(by_pot, len(own), len(pots)))
    return mucked.with_player(seat, keeps=tuple(kept)).say(*whys)


def _muck_in(state: State, seat: int, seats: frozenset[int]) -> tuple[Reason, Reason, Reason]:
    """Return which shares of a pot a muck keeps by ruling, keeps uncontested, and gives up although uncontested."""
    shares = state.game.shares
    ruled = [share for share in shares if seat in ruled_winners(state, share, seats)]
    others = [share for share in shares if not ruled_winners(state, share, seats)]
    alone = [share for share in others if playing_for(state, share, seats) == (seat,)]
    both, declared = state.players[seat].declared == "both", bool(declarations(state, seats))
    if both and len(ruled) + len(alone) < len(shares):
        alone = []  # a declaration of both that loses one side loses both
    need_not_show = not declared or state.setup.house.uncontested_declarations == "need not show"
    unseen = [share for share in alone if need_not_show and not needs_cards(share)]
    unshown = [share for share in alone if share not in unseen]
    if both and unshown:
        unseen = []
    house = "uncontested_declarations" if declared else ""
    by_house = "" if any(map(needs_cards, unshown)) else house
    return (
        Reason("muck keeps what is ruled", seat, words=_names(ruled)),
        Reason("muck keeps it alone", seat, words=_names(unseen), ruling=house),
        Reason("muck must be shown", seat, words=_names(unshown), ruling=by_house),
    )


def name_pots(by_pot: Mapping[int, Reason], contested: int, pots: int) -> tuple[Reason, ...]:
    """Return reasons with the numbers of their pots; without, if there is one reason for all ``contested`` pots."""
    if len(by_pot) == contested and len(set(by_pot.values())) == 1:
        return tuple(by_pot.values())[:1]
    named = (replace(why, pot=number, count=pots) for number, why in by_pot.items())
    return tuple(dict.fromkeys(named))


def _names(shares: Iterable[Share]) -> tuple[str, ...]:
    return tuple(share.name for share in shares)


def surplus(state: State, seat: int) -> int:
    """Return how many down cards a seat holds beyond those it may use; 0 once they have been thrown away."""
    use = _use_of(state, seat)
    return 0 if use.at_most is None else max(0, len(state.first_down(seat, use.of_first)) - use.at_most)


def _use_of(state: State, seat: int) -> Use:
    """Return how many of a seat's down cards may be used."""
    return Use() if state.players[seat].all_count else state.game.use


def holding_of(state: State, seat: int, share: Share) -> Holding:
    """Return a seat's known cards as a share judges them; partners hold one hand.

    The board counts as up-cards, except for the lines of the layout. Raises RefusalError for too many possible hands.
    """
    player, house = state.players[seat], state.setup.house
    if not player.cards and (partner := partner_of(state, seat)) is not None:
        seat, player = partner, state.players[partner]
    use, limited = _use_of(state, seat), tuple[Card, ...]()
    if use.limits:
        limited = state.first_down(seat, use.of_first)
        if use.own or (use.exactly is not None and not state.game.has_up_cards):
            limited += player.up  # a card seen by mistake is still one of the player's own
    up, down, hands = list[Card](), list[Card](), dict[str, tuple[Card, ...]]()
    for held in player.cards:
        if held.hand:
            hands[held.hand] = (*hands.get(held.hand, ()), held.card)
        if held.card != UNSEEN:
            (up if held.up else down).append(held.card)
    board, lines = state.common_cards, dict[str, tuple[Card, ...]]()
    if state.game.layout.lines:
        lines = state.game.layout.cards_by_line(state.recall(Laid).cards, board)
        lines = {share.line: lines[share.line]} if share.line else lines
        board = tuple(card for card in board if card not in state.recall(Laid).cards.values())
    # The board counts in every hand, built hands included.
    hands = {name: cards + board for name, cards in hands.items()}
    holding = Holding(
        up=(*up, *(card for card in board if card != UNSEEN)),
        down=tuple(down),
        own=(*up, *down),
        limited=tuple(card for card in limited if card != UNSEEN),
        hands=hands,
        sets=player.set_aside,
        sum_to=state.wild.sum_to,
        sum_of=state.wild.sum_of,
        five_left=house.made_wild_needs_five,
        wild=state.wild.for_share(seat, share.name),
        bugs=state.wild.bugs,
        high_rules=state.setup.high_rules,
        low_rules=state.setup.low_rules,
        to_beat=_to_beat(state, share.name) if share.table else 0,
        use=use,
        lines=lines,
        of_line=state.game.layout.use,
    )
    by_share = state.wild.by_share
    if not (by_share or holding.sum_to or use.limits or lines or share.picks):
        return holding
    chosen, counts_as = list(islice(state.wild.choices(seat, share.name), MAX_WAYS + 1)), state.wild.counts_as
    ways_to_play = max(holding.ways(counts_as), comb(holding.most, share.picks))
    if len(chosen) * ways_to_play * len(state.game.shares) > MAX_WAYS:
        raise RefusalError("too many ways", seat)
    if not by_share:
        return holding
    ways = [replace(holding, wild=holding.wild | cards) for cards in chosen]
    if counts_as:
        ways = [reading for way in ways for reading in way.readings(counts_as)]
    return max(ways, key=partial(_worth, share))


def _worth(share: Share, holding: Holding) -> tuple[bool, int]:
    """Return a sort key for a holding by its score for a share; a holding that cannot win it comes first."""
    number = share.score(holding)
    return number is not None, number or 0


def _to_beat(state: State, share: str) -> int:
    """Return the score of the cards in the middle that belong to nobody.

    A card wild for one player is not wild there; a joker that is not wild is a bug there.
    """
    middle = [up.card for up in state.up_cards if up.seat is None] + list(state.recall(Laid).cards.values())
    cards = sorted({card for card in middle if card != UNSEEN}.difference(state.common_cards))
    if not cards:
        return 0
    wild = state.wild.in_the_open(None, share)
    bugs = state.wild.bugs.union(filter(is_joker, cards)) - wild
    return high(cards, wild, rules=state.setup.high_rules, bugs=bugs)


def hands_shown(state: State, seat: int) -> dict[str, HandName]:
    """Return the shown hand of a seat for each share that it plays for and can win."""
    declared, hands = state.players[seat].declared, dict[str, HandName]()
    if state.wild.unknown:
        return hands
    for share in state.game.shares:
        holding = holding_of(state, seat, share)
        plays = declared in (None, "both", share.name) or declared not in state.game.declares
        if plays and share.score(holding) is not None:
            hands[share.name] = share.show(holding).hand
    return hands


class Scores:
    """The scores of one showdown, computed once each."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._wild_by_share = state.wild.by_share
        self._holdings: dict[tuple[str, int], Holding] = {}
        self._scores: dict[tuple[Share, int], int | None] = {}

    def score(self, share: Share, seat: int) -> int | None:
        """Return the score of a seat's cards for a share; None if they cannot win it, or are mucked."""
        key = (share, seat)
        if self.state.players[seat].mucked:
            return None
        if key not in self._scores:
            self._scores[key] = share.score(self.holding(share, seat))
        return self._scores[key]

    def holding(self, share: Share, seat: int) -> Holding:
        """Return a seat's cards as a share judges them."""
        key = (share.name if self._wild_by_share or share.table or share.line else "", seat)
        if key not in self._holdings:
            self._holdings[key] = holding_of(self.state, seat, share)
        return self._holdings[key]

    def cannot_win(self, share: Share, seat: int) -> bool:
        """Return whether a seat's cards cannot win a share, even uncontested; False if the cards do not decide."""
        decided = share.name in self.state.rulings or self.state.players[seat].mucked
        return not decided and self.score(share, seat) is None

    def best(self, share: Share, seats: Collection[int], entrants: Iterable[int]) -> tuple[int, ...]:
        """Return the entrants that win a share of a pot with these seats: several if they tie, or none.

        If the dealer has ruled on the share, for other pots, no cards are compared: only a single entrant can win.
        """
        left = still_playing(self.state, share, seats, sorted(entrants))
        if share.name in self.state.rulings:
            return left if len(left) == 1 and not needs_cards(share) else ()
        if any(self.state.players[seat].mucked for seat in left):
            return left
        scores = {seat: score for seat in left if (score := self.score(share, seat)) is not None}
        ranked = sorted(set(scores.values()), reverse=True)[: share.nth]
        best = tuple(seat for seat in scores if scores[seat] == ranked[-1])
        return () if share.tie_wins_nothing and len(best) > 1 else best
