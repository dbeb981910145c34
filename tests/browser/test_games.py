"""Games other than plain stud, tapped to the settlement: one in every run, the others in the long run.

`test_layout` covers their pads and layouts without playing them.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.devices import LANDSCAPE, PORTRAIT, TABLETS, Shots
from tests.browser.measures import fits
from tests.browser.playing import (
    announced,
    answer_for,
    card,
    deal_in,
    expect_pot,
    expect_stacks,
    go_to,
    region,
    resize,
    tap,
)
from tests.browser.settling import settled
from tests.browser.stage import Deal, play_on
from tests.web.tables import NAMES, Table


class Camera:
    """A camera that takes screenshots of a hand, and checks that everything fits."""

    def __init__(self, page: Page, shots: Shots, game: str) -> None:
        self.page, self.shots, self.game = page, shots, game
        self._resize(LANDSCAPE)

    def take(self, moment: str, *, upright: bool = False) -> None:
        self._take(f"{self.game}-{moment}.png")
        if upright:
            self._resize(PORTRAIT)
            self._take(f"{self.game}-{moment}-portrait.png")
            self._resize(LANDSCAPE)

    def _take(self, name: str) -> None:
        settled(self.page)
        self.shots.take(self.page, name)
        assert fits(self.page) == []

    def _resize(self, size: tuple[int, int]) -> None:
        self.page.emulate_media(color_scheme="light" if size == PORTRAIT else "dark", reduced_motion="reduce")
        resize(self.page, size)


@pytest.fixture
def camera(request: pytest.FixtureRequest, page: Page, shots: Shots) -> Camera:
    return Camera(page, shots, request.node.name.removeprefix("test_").partition("_is_")[0].replace("_", "-"))


def check_around(page: Page, count: int) -> None:
    tap(page, *["Check"] * count)


def select_seat(page: Page, player: str) -> None:
    """Select a player's seat, unless it is selected already."""
    button = region(page, player).get_by_role("button", name=player, exact=True)
    if button.count():
        tap(page, player)


def show_cards(page: Page, player: str, *cards: str) -> None:
    select_seat(page, player)
    expect(region(page, "Next")).to_contain_text(f"{player}: {len(cards)} down card")
    tap(page, *cards)


@pytest.mark.long
def test_dakota_is_rolled_bought_into_and_declared(page: Page, camera: Camera, deal: Deal) -> None:
    deal_in(page, deal, "dakota", "Bob", "Ann")
    tap(page, "Dealt")
    expect(region(page, "Next")).to_contain_text("Ann turns up a card")
    tap(page, "Queen of hearts")
    expect(region(page, "Next")).to_contain_text("Bob turns up a card")
    tap(page, "Jack of diamonds")
    expect(announced(page)).to_contain_text("Ann opens")
    check_around(page, 2)
    for first, second in (
        ("8 of spades", "Jack of clubs"),
        ("10 of diamonds", "9 of spades"),
        ("4 of hearts", "5 of diamonds"),
    ):
        tap(page, "Dealt", first, second)
        check_around(page, 2)
    # Antes of 2, and 4 for Ann's Option.
    expect(region(page, "Next")).to_contain_text("Ann: 4 for the Option")
    camera.take("offer")
    tap(page, "Pay 4", "No thanks")
    expect_pot(page, 6)
    tap(page, "Dealt")
    expect(region(page, "Next")).to_contain_text("Ann turns up a card")
    camera.take("roll", upright=True)
    tap(page, "3 of diamonds")
    check_around(page, 2)
    answer_for(page, "Ann", "High")
    answer_for(page, "Bob", "High")
    # Ann's three queens are wild: four tens. Bob's one deuce is wild: four jacks. Nobody went low.
    show_cards(page, "Ann", "Queen of clubs", "Queen of diamonds")
    show_cards(page, "Bob", "2 of clubs", "Jack of hearts", "7 of spades")
    expect(region(page, "Settlement")).to_contain_text("Push 6 to Bob")
    camera.take("settled")
    expect_stacks(page, {"Ann": 95, "Bob": 105})


