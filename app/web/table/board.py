"""A hand on the table as several screens draw it: cards, hands, pots, announcements, the settlement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain
from weakref import WeakKeyDictionary

from flask import render_template
from markupsafe import Markup

from app.cards.card import UNSEEN, card_name
from app.dataclass import dataclass, replace
from app.games.layout import spoken_place
from app.games.rules.wild import WildNews
from app.hand.dealer import MISDEALT
from app.hand.play import prompt
from app.hand.result import Award, PlayedCard, Result
from app.hand.state import State
from app.hand.view import SPECTATOR, TELEVISION, CardView, SeatView, View, Viewer, sealed, view
from app.money.chipset import ChipValue
from app.ranking.plays import Play
from app.text import ordinal_place, sentence
from app.web.table.keys import CardKey, face_of, key_of
from app.words import table as words
from app.words.announcements import Sentence, last_announcements
from app.words.prompts import prompt_label, prompt_text, sealed_text, waiting_text
from app.words.reasons import lost_text, reason_sentence, reason_text, reasons_text, returned_text
from app.words.speaker import Speaker


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card on the table: its text, its CSS classes, its accessible name, and whether it is wild.

    ``hole``: whether it was dealt face down. ``plays``: whether it is in a winning hand. ``plays_as``: the card that it
    plays as there, if that is another.
    """

    face: str
    suit: str
    name: str
    wild: bool
    hole: bool = False
    plays: bool = False
    plays_as: CardKey | None = None

    @property
    def classes(self) -> str:
        """The CSS classes of the card."""
        marks = (("wild", self.wild), ("hole", self.hole), ("winning", self.plays))
        return " ".join([self.suit, *(name for name, marked in marks if marked)])


@dataclass(frozen=True, slots=True)
class SeatHand:
    """One of several hands in front of a player.

    ``name``: empty for cards that are in none of the hands. ``mark``: the text beside the cards: the name, or the
    number of a hand that the game does not name.
    """

    name: str
    cards: tuple[TableCard, ...]
    mark: str


class SeatCards:
    """The cards and chips in front of one player, as one kind of viewer may see them (``view``).

    ``hands``: the ``cards`` by hand, if the player has several. ``words``: the name of the hand by the cards in sight.
    ``lost``: why a declaration has failed. ``bet``: the chips in front: ``Bet 4``, ``Raised to 8``. ``drew``: how
    many cards were replaced in the last draw, while some of the hand is down. ``tally``: legs and matches of the deals
    so far. ``named`` and ``more``: the names of the open hands, as in a :class:`View`.
    """

    def __init__(self, view: SeatView, speaker: Speaker, named: tuple[str, ...], more: tuple[str, ...]) -> None:
        self.view = view
        self.cards = tuple(map(_table_card, view.cards))
        self.hands = self._by_hand(named, more) if any(card.hand for card in view.cards) else ()
        self.words = "; ".join(map(speaker.hand, view.hands)) or (speaker.hand(view.showing) if view.showing else "")
        self.lost = lost_text(view.lost, speaker)
        self.bet = words.bet_text(view.bet, view.made) if view.bet else ""
        self.drew = "" if view.drew is None or not view.down else words.drew_text(view.drew)
        self.tally = words.tally_marks(view.legs, view.matched)

    def _by_hand(self, named: tuple[str, ...], more: tuple[str, ...]) -> tuple[SeatHand, ...]:
        """Return the cards by hand, in order; an empty hand only if the game names it."""
        hands: dict[str, list[TableCard]] = {name: [] for name in ("", *named, *more)}
        for seen, card in zip(self.view.cards, self.cards, strict=True):
            hands[seen.hand].append(card)
        marks = {name: str(ordinal_place(name)) for name in more}
        shown = [name for name, cards in hands.items() if cards or name in named]
        return tuple(SeatHand(name, tuple(hands[name]), marks.get(name, name)) for name in shown)


#: Cached, since a tap leaves most players' cards and chips unchanged, and all spectators see the same.
_seat_cards = lru_cache(maxsize=2048)(SeatCards)


class AwardLine:
    """Chips awarded to one player, in words: for which share, with which hand, and why.

    ``pot``: the label of the pot. ``share``: empty if the pot went to one share.
    """

    def __init__(self, award: Award, share: str, result: Result, speaker: Speaker) -> None:
        self.name, self.amount, self.share = speaker.name(award.seat), award.amount, share
        self.pot = words.pot_label(award.pot, len(result.pots), result.first_board)
        self.pot_amount = result.pots[award.pot]
        self.hand = speaker.hand(award.hand) if award.hand else ""
        self.why = reasons_text(award.why, speaker)


