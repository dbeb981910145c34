"""Https at home, in a browser that trusts the server's authority and makes all its usual checks."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from app.tls.names import LOCAL_NAME
from tests.browser.devices import LANDSCAPE, PHONE, Shots
from tests.browser.playing import call, click, go_to, region, resize, sit_down
from tests.browser.settling import settled
from tests.browser.stage import Stage
from tests.browser.trusting import device_in, isolated_browser
from tests.serving import Server, app_beside, database, serving

Opens = Callable[..., Page]

#: Resolves once the service worker controls the page.
CONTROLLED = """new Promise((done) => {
  if (navigator.serviceWorker.controller) done();
  navigator.serviceWorker.addEventListener("controllerchange", done);
})"""


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("https"), https=True) as server:
        yield server


@pytest.fixture(scope="module")
def browsers() -> Iterator[tuple[ExitStack, dict[str, Browser]]]:
    """The browsers of these tests, by the address of the server that each trusts."""
    with ExitStack() as running:
        yield running, {}


@pytest.fixture
def opens(
    driver: Playwright,
    executable: str,
    tmp_path_factory: pytest.TempPathFactory,
    browsers: tuple[ExitStack, dict[str, Browser]],
) -> Iterator[Opens]:
    """``opens(server)``: a page over https in a browser that trusts this server.

    ``over="http"`` opens it over http; with ``trusts=False`` the browser trusts no server.
    """
    running, by_server = browsers
    with ExitStack() as devices:

        def opens(server: Server, over: str = "https", trusts: bool = True) -> Page:
            trusted = server if trusts else None
            name = server.url if trusts else "none"
            if name not in by_server:
                home = tmp_path_factory.mktemp("home")
                by_server[name] = running.enter_context(isolated_browser(driver, executable, home, trusted))
            return devices.enter_context(device_in(by_server[name], origin(server, over)))

        yield opens


@pytest.fixture
def phone(secured: Server) -> Iterator[str]:
    """The path of a player's phone, at a table before a game is called."""
    app = app_beside(secured)
    with database(app) as client:
        yield Stage(client).phone()


@pytest.fixture
def hand(secured: Server) -> Iterator[str]:
    """The path of a table at its first card."""
    app = app_beside(secured)
    with database(app) as client:
        yield Stage(client).table("five-card-stud", players=3).url


def origin(server: Server, over: str = "https") -> str:
    """Return the origin of a server under its local name."""
    return (server.secure if over == "https" else server.url).replace("127.0.0.1", LOCAL_NAME)


def sign_in_host(page: Page, server: Server) -> None:
    """Sign the browser in as a host's device with the host code."""
    go_to(page, f"/host/{(server.data / 'host-code').read_text()}")
    expect(page.get_by_role("button", name="Start a night")).to_be_visible()


def install(page: Page) -> None:
    """Open the start page, and wait until the service worker controls it."""
    go_to(page, "/")
    page.evaluate(CONTROLLED)


def test_a_device_that_trusts_the_server_is_told_and_moved_to_https_from_any_step(
    secured: Server, opens: Opens, shots: Shots
) -> None:
    page = opens(secured, over="http")
    go_to(page, "/trust?next=/help")
    assert not page.evaluate("isSecureContext")
    expect(page.get_by_role("status")).to_have_text("It worked: this device trusts the server.")
    shots.take(page, "https-worked.png")
    resize(page, PHONE)
    go_to(page, "/trust/iphone#what-title")
    expect(page.get_by_role("button", name="Continue over https")).to_be_in_viewport()
    go_to(page, "/trust?next=/help")
    click(page.get_by_role("button", name="Continue over https"))
    page.wait_for_url(f"{origin(secured)}/help")
    assert page.evaluate("isSecureContext")
    go_to(page, f"{origin(secured, 'http')}/help?night=x")
    assert page.url == f"{origin(secured)}/help?night=x"
    go_to(page, f"{origin(secured, 'http')}/trust")
    click(page.get_by_role("button", name="Use plain http here"))
    go_to(page, "/help")
    assert page.url == f"{origin(secured, 'http')}/help"


def test_an_ipad_that_calls_itself_a_mac_gets_the_ipad_steps(secured: Server, opens: Opens) -> None:
    page = opens(secured, over="http", trusts=False)
    session = page.context.new_cdp_session(page)
    agent = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15"
    session.send("Emulation.setUserAgentOverride", {"userAgent": agent})
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 5})
    go_to(page, "/trust?next=/help")
    expect(page.get_by_role("heading", name="iPad", exact=True)).to_be_visible()
    assert page.url.endswith("/trust/ipad?next=%2Fhelp")
    go_to(page, "/trust/mac")
    expect(page.get_by_role("heading", name="Mac", exact=True)).to_be_visible()


def test_a_device_that_does_not_trust_the_server_is_told_what_to_do(
    secured: Server, opens: Opens, shots: Shots
) -> None:
    page = opens(secured, over="http", trusts=False)
    go_to(page, "/trust")
    expect(page.get_by_role("status")).to_contain_text("does not trust the server yet")
    expect(page.get_by_role("button", name="Continue over https")).to_be_hidden()
    kinds = page.get_by_role("navigation", name="Kind of device")
    for kind in ("iPad", "iPhone", "Android", "Windows", "Mac", "Linux", "Television"):
        click(kinds.get_by_role("link", name=kind, exact=True))
        expect(page.get_by_role("heading", name=kind, exact=True)).to_be_visible()
        shots.take(page, f"https-{kind.lower()}.png", whole=True)
        resize(page, PHONE)
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        shots.take(page, f"https-{kind.lower()}-phone.png", whole=True)
        resize(page, LANDSCAPE)


