"""The page of one correction: the action in words, what is being chosen for it, and what that comes to."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.hand.describe import describe
from app.hand.play import prompt
from app.night import Correction, LiveHand, open_question
from app.web.corrections.form import NOTHING, Chosen, fields_of
from app.web.corrections.options import Choosing


@dataclass(frozen=True, slots=True)
class Later:
    """The action that no longer fits, in words, and what can be done about it; ``dropped`` go when it is cut there."""

    number: int
    words: str
    reason: str
    overrulable: bool
    dropped: int


@dataclass(frozen=True, slots=True)
class CorrectPage:
    """What the template renders. ``dropped`` actions go when the hand is cut before the one that is corrected.

    ``fields`` hold what has been chosen so far, ``trial`` is what that comes to, ``later`` the action that no longer
    fits then, ``choosing`` what is being chosen now. ``reason`` says why a choice cannot be, and ``ruling`` is the line
    that makes it stand all the same.
    """

    key: str
    hand: int
    seen: int
    place: int
    words: str
    dropped: int
    fields: tuple[tuple[str, str], ...] = ()
    trial: Correction | None = None
    later: Later | None = None
    choosing: Choosing | None = None
    reason: str = ""
    ruling: str = ""

    def asking(self, what: Choosing | None, reason: str = "", ruling: str = "") -> CorrectPage:
        """The page with something to be chosen, and why the last choice cannot be."""
        return replace(self, choosing=what, reason=reason[:1].upper() + reason[1:], ruling=ruling)


def page_of(key: str, found: LiveHand, place: int, chosen: Chosen = NOTHING) -> CorrectPage:
    """The page about the action at this place, which there is, with what has been chosen so far."""
    known = place <= len(found.lines)
    words = found.lines[place - 1].words if known else describe(found.state, found.actions[place - 1])
    return CorrectPage(
        key=key,
        hand=found.hand.id,
        seen=found.number,
        place=place,
        words=sealed_words(found, place) or words,
        dropped=len(found.actions) - place + 1,
        fields=fields_of(chosen, found, place),
    )


def with_trial(page: CorrectPage, found: LiveHand, tried: Correction) -> CorrectPage:
    """The page with what the choices come to. Nothing under a seal is told."""
    told = tuple(
        replace(one, before=words, after=(words,) * len(one.after))
        if (words := sealed_words(found, one.number))
        else one
        for one in tried.replaced
    )
    later = None
    if misfit := tried.misfit:
        words = sealed_words(found, misfit.number) or describe(tried.trial.state, misfit.text)
        dropped = len(found.actions) - misfit.number + 1
        later = Later(misfit.number, words, misfit.reason, misfit.overrulable, dropped)
    return replace(page, trial=replace(tried, replaced=told), later=later)


def sealed_words(found: LiveHand, place: int) -> str:
    """What an answer under a seal is called as long as it is not opened; empty for any other action."""
    question = open_question(found)
    if question is None or place <= question:
        return ""
    return "A sealed declaration" if prompt(found.state).kind == "declare" else "A sealed bid"