class WonShare:
    """A share of one or more pots that one player won with one hand.

    ``label``: the share: ``High half``; empty if it is everything. ``hand``: the name of the hand. ``cards``: all its
    cards, empty if they were not shown. ``why``: the reasons, each with its pot if they differ.
    """

    def __init__(self, awards: Sequence[Award], share: str, shares: int, result: Result, speaker: Speaker) -> None:
        first, pots = awards[0], [words.pot_label(award.pot, len(result.pots), result.first_board) for award in awards]
        self.seat, self.name = first.seat, speaker.name(first.seat)
        self.amount = sum(award.amount for award in awards)
        self.label = words.part_label(share, shares, pots, len(result.pots))
        self.hand = speaker.hand(first.hand) if first.hand else ""
        shown = all(card.card != UNSEEN or card.made_of for card in first.cards)
        self.cards = tuple(chain(*map(_winning_cards, first.cards))) if shown else ()
        why = [reasons_text(award.why, speaker) for award in awards]
        self.why = [f"{pot}: {text}" for pot, text in zip(pots, why, strict=True)] if len(set(why)) > 1 else why[:1]


class Settlement:
    """The end of a hand in words.

    ``pushes``: the chips to push to each player, most first. ``awards``: the awards behind them. ``parts``: the same
    awards, one for each player, share and set of cards. ``labelled``: whether any of them names its pot or share.
    ``headline``: ``Fay scoops 42``, or ``Misdeal`` if the hand is ``misdealt``. ``pots``: the number of pots.
    ``notes``: which declarations failed, and why chips stay for the next hand, as sentences without full stops.
    """

    def __init__(self, view: Result, speaker: Speaker) -> None:
        self.pushes = tuple((speaker.name(seat), amount) for seat, amount in view.pushes)
        divided = Counter(pot for pot, _ in {(award.pot, award.share) for award in view.awards})
        won = [(award, award.share if divided[award.pot] > 1 else "") for award in view.awards]
        self.awards = tuple(AwardLine(award, share, view, speaker) for award, share in won)
        self.parts = _parts(won, view, speaker)
        self.labelled = any(part.label for part in self.parts)
        self.headline = words.winners_text(self.pushes, len({award.share for award in view.awards}))
        self.misdealt = view.why == MISDEALT
        self.pots, self.carried = len(view.pots), view.carried
        self.why = reason_text(view.why, speaker) if view.why else ""
        if self.misdealt:
            self.headline = sentence(self.why)
        self.notes = [reason_sentence(note, speaker) for note in view.notes]
        if view.carried and view.carried_why:
            self.notes.append(f"{view.carried} stays: {reasons_text(view.carried_why, speaker)}")
        if view.returned:
            self.notes.append(returned_text(view.returned, speaker))


class Board:
    """A hand on the table, in words, as one kind of viewer may see it (``view``).

    ``seats``: the players in deal order. ``layout``: the rows of the layout: the name of each place, empty for a gap,
    its card, None while face down, and whether a winning hand uses its line. ``middle``: the other common cards, under
    ``middle_label``. ``pots``: the label of each pot, its chips, and who can win it; empty unless there are several.
    ``label`` and ``text``: the next question. ``answered``: the words for a sealed answer to it. ``announcement``: the
    last sentences announced. ``opener_why``: why the opener opens. ``opener_shown``: whether that is obvious from the
    seat or the round. ``worth``: what chips are worth in money.
    """

    def __init__(self, view: View, worth: ChipValue = ChipValue()) -> None:
        speaker = Speaker(view.names)
        self.view, self.worth = view, worth
        self.seats = tuple(_seat_cards(seat, speaker, view.hands, view.more_hands) for seat in view.seats)
        self.layout = tuple(
            tuple((spoken_place(at.name), at.card and _table_card(at.card), at.on_line) for at in row)
            for row in view.layout
        )
        self.middle = tuple(map(_table_card, view.middle))
        self.middle_label = words.middle_label(view.middle_serves, len(view.middle))
        self.pots = _pots(view)
        self.wild = _wild_line(view, speaker)
        self.label = prompt_label(view.prompt, speaker)
        self.text = waiting_text(view.waiting, speaker) if view.waiting else prompt_text(view.prompt, speaker)
        self.answered = sealed_text(view.prompt, speaker).done
        self.announcement: tuple[Sentence, ...] = last_announcements(view)
        self.opener_why = reason_text(view.opener_why, speaker) if view.opener_why else ""
        self.opener_shown = _opens_by_showing(view)
        self.settlement = Settlement(view.settlement, speaker) if view.settlement else None

    @property
    def announcement_id(self) -> str:
        """An id that changes with each announcement, even one with the same words; empty before the first."""
        if self.view.settlement:
            return str(self.view.count)
        return str(self.view.announcements[-1].after) if self.view.announcements else ""

    @property
    def announced(self) -> tuple[Sentence, ...]:
        """The announcement on televisions; before the first, who deals which game."""
        if self.settlement is not None:
            return last_announcements(self.view, far=True)
        first = f"{self.view.game_name}, {self.view.seats[-1].name} deals"
        return self.announcement or (Sentence(first, first),)


@dataclass(frozen=True, slots=True)
class BestHand:
    """The hand with the largest pot of a night, and the shares that its winners won."""

    game_name: str
    pot: int
    winners: tuple[WonShare, ...]


