"""Play an evening in Chromium, WebKit and Firefox, and take pictures of it: ``make engines``.

A night is begun, a hand of Woolworth played, and the night closed. Then hands of records are played, one of them with a
declaration on a phone and the television watching. The run fails if a button is missing, something does not fit, chips
go astray, a typeface is missing, or a script fails.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.browser.devices import LANDSCAPE
from tests.browser.hands import WOOLWORTH, tap_named
from tests.browser.measures import CUT, FITS, SIDEWAYS, TEXTS
from tests.browser.records import begin_record, recorded, tap_lines
from tests.browser.stage import Stage, phone_of, television_of
from tests.engines.drivers import PROGRAMS, Engine, browser, missing
from tests.serving import app_beside, database, serving

PICTURES = Path("engines")
PHONE, TELEVISION = (390, 844), (1920, 1080)
SIX = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
#: Records played from the first card to the settlement.
RECORDS = (
    "bunk-beds/a-move-and-a-swap",
    "beat-your-neighbor/turn-until-one-leads",
    "pick-a-partner/partners-share-odd-chip",
)
FONTS = """return [...document.fonts].filter((one) => one.status === "loaded")
  .map((one) => one.family.replaceAll('"', ""))"""
STACKS = """return Object.fromEntries([...document.querySelectorAll(".seat")].map((one) =>
  [one.getAttribute("aria-label"), Number(one.querySelector(".stack").textContent)]))"""


@dataclass
class Evening:
    """An evening in one engine, and its faults."""

    name: str
    page: Engine
    stage: Stage
    wrong: list[str] = field(default_factory=list)

    def play(self) -> None:
        """Play the whole evening."""
        self.first_night()
        for name in RECORDS:
            self.whole_record(name)
        self.follow_the_queen()
        self.chicago()
        self.wrong += self.page.faults()

    def first_night(self) -> None:
        """Play from the start page to the close."""
        self.page.open("/")
        self.page.size(*LANDSCAPE)
        self.look("start")
        tap_named(self.page, "Start a night")
        for name in SIX:
            self.page.type("return document.querySelector('#player-name')", name)
            tap_named(self.page, "Add player")
        self.look("players")
        tap_named(self.page, "Call a game")
        self.look("call")
        call = self.page.run("return location.pathname")
        self.page.open(f"{call}/woolworth")
        self.look("sheet")
        tap_named(self.page, "Deal")
        if self.page.run("return !document.querySelector('#sound').hidden"):
            tap_named(self.page, "Sound")
        missing = {"Archivo", "Pips"} - set(self.page.run(FONTS))
        self.wrong += [f"no typeface {name}" for name in missing]
        for name in WOOLWORTH:
            tap_named(self.page, name)
            if name in ("Call 2", "10 of spades", "Dealt"):
                self.look(f"woolworth-{name}", FITS)
        self.look("woolworth-settled", FITS)
        self.pays({"Bob": 125, "Cy": 93, "Dee": 89, "Eve": 99, "Fay": 97, "Ann": 97})
        tap_named(self.page, "Next hand", "Back to the players", "Count the chips")
        self.look("count")
        tap_named(self.page, "End the night")
        self.look("closed")

    def whole_record(self, name: str) -> None:
        """Play a hand from its first card to the settlement."""
        record = recorded(name)
        self.page.open(begin_record(self.stage, record, 0).url)
        half = len(record.moves) // 2
        tap_lines(self.page, record, record.moves[:half])
        self.look(record.game_id, FITS)
        tap_lines(self.page, record, record.moves[half:])
        self.look(f"{record.game_id}-settled", FITS)
        self.pays(dict(zip(record.players, record.finishing_stacks or (), strict=True)))

    def follow_the_queen(self) -> None:
        """Play a hand of eight, shown on the television."""
        record = recorded("follow-the-queen/common-card-follows")
        table = begin_record(self.stage, record, 0)
        half = len(record.moves) // 2
        self.page.open(table.url)
        tap_lines(self.page, record, record.moves[:half])
        self.look("follow-the-queen", FITS)
        self.watch(television_of(table), "follow-the-queen-television")
        table.enter(*record.moves[half : half + 2])
        self.page.settle()
        self.look("follow-the-queen-television-later", TEXTS, CUT, SIDEWAYS)
        self.page.size(*LANDSCAPE)
        self.page.open(table.url)
        tap_lines(self.page, record, record.moves[half + 2 :])
        self.look("follow-the-queen-settled", FITS)
        self.pays(dict(zip(record.players, record.finishing_stacks or (), strict=True)))
        self.watch(television_of(table), "follow-the-queen-settled-television")
        self.page.size(*LANDSCAPE)

    def chicago(self) -> None:
        """Play a hand with a side pot, as Ann is all in; Bob declares on his phone."""
        record = recorded("chicago/side-pot-among-its-own")
        declared = record.moves.index("p1 declare spade")
        table = begin_record(self.stage, record, 0)
        self.page.open(table.url)
        tap_lines(self.page, record, record.moves[:declared])
        tap_named(self.page, "Ann: Spade")
        self.look("chicago-declaring", FITS)
        self.page.size(*PHONE)
        self.page.open(phone_of(table, "Bob"))
        self.look("chicago-phone", CUT, SIDEWAYS)
        tap_named(self.page, "Spade")
        self.look("chicago-phone-declared", CUT, SIDEWAYS)
        self.watch(television_of(table), "chicago-television")
        self.page.size(*LANDSCAPE)
        self.page.open(table.url)
        tap_named(self.page, "Cy: High")
        tap_lines(self.page, record, record.moves[declared + 3 :])
        self.look("chicago-settled", FITS)
        self.pays(dict(zip(record.players, record.finishing_stacks or (), strict=True)))
        self.watch(television_of(table), "chicago-settled-television")
        self.page.size(*PHONE)
        self.page.open(phone_of(table, "Bob"))
        self.look("chicago-settled-phone", TEXTS, SIDEWAYS)

    def watch(self, address: str, name: str) -> None:
        """Open the television and measure it."""
        self.page.size(*TELEVISION)
        self.page.open(address)
        self.look(name, TEXTS, CUT, SIDEWAYS)

    def look(self, name: str, *measures: str) -> None:
        """Take a picture, and measure the page."""
        name = name.lower().replace(" ", "-")
        self.page.settle()
        for measure in measures:
            self.wrong += [f"{name}: {what}" for what in self.page.run(f"return ({measure})()")]
        self.page.picture(PICTURES / f"{name}-{self.name}.png")

    def pays(self, stacks: dict[str, int | None]) -> None:
        """Check the stacks on the screen."""
        if (found := self.page.run(STACKS)) != stacks:
            self.wrong.append(f"{found} instead of {stacks}")


def main(wanted: Sequence[str]) -> int:
    """Play in every engine installed, or in those named; report the missing ones."""
    PICTURES.mkdir(exist_ok=True)
    failed = False
    for engine in wanted or PROGRAMS:
        if programs := missing(engine):
            print(f"{engine}: not tried, {' and '.join(programs)} missing", file=sys.stderr)
            failed = True
            continue
        with (
            tempfile.TemporaryDirectory() as data,
            tempfile.TemporaryDirectory() as profile,
            serving(Path(data)) as server,
            browser(engine, Path(profile), server) as page,
            database(app_beside(server)) as client,
        ):
            evening = Evening(engine, page, Stage(client))
            try:
                evening.play()
            except Exception:
                page.picture(PICTURES / f"stuck-{engine}.png")
                print(*evening.wrong, *page.faults(), sep="\n", file=sys.stderr)
                raise
        print(f"{engine}: {'played' if not evening.wrong else 'faults:'}", *evening.wrong, sep="\n  ")
        failed = failed or bool(evening.wrong)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
