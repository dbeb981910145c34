"""A hand of each family of games, tapped on the tablet from its last decisions on, and checked on all screens.

Those in the long run have the pads of cards, bets, draws, and in or out that other tests tap.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.devices import Shots
from tests.browser.hands import OnPage
from tests.browser.measures import fits, texts
from tests.browser.playing import expect_stacks, go_to, region, resize, tap
from tests.browser.records import begin_record, recorded, tap_lines
from tests.browser.settling import settled
from tests.browser.stage import AnotherPage, Stage, phone_of, television_of


@pytest.mark.parametrize(
    ("name", "first", "pushes"),
    [
        # Each board plays for half of 41; the first has a low, the second does not.
        ("omaha-eight/high-and-low-run-twice", "d twice", {"Bob": 30, "Cy": 11}),
        ("anaconda/three-two-one-and-the-roll", "p1 declare high", {"Bob": 11, "Cy": 10}),
        ("grocery-store-dots/the-store-moves-up", "p3 takes 3h", {"Cy": 13, "Ann": 13}),
        *(
            pytest.param(*hand, marks=pytest.mark.long)
            for hand in (
                ("jackpots/passed-out-three-times", "d redeal", {"Bob": 10}),
                ("iron-cross/high-and-low-on-two-lines", "d db 6h", {"Ann": 6}),
                ("seven-twenty-seven/two-aces-and-a-five-are-seven-and-twenty-seven", "p1 no", {"Ann": 11, "Cy": 4}),
            )
        ),
    ],
    ids=lambda value: value.partition("/")[0] if isinstance(value, str) and "/" in value else "",
)
def test_a_recorded_hand_is_tapped_to_its_settlement(
    page: Page,
    another_page: AnotherPage,
    stage: Stage,
    shots: Shots,
    name: str,
    first: str,
    pushes: dict[str, int],
) -> None:
    record = recorded(name)
    tapped_from = len(record.moves) - record.moves[::-1].index(first) - 1
    table = begin_record(stage, record, tapped_from)
    resize(page, (1024, 768))
    go_to(page, table.url)
    television, phone = another_page((1920, 1080)), another_page((390, 844))
    go_to(television, television_of(table))
    go_to(phone, phone_of(table, "Ann"))
    tap_lines(OnPage(page), record, record.moves[tapped_from:])
    for screen in (page, television, phone):
        settled(screen)
    for player, chips in pushes.items():
        expect(region(page, "Settlement")).to_contain_text(f"Push {chips} to {player}")
        expect(region(television, player)).to_contain_text(f"+{chips}")
        expect(phone.locator("#table")).to_contain_text(str(chips))
    expect_stacks(page, dict(zip(record.players, record.finishing_stacks or (), strict=True)))
    shots.take(page, f"family-{record.game_id}.png")
    shots.take(television, f"family-{record.game_id}-television.png")
    assert fits(page) + texts(television) == []
    tap(page, "Next hand")
    expect(page.get_by_label("Search for a game")).to_be_visible()
