"""The rules of the current game: on the tablet, on phones, and in large type on the television."""

from playwright.sync_api import Page, expect

from app.games.catalog import catalog
from app.night.play.television import show_rules
from tests.browser.devices import LANDSCAPE, PORTRAIT, Shots
from tests.browser.measures import check_and_shoot, fits
from tests.browser.playing import click, go_to, reconnect, region, resize
from tests.browser.stage import Deal, Stage, asked, night_of, phone_of, television_of

#: Returns texts of the rules that do not fit the screen, and whether the page scrolls.
OVERFLOW = """() => {
  const { right, bottom } = document.querySelector(".tv-rules").getBoundingClientRect();
  const overflow = [...document.querySelectorAll(".tv-rules p, .tv-rules h2")].filter((el) => {
    const box = el.getBoundingClientRect();
    return box.right > right + 1 || box.bottom > Math.min(bottom, innerHeight) + 1;
  }).map((el) => el.textContent.trim().slice(0, 40));
  const { scrollHeight, scrollWidth } = document.documentElement;
  return scrollHeight > innerHeight || scrollWidth > innerWidth ? [...overflow, "the page scrolls"] : overflow;
}"""


#: Replaces the contents of the television by one after another, as the stream does; returns the names of the rules
#: shown, each with the texts that do not fit.
EACH = f"""async (texts) => {{
  const found = [];
  for (const text of texts) {{
    const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("#tv");
    document.querySelector("#tv").replaceWith(document.adoptNode(fresh));
    await settling.sleep(0); // for scripts that follow changes
    found.push([document.querySelector(".tv-rules").ariaLabel, ({OVERFLOW})()]);
  }}
  return found;
}}"""


#: Shows the second page, as the server does in half of the redraws: it knows the time alone.
SECOND_PAGE = """() => {
  document.querySelectorAll(".rules-page").forEach((page, n) => page.classList.toggle("on", n === 1));
  document.dispatchEvent(new Event("htmx:afterSwap"));
}"""


def test_the_rules_of_every_game_fit_the_television(page: Page, stage: Stage) -> None:
    table = stage.table("five-card-stud", asked("bet", 2), players=5)
    night, television = night_of(table), television_of(table)
    names, texts = [], []
    for game, info in catalog().items():
        show_rules(night, {"game": game, "name": info.name, "options": {}, "modifiers": [], "house": {}})
        names.append(f"Rules of {info.name}")
        texts.append(stage.client.get(television).text)
    go_to(page, television)
    wrong = []
    for size in ((1920, 1080), (1280, 720)):
        resize(page, size)
        found = page.evaluate(EACH, texts)
        assert [name for name, _ in found] == names
        wrong += [f"{name} at {size}: {overflow}" for name, overflows in found for overflow in overflows]
    assert not wrong, "\n".join(wrong)


def test_rules_of_several_pages_are_shown_from_the_first(page: Page, stage: Stage) -> None:
    table = stage.table("follow-the-queen", asked("bet", 4))
    rules = {"game": "follow-the-queen", "name": "Follow the Queen", "options": {}, "modifiers": [], "house": {}}
    show_rules(night_of(table), rules)
    go_to(page, television_of(table))
    expect(page.locator(".rules-page")).to_have_count(2)
    page.evaluate(SECOND_PAGE)
    expect(page.locator(".rules-page.on")).to_contain_text("1 of 2")


def test_the_name_of_the_game_opens_its_rules_on_the_tablet(page: Page, stage: Stage) -> None:
    table = stage.table("follow-the-queen", asked("bet", 4))
    go_to(page, table.url)
    click(page.get_by_role("link", name="Rules of Follow the Queen"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Follow the Queen")
    place = page.locator('[aria-current="step"]')
    expect(place).to_contain_text("Now: Fourth street, the bets")
    click(page.get_by_role("link", name="Now: Fourth street, the bets"))
    expect(place).to_be_in_viewport()
    click(page.get_by_role("button", name="Rules on the television"))
    expect(page.get_by_role("status").filter(has_text="The television shows the rules")).to_be_visible()
    click(page.get_by_role("button", name="Show the table"))
    expect(page.get_by_role("button", name="Rules on the television")).to_be_visible()
    click(page.get_by_role("link", name="Back to the table"))
    expect(region(page, "Next")).to_be_visible()


def test_printed_rules_leave_out_buttons_and_links(page: Page, deal: Deal) -> None:
    table = deal("woolworth")
    for address in (f"{table.url}rules", f"/n/{table.key}/call/woolworth"):
        go_to(page, address)
        page.emulate_media(media="print")
        expect(page.get_by_role("article")).to_be_in_viewport()
        assert [page.get_by_role(role).count() for role in ("button", "switch", "contentinfo")] == [0, 0, 0]
        page.emulate_media(media="screen")


def test_the_dealers_screen_says_that_the_television_shows_rules_and_switches_it_back(
    page: Page, stage: Stage, shots: Shots
) -> None:
    table = stage.table("follow-the-queen", asked("bet", 4))
    show_rules(night_of(table), {"hand": table.hand})
    go_to(page, table.url)
    line = page.get_by_role("region", name="Television")
    expect(line).to_contain_text("Television: the rules")
    check_and_shoot(page, shots, "dealer-television-shows-rules")
    assert page.get_by_label("Announcement").inner_text()
    for size in (PORTRAIT, LANDSCAPE):
        resize(page, size)
        assert fits(page) == []
    click(line.get_by_role("button", name="Show the table"))
    expect(line).to_have_count(0)
    expect(region(page, "Next")).to_be_visible()
    go_to(page, television_of(table))
    expect(page.get_by_role("region", name="Ann")).to_be_visible()


def test_open_rules_follow_the_current_step(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", ("Ann", "Bob"))
    go_to(page, phone_of(table, "Ann"))
    click(page.get_by_role("link", name="Rules of Five-Card Stud"))
    place = page.locator('[aria-current="step"]')
    expect(place).to_contain_text("the cards")
    table.enter("d dh p1 ??Kh", "d dh p2 ??Tc")
    reconnect(page)
    expect(place).to_contain_text("the bets")
    click(page.get_by_role("link", name="Back to my page"))
    expect(page.get_by_role("region", name="Wild cards")).to_be_visible()


def test_the_television_shows_the_rules_of_a_called_game_until_the_first_card(page: Page, deal: Deal) -> None:
    table = deal("woolworth", ("Ann", "Bob", "Cy"))
    go_to(page, television_of(table))
    rules = page.get_by_role("article", name="Rules of Woolworth")
    expect(rules).to_be_visible()
    table.enter("d dh p1 ????Kh")
    reconnect(page)
    expect(rules).to_have_count(0)
    expect(page.get_by_role("region", name="Ann")).to_be_visible()
