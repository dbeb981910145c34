"""The figures: exact and sampled, by pot and by share."""

from __future__ import annotations

from dataclasses import replace
from math import isclose
from random import Random

import pytest

from app.cards.card import UNSEEN, Card, cards_text
from app.games.house import Stakes
from app.hand.notation import seat_text
from app.hand.play import prompt
from app.hand.state import State
from app.hand.steps.deal import cards_due
from app.odds.estimate import odds
from app.odds.figures import Estimate, Figure, NoOdds, Odds
from app.odds.views import Known, looked_back, opened, shown
from tests.hand.at_table import after, hand
from tests.hand.own_game import BET, deal, own
from tests.odds.hands import CalmDealer, calm
from tests.odds.play_on import play_on


def known_hand(state: State) -> Known:
    """Return a hand with every card known."""
    return Known(state, "open")


def found(known: Known, deals: int = 2000, seed: int = 0) -> Odds:
    answer = odds(known, deals=deals, seed=seed)
    assert isinstance(answer, Odds), answer
    return answer


def _checked(state: State) -> State:
    """Return the hand after everybody has checked the round."""
    while prompt(state).kind == "bet":
        state = after(state, f"{seat_text(prompt(state).seat or 0)} cc")
    return state


def holdem(hands: str, board: str = "", pot: int = 0) -> Known:
    """Return two players all in, before the flop or with this board, their hands turned up."""
    first, second = hands.split()
    state = hand("texas-holdem", (60, 60), carried=pot)
    state = after(state, f"d dh p1 {first}", f"d dh p2 {second}")
    for street in filter(None, (board[:6], board[6:8], board[8:])):
        state = after(_checked(state), f"d db {street}")
    return known_hand(state)


@pytest.mark.parametrize(
    "game_id",
    [
        "seven-card-stud",
        "stud-eight-or-better",
        "low-hole-wild",
        "follow-the-queen",
        "woolworth",
        "chicago-cards-speak",
    ],
)
@pytest.mark.parametrize("seed", [1, 2])
def test_odds_with_one_card_to_come_for_each_of_two_players_are_exact(game_id: str, seed: int) -> None:
    dealer = calm(game_id, 2, seed)
    while dealer.state.streets < 5 or cards_due(dealer.state) != 1:
        dealer.step()
    state = dealer.with_cards(dealer.state)
    unknown = sorted(state.game.deck.cards() - state.seen)
    won = [0, 0]
    for card in unknown:
        for seat, chips in play_on(state, [card]).result.totals().items():  # type: ignore[union-attr]
            won[seat] += chips
    answer = found(known_hand(state))
    assert answer.exact
    assert answer.deals == len(unknown)
    for seat in (0, 1):
        assert isclose(answer.seats[seat].share.value, won[seat] / state.pot / len(unknown))
        assert answer.seats[seat].share.error == 0


def test_odds_with_two_common_cards_to_come_are_exact() -> None:
    answer = found(holdem("AsAh KsKh", "2c7d9h"))
    assert answer.exact
    assert answer.deals == 45 * 44  # in either order
    # Two kings to come, or one king and no ace: of 990 boards the kings win 82 and the aces 908.
    kings = sum(
        1
        for first in range(45)
        for second in range(first)
        if (first < 2 or second < 2) and not (min(first, second) < 2 <= max(first, second) < 4)
    )
    assert answer.seats[1].win == Estimate(kings / 990)
    assert answer.seats[0].win == Estimate(1 - kings / 990)


@pytest.mark.parametrize(
    ("hands", "win", "tie"),
    [
        # published odds, exact over all 1,712,304 boards
        ("AcAd KhKs", 0.8195, 0.0054),
        ("AhKh QsQd", 0.4621, 0.0038),
        ("AsKd 7h2c", 0.6662, 0.0045),
        ("JcTc 2d2h", 0.5334, 0.0131),
    ],
)
def test_holdem_before_the_flop_has_the_published_odds(hands: str, win: float, tie: float) -> None:
    figure = found(holdem(hands), deals=4000, seed=3).seats[0]
    assert abs(figure.win.value - win) < 3 * figure.win.error
    assert abs(figure.tie.value - tie) < 3 * figure.tie.error
    assert 0.005 < figure.win.error < 0.009


def test_odds_with_no_card_to_come_are_exact() -> None:
    answer = found(holdem("AsAh KsKh", "2c7d9hTcJd"))
    assert (answer.deals, answer.exact) == (1, True)
    assert answer.seats[0] == Figure(Estimate(1), Estimate(0), Estimate(1))


def test_the_seed_determines_the_figures() -> None:
    known = shown(calm("woolworth", 4).play_to(12))
    assert found(known, 200, 5) == found(known, 200, 5)
    assert found(known, 200, 5) != found(known, 200, 6)


