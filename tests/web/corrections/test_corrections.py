"""Corrections of an earlier action: chosen on the pad of its moment, previewed, and confirmed."""

import random
from collections.abc import Callable

import pytest
from sqlalchemy import update

from app.games.house import Stakes
from app.games.load import resolve
from app.games.steps.showdown import Declare
from app.night.caches import clear_caches
from app.night.db import writing
from app.night.log.replay import Posted
from app.night.models import Entry
from app.night.play.taps import undo
from tests.games.chosen import games
from tests.hand.random_dealer import RandomDealer
from tests.night.table import any_line
from tests.web.pressing import Page, open_page
from tests.web.tables import Table

Deal = Callable[..., Table]

STAKES = Stakes(ante=1, small=2, big=4)
REGIONS = {"No longer fits", "What it should be", "What came before it", "What changes"}


@pytest.fixture
def table(deal: Deal) -> Table:
    """Follow the Queen: Ann's queen makes sevens wild, and Bob has a seven."""
    table = deal("follow-the-queen", 2)
    table.enter("d dh p1 ????Qh", "d dh p2 ????7s", "p2 cc", "p1 cc", "d dh p1 2c")
    return table


@pytest.fixture
def stud(deal: Deal) -> Table:
    """Five-card stud: Cy opens with the king, and everybody has put in 2."""
    table = deal("five-card-stud", 3, stakes=STAKES)
    table.enter("d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh", "p3 cbr 2", "p1 cc", "p2 cc")
    return table


def correct(table: Table, place: int) -> Page:
    page = open_page(table.client, f"{table.url}hand/1/correct/{place}")
    assert page.answer.status_code == 200
    return page


def keep(table: Table, page: Page) -> None:
    """Press "Correct" and return to the table."""
    answer = page.press("Correct").answer
    assert (answer.status_code, answer.location) == (303, table.url)


class TestCards:
    def test_the_page_says_what_was_entered_and_offers_every_card(self, table: Table) -> None:
        page = correct(table, 1)
        assert "Entered as <b>Ann: 2 down cards, queen of hearts</b>" in page.answer.text
        assert {"Ace of spades", "2 of clubs"} <= set(page.names)
        assert [button.label for button in page.buttons if button.current] == ["Queen of hearts"]
        assert "d dh" not in page.answer.text.partition('<details class="quiet">')[0]

    def test_the_consequences_are_shown_before_the_correction_is_confirmed(self, table: Table) -> None:
        page = correct(table, 1).press("2 of hearts")
        changes = page.regions["What changes"]
        assert "Ann: 2 down cards, queen of hearts Ann: 2 down cards, 2 of hearts" in changes
        assert "Wild cards Sevens are wild (followed Ann's queen) Nothing wild" in changes
        assert table.live.number == 5
        keep(table, page)
        assert table.live.actions[0] == "d dh p1 ????2h"
        assert len(table.live.actions) == 5

    def test_the_preview_says_if_nothing_else_changes(self, stud: Table) -> None:
        assert "Nothing else changes." in correct(stud, 1).press("7 of hearts").regions["What changes"]

    def test_a_card_in_use_says_where_it_is_and_is_swapped(self, stud: Table) -> None:
        page = correct(stud, 1)
        assert 'aria-label="King of hearts" title="is Cy&#39;s up-card"' in page.answer.text
        page = page.press("King of hearts")
        assert page.regions["What changes"].count("king of hearts") == 2
        assert "Opens Cy Ann" in page.regions["What changes"]

    def test_a_card_can_be_moved_to_another_player(self, stud: Table) -> None:
        page = correct(stud, 1).press("Bob")
        assert "Bob: a down card, 6 of hearts Bob: a down card, 5 of hearts" in page.regions["What changes"]
        keep(stud, page)
        assert stud.live.actions[:2] == ("d dh p1 ??6h", "d dh p2 ??5h")

    def test_choosing_the_same_card_corrects_nothing(self, stud: Table) -> None:
        page = correct(stud, 1).press("5 of hearts")
        assert page.answer.status_code == 422
        assert "That is how it was entered" in page.answer.text
        assert "7 of hearts" in page.names

    def test_one_of_several_cards_is_replaced(self, deal: Deal) -> None:
        table = deal("five-card-stud", 2, stakes=STAKES)
        table.enter("d dh p1 ??5h", "d dh p2 ??Kh", "p2 cc", "p1 cc")
        for ann, bob in (("2c", "2d"), ("3c", "3d"), ("4c", "4d")):
            table.enter(f"d dh p1 {ann}", f"d dh p2 {bob}", "p2 cc", "p1 cc")
        table.enter("p2 sm AhKh2d3d4d")
        page = correct(table, len(table.live.actions))
        assert "Instead of the ace of hearts" in page.regions["What it should be"]
        page = page.press("Ace of spades")
        assert "Bob shows ace of spades, king of hearts" in page.regions["What changes"]


