"""The example hand of a first visit: played by following the hints, and deleted."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from app.night.example import example_record
from tests.browser.devices import LANDSCAPE, PHONE, PORTRAIT, SMALL_TABLET, Shots
from tests.browser.playing import click, go_to, region, resize, tap
from tests.browser.settling import settled
from tests.browser.stage import Deal, Stage
from tests.serving import Server
from tests.web.tables import NAMES

SIZES = {"landscape": LANDSCAPE, "small": SMALL_TABLET, "portrait": PORTRAIT}
MAX_TAPS = 60

#: Returns the boxes of the screen's parts, whether the text of the hint is cut off, and how far the page scrolls.
LAYOUT = """() => {
  const box = (el) => el.getBoundingClientRect().toJSON();
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
  const words = document.querySelector(".hint p");
  return {
    hint: box(document.querySelector(".hint")),
    pad: box(document.querySelector(".pad")),
    others: [...document.querySelectorAll(".seat, .pot, .pad button, .corner button, #say, .wild-line")].map(box),
    cut: words.scrollWidth > words.clientWidth || words.scrollHeight > words.parentElement.clientHeight,
    down: scrollHeight - clientHeight,
    sideways: scrollWidth - clientWidth,
  };
}"""


def begin(page: Page) -> str:
    """Start the example from its page; return the address of its table."""
    go_to(page, "/example")
    click(page.get_by_role("button", name="Play an example hand"))
    page.wait_for_url("**/n/**")
    return page.url


def hint(page: Page) -> Locator:
    return region(page, "Hint")


def tap_marked(page: Page) -> None:
    """Tap the marked button; on a phone, tap the rank first if it is marked too."""
    rank = page.locator("label.hinted")
    if rank.is_visible():
        click(rank)
    expect(page.locator("button.hinted")).to_have_count(1)
    click(page.locator("button.hinted"))


def play_through(page: Page, before_each: Callable[[], None] = lambda: None) -> int:
    """Tap the marked buttons until the example ends; return the number of taps."""
    taps = 0
    while not hint(page).get_by_role("button", name="Play it again").is_visible():
        before_each()
        tap_marked(page)
        taps += 1
        assert taps < MAX_TAPS
    return taps


def enter_all(page: Page, stage: Stage) -> None:
    """Play the example to its end by entering its record."""
    table = stage.current_table(page.url.split("/")[-2])
    table.enter(*(line.partition(" # ")[0] for line in example_record().moves))
    page.reload()
    settled(page)
    expect(hint(page).get_by_role("button", name="Play it again")).to_be_visible()


def overlaps(a: dict[str, float], b: dict[str, float]) -> bool:
    wide = min(a["right"], b["right"]) - max(a["left"], b["left"])
    high = min(a["bottom"], b["bottom"]) - max(a["top"], b["top"])
    return wide > 0.5 and high > 0.5


def expect_strip_fits(page: Page) -> float:
    """Check that the hint covers nothing, is not cut off, and does not make the page scroll; return the pad's top."""
    layout = page.evaluate(LAYOUT)
    assert not [other for other in layout["others"] if overlaps(layout["hint"], other)], layout
    assert not layout["cut"], hint(page).inner_text()
    assert layout["down"] <= 0
    assert layout["sideways"] <= 0
    return layout["pad"]["top"]


@pytest.mark.parametrize("size", ["small", pytest.param("portrait", marks=pytest.mark.long)])
def test_tapping_the_marked_buttons_plays_the_example_to_its_end(page: Page, shots: Shots, size: str) -> None:
    resize(page, SIZES[size])
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    begin(page)
    pads = set()

    def check_layout() -> None:
        pads.add(expect_strip_fits(page))

    taps = play_through(page, check_layout)
    check_layout()
    assert 25 <= taps <= 35
    assert len(pads) == 1
    expect(region(page, "Settlement")).to_contain_text("Push 32 to Dee")
    shots.take(page, f"example-end-{size}.png")


def test_a_phone_marks_the_rank_and_then_the_card(page: Page, shots: Shots) -> None:
    resize(page, PHONE)
    begin(page)
    expect(page.locator("label.hinted")).to_have_text("Q")
    for _ in range(6):  # four up-cards and two bets
        tap_marked(page)
        assert page.evaluate(LAYOUT)["sideways"] <= 0
    shots.take(page, "example-phone.png")


@pytest.mark.long
def test_the_example_can_be_played_on_a_phone(page: Page, shots: Shots) -> None:
    resize(page, PHONE)
    begin(page)
    play_through(page)
    shots.take(page, "example-end-phone.png")
    assert page.evaluate(LAYOUT)["sideways"] <= 0
    expect(region(page, "Settlement")).to_contain_text("Push 32 to Dee")


def test_deleting_the_example_leaves_nothing(page: Page, stage: Stage, server: Server) -> None:
    address = begin(page)
    enter_all(page, stage)
    click(hint(page).get_by_role("button", name="Delete the example"))
    page.wait_for_url(f"{server.url}/")
    assert page.request.get(address).status == 404
    go_to(page, "/example")
    expect(page.get_by_role("link", name="Continue the example")).to_have_count(0)


