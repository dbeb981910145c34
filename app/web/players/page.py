"""The values on the players page: who sits where, the stakes, the house rules, and what was entered wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import request, session, url_for

from app.games.house import changed
from app.money.worth import Worth
from app.night.acts import activity
from app.night.models import Night
from app.night.people import persons
from app.night.people import seats as night_seats
from app.night.people.seats import SeatInfo
from app.night.validation import LONGEST_NAME
from app.web.forms.controls import Control
from app.web.forms.house import house_groups
from app.web.forms.stakes import HOUSE_WITH_STAKES, LIMITS, StakesForm
from app.web.http.lookup import USUAL_BUY_IN, AskingDevice, Following, Guest, asking_devices, coming, following, guests
from app.web.http.pages import take_messages
from app.web.http.rights import is_host
from app.web.players.acts import ActRow, NightLog, coming_rows, night_log
from app.web.players.forms import BuyForm, PlayerForm
from app.web.players.leaving import Leaving, leaving_of
from app.web.players.rows import PlayerRow, hand_being_played, player_rows
from app.web.players.rules import RulesForm, rules_form

_BUY_IN = "buy_in"
_BOUGHT_AT = "bought_at"


@dataclass(frozen=True, slots=True)
class RefusedForm:
    """A request that was refused: why, and the forms to show again as they were filled in.

    ``opened`` is the seat whose own forms are to stay open.
    """

    problem: str = ""
    player: PlayerForm | None = None
    rules: RulesForm | None = None
    opened: int | None = None
    buy: BuyForm | None = None
    give: BuyForm | None = None


@dataclass(frozen=True, slots=True)
class PlayersPage:
    """The players as they sit, and everything that can be changed, now or from the next hand on.

    ``rows`` are the seats, clockwise, and ``gone`` the players who have left. ``picked`` is the seat to be swapped with
    another, ``opened`` the one whose forms are open, with ``buy`` for more chips, ``give`` for chips to another, and
    ``leaving`` for going home.
    ``known`` are names to be offered. ``player`` is the form that seats somebody, with names of at most ``longest``
    letters, and ``adding`` puts the cursor into it.
    ``asked`` is what phones have asked for, ``asking`` are devices that want to open a phone's page, ``guests`` those
    that ask the host, where this is a host's device, ``waiting`` what
    is done with the next hand and ``failed`` what could not be; ``coming`` says what waits in one line.
    ``out_of_chips`` names who is dealt no more hands without chips. ``message`` says what has just been done,
    ``problem`` why something was not. Played for money, ``stakes_in_money`` are the stakes in it, and ``buy_in_words``
    what to hand out for the ``usual_buy_in``.
    """

    night: Night
    following: Following
    here: str
    table: str
    rows: list[PlayerRow]
    gone: list[SeatInfo]
    known: list[str]
    picked: SeatInfo | None
    opened: int | None
    buy: BuyForm
    give: BuyForm
    leaving: Leaving | None
    player: PlayerForm
    longest: int
    adding: bool
    asked: tuple[ActRow, ...]
    asking: tuple[AskingDevice, ...]
    guests: tuple[Guest, ...]
    waiting: tuple[ActRow, ...]
    failed: tuple[ActRow, ...]
    coming: str
    log: NightLog
    log_open: bool
    out_of_chips: list[str]
    shown: str
    stakes: StakesForm
    stakes_open: bool
    stakes_words: str
    limits: Mapping[str, str]
    house: list[tuple[str, list[Control]]]
    house_open: bool
    house_words: str
    hand_running: str
    in_play: int
    problem: str
    message: str
    worth: Worth
    stakes_in_money: str
    usual_buy_in: str
    buy_in_words: str


def players_page(night: Night, refused: RefusedForm | None = None) -> PlayersPage:
    """Return the players page of a night, with what was refused, if anything."""
    here = url_for("players.page", key=night.key)
    follows = following(night, here)
    refused = refused or RefusedForm()
    everyone = night_seats.seats(night, with_left=True)
    seats = [seat for seat in everyone if not seat.left]
    names = {seat.name for seat in seats}
    added = take_messages("added")
    done = take_messages("done")
    buy_in = _proposed_buy_in(night)
    getting = request.method == "GET"
    picked = request.args.get("swap", type=int) if getting else None
    opened = refused.opened or request.args.get("seat", type=int)
    lines = activity.waiting(night.id)
    live = hand_being_played(night)
    rows = player_rows(night, seats, live, lines)
    rules = refused.rules or rules_form(night, lines)
    stakes, house = activity.coming_stakes(night, lines), activity.coming_house(night, lines)
    log = night_log(night, whole=request.args.get("log") == "all")
    return PlayersPage(
        night=night,
        following=follows,
        here=here,
        table=url_for("dealer.table", key=night.key),
        rows=rows,
        gone=[seat for seat in everyone if seat.left],
        known=[] if night.example else [name for name in persons.known_names() if name not in names],
        picked=next((seat for seat in seats if seat.id == picked), None),
        opened=opened,
        buy=refused.buy or _buy_form(rows, opened, buy_in),
        give=refused.give or BuyForm(""),
        leaving=next((leaving_of(row, live) for row in rows if row.seat.id == opened), None),
        player=refused.player or PlayerForm(buy_in=buy_in),
        longest=LONGEST_NAME,
        adding=bool(added) or refused.player is not None or not seats,
        asking=asking_devices(night),
        guests=guests(night) if is_host() and night.ended_at is None and not night.example else (),
        asked=coming_rows(night, (line for line in lines if line.status == "asked")),
        waiting=coming_rows(night, (line for line in lines if line.status == "waiting")),
        failed=coming_rows(night, activity.failed(night.id)),
        coming=coming(night, lines),
        log=log,
        log_open="log" in request.args,
        out_of_chips=[row.seat.name for row in rows if row.out_of_chips and not live],
        shown=rules.shown,
        stakes=rules.stakes,
        stakes_open=refused.rules is not None and rules.stakes.stakes is None,
        stakes_words=stakes.words(house.last_bet),
        limits=LIMITS,
        house=house_groups(rules.house),
        house_open=refused.rules is not None and not rules.house.ok,
        house_words=_house_words(changed(house)),
        hand_running=live.hand.game_name if live is not None else "",
        in_play=sum(seat.in_play for seat in seats),
        problem=refused.problem,
        message=". ".join(message for message in (added, done) if message),
        worth=night.played_for,
        stakes_in_money=night.played_for.in_money(stakes.words(house.last_bet)),
        usual_buy_in=buy_in,
        buy_in_words=hand_out_words(night, int(buy_in), len(seats)),
    )


def hand_out_words(night: Night, chips: int, players: int) -> str:
    """Return what to hand out and what it costs: ``: 2 red, 4 white, €3.50``; empty for chips alone."""
    worth = night.played_for
    words = ", ".join(part for part in (worth.handed_out(chips, players), worth.money(chips)) if part)
    return f": {words}" if words else ""


def remember_buy_in(night: Night, chips: int) -> None:
    """Offer as many chips to the next player who buys."""
    session[_BUY_IN] = chips
    session[_BOUGHT_AT] = night.id


def _proposed_buy_in(night: Night) -> str:
    """Return what was last bought here tonight, or what most people bought, or the last of another night."""
    last = session.get(_BUY_IN, USUAL_BUY_IN)
    return str(last if session.get(_BOUGHT_AT) == night.id else night_seats.proposed_buy_in(night) or last)


def _buy_form(rows: list[PlayerRow], opened: int | None, buy_in: str) -> BuyForm:
    """Return the form for more chips, with as many in it as that player bought last."""
    return BuyForm(next((str(row.buys) for row in rows if row.seat.id == opened), buy_in))


def _house_words(house: Mapping[str, object]) -> str:
    count = len(house.keys() - set(HOUSE_WITH_STAKES))
    return f"{count} changed" if count else "as usual"
