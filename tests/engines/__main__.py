"""Play an evening in Chromium, WebKit and Firefox and take pictures of it: ``make engines``.

One night is started, played with a hand of Woolworth, and closed. Then recorded hands are played, one of them with a
declaration on a phone while the television follows. The run fails if a button or a typeface is missing, a part does not
fit, stacks are wrong, or a script fails.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.browser.devices import LANDSCAPE, PHONE, TELEVISION
from tests.browser.hands import WOOLWORTH, tap_named
from tests.browser.measures import CUT, FITS, SIDEWAYS, TEXTS
from tests.browser.records import begin_record, recorded, tap_lines
from tests.browser.stage import Stage, phone_of, television_of
from tests.engines.drivers import PROGRAMS, Engine, browser, missing
from tests.serving import app_beside, database, serving

PICTURES = Path("engines")
SIX = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
#: Records to play from the first card to the settlement.
RECORDS = (
    "bunk-beds/a-move-and-a-swap",
    "beat-your-neighbor/turn-until-one-leads",
    "pick-a-partner/partners-share-odd-chip",
)
FONTS = """return [...document.fonts].filter((el) => el.status === "loaded")
  .map((el) => el.family.replaceAll('"', ""))"""
STACKS = """return Object.fromEntries([...document.querySelectorAll(".seat")].map((el) =>
  [el.getAttribute("aria-label"), Number(el.querySelector(".stack").textContent)]))"""


@dataclass
class Evening:
    """An evening in one engine. ``wrong``: its faults."""

    name: str
    page: Engine
    stage: Stage
    wrong: list[str] = field(default_factory=list)

    def play(self) -> None:
        """Play the whole evening."""
        self.play_first_night()
        for name in RECORDS:
            self.play_record(name)
        self.play_follow_the_queen()
        self.play_chicago()
        self.wrong += self.page.faults()

    def play_first_night(self) -> None:
        """Play a night from the start page to the close."""
        self.page.open("/")
        self.page.size(*LANDSCAPE)
        self.measure("start")
        tap_named(self.page, "Start a night")
        for name in SIX:
            self.page.type("return document.querySelector('#player-name')", name)
            tap_named(self.page, "Add player")
        self.measure("players")
        tap_named(self.page, "Call a game")
        self.measure("call")
        call = self.page.run("return location.pathname")
        self.page.open(f"{call}/woolworth")
        self.measure("sheet")
        tap_named(self.page, "Deal")
        if self.page.run("return !document.querySelector('#sound').hidden"):
            tap_named(self.page, "Sound")
        missing_fonts = {"Archivo", "Pips"} - set(self.page.run(FONTS))
        self.wrong += [f"no typeface {name}" for name in missing_fonts]
        for name in WOOLWORTH:
            tap_named(self.page, name)
            if name in ("Call 2", "10 of spades", "Dealt"):
                self.measure(f"woolworth-{name}", FITS)
        self.measure("woolworth-settled", FITS)
        self.check_stacks({"Bob": 125, "Cy": 93, "Dee": 89, "Eve": 99, "Fay": 97, "Ann": 97})
        tap_named(self.page, "Next hand", "Back to the players", "Count the chips")
        self.measure("count")
        tap_named(self.page, "End the night")
        self.measure("closed")

    def play_record(self, name: str) -> None:
        """Play a recorded hand from its first card to the settlement."""
        record = recorded(name)
        self.page.open(begin_record(self.stage, record, 0).url)
        half = len(record.moves) // 2
        tap_lines(self.page, record, record.moves[:half])
        self.measure(record.game_id, FITS)
        tap_lines(self.page, record, record.moves[half:])
        self.measure(f"{record.game_id}-settled", FITS)
        self.check_stacks(dict(zip(record.players, record.finishing_stacks or (), strict=True)))

    def play_follow_the_queen(self) -> None:
        """Play a hand of eight players, followed by the television."""
        record = recorded("follow-the-queen/common-card-follows")
        table = begin_record(self.stage, record, 0)
        half = len(record.moves) // 2
        self.page.open(table.url)
        tap_lines(self.page, record, record.moves[:half])
        self.measure("follow-the-queen", FITS)
        self.measure_television(television_of(table), "follow-the-queen-television")
        table.enter(*record.moves[half : half + 2])
        self.page.settle()
        self.measure("follow-the-queen-television-later", TEXTS, CUT, SIDEWAYS)
        self.page.size(*LANDSCAPE)
        self.page.open(table.url)
        tap_lines(self.page, record, record.moves[half + 2 :])
        self.measure("follow-the-queen-settled", FITS)
        self.check_stacks(dict(zip(record.players, record.finishing_stacks or (), strict=True)))
        self.measure_television(television_of(table), "follow-the-queen-settled-television")
        self.page.size(*LANDSCAPE)

    def play_chicago(self) -> None:
        """Play a hand in which Ann is all in and Bob declares on his phone."""
        record = recorded("chicago/side-pot-among-its-own")
        declared = record.moves.index("p1 declare spade")
        table = begin_record(self.stage, record, 0)
        self.page.open(table.url)
        tap_lines(self.page, record, record.moves[:declared])
        tap_named(self.page, "Ann: Spade")
        self.measure("chicago-declaring", FITS)
        self.page.size(*PHONE)
        self.page.open(phone_of(table, "Bob"))
        self.measure("chicago-phone", CUT, SIDEWAYS)
        tap_named(self.page, "Spade")
        self.measure("chicago-phone-declared", CUT, SIDEWAYS)
        self.measure_television(television_of(table), "chicago-television")
        self.page.size(*LANDSCAPE)
        self.page.open(table.url)
        tap_named(self.page, "Cy: High")
        tap_lines(self.page, record, record.moves[declared + 3 :])
        self.measure("chicago-settled", FITS)
        self.check_stacks(dict(zip(record.players, record.finishing_stacks or (), strict=True)))
        self.measure_television(television_of(table), "chicago-settled-television")
        self.page.size(*PHONE)
        self.page.open(phone_of(table, "Bob"))
        self.measure("chicago-settled-phone", TEXTS, SIDEWAYS)

    def measure_television(self, address: str, name: str) -> None:
        """Open the television and measure it."""
        self.page.size(*TELEVISION)
        self.page.open(address)
        self.measure(name, TEXTS, CUT, SIDEWAYS)

    def measure(self, name: str, *measures: str) -> None:
        """Measure the page and take a picture."""
        name = name.lower().replace(" ", "-")
        self.page.settle()
        for measure in measures:
            self.wrong += [f"{name}: {what}" for what in self.page.run(f"return ({measure})()")]
        self.page.picture(PICTURES / f"{name}-{self.name}.png")

    def check_stacks(self, stacks: dict[str, int | None]) -> None:
        """Compare the stacks on the screen with these."""
        if (found := self.page.run(STACKS)) != stacks:
            self.wrong.append(f"{found} instead of {stacks}")


def main(wanted: Sequence[str]) -> int:
    """Play in all engines, or in those named; report engines that are not installed."""
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
