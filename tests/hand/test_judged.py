"""Parts judged by the table: no hand is named and no pot awarded before the dealer has ruled."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from app.games.catalog import catalog, summary_of
from app.games.definition import Game
from app.games.errors import GameError, raise_first
from app.games.house import Stakes
from app.games.load import build, resolve
from app.games.references import reference_errors
from app.games.sheet import rule_sheet, sheet_text
from app.hand.play import play, start
from app.hand.state import Setup, State
from app.hand.view import SPECTATOR, view
from app.words.announcements import event_text
from app.words.speaker import Speaker
from app.words.table import wild_line
from tests.hand.at_table import after
from tests.hand.random_dealer import RandomDealer, random_setup

#: The keys, rules and steps that leave something to the table, as named in game files.
LEFT_TO_THE_TABLE = frozenset({"table_rules", "judged", "as-named", "as-played"})


def judged_games() -> Iterator[tuple[str, dict[str, Any], Game]]:
    """Yield each game that leaves something to the table, with each option value that does so."""
    for info in catalog().values():
        if LEFT_TO_THE_TABLE.isdisjoint(re.findall(r"[\w-]+", str(info.table))):
            continue
        chosen = [{}, *({option.key: value} for option in info.options for value in option.values())]
        for options in chosen:
            game = info.resolve(options)
            if game.judged_parts:
                yield info.id, options, game


GAMES = list(judged_games())


def test_judged_games_leave_open_wild_cards_winners_and_next_steps() -> None:
    parts = {part for _, _, game in GAMES for part in game.judged_parts}
    assert parts >= {"what is wild", "who wins the pot", "what comes next"}


@pytest.mark.parametrize(("name", "options", "game"), GAMES, ids=[f"{name} {options}" for name, options, _ in GAMES])
def test_no_judged_pot_is_awarded_before_the_ruling(name: str, options: dict[str, Any], game: Game) -> None:
    for seed in range(6):
        random = Random(f"{name} {options} {seed}")
        dealer = RandomDealer(random_setup(game, random), random)
        dealer.play_out()
        for state in dealer.states:
            check_honest(state, dealer.lines[: state.count])


def check_honest(state: State, lines: list[str]) -> None:
    """Assert that without a ruling a pot judged by the table goes only to the last player in, and no hand is named."""
    parts, speaker = state.game.judged_parts, Speaker(state.setup.names)
    ruled = {line.split()[2] for line in lines if line.startswith("d ranks")}
    wild_named = any(line.startswith("d wild") for line in lines)
    seen = view(state, SPECTATOR)
    if not wild_named:
        assert "othing wild" not in wild_line(seen.wild, seen.next_up_wild, speaker)
    if "what is wild" in parts and not wild_named and not any(line == "d redeal" for line in lines):
        assert not any(seat.showing or seat.hands for seat in seen.seats)
        said = [event_text(made.event, speaker) for made in state.announcements]
        assert not any(word in text for text in said for word in (" high", "pair", "straight", "flush", "of a kind"))
    over = state.result
    alone = len([player for player in state.players if player.live]) == 1
    if over is not None and "who wins the pot" in parts and over.awards and over.why is None and not alone:
        assert "pot" in ruled


@pytest.mark.parametrize("hands", [150, pytest.param(1000, marks=pytest.mark.long)])
def test_chips_are_conserved_with_side_pots_and_all_ins(hands: int) -> None:
    """Play hands of chips alone, with payments, chips from the pot, and stacks from tiny to large."""
    several = 0
    for seed in range(hands):
        random = Random(seed)
        setup = random_setup(catalog()["chips-only"].usual, random)
        setup = replace(setup, stacks=tuple(random.choice([3, 9, 40, 200]) for _ in setup.stacks))
        dealer = RandomDealer(setup, random)
        total = sum(stack or 0 for stack in setup.stacks) + setup.carried
        end = dealer.play_out()
        for state in dealer.states:
            found = sum((player.stack or 0) + player.missing for player in state.players) + state.pot
            carried = state.result.carried if state.result else 0
            assert found + carried == total, dealer.lines[: state.count]
        several += end.result is not None and len(end.result.pots) > 1
    assert several > hands / 10


def hand(game: Game, *stacks: int | None) -> State:
    names = ("Ann", "Bob", "Cy", "Dee")[: len(stacks)]
    return start(Setup(game, names, stacks, (1,) * len(stacks), Stakes()))


def test_a_misdeal_returns_payments_and_takes_back_chips_from_the_pot() -> None:
    state = after(hand(resolve("chips-only"), 100, None), "p1 pay 5, p2 gets 4, d misdeal")
    assert state.result is not None
    assert [player.stack for player in state.players] == [100, None]
    assert state.result.returned == ((0, 6), (1, -3))


def test_chips_from_the_pot_can_be_bet() -> None:
    state = after(hand(resolve("chips-only"), 3, 100), "p2 pay 9, p1 gets 8, d bets, p1 cbr 2, p2 cc")
    assert [player.stack for player in state.players] == [8, 88]
    assert state.pot == 7


def test_chips_from_a_side_pot_go_only_to_its_players() -> None:
    state = after(hand(resolve("chips-only"), 3, 100, 100), "d bets, p1 cbr 2, p2 cbr 4, p3 cc")
    assert "not so much" in kind(play(state, "p1 gets 10"))
    state = after(state, "p2 gets 13")
    assert state.pot == 0


def kind(refused: object) -> str:
    return str(getattr(refused, "kind", ""))


def raw(**table: Any) -> dict[str, Any]:
    return {"id": "x", "name": "X", "about": "A game.", "share": [{"rule": "judged"}], **table}


def test_a_game_without_cards_needs_judged_shares() -> None:
    game = build(raw(script=[{"step": "as-played"}], share=[{"rule": "high"}, {"rule": "judged", "name": "run"}]))
    with pytest.raises(GameError, match="the table has to judge the high"):
        raise_first(reference_errors(game))


@pytest.mark.parametrize("step", [{"step": "draft"}, {"step": "turn-until-lead"}, {"step": "partners"}])
def test_hands_cannot_be_compared_before_the_table_names_the_wild_cards(step: dict[str, str]) -> None:
    script = [{"step": "deal", "cards": "du"}, step, {"step": "bet"}]
    game = build(raw(script=script, share=[{"rule": "high"}], wild=[{"rule": "as-named"}]))
    with pytest.raises(GameError, match="before the table has said what is wild"):
        raise_first(reference_errors(game))


def test_the_rule_sheet_says_what_the_table_judges() -> None:
    script = [{"step": "deal", "cards": "du"}, {"step": "bet"}]
    shares = [{"rule": "high"}, {"rule": "judged", "name": "run", "won_by": "the longest run of cards"}]
    game = build(raw(script=script, share=shares, wild=[{"rule": "as-named", "which": "the card that is called"}]))
    assert not list(reference_errors(game))
    assert summary_of(game).judged == "You judge: what is wild; who wins the run."
    sheet = sheet_text(rule_sheet(game), "X")
    for line in ("What is wild.", "Who wins the run.", "The card that is called.", "the longest run of cards"):
        assert line in sheet
    assert "Nothing is wild" not in sheet


def test_the_high_hand_and_a_judged_share_split_the_pot() -> None:
    """Cards decide the high half, a ruling the other; if nobody wins the other half, it goes to the high hand."""
    script = [{"step": "deal", "cards": "ddddd"}, {"step": "bet"}]
    shares = [{"rule": "high"}, {"rule": "judged", "name": "run"}]
    game = build(raw(script=script, share=shares))
    dealt = after(hand(game, 100, 100), "d dh p1 ??????????, d dh p2 ??????????, p1 cc, p2 cc")
    shown = after(dealt, "p1 sm AcAd9h8h7s, p2 sm 2c3d5h8sJc")
    assert shown.result is None
    ruled = after(shown, "d ranks run p2")
    assert [player.stack for player in ruled.players] == [100, 100]
    nobody = after(shown, "d ranks run")
    assert [player.stack for player in nobody.players] == [101, 99]
