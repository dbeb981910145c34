"""Everything that the dealer's screen renders, in one documented value."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.cards.card import parse_card
from app.hand.state import State
from app.hand.view import DEALER, AwardView, CardView, PlayView, SeatView, View, sealed, view
from app.night import LiveHand, LogLine, log_lines
from app.web.keys import Key, face_of, key_named
from app.web.look import Look
from app.web.pad import Pad, pad_of


@dataclass(frozen=True, slots=True)
class Face:
    """A card lying on the table: what is printed on it, its suit's class, its name, and whether it is wild."""

    face: str
    suit: str
    name: str
    wild: bool


@dataclass(frozen=True, slots=True)
class Play:
    """A card of a hand that won, and the card that it plays as, where it is a wild one that plays as another."""

    card: Face
    plays_as: Key | None


@dataclass(frozen=True, slots=True)
class Spread:
    """One of several hands that lie before a player, by its name; without one the cards that are in none."""

    name: str
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """One player on the screen. ``place`` are the classes that say where, ``hand`` the words for the cards.

    ``hands`` are the same cards where several hands lie before the player.
    """

    of: SeatView
    place: str
    cards: tuple[Face, ...]
    hand: str
    armed: bool
    arm: str
    hands: tuple[Spread, ...]


@dataclass(frozen=True, slots=True)
class Notice:
    """Why a tap was not taken; ``ruling`` is what to post so that it stands all the same, if it can."""

    text: str
    ruling: str = ""


@dataclass(frozen=True, slots=True)
class Screen:
    """The dealer's screen of one hand. ``seen`` counts the entries it has seen; ``columns`` of seats lie in a row.

    ``at`` is where the night stood when this was made, as the live feed has it.

    ``plays`` are, for each award, the cards that won it, where a wild one among them plays as another card.
    """

    key: str
    at: str
    hand: int
    seen: int
    view: View
    pad: Pad
    look: Look
    seats: tuple[Seat, ...]
    columns: int
    middle: tuple[Face, ...]
    opener_why: str
    said: tuple[str, ...]
    plays: tuple[tuple[Play, ...], ...]
    log: tuple[LogLine, ...]
    notice: Notice | None


def screen(key: str, at: str, live: LiveHand, look: Look, notice: Notice | None = None) -> Screen:
    """The screen of a hand as it is now, looked at in this way."""
    state = live.state
    seen = view(state, DEALER)
    pad = pad_of(state, seen.prompt, look)
    count = len(seen.seats)
    armed = pad.seat if pad.seat is not None else seen.to_act
    return Screen(
        key=key,
        at=at,
        hand=live.hand.id,
        seen=live.number,
        view=seen,
        pad=pad,
        look=look,
        seats=tuple(_seat(state, one, count, armed, pad) for one in seen.seats),
        columns=(count + 1) // 2,
        middle=tuple(map(_face, seen.middle)),
        opener_why=_opener_why(state),
        said=latest(state),
        plays=tuple(map(_plays, seen.settlement.awards)) if seen.settlement else (),
        log=_log(live) if look.log else (),
        notice=notice,
    )


def _log(live: LiveHand) -> tuple[LogLine, ...]:
    """The log, the latest first. What is declared under a seal is not read there either, until all are in."""
    lines = reversed(log_lines(live))
    if not sealed(live.state):
        return tuple(lines)
    return tuple(replace(line, words="A sealed declaration") if " declare " in line.text else line for line in lines)


def latest(state: State) -> tuple[str, ...]:
    """The announcements of the last action that made any."""
    said = state.announcements
    return tuple(one.text for one in said if one.after == said[-1].after)


def _opener_why(state: State) -> str:
    """Why the opener opens, as it was announced last."""
    if state.opener is None:
        return ""
    who = f"{state.name(state.opener)} "
    texts = (one.text for one in reversed(state.announcements) if one.text.startswith(who))
    return next((text.partition(": ")[2] for text in texts if ": " in text), "")


def place_of(seat: int, count: int) -> str:
    """Where a seat lies, clockwise from the dealer's left.

    On its side, the first half goes along the top from left to right and the rest back along the bottom, so that the
    dealer is at the bottom left. Upright, the first half climbs the left side and the rest comes down the right.
    """
    half = (count + 1) // 2
    if seat < half:
        return f"a1{seat + 1} u{half - seat}1"
    return f"a2{count - seat} u{seat - half + 1 + (2 * half - count)}2"


def _seat(state: State, seat: SeatView, count: int, armed: int | None, pad: Pad) -> Seat:
    return Seat(
        of=seat,
        place=place_of(seat.seat, count),
        cards=tuple(map(_face, seat.cards)),
        hand=seat.hand or seat.showing,
        armed=armed == seat.seat,
        arm=pad.armable.get(seat.seat, ""),
        hands=_hands(state, seat),
    )


def _hands(state: State, seat: SeatView) -> tuple[Spread, ...]:
    """The cards of a seat by the hand that each was put in, in the order in which the game names them."""
    if not any(card.hand for card in seat.cards):
        return ()
    named = [name for spec in state.game.script for name in getattr(spec, "hands", ())]
    groups = {name: tuple(_face(card) for card in seat.cards if card.hand == name) for name in ("", *named)}
    return tuple(Spread(name, cards) for name, cards in groups.items() if name or cards)


def _face(card: CardView) -> Face:
    return Face(*face_of(parse_card(card.text)), card.name, card.wild or card.bug)


def _plays(award: AwardView) -> tuple[Play, ...]:
    """The cards that won an award; none where no wild card among them plays as another: the hand's name says it all."""
    if not any(one.plays_as for one in award.plays):
        return ()
    return tuple(_play(one) for one in award.plays if one.text != "??" or one.plays_as)


def _play(card: PlayView) -> Play:
    """A card of a hand that won; what no single card is, but two of them together, has no face of its own."""
    plays_as = key_named(card.plays_as)
    if card.text == "??":
        return Play(Face("", "s j", "Cards that make a wild one", True), plays_as)
    return Play(Face(*face_of(parse_card(card.text)), card.name, bool(card.plays_as)), plays_as)
