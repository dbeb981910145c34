"""Rows of a finished hand: its ledger, its players' rows for statistics, its outcome."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.orm import Session

from app.cards.card import card_text, parse_card
from app.games.because import NO_REASON, Because
from app.games.rules.share.high import High
from app.hand.dealer import MISDEALT
from app.hand.event import WildChanged
from app.hand.settlement.contest import holding_of
from app.hand.state import State
from app.night.ledger import total
from app.night.log.corrections import gains
from app.night.log.replay import LiveHand
from app.night.log.sealing import has_secrets
from app.night.models import Hand, Ledger, Night, PlayerHand, Seat
from app.night.play.television import redraw_where_shown
from app.night.version import mark_table_changed
from app.statistics.best import best_number
from app.words.because import reason
from app.words.speaker import Speaker

#: In the outcome of a hand that cannot be played again.
UNREADABLE = "unreadable"
#: In the outcome of a hand of which nobody can tell what its players could expect.
NO_LUCK = "no luck"


def player_hands(live: LiveHand) -> list[dict[str, Any]]:
    """Return what each player had to do with a finished hand, as rows of :class:`PlayerHand` without night and hand.

    A misdeal has none: it counts nowhere.
    """
    state, result = live.state, live.state.result
    assert result is not None
    if result.why == MISDEALT:
        return []
    won, showdown = result.totals(), result.why is None
    of_all = {
        "game_id": live.hand.game_id,
        "pot": sum(won.values()) + result.carried,
        "wild": wild_changes(state),
    }
    return [
        {
            "player_id": live.hand.player_ids[seat],
            "seat": (seat + 1) % len(state.players),
            "put_in": put_in(live, seat),
            "won": won.get(seat, 0),
            "showdown": showdown and not player.folded,
            "best": best_shown(state, seat) if showdown else 0,
            **of_all,
        }
        for seat, player in enumerate(state.players)
    ]


def store_player_hands(session: Session, hand: Hand, rows: Sequence[Mapping[str, Any]]) -> None:
    """Store what players had to do with a hand in place of what is stored of it."""
    session.execute(delete(PlayerHand).where(PlayerHand.night_id == hand.night_id, PlayerHand.hand_id == hand.id))
    if rows:
        session.execute(insert(PlayerHand), [{"night_id": hand.night_id, "hand_id": hand.id, **row} for row in rows])


def wild_changes(state: State) -> int:
    """Return how many actions have changed what is wild.

    What is wild from the start is no change, and neither is that the next up-card will be.
    """
    changes = set()
    for announcement in state.announcements:
        if announcement.after and isinstance(announcement.event, WildChanged):
            news = announcement.event.news
            if news.names or news.clause or news.over or news.none_follows:
                changes.add(announcement.after)
    return len(changes)


def best_shown(state: State, seat: int) -> int:
    """Return the best high hand that a player has shown, as :mod:`app.statistics.best` counts them; 0 without any.

    A hand counts only for what its player has declared, and not where three cards are a hand.
    """
    best, player = 0, state.players[seat]
    if not player.shown or state.high_rules.three_card_hands:
        return best
    for share in state.game.shares:
        if isinstance(share, High) and player.declared in (None, "both", share.name):
            number = share.score(holding_of(state, seat, share))
            if number is not None:
                best = max(best, best_number(number, state.high_rules))
    return best


def put_in(live: LiveHand, seat: int) -> int | None:
    """Return the chips that a seat has put into a finished hand; None where they are not tracked."""
    before, player = live.hand.setup.stacks[seat], live.state.players[seat]
    if before is None or player.stack is None or live.state.result is None:
        return None
    return before + live.state.result.totals().get(seat, 0) - player.stack - player.missing


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
    hand.finished_at = ended
    hand.outcome = {**outcome_of(after), "secret": has_secrets(after)} if over else None
    store_player_hands(session, hand, player_hands(after) if over else ())
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
    if is_over(before):
        old = dict(zip(before.hand.player_ids, gains(before.state), strict=True))
    else:
        paid = select(Ledger.player_id, total()).where(Ledger.hand_id == before.hand.id).group_by(Ledger.player_id)
        old = dict(session.execute(paid).all())
    new = zip(after.hand.player_ids, gains(after.state), strict=True)
    changes = {player_id: chips - old.get(player_id, 0) for player_id, chips in new}
    return {player_id: chips for player_id, chips in changes.items() if chips}


def changed_pot(hand: Hand, after: LiveHand) -> int:
    """Return how many chips more are left in the pot by a hand as it is now than as it is stored."""
    left = after.state.result.carried - after.hand.setup.carried if after.state.result and is_over(after) else 0
    return left - (hand.outcome["carried"] - hand.setup["carried"] if hand.outcome is not None else 0)


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
    rows: list[dict[str, Any]] = []

    def add(seat: int, kind: str, amount: int, against: str = "pot") -> None:
        row = {"kind": kind, "account": account, "against": against, "amount": amount}
        rows.append({"player_id": hand.player_ids[seat], **row})

    for seat, player in enumerate(state.players):
        if committed := put_in(live, seat):
            add(seat, "put-in", -committed)
        if player.missing:
            add(seat, "count", -player.missing, against="count")
    for award in state.result.awards:
        add(award.seat, "award", award.amount)
    return rows


def outcome_of(live: LiveHand) -> dict[str, Any]:
    """Summarize a finished hand for lists: winners by seat with their chips, largest first, and chips carried on.

    ``why`` is the reason where no showdown decided, see :func:`why_words`; ``actions`` counts what its log holds. With
    them :func:`update_ledger` stores ``secret``, for exports: whether the log holds answers that stay unread.
    """
    result = live.state.result
    assert result is not None
    return {
        "winners": sorted(map(list, result.totals().items()), key=lambda winner: -winner[1]),
        "carried": result.carried,
        "why": _stored(result.why or NO_REASON),
        "actions": len(live.actions),
    }


def winners_of(names: Sequence[str], outcome: Mapping[str, Any]) -> tuple[tuple[str, int], ...]:
    """Return the winners of a stored outcome with their chips; ``names`` are those of the hand, by seat."""
    return tuple((names[seat], chips) for seat, chips in outcome["winners"])


def why_words(names: Sequence[str], outcome: Mapping[str, Any]) -> str:
    """Return why a hand needed no showdown, empty if it had one; words of an older version stay as they are."""
    why = outcome["why"]
    if not isinstance(why, dict):
        return str(why)
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in why.items()}
    values["cards"] = tuple(map(parse_card, why.get("cards", ())))
    return reason(Because(**values), Speaker(tuple(names)))


def is_void(outcome: Mapping[str, Any] | None) -> bool:
    """Return whether a stored outcome is that of a misdeal."""
    return outcome is not None and outcome["why"] == _stored(MISDEALT)


def _stored(why: Because) -> dict[str, Any] | str:
    """Return a reason as it is stored: what it holds by field; an empty text for none."""
    if why == NO_REASON:
        return ""
    values = {field.name: getattr(why, field.name) for field in fields(why)}
    given = {name: value for name, value in values.items() if value != getattr(NO_REASON, name)}
    return given | ({"cards": [card_text(card) for card in why.cards]} if why.cards else {})
