"""The players page: seats, chips and the log; seat and move players, sell chips, undo acts, and end the night."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field

from flask import abort, flash, request, url_for
from werkzeug.wrappers import Response

from app.cards.card import parse_card
from app.dataclass import dataclass, replace
from app.hand.play import prompt
from app.night import nights
from app.night.acts import activity, queue, requests
from app.night.acts.activity import ActLine, queued
from app.night.acts.people import Button, Buy, ComeBack, Give, Leave, SitOut
from app.night.acts.queue import ActResult, Pending
from app.night.log.replay import LiveHand
from app.night.models import Night
from app.night.people import roster
from app.night.people import seats as night_seats
from app.night.people.seats import SeatInfo
from app.night.play import call
from app.night.screens import Table, screen_of
from app.night.validation import MAX_NAME_LENGTH, MAX_SEATS, Problem, clean_name
from app.text import listing, sentence, whole_number
from app.web.forms.fields import FieldValue, FormData, read_number
from app.web.http import lookup
from app.web.http.browser import is_host
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.night_forms import FROM_THE_NEXT_HAND, FormResult, NightForms
from app.web.http.pages import back_to, redirect_to, take_messages
from app.web.http.security import form_token, posted_number
from app.web.table.keys import face_of

#: Lines of the log on the page until all are requested.
SHORT_LOG = 12

#: The words for the status of an act.
STATUS = {
    "asked": "asked for",
    "waiting": "from the next hand",
    "undone": "taken back",
    "dropped": "removed before it was done",
    "failed": "not done",
}

#: The value to post for a side payment by everyone, and the length limit of its reason.
EVERYBODY, MAX_WORD_LENGTH = "everybody", 40

#: The length limit of the field for names: those of a full table, with commas and spaces.
MAX_NAMES_LENGTH = MAX_SEATS * (MAX_NAME_LENGTH + 2)


class PlayerRow:
    """A player at the table.

    ``stack``: the chips behind. ``in_pot``: the chips committed to the current hand. ``coming``: the player's queued
    acts in words. ``leaving``: whether they are about to leave. ``sitting``: whether they are about to sit out or come
    back. ``buys``: their last buy-in.
    """

    def __init__(
        self, seat: SeatInfo, night: Night, live: LiveHand | None, lines: Sequence[ActLine], buys: int
    ) -> None:
        self.seat, self.buys = seat, buys
        self.stack, self.in_pot = _chips_now(seat, live) if night.tracked else (None, 0)
        own = [act for act in queued(lines) if getattr(act, "seat", None) == seat.id]
        self.coming = [act.brief().removeprefix(f"{seat.name} ") for act in own]
        self.leaving = any(isinstance(act, Leave) for act in own)
        self.sitting = any(isinstance(act, SitOut | ComeBack) for act in own)

    @property
    def out_of_chips(self) -> bool:
        """Whether this player has to buy chips to be dealt in."""
        return self.stack == 0 and not self.in_pot and not self.seat.sitting_out

    @property
    def net(self) -> int:
        """The chips won so far; those committed to the current hand count as the player's."""
        return (self.stack or 0) + self.in_pot + self.seat.cashed - self.seat.bought


