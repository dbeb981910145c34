"""The stakes and the house rules as one form: whatever of it is open is sent with every way on."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from app.games.house import HouseRules, Stakes, changed
from app.night.acts import activity
from app.night.acts.activity import ActLine
from app.night.models import Night
from app.web.forms.fields import FormData, FormSection
from app.web.forms.house import house_form
from app.web.forms.stakes import HOUSE_WITH_STAKES, StakesForm, stakes_form


@dataclass(frozen=True, slots=True)
class RulesForm:
    """Stakes and house rules as entered.

    ``shown`` stands for those that the form had before anything was entered: what is sent unchanged is not to undo
    what was changed elsewhere meanwhile. ``now`` are those that hold for the next hand.
    """

    stakes: StakesForm
    house: FormSection
    now: tuple[Stakes, HouseRules]
    shown: str

    @property
    def ok(self) -> bool:
        """Whether everything that was entered is valid."""
        return self.stakes.stakes is not None and self.house.ok

    @property
    def house_values(self) -> dict[str, Any]:
        """The house rules as entered, those of the stakes too."""
        return {**changed(self.now[1]), **self.house.values, **self.stakes.house}

    @property
    def unchanged(self) -> bool:
        """Whether the form was sent as it was shown."""
        entered = self.stakes.stakes
        return entered is not None and self.shown == _fingerprint(entered, self.house_values)


def rules_form(night: Night, lines: Sequence[ActLine], form: FormData | None = None) -> RulesForm:
    """Return the form for the stakes and rules of the next hand, with what was entered read over them."""
    now = (activity.coming_stakes(night, lines), activity.coming_house(night, lines))
    shown = (form.get("shown") if form is not None else None) or _fingerprint(now[0], changed(now[1]))
    return RulesForm(
        stakes=stakes_form(*now, form),
        house=house_form(now[1], form, without=HOUSE_WITH_STAKES),
        now=now,
        shown=shown[:20],
    )


def _fingerprint(stakes: Stakes, house: Mapping[str, Any]) -> str:
    usual = asdict(HouseRules())
    differing = sorted((name, value) for name, value in house.items() if value != usual.get(name))
    values = repr((sorted(asdict(stakes).items()), differing))
    return hashlib.sha256(values.encode()).hexdigest()[:20]
