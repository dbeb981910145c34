"""The longest refusals of a tap, at every size: they move nothing and cover no button."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.cards.card import parse_cards
from app.hand.ask import Refusal
from app.text import sentence
from app.words.refusals import refusal_text
from app.words.speaker import Speaker
from tests.browser.devices import PHONE, TABLETS
from tests.browser.playing import click, go_to, resize
from tests.browser.settling import evaluate
from tests.browser.stage import NO_LIMIT, Stage, asked, pad

NAME = "Bartholomew of Featherstonehau"
#: A refusal with three cards and one of the longest names allowed.
LONGEST = sentence(
    refusal_text(
        Refusal("cards that lay open are missing", 0, cards=parse_cards("Qd Qs 8s")),
        Speaker((NAME,)),
    )
)

#: Returns the boxes of the buttons of the unscrolled screen, and the buttons that are covered.
BUTTONS = """() => {
  scrollTo(0, 0);
  const boxes = {};
  const covered = [];
  document.querySelectorAll("#tap button:not(.visually-hidden), #tap summary").forEach((el) => {
    if (!el.checkVisibility() || el.closest(".menu") || el.matches("#as-ruled")) return;
    const { left, top, width, height } = el.getBoundingClientRect();
    const name = `${el.id || el.name} ${el.textContent.trim()}`;
    boxes[name] = [left, top, width, height].map(Math.round).join(" ");
    const [x, y] = [left + width / 2, top + height / 2];
    const hit = document.elementFromPoint(x, y);
    if (innerWidth > 620 && !el.contains(hit) && hit?.closest(".refusal, .corner")) {
      covered.push(`${name} lies under ${hit.closest("[class]").className}`);
    }
  });
  return { boxes, covered };
}"""

#: Sends a tap that is refused, then replaces the refusal with the longest one and a button to allow the tap.
REFUSED = """async (text) => {
  const button = document.createElement("button");
  Object.assign(button, { name: "action", value: "p1 flies", hidden: true });
  document.querySelector("#tap").append(button);
  const settled = new Promise((done) => document.addEventListener("htmx:afterSettle", done, { once: true }));
  button.click();
  await settled;
  button.remove();
  const refusal = document.querySelector("[role=alert].refusal");
  refusal.innerHTML = `<span>${text}</span><b>Bob raises to 100</b><button id="as-ruled">Allow it</button>`;
  document.querySelectorAll(".rest").forEach((el) => el.classList.remove("rest"));
}"""

#: Returns whether that refusal is cut off, or its button does not fit.
CUT_OFF = """() => {
  const refusal = document.querySelector("[role=alert].refusal");
  const span = refusal.firstChild;
  const allow = refusal.lastChild.getBoundingClientRect();
  return span.scrollWidth > span.clientWidth + 1 || allow.right > innerWidth || allow.height < 47.5;
}"""

STATES = {
    "cards": ("five-card-stud", asked("card", 4), {}),
    "bets without limit": ("follow-the-queen", asked("bet", 4), {"stakes": NO_LIMIT}),
    "declarations": ("chicago", asked("declare"), {}),
    "cards to pick": ("oppression", pad("pick", slots=True), {"players": 7}),
    "cards to turn up": ("bunk-beds", asked("roll", 4), {"players": 5}),
    "showdown": ("seven-card-stud", asked("show"), {}),
    "settlement": ("chicago", asked("over"), {}),
}


def states_and_sizes() -> Iterator[Any]:
    """Yield each state at two of the sizes, and at the others in the long run."""
    for number, state in enumerate(STATES):
        sizes = [(*TABLETS, PHONE)[(number + turn) % 4] for turn in range(4)]
        yield pytest.param(state, sizes[:2], id=state)
        yield pytest.param(state, sizes[2:], id=f"{state} elsewhere", marks=pytest.mark.long)


@pytest.mark.console("status of 422")
@pytest.mark.parametrize(("state", "sizes"), list(states_and_sizes()))
def test_a_refusal_moves_nothing_and_covers_no_button(
    page: Page, stage: Stage, state: str, sizes: Sequence[tuple[int, int]]
) -> None:
    game, until, more = STATES[state]
    resize(page, sizes[0])
    go_to(page, stage.table(game, until, **more).url)
    boxes = {}
    for size in sizes:
        resize(page, size)
        boxes[size] = evaluate(page, BUTTONS)["boxes"]
    evaluate(page, REFUSED, LONGEST)
    wrong = []
    for size in reversed(sizes):
        resize(page, size)
        if evaluate(page, CUT_OFF):
            wrong.append(f"{size[0]}: the message is cut off")
        after = evaluate(page, BUTTONS)
        wrong += [f"{size[0]}: {what}" for what in after["covered"]]
        wrong += [
            f"{size[0]}: {name} moves from {place} to {after['boxes'].get(name)}"
            for name, place in boxes[size].items()
            if after["boxes"].get(name) != place
        ]
    assert wrong == []


#: Taps a button of the players page; returns buttons that moved but take taps at once, and buttons that stayed in place
#: but ignore taps.
WRONGLY_ACTIVE = """async (name) => {
  const all = () => [...document.querySelectorAll("#night :is(button, a.btn)")].filter((el) => el.checkVisibility());
  const named = (el) => el.ariaLabel || el.textContent.trim();
  const place = (el) => Object.values(el.getBoundingClientRect().toJSON()).map(Math.round).join(" ");
  const before = new Map(all().map((el) => [named(el), place(el)]));
  const settled = new Promise((done) => document.addEventListener("htmx:afterSettle", done, { once: true }));
  all().find((el) => named(el) === name).click();
  await settled;
  const moved = (el) => before.get(named(el)) !== place(el);
  return all().filter((el) => moved(el) !== (el.closest(".rest") !== null)).map(named);
}"""


@pytest.mark.parametrize(
    ("width", "height"),
    [TABLETS[0], PHONE, *(pytest.param(*size, marks=pytest.mark.long) for size in TABLETS[1:])],
)
def test_buttons_moved_by_a_tap_ignore_a_second_tap(page: Page, stage: Stage, width: int, height: int) -> None:
    table = stage.table("five-card-stud", asked("bet", 2))
    resize(page, (width, height))
    go_to(page, f"{table.url}night")
    assert evaluate(page, WRONGLY_ACTIVE, "Buy 100 for Ann") == []
    expect(page.get_by_role("button", name="Remove: Ann buys 100")).to_be_visible()
    click(page.get_by_role("button", name="Remove: Ann buys 100"))
    expect(page.get_by_role("button", name="Remove: Ann buys 100")).to_be_hidden()