class TestAnswers:
    def test_a_bet_is_chosen_from_the_actions_of_its_moment(self, stud: Table) -> None:
        page = correct(stud, 4)
        assert {"Check", "Bet 2", "Fold"} <= set(page.names)
        assert [button.label for button in page.buttons if button.current] == ["Bet 2"]
        assert "5 of hearts" not in page.names

    def test_another_bet_is_previewed_and_confirmed(self, stud: Table) -> None:
        page = correct(stud, 6).press("Fold")
        changes = page.regions["What changes"]
        assert "Bob calls 2 Bob folds" in changes
        assert "Pot 9 7" in changes
        keep(stud, page)
        assert stud.live.actions[-1] == "p2 f"

    def test_an_amount_is_typed_if_the_limit_allows_a_range(self, deal: Deal) -> None:
        table = deal("five-card-stud", 2, stakes=Stakes(ante=1, limit="none", min_bet=2))
        table.enter("d dh p1 ??5h", "d dh p2 ??Kh", "p2 cbr 6", "p1 cc")
        page = correct(table, 3)
        assert page.press("Bet", amount="").answer.status_code == 422
        page = page.press("Bet", amount="9")
        assert "Bob bets 6 Bob bets 9" in page.regions["What changes"]
        keep(table, page)
        assert table.live.actions[2] == "p2 cbr 9"

    def test_an_offer_has_its_answers_again(self, deal: Deal) -> None:
        table = deal("baseball", 2, stakes=STAKES)
        table.enter("d dh p1 ????4h", "p1 no", "d dh p2 ????9s")
        page = correct(table, 2)
        assert "No thanks" in page.names
        (pays,) = [name for name in page.names if name.startswith("Pay")]
        page = page.press(pays)
        assert "Ann declines" in page.regions["What changes"]

    def test_a_draw_is_corrected_without_its_new_cards(self, deal: Deal) -> None:
        table = deal("five-card-draw", 2, stakes=STAKES)
        table.enter("d dh p1 ??????????", "d dh p2 ??????????", "p1 cc", "p2 cc", "p1 sd ????", "d dh p1 ????", "p2 sd")
        page = correct(table, 5)
        assert {"Stands pat", "Draws 1", "Draws 3"} <= set(page.names)
        assert "Ann discards 3 down cards" in page.press("Draws 3").answer.text

    def test_an_action_can_be_entered_as_a_line(self, stud: Table) -> None:
        page = correct(stud, 6).press("Preview", text="p2 cbr 4")
        assert "Bob raises to 4" in page.regions["What changes"]

    @pytest.mark.parametrize("line", ["", "nonsense", "p1 cc\np2 cc", "d dh p1 ????zz", "-", "x" * 2000])
    def test_an_unreadable_line_is_refused_on_its_page(self, stud: Table, line: str) -> None:
        page = correct(stud, 6).press("Preview", text=line)
        assert page.answer.status_code == 422
        assert "Fold" in page.names
        assert stud.live.number == 6

    def test_an_action_that_only_breaks_a_rule_can_be_allowed(self, stud: Table) -> None:
        page = correct(stud, 6).press("Preview", text="p2 cbr 3")
        assert page.answer.status_code == 422
        page = page.press("Allow it")
        assert "Bob raises to 3 (as ruled)" in page.regions["What changes"]

    def test_a_ruling_on_the_winner_can_be_changed(self, deal: Deal) -> None:
        table = deal("five-card-stud", 2, stakes=STAKES)
        table.enter("d dh p1 ??5h", "d dh p2 ??Kh", "p2 cc", "p1 cc")
        for ann, bob in (("2c", "2d"), ("3c", "3d"), ("4c", "4d")):
            table.enter(f"d dh p1 {ann}", f"d dh p2 {bob}", "p2 cc", "p1 cc")
        table.enter("d ranks high p1")
        assert table.live.over
        page = correct(table, len(table.live.actions)).press("Pick the winner").press("Bob").press("Award the pot")
        assert "Chips to push Push 2 to Ann Push 2 to Bob" in page.regions["What changes"]
        assert "2 from Ann to Bob" in page.regions["What changes"]
        keep(table, page)
        assert "Push <b>2</b> to Bob" in table.get()


