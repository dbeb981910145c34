"""The stored results of a finished hand: its ledger rows, its players' rows for statistics, its outcome."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.orm import Session

from app.cards.card import card_text, parse_card
from app.games.reasons import NO_REASON, Reason
from app.games.rules.share.high import High, ranked
from app.games.rules.wild import WildNews
from app.hand.dealer import MISDEALT
from app.hand.result import Result
from app.hand.settlement.contest import holding_of
from app.hand.state import RunTwice, State
from app.hand.view import names_unshown
from app.night.ledger import total
from app.night.log.corrections import gains
from app.night.log.replay import LiveHand
from app.night.log.sealing import has_secrets
from app.night.models import Hand, Ledger, Night, PlayerHand, Seat
from app.night.play.television import refresh_televisions
from app.night.version import mark_table_changed
from app.ranking.words import best_number
from app.words.reasons import reason_text, reasons_text
from app.words.speaker import Speaker
from app.words.table import pot_label

#: Marks the outcome of a hand that cannot be replayed.
UNREADABLE = "unreadable"
#: Marks the outcome of a hand whose players' equity cannot be known.
NO_LUCK = "no luck"


def player_hands(live: LiveHand) -> list[dict[str, Any]]:
    """Return each player's part in a finished hand, as rows of :class:`PlayerHand` without night and hand.

    A misdeal has none: it counts nowhere.
    """
    state, result = live.state, live.state.result
    assert result is not None
    if result.why == MISDEALT:
        return []
    won, showdown = result.totals(), result.why is None
    of_all = {"game_id": live.hand.game_id, "pot": sum(won.values()) + result.carried, "wild": wild_changes(state)}
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
    """Replace the stored players' rows of a hand."""
    session.execute(delete(PlayerHand).where(PlayerHand.night_id == hand.night_id, PlayerHand.hand_id == hand.id))
    if rows:
        session.execute(insert(PlayerHand), [{"night_id": hand.night_id, "hand_id": hand.id, **row} for row in rows])


def wild_changes(state: State) -> int:
    """Return how many actions have changed what is wild.

    Initial wild cards are not a change, nor is the announcement that the next up-card will be wild.
    """
    changes = set()
    for announcement in state.announcements:
        news = announcement.event
        tells = isinstance(news, WildNews) and (news.names or news.clause or news.over or news.none_follows)
        if announcement.after and tells:
            changes.add(announcement.after)
    return len(changes)


def best_shown(state: State, seat: int) -> int:
    """Return the best high hand that a player has shown, in the numbers of :mod:`app.ranking.words`; 0 for none.

    A hand counts only for what its player has declared, and three-card hands do not count. Of a hand that was run
    twice, the better board counts.
    """
    best, player, first = 0, state.players[seat], state.recall(RunTwice).first
    if not player.shown or state.setup.high_rules.three_card_hands:
        return best
    for share in state.game.shares:
        if isinstance(share, High) and player.declared in (None, "both", share.name):
            for board in (state, first):
                number = None if board is None else share.score(holding_of(board, seat, share))
                if number is not None:
                    best = max(best, best_number(ranked(number), state.setup.high_rules))
    return best


def put_in(live: LiveHand, seat: int) -> int | None:
    """Return the chips that a seat put into a finished hand; None if they are not tracked."""
    before, player = live.hand.setup.stacks[seat], live.state.players[seat]
    if before is None or player.stack is None or live.state.result is None:
        return None
    return before + live.state.result.totals().get(seat, 0) - player.stack - player.missing


def update_ledger(session: Session, before: LiveHand, after: LiveHand, at: datetime) -> None:
    """Update the ledger for a hand that has ended, or whose end has changed, in the current transaction.

    A hand with a misfit may have been settled although it does not count as over. A hand that was over, and still is
    with another result, keeps its time, and stays on or off the table.
    """
    hand, over = session.get_one(Hand, after.hand.id), is_over(after)
    session.execute(delete(Ledger).where(Ledger.hand_id == hand.id))
    # Chips that earlier hands left in the pot are not this hand's: add only the difference it makes.
    night: dict[str, Any] = {"carried": Night.carried + changed_pot(hand, after)}
    ended = (hand.finished_at or at) if over else None
    if over:
        rows = hand_rows(after)
        common = {"night_id": hand.night_id, "hand_id": hand.id, "at": ended}
        if rows:
            session.execute(insert(Ledger), [{**common, **row} for row in rows])
    elif before.over or before.misfit:
        # Undoing the end of a hand returns to that hand, and to its dealer.
        night["dealer_place"] = place_of_dealer(session, after.hand.seat_ids)
    session.execute(update(Night).where(Night.id == hand.night_id).values(night))
    hand.cleared = hand.cleared and over
    hand.finished_at = ended
    hand.outcome = {**outcome_of(after), "secret": has_secrets(after) or names_unshown(after.states)} if over else None
    store_player_hands(session, hand, player_hands(after) if over else ())
    session.flush()
    mark_table_changed(session, hand.night_id)
    if before.over:
        refresh_televisions(session, [hand.id])


