"""Steps in which players replace, discard or trade cards."""

from __future__ import annotations

from typing import ClassVar, Literal

from app.dataclass import dataclass
from app.games.layout import spoken_place
from app.games.steps import FREE, Price, Spec, price_text, step_specs
from app.games.values import Count, PlaceNames, Words
from app.text import count_word, sentence


@step_specs.add("draw")
@dataclass(frozen=True, slots=True)
class Draw(Spec):
    """In turn from the dealer's left, each player may replace cards, or stand pat.

    ``most``: the most cards a player may replace.
    ``least``: the fewest a player must replace; if equal to ``most``, everyone replaces exactly that many.
    ``ace_most``: the limit for a player who shows an ace; 0 for no difference.
    ``ace_kept``: the ace must be kept, which is checked if all the cards kept are known.
    ``times``: how many times running a player may do so, one card at a time.
    ``price``: what the draw costs (a twist), each time.
    ``each``: the price is for each card replaced, and paid with the discard.
    ``gets``: how many new cards a player gets: as many as they replaced, one more (even after standing pat), or one
    fewer.
    ``like_for_like``: an up-card is replaced face up, a down card face down; otherwise all new cards come down.
    ``up``: all new cards come face up.
    ``from_down``: only down cards may be replaced.
    ``shown``: once everyone has drawn, the discards are turned face up, in the same order.
    ``together``: everyone discards before anyone gets a card.
    ``take_down``: a player who discards an up-card may turn up a down card and take the new one down.
    ``stack``: the discard is the top card of the player's stack.
    ``keeps``: a card that may not be replaced, in words.
    """

    most: Count = 3
    least: int = 0
    ace_most: int = 0
    ace_kept: bool = False
    times: Count = 1
    price: Price = "free"
    each: bool = False
    gets: Literal["as many", "one more", "one fewer"] = "as many"
    like_for_like: bool = False
    up: bool = False
    from_down: bool = False
    shown: bool = False
    together: bool = False
    take_down: bool = False
    stack: bool = False
    keeps: Words = ""

    def __post_init__(self) -> None:
        if self.ace_most and self.ace_most <= self.most:
            raise ValueError("ace_most must be more than most")
        if self.least > self.most:
            raise ValueError("least must not be more than most")
        if self.times > 1 and (self.limit > 1 or self.together or self.gets != "as many"):
            raise ValueError("only a draw of one card for one is made several times running")
        if self.like_for_like and (self.up or self.gets != "as many"):
            raise ValueError("cards come like for like only if as many come as go, and not all of them up")

    @property
    def adds(self) -> int:
        # With one fewer, a player may still stand pat and keep all cards.
        return int(self.gets == "one more")

    @property
    def limit(self) -> int:
        """The most cards that anyone may replace at a time."""
        return max(self.most, self.ace_most)

    @property
    def replaces(self) -> int:
        return self.limit * self.times

    @property
    def brings_up(self) -> bool:
        return self.like_for_like or self.up

    @property
    def ups(self) -> int:
        return int(self.up)  # like for like, an up-card comes only in place of another

    @property
    def comes_down(self) -> bool:
        """Whether new cards come face down also for up-cards."""
        return not (self.brings_up or self.from_down)

    def words(self, holder: str = "player") -> str:
        if self.stack:
            cost = "" if self.price in FREE else f", which costs {price_text(self.price)}"
            return (
                f"In turn from the dealer's left, each {holder} may throw the top card of their stack away for a new "
                f"one{cost}."
            )
        card = "down card" if self.from_down else "card"
        if self.least:
            count = count_word(self.most)
            count = f"{count_word(self.least)} to {count}" if self.least < self.most else f"just {count}"
            text = f"In turn from the dealer's left, each {holder} replaces {count} {card}{'s' * (self.most > 1)}"
        else:
            cards = f"up to {count_word(self.most)} {card}s" if self.most > 1 else f"one {card}"
            text = f"In turn from the dealer's left, each {holder} may replace {cards}"
        if self.ace_most:
            how = "keeping" if self.ace_kept else "showing"
            text += f" ({count_word(self.ace_most)} when {how} an ace)"
        if self.price not in FREE:
            text += f" for {price_text(self.price)}{' each' * self.each}"
        text += f", up to {count_word(self.times)} times running" * (self.times > 1)
        text += "; up for up, down for down." if self.like_for_like and not self.from_down else "."
        text += " All new cards come face up." * self.up
        if self.gets == "one more":
            text += f" Each {holder} gets one card more than they threw away, including one who stands pat."
        elif self.gets == "one fewer":
            text += " The new cards are one fewer than those thrown away."
        if self.take_down:
            text += " A player who throws an up-card may turn up a down card and take the new one down."
        if self.keeps:
            text += f" {sentence(self.keeps)} stays."
        if self.shown:
            text += " When all have drawn, the discards are turned face up, in the same order."
        if self.together:
            text += " All discard before anyone gets a card."
        return text


