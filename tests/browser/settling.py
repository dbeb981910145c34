"""Wait until a page has settled: it shows the server's state, and nothing is in progress or due."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Error, Page

#: The longest that new content ignores taps, which is on phones; on the dealer's screen it is 300.
REST_MILLISECONDS = 400

#: Runs before a page's scripts and before its clock is replaced. Records whether the page is being left and its
#: stream's last message, and keeps the browser's own timer and resource list.
WATCH = """(() => {
  const watch = { leaving: false, stream: null, heard: "", broken: false };
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
      Object.assign(watch, { stream: this, heard: "", broken: false });
      this.addEventListener("message", ({ data }) => {
        if (watch.stream === this) Object.assign(watch, { heard: data.split("\\n")[0], broken: false });
      });
      this.addEventListener("error", () => { if (watch.stream === this) watch.broken = true; });
    }
  };
})()"""

#: Waits until the page has settled, and returns whether new content still ignores taps. The limit only ends endless
#: waits.
SETTLED = """(limit) => matchMedia("(scripting: none)").matches ? false : (async () => {
  const watch = window.settling;
  const classes = ["htmx-request", "htmx-swapping", "htmx-settling", "htmx-added"];
  const busy = () => document.readyState !== "complete" || watch.leaving
    || classes.some((name) => document.querySelector(`.${name}`));
  const quiet = async () => {
    if (busy()) return false;
    await new Promise((done) => setTimeout(done)); // queued taps go out right after an answer
    return !busy();
  };
  const current = async () => {
    const { live } = document.querySelector("[data-live]")?.dataset ?? {};
    if (!live) return true;
    let now;
    try {
      const answer = await fetch(`${live}?now`, { cache: "no-store" });
      if (!answer.ok) return true;
      now = await answer.text();
    } catch {
      return true; // not connected: nothing more will come
    }
    const listens = watch.stream && watch.stream.readyState !== EventSource.CLOSED && !watch.broken;
    if (listens && watch.heard !== now) return false;
    const told = document.querySelector("#changed:not([hidden])") !== null; // the page waits for the user
    return told || document.querySelector("[data-at]")?.dataset.at === now;
  };
  for (let slept = 0, pause = 10; slept < limit; slept += pause) {
    if (await quiet() && await current() && await quiet()) return document.querySelector(".rest") !== null;
    pause = Math.min(2 * pause, 500);
    await watch.sleep(pause);
  }
  const at = document.querySelector("[data-at]")?.dataset.at;
  const { leaving, heard, broken } = watch;
  throw new Error(`not settled: ${JSON.stringify({ address: location.href, at, leaving, heard, broken })}`);
})()"""

LIMIT_MILLISECONDS = 120_000


def settled(page: Page) -> None:
    """Wait until the page shows the server's version and takes taps everywhere.

    By then no htmx request, swap or navigation is in progress, the stream has sent everything, and new content takes
    taps: the page's clock skips that pause. A page without scripts has settled once it is loaded.
    """
    while evaluate(page, SETTLED, LIMIT_MILLISECONDS):
        page.clock.fast_forward(REST_MILLISECONDS)


def evaluate(page: Page, script: str, given: Any = None) -> Any:
    """Return the result of a script on a loaded page; if the page navigates meanwhile, run it on the new one."""
    while True:
        page.wait_for_load_state()
        try:
            return page.evaluate(script, given)
        except Error as error:
            if "context was destroyed" not in error.message and "navigat" not in error.message:
                raise