def test_the_installed_app_caches_files_but_no_pages_keeps_the_screen_awake_and_sends_a_tap_once(
    secured: Server, opens: Opens, hand: str
) -> None:
    page = opens(secured)
    install(page)
    session = page.context.new_cdp_session(page)
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A test's browser is in private mode, which is the only obstacle.
    assert {error["errorId"] for error in errors} <= {"in-incognito"}

    go_to(page, "/help")
    entries = page.evaluate(
        "settling.loaded().map(({ name, workerStart, transferSize }) => "
        "[new URL(name).pathname, workerStart > 0, transferSize])"
    )
    files = [entry for entry in entries if entry[0].endswith((".css", ".js")) and entry[0] != "/worker.js"]
    assert len(files) > 5
    assert [entry for entry in files if not entry[1]] == []
    cached = page.evaluate(
        "caches.keys().then((names) => caches.open(names[0])).then((cache) => cache.keys())"
        ".then((kept) => kept.map(({ url }) => new URL(url).pathname))"
    )
    assert [path for path in cached if not path.startswith(("/static/", "/assets/")) and path != "/gone"] == []

    sign_in_host(page, secured)
    page.context.grant_permissions(["screen-wake-lock"])
    go_to(page, hand)
    assert page.evaluate("isSecureContext")
    assert page.evaluate("navigator.wakeLock.request('screen').then((lock) => lock.type)") == "screen"
    before = int(page.locator("input[name=seen]").first.input_value())
    posted: list[str] = []
    page.context.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    click(page.get_by_role("button", name="Dealt").or_(page.get_by_role("button", name="Ace of spades")).first)
    expect(page.locator("input[name=seen]").first).to_have_value(str(before + 1))
    assert len(posted) == 1
    click(page.get_by_text("More", exact=True))
    expect(page.locator("#sleeps")).to_be_hidden()

    # Copied links use http, which every device can open.
    click(page.get_by_role("link", name="Television and phones"))
    found = page.locator("[data-copy]").evaluate_all("(links) => links.map((link) => link.dataset.copy)")
    assert len(found) > 3
    assert {urlsplit(link).scheme for link in found} == {"http"}
    assert {urlsplit(link).port for link in found} == {urlsplit(secured.url).port}


def test_the_menu_warns_over_http_that_the_screen_may_sleep(secured: Server, opens: Opens, hand: str) -> None:
    page = opens(secured, over="http", trusts=False)
    sign_in_host(page, secured)
    go_to(page, hand)
    click(page.get_by_text("More", exact=True))
    expect(page.locator("#sleeps")).to_be_visible()
    click(page.get_by_role("link", name="Trust this server"))
    expect(page.get_by_role("heading", name="Trust this server")).to_be_visible()
    click(page.get_by_role("link", name="Back"))
    expect(region(page, "Next")).to_be_visible()


@contextmanager
def bad_gateway(data: Path, port: int) -> Iterator[None]:
    """Answer over https as a proxy does whose server is gone."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_error(502)

        def log_message(self, format: str, *args: object) -> None: ...

    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(data / "certificate.pem")
    with ThreadingHTTPServer(("127.0.0.1", port), Answer) as proxy:
        proxy.socket = context.wrap_socket(proxy.socket, server_side=True)
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        yield
        proxy.shutdown()


def test_the_page_reports_a_stopped_server_and_shows_the_table_after_the_restart(
    tmp_path_factory: pytest.TempPathFactory, opens: Opens, shots: Shots
) -> None:
    data = tmp_path_factory.mktemp("gone")
    posted: list[str] = []
    with serving(data, https=True) as server:
        page = opens(server)
        install(page)
        sit_down(page, "Ann", "Bob", "Cy")
        call(page, "Five-Card Stud")
        entered = page.locator("input[name=seen]").first.input_value()
        page.context.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    expect(page.locator("#trouble")).to_be_visible()
    click(page.get_by_role("button", name="Dealt").or_(page.get_by_role("button", name="Ace of spades")).first)
    expect(page.locator("#trouble")).to_contain_text("The tap may not have been entered.")
    page.reload()
    settled(page)
    expect(page.get_by_role("heading", name="The server is gone")).to_be_visible()
    expect(page.locator("#screen")).to_have_count(0)
    shots.take(page, "https-gone.png")
    ports = urlsplit(server.url).port or 0, urlsplit(server.secure).port or 0
    with bad_gateway(data, ports[1]):
        with page.expect_response("**/trust/check") as checked:
            page.reload()
        assert checked.value.status == 502
        expect(page.get_by_role("heading", name="The server is gone")).to_be_visible()
    with serving(data, https=True, ports=ports):
        expect(region(page, "Next")).to_be_visible()
        assert page.locator("input[name=seen]").first.input_value() == entered
    assert len(posted) == 1


def test_a_phone_keeps_its_claim_when_it_moves_to_https_and_back(secured: Server, opens: Opens, phone: str) -> None:
    page = opens(secured, over="http")
    go_to(page, phone)
    expect(page.locator("#own")).to_be_visible()
    go_to(page, f"/trust?next={phone}")
    click(page.get_by_role("button", name="Continue over https"))
    page.wait_for_url(f"{origin(secured)}{phone}")
    expect(page.locator("#own")).to_be_visible()
    go_to(page, f"{origin(secured, 'http')}/trust")
    click(page.get_by_role("button", name="Use plain http here"))
    expect(page.get_by_role("button", name="Use plain http here")).to_have_count(0)
    go_to(page, f"{origin(secured, 'http')}{phone}")
    assert page.url == f"{origin(secured, 'http')}{phone}"
    expect(page.locator("#own")).to_be_visible()
