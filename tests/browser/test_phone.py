"""Players' phones: secret declarations, revealed to all at once, and pages that follow the dealer's taps."""

import re
from collections.abc import Iterable

import pytest
from playwright.sync_api import Locator, Page, expect

from app.cards.card import cards_text
from app.hand.play import prompt
from tests.browser.devices import PHONE, TELEVISION, Shots, offline
from tests.browser.measures import texts
from tests.browser.playing import (
    announced,
    click,
    double_click,
    go_to,
    press_keys,
    reconnect,
    refresh,
    region,
    resize,
    tap,
)
from tests.browser.settling import settled
from tests.browser.stage import AnotherPage, Deal, Stage, asked, phone_of, play_on, television_of
from tests.night.test_sealed import lines_to_question
from tests.web.tables import NAMES, Table

SMALL = (360, 640)
PHONE_LANDSCAPE = (844, 390)

#: Declarations, as on marks and buttons; "ace high" is not one.
DECLARED = re.compile(r"\b(High|Spade|Both)\b")


def at_sealed_question(deal: Deal, game: str, names: Iterable[str], **options: object) -> Table:
    """Return a hand at its first sealed question."""
    table = deal(game, tuple(names), options=options)
    table.enter(*lines_to_question(table.live.state))
    return table


def head(page: Page) -> Locator:
    """Return the headline of a phone."""
    return page.locator(".headline")


def owed(page: Page) -> Locator:
    """Return the amount to call."""
    return page.locator(".owes b")


def fact(page: Page, name: str) -> Locator:
    return page.locator(".fact").filter(has_text=name).locator("b")


def answer(page: Page, what: str, *, again: bool = False) -> None:
    """Tap an answer on a phone, and check that the page shows only that the player has answered."""
    if again:
        click(page.locator("#ask summary"))
    click(page.get_by_role("button", name=what, exact=True))
    expect(page.locator("#ask summary")).to_contain_text("✓")
    expect(page.locator("#own-answer")).not_to_have_attribute("open", "")


#: Returns the texts at players' seats on a screen, and the announcement.
SEATS = """(names) => [
  names.map((name) => document.querySelector(`section[aria-label="${name}"]`).innerText),
  document.querySelector("[role=status][aria-label=Announcement]").textContent,
]"""


def test_five_phones_declare_in_secret_and_the_dealer_declares_for_a_sixth_player(
    page: Page, another_page: AnotherPage, deal: Deal, shots: Shots
) -> None:
    names = NAMES[:6]
    table = at_sealed_question(deal, "chicago", names)
    tablet, television = page, another_page(TELEVISION)
    go_to(tablet, table.url)
    go_to(television, television_of(table))
    phones = {name: another_page(PHONE) for name in names[:5]}
    for name, phone in phones.items():
        go_to(phone, phone_of(table, name))
        expect(head(phone)).to_contain_text("Declare now")
        expect(head(phone)).to_contain_text("6 still to come")

    def expect_sealed() -> None:
        """Check that no seat, announcement or page source gives a declaration away."""
        for screen in (tablet, television, *phones.values()):
            settled(screen)
            seats, announcement = screen.evaluate(SEATS, names)
            assert not DECLARED.search("\n".join(seats))
            assert "Declared" not in announcement
        assert not DECLARED.search(television.locator("body").inner_text())
        for screen in (tablet, television):
            assert "You declared" not in screen.content()
            assert "declare spade" not in television.content()

    answer(phones["Ann"], "High")
    expect(head(phones["Ann"])).to_contain_text("Waiting for Bob, Cy, Dee, Eve and Fay")
    expect(region(phones["Bob"], "Ann").get_by_role("img", name="Declared")).to_be_visible()
    expect(head(phones["Eve"])).to_contain_text("Waiting for Bob, Cy, Dee, you and Fay")
    expect_sealed()
    shots.take(phones["Ann"], "phone-declared.png")

    answer(phones["Bob"], "Spade")
    answer(phones["Cy"], "Both")
    answer(phones["Dee"], "Spade")
    expect(head(phones["Eve"])).to_contain_text("Waiting for you and Fay")
    expect_sealed()

    # Dee changes her mind in secret; Ann only looks at her answer.
    answer(phones["Dee"], "High", again=True)
    click(phones["Ann"].locator("#ask summary"))
    expect(phones["Ann"].locator("#own-answer")).to_contain_text("You declared High.")
    expect(phones["Ann"].get_by_role("button", name="High", exact=True)).to_have_attribute("aria-pressed", "true")
    click(phones["Ann"].locator("#ask summary"))
    expect_sealed()

    answer(phones["Eve"], "Spade")
    for phone in phones.values():
        expect(head(phone)).to_contain_text("Waiting for Fay")
    expect(region(television, "Eve")).to_be_visible()
    expect_sealed()
    shots.take(television, "phone-television-sealed.png")
    shots.take(tablet, "phone-tablet-sealed.png")

    # Fay has no phone: the dealer enters her declaration, which reveals all of them.
    group = region(tablet, "Next").get_by_role("group", name="Fay", exact=True)
    click(group.get_by_role("button", name="Both", exact=True))
    declared = {"Ann": "High", "Bob": "Spade", "Cy": "Both", "Dee": "High", "Eve": "Spade", "Fay": "Both"}
    for screen in (tablet, television, *phones.values()):
        expect(announced(screen)).to_contain_text("Declared")
        settled(screen)
        seats, _ = screen.evaluate(SEATS, names)
        assert [what for what, seat in zip(declared.values(), seats, strict=True) if what not in seat] == []
    for phone in phones.values():
        expect(phone.locator("#ask")).to_be_hidden()
    shots.take(phones["Bob"], "phone-opened.png")
    shots.take(television, "phone-television-opened.png")


