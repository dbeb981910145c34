"""Calling games: finding one, and mixing, saving, dealing and removing a custom one, on tablets and phones."""

import re

import pytest
from playwright.sync_api import Page, expect

from app.games.catalog import catalog
from tests.browser.devices import LANDSCAPE, PORTRAIT, Shots
from tests.browser.measures import axe, check_and_shoot, in_both_themes, keyboard
from tests.browser.playing import check, click, go_to, region, resize, search, uncheck
from tests.browser.settling import settled
from tests.browser.stage import Deal, Stage
from tests.web.tables import NAMES


@pytest.mark.console("status of 422")
@pytest.mark.parametrize(
    ("name", "size"),
    [("Windy Thursday", LANDSCAPE), pytest.param("Upright Thursday", PORTRAIT, marks=pytest.mark.long)],
)
def test_a_custom_game_is_saved_dealt_and_removed(
    page: Page, stage: Stage, shots: Shots, name: str, size: tuple[int, int]
) -> None:
    resize(page, size)
    table = stage.night(3)
    go_to(page, f"{table}/call")
    search(page, "chicago")
    click(page.get_by_role("link", name=re.compile("^Chicago The highest")))
    heading = page.get_by_role("heading", level=1)
    check(page.get_by_role("switch", name="Roll your own"))
    check(page.get_by_role("switch", name="Follow the queen"))
    expect(heading).to_have_text("Chicago, rolled, follow the queen")
    click(page.locator("summary", has_text="Save as"))
    page.get_by_label("Name", exact=True).fill("Chicago")
    click(page.get_by_role("button", name="Save", exact=True))
    expect(page.get_by_text("Chicago is a game of the library")).to_be_visible()
    expect(page.get_by_role("switch", name="Roll your own")).to_be_checked()
    check_and_shoot(page, shots, f"own-refused-{size[0]}")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Name", exact=True).press("Enter")
    settled(page)
    expect(page.get_by_role("status").first).to_contain_text(f"{name} is saved among your games")
    expect(heading).to_have_text(name)
    check_and_shoot(page, shots, f"own-saved-{size[0]}")
    check(page.get_by_role("switch", name="Blind"))
    expect(page.get_by_role("button", name="Deal", exact=True)).to_be_disabled()
    expect(page.get_by_text(re.compile("^Not with ")).first).to_be_visible()
    uncheck(page.get_by_role("switch", name="Blind"))
    expect(page.get_by_role("button", name="Deal", exact=True)).to_be_enabled()
    expect(heading).to_have_text(name)
    go_to(page, f"{table}/call")
    check_and_shoot(page, shots, f"own-listed-{size[0]}")
    click(page.get_by_role("link", name=re.compile(f"^{name}")))
    click(page.get_by_role("button", name="Deal", exact=True))
    expect(page.get_by_text(name, exact=True).last).to_be_visible()
    go_to(page, f"{table}/call")
    click(page.get_by_role("link", name=re.compile(f"^{name}")))
    click(page.get_by_role("link", name=f"Remove {name} from your games"))
    expect(heading).to_have_text(f"Remove {name}?")
    check_and_shoot(page, shots, f"own-remove-{size[0]}")
    click(page.get_by_role("button", name=f"Remove {name}"))
    expect(page.get_by_role("status").filter(has_text=f"{name} is no longer among your games")).to_be_visible()


@pytest.mark.parametrize(
    ("width", "height"),
    [(1180, 820), *(pytest.param(*size, marks=pytest.mark.long) for size in (PORTRAIT, (390, 844)))],
)
def test_games_are_found_by_letter_filter_and_alias(
    page: Page, stage: Stage, shots: Shots, width: int, height: int
) -> None:
    resize(page, (width, height))
    table = stage.night(3)
    go_to(page, f"{table}/call")
    check_and_shoot(page, shots, f"games-{width}")
    click(page.get_by_role("navigation").get_by_role("link", name="S", exact=True))
    expect(page.locator("#letter-s")).to_be_in_viewport()
    check_and_shoot(page, shots, f"games-by-letter-{width}")
    click(page.get_by_role("navigation").get_by_role("link", name="B", exact=True))
    expect(page.locator("#letter-b")).to_be_in_viewport()
    click(page.get_by_role("link", name="Back to the short list"))
    click(page.locator("summary", has_text="Filters"))
    check(page.get_by_role("checkbox", name="No peek"))
    count = sum({"no peek", "high-low"} <= {*info.tags, *info.summary.facts} for info in catalog().values())
    expect(page.locator("#tag-high-low")).to_have_text(str(count))
    check(page.get_by_role("checkbox", name="High-low"))
    expect(page.get_by_role("link", name=re.compile("^Henway no Peek"))).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("^Chicago"))).to_have_count(0)
    check_and_shoot(page, shots, f"games-filtered-{width}")
    click(page.get_by_role("link", name="Clear the search"))
    search(page, "Skinny Minnie")
    expect(page.get_by_role("link", name="Rollouts also Skinny Minnie")).to_be_visible()
    check_and_shoot(page, shots, f"games-alias-{width}")
    go_to(page, f"{table}/call/henway-no-peek")
    click(page.locator("summary", has_text="not possible with"))
    check_and_shoot(page, shots, f"modifiers-that-do-not-fit-{width}")
    check(page.get_by_role("switch", name="Blind"))
    expect(page.get_by_role("button", name="Deal", exact=True)).to_be_disabled()
    uncheck(page.get_by_role("switch", name="Blind"))
    expect(page.get_by_role("button", name="Deal", exact=True)).to_be_enabled()


