"""``python -m tests.pictures`` takes the pictures of README.md, docs/an-evening.md and docs/at-the-table.md.

It serves the real app, plays hands and takes screenshots. The players and hands are always the same, and no picture
shows the time. It also renders the icons of the app from ``upcard.svg``.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from app.cards.card import UNSEEN, parse_card, parse_cards
from app.games.house import Stakes
from app.hand.action import BET, CALL, DECLARE, FOLD, SHOW, Action
from app.hand.ask import Prompt
from app.hand.notation import write_action
from app.hand.play import prompt
from app.hand.state import State
from app.night.db import db
from app.night.log.loading import live_hand
from app.night.log.replay import LiveHand, Posted
from app.night.models import Night
from app.night.nights import start_night
from app.night.people.seats import seats
from app.night.play.call import call_game, next_hand
from app.night.play.taps import post
from app.night.validation import Problem
from app.settings import ROOT
from tests.browser.devices import FLAGS, LANDSCAPE, MISSING, find_browser
from tests.night.acting import set_dealer
from tests.seating import add_player
from tests.serving import Server, app_beside, database, serving

FOLDER = ROOT / "docs"
TELEVISION, PHONE = (1920, 1080), (390, 844)
#: Size of the picture of the television with a phone beside it.
TOGETHER = (1180, 600)

#: The players: chips, up-cards, and down cards in the order shown. The last one deals.
PLAYERS = {
    "Ann": (100, "9s 6d 9d Jh", "9h 2c Ks"),
    "Bob": (118, "Kh 8c 2s Kc", "5c 4d Ts"),
    "Cy": (64, "Tc 2h 8h", ""),
    "Dee": (90, "Qd 3s 7h 3c", "Qh 5s 8s"),
    "Eve": (9, "7c Ad As Th", "Td 4c 2d"),
    "Fay": (140, "4h 4s Jd 6c", "6h Jc 3h"),
    "Gus": (75, "Js 3d", ""),
    "Hal": (102, "5d 5h 7d 9c", "6s 8d Kd"),
}
#: Players who fold to a check or bet, by number of up-cards.
FOLDS = {"Gus": 2, "Cy": 3, "Hal": 4, "Fay": 4}
DECLARES = {"Bob": "high", "Dee": "high", "Eve": "spade", "Ann": "high"}

#: A television and a phone, drawn around their screenshots.
FRAMES = """<!doctype html><style>
  body {{ display: flex; align-items: center; justify-content: center; gap: 28px; margin: 0; height: 100vh; }}
  body {{ background: #10151b; }}
  img {{ display: block; background: #000; border: 8px solid #000; box-shadow: 0 0 0 2px #3a444f; }}
  .tv {{ width: 848px; border-radius: 6px; }}
  .phone {{ width: 236px; border-radius: 26px; }}
</style><img class="tv" src="{}"><img class="phone" src="{}">"""

ICONS = ROOT / "static" / "icons"
#: Size of each icon, and how much of it the drawing fills: launchers may crop a maskable icon to a circle.
DRAWN = {
    "upcard-180": (180, 1.0),
    "upcard-192": (192, 1.0),
    "upcard-512": (512, 1.0),
    "upcard-maskable-512": (512, 0.8),
}
ICON = """<!doctype html><style>
  body {{ display: grid; place-items: center; margin: 0; height: 100vh; background: #14392c; }}
  img {{ display: block; width: {:.0f}px; }}
</style><img src="data:image/svg+xml;base64,{}">"""

Until = Callable[[Prompt, State], bool]


def main() -> int:
    """Take all pictures; return 1 without a browser."""
    with sync_playwright() as playwright:
        executable = find_browser(playwright)
        if executable is None:
            print(MISSING, file=sys.stderr)
            return 1
        browser = playwright.chromium.launch(executable_path=executable, args=[*FLAGS, "--force-color-profile=srgb"])
        draw_icons(browser)
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, database(app_beside(server)):
            friday = begin()
            hand = call(friday, "follow-the-queen")
            play(hand, lambda asked, state: asked.kind == "card" and len(state.players[3].up) == 4)
            with screen(browser, server, LANDSCAPE, f"/n/{friday.key}/") as page:
                take(page, "dealer")
            play(hand, lambda asked, state: asked.kind == "bet")
            for button, name in (("#out-of-order", "out-of-order"), ("#agree", "agreed-split")):
                with screen(browser, server, LANDSCAPE, f"/n/{friday.key}/") as page:
                    page.get_by_text("More", exact=True).click()
                    page.locator(button).click()
                    page.wait_for_load_state("networkidle")
                    take(page, name)
            play(hand, lambda asked, state: asked.kind == "show")
            with screen(browser, server, LANDSCAPE, f"/n/{friday.key}/") as page:
                page.get_by_role("button", name="Pick the winner").click()
                page.get_by_role("button", name="Pick the winner").wait_for(state="detached")
                take(page, "ruling")
            play(hand, lambda asked, state: asked.kind == "over")
            with screen(browser, server, LANDSCAPE, f"/n/{friday.key}/") as page:
                take(page, "settlement")
            assert next_hand(friday) is None
            hand = call(friday, "chicago")
            play(hand, lambda asked, state: asked.kind == "declare" and declared(state) == {"Bob", "Dee"})
            take_together(browser, server, friday, "Eve")
        browser.close()
    return 0


def begin() -> Night:
    """Return a night with all players at the table."""
    friday = start_night("Friday at Hal’s", Stakes(), {}, True)
    assert isinstance(friday, Night)
    for name, (chips, _, _) in PLAYERS.items():
        add_player(friday, name, chips)
    friday = db.session.get_one(Night, friday.id)
    assert not isinstance(set_dealer(friday, len(PLAYERS) - 1), Problem)
    return friday


def call(friday: Night, game: str) -> int:
    """Deal a hand and return its id."""
    begun = call_game(friday, game)
    assert isinstance(begun, LiveHand), begun
    return begun.hand.id


def play(hand: int, until: Until) -> None:
    """Answer the prompts of a hand until it reaches the given point."""
    while True:
        live = live_hand(hand)
        assert isinstance(live, LiveHand)
        asked = prompt(live.state)
        if until(asked, live.state):
            db.session.rollback()
            return
        answer = post(hand, live.number, [write_action(action) for action in actions(live.state, asked)])
        assert isinstance(answer, Posted), answer


def actions(state: State, asked: Prompt) -> Sequence[Action]:
    """Return the next actions."""
    if asked.kind == "dealt":
        return asked.run
    if asked.kind == "declare":
        seat = next(seat for seat in state.live if state.players[seat].declared is None)
        return [Action(DECLARE, seat, word=DECLARES[state.name(seat)])]
    assert asked.seat is not None
    player = state.players[asked.seat]
    _, up, down = PLAYERS[player.name]
    if asked.kind == "card":
        return [asked.asks[0].answer(cards=(parse_card(up.split()[len(player.up)]),))]
    if asked.kind == "show":
        covered = iter(parse_cards(down))
        shown = tuple(next(covered) if held.card == UNSEEN else held.card for held in player.cards)
        return [Action(SHOW, asked.seat, cards=shown)]
    ways = {ask.action.verb: ask for ask in asked.asks if ask.takes is None}
    if ways[CALL].manner == "check" and BET in ways:
        return [ways[BET].action]
    return [ways[FOLD if FOLDS.get(player.name) == len(player.up) else CALL].action]


def declared(state: State) -> set[str]:
    """Return the players who have declared."""
    return {player.name for player in state.players if player.declared is not None}


@contextmanager
def screen(browser: Browser, server: Server, size: tuple[int, int], path: str) -> Iterator[Page]:
    """Yield a page of the app in the dark scheme, without animations."""
    width, height = size
    context = browser.new_context(
        base_url=server.url,
        viewport={"width": width, "height": height},
        color_scheme="dark",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(path)
    page.wait_for_function("document.fonts.status === 'loaded'")
    page.wait_for_timeout(500)
    yield page
    context.close()


def take(page: Page, name: str) -> None:
    """Take a screenshot of a page for docs/."""
    path = FOLDER / f"{name}.png"
    page.screenshot(path=path, animations="disabled")
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB")


def take_together(browser: Browser, server: Server, friday: Night, name: str) -> None:
    """Take the picture of the television with a player's phone beside it."""
    seat = next(seat for seat in seats(friday) if seat.name == name)
    shown = []
    for size, path in ((TELEVISION, f"/tv/{friday.watch_key}"), (PHONE, f"/p/{seat.key}")):
        with screen(browser, server, size, path) as page:
            shown.append(base64.b64encode(page.screenshot(animations="disabled")).decode())
    width, height = TOGETHER
    page = browser.new_page(viewport={"width": width, "height": height})
    page.set_content(FRAMES.format(*(f"data:image/png;base64,{picture}" for picture in shown)))
    take(page, "television")
    page.close()


def draw_icons(browser: Browser) -> None:
    """Render the app's icon in the sizes that launchers need."""
    drawing = base64.b64encode((ICONS / "upcard.svg").read_bytes()).decode()
    for name, (size, filled) in DRAWN.items():
        page = browser.new_page(viewport={"width": size, "height": size})
        page.set_content(ICON.format(size * filled, drawing))
        page.screenshot(path=ICONS / f"{name}.png")
        page.close()


if __name__ == "__main__":
    sys.exit(main())