def test_a_phone_follows_the_dealers_taps(page: Page, another_page: AnotherPage, deal: Deal) -> None:
    table = deal("woolworth", NAMES[:3])
    go_to(page, table.url)
    phone = another_page(PHONE)
    go_to(phone, phone_of(table, "Bob"))
    expect(region(phone, "Wild cards")).to_contain_text("5s and 10s are wild")
    expect(head(phone)).to_contain_text("Ann's up-card")
    tap(page, "9 of clubs", "5 of hearts", "King of diamonds")
    expect(region(phone, "Bob").get_by_role("img", name="5 of hearts, wild")).to_be_visible()
    expect(region(phone, "Bob")).to_contain_text("ace high")
    expect(head(phone)).to_contain_text("Your turn")
    expect(head(phone)).to_contain_text("Nothing to call")
    expect(announced(phone)).to_contain_text("Bob opens")

    tap(page, "Check")
    expect(head(phone)).to_contain_text("Cy's turn")
    tap(page, "Bet 2")
    expect(region(phone, "Cy")).to_contain_text("Bet 2")
    expect(head(phone)).to_contain_text("Ann's turn")
    expect(head(phone)).to_contain_text("2 to call for you")
    expect(owed(phone)).to_have_text("2")
    tap(page, "Raise to 4")
    expect(head(phone)).to_contain_text("Your turn")
    expect(head(phone)).to_contain_text("4 to call")
    expect(fact(phone, "Pot")).to_have_text("9")
    expect(fact(phone, "My chips")).to_have_text("99")
    tap(page, "Undo")
    expect(owed(phone)).to_have_text("2")
    tap(page, "Redo", "Call 4", "Call 2")
    expect(fact(phone, "My chips")).to_have_text("95")

    # A second five or ten: Bob's five is no longer wild.
    tap(page, "9 of diamonds", "10 of spades")
    expect(region(phone, "Wild cards")).to_contain_text("Nothing wild")
    expect(announced(phone)).to_contain_text("are dead")
    expect(region(phone, "Bob").get_by_role("img", name="5 of hearts", exact=True)).to_be_visible()


def test_a_phone_follows_to_the_settlement_and_the_next_hand(page: Page, another_page: AnotherPage, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:3])
    go_to(page, table.url)
    winner, loser = another_page(PHONE), another_page(PHONE)
    go_to(winner, phone_of(table, "Ann"))
    go_to(loser, phone_of(table, "Bob"))
    tap(page, "King of hearts", "10 of clubs", "2 of spades", "Bet 2", "Fold", "Fold")
    expect(head(winner)).to_contain_text("You win 5")
    expect(region(winner, "Settlement")).to_contain_text("You put in 3: 2 up")
    expect(head(loser)).to_contain_text("You lost 1")
    expect(head(loser)).to_contain_text("Ann wins 5")
    click(region(loser, "Settlement").get_by_text("Why"))
    expect(region(loser, "Settlement")).to_contain_text("Everyone else has folded")
    before = loser.locator("#table").get_attribute("data-at")
    click(winner.get_by_text("Buy more or sit out"))
    click(winner.get_by_role("button", name="Sit out next hand"))
    expect(loser.locator("#table")).not_to_have_attribute("data-at", before or "")
    expect(region(loser, "Settlement").get_by_text("Everyone else has folded")).to_be_visible()
    click(winner.get_by_role("button", name="Never mind"))
    click(page.get_by_role("button", name="Next hand", exact=True))
    page.wait_for_url("**/call")
    expect(head(winner)).to_contain_text("You deal next")
    expect(head(loser)).to_contain_text("Ann deals next")
    expect(fact(loser, "My chips")).to_have_text("99")


