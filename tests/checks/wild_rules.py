"""The rules of wild cards, written from the rulebook, for cards as text."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, pairwise, permutations

from tests.checks.watching import UNSEEN, Seen, Up

JOKERS = frozenset({"Jr", "Jb"})


def rank(card: str) -> str:
    """Return the rank of a card; a joker has none."""
    return "" if card in JOKERS or card == UNSEEN else card[0]


def ranks(letters: str) -> set[str]:
    """Return all cards of these ranks."""
    return {letter + suit for letter in letters for suit in "cdhs"}


@dataclass(frozen=True)
class Rule:
    """A wild rule of a game. ``only``: the name of the only share that it holds for, if any."""

    only: str = ""

    def everyone(self, seen: Seen) -> set[str]:
        """Return the cards that are wild for everyone."""
        return set()

    def own(self, seen: Seen, seat: int) -> set[str]:
        """Return the cards that are wild for one player in addition."""
        return set()

    def bugs(self, seen: Seen) -> set[str]:
        return set()

    def holds_for(self, seen: Seen, seat: int, wild: set[str]) -> bool:
        """Return whether wild cards count for this player at all, given those of all rules; jokers always do."""
        return True


@dataclass(frozen=True)
class Ranks(Rule):
    letters: str = ""

    def everyone(self, seen: Seen) -> set[str]:
        return set() if self.only else ranks(self.letters)

    def own(self, seen: Seen, seat: int) -> set[str]:
        return ranks(self.letters)


@dataclass(frozen=True)
class ByStreet(Rule):
    """A different wild rank on each street, in order."""

    letters: str = ""

    def everyone(self, seen: Seen) -> set[str]:
        return ranks(self.letters[seen.street - 1])


@dataclass(frozen=True)
class Cards(Rule):
    cards: frozenset[str] = frozenset()

    def everyone(self, seen: Seen) -> set[str]:
        return set(self.cards)


@dataclass(frozen=True)
class Jokers(Rule):
    play: str = "wild"

    def everyone(self, seen: Seen) -> set[str]:
        return set(JOKERS) if self.play == "wild" else set()

    def own(self, seen: Seen, seat: int) -> set[str]:
        return JOKERS & set(seen.down[seat]) if self.play == "bug up, wild down" else set()

    def bugs(self, seen: Seen) -> set[str]:
        if self.play == "bug up, wild down":
            return JOKERS & set(seen.common).union(*seen.up)
        return set(JOKERS) if self.play == "bug" else set()


@dataclass(frozen=True)
class Woolworth(Rule):
    """Ranks that are wild until two of their cards, of the same rank or not, have come face up."""

    letters: str = "5T"

    def everyone(self, seen: Seen) -> set[str]:
        showing = [up for up in seen.ups if rank(up.card) and rank(up.card) in self.letters]
        return ranks(self.letters) if len(showing) < 2 else set()


@dataclass(frozen=True)
class Turning(Rule):
    """Ranks that are wild until ``count`` matching up-cards have come, or only from then on unless wild ``now``.

    ``by``: the matching cards. ``pair``: a card that pairs another of its owner's matches too.
    """

    letters: str = ""
    now: bool = True
    by: frozenset[str] = frozenset()
    pair: bool = False
    count: int = 1

    def everyone(self, seen: Seen) -> set[str]:
        coming = [
            up
            for up in seen.ups
            if up.card in self.by
            or (
                self.pair
                and up.seat is not None
                and rank(up.card) in [rank(card) for card in up.beside]
                and rank(up.card)
            )
        ]
        return ranks(self.letters) if (len(coming) < self.count) == self.now else set()


@dataclass(frozen=True)
class FollowTheQueen(Rule):
    """The rank of the next up-card after a queen; a later queen ends it and leads again.

    ``ended``: a queen that is the last up-card of a street leads to nothing. ``adds``: a later queen adds a rank.
    """

    ended: bool = False
    adds: bool = False

    def everyone(self, seen: Seen) -> set[str]:
        wild = ""
        queen: Up | None = None
        for up in seen.ups:
            if up.card in JOKERS:
                continue  # a joker has no rank, so the next card follows the queen
            if rank(up.card) == "Q":
                wild, queen = wild if self.adds else "", up
            elif queen:
                if not (self.ended and up.street > queen.street):
                    wild += rank(up.card)
                queen = None
        return ranks(wild)


@dataclass(frozen=True)
class FollowThePair(Rule):
    """The rank of the next up-card after one that pairs another of its owner's; a later pair ends it.

    ``thirds``: a third card of a rank leads too. ``made``: a pair made with a wild card leads too.
    """

    thirds: bool = True
    made: bool = False

    def everyone(self, seen: Seen) -> set[str]:
        wild = ""
        waiting = False
        for up in seen.ups:
            if up.card in JOKERS:
                continue
            letter, before = rank(up.card), wild
            if waiting:
                wild, waiting = letter, False
            if up.seat is None:
                continue
            others = [rank(card) for card in up.beside if rank(card)]
            same = others.count(letter)
            # The card that follows becomes wild only now, and makes no pair as a wild card itself.
            with_wild = self.made and bool(others) and bool(before) and before in (letter, *others)
            if same == 1 or (same > 1 and self.thirds) or with_wild:
                wild, waiting = "", True
        return ranks(wild)


@dataclass(frozen=True)
class InTheHole(Rule):
    letters: str = "Q"

    def own(self, seen: Seen, seat: int) -> set[str]:
        return ranks(self.letters) & set(seen.down[seat])


@dataclass(frozen=True)
class LowHole(Rule):
    """The rank of a player's lowest down card, or lowest card of the ``whole`` hand, once all down cards are known."""

    ace: str = "high"
    whole: bool = False

    def own(self, seen: Seen, seat: int) -> set[str]:
        down = seen.down[seat]
        cards = down + seen.up[seat] if self.whole else down
        order = "A23456789TJQK" if self.ace == "low" else "23456789TJQKA"
        found = sorted((rank(card) for card in cards if rank(card)), key=order.index)
        return ranks(found[0]) if found and UNSEEN not in down else set()


