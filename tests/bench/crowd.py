"""Tables that play hands over real http, each followed by ten screens, in one event loop.

A screen acts like a browser: it has an open stream, a cookie, and a connection that fetches changes as soon as the
stream reports them.
"""

from __future__ import annotations

import asyncio
import re
import time
from asyncio import StreamReader, StreamWriter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from random import Random
from urllib.parse import urlencode

from app.games.house import HouseRules, Stakes
from app.games.load import resolve
from app.hand.state import Setup
from tests.hand.random_dealer import RandomDealer

PLAYERS = 8
GAME = "seven-card-stud"
#: Enough chips to play any hand after any losses.
BUY_IN = 100_000


@dataclass
class Figures:
    """Measurements: ``taps`` in seconds, ``seen``: seconds from a tap to its fragment on another screen, and faults."""

    taps: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    streams: int = 0
    measuring: bool = False


def hands(count: int) -> list[list[str]]:
    """Return the lines of this many random hands of eight players."""
    setup = Setup(
        resolve(GAME),
        tuple(f"P{n}" for n in range(PLAYERS)),
        (BUY_IN,) * PLAYERS,
        (0,) * PLAYERS,
        Stakes(),
        HouseRules(),
    )
    played = []
    for seed in range(count):
        dealer = RandomDealer(setup, Random(seed), ruling=False)
        while dealer.state.result is None:
            dealer.step()
        played.append(dealer.lines)
    return played


class Browser:
    """A browser with one keep-alive connection and its cookies. ``own``: its local address, if not the default."""

    def __init__(self, host: str, port: int, own: str = "") -> None:
        self.host, self._port = host, port
        self._own = (own, 0) if own else None
        self._open: tuple[StreamReader, StreamWriter] | None = None
        self.cookies: dict[str, str] = {}
        self.token = ""

    async def get(self, path: str, **headers: str) -> tuple[int, str]:
        """Get a page; return the status and the text."""
        return (await self.ask("GET", path, headers=headers))[:2]

    async def post(self, path: str, script: bool = False, **fields: str) -> tuple[int, str, str]:
        """Post a form; return the status, the text and the redirect's address."""
        body = urlencode({"csrf_token": self.token, **fields})
        return await self.ask("POST", path, body, {"HX-Request": "true"} if script else {})

    async def ask(
        self, method: str, path: str, body: str = "", headers: Mapping[str, str] | None = None
    ) -> tuple[int, str, str]:
        """Send a request on the open connection; retry once on a new one if the server has closed it."""
        for attempt in (1, 2):
            fresh = self._open is None
            if self._open is None:
                self._open = await asyncio.open_connection(self.host, self._port, local_addr=self._own)
            try:
                return await self._exchange(*self._open, method, path, body, headers or {})
            except (ConnectionError, asyncio.IncompleteReadError):
                self.close()
                if fresh or attempt == 2:
                    raise
        raise AssertionError

    def close(self) -> None:
        """Close the connection."""
        if self._open is not None:
            self._open[1].close()
            self._open = None

    async def stream(self, path: str) -> tuple[StreamReader, StreamWriter, int]:
        """Open a stream on a connection of its own; return it, with its status, once the headers have arrived."""
        reader, writer = await asyncio.open_connection(self.host, self._port)
        writer.write(self.request("GET", path, "", {"Accept": "text/event-stream"}))
        head = await reader.readuntil(b"\r\n\r\n")
        return reader, writer, int(head.split(b" ", 2)[1])

    async def _exchange(
        self, reader: StreamReader, writer: StreamWriter, method: str, path: str, body: str, headers: Mapping[str, str]
    ) -> tuple[int, str, str]:
        writer.write(self.request(method, path, body, headers))
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status = int(head.split(" ", 2)[1])
        length = re.search(r"(?i)\r\ncontent-length: (\d+)", head)
        if length:
            text = (await reader.readexactly(int(length[1]))).decode()
        elif re.search(r"(?i)\r\ntransfer-encoding: chunked", head):
            pieces = []
            while size := int((await reader.readuntil(b"\r\n")).strip(), 16):
                pieces.append((await reader.readexactly(size + 2))[:-2])
            await reader.readexactly(2)
            text = b"".join(pieces).decode()
        else:
            text = ""
        for name, value in re.findall(r"(?i)\r\nset-cookie: ([^=]+)=([^;\r]*)", head):
            self.cookies[name] = value
        if token := re.search(r'name="csrf_token" value="([^"]+)"', text):
            self.token = token[1]
        if re.search(r"(?i)\r\nconnection: close", head):
            self.close()
        where = re.search(r"(?i)\r\nlocation: (\S+)", head)
        return status, text, where[1] if where else ""

    def request(self, method: str, path: str, body: str = "", headers: Mapping[str, str] | None = None) -> bytes:
        """Return a request as bytes to send."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}:{self._port}", "Sec-Fetch-Site: same-origin"]
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        if self.cookies:
            lines.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        if method == "POST":
            lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()


async def read_event(reader: StreamReader) -> str:
    """Return the text of the next event of a stream; empty once it has ended."""
    lines = []
    while line := (await reader.readline()).decode():
        if line.startswith("data: "):
            lines.append(line[6:].rstrip("\r\n"))
        elif lines and not line.strip("\r\n"):
            return "\n".join(lines)
    return ""


class Screen:
    """A viewer's screen: it is notified of versions, and its page is pushed or fetched."""

    def __init__(self, browser: Browser, page: str, live: str, table: TableOfPeople) -> None:
        self.browser, self.page, self.live, self.table = browser, page, live, table
        self.kind = "television" if page.startswith("/tv/") else "phone"
        self.at = ""

    async def run(self, figures: Figures) -> None:
        """Follow the table until cancelled."""
        status, text = await self.browser.get(self.page)
        if 'action="' in text and "/claim" in text:
            await self.browser.post(f"{self.page}/claim")
            status, text = await self.browser.get(self.page)
        self._shows(text)
        while True:
            try:
                reader, writer, status = await self.browser.stream(f"{self.live}?draw={self.kind}")
            except (ConnectionError, asyncio.IncompleteReadError):
                await asyncio.sleep(2)
                continue
            if status == 200:
                figures.streams += 1
                try:
                    while event := await read_event(reader):
                        version, _, drawn = event.partition("\n")
                        await self._update(version, figures, drawn)
                finally:
                    figures.streams -= 1
                    writer.close()
            else:
                writer.close()
                await self._poll(figures)

    async def _poll(self, figures: Figures) -> None:
        for _ in range(5):
            await asyncio.sleep(3)
            _, text = await self.browser.get(f"{self.live}?now")
            await self._update(text.strip(), figures)

    async def _update(self, version: str, figures: Figures, drawn: str = "") -> None:
        if not version or version == self.at:
            return
        tapped, text = self.table.tapped_at, drawn
        if not drawn:
            status, text = await self.browser.get(self.page, **{"HX-Request": "true"})
            if status != 200:
                figures.faults.append(f"{status} for {self.page[:3]}")
                return
        self._shows(text)
        # Only screens that show the latest tap count.
        if figures.measuring and tapped and self.at == self.table.at:
            figures.seen.append(time.perf_counter() - tapped)

    def _shows(self, text: str) -> None:
        if at := re.search(r'data-at="([^"]+)"', text):
            self.at = at[1]


