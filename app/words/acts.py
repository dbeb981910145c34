"""Acts: what is done to people, stakes and money, as the night's log has it and as screens announce it.

``coins`` writes an amount of money that is given in the smallest coin; without it amounts are plain numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import singledispatch

from app.evening.acts import (
    Act,
    Button,
    Buy,
    ComeBack,
    Corrected,
    Count,
    Expense,
    Give,
    Join,
    Leave,
    NewHouse,
    NewStakes,
    Paid,
    Pay,
    PlayFor,
    Rearrange,
    Settle,
    SitOut,
    SplitPot,
    Tally,
    Undo,
)
from app.text import counted, listing

Coins = Callable[[int], str]


@singledispatch
def act_line(act: Act, coins: Coins = str) -> str:
    """Return an act as a line of the night's log, without a full stop: ``Gus sits down with 100``."""
    raise NotImplementedError(act.kind)


@singledispatch
def act_coming(act: Act, coins: Coins = str) -> str:
    """Return an act that is still to come, as briefly as a television says it: ``Gus joins``."""
    return act_line(act, coins)


def coming_words(acts: Iterable[Act], stakes: str = "") -> str:
    """Return what comes with the next hand: ``Gus joins, ante 2``; empty if nothing does.

    ``stakes`` are those of now, in words: of new stakes only what differs is said.
    """
    clauses = [changed_stakes(act, stakes) if isinstance(act, NewStakes) else act_coming(act) for act in acts]
    return ", ".join(clauses)


def changed_stakes(act: NewStakes, stakes: str) -> str:
    """Return what is new in some stakes, or all of them where something is left out."""
    before, after = stakes.split(", "), act.words.split(", ")
    new = [part for part in after if part not in before]
    return ", ".join(new) if new and len(after) >= len(before) else act.words


@act_line.register
def _(act: Join, coins: Coins = str) -> str:
    return f"{act.name} sits down" + (f" with {act.chips}" if act.chips else "")


@act_coming.register
def _(act: Join, coins: Coins = str) -> str:
    return f"{act.name} joins"


@act_line.register
def _(act: Buy, coins: Coins = str) -> str:
    return f"{act.name} buys {act.chips}"


@act_line.register
def _(act: Give, coins: Coins = str) -> str:
    return f"{act.name} {'lends' if act.owed else 'gives'} {act.receiver} {act.chips}"


@act_line.register
def _(act: SitOut, coins: Coins = str) -> str:
    return f"{act.name} sits out"


@act_line.register
def _(act: ComeBack, coins: Coins = str) -> str:
    return f"{act.name} is back"


@act_line.register
def _(act: Leave, coins: Coins = str) -> str:
    return f"{act.name} leaves"


@act_line.register
def _(act: Rearrange, coins: Coins = str) -> str:
    return f"The seats, clockwise: {', '.join(act.names)}" if act.names else "The seats change"


@act_coming.register
def _(act: Rearrange, coins: Coins = str) -> str:
    return "new seats"


@act_line.register
def _(act: Button, coins: Coins = str) -> str:
    return f"{act.name} gets the dealer’s button"


@act_coming.register
def _(act: Button, coins: Coins = str) -> str:
    return f"{act.name} deals"


@act_line.register
def _(act: NewStakes, coins: Coins = str) -> str:
    return f"The stakes are {act.words}"


@act_coming.register
def _(act: NewStakes, coins: Coins = str) -> str:
    return act.words


@act_line.register
def _(act: NewHouse, coins: Coins = str) -> str:
    return f"House rules: {len(act.house) or 'none'} other than usual"


@act_coming.register
def _(act: NewHouse, coins: Coins = str) -> str:
    return "new house rules"


@act_line.register
def _(act: PlayFor, coins: Coins = str) -> str:
    return f"A chip is worth {coins(act.worth)}" if act.currency else "The table plays for chips alone"


@act_line.register
def _(act: Count, coins: Coins = str) -> str:
    return f"{act.name} has {act.chips} by count" + (f": {act.why}" if act.why else "")


@act_line.register
def _(act: Expense, coins: Coins = str) -> str:
    shared = f", shared by {listing(act.sharers)}" if act.sharers else ""
    return f"{act.name} pays {coins(act.amount)}" + (f" for {act.what}" if act.what else "") + shared


@act_line.register
def _(act: Pay, coins: Coins = str) -> str:
    if act.amount < 0:
        return f"{act.name} takes {coins(-act.amount)} from the box"
    return f"{act.name} pays {coins(act.amount)} into the box"


@act_line.register
def _(act: SplitPot, coins: Coins = str) -> str:
    return f"The {counted(act.chips, 'chip')} left in the pot {'is' if act.chips == 1 else 'are'} shared out"


@act_line.register
def _(act: Tally, coins: Coins = str) -> str:
    return f"{counted(len(act.seats), 'stack')} counted: as Upcard has them"


@act_line.register
def _(act: Settle, coins: Coins = str) -> str:
    if not act.through:
        return "The night is settled"
    return f"The night is settled through {act.name or 'the box'}"


@act_line.register
def _(act: Paid, coins: Coins = str) -> str:
    return f"{act.debtor or 'The box'} pays {act.creditor or 'the box'} {coins(act.amount)}"


@act_line.register
def _(act: Corrected, coins: Coins = str) -> str:
    return f"Hand {act.number} corrected: {moved_chips(dict(zip(act.names, act.chips, strict=True)))}"


def moved_chips(chips: Mapping[str, int]) -> str:
    """Return which chips move: ``20 from Bob to Cy``; who gets them, or has to give them back, if there are several."""
    everywhere = {**chips, "the pot": -sum(chips.values())}
    given = [(name, -amount) for name, amount in everywhere.items() if amount < 0]
    got = [(name, amount) for name, amount in everywhere.items() if amount > 0]
    if not given:
        return "no chips move"
    if len(given) == len(got) == 1:
        return f"{got[0][1]} from {given[0][0]} to {got[0][0]}"
    return ", ".join([f"{amount} back from {name}" for name, amount in given] + [f"{n} to {name}" for name, n in got])


@act_line.register
def _(act: Undo, coins: Coins = str) -> str:
    return f"Taken back: {act.words}"
