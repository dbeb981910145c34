"""Latency in a real browser: milliseconds from a tap to the painted screen, on the tablet and on a television.

It also prints the bytes over the wire, and the memory of pages and server after a long evening of taps.
"""

from __future__ import annotations

import re
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Locator, Page, sync_playwright

from app.games.house import Stakes
from app.night.nights import night_by_key
from tests.bench.bench_taps import percentile_99, print_table
from tests.bench.tapping import TappingDealer
from tests.browser.devices import FLAGS, LANDSCAPE, MISSING, find_browser
from tests.serving import Server, app_beside, database, serving
from tests.web.tables import NAMES, Table, begin

GAME = "seven-card-stud"
TELEVISION = (1920, 1080)
TAPS = 250
#: How many times slower a tablet's processor is than this machine's.
SLOWDOWN = 4
EARLY, LATE = 100, 2000
#: Seconds after which idle connections are closed, and streams without readers.
IDLE, UNREAD = 4, 20

#: Records when a finger was lifted, and when a new screen was painted: at the start of the next frame. Pages use the
#: same clock, so their times can be compared.
WATCH = """(() => {
  const bench = window.bench = { lifted: 0, count: 0, painted: [] };
  let shown = null;
  addEventListener("pointerup", (event) => { bench.lifted = performance.timeOrigin + event.timeStamp; }, true);
  const check = () => {
    const screen = document.querySelector("[data-at]");
    if (!screen || screen === shown) return;
    shown = screen;
    const { at } = screen.dataset;
    requestAnimationFrame(() => requestAnimationFrame(() => {
      bench.painted = [...bench.painted.slice(-9), [at, performance.timeOrigin + performance.now()]];
      bench.count += 1;
    }));
  };
  new MutationObserver(check).observe(document, { childList: true, subtree: true });
})()"""


@dataclass
class Measured:
    """Milliseconds from tap to paint on both screens, and the bytes of each response to a tap."""

    tablet: list[float] = field(default_factory=list)
    television: list[float] = field(default_factory=list)
    responses: list[float] = field(default_factory=list)


@dataclass
class Wire:
    """The responses received by a page: addresses, and bytes including headers."""

    loads: list[tuple[str, float]] = field(default_factory=list)

    @classmethod
    def of(cls, page: Page) -> Wire:
        """Record the responses of a page from now on."""
        wire, session = cls(), page.context.new_cdp_session(page)
        requested: dict[str, str] = {}
        session.on(
            "Network.requestWillBeSent", lambda sent: requested.update({sent["requestId"]: sent["request"]["url"]})
        )
        session.on(
            "Network.loadingFinished",
            lambda received: wire.loads.append(
                (requested.pop(received["requestId"], ""), received["encodedDataLength"])
            ),
        )
        session.send("Network.enable")
        return wire


class Evening:
    """A tablet and a television of one night, and a dealer who taps."""

    def __init__(self, browser: Browser, server: Server, table: Table) -> None:
        night = night_by_key(table.key)
        assert night is not None
        self.path = table.url
        self.tablet = screen(browser, server, LANDSCAPE, table.url)
        self.television = screen(browser, server, TELEVISION, f"/tv/{night.watch_key}")
        self.wire = Wire.of(self.tablet)
        self.seed = 0
        self.shuffle()

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return self.tablet.locator("#next-hand").count() > 0

    @property
    def at(self) -> str:
        """The night's version on the tablet's screen."""
        return str(self.tablet.locator("[data-at]").get_attribute("data-at"))

    def tap(self) -> tuple[float, float]:
        """Make the dealer's next tap; return when the finger was lifted and when the tablet had painted the result."""
        tap = self.dealer.next_tap(self.tablet.locator("#screen").evaluate("(el) => el.outerHTML"))
        return self.touch(self.tablet.locator("section[aria-label=Next] button").nth(tap.button.place))

    def touch(self, button: Locator) -> tuple[float, float]:
        before = self.tablet.evaluate("bench.count")
        button.tap()
        self.tablet.wait_for_function("(before) => bench.count > before", arg=before)
        lifted, painted = self.tablet.evaluate("[bench.lifted, bench.painted.at(-1)[1]]")
        return lifted, painted

    def painted_on_television(self) -> float:
        """Wait for the television to paint the tablet's version, and return the time."""
        first_paint = "(at) => bench.painted.find(([shown]) => shown === at)?.[1]"
        return float(self.television.wait_for_function(first_paint, arg=self.at).json_value())

    def next_hand(self) -> None:
        """Clear the hand and deal the next one, as a dealer would."""
        self.tablet.locator("#next-hand").tap()
        self.tablet.wait_for_url("**/call")
        self.tablet.goto(f"{self.path}call/{GAME}")
        self.tablet.get_by_role("button", name="Deal", exact=True).tap()
        self.tablet.wait_for_url(f"**{self.path}")
        self.tablet.wait_for_function("bench.count")
        self.painted_on_television()
        self.shuffle()

    def shuffle(self) -> None:
        """Continue with other random choices."""
        self.seed += 1
        self.dealer = TappingDealer(Random(self.seed))

    def close(self) -> None:
        for page in (self.tablet, self.television):
            page.context.close()


def screen(browser: Browser, server: Server, size: tuple[int, int], path: str) -> Page:
    """Return a page on a new device, once it is painted."""
    width, height = size
    context = browser.new_context(base_url=server.url, viewport={"width": width, "height": height}, has_touch=True)
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto(path)
    page.wait_for_function("bench.count")
    return page


