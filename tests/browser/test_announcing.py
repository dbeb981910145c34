"""Announcements: each is made once to screen readers and once aloud, and changed wild cards stand out."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import announced, click, go_to, log_lines, refresh, region, tap
from tests.browser.settling import evaluate, settled
from tests.browser.stage import Deal, television_of
from tests.web.tables import NAMES

THREE = NAMES[:3]

QUEEN = "Ann's queen: next up-card is wild"
SEVENS = "Sevens are wild (followed Ann's queen)"
#: The same as it is spoken, without brackets.
SEVENS_SPOKEN = "Sevens are wild, followed Ann's queen"

#: Records announcements to screen readers.
LISTEN = """() => {
  window.heard = [];
  const say = document.getElementById("say");
  new MutationObserver(() => heard.push(say.textContent.replace(/\\s+/g, " ").trim()))
    .observe(say, { childList: true, characterData: true, subtree: true });
}"""

#: Replaces speech with a recording of what would be said.
VOICE = """() => {
  window.spoken = [];
  const voice = { cancel() {}, speak: (sentence) => spoken.push(sentence.text) };
  Object.defineProperty(window, "speechSynthesis", { value: voice, configurable: true });
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
}"""


#: Returns what is before and after each visible sentence.
DOTS = """[...document.querySelectorAll("#say span:not([hidden])")].map(
  (span) => ["::before", "::after"].map((where) => getComputedStyle(span, where).content))"""


def heard(page: Page) -> Any:
    return page.evaluate("heard")


def spoken(page: Page) -> Any:
    return page.evaluate("spoken")


def test_a_screen_reader_hears_each_change_once_and_no_redraw(page: Page, deal: Deal) -> None:
    go_to(page, deal("follow-the-queen", THREE).url)
    page.evaluate(LISTEN)
    tap(page, "Queen of hearts")
    assert heard(page) == [QUEEN]
    refresh(page)
    log_lines(page)
    tap(page, "7 of spades")
    tap(page, "2 of clubs")
    later = heard(page)[1:]
    assert len(later) == 2
    assert later[0] == SEVENS
    tap(page, "Bet 2", "Call 2")
    assert len(heard(page)) == 3


def test_an_announcement_repeated_after_undo_is_heard_again(page: Page, deal: Deal) -> None:
    go_to(page, deal("follow-the-queen", THREE).url)
    page.evaluate(LISTEN)
    tap(page, "Queen of hearts", "7 of spades", "Undo", "7 of spades")
    assert heard(page) == [QUEEN, SEVENS, QUEEN, SEVENS]


def test_a_new_announcement_in_the_same_words_is_heard(page: Page, deal: Deal) -> None:
    """Ann's king opens on two streets."""
    table = deal("five-card-stud", THREE)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Tc", "d dh p3 ??2s", "p1 cc", "p2 cc", "p3 cc", "d dh p1 9c", "d dh p2 8d")
    go_to(page, table.url)
    before = announced(page).text_content()
    page.evaluate(LISTEN)
    tap(page, "3 of diamonds")
    expect(announced(page)).to_have_text(before)
    assert heard(page) == [before.strip()]


@pytest.mark.parametrize("screen", ["dealer", "television"])
def test_no_line_of_an_announcement_begins_with_a_dot(page: Page, deal: Deal, screen: str) -> None:
    """A dot follows each sentence but the last, and wraps with it."""
    table = deal("auction", THREE)
    table.enter(*(f"d dh p{n} ????" for n in (1, 2, 3)), "d db Ah", "p1 bid 99", "p2 no", "p3 no")
    go_to(page, table.url if screen == "dealer" else television_of(table))
    expect(announced(page)).to_contain_text("Ann is all in")
    assert evaluate(page, DOTS) == [["none", '"\u00a0·"'], ["none", '"\u00a0·"'], ["none", "none"]]


def test_an_outdated_sentence_disappears_with_its_dot(page: Page, deal: Deal) -> None:
    table = deal("follow-the-queen", THREE)
    table.enter("d dh p1 ????Kh", "d dh p2 ????Tc")
    go_to(page, table.url)
    tap(page, "Queen of spades")
    expect(announced(page)).to_contain_text("Ann opens")
    assert evaluate(page, DOTS) == [["none", '"\u00a0·"'], ["none", "none"]]
    tap(page, "All 3 check")
    expect(announced(page).get_by_text("Ann opens")).to_be_hidden()
    assert evaluate(page, DOTS) == [["none", "none"]]