def test_unfolded_actions_scroll_into_view(another_page: AnotherPage, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:6])
    phone = another_page(PHONE)
    go_to(phone, phone_of(table, "Bob"))
    click(phone.locator("summary", has_text="Buy more or sit out"))
    expect(phone.get_by_role("button", name="Sit out next hand")).to_be_in_viewport(ratio=1)


def test_a_half_typed_amount_stays_when_others_answer(another_page: AnotherPage, deal: Deal) -> None:
    table = at_sealed_question(deal, "auction-wild", NAMES[:3], sealed=True)
    ann, bob = another_page(PHONE), another_page(PHONE)
    go_to(ann, phone_of(table, "Ann"))
    go_to(bob, phone_of(table, "Bob"))
    amount = ann.get_by_label("Amount")
    amount.press_sequentially("1")
    answer(bob, "Pass")
    expect(head(ann)).to_contain_text("Waiting for you and Cy")
    expect(amount).to_be_focused()
    amount.press_sequentially("7")
    expect(amount).to_have_value("17")
    press_keys(ann, "Enter")
    click(ann.locator("#ask summary"))
    expect(ann.locator("#own-answer")).to_contain_text("You bid 17.")
    answer(bob, "Bid 5", again=True)
    expect(ann.locator("#own-answer")).to_contain_text("You bid 17.")


@pytest.mark.console("status of 422")
def test_a_refused_amount_stays_with_the_reason(another_page: AnotherPage, deal: Deal) -> None:
    table = at_sealed_question(deal, "auction-wild", NAMES[:3], sealed=True)
    ann, bob = another_page(PHONE), another_page(PHONE)
    go_to(ann, phone_of(table, "Ann"))
    go_to(bob, phone_of(table, "Bob"))
    ann.get_by_label("Amount").fill("500")
    click(ann.get_by_role("button", name="Bid", exact=True))
    expect(ann.get_by_role("alert").filter(has_text="at most 99")).to_be_visible()
    answer(bob, "Pass")
    expect(head(ann)).to_contain_text("Waiting for you and Cy")
    expect(ann.get_by_role("alert").filter(has_text="at most 99")).to_be_visible()
    expect(ann.get_by_label("Amount")).to_have_value("500")


def test_an_unfolded_answer_stays_open_when_others_answer(another_page: AnotherPage, deal: Deal) -> None:
    table = at_sealed_question(deal, "chicago", NAMES[:3])
    ann, bob = another_page(PHONE), another_page(PHONE)
    go_to(ann, phone_of(table, "Ann"))
    go_to(bob, phone_of(table, "Bob"))
    answer(ann, "Spade")
    click(ann.locator("#ask summary"))
    answer(bob, "High")
    expect(head(ann)).to_contain_text("Waiting for Cy")
    expect(ann.locator("#own-answer")).to_have_attribute("open", "")


def test_a_double_tap_does_not_unfold_the_declaration(another_page: AnotherPage, deal: Deal) -> None:
    table = at_sealed_question(deal, "chicago", NAMES[:3])
    phone = another_page(PHONE)
    go_to(phone, phone_of(table, "Ann"))
    double_click(phone.get_by_role("button", name="High", exact=True))
    expect(phone.locator("#ask summary")).to_contain_text("Declared")
    settled(phone)
    expect(phone.locator("#own-answer")).not_to_have_attribute("open", "")
    assert [line for line in table.live.actions if "declare" in line] == ["p1 declare high"]


