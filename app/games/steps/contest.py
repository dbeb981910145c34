"""A pot contested without betting by the players who are in: guts, and the two cards of Oppression."""

from __future__ import annotations

from typing import Literal

from app.dataclass import dataclass
from app.games.steps import Spec, step_specs
from app.games.values import Count
from app.text import count_word


@step_specs.add("contest")
@dataclass(frozen=True, slots=True)
class Contest(Spec):
    """Players who declared ``in`` contest the pot: the best hand wins it, and each of the others pays.

    The dealer enters who won, or the players show. While there is a pot, everyone is dealt a new hand for it. Once it
    is won, the hand is over; but if other steps follow (without ``goes_on``), everyone antes again for them, and cards
    set aside are thrown away.

    ``hand``: the cards compared: ``set`` for the cards set aside; empty for all.
    ``losers``: what each loser does: match the pot, or pay the winner as much as is in the pot, which stays.
    ``cap``: the most a loser pays; 0 for no limit.
    ``alone``: what the only player in gets: the pot, or a leg.
    ``legs``: how many legs take the pot.
    ``deck``: who must beat a hand dealt to the table off the deck, or lose to it.
    ``nobody``: what happens if nobody is in: the pot stays as it is, or the best hand matches it.
    ``antes``: when everyone antes again for the same pot: never, if nobody is in, or before every new deal.
    ``goes_on``: while there is a pot, play continues with the steps that follow and the same cards.
    ``side_pots``: a player who could match only part of the pot wins at most that part, and the best of the others wins
    the rest; otherwise the best hand takes it all.
    """

    hand: Literal["", "set"] = ""
    losers: Literal["match the pot", "pay the winner"] = "match the pot"
    cap: int = 0
    alone: Literal["takes the pot", "gets a leg"] = "takes the pot"
    legs: Count = 3
    deck: Literal["nobody", "one alone", "everyone"] = "nobody"
    nobody: Literal["stays", "best pays"] = "stays"
    antes: Literal["never", "nobody is in", "every deal"] = "never"
    goes_on: bool = False
    side_pots: bool = False

    players_leave = True

    def owed(self, pot: int) -> int:
        """Return what a loser pays for a pot."""
        return min(pot, self.cap) if self.cap else pot

    def words(self, holder: str = "player") -> str:
        aside = self.hand == "set"
        cards = "the cards set aside" if aside else "their hands"
        most = f", {self.cap} at most" if self.cap else ""
        wins = f"the best takes the pot, the others each match it{most}"
        if self.losers == "pay the winner":
            wins = f"each of the others pays the best hand the size of the pot{most}, and the pot stays"
        alone = "a lone player takes it and shows nothing"
        if self.alone == "gets a leg":
            word = count_word(self.legs)
            alone = f"one alone gets a leg, and {word} leg{'s take' if self.legs > 1 else ' takes'} the pot"
        if self.deck != "nobody":
            alone = (
                f"{alone.removesuffix(' and shows nothing')}, but has to beat a hand dealt to the table off the deck"
            )
        lines = [f"Players who are in compare {cards}: {wins}; {alone}."]
        if self.deck == "everyone":
            lines.append("Several who are in have to beat it too, or all of them lose.")
        if self.side_pots:
            lines.append("Short stacks make side pots: from each loser, a player wins at most what they had left.")
        if self.nobody == "best pays":
            lines.append("When nobody is in, all compare, and the best hand matches the pot.")
        if self.antes == "nobody is in":
            lines.append("When nobody is in, everyone antes again.")
        if self.goes_on:
            lines.append("Whoever was out plays on too, with the same cards.")
        elif self.antes == "every deal":
            lines.append("As long as there is a pot, everyone antes again and is dealt a new hand.")
        else:
            lines.append("As long as there is a pot, all are dealt a new hand.")
        if aside:
            lines.append("Once it is won, all ante again and the cards set aside are thrown away.")
        return " ".join(lines)
