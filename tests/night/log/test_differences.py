"""The changes that a correction makes to a hand, shown to the dealer for confirmation."""

from __future__ import annotations

from app.night.log.corrections import MOVE_TOO, Correction
from app.night.log.pending_correction import Replacements
from app.night.log.replay import LiveHand
from app.night.models import Night
from app.night.play import taps
from tests.night.table import FIRST_STREET, begin, deal, everyone_folds, tap, two_pots

#: The lines before and after a correction, by subject.
Changed = dict[str, tuple[tuple[str, ...], tuple[str, ...]]]


def changed(live: LiveHand, replacements: Replacements, cut: int | None = None) -> Changed:
    correction = taps.preview_correction(live.hand.id, replacements, cut)
    assert isinstance(correction, Correction), correction
    assert correction.misfit is None
    return {difference.what: (difference.before, difference.after) for difference in correction.differences}


def test_changed_wild_cards_are_listed_first(friday: Night):
    live = tap(deal(friday, "follow-the-queen"), "d dh p1 ????Qh", "d dh p2 ????7c", "d dh p3 ????4c")
    differences = changed(live, {2: ["d dh p2 ????8c"]})
    assert list(differences) == ["Wild cards", "Announced"]
    assert differences["Wild cards"] == (
        ("Sevens are wild (followed Bob's queen)",),
        ("Eights are wild (followed Bob's queen)",),
    )


def test_no_change_of_opener_is_listed_between_two_rounds(friday: Night):
    """Ann opens the first round for 2. After that round, nobody has opened the next one."""
    in_round = tap(deal(friday), *FIRST_STREET, "p3 cbr 2", "p1 cc")
    assert changed(in_round, {5: ["p1 cc", "p2 cc"]}) == {
        "Pot": (("7",), ("9",)),
        "Chips": (("Cy 99",), ("Cy 97",)),
        "Next": (("Cy to act: 2 to call",), ("Bob's up-card",)),
    }
    assert changed(tap(in_round, "p2 cc"), {}, cut=4) == {
        "Pot": (("9",), ("3",)),
        "Chips": (("Bob 97", "Cy 97", "Ann 97"), ("Bob 99", "Cy 99", "Ann 99")),
        "Next": (("Bob's up-card",), ("Ann to act",)),
    }


def test_chips_of_an_earlier_deal_are_listed_where_no_stack_is_known(app: object):
    """All ante 1, Ann bets 2 and the others call; then the cards are dealt again. Cy should have folded."""
    live = tap(deal(begin(tracked=False)), *FIRST_STREET, "p3 cbr 2", "p1 cc", "p2 cc", "d redeal")
    differences = changed(live, {6: ["p2 f"]})
    assert differences["Chips"] == (("Cy has put in 3",), ("Cy has put in 1",))


def test_an_uncalled_bet_changes_the_pot_but_no_stack(friday: Night):
    """Three antes and Ann's uncalled bet, which comes back to her: 5 chips for a bet of 2, 6 for a bet of 3."""
    differences = changed(everyone_folds(deal(friday)), {4: ["p3 cbr 3 !"]})
    assert differences["Pot"] == (("5",), ("6",))
    assert differences["Chips to push"] == (("Push 5 to Ann",), ("Push 6 to Ann",))
    assert "Upcard moves" not in differences, "the third chip was her own"


def test_two_pots_are_listed_with_the_larger_winner_first(app: object):
    """Ann bets 5 and Bob calls: without the 2 from each that match Cy's, 6 are left for the side pot."""
    _, live = two_pots()
    differences = changed(live, {5: ["p3 cbr 5 !"]})
    assert differences["Pot"] == (("13", "9", "4"), ("15", "9", "6"))
    assert differences["Chips to push"] == (("Push 9 to Cy", "Push 4 to Bob"), ("Push 9 to Cy", "Push 6 to Bob"))
    assert differences["Upcard moves"] == ((), ("1 from Ann to Bob", MOVE_TOO)), "everyone whose chips change"


def test_contested_pots_are_listed_with_their_players(app: object):
    _, live = two_pots()
    differences = changed(live, {}, cut=len(live.actions) - 2)
    assert differences["Pot"] == (("13", "9", "4"), ("13", "9: Bob, Cy, Ann", "4: Bob, Ann"))


def test_an_unchanged_winner_moves_no_chips(app: object):
    """Bob mucks his kings: Ann's queens win the side pot of 4, and Cy still wins his 9."""
    _, live = two_pots()
    bob = len(live.actions) - 1
    assert live.actions[bob - 1] == "p1 sm 8cKhKc2d5s"
    assert changed(live, {bob: ["p1 sm"]})["Upcard moves"] == ((), ("4 from Bob to Ann", MOVE_TOO))


def test_a_correction_that_reopens_the_hand_moves_no_chips(friday: Night):
    differences = changed(everyone_folds(deal(friday)), {6: ["p2 cc"]})
    assert differences["Chips to push"] == (("Push 5 to Ann",), ())
    assert "Upcard moves" not in differences


def test_a_correction_that_ends_the_hand_only_pushes_chips(friday: Night):
    live = tap(deal(friday), *FIRST_STREET, "p3 cbr 2", "p1 f")
    differences = changed(live, {5: ["p1 f", "p2 f"]})
    assert differences["Chips to push"] == ((), ("Push 5 to Ann",))
    assert "Upcard moves" not in differences
