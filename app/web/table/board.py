"""What lies on the table, as several screens draw it: cards, hands, announcements."""

from __future__ import annotations

from dataclasses import dataclass

from app.cards.card import UNSEEN, card_name
from app.hand.state import Award, PlayedCard, Result
from app.hand.view import CardView, SeatView, View
from app.money.worth import Worth
from app.text import ordinal_place, sentence
from app.web.table.keys import CardKey, face_of, key_of
from app.words import (
    Sentence,
    Speaker,
    WildLine,
    bet_text,
    everyone_or,
    lost_text,
    middle_label,
    opener_reason,
    pot_label,
    prompt_label,
    prompt_text,
    reason,
    reasons,
    returned_words,
    said_last,
    sealed_done,
    waiting_text,
    wild_words,
)


@dataclass(frozen=True, slots=True)
class TableCard:
    """How a card on the table is drawn: its text, suit class, accessible name and whether it is wild.

    ``hole``: it was dealt face down. ``plays``: in a hand that has won.
    """

    face: str
    suit: str
    name: str
    wild: bool
    hole: bool = False
    plays: bool = False

    @property
    def classes(self) -> str:
        """The classes that it is drawn with."""
        marks = (("wild", self.wild), ("hole", self.hole), ("winning", self.plays))
        return " ".join([self.suit, *(name for name, marked in marks if marked)])


@dataclass(frozen=True, slots=True)
class WinningCard:
    """A card of a hand that won and, where it is wild, the card that it plays as.

    It has two ``cards`` where both together make a wild one.
    """

    cards: tuple[TableCard, ...]
    plays_as: CardKey | None

    @property
    def name(self) -> str:
        """The card in words: ``5 of hearts, plays as Ace of spades``."""
        names = " and ".join(card.name for card in self.cards)
        verb = "plays as" if len(self.cards) == 1 else "play as"
        return f"{names}, {verb} {self.plays_as.name}" if self.plays_as else names


@dataclass(frozen=True, slots=True)
class SeatHand:
    """One of several hands in front of a player; the cards that are in none of them have an empty name.

    ``mark`` is printed beside the cards: the name, or the number of a hand that the game does not name.
    """

    name: str
    cards: tuple[TableCard, ...]
    mark: str


@dataclass(frozen=True, slots=True)
class SeatCards:
    """What lies in front of one player, for one kind of viewer: ``view`` is what that viewer may see.

    ``hands`` are the same ``cards`` sorted by hand, where the player has several; ``words`` name the hand as far as it
    can be seen, ``lost`` why a declaration has failed, ``bet`` the chips in front: ``Bet 4``, ``Calls 4``.
    """

    view: SeatView
    cards: tuple[TableCard, ...]
    hands: tuple[SeatHand, ...]
    words: str
    lost: str
    bet: str


@dataclass(frozen=True, slots=True)
class AwardLine:
    """Chips that one player was given, in words: for which share, with what, and why; with the cards that won them.

    ``pot`` is what the pot is called. ``plays`` are empty where no wild card plays as another, since the hand's name
    then says it all.
    """

    name: str
    amount: int
    pot: str
    pot_amount: int
    share: str
    hand: str
    why: str
    plays: tuple[WinningCard, ...]


@dataclass(frozen=True, slots=True)
class Settlement:
    """The end of a hand: chips to push to each player, most first, and every award behind them.

    ``pots`` counts them. ``notes`` say which declarations failed and why chips stay for the next hand, as sentences
    without full stops.
    """

    pushes: tuple[tuple[str, int], ...]
    awards: tuple[AwardLine, ...]
    pots: int
    carried: int
    why: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PotLine:
    """A pot on the table: what it is called, its chips, and who can win it."""

    label: str
    amount: int
    names: str


@dataclass(frozen=True, slots=True)
class Board:
    """A hand as it lies on the table, in words, for one kind of viewer: ``view`` is what that viewer may see.

    ``seats`` are in deal order, ``middle`` are the cards there, under ``middle_label``. ``pots`` are empty unless there
    are several. ``label`` and ``text`` are what is asked next, ``answered`` what is said of a sealed answer to it.
    ``announcement`` has the sentences announced last. ``opener_why`` says why the opener opens; ``opener_shown``: by
    the hand that their seat names anyway.
    """

    view: View
    seats: tuple[SeatCards, ...]
    middle: tuple[TableCard, ...]
    middle_label: str
    pots: tuple[PotLine, ...]
    wild: WildLine
    label: str
    text: str
    answered: str
    announcement: tuple[Sentence, ...]
    opener_why: str
    opener_shown: bool
    settlement: Settlement | None
    worth: Worth = Worth()

    @property
    def announcement_id(self) -> str:
        """A text that differs for each announcement, even if the words are the same; empty before the first."""
        if self.view.settlement:
            return str(self.view.count)
        return str(self.view.announcements[-1].after) if self.view.announcements else ""

    @property
    def announced(self) -> tuple[Sentence, ...]:
        """What screens say that are read from afar: the announcement, before the first one who deals which game."""
        first = f"{self.view.game_name}, {self.view.seats[-1].name} deals"
        return self.announcement or (Sentence(first, first),)