class TestMisfits:
    def test_the_first_misfit_is_described_with_the_ways_to_resolve_it(self, stud: Table) -> None:
        page = correct(stud, 2).press("Ace of hearts")
        misfit = page.regions["No longer fits"]
        assert misfit.startswith("Action 4 no longer fits Cy bets 2 – it is Bob's turn")
        assert "3 actions dropped" in misfit
        assert {"Let it stand", "Change it", "Add an action before it", "Remove it", "Rewind to here"} <= set(
            page.names
        )
        assert "Correct" not in page.names
        assert stud.live.number == 6

    def test_allowing_each_misfit_completes_the_correction(self, stud: Table) -> None:
        page = correct(stud, 2).press("Ace of hearts").press("Let it stand")
        assert "Action 5 no longer fits" in page.regions["No longer fits"]
        page = page.press("Let it stand")
        assert "Cy bets 2 (as ruled)" in page.regions["What changes"]
        keep(stud, page)
        assert stud.live.actions[3:] == ("p3 cbr 2 !", "p1 cc !", "p2 cc")

    def test_an_impossible_card_cannot_be_allowed(self, stud: Table) -> None:
        page = correct(stud, 1).press("Preview", text="d dh p1 ??6h")
        assert "Action 2 no longer fits" in page.regions["No longer fits"]
        assert "Let it stand" not in page.names

    def test_a_rewind_takes_effect_once_confirmed(self, stud: Table) -> None:
        page = correct(stud, 2).press("Ace of hearts").press("Rewind to here")
        assert "From here on: 3 actions dropped" in page.regions["What changes"]
        assert stud.live.number == 6
        keep(stud, page)
        assert stud.live.actions == ("d dh p1 ??5h", "d dh p2 ??Ah", "d dh p3 ??Kh")

    def test_misfits_are_changed_in_turn_each_on_the_pad_of_its_moment(self, stud: Table) -> None:
        page = correct(stud, 2).press("Ace of hearts").press("Change it")
        assert "Bob to act" in page.regions["What it should be"]
        for choice in ("Bet 2", "Change it", "Call 2", "Change it", "Call 2"):
            page = page.press(choice)
        keep(stud, page)
        assert stud.live.actions[3:] == ("p2 cbr 2", "p3 cc", "p1 cc")

    def test_a_duplicate_card_is_changed_by_tapping_the_right_one(self, stud: Table) -> None:
        page = correct(stud, 1).press("Preview", text="d dh p1 ??6h").press("Change it").press("9 of clubs")
        keep(stud, page)
        assert stud.live.actions[:2] == ("d dh p1 ??6h", "d dh p2 ??9c")

    def test_forgotten_actions_are_added_until_the_rest_fits(self, stud: Table) -> None:
        stud.enter("d dh p1 2c", "d dh p2 2d", "d dh p3 2h", "p3 cc", "p1 cc", "p2 cc", "d dh p1 9c")
        page = correct(stud, 12).press("Bet 2")
        assert "Action 13 no longer fits Ann: 9 of clubs" in page.regions["No longer fits"]
        page = page.press("Add an action before it")
        assert "Cy to act: 2 to call" in page.regions["What came before it"]
        page = page.press("Fold")
        assert "Ann to act: 2 to call" in page.regions["What came before it"]
        page = page.press("Call 2")
        assert page.regions["What changes"].endswith("Correct Choose something else")
        keep(stud, page)
        assert stud.live.actions[11:] == ("p2 cbr 2", "p3 f", "p1 cc", "d dh p1 9c")

    def test_a_misfit_can_be_removed(self, stud: Table) -> None:
        page = correct(stud, 2).press("Ace of hearts").press("Remove it")
        assert "Cy bets 2 Removed" in page.regions["What changes"]


