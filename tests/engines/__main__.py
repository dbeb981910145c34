"""Plays the first minutes of an evening in WebKit and in Firefox, and takes pictures: ``make engines``.

A night is begun, a hand of Follow the Queen played to its settlement, and one of Chicago to its declaration, which a
phone makes in the same engine; the television looks on. It fails where a button is missing or a script has an error.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.engines.drivers import PROGRAMS, Browser, browser, missing
from tests.serving import serving

PICTURES = Path("engines")

#: Finds what can be tapped by its accessible name, as far as the app uses it: a label, or the words on it.
NAMED = """
const nameOf = (part) => part.getAttribute("aria-label") || part.textContent.replace(/\\s+/g, " ").trim();
const is = (part, state) => part.getAttribute(`aria-${state}`) === "true";
const shown = (part) => part.offsetParent !== null && !part.disabled && !is(part, "disabled") && !is(part, "pressed");
const named = (wanted) => [...document.querySelectorAll("button, a[href], summary")]
  .filter((part) => shown(part) && new RegExp(wanted).test(nameOf(part)));
"""

#: What the dealer taps when more than one thing can be: the first of these that is there.
ALL_CHECK = ("^Dealt", "^Done", "^Check", "^Call \\\\d", "^Bet", "^No thanks", "^Muck$", "^High$")
CARD = "^(Ace|King|Queen|Jack|10|9|8|7|6|5|4|3|2) of "


def main() -> int:
    """Play in every engine that is there, and say which is not."""
    lacking = {engine: missing(engine) for engine in PROGRAMS}
    PICTURES.mkdir(exist_ok=True)
    for engine, programs in lacking.items():
        if programs:
            print(f"{engine}: not tried, {' and '.join(programs)} missing", file=sys.stderr)
            continue
        with (
            tempfile.TemporaryDirectory() as data,
            tempfile.TemporaryDirectory() as profile,
            serving(Path(data)) as server,
            browser(engine, Path(profile)) as page,
        ):
            taps = first_minutes(engine, page, server.url)
        print(f"{engine}: played with {taps} taps")
    return int(any(lacking.values()))


def first_minutes(engine: str, page: Browser, url: str) -> int:
    """Play, take pictures, and return how many taps it took."""
    begin(page, url)
    call(page, "Follow the Queen")
    picture(engine, page, "first-card")
    taps = play(page, "^Next hand$")
    picture(engine, page, "settlement")
    tap(page, "^Next hand$")
    call(page, "Chicago")
    taps += play(page, "^High$")
    picture(engine, page, "declaration")
    table = page.run("return location.href")
    links = page.run("return document.querySelector('a[href$=\"/links\"]').href")
    page.open(links)
    television, phone = page.run(
        "return ['tv', 'p'].map((kind) => document.body.innerHTML.match(`/${kind}/[\\\\w-]+`)[0])"
    )
    page.open(url + phone)
    tap(page, "^High$")
    picture(engine, page, "phone")
    page.open(url + television)
    picture(engine, page, "television")
    page.open(table)
    return taps + play(page, "^Next hand$")


def begin(page: Browser, url: str) -> None:
    """From the start page to the games, with three players."""
    page.open(url)
    tap(page, "^Start a night$")
    for name in ("Ann", "Bob", "Cy"):
        until(page, "return document.querySelector('#name, [name=name]') !== null")
        page.run(f"document.querySelector('#name, [name=name]').value = '{name}'")
        tap(page, "^Add player$")
        until(page, f"return document.body.textContent.includes('{name} sits down')")
    tap(page, "^Call a game$")


def call(page: Browser, game: str) -> None:
    """From the games to the first card."""
    until(page, "return document.querySelector('input[name=q]') !== null")
    page.open(page.run(f"return location.href.split('?')[0] + '?q={game.replace(' ', '+')}'"))
    tap(page, f"^{game}")
    tap(page, "^Deal$")


def play(page: Browser, end: str) -> int:
    """Tap until there is a button of this name: everybody checks and calls, any cards come up."""
    for taps in range(120):
        if page.run(f"{NAMED} return named('{end}').length > 0"):
            return taps
        for wanted in (*ALL_CHECK, CARD):
            # Of several players who are asked at once, one after the other is taken.
            one = f"{NAMED} const parts = named('{wanted}'); const part = parts[{taps} % parts.length];"
            if page.run(f"{one} if (part) part.click(); return Boolean(part)"):
                break
        time.sleep(0.15)
    page.picture(PICTURES / "stuck.png")
    raise RuntimeError(f"no button {end!r} after 120 taps")


def tap(page: Browser, wanted: str) -> None:
    """Tap the first button or link of a name once it is there, and wait for what it brings."""
    before = page.run("return document.documentElement.innerHTML.length + location.href")
    until(page, f"{NAMED} const part = named('{wanted}')[0]; if (part) part.click(); return Boolean(part)")
    for _ in range(20):
        time.sleep(0.05)
        if page.run("return document.documentElement.innerHTML.length + location.href") != before:
            break


def until(page: Browser, script: str) -> None:
    """Wait until a script returns true."""
    for _ in range(100):
        if page.run(script):
            return
        time.sleep(0.1)
    page.picture(PICTURES / "stuck.png")
    raise RuntimeError(f"never true: {script} on {page.run('return location.href')}")


def picture(engine: str, page: Browser, name: str) -> None:
    """Take a picture of the page once it is at rest."""
    time.sleep(0.7)
    page.picture(PICTURES / f"{engine}-{name}.png")


if __name__ == "__main__":
    sys.exit(main())
