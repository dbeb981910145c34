"""When a page has settled: it shows the server's state, and nothing is under way or due."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Error, Page

#: What has just come up under a finger takes no tap for at most so long: on phones, 300 on the dealer's screen.
REST_MILLISECONDS = 400

#: Runs before the scripts of a page, and before its clock is another: whether the page is being left, what its stream
#: has said last, how to wait without that clock, and what has been loaded, which it does not tell.
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

#: Waits for it, and answers whether something has just come up. The limit only ends what would go on for ever.
SETTLED = """(limit) => matchMedia("(scripting: none)").matches ? false : (async () => {
  const watch = window.settling;
  const classes = ["htmx-request", "htmx-swapping", "htmx-settling", "htmx-added"];
  const busy = () => document.readyState !== "complete" || watch.leaving
    || classes.some((name) => document.querySelector(`.${name}`));
  const quiet = async () => {
    if (busy()) return false;
    await new Promise((done) => setTimeout(done)); // taps that wait go on at once after an answer
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
    const told = document.querySelector("#changed:not([hidden])") !== null; // somebody is at work on the page
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
    """Wait until the page shows the version that the server has, and takes taps wherever they come.

    No request or swap of htmx is under way then, no other page is on its way, the stream has said all that there is to
    say, and what has just come up has had its rest, which the clock of the page skips. A page without scripts is
    settled once it is loaded.
    """
    while evaluate(page, SETTLED, LIMIT_MILLISECONDS):
        page.clock.fast_forward(REST_MILLISECONDS)


def evaluate(page: Page, script: str, given: Any = None) -> Any:
    """What a script finds on a page that has come whole; where the page goes elsewhere meanwhile, on that one."""
    while True:
        page.wait_for_load_state()
        try:
            return page.evaluate(script, given)
        except Error as error:
            if "context was destroyed" not in error.message and "navigat" not in error.message:
                raise