def is_over(live: LiveHand) -> bool:
    """Return whether a hand has ended and can be replayed completely."""
    return live.over and live.misfit is None


def changed_chips(session: Session, before: LiveHand, after: LiveHand) -> dict[int, int]:
    """Return by player id the chips that a change to a finished hand gives players, or takes if below 0.

    For a hand that can no longer be replayed, the chips before the change are those in the ledger.
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
    """Return how many more chips a hand leaves in the pot now than by its stored outcome."""
    left = after.state.result.carried - after.hand.setup.carried if after.state.result and is_over(after) else 0
    return left - (hand.outcome["carried"] - hand.setup["carried"] if hand.outcome is not None else 0)


def place_of_dealer(session: Session, seat_ids: Sequence[int]) -> int:
    """Return the current place of a hand's dealer, who has its last seat."""
    return session.get_one(Seat, seat_ids[-1]).place


def hand_rows(live: LiveHand) -> list[dict[str, Any]]:
    """List the chips each player put into the pot and was awarded from it; any left there carry to the next hand.

    If chips are not tracked, the chips put in are unknown, and awards are not part of anybody's stack.
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
    """Summarize a finished hand for lists: winners by seat with their chips, largest first, and chips carried over.

    ``why`` is the reason if there was no showdown, see :func:`why_text`; ``actions`` counts the actions in its log.
    ``awards`` have the pot, share, hand and reasons of each award, see :func:`award_text`; ``pots`` has the number of
    pots, and of those on the first of two boards. :func:`update_ledger` adds ``secret`` for exports: whether the log
    holds answers that stay unread.
    """
    result = live.state.result
    assert result is not None
    return {
        "winners": sorted(map(list, result.totals().items()), key=lambda winner: -winner[1]),
        "carried": result.carried,
        "why": _stored_reason(result.why or NO_REASON),
        "actions": len(live.actions),
        **stored_awards(result),
    }


def stored_awards(result: Result) -> dict[str, Any]:
    """Return the part of an outcome that :func:`award_text` reads."""
    awards = [
        [award.seat, award.amount, award.pot, award.share, str(award.hand or ""), list(map(_stored_reason, award.why))]
        for award in result.awards
    ]
    return {"pots": [len(result.pots), result.first_board], "awards": awards}


def winners_of(names: Sequence[str], outcome: Mapping[str, Any]) -> tuple[tuple[str, int], ...]:
    """Return the winners of a stored outcome with their chips; ``names`` are the hand's, by seat."""
    return tuple((names[seat], chips) for seat, chips in outcome["winners"])


def why_text(names: Sequence[str], outcome: Mapping[str, Any]) -> str:
    """Return why a hand needed no showdown, empty if it had one; words from an older version are kept."""
    why = outcome["why"]
    if not isinstance(why, dict):
        return str(why)
    return reason_text(_read_reason(why), Speaker(tuple(names)))


def award_text(
    names: Sequence[str], players: Sequence[int], outcome: Mapping[str, Any]
) -> dict[tuple[int, int], list[str]]:
    """Return why chips were awarded in a stored outcome, by player id and amount, in the order of the awards."""
    words, speaker = defaultdict[tuple[int, int], list[str]](list), Speaker(tuple(names))
    pots, first_board = outcome["pots"]
    for seat, amount, number, share, hand, why in outcome["awards"]:
        pot = f"side pot {number}" if number else "main pot"
        if first_board:
            pot = pot_label(number, pots, first_board).lower()
        parts = pot, share, hand, reasons_text(tuple(map(_read_reason, why)), speaker)
        words[players[seat], amount].append(", ".join(filter(None, parts)))
    return words


def _read_reason(why: Mapping[str, Any]) -> Reason:
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in why.items()}
    values["cards"] = tuple(map(parse_card, why.get("cards", ())))
    return Reason(**values)


def is_void(outcome: Mapping[str, Any] | None) -> bool:
    """Return whether a stored outcome is a misdeal."""
    return outcome is not None and outcome["why"] == _stored_reason(MISDEALT)


def _stored_reason(why: Reason) -> dict[str, Any] | str:
    """Return a reason in its stored form: its non-default fields; an empty text for no reason."""
    if why == NO_REASON:
        return ""
    values = {field.name: getattr(why, field.name) for field in fields(why)}
    given = {name: value for name, value in values.items() if value != getattr(NO_REASON, name)}
    return given | ({"cards": [card_text(card) for card in why.cards]} if why.cards else {})
