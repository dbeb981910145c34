"""Actions in words, for the log: ``Bob raises to 8``, ``Ann: king of spades``."""

from __future__ import annotations

from collections.abc import Callable

from app.cards.card import RANKS, UNSEEN, card_name, parse_cards, rank_plural
from app.hand.action import Action, parse_action, parse_seat
from app.hand.betting.rounds import Round, to_call
from app.hand.state import State


def describe(state: State, action: Action | str) -> str:
    """What an action says, in the state before it; the plain line where it cannot be put in words."""
    try:
        act = parse_action(action) if isinstance(action, str) else action
        text = _dealer(state, act) if act.seat is None else _player(state, act, act.seat)
    except (ValueError, IndexError):
        return str(action)
    return f"{text} (as ruled)" if act.ruling else text


def _dealer(state: State, action: Action) -> str:
    words = action.words
    if action.verb == "dh":
        return f"{state.name(parse_seat(words[0]))}: {_cards(words[1:])}"
    if action.verb == "ranks":
        order = [" and ".join(state.name(parse_seat(one)) for one in word.split("=")) for word in words[1:]]
        return f"Dealer rules the {words[0]}: {', then '.join(order) or 'nobody'}"
    if action.verb == "db":
        return f"Middle: {_cards(words)}"
    return {"ok": "Done", "redeal": "Thrown in and dealt again", "misdeal": "Misdeal"}[action.verb]


def _player(state: State, action: Action, seat: int) -> str:
    name, words = state.name(seat), action.words
    first = words[0] if words else ""
    if action.verb == "cc":
        owed = to_call(state, seat) if isinstance(state.frame.memory, Round) else 0
        return f"{name} calls {owed}" if owed else f"{name} checks"
    if action.verb == "cbr":
        memory = state.frame.memory
        raised = isinstance(memory, Round) and memory.level > 0
        completes = isinstance(memory, Round) and (memory.completing or memory.bring_in)
        return f"{name} {'completes to' if completes else 'raises to' if raised else 'bets'} {first}"
    if action.verb == "sm":
        return f"{name} shows {_cards(words)}" if words else f"{name} mucks"
    if action.verb == "sd":
        return f"{name} discards {_cards(words)}" if words else f"{name} stands pat"
    if action.verb in _OF_CARDS:
        return f"{name} {_OF_CARDS[action.verb](state, words)}"
    said = {
        "pb": "brings in",
        "f": "folds",
        "no": "declines",
        "pay": f"pays {first}",
        "allin": f"is all in for {first}",
        "declare": f"declares {first}",
        "bid": f"bids {first}",
    }.get(action.verb)
    return f"{name} {said or ' '.join((action.verb, *words))}"


def _into(words: tuple[str, ...]) -> str:
    """The hand that a card goes to: ``5 of hearts to the high hand``."""
    return f"{_cards(words[:1])} to the {words[2]} hand" if len(words) > 2 else _cards(words[:1])


#: What a player does with cards, ranks and other players.
_OF_CARDS: dict[str, Callable[[State, tuple[str, ...]], str]] = {
    "up": lambda _, words: f"turns up {_into(words)}",
    "moves": lambda _, words: f"moves {_into(words)}",
    "swaps": lambda _, words: f"swaps {_cards(words[:1])} and {_cards(words[1:])}",
    "sets": lambda _, words: f"sets apart {_cards(words)}",
    "takes": lambda _, words: f"takes {_cards(words)}",
    "gives": lambda state, words: f"gives it to {state.name(parse_seat(words[0]))}",
    "picks": lambda state, words: f"picks {state.name(parse_seat(words[0]))}",
    "names": lambda _, words: f"names {rank_plural(RANKS.index(words[0]))}",
}


def _cards(words: tuple[str, ...]) -> str:
    cards = parse_cards("".join(words))
    unseen = sum(card == UNSEEN for card in cards)
    named = [card_name(card).lower() for card in cards if card != UNSEEN]
    if unseen:
        named.insert(0, "a down card" if unseen == 1 else f"{unseen} down cards")
    return ", ".join(named)