@dataclass(frozen=True)
class FirstUp(Rule):
    """The rank of each player's first up-card, for that player."""

    def own(self, seen: Seen, seat: int) -> set[str]:
        turned = [rank(up.card) for up in seen.ups if up.seat == seat and rank(up.card)]
        return ranks(turned[0]) if turned else set()


@dataclass(frozen=True)
class LastCommon(Rule):
    def everyone(self, seen: Seen) -> set[str]:
        turned = [rank(card) for card in seen.common if rank(card)]
        return ranks(turned[-1]) if turned else set()


@dataclass(frozen=True)
class LowestCommon(Rule):
    """The rank of the lowest common card, with aces high or low."""

    ace: str = "high"

    def everyone(self, seen: Seen) -> set[str]:
        order = "A23456789TJQK" if self.ace == "low" else "23456789TJQKA"
        turned = sorted((rank(card) for card in seen.common if rank(card)), key=order.index)
        return ranks(turned[0]) if turned else set()


@dataclass(frozen=True)
class NamedByTable(Rule):
    """The cards that the dealer last called wild for everyone or for one player."""

    def everyone(self, seen: Seen) -> set[str]:
        return named_cards(seen.said_wild.get(None, ""))

    def own(self, seen: Seen, seat: int) -> set[str]:
        return named_cards(seen.said_wild.get(seat, ""))


def named_cards(text: str) -> set[str]:
    """Return the cards in a word of ranks and single cards, such as ``7Kd`` or ``none``."""
    cards = set[str]()
    while text and text != "none":
        single = text[1:2] in tuple("cdhs") or text[:2] in JOKERS
        cards |= {text[:2]} if single else ranks(text[0])
        text = text[1 + single :]
    return cards


@dataclass(frozen=True)
class AtPlace(Rule):
    """The cards in some places of a layout, and with ``rank`` all cards of their ranks."""

    places: tuple[str, ...] = ()
    rank: bool = True

    def everyone(self, seen: Seen) -> set[str]:
        cards = {seen.laid[place] for place in self.places if rank(seen.laid.get(place, UNSEEN))}
        return ranks("".join(map(rank, cards))) if self.rank else cards


@dataclass(frozen=True)
class NamedByWinner(Rule):
    """The rank named by the winner of the auction."""

    def everyone(self, seen: Seen) -> set[str]:
        return ranks(seen.named)


@dataclass(frozen=True)
class Suited(Rule):
    """Cards of the same suit and of neighbouring ranks; an ace is next to both king and deuce."""

    def own(self, seen: Seen, seat: int) -> set[str]:
        held = [card for card in seen.up[seat] + seen.down[seat] if rank(card)]
        steps = [a + b for a, b in pairwise("A23456789TJQKA")]
        pairs = [
            two for two in permutations(held, 2) if rank(two[0]) + rank(two[1]) in steps and two[0][1] == two[1][1]
        ]
        return set(chain(*pairs))


@dataclass(frozen=True)
class PlayersIn(Rule):
    """The rank equal to the number of players still in; aces for one player."""

    def everyone(self, seen: Seen) -> set[str]:
        return ranks("A23456789TJQK"[seen.living - 1])


@dataclass(frozen=True)
class TwoRanks(Rule):
    """No wild cards for a player who does not hold wild cards of two ranks."""

    def holds_for(self, seen: Seen, seat: int, wild: set[str]) -> bool:
        held = seen.up[seat] + seen.down[seat] + seen.common
        return len({rank(card) for card in held if card in wild} - {""}) > 1


@dataclass(frozen=True)
class UntilUp(Rule):
    """No wild cards once this many up-cards of these ranks have come."""

    letters: str = "JQK"
    count: int = 2

    def holds_for(self, seen: Seen, seat: int, wild: set[str]) -> bool:
        return sum(rank(up.card) in tuple(self.letters) for up in seen.ups) < self.count


def wild_for(rules: list[Rule], seen: Seen, seat: int, share: str) -> set[str]:
    """Return every card that is wild in a seat's hand for one share."""
    here = [rule for rule in rules if rule.only in ("", share)]
    wild = set[str]().union(*(rule.everyone(seen) | rule.own(seen, seat) for rule in here))
    return wild if all(rule.holds_for(seen, seat, wild) for rule in rules) else wild & JOKERS


def bugs_of(rules: list[Rule], seen: Seen) -> set[str]:
    return set[str]().union(*(rule.bugs(seen) for rule in rules))
