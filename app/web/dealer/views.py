"""The dealer's screen: show the next prompt, enter taps, undo and redo them."""

from __future__ import annotations

from dataclasses import asdict

from flask import abort, flash, g, redirect, request, url_for
from werkzeug.wrappers import Response

from app.cards.card import CardError, parse_cards
from app.dataclass import replace
from app.games.house import HouseRules
from app.hand.notation import parse_action
from app.night.access import grants
from app.night.access.rights import PHONE
from app.night.acts import queue
from app.night.acts.activity import act_line_by_id, leaving_seats
from app.night.acts.people import Buy, Leave, SitOut
from app.night.log.entries import HandInfo
from app.night.log.replay import AlreadyAnswered, Broken, LiveHand, Posted, Refused, Stale, TapResult
from app.night.models import Night
from app.night.play import call
from app.night.play.games import all_games, own_games_at
from app.night.play.taps import post, redo, undo
from app.night.screens import Screen, screen_by_key, screen_of
from app.night.validation import Problem
from app.text import full_sentence, listing, sentence, whole_number
from app.web.dealer.page import GOES_ROUND, DealerPage, Notice, nearest, shows_hints, turn_table
from app.web.forms.game import called_query
from app.web.forms.stakes import house_changes, stakes_form, typed_stakes
from app.web.http.addresses import game_address, with_query
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import coins_of, get_night_or_404, get_phone_or_409, out_of_chips
from app.web.http.pages import back_to, back_to_referrer, redirect_to, render
from app.web.http.security import posted_number
from app.web.pad.parts import EARLY, EVEN, Focus, read_focus
from app.web.pad.showdown import taken_back, typed_parts
from app.web.pad.tap import NotATap, read_tap
from app.words.actions import describe

blueprint = GuardedBlueprint("dealer", __name__, Who.DEALER, url_prefix="/n/<key>")

BEHIND = "Someone else entered that first. This is the table now."


@blueprint.get("/")
def table(key: str) -> Response:
    """Show the hand on the table; without one, redirect to the call screen."""
    screen = _screen(key)
    if screen.table.hand is None:
        return _to_call(key)
    loaded = screen.live(screen.table.hand)
    if isinstance(loaded, Broken):
        return _show_broken(key, loaded)
    focus = read_focus(*(request.args.get(name, "") for name in ("arm", "held", "rule", "log", "split")))
    return _show(key, loaded, focus)


@blueprint.post("/tap")
def tap(key: str) -> Response:
    """Enter a tap."""
    hand, focus = _posted_hand(key), _posted_focus()
    tapped = read_tap(hand.state, request.form)
    if isinstance(tapped, NotATap):
        return _show(key, hand, focus, Notice(tapped.reason, correct=_named_by(hand)), 422)
    if isinstance(tapped, Focus):
        return _show_in_focus(key, hand, replace(focus, arm=tapped.arm, held=tapped.held))
    leaving = leaving_seats(g.screen.table.waiting)
    return _show_result(key, post(hand.hand.id, posted_number("seen"), tapped, leaving), focus, tapped)


@blueprint.post("/undo")
def take_back(key: str) -> Response:
    """Undo the last tap: a card or choice that is not entered yet, else the last action, else the call of the game.

    At the settlement it may be the decision of a player out of chips, whose line the button posts.
    """
    hand, focus = _posted_hand(key, broken_too=True), _posted_focus()
    if focus.held:
        return _show_in_focus(key, hand, replace(focus, held=focus.held[:-1]))
    if focus.ruling:
        return _show_in_focus(key, hand, replace(focus, ruling=taken_back(focus.ruling)))
    if focus.naming and focus.naming.cards:
        return _show_in_focus(key, hand, replace(focus, naming=replace(focus.naming, cards="")))
    if focus.split:
        return _show_in_focus(key, hand, replace(focus, split=""))
    if "answer" in request.form:
        return _take_back_answer(key, hand, posted_number("answer"))
    seen = posted_number("seen")
    if hand.can_undo:
        return _show_result(key, undo(hand.hand.id, seen), focus)
    if refused := call.undo_call(hand.hand.id, seen):
        return _show_result(key, refused, focus)
    flash(f"{hand.hand.game_name} is taken back", "done")
    return redirect_to(_call_again_address(get_night_or_404(key), hand.hand))


def _take_back_answer(key: str, hand: LiveHand, line: int) -> Response:
    night = get_night_or_404(key)
    stored = act_line_by_id(night.id, line) or abort(404)
    undone = queue.undo_act(night, line, stored.act.line(coins_of(night)))
    if isinstance(undone, Problem) and undone.field != "act":
        return _show(key, hand, Focus(), Notice(sentence(undone.text)), 422)
    return _show_in_focus(key, hand, Focus())