def test_the_sheet_follows_an_amount_while_it_is_typed_or_stepped(page: Page, stage: Stage) -> None:
    go_to(page, f"{stage.night(3)}/call/baseball?option.up_three=pay+the+price&option.up_three_price=chips")
    deal, sheet = page.get_by_role("button", name="Deal", exact=True), page.locator("#sheet")
    expect(deal).to_be_disabled()
    page.get_by_label("where one is paid: number of chips").press_sequentially("6")
    expect(sheet).to_contain_text("three face up pays 6 chips or folds")
    expect(deal).to_be_enabled()
    click(page.locator("summary", has_text="Stakes for this hand"))
    click(page.locator(".control", has_text="Ante").get_by_role("button", name="More").first)
    expect(sheet).to_contain_text("Stakes: ante 2, fixed limit 2/4.")
    expect(page.locator(".page-bar")).to_contain_text("Ante 2, fixed limit 2/4")


def test_undo_stays_in_its_corner_while_the_next_game_is_called(page: Page, deal: Deal, shots: Shots) -> None:
    table = deal("five-card-stud", NAMES[:3])
    table.enter("d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh", "p3 cbr 2", "p1 f", "p2 f")
    go_to(page, table.url)
    click(page.get_by_role("button", name="Next hand", exact=True))
    page.wait_for_url("**/call")
    undo = page.get_by_role("button", name="Undo", exact=True)
    wrong = []
    for name, game in (("games", ""), ("sheet", "/chicago")):
        go_to(page, f"{table.url}call{game}")
        expect(undo).to_have_accessible_description("Back to hand 1: Five-Card Stud")
        wrong += [f"{name}: {fault}" for fault in (*axe(page), *keyboard(page, tabs=False))]
        for width, height in (LANDSCAPE, (1024, 768), PORTRAIT, (390, 844)):
            resize(page, (width, height))
            expect(undo).to_be_in_viewport(ratio=1)
            box = undo.bounding_box()
            assert box is not None
            assert width - (box["x"] + box["width"]) <= 24
            assert height - (box["y"] + box["height"]) <= 24
            check_and_shoot(page, shots, f"undo-{name}-{width}")
            wrong += [f"{name}: {fault}" for fault in in_both_themes(page)]
    assert not wrong
    click(undo)
    expect(region(page, "Settlement")).to_be_visible()


def test_undo_says_where_it_leads_in_three_lines_beside_who_sits_out(page: Page, deal: Deal, shots: Shots) -> None:
    table = deal("three-five-seven", NAMES[:7])
    table.enter("d misdeal")
    go_to(page, table.url)
    click(page.get_by_role("button", name="Next hand", exact=True))
    page.wait_for_url("**/call")
    go_to(page, f"{table.url}call/bunk-beds")
    words = page.locator("#undo-words")
    for size in (LANDSCAPE, (1024, 768), PORTRAIT, (390, 844)):
        resize(page, size)
        shots.take(page, f"undo-sits-out-{size[0]}.png")
        expect(page.get_by_role("button", name="Undo", exact=True)).to_be_in_viewport(ratio=1)
        assert words.evaluate("(el) => el.offsetHeight / parseFloat(getComputedStyle(el).lineHeight)") < 3.5, size


def test_a_single_game_is_as_wide_as_one_of_many(page: Page, stage: Stage, shots: Shots) -> None:
    go_to(page, f"{stage.night(3)}/call")
    wide, lone = page.locator(".is-lead").evaluate(
        """(list) => {
          const width = () => list.firstElementChild.offsetWidth;
          const before = width();
          while (list.children.length > 1) list.lastElementChild.remove(); // as after one hand
          return [before, width()];
        }"""
    )
    check_and_shoot(page, shots, "one-recent-game")
    assert lone <= wide < 600


def test_buttons_of_a_sheet_during_a_hand_have_one_line_on_a_phone(page: Page, deal: Deal) -> None:
    resize(page, (390, 844))
    go_to(page, f"{deal('chicago', NAMES[:3]).url}call/woolworth")
    for name in ("Play the hand this way", "Back to the hand"):
        button = page.locator("footer").get_by_text(name, exact=True)
        height, line = button.evaluate("(it) => [it.clientHeight, parseFloat(getComputedStyle(it).fontSize)]")
        assert height < 3 * line, name
