"""The table as the call screen shows it: who sits there and who calls, the last pot, and requests."""

from __future__ import annotations

from collections import Counter, defaultdict

from app.night.models import Night, ShownRules
from app.night.play.call import cleared_hand
from app.night.screens import Table, screen_of
from app.text import listing
from app.web.http.cookies import NightChoices
from app.web.http.lookup import (
    Following,
    count_in_play,
    failed_requests,
    hand_out_words,
    out_of_chips,
    phone_requests,
    players_words,
    running_game,
    shown_words,
    stakes_words,
)
from app.web.http.pages import take_messages

#: The last line of the night's log whose chips have been handed out, by night.
given = NightChoices("given-marks")


class AtTable:
    """The table between two hands, on a page that follows it.

    ``title`` says whose call it is, ``seats`` are at the table, ``last_pot`` is the last hand in words. ``asked`` are
    the requests of phones, ``broke`` the players out of chips, ``owed`` says who has bought chips since the last hand,
    up to line ``owed_to`` of the log; ``failed_requests`` is what failed. ``television`` is what televisions show instead of
    the table. ``back`` is the hand that Undo leads back to. ``message`` says what was just done, ``problem`` why
    something was not.
    """

    def __init__(self, night: Night, here: str) -> None:
        screen = screen_of(night.id)
        self.following, table = Following(night.key, screen, here), screen.table
        self.night, self.table_now = night, table
        self.seats, self.players = table.seats, count_in_play(table)
        self.title, self.last_pot = call_title(table), _last_pot(table)
        self.message, self.problem = take_messages("done"), take_messages("problem")
        self.back, self.hand_running = cleared_hand(night), running_game(table)
        self.asked, self.failed_requests = phone_requests(table), failed_requests(table)
        self.broke = [] if self.hand_running else out_of_chips(table)
        self.owed, self.owed_to = _owed(table)
        self.television, self.on_television = shown_words(table), isinstance(table.on_television, ShownRules)
        self.players_words, self.stakes_words = players_words(self.players), stakes_words(night)


def call_title(table: Table) -> str:
    """Return who calls: ``Bob calls``. With no dealer, nobody does."""
    dealer = next((seat.name for seat in table.seats if seat.dealer), "")
    return f"{dealer} calls" if dealer else "Call a game"


def _last_pot(table: Table) -> str:
    """Return who won the last hand: ``Dee won 63 at Chicago``; empty before the first, or if nobody did."""
    hand = table.last_hand
    if hand is None or not hand.winners:
        return ""
    won = ", ".join(f"{name} won {amount}" for name, amount in hand.winners)
    return f"{won} at {hand.game_name}"


def _owed(table: Table) -> tuple[list[str], int]:
    """Return which chips to hand to whom, and the last line of the log with any.

    At the first buy-in it goes without saying that there are chips to hand out: only their colors are worth a line.
    """
    if table.last_hand is None and table.played_for.chip_set is None:
        return [], 0
    sold = [each for each in table.bought if each.line > given.get(table.key, 0)]
    chips = Counter[str]()
    for each in sold:
        chips[each.name] += each.chips
    names = defaultdict[int, list[str]](list)
    for name, number in chips.items():
        names[number].append(name)
    present = {seat.name for seat in table.seats}
    words = [
        f"Give {_listed(names[number], present)} {number}{' each' if 1 < len(names[number]) < len(present) else ''}"
        f"{hand_out_words(table, number)}"
        for number in names
    ]
    return words, max((each.line for each in sold), default=0)


def _listed(names: list[str], present: set[str]) -> str:
    return "everybody" if len(names) > 1 and set(names) == present else listing(names)