@blueprint.post("/redo")
def bring_back(key: str) -> Response:
    """Redo what was undone last."""
    hand = _posted_hand(key)
    return _show_result(key, redo(hand.hand.id, posted_number("seen")), _posted_focus())


@blueprint.post("/next")
def next_hand(key: str) -> Response:
    """Go on to the next hand."""
    hand = _posted_hand(key)
    if problem := call.next_hand(get_night_or_404(key)):
        return _show(key, hand, Focus(), Notice(sentence(problem.text)), 422)
    return _to_call(key)


@blueprint.get("/called")
def called(key: str) -> Response:
    """Redirect to the game as it was called, to correct the call."""
    screen = _screen(key)
    live = screen.live(screen.table.hand) if screen.table.hand is not None else None
    if not isinstance(live, LiveHand):
        return redirect_to(url_for("dealer.table", key=key))
    return redirect(_call_again_address(get_night_or_404(key), live.hand))


@blueprint.post("/turn", endpoint="turn_table")
def turn(key: str) -> Response:
    """Turn the table by one seat on this device, or let the tablet go round or stay."""
    hand = _posted_hand(key)
    way = request.form.get("turn")
    if way == "back":
        nearest.put(key, GOES_ROUND)
    else:
        turn_table(key, hand.hand.seat_ids, by=0 if way == "stay" else 1)
    return _show_in_focus(key, hand, _posted_focus())


@blueprint.post("/hints")
def choose_hints(key: str) -> Response:
    """Show or hide a night's hints, and return to its table in the same focus."""
    get_night_or_404(key)
    choice = request.form.get("hints", "")
    if choice not in ("on", "off"):
        abort(400)
    shows_hints.put(key, choice == "on")
    looking, held = request.form.get("looking", "")[:8], request.form.get("held", "")[:60]
    return back_to("dealer.table", key=key, arm=looking or None, held=held or None)


@blueprint.post("/room")
def answer_notice(key: str) -> Response:
    """Grant or refuse a phone's request, or decide for a player without chips; then show the table."""
    night = get_night_or_404(key)
    screen, (what, numbers) = screen_of(night.id), _read_answer(request.form.get("room", ""))
    if what in ("yes", "no"):
        answered = queue.grant(night, numbers[0]) if what == "yes" else queue.discard(night, numbers[0])
    elif what in ("let-in", "keep-out"):
        person = get_phone_or_409(night, numbers[0]).player_id
        answered = grants.answer(PHONE, person, numbers[1], yes=what == "let-in")
    elif broke := next((each for each, _ in out_of_chips(screen.table) if each.id == numbers[0]), None):
        seat = broke.id, broke.name
        act = Buy(*seat, numbers[1]) if what == "buy" else SitOut(*seat) if what == "sit-out" else Leave(*seat)
        answered = queue.do(night, act, form=f"{broke.id}-{screen.version}")  # once, even if tapped on two screens
    else:
        answered = None  # the same tap, sent twice
    if isinstance(answered, Problem) and answered.field not in ("act", "device"):
        flash(full_sentence(answered.text), "problem")
    return back_to_referrer(("call.page", "players.page"), "dealer.table", key=key)


def _read_answer(text: str) -> tuple[str, list[int]]:
    """Return the answer tapped and its numbers: a line, or a seat with the chips to buy or the device to let in."""
    what, *words = text.split()[:3] or [""]
    numbers = [number for word in words if (number := whole_number(word)) is not None]
    wanted = {"yes": 1, "no": 1, "let-in": 2, "keep-out": 2, "buy": 2, "sit-out": 1, "leave": 1}.get(what)
    return (what, numbers) if wanted == len(numbers) == len(words) else abort(400)


def _screen(key: str) -> Screen:
    """Return the current state of the night, and store it in ``g`` for rendering."""
    screen = screen_by_key(key) or abort(404)
    g.screen, g.was_over = screen, False
    return screen


def _posted_hand(key: str, broken_too: bool = False) -> LiveHand:
    """Return the hand of the form; if the table has another one, answer with the table as it is now.

    It is the latest hand, even if the table has gone on from it. A hand that cannot continue can only be corrected: it
    is returned only if ``broken_too`` is set.
    """
    screen = _screen(key)
    last = screen.table.last_hand
    posted_id = posted_number("hand")
    if last is None:
        abort(_to_call(key))
    loaded = screen.live(last)
    if isinstance(loaded, Broken):
        if not broken_too or loaded.live is None:
            abort(_show_broken(key, loaded))
        loaded = loaded.live
    if posted_id == last.id:
        g.was_over = loaded.over
        return loaded
    return abort(_to_call(key) if last.cleared else _show(key, loaded, Focus(), Notice(BEHIND), 409))


