"""The nights: what is stored, and the use cases on it. Call them as ``from app import night``, ``night.post(...)``.

Expected failures are returned as values: :class:`Problem` for a form; :class:`Refused`, :class:`Stale` or
:class:`Broken` for a tap. Everything here needs an app context.
"""

from __future__ import annotations

from app.evening.acts import Join
from app.night.acts.cash_desk import (
    Counted,
    accept_counts,
    move_cash,
    play_for,
    reopen_settling,
    sell_chips,
    settle_up,
    share_expense,
    split_pot,
    tick_off,
    untick,
)
from app.night.acts.doing import Done, Waits, do, drop, grant, undo_act
from app.night.acts.lines import (
    ActLine,
    act_line_by_id,
    coming_house,
    coming_stakes,
    failed,
    leaving_seats,
    night_log,
    waiting,
)
from app.night.acts.wishes import (
    add_player,
    buy_in,
    come_back,
    leave,
    move_seats,
    set_dealer,
    set_house,
    set_stakes,
    set_table,
    sit_out,
)
from app.night.again import Guest, LastTime, last_time, start_again
from app.night.asking import (
    SeatWishes,
    buy_from_phone,
    come_back_from_phone,
    seat_wishes,
    set_asks_dealer,
    sit_out_from_phone,
    withdraw,
)
from app.night.call import (
    ClearedHand,
    call_game,
    cleared_hand,
    current_hand,
    last_hand,
    next_hand,
    reopen_hand,
    undo_call,
)
from app.night.closing import Closing, Payment, Result, closing, last_hand_number, usual_buy_in
from app.night.db import night_changed
from app.night.example import delete_example, example_record, is_example, start_example
from app.night.game_names import modified_name
from app.night.history import (
    CalledGame,
    LedgerRow,
    PastHand,
    favourite_games,
    hand_record,
    ledger_rows,
    past_hands,
    recent_games,
)
from app.night.joining import AskedSeat, ask_for_seat, asked_seat, free_persons
from app.night.leaving import fold_by_ruling, leave_now
from app.night.links import (
    night_by_join_code,
    night_by_watch_key,
    night_id_of_link,
    nights_by_keys,
    renew_dealer,
    renew_join,
    renew_seat,
    renew_television,
)
from app.night.log.answers import Answer, Broken, Posted, Refused, Repeated, Stale
from app.night.log.correcting import PendingCorrection, add_ruling, start_correction
from app.night.log.corrections import Correction, ReplacedAction
from app.night.log.differences import Difference
from app.night.log.loading import NoHandError, live_hand, log_lines
from app.night.log.replay import HandInfo, LiveHand, LogLine, Misfit
from app.night.models import Entry, Hand, Ledger, Night, OwnGame, Player, Seat
from app.night.money.accounts import ledger_of, traces
from app.night.money.balances import Balance, Totals
from app.night.money.lines import LedgerLine
from app.night.money.trace import Move
from app.night.nights import (
    end_night,
    new_key,
    night_by_key,
    nights,
    reopen_night,
    start_night,
)
from app.night.own_games import LONGEST_OWN_NAME, own_game, own_games, remove_own_game, save_own_game
from app.night.people.buy_ins import proposed_buy_in
from app.night.people.changing import change_person, merge_persons, remove_person, renew_person
from app.night.people.looks import COLOURS
from app.night.people.persons import Person, known_names, person_of, persons
from app.night.people.seats import SeatInfo, last_buys, night_of_seat, seat_by_key, seats
from app.night.people.standings import Standing, hands_played, standings
from app.night.sealed import Late, answer_sealed, open_question, post_from_dealer, sealed_answer
from app.night.taps import correct, post, preview_correction, redo, undo
from app.night.validation import Problem
from app.night.version import night_version, night_version_at

__all__ = [
    "COLOURS",
    "LONGEST_OWN_NAME",
    "ActLine",
    "Answer",
    "AskedSeat",
    "Balance",
    "Broken",
    "CalledGame",
    "ClearedHand",
    "Closing",
    "Correction",
    "Counted",
    "Difference",
    "Done",
    "Entry",
    "Guest",
    "Hand",
    "HandInfo",
    "Join",
    "LastTime",
    "Late",
    "Ledger",
    "LedgerLine",
    "LedgerRow",
    "LiveHand",
    "LogLine",
    "Misfit",
    "Move",
    "Night",
    "NoHandError",
    "OwnGame",
    "PastHand",
    "Payment",
    "PendingCorrection",
    "Person",
    "Player",
    "Posted",
    "Problem",
    "Refused",
    "Repeated",
    "ReplacedAction",
    "Result",
    "Seat",
    "SeatInfo",
    "SeatWishes",
    "Stale",
    "Standing",
    "Totals",
    "Waits",
    "accept_counts",
    "act_line_by_id",
    "add_player",
    "add_ruling",
    "answer_sealed",
    "ask_for_seat",
    "asked_seat",
    "buy_from_phone",
    "buy_in",
    "call_game",
    "change_person",
    "cleared_hand",
    "closing",
    "come_back",
    "come_back_from_phone",
    "coming_house",
    "coming_stakes",
    "correct",
    "current_hand",
    "delete_example",
    "do",
    "drop",
    "end_night",
    "example_record",
    "failed",
    "favourite_games",
    "fold_by_ruling",
    "free_persons",
    "grant",
    "hand_record",
    "hands_played",
    "is_example",
    "known_names",
    "last_buys",
    "last_hand",
    "last_hand_number",
    "last_time",
    "leave",
    "leave_now",
    "leaving_seats",
    "ledger_of",
    "ledger_rows",
    "live_hand",
    "log_lines",
    "merge_persons",
    "modified_name",
    "move_cash",
    "move_seats",
    "new_key",
    "next_hand",
    "night_by_join_code",
    "night_by_key",
    "night_by_watch_key",
    "night_changed",
    "night_id_of_link",
    "night_log",
    "night_of_seat",
    "night_version",
    "night_version_at",
    "nights",
    "nights_by_keys",
    "open_question",
    "own_game",
    "own_games",
    "past_hands",
    "person_of",
    "persons",
    "play_for",
    "post",
    "post_from_dealer",
    "preview_correction",
    "proposed_buy_in",
    "recent_games",
    "redo",
    "remove_own_game",
    "remove_person",
    "renew_dealer",
    "renew_join",
    "renew_person",
    "renew_seat",
    "renew_television",
    "reopen_hand",
    "reopen_night",
    "reopen_settling",
    "save_own_game",
    "sealed_answer",
    "seat_by_key",
    "seat_wishes",
    "seats",
    "sell_chips",
    "set_asks_dealer",
    "set_dealer",
    "set_house",
    "set_stakes",
    "set_table",
    "settle_up",
    "share_expense",
    "sit_out",
    "sit_out_from_phone",
    "split_pot",
    "standings",
    "start_again",
    "start_correction",
    "start_example",
    "start_night",
    "tick_off",
    "traces",
    "undo",
    "undo_act",
    "undo_call",
    "untick",
    "usual_buy_in",
    "waiting",
    "withdraw",
]
