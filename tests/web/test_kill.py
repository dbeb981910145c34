"""Killing the real server: every answered tap survives, and the hand continues where it was."""

import html
import http.client
import os
import random
import re
import signal
import threading
import time
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from tests import patience
from tests.serving import free_port, mortal_server
from tests.web.tables import NAMES

KILLS = 3
PLAYERS = len(NAMES)
DOWN = (URLError, ConnectionError, http.client.HTTPException, TimeoutError)


class Tablet:
    """A minimal browser for taps: it keeps its cookie and form token, and reads the offers of the screen."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.open = build_opener(HTTPCookieProcessor()).open
        self.token = ""

    def ask(self, path: str, **fields: str) -> str:
        data = urlencode({"csrf_token": self.token, **fields}).encode() if fields else None
        try:
            with self.open(Request(self.url + path, data), timeout=patience.SECONDS) as answer:
                page: str = answer.read().decode()
                self.at: str = answer.url
        except HTTPError as refused:
            with refused:
                raise AssertionError(f"{path}: {refused.status} {refused.read().decode()[:2000]}") from refused
        if token := re.search(r'name="csrf_token" value="([^"]+)"', page):
            self.token = token[1]
        return page

    def begin(self) -> str:
        """Start a night with eight players and a hand of seven-card stud; return the path of its table."""
        self.ask("/")
        self.ask("/", name="Friday", tracked="1")
        night = self.at.removeprefix(self.url)
        for name in NAMES:
            self.ask(f"{night}/seats", name=name, buy_in="1000")
        self.ask(night.replace("/night", "/call/seven-card-stud"), do="deal", after="0")
        return self.at.removeprefix(self.url)

    def tap(self, table: str, screen: str, rng: random.Random) -> str:
        """Tap a button of the screen, or Undo if the hand is over and sometimes before; return the next screen."""
        fields = {name: attribute(screen, f'name="{name}" value') for name in ("hand", "seen")}
        offers = [html.unescape(value) for value in re.findall(r'name="action" value="([^"]+)"', screen)]
        sometimes = int(fields["seen"]) > 20 and rng.random() < 0.1
        if 'aria-label="Settlement"' in screen or sometimes:
            return screen_of(self.ask(f"{table}undo", **fields))
        fields["action"] = (
            offers[0] if "CARD" in offers[0] else rng.choice([offer for offer in offers if offer[-2:] != " f"])
        )
        keys = re.findall(r'name="card" value="(\w\w)" class="\w+"\s+aria-label="[^"]+">', screen)
        if keys:
            fields["card"] = rng.choice(keys)
        if held := re.search(r'name="held" value="(\w+)"', screen):
            fields["held"] = held[1]
        return screen_of(self.ask(f"{table}tap", **fields))


def attribute(text: str, name: str) -> str:
    match = re.search(f'{name}="([^"]*)"', text)
    assert match, f"no {name} in {text[:500]}"
    return match[1]


def screen_of(page: str) -> str:
    """Return the part of the page that a tap redraws."""
    start = page.index('<div id="screen"')
    return page[start : page.index('<div class="toolbar">', start)]


def seen(screen: str) -> int:
    return int(attribute(screen, "data-seen"))


@pytest.mark.slow
def test_every_answered_tap_survives_the_killing_of_the_server(tmp_path: Path) -> None:
    rng = random.Random()
    port = free_port()
    tablet = Tablet(f"http://127.0.0.1:{port}")
    table, answered = "", [""]

    def tap_until_the_server_is_gone() -> None:
        try:
            while True:
                answered.append(tablet.tap(table, answered[-1], rng))
        except DOWN:
            pass

    for life in range(KILLS + 1):
        with mortal_server(tmp_path, port) as process:
            table = table or tablet.begin()
            shown = screen_of(tablet.ask(table))
            if life:
                unanswered = seen(shown) - seen(answered[-1])
                assert 0 <= unanswered <= PLAYERS, "at most one tap, which may deal everyone a down card"
                if not unanswered and 'name="held"' not in answered[-1]:
                    assert shown == answered[-1]
            answered = [shown, tablet.tap(table, shown, rng)]
            dealer = threading.Thread(target=tap_until_the_server_is_gone)
            dealer.start()
            while len(answered) < 4 and dealer.is_alive():
                time.sleep(0.01)
            time.sleep(rng.uniform(0, 0.4))
            os.killpg(process.pid, signal.SIGKILL)
            dealer.join(timeout=patience.SECONDS)
            assert len(answered) > 3
