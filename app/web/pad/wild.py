"""Naming the wild cards where the table says what is wild."""

from __future__ import annotations

from app.cards.card import RANKS, Card, card_text, is_joker, make_card, parse_card
from app.games.rules.wild.as_named import wild_nouns
from app.games.values import wild_words
from app.hand.action import NAME_WILD, Action
from app.hand.notation import write_action
from app.web.pad.parts import Asked, Button, Naming, Pad
from app.web.table.keys import SUIT_ROWS, key_of


def wild_pad(asked: Asked, naming: Naming) -> Pad:
    """Return the ranks to name, for everyone or one player who is in, and the suits of the rank tapped last.

    What is tapped again is taken out.
    """
    state, seat = asked.state, naming.seat if naming.seat in asked.state.live else None
    picked = list(wild_words(naming.cards))

    def button(words: str, tokens: list[str], *, pressed: bool, card: Card | None = None) -> Button:
        parts = () if card is None else (key_of(card),)
        return Button(words, rule=str(Naming(seat, "".join(tokens))), pressed=pressed, parts=parts)

    choices = []
    for letter in reversed(RANKS):
        if letter not in state.game.deck.strip:
            others = _without(picked, letter)
            pressed = len(others) < len(picked)
            words = "10" if letter == "T" else letter
            choices.append(button(words, others if pressed else [*picked, letter], pressed=pressed))
    if jokers := sorted(card_text(card) for card in state.game.deck.cards() if is_joker(card)):
        others = [token for token in picked if not _joker(token)]
        pressed = len(others) < len(picked)
        choices.append(button("Jokers", others if pressed else [*picked, *jokers], pressed=pressed))
    if picked and not _joker(picked[-1]):
        letter = picked[-1][0]
        others = _without(picked, letter)
        own = [token for token in picked if token not in others and len(token) == 2]
        for card in (make_card(RANKS.index(letter), suit) for suit in SUIT_ROWS):
            text = card_text(card)
            suited = [token for token in own if token != text] if text in own else [*own, text]
            choices.append(button(key_of(card).name, [*others, *suited], pressed=text in own, card=card))
    choices.append(Button("Nothing", write_action(Action(NAME_WILD, to=seat, word="none"))))
    if picked:
        text = "".join(picked)
        enter = write_action(Action(NAME_WILD, to=seat, word=text))
        choices.append(Button(f"Wild: {asked.speaker.nouns(wild_nouns(text))}", enter, tone="go"))
    whose = [Button("Everyone", rule=str(Naming()), pressed=seat is None)]
    whose += [Button(state.name(other), rule=str(Naming(other)), pressed=other == seat) for other in state.live]
    back = Button("Back", arm="" if asked.prompt.seat is None else str(asked.prompt.seat))
    return Pad(
        "wild",
        "Wild: as the table says",
        "What is wild?" if seat is None else f"What is wild for {state.name(seat)}?",
        modes=(*whose, back),
        choices=tuple(choices),
        ruling=str(Naming(seat, "".join(picked))),
    )


def _without(picked: list[str], letter: str) -> list[str]:
    """Return what is picked without a rank and its single cards."""
    return [token for token in picked if token[0] != letter or _joker(token)]


def _joker(token: str) -> bool:
    return len(token) == 2 and is_joker(parse_card(token))