def test_the_settlement_announces_which_chips_to_push_to_whom(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", THREE)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Tc", "d dh p3 ??2s", "p1 cbr 2", "p2 f")
    go_to(page, table.url)
    page.evaluate(LISTEN)
    tap(page, "Fold")
    assert heard(page) == ["Push 5 to Ann"]


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_chips_fly_to_the_winner_unless_motion_is_reduced(page: Page, deal: Deal, motion: Any) -> None:
    table = deal("five-card-stud", THREE)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Tc", "d dh p3 ??2s", "p1 cbr 2", "p2 f")
    page.emulate_media(reduced_motion=motion)
    go_to(page, table.url)
    page.evaluate(
        """() => {
          window.flown = 0;
          const count = (changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((el) => {
            if (el.className === "flying-chip") window.flown += 1;
          }));
          new MutationObserver(count).observe(document.body, { childList: true });
        }"""
    )
    tap(page, "Fold")
    expect(region(page, "Ann").get_by_text("+5")).to_be_visible()
    assert (page.evaluate("flown") > 0) == (motion == "no-preference")
    page.clock.fast_forward(2000)
    expect(page.locator(".flying-chip")).to_have_count(0)


@pytest.mark.own_device
def test_speech_starts_with_a_tap_on_sound_and_says_each_sentence_once(page: Page, deal: Deal) -> None:
    page.add_init_script(f"({VOICE})()")
    page.add_init_script("AudioContext.prototype.resume = () => { window.wokenBy = event.type; };")
    go_to(page, deal("follow-the-queen", THREE).url)
    tap(page, "Queen of hearts")
    assert spoken(page) == []
    click(page.get_by_role("button", name="Sound", exact=True))
    assert page.evaluate("wokenBy") == "click"
    assert spoken(page) == [QUEEN]
    tap(page, "7 of spades")
    refresh(page)
    tap(page, "2 of clubs")
    said = spoken(page)
    assert said[1] == SEVENS_SPOKEN
    assert len(said) == 3
    tap(page, "Check", "Check", "Check")
    assert spoken(page) == said
    click(page.get_by_role("button", name="Sound", exact=True))
    tap(page, "7 of hearts")
    assert spoken(page) == said


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_changed_wild_line_is_highlighted_and_animated_unless_motion_is_reduced(
    page: Page, deal: Deal, motion: Any
) -> None:
    page.emulate_media(reduced_motion=motion)
    go_to(page, deal("follow-the-queen", THREE).url)
    line = region(page, "Wild cards")
    plain = line.evaluate("(el) => getComputedStyle(el).backgroundColor")
    tap(page, "3 of hearts")
    assert line.evaluate("(el) => getComputedStyle(el).backgroundColor") == plain
    tap(page, "Queen of hearts")
    assert line.evaluate("(el) => getComputedStyle(el).backgroundColor") != plain
    moving = line.evaluate("(el) => getComputedStyle(el).animationName !== 'none'")
    assert moving == (motion == "no-preference")
    # A redraw without changes neither removes the highlight nor restarts its animation.
    with page.expect_response("**/?seen=*"):
        refresh(page)
    settled(page)
    assert line.evaluate("(el) => getComputedStyle(el).backgroundColor") != plain
    assert line.evaluate("(el) => getComputedStyle(el).animationName") == "none"


def test_no_redraw_brings_back_the_old_wild_line(page: Page, deal: Deal) -> None:
    go_to(page, deal("follow-the-queen", THREE).url)
    tap(page, "Queen of hearts")
    page.evaluate(
        """() => {
            window.lines = [];
            const record = () => {
                const now = document.querySelector(".wild-line").textContent.trim();
                if (lines.at(-1) !== now) lines.push(now);
                requestAnimationFrame(record);
            };
            record();
        }"""
    )
    tap(page, "7 of spades", "2 of clubs", "Check", "Check", "Check", "4 of hearts")
    shown = [" ".join(line.split()) for line in page.evaluate("lines")]
    assert shown == ["Next up-card is wild (Ann's queen)", SEVENS]


def test_an_announcement_that_the_browser_has_translated_is_not_made_again(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", THREE)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Tc", "d dh p3 ??2s")
    go_to(page, table.url)
    page.evaluate("document.querySelector('#say span').innerHTML = '<font><font>Ann beginnt: König hoch</font></font>'")
    page.evaluate(LISTEN)
    tap(page, "Check")
    expect(page.locator("#whose")).to_have_text("Bob to act")
    assert heard(page) == []