@pytest.mark.console("status of 409|status of 503")
def test_a_late_declaration_is_refused_with_the_reason(another_page: AnotherPage, deal: Deal) -> None:
    table = at_sealed_question(deal, "chicago", NAMES[:3])
    late = another_page(PHONE)
    late.route(re.compile("/live/"), lambda route: route.fulfill(status=503, body=""))
    go_to(late, phone_of(table, "Ann"))
    table.enter("p1 declare high", "p2 declare high", "p3 declare high")
    click(late.get_by_role("button", name="Spade", exact=True))
    expect(late.get_by_role("alert").filter(has_text="The declarations are open already.")).to_be_visible()
    expect(region(late, "Ann")).to_contain_text("High")
    expect(late.locator("#ask")).to_be_hidden()


def test_a_phone_announces_every_change_once(page: Page, another_page: AnotherPage, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:3])
    go_to(page, table.url)
    phone = another_page(PHONE)
    go_to(phone, phone_of(table, "Ann"))
    phone.evaluate(
        """() => {
          window.heard = [];
          for (const id of ["say", "notice"]) {
            const part = document.getElementById(id);
            new MutationObserver(() => { if (part.innerText.trim()) window.heard.push(part.innerText.trim()); })
              .observe(part, { childList: true, subtree: true, characterData: true });
          }
        }"""
    )
    tap(page, "King of hearts", "10 of clubs", "2 of spades")
    expect(head(phone)).to_contain_text("Your turn")
    tap(page, "Bet 2", "Call 2")
    expect(head(phone)).to_contain_text("Cy's turn")
    heard = phone.evaluate("window.heard")
    assert [text for text in heard if "opens" in text] == ["Ann opens: king high showing"]
    assert [text for text in heard if "Your turn" in text] == ["Your turn. Nothing to call"]


def test_a_phone_announces_a_correction(page: Page, another_page: AnotherPage, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:3])
    table.enter("d dh p1 ??Kh", "d dh p2 ??Tc", "d dh p3 ??2s")
    phone = another_page(PHONE)
    go_to(phone, phone_of(table, "Ann"))
    expect(announced(phone)).to_have_text("Ann opens: king high showing")
    go_to(page, f"{table.url}hand/1/correct/1")
    tap(page, "3 of hearts", "Correct")
    expect(announced(phone)).to_have_text("Bob opens: ten high showing")


#: Counts vibrations and notes, and records which events wake sound. Scripts of the driver count as user gestures, so
#: only clicks are let through as gestures.
COUNT_ALERTS = """
  window.buzzed = window.notes = 0;
  navigator.vibrate = () => { window.buzzed += 1; return true; };
  const activation = { hasBeenActive: false };
  Object.defineProperty(navigator, "userActivation", { value: activation });
  addEventListener("click", () => { activation.hasBeenActive = true; });
  window.woken = [];
  const resume = AudioContext.prototype.resume;
  AudioContext.prototype.resume = function () { window.woken.push(event.type); return resume.call(this); };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) { window.notes += 1; start.call(this, at); };
"""


@pytest.mark.own_device
def test_a_phone_alerts_once_a_turn_and_never_before_it_is_touched(
    page: Page, another_page: AnotherPage, deal: Deal
) -> None:
    table = deal("five-card-stud", NAMES[:2])
    go_to(page, table.url)
    phone = another_page(PHONE)
    phone.add_init_script(COUNT_ALERTS)
    go_to(phone, phone_of(table, "Ann"))

    def alerts() -> tuple[int, int]:
        return phone.evaluate("buzzed"), phone.evaluate("notes")

    tap(page, "King of hearts", "10 of clubs")
    expect(head(phone)).to_contain_text("Your turn")
    assert alerts() == (0, 0)
    click(phone.get_by_role("button", name="Light"))
    tap(page, "Check")
    expect(head(phone)).to_contain_text("Bob's turn")
    tap(page, "Bet 2")
    expect(head(phone)).to_contain_text("Your turn")
    assert alerts() == (1, 0)
    refresh(phone)
    settled(phone)
    assert alerts() == (1, 0)
    sound = phone.get_by_role("button", name="Sound")
    click(sound)  # plays once, as a sample
    phone.wait_for_function("notes === 2")
    tap(page, "Call 2", "King of diamonds", "10 of diamonds")
    expect(head(phone)).to_contain_text("Your turn")
    assert alerts() == (2, 4)
    phone.reload()
    expect(sound).to_have_attribute("aria-pressed", "true")
    expect(head(phone)).to_contain_text("Your turn")
    assert alerts() == (0, 0)
    click(phone.get_by_role("button", name="Light"))
    assert phone.evaluate("woken") == ["click"]


