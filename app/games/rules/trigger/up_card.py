"""Triggers set off by up-cards, or by up-cards that never came."""

from __future__ import annotations

from typing import Literal

from app.cards.card import has_rank, rank_of, rank_plural, rank_word
from app.dataclass import dataclass
from app.games.layout import Laid, spoken_place
from app.games.reasons import Reason
from app.games.rules.events import UpCardEvent
from app.games.rules.trigger import Trigger, trigger_rules
from app.games.rules.wild.follow import FollowPair
from app.games.steps import FREE, PAYMENTS, EventPrice, Spec, price_text
from app.games.steps.interrupts import CentreCard, MustFold, OfferCard, PayOrFold, Rainout, Redeal
from app.games.table import Table, UpCard
from app.games.values import PlaceNames, RankLetter, RankLetters, Words, one_rank, rank_numbers
from app.text import listing, sentence, with_article

Whom = Literal["owner", "everybody"]


@trigger_rules.add("up-card")
@dataclass(frozen=True, slots=True)
class UpCardTrigger(UpCardEvent, Trigger):
    """Something happens at once when any of the cards named is dealt face up or turned up.

    ``then``: what happens: the players affected ``pay``, ``pay or fold``, ``fold``, or may buy an ``extra card``; or
    all cards are dealt again (``redeal``), the pot goes to the next hand (``end the hand``), or a card is turned up for
    nobody (``centre card``).
    ``whom``: who is affected: the owner of the card, or everyone still in.
    ``price``: what to pay, or what the extra card costs; ``pot`` matches the pot.
    ``face``: whether the extra card comes up or down.
    ``pairs``: the ranks whose pairs count, one letter each; empty for any.
    ``third``: a third card of a rank makes a pair again.
    ``wild_pairs``: a pair made with a wild card counts.
    ``name``: what the table calls it, such as ``rainout``.
    """

    then: Literal["pay", "pay or fold", "fold", "extra card", "redeal", "end the hand", "centre card"] = "pay"
    whom: Whom = "owner"
    price: EventPrice = "small bet"
    face: Literal["up", "down"] = "up"
    pairs: RankLetters = ""
    third: bool = True
    wild_pairs: bool = False
    name: Words = ""

    def __post_init__(self) -> None:
        UpCardEvent.__post_init__(self)
        if self.then == "fold" and self.whom == "everybody":
            raise ValueError("if everybody folds, nobody is left to win the pot")
        if self.pairs and not self.pair:
            raise ValueError("pairs says which open pairs count: it needs pair = true")

    def _makes_pair(self, table: Table, up: UpCard) -> bool:
        counts = not self.pairs or (has_rank(up.card) and rank_of(up.card) in rank_numbers(self.pairs))
        return counts and up.seat is not None and FollowPair(self.third, self.wild_pairs).leads(table, up)

    def _open_pair(self) -> str:
        pairs = [f"pair of {rank_plural(rank)}" for rank in rank_numbers(self.pairs)] if self.pairs else ["pair"]
        return f"an open {listing(pairs, 'or')}"

    @property
    def players_leave(self) -> bool:
        return self.then in ("fold", "pay or fold")

    @property
    def leaves_open(self) -> tuple[str, ...]:
        pays = self.then in ("pay", "pay or fold", "extra card") and self.price not in FREE
        return PAYMENTS if pays else ()

    def on_up(self, table: Table, up: UpCard) -> tuple[Spec, ...]:
        if not self.happens(table):
            return ()
        why = self.why(up, owner=self.whom == "owner", name=self.name)
        match self.then:
            case "redeal":
                return (Redeal(self.why(up, name=self.name)),)
            case "end the hand":
                return (Rainout(self.why(up, name=self.name)),)
            case "centre card":
                return (CentreCard(self.why(up, name=self.name)),)
        # A card in the middle has no owner.
        seats: tuple[int, ...] = () if up.seat is None else (up.seat,)
        if self.whom == "everybody":
            seats = tuple(seat for seat, cards in enumerate(table.seats) if cards.live)
        if not seats:
            return ()
        match self.then:
            case "fold":
                return (MustFold(seats[0], why),)
            case "extra card":
                return tuple(OfferCard(seat, self.price, self.face, why) for seat in seats)
        return (PayOrFold(seats, self.price, self.then == "pay or fold", why),)

    def words(self) -> str:
        text = self._sentence()
        if self.pair and not self.third:
            text += " A third of the rank does not count again."
        if self.pair and self.wild_pairs:
            text += " A pair made with a wild card counts."
        return text

    def _sentence(self) -> str:
        name = f"{self.name}: " if self.name else ""
        whole = {
            "redeal": "the hand stops, and those still in are dealt a new one for the same pot",
            "end the hand": "the hand ends at once and the pot carries over to the next hand",
            "centre card": "one card is turned up in the centre at once; it belongs to nobody",
        }
        if self.then in whole:
            return sentence(f"{name}when {self.table_text()}{self.since()}, {whole[self.then]}.")
        cost = "nothing" if self.price in FREE else price_text(self.price)
        pays = "matches the pot" if self.price == "pot" else f"pays {cost}"
        does = {
            "pay": pays,
            "pay or fold": f"{pays} or folds",
            "fold": "must fold",
            "extra card": f"may take an extra card at once for {cost}; it comes face {self.face}",
        }[self.then]
        if self.whom == "everybody":
            return sentence(f"{name}when {self.table_text()}{self.since()}, everyone still in {does}.")
        return sentence(f"{name}{self.owner_text()} {does}.")


