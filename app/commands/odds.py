"""The odds at one moment of a record, as printed by ``upcard odds``, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.games.definition import Game
from app.hand.notation import seat_text
from app.hand.state import State
from app.odds.estimate import odds
from app.odds.figures import Estimate, Figure, NoOdds, Odds, Sum, View
from app.odds.study import Study
from app.odds.views import Known, looked_back, opened, shown
from app.record.check import states_of
from app.record.hand import Record, RecordError
from app.text import counted, sentence
from app.words.odds import ASSUMPTIONS, VIEWS, no_odds_text, percent, percent_with_error
from app.words.speaker import Speaker
from app.words.table import pot_label


def odds_at(record: Record, at: int | None, view: View, deals: int, seed: int) -> tuple[State, Odds | NoOdds]:
    """Return a record's hand after action ``at``, or at its end, and its odds in a view.

    Raises :class:`~app.record.hand.RecordError` for a hand that cannot be dealt, a refused action, and a record with
    fewer actions.
    """
    if at is not None and at > len(record.moves):
        raise record.error("actions", f"there are {len(record.moves)}, and none is number {at}")
    states, refused = states_of(record, None if view == "looked back" else at)
    if refused:
        raise RecordError(refused)
    at = len(states) - 1 if at is None else at
    known = _known(states, at, view)
    return states[at], known if isinstance(known, NoOdds) else odds(known, deals=deals, seed=seed)


def _known(states: Sequence[State], at: int, view: View) -> Known | NoOdds:
    if view == "looked back":
        return looked_back(states, at)
    return opened(states[at]) if view == "open" else shown(states[at])


def odds_json(state: State, answer: Odds | NoOdds) -> dict[str, Any]:
    """Return the object for ``upcard odds --json``: figures from 0 to 1, each with its standard error."""
    speaker = Speaker(state.setup.names)
    head: dict[str, Any] = {"game": state.game.id, "actions": state.count}
    if isinstance(answer, NoOdds):
        return {**head, "odds": None, "why": no_odds_text(answer, speaker)}
    figures = {
        "view": answer.view,
        "deals": answer.deals,
        "exact": answer.exact,
        "assumptions": [{"id": each, "text": ASSUMPTIONS[each]} for each in answer.assumptions],
        "players": _seats(answer.seats),
        "pots": [
            {
                "amount": pot.amount,
                "stays": _estimate(pot.stays),
                "players": _seats(pot.seats),
                "shares": [
                    {"name": share.name, "unclaimed": _estimate(share.unclaimed), "players": _seats(share.seats)}
                    for share in pot.shares
                ],
            }
            for pot in answer.pots
        ],
    }
    return {**head, "odds": figures, "why": ""}


def _seats(seats: Mapping[int, Figure]) -> dict[str, Any]:
    return {
        seat_text(seat): {
            "win": _estimate(figure.win),
            "tie": _estimate(figure.tie),
            "share": _estimate(figure.share),
        }
        for seat, figure in seats.items()
    }


def _estimate(estimate: Estimate) -> dict[str, float]:
    return {"value": round(estimate.value, 6), "error": round(estimate.error, 6)}


def odds_text(state: State, answer: Odds | NoOdds) -> str:
    """Return the odds for a dealer to read: a line per player, by pot and by share if there are several."""
    speaker = Speaker(state.setup.names)
    title = f"{state.game.name}, {counted(state.count, 'action')}"
    if isinstance(answer, NoOdds):
        return f"{title}\nNo odds: {no_odds_text(answer, speaker)}"
    lines = [f"{title}, {VIEWS[answer.view]}", *_table(answer.seats, speaker, "wins all")]
    shares = [share.name for share in answer.pots[0].shares]
    for number, pot in enumerate(answer.pots):
        label = pot_label(number, len(answer.pots)) if len(answer.pots) > 1 else "The pot"
        if len(answer.pots) > 1:
            lines += [f"{label}, {pot.amount}", *_table(pot.seats, speaker, "wins all")]
        if len(shares) > 1:
            for share in pot.shares:
                nobody = f", nobody {percent(share.unclaimed)}" if share.unclaimed.value else ""
                lines += [f"{label}: {share.name}{nobody}", *_table(share.seats, speaker, "wins alone")]
        if pot.stays.value:
            lines.append(f"{label}: {percent(pot.stays)} stays for the next hand")
    lines += map(ASSUMPTIONS.__getitem__, answer.assumptions)
    dealt = _deals(answer.deals)
    lines.append(f"Exact: {dealt} can come." if answer.exact else f"{sentence(dealt)}; ± is one standard error.")
    return "\n".join(lines)


def _deals(count: int) -> str:
    return f"{count:,} deal{'s' * (count != 1)}"


def _table(seats: Mapping[int, Figure], speaker: Speaker, wins: str) -> Iterator[str]:
    width = max(len(speaker.name(seat)) for seat in seats)
    for seat, figure in seats.items():
        share = percent_with_error(figure.share)
        yield (
            f"  {seat_text(seat):>3} {speaker.name(seat):<{width}}  {share:>11}"
            f"   {wins} {percent(figure.win):>6}, a part {percent(figure.tie):>6}"
        )


def study_json(game: Game, found: Study | NoOdds) -> dict[str, Any]:
    """Return the object for ``upcard study --json``; counts are hands."""
    if isinstance(found, NoOdds):
        return {"game": game.id, "study": None, "why": no_odds_text(found, Speaker(()))}
    figures = {
        "players": found.players,
        "deals": found.deals,
        "assumptions": [{"id": each, "text": ASSUMPTIONS[each]} for each in found.assumptions],
        "shares": [{"name": name, "kinds": dict(kinds)} for name, kinds in found.shares.items()],
        "nothing_wild": found.nothing_wild,
        "best_showing": found.best_showing,
        "stopped": found.stopped,
    }
    return {"game": game.id, "study": figures, "why": ""}


def study_text(game: Game, found: Study | NoOdds) -> str:
    """Return the winning hands of a game, a line per kind: how often it wins, and how often that or better does."""
    if isinstance(found, NoOdds):
        return f"{game.name}: nobody can tell what wins. {no_odds_text(found, Speaker(()))}"
    lines = [f"{game.name}, {counted(found.players, 'player')}, {_deals(found.deals)}"]
    for name, kinds in found.shares.items():
        total, better = sum(kinds.values()), 0
        lines.append(f"{sentence(name)} is won by")
        for kind, count in kinds.items():
            better += count
            or_better = "" if kind == "nobody" else f"   that or better {percent(_frequency(better, total)):>6}"
            lines.append(f"  {kind:<18} {_percent(count, total):>12}{or_better}")
    frequencies = {
        "nothing is wild at the end": found.nothing_wild,
        "the best hand by the up-cards wins": found.best_showing,
        "there is no showdown": found.stopped or None,
    }
    lines += [f"{_percent(times, found.deals)}: {what}" for what, times in frequencies.items() if times is not None]
    return "\n".join([*lines, *map(ASSUMPTIONS.__getitem__, found.assumptions)])


def _percent(count: int, total: int) -> str:
    return percent_with_error(_frequency(count, total))


def _frequency(count: int, total: int) -> Estimate:
    """Return a frequency with its standard error."""
    return Sum(count, count).estimate(total, exact=False) if total else Estimate(0)
