"""The page object of a player's phone: one seat's view of the night."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from app.dataclass import dataclass, replace
from app.hand.view import SPECTATOR, View, Viewer
from app.night import nights
from app.night.acts.act import Act
from app.night.acts.activity import ActLine
from app.night.acts.people import Buy, ComeBack, Leave, SitOut
from app.night.history.past_nights import Closing
from app.night.log import sealing
from app.night.log.replay import Broken, LiveHand
from app.night.log.sealing import entered_by_dealer, open_question, sealed_answer
from app.night.models import Transfer
from app.night.next_evening import NextEvening, next_evening
from app.night.people.seats import SeatInfo
from app.night.play.settle import put_in
from app.night.screens import PhoneScreen, Screen, Table, state_now
from app.text import listing, sentence, with_article
from app.web.http.lookup import next_hand_changes
from app.web.http.payment_methods import PaymentInstructions, payment_instructions
from app.web.pad.betting import answer_buttons
from app.web.pad.parts import ranges_of
from app.web.table.board import BestHand, Board, SeatCards, best_hand, drawn_for
from app.words.own import own_bet_text, own_chips, own_result
from app.words.prompts import own_answer_text, sealed_text
from app.words.speaker import Speaker


@dataclass(frozen=True, slots=True)
class Headline:
    """The headline of the page: the one thing to know now.

    ``owes``: the chips that this player has to call. ``won``: whether they gained chips. ``call``: the id of the
    decision that this player has to make. ``spoken``: the words to say aloud, if any.
    """

    title: str
    text: str = ""
    owes: int = 0
    won: bool = False
    call: str = ""
    spoken: str = ""


BEING_CORRECTED = Headline("The dealer is correcting this hand", "It continues in a moment.")


class SealedQuestion:
    """A question with a sealed answer.

    ``text``: an explanation, if needed. ``ranges``: amounts to type. ``presets``: amounts with a button. The pressed
    button is the answer given. ``answer``: that answer in a sentence. ``done``: a sentence that does not reveal it;
    both are empty before. ``by_dealer``: whether the dealer entered it. ``state``: changes whenever any of this does.
    """

    def __init__(self, live: LiveHand, board: Board, seat: int, number: int) -> None:
        asked, answer, speaker = board.view.prompt, board.view.seats[seat].answer, Speaker(board.view.names)
        entered = sealed_answer(live, seat, number)
        given = entered.partition(" # ")[0]
        self.number, self.state = number, f"{live.hand.id}.{number}.{entered}"
        words = sealed_text(asked, speaker)
        self.title, self.text = words.title, words.text or ""
        choices = answer_buttons([ask for ask in asked.asks if ask.takes is None], speaker)
        presets = answer_buttons([ask for ask in asked.asks if ask.amount], speaker)
        self.choices = [replace(button, pressed=button.action == given) for button in choices]
        self.presets = [replace(button, pressed=button.action == given) for button in presets]
        self.ranges = ranges_of(asked.asks, speaker)
        self.done = words.done if given else ""
        self.answer = own_answer_text(asked, answer, speaker) if given and answer is not None else ""
        self.by_dealer = entered_by_dealer(entered)


#: What the player reads about a request under way, by its status.
_STATUS_TEXT = {"asked": "The dealer has been asked", "waiting": "From the next hand"}


class Requests:
    """The part of the page for the player's requests.

    ``pending``: the requests under way, with their words and status. ``proposed``: the chips to buy. ``handed_out``:
    the chips by colour for these. ``opened``: whether the part is unfolded. ``refused``: the latest refusal in words.
    ``seen``: the value to post with every request. ``state``: changes whenever any of this does.
    """

    def __init__(self, table: Table, info: SeatInfo, *, at_hand: bool) -> None:
        requests = table.requests[info.id]
        leaves = requests.waits_for(Leave)
        moves = leaves or requests.waits_for(SitOut) or requests.waits_for(ComeBack)
        self.can_buy = table.tracked and not leaves and not requests.waits_for(Buy)
        self.can_sit_out = not moves and not info.sitting_out
        self.can_come_back = not moves and info.sitting_out
        self.proposed = table.buy_ins.last(info.player_id)
        self.handed_out = table.played_for.buy_in(self.proposed, len(table.seats))
        self.asks_dealer, self.opened = table.asks_dealer, not at_hand and not info.in_play
        self.pending = [(line, _words(line.act), _STATUS_TEXT[line.status]) for line in requests.pending]
        self.refused, self.seen = _refused_text(requests.refused), requests.seen
        lines = " ".join(f"{line.id}{line.status}" for line in requests.pending)
        in_play = info.in_play or at_hand
        self.state = f"{self.seen}.{lines}.{info.sitting_out}.{in_play}.{self.asks_dealer}.{self.refused}"

    @property
    def title(self) -> str:
        """The requests on offer, in words."""
        offered = (("buy more", self.can_buy), ("sit out", self.can_sit_out), ("come back", self.can_come_back))
        return sentence(" or ".join(words for words, can in offered if can))


class Tonight:
    """The night so far: this player won ``hands`` of those ``dealt`` to them.

    ``bought``: the chips bought, without those taken home and brought back; None if chips are not tracked. ``chips``:
    the chips that each player has or took home, by seat. ``with_expenses``: the results in money including expenses, by
    seat; empty if there are none.
    """

    def __init__(self, table: Table, info: SeatInfo) -> None:
        took = table.buy_ins.taken_home
        self.bought = info.bought - info.cashed + took.get(info.player_id, 0) if table.tracked else None
        self.standings = table.standings
        seats = [row.seat for row in self.standings]
        self.chips = {seat.id: took.get(seat.player_id, 0) if seat.left else seat.stack for seat in seats}
        own = next((row for row in self.standings if row.seat.id == info.id), None)
        self.hands, self.dealt = (own.hands, own.dealt) if own is not None else (0, 0)
        self.with_expenses: dict[int, str] = {}
        if table.tracked and any(row.expenses for row in self.standings):
            self.with_expenses = {
                row.seat.id: table.played_for.coins(row.seat.net * table.worth + row.expenses) for row in self.standings
            }


class PhonePage:
    """A player's phone.

    ``version``: the night's version. ``hand``: the hand's id. ``board``: the hand, None without one. ``me``: this
    player's cards, None if they are not in the hand. ``others``: the other players' seats, drawn; ``winners``: those
    that won. ``stack``: None if chips are not tracked. ``chips``: what a winner gained and put in. ``last``: who won
    the last hand. ``coming``: the changes before the next one. ``tonight``: the night so far, between hands.
    ``requests``: None once this player has left. ``payments``: this player's, once the night is settled, and
    ``how_to_pay``: how to make them, by id. ``planned``: the next evening, not in an example. ``asking`` and
    ``approved``: the other devices that request access and that have it, in words, shown to the first device.
    ``devices`` changes whenever these do.
    """

    headline = BEING_CORRECTED
    hand = 0
    board: Board | None = None
    me: SeatCards | None = None
    others: tuple[Markup, ...] = ()
    winners: tuple[Markup, ...] = ()
    chips = ""
    question: SealedQuestion | None = None
    last = ""
    over = False
    coming = ""
    tonight: Tonight | None = None
    closing: Closing | None = None
    best: BestHand | None = None
    payments: Sequence[Transfer] = ()
    how_to_pay: Mapping[int, PaymentInstructions]
    planned: NextEvening | None = None

    def __init__(self, phone: PhoneScreen) -> None:
        screen, table = phone.screen, phone.screen.table
        self.key, self.version, self.worth = phone.key, screen.version, table.played_for
        self.player_id = phone.seat.player_id
        self.info = next(info for info in table.everybody if info.id == phone.seat.id)
        self.stack = self.info.stack
        gone = table.ended_at is not None or self.info.left
        hand = None if gone else table.hand
        self.requests = None if gone else Requests(table, self.info, at_hand=hand is not None)
        access, first = phone.access, phone.access.own == "claimed"
        asking, approved = (access.asking, access.holders[1:]) if first else ((), ())
        self.asking = [(grant, f"{sentence(with_article(grant.label))} wants to open your page") for grant in asking]
        self.approved = [(grant, f"Your page is open on {with_article(grant.label)} too") for grant in approved]
        self.devices = " ".join(f"{grant.device}{grant.status}" for grant, _ in (*self.asking, *self.approved))
        if hand is None:
            self._show_between(table)
            return
        self.hand, self.coming = hand.id, next_hand_changes(table, table.waiting)
        loaded = screen.live(hand)
        if not isinstance(loaded, Broken):
            self._show_hand(screen, loaded)
        elif loaded.live is not None:
            self._show_hand(screen, loaded.live, mending=True)

    def _show_hand(self, screen: Screen, live: LiveHand, *, mending: bool = False) -> None:
        """Set the values during a hand; while the dealer is correcting it (``mending``), without a question."""
        own = live.hand.seat_ids.index(self.info.id) if self.info.id in live.hand.seat_ids else None
        viewer = SPECTATOR if own is None else Viewer("player", own)
        shown = drawn_for(viewer, screen.table, live, lambda: state_now(live, screen.table), self.worth)
        board, seats = shown.board, shown.board.seats
        self.board, self.over = board, live.over
        others = seats if own is None else (*seats[own + 1 :], *seats[:own])
        self.winners = tuple(shown.draw("phone/_other.html", seat) for seat in others if seat.view.won)
        self.others = tuple(shown.draw("phone/_other.html", seat) for seat in others if not seat.view.won)
        if own is not None:
            self.me, self.stack = seats[own], seats[own].view.stack
        if mending:
            return
        if board.view.settlement is not None:
            self._show_result(live, board.view)
            return
        number = open_question(live)
        if own is not None and number is not None and board.view.prompt.asks:
            self.question = SealedQuestion(live, board, own, number)
        waiting = sum(not seat.view.answered for seat in seats if seat.view.seat in shown.asked)
        self.headline = hand_headline(live, board, self.me, self.question, waiting)

    def _show_result(self, live: LiveHand, view: View) -> None:
        """Set the result of a hand, with what this player gained if they won."""
        own = self.me.view if self.me is not None else None
        committed = put_in(live, own.seat) if own is not None else None
        net = own.won - committed if own is not None and committed is not None else None
        self.headline = _outcome(view, self.me, net)
        self.chips = own_chips(own.won, net) if own is not None and net is not None else ""

    def _show_between(self, table: Table) -> None:
        """Set the values between hands, and for a player who has left: the night so far, or its result."""
        self.headline = between_headline(table, self.info)
        if table.ended_at is not None:
            night = nights.night_by_id(table.id)
            self.closing = Closing(night)
            payments, me = self.closing.payments, self.player_id
            self.payments = [payment for payment in payments if me in (payment.debtor_id, payment.creditor_id)]
            self.how_to_pay = payment_instructions(night, self.payments)
            self.planned = None if table.example else next_evening()
            self.best = best_hand(self.closing.best, self.closing.best_pot)
            return
        self.tonight = Tonight(table, self.info)
        winners = table.last_hand.winners if table.last_hand is not None else ()
        self.last = ", ".join(f"{name} won {amount}" for name, amount in winners)


def hand_headline(
    live: LiveHand, board: Board, me: SeatCards | None, question: SealedQuestion | None, waiting: int
) -> Headline:
    """Return the headline during a hand; ``waiting`` counts the players who have not answered a sealed question."""
    view, betting = board.view, board.view.prompt.kind == "bet"
    if sealing.open_question(live) is not None:
        own = me.view.seat if me is not None else None
        names = ("you" if seat == own else view.names[seat] for seat in view.waiting)
        still = f"Waiting for {listing(names)}" if view.waiting else f"{waiting} still to come"
        return _sealed(live, question, board.label, still)
    if view.to_act is None:
        return Headline("You are not in this hand" if me is None else board.label, board.text)
    owes = view.owed[me.view.seat] if betting and me is not None else 0
    if me is not None and me.view.turn:
        text = own_bet_text(view.prompt.question, owes) if betting else board.text
        spoken = f"Your turn. {f'{owes} to call' if owes else text}"
        return Headline("Your turn", text, owes, call=f"{live.hand.id}.{len(live.actions)}", spoken=spoken)
    title = f"{view.seats[view.to_act].name}'s turn"
    return Headline(title, "" if betting else board.text, owes, spoken=title)


def between_headline(table: Table, info: SeatInfo) -> Headline:
    """Return the headline between hands, and for a player who has left."""
    if info.left:
        return Headline("You have left the table", "Good night.")
    if table.ended_at:
        return Headline("The night is over", "Good night. Keep the link: the next night appears here.")
    dealer = next((seat for seat in table.seats if seat.dealer), None)
    text = _why_out(info, table) or "The next game has not been called yet."
    if dealer is None:
        return Headline("No hand yet", text)
    return Headline("You deal next" if dealer.id == info.id else f"{dealer.name} deals next", text)


def _sealed(live: LiveHand, question: SealedQuestion | None, label: str, still: str) -> Headline:
    if question is None:
        return Headline(label, still)
    if question.done:
        by_dealer = f"{question.done} by the dealer" if question.by_dealer else question.done
        return Headline(still, "Shown when all are in.", spoken=by_dealer)
    title = f"{question.title} now"
    return Headline(title, still, call=f"{live.hand.id}.{question.number}", spoken=title)


def _outcome(view: View, me: SeatCards | None, net: int | None) -> Headline:
    """Return the result of a settled hand for this player, or else who won."""
    seat = me.view.seat if me is not None else None
    title, text = own_result(view, seat, net, Speaker(view.names))
    said = own_result(view, seat, net, Speaker(view.names, aloud=True))
    spoken = (" " if said[1].startswith("with ") else ". ").join(filter(None, said))
    return Headline(title, text, won=me is not None and me.view.won > 0 and (net or 0) >= 0, spoken=spoken)


def _why_out(info: SeatInfo, table: Table) -> str:
    """Return why this player is not dealt into the next hand; empty if they are."""
    if info.sitting_out:
        return "You are sitting out."
    if table.tracked and not info.stack:
        return "You have no chips. Buy more to be dealt in."
    return ""


def _refused_text(line: ActLine | None) -> str:
    if line is None:
        return ""
    if line.status == "failed":
        return f"{_words(line.act)}: {sentence(line.note)}."
    return f"{_words(line.act)}: the dealer has said no."


def _words(act: Act) -> str:
    match act:
        case Buy(chips=chips):
            return f"Buy {chips} more"
        case SitOut():
            return "Sit out"
        case ComeBack():
            return "Come back"
        case _:
            return "Go home"
