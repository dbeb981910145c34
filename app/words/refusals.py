"""Refusals in words: a clause that gives the rule or the fact behind each."""

from __future__ import annotations

from app.hand.ask import Refusal
from app.words.prompts import prompt_text
from app.words.reasons import filled
from app.words.speaker import Speaker, Wordlist
from app.words.table import place_text

#: Clauses by kind, filled in like reasons.
REFUSALS = Wordlist[str]("refusal")
REFUSALS |= {
    "unreadable": "{word}",
    "hand is over": "the hand is over",
    "no such seat": "there is no p{count} at this table",
    "turn to bet": "it is {name}'s turn{to_call}",
    "turn": "it is {name}'s turn to {word}",
    "has folded": "{name} has folded",
    "has mucked": "{name} has mucked",
    "is not in": "{name} is not in",
    # cards
    "one card by name": "one card at a time, by name",
    "comes face up": "it comes face up: name the card",
    "not in this deck": "the {card} is not in this deck",
    "card named twice": "the {card} is named twice",
    "a card named twice": "a card is named twice",
    "no such down card": "{name} has no such down card",
    "no down card left": "{name} has no down card left",
    "no such card": "{name} has no such card",
    "no more unseen cards": "{name} has no more unseen cards: name the card",
    "shown cards must be named": "cards that are shown must all be named",
    "shown face down": "a hand that stays face down is mucked: name no card",
    "wrong number of cards shown": "{name} holds {card_count}, {amount_is} named",
    "cards that lay open are missing": (
        "{cards} {were} face up in front of {name}, who has thrown {only_count} away since"
    ),
    "known card is missing": "{name} holds the {card}, which is not among these cards",
    "card lay open elsewhere": "the {card} was face up in front of {name}, so nobody else can have it",
    "all shown already": "{name}'s cards have all been shown",
    "does not hold these cards": "{name} does not hold these cards",
    # chips
    "behind": "{name} has {amount} behind",
    "wrong price": "{word} costs {most}, not {amount}",
    "bring-in is a full bet": "the bring-in of {amount} is a full bet already",
    "everyone else is all in": "everyone else is all in: there is nobody to raise",
    "nobody can call more": "nobody else has the chips to call more than this",
    "betting is capped": "the betting is capped at a bet and {raises}",
    "short all-in does not reopen": "a short all-in does not reopen the betting",
    "all in already": "{name} is already all in",
    "must bring in": "{name} must bring in {amount} or complete it",
    "must bet or fold": "{name} must bet or fold",
    "must open": "{name} opens, and must bet",
    "no bring-in now": "there is no bring-in to be paid now",
    "has the bring-in": "{name} has the bring-in",
    "must go above": "a bet or raise must go above {amount}",
    "smallest chip": "the smallest chip is {amount}",
    "stack is tracked": "{name}'s stack is tracked: a bet or call for the whole stack is all in",
    "some chips": "how many chips? At least one",
    "not so much in the pot": "{name} plays for {most} in the pot, not {amount}",
    "cannot open": "{name} cannot bet any more, so somebody else opens",
    "no wild cards to name": "in this game the rules say what is wild, not the table",
    "named as wild already": "those cards are wild already",
    "all in for more": "{name} has already bet {amount}: all in must be for more",
    # dealing
    "no first cards": "nobody can play without the first cards: redeal, or call a misdeal",
    "no card to the middle now": "no card goes to the middle now",
    "no such place": "no card is turned up in {word} now",
    "one card to a place": "one card goes to a place",
    "one common card": "only one common card is dealt",
    "run twice already": "it is already being run twice",
    "can still bet": "you can run it twice only when the betting is over, and {names} can still bet",
    "more than common cards": "only common cards off the deck are dealt twice, and other cards may still come",
    "deck too short for two boards": "the deck has too few cards left for two boards",
    "no muck on the first board": "{name} plays for the second board too, and has to show",
    "common card instead": "the deck is short: one common card is dealt to the middle",
    "folded and dealt no more": "{name} has folded and gets no more cards",
    "hand lies with partner": "{names} holds {name}'s cards",
    "no card due on this street": "no card is due to {name} on this street",
    "no card due now": "no card is due to {name} now",
    "had every card of this street": "{name} has had every card of this street",
    "owed fewer cards": "{name} is owed {card_count}, not {amount}",
    "too many cards": "{name} gets {count} more on this street, not {amount}",
    "too many to the middle": "{count} more to the middle, not {amount}",
    "no more to the middle": "no more cards go to the middle",
    "takes it up or turns one up": "{name} takes the next card up, or first turns one up",
    "next one comes down": "{name} has turned a card up: the next one comes down",
    "no card to turn up": "{name} has no card to turn up now",
    "turned one up already": "{name} has turned a card up already",
    "has to pay": "{name} has to pay",
    "only a card dealt last": "{name} turns up one of the {count} cards dealt last",
    "has to turn a card up": "{name} has to turn a card up",
    "still to be dealt": "{name} is still to be dealt a card",
    "nobody is dealt a card now": "nobody is due a card now",
    # drawing and discarding
    "nothing to discard": "{name} has nothing to discard now",
    "wrong number of discards": "{name} discards {count}, not {amount}",
    "only down cards are discarded": "only down cards are discarded",
    "not of the rank": "only {ranks} that nobody has seen are thrown away now",
    "only the first down cards": "only the first {count} down cards may go",
    "no card can be kept for chips": "you cannot pay to keep a card in this game",
    "nothing to pay for": "there is nothing to pay for now",
    "pay for the new card first": "pay {amount} for the new card first",
    "which card goes": "which card goes? The new one is paid for",
    "too many replaced": "at most {count} may be replaced, not {amount}",
    "too few replaced": "at least {count} must be replaced, not {amount}",
    "discards are turned up now": "all have drawn: {name} turns up the discards",
    "keeps no ace": "{name} keeps no ace: at most {count} may be replaced, not {amount}",
    "only down cards are replaced": "only down cards may be replaced",
    # declaring, auctions, drafts, partners
    "folded and declares nothing": "{name} has folded and declares nothing",
    "declared aloud already": "{name} has declared aloud already",
    "can declare": "{name} can declare {any_word}",
    "cannot match the pot": "{name} cannot match the {amount} in the pot",
    "winner names the rank": "the auction is over: {name} names the wild rank",
    "only the winner names the rank": "the winner of the auction names the wild rank",
    "not a rank of this deck": "that is not a rank of this deck",
    "first a card to the middle": "a card must be turned up in the middle first",
    "one card to the middle by name": "one card is turned up in the middle, by name",
    "auction is over": "the auction is over",
    "only the winner keeps or gives": "the winner of the auction keeps the card or gives it away",
    "the card is": "the card is the {card}",
    "goes to another player still in": "the card goes to another player who is still in",
    "does not bid": "{name} does not bid in this auction",
    "bid must be above": "a bid must be above {amount}",
    "can bid at most": "{name} can bid at most {amount}",
    "first one card for each to the middle": "one card for each player must be turned up in the middle first",
    "has to take a card": "{name} has to take a card",
    "throws a card first": "{name} first throws a card away",
    "takes a card in the middle": "{name} takes one of the cards in the middle",
    "picks somebody without a partner": "a partner must be in the hand and have no partner yet",
    # offers that a card brings
    "first takes or declines the card": "first {name} takes or declines the extra card",
    "offer is for another": "the offer is for {name} to answer",
    "this is for another": "this is for {name} to answer",
    "extra card is to be dealt": "{name}'s extra card is to be dealt",
    "extra card is for another": "the extra card is {name}'s",
    "extra card is one card": "the extra card is one card",
    # several hands
    "which card to which hand": "say which card goes to which hand: {words}",
    "hand takes no more cards": "{name}'s {word} hand takes no more cards now",
    "pay for a swap or move first": "pay for the swap or move first",
    "pay for a move first": "pay for the move first; a swap is free",
    "no such swap or move": "swap two cards from different hands, or move one to a hand that is not full",
    "wrong number set aside": "{name} sets {card_count} aside, not {amount}",
    "a down card must be set aside": "one of the cards set aside must be a down card",
    "set aside must be worse": "the cards that {name} sets aside must be worse than the rest",
    "nothing to show now": "{name} has nothing to show now",
    "too many ways": "the cards of {name} make too many hands to compare",
    "nothing to set aside now": "{name} has nothing to set aside now",
    # trades
    "no more trades": "{name} has made {trades} already",
    "a trade is paid for by both": "both players pay for a trade, and one has not paid yet",
    "nobody to trade with": "nobody is left for {name} to trade with",
    "cannot pay for a trade": "{name} cannot pay for a trade",
    # the dealer's ruling
    "no such share": "there is no share '{word}': name {any_word}",
    "ruled on already": "the {word} has been ruled on already",
    "player named twice": "{name} is named twice",
    "a winner for every pot": "name who wins the {word}{in_pot}: a winner for every pot, best first",
    # an agreed split
    "parts do not make the pot": "the pot is {most}, but these parts add up to {amount}",
}


def refusal_text(refusal: Refusal, speaker: Speaker) -> str:
    """Return why an action was refused, as a clause."""
    match refusal.kind:
        case "not now" if refusal.asked:
            return f"not now. Next: {prompt_text(refusal.asked, speaker)}"
        case "card lies elsewhere":
            return f"the {speaker.card(refusal.cards[0])} {place_text(refusal.place, speaker)}"
        case "wrong bet size":
            named = " or ".join(_range_text(least, most) for least, most in refusal.ranges) or "nothing now"
            return f"{speaker.name(refusal.seat)} may {refusal.word} {named}, not {refusal.amount}"
        case "wrong price" if not refusal.word:
            return f"{speaker.name(refusal.seat)} must pay {refusal.most}, not {refusal.amount}"
    return filled(REFUSALS[refusal.kind], refusal, speaker)


def _range_text(least: int, most: int | None) -> str:
    if least == most:
        return str(least)
    return f"{least} or more" if most is None else f"{least} to {most}"
