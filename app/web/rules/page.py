"""The values on the page of the rules of the game that is being played."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request, url_for

from app.night.play import television
from app.night.play.television import ShownRules
from app.night.screens import Screen
from app.web.http.lookup import Following, last_live
from app.web.http.pages import take_messages
from app.web.table.sheet import GameSheet, sheet_of


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules of the game that is being played, or of the last one; ``sheet`` is None where there is none.

    ``state`` says which hand it is of, ``back`` leads to the table. ``shown``: the television shows rules that the
    dealer has sent there; ``can_show``: they may be sent. ``message`` says what has just been done.
    """

    key: str
    following: Following
    back: str
    state: str
    sheet: GameSheet | None
    shown: bool
    can_show: bool
    message: str


def rules_page(key: str, screen: Screen) -> RulesPage:
    """Return the rules of the game as it is being played, with the place where the hand is."""
    hand = screen.table.last_hand
    here = request.full_path.rstrip("?")
    follows = Following(url_for("live.stream", key=key), screen.version, here, answer=False)
    back = url_for("dealer.table" if screen.table.hand is not None else "call.page", key=key)
    shown = isinstance(television.shown_instead(screen.table), ShownRules)
    if hand is None:
        state, live = "No game has been called yet", None
    else:
        state = f"Hand {hand.number}, which is over" if hand.finished else f"Hand {hand.number}"
        live = last_live(screen)
    return RulesPage(
        key=key,
        following=follows,
        back=back,
        state=state,
        sheet=sheet_of(live.hand.game_name, live.state) if live is not None else None,
        shown=shown,
        can_show=live is not None and screen.table.ended_at is None,
        message=take_messages("done"),
    )