@pytest.mark.long
def test_auction_is_played_with_cards_kept_given_away_and_passed(page: Page, camera: Camera, deal: Deal) -> None:
    deal_in(page, deal, "auction", "Cy", "Ann", "Bob")
    tap(page, "Dealt")
    expect(region(page, "Next")).to_contain_text("Turn the first card up in the middle")
    tap(page, "Ace of clubs")
    expect(region(page, "Pot").get_by_role("img", name="Ace of clubs")).to_be_visible()
    expect(region(page, "Next")).to_contain_text("Ann bids for the ace of clubs")
    tap(page, "Bid 1")
    expect(region(page, "Next")).to_contain_text("Bob bids for the ace of clubs, high bid 1")
    camera.take("bids", upright=True)
    # 3 antes and Bob's bid of 3.
    tap(page, "Bid 3", "Pass", "Pass")
    expect(announced(page)).to_contain_text("Bob wins the auction for 3")
    tap(page, "Keeps it", "King of diamonds", "7 of spades")
    expect_pot(page, 6)
    check_around(page, 3)

    # Ann pays 1 and gives Bob a deuce. 7 + 2 x 2 = 11.
    tap(page, "2 of hearts", "Bid 1", "Pass", "Pass")
    camera.take("keep-or-give")
    tap(page, "Gives it to Bob", "King of hearts", "7 of clubs", "Bet 2", "Fold", "Call 2")
    expect_pot(page, 11)

    tap(page, "Queen of spades", "Pass", "Pass")
    expect(announced(page)).to_contain_text("Nobody bid: the card goes to Ann")
    tap(page, "7 of diamonds")
    check_around(page, 2)

    # Ann types a bid of 5.
    tap(page, "King of clubs")
    page.get_by_label("Amount").fill("5")
    tap(page, "Bid", "Pass", "Keeps it", "4 of clubs")
    check_around(page, 2)
    tap(page, "Dealt")
    check_around(page, 2)
    expect_pot(page, 16)
    show_cards(page, "Ann", "3 of diamonds", "8 of hearts", "9 of clubs")
    show_cards(page, "Cy", "4 of hearts", "2 of diamonds", "Jack of diamonds")
    # Three kings, but sevens full of fours. Ann 100 - (1 + 1 + 2 + 5); Bob 100 - (1 + 3); Cy 100 - (1 + 2) + 16.
    expect(region(page, "Settlement")).to_contain_text("Push 16 to Cy")
    camera.take("settled")
    expect_stacks(page, {"Ann": 91, "Bob": 96, "Cy": 113})


@pytest.mark.long
def test_draft_is_picked_by_the_worst_hand_first(page: Page, camera: Camera, deal: Deal) -> None:
    deal_in(page, deal, "draft", "Cy", "Ann", "Bob")
    tap(page, "King of clubs", "7 of diamonds", "Queen of hearts", "Bet 2", "Call 2", "Call 2")
    expect_pot(page, 9)
    expect(region(page, "Next")).to_contain_text("3 more cards to the middle")
    tap(page, "9 of spades", "7 of hearts")
    expect(region(page, "Next")).to_contain_text("One more card to the middle")
    tap(page, "2 of clubs")
    expect(region(page, "Next")).to_contain_text("Bob takes a card")
    expect(region(page, "Next").get_by_role("button")).to_have_count(3)
    camera.take("choice", upright=True)
    tap(page, "7 of hearts", "9 of spades", "2 of clubs")
    check_around(page, 3)
    # Queen-nine is worse than king-deuce. 9 + 2 x 4 = 17; then the sevens are worse than the queens. 17 + 2 x 4 = 25.
    tap(page, "Queen of spades", "4 of diamonds", "8 of hearts")
    expect(region(page, "Next")).to_contain_text("Cy takes a card")
    tap(page, "Queen of spades", "8 of hearts", "4 of diamonds", "Bet 4", "Fold", "Call 4")
    expect_pot(page, 17)
    tap(page, "Ace of diamonds", "7 of clubs", "7 of clubs", "Ace of diamonds", "Bet 4", "Call 4", "Dealt")
    check_around(page, 2)
    show_cards(page, "Bob", "2 of hearts", "5 of spades", "Jack of spades")
    show_cards(page, "Cy", "Queen of diamonds", "Jack of clubs", "3 of clubs")
    expect(region(page, "Settlement")).to_contain_text("Push 25 to Cy")
    camera.take("settled")
    expect_stacks(page, {"Ann": 97, "Bob": 89, "Cy": 114})