class TableOfPeople:
    """A night of eight players, started by the host and dealt in the dealer's browser.

    Its screens are spread over the servers at all ``ports``.
    """

    def __init__(self, number: int, host: str, *ports: int) -> None:
        self.number = number
        self._host, self._ports = host, ports
        self.dealer = Browser(host, ports[number % len(ports)])
        self.key = ""
        self.tapped_at = 0.0
        self.at = ""

    async def begin(self, host: Browser | None = None) -> list[Screen]:
        """Start the night and return its screens, except the dealer's. Without a ``host``, the dealer is the host."""
        dealer, host = self.dealer, host or self.dealer
        await host.get("/")
        _, _, where = await host.post("/", name=f"Table {self.number}", tracked="1")
        night = where.removesuffix("/night")
        self.key = night.removeprefix("/n/")
        await dealer.get(f"{night}/night")
        for seat in range(PLAYERS):
            await dealer.post(f"{night}/night/seats", name=f"P{seat} of {self.number}", buy_in=str(BUY_IN))
        await self._call()
        _, links = await dealer.get(f"{night}/links")
        television = re.search(r"/tv/(\w+)", links)
        phones = list(dict.fromkeys(re.findall(r"/p/([\w-]+)", links)))
        if television is None or len(phones) != PLAYERS:
            phones = await self._phones(links)
        assert television is not None
        keys = [f"/tv/{television[1]}", *(f"/p/{key}" for key in phones)]
        return [self._screen(page, self._ports[n % len(self._ports)]) for n, page in enumerate(keys)]

    def _screen(self, page: str, port: int) -> Screen:
        return Screen(Browser(self._host, port), page, "/live/" + page.rsplit("/", 1)[1], self)

    async def _phones(self, links: str) -> list[str]:
        phones = []
        for path in dict.fromkeys(re.findall(r'href="([^"]*/links/seat/\d+)"', links)):
            _, text = await self.dealer.get(unescape(path))
            found = re.search(r"/p/([\w-]+)", text)
            assert found is not None
            phones.append(found[1])
        return phones

    async def _call(self) -> None:
        _, page = await self.dealer.get(f"/n/{self.key}/call/{GAME}")
        after = page.partition('name="after" value="')[2].partition('"')[0]
        await self.dealer.post(f"/n/{self.key}/call/{GAME}", do="deal", after=after)
        _, self.screen = await self.dealer.get(f"/n/{self.key}/")

    async def play(self, script: Sequence[Sequence[str]], every: float, figures: Figures) -> None:
        """Play hands until cancelled, with a tap every ``every`` seconds on average."""
        random = Random(self.number)
        await asyncio.sleep(random.random() * every)
        due = time.perf_counter()
        hand = self.number
        while True:
            for line in script[hand % len(script)]:
                due += every * (0.5 + random.random())
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                if not await self._tap(line, figures):
                    await self._tap("d misdeal", figures)
                    break
            hand += 1
            await self.dealer.post(f"/n/{self.key}/next", **self._fields())
            await self._call()

    async def clear(self) -> None:
        """End the current hand as a misdeal and call another."""
        _, self.screen = await self.dealer.get(f"/n/{self.key}/")
        await self._tap("d misdeal", Figures())
        await self.dealer.post(f"/n/{self.key}/next", **self._fields())
        await self._call()

    async def _tap(self, line: str, figures: Figures) -> bool:
        fields = self._fields()
        began = time.perf_counter()
        self.tapped_at = began
        status, text, _ = await self.dealer.post(f"/n/{self.key}/tap", True, action=line, **fields)
        if figures.measuring:
            figures.taps.append(time.perf_counter() - began)
        if status >= 500:
            figures.faults.append(f"{status} for a tap")
        if status == 200:
            self.screen = text
            at = re.search(r'data-at="([^"]+)"', text)
            self.at = at[1] if at else ""
        return status == 200

    def _fields(self) -> dict[str, str]:
        found = {name: re.search(f'name="{name}" value="([^"]*)"', self.screen) for name in ("hand", "seen")}
        return {name: match[1] if match else "" for name, match in found.items()}
