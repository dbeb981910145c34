"""Past hands: every step matches the record, and is reached by slider, buttons, keys or links."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.cards.card import card_text
from app.hand.view import TELEVISION, view
from app.night.history.hands import hand_record
from app.night.history.replays import hand_key
from app.night.log.replay import Posted
from app.night.play.taps import correct
from app.record.check import run
from app.record.report import as_json
from app.record.text import read
from app.web.table.board import Board
from tests import patience
from tests.browser.devices import PORTRAIT
from tests.browser.playing import click, go_to, paused_clock, press_keys, resize
from tests.browser.scenes import past_hand, split_pot, wait_for_odds
from tests.browser.settling import evaluate
from tests.browser.stage import AnotherPage, Stage, asked, night_of, television_of
from tests.web.tables import Table

#: Returns the table as shown on the page of a hand.
SHOWN = """(page) => {
  const words = (part) => part ? part.textContent.replace(/\\s+/g, " ").trim() : "";
  const seats = [...page.querySelectorAll("#moment .seat")].map((seat) => [
    seat.getAttribute("aria-label"),
    [...seat.querySelectorAll(".cards .card")].map((card) => card.getAttribute("aria-label")),
    seat.querySelectorAll(".backs i").length,
    seat.classList.contains("turn"),
  ]);
  seats.sort();
  return {
    at: Number(page.getElementById("moment").dataset.at),
    seats,
    wild: words(page.querySelector(".wild-line b")),
    pot: words(page.querySelector(".pot .sum b")),
    now: words(page.querySelector(".now b")),
    said: [...page.querySelectorAll("#say span:not([hidden])")].map((part) => words(part)),
  };
}"""

#: The same for every step, from pages fetched without rendering them.
ALL_SHOWN = f"""async ([address, steps]) => {{
  const shown = {SHOWN};
  const pages = [];
  for (let at = 0; at <= steps; at += 1) {{
    const text = await (await fetch(`${{address}}?at=${{at}}`)).text();
    pages.push(shown(new DOMParser().parseFromString(text, "text/html")));
  }}
  return pages;
}}"""


def replayed(text: str, at: int) -> dict[str, Any]:
    """Return the table that the page should show at a step, from the record replayed that far."""
    played = run(read(text, "hand.phh"), at)
    report = as_json(played)
    table = Board(view(played.state, TELEVISION))
    over = report["result"] is not None
    wild = set(report["wild"]["cards"])
    seats = []
    for player, seat in zip(report["players"], table.seats, strict=True):
        names = [card.name + (", wild" if card.wild else "") for card in seat.cards]
        open_cards = [card for card in seat.view.cards if card.up]
        assert len(open_cards) == len(player["up"])
        assert not wild or any(card.wild for card in open_cards) == bool(wild & set(player["up"]))
        # At the end, seats shrink to one line.
        cards = ([], 0) if over else (names, player["down"])
        seats.append([player["name"], *cards, report["to_act"] == player["id"]])
    said = [sentence.text for sentence in table.announced if not sentence.over]
    first = f"{table.view.game_name}, {table.view.seats[-1].name} deals"
    line = table.wild
    if over:
        now = ""
    elif table.view.prompt.kind == "dealt":
        now = "Dealing"
    else:
        now = table.text if table.view.waiting else report["prompt"]
    return {
        "at": at,
        "seats": sorted(seats),
        "wild": f"{line.main} {line.why}".strip(),
        "pot": "" if over else str(report["pot"]),
        "now": now,
        "said": said if table.announcement else [first],
    }


def text_of(table: Table) -> str:
    text = hand_record(night_of(table), 1)
    assert isinstance(text, str)
    return text


def corrected(stage: Stage) -> Table:
    """Return a hand whose misread up-card was corrected after the hand."""
    table = stage.table("seven-card-stud", asked("over"), 3)
    live = table.live
    left = sorted(live.state.game.deck.cards() - live.state.seen)
    dealt = [(n, line) for n, line in enumerate(live.actions, 1) if line.startswith("d dh") and line[-1] != "?"]
    for number, line in reversed(dealt):
        for card in left:
            if isinstance(correct(table.hand, live.number, {number: [line[:-2] + card_text(card)]}), Posted):
                assert table.live.actions != live.actions
                return table
    raise AssertionError("no other card fits")


HANDS: dict[str, Callable[[Stage], Table]] = {
    "woolworth": lambda stage: stage.table("woolworth", asked("over"), 4),
    "follow the queen": lambda stage: stage.table("follow-the-queen", asked("over"), 4),
    "chicago, with declarations": lambda stage: stage.table("chicago", asked("over"), 3),
    "a hand with a correction": corrected,
}


#: Hands with changing wild cards and with a correction; the others are for the long run.
ALWAYS = ("follow the queen", "a hand with a correction")


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[] if kind in ALWAYS else [pytest.mark.long]) for kind in HANDS]
)
def test_every_step_matches_the_replayed_record(page: Page, stage: Stage, kind: str) -> None:
    table = HANDS[kind](stage)
    text = text_of(table)
    steps = len(read(text, "hand.phh").moves)
    address = f"/h/{hand_key(table.hand)}"
    go_to(page, f"{address}?at={steps}")
    assert evaluate(page, ALL_SHOWN, [address, steps]) == [replayed(text, at) for at in range(steps + 1)]
    expect(page.locator("#at-now")).to_have_text(str(steps))
    expect(page.get_by_role("link", name="Next", exact=True)).to_have_attribute("aria-disabled", "true")


def test_keys_move_between_steps_and_streets(page: Page, stage: Stage) -> None:
    table = stage.table("seven-card-stud", asked("over"), 2)
    go_to(page, f"/h/{hand_key(table.hand)}")
    text = text_of(table)
    last = int(page.locator("#replay").get_attribute("data-steps") or 0)
    streets = [int(link.get_attribute("data-step") or 0) for link in page.locator(".streets a").all()]

    def press(key: str, at: int) -> None:
        press_keys(page, key)
        expect(page.locator(f"#moment[data-at='{at}']")).to_be_visible()
        expect(page.locator("#at")).to_have_value(str(at))
        # The swapped-in part equals the page fetched for this step.
        shown = evaluate(page, f"() => ({SHOWN})(document)")
        assert shown == replayed(text, at)

    press("Home", 0)
    press("PageDown", streets[1])
    press("PageDown", streets[2])
    press("ArrowLeft", streets[2] - 1)
    press("PageUp", streets[1])
    press("End", last)
    page.locator("#at").focus()
    press("ArrowLeft", last - 1)
    press("Home", 0)
    assert page.url.endswith("?at=0")


def test_play_steps_through_the_hand_until_paused(page: Page, stage: Stage) -> None:
    table = stage.table("seven-card-stud", asked("over"), 2)
    go_to(page, f"/h/{hand_key(table.hand)}?at=0")
    play = page.get_by_role("button", name="Play", exact=True)
    with paused_clock(page):
        play.click()
        expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
        for at in (1, 2, 3):
            page.clock.run_for(1400)
            expect(page.locator(f"#moment[data-at='{at}']")).to_be_visible()
        page.locator("h1").click()
        page.keyboard.press(" ")
        expect(play).to_be_visible()
        page.clock.run_for(5000)
        expect(page.locator("#moment[data-at='3']")).to_be_visible()


def test_the_slider_works_where_safari_allows_no_more_new_addresses(page: Page, stage: Stage) -> None:
    table = stage.table("seven-card-stud", asked("over"), 2)
    go_to(page, f"/h/{hand_key(table.hand)}")
    refuse = "() => { history.replaceState = () => { throw new DOMException('too many', 'SecurityError') } }"
    page.evaluate(refuse)
    page.get_by_role("slider", name="Action").fill("5")
    expect(page.locator("#moment[data-at='5']")).to_be_visible()
    expect(page.locator("#at-now")).to_have_text("5")


def test_slider_streets_and_log_go_to_steps(page: Page, stage: Stage) -> None:
    table = stage.table("seven-card-stud", asked("over"), 2)
    go_to(page, f"/h/{hand_key(table.hand)}")
    page.get_by_role("slider", name="Action").fill("5")
    expect(page.locator("#moment[data-at='5']")).to_be_visible()
    expect(page.locator(".steps-log [aria-current=step]")).to_have_attribute("data-step", "5")
    click(page.locator(".steps-log [data-step='2']"))
    expect(page.locator("#moment[data-at='2']")).to_be_visible()
    click(page.get_by_role("link", name="Fourth street", exact=True))
    expect(page.get_by_role("link", name="Fourth street", exact=True)).to_have_attribute("aria-current", "step")
    click(page.get_by_role("link", name="All cards that were shown", exact=True))
    expect(page.locator("#moment[data-known='all']")).to_be_visible()
    assert "known=all" in page.url
    click(page.get_by_role("link", name="Next", exact=True))
    expect(page.locator("#moment[data-known='all']")).to_be_visible()


def test_odds_load_without_a_tap_and_follow_the_choice_of_known_cards(page: Page, stage: Stage) -> None:
    table = stage.table("seven-card-stud", asked("over"), 3)
    address = f"/h/{hand_key(table.hand)}?at=9"
    go_to(page, address)
    page.locator("#action-9").focus()
    wait_for_odds(page)
    assert evaluate(page, "document.activeElement.id") == "action-9"
    known_then = odds_of(page)
    click(page.get_by_role("link", name="All cards that were shown", exact=True))
    expect(page.locator("#moment[data-marked='all']")).to_be_visible(timeout=1000 * patience.SECONDS)
    all_known = odds_of(page)
    for query, shown in (("", known_then), ("&known=all", all_known)):
        go_to(page, address + query)
        assert odds_of(page) == shown


def odds_of(page: Page) -> list[list[str]]:
    """Return the odds on a page: at the seats, below the table, by street and in the log."""
    where = (".odds", ".step-odds", ".streets li", ".steps-log li")
    return [[" ".join(text.split()) for text in page.locator(each).all_text_contents()] for each in where]


def test_every_step_is_a_page_without_scripts(plain_page: Page, stage: Stage) -> None:
    table = stage.table("seven-card-stud", asked("over"), 2)
    go_to(plain_page, f"/h/{hand_key(table.hand)}?at=0")
    expect(plain_page.get_by_role("button", name="Play", exact=True)).to_be_hidden()
    click(plain_page.get_by_role("link", name="Next", exact=True))
    expect(plain_page.locator("#moment[data-at='1']")).to_be_visible()
    click(plain_page.get_by_role("link", name="Next street", exact=True))
    expect(plain_page.get_by_role("link", name="Fourth street", exact=True)).to_have_attribute("aria-current", "step")
    plain_page.get_by_role("slider", name="Action").fill("4")
    click(plain_page.get_by_role("button", name="Go", exact=True))
    expect(plain_page.locator("#moment[data-at='4']")).to_be_visible()
    click(plain_page.get_by_role("link", name="All cards that were shown", exact=True))
    expect(plain_page.locator("#moment[data-known='all']")).to_be_visible()
    click(plain_page.locator(".steps-log a").nth(6))
    expect(plain_page.locator("#moment[data-at='7'][data-known='all']")).to_be_visible()


def test_the_television_follows_the_dealer_through_a_past_hand(
    page: Page, another_page: AnotherPage, stage: Stage
) -> None:
    table = stage.table("seven-card-stud", asked("over"), 2)
    television = another_page((1920, 1080))
    go_to(television, television_of(table))
    go_to(page, f"/h/{hand_key(table.hand)}?at=3")
    click(page.get_by_role("button", name="Show it on the television", exact=True))
    expect(television.locator("#tv.kind-past")).to_be_visible()
    expect(page.get_by_text("The television shows this hand.")).to_be_visible()
    words = page.locator(".now b").inner_text()
    expect(television.locator(".now b")).to_have_text(words)
    press_keys(page, "ArrowRight")
    expect(page.locator("#moment[data-at='4']")).to_be_visible()
    expect(television.locator(".now b")).to_have_text(page.locator(".now b").inner_text())
    click(page.get_by_role("button", name="Show the table", exact=True))
    expect(television.locator("#tv.kind-hand")).to_be_visible()


def test_on_an_upright_tablet_the_controls_do_not_cover_the_words_of_a_step(page: Page, stage: Stage) -> None:
    resize(page, PORTRAIT)
    go_to(page, past_hand("chicago", until=split_pot)(stage))
    words, controls = (page.locator(part).bounding_box() for part in (".step-words", ".to-steps"))
    assert words is not None
    assert controls is not None
    assert words["y"] + words["height"] <= controls["y"]