@pytest.mark.long
def test_tripple_double_is_built_into_any_number_of_hands(page: Page, camera: Camera, deal: Deal) -> None:
    deal_in(page, deal, "tripple-double", "Bob", "Ann")

    def build(*turned: str) -> None:
        for card_to_hand in turned:
            name, _, hand = card_to_hand.partition(" to ")
            tap(page, "New hand" if hand == "a new one" else f"To {hand}", name)

    tap(page, "Dealt")
    expect(region(page, "Next").get_by_role("button", name="To 1", exact=True)).to_have_count(0)
    tap(page, "2 of clubs")
    build("3 of diamonds to a new one", "4 of hearts to a new one")
    tap(page, "Queen of clubs")
    build("Queen of diamonds to 1", "2 of spades to a new one")
    # Bob opens with both queens in one hand.
    expect(announced(page)).to_contain_text("Bob opens")
    check_around(page, 2)
    tap(page, "Dealt")
    build("8 of spades to a new one", "Jack of clubs to a new one", "Ace of spades to a new one")
    build("Queen of hearts to 1", "4 of diamonds to 2", "9 of clubs to a new one")
    expect(region(page, "Ann").get_by_role("group", name="sixth").get_by_role("img")).to_have_count(1)
    expect(region(page, "Bob").get_by_role("group", name="fourth")).to_have_count(0)
    check_around(page, 2)
    tap(page, "Dealt")
    build("Ace of diamonds to 6", "Ace of clubs to 6", "6 of diamonds to a new one")
    camera.take("seven-hands", upright=True)
    build("5 of hearts to 2", "7 of diamonds to 2", "9 of spades to 3")
    expect(announced(page)).to_contain_text("Ann opens")
    tap(page, "Bet 4", "Call 4", "Dealt")
    build("King of hearts to 6", "King of spades to 6", "7 of hearts to 7")
    build("Jack of spades to 3", "10 of clubs to 3", "3 of hearts to a new one")
    check_around(page, 2)
    build("5 of clubs to 7", "2 of hearts to 7", "9 of diamonds to 7")
    build("6 of clubs to 4", "8 of hearts to 3", "3 of clubs to 2")
    # Aces over kings against three queens; 7-5-4-3-2 against 9-7-6-5-2.
    expect(region(page, "Settlement")).to_contain_text("Push 5 to Ann")
    expect(region(page, "Settlement")).to_contain_text("Push 5 to Bob")
    camera.take("settled", upright=True)
    expect_stacks(page, {"Ann": 100, "Bob": 100})


@pytest.mark.long
def test_bunk_beds_is_built_changed_and_split(page: Page, camera: Camera, deal: Deal) -> None:
    deal_in(page, deal, "bunk-beds", "Bob", "Ann")
    tap(page, "Dealt")

    def build(*turned: str) -> None:
        for card_to_hand in turned:
            name, _, hand = card_to_hand.partition(" to ")
            if region(page, "Next").get_by_role("button", name=f"To {hand}", exact=True).count():
                tap(page, f"To {hand}")
            tap(page, name)

    expect(region(page, "Next")).to_contain_text("Ann turns up a card: to which hand?")
    mode = region(page, "Next").get_by_role("button", name="To high", exact=True)
    expect(mode).to_have_attribute("aria-pressed", "true")
    build("King of diamonds to high", "Ace of hearts to low")
    # The ace is in a low hand, so the king in the high hand opens.
    expect(announced(page)).to_contain_text("Ann opens")
    expect(region(page, "Bob").get_by_role("group", name="low").get_by_role("img")).to_have_count(1)
    check_around(page, 2)
    for ann, bob in (
        ("3 of clubs to low", "8 of spades to high"),
        ("King of hearts to high", "8 of diamonds to high"),
        ("5 of diamonds to low", "4 of spades to low"),
        ("Jack of clubs to high", "8 of hearts to high"),
        ("Jack of spades to high", "10 of clubs to low"),
        ("Queen of spades to low", "7 of diamonds to high"),
    ):
        build(ann, bob)
        check_around(page, 2)
    camera.take("seven")
    # 2 antes, and 4 from each for a replacement.
    tap(page, "Pay 4")
    expect(region(page, "Next")).to_contain_text("Ann swaps two cards or moves one")
    camera.take("change", upright=True)
    tap(page, "Queen of spades to high", "Pay 4", "10 of clubs for 7 of diamonds")
    expect_pot(page, 10)
    expect(region(page, "Ann").get_by_role("group", name="high").get_by_role("img")).to_have_count(5)
    # Ann's high hand is full, so the card goes to the low hand without a question.
    expect(region(page, "Next").get_by_role("button", name="To high")).to_have_count(0)
    build("6 of hearts to low", "2 of diamonds to low")
    check_around(page, 2)
    build("9 of clubs to low", "9 of spades to low")
    check_around(page, 2)
    build("2 of clubs to low", "Queen of hearts to high")
    # High: three eights against kings and jacks. Low: 9-6-5-3-2 against 9-7-4-2-A.
    expect(region(page, "Settlement")).to_contain_text("Push 5 to Bob")
    expect(region(page, "Settlement")).to_contain_text("Push 5 to Ann")
    camera.take("settled", upright=True)
    expect_stacks(page, {"Ann": 100, "Bob": 100})


