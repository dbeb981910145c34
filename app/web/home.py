"""The start page: a form that starts a night, and the nights that this browser may see.

A device becomes a host's by entering the code or asking a host. A guest's page polls for the answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from flask import redirect, request, url_for
from itsdangerous import BadSignature
from werkzeug.wrappers import Response

from app.dataclass import dataclass, replace
from app.games.house import DEFAULT_STAKES
from app.money.amounts import currency_names
from app.night.access.grants import MAX_DEVICE_NAME_LENGTH
from app.night.access.rights import GUEST, has_had_host, is_unclaimed
from app.night.example import remove_night
from app.night.ledger import count_open
from app.night.models import CLUB, Night, Seat, random_key
from app.night.next_evening import next_evening
from app.night.nights import OVER_AFTER, count_nights, current_hand, last_hand, last_night, night_by_key, start_night
from app.night.people.roster import person_of
from app.night.people.seats import hands_played, seats
from app.night.start_like import night_to_repeat, repeat_night
from app.night.validation import Problem
from app.text import counted, full_sentence, listing, sentence
from app.web.forms.fields import FieldValue
from app.web.forms.money import read_worth
from app.web.forms.stakes import default_name
from app.web.http import browser, guesses
from app.web.http.gate import GuardedBlueprint, Who, only_for
from app.web.http.lookup import count_in_play, get_own_night_or_404, guests, players_text, stakes_text, table_of
from app.web.http.pages import back_to, redirect_to, render, render_page
from app.web.http.security import signer

#: Open and ended nights shown; the others are folded up.
OPEN_SHOWN = 6
ENDED_SHOWN = 3
#: The most open nights, and the most of the latest, on a host's page; :mod:`app.web.nights` lists all.
LISTED = 50


@dataclass(frozen=True, slots=True)
class NightForm:
    """The form that starts a night: its name with its ``error``, and whether chips are tracked.

    ``worth``: what a chip is worth, as typed, if the night is played for money.
    """

    name: str = ""
    tracked: bool = True
    error: str = ""
    currency: str = ""
    worth: str = ""
    worth_error: str = ""


class HomePage:
    """The start page, with its forms as entered: ``new_night``, ``host_code``, and ``ask`` for a request to a host.

    ``may_host``: whether this browser is a host's, or becomes the first host's by starting a night. ``hostless``:
    whether there is no host to ask. ``asked``: whether this browser has asked. ``unclaimed``: whether imported nights
    have no host yet. ``guests``: the devices that ask a host. ``planned``: the next evening. ``last``: the night to
    repeat, None without one of at least two players. ``running``: open nights with the hand on the table. ``ended``:
    the latest ended nights. ``others``: more nights, of ``more`` in all, folded up. ``start_token``: the signed key of
    the night to start.
    """

    longest = MAX_DEVICE_NAME_LENGTH
    new_night, host_code, ask = NightForm(), FieldValue(""), FieldValue("")

    def __init__(self, **entered: object) -> None:
        vars(self).update(entered)
        nights, self.is_host, self.may_host = browser.visible_nights(LISTED), browser.is_host(), browser.may_host()
        running = [night for night in nights if night.ended_at is None][:OPEN_SHOWN]
        self.running = [(night, current_hand(night)) for night in running]
        self.ended = [night for night in nights if night.ended_at is not None][:ENDED_SHOWN]
        shown = {night.id for night in (*running, *self.ended)}
        self.others = [night for night in nights if night.id not in shown]
        self.more = (count_nights() if self.is_host else len(nights)) - len(shown)
        last = night_to_repeat(nights) if self.may_host else None
        self.last = LastNight(*last) if last is not None else None
        self.start_token, self.default_name = signer("start").dumps(random_key()), default_name()
        before = last_night() if self.may_host else None
        self.stakes = DEFAULT_STAKES.words() if before is None else stakes_text(before)
        self.currencies = currency_names()
        self.hostless = not self.may_host and not has_had_host()
        self.unclaimed = is_unclaimed()
        self.asked = browser.rights().guest == "asked"
        self.guests = guests() if self.is_host else []
        self.planned = next_evening() if self.is_host else None
        self.example = browser.remembered_example()


def show_home(status: int = 200, **entered: object) -> Response:
    """Show the start page, with refused forms as they were entered."""
    return render_page("home/page.html", HomePage(**entered), status)


class LastNight:
    """The night to repeat.

    ``under_way``: whether it is still being played. ``playing``: whether a hand is on its table. ``ended``: how many
    hands were played, and who won. ``open``: how many payments are open. ``people``: the players to seat, clockwise.
    ``terms``: the stakes and buy-ins.
    """

    def __init__(self, night: Night, players: Mapping[Seat, int]) -> None:
        self.night, self.ended, self.terms = night, _ended(night), _terms(night, set(players.values()))
        unpaid = count_open(night.id)
        self.open = f"{counted(unpaid, 'payment')} still unpaid" if unpaid else ""
        self.under_way = night.ended_at is None and datetime.now(UTC) - night.started_at < OVER_AFTER
        self.playing = current_hand(night) is not None
        self.people = [person_of(seat.player) for seat in players]


def _ended(night: Night) -> str:
    table = table_of(night)
    hands, rows = table.hands_played, table.standings
    if not hands:
        return "No hand was played." if night.ended_at else "No hand has finished yet."
    best = rows[0]
    if night.tracked:
        winners = [row.seat.name for row in rows if row.seat.net == best.seat.net > 0]
        won = f"{listing(winners)} won {best.seat.net}" if winners else "all even"
    else:
        winners = [row.seat.name for row in rows if row.hands == best.hands > 0]
        won = f"{listing(winners)} won {best.hands} of them" if winners else "nobody won"
    if len(winners) > 1:
        won += " each"
    so_far = " so far" if night.ended_at is None else ""
    return f"{counted(hands, 'hand')}{so_far}; {won}."


def _terms(night: Night, chips: set[int]) -> str:
    """Return the stakes, with the buy-ins of these chips if they are tracked."""
    stakes = stakes_text(night)
    if not night.tracked:
        return stakes
    if len(chips) > 1:
        return f"the same buy-ins, {stakes}"
    (each,) = chips
    money = night.played_for.money(each)
    return f"{each} each{f' ({money})' if money else ''}, {stakes}"


blueprint = GuardedBlueprint("home", __name__, Who.ANYBODY)

WAITING = "The host has been asked. Keep this page open: it continues by itself."
REFUSED = "Talk to the host. After an hour you can ask again from the start page."


@blueprint.get("/")
def page() -> Response:
    """Show the form that starts a night, and the nights to go back to."""
    return show_home()


@blueprint.post("/")
@only_for(Who.HOST)
def start() -> Response:
    """Start a night, named after its day by default, and go to its players."""
    name = " ".join(request.form.get("name", "").split()) or default_name()
    tracked = request.form.getlist("tracked")[-1:] != ["0"]
    typed = NightForm(
        request.form.get("name", "")[:200],
        tracked,
        currency=request.form.get("currency", "")[:3],
        worth=request.form.get("worth", "")[:20],
    )
    code, coins, errors = read_worth(typed.currency, typed.worth) if typed.currency else ("", 0, {})
    if errors:
        return show_home(422, new_night=replace(typed, worth_error=" ".join(errors.values())))
    last = last_night()
    stakes, house, chips = (DEFAULT_STAKES, {}, ()) if last is None else (last.stakes, last.house, last.chips)
    night = start_night(name, stakes, house, tracked, code, coins, chips=chips, key=_key_to_start(name, tracked))
    if isinstance(night, Problem):
        if night.field in ("currency", "worth"):
            return show_home(422, new_night=replace(typed, worth_error=sentence(night.text)))
        return show_home(422, new_night=replace(typed, name=name[:200], error=sentence(night.text)))
    browser.remember_night(night.key)
    return back_to("players.page", key=night.key)


@blueprint.post("/again")
@only_for(Who.HOST)
def again() -> Response:
    """Start a night like the last one, and go to its first call."""
    key = _key_on_page()
    night: Night | Problem | None = night_by_key(key) if key else None
    if not isinstance(night, Night) or night.ended_at is not None or last_hand(night.id) is not None:
        last = night_to_repeat(browser.visible_nights(LISTED))
        if last is None:
            return back_to("home.page")
        night = repeat_night(last[0], default_name(), key="" if night else key)
    if isinstance(night, Problem):
        return show_home(422, new_night=NightForm(error=sentence(night.text)))
    browser.remember_night(night.key)
    return back_to("call.page" if count_in_play(table_of(night)) > 1 else "players.page", key=night.key)


@blueprint.get("/nights/<int:night_id>/remove")
@only_for(Who.HOST)
def confirm_remove(night_id: int) -> Response:
    """Ask the host to confirm removing a night, and say what is removed with it."""
    night = get_own_night_or_404(night_id)
    return render(
        "home/remove.html",
        night=night,
        hands=hands_played(night.id),
        players=players_text(len(seats(night, with_left=True))),
        money=bool(night.currency),
    )


@blueprint.post("/nights/<int:night_id>/remove")
@only_for(Who.HOST)
def remove(night_id: int) -> Response:
    """Remove a night for good."""
    night = get_own_night_or_404(night_id)
    name = night.name
    remove_night(night.id)
    return back_to("home.page", f"{name} is removed")


def _key_on_page() -> str:
    """Return the key in the form for the new night, so that a form sent twice starts one night."""
    try:
        return str(signer("start").loads(request.form.get("start", "")))
    except BadSignature:
        return ""


def _key_to_start(name: str, tracked: bool) -> str:
    """Return the key on the page; empty, for a new key, if that night has other settings, players, or has ended.

    In that case the same page has started another night.
    """
    key = _key_on_page()
    night = night_by_key(key) if key else None
    if night is None:
        return key
    same = night.name == name and night.tracked == tracked and night.ended_at is None
    return key if same and not seats(night, with_left=True) else ""


@blueprint.get("/host/<code>")
def code(code: str) -> Response:
    """Offer to enter the code in this address, which is that of the printed QR code."""
    if not browser.is_host_code(code):
        return _wrong(code)
    return render("home/code.html", code=code, at_once=not browser.is_link_preview())


@blueprint.post("/host")
def enter() -> Response:
    """Make this device a host's if the code is right."""
    entered = request.form.get("code", "")
    lets_in = browser.enter_host_code(entered) or browser.is_host()
    return redirect_to(url_for("home.page")) if lets_in else _wrong(entered)


@blueprint.post("/ask")
def ask() -> Response:
    """Ask the host to let this device in."""
    name = request.form.get("name", "")
    if problem := guesses.ask_for(GUEST, CLUB, name):
        error = full_sentence(problem.text)
        return show_home(422 if problem.field == "name" else 409, ask=FieldValue(name[:100], error))
    return redirect(url_for("home.asked"), 303)


@blueprint.get("/ask")
def asked() -> Response:
    """Show that the host has been asked, or the answer, for the page that polls this."""
    if browser.rights().guest == "asked":
        return render("home/asked.html", title="Waiting for the host", text=WAITING, waits=True)
    if browser.rights().guest == "refused":
        return render("home/asked.html", title="The answer was no", text=REFUSED, waits=False)
    nights = [] if browser.is_host() else browser.visible_nights()
    night = next((night for night in nights if night.id in browser.rights().deals and night.ended_at is None), None)
    if night is None:
        return redirect_to(url_for("home.page"))
    return redirect_to(url_for("dealer.table" if current_hand(night) else "players.page", key=night.key))


def _wrong(entered: str) -> Response:
    error = "That is not the code" if entered.strip() else "Enter the code"
    return show_home(422, host_code=FieldValue(entered[:40], error))