def board(view: View, worth: Worth = Worth()) -> Board:
    """Return the table as a viewer sees it, with what its chips are worth."""
    speaker = Speaker(view.names)
    opener = view.seats[view.opener] if view.opener is not None else None
    by_hand = view.opener_why.hand if view.opener_why is not None else None
    return Board(
        view=view,
        seats=tuple(_seat_cards(view, seat, speaker) for seat in view.seats),
        middle=tuple(map(_table_card, view.middle)),
        middle_label=middle_label(view.offered, len(view.middle)),
        pots=_pots(view),
        wild=wild_words(view.wild, view.next_up_wild, speaker),
        label=prompt_label(view.prompt, speaker),
        text=waiting_text(view.waiting, speaker) if view.waiting else prompt_text(view.prompt, speaker),
        answered=sealed_done(view.prompt, speaker),
        announcement=said_last(view),
        opener_why=opener_reason(view.opener_why, speaker),
        opener_shown=by_hand is not None and opener is not None and opener.showing == by_hand,
        settlement=_settlement(view.settlement, speaker) if view.settlement else None,
        worth=worth,
    )


def _seat_cards(view: View, seat: SeatView, speaker: Speaker) -> SeatCards:
    words = "; ".join(map(speaker.hand, seat.hands)) or (speaker.hand(seat.showing) if seat.showing else "")
    return SeatCards(
        view=seat,
        cards=tuple(map(_table_card, seat.cards)),
        hands=_hands(view, seat),
        words=words,
        lost=lost_text(seat.lost, speaker),
        bet=bet_text(seat.bet, seat.calls) if seat.bet else "",
    )


def _pots(view: View) -> tuple[PotLine, ...]:
    count = len(view.pots)
    if count < 2:
        return ()
    left = len({name for pot in view.pots for name in pot.names})
    return tuple(
        PotLine(pot_label(number, count), pot.amount, everyone_or(pot.names, left))
        for number, pot in enumerate(view.pots)
    )


def _settlement(settlement: Result, speaker: Speaker) -> Settlement:
    awards = tuple(
        AwardLine(
            speaker.name(award.seat),
            award.amount,
            pot_label(award.pot, len(settlement.pots)),
            settlement.pots[award.pot],
            award.share,
            speaker.hand(award.hand) if award.hand else "",
            reasons(award.why, speaker),
            _winning_cards(award),
        )
        for award in settlement.awards
    )
    pushes = tuple((speaker.name(seat), amount) for seat, amount in settlement.pushes)
    why = reason(settlement.why, speaker) if settlement.why else ""
    notes = [sentence(reason(note, speaker)) for note in settlement.notes]
    if settlement.carried_why:
        notes.append(f"{settlement.carried} stays: {reasons(settlement.carried_why, speaker)}")
    if settlement.returned:
        notes.append(returned_words(settlement.returned, speaker))
    return Settlement(pushes, awards, len(settlement.pots), settlement.carried, why, tuple(notes))


def _hands(view: View, seat: SeatView) -> tuple[SeatHand, ...]:
    """Return a seat's cards by the hand that each was put in, in order; an empty hand only where the game names it."""
    if not any(card.hand for card in seat.cards):
        return ()
    names = ("", *view.hands, *view.more_hands)
    hands = {name: tuple(_table_card(card) for card in seat.cards if card.hand == name) for name in names}
    marks = {name: str(ordinal_place(name)) for name in view.more_hands}
    return tuple(
        SeatHand(name, cards, marks.get(name, name)) for name, cards in hands.items() if cards or name in view.hands
    )


def _table_card(card: CardView) -> TableCard:
    return TableCard(*face_of(card.card), card_name(card.card), card.wild or card.bug, not card.up, card.plays)


def _winning_cards(award: Award) -> tuple[WinningCard, ...]:
    if all(card.plays_as is None for card in award.cards):
        return ()
    return tuple(_winning_card(card) for card in award.cards if card.card != UNSEEN or card.plays_as is not None)


def _winning_card(card: PlayedCard) -> WinningCard:
    wild = card.plays_as is not None
    parts = tuple(TableCard(*face_of(part), card_name(part), wild) for part in card.made_of or (card.card,))
    return WinningCard(parts, key_of(card.plays_as) if card.plays_as is not None else None)
