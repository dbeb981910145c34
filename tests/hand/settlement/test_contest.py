"""Mucks and rulings by pot and share: which shares a muck keeps, and who wins the shares that it gives up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.games.reasons import Reason
from app.hand.play import start
from app.hand.state import State
from app.hand.view import DEALER, view
from tests.hand.at_table import after, announced, refusal, stacks
from tests.hand.own_game import BET, deal, own
from tests.hand.settlement.test_declared import EIGHT, FLUSH, NO_LIMIT, NOTHING, SIDE, WHEEL

HIGH_LOW = [{"rule": "high"}, {"rule": "low"}]


def dealt(
    *declared: str, bets: str = "", old: bool = False, share: list[dict[str, str]] = HIGH_LOW, **house: str
) -> State:
    """Return the showdown of a hand of five down cards; cards speak unless something is ``declared``.

    With ``bets`` Ann has 3 chips and there is a side pot; otherwise everyone checks. ``old`` hands are of version 0.2.
    """
    count = len(declared) or 3
    script = (deal("ddddd"), BET, *([{"step": "declare"}] if declared else []))
    stacks = (3, 100, 100)[:count] if bets else (100,) * count
    state = own(*script, share=share, stacks=stacks, stakes=NO_LIMIT, house=house)
    state = start(replace(state.setup, from_0_2=old))
    state = after(state, *(f"d dh p{n} ??????????" for n in range(1, count + 1)))
    state = after(state, bets or ", ".join(f"p{n} cc" for n in range(1, count + 1)))
    return after(state, *(f"p{n} declare {name}" for n, name in enumerate(declared, 1)))


def test_a_player_ruled_to_win_a_share_keeps_it_after_mucking() -> None:
    state = after(dealt("high", "low"), "d ranks high p1, p1 sm")
    assert announced(state) == ["Ann mucks and keeps the high: the dealer's ruling stands"]
    assert stacks(after(state, f"p2 sm {WHEEL}")) == [100, 100]


def test_a_ruling_stands_even_if_declarations_must_be_shown() -> None:
    state = after(dealt("high", "low", "low", uncontested_declarations="must show"), "d ranks high p1, p1 sm, p2 sm")
    assert stacks(after(state, f"p3 sm {EIGHT}")) == [101, 99, 100]


def test_a_player_given_nothing_by_a_ruling_gives_up_every_share_by_mucking() -> None:
    """Bob and Cy muck, leaving only Ann: she wins both halves of 3."""
    assert stacks(after(dealt("high", "high", "low"), "d ranks high p1, p2 sm, p3 sm, p1 sm")) == [101, 99, 100]
    assert stacks(after(dealt(), "d ranks high p1, p2 sm, p3 sm")) == [102, 99, 99]


def test_the_first_of_two_players_to_muck_gives_the_share_up() -> None:
    """Ann and Bob declared high: Ann's muck, the first, gives it up; Bob's keeps it."""
    state = after(dealt("high", "high", "low"), "p1 sm")
    assert announced(state) == []
    assert stacks(after(state, f"p2 sm, p3 sm {NOTHING}")) == [99, 101, 100]


@pytest.mark.parametrize(
    ("mucks", "chips"),
    [
        # Bob contests her high: she loses both ways, and Bob wins it all.
        ("p1 sm", [99, 101]),
        # Only she plays for low, and now for high too.
        ("p2 sm", [101, 99]),
    ],
)
def test_a_player_who_mucks_after_declaring_both_keeps_both_shares_or_neither(mucks: str, chips: list[int]) -> None:
    assert stacks(after(dealt("both", "high"), mucks)) == chips


def test_a_player_who_declared_both_keeps_one_share_by_ruling_and_the_other_alone() -> None:
    state = after(dealt("both", "high"), "d ranks high p1, p1 sm")
    assert announced(state) == [
        "Ann mucks and keeps the high: the dealer's ruling stands",
        "Ann mucks and keeps the low: nobody else plays for it",
    ]
    assert stacks(after(state, f"p2 sm {NOTHING}")) == [101, 99]


@pytest.mark.parametrize(
    ("qualifier", "house", "kind", "ruling"),
    [
        ("", {}, "muck keeps it alone", "uncontested_declarations"),
        ("", {"uncontested_declarations": "must show"}, "muck must be shown", "uncontested_declarations"),
        ("8", {}, "muck must be shown", ""),  # in any house: the low may not qualify
    ],
)
def test_a_muck_names_the_house_rule_that_decides_it(
    qualifier: str, house: dict[str, str], kind: str, ruling: str
) -> None:
    share = [{"rule": "high"}, {"rule": "low", **({"qualifier": qualifier} if qualifier else {})}]
    state = after(dealt("high", "low", share=share, **house), "p2 sm")
    events = (said.event for said in state.announcements)
    said = [event for event in events if isinstance(event, Reason) and event.kind.startswith("muck")]
    assert [(why.kind, why.ruling) for why in said] == [(kind, ruling)]


def test_an_uncontested_high_is_kept_at_once_and_the_last_low_player_keeps_the_low() -> None:
    state = after(dealt("high", "low", "low"), "p1 sm")
    assert announced(state) == ["Ann mucks and keeps the high: nobody else plays for it"]
    state = after(state, "p2 sm")
    assert announced(state) == []
    assert stacks(after(state, "p3 sm")) == [101, 99, 100]


def test_a_half_that_no_hand_qualifies_for_goes_to_a_mucked_winner_of_the_other() -> None:
    """Cy's low must qualify and does not: all 3 go to Ann's high, which is never shown."""
    share = [{"rule": "high"}, {"rule": "low", "qualifier": "8"}]
    state = after(dealt("high", "low", "low", share=share), f"p1 sm, p2 sm, p3 sm {NOTHING}")
    assert stacks(state) == [102, 99, 99]


def test_a_player_who_keeps_a_share_still_counts_as_mucked() -> None:
    state = after(dealt("high", "low"), "p1 sm")
    assert view(state, DEALER).seats[0].status == "mucked"
    assert refusal(state, f"p1 sm {FLUSH}") == "Ann has mucked"
    assert refusal(state, "d ranks low p1 p2") == "Ann has mucked"


def test_the_settlement_says_why_a_mucked_hand_won() -> None:
    ended = after(dealt("high", "low"), "p1 sm, p2 sm").result
    assert ended is not None
    assert [[why.kind for why in award.why][-1] for award in ended.awards] == ["nobody else plays for it"] * 2
    assert all(award.why[-1].ruling == "uncontested_declarations" for award in ended.awards)


def test_a_ruling_must_name_a_winner_for_each_contested_pot() -> None:
    state = dealt(bets=SIDE)
    assert (
        refusal(state, "d ranks low p1") == "name who wins the low in the side pot: a winner for every pot, best first"
    )
    assert refusal(state, "d ranks low") == "name who wins the low in the main pot: a winner for every pot, best first"
    assert refusal(dealt(), "d ranks low") == "name who wins the low: a winner for every pot, best first"
    assert stacks(after(state, "d ranks low p1 p2, d ranks high p1 p3")) == [9, 97, 97]


def test_a_ruling_may_leave_out_a_pot_if_hands_must_qualify() -> None:
    """Nobody has a low in the side pot: its 6 go to the high hand, even if Bob alone declared low there."""
    share = [{"rule": "high"}, {"rule": "low", "qualifier": "8"}]
    assert stacks(after(dealt(bets=SIDE, share=share), "d ranks low p1, d ranks high p2 p3")) == [4, 105, 94]
    declared = dealt("low", "low", "high", bets=SIDE, share=share)
    assert stacks(after(declared, "d ranks low p1, d ranks high p3")) == [4, 94, 105]


def test_in_a_hand_of_version_0_2_a_muck_gives_up_every_share_and_a_ruling_may_leave_out_pots() -> None:
    assert stacks(after(dealt("high", "low", old=True), "d ranks high p1, p1 sm")) == [99, 101]
    assert stacks(after(dealt(bets=SIDE, old=True), "d ranks high p1, d ranks low p3")) == [5, 94, 104]
