"""Looking back at every golden record: cards shown later are open from the deal on, and no others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.cards.card import UNSEEN, Card, parse_cards
from app.games.load import library_texts
from app.hand.ask import Refusal
from app.hand.play import play, start
from app.hand.state import State
from app.hand.view import TELEVISION, faces_shown, view
from app.record.setup import setup_of
from app.record.text import read
from tests.games.covering import covering

RECORDS = Path(__file__).resolve().parent.parent / "records"
FILES = sorted(RECORDS.rglob("*.toml"))


def states_of(path: Path) -> list[State]:
    record = read(path.read_text("utf-8"), path.name)
    states = [start(setup_of(record))]
    for line in record.moves:
        after = play(states[-1], line)
        assert not isinstance(after, Refusal)
        states.append(after)
    return states


def lying_open(state: State, seat: int) -> set[Card]:
    player = state.players[seat]
    return {held.card for held in player.cards if held.card != UNSEEN and (held.up or player.shown)}


def every_folder() -> list[Any]:
    """Return the folders of records; those of games not needed for coverage are marked ``long``."""
    left_out = library_texts().keys() - covering()
    folders = sorted({path.parent.name for path in FILES})
    return [pytest.param(folder, marks=[pytest.mark.long] if folder in left_out else []) for folder in folders]


@pytest.mark.parametrize("folder", every_folder())
def test_exactly_the_cards_shown_later_are_open(folder: str) -> None:
    for path in FILES:
        if path.parent.name != folder:
            continue
        states = states_of(path)
        seats = range(len(states[0].players))
        opened = [set().union(*(lying_open(state, seat) for state in states)) for seat in seats]
        for state, faces in zip(states, faces_shown(states), strict=True):
            seen = view(state, TELEVISION, faces)
            for seat in seats:
                held = state.players[seat].cards
                assert len(faces[seat]) == len(held)
                named = [face for face in faces[seat] if face != UNSEEN]
                assert len(named) == len(set(named)), path
                assert lying_open(state, seat) <= set(named) <= opened[seat], path
                for own, face in zip(held, faces[seat], strict=True):
                    assert own.card in (UNSEEN, face) or face == UNSEEN
                shown = seen.seats[seat]
                assert {card.card for card in shown.cards} == set(named)
                assert len(shown.cards) + shown.down == len(held) or state.players[seat].shown
            held_now = [face for own in faces for face in own if face != UNSEEN]
            assert len(held_now) == len(set(held_now)), path


def faces_after(path: str, step: int, seat: int) -> tuple[Card, ...]:
    return faces_shown(states_of(RECORDS / path))[step][seat]


def test_a_hand_shown_at_the_end_is_open_from_its_deal() -> None:
    """Ann is dealt two down and the 9 of clubs, and shows ``9hQs9c9d2s7c4c``."""
    path = "chicago/all-both-and-each-loses-one.toml"
    assert faces_after(path, 1, 0) == tuple(parse_cards("9hQs9c"))
    assert faces_after(path, 16, 0) == tuple(parse_cards("9hQs9c9d2s7c"))
    assert faces_after(path, 17, 0) == tuple(parse_cards("9hQs9c9d2s7c4c"))


def test_a_card_turned_up_later_is_open_from_its_deal() -> None:
    path = "draw-then-stud/a-pair-opens-over-an-ace.toml"
    assert faces_after(path, 1, 0) == (*parse_cards("2c2d7h"), UNSEEN, UNSEEN)