class TestRemoving:
    def test_an_action_that_never_happened_is_removed(self, stud: Table) -> None:
        stud.enter("d dh p1 2c", "d dh p2 2d")
        page = correct(stud, 7).press("Remove it")
        assert "Ann: 2 of clubs Removed" in page.regions["What changes"]
        assert stud.live.number == 8
        keep(stud, page)
        assert stud.live.actions[6:] == ("d dh p2 2d",)
        stud.post("undo")
        assert stud.live.actions[6:] == ("d dh p1 2c", "d dh p2 2d")

    def test_a_forgotten_action_is_added_before_another(self, stud: Table) -> None:
        stud.enter("d dh p1 2c", "d dh p2 2d")
        page = correct(stud, 8).press("Add an action before it").press("9 of clubs")
        assert {"Let it stand", "Rewind to here"} <= set(page.names)

    def test_everything_from_an_action_on_can_be_cut(self, stud: Table) -> None:
        page = correct(stud, 4)
        assert "3 actions dropped" in page.regions["What it should be"]
        page = page.press("Rewind to here")
        assert "Bob to act" not in page.regions["What changes"]
        assert "Pot 9 3" in page.regions["What changes"]
        keep(stud, page)
        assert len(stud.live.actions) == 3


class TestSealedDeclarations:
    @pytest.fixture
    def chicago(self, deal: Deal) -> Table:
        """Chicago, sealed declarations: Ann and Bob have declared, Cy has not."""
        table = deal("chicago", 3, stakes=STAKES)
        while not isinstance(table.live.state.frame.spec, Declare):
            rng = random.Random(len(table.live.actions))
            lines = [line for line in (any_line(table.live.state, rng) for _ in range(20)) if " f" not in line]
            calls = [line for line in lines if line.endswith("cc")]
            table.enter((calls or lines)[0])
        table.enter("p1 declare spade", "p2 declare high")
        return table

    def test_the_page_does_not_reveal_the_declaration(self, chicago: Table) -> None:
        page = correct(chicago, len(chicago.live.actions))
        assert "Entered as <b>A sealed declaration</b>" in page.answer.text
        assert not [button for button in page.buttons if button.current]
        assert "p2 declare high" not in page.answer.text.partition('<details class="quiet">')[2]
        assert 'aria-label="Bob"' in page.answer.text
        assert 'aria-label="Ann"' not in page.answer.text

    @pytest.mark.parametrize("button", ["High", "Spade"])
    def test_trying_declarations_does_not_reveal_it(self, chicago: Table, button: str) -> None:
        page = correct(chicago, len(chicago.live.actions)).press(button)
        assert page.answer.status_code == 422
        assert "That answer is sealed. Enter it again at the table, or remove it." in page.answer.text
        assert "What changes" not in page.regions

    def test_the_declaration_can_be_removed(self, chicago: Table) -> None:
        place = len(chicago.live.actions)
        data = {"hand": chicago.hand, "seen": chicago.live.number, "line": "-", "do": "correct"}
        chicago.client.post(f"{chicago.url}hand/1/correct/{place}", data=data)
        assert chicago.live.actions[-1] == "p1 declare spade"

    def test_an_earlier_correction_asks_for_every_declaration_again(self, chicago: Table) -> None:
        first = next(n for n, line in enumerate(chicago.live.actions, start=1) if line.endswith("cc"))
        line = f"{chicago.live.actions[first - 1].split()[0]} cbr 2"
        data = {"hand": chicago.hand, "seen": chicago.live.number, "line": line}
        page = chicago.client.post(f"{chicago.url}hand/1/correct/{first}", data=data)
        changes = page.text.partition("What changes")[2].partition("</section>")[0]
        assert changes.count("A sealed declaration") == 2
        assert "declares" not in changes


