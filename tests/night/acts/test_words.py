"""The words for acts: in the night's log, and while they are queued."""

from collections.abc import Collection

import pytest

from app.night import models
from app.night.acts.act import Act
from app.night.acts.corrections import Corrected
from app.night.acts.money import Count, Expense, Pay, SplitPot, Tally
from app.night.acts.people import Button, Buy, ComeBack, Give, Join, Leave, Rearrange, SidePayment, SitOut
from app.night.acts.settling import Paid, Settle
from app.night.acts.stored import KINDS, Undo
from app.night.acts.table import NewHouse, NewRotation, NewStakes, PlayFor
from app.night.ledger import KIND_WORDS

STAKES = NewStakes({}, "ante 2, bring-in 1, fixed limit 4/8")


def coins(amount: int) -> str:
    return f"{amount / 100:.2f} EUR"


LINES = {
    "Gus sits down with 100": Join("Gus", 100),
    "Gus sits down": Join("Gus"),
    "Ann buys 100": Buy(1, "Ann", 100),
    "Ann lends Bob 20": Give(1, "Ann", 2, "Bob", 20),
    "Ann gives Bob 20": Give(1, "Ann", 2, "Bob", 20, owed=False),
    "Nobody pays Ann 2": SidePayment(1, "Ann", 2, (), ()),
    "Bob pays Ann 5": SidePayment(1, "Ann", 5, (2,), ("Bob",)),
    "Bob and Cy pay Ann 5 for a bounty": SidePayment(1, "Ann", 5, (2, 3), ("Bob", "Cy"), "a bounty"),
    "Everybody pays Ann 2 for seven-deuce": SidePayment(
        1, "Ann", 2, (2, 3), ("Bob", "Cy"), "seven-deuce", everybody=True
    ),
    "Bob sits out": SitOut(2, "Bob"),
    "Bob is back": ComeBack(2, "Bob"),
    "Cy leaves": Leave(3, "Cy"),
    "The seats, clockwise: Ann, Cy, Bob": Rearrange((1, 3, 2), ("Ann", "Cy", "Bob")),
    "The seats change": Rearrange((1, 3, 2)),
    "Drawn seats, clockwise: Cy, Ann, Bob": Rearrange((3, 1, 2), ("Cy", "Ann", "Bob"), drawn=True),
    "Bob gets the dealer's button": Button(1, "Bob"),
    "Cut for the deal: Ann\N{NO-BREAK SPACE}10♥, Bob\N{NO-BREAK SPACE}Q♣. Bob deals": Button(
        1, "Bob", 2, ("Ann", "Bob"), ("Th", "Qc")
    ),
    "The stakes are ante 2, bring-in 1, fixed limit 4/8": STAKES,
    "House rules: 2 changed": NewHouse({"raises": 5, "chip_unit": 2}),
    "House rules: none changed": NewHouse({}),
    "Razz is in the rotation": NewRotation({}, "Razz is in the rotation"),
    "A chip is worth €0.05": PlayFor("EUR", 5),
    "The table plays for chips alone": PlayFor(),
    "The table plays for chips alone: white 1, red 5": PlayFor(
        chips=({"colour": "white", "value": 1, "count": None}, {"colour": "red", "value": 5, "count": 40})
    ),
    "Ann has 86 by count": Count(1, "Ann", 86),
    "Ann has 86 by count: two fell under the table": Count(1, "Ann", 86, "two fell under the table"),
    "Ann pays 24.00 EUR for pizza, shared by Ann, Bob and Cy": Expense(
        1, "Ann", "pizza", 2400, (1, 2, 3), ("Ann", "Bob", "Cy")
    ),
    "Ann pays 5.00 EUR into the box": Pay(1, "Ann", 500),
    "Ann takes 5.00 EUR from the box": Pay(1, "Ann", -500),
    "The 3 chips left in the pot are shared out": SplitPot(3),
    "The 1 chip left in the pot is shared out": SplitPot(1),
    "2 stacks counted: as Upcard has them": Tally((1, 2), (80, 120)),
    "The night is settled": Settle(),
    "The night is settled through the box": Settle(through=True),
    "The night is settled through Ann": Settle(through=True, bank=1, name="Ann"),
    "Bob pays Ann 5.00 EUR": Paid(4, "Bob", "Ann", 500),
    "The box pays Ann 5.00 EUR": Paid(4, "", "Ann", 500),
    "Hand 5 corrected: 20 from Bob to Cy": Corrected(7, 5, ("Bob", "Cy"), (-20, 20)),
    "Hand 5 corrected: 3 from the pot to Cy": Corrected(7, 5, ("Cy",), (3,)),
    "Hand 5 corrected: 20 back from Bob, 15 to Ann, 5 to Cy": Corrected(7, 5, ("Ann", "Bob", "Cy"), (15, -20, 5)),
    "Hand 5 corrected: no chips move": Corrected(7, 5),
    "Taken back: Ann buys 100": Undo(7, "Ann buys 100"),
}


@pytest.mark.parametrize("line", LINES)
def test_the_log_words_every_act(line: str) -> None:
    assert LINES[line].line(coins) == line


def test_every_kind_of_act_is_worded() -> None:
    missing = set(KINDS.values()) - {type(act) for act in LINES.values()}
    assert not missing, f"each of {sorted(act.__name__ for act in missing)} needs a line in LINES"


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (Join("Gus", 100), "Gus joins"),
        (Buy(1, "Ann", 100), "Ann buys 100"),
        (Leave(3, "Cy", now=True), "Cy leaves"),
        (Rearrange((1, 2), ("Ann", "Bob")), "new seats"),
        (Button(1, "Bob"), "Bob deals"),
        (NewHouse({}), "new house rules"),
        (STAKES, "ante 2, bring-in 1, fixed limit 4/8"),
        (PlayFor("USD", 5), "a chip is worth $0.05"),
        (PlayFor(), "the table plays for chips alone"),
        (SidePayment(1, "Ann", 2, (2,), ("Bob",), everybody=True), "everybody pays Ann 2"),
        (SidePayment(1, "Ann", 2, (2,), ("bob",)), "bob pays Ann 2"),
        (Undo(7, "Ann buys 100"), "taken back: Ann buys 100"),
    ],
)
def test_queued_acts_are_worded_briefly(act: Act, words: str) -> None:
    assert act.brief() == words


def test_only_the_changed_parts_of_new_stakes_are_worded() -> None:
    stakes = NewStakes({}, "ante 2, fixed limit 2/4")
    assert stakes.changed("ante 1, fixed limit 2/4") == "ante 2"
    assert stakes.changed("ante 1, bring-in 1, fixed limit 2/4") == "ante 2, fixed limit 2/4"


@pytest.mark.parametrize(("table", "kinds"), [(models.Act, KINDS), (models.Ledger, KIND_WORDS)])
def test_every_kind_fits_its_column(table: type[models.Act | models.Ledger], kinds: Collection[str]) -> None:
    assert max(map(len, kinds)) <= table.__table__.c.kind.type.length
