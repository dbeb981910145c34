"""The players page: seat and move players, sell chips, undo acts, and end the night."""

from __future__ import annotations

from flask import abort, flash, request, url_for
from werkzeug.wrappers import Response

from app.dataclass import replace
from app.night import nights
from app.night.acts import activity, queue, requests
from app.night.acts.activity import ActLine
from app.night.acts.people import Buy, ComeBack, Give, Leave, SitOut
from app.night.acts.queue import Pending
from app.night.models import Night
from app.night.people import seats
from app.night.people.seats import SeatInfo
from app.night.play import call
from app.night.validation import Problem, clean_name
from app.text import listing, sentence, whole_number
from app.web.forms.fields import Reading, read_number
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import coins_of, get_night_or_404, get_seat_or_404, hand_out_words, table_of
from app.web.http.night_forms import FROM_THE_NEXT_HAND, FormResult, NightForms
from app.web.http.pages import back_to, redirect_to
from app.web.http.security import form_token, posted_number
from app.web.players.page import EVERYBODY, LONGEST_WORD, PlayersPage, as_they_will_sit, read_player

blueprint = GuardedBlueprint("players", __name__, Who.DEALER, url_prefix="/n/<key>/night")
forms = NightForms(blueprint, "players/page.html", PlayersPage)


@blueprint.get("")
def page(key: str) -> Response:
    """Show the players as they sit, and everything that can be changed between hands."""
    return forms.show(get_night_or_404(key))


@forms.post("/seats")
def add(night: Night) -> FormResult | Response:
    """Seat players whose names were typed or picked."""
    player = read_player(request.form, chips_needed=night.tracked)
    if player.errors:
        return forms.show(night, 422, player=player)
    added = requests.add_players(night, player.names, player.chips, form=form_token())
    if isinstance(added, Problem):
        if added.field not in ("name", "buy_in"):
            return FormResult(added, player=player)
        return forms.show(night, 422, player=replace(player, errors={added.field: sentence(added.text)}))
    one, several = ("joins", "join") if isinstance(added, Pending) else ("sits down", "sit down")
    when = " from the next hand" if isinstance(added, Pending) else ""
    flash(
        f"{listing(player.names)} {several if len(player.names) > 1 else one}{when}",
        "done" if request.form.get("quick") else "added",
    )
    return back_to("players.page", key=night.key)


@forms.post("/seats/<int:seat>/sit-out")
def sit_out(night: Night, seat: SeatInfo) -> FormResult:
    """Sit a player out of the next hands."""
    act = SitOut(seat.id, seat.name)
    return FormResult(queue.do(night, act), act.line())


@forms.post("/seats/<int:seat>/come-back")
def come_back(night: Night, seat: SeatInfo) -> FormResult:
    """Deal a player in again."""
    act = ComeBack(seat.id, seat.name)
    return FormResult(queue.do(night, act), act.line())


@forms.post("/seats/<int:seat>/leave")
def leave(night: Night, seat: SeatInfo) -> FormResult:
    """Send a player home with their chips, after the current hand or during it."""
    if when := request.form.get("when", ""):
        folds = "folds out of turn" if when == "now" else "folds in turn"
        return FormResult(call.leave_now(night, seat.id, out_of_turn=when == "now"), f"{seat.name} {folds} and leaves")
    result = queue.do(night, Leave(seat.id, seat.name))
    with_chips = seat.stack is not None and not isinstance(result, Pending)
    chips = f" with {seat.stack}, having bought {seat.bought}" if with_chips else ""
    return FormResult(result, f"{seat.name} leaves{chips}")


@forms.post("/seats/<int:seat>/buy")
def buy(night: Night, seat: SeatInfo) -> FormResult | Response:
    """Sell a player more chips."""
    text = request.form.get("chips", "")
    chips, error = read_number(text, 1, 0)
    bought = None if error else queue.do(night, Buy(seat.id, seat.name, chips), form=form_token())
    if isinstance(bought, Problem):
        if bought.field != "buy_in":
            return FormResult(bought)
        error = sentence(bought.text)
    if error:
        return forms.show(night, 422, opened=seat.id, buy=Reading(text[:12], error))
    waits = FROM_THE_NEXT_HAND if isinstance(bought, Pending) else ""
    handed_out = hand_out_words(table_of(night), chips)
    return back_to("players.page", f"{seat.name} buys {chips} more{waits}{handed_out}", key=night.key)


