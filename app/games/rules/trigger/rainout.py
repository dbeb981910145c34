"""An up-card that ends the hand: the queen of spades as rain."""

from __future__ import annotations

from dataclasses import dataclass

from app.cards.card import card_name, parse_card
from app.games.because import Because
from app.games.rules.trigger import Quiet, trigger_rules
from app.games.steps import Spec
from app.games.steps.interrupts import Rainout
from app.games.table import Table, UpCard
from app.games.values import CardText


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
