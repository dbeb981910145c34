"""The ledger and the facts of a hand that has ended."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.orm import Session

from app.games.because import Because
from app.games.rules.share.high import High
from app.hand.dealer import MISDEALT
from app.hand.event import WildChanged
from app.hand.result import Award
from app.hand.settlement.contest import holding_of
from app.hand.state import State
from app.night.log.replay import LiveHand
from app.night.models import Hand, Ledger, Night, Seat
from app.night.play.television import redraw_where_shown
from app.night.version import mark_table_changed
from app.ranking import HIGH_CATEGORIES, unpack_high
from app.words.because import reason, reasons
from app.words.speaker import Speaker

#: What the facts of a hand are; facts with another number were worked out otherwise, and are worked out anew.
VERSION = 1

#: The facts of a hand that cannot be played again.
UNREADABLE = {"facts": {"version": VERSION, "unreadable": True}, "shown": []}

#: One more than there are ranks: a rank that is not there counts as 0.
_RANKS = 14
_MOST_RANKS = 5
_MOST_REPEATED = 8


def facts_of(live: LiveHand) -> dict[str, Any]:
    """Return the facts of a finished hand, and the names of the hands ``shown`` in it, as they are stored.

    ``void``: it was a misdeal, and counts nowhere. ``pot`` are the chips that were played for, with those of the hand
    before, and ``pots`` how many parts they lay in. ``wild`` says how many actions have changed what is wild. There are
    four numbers of each of the ``players``, one after the other, since they are read for thousands of hands at once:
    chips put in, None where chips are not tracked; chips won; 1 if they saw a showdown; the rank of the best high hand
    that they have shown.
    """
    state = live.state
    result = state.result
    assert result is not None
    void, showdown, won = result.why == MISDEALT, result.why is None, result.totals()
    players, shown = list[int | None](), list[str]()
    for seat, player in enumerate(state.players):
        rank, name = best_shown(state, seat) if showdown else (0, "")
        players += [put_in(live, seat), won.get(seat, 0), int(showdown and not player.folded), rank]
        shown.append(name)
    facts = {
        "version": VERSION,
        "void": void,
        "pot": 0 if void else sum(won.values()) + result.carried,
        "pots": len(result.pots),
        "wild": wild_changes(state),
        "players": players,
    }
    return {"facts": facts, "shown": shown}


def is_current(facts: dict[str, Any] | None) -> bool:
    """Return whether stored facts are of this version."""
    return facts is not None and facts["version"] == VERSION


def wild_changes(state: State) -> int:
    """Return how many actions have changed what is wild.

    What is wild from the start is no change, and neither is that the next up-card will be.
    """
    changes = set()
    for said in state.announcements:
        if said.after and isinstance(said.event, WildChanged):
            news = said.event.news
            if news.names or news.clause or news.over or news.none_follows:
                changes.add(said.after)
    return len(changes)


def best_shown(state: State, seat: int) -> tuple[int, str]:
    """Return the rank and the name of the best high hand that a player has shown; 0 and no name without any.

    A hand counts only for what its player has declared. Ranks compare over all games and house rules: by the usual
    order of the categories, then by the cards.
    """
    best, player = (0, ""), state.players[seat]
    if not player.shown:
        return best
    for share in state.game.shares:
        if isinstance(share, High) and player.declared in (None, "both", share.name):
            holding = holding_of(state, seat, share.name)
            if share.score(holding) is not None:
                shown = share.show(holding)
                best = max(best, (_rank(shown.number, state), shown.name))
    return best


def _rank(number: int, state: State) -> int:
    parts = unpack_high(number, state.high_rules)
    rank = HIGH_CATEGORIES.index(parts.category) * _MOST_REPEATED + parts.repeated
    ranks = (parts.primary + parts.kickers)[:_MOST_RANKS]
    for at in range(_MOST_RANKS):
        rank = rank * _RANKS + (ranks[at] + 1 if at < len(ranks) else 0)
    return rank


def put_in(live: LiveHand, seat: int) -> int | None:
    """Return the chips that a seat has put into a finished hand; None where they are not tracked."""
    before, player = live.hand.setup.stacks[seat], live.state.players[seat]
    if before is None or player.stack is None or live.state.result is None:
        return None
    return before + live.state.result.totals().get(seat, 0) - player.stack - player.missing


#: The reason that is stored of a hand called void: the same in every stored night, however it is worded on a screen.
_STORED_MISDEAL = "misdeal"


def update_ledger(session: Session, before: LiveHand, after: LiveHand, at: datetime) -> None:
    """Bring the ledger in line with a hand that has changed, in the current transaction.

    A hand that goes on needs no query. With a misfit, ``before`` may have been settled although it is not over. A hand
    that was over and is over otherwise keeps its time, and its place on the table or off it.
    """
    if not (after.over or before.over or before.misfit):
        return
    hand, over = session.get_one(Hand, after.hand.id), is_over(after)
    session.execute(delete(Ledger).where(Ledger.hand_id == hand.id))
    # What earlier hands have left in the pot is not this hand's: only what it changes is added.
    night: dict[str, Any] = {"carried": Night.carried + changed_pot(hand, after)}
    ended = (hand.finished_at or at) if over else None
    if over:
        rows = hand_rows(after)
        common = {"night_id": hand.night_id, "hand_id": hand.id, "at": ended}
        if rows:
            session.execute(insert(Ledger), [{**common, **row} for row in rows])
    elif before.over or before.misfit:
        # Undoing the end of a hand leads back to that hand, and to its dealer.
        night["dealer_place"] = place_of_dealer(session, after.hand.seat_ids)
    session.execute(update(Night).where(Night.id == hand.night_id).values(night))
    hand.cleared = hand.cleared and over
    hand.finished_at, hand.outcome = ended, outcome_of(after) if over else None
    session.flush()
    mark_table_changed(session, hand.night_id)
    if before.over:
        redraw_where_shown(session, [hand.id])


def is_over(live: LiveHand) -> bool:
    """Return whether a hand has ended, and all of it can be replayed."""
    return live.over and live.misfit is None


def changed_chips(session: Session, before: LiveHand, after: LiveHand) -> dict[int, int]:
    """Return by player id the chips that a change to a finished hand brings them, or takes from them if below 0.

    A hand that can no longer be replayed has brought everybody what the ledger says.
    """
    old = _gains(before) if is_over(before) else _paid(session, before.hand.id)
    new = _gains(after)
    changes = {player_id: new.get(player_id, 0) - old.get(player_id, 0) for player_id in after.hand.player_ids}
    return {player_id: chips for player_id, chips in changes.items() if chips}


def changed_pot(hand: Hand, after: LiveHand) -> int:
    """Return how many chips more are left in the pot by a hand as it is now than as it is stored."""
    left = after.state.result.carried - after.hand.setup.carried if after.state.result and is_over(after) else 0
    return left - (hand.outcome["carried"] - hand.setup["carried"] if hand.outcome is not None else 0)


def _gains(live: LiveHand) -> dict[int, int]:
    """Return by player id what a settled hand has brought each player, or cost."""
    won = live.state.result.totals() if live.state.result else {}
    gains = {}
    for seat, player_id in enumerate(live.hand.player_ids):
        had, player = live.hand.setup.stacks[seat], live.state.players[seat]
        if had is not None and player.stack is not None:
            gains[player_id] = player.stack - had
        else:
            gains[player_id] = won.get(seat, 0) - player.committed
    return gains


def _paid(session: Session, hand_id: int) -> dict[int, int]:
    query = select(Ledger.player_id, func.sum(Ledger.amount)).where(Ledger.hand_id == hand_id)
    return {player_id: int(chips) for player_id, chips in session.execute(query.group_by(Ledger.player_id))}


def place_of_dealer(session: Session, seat_ids: Sequence[int]) -> int:
    """Return the place where the dealer of a hand sits now; the last seat of a hand deals it."""
    return session.get_one(Seat, seat_ids[-1]).place


def hand_rows(live: LiveHand) -> list[dict[str, Any]]:
    """List what each player put into the pot and was awarded from it; what is left there is carried to the next hand.

    What they put in is unknown if chips are not tracked: then the awards are no part of anybody's stack.
    """
    state, hand = live.state, live.hand
    assert state.result is not None
    account = "won" if None in hand.setup.stacks else "chips"
    game = f"hand {hand.number}, {hand.game_name}"
    speaker = Speaker(hand.setup.names)
    rows: list[dict[str, Any]] = []
    for seat, player in enumerate(state.players):
        if committed := put_in(live, seat):
            rows.append(_row(hand.player_ids[seat], "put-in", account, -committed, game))
        if player.missing:
            less = "more" if player.missing < 0 else "less"
            why = f"{game}: had {abs(player.missing)} {less} than counted"
            rows.append(_row(hand.player_ids[seat], "count", account, -player.missing, why, against="count"))
    for award in state.result.awards:
        why = f"{game}: {_award_words(award, speaker)}"
        rows.append(_row(hand.player_ids[award.seat], "award", account, award.amount, why))
    return rows


def _row(player_id: int, kind: str, account: str, amount: int, why: str, against: str = "pot") -> dict[str, Any]:
    return {
        "player_id": player_id,
        "kind": kind,
        "account": account,
        "against": against,
        "amount": amount,
        "why": why,
    }


def _award_words(award: Award, speaker: Speaker) -> str:
    pot = f"side pot {award.pot}" if award.pot else "main pot"
    return ", ".join(part for part in (pot, award.share, str(award.hand or ""), reasons(award.why, speaker)) if part)


def was_misdealt(hand: Hand) -> bool:
    """Return whether a finished hand was called void, by its stored outcome."""
    return (hand.outcome or {}).get("why") == _STORED_MISDEAL


def outcome_of(live: LiveHand) -> dict[str, Any]:
    """Summarize a hand for lists: winners with their chips, largest first; with the facts for statistics."""
    state: State = live.state
    assert state.result is not None
    winners = sorted(state.result.totals().items(), key=lambda item: -item[1])
    return {
        "winners": [[state.name(seat), amount] for seat, amount in winners],
        "carried": state.result.carried,
        "why": _stored_reason(state.result.why, Speaker(state.setup.names)),
        "actions": len(live.actions),
        **facts_of(live),
    }


def _stored_reason(why: Because | None, speaker: Speaker) -> str:
    if why == MISDEALT:
        return _STORED_MISDEAL
    return reason(why, speaker) if why is not None else ""
