"""A ruling, and the situation that decides whether a game can come to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from app.games.catalog import CardsNeeded, cards_needed
from app.games.definition import Game
from app.games.house import HouseRules, Stakes, house_choices
from app.games.steps import Price, prices_of
from app.games.steps.bet import Bet
from app.text import count_word, ordinal_word

#: What may be answered: one of a choice of words, yes or no, or a number.
Answer = str | int | bool

#: Stands for any other number in :attr:`Ruling.says`.
NUMBER = "a number"


@dataclass(frozen=True, slots=True)
class Situation:
    """A game at a table: what decides which rulings it can come to. ``players`` is 0 where nobody is seated yet."""

    game: Game
    house: HouseRules
    stakes: Stakes
    players: int = 0

    @property
    def bets(self) -> bool:
        """Whether there is any betting."""
        return any(isinstance(step, Bet) or step.brings_bets for step in self.game.script)

    @property
    def fixed(self) -> bool:
        """Whether the size of a bet is given."""
        return self.bets and self.stakes.limit == "fixed"

    @property
    def capped(self) -> bool:
        """Whether the number of raises may be limited."""
        return self.bets and self.stakes.limit in ("fixed", "spread")

    @property
    def split(self) -> bool:
        """Whether the pot is played for in several parts."""
        return len(self.game.shares) > 1

    @property
    def runs_short(self) -> bool:
        """Whether the deck may not last, with those who are seated or with a full table."""
        return self._cards_needed.may_run_short

    @property
    def shuffles(self) -> bool:
        """Whether discards may have to be shuffled in again, with those who are seated or with a full table."""
        return self.game.dealt > self.game.held and self._cards_needed.may_shuffle

    @property
    def _cards_needed(self) -> CardsNeeded:
        return cards_needed(self.game, self.players or self.game.players[1], self.house.burns)

    def leaves_open(self, ruling: str) -> bool:
        """Return whether a part of the game leaves this question to the house."""
        parts = (*self.game.script, *self.game.wild, *self.game.triggers, *self.game.shares)
        return any(ruling in getattr(part, "leaves_open", ()) for part in parts)

    def asks_price(self, *prices: Price) -> bool:
        """Return whether something in the game has one of these prices."""
        parts = (*self.game.script, *self.game.triggers)
        return any(price in prices for part in parts for price in prices_of(part))


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question that the rules of a game leave open, and what a table may answer.

    ``id`` is its key in a record, ``question`` what screens call it, ``group`` the heading that it stands under.
    ``answers`` are empty where any number will do. ``says`` has a sentence of the rule sheet for each answer, with
    ``{number}``, ``{word}`` or ``{ordinal}`` for a number; one that is empty need not be said. ``source`` is where
    the question comes from. ``when`` tells whether a game at a table can come to it. ``names`` are what screens call
    answers whose own words say too little beside the question.
    """

    id: str
    question: str
    default: Answer
    answers: tuple[Answer, ...]
    source: str
    group: str
    says: Mapping[Answer, str] = field(default_factory=dict)
    when: Callable[[Situation], bool] = lambda _: True
    names: Mapping[Answer, str] = field(default_factory=dict)

    @classmethod
    def of_house(
        cls,
        id: str,
        question: str,
        *,
        source: str,
        group: str,
        says: Mapping[Answer, str],
        when: Callable[[Situation], bool] = lambda _: True,
        names: Mapping[Answer, str] | None = None,
    ) -> Ruling:
        """Return the ruling on a house rule, whose answers and default are those of its field."""
        default: Answer = getattr(HouseRules(), id)
        answers: tuple[Answer, ...] = (False, True) if isinstance(default, bool) else house_choices(id)
        return cls(id, question, default, answers, source, group, says, when, names or {})

    def sentence(self, answer: Answer) -> str:
        """Return the answer in force as the rule sheet says it; empty where it need not be said."""
        if isinstance(answer, bool) or not isinstance(answer, int):
            return self.says.get(answer, f"{self.question}: {answer_words(answer)}.")
        template = self.says[answer] if answer in self.says else self.says[NUMBER]
        return template.format(number=answer, word=count_word(answer), ordinal=ordinal_word(answer))


def answer_words(answer: Answer) -> str:
    """Return an answer in words: ``yes``, ``high hand``, ``3``."""
    return ("no", "yes")[answer] if isinstance(answer, bool) else str(answer)
