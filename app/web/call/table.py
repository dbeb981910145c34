"""The table between hands, as the call screen shows it: the players, the caller, the last pot, and requests."""

from __future__ import annotations

from collections import Counter, defaultdict

from app.night.models import Night, ShownRules
from app.night.play.call import cleared_hand
from app.night.screens import Table, screen_of
from app.text import listing
from app.web.http import lookup
from app.web.http.browser import NightChoices
from app.web.http.pages import take_messages

#: The last line of each night's log whose chips have been handed out.
handed_out = NightChoices("given-marks")


class BetweenHands:
    """The table between two hands, on a page that follows it.

    ``title``: whose call it is. ``last_pot``: who won the last hand, and what is in the pot already. ``asked``: the
    requests from phones. ``broke``: the players out of chips. ``to_hand_out``: the chips bought since the last hand,
    in words, up to line ``hand_out_line`` of the log. ``television``: what televisions show instead of the table.
    ``back``: the hand that Undo returns to, unless there is a ``final_reason`` against it.
    """

    def __init__(self, night: Night, here: str) -> None:
        screen = screen_of(night.id)
        self.following, table = lookup.Following(night.key, screen, here), screen.table
        self.night, self.table_now = night, table
        self.seats, self.players = table.seats, lookup.count_in_play(table)
        self.title, self.last_pot = call_title(table), _last_pot(table)
        self.problem = take_messages("problem")
        self.back, self.final_reason = cleared_hand(night)
        self.hand_running = lookup.running_game(table)
        self.asked, self.failed_requests = lookup.phone_requests(table), lookup.failed_requests(table)
        self.broke = [] if self.hand_running else lookup.out_of_chips(table)
        self.to_hand_out, self.hand_out_line = _chips_to_hand_out(table)
        self.television, self.on_television = lookup.shown_words(table), isinstance(table.on_television, ShownRules)
        self.players_words, self.stakes_words = lookup.players_words(self.players), lookup.stakes_words(night)


def call_title(table: Table) -> str:
    """Return who calls: ``Bob calls``; ``Call a game`` without a dealer."""
    dealer = next((seat.name for seat in table.seats if seat.dealer), "")
    return f"{dealer} calls" if dealer else "Call a game"


def _last_pot(table: Table) -> str:
    """Return who won the last hand and what it left: ``Dee won 63 at Chicago``, ``14 in the pot already``.

    Empty before the first hand, or if nobody won and nothing is left.
    """
    hand, parts = table.last_hand, []
    if hand is not None and hand.winners:
        won = ", ".join(f"{name} won {amount}" for name, amount in hand.winners)
        parts.append(f"{won} at {hand.game_name}")
    if table.carried:
        parts.append(f"{table.carried} in the pot already")
    return " · ".join(parts)


def _chips_to_hand_out(table: Table) -> tuple[list[str], int]:
    """Return which chips to hand to whom, in words, and the last line of the log that sold any.

    Before the first hand everyone obviously gets chips, so only their colours are worth a line.
    """
    if table.last_hand is None and table.played_for.chip_set is None:
        return [], 0
    sold = [each for each in table.bought if each.line > handed_out.get(table.key, 0)]
    chips = Counter[str]()
    for each in sold:
        chips[each.name] += each.chips
    names = defaultdict[int, list[str]](list)
    for name, number in chips.items():
        names[number].append(name)
    present = {seat.name for seat in table.seats}
    words = [
        f"Give {_listed(names[number], present)} {number}{' each' if 1 < len(names[number]) < len(present) else ''}"
        f"{lookup.hand_out_words(table, number)}"
        for number in names
    ]
    return words, max((each.line for each in sold), default=0)


def _listed(names: list[str], present: set[str]) -> str:
    return "everybody" if len(names) > 1 and set(names) == present else listing(names)