def best_hand(state: State | None, pot: int) -> BestHand | None:
    """Return the best hand as the whole table saw it; None without one."""
    if state is None:
        return None
    board = Board(view(state, TELEVISION))
    parts = board.settlement.parts if board.settlement else ()
    shown = [part for part in parts if state.players[part.seat].shown]
    return BestHand(board.view.game_name, pot, tuple(_with_cards(part, board) for part in shown[:2]))


def _with_cards(part: WonShare, board: Board) -> WonShare:
    """Return a share with the winner's cards; if the dealer ruled, all that they have shown."""
    if not part.cards:
        seat = board.seats[part.seat]
        part.cards, part.hand = seat.cards, seat.words
    return part


class DrawnHand:
    """A hand as one kind of viewer sees it, drawn once per change, not once per screen.

    ``asked``: the seats being asked. ``sealed``: whether their answers are sealed.
    """

    def __init__(self, state: State, viewer: Viewer, worth: ChipValue) -> None:
        self.board = Board(view(state, viewer), worth)
        self.sealed = sealed(state)
        self.asked = frozenset(ask.seat for ask in prompt(state).asks)
        self._drawn: dict[tuple[str, int], Markup] = {}

    def draw(self, template: str, seat: SeatCards) -> Markup:
        """Return a player's cards and chips, drawn by a template from ``hand`` and ``board`` alone."""
        key = (template, seat.view.seat)
        if key not in self._drawn:
            self._drawn[key] = Markup(render_template(template, hand=seat, board=self.board))
        return self._drawn[key]


#: The hand last drawn for spectators of each table, with the object that it was made from.
_last: WeakKeyDictionary[object, tuple[object, DrawnHand]] = WeakKeyDictionary()


def drawn_for(viewer: Viewer, table: object, hand: object, state: Callable[[], State], worth: ChipValue) -> DrawnHand:
    """Return a hand as anyone but the dealer sees it, cached as long as ``table`` and ``hand`` are the same objects.

    All viewers see the same, except that players see their own sealed answers.
    """
    made_from, shown = _last.get(table, (None, None))
    if shown is None or made_from is not hand:
        shown = DrawnHand(state(), SPECTATOR, worth)
        _last[table] = (hand, shown)
    return DrawnHand(state(), viewer, worth) if shown.sealed and viewer.role == "player" else shown


def _wild_line(view: View, speaker: Speaker) -> words.WildLine:
    """Return what is wild, and why it last changed."""
    line = words.wild_text(view.wild, view.next_up_wild, speaker)
    news = [made.event for made in view.announcements if isinstance(made.event, WildNews)]
    last, end = (said[-1] if said else WildNews() for said in (news, view.wild))
    if line.why or last.reason is None or last.seat is not None or last.next_up != view.next_up_wild:
        return line
    if not view.next_up_wild and (end.names, end.clause, end.reason) != (last.names, (), None):
        return line  # the reason is not that of the last cards named
    why = speaker.aside(reason_text(last.reason, speaker))
    return replace(line, text=line.text + why, why=why.strip())


def _pots(view: View) -> tuple[tuple[str, int, str], ...]:
    count = len(view.pots)
    if count < 2:
        return ()
    left = len({name for pot in view.pots for name in pot.names})
    first = view.settlement.first_board if view.settlement else 0
    return tuple(
        (words.pot_label(number, count, first), pot.amount, words.everyone_or(pot.names, left))
        for number, pot in enumerate(view.pots)
    )


def _parts(won: Sequence[tuple[Award, str]], result: Result, speaker: Speaker) -> tuple[WonShare, ...]:
    """Return the shares won, by player, share (empty for a whole pot) and hand, the largest first."""
    together: dict[tuple[int, str, tuple[Play, ...]], list[Award]] = {}
    for award, share in won:
        together.setdefault((award.seat, share, award.plays), []).append(award)
    shares = len({share for _, share, _ in together} - {""})
    parts = [WonShare(awards, share, shares, result, speaker) for (_, share, _), awards in together.items()]
    return tuple(sorted(parts, key=lambda part: -part.amount))


def _opens_by_showing(view: View) -> bool:
    """Return whether the opener opens by the hand that their up-cards show, or by a rank that the round requires."""
    if view.opener is None or view.opener_why is None:
        return False
    if view.opener_why.hand is None:
        return view.opener_why.kind == "or better"
    return view.seats[view.opener].showing == view.opener_why.hand


def _table_card(card: CardView) -> TableCard:
    return TableCard(*face_of(card.card), card_name(card.card), card.wild or card.bug, not card.up, card.plays)


def _winning_cards(card: PlayedCard) -> list[TableCard]:
    """Return a card of a winning hand, ``5 of hearts, plays as Ace of spades``; both if two make a wild one."""
    parts = card.made_of or (card.card,)
    plays_as = key_of(card.plays_as) if card.plays_as is not None else None
    names = [card_name(part) for part in parts]
    if plays_as is not None:
        names[0] = f"{' and '.join(names)}, {'plays' if len(parts) == 1 else 'play'} as {plays_as.name}"
    return [
        TableCard(*face_of(part), name, plays_as is not None, plays_as=plays_as)
        for part, name in zip(parts, names, strict=True)
    ]
