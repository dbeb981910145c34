"""The values on the players page: who sits where, the stakes, the house rules, and what was entered wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import request, session, url_for

from app import night as store
from app.games.house import changed
from app.night import Night, SeatInfo
from app.web.forms.controls import Control
from app.web.forms.fields import FormSection
from app.web.forms.house import house_form, house_groups
from app.web.forms.stakes import HOUSE_WITH_STAKES, LIMITS, StakesForm, stakes_form
from app.web.http.lookup import running_game, stakes_words
from app.web.http.messages import take_messages
from app.web.players.forms import BuyForm, PlayerForm

USUAL_BUY_IN = 100

_BUY_IN = "buy_in"


@dataclass(frozen=True, slots=True)
class RefusedForm:
    """A request that was refused: why, and the forms to show again as they were filled in.

    ``opened`` is the seat whose own forms are to stay open.
    """

    problem: str = ""
    player: PlayerForm | None = None
    stakes: StakesForm | None = None
    house: FormSection | None = None
    opened: int | None = None
    buy: BuyForm | None = None


@dataclass(frozen=True, slots=True)
class PlayersPage:
    """The players as they sit, and everything that can be changed between hands.

    ``rows`` are the seats, clockwise, and ``gone`` the players who have left. ``picked`` is the seat to be swapped with
    another, ``opened`` the one whose forms are open, with ``buy`` for more chips. ``known`` are names to be offered.
    ``player`` is the form that seats somebody, and ``adding`` puts the cursor into it.
    ``message`` says what has just been done, ``problem`` why something was not.
    """

    night: Night
    here: str
    table: str
    rows: list[SeatInfo]
    gone: list[SeatInfo]
    known: list[str]
    picked: SeatInfo | None
    opened: int | None
    buy: BuyForm
    player: PlayerForm
    adding: bool
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


def players_page(night: Night, refused: RefusedForm | None = None) -> PlayersPage:
    """Return the players page of a night, with what was refused, if anything."""
    refused = refused or RefusedForm()
    everyone = store.seats(night, with_left=True)
    seats = [seat for seat in everyone if not seat.left]
    names = {seat.name for seat in seats}
    added = take_messages("added")
    done = take_messages("done")
    buy_in = _last_buy_in()
    picked = request.args.get("swap", type=int) if request.method == "GET" else None
    house = refused.house or house_form(night.house_rules, without=HOUSE_WITH_STAKES)
    return PlayersPage(
        night=night,
        here=url_for("players.page", key=night.key),
        table=url_for("dealer.table", key=night.key),
        rows=seats,
        gone=[seat for seat in everyone if seat.left],
        known=[name for name in store.known_names() if name not in names],
        picked=next((seat for seat in seats if seat.id == picked), None),
        opened=refused.opened or request.args.get("seat", type=int),
        buy=refused.buy or BuyForm(buy_in),
        player=refused.player or PlayerForm(buy_in=buy_in),
        adding=bool(added) or refused.player is not None or not seats,
        stakes=refused.stakes or stakes_form(night.stakes, night.house_rules),
        stakes_open=refused.stakes is not None,
        stakes_words=stakes_words(night),
        limits=LIMITS,
        house=house_groups(house),
        house_open=refused.house is not None,
        house_words=_house_words(night),
        hand_running=running_game(night),
        in_play=sum(seat.in_play for seat in seats),
        problem=refused.problem,
        message=". ".join(message for message in (added, done) if message),
    )


def remember_buy_in(chips: int) -> None:
    """Offer as many chips to the next player who buys."""
    session[_BUY_IN] = chips


def _last_buy_in() -> str:
    return str(session.get(_BUY_IN, USUAL_BUY_IN))


def _house_words(night: Night) -> str:
    count = len(changed(night.house_rules).keys() - set(HOUSE_WITH_STAKES))
    return f"{count} changed" if count else "as usual"
