"""Answers of several players: side by side if each has few, one player at a time if many."""

from __future__ import annotations

from app.games.house import Stakes
from app.games.load import resolve
from app.games.reasons import Reason
from app.hand.action import DECLARE, NAME, Action
from app.hand.ask import Ask, Prompt, Question
from app.hand.play import start
from app.hand.state import Setup
from app.web.pad.pads import MAX_SIDE_BY_SIDE, offer_pad
from app.web.pad.parts import Focus, PadContext

SETUP = Setup(resolve("five-card-stud"), ("Ann", "Bob", "Cy"), (100,) * 3, (1,) * 3, Stakes(ante=1, small=2, big=4))
STATE = start(SETUP)
SEATS = range(3)
LOT = Reason("right to name the wild rank")


def test_few_answers_are_shown_side_by_side_for_all_players():
    names = [str(number) for number in range(MAX_SIDE_BY_SIDE)]
    asks = tuple(Ask(Action(DECLARE, seat, word=name), manner="declare") for seat in SEATS for name in names)
    pad = offer_pad(PadContext(STATE, Prompt("offer", Question("bids in secret", why=LOT), asks, seat=0), Focus()))
    assert [len(group.choices) for group in pad.groups] == [MAX_SIDE_BY_SIDE] * 3


def test_many_answers_are_shown_for_one_player_until_another_seat_is_tapped():
    asks = tuple(Ask(Action(NAME, seat, rank=rank), manner="names") for seat in SEATS for rank in range(13))
    prompt = Prompt("offer", Question("bids in secret", why=LOT), asks, seat=0)
    pad = offer_pad(PadContext(STATE, prompt, Focus()))
    assert (pad.text, pad.seat, len(pad.choices), pad.groups) == ("Ann", 0, 13, ())
    assert "in secret" in pad.label
    assert pad.armable == {1: "1", 2: "2"}
    other = offer_pad(PadContext(STATE, prompt, Focus(arm=1)))
    assert (other.text, other.choices[0].action) == ("Bob", "p2 names 2")