@dataclass(frozen=True, slots=True)
class PlayerForm:
    """The form that seats players: names as typed, the chips that each buys, and errors by field."""

    names: tuple[str, ...] = ()
    buy_in: str = ""
    chips: int = 0
    errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The text of the field for names."""
        return ", ".join(self.names)[:MAX_NAMES_LENGTH]


def read_player(form: FormData, *, chips_needed: bool) -> PlayerForm:
    """Read names separated by commas, or one that was picked, and the buy-in if chips are tracked."""
    picked, typed = form.get("quick", ""), form.get("name", "")
    names = tuple(name for part in ([picked] if picked else typed.split(",")) if (name := " ".join(part.split())))
    buy_in = form.get("buy_in", "").strip()
    errors = {} if names else {"name": "Enter a name"}
    chips, error = read_number(buy_in, 1, 0) if chips_needed else FieldValue(0)
    errors |= {"buy_in": error} if error else {}
    return PlayerForm(names, buy_in[:12], chips, errors)


class PlayersPage:
    """The players of a night, and the forms for every change to them, now or from the next hand on.

    ``order``: the seats as they will be, as text. ``picked``: the seat to swap. ``opened_row``: the player whose forms
    are open: ``buy``, ``give`` with ``settled``, ``side`` with ``side_why``, and ``leaving``. ``may_draw``: whether
    seats and deal can be drawn. ``drawn``: the results. ``cut``: the cards cut for the deal, by name. ``adding``:
    whether the cursor is in the form that seats players. ``known``: the names that it offers. ``asked``: the requests
    from phones. ``broke``: the players out of chips. ``guests``: the devices that ask a host. ``waiting`` and
    ``failed``: the queued and failed acts, each with its words.
    """

    longest, longest_names, everybody, longest_word = MAX_NAME_LENGTH, MAX_NAMES_LENGTH, EVERYBODY, MAX_WORD_LENGTH
    statuses = STATUS
    problem, settled = "", False
    give = FieldValue("")

    def __init__(self, night: Night, **entered: object) -> None:
        self.night, self.here = night, url_for("players.page", key=night.key)
        screen = screen_of(night.id)
        table, lines = screen.table, screen.table.waiting
        self.following = lookup.Following(night.key, screen, self.here)
        self.hand_running = lookup.running_game(table)
        live = lookup.last_live(screen) if self.hand_running else None
        seats, bought = table.seats, table.buy_ins
        self.rows = [
            PlayerRow(seat, night, live, lines, bought.last(seat.player_id))
            for seat in requests.as_they_will_sit(seats, lines)
        ]
        self.order = "-".join(str(row.seat.id) for row in self.rows)
        self.gone, self.bought = [seat for seat in table.everybody if seat.left], bought
        self.in_play = sum(seat.in_play for seat in seats)
        self.may_draw = len(seats) > 1 and night.ended_at is None and table.last_hand is None
        self.stakes_text = lookup.stakes_text(night)
        self.usual_buy_in = bought.usual
        self.buy_in_words = lookup.hand_out_text(table, self.usual_buy_in)
        self.player = PlayerForm(buy_in=str(self.usual_buy_in))
        self.opened = request.args.get("seat", type=int)
        self._read_acts(table)
        added, done = take_messages("added"), take_messages("done")
        self.message = ". ".join(message for message in (added, done) if message)
        self.adding = bool(added) or "player" in entered or not seats
        vars(self).update(entered)
        # Players who have left are offered elsewhere, with the chips to come back with.
        names = {seat.name for seat in table.everybody}
        self.known = [] if night.example else [name for name in roster.known_names() if name not in names]
        picked = request.args.get("swap", type=int) if request.method == "GET" else None
        self.picked = next((seat for seat in seats if seat.id == picked), None)
        opened = next((row for row in self.rows if row.seat.id == self.opened), None)
        self.opened_row, self.leaving = opened, _ways_to_leave(opened.seat, live) if opened else ()
        if "buy" not in entered:
            self.buy = FieldValue(str(opened.buys if opened else self.usual_buy_in))
        if "side" not in entered:
            last = requests.last_side_payment(night) if opened else None
            self.side, self.side_why = FieldValue(str(last.chips) if last else ""), last.why if last else ""

    def _read_acts(self, table: Table) -> None:
        """Set the requests, the queued and failed acts, and the latest lines of the night's log, or all."""
        night, coins = self.night, lookup.coins_of(self.night)
        self.asked = lookup.phone_requests(table)
        self.broke = lookup.out_of_chips(table) if not self.hand_running and night.ended_at is None else []
        self.guests = lookup.guests(night) if is_host() and night.ended_at is None and not night.example else []
        self.waiting, self.failed = (
            [(line, sentence(line.act.brief(coins))) for line in those if line.status == status]
            for status, those in (("waiting", table.waiting), ("failed", table.failed))
        )
        most = None if request.args.get("log") == "all" else SHORT_LOG
        log = activity.night_log(night.id, most and most + 1)
        self.log = [(line, line.act.line(coins)) for line in log[:most]]
        done = [(line.act, words) for line, words in reversed(self.log) if line.status == "done"]
        self.drawn = list({act.kind: words for act, words in done if getattr(act, "drawn", False)}.values())
        cut = next((line.act for line in log if line.status == "done" and isinstance(line.act, Button)), None)
        drew = zip(cut.names, map(parse_card, cut.cards), strict=False) if self.may_draw and cut is not None else ()
        self.cut = {name: face_of(card) for name, card in drew}
        self.more_log, self.log_open = len(log) > len(self.log), "log" in request.args


