"""Acts on what is played for: stakes, house rules, and what a chip is worth."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.evening.acts import NewHouse, NewStakes, PlayFor
from app.games.house import Stakes
from app.night.acts.perform import Before, perform, take_back
from app.night.models import Act, Ledger, Night
from app.night.validation import Problem, validate_house, validate_money, validate_stakes


@perform.register
def new_stakes(act: NewStakes, session: Session, night: Night, act_id: int) -> Before | Problem:
    """Play for these stakes from the next hand on."""
    raw = validate_stakes(Stakes(**act.stakes))
    return raw if isinstance(raw, Problem) else _change(night, stakes_raw=raw)


@take_back.register
def old_stakes(act: NewStakes, session: Session, night: Night, act_id: int, before: Before) -> Problem | None:
    """Play for the stakes of before again."""
    return _change_back(night, before)


@perform.register
def new_house(act: NewHouse, session: Session, night: Night, act_id: int) -> Before | Problem:
    """Play under these house rules from the next hand on."""
    rules = validate_house(act.house)
    return rules if isinstance(rules, Problem) else _change(night, house=rules)


@take_back.register
def old_house(act: NewHouse, session: Session, night: Night, act_id: int, before: Before) -> Problem | None:
    """Play under the house rules of before again."""
    return _change_back(night, before)


@perform.register
def play_for(act: PlayFor, session: Session, night: Night, act_id: int) -> Before | Problem:
    """Let a chip be worth so much. It counts for the whole night: chips bought before are worth the same."""
    if problem := validate_money(act.currency, act.worth, act.chips) or _other_money(session, night, act.currency):
        return problem
    return _change(night, currency=act.currency, worth=act.worth, chips=[dict(chip) for chip in act.chips])


@take_back.register
def played_for(act: PlayFor, session: Session, night: Night, act_id: int, before: Before) -> Problem | None:
    """Let a chip be worth what it was before."""
    return _other_money(session, night, before["was"]["currency"]) or _change_back(night, before)


def _other_money(session: Session, night: Night, currency: str) -> Problem | None:
    """Return why the currency can't be another one: money has been entered in this one."""
    if currency == night.currency:
        return None
    entered = select(Ledger.id).join(Act, Act.id == Ledger.act_id)
    entered = entered.where(Ledger.night_id == night.id, Ledger.account == "purse", Act.status == "done")
    if session.scalar(entered.limit(1)) is None:
        return None
    return Problem("currency", f"expenses or payments have been entered in {night.currency}")


def _change(night: Night, **values: Any) -> Before:
    """Set fields of the night, and return what they were and are: only what still is so can be changed back."""
    was = {name: getattr(night, name) for name in values}
    for name, value in values.items():
        setattr(night, name, value)
    return {"was": was, "is": values}


def _change_back(night: Night, before: Before) -> Problem | None:
    if any(getattr(night, name) != value for name, value in before["is"].items()):
        return Problem("night", "it has been changed again since")
    for name, value in before["was"].items():
        setattr(night, name, value)
    return None
