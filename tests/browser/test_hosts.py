"""Hosts: a new installation, guests who ask to be admitted, and devices signed out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import LaunchedBrowser, watched_page
from tests.browser.devices import LANDSCAPE, PHONE, PORTRAIT, Shots, leave_pages, new_device, offline
from tests.browser.measures import accessibility, axe, check_and_shoot, in_both_themes, texts
from tests.browser.playing import card, click, go_to, press_keys, region, resize
from tests.browser.stage import AnotherPage, Stage
from tests.serving import Server, serving


@pytest.fixture
def new_server(tmp_path: Path) -> Iterator[Server]:
    """The app on an empty data directory."""
    with serving(tmp_path) as server:
        yield server


@pytest.fixture
def new_page(new_server: Server, browser: LaunchedBrowser) -> Iterator[Callable[[], Page]]:
    """Create pages on new devices; check at the end that none had an error."""
    devices = []

    def page() -> Page:
        devices.append(new_device(browser.browser, new_server))
        return devices[-1].page

    yield page
    for device in devices:
        device.expected.append("status of 403")
        leave_pages(device.context)
        device.context.close()
        assert device.wrong == []


@pytest.fixture
def plain_guest(request: pytest.FixtureRequest, browser: LaunchedBrowser, server: Server) -> Iterator[Page]:
    """A phone without scripts that no host has admitted."""
    with watched_page(request, browser, server, PHONE, guest=True, java_script_enabled=False) as page:
        yield page


def test_a_double_tap_on_a_new_installation_makes_the_device_the_hosts(
    new_server: Server, new_page: Callable[[], Page]
) -> None:
    """A second post would abort the answer to the first, whose cookie the host's device has to have."""
    page, posts = new_page(), list[str]()

    def answer(route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        posts.append(route.request.url)
        answered = route.fetch(max_redirects=0)
        sleep(0.3)  # the second tap comes before the answer
        return route.fulfill(response=answered)

    go_to(page, "/")
    page.route("**", answer)
    page.evaluate("""() => {
        const form = [...document.forms].find((form) => form.textContent.includes("Start a night"));
        form.requestSubmit();
        setTimeout(() => form.requestSubmit(), 100);
    }""")
    expect(page).to_have_url(re.compile("/night$"))
    expect(page.get_by_role("status")).to_contain_text("This is the host's device now")
    assert len(posts) == 1


def test_a_new_installation_gets_to_its_first_up_card_in_five_taps(
    new_server: Server, new_page: Callable[[], Page], shots: Shots
) -> None:
    page = new_page()
    taps = 0

    def tap(target: Locator) -> None:
        nonlocal taps
        click(target)
        taps += 1

    go_to(page, "/")
    check_and_shoot(page, shots, "host-new")
    tap(page.get_by_role("button", name="Start a night"))
    expect(page.get_by_role("status")).to_contain_text("This is the host's device now")
    check_and_shoot(page, shots, "host-told")
    for name in ("Ann", "Bob", "Cy"):
        page.get_by_label("Name", exact=True).fill(name)
        press_keys(page, "Enter")
        expect(page.get_by_role("listitem", name=name, exact=True)).to_be_visible()
    tap(page.get_by_role("link", name="Call a game"))
    tap(page.get_by_role("link").filter(has=page.get_by_text("Seven-Card Stud", exact=True)).first)
    tap(page.get_by_role("button", name="Deal", exact=True))
    tap(region(page, "Next").get_by_role("button", name="Ace of spades"))
    expect(card(page, "Bob", "Ace of spades")).to_be_visible()
    assert taps == 5
    assert "The host's device is" in (new_server.data / "server.log").read_text()
    stranger = new_page()
    go_to(stranger, "/")
    expect(stranger.get_by_role("button", name="Ask the host")).to_be_visible()
    expect(stranger.get_by_role("button", name="Start a night")).to_have_count(0)
    assert "Ann" not in stranger.content()


def test_a_guest_who_asks_is_redirected_once_admitted(
    page: Page, another_page: AnotherPage, stage: Stage, shots: Shots
) -> None:
    night = f"{stage.night(2)}/night"
    go_to(page, night)
    guest = another_page(PHONE, guest=True)
    go_to(guest, "/")
    assert accessibility(guest) == []
    shots.take(guest, "guest-phone.png", whole=True)
    guest.get_by_label("Your name").fill("Gwen")
    click(guest.get_by_role("button", name="Ask the host"))
    expect(guest.get_by_role("heading", name="Waiting for the host")).to_be_visible()
    shots.take(guest, "guest-waits.png", whole=True)
    asked = page.get_by_role("region", name="Waiting to be let in")
    expect(asked.get_by_text("Gwen asks, on")).to_be_visible()
    expect(page.locator("[aria-live] #heard")).to_contain_text("Gwen asks, on")  # screen readers hear it
    check_and_shoot(page, shots, "host-players-asked")
    for address, name in (("/", "home"), ("/devices", "devices")):
        go_to(page, address)
        expect(page.get_by_text("Gwen asks, on")).to_be_visible()
        assert axe(page) == []
        for size in ((1024, 768), PORTRAIT, PHONE, LANDSCAPE):
            resize(page, size)
            shots.take(page, f"host-{name}-{size[0]}.png", whole=True)
            assert [*texts(page), *in_both_themes(page)] == []
    go_to(page, night)
    click(asked.get_by_role("button", name="Deals"))
    expect(page.get_by_role("status").first).to_contain_text("Gwen deals")
    guest.clock.fast_forward(4000)
    guest.wait_for_url(re.compile(re.escape(night)))
    expect(guest.get_by_role("listitem", name="Ann", exact=True)).to_be_visible()


def test_a_guest_without_scripts_is_admitted_as_a_host(page: Page, plain_guest: Page) -> None:
    go_to(plain_guest, "/")
    plain_guest.get_by_label("Your name").fill("Gwen Plain")
    click(plain_guest.get_by_role("button", name="Ask the host"))
    go_to(page, "/")
    click(page.get_by_role("button", name="Host's device: Gwen Plain"))
    plain_guest.wait_for_url(lambda url: not url.endswith("/ask"))
    expect(plain_guest.get_by_role("button", name="Start a night")).to_be_visible()


@pytest.mark.console("ERR_INTERNET_DISCONNECTED|htmx:(sendError|afterRequest)")
def test_a_guests_request_appears_without_a_reload_moves_nothing_on_the_hosts_phone_and_is_one_tap_away(
    page: Page, another_page: AnotherPage, stage: Stage
) -> None:
    resize(page, PHONE)
    stage.night(2)
    go_to(page, "/")
    begin = page.get_by_role("button", name="Start a night")
    before = begin.bounding_box()
    with offline(page):
        page.clock.fast_forward(11_000)
        expect(page.locator("#trouble")).to_have_text("Not connected.")
    page.clock.fast_forward(11_000)
    expect(page.locator("#trouble")).to_be_hidden()
    guest = another_page(PHONE, guest=True)
    go_to(guest, "/")
    guest.get_by_label("Your name").fill("Gwen Below")
    click(guest.get_by_role("button", name="Ask the host"))
    page.clock.fast_forward(11_000)
    below = page.get_by_role("link", name="to be let in")
    expect(below).to_be_in_viewport()
    assert begin.bounding_box() == before
    assert texts(page) == []
    click(below)
    expect(page.get_by_role("button", name="Host's device: Gwen Below")).to_be_in_viewport()
    resize(page, LANDSCAPE)
    expect(page.get_by_text("Gwen Below asks, on")).to_be_visible()


@pytest.mark.console("status of 403")
def test_a_signed_out_dealer_is_shut_out_at_once(
    page: Page, another_page: AnotherPage, stage: Stage, shots: Shots
) -> None:
    dealer = another_page(guest=True)
    go_to(dealer, f"{stage.night(2)}/night")
    click(dealer.get_by_role("button", name="Bob deals"))
    go_to(page, "/devices")
    own = page.get_by_role("region", name="Dealers").get_by_role("listitem").first
    click(own.locator("summary"))
    check_and_shoot(page, shots, "host-devices-sign-out")
    click(own.get_by_role("button", name="Sign"))
    expect(dealer.get_by_role("heading", name="This device is signed out")).to_be_visible()
    check_and_shoot(dealer, shots, "dealer-signed-out")


@pytest.mark.console("status of 403")
def test_a_host_signs_out_and_signs_in_with_the_host_code(page: Page, server: Server, shots: Shots) -> None:
    go_to(page, "/devices")
    own = page.get_by_role("listitem").filter(has_text="this device")
    click(own.locator("summary"))
    click(own.get_by_role("button", name="Sign this device out"))
    expect(page.get_by_role("button", name="Ask the host")).to_be_visible()
    go_to(page, f"/host/{(server.data / 'host-code').read_text()}")
    expect(page.get_by_role("button", name="Start a night")).to_be_visible()
