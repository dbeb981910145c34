"""A game file written in the browser: its errors are shown while typing, and it is saved and dealt."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.browser.devices import LANDSCAPE, PHONE, PORTRAIT, Shots
from tests.browser.measures import check_and_shoot, sizes
from tests.browser.playing import click, go_to, resize
from tests.browser.settling import settled
from tests.browser.stage import Stage

TEXT = """name = "Treys"
extends = "five-card-stud"
about = "Five-card stud in which treys are wild."
wild = [{ rule = "ranks", rank = "3" }]  # as we played them at the cabin, all through the long summer of 2019
"""


@pytest.mark.own_device
def test_leaving_an_unsaved_game_file_asks_first(page: Page, stage: Stage) -> None:
    resize(page, LANDSCAPE)
    go_to(page, f"{stage.night(2)}/call")
    click(page.get_by_role("link", name="Write a game"))
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.message)
        if len(asked) < 4:
            dialog.dismiss()
        else:
            dialog.accept()

    page.on("dialog", answer)
    page.get_by_label("The game file").fill(TEXT.replace("rank =", "ranks ="))
    settled(page)
    click(page.get_by_label("Back to the games"))
    click(page.get_by_role("button", name="Play twenty hands"))
    expect(page.get_by_text("no chips went missing")).to_be_visible()
    click(page.get_by_label("Back to the games"))
    with page.expect_download():
        page.get_by_role("button", name="Download").click()
    page.wait_for_timeout(1100)  # a page may be left for a second after its form has been sent
    page.get_by_label("Back to the games").click()
    assert asked == ["Leave this page? What you typed has not been saved."] * 3
    expect(page.get_by_label("The game file")).to_have_value(re.compile("Treys"))
    page.get_by_label("Back to the games").click()
    expect(page.get_by_role("link", name="Write a game")).to_be_visible()
    assert len(asked) == 4


def test_a_game_file_is_typed_corrected_saved_and_dealt(page: Page, stage: Stage, shots: Shots) -> None:
    resize(page, LANDSCAPE)
    table = stage.night(2)
    go_to(page, f"{table}/call")
    click(page.get_by_role("link", name="Write a game"))
    verdict = page.get_by_role("region", name="What the text comes to")
    expect(verdict).to_contain_text("No faults: 2 to 10 players")
    page.get_by_label("The game file").fill(TEXT)
    settled(page)
    expect(verdict).to_contain_text("2 faults")
    expect(verdict.get_by_role("listitem").first).to_contain_text("Line 4 wild[0].rank")
    for size in (PORTRAIT, (390, 844), LANDSCAPE):
        resize(page, size)
        assert sizes(page) == []
    check_and_shoot(page, shots, "text-faults")
    page.get_by_label("The game file").fill(TEXT.replace("rank =", "ranks ="))
    settled(page)
    expect(verdict).to_contain_text("3s are wild for everyone.")
    click(page.get_by_role("button", name="Play twenty hands"))
    expect(verdict).to_contain_text("no chips went missing")
    page.get_by_label("Saved as").fill("treys")
    click(page.get_by_role("button", name="Save", exact=True))
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    check_and_shoot(page, shots, "text-saved")
    click(page.locator("summary", has_text="On a phone"))
    expect(page.get_by_role("img", name="QR code: This text")).to_be_visible()
    resize(page, PHONE)
    check_and_shoot(page, shots, "text-phone")
    resize(page, LANDSCAPE)
    go_to(page, f"{table}/call")
    click(page.get_by_role("link", name=re.compile("^Treys Five-card")))
    click(page.get_by_role("button", name="Deal", exact=True))
    expect(page.get_by_text("Treys", exact=True).last).to_be_visible()
    go_to(page, f"{table}/text/treys")
    click(page.locator("summary", has_text="Delete"))
    click(page.get_by_role("button", name="Delete Treys"))
    expect(page.get_by_role("status").filter(has_text="treys is no longer among your games")).to_be_visible()
