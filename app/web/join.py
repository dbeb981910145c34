"""Request a seat by the code on the television: pick or type a name, then wait for the dealer's yes.

Once seated, the page redirects to the player's phone link, which is the same for all nights. A player who has a seat
already requests access to that page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from flask import abort, request, url_for
from itsdangerous import BadSignature
from werkzeug.wrappers import Response

from app.dataclass import dataclass, replace
from app.night import links
from app.night.access import grants
from app.night.access.grants import ASKED_TOO_OFTEN, REFUSED, Access
from app.night.access.rights import PHONE, SEAT
from app.night.acts import joining, queue
from app.night.acts.joining import SeatRequest
from app.night.models import Night
from app.night.people.roster import Person
from app.night.people.seats import SeatInfo
from app.night.validation import Problem
from app.text import full_sentence, sentence
from app.web.forms.fields import FormData, read_number
from app.web.http import guesses
from app.web.http.browser import device_label, device_token, sign_in_as
from app.web.http.errors import error_page
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import get_seat_or_404, stakes_text, table_of
from app.web.http.pages import back_to, render
from app.web.http.security import form_token, signer

blueprint = GuardedBlueprint("join", __name__, Who.LINK, url_prefix="/j")

OVER = ("The night is over", "Nobody can sit down any more tonight. The next night has its own code.")


@dataclass(frozen=True, slots=True)
class SeatForm:
    """The form for a seat as entered: a name picked or typed, the chips, and errors by field."""

    picked: str = ""
    new: str = ""
    buy_in: str = ""
    chips: int = 0
    errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name; a typed one overrides a picked one."""
        return self.new or self.picked


@blueprint.get("/<code>")
def page(code: str) -> Response:
    """Show the form for a seat; for htmx, the names that begin with the typed letters."""
    night = _night_or_404(code)
    if "HX-Request" in request.headers:
        return render("join/_names.html", field="found", names=_found(night))
    return error_page(200, *OVER, start=False) if night.ended_at else _show(night)


@blueprint.post("/<code>")
def ask(code: str) -> Response:
    """Request a seat, or the page of a player who has one, and go to the page that waits for the answer."""
    night = _night_or_404(code)
    if night.ended_at:
        return error_page(409, *OVER, start=False)
    form = read_seat(request.form, tracked=night.tracked)
    if form.errors:
        return _show(night, 422, form)
    if (seat := joining.seat_named(night, form.name)) is not None:
        return _ask_for_page(night, seat, form)
    line: int | Problem = ASKED_TOO_OFTEN
    if not guesses.seconds_to_wait("seats"):
        line = joining.ask_for_seat(night, form.name, form.chips, form=form_token())
    token = line if isinstance(line, Problem) else grants.ask(SEAT, line, device_token(), device_label())
    if isinstance(token, Problem):
        about = "buy_in" if token.field == "buy_in" else "name"
        return _show(night, 422, replace(form, errors={about: sentence(token.text)}))
    guesses.count("seats")
    sign_in_as(token)
    return back_to("join.asked", token=signer("seat").dumps(line))


@blueprint.post("/<code>/phone/<int:seat>")
def ask_for_page(code: str, seat: int) -> Response:
    """Request a seated player's page on this phone."""
    night, own = _seat_or_404(code, seat)
    return _ask_for_page(night, own, _proposed(night))


@blueprint.get("/<code>/phone/<int:seat>")
def page_asked_for(code: str, seat: int) -> Response:
    """Show the answer to a request for a player's page, or redirect to the page after a yes."""
    night, own = _seat_or_404(code, seat)
    access = grants.access(PHONE, own.player_id, device_token())
    if access.holds:
        return back_to("phone.page", key=own.key)
    if access.own not in ("asked", "refused"):
        return back_to("join.page", code=code)
    title, text = _page_text(own.name, access)
    withdraw = url_for("join.withdraw_page", code=code, seat=seat) if access.own == "asked" else ""
    return render("join/asked.html", night=night, title=title, text=text, withdraw=withdraw, again=False)


@blueprint.post("/<code>/phone/<int:seat>/withdraw")
def withdraw_page(code: str, seat: int) -> Response:
    """Withdraw a request for a player's page."""
    _, own = _seat_or_404(code, seat)
    grants.withdraw(PHONE, own.player_id, device_token())
    return back_to("join.page", "Your request is withdrawn", code=code)