def main() -> None:
    """Print the tables."""
    with sync_playwright() as playwright:
        executable = find_browser(playwright)
        if executable is None:
            print(f"Skipped: {MISSING}")
            return
        with (
            tempfile.TemporaryDirectory() as folder,
            serving(Path(folder)) as server,
            database(app_beside(server)) as client,
        ):
            browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)

            def table() -> Table:
                return begin(client, GAME, NAMES, 100_000, True, Stakes(), {}, ())

            print_first_load(browser, server, table())
            print_times(browser, server, table())
            print_memory(browser, server, table())
            browser.close()


def print_first_load(browser: Browser, server: Server, table: Table) -> None:
    """Print the bytes over the wire that a new tablet needs to show the table."""
    page = browser.new_context(base_url=server.url).new_page()
    wire = Wire.of(page)
    page.goto(table.url)
    page.wait_for_load_state("networkidle")
    page.context.close()
    rows = [(urlsplit(address).path.rpartition("/")[2] or "the page", bytes_) for address, bytes_ in wire.loads]
    rows.append(("first load, together", sum(bytes_ for _, bytes_ in rows)))
    print_table([("over the wire", "bytes"), *((name, f"{bytes_:,.0f}") for name, bytes_ in rows)])
    print()


def print_times(browser: Browser, server: Server, table: Table) -> None:
    """Print the times from tap to paint, at this machine's speed and on a slower tablet."""
    evening = Evening(browser, server, table)
    usual = measure(evening)
    evening.tablet.context.new_cdp_session(evening.tablet).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    slow = measure(evening)
    evening.close()
    rows = [
        ("painted on the tablet", usual.tablet),
        ("painted on the television", usual.television),
        (f"on a tablet {SLOWDOWN} times slower", slow.tablet),
        ("on the television beside it", slow.television),
    ]
    figures = [(name, statistics.median(times), percentile_99(times), max(times)) for name, times in rows]
    head = (f"from the tap, {len(usual.tablet)} taps", "median", "99%", "most")
    print_table([head, *((name, *(f"{each:.0f} ms" for each in times)) for name, *times in figures)])
    print()
    responses = (statistics.median(usual.responses), max(usual.responses))
    print_table(
        [("over the wire", "median", "most"), ("answer to a tap", *(f"{each:,.0f} bytes" for each in responses))]
    )
    print()


def measure(evening: Evening) -> Measured:
    """Play whole hands until there are enough taps."""
    measured = Measured()
    while len(measured.tablet) < TAPS:
        if evening.over:
            evening.next_hand()
        evening.wire.loads.clear()
        before = evening.at
        lifted, painted = evening.tap()
        measured.tablet.append(painted - lifted)
        if evening.at != before:
            measured.television.append(evening.painted_on_television() - lifted)
        measured.responses += [bytes_ for address, bytes_ in evening.wire.loads if address.endswith("/tap")]
    return measured


def print_memory(browser: Browser, server: Server, table: Table) -> None:
    """Print the memory of the pages and the server after many taps, on a tablet that never leaves its page."""
    time.sleep(UNREAD)
    baseline = sockets(server)
    evening = Evening(browser, server, table)
    taps = entered = 0
    forward = True
    columns_by_screens = []
    while taps < LATE:
        before = evening.at
        if forward:
            evening.tap()
            entered += evening.at != before
        else:
            evening.touch(evening.tablet.locator("#undo"))
            entered -= 1
        taps += 1
        if evening.over or not entered:
            forward = not entered
            evening.shuffle()
        if taps in (EARLY, LATE):
            evening.painted_on_television()
            columns_by_screens.append(
                (
                    *memory_of_page(evening.tablet),
                    *memory_of_page(evening.television),
                    resident(server),
                    sockets(server) - baseline,
                )
            )
    evening.close()
    time.sleep(UNREAD)
    names = [f"{page}, {what}" for page in ("tablet", "television") for what in ("heap in kB", "nodes", "listeners")]
    names += ["server, memory in kB", "server, connections held"]
    columns = [[f"{number:,}" for number in column] for column in columns_by_screens]
    print_table([("", f"{EARLY} taps", f"{LATE:,} taps"), *zip(names, *columns, strict=True)])
    print(f"connections held {UNREAD} seconds after both screens were closed: {sockets(server) - baseline}")


def memory_of_page(page: Page) -> tuple[int, int, int]:
    """Return a page's kilobytes of JavaScript heap, nodes and listeners after garbage collection."""
    session = page.context.new_cdp_session(page)
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    session.send("Performance.enable")
    metrics = {metric["name"]: int(metric["value"]) for metric in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    return metrics["JSHeapUsedSize"] // 1000, metrics["Nodes"], metrics["JSEventListeners"]


def processes(server: Server) -> list[Path]:
    """Return the /proc folders of the server and its workers; none on systems other than Linux."""
    first = Path(f"/proc/{server.process}")
    try:
        children = (first / "task" / first.name / "children").read_text().split()
    except OSError:
        return []
    return [first, *(Path(f"/proc/{child}") for child in children)]


def resident(server: Server) -> int:
    """Return the kilobytes of memory of the server; memory shared by its processes counts once."""
    texts = [(process / "smaps_rollup").read_text() for process in processes(server)]
    return sum(int(match[1]) for text in texts if (match := re.search(r"^Pss:\s+(\d+)", text, re.M)))


def sockets(server: Server) -> int:
    """Return the number of the server's sockets, including listening ones, once idle connections are closed."""
    time.sleep(IDLE)
    links = [link for process in processes(server) for link in (process / "fd").iterdir()]
    return sum(link.readlink().name.startswith("socket:") for link in links)