@step_specs.add("discard")
@dataclass(frozen=True, slots=True)
class Discard(Spec):
    """Each player discards down cards.

    ``count``: how many.
    ``up_too``: up-cards may go as well.
    ``keep_price``: what it costs to keep one of them; keeping two costs twice that.
    ``down_to``: each player discards until this many down cards are left, whatever ``count`` says.
    ``of_first``: only from this many down cards received first; 0 for any. ``down_to`` counts these alone.
    """

    count: Count = 1
    up_too: bool = False
    keep_price: Price = "free"
    down_to: int | None = None
    of_first: int = 0

    def __post_init__(self) -> None:
        if self.up_too and (self.down_to is not None or self.of_first):
            raise ValueError("down_to and of_first are about down cards alone")

    @property
    def adds(self) -> int:
        # A player may already have no more down cards than this.
        return -self.count if self.down_to is None else 0

    def words(self, holder: str = "player") -> str:
        text = f"Each {holder} discards {self._discards()}."
        if self.down_to == 0 and not self.of_first:
            text = "All down cards go."
        if self.keep_price == 0:
            text += " Any of them may be kept instead."
        elif self.keep_price != "free":
            text += f" Each card kept instead costs {price_text(self.keep_price)}."
        return text

    def _discards(self) -> str:
        count = count_word(self.count)
        if self.down_to is not None:
            return f"down cards until {self._left(self.down_to)} left"
        if self.of_first:
            return f"{count} of the first {count_word(self.of_first)} down cards"
        cards = f"card{'s' * (self.count > 1)}"
        return f"{count} {cards}, up or down" if self.up_too else f"{count} down {cards}"

    def _left(self, count: int) -> str:
        are = "are" if count > 1 else "is"
        if not self.of_first:
            return f"{count_word(count)} {are}"
        left = f"no more than {count_word(count)}" if count else "none"
        return f"{left} of the first {count_word(self.of_first)} {are}"


@step_specs.add("matching")
@dataclass(frozen=True, slots=True)
class Matching(Spec):
    """Players with a card of the same rank as one in the layout throw it away, or fold.

    ``place``: the place of the card in the layout.
    ``then``: ``discard``: all cards of that rank are thrown away, including down cards; ``fold``: a player showing one
    folds.
    ``common``: common cards of that rank are also thrown away.
    """

    place: PlaceNames
    then: Literal["discard", "fold"] = "discard"
    common: bool = False

    def __post_init__(self) -> None:
        if self.common and self.then == "fold":
            raise ValueError("common cards of the rank go only if those of the players do")

    @property
    def players_leave(self) -> bool:
        return self.then == "fold"

    def words(self, holder: str = "player") -> str:
        rank = f"the rank of the {spoken_place(self.place)} card"
        if self.then == "fold":
            return f"Each {holder} with an up-card of {rank} folds."
        common = " Common cards of that rank go too." * self.common
        return f"Each {holder} throws away all cards of {rank}, down cards too.{common}"


@step_specs.add("trade")
@dataclass(frozen=True, slots=True)
class Trade(Spec):
    """Players trade down cards with each other, the same number each way.

    ``price``: what a trade costs each of the two.
    ``most``: how many times a player may trade.
    ``both_pay``: trading is not over until both sides of every trade have paid.
    """

    keeps_cards: ClassVar[bool] = False

    price: Price = "ante"
    most: Count = 6
    both_pay: bool = False

    def words(self, holder: str = "player") -> str:
        often = "once" if self.most == 1 else f"up to {count_word(self.most)} times"
        cost = "" if self.price in FREE else f" Both players pay {price_text(self.price)} into the pot for each trade."
        return (
            f"Players may trade down cards with each other, the same number each way, {often}. "
            f"They say only how many cards they offer.{cost}"
        )
