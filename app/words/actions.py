"""Actions in words, for the log: ``Bob raises to 8``, ``Ann: king of spades``."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.cards.card import UNSEEN, Card, card_name, rank_plural
from app.games.layout import spoken_place
from app.games.rules.wild.as_named import wild_nouns
from app.hand.action import Action
from app.hand.betting.rounds import round_under_way, to_call
from app.hand.notation import action_of, write_action
from app.hand.play import prompt
from app.hand.state import State
from app.text import sentence
from app.words.speaker import Speaker, Wordlist

#: A function that describes an action, given the state before it.
Says = Callable[[State, Action], str]

#: Actions by verb, the dealer's first; players' actions without their names.
ACTIONS = Wordlist[Says]("verb")
ACTIONS |= {
    "dh": lambda state, action: f"{state.name(action.target)}: {_cards(action.cards)}",
    "db": lambda _, action: f"{sentence(spoken_place(action.word)) or 'Middle'}: {_cards(action.cards)}",
    "ok": lambda _, action: "Done",
    "redeal": lambda _, action: "Redealt",
    "leave": lambda _, action: "The pot is left for the next hand",
    "misdeal": lambda _, action: "Misdeal",
    "split": lambda state, action: f"Agreed split: {_parts(state, action)}",
    "out": lambda _, action: "The deck is out",
    "twice": lambda _, action: "Run it twice",
    "stack": lambda state, action: f"{state.name(action.target)} has {action.amount} left",
    "bets": lambda state, action: (
        "Betting round" + (f", opened by {state.name(action.to)}" if action.to is not None else "")
    ),
    "wild": lambda state, action: _named_wild(state, action),
    "ranks": lambda state, action: f"Dealer rules on the {action.word}: {_order(state, action)}",
    "pb": lambda _, action: "brings in",
    "cbr": lambda state, action: _bet(state, action),
    "cc": lambda state, action: _call(state, action),
    "f": lambda _, action: "folds",
    "allin": lambda _, action: f"is all in for {action.amount}",
    "up": lambda _, action: f"turns up {_into(action)}",
    "moves": lambda _, action: f"moves {_into(action)}",
    "swaps": lambda _, action: f"swaps {_cards(action.cards[:1])} and {_cards(action.cards[1:])}",
    "sd": lambda _, action: f"discards {_cards(action.cards)}" if action.cards else "stands pat",
    "pay": lambda state, action: f"pays {action.amount}" if action.amount else _answer(state, action, "takes it"),
    "gets": lambda _, action: f"gets {action.amount} from the pot",
    "no": lambda state, action: _answer(state, action, "declines"),
    "bid": lambda _, action: f"bids {action.amount}",
    "names": lambda _, action: f"names {rank_plural(action.rank or 0)}",
    "gives": lambda state, action: f"gives it to {state.name(action.target)}",
    "takes": lambda _, action: f"takes {_cards(action.cards)}",
    "picks": lambda state, action: f"picks {state.name(action.target)}",
    "declare": lambda _, action: f"declares {action.word}",
    "sets": lambda _, action: f"sets aside {_cards(action.cards)}",
    "sm": lambda _, action: f"shows {_cards(action.cards)}" if action.cards else "mucks",
}


def describe(state: State, action: Action | str) -> str:
    """Return an action in words, given the state before it; its line of text if it cannot be described."""
    if isinstance(action, str):
        parsed = action_of(action)
        return action if parsed is None else describe(state, parsed)
    if any(seat not in state.setup.seats for seat in action.seats):
        return write_action(action)
    who = "" if action.seat is None else f"{state.name(action.seat)} "
    text = f"{who}{ACTIONS[action.verb](state, action)}"
    return f"{text} (as ruled)" if action.ruling else text


def _named_wild(state: State, action: Action) -> str:
    nouns = wild_nouns(action.word)
    whose = "" if action.to is None else f" for {state.name(action.to)}"
    return f"Wild{whose}: {Speaker(state.setup.names).nouns(nouns) if nouns else 'nothing'}"


def _call(state: State, action: Action) -> str:
    owed = to_call(state, action.player) if round_under_way(state) else 0
    return f"calls {owed}" if owed else "checks"


def _bet(state: State, action: Action) -> str:
    memory = round_under_way(state)
    if memory is not None and memory.completes:
        return f"completes to {action.amount}"
    return f"{'raises to' if memory is not None and memory.level > 0 else 'bets'} {action.amount}"


#: The verbs for answers without chips, by the manner of the ask; the other manners are verbs themselves.
_ANSWERS = {
    "no thanks": "declines",
    "pass": "passes",
    "take for nothing": "takes it",
    "trades for nothing": "trades",
    "keeps for nothing": "keeps one",
}


def _answer(state: State, action: Action, unasked: str) -> str:
    asked = (ask.manner for ask in prompt(state).asks if (ask.action.verb, ask.seat) == (action.verb, action.seat))
    manner = next(asked, unasked)
    return _ANSWERS.get(manner, manner)


def _into(action: Action) -> str:
    return f"{_cards(action.cards)} to the {action.word} hand" if action.word else _cards(action.cards)


def _order(state: State, action: Action) -> str:
    places = (" and ".join(map(state.name, sorted(tied))) for tied in action.order)
    return ", then ".join(places) or "nobody"


def _parts(state: State, action: Action) -> str:
    return ", ".join(f"{chips} to {state.name(seat)}" for seat, chips in action.parts)


def _cards(cards: Sequence[Card]) -> str:
    unseen = sum(card == UNSEEN for card in cards)
    named = [card_name(card).lower() for card in cards if card != UNSEEN]
    if unseen:
        named.insert(0, "a down card" if unseen == 1 else f"{unseen} down cards")
    return ", ".join(named)