def _ways_to_leave(player: SeatInfo, live: LiveHand | None) -> list[tuple[str, str]]:
    """Return the ways for a player to leave: values to post, with labels."""
    seat_ids = live.hand.seat_ids if live is not None else ()
    seat = seat_ids.index(player.id) if player.id in seat_ids else None
    if live is None or seat is None or live.over or not live.state.players[seat].live:
        return [("", f"{player.name} leaves")]
    after = ("", "After this hand")
    if live.state.players[seat].all_in:
        return [after]
    asked = prompt(live.state)
    if asked.seat == seat and asked.question.kind == "brings in":
        return [after, ("turn", "Bring in now, fold at the next turn")]
    fold = call.fold_by_ruling(live.state, seat)
    if fold is not None and not fold.ruling and asked.seat == seat:
        return [after, ("turn", "Fold now")]
    in_turn = ("turn", f"Fold when it is {player.name}'s turn")
    return [after, in_turn] if fold is None else [after, in_turn, ("now", "Fold at once, out of turn")]


def _chips_now(seat: SeatInfo, live: LiveHand | None) -> tuple[int | None, int]:
    """Return a player's chips behind, and those committed to the current hand."""
    if live is None or seat.id not in live.hand.seat_ids:
        return seat.stack, 0
    dealt = live.hand.seat_ids.index(seat.id)
    before, now = live.hand.setup.stacks[dealt], live.state.players[dealt].stack
    return now, 0 if before is None or now is None else before - now


blueprint = GuardedBlueprint("players", __name__, Who.DEALER, url_prefix="/n/<key>/night")
forms = NightForms(blueprint, "players/page.html", PlayersPage)


@blueprint.get("")
def page(key: str) -> Response:
    """Show the players as they sit, and everything that can be changed between hands."""
    return forms.show(lookup.get_night_or_404(key))


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
    return FormResult(queue.do(night, act, form=form_token()), act.line())


@forms.post("/seats/<int:seat>/come-back")
def come_back(night: Night, seat: SeatInfo) -> FormResult:
    """Deal a player in again."""
    act = ComeBack(seat.id, seat.name)
    return FormResult(queue.do(night, act, form=form_token()), act.line())


@forms.post("/seats/<int:seat>/leave")
def leave(night: Night, seat: SeatInfo) -> FormResult:
    """Send a player home with their chips, after the current hand or during it."""
    when = request.form.get("when", "")
    out_of_turn = when == "now"
    if when:
        result = call.leave_now(night, seat.id, out_of_turn=out_of_turn)
    else:
        result = queue.do(night, Leave(seat.id, seat.name))
    if isinstance(result, Pending):
        folds = f"folds {'out of' if out_of_turn else 'in'} turn and " if when else ""
        return FormResult(result, f"{seat.name} {folds}leaves")
    chips = f" with {seat.stack}, having bought {seat.bought}" if seat.stack is not None else ""
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
        return forms.show(night, 422, opened=seat.id, buy=FieldValue(text[:12], error))
    waits = FROM_THE_NEXT_HAND if isinstance(bought, Pending) else ""
    handed_out = lookup.hand_out_text(lookup.table_of(night), chips)
    return back_to("players.page", f"{seat.name} buys {chips} more{waits}{handed_out}", key=night.key)


