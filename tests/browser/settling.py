"""Wait until a page has settled: it shows the server's state, and nothing is in progress or due."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from playwright.sync_api import BrowserContext, Error, Page

#: The longest time that new content ignores taps: that on phones; it is 300 on the dealer's screen.
REST_MILLISECONDS = 400

#: Runs before a page's scripts and before its clock is replaced. Records whether the page is being left and the last
#: version that its stream has sent, and keeps the browser's own timer and resource list.
WATCH = """(() => {
  const watch = { leaving: false, stream: null, version: "", broken: false };
  const wait = setTimeout.bind(window);
  watch.loaded = performance.getEntriesByType.bind(performance, "resource");
  watch.sleep = (milliseconds) => new Promise((done) => wait(done, milliseconds));
  window.settling = watch;
  const left = ({ destination, downloadRequest }) => {
    if (!destination.sameDocument && downloadRequest === null) watch.leaving = true;
  };
  navigation.addEventListener("navigate", left);
  navigation.addEventListener("navigateerror", () => { watch.leaving = false; });
  addEventListener("submit", (event) => { if (!event.defaultPrevented) watch.leaving = true; });
  addEventListener("pageshow", () => { watch.leaving = false; });
  window.EventSource = class extends EventSource {
    constructor(...given) {
      super(...given);
      Object.assign(watch, { stream: this, version: "", broken: false });
      this.addEventListener("message", ({ data }) => {
        if (watch.stream === this) Object.assign(watch, { version: data.split("\\n")[0], broken: false });
      });
      this.addEventListener("error", () => { if (watch.stream === this) watch.broken = true; });
    }
  };
})()"""

#: Waits until the page has settled, and returns whether new content still ignores taps; fails at the time limit.
SETTLED = """async (limit) => {
  const watch = window.settling;
  const classes = ["htmx-request", "htmx-swapping", "htmx-settling", "htmx-added"];
  const busy = () => document.readyState !== "complete" || watch.leaving
    || classes.some((name) => document.querySelector(`.${name}`));
  const quiet = async () => {
    if (busy()) return false;
    await new Promise((done) => setTimeout(done)); // queued taps are sent right after a response
    return !busy();
  };
  const current = async () => {
    if (watch.rests) return true; // it was current before the pause that the clock has skipped
    const { live } = document.querySelector("[data-live]")?.dataset ?? {};
    if (!live) return true;
    let now;
    try {
      const response = await fetch(`${live}?now`, { cache: "no-store" });
      if (!response.ok) return true;
      now = await response.text();
    } catch {
      return true; // offline: no more changes will arrive
    }
    const listens = watch.stream && watch.stream.readyState !== EventSource.CLOSED && !watch.broken;
    if (listens && watch.version !== now) return false;
    const asking = document.querySelector("#changed:not([hidden])") !== null; // the page waits for the user
    return asking || document.querySelector("[data-at]")?.dataset.at === now;
  };
  for (let slept = 0, pause = 10; slept < limit; slept += pause) {
    if (await quiet() && await current() && await quiet()) {
      watch.rests = document.querySelector(".rest") !== null;
      return watch.rests;
    }
    pause = Math.min(2 * pause, 500);
    await watch.sleep(pause);
  }
  const at = document.querySelector("[data-at]")?.dataset.at;
  const { leaving, version, broken } = watch;
  throw new Error(`not settled: ${JSON.stringify({ address: location.href, at, leaving, version, broken })}`);
}"""

LIMIT_MILLISECONDS = 120_000


#: Whether a context runs scripts, by context.
_scripted: WeakKeyDictionary[BrowserContext, bool] = WeakKeyDictionary()


def has_scripts(page: Page) -> bool:
    """Return whether the browser runs the page's scripts."""
    context = page.context
    if context not in _scripted:
        _scripted[context] = evaluate(page, "!matchMedia('(scripting: none)').matches")
    return _scripted[context]


def settled(page: Page) -> None:
    """Wait until the page shows the server's version and takes taps everywhere.

    By then no htmx request, swap or navigation is in progress, and the stream has sent everything. The clock skips the
    pause in which new content ignores taps. A page without scripts has settled once it is loaded.
    """
    if not has_scripts(page):
        page.wait_for_load_state()
        return
    while evaluate(page, SETTLED, LIMIT_MILLISECONDS):
        page.clock.fast_forward(REST_MILLISECONDS)


def evaluate(page: Page, script: str, given: Any = None) -> Any:
    """Return the result of a script; if the page navigates meanwhile, run it on the new one once that is loaded."""
    while True:
        try:
            return page.evaluate(script, given)
        except Error as error:
            if "context was destroyed" not in error.message and "navigat" not in error.message:
                raise
            page.wait_for_load_state()
