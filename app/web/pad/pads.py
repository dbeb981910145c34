"""The pad for a prompt, with the answers of the armed seat.

It depends on the kind of question, never on the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from app.cards.card import RANKS, UNSEEN, Card, card_text, is_joker, make_card, parse_card
from app.dataclass import replace
from app.games.rules.wild.as_named import wild_nouns
from app.games.values import wild_text
from app.hand.action import NAME_WILD, Action
from app.hand.ask import Ask, Prompt, TakesOrder, TakesWild
from app.hand.notation import write_action
from app.hand.state import State
from app.web.pad.betting import all_decline, all_out, answer_buttons, bets_pad, out_of_order_pad
from app.web.pad.cards import ask_for_cards, cards_pad, goes_unseen, pick_pad, stray_pad, unseen_pad, with_strays
from app.web.pad.parts import (
    EARLY,
    EXPOSED_CARD,
    EXTRA_CARD,
    OUT_OF_ORDER,
    Button,
    Focus,
    Pad,
    PadContext,
    WildNaming,
    button_of,
    focus_text,
    ranges_of,
    run_text,
)
from app.web.pad.showdown import early_pad, show_pad, split_pad, with_early
from app.web.table.keys import SUIT_ROWS, key_of
from app.words.asks import ask_label

#: If any player has more answers than this, the pad asks one player at a time.
MAX_SIDE_BY_SIDE = 4


def pad_of(state: State, prompt: Prompt, focus: Focus, leaving: Collection[int] = ()) -> Pad:
    """Return the pad for a prompt in the dealer's focus; players at the ``leaving`` seats fold when asked."""
    context = PadContext(state, prompt, focus, leaving)
    if prompt.kind == "over":
        return context.pad("over", prompt.seat)
    if focus.split:
        return split_pad(state, focus.split)
    if focus.naming:
        return wild_pad(context, focus.naming)
    if focus.mode in (EXTRA_CARD, EXPOSED_CARD) and (pad := stray_pad(context)):
        return pad
    if focus.mode == EARLY and (pad := early_pad(context)):
        return pad
    if focus.mode == OUT_OF_ORDER:
        return out_of_order_pad(context)
    match prompt.kind:
        case "card" | "roll":
            return with_strays(context, with_early(context, card_pad(context)))
        case "dealt" | "done" if prompt.run or prompt.kind == "dealt":
            run = prompt.run or tuple(ask.action for ask in prompt.asks)
            done = Button(prompt.kind.capitalize(), run_text(run))
            return with_strays(context, context.pad("choices", prompt.seat, choices=(done,)))
        case "bet":
            return bets_pad(context)
        case "declare":
            return declare_pad(context)
        case "show" if any(isinstance(ask.takes, TakesWild) for ask in prompt.asks):
            return wild_pad(context, WildNaming())
        case "show":
            return show_pad(context) or offer_pad(context)
        case _:
            return offer_pad(context)


def card_pad(context: PadContext) -> Pad:
    """Return the keys for the armed seat's next card, or one button for all players if their cards stay unseen."""
    seat = context.armed
    asks = context.asks_of(seat)
    at = ask_for_cards(asks, context.focus)
    if at is None:
        return unseen_pad(context) or answers_pad(context, seat, asks)
    pad = cards_pad(context, seat, asks, at)
    return replace(pad, modes=(*pad.modes, *all_decline(context.state)))


def declare_pad(context: PadContext) -> Pad:
    """Return the players' declarations: on one screen if they declare together."""
    players = context.state.players
    groups = tuple(context.group_of(seat, players[seat].declared is not None) for seat in context.seats)
    seat = context.prompt.seat if len(groups) == 1 else None
    return context.pad("declare", seat, text=context.waiting, modes=all_out(context.state), groups=groups)


def offer_pad(context: PadContext) -> Pad:
    """Return the answers to an offer, a question or a draw."""
    prompt, seats = context.prompt, context.seats
    if len(seats) > 1 and not any(ask.takes or set(ask.action.cards) - {UNSEEN} for ask in prompt.asks):
        answers = Counter(ask.seat for ask in prompt.asks if ask.seat is not None)
        if max(answers.values()) > MAX_SIDE_BY_SIDE:
            return _one_by_one(context)
        common = (*(button_of(ask, context.speaker) for ask in context.asks_of(None)), *all_decline(context.state))
        own = [(context.name(ask.seat), button_of(ask, context.speaker)) for ask in prompt.asks if ask.seat is not None]
        if all(button.label.startswith(f"{name} ") for name, button in own):
            return context.pad("choices", text=context.waiting, choices=(*(button for _, button in own), *common))
        groups = tuple(map(context.group_of, seats))
        return context.pad("declare", text=context.waiting, groups=groups, choices=common)
    seat = context.armed
    asks = context.asks_of(seat, None)
    if ranges := ranges_of(asks, context.speaker):
        several = len(seats) > 1 and seat is not None
        return context.pad(
            "bet",
            seat,
            label=context.waiting if several else context.label,
            text=context.name(seat) if several and seat is not None else context.waiting,
            modes=all_decline(context.state),
            choices=answer_buttons(asks, context.speaker),
            ranges=ranges,
            armable=context.others(seat),
        )
    at = ask_for_cards(asks, context.focus)
    # Unseen cards are the usual answer; to name cards, the dealer chooses that way first.
    unnamed = any(map(goes_unseen, asks)) and not asks[min(context.focus.mode, len(asks) - 1)].cards
    return answers_pad(context, seat, asks) if at is None or unnamed else pick_pad(context, asks, at)