@forms.post("/seats/<int:seat>/give")
def give(night: Night, seat: SeatInfo) -> FormResult | Response:
    """Hand chips from one player to another."""
    to, settled = forms.seat(night, posted_number("to")), "settled" in request.form

    def enter(chips: int) -> tuple[ActResult, str]:
        gift = Give(seat.id, seat.name, to.id, to.name, chips, owed=not settled)
        return queue.do(night, gift, form=form_token()), gift.line()

    return _enter_chips(night, seat, "give", enter, settled=settled)


@forms.post("/seats/<int:seat>/side")
def side(night: Night, seat: SeatInfo) -> FormResult | Response:
    """Pay a player chips outside the pots, from everyone or from one player."""
    payer = None if request.form.get("from") == EVERYBODY else forms.seat(night, posted_number("from"))
    why, reason = request.form.get("why", ""), ""
    words = clean_name(why, longest=MAX_WORD_LENGTH) if why.strip() else ""
    if isinstance(words, Problem):
        reason, words = sentence(words.text), ""

    def enter(chips: int) -> tuple[ActResult, str]:
        from_one, who = (None, "everybody") if payer is None else (payer.id, payer.name)
        paid = requests.make_side_payment(night, seat.id, from_one, chips, words, form=form_token())
        return paid, f"{seat.name} gets {chips} from {who}"

    return _enter_chips(night, seat, "side", enter, reason, side_why=why[:MAX_WORD_LENGTH])


def _enter_chips(
    night: Night,
    seat: SeatInfo,
    field: str,
    enter: Callable[[int], tuple[ActResult, str]],
    wrong: str = "",
    **entered: object,
) -> FormResult | Response:
    """Enter the chips typed for a player, or show the form as typed, with what is wrong with its ``field``."""
    text = request.form.get("chips", "")
    chips, error = read_number(text, 1, 0)
    error = wrong or error
    result, words = (None, "") if error else enter(chips)
    if isinstance(result, Problem) and result.field == field:
        error = sentence(result.text)
    if error:
        return forms.show(night, 422, opened=seat.id, **{field: FieldValue(text[:12], error)}, **entered)
    return FormResult(result, words)


@forms.post("/seats/<int:seat>/move")
def move(night: Night, seat: SeatInfo) -> FormResult:
    """Move a player one place up or down the list: counter-clockwise or clockwise."""
    step = {"up": -1, "down": 1}.get(request.form.get("way", "")) or abort(400)
    order = _shown_order(night)
    place = order.index(seat.id) if seat.id in order else 0
    return _swap(night, order, seat.id, order[min(max(place + step, 0), len(order) - 1)])


@forms.post("/seats/<int:seat>/swap")
def swap(night: Night, seat: SeatInfo) -> FormResult:
    """Swap the seats of two players."""
    other = forms.seat(night, posted_number("with"))
    return _swap(night, _shown_order(night), seat.id, other.id)


@forms.post("/dealer")
def dealer(night: Night) -> FormResult:
    """Move the dealer button to a player, wherever they sit by now."""
    seat = forms.seat(night, posted_number("seat"))
    return FormResult(queue.do(night, Button(seat.place, seat.name, seat.id), form=form_token()))


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
    problem = call.end_night(night)
    return FormResult(problem) if problem is not None else redirect_to(url_for("money.page", key=night.key))


@forms.post("/reopen")
def reopen(night: Night) -> FormResult:
    """Reopen an ended night."""
    return FormResult(nights.reopen_night(night))


def _words(night: Night, line: ActLine) -> str:
    return line.act.line(lookup.coins_of(night))


def _shown_order(night: Night) -> list[int]:
    """Return the seats in the order in which the form showed them, clockwise, or as they will be if it does not say."""
    numbers = map(whole_number, request.form.get("order", "").split("-"))
    shown = [number for number in numbers if number is not None]
    return shown or [
        seat.id for seat in requests.as_they_will_sit(night_seats.seats(night), activity.waiting(night.id))
    ]


def _swap(night: Night, order: list[int], first: int, second: int) -> FormResult:
    swapped = {first: second, second: first}
    return FormResult(requests.rearrange_seats(night, [swapped.get(seat, seat) for seat in order], order))
