"""What is stored, and the use cases on it: ``from app import night``, then ``night.post(...)``.

Whatever can be expected to go wrong comes back as a value: :class:`Problem` for a form, :class:`Refused`,
:class:`Stale` or :class:`Broken` for a tap. Everything needs an app context.
"""

from __future__ import annotations

from app.night.call import WayBack, call_game, current_hand, last_hand, next_hand, take_out_again, uncall, way_back
from app.night.db import changed
from app.night.example import example_record, is_example, start_example, throw_away
from app.night.history import Called, Fact, PastHand, facts, favourite_games, hand_record, past_hands, recent_games
from app.night.links import (
    night_of_link,
    night_to_watch,
    nights_opened,
    renew_dealer,
    renew_seat,
    renew_television,
)
from app.night.log.correcting import Draft, as_ruled, draft
from app.night.log.corrections import Correction, Replaced, correct, preview_correction
from app.night.log.differences import Difference
from app.night.log.loading import Broken, NoHandError, live, log_lines
from app.night.log.replay import HandInfo, LiveHand, LogLine, Misfit
from app.night.models import Entry, Hand, Ledger, Night, OwnGame, Player, Seat
from app.night.nights import (
    end_night,
    new_key,
    night_by_key,
    nights,
    reopen_night,
    set_house,
    set_stakes,
    start_night,
)
from app.night.own_games import LONGEST_OWN_NAME, own_game, own_games, remove_own_game, save_own_game
from app.night.people.naming import mix_name
from app.night.people.seating import (
    add_player,
    buy_in,
    come_back,
    known_names,
    leave,
    move_seats,
    set_dealer,
    sit_out,
)
from app.night.people.seats import SeatInfo, night_of_seat, seat_by_key, seats
from app.night.sealed import Late, answer_sealed, enter, own_answer, question_of
from app.night.taps import Answer, Posted, Refused, Repeated, Stale, post, redo, undo
from app.night.validation import Problem
from app.night.version import number_at, number_of

__all__ = [
    "LONGEST_OWN_NAME",
    "Answer",
    "Broken",
    "Called",
    "Correction",
    "Difference",
    "Draft",
    "Entry",
    "Fact",
    "Hand",
    "HandInfo",
    "Late",
    "Ledger",
    "LiveHand",
    "LogLine",
    "Misfit",
    "Night",
    "NoHandError",
    "OwnGame",
    "PastHand",
    "Player",
    "Posted",
    "Problem",
    "Refused",
    "Repeated",
    "Replaced",
    "Seat",
    "SeatInfo",
    "Stale",
    "WayBack",
    "add_player",
    "answer_sealed",
    "as_ruled",
    "buy_in",
    "call_game",
    "changed",
    "come_back",
    "correct",
    "current_hand",
    "draft",
    "end_night",
    "enter",
    "example_record",
    "facts",
    "favourite_games",
    "hand_record",
    "is_example",
    "known_names",
    "last_hand",
    "leave",
    "live",
    "log_lines",
    "mix_name",
    "move_seats",
    "new_key",
    "next_hand",
    "night_by_key",
    "night_of_link",
    "night_of_seat",
    "night_to_watch",
    "nights",
    "nights_opened",
    "number_at",
    "number_of",
    "own_answer",
    "own_game",
    "own_games",
    "past_hands",
    "post",
    "preview_correction",
    "question_of",
    "recent_games",
    "redo",
    "remove_own_game",
    "renew_dealer",
    "renew_seat",
    "renew_television",
    "reopen_night",
    "save_own_game",
    "seat_by_key",
    "seats",
    "set_dealer",
    "set_house",
    "set_stakes",
    "sit_out",
    "start_example",
    "start_night",
    "take_out_again",
    "throw_away",
    "uncall",
    "undo",
    "way_back",
]
