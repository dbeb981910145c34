"""Actions in words, for the log and the correction page."""

from __future__ import annotations

import pytest

from app.cards.card import parse_cards
from app.games.house import Stakes
from app.games.load import resolve
from app.hand.action import Action, verbs
from app.hand.notation import write_action
from app.hand.play import replay, start
from app.hand.state import Setup, State
from app.words.actions import describe
from tests.hand import at_table
from tests.hand.own_game import BET
from tests.hand.steps.test_auction import naming
from tests.hand.steps.test_rounds import FIRST, HIT, round_of

SETUP = Setup(resolve("five-card-stud"), ("Ann", "Bob", "Cy"), (100,) * 3, (1,) * 3, Stakes(ante=1, small=2, big=4))
DEALT = ["d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh"]


def after(*lines: str) -> State:
    states, refusal = replay(SETUP, lines)
    assert refusal is None
    return states[-1]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("d dh p1 ??5h", "Ann: a down card, 5 of hearts"),
        ("d dh p2 ????", "Bob: 2 down cards"),
        ("d db TdJr", "Middle: 10 of diamonds, red joker"),
        ("d ok", "Done"),
        ("d redeal", "Redealt"),
        ("d ranks high p2=p3 p1", "Dealer rules on the high: Bob and Cy, then Ann"),
        ("p1 up 5h", "Ann turns up 5 of hearts"),
        ("p1 up 5h to high", "Ann turns up 5 of hearts to the high hand"),
        ("p1 moves 5h to low", "Ann moves 5 of hearts to the low hand"),
        ("p1 swaps 5h Kd", "Ann swaps 5 of hearts and king of diamonds"),
        ("p1 sets 5h5d", "Ann sets aside 5 of hearts, 5 of diamonds"),
        ("p1 takes Kd", "Ann takes king of diamonds"),
        ("p1 gives p3", "Ann gives it to Cy"),
        ("p1 picks p2", "Ann picks Bob"),
        ("p1 names 6", "Ann names sixes"),
        ("p1 sd ??Kd", "Ann discards a down card, king of diamonds"),
        ("p1 sd", "Ann stands pat"),
        ("p1 pay 4", "Ann pays 4"),
        ("p1 pay 0", "Ann takes it"),
        ("p1 no", "Ann declines"),
        ("p1 bid 3", "Ann bids 3"),
        ("p1 declare low", "Ann declares low"),
        ("p1 sm", "Ann mucks"),
        ("p1 sm 5h5d", "Ann shows 5 of hearts, 5 of diamonds"),
        ("p1 pb", "Ann brings in"),
        ("p1 allin 7", "Ann is all in for 7"),
        ("d misdeal", "Misdeal"),
        ("d out", "The deck is out"),
        ("d ranks high", "Dealer rules on the high: nobody"),
        ("p2 f !", "Bob folds (as ruled)"),
    ],
)
def test_an_action_has_words(line: str, words: str):
    assert describe(start(SETUP), line) == words


def test_every_verb_has_words():
    state = start(SETUP)
    for verb in verbs().values():
        action = Action(verb.name, None if verb.dealer else 0, to=1, cards=parse_cards("5h5d"), amount=3, rank=4)
        line = write_action(action)
        assert describe(state, action) not in (line, f"Ann {line.partition(' ')[2]}"), verb


def test_only_an_offer_is_declined():
    assert describe(naming(), "p1 no") == "Ann passes"
    assert describe(round_of(HIT, **FIRST), "p1 no") == "Ann stands"
    knock = {"step": "repeat", "steps": 1, "until": "somebody knocks"}
    checked = at_table.after(round_of(BET, knock, **FIRST), "p1 cc, p2 cc, p3 cc")
    assert describe(checked, "p1 no") == "Ann knocks"


@pytest.mark.parametrize(
    ("lines", "line", "words"),
    [
        (DEALT, "p3 cc", "Cy checks"),
        (DEALT, "p3 cbr 2", "Cy bets 2"),
        ([*DEALT, "p3 cbr 2"], "p1 cc", "Ann calls 2"),
        ([*DEALT, "p3 cbr 2"], "p1 cbr 4", "Ann raises to 4"),
    ],
)
def test_a_bet_is_worded_by_its_situation(lines: list[str], line: str, words: str):
    assert describe(after(*lines), line) == words


@pytest.mark.parametrize("line", ["nonsense", "p1 names 1", "p1 gives p9", "p1 gives", "p1 picks nobody", "p1 up zz"])
def test_an_unreadable_action_is_shown_as_text(line: str):
    assert describe(start(SETUP), line) == line