@pytest.mark.long
def test_beat_your_neighbor_is_turned_until_a_player_leads(page: Page, camera: Camera, deal: Deal) -> None:
    deal_in(page, deal, "beat-your-neighbor", "Cy", "Ann", "Bob")
    tap(page, "Dealt", "Jack of spades")
    expect(region(page, "Pot").get_by_role("img", name="Jack of spades")).to_be_visible()
    expect(region(page, "Next")).to_contain_text("Ann turns up a card")
    tap(page, "4 of clubs", "9 of diamonds", "King of spades")
    expect(announced(page)).to_contain_text("Ann leads")
    check_around(page, 3)
    expect(region(page, "Next")).to_contain_text("Bob turns up a card")
    tap(page, "King of diamonds", "9 of hearts", "2 of clubs", "2 of spades")
    check_around(page, 3)
    camera.take("turning", upright=True)
    # The third bet of the hand is the first at 4: 3 + 3 x 4 = 15.
    tap(page, "3 of diamonds", "8 of clubs", "8 of diamonds", "Bet 4", "Call 4", "Call 4")
    expect_pot(page, 15)
    tap(page, "4 of diamonds", "6 of hearts")
    expect(announced(page)).to_contain_text("Ann has turned every card without taking the lead, and folds")
    expect(region(page, "Ann")).to_contain_text("Folded")
    tap(page, "King of hearts")
    check_around(page, 2)
    tap(page, "Ace of clubs", "8 of spades")
    check_around(page, 2)
    # Everything is face up: three eights beat kings and deuces.
    expect(region(page, "Settlement")).to_contain_text("Push 15 to Cy")
    camera.take("settled")
    expect_stacks(page, {"Ann": 95, "Bob": 95, "Cy": 110})


def test_oppression_is_contested_for_the_antes_and_then_rolled(page: Page, camera: Camera, deal: Deal) -> None:
    deal_in(page, deal, "oppression", "Cy", "Ann", "Bob")
    tap(page, "Dealt")
    expect(region(page, "Next")).to_contain_text("Everyone sets 2 cards aside")
    camera.take("apart")
    tap(page, "Done")
    answer_for(page, "Ann", "In")
    answer_for(page, "Bob", "In")
    answer_for(page, "Cy", "Out")
    expect(region(page, "Next")).to_contain_text("Ann shows the cards set aside")
    tap(page, "Ace of spades")
    expect(region(page, "Next").get_by_role("button", name="Ace of spades")).to_have_attribute("aria-pressed", "true")
    camera.take("named", upright=True)
    # A second tap removes a card, and so does Undo.
    tap(page, "Ace of spades", "2 of spades", "Undo", "Ace of spades", "King of diamonds")
    tap(page, "Ace of hearts", "King of clubs")
    # The three antes are split, two to Ann, who sits first to the dealer's left. All ante again.
    expect(announced(page)).to_contain_text("Ann wins 2")
    expect_stacks(page, {"Ann": 100, "Bob": 99, "Cy": 98})
    expect_pot(page, 3)
    expect(region(page, "Next")).to_contain_text("stack")
    tap(page, "Done", "Bet 2", "Call 2", "Call 2")
    expect_pot(page, 9)
    for turned in (
        ("4 of clubs", "9 of hearts", "Queen of diamonds"),
        ("4 of diamonds", "9 of spades", "7 of clubs"),
        ("Jack of hearts", "2 of clubs", "3 of clubs"),
        ("6 of spades", "5 of diamonds", "8 of clubs"),
    ):
        tap(page, *turned)
        check_around(page, 3)
    show_cards(page, "Ann", "4 of hearts")
    show_cards(page, "Bob", "Ace of clubs")
    show_cards(page, "Cy", "King of hearts")
    # Three fours against nines and a king. Ann 100 - 2 + 9.
    expect(region(page, "Settlement")).to_contain_text("Push 9 to Ann")
    camera.take("settled")
    expect_stacks(page, {"Ann": 107, "Bob": 97, "Cy": 96})