@blueprint.get("/asked/<token>")
def asked(token: str) -> Response:
    """Show the answer to a request for a seat, or redirect to the phone's page once seated."""
    asked_seat = _request_or_404(token)
    if asked_seat.answer == "seated":
        return back_to("phone.page", key=asked_seat.key)
    title, text = _words(asked_seat)
    return render(
        "join/asked.html",
        night=asked_seat.night,
        title=title,
        text=text,
        withdraw=url_for("join.withdraw", token=token) if asked_seat.answer in ("asked", "waiting") else "",
        again=asked_seat.answer in ("dropped", "failed") and asked_seat.night.ended_at is None,
    )


@blueprint.post("/asked/<token>/withdraw")
def withdraw(token: str) -> Response:
    """Withdraw a request for a seat."""
    asked_seat = _request_or_404(token)
    if asked_seat.answer in ("asked", "waiting") and queue.discard(asked_seat.night, asked_seat.line) is None:
        return back_to("join.page", "Your request for a seat is withdrawn", code=asked_seat.night.join_code)
    return back_to("join.asked", token=token)


def read_seat(form: FormData, *, tracked: bool) -> SeatForm:
    """Read the form for a seat, with the chips to buy if chips are tracked.

    A name picked from those found replaces the typed letters.
    """
    picked, new = (" ".join(form.get(name, "").split()) for name in ("name", "new"))
    new = form.get("found", "").strip() or new
    errors = {} if picked or new else {"name": "Pick your name, or type it"}
    buy_in, chips = form.get("buy_in", "").strip(), 0
    if tracked:
        chips, error = read_number(buy_in, 1, 0)
        errors |= {"buy_in": error} if error else {}
    return SeatForm(picked[:100], new[:100], buy_in[:12], chips, errors)


def _found(night: Night) -> list[Person]:
    """Return the people whose names begin with the typed letters; empty after the night, and beyond the limit."""
    if night.ended_at or guesses.seconds_to_wait("names"):
        return []
    guesses.count("names")
    return joining.find_unseated_people(night, request.args.get("new", "")[:100])


def _ask_for_page(night: Night, seat: SeatInfo, form: SeatForm) -> Response:
    if night.ended_at:
        return error_page(409, *OVER, start=False)
    token = joining.ask_for_page(night, seat, device_token(), device_label())
    if isinstance(token, str):
        sign_in_as(token)
    elif token != REFUSED:
        return _show(night, 422, replace(form, errors={"name": sentence(token.text)}))
    return back_to("join.page_asked_for", code=night.join_code, seat=seat.id)


def _proposed(night: Night) -> SeatForm:
    return SeatForm(buy_in=str(table_of(night).buy_ins.usual))


def _show(night: Night, status: int = 200, form: SeatForm | None = None) -> Response:
    """Show the form for a seat.

    ``names``: last time's players who have no seat yet. ``seated``: the players who can request their page here.
    """
    return render(
        "join/page.html",
        status,
        night=night,
        names=joining.players_of_previous_night(night),
        seated=joining.players_without_phone(night),
        form=form or _proposed(night),
        stakes=stakes_text(night),
    )


def _night_or_404(code: str) -> Night:
    return links.night_by_join_code(code) or abort(404)


def _seat_or_404(code: str, seat: int) -> tuple[Night, SeatInfo]:
    night = _night_or_404(code)
    return night, get_seat_or_404(night, seat)


def _request_or_404(token: str) -> SeatRequest:
    try:
        seat = signer("seat").loads(token)
    except BadSignature:
        abort(404)
    line = seat if isinstance(seat, int) else seat[1]  # version 0.2 put the id of its one club first
    return joining.seat_request(line) or abort(404)


def _words(asked: SeatRequest) -> tuple[str, str]:
    match asked.answer:
        case "asked":
            who = f"{asked.name} with {asked.chips}" if asked.night.tracked else asked.name
            return "The dealer has been asked", f"{who}. Keep this page open: it continues when the dealer says yes."
        case "waiting":
            return "You are in", "You will be seated when this hand is over. Keep this page open."
        case "dropped":
            return "Not this time", "You did not get the seat. Talk to the dealer, or ask again."
        case "failed":
            return "That did not work", full_sentence(asked.why) if asked.why else "Talk to the dealer."
        case _:
            return "This is over", 'The dealer has your link, under "Television and phones".'


def _page_text(name: str, access: Access) -> tuple[str, str]:
    if access.own == "refused":
        return "Not this time", f"{name}'s page stays closed here. Talk to the dealer, or ask again in an hour."
    asked = "The dealer has been asked"
    if access.claimed:
        return asked, f"{name}'s page is open on another phone, which has been asked too. Keep this page open."
    return asked, f"{name} has a seat: {name}'s page opens here when the dealer says yes. Keep this page open."
