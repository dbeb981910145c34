"""Single up-cards that have consequences: a redeal, the end of the hand, a fold, a card in the centre after a pair."""

from __future__ import annotations

from dataclasses import dataclass

from app.cards.card import card_name, is_joker, parse_card
from app.games.because import Because
from app.games.rules.trigger import Quiet, trigger_rules
from app.games.rules.wild.follow_pair import FollowPair
from app.games.steps import Spec
from app.games.steps.interrupts import CentreCard, MustFold, Rainout, Redeal
from app.games.table import Table, UpCard
from app.games.values import CardText


@trigger_rules.add("redeal-card")
@dataclass(frozen=True, slots=True)
class RedealCard(Quiet):
    """A card dealt face up stops the hand: a new deal for the same pot among those still in.

    ``card``: the card.
    """

    card: CardText

    def on_up(self, table: Table, up: UpCard) -> tuple[Spec, ...]:
        if not up.is_card(self.card):
            return ()
        return (Redeal(why=Because("card up", cards=(up.card,))),)

    def words(self) -> str:
        name = card_name(parse_card(self.card)).lower()
        return f"When the {name} comes face up the hand stops: those still in are dealt a new one for the same pot."


@trigger_rules.add("rainout")
@dataclass(frozen=True, slots=True)
class RainoutCard(Quiet):
    """A card that appears face up ends the hand, and the pot carries to the next one.

    ``card``: the card.
    """

    card: CardText

    def on_up(self, table: Table, up: UpCard) -> tuple[Spec, ...]:
        if not up.is_card(self.card):
            return ()
        return (Rainout(why=Because("rainout", cards=(up.card,))),)

    def words(self) -> str:
        name = card_name(parse_card(self.card)).lower()
        return (
            f"Rainout: when the {name} comes face up the hand ends at once and the pot carries over to the next hand."
        )


@trigger_rules.add("joker-folds")
@dataclass(frozen=True, slots=True)
class JokerFolds(Quiet):
    """Whoever turns up a joker must fold."""

    def on_up(self, table: Table, up: UpCard) -> tuple[Spec, ...]:
        if up.seat is None or not is_joker(up.card):
            return ()
        return (MustFold(seat=up.seat, why=Because("turned up a joker", up.seat)),)

    def words(self) -> str:
        return "Whoever turns up a joker must fold."


@trigger_rules.add("centre-after-pair")
@dataclass(frozen=True, slots=True)
class CentreAfterPair(Quiet):
    """Each pair among one player's up-cards turns a card in the centre at once, for nobody.

    ``third``: a third of the rank counts again.
    ``wild_pairs``: a pair made with a wild card counts too.
    """

    third: bool = False
    wild_pairs: bool = False

    def on_up(self, table: Table, up: UpCard) -> tuple[Spec, ...]:
        if up.seat is None or not FollowPair(self.third, self.wild_pairs).leads(table, up):
            return ()
        return (CentreCard(why=Because("pair up", up.seat)),)

    def words(self) -> str:
        return "After each pair a card is turned up in the centre at once; it belongs to nobody, and its rank is wild."
