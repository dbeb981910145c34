import pytest
from werkzeug.datastructures import MultiDict

from app.games.house import HouseRules, Stakes
from app.web.forms.stakes import stakes_form


@pytest.mark.parametrize(
    ("typed", "field", "error"),
    [
        (
            {"limit": "fixed", "small": "5", "big": "4"},
            "small",
            "The small bet must be above 0 and not above the big bet",
        ),
        (
            {"limit": "spread", "min_bet": "5", "max_bet": "4"},
            "max_bet",
            "The largest bet of a spread limit cannot be below the smallest",
        ),
        (
            {"limit": "pot", "min_bet": "2", "bring_in": "3"},
            "bring_in",
            "The bring-in cannot be above the smallest bet",
        ),
    ],
)
def test_stakes_that_contradict_each_other_are_marked_at_the_amount_to_change(
    typed: dict[str, str], field: str, error: str
) -> None:
    form = stakes_form(Stakes(), HouseRules(), MultiDict(typed))
    assert form.stakes is None
    assert {control.key: control.error for control in form.section.controls if control.error} == {field: error}