class TestBrokenHand:
    """A hand that cannot continue: its log holds an action that this version does not accept."""

    @pytest.fixture
    def broken(self, stud: Table) -> Table:
        with writing() as session:
            session.execute(update(Entry).where(Entry.hand_id == stud.hand, Entry.number == 4).values(text="p1 cbr 2"))
        clear_caches()
        return stud

    def test_the_rejected_action_is_chosen_again(self, broken: Table) -> None:
        page = correct(broken, 4)
        assert "Cy to act" in page.regions["What it should be"]
        page = page.press("Bet 2")
        keep(broken, page)
        assert broken.live.actions[3:] == ("p3 cbr 2", "p1 cc", "p2 cc")

    def test_the_rejected_action_must_be_corrected_before_later_ones(self, broken: Table) -> None:
        answer = broken.client.get(f"{broken.url}hand/1/correct/6")
        assert (answer.status_code, answer.location) == (302, f"{broken.url}hand/1/correct/4")
        answer = broken.client.post(f"{broken.url}hand/1/correct/6", data={"hand": broken.hand, "seen": 6, "do": "out"})
        assert answer.status_code == 422

    def test_an_earlier_action_can_be_corrected_instead(self, broken: Table) -> None:
        page = correct(broken, 1).press("Ace of hearts")
        assert "Action 5 no longer fits" in page.regions["No longer fits"]
        keep(broken, page.press("Remove it"))
        assert broken.live.actions == ("d dh p1 ??Ah", "d dh p2 ??6h", "d dh p3 ??Kh", "p1 cbr 2", "p2 cc")


