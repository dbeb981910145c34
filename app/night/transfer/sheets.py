"""A night as spreadsheet tables: its hands, its ledger and its results, each a CSV file.

The files start with a byte order mark, without which spreadsheets do not recognize UTF-8. A text that a spreadsheet
would take for a formula gets a leading apostrophe.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from sqlalchemy import select

from app.money.amounts import plain_amount
from app.night.db import db
from app.night.history.hands import award_reasons
from app.night.history.past_nights import Closing
from app.night.ledger import carried_debts, ledger_reason
from app.night.models import Act, Hand, Ledger, Night, Player
from app.night.play.settle import why_text, winners_of

#: Characters that start a formula in a spreadsheet.
FORMULA = ("=", "+", "-", "@", "\t", "\r")

Cell = str | int | datetime | None


def night_sheets(night: Night) -> dict[str, str]:
    """Return the files of a night by name."""
    return {"hands.csv": _hands(night), "ledger.csv": _ledger(night), "results.csv": _results(night)}


def zipped(files: dict[str, str]) -> bytes:
    """Return the files in one zip archive."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text.encode("utf-8-sig"), zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _hands(night: Night) -> str:
    query = select(Hand).where(Hand.night_id == night.id, Hand.finished_at.is_not(None)).order_by(Hand.number)
    rows = []
    for hand in db.session.scalars(query):
        names, outcome = hand.setup["names"], hand.outcome or {}
        winners = winners_of(names, outcome)
        won = ", ".join(f"{name} {chips}" for name, chips in winners), sum(chips for _, chips in winners)
        dealt = (hand.number, hand.game_name, hand.started_at, hand.finished_at, names[-1], ", ".join(names))
        rows.append((*dealt, *won, outcome["carried"], why_text(names, outcome)))
    heads = "hand", "game", "dealt at", "ended at", "dealer", "players", "winners", "chips won", "left in pot", "why"
    return _sheet(heads, rows)


def _ledger(night: Night) -> str:
    names = {player.id: player.name for player in db.session.scalars(select(Player))}
    query = select(Ledger, Hand, Act, Act.by).outerjoin(Hand, Hand.id == Ledger.hand_id)
    query = query.outerjoin(Act, Act.id == Ledger.act_id).where(Ledger.night_id == night.id).order_by(Ledger.id)
    debts = carried_debts(db.session(), night.id)
    awards: dict[int, dict[tuple[int, int], list[str]]] = {}
    rows: list[Sequence[Cell]] = []
    for row, hand, act, by in db.session.execute(query).all():
        number = None
        if row.hand_id is None:
            why = ledger_reason(row, act, debts)
        else:
            number = hand.number
            if hand.id not in awards:
                awards[hand.id] = award_reasons(hand)
            why = row.why or _of_hand(row, f"hand {number}, {hand.game_name}", awards[hand.id])
        in_chips = row.account != "purse"
        coins = row.amount * night.worth if in_chips else row.amount
        against = names[row.against_id] if row.against_id is not None else row.against
        chips = row.amount if in_chips else None
        name = names[row.player_id]
        rows.append((row.at, name, row.kind, row.account, against, chips, _money(coins, night), why, number, by))
    heads = "at", "person", "kind", "account", "against", "chips", _in_money(night), "why", "hand", "entered by"
    return _sheet(heads, rows)


def _of_hand(row: Ledger, hand: str, awards: Mapping[tuple[int, int], list[str]]) -> str:
    """Return why chips moved in a hand's ledger row."""
    words = awards.get((row.player_id, row.amount))
    if row.kind == "award" and words:
        return f"{hand}: {words.pop(0)}"
    if row.kind == "count":
        return f"{hand}: had {abs(row.amount)} {'more' if row.amount > 0 else 'fewer'} than counted"
    return hand


def _results(night: Night) -> str:
    closing, rows = Closing(night), list[Sequence[Cell]]()
    for result in closing.results:
        balance = result.balance
        won, spent, due = (_money(coins, night) for coins in (balance.won, balance.expenses, balance.money))
        chips: tuple[Cell, ...] = balance.out, balance.net
        if not closing.totals.known:
            chips, won, due = (None, None), "", ""
        rows.append((balance.name, balance.bought, *chips, won, spent, due, result.hands))
    money_name = _in_money(night)
    in_money = f"{money_name} won", f"{money_name} for expenses", f"{money_name} due"
    return _sheet(("person", "chips in", "chips out", "chips won", *in_money, "hands won"), rows)


def _in_money(night: Night) -> str:
    return night.currency or "money"


def _money(coins: int, night: Night) -> str:
    return plain_amount(coins, night.currency) if night.currency else ""


def _sheet(heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(heads)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return file.getvalue()


def _cell(value: Cell) -> str | int:
    if isinstance(value, datetime):
        return f"{value.astimezone():%Y-%m-%d %H:%M:%S}"
    return value if isinstance(value, int) else defused(value or "")


def defused(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula; amounts of money are unchanged."""
    if text.startswith(FORMULA) and not text.removeprefix("-").replace(".", "").isdecimal():
        return f"'{text}"
    return text
