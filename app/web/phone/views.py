"""A player's phone, by their link: what they may see, their sealed answers, and their requests to the dealer."""

from __future__ import annotations

from flask import abort, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from app.dataclass import replace
from app.night import nights, screens
from app.night.acts import requests
from app.night.acts.people import Buy, ComeBack, SitOut
from app.night.acts.queue import ActResult
from app.night.history.hands import person_records
from app.night.log.replay import Broken, LiveHand, Posted, Refused, Repeated
from app.night.models import Night
from app.night.next_evening import ANSWERS, next_evening, set_answer
from app.night.people import changing
from app.night.play import taps
from app.night.play.taps import QuestionClosed
from app.night.screens import PhoneScreen, Screen
from app.night.validation import Problem
from app.text import full_sentence
from app.web.forms.fields import read_number
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import Following, last_live
from app.web.http.pages import DRAWN_PAGES, as_file, back_to, render
from app.web.http.payment_methods import PaymentMethodFields, payment_method_fields, posted_payment_method
from app.web.http.security import posted_number
from app.web.pad.tap import NotATap, read_tap
from app.web.phone.access import held
from app.web.phone.page import PhonePage
from app.web.table.sheet import sheet_of

#: The template of the parts that change.
PARTS = "phone/_parts.html"

#: The values about a posted form if none was posted.
NOTHING_POSTED = {"wrong": "", "typed": "", "answered": False, "refused": "", "chips": "", "requested": False}


class DrawnPhone:
    """A phone that a stream pushes: that of a link, on the device with this token.

    Its player and its access are looked up once per state of the table, which any change of access changes.
    """

    def __init__(self, key: str, token: str) -> None:
        self._key, self._token = key, token
        self._phone: PhoneScreen | None = None
        self._requests: tuple[object, Markup] = (None, Markup())

    def parts(self, screen: Screen) -> str:
        """Return the changing parts of the phone; empty if its device has no access, or for another night."""
        phone = self._phone
        if phone is None or phone.screen.table is not screen.table:
            self._phone = phone = screens.phone_screen(self._key, self._token)
        if phone is None or not phone.access.holds or phone.screen.table.id != screen.table.id:
            return ""
        page = PhonePage(replace(phone, screen=screen))
        return render_template(PARTS, phone=page, drawn_requests=self._draw_requests(page), **NOTHING_POSTED)

    def _draw_requests(self, page: PhonePage) -> Markup:
        """Return the part with the player's requests, cached since taps do not change it."""
        shown, drawn = self._requests
        if shown != (of := (page.requests and vars(page.requests), page.worth)):
            drawn = Markup(render_template("phone/_requests.html", phone=page, **NOTHING_POSTED))
            self._requests = (of, drawn)
        return drawn


blueprint = GuardedBlueprint("phone", __name__, Who.LINK, url_prefix="/p/<key>")
DRAWN_PAGES["phone"] = lambda key, token: DrawnPhone(key, token).parts

OVER = "That hand is over. This is the table now."
NOT_IN = "You are not in this hand."
BEING_CORRECTED = "The dealer is correcting this hand. Wait a moment."
NO_ANSWER = "That does not answer this question."


@blueprint.get("")
def page(key: str) -> Response:
    """Show a player's phone or, for htmx, the parts that change."""
    return _show(held(key))


@blueprint.get("/rules")
def rules(key: str) -> Response:
    """Show the rules of the game being played; between hands, those of the last game."""
    screen = held(key).screen
    hand, live = screen.table.last_hand, last_live(screen)
    state = "" if hand is None or not hand.finished else "The last hand"
    sheet = sheet_of(live.hand.game_name, live.state) if live is not None else None
    return render("phone/rules.html", key=key, following=Following(key, screen), state=state, sheet=sheet)


@blueprint.get("/hands.phhs")
def hands(key: str) -> Response:
    """Send the records of all hands that the player was dealt into, of all nights."""
    return as_file(person_records(held(key).seat.player_id).text, "application/toml", "my-hands.phhs")


@blueprint.post("/answer")
def answer(key: str) -> Response:
    """Enter the player's answer to a sealed question."""
    phone = held(key)
    hand_id, question = posted_number("hand"), posted_number("question")
    hand = phone.screen.table.hand
    if hand is None or hand.id != hand_id:
        return _show(phone, OVER, 409)
    live = phone.screen.live(hand)
    if isinstance(live, Broken):
        return _show(phone, BEING_CORRECTED, 409)
    if phone.seat.id not in live.hand.seat_ids:
        return _show(phone, NOT_IN, 409)
    return _take_answer(phone, live, question)


