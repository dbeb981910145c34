"""Settings: amounts changed in steps, and switches saved at once."""

from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from app.hand.play import prompt
from app.night.play.call import call_game
from tests.browser.playing import click, go_to
from tests.browser.stage import Stage, asked, phone_of, television_of


def steps(page: Page, label: str) -> tuple[Locator, Locator, Locator]:
    """Return the field of an amount and its buttons."""
    field = page.get_by_label(label, exact=True)
    around = field.locator("xpath=..")
    buttons = (around.get_by_role("button", name=name, exact=True) for name in ("Less", "More"))
    return field, *buttons


#: An amount, and the amounts after a tap on Less and on More.
STEPS = (
    ("0", "0", "1"),
    ("9", "8", "10"),
    ("10", "9", "15"),
    ("17", "15", "20"),
    ("50", "45", "60"),
    ("100", "90", "150"),
)


def test_an_amount_goes_up_and_down_in_betting_steps(page: Page, stage: Stage) -> None:
    go_to(page, f"{stage.night(2)}/settings")
    click(page.locator("#stakes > summary"))
    field, less, more = steps(page, "Ante")
    for typed, lower, higher in STEPS:
        for button, after in ((less, lower), (more, higher)):
            field.fill(typed)
            click(button)
            expect(field).to_have_value(after)
    lowest, less, _ = steps(page, "Smallest chip")
    click(less)
    expect(lowest).to_have_value("1")
    click(page.get_by_role("link", name="Call a game"))
    expect(page.locator(".page-state")).to_have_text("two players · ante 150, fixed limit 2/4")


@pytest.mark.own_device
def test_what_is_chosen_and_cards_are_seen_where_the_system_forces_its_colours(page: Page, stage: Stage) -> None:
    page.emulate_media(forced_colors="active")
    go_to(page, f"{stage.night(2)}/settings")
    click(page.locator("#stakes > summary"))
    grounds = page.locator("#stakes .pick span").evaluate_all(
        "(all) => all.map((el) => getComputedStyle(el).background)"
    )
    assert len(set(grounds)) == 2
    ground = "(el) => getComputedStyle(el).background"
    switch = page.get_by_role("switch", name="Odds at an all-in")
    off = switch.evaluate(ground)
    click(switch)
    assert page.get_by_role("switch", name="Odds at an all-in").evaluate(ground) != off
    go_to(page, "/help")
    assert len(set(page.locator(".card").evaluate_all("(all) => all.map((el) => getComputedStyle(el).color)"))) > 1


@pytest.mark.own_device
def test_a_player_to_act_is_outlined_where_the_system_forces_its_colours(page: Page, stage: Stage) -> None:
    table = stage.table("five-card-stud", asked("bet", 2), players=3)
    state = table.live.state
    actor = prompt(state).seat
    assert actor is not None
    page.emulate_media(forced_colors="active")
    for address in (table.url, television_of(table), phone_of(table, state.name((actor + 1) % 3))):
        go_to(page, address)
        assert page.evaluate(OUTLINED) == [state.name(actor)], address


@pytest.mark.own_device
def test_parts_marked_by_a_shadow_are_seen_where_the_system_forces_its_colours(page: Page, stage: Stage) -> None:
    table = stage.table("iron-cross", asked("bet", 2))
    page.emulate_media(forced_colors="active")
    for address in (table.url, television_of(table)):
        go_to(page, address)
        places = page.locator(".place.outline")
        assert places.evaluate_all("(all) => all.map((el) => getComputedStyle(el).outlineStyle)") == ["solid"] * 5
    stud = stage.table("five-card-stud", asked("bet", 2), players=3)
    go_to(page, f"{stud.url}hand/1/correct/1")
    keys = page.locator(".keys button:not([aria-current])")
    grounds = keys.evaluate_all("(all) => all.map((el) => getComputedStyle(el).backgroundImage)")
    assert len(set(grounds)) == 2


@pytest.mark.own_device
@pytest.mark.parametrize(("system", "chosen"), [("light", "dark"), ("dark", "light")])
def test_what_keeps_its_colours_suits_a_ground_forced_by_the_system(
    page: Page, stage: Stage, system: Literal["light", "dark"], chosen: str
) -> None:
    page.emulate_media(forced_colors="active", color_scheme=system)
    go_to(page, stage.night(2) + "/night")
    own = "() => getComputedStyle(document.documentElement).getPropertyValue('--ink')"
    suited = page.evaluate(own)
    page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", chosen)
    assert page.evaluate(own) == suited
    page.emulate_media(forced_colors="none")
    assert page.evaluate(own) != suited


@pytest.mark.own_device
def test_a_reader_who_wants_more_contrast_gets_clear_edges_and_no_grey(page: Page, stage: Stage) -> None:
    go_to(page, stage.night(2) + "/settings")
    colours = """() => ["--ink", "--ink-2", "--rail"].map((name) =>
      getComputedStyle(document.documentElement).getPropertyValue(name))"""
    assert len(set(page.evaluate(colours))) == 3
    page.emulate_media(contrast="more")
    assert len(set(page.evaluate(colours))) == 1


#: Returns the names of the players' sections that have an outline.
OUTLINED = """() => [...document.querySelectorAll("section.seat, section.other")]
  .filter((el) => getComputedStyle(el).outlineStyle === "solid").map((el) => el.ariaLabel)"""


def test_a_switch_is_saved_at_once(page: Page, stage: Stage) -> None:
    go_to(page, f"{stage.night(2)}/settings")
    for name, said in (
        ("Odds at an all-in", "The television shows the odds at an all-in"),
        ("Phones may buy chips and sit out without asking", "Phones buy chips and sit out without asking"),
    ):
        click(page.get_by_role("switch", name=name))
        expect(page.get_by_role("status").first).to_have_text(said)
        expect(page.get_by_role("switch", name=name)).to_be_checked()
        expect(page.get_by_role("switch", name=name)).to_be_focused()


def test_without_scripts_a_switch_has_a_save_button_and_an_amount_no_steps(plain_page: Page, stage: Stage) -> None:
    page = plain_page
    go_to(page, f"{stage.night(2)}/settings")
    click(page.locator("#stakes > summary"))
    expect(page.get_by_role("button", name="More", exact=True)).to_have_count(0)
    page.get_by_role("switch", name="Odds at an all-in").check()
    click(page.locator("form", has=page.locator("#odds")).get_by_role("button", name="Save"))
    expect(page.get_by_role("switch", name="Odds at an all-in")).to_be_checked()


def test_the_choices_of_the_device_stay_while_the_page_follows_the_night(page: Page, stage: Stage) -> None:
    night = stage.new_night(2)
    go_to(page, f"/n/{night.key}/settings")
    two_colours = page.get_by_role("button", name="Two colours")
    click(two_colours)
    call_game(night, "five-card-stud")
    expect(page.locator(".page-bar")).to_contain_text("A hand of Five-Card Stud is being played.")
    expect(two_colours).to_have_attribute("aria-pressed", "true")
    expect(two_colours).to_be_visible()