#: Returns the tops of the parts of the page that a player looks at during a hand.
PLACES = """() => [...document.querySelectorAll("#table > *")].slice(0, 4)
  .map((el) => [el.className.split(" ")[0], el.getBoundingClientRect().top])"""


def test_nothing_moves_when_the_headline_changes(page: Page, another_page: AnotherPage, deal: Deal) -> None:
    names = ("Ann", "Wolfeschlegelsteinhausenberger", "Cy")
    table = deal("follow-the-queen", names)
    go_to(page, table.url)
    phone = another_page(SMALL)
    go_to(phone, phone_of(table, "Cy"))
    table.enter("d dh p1 ????Qh", "d dh p2 ????Tc")
    reconnect(phone)
    expect(head(phone)).to_contain_text("Cy's up-card")
    places = phone.evaluate(PLACES)
    table.enter("d dh p3 ????2s")
    reconnect(phone)
    expect(region(phone, "Wild cards")).to_contain_text("Tens are wild (followed Ann's queen)")
    expect(head(phone)).to_contain_text("Wolfeschlegelsteinhausenberger's turn")
    assert phone.evaluate(PLACES) == places
    table.enter("p2 cbr 2")
    reconnect(phone)
    expect(head(phone)).to_contain_text("Your turn")
    expect(owed(phone)).to_have_text("2")
    assert phone.evaluate(PLACES) == places
    table.enter("p3 cbr 4")
    reconnect(phone)
    expect(head(phone)).to_contain_text("Ann's turn")
    assert phone.evaluate(PLACES) == places
    table.enter("p1 cbr 6")
    reconnect(phone)
    expect(head(phone)).to_contain_text("2 to call for you")
    assert phone.evaluate(PLACES) == places