@forms.post("/seats/<int:seat>/give")
def give(night: Night, seat: SeatInfo) -> FormResult | Response:
    """Hand chips from one player to another."""
    to = get_seat_or_404(night, request.form.get("to", type=int) or abort(400))
    text = request.form.get("chips", "")
    chips, error = read_number(text, 1, 0)
    gift = Give(seat.id, seat.name, to.id, to.name, chips, owed="settled" not in request.form)
    given = None if error else queue.do(night, gift, form=form_token())
    if isinstance(given, Problem) and given.field == "give":
        error = sentence(given.text)
    if error:
        return forms.show(night, 422, opened=seat.id, give=Reading(text[:12], error))
    return FormResult(given, gift.line())


@forms.post("/seats/<int:seat>/side")
def side(night: Night, seat: SeatInfo) -> FormResult | Response:
    """Pay a player chips outside the pots, from everyone or from one player."""
    chosen, text, why = request.form.get("from", ""), request.form.get("chips", ""), request.form.get("why", "")
    payer = None if chosen == EVERYBODY else get_seat_or_404(night, whole_number(chosen) or abort(400))
    chips, error = read_number(text, 1, 0)
    words = clean_name(why, longest=LONGEST_WORD) if why.strip() else ""
    if isinstance(words, Problem):
        error, words = sentence(words.text), ""
    from_one = None if payer is None else payer.id
    paid = None if error else requests.make_side_payment(night, seat.id, from_one, chips, words, form=form_token())
    if isinstance(paid, Problem) and paid.field == "side":
        error = sentence(paid.text)
    if error:
        return forms.show(night, 422, opened=seat.id, side=Reading(text[:12], error), side_why=why[:LONGEST_WORD])
    who = "everybody" if payer is None else payer.name
    return FormResult(paid, f"{seat.name} gets {chips} from {who}")


@forms.post("/seats/<int:seat>/move")
def move(night: Night, seat: SeatInfo) -> FormResult | Response:
    """Move a player one place up or down the list: counter-clockwise or clockwise."""
    step = {"up": -1, "down": 1}.get(request.form.get("way", "")) or abort(400)
    order = _order(night)
    place = order.index(seat.id)
    return _swap(night, order, place, min(max(place + step, 0), len(order) - 1))


@forms.post("/seats/<int:seat>/swap")
def swap(night: Night, seat: SeatInfo) -> FormResult | Response:
    """Swap the seats of two players."""
    other = get_seat_or_404(night, request.form.get("with", type=int) or abort(400))
    order = _order(night)
    return _swap(night, order, order.index(seat.id), order.index(other.id))


@forms.post("/dealer")
def dealer(night: Night) -> FormResult:
    """Move the dealer button to a player."""
    return FormResult(requests.set_dealer(night, posted_number("place")))


@forms.post("/draw")
def draw(night: Night) -> FormResult:
    """Draw the seats by lot, or who deals first."""
    if request.form.get("what") == "deal":
        return FormResult(requests.cut_for_deal(night, form=form_token()), "Cards are drawn for the deal")
    return FormResult(requests.draw_seats(night, form=form_token()), "The seats are drawn")


@forms.post("/acts/<int:line>/remove")
def remove(night: Night, line: ActLine) -> FormResult:
    """Remove a queued act."""
    return FormResult(queue.discard(night, line.id), f"Removed: {_words(night, line)}")


@forms.post("/acts/<int:line>/undo")
def undo(night: Night, line: ActLine) -> FormResult:
    """Undo an act, or say why it can no longer be undone."""
    words = _words(night, line)
    return FormResult(queue.undo_act(night, line.id, words), f"Taken back: {words}")


@forms.post("/end")
def end(night: Night) -> FormResult | Response:
    """End the night, and show how it ended."""
    problem = nights.end_night(night)
    return FormResult(problem) if problem is not None else redirect_to(url_for("money.page", key=night.key))


@forms.post("/reopen")
def reopen(night: Night) -> FormResult:
    """Reopen an ended night."""
    return FormResult(nights.reopen_night(night))


def _words(night: Night, line: ActLine) -> str:
    return line.act.line(coins_of(night))


def _order(night: Night) -> list[int]:
    """Return the seats as they will be, clockwise."""
    return [seat.id for seat in as_they_will_sit(seats.seats(night), activity.waiting(night.id))]


def _swap(night: Night, order: list[int], first: int, second: int) -> FormResult:
    """Swap two seats, unless the form was for another order, as when it is sent twice."""
    now = "-".join(map(str, order))
    if request.form.get("order", now) != now:
        return FormResult(None)
    order[first], order[second] = order[second], order[first]
    return FormResult(requests.rearrange_seats(night, order))