def test_a_result_never_sampled_is_not_called_impossible() -> None:
    figure = found(holdem("AsAh 7c2d"), deals=50).pots[0].stays
    assert figure.value == 0
    assert 0 < figure.error < 0.05


@pytest.mark.parametrize("game_id", ["omaha-eight", "chicago", "stud-eight-or-better", "roll-your-own", "baseball"])
def test_the_shares_add_up_to_the_pot(game_id: str) -> None:
    answer = found(shown(calm(game_id, 4).play_to(14)), deals=60)
    for pot in answer.pots:
        assert isclose(sum(figure.share.value for figure in pot.seats.values()) + pot.stays.value, 1)
        for share in pot.shares:
            assert isclose(sum(figure.share.value for figure in share.seats.values()) + share.unclaimed.value, 1)


def test_side_pots_are_judged_separately() -> None:
    state = hand("five-card-stud", (10, 40, 40))
    state = after(state, "d dh p1 AsAh", "d dh p2 KsKh", "d dh p3 QsJh")
    state = replace(
        state,
        players=(
            replace(state.players[0], stack=0, committed=10, all_in=True),
            replace(state.players[1], stack=0, committed=40, all_in=True),
            replace(state.players[2], stack=0, committed=40, all_in=True),
        ),
    )
    answer = found(known_hand(state), deals=500)
    assert [pot.amount for pot in answer.pots] == [30, 60]
    assert set(answer.pots[1].seats) == {1, 2}
    assert answer.seats[0].win.value == answer.pots[0].seats[0].win.value
    assert answer.seats[0].share.value == pytest.approx(answer.pots[0].seats[0].share.value / 3)
    assert answer.pots[1].seats[1].share.value > answer.pots[0].seats[1].share.value


def test_a_side_pot_goes_to_the_last_player_in_it_even_if_they_have_mucked_since() -> None:
    state = own(deal("ddddd"), BET, stacks=(3, 3, 100, 100), stakes=Stakes(limit="none", min_bet=2))
    state = after(state, *(f"d dh p{number} ??????????" for number in (1, 2, 3, 4)))
    state = after(state, "p1 cc, p2 cc, p3 cbr 10, p4 cc, p1 cc, p2 cc, p3 sm, p4 sm")
    main, side = found(shown(state), deals=100).pots
    assert (main.amount, set(main.seats)) == (12, {0, 1})
    assert (side.amount, side.seats[3].win.value) == (16, 1)


def finished(dealer: CalmDealer, state: State, random: Random) -> State:
    """Return the hand played out with random cards."""
    deck: list[Card] = sorted(state.game.deck.cards() - state.seen)
    random.shuffle(deck)
    return play_on(state, deck)


@pytest.mark.parametrize(
    "game_id", ["follow-the-queen", "follow-the-pair", "woolworth", "baseball", "cincinnati-low-wild"]
)
def test_dealing_ahead_agrees_with_playing_on(game_id: str) -> None:
    """The shares over many hands played action by action agree with the odds within their errors."""
    dealer = calm(game_id, 3, 4)
    state = dealer.with_cards(dealer.play_to(7))
    answer = found(known_hand(state), deals=1500, seed=1)
    random, hands, won = Random(game_id), 150, [0, 0, 0]
    for _ in range(hands):
        end = finished(dealer, state, random)
        total = sum(end.result.totals().values())  # type: ignore[union-attr]
        for seat, chips in end.result.totals().items():  # type: ignore[union-attr]
            won[seat] += chips / total  # type: ignore[assignment]
    for seat in range(3):
        share = answer.seats[seat].share
        assert abs(won[seat] / hands - share.value) < 3.5 * (share.error + 0.5 / hands**0.5)


def test_open_odds_need_the_hands_turned_up() -> None:
    dealer = calm("seven-card-stud", 2, 1, stacks=(12, 12))
    state = dealer.play_to(4)
    assert opened(state) == NoOdds("hand not turned up", seat=0)
    for seat in (0, 1):
        state = after(state, f"p{seat + 1} sm {cards_text(dealer.hands[seat])}")
    known = opened(state)
    assert isinstance(known, Known)
    assert known.view == "open"
    assert found(known, 100).view == "open"


def test_looking_back_uses_cards_shown_at_the_end_from_the_start() -> None:
    dealer = calm("seven-card-stud", 3, 1)
    dealer.play_out()
    early = looked_back(dealer.states, 3)
    shown_early = [held.card for player in early.state.players for held in player.cards]
    assert shown_early == [card for seat in range(3) for card in dealer.hands[seat][:3]]
    assert UNSEEN in [held.card for player in shown(dealer.states[3]).state.players for held in player.cards]