def test_the_example_can_be_replayed_or_followed_by_a_night(page: Page, stage: Stage) -> None:
    first = begin(page)
    enter_all(page, stage)
    click(hint(page).get_by_role("button", name="Play it again"))
    page.wait_for_url(lambda address: "/n/" in address and address != first)
    expect(hint(page)).to_contain_text("Dee deals")
    enter_all(page, stage)
    click(hint(page).get_by_role("button", name="Start a night"))
    page.wait_for_url("**/night")
    expect(page.get_by_role("button", name="Add player")).to_be_visible()


def test_a_wrong_card_replaces_the_marks_with_a_hint_to_undo(page: Page) -> None:
    begin(page)
    tap_marked(page)
    tap(page, "8 of clubs")
    expect(hint(page)).to_contain_text("Undo takes you back")
    expect(page.locator(".hinted")).to_have_count(0)
    tap(page, "Undo")
    expect(hint(page)).to_contain_text("Bob gets the seven of clubs")
    tap_marked(page)
    expect(hint(page)).to_contain_text("All sevens are wild now")


def test_the_right_seat_is_marked_after_a_tap_on_a_wrong_one(page: Page) -> None:
    begin(page)
    tap(page, "Cy")
    expect(page.locator(".hinted")).to_have_accessible_name("Ann")
    seat = region(page, "Ann").bounding_box()
    assert seat is not None
    page.mouse.click(seat["x"] + seat["width"] / 2, seat["y"] + seat["height"] / 2)  # beside the name
    settled(page)
    expect(page.locator("button.hinted")).to_have_accessible_name("Queen of hearts")


def test_hidden_hints_stay_hidden_and_move_nothing(page: Page) -> None:
    resize(page, SMALL_TABLET)
    begin(page)
    tap_marked(page)
    pad = region(page, "Next").bounding_box()
    tap(page, "Hide hints")
    expect(hint(page)).to_have_count(0)
    expect(page.locator(".hinted")).to_have_count(0)
    assert region(page, "Next").bounding_box() == pad
    page.reload()
    settled(page)
    expect(hint(page)).to_have_count(0)
    tap(page, "7 of clubs")
    expect(hint(page)).to_have_count(0)
    click(page.get_by_text("More", exact=True))
    tap(page, "Show hints")
    expect(hint(page)).to_contain_text("All sevens are wild now")
    expect(page.locator("button.hinted")).to_have_accessible_name("King of diamonds")


@pytest.mark.long
def test_hiding_hints_during_a_showdown_keeps_the_tapped_cards(page: Page) -> None:
    begin(page)
    while "First the ace of hearts" not in hint(page).inner_text():
        tap_marked(page)
    tap_marked(page)
    tap(page, "Hide hints", "5 of diamonds", "3 of spades")
    expect(region(page, "Dee")).to_contain_text("four aces")


def test_hints_fit_at_a_full_table(page: Page, deal: Deal, shots: Shots) -> None:
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    table = deal("seven-card-stud", NAMES)
    suits = "shdcshdc"
    lines = [f"d dh p{n + 1} ????{'23456789'[n]}{suits[n]}" for n in range(8)]
    lines += ["p8 cbr 2", *(f"p{n} cc" for n in range(1, 8))]
    lines += [f"d dh p{n + 1} {'9TJQKA23'[n]}{suits[n]}" for n in range(8)]
    table.enter(*lines)
    go_to(page, table.url)
    click(page.get_by_text("More", exact=True))
    tap(page, "Show hints")
    expect(hint(page)).to_contain_text("Tap what")
    for name, size in SIZES.items():
        resize(page, size)
        shots.take(page, f"hints-for-eight-{name}.png")
        expect_strip_fits(page)
    click(page.get_by_text("More", exact=True))
    expect(page.get_by_role("button", name="Show hints")).to_be_hidden()
    click(page.locator(".menu").get_by_role("button", name="Hide hints"))
    expect(hint(page)).to_have_count(0)


@pytest.mark.long
def test_hints_name_the_button_to_tap_without_scripts(plain_page: Page, server: Server) -> None:
    page = plain_page
    go_to(page, "/example")
    tap(page, "Play an example hand")
    address = page.url
    for _ in range(MAX_TAPS):
        strip = page.locator(".hint")
        name, value = strip.get_attribute("data-name"), strip.get_attribute("data-value")
        if name is None:
            break
        picture = page.locator(".hint b").get_by_role("img")
        words = picture.get_attribute("aria-label") if picture.count() else page.locator(".hint b > span").inner_text()
        assert words is not None
        button = region(page, "Next").get_by_role("button", name=words, exact=True)
        assert button.get_attribute("value") == value
        tap(page, words)
    expect(region(page, "Settlement")).to_contain_text("Push 32 to Dee")
    tap(page, "Undo", "Hide hints")
    expect(page.locator(".hint")).to_have_count(0)
    click(page.get_by_text("More", exact=True))
    tap(page, "Delete the example")
    page.wait_for_url(f"{server.url}/")
    assert page.request.get(address).status == 404
