"""Ten players with the longest names and a million chips each: no texts overlap, and no page is too wide."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

import pytest
from playwright.sync_api import Page, expect

from app.games.catalog import catalog
from app.games.house import Stakes
from app.hand.action import FOLD, RANK_PLAYERS
from app.hand.ask import Ask, Prompt, Question
from app.hand.play import prompt
from app.hand.state import State
from app.night import nights, screens
from app.night.acts import requests
from app.night.acts.people import Buy
from app.night.acts.queue import Done, Pending
from app.night.db import db
from app.night.history import replays
from app.night.log.replay import LiveHand, Posted
from app.night.models import Night
from app.night.people import seats as night_seats
from app.night.play import call, taps
from app.night.validation import Problem
from app.web.pad.pads import pad_of
from app.web.pad.parts import Focus
from tests.browser.devices import PHONE, TABLETS, TELEVISION, Shots
from tests.browser.measures import fits, sizes, texts
from tests.browser.playing import announced, click, go_to, resize
from tests.browser.scenes import unfold
from tests.browser.stage import Stage, asked, lines_until, night_of, night_with_key, play_on, seat_of, television_of
from tests.browser.test_television import FAULTS
from tests.browser.test_television import SCREENS as TELEVISIONS
from tests.games.covering import covering
from tests.hand.random_dealer import RandomDealer
from tests.night import acting
from tests.night.table import set_stakes
from tests.seating import add_player
from tests.web.tables import Table

CHIPS = 1_234_567
NIGHT = "Friday at Bartholomew’s and Maximiliana’s, with all cousins!"
NAMES = (
    "Wolfeschlegelsteinhausenberger",
    "Bartholomew Featherstonehaughs",
    "Christopherson van der Wijngaa",
    "Maximiliana von Hohenzollern-S",
    "Krishnamoorthy Venkataraghavan",
    "Wwwwwwwwwwwwwwwwwwwwwwwwwwwwww",
    "Gus Obermeier the Very Elder I",
    "Ann",
    "Bob",
    "Dee",
)
PHONES = (PHONE, (360, 640))
EVERY = (*TABLETS, *PHONES)
CHIP_SET = [{"colour": "midnight blue", "value": 100_000, "count": 99}, {"colour": "red", "value": 1, "count": 999}]


def begin(stage: Stage, stacks: Sequence[int], game: str, *modifiers: object) -> Table:
    """Begin a hand on a night with the longest name, for dinars, which have three decimals; return its table."""
    begun = nights.start_night(NIGHT, Stakes(ante=1000, limit="none"), {}, True)
    assert isinstance(begun, Night)
    key = db.session.get_one(Night, begun.id).key
    for name, stack in zip(NAMES[: len(stacks)], stacks, strict=True):
        assert not isinstance(add_player(begun, name, stack), Problem)
    assert isinstance(acting.play_for(begun, "KWD", 1250, CHIP_SET), Done)
    hand = call.call_game(night_with_key(key), game, {}, modifiers)
    assert isinstance(hand, LiveHand), hand
    return Table(stage.client, key, hand.hand.id)


@pytest.fixture
def table(stage: Stage) -> Table:
    """A table of players with a million chips each, at the first betting round."""
    table = begin(stage, [CHIPS] * len(NAMES), "five-card-stud")
    play_on(table, lambda asked, state: asked.kind == "bet")
    return table


def go_all_in(table: Table, until: Callable[[Prompt], bool] = lambda asked: False) -> None:
    """Play a hand, or its part before ``until``, in which every player raises as much as possible and shows."""
    dealer = RandomDealer(table.live.state.setup, Random(5), ruling=False)
    while dealer.state.result is None and not until(prompt(dealer.state)):
        quiet = (FOLD, RANK_PLAYERS)
        asks = [ask for ask in prompt(dealer.state).asks if ask.action.verb not in quiet and ask.manner != "mucks"]
        raises = [Ask(ask.answer(amount=ask.amount.most)) for ask in asks if ask.amount]
        dealer.enter(raises[0] if raises else asks[0])
    table.enter(*dealer.lines)


def queue_everything(table: Table) -> None:
    """Queue every kind of change for the next hand, and make requests from two phones."""
    night = night_of(table)
    chips, leaver, sitter, asker = NAMES[0], NAMES[1], NAMES[2], NAMES[3]
    assert isinstance(acting.buy_in(night, seat_of(table, chips).id, CHIPS), Pending)
    assert isinstance(acting.leave(night, seat_of(table, leaver).id), Pending)
    assert isinstance(acting.sit_out(night, seat_of(table, sitter).id), Pending)
    assert isinstance(set_stakes(night, Stakes(ante=2000, small=100_000, big=200_000)), Pending)
    for name in (asker, NAMES[4]):
        seat = seat_of(table, name).id
        seen = screens.screen_of(night.id).table.requests[seat].seen
        assert isinstance(requests.request_from_phone(night, Buy(seat, name, CHIPS), seen), Pending)


def clear_hand(table: Table) -> None:
    """Fold all players but one and clear the hand."""
    while (seat := prompt(table.live.state).seat) is not None:
        table.enter(f"p{seat + 1} f")
    assert call.next_hand(night_of(table)) is None


def settle(table: Table) -> None:
    """Clear the hand, share an expense that one player paid for all, and settle up."""
    clear_hand(table)
    seats = [seat.id for seat in night_seats.seats(night_of(table))]
    assert isinstance(acting.share_expense(night_of(table), seats[0], "pizza and the taxi", 12_345_670, seats), Done)
    assert isinstance(acting.settle_up(night_of(table), []), Done)


def measured_at(
    page: Page, path: str, sizes: Sequence[tuple[int, int]], then: Callable[[Page], None] = lambda page: None
) -> list[str]:
    """Open a page and return the faults of its texts at each size."""
    wrong = []
    resize(page, sizes[0])
    go_to(page, path)
    then(page)
    for width, height in sizes:
        resize(page, (width, height))
        wrong += [f"{path} at {width}: {what}" for what in texts(page)]
    return wrong


def count_too_few(page: Page) -> None:
    page.get_by_role("listitem", name="Ann", exact=True).get_by_role("textbox").first.fill("1034567")
    click(page.get_by_role("button", name="Check the count"))
    expect(page.get_by_text("fewer than Upcard has")).to_be_visible()
    click(page.locator("summary", has_text="Expense"))


def test_texts_fit_during_a_hand_with_everything_queued(page: Page, table: Table) -> None:
    queue_everything(table)
    night = night_of(table)
    base = f"/n/{table.key}"
    wrong = measured_at(page, f"{base}/night", EVERY)
    wrong += measured_at(page, f"{base}/night?seat={seat_of(table, NAMES[5]).id}", EVERY)
    wrong += measured_at(page, f"{base}/links", EVERY)
    wrong += measured_at(page, f"/j/{night.join_code}", EVERY)
    wrong += measured_at(page, f"/tv/{night.watch_key}", (TELEVISION,))
    wrong += measured_at(page, f"/p/{seat_of(table, NAMES[3]).key}", PHONES)
    assert wrong == []


HIGH_LOW = {"modifier": "hi-lo", "style": "cards speak"}
#: High-low has the most text, so high alone is for the long run.
HIGH_OR_HIGH_LOW = pytest.mark.parametrize(
    "modifiers",
    [pytest.param((), id="high", marks=pytest.mark.long), pytest.param((HIGH_LOW,), id="high and low")],
)


@HIGH_OR_HIGH_LOW
def test_texts_fit_with_many_pots(page: Page, stage: Stage, modifiers: tuple[object, ...]) -> None:
    table = begin(stage, [CHIPS - 100_000 * place for place in range(len(NAMES))], "five-card-stud", *modifiers)
    go_all_in(table)
    wrong = measured_at(page, f"/n/{table.key}/hand/1/correct/1", EVERY)
    wrong += measured_at(page, f"/tv/{night_of(table).watch_key}", (TELEVISION,))
    wrong += measured_at(page, table.url, TABLETS)
    for width, height in PHONES:  # the pad covers part of the table
        resize(page, (width, height))
        wrong += [f"{table.url} at {width}: {what}" for what in sizes(page)]
    for name in (NAMES[0], NAMES[2], NAMES[9]):
        wrong += measured_at(page, f"/p/{seat_of(table, name).key}", PHONES, unfold("Why"))
    page.goto("about:blank")  # or the table would navigate to the call page while the test opens another page
    assert call.next_hand(night_of(table)) is None
    wrong += measured_at(page, f"/n/{table.key}/hand/1", EVERY)
    wrong += measured_at(page, f"/n/{table.key}/call", EVERY, unfold("Hand history"))
    wrong += measured_at(page, f"/n/{table.key}/hands", EVERY)
    wrong += measured_at(page, "/nights", EVERY)
    for query in ("", "?at=9", "?at=9&known=all"):
        wrong += measured_at(page, f"/h/{replays.hand_key(table.hand)}{query}", EVERY, unfold("Rules it was played"))
    wrong += measured_at(page, f"/tv/{night_of(table).watch_key}", (TELEVISION,))
    assert wrong == []


@HIGH_OR_HIGH_LOW
def test_the_join_code_is_in_view_whoever_wins(page: Page, stage: Stage, modifiers: tuple[object, ...]) -> None:
    table = begin(stage, [CHIPS] * len(NAMES), "five-card-stud", *modifiers)
    go_all_in(table)
    assert call.next_hand(night_of(table)) is None
    assert measured_at(page, f"/tv/{night_of(table).watch_key}", (TELEVISION,)) == []
    expect(page.get_by_label("Take a seat")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("game", ["bunk-beds", "double-double", "iron-cross"])
def test_several_hands_and_a_layout_fit_the_television(page: Page, stage: Stage, game: str) -> None:
    table = begin(stage, [CHIPS] * 4, game)
    play_on(table, lambda asked, state: asked.kind == "bet" and state.count > 16)
    assert measured_at(page, f"/tv/{night_of(table).watch_key}", (TELEVISION,)) == []


def play_to_last_bet(table: Table) -> None:
    """Play a random hand up to its last question for a bet."""
    dealer, bets = RandomDealer(table.live.state.setup, Random(1), ruling=False), []
    while dealer.state.result is None:
        if prompt(dealer.state).kind == "bet":
            bets.append(len(dealer.lines))
        dealer.step()
    table.enter(*dealer.lines[: bets[-1]])


@pytest.mark.parametrize(
    "players", [pytest.param(6, marks=pytest.mark.long), 8, pytest.param(10, marks=pytest.mark.long)]
)
def test_partners_who_are_all_in_fit_a_television(page: Page, stage: Stage, players: int) -> None:
    table = begin(stage, [CHIPS] * players, "pick-a-partner")
    play_to_last_bet(table)
    assert any(player.stack == 0 for player in table.live.state.players)
    assert measured_at(page, f"/tv/{night_of(table).watch_key}", TELEVISIONS) == []
    for size in TELEVISIONS:
        resize(page, size)
        assert page.evaluate(FAULTS) == [], size


def test_names_of_usual_length_and_their_partners_are_whole_on_a_television(
    page: Page, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("Christopher", "Maximilian", "Alexandra", "Ben", "Wilhelmina", "Theodore", "Ann", "Bob")
    monkeypatch.setattr("tests.browser.test_long_words.NAMES", names)
    table = begin(stage, [CHIPS] * len(names), "pick-a-partner")
    table.enter(*lines_until(table.live.state.setup, asked("bet")))
    for size in TELEVISIONS:
        resize(page, size)
        go_to(page, television_of(table))
        assert sorted(page.locator(".name").all_inner_texts()) == sorted(names)
        assert page.evaluate(BROKEN) == [], size


#: Returns the names and partners that take more than one line or are cut.
BROKEN = """() => [...document.querySelectorAll(".name, .with")]
  .filter((el) => el.offsetHeight > 2 * parseFloat(getComputedStyle(el).fontSize) || el.scrollWidth > el.clientWidth)
  .map((el) => el.textContent)"""


@pytest.mark.parametrize("players", [6, pytest.param(8, marks=pytest.mark.long)])
def test_the_hand_of_a_player_with_a_partner_is_named_on_the_tablet(page: Page, stage: Stage, players: int) -> None:
    table = begin(stage, [CHIPS] * players, "pick-a-partner")
    table.enter(*lines_until(table.live.state.setup, asked("bet")))
    assert measured_at(page, table.url, ((1180, 820), (1024, 768))) == []


@pytest.mark.parametrize(
    ("game", "players", "pots"), [("texas-holdem", 10, 3), ("texas-holdem", 10, 9), ("five-card-stud", 8, 7)]
)
def test_side_pots_fit_between_the_seats_of_a_television(
    page: Page, stage: Stage, game: str, players: int, pots: int
) -> None:
    table = begin(stage, [CHIPS - 100_000 * (place % pots) for place in range(players)], game)
    go_all_in(table, lambda asked: asked.kind == "show")
    address = f"/tv/{night_of(table).watch_key}"
    assert measured_at(page, address, TELEVISIONS) == []
    for size in TELEVISIONS:
        resize(page, size)
        assert page.evaluate(FAULTS) == [], size
        assert page.locator(".side").count() == pots


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("chicago", 10),
        pytest.param("double-board-bomb-pot", 10, marks=pytest.mark.long),
        pytest.param("auction", 10, marks=pytest.mark.long),
        pytest.param("drawmaha", 7, marks=pytest.mark.long),
        pytest.param("grocery-store-dots", 7, marks=pytest.mark.long),
    ],
)
def test_the_end_of_a_hand_of_long_names_fits_a_television(
    page: Page, stage: Stage, shots: Shots, game: str, players: int
) -> None:
    table = begin(stage, [CHIPS] * players, game)
    dealer = RandomDealer(table.live.state.setup, Random(1), ruling=False)
    dealer.play_out()
    table.enter(*dealer.lines)
    address = f"/tv/{night_of(table).watch_key}"
    assert measured_at(page, address, TELEVISIONS) == []
    for size in TELEVISIONS:
        resize(page, size)
        shots.take(page, f"end-{game}-{size[0]}.png")
        assert page.evaluate(FAULTS) == [], size


def test_a_card_can_be_given_to_nine_players_with_long_names(page: Page, stage: Stage) -> None:
    table = begin(stage, [CHIPS] * len(NAMES), "auction")
    giving = lines_until(table.live.state.setup, lambda now, _: any(ask.manner == "gives" for ask in now.asks))
    table.enter(*giving)
    assert measured_at(page, table.url, TABLETS) == []
    for size in TABLETS:
        resize(page, size)
        assert fits(page) == [], size


#: Characters twice as wide as Latin letters, and letters that the app's own typeface does not have.
WIDE = (
    "王小明太郎左衛門尉",
    "李四",
    "김철수박영희이순신장군",
    "🎲🃏👑🎩🧔",
    "Владимир Достоевский",
    "محمد بن عبد الرحمن",
    "นภา",
)


def test_wide_letters_fit_seats_and_badges(page: Page, stage: Stage, shots: Shots) -> None:
    night = stage.new_night(10, (*WIDE, "Ann", "Bob", "Cy"))
    hand = call.call_game(night, "five-card-stud")
    assert isinstance(hand, LiveHand), hand
    table = Table(stage.client, night.key, hand.hand.id)
    play_on(table, lambda asked, state: asked.kind == "bet")
    wrong = []
    for path, there in ((table.url, TABLETS), (f"/tv/{night.watch_key}", TELEVISIONS)):
        wrong += measured_at(page, path, there)
        shots.take(page, f"wide-{there[0][0]}.png")
    assert wrong == []


def test_texts_fit_between_hands(page: Page, table: Table) -> None:
    clear_hand(table)
    wrong = measured_at(page, f"/n/{table.key}/night", EVERY)
    wrong += measured_at(page, f"/n/{table.key}/money", EVERY, count_too_few)
    wrong += measured_at(page, f"/n/{table.key}/settings", EVERY, lambda page: click(page.locator("#house > summary")))
    wrong += measured_at(page, f"/n/{table.key}/take", EVERY)
    wrong += measured_at(page, "/club", EVERY)
    wrong += measured_at(page, f"/tv/{night_of(table).watch_key}", (TELEVISION,))
    wrong += measured_at(page, f"/p/{seat_of(table, NAMES[0]).key}", PHONES)
    assert wrong == []


def test_texts_fit_after_settling_up(page: Page, stage: Stage, table: Table) -> None:
    settle(table)
    wrong = measured_at(page, f"/n/{table.key}/money", EVERY)
    wrong += measured_at(page, f"{stage.night()}/night", PHONES)
    wrong += measured_at(page, "/", EVERY)
    wrong += measured_at(page, "/people", EVERY)
    wrong += measured_at(page, f"/tv/{night_of(table).watch_key}", (TELEVISION,))
    wrong += measured_at(page, f"/p/{seat_of(table, NAMES[0]).key}", PHONES)
    assert wrong == []


def test_texts_fit_in_statistics(page: Page, table: Table) -> None:
    clear_hand(table)
    for _ in range(3):
        hand = call.call_game(night_of(table), "seven-card-stud", {}, [HIGH_LOW])
        assert isinstance(hand, LiveHand)
        dealer = RandomDealer(hand.state.setup, Random(5))
        dealer.play_out()
        assert isinstance(taps.post(hand.hand.id, 0, dealer.lines), Posted)
        assert call.next_hand(night_of(table)) is None
    wrong = measured_at(page, f"/n/{table.key}/statistics", EVERY)
    wrong += measured_at(page, "/statistics", EVERY)
    wrong += measured_at(page, f"/statistics/player/{seat_of(table, NAMES[0]).player_id}", EVERY)
    wrong += measured_at(page, f"/tv/{night_of(table).watch_key}", (TELEVISION,))
    assert wrong == []


#: Returns cards in front of players that are too small to read at a glance; beside a layout they may be smaller.
SMALL_CARDS = """() => [...document.querySelectorAll(".felt:not(.settled) .seat .cards > .card")]
  .filter((el) => el.offsetWidth < (el.closest(".felt").querySelector(".layout") ? 40 : 44))
  .map((el) => `${el.ariaLabel} is ${el.offsetWidth} px wide`)"""
#: The most players at whose table cards have a least width.
MAX_PLAYERS = 8
#: Questions of plain stud, tested above; and games with other questions: a draft, cards for sale, bids, in or out,
#: another card or not, an unknown game.
PLAIN = (
    "to act",
    "to call",
    "next up-card",
    "down cards, then an up-card",
    "down cards",
    "common card",
    "shows or mucks",
)
UNLIKE_STUD = ("draft", "grocery-store-dots", "auction", "guts-three-card", "seven-twenty-seven", "chips-only")


def new_questions(state: State, met: set[object]) -> Iterator[list[str]]:
    """Play a hand at random; at each new kind of question, yield the entries so far."""
    dealer = RandomDealer(state.setup, Random(1), ruling=False)
    while dealer.state.result is None:
        asked = prompt(dealer.state)
        kind = (type(asked.question), asked.question.kind, pad_of(dealer.state, asked, Focus()).kind)
        if kind not in met:
            met.add(kind)
            yield list(dealer.lines)
        dealer.step()


@pytest.mark.parametrize(
    ("games", "tablets"),
    [
        pytest.param(UNLIKE_STUD, ((1024, 768),), id="unlike stud"),
        pytest.param(None, TABLETS, id="every kind", marks=pytest.mark.long),
    ],
)
def test_every_question_fits(
    page: Page, stage: Stage, shots: Shots, games: Sequence[str] | None, tablets: Sequence[tuple[int, int]]
) -> None:
    met, wrong = set[object](), []
    if games is not None:  # the questions of stud are tested above
        met.update((Question, kind, pad) for kind in PLAIN for pad in ("card", "bet", "choices", "show"))
    for game in games or sorted(covering()):
        info = catalog()[game]
        players = min(MAX_PLAYERS, info.summary.players[1])
        table, entered = begin(stage, [CHIPS] * players, game), 0
        for lines in new_questions(table.live.state, met):
            table.enter(*lines[entered:])
            entered = len(lines)
            found = measured_at(page, table.url, tablets)
            # An announcement with eight such names may scroll.
            said = announced(page).inner_text()[:20]
            for size in tablets:
                resize(page, size)
                unfit = [what for what in fits(page) if not what.startswith(f"cut off: {said}")]
                found += [f"at {size[0]}: {what}" for what in (*unfit, *sizes(page), *page.evaluate(SMALL_CARDS))]
            shots.take(page, f"question-{len(met)}-{game}.png")
            wrong += [f"{game}, {len(met)}: {what}" for what in found]
    assert not wrong, "\n".join(wrong)
