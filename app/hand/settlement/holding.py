"""A player's cards as the rules of a share see them."""

from __future__ import annotations

from app.cards.card import UNSEEN, Card
from app.games.rules.share import Holding
from app.hand.folding import partner_of
from app.hand.state import State
from app.hand.surplus import use_of


def holding_of(state: State, seat: int, share: str) -> Holding:
    """Return a seat's known cards as a share judges them, with common cards as up-cards, and those of a partner."""
    player, house = state.players[seat], state.setup.house
    partner = partner_of(state, seat)
    if partner is not None and not player.cards:
        seat, player = partner, state.players[partner]
    first_down = state.first_down(seat, state.game.use.of_first)
    hands: dict[str, tuple[Card, ...]] = {}
    for held in player.cards:
        if held.hand:
            hands[held.hand] = (*hands.get(held.hand, ()), held.card)
    # Common cards count in every hand, in those that were built too.
    hands = {name: cards + state.common_cards for name, cards in hands.items()}
    return Holding(
        up=tuple(card for card in player.up + state.common_cards if card != UNSEEN),
        down=tuple(card for card in player.down if card != UNSEEN),
        first_down=tuple(card for card in first_down if card != UNSEEN),
        hands=hands,
        sets=player.set_aside,
        sum_to=state.wild.sum_to,
        five_left=house.made_wild_needs_five,
        wild=state.wild.for_share(seat, share),
        bugs=state.wild.bugs,
        high_rules=state.high_rules,
        low_rules=state.low_rules,
        use=use_of(state, seat),
    )