class TestForms:
    def test_every_page_links_back_to_the_table(self, stud: Table) -> None:
        page = correct(stud, 2)
        for name in ("Ace of hearts", "Change it", "Bet 2"):
            assert f'href="{stud.url}">Back to the table' in page.answer.text
            page = page.press(name)

    def test_an_outdated_correction_is_refused(self, stud: Table) -> None:
        page = correct(stud, 6)
        stud.enter("d dh p1 2c")
        late = page.press("Fold")
        assert late.answer.status_code == 409
        assert "Someone else changed this hand first" in late.answer.text
        page = correct(stud, 6).press("Fold")
        stud.post("undo")
        assert page.press("Correct").answer.status_code == 409

    def test_the_same_correction_twice_is_stored_once(self, stud: Table) -> None:
        page = correct(stud, 6).press("Fold")
        keep(stud, page)
        keep(stud, page)
        assert stud.live.number == 7

    def test_a_correction_of_a_hand_no_longer_on_the_table_redirects_there(self, stud: Table) -> None:
        assert stud.post("hand/1/correct/6", hand=stud.hand + 1, action="p2 f").location == stud.url

    def test_a_correction_with_an_unresolved_misfit_is_not_stored(self, stud: Table) -> None:
        answer = stud.post("hand/1/correct/2", line="d dh p2 ??Ah", do="correct")
        assert answer.status_code == 200
        assert "no longer fits" in answer.text
        assert stud.live.number == 6

    @pytest.mark.parametrize("place", ["0", "7", "999999999999"])
    def test_an_unknown_action_is_not_found(self, stud: Table, place: str) -> None:
        assert stud.client.get(f"{stud.url}hand/1/correct/{place}").status_code == 404
        assert stud.post(f"hand/1/correct/{place}", line="p1 cc").status_code == 404

    @pytest.mark.parametrize(
        "fields",
        [
            {"seat": "nobody"},
            {"seat": "99"},
            {"other": "zz", "wrong": "5h"},
            {"other": "5h"},
            {"which": "zz"},
            {"card": "zz", "action": "d dh p1 CARD"},
            {"arm": "99.99"},
            {"rule": "nothing"},
            {"way": "sideways"},
            {"target": "99", "do": "out"},
            {"target": "x", "do": "out"},
            {"do": "cut", "target": "99"},
            {"do": "nonsense"},
            {"line": "-", "further-99": "p1 f", "further-x": "p1 f"},
            {"line": "-", "cut": "99"},
            {"ruling": ""},
            {"text": "\x00"},
            {},
        ],
    )
    def test_an_odd_form_breaks_nothing(self, stud: Table, fields: dict[str, str]) -> None:
        assert stud.post("hand/1/correct/1", **fields).status_code in (200, 303, 422)
        assert stud.live.number == 6

    def test_a_form_larger_than_any_hand_is_refused(self, stud: Table) -> None:
        fields = {f"further-{n}": "p1 f" for n in range(300)}
        assert stud.post("hand/1/correct/1", line="-", **fields).status_code == 413


@pytest.mark.slow
@pytest.mark.parametrize("game", games())
def test_every_action_of_every_game_can_be_opened_and_chosen_again(deal: Deal, game: str) -> None:
    rng = random.Random(game)
    resolved = resolve(game)
    players = max(resolved.players[0], min(resolved.players[1], 3))
    table = deal(game, players + (resolved.even and players % 2), stakes=STAKES)
    dealer = RandomDealer(table.live.state.setup, rng)
    while dealer.state.result is None and len(dealer.lines) < 60:
        dealer.step()
    table.enter(*dealer.lines)
    live = table.live
    for place in rng.sample(range(1, len(live.actions) + 1), min(6, len(live.actions))):
        page = correct(table, place)
        for _ in range(3):
            choices = [button for button in page.buttons if button.label not in ("Correct", "Preview", "Clear")]
            choices = [button for button in choices if ".." not in button.value and not button.label.isdigit()]
            if not choices:
                break
            page = page.press(rng.choice(choices).label)
            assert page.answer.status_code in (200, 422)
            assert REGIONS & page.regions.keys()
    assert table.live.number == live.number
    assert isinstance(undo(table.hand, live.number), Posted)


@pytest.mark.parametrize("line", ["\r\n---", "p1 f\n7 x", "p3 cbr 2 # as\n\nshe said", "d dh\u2028p1 ??5h", "\0"])
def test_a_malformed_line_breaks_nothing(stud: Table, line: str) -> None:
    for fields in ({"line": line}, {"line": line, "do": "correct"}, {"further-2": line, "way": "before"}):
        assert stud.post("hand/1/correct/4", **fields).status_code in (200, 303, 422)
    assert stud.live.misfit is None


def test_correcting_the_hand_on_the_table_leaves_no_message_for_a_later_page(stud: Table) -> None:
    keep(stud, correct(stud, 6).press("Fold"))
    stud.enter("d misdeal")
    stud.post("next")
    assert "is corrected" not in stud.client.get(f"{stud.url}call").text