def answers_pad(context: PadContext, seat: int | None, asks: Sequence[Ask]) -> Pad:
    """Return a button for each answer of one seat."""
    buttons = tuple(
        Button(ask_label(ask, context.speaker), arm=focus_text(seat, at))
        if ask.takes
        else button_of(ask, context.speaker)
        for at, ask in enumerate(asks)
        if not isinstance(ask.takes, TakesOrder)
    )
    modes, others = all_decline(context.state), context.others(seat)
    return context.pad("choices", seat, text=_question_to(context, seat), modes=modes, choices=buttons, armable=others)


def _one_by_one(context: PadContext) -> Pad:
    """Return the answers of the armed player alone, when several players with many answers are asked at once."""
    seat = context.armed
    pad = answers_pad(context, seat, context.asks_of(seat, None))
    return pad if seat is None else replace(pad, label=context.text, text=context.name(seat))


def _question_to(context: PadContext, seat: int | None) -> str:
    """Return the question, with the armed player's name if it does not name a player."""
    named = context.prompt.question.seat
    if seat is None or named == seat:
        return context.text
    if named is not None:
        return f"{context.name(seat)}, out of order"
    return f"{context.name(seat)}: {context.text[:1].lower()}{context.text[1:]}"


def wild_pad(context: PadContext, naming: WildNaming) -> Pad:
    """Return the ranks that can be named as wild, for everyone or one live player, and the suits of the latest.

    A second tap removes a rank or suit.
    """
    state, seat = context.state, naming.seat if naming.seat in context.state.live else None
    picked = list(wild_text(naming.cards))

    def button(words: str, tokens: list[str], *, pressed: bool, card: Card | None = None) -> Button:
        parts = () if card is None else (key_of(card),)
        return Button(words, rule=str(WildNaming(seat, "".join(tokens))), pressed=pressed, parts=parts)

    choices = []
    for letter in reversed(RANKS):
        if letter not in state.game.deck.strip:
            others = _without_rank(picked, letter)
            pressed = len(others) < len(picked)
            words = "10" if letter == "T" else letter
            choices.append(button(words, others if pressed else [*picked, letter], pressed=pressed))
    if jokers := sorted(card_text(card) for card in state.game.deck.cards() if is_joker(card)):
        others = [token for token in picked if not _joker(token)]
        pressed = len(others) < len(picked)
        choices.append(button("Jokers", others if pressed else [*picked, *jokers], pressed=pressed))
    if picked and not _joker(picked[-1]):
        letter = picked[-1][0]
        others = _without_rank(picked, letter)
        own = [token for token in picked if token not in others and len(token) == 2]
        for card in (make_card(RANKS.index(letter), suit) for suit in SUIT_ROWS):
            text = card_text(card)
            suited = [token for token in own if token != text] if text in own else [*own, text]
            choices.append(button(key_of(card).name, [*others, *suited], pressed=text in own, card=card))
    choices.append(Button("Nothing", write_action(Action(NAME_WILD, to=seat, word="none"))))
    if picked:
        text = "".join(picked)
        enter = write_action(Action(NAME_WILD, to=seat, word=text))
        choices.append(Button(f"Wild: {context.speaker.nouns(wild_nouns(text))}", enter, tone="go"))
    whose = [Button("Everyone", rule=str(WildNaming()), pressed=seat is None)]
    whose += [Button(state.name(other), rule=str(WildNaming(other)), pressed=other == seat) for other in state.live]
    back = Button("Back", arm="" if context.prompt.seat is None else str(context.prompt.seat))
    return Pad(
        "wild",
        "Wild: as the table says",
        "What is wild?" if seat is None else f"What is wild for {state.name(seat)}?",
        modes=(*whose, back),
        choices=tuple(choices),
        ruling=str(WildNaming(seat, "".join(picked))),
    )


def _without_rank(picked: list[str], letter: str) -> list[str]:
    return [token for token in picked if token[0] != letter or _joker(token)]


def _joker(token: str) -> bool:
    return len(token) == 2 and is_joker(parse_card(token))
