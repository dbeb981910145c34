"""Hold'em with blinds for nine players, on the dealer's screen, and its options and modifiers."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

from flask.testing import FlaskClient

from app.games.house import Stakes
from tests.web.call.caller import Caller
from tests.web.tables import NAMES, Table, buttons
from tests.web.television.watching import part, seen

BLINDS = Stakes(ante=1, small_blind=1, big_blind=2)


def taps(table: Table, *actions: str) -> str:
    """Tap buttons in order, checking that each is offered; return the screen after the last."""
    for action in actions:
        assert f'value="{action}"' in table.get(), action
        assert table.post(action=action).status_code in (200, 303)
    return unescape(table.get())


def test_nine_players_play_a_hand_with_blinds(deal: Callable[..., Table]) -> None:
    table = deal("texas-holdem", 9, stakes=BLINDS, names=(*NAMES, "Ida"))
    html = table.get()
    assert "Before the flop: deal" in html
    dealt = "\n".join(f"d dh p{seat} ????" for seat in range(1, 10))
    assert table.post(action=dealt).status_code in (200, 303)
    html = unescape(table.get())
    assert "Before the flop: betting" in html
    assert "Cy to act: 2 to call" in html
    assert "Cy opens: first after the blinds" in html
    assert re.findall(r"\b(?:Posted|Bet|Called) \d+", re.sub("<[^>]+>", "", html)) == ["Posted 1", "Posted 2"]
    # With blinds, no antes are posted.
    assert "blinds 1/2, fixed limit 2/4" in seen(table)
    assert "ante 1" not in seen(table)
    assert "Call 2" in buttons(html)
    html = taps(table, "p3 cc", "p4 f", "p5 f", "p6 f", "p7 f", "p8 f", "p9 cbr 4", "p1 f", "p2 cc", "p3 cc")
    assert "Flop" in html
    for card in ("Ah", "Kd", "7c"):
        table.post(action=f"d db {card}")
    html = unescape(table.get())
    assert "Flop: betting" in html
    assert "Bob to act" in html
    taps(table, "p2 cc", "p3 cc", "p9 cbr 2", "p2 cc", "p3 f")
    table.post(action="d db 2s")
    assert "Turn: betting" in table.get()
    taps(table, "p2 cc", "p9 cc")
    table.post(action="d db 3s")
    assert "River: betting" in table.get()
    taps(table, "p2 cbr 4", "p9 cc")
    table.post(action="p2 sm 7h7d")
    table.post(action="p9 sm AsQs")
    # Bob's three sevens win back his own 10, and 1 from Ann, 4 from Cy and 10 from Ida.
    result = table.live.state.result
    assert result is not None
    assert result.totals() == {1: 25}
    assert [player.stack for player in table.live.state.players] == [99, 115, 96, 100, 100, 100, 100, 100, 90]
    # The board stays in view. The name of a pot's only share is left out.
    assert "Common cards" in seen(table)
    assert "Bob wins 25 three sevens" in part(seen(table), "Settlement")


def test_holdem_has_antes_if_the_stakes_have_no_blinds(deal: Callable[..., Table]) -> None:
    table = deal("texas-holdem", 3, stakes=Stakes(ante=1))
    assert [player.committed for player in table.live.state.players] == [1, 1, 1]


def test_a_game_without_blinds_has_antes_if_the_stakes_have_blinds(deal: Callable[..., Table]) -> None:
    table = deal("seven-card-stud", 3, stakes=BLINDS)
    assert [(player.committed, player.bet) for player in table.live.state.players] == [(1, 0)] * 3


def test_a_straddle_and_a_bomb_pot_are_called_with_the_game(deal: Callable[..., Table]) -> None:
    straddled = deal("texas-holdem", 4, stakes=BLINDS, modifiers=["straddle"])
    assert [player.bet for player in straddled.live.state.players] == [1, 2, 4, 0]
    bomb = deal("texas-holdem", 4, stakes=BLINDS, modifiers=[{"modifier": "bomb-pot", "times": 3}])
    assert [player.committed for player in bomb.live.state.players] == [6, 6, 6, 6]
    assert "Before the flop: deal" in bomb.get()


def test_draw_poker_is_called_with_blinds_and_with_a_straddle(deal: Callable[..., Table]) -> None:
    table = deal("five-card-draw", 4, stakes=BLINDS, modifiers=["blinds"])
    assert [(player.committed, player.bet) for player in table.live.state.players] == [(1, 1), (2, 2), (0, 0), (0, 0)]
    table.enter("d dh p1 ??????????", "d dh p2 ??????????", "d dh p3 ??????????", "d dh p4 ??????????")
    assert "Cy opens" in table.get()
    straddled = deal("five-card-draw", 4, stakes=BLINDS, modifiers=["straddle", "blinds"])
    assert [player.bet for player in straddled.live.state.players] == [1, 2, 4, 0]


def test_draw_poker_with_blinds_is_played_for_antes_if_the_stakes_have_none(deal: Callable[..., Table]) -> None:
    table = deal("five-card-draw", 3, stakes=Stakes(ante=1), modifiers=["blinds"])
    assert [(player.committed, player.bet) for player in table.live.state.players] == [(1, 0)] * 3


def test_a_check_is_not_offered_with_bet_or_fold(deal: Callable[..., Table]) -> None:
    table = deal("texas-holdem", 3, stakes=Stakes(ante=1), modifiers=["bet-or-fold"])
    table.enter("d dh p1 ????", "d dh p2 ????", "d dh p3 ????")
    offered = buttons(table.get())
    assert "Bet 2" in offered
    assert not [name for name in offered if "heck" in name]
    table.post(action="p1 cbr 2")
    assert "All 2 call" in buttons(table.get())


def test_changing_a_wrongly_called_game_changes_its_antes_and_blinds(deal: Callable[..., Table]) -> None:
    table = deal("texas-holdem", 3, stakes=BLINDS)
    assert table.post("call/seven-card-stud", do="correct").status_code == 303
    state = table.live.state
    assert [(player.committed, player.bet) for player in state.players] == [(1, 0)] * 3
    assert table.post("call/texas-holdem", do="correct").status_code == 303
    assert [player.bet for player in table.live.state.players] == [1, 2, 0]


def test_the_call_page_offers_the_modifiers_of_a_game_with_blinds(client: FlaskClient) -> None:
    caller = Caller(client, 4)
    html = caller.get("/texas-holdem")
    for words in ("Straddle", "Bomb pot", "Bet or fold"):
        assert words in html
    # These stakes have no blinds.
    assert "Nobody straddles: the stakes have no blinds" not in html
    assert "Nobody straddles: the stakes have no blinds" in caller.get("/texas-holdem?modifier.straddle=1")
    assert "there are no blinds in this game" in caller.get("/seven-card-stud").lower()