@blueprint.get("/paid")
@blueprint.post("/paid")
def paid(key: str) -> Response:
    """Ask the player how they are paid, and store the answer."""
    player_id = held(key).seat.player_id
    if request.method == "GET":
        return render("phone/paid.html", key=key, method=payment_method_fields(changing.payment_method_of(player_id)))
    method = posted_payment_method()
    if isinstance(method, PaymentMethodFields):
        return render("phone/paid.html", 422, key=key, method=method)
    changing.set_payment_method(player_id, method)
    return back_to("phone.page", key=key)


@blueprint.post("/comes")
def comes(key: str) -> Response:
    """Store whether the player will come to the next evening."""
    player_id, posted = held(key).seat.player_id, request.form.get("comes", "")
    said = next((answer for answer in ANSWERS if answer == posted), None)
    if said is None:
        abort(400)
    set_answer(player_id, said, request.form.get("evening", ""))
    return back_to("phone.page", key=key)


@blueprint.get("/evening.ics")
def calendar(key: str) -> Response:
    """Send the next evening for a calendar, except to a phone of an example, which may be anybody's."""
    planned = None if held(key).screen.table.example else next_evening()
    if planned is None:
        abort(404)
    return as_file(planned.calendar(), "text/calendar", "evening.ics")


@blueprint.post("/wish/buy")
def buy(key: str) -> Response:
    """Ask for more chips."""
    phone, seen = held(key), posted_number("seen")
    chips, error = read_number(request.form.get("chips", ""), 1, 0)
    if error:
        return _show(phone, status=422, refused=f"{error}.")
    return _ask(phone, seen, Buy(phone.seat.id, phone.seat.name, chips))


@blueprint.post("/wish/sit-out")
def sit_out(key: str) -> Response:
    """Ask not to be dealt in for a while."""
    phone = held(key)
    return _ask(phone, posted_number("seen"), SitOut(phone.seat.id, phone.seat.name))


@blueprint.post("/wish/come-back")
def come_back(key: str) -> Response:
    """Ask to be dealt in again."""
    phone = held(key)
    return _ask(phone, posted_number("seen"), ComeBack(phone.seat.id, phone.seat.name))


@blueprint.post("/wish/withdraw")
def withdraw(key: str) -> Response:
    """Withdraw a request."""
    phone = held(key)
    return _requested(phone, requests.withdraw(_night(phone), phone.seat.id, posted_number("line")))


def _night(phone: PhoneScreen) -> Night:
    return nights.night_by_id(phone.screen.table.id)


def _ask(phone: PhoneScreen, seen: int, act: Buy | SitOut | ComeBack) -> Response:
    return _requested(phone, requests.request_from_phone(_night(phone), act, seen))


def _requested(phone: PhoneScreen, result: ActResult | None) -> Response:
    if isinstance(result, Problem):
        status = 422 if result.field == "buy_in" else 409
        return _show(held(phone.key), status=status, refused=full_sentence(result.text))
    return _shown_or_sent_back(phone)


def _take_answer(phone: PhoneScreen, live: LiveHand, question: int) -> Response:
    tapped = read_tap(live.state, request.form)
    if isinstance(tapped, NotATap):
        return _show(phone, tapped.reason, 422)
    if not isinstance(tapped, tuple) or len(tapped) != 1:
        return _show(phone, NO_ANSWER, 422)
    match taps.answer_sealed(live.hand.id, question, live.hand.seat_ids.index(phone.seat.id), tapped[0]):
        case Posted() | Repeated():
            return _shown_or_sent_back(phone)
        case QuestionClosed(reason=reason):
            return _show(phone, full_sentence(reason), 409)
        case Refused(reason=reason):
            return _show(phone, full_sentence(reason), 422)
        case _:
            return _show(phone, BEING_CORRECTED, 409)


def _shown_or_sent_back(phone: PhoneScreen) -> Response:
    """Respond to an accepted form with the parts that change; without a script, redirect to the page."""
    if "HX-Request" in request.headers:
        return _show(phone)
    return back_to("phone.page", key=phone.key)


def _show(phone: PhoneScreen, wrong: str = "", status: int = 200, *, refused: str = "") -> Response:
    """Show the page, or its parts for htmx, with the reason why an answer (``wrong``) or a request was ``refused``."""
    name = PARTS if "HX-Request" in request.headers else "phone/page.html"
    posted = request.endpoint if request.method == "POST" else ""
    if posted:
        phone = replace(phone, screen=screens.screen_of(phone.screen.table.id))  # the state after the post
    return render(
        name,
        status,
        phone=PhonePage(phone),
        drawn_requests="",
        wrong=wrong,
        typed=request.form.get("amount", "").strip()[:9] if wrong else "",
        answered=posted == "phone.answer",
        refused=refused,
        chips=request.form.get("chips", "").strip()[:9] if refused else "",
        requested=bool(posted) and posted != "phone.answer",
    )
