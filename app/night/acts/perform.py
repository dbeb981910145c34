"""What an act does and how it is taken back: one function a kind of act for each, registered by its class."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from sqlalchemy.orm import Session

from app.evening.acts import Act
from app.night.models import Night
from app.night.validation import Problem

#: What an act has to remember for taking it back; JSON.
Before = dict[str, Any]


@singledispatch
def perform(act: Act, session: Session, night: Night, act_id: int) -> Before | Problem:
    """Do an act in the current transaction, or return why it can't be done; then nothing may have been changed."""
    raise NotImplementedError(act.kind)


@singledispatch
def take_back(act: Act, session: Session, night: Night, act_id: int, before: Before) -> Problem | None:
    """Undo an act that was done, or return why it can't be undone any more."""
    raise NotImplementedError(act.kind)
