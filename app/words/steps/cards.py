"""Dealing, drawing, drafting and turning up cards, in words."""

from __future__ import annotations

from app.hand.steps.deal import CardsDown, NextCard
from app.hand.steps.draft import MoreToTheMiddle, TakesACard
from app.hand.steps.draw import Discards, MayDraw, MayTwist, NewCards
from app.hand.steps.physical import Does
from app.hand.steps.turn_up import AllTurnUp, TurnsCards, TurnsUp
from app.text import cards_word, count_word, sentence
from app.words.prompts import Phrase, question
from app.words.speaker import Speaker


@question(NextCard)
def _(asked: NextCard, speaker: Speaker) -> Phrase:
    name = speaker.name(asked.seat)
    if asked.way == "down":
        return Phrase("{street}: deal", f"{name}'s card face down")
    if asked.way == "up" and asked.down:
        return Phrase("{street}: deal", f"{sentence(count_word(asked.down))} down each, then {name}'s up-card")
    if asked.way == "up":
        return Phrase("{street}: deal", f"{name}'s up-card")
    choice = "the next card up, or turn one up and take it down"
    return Phrase("{street}: deal", f"{name}: {choice}", f"{name} first: {choice}")


@question(CardsDown)
def _(asked: CardsDown, speaker: Speaker) -> Phrase:
    return Phrase("{street}: deal", f"Deal {cards_word(asked.count)} face down to each player")


@question(MayTwist)
def _(asked: MayTwist, speaker: Speaker) -> Phrase:
    name = speaker.name(asked.seat)
    return Phrase(
        "{street}: twist", f"{name}: a new card for {asked.price}?", f"{name} may take a new card for {asked.price}"
    )


@question(MayDraw)
def _(asked: MayDraw, speaker: Speaker) -> Phrase:
    name = speaker.name(asked.seat)
    if asked.paid:
        return Phrase("{street}: twist", f"{name} discards")
    if asked.stack:
        aloud = f"{name} may discard the top card for a new one"
    else:
        kind = "down card" if asked.from_down else "card"
        cards = f"up to {count_word(asked.most)} {kind}s" if asked.most > 1 else f"a {kind}"
        ace = f", {count_word(asked.ace_most)} with an ace showing" if asked.ace_most else ""
        aloud = f"{name} may replace {cards}{ace}"
    return Phrase("{street}: draw", f"{name} draws, or stands pat", aloud)


@question(NewCards)
def _(asked: NewCards, speaker: Speaker) -> Phrase:
    label = "{street}: twist" if asked.twist else "{street}: draw"
    name = speaker.name(asked.seat)
    if asked.down:
        return Phrase(label, f"Deal {name} {cards_word(asked.down)} face down")
    return Phrase(label, f"{name}'s new up-card")


@question(Discards)
def _(asked: Discards, speaker: Speaker) -> Phrase:
    label, cards = "{street}: discard", cards_word(asked.count)
    if asked.of_first:
        cards += f" of the first {asked.of_first} down"
    if asked.seat is not None:
        kept = f", or pays {asked.keep_price} to keep one" if asked.keep_price is not None else ""
        return Phrase(label, f"{speaker.name(asked.seat)} discards {cards}{kept}")
    who = "Every pair" if asked.teams else "Everyone"
    if asked.down_to is not None and not asked.of_first:
        some = f"all but {count_word(asked.down_to)} down card{'' if asked.down_to == 1 else 's'}"
        which = some if asked.down_to else "all down cards"
        return Phrase(label, f"Everyone discards {which}", f"{who} discards {which}")
    down = f"{count_word(asked.count)} down cards" if asked.count > 1 else "a down card"
    if asked.of_first:
        down = f"{count_word(asked.count)} of the first {count_word(asked.of_first)} down cards"
    kept = f", or pays {asked.keep_price} for each one kept" if asked.keep_price is not None else ""
    return Phrase(label, f"Everyone discards {cards}", f"{who} discards {down}{kept}")


@question(MoreToTheMiddle)
def _(asked: MoreToTheMiddle, speaker: Speaker) -> Phrase:
    cards = f"{asked.count} more cards" if asked.count > 1 else "One more card"
    return Phrase("{street}: draft", f"{cards} to the middle")


@question(TakesACard)
def _(asked: TakesACard, speaker: Speaker) -> Phrase:
    name = speaker.name(asked.seat)
    why = ["worst hand showing"] if asked.place == "first" else []
    if asked.tied:
        why += ["tied", "lower by suit" if asked.tied == "by suit" else "first to the dealer's left"]
    reason = f": {', '.join(why)}" if why else ""
    return Phrase("{street}: draft", f"{name} takes a card", f"{name} takes the {asked.place} card{reason}")


_WHO = {"pairs": "Every pair", "buyers": "Everyone who paid for it", "others": "Everyone who has not paid"}


@question(TurnsUp)
def _(asked: TurnsUp, speaker: Speaker) -> Phrase:
    name, verb = speaker.name(asked.seat), "may turn" if asked.optional else "turns"
    return Phrase("{street}: turn up", f"{name} {verb} up a card", f"{name} may turn up {_cards(asked.count)}")


@question(AllTurnUp)
def _(asked: AllTurnUp, speaker: Speaker) -> Phrase:
    cards = _cards(asked.count)
    if asked.seat is not None:
        who = f"Each with {count_word(asked.holding)} cards or more" if asked.holding else "Each"
        text = f"{who} in turn turns up {asked.which or cards}, {speaker.name(asked.seat)} first"
        return Phrase("{street}: turn up", text, text)
    who = _WHO.get(asked.who, "Everyone")
    if asked.holding:
        who = f"Everyone with {count_word(asked.holding)} cards or more"
    if asked.stack:
        cards = "the top card" if asked.count == 1 else f"the top {cards}"
    text = f"{who} turns up {asked.which or cards}"
    return Phrase("{street}: turn up", text, text)


def _cards(count: int) -> str:
    return f"{count_word(count)} cards" if count > 1 else "a card"


@question(TurnsCards)
def _(asked: TurnsCards, speaker: Speaker) -> Phrase:
    text = f"{speaker.name(asked.seat)} turns up a card"
    if asked.to_beat is None:
        return Phrase("{street}: turn up", text, text)
    where = " in the middle" if asked.to_beat.in_middle else ""
    to_beat = f"{speaker.hand(asked.to_beat.hand)}{where}"
    return Phrase("{street}: turn up", text, f"{speaker.name(asked.seat)} turns cards to beat {to_beat}")


@question(Does)
def _(asked: Does, speaker: Speaker) -> Phrase:
    return Phrase("{street}", asked.what, asked.what)
