"""Settings: the money, stakes, house rules and devices of a night, and the settings for all nights."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from flask import abort, flash, request, url_for
from werkzeug.wrappers import Response

from app.dataclass import replace
from app.dates import sample_text
from app.games.house import HouseRules, Stakes, changed
from app.locales import offered_locales
from app.money.amounts import currency_names
from app.money.chipset import standard_sets
from app.night.acts import activity, queue, requests
from app.night.acts.activity import ActLine
from app.night.acts.queue import ActResult
from app.night.acts.requests import OTHERS_SET
from app.night.acts.table import PlayFor
from app.night.locale import club_locale, set_club_locale
from app.night.models import Night
from app.night.nights import night_by_key
from app.night.screens import screen_of
from app.night.validation import Problem
from app.text import sentence
from app.web.forms.fields import FormData
from app.web.forms.money import money_form, read_money_form
from app.web.forms.stakes import HOUSE_WITH_STAKES, LIMITS, house_form, house_groups, presets, stakes_form, with_preset
from app.web.http.browser import is_host, may_host, visible_nights
from app.web.http.gate import GuardedBlueprint, Who, only_for
from app.web.http.lookup import Following, count_in_play, get_night_or_404, hand_out_text, running_game, table_of
from app.web.http.night_forms import FormResult, NightForms
from app.web.http.pages import back_to, redirect_to, render_page
from app.web.http.security import form_token

#: The pages to which the rules form may lead, by the value of its buttons.
NEXT_PAGES = {"call": "call.page", "table": "dealer.table", "links": "links.page", "players": "players.page"}


class RulesForm:
    """The form for the stakes and house rules of the next hand, with any entered ones over the current ones (``now``).

    ``shown``: the fingerprint of the rules before anything was entered, ``current``: that of the current ones. Every
    button that leads to another page posts the form, which must not undo changes made elsewhere in the meantime.
    """

    def __init__(self, night: Night, lines: Sequence[ActLine], form: FormData | None = None) -> None:
        self.now = activity.next_stakes(night, lines), activity.next_house_rules(night, lines)
        self.entered = form is not None
        self.stakes = stakes_form(*self.now, form)
        self.house = house_form(self.now[1], form, without=HOUSE_WITH_STAKES)
        self.current = _fingerprint(self.now[0], changed(self.now[1]))
        shown = form.get("shown") if form is not None else None
        self.shown = (shown or self.current)[:20]

    @property
    def ok(self) -> bool:
        """Whether everything entered is valid."""
        return self.stakes.stakes is not None and self.house.ok

    @property
    def house_values(self) -> dict[str, Any]:
        """The house rules as entered, including those on the form for stakes."""
        return {**changed(self.now[1]), **self.house.values, **self.stakes.house}

    @property
    def unchanged(self) -> bool:
        """Whether the form was posted as it was shown."""
        return self.shown == self._fingerprint_entered

    @property
    def outdated(self) -> bool:
        """Whether the rules have changed since the form was shown, into others than those entered."""
        return self.current not in (self.shown, self._fingerprint_entered)

    @property
    def _fingerprint_entered(self) -> str:
        assert self.stakes.stakes is not None
        return _fingerprint(self.stakes.stakes, self.house_values)


class HousePage:
    """The settings for all nights, with the pages that this device may open. ``night`` is None."""

    night: Night | None = None

    def __init__(self, **entered: object) -> None:
        vars(self).update(entered)
        self.locale, self.locales = club_locale(), offered_locales()
        self.sample = sample_text(self.locale)
        self.is_host, self.may_host, self.has_people = is_host(), may_host(), is_host() or bool(visible_nights())


class SettingsPage(HousePage):
    """The settings of a night and of all nights, with the forms as entered: ``rules``, and ``form`` for the money.

    ``handed_out``: the chips by colour for a ``buy_in``. ``presets``: common stakes for it. ``chip_choices``: the sets
    of chips to choose from.
    """

    limits, problem = LIMITS, ""

    def __init__(self, night: Night, **entered: object) -> None:
        self.night = night
        screen = screen_of(night.id)
        self.following, table = Following(night.key, screen, url_for("settings.page", key=night.key)), screen.table
        self.rules, self.form = RulesForm(night, table.waiting), money_form(night.played_for)
        super().__init__(**entered)
        stakes, house = self.rules.now
        self.worth, self.stakes_text = night.played_for, stakes.words(house.last_bet)
        self.stakes_in_money = self.worth.in_money(self.stakes_text)
        self.house = house_groups(self.rules.house)
        changes = len(changed(house).keys() - set(HOUSE_WITH_STAKES))
        self.house_words = f"{changes} changed" if changes else "as usual"
        self.currencies, self.buy_in = currency_names(), table.buy_ins.usual
        self.handed_out = hand_out_text(table, self.buy_in)
        self.presets = presets(self.buy_in)
        amounts = (
            stakes.ante,
            stakes.bring_in,
            stakes.smallest_bet,
            stakes.small_blind,
            stakes.big_blind,
            stakes.blind_ante,
            stakes.big_blind_ante,
        )
        self.chip_choices = self.form.choices(standard_sets(self.buy_in, amounts))
        self.hand_running, self.in_play = running_game(table), count_in_play(table)


blueprint = GuardedBlueprint("settings", __name__, Who.DEALER)
forms = NightForms(blueprint, "settings/page.html", SettingsPage)


@blueprint.get("/settings")
@only_for(Who.ANYBODY)
def house() -> Response:
    """Show the settings for all nights."""
    return render_page("settings/house.html", HousePage())


@blueprint.post("/settings/numbers")
@only_for(Who.HOST)
def numbers() -> Response:
    """Set the locale of numbers and dates for browsers without a known language."""
    if set_club_locale(request.form.get("locale", "")) is not None:
        abort(400)
    night = night_by_key(request.form.get("night", "")[:40])
    return back_to("settings.page", "Saved", key=night.key) if night is not None else back_to("settings.house")


@blueprint.get("/n/<key>/settings")
def page(key: str) -> Response:
    """Show the settings of a night."""
    return forms.show(get_night_or_404(key))


@forms.post("/n/<key>/night/rules")
def rules(night: Night) -> FormResult | Response:
    """Set the stakes and house rules from the next hand on, and go to the page that the button names."""
    rules = RulesForm(night, table_of(night).waiting, with_preset(request.form))
    if not rules.ok:
        return forms.show(night, 422, rules=rules)
    if not rules.unchanged:
        assert rules.stakes.stakes is not None
        result: ActResult | None = OTHERS_SET
        if not rules.outdated:
            result = requests.set_stakes_and_rules(night, rules.stakes.stakes, rules.house_values, rules.now)
        if result == OTHERS_SET:  # saved again, the rules entered replace those set by now
            again = RulesForm(night, table_of(night).waiting, with_preset(request.form))
            again.shown = again.current
            return FormResult(result, rules=again)
        if isinstance(result, Problem):
            return FormResult(result, rules=rules)
        if result is not None:
            flash(f"From the next hand: {rules.stakes.stakes.words(rules.stakes.house['last_bet'])}", "done")
    then = request.form.get("then", "")
    if then == "home":
        return redirect_to(url_for("home.page"))
    return redirect_to(url_for(NEXT_PAGES[then], key=night.key)) if then in NEXT_PAGES else FormResult(None)


@forms.post("/n/<key>/night/phones")
def phones(night: Night) -> FormResult:
    """Set whether phones buy chips and sit out without asking the dealer."""
    free = request.form.getlist("free")[-1:] == ["1"]
    requests.set_switch(night, "asks_dealer", not free)
    what = "buy chips and sit out" if night.tracked else "sit out"
    return FormResult(None, f"Phones {what} without asking" if free else "Phones ask the dealer")


@forms.post("/n/<key>/night/odds")
def odds(night: Night) -> FormResult:
    """Set whether televisions show the odds at an all-in."""
    shown = request.form.getlist("odds")[-1:] == ["1"]
    requests.set_switch(night, "all_in_odds", shown)
    return FormResult(None, "The television shows the odds at an all-in" if shown else "The television shows no odds")


@forms.post("/n/<key>/money/settings")
def play_for(night: Night) -> FormResult | Response:
    """Play for money, or for chips alone, with a set of chips or without."""
    terms = read_money_form(request.form)
    if not terms.ok:
        return forms.show(night, 422, form=terms)
    result = queue.do(night, PlayFor(terms.code, terms.coins, terms.chips), form=form_token())
    if isinstance(result, Problem) and result.field in ("currency", "worth"):
        terms = replace(terms, errors={result.field: sentence(result.text)})
    return FormResult(result, "Saved", form=terms)


def _fingerprint(stakes: Stakes, house: Mapping[str, Any]) -> str:
    usual = asdict(HouseRules())
    differing = sorted((name, value) for name, value in house.items() if value != usual.get(name))
    values = repr((sorted(asdict(stakes).items()), differing))
    return hashlib.sha256(values.encode()).hexdigest()[:20]