@pytest.mark.long
def test_cowpie_is_split_into_five_and_two(page: Page, camera: Camera, deal: Deal) -> None:
    deal_in(page, deal, "cowpie", "Bob", "Ann")
    # 2 antes and 2 x 2: 6, three for each half.
    tap(page, "King of clubs", "7 of diamonds", "Bet 2", "Call 2")
    for first, second in (
        ("9 of diamonds", "8 of clubs"),
        ("5 of clubs", "8 of hearts"),
        ("5 of diamonds", "2 of clubs"),
    ):
        tap(page, first, second)
        check_around(page, 2)
    tap(page, "Dealt")
    check_around(page, 2)
    expect(region(page, "Next")).to_contain_text("Everyone sets 2 cards aside")
    tap(page, "Done")
    check_around(page, 2)
    show_cards(page, "Ann", "King of spades", "9 of hearts", "9 of spades")
    select_seat(page, "Ann")
    expect(region(page, "Next")).to_contain_text("Ann: set aside 2 cards")
    expect(region(page, "Next").get_by_role("button", name=" of ")).to_have_count(7)
    tap(page, "King of clubs")
    camera.take("apart", upright=True)
    tap(page, "King of spades")
    show_cards(page, "Bob", "Ace of hearts", "7 of spades", "Ace of spades")
    tap(page, "Ace of hearts", "Ace of spades")
    # Five: nines full against eights and sevens. Two: aces against kings.
    expect(region(page, "Settlement")).to_contain_text("Push 3 to Ann")
    expect(region(page, "Settlement")).to_contain_text("Push 3 to Bob")
    camera.take("settled")
    expect_stacks(page, {"Ann": 100, "Bob": 100})


@pytest.mark.long
def test_number_nine_is_wild_from_pairs_that_add_up_to_nine(page: Page, camera: Camera, deal: Deal) -> None:
    deal_in(page, deal, "number-nine", "Bob", "Ann")
    expect(region(page, "Wild cards")).to_contain_text("9")
    tap(page, "King of clubs", "Queen of diamonds", "Bet 2", "Call 2")
    for first, second in (
        ("2 of spades", "6 of clubs"),
        ("Jack of hearts", "6 of spades"),
        ("King of diamonds", "10 of clubs"),
    ):
        tap(page, first, second)
        check_around(page, 2)
    tap(page, "Dealt")
    check_around(page, 2)
    camera.take("showdown", upright=True)
    show_cards(page, "Ann", "4 of clubs", "5 of hearts", "8 of spades")
    show_cards(page, "Bob", "Queen of hearts", "2 of diamonds", "4 of hearts")
    # A four and a five make a wild card: three kings. No two of Bob's cards add up to nine. 2 antes and 2 x 2.
    expect(region(page, "Settlement")).to_contain_text("Push 6 to Ann")
    expect(region(page, "Settlement")).to_contain_text("three kings")
    pair = re.compile(r"^4 of clubs and 5 of hearts, play as King of (spades|hearts)$")
    expect(page.get_by_role("img", name=pair)).to_be_visible()
    camera.take("settled")
    expect_stacks(page, {"Ann": 103, "Bob": 97})


@pytest.mark.long
def test_mexican_stud_41_is_rolled_or_dealt_up(page: Page, camera: Camera, deal: Deal) -> None:
    deal_in(page, deal, "mexican-stud-41", "Bob", "Ann")
    tap(page, "Dealt")
    expect(region(page, "Next")).to_contain_text("Ann: the next card up, or turn one up")
    expect(page.get_by_role("button", name="9 of hearts", exact=True)).to_have_count(0)
    camera.take("choice", upright=True)
    tap(page, "Queen of hearts", "King of clubs", "Bring in 1", "Call 1")
    # Bob rolls his hole card and takes the next card face down.
    tap(page, "4 of clubs", "Turns one up", "5 of diamonds")
    camera.take("dealt")
    tap(page, "Dealt")
    expect(card(page, "Bob", "5 of diamonds")).to_be_visible()
    expect(region(page, "Bob").get_by_role("img", name="1 down")).to_be_visible()
    check_around(page, 2)
    tap(page, "6 of diamonds", "2 of hearts")
    check_around(page, 2)
    tap(page, "Queen of spades", "3 of spades")
    check_around(page, 2)
    # The joker is wild in the hole: three queens against kings. 2 antes and 2 x 1.
    show_cards(page, "Ann", "Red joker")
    show_cards(page, "Bob", "King of spades")
    expect(region(page, "Settlement")).to_contain_text("Push 4 to Ann")
    camera.take("settled")
    expect_stacks(page, {"Ann": 102, "Bob": 98})


@pytest.fixture
def crowd(deal: Deal) -> Table:
    """Bunk Beds with five players, who have turned up all their cards but the last."""
    table = deal("bunk-beds", NAMES[:5])
    play_on(table, lambda asked, state: asked.kind == "roll" and all(len(player.up) == 9 for player in state.players))
    return table


def test_ten_cards_for_each_of_five_players_fit(page: Page, crowd: Table, shots: Shots) -> None:
    go_to(page, crowd.url)
    for size in TABLETS:
        resize(page, size)
        shots.take(page, f"five-by-ten-{size[0]}.png")
        assert fits(page) == []
