"""The values on the page of a hand: the hand at a step, its log, its rules, and what a dealer may do with it."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from app.games.rulings import Situation
from app.games.rulings.betting import stakes_words
from app.games.sheet import Section, rule_sheet
from app.night.history.replays import PlayedHand
from app.night.log.replay import LogLine
from app.night.models import Night
from app.night.play import taps, television
from app.night.play.television import ShownHand
from app.text import sentence
from app.web.hand.step import Step
from app.web.http.addresses import server_address
from app.web.http.pages import take_messages
from app.web.http.rights import has_dealt, is_host, rights, visible_nights
from app.web.table.board import Board, board


@dataclass(frozen=True, slots=True)
class ShowOn:
    """A night on whose televisions the hand can be shown. ``shows``: they show it now."""

    key: str
    name: str
    shows: bool


@dataclass(frozen=True, slots=True)
class DealersPart:
    """What a dealer of the hand's night sees beside it: the ways to the night, and to correct the hand.

    ``closed`` says why nothing of it can be changed now.
    """

    key: str
    night: str
    number: int
    closed: str
    televisions: tuple[ShowOn, ...]


@dataclass(frozen=True, slots=True)
class HandPage:
    """A hand that was played, at a step. ``end`` is the table as the hand ended, ``address`` what is copied.

    ``beyond`` is the step that the address asks for, where the hand has no such step; 0 where it has. ``dealers`` is
    None for those who have the link of the hand alone.
    """

    key: str
    number: int
    game_name: str
    day: str
    step: Step
    log: tuple[LogLine, ...]
    end: Board
    sheet: tuple[Section, ...]
    stakes: str
    address: str
    beyond: int
    dealers: DealersPart | None
    message: str


def hand_page(key: str, played: PlayedHand, step: Step, asked: int | None, night: Night) -> HandPage:
    """Return the page of a hand at a step."""
    setup = played.hand.setup
    players = len(setup.names)
    return HandPage(
        key=key,
        number=played.hand.number,
        game_name=played.hand.game_name,
        day=f"{played.hand.started_at.astimezone():%-d %B %Y}",
        step=step,
        log=played.lines,
        end=board(played.view(played.steps), night.played_for),
        sheet=rule_sheet(setup.game, setup.house, setup.stakes, players),
        stakes=stakes_words(Situation(setup.game, setup.house, setup.stakes, players)),
        address=server_address().origin + url_for("hand.page", key=key),
        beyond=asked if asked is not None and asked > played.steps else 0,
        dealers=_dealers_part(played, night) if may_deal(night) else None,
        message=take_messages("done"),
    )


def may_deal(night: Night) -> bool:
    """Return whether this browser is a host's or has dealt a night, and has not been signed out."""
    if is_host() or rights().nights.get(night.id) == "granted":
        return True
    return has_dealt(night) and rights().may_deal(night.id)


def _dealers_part(played: PlayedHand, night: Night) -> DealersPart:
    nights = [night]
    if night.ended_at is not None and not night.example:
        nights += [other for other in visible_nights() if other.ended_at is None][:1]
    return DealersPart(
        key=night.key,
        night=night.name,
        number=played.hand.number,
        closed=sentence(taps.closed_to_corrections(played.live)),
        televisions=tuple(_show_on(other, played) for other in nights),
    )


def _show_on(night: Night, played: PlayedHand) -> ShowOn:
    shown = television.shown_instead(night)
    return ShowOn(night.key, night.name, isinstance(shown, ShownHand) and shown.hand_id == played.hand.id)