def _posted_focus() -> Focus:
    form = request.form
    split = typed_parts(form.items()) or EVEN if "split" in form else ""
    return read_focus(form.get("looking", ""), form.get("held", ""), form.get("rule", ""), form.get("log", ""), split)


def _show_result(key: str, result: TapResult | AlreadyAnswered, focus: Focus, lines: tuple[str, ...] = ()) -> Response:
    plain = Focus(log=focus.log)
    match result:
        case Broken():
            return _show_broken(key, result)
        case Refused():
            return _show(key, result.live, focus, _refusal(result, lines), 422)
        case Stale():
            return _show(key, result.live, plain, Notice(BEHIND), 409)
        case AlreadyAnswered():
            names = [result.live.state.name(seat) for seat in result.seats]
            who = f"{listing(names)} {'has' if len(names) == 1 else 'have'}"
            return _show(key, result.live, plain, Notice(f"{who} answered already. That stands."))
        case Posted():
            # After a hand turned up before the showdown, the next player's can be tapped.
            return _show_in_focus(key, result.live, replace(plain, mode=EARLY if focus.mode == EARLY else 0))
        case _:
            return _show(key, result.live, plain)


def _refusal(refused: Refused, lines: tuple[str, ...]) -> Notice:
    """Return why a tap was refused, with the lines that enter it by the dealer's ruling, if possible."""
    text = sentence(refused.reason)
    if not refused.overrulable:
        return Notice(text, correct=_named_by(refused.live))
    alone = len(lines) == 1
    ruling = [f"{line} !" if alone or " ".join(line.split()) == refused.line else line for line in lines]
    return Notice(text, "\n".join(ruling), describe(refused.live.state, refused.line))


def _named_by(hand: LiveHand) -> int:
    """Return the number of the last action that named the tapped card, perhaps by mistake; 0 if none did."""
    try:
        tapped = parse_cards(request.form.get("card", "")[:4])
    except CardError:
        return 0
    if len(tapped) != 1 or tapped[0] not in hand.state.seen:
        return 0
    return max((at for at, line in enumerate(hand.actions, 1) if tapped[0] in parse_action(line).cards), default=0)


def _show_in_focus(key: str, hand: LiveHand, focus: Focus) -> Response:
    if "HX-Request" in request.headers:
        return _show(key, hand, focus)
    return redirect(with_query(url_for("dealer.table", key=key), focus.query), 303)


def _show(key: str, hand: LiveHand, focus: Focus, notice: Notice | None = None, status: int = 200) -> Response:
    """Show the whole screen or, for htmx, the part that changes."""
    if request.method == "POST" and (hand.over or g.was_over):
        g.screen = screen_of(g.screen.table.id)  # the end of a hand changes the table, too
    return render(_template(), status, screen=DealerPage(key, hand, focus, g.screen.table, notice))


def _template() -> str:
    """Return the template to render: without the announcement if only the focus has changed."""
    if "HX-Request" not in request.headers:
        return "dealer/page.html"
    only_look = request.method == "GET" and "seen" not in request.args
    return "dealer/_look.html" if only_look else "dealer/_update.html"


def _show_broken(key: str, broken: Broken) -> Response:
    response = render("dealer/broken.html", 409, key=key, broken=broken)
    if "HX-Request" in request.headers:
        response.headers["HX-Refresh"] = "true"
    return response


def _to_call(key: str) -> Response:
    return redirect_to(url_for("call.page", key=key))


def _call_again_address(night: Night, hand: HandInfo) -> str:
    """Return the address of a hand's game, with its choices as called."""
    info = all_games().get(hand.game_id)
    if info is None:
        return url_for("call.page", key=night.key)
    own = next(
        (game for game in own_games_at(night) if (game.name, game.game_id) == (hand.game_name, hand.game_id)), None
    )
    house = house_changes(asdict(hand.setup.house), night.house_rules)
    query = called_query(info, hand.options, hand.modifiers, house, None if own is None else own.id, hand.game_name)
    stakes = typed_stakes(stakes_form(hand.setup.stakes, HouseRules()), night.stakes)
    return game_address(night.key, hand.game_id, query.pairs + stakes)
