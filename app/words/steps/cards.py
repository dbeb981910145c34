"""Dealing, drawing, drafting and turning up cards, in words."""

from __future__ import annotations

from app.hand.steps.draw import Discards, MayDraw
from app.hand.steps.turn_up import AllTurnUp
from app.text import cards_word, count_word
from app.words.prompts import Phrase, question
from app.words.speaker import Speaker


@question(MayDraw)
def _(asked: MayDraw, speaker: Speaker) -> Phrase:
    spec = asked.spec
    name, cost = speaker.name(asked.seat), f" for {asked.amount} each" if asked.amount else ""
    if asked.paid:
        return Phrase("{street}: twist", f"{name} discards")
    if spec.stack:
        aloud = f"{name} may discard the top card for a new one"
    else:
        kind = "down card" if spec.from_down else "card"
        cards = f"up to {count_word(spec.most)} {kind}s" if spec.most > 1 else f"a {kind}"
        ace = f", {count_word(asked.ace_most)} with an ace showing" if asked.ace_most else ""
        if asked.least:
            few = f"{count_word(asked.least)} to " if asked.least < spec.most else ""
            cards = f"{few}{count_word(spec.most)} {kind}s" if spec.most > 1 else f"a {kind}"
        aloud = f"{name} {'replaces' if asked.least else 'may replace'} {cards}{ace}{cost}"
    return Phrase("{street}: draw", f"{name} draws{cost}{'' if asked.least else ', or stands pat'}", aloud)


@question(Discards)
def _(asked: Discards, speaker: Speaker) -> Phrase:
    spec, label, cards, price = asked.spec, "{street}: discard", cards_word(asked.count), asked.keep_price
    if spec.of_first:
        cards = f"{asked.count} of the first {spec.of_first} down cards"
    if asked.seat is not None:
        keeps = f"pays {price} to keep one" if price else "keeps one for nothing"
        kept = f", or {keeps}" if price is not None else ""
        return Phrase(label, f"{speaker.name(asked.seat)} discards {cards}{kept}")
    who = "Every team" if asked.teams else "Everyone"
    if spec.down_to is not None and not spec.of_first:
        some = f"all but {count_word(spec.down_to)} down card{'' if spec.down_to == 1 else 's'}"
        which = some if spec.down_to else "all down cards"
        return Phrase(label, f"Everyone discards {which}", f"{who} discards {which}")
    down = f"{count_word(asked.count)} down cards" if asked.count > 1 else "a down card"
    if spec.of_first:
        down = f"{count_word(asked.count)} of the first {count_word(spec.of_first)} down cards"
    down = f"{cards_word(asked.count)}, up or down" if spec.up_too else down
    keeps = f"pays {price} for each one kept" if price else "keeps any for nothing"
    kept = f", or {keeps}" if price is not None else ""
    return Phrase(label, f"Everyone discards {cards}", f"{who} discards {down}{kept}")


_WHO = {"pairs": "Every team", "buyers": "Everyone who paid for it", "others": "Everyone who has not paid"}


@question(AllTurnUp)
def _(asked: AllTurnUp, speaker: Speaker) -> Phrase:
    spec = asked.spec
    cards = f"{count_word(spec.count)} cards" if spec.count > 1 else "a card"
    if asked.seat is not None:
        who = f"everyone with {count_word(asked.holding)} cards or more" if asked.holding else "everyone"
        text = f"In turn, {speaker.name(asked.seat)} first: {who} turns up {spec.which or cards}"
        return Phrase("{street}: turn up", text, text)
    who = _WHO.get(asked.who, "Everyone")
    if asked.holding:
        who = f"Everyone with {count_word(asked.holding)} cards or more"
    if spec.stack:
        cards = "the top card" if spec.count == 1 else f"the top {cards}"
    text = f"{who} turns up {spec.which or cards}"
    return Phrase("{street}: turn up", text, text)
