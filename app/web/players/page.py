"""The players page: who sits where, the stakes and house rules, the night's log, and what was entered wrong."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from flask import Response, request, session, url_for

from app.games.house import HouseRules, Stakes, changed
from app.night.acts import activity
from app.night.acts.activity import ActLine
from app.night.models import Night
from app.night.people import persons
from app.night.people import seats as night_seats
from app.night.validation import LONGEST_NAME
from app.text import sentence
from app.web.forms.fields import FormData, FormSection, read_number
from app.web.forms.stakes import HOUSE_WITH_STAKES, LIMITS, StakesForm, house_form, house_groups, stakes_form
from app.web.http.lookup import USUAL_BUY_IN, asking_devices, coins_of, coming, following, guests
from app.web.http.pages import render, take_messages
from app.web.http.rights import is_host
from app.web.players.seats import hand_being_played, leaving_of, player_rows

#: How many lines of the log the page shows before it is asked for all.
SHORT_LOG = 12

#: What has become of an act, beside its line in the log.
STATUS = {
    "asked": "asked for",
    "waiting": "from the next hand",
    "undone": "taken back",
    "dropped": "removed before it was done",
    "failed": "not done",
}

_BUY_IN = "buy_in"
_BOUGHT_AT = "bought_at"


@dataclass(frozen=True, slots=True)
class PlayerForm:
    """A player to be seated: what was typed, the chips to buy, and by field what is wrong."""

    name: str = ""
    buy_in: str = ""
    chips: int = 0
    errors: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BuyForm:
    """Chips that a seated player buys or gives away: what was typed, and what is wrong with it."""

    value: str
    error: str = ""


@dataclass(frozen=True, slots=True)
class RulesForm:
    """Stakes and house rules as entered. Whatever of the form is open is sent with every way on.

    ``shown`` stands for those that the form had before anything was entered: what is sent unchanged is not to undo
    what was changed elsewhere meanwhile. ``now`` are those that hold for the next hand.
    """

    stakes: StakesForm
    house: FormSection
    now: tuple[Stakes, HouseRules]
    shown: str

    @property
    def ok(self) -> bool:
        """Whether everything that was entered is valid."""
        return self.stakes.stakes is not None and self.house.ok

    @property
    def house_values(self) -> dict[str, Any]:
        """The house rules as entered, those of the stakes too."""
        return {**changed(self.now[1]), **self.house.values, **self.stakes.house}

    @property
    def unchanged(self) -> bool:
        """Whether the form was sent as it was shown."""
        entered = self.stakes.stakes
        return entered is not None and self.shown == _fingerprint(entered, self.house_values)


@dataclass(frozen=True, slots=True)
class ActRow:
    """An act in words. ``status`` says what has become of it where it was not simply done, ``note`` why it failed.

    ``seat`` is the seat that it is about, if it is about one. ``by`` and ``at`` tell who entered it and when.
    """

    id: int
    words: str
    seat: int | None
    by: str
    at: str
    status: str
    note: str
    can_undo: bool
    can_remove: bool


@dataclass(frozen=True, slots=True)
class NightLog:
    """The latest lines of the night's log, or all; ``more`` tells that there are others."""

    rows: tuple[ActRow, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class Refused:
    """A request that was refused: why, and the forms to show again as they were filled in.

    ``opened`` is the seat whose own forms are to stay open.
    """

    problem: str = ""
    player: PlayerForm | None = None
    rules: RulesForm | None = None
    opened: int | None = None
    buy: BuyForm | None = None
    give: BuyForm | None = None


def show_players(night: Night, status: int = 200, refused: Refused | None = None) -> Response:
    """Show the players as they sit, and everything that can be changed, now or from the next hand on.

    ``picked`` is the seat to be swapped with another, ``opened`` the one whose forms are open: ``buy``, ``give`` and
    ``leaving``. ``adding`` puts the cursor into the form that seats somebody, ``known`` are names to be offered there.
    ``asked`` is what phones have asked for, ``asking`` are devices that want to open a phone's page, ``guests`` those
    that ask the host, where this is a host's device. ``waiting`` is done with the next hand, ``coming`` says so in one
    line, and ``failed`` could not be done.
    """
    here = url_for("players.page", key=night.key)
    follows = following(night, here)
    refused = refused or Refused()
    everyone = night_seats.seats(night, with_left=True)
    seats = [seat for seat in everyone if not seat.left]
    names = {seat.name for seat in seats}
    lines, live = activity.waiting(night.id), hand_being_played(night)
    rows = player_rows(night, seats, live, lines)
    opened = refused.opened or request.args.get("seat", type=int)
    opened_row = next((row for row in rows if row.seat.id == opened), None)
    picked = request.args.get("swap", type=int) if request.method == "GET" else None
    rules = refused.rules or rules_form(night, lines)
    stakes, house = rules.now
    stakes_words = stakes.words(house.last_bet)
    buy_in = _proposed_buy_in(night)
    added, done = take_messages("added"), take_messages("done")
    return render(
        "players/page.html",
        status,
        night=night,
        following=follows,
        here=here,
        table=url_for("dealer.table", key=night.key),
        rows=rows,
        gone=[seat for seat in everyone if seat.left],
        known=[] if night.example else [name for name in persons.known_names() if name not in names],
        picked=next((seat for seat in seats if seat.id == picked), None),
        opened=opened,
        buy=refused.buy or BuyForm(str(opened_row.buys) if opened_row else buy_in),
        give=refused.give or BuyForm(""),
        leaving=leaving_of(opened_row, live) if opened_row else None,
        player=refused.player or PlayerForm(buy_in=buy_in),
        longest=LONGEST_NAME,
        adding=bool(added) or refused.player is not None or not seats,
        asking=asking_devices(night),
        guests=guests(night) if is_host() and night.ended_at is None and not night.example else (),
        asked=_coming_rows(night, (line for line in lines if line.status == "asked")),
        waiting=_coming_rows(night, (line for line in lines if line.status == "waiting")),
        failed=_coming_rows(night, activity.failed(night.id)),
        coming=coming(night, lines),
        log=_night_log(night, whole=request.args.get("log") == "all"),
        log_open="log" in request.args,
        out_of_chips=[row.seat.name for row in rows if row.out_of_chips and not live],
        shown=rules.shown,
        stakes=rules.stakes,
        stakes_open=refused.rules is not None and rules.stakes.stakes is None,
        stakes_words=stakes_words,
        limits=LIMITS,
        house=house_groups(rules.house),
        house_open=refused.rules is not None and not rules.house.ok,
        house_words=_house_words(changed(house)),
        hand_running=live.hand.game_name if live is not None else "",
        in_play=sum(seat.in_play for seat in seats),
        problem=refused.problem,
        message=". ".join(message for message in (added, done) if message),
        worth=night.played_for,
        stakes_in_money=night.played_for.in_money(stakes_words),
        usual_buy_in=buy_in,
        buy_in_words=hand_out_words(night, int(buy_in), len(seats)),
    )


def read_player(form: FormData, *, chips_needed: bool) -> PlayerForm:
    """Read a player's name, and the buy-in where chips are tracked. The night has the last word on a name."""
    name = form.get("quick") or form.get("name", "")
    name, buy_in = " ".join(name.split()), form.get("buy_in", "").strip()
    errors = {} if name else {"name": "Enter a name"}
    chips = 0
    if chips_needed:
        chips, error = read_number(buy_in, 1, 0)
        errors |= {"buy_in": error} if error else {}
    return PlayerForm(name[:100], buy_in[:12], chips, errors)


def rules_form(night: Night, lines: Sequence[ActLine], form: FormData | None = None) -> RulesForm:
    """Return the form for the stakes and rules of the next hand, with what was entered read over them."""
    now = (activity.coming_stakes(night, lines), activity.coming_house(night, lines))
    shown = (form.get("shown") if form is not None else None) or _fingerprint(now[0], changed(now[1]))
    house = house_form(now[1], form, without=HOUSE_WITH_STAKES)
    return RulesForm(stakes_form(*now, form), house, now, shown[:20])


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


def _house_words(house: Mapping[str, object]) -> str:
    count = len(house.keys() - set(HOUSE_WITH_STAKES))
    return f"{count} changed" if count else "as usual"


def _night_log(night: Night, *, whole: bool) -> NightLog:
    coins = coins_of(night)
    lines = activity.night_log(night.id, None if whole else SHORT_LOG + 1)
    shown = lines if whole else lines[:SHORT_LOG]
    return NightLog(_act_rows(shown, lambda line: line.act.line(coins)), len(shown) < len(lines))


def _coming_rows(night: Night, lines: Iterable[ActLine]) -> tuple[ActRow, ...]:
    coins = coins_of(night)
    return _act_rows(lines, lambda line: sentence(line.act.coming(coins)))


def _act_rows(lines: Iterable[ActLine], words: Callable[[ActLine], str]) -> tuple[ActRow, ...]:
    return tuple(
        ActRow(
            id=line.id,
            words=words(line),
            seat=getattr(line.act, "seat", None),
            by=line.by,
            at=f"{line.at.astimezone():%H:%M}",
            status=STATUS.get(line.status, ""),
            note=line.note,
            can_undo=line.can_undo,
            can_remove=line.status == "waiting",
        )
        for line in lines
    )


def _fingerprint(stakes: Stakes, house: Mapping[str, Any]) -> str:
    usual = asdict(HouseRules())
    differing = sorted((name, value) for name, value in house.items() if value != usual.get(name))
    values = repr((sorted(asdict(stakes).items()), differing))
    return hashlib.sha256(values.encode()).hexdigest()[:20]
