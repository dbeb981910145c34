"""Reasons as sentences: a player's name at the beginning keeps its spelling."""

from __future__ import annotations

import pytest

from app.games.reasons import Reason
from app.games.rules.wild import RankName, WildNews
from app.games.steps.interrupts import PayOrFold
from app.hand.event import AnyEvent
from app.hand.steps.interrupts import PaymentDue
from app.odds.figures import NoOdds
from app.words.announcements import event_text
from app.words.odds import no_odds_text
from app.words.reasons import reason_sentence
from app.words.speaker import Speaker

SPEAKER = Speaker(("deMarco", "Ann"))

PAIR = Reason("pair up", 0)
EIGHT = Reason("rank up", 0, ranks=(6,))
SPADE = Reason("card up", cards=(48,))
RAIN = Reason("pair up", 0, word="rainout")


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        (PAIR, "deMarco has a pair up"),
        (RAIN, "Rainout: deMarco has a pair up"),
        (SPADE, "The jack of spades is up"),
        (Reason("centre card for", why=PAIR), "deMarco has a pair up: turn one card up in the centre"),
        (Reason("centre card for", why=SPADE), "The jack of spades is up: turn one card up in the centre"),
        (Reason("made to fold", 0, why=EIGHT), "deMarco has an eight up and must fold"),
        (Reason("rained out", amount=7, why=RAIN), "Rainout: deMarco has a pair up. 7 carries over to the next hand"),
        (Reason("extra card", 0, amount=2, why=EIGHT), "deMarco has an eight up and may take an extra card for 2"),
        (Reason("extra card", 1, amount=2, why=EIGHT), "deMarco has an eight up: Ann may take an extra card for 2"),
        (Reason("both, lost", 0, words=("low",), pot=0, count=1), "deMarco went both ways and lost low: gets nothing"),
        (Reason("was the last up-card", 0, ranks=(10,)), "deMarco's queen was the last up-card"),
        (Reason("was the last up-card", ranks=(10,)), "The centre queen was the last up-card"),
        (Reason("everyone else folded"), "Everyone else has folded"),
    ],
)
def test_a_name_at_the_beginning_of_a_sentence_keeps_its_spelling(reason: Reason, text: str) -> None:
    assert reason_sentence(reason, SPEAKER) == text


@pytest.mark.parametrize(
    ("happened", "text"),
    [
        (
            WildNews(next_up=True, over=(RankName(5, figure=False),), reason=Reason("lead", 0, ranks=(10,))),
            "deMarco's queen: sevens are no longer wild, next up-card is wild",
        ),
        (
            PaymentDue(PayOrFold((0, 1), 2, False, PAIR), (0, 1), 2, ()),
            "deMarco has a pair up: everyone still in pays 2",
        ),
        (PaymentDue(PayOrFold((0,), 2, False, EIGHT), (0,), 2, ()), "deMarco has an eight up and must pay 2"),
    ],
)
def test_an_announcement_begins_with_a_name_as_it_is_spelled(happened: AnyEvent, text: str) -> None:
    assert event_text(happened, SPEAKER) == text


def test_a_hand_without_odds_says_so_with_a_name_as_it_is_spelled():
    text = "deMarco has not turned up their hand."
    assert no_odds_text(NoOdds("hand not turned up", seat=0), SPEAKER) == text
