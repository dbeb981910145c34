"""Whole hands on every tablet: no part moves between taps, overlaps another or needs scrolling."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.games.house import DEFAULT_STAKES, Stakes
from app.hand.ask import Prompt
from app.hand.play import prompt
from app.hand.state import State
from tests.bench.tapping import TappingDealer
from tests.browser.devices import PHONE, SMALL_TABLET, TABLETS, Shots
from tests.browser.measures import CUT, FITS
from tests.browser.playing import card, click, go_to, reconnect, resize, responses_held_back
from tests.browser.settling import settled
from tests.browser.stage import NO_LIMIT, AnotherPage, Deal, Stage, Until, asked, lines_until, phone_of, play_on
from tests.web.tables import NAMES, Table, begin

SMALL_UPRIGHT = (768, 1024)
EVERY_TABLET = (*TABLETS, SMALL_UPRIGHT)

#: Returns the boxes of all parts that must not move: parts of the pad while they are shown, seats until the settlement.
PLACES = """() => {
  const parts = { "the pad": "#pad", "the table": ".felt", "the wild line": ".wild-line", "the announcement": "#say",
    "Undo": "#undo", "Redo": "#redo", "Log": "#log-button", "More": "#more",
    "the cards to tap": ".keys:not(:has(.joker))", "the bets": ".pad-bet .entries:not(:has(.amount)) .choices" };
  const found = {};
  for (const [name, where] of Object.entries(parts)) {
    const { left, top, width, height } = document.querySelector(where)?.getBoundingClientRect() ?? {};
    if (left === undefined) continue;
    found[name] = [left, top, width, height];
  }
  document.querySelectorAll(".felt:not(.settled) .seat").forEach((seat) => {
    const { left, top, width, height } = seat.getBoundingClientRect();
    found[seat.ariaLabel] = [left, top, width, height];
  });
  return found;
}"""

#: Games with the most different pads, spread over the tablets: the stakes, the number of players, the size, and whether
#: to skip three similar streets. One for each size is always played, the others in the long run.
HANDS = [
    pytest.param("seven-card-stud", Stakes(), 8, TABLETS[0], True, id="cards and bets"),
    pytest.param("seven-card-stud", Stakes(), 8, TABLETS[0], False, id="every street", marks=pytest.mark.long),
    pytest.param("baseball", NO_LIMIT, 7, TABLETS[1], False, id="offers and amounts"),
    pytest.param(
        "follow-the-queen", Stakes(), 7, TABLETS[0], False, id="wild cards that change", marks=pytest.mark.long
    ),
    pytest.param("chicago", Stakes(), 8, TABLETS[2], False, id="declarations", marks=pytest.mark.long),
    pytest.param("roll-your-own", Stakes(), 8, TABLETS[1], False, id="rolls", marks=pytest.mark.long),
    pytest.param("auction", Stakes(), 5, TABLETS[2], False, id="bids"),
    pytest.param("dakota", Stakes(), 5, TABLETS[0], False, id="own words", marks=pytest.mark.long),
]


#: Taps the button in this place of the pad, or none; returns whether the hand is over, the screen, its boxes and its
#: faults.
TAPPED = f"""async (place) => {{
  if (place !== null) {{
    const settled = new Promise((done) => {{
      // Other requests of the page settle too.
      document.addEventListener("htmx:afterSettle", ({{ detail }}) => {{
        if (detail.requestConfig?.verb === "post") done();
      }});
    }});
    document.querySelectorAll("section[aria-label=Next] button")[place].click();
    await settled;
  }}
  const over = document.querySelector("#next-hand") !== null;
  return [over, document.querySelector("#screen").outerHTML, ({PLACES})(), ({FITS})()];
}}"""


def dealing(cards: int) -> Until:
    """Return the condition that a street is dealt to players who all have this many cards."""
    return lambda now, state: now.kind == "card" and min(len(player.cards) for player in state.players) == cards


def tap_through(page: Page, table: Table, skip: bool) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """Tap through a hand; yield the boxes of the screen's parts and the faults, before the first tap and after each.

    With ``skip``, fourth to sixth street are entered without taps.
    """
    dealer = TappingDealer(Random(7))
    over, screen, places, wrong = page.evaluate(TAPPED, None)
    yield places, wrong
    while not over:
        if skip and dealing(3)(prompt(state := table.live.state), state):
            skip = False
            play_on(table, dealing(6))
            settled(page)
            place = None
        else:
            place = dealer.next_tap(screen).button.place
        over, screen, places, wrong = page.evaluate(TAPPED, place)
        yield places, wrong


@pytest.mark.parametrize(("game", "stakes", "players", "size", "skip"), HANDS)
def test_nothing_moves_from_the_first_tap_to_the_settlement(
    page: Page, stage: Stage, game: str, stakes: Stakes, players: int, size: tuple[int, int], skip: bool
) -> None:
    table = stage.table(game, players=players, stakes=stakes)
    resize(page, size)
    page.emulate_media(reduced_motion="reduce")
    go_to(page, table.url)
    first: dict[str, Any] = {}
    wrong: dict[str, str] = {}
    for taps, (places, unfit) in enumerate(tap_through(page, table, skip)):
        for name, place in places.items():
            if first.setdefault(name, place) != place:
                wrong.setdefault(f"{name} moves from {first[name]}", f"to {place} at tap {taps}")
        for what in unfit:
            wrong.setdefault(what, f"at tap {taps}")
    assert [f"{what}: {when}" for what, when in wrong.items()] == []


@pytest.mark.parametrize(
    ("width", "height"), [TABLETS[0], *(pytest.param(*size, marks=pytest.mark.long) for size in TABLETS[1:])]
)
def test_nothing_moves_while_a_tap_is_pending(page: Page, stage: Stage, width: int, height: int) -> None:
    table = stage.table("five-card-stud", players=8)
    resize(page, (width, height))
    go_to(page, table.url)
    settled(page)
    before = page.evaluate(PLACES)
    with responses_held_back(page):
        page.get_by_role("button", name="King of hearts", exact=True).click(no_wait_after=True)
        expect(page.locator("#tap.htmx-request")).to_have_count(1)
        expect(page.locator(".pad")).to_have_css("opacity", "0.7")
        assert page.evaluate(PLACES) == before
    expect(card(page, "Ann", "King of hearts")).to_be_visible()
    assert page.evaluate(PLACES) == before


#: Returns the boxes of the betting buttons: left, top, right and bottom.
BETS = """() => [...document.querySelectorAll(".pad-bet .choices button")].map((el) => {
  const { left, top, right, bottom } = el.getBoundingClientRect();
  return [el.textContent.trim().replace(/\\s+/g, " "), [left, top, right, bottom]];
})"""

UP = tuple(f"d dh p{seat} ??{card}" for seat, card in enumerate(("5h", "6h", "Kh"), 1))

BROUGHT_IN = (
    *(f"d dh p{seat} ????????" for seat in (1, 2, 3)),
    *("p1 sd ??", "p2 sd ??", "p3 sd ??", "p1 up 3h", "p2 up Kd", "p3 up 9c"),
)

#: Games with their limits, whether stacks are tracked, cards and bets, after which a player has two to six buttons.
BETTING = [
    ("five-card-stud", "none", True, UP, ("p3 cbr 4", "p1 cbr 99")),
    ("five-card-stud", "none", False, UP, ("p3 cbr 4", "p1 cbr 99")),
    ("five-card-stud", "pot", True, UP, ("p3 cbr 3", "p1 cc")),
    ("five-card-stud", "fixed", True, UP, ("p3 cbr 2", "p1 cc")),
    ("kentrel", "none", True, BROUGHT_IN, ("p1 pb", "p2 cc")),
    ("kentrel", "fixed", True, BROUGHT_IN, ("p1 pb", "p2 cc")),
]


@pytest.mark.parametrize("size", [TABLETS[0], *(pytest.param(size, marks=pytest.mark.long) for size in TABLETS[1:])])
def test_fold_is_always_in_one_place_and_all_in_is_never_there(page: Page, deal: Deal, size: tuple[int, int]) -> None:
    resize(page, size)
    folds, all_in = [], []
    for game, limit, tracked, cards, bets in BETTING:
        table = deal(
            game,
            ("Ann", "Bob", "Cy"),
            Stakes(limit=limit, ante=1, bring_in=1, small=2, big=4, min_bet=2),
            tracked=tracked,
        )
        table.enter(*cards)
        go_to(page, table.url)
        for bet in ("", *bets):
            if bet:
                table.enter(bet)
                reconnect(page)
                settled(page)
            buttons = dict(page.evaluate(BETS))
            assert all(bottom <= size[1] for *_, bottom in buttons.values()), f"{game} {bet}: {buttons}"
            folds += [box for name, box in buttons.items() if name == "Fold"]
            all_in += [box for name, box in buttons.items() if name.startswith("All in")]
    lefts, tops, rights, bottoms = zip(*folds, strict=True)
    left, top, right, bottom = max(lefts), max(tops), min(rights), min(bottoms)
    assert min(right - left, bottom - top) >= 48
    assert [box for box in all_in if box[0] < right and left < box[2] and box[1] < bottom and top < box[3]] == []


#: Returns players whose declaration buttons are cut off, too small for their words, or not on the player's side.
DECLARING = """() => {
  const middle = (el) => { const { left, right } = el.getBoundingClientRect(); return (left + right) / 2; };
  const pad = document.querySelector(".pad .entries").getBoundingClientRect();
  return [...document.querySelectorAll(".groups > div")].flatMap((group) => {
    const seat = document.querySelector(`.felt .seat[aria-label="${group.ariaLabel}"]`);
    const parts = group.parentElement.getBoundingClientRect();
    const side = ({ left, right }, x) => Math.sign(Math.round((x - (left + right) / 2) / 40));
    const table = document.querySelector(".felt").getBoundingClientRect();
    const astray = side(parts, middle(group)) !== side(table, middle(seat));
    const buttons = [...group.querySelectorAll("button")];
    const cut = buttons.some((el) => {
      const { top, bottom, height } = el.getBoundingClientRect();
      return top < pad.top - 1 || bottom > pad.bottom + 1 || height < 48 || el.scrollWidth > el.clientWidth;
    });
    return [...(astray ? [`${group.ariaLabel} is astray`] : []), ...(cut ? [`${group.ariaLabel} is cut off`] : [])];
  });
}"""


@pytest.mark.parametrize(("players", "folded"), [(2, 0), (3, 0), (5, 0), (6, 2), (8, 0)])
def test_declaration_buttons_are_in_view_on_their_players_side(
    page: Page, stage: Stage, players: int, folded: int
) -> None:
    table = stage.table("chicago", players=players)
    play_on(table, asked("bet"))
    for _ in range(folded):
        table.enter(f"p{(prompt(table.live.state).seat or 0) + 1} f")
    play_on(table, asked("declare"))
    table.enter(f"p{table.live.state.live[0] + 1} declare high")
    go_to(page, table.url)
    wrong = []
    for width, height in TABLETS:
        resize(page, (width, height))
        wrong += [f"{what} at {width}" for what in page.evaluate(DECLARING)]
        wrong += [f"{what} at {width}" for what in page.evaluate(CUT_MARKS)]
    assert wrong == []


#: Returns marks at seats whose text does not fit.
CUT_MARKS = """() => [...document.querySelectorAll(".seat .mark")]
  .filter((el) => el.scrollWidth > el.clientWidth).map((el) => `${el.innerText} does not fit`)"""


#: Returns results in the middle of the table that are partly out of view.
OUT_OF_SIGHT = """() => {
  const stage = document.querySelector(".stage").getBoundingClientRect();
  return [...document.querySelectorAll(".stage > *, .part > *, .part .card")].filter((el) => {
    if (!el.checkVisibility()) return false;
    const { top, right, bottom, left } = el.getBoundingClientRect();
    const part = el.closest(".part")?.getBoundingClientRect() ?? stage;
    return top < stage.top - 1 || bottom > stage.bottom + 1 || left < part.left - 1 || right > part.right + 1;
  }).map((el) => el.innerText.replace(/\\s+/g, " "));
}"""


def five_show(now: Prompt, state: State) -> bool:
    """Return whether the hand is over and at least five players have shown."""
    return state.result is not None and len(state.live) > 4


@pytest.mark.parametrize(("game", "parts"), [("chicago", 2), ("chicago", 3), ("chicago", 4), ("omaha-eight", 3)])
def test_every_winner_is_in_view(page: Page, stage: Stage, game: str, parts: int) -> None:
    def won_by(now: Prompt, state: State) -> bool:
        return state.result is not None and len({(award.seat, award.share) for award in state.result.awards}) == parts

    table = stage.table(game, won_by)
    go_to(page, table.url)
    wrong = []
    for width, height in EVERY_TABLET:
        resize(page, (width, height))
        wrong += [f"{what} at {width}" for what in page.evaluate(OUT_OF_SIGHT)]
    assert wrong == []


def test_five_parts_of_a_pot_are_in_view(page: Page, deal: Deal, shots: Shots) -> None:
    table = deal("seven-twenty-seven", NAMES[:6])
    table.enter(*(f"d dh p{seat} ??{card}" for seat, card in enumerate(("Td", "Kh", "9c", "6s", "4s", "5c"), 1)))
    checks = [f"p{seat} cc" for seat in range(1, 7)]
    table.enter(*checks, "d dh p1 9h", "p2 no", "d dh p3 8h", "p4 no", "p5 no", "d dh p6 As")
    table.enter(*checks, *(f"p{seat} no" for seat in range(1, 7)), *checks)
    hands = ("Td9h8c", "KdKh", "9c8hTc", "Ac6s", "2c4s", "Ah5cAs")
    table.enter(*(f"p{seat} sm {cards}" for seat, cards in enumerate(hands, 1)))
    common = deal("omaha-eight", (*NAMES, "Wolfgang"))
    common.enter(*(f"d dh p{seat} ????????" for seat in range(1, 10)), "p1 cbr 2")
    common.enter(*(f"p{seat} {'cc' if seat < 6 else 'f'}" for seat in range(2, 10)))
    for cards in ("3c4d8h", "Ks", "Kd"):
        common.enter(f"d db {cards}", *checks[:5])
    hands = ("As2sQcJc", "Ah2hQdJd", "Ac2cQhJh", "Ad2dQsJs", "KhKcTsTh")
    common.enter(*(f"p{seat} sm {cards}" for seat, cards in enumerate(hands, 1)))
    wrong = []
    for each in (table, common):
        assert each.live.over
        go_to(page, each.url)
        for size in EVERY_TABLET:
            resize(page, size)
            shots.take(page, f"five-parts-of-{each.live.hand.game_id}-{size[0]}.png")
            assert page.locator(".part").count() == 5
            wrong += [f"{what} at {size}" for what in page.evaluate(OUT_OF_SIGHT)]
    assert wrong == []


def test_the_points_and_hands_of_players_who_have_bet_are_whole(page: Page, stage: Stage) -> None:
    points = stage.table("seven-twenty-seven", players=6)
    points.enter(*(f"d dh p{seat} ??{card}" for seat, card in enumerate(("9c", "Kh", "9d", "6s", "4s", "5c"), 1)))
    points.enter("p1 cbr 2")
    # The player with the high hand showing is all in, so the next one opens.
    stud = begin(stage.client, "five-card-stud", NAMES, (3, *[100] * 7), True, Stakes(), {}, ())
    stud.enter(
        *(f"d dh p{seat} ??{card}" for seat, card in enumerate(("Ah", "Kh", "9d", "6s", "4s", "5c", "7d", "8h"), 1))
    )
    stud.enter("p1 cbr 2", *(f"p{seat} cc" for seat in range(2, 9)))
    stud.enter(
        *(f"d dh p{seat} {card}" for seat, card in enumerate(("2h", "3h", "4d", "5s", "6d", "7c", "8d", "9h"), 1))
    )
    stud.enter("p2 cbr 2")
    holdem = begin(stage.client, "texas-holdem", (*NAMES, "Ida"), (3, *[100] * 8), True, Stakes(), {}, ())
    holdem.enter(*(f"d dh p{seat} ????" for seat in range(1, 10)))
    holdem.enter("p1 cbr 2", *(checks := [f"p{seat} cc" for seat in range(2, 10)]))
    for cards in ("8c6d2h", "Ks", "Td"):
        holdem.enter(f"d db {cards}", *checks)
    holdem.enter("p1 sm 8s6s")
    for table, player in ((points, "Ann"), (stud, "Bob"), (holdem, "Ann")):
        go_to(page, table.url)
        says = page.get_by_role("region", name=player, exact=True).locator(".says")
        for size in EVERY_TABLET:
            resize(page, size)
            assert says.evaluate("(el) => el.scrollHeight - el.clientHeight") <= 0, (player, size)


#: Returns how far the first button beside the question moves when one is added, as when the deck is nearly out.
MOVED_BY_A_BUTTON = """() => {
  const modes = document.querySelector(".modes");
  const [first, place] = [modes.firstElementChild, modes.firstElementChild.getBoundingClientRect()];
  modes.insertAdjacentHTML("beforeend", "<button>The deck is out</button>");
  const { left, top } = first.getBoundingClientRect();
  return [left - place.left, top - place.top];
}"""


def test_nine_winning_cards_are_in_view_and_no_button_moves(page: Page, deal: Deal) -> None:
    table = deal("seven-twenty-seven", NAMES[:2])
    table.enter("d dh p1 ??2h", "d dh p2 ??Kh", "p1 cc", "p2 cc")
    go_to(page, table.url)
    assert page.evaluate(MOVED_BY_A_BUTTON) == [0, 0]
    for extra in ("2c", "2d", "2s", "3h", "3c", "3d", "3s"):
        table.enter(f"d dh p1 {extra}", "p2 no", "p1 cc", "p2 cc")
    table.enter("p1 no", "p2 no", "p1 cc", "p2 cc", "p1 sm 2h2c2d2s3h3c3d3s7h", "p2 sm KhKc")
    assert table.live.over
    go_to(page, table.url)
    wrong = []
    for size in TABLETS:
        resize(page, size)
        assert page.locator(".part .card").count() > 8
        wrong += [f"{what} at {size}" for what in page.evaluate(OUT_OF_SIGHT)]
    assert wrong == []


#: Returns cards that lie outside their seat or the page, or whose suit does not fit under the rank.
CARDS_CUT = """() => [...document.querySelectorAll(".seat .card, .me .card, .other .card")].filter((card) => {
  const box = card.getBoundingClientRect();
  const seat = card.closest("section").getBoundingClientRect();
  const cut = card.scrollHeight > card.clientHeight + 1;
  return cut || box.left < seat.left || box.right > seat.right + 1 || box.bottom > seat.bottom + 1;
}).map((card) => card.ariaLabel)"""


def test_nine_cards_are_shown_whole_at_the_settlement(page: Page, another_page: AnotherPage, deal: Deal) -> None:
    table = deal("baseball", NAMES[:8], stakes=DEFAULT_STAKES)
    table.enter("d dh p1 ????4h", "p1 pay 2", "d dh p1 4c", "p1 pay 2", "d dh p1 2h", "d dh p2 ????Kd")
    table.enter(*(f"d dh p{seat} ????{card}" for seat, card in enumerate(("5c", "5d", "6c", "6d", "7c", "8c"), 3)))
    table.enter("p1 cbr 2", "p2 cc", *(f"p{seat} f" for seat in range(3, 9)))
    for cards in (("6h", "7d"), ("8s", "Qs"), ("Td", "Jc"), ("??", "??")):
        table.enter(f"d dh p1 {cards[0]}", f"d dh p2 {cards[1]}", "p1 cc", "p2 cc")
    table.enter("p1 sm AsAc4h4c2h6h8sTdAd", "p2 sm KsKcKd7dQsJcKh")
    assert table.live.over
    go_to(page, table.url)
    wrong = []
    for size in TABLETS:
        resize(page, size)
        wrong += [f"{card} at {size}" for card in page.evaluate(CARDS_CUT)]
    for name in ("Ann", "Bob"):
        phone = another_page(PHONE)
        go_to(phone, phone_of(table, name))
        for size in (PHONE, (360, 640)):
            resize(phone, size)
            wrong += [f"{card} on {name}'s phone at {size}" for card in phone.evaluate(CARDS_CUT)]
    assert wrong == []


def test_nine_names_fit_and_nine_players_can_declare_without_scrolling(page: Page, deal: Deal) -> None:
    table = deal("guts-two-card", (*NAMES[:7], "Bartholomew", "Wolfgang"))
    table.enter(*(f"d dh p{n} ????" for n in range(1, 10)))
    go_to(page, table.url)
    groups, dealer = page.locator(".groups"), page.locator(".seat .name", has_text="Wolfgang")
    for size in TABLETS:
        resize(page, size)
        assert groups.evaluate("(el) => el.scrollHeight - el.clientHeight") <= 1, size
        assert dealer.evaluate(LINES) == 1, size
        assert page.evaluate(CUT) == [], size


def test_nine_players_with_four_cards_and_four_figures_fit_a_small_tablet(page: Page, stage: Stage) -> None:
    names = (*NAMES, "Bartholomew")
    table = begin(stage.client, "omaha", names, 4321, True, Stakes(), {}, ())
    table.enter(*(f"d dh p{seat} ????????" for seat in range(1, 10)), "p1 cbr 2", "p2 cbr 4", "p3 cc")
    go_to(page, table.url)
    dealer = page.locator(".seat .name", has_text="Bartholomew")
    for size in (SMALL_UPRIGHT, SMALL_TABLET):
        resize(page, size)
        assert page.evaluate(FITS) == [], size
        assert page.evaluate(CUT) == [], size
        assert dealer.evaluate(LINES) <= 2, size


#: Returns wild cards of a layout whose star lies over the rank.
STARS_OVER_RANKS = """() => [...document.querySelectorAll(".layout .wild")].filter((card) => {
  const rank = document.createRange();
  rank.selectNodeContents(card);
  const star = card.getBoundingClientRect().left + parseFloat(getComputedStyle(card, "::before").width);
  return rank.getBoundingClientRect().left < star - 1;
}).map((card) => `the star lies over the ${card.ariaLabel}`)"""


def test_nine_players_with_four_cards_fit_at_the_settlement(page: Page, deal: Deal) -> None:
    table = deal("criss-cross", (*NAMES, "Wolfgang"))
    table.enter(*lines_until(table.live.state.setup, five_show))
    go_to(page, table.url)
    assert page.locator(".layout .wild").count() == 1
    wrong = []
    for size in TABLETS:
        resize(page, size)
        wrong += [f"{what} at {size}" for script in (FITS, STARS_OVER_RANKS) for what in page.evaluate(script)]
    assert wrong == []


def test_cards_for_sale_do_not_reach_redo(page: Page, deal: Deal) -> None:
    table = deal("grocery-store-dots", NAMES[:7])
    table.enter(*(f"d dh p{n} ????{card}" for n, card in enumerate(("5d", "Kd", "2c", "Ac", "9h", "Js", "3s"), 1)))
    table.enter(*(f"p{n} cc" for n in (4, 5, 6, 7, 1, 2, 3)), "d db 3d8hQc")
    go_to(page, table.url)
    for size in TABLETS:
        resize(page, size)
        deck, redo = page.locator(".modes > :last-child").bounding_box(), page.locator("#redo").bounding_box()
        assert deck is not None
        assert redo is not None
        assert deck["y"] + deck["height"] <= redo["y"] or deck["x"] + deck["width"] <= redo["x"], size


def test_on_a_phone_two_players_with_large_chips_have_everything_in_its_place(page: Page, deal: Deal) -> None:
    table = deal("texas-holdem", NAMES[:2], stakes=Stakes(ante=0, small=50_000, big=100_000), tracked=False)
    resize(page, PHONE)
    go_to(page, table.url)
    undo = page.locator("#undo")
    foot = undo.bounding_box()
    assert foot is not None
    assert foot["y"] + foot["height"] >= PHONE[1] - 8
    click(page.get_by_role("button", name="Dealt", exact=True))
    for button in page.locator(".pad-bet .choices button:has(b)").all():
        assert button.evaluate(f"(el) => ({LINES})(el.firstChild)") == 1, button.inner_text()
    table.enter("p1 cc", "p2 cc", "d db 2c7h9h")
    reconnect(page)
    settled(page)
    assert len({round(card.bounding_box()["y"]) for card in page.locator(".middle .card").all()}) == 1  # type: ignore[index]
    assert undo.bounding_box() == foot


def test_a_folded_player_of_two_hands_has_no_backs(page: Page, deal: Deal) -> None:
    table = deal("bunk-beds", NAMES[:3])
    table.enter(*(f"d dh p{n} {'??' * 10}" for n in (1, 2, 3)))
    table.enter("p1 up 2h to high", "p2 up Ks to high", "p3 up 9d to high", "p2 cbr 2", "p3 cc", "p1 f")
    go_to(page, table.url)
    backs = page.get_by_role("region", name="Ann", exact=True).locator(".backs")
    assert backs.evaluate("(el) => el.offsetWidth * el.offsetHeight") == 0


def test_a_long_wild_line_is_readable_where_there_is_room(page: Page, deal: Deal) -> None:
    table = deal("dakota", NAMES[:4])
    go_to(page, table.url)
    words = page.locator(".wild-line b")
    for size in ((1180, 820), (1024, 768)):
        resize(page, size)
        assert page.evaluate(FITS) == []
        width, height = words.evaluate("(el) => [el.getBoundingClientRect().width, el.getBoundingClientRect().height]")
        assert width / len(words.inner_text()) > 7.2
        assert height < 30


def test_a_layout_and_a_wild_line_of_two_lines_fit_a_small_upright_tablet(page: Page, stage: Stage) -> None:
    high_low = {"modifier": "hi-lo", "style": "cards speak"}
    ten = (*NAMES, "Ida", "Joe")
    for game, names, modifiers in (
        ("elevator", NAMES[:7], ()),
        ("pregnant-threes", NAMES[:2], (high_low,)),
        ("double-board-holdem", ten, ()),
        ("pyramid", ten, ()),
        ("southern-cross", ten, ()),
    ):
        table = begin(stage.client, game, names, 100, True, Stakes(), {}, modifiers)
        resize(page, (768, 1024))
        go_to(page, table.url)
        assert page.evaluate(FITS) == [], game


def test_a_question_of_two_lines_leaves_room_for_all_cards_on_an_upright_tablet(page: Page, deal: Deal) -> None:
    table = deal("chicago", ("Wolfeschlegelsteinhausenberger", *NAMES[:3]))
    go_to(page, table.url)
    assert len(page.locator(".ask .text").inner_text()) > 50
    for size in (SMALL_UPRIGHT, TABLETS[2]):
        resize(page, size)
        assert page.evaluate(FITS) == [], size


def test_jokers_are_named_on_one_line(page: Page, stage: Stage) -> None:
    choices = "option.wild=as+the+table+says&modifier.jokers=1"
    go_to(page, f"{stage.night(2)}/call/your-way-up-cards?{choices}")
    click(page.get_by_role("button", name="Deal", exact=True))
    click(page.get_by_role("region", name="Wild cards").get_by_role("button"))
    jokers = page.get_by_role("button", name="Jokers", exact=True)
    for size in TABLETS:
        resize(page, size)
        assert jokers.evaluate(LINES) == 1


def test_no_choice_leaves_a_single_word_on_a_line(page: Page, deal: Deal) -> None:
    table = deal("five-card-draw", NAMES[:3])
    table.enter(*(f"d dh p{seat} ??????????" for seat in (1, 2, 3)), "p1 cc", "p2 cc", "p3 cc")
    go_to(page, table.url)
    choice = page.get_by_role("button", name="Draws 4, showing an ace")
    for size in TABLETS:
        resize(page, size)
        lines = choice.evaluate(LINE_WIDTHS)
        assert min(lines) > max(lines) / 2, size


#: Returns the widths of the lines of an element's text.
LINE_WIDTHS = """(el) => {
  const text = document.createRange();
  text.selectNodeContents(el);
  const lines = {};
  for (const { top, width } of text.getClientRects()) lines[Math.round(top / 9)] = width;
  return Object.values(lines);
}"""


#: Returns how many lines the text of an element takes.
LINES = """(el) => {
  const text = document.createRange();
  text.selectNodeContents(el);
  return new Set([...text.getClientRects()].map(({ top }) => top)).size;
}"""