@trigger_rules.add("redeal-without")
@dataclass(frozen=True, slots=True)
class RedealWithout(Trigger):
    """If no card of a rank was dealt face up, nobody wins: those still in are dealt new hands for the same pot.

    ``rank``: the rank.
    """

    rank: RankLetter

    def before_showdown(self, table: Table) -> tuple[Spec, ...]:
        if any(up.is_rank(self.rank) for up in table.ups):
            return ()
        return (Redeal(why=Reason("no rank up", ranks=(one_rank(self.rank),))),)

    def words(self) -> str:
        word = rank_word(one_rank(self.rank))
        return f"When no {word} was dealt face up, nobody shows: those still in are dealt new hands for the same pot."


@trigger_rules.add("card-after-last")
@dataclass(frozen=True, slots=True)
class CardAfterLast(Trigger):
    """If the very last up-card is of a rank, one more card is turned up in the centre, for nobody.

    ``rank``: the rank.
    """

    rank: RankLetter

    def on_dealt(self, table: Table) -> tuple[Spec, ...]:
        if table.more_ups or not table.ups:
            return ()
        last = table.ups[-1]
        # A centre card has already followed; a common card is an up-card like any other.
        centre = last.seat is None and last.card not in table.common
        if centre or not last.is_rank(self.rank):
            return ()
        return (CentreCard(why=Reason("last up-card is", ranks=(one_rank(self.rank),))),)

    def words(self) -> str:
        card = with_article(rank_word(one_rank(self.rank)))
        return (
            f"When the very last up-card is {card}, one more card is turned up for nobody, and its rank is wild, "
            f"unless that is {card} too."
        )


@trigger_rules.add("same-rank")
@dataclass(frozen=True, slots=True)
class SameRank(Trigger):
    """A player who gets a card face up of the same rank as one in the layout must fold.

    ``place``: the place of the card in the layout.
    """

    place: PlaceNames

    players_leave = True

    def on_up(self, table: Table, up: UpCard) -> tuple[Spec, ...]:
        card = table.recall(Laid).cards.get(self.place)
        if card is None or up.seat is None or not (has_rank(card) and has_rank(up.card)):
            return ()
        rank = rank_of(up.card)
        return (MustFold(up.seat, Reason("rank up", up.seat, ranks=(rank,))),) if rank == rank_of(card) else ()

    def words(self) -> str:
        return f"A player who gets an up-card of the same rank as the {spoken_place(self.place)} card must fold."