@pytest.mark.parametrize(
    ("game", "cards"), [("woolworth", 6), ("bunk-beds", 9), ("tic-tac-toe", 2), ("texas-holdem", 2), ("elevator", 4)]
)
def test_everything_needed_in_a_hand_is_above_the_fold(
    page: Page, stage: Stage, shots: Shots, game: str, cards: int
) -> None:
    table = stage.table(game, asked("bet", cards), players=5)
    name = table.live.state.players[0].name
    go_to(page, phone_of(table, name))
    for size in (PHONE, SMALL):
        resize(page, size)
        page.evaluate("scrollTo(0, 0)")
        shots.take(page, f"phone-fold-{game}-{size[0]}.png")
        for part in (".wild-line", ".headline", ".facts", ".me .cards"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
        assert texts(page) == []


#: Returns labels that cover a card: marks, names and the label of the common cards.
OVER_CARDS = """() => {
  const boxes = (what) => [...document.querySelectorAll(what)].map((el) => [el.getBoundingClientRect(), el]);
  const words = boxes(".marks > *, .other-name b, .middle-label, .who b");
  return words.flatMap(([a, word]) => boxes(".card").filter(([b]) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3
  ).map(([, card]) => `${word.innerText} over ${card.ariaLabel}`));
}"""


@pytest.mark.parametrize("game", ["chicago", "texas-holdem"])
def test_no_label_covers_a_card_at_the_settlement(page: Page, deal: Deal, shots: Shots, game: str) -> None:
    table = deal(game, NAMES[:6])
    play_on(table, asked("show"))
    while (now := prompt(state := table.live.state)).kind == "show":
        assert now.seat is not None
        hand, rest = state.players[now.seat], sorted(state.game.deck.cards() - state.seen)
        shows = sum(player.shown for player in state.players) < 2
        cards = (*rest[-len(hand.down) :], *hand.up) if shows else ()
        table.enter(f"p{now.seat + 1} sm {cards_text(cards)}".strip())
    go_to(page, phone_of(table, "Ann"))
    for size in (PHONE, SMALL):
        resize(page, size)
        shots.take(page, f"phone-settled-{game}-{size[0]}.png", whole=True)
        assert page.evaluate(OVER_CARDS) == []


def test_a_player_declares_and_changes_their_mind_without_scripts(plain_page: Page, deal: Deal) -> None:
    table = at_sealed_question(deal, "chicago", NAMES[:3])
    phone = plain_page
    resize(phone, PHONE)
    go_to(phone, phone_of(table, "Bob"))
    click(phone.get_by_role("button", name="This is my phone"))
    click(phone.get_by_role("button", name="Spade", exact=True))
    expect(phone.get_by_role("button", name="Spade", exact=True)).to_be_hidden()
    click(phone.locator("#ask summary"))
    expect(phone.get_by_text("You declared Spade.")).to_be_visible()
    click(phone.get_by_role("button", name="High", exact=True))
    click(phone.locator("#ask summary"))
    expect(phone.get_by_text("You declared High.")).to_be_visible()
    assert table.live.state.players[1].declared == "high"


def test_a_player_declares_by_keyboard(another_page: AnotherPage, deal: Deal) -> None:
    table = at_sealed_question(deal, "chicago", NAMES[:3])
    phone = another_page(PHONE)
    go_to(phone, phone_of(table, "Ann"))
    press_keys(phone, "Tab")
    expect(phone.get_by_role("link", name="Rules of Chicago")).to_be_focused()
    press_keys(phone, "Tab")
    expect(phone.get_by_role("button", name="High", exact=True)).to_be_focused()
    press_keys(phone, "Tab")
    press_keys(phone, "Enter")
    expect(phone.locator("#ask summary")).to_be_focused()
    settled(phone)
    press_keys(phone, "Enter")
    expect(phone.get_by_text("You declared Spade.")).to_be_visible()


#: Returns faults for a thumb: a page too wide, targets too small, an answer out of view.
THUMB_FAULTS = """() => {
  const wrong = document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : [];
  const seen = (query) => [...document.querySelectorAll(query)]
    .filter((el) => el.checkVisibility({ visibilityProperty: true }) && el.getClientRects().length);
  const named = (el) => el.ariaLabel || el.textContent.trim() || el.name;
  for (const el of seen("button, input:not([type=hidden]), summary")) {
    const { width, height } = el.getBoundingClientRect();
    if (width < 48 || height < 48) wrong.push(`${named(el)} is ${width} by ${height}`);
  }
  for (const el of seen("#ask button")) {
    const { left, top, right, bottom } = el.getBoundingClientRect();
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) wrong.push(`${named(el)} is out of sight`);
  }
  return wrong;
}"""


def test_a_phone_never_scrolls_sideways_and_every_target_fits_a_thumb(
    another_page: AnotherPage, deal: Deal, shots: Shots
) -> None:
    revealed = at_sealed_question(deal, "chicago", NAMES)
    revealed.enter(*(f"p{seat} declare both" for seat in range(1, 9)))
    tables = {
        "declare": at_sealed_question(deal, "chicago", NAMES),
        "bid": at_sealed_question(deal, "auction-wild", NAMES, sealed=True),
        "opened": revealed,
    }
    phone = another_page(PHONE)
    wrong = []
    for name, table in tables.items():
        go_to(phone, phone_of(table, "Bob"))
        for size in (PHONE, SMALL, PHONE_LANDSCAPE):
            resize(phone, size)
            phone.evaluate("scrollTo(0, 0)")
            shots.take(phone, f"phone-{name}-{size[0]}.png")
            wrong += [f"{name} at {size[0]}: {what}" for what in phone.evaluate(THUMB_FAULTS)]
    assert wrong == []


@pytest.mark.console("ERR_INTERNET_DISCONNECTED|htmx:(sendError|afterRequest)")
def test_an_answer_changed_without_a_connection_stays_in_doubt_while_others_answer(
    another_page: AnotherPage, deal: Deal
) -> None:
    table = at_sealed_question(deal, "chicago", NAMES[:3])
    ann, bob = another_page(PHONE), another_page(PHONE)
    for phone, name in ((ann, "Ann"), (bob, "Bob")):
        go_to(phone, phone_of(table, name))
    answer(ann, "High")
    click(ann.locator("#ask summary"))
    with offline(ann):
        ann.get_by_role("button", name="Both", exact=True).click()
        expect(ann.locator("#trouble")).to_contain_text("Not connected.")
        answer(bob, "High")
    expect(head(ann)).to_contain_text("Waiting for Cy")
    settled(ann)
    expect(ann.locator("#trouble")).to_have_text(
        "The tap may not have been entered. Look at the table before you tap again."
    )
    expect(ann.locator("#own-answer")).to_contain_text("You declared High.")
    click(ann.get_by_role("button", name="Both", exact=True))
    expect(ann.locator("#trouble")).to_be_hidden()
    expect(ann.locator("#own-answer")).to_contain_text("You declared Both.")
