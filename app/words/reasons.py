"""Reasons in words: why a card is wild, why a player opens or wins, why a hand ends, and so on."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from app.cards.card import rank_plural, rank_word
from app.games.reasons import Reason
from app.text import cards_word, count_word, counted, listing, sentence, with_article
from app.words.speaker import Speaker, Wordlist

#: Clauses by kind, in lower case to stand within a sentence.
CLAUSES = Wordlist[str]("reason")
CLAUSES |= {
    # up-cards that set off steps, and other reasons for steps
    "card up": "{event}the {card} is up",
    "has card up": "{event}{name} has the {card} up",
    "rank up": "{event}{name} has {a_rank} up",
    "suit up": "{event}{name} has {a_suit} up",
    "pair up": "{event}{name} has a pair up",
    "joker up": "{event}{name} has a joker up",
    "no rank up": "no {rank} was dealt face up",
    "centre card": "turn one card up in the centre",
    "centre card for": "{Why}: turn one card up in the centre",
    "extra card": "{and} may take an extra card {cost}",
    "cannot pay for the extra card": "{but} cannot pay {amount} for an extra card",
    "no extra card to spare": "{Why}, but the deck has no card to spare",
    "made to fold": "{Why} and must fold",
    "last up-card is": "the last up-card is {a_rank}",
    "nobody is in": "nobody is in",
    "nobody opened": "nobody opened",
    "nobody opened, low hand wins": "nobody opened: the lowest hand wins now, and any hand may open",
    "pot was matched": "the pot was matched",
    "nobody in can win the rest": "nobody who is in could match the rest of the pot",
    # why cards are wild
    "followed": "followed {lead}",
    "came before": "came before {lead}",
    "lead": "{lead}",
    "was the last up-card": "{lead} was the last up-card",
    "was the last up-card of the street": "{lead} was the last up-card of the street",
    "pair with the last up-card": "{lead} came with the last up-card",
    "last common card": "the last common card",
    "first up-card": "the first up-card",
    "named by": "named by {name}",
    "takes from the pot": "{name} gets {amount} from the pot",
    "is out": "{name} is out",
    "more are showing": "{more} showing",
    # auction lots
    "right to name the wild rank": "the right to name the wild rank",
    "card": "the {card}",
    # who opens
    "hand showing": "{hand} showing{tied}",
    "takes the lead": "{hand} showing",
    "left of dealer": "first to the dealer's left",
    "after the blinds": "first after the blinds",
    "after the straddle": "first after the straddle",
    "rotates": "next in turn to open",
    "rotates by seat": "next in turn to open, by seat",
    "rotates after the last": "next in turn to open, after the last opener",
    "nothing showing": "nothing is showing",
    "as the table says": "as the table says",
    "wild cards not named": "nobody has said yet what is wild",
    "who opened": "the player who opened the pot",
    "who bet last": "the last to bet or raise",
    "next to who opened": "next after the player who opened the pot",
    "next to who bet last": "next after the last to bet or raise",
    "opener is all in": "{name}, {being}, is all in",
    "leads but is all in": "{name} leads {being}, but is all in",
    "low card": "low card, the {card}",
    "high card": "high card, the {card}",
    "high card but a joker": "high card, the {card}: a joker never brings in",
    "or better": "with {word} or better",
    "needed to open": "{Word} or better opens: {name} first",
    "leads": "{name} leads{showing}",
    "opens with": "{name} opens, with {word} or better",
    "shows openers": "{name} opened and shows {word} or better",
    "false openers": "{name} had no openers{pause}the hand is dead",
    # bet sizes
    "open pair": "{name} shows an open pair: a bet may be {amount} or {most} in this round",
    # chips that move, and players all in
    "carried in": "{amount} in the pot from the last hand",
    "all in": "{name} is all in",
    "all in for": "{name} is all in for {amount}",
    "posts": "{name} posts {word}, {amount}",
    "all in for the ante": "{names} {are} all in for the ante",
    "no ante": "there is no ante: the price is the smallest bet, {amount}",
    "no ante, nothing": "there is no ante: it is free",
    "nobody could call it": "{amount} goes back to {name}: nobody could call it",
    "no more betting": "no more betting: everyone is all in",
    "no more betting but one": "no more betting: everyone but {name} is all in",
    "run twice": "run it twice: the first board",
    "second board": "the second board",
    "every chip goes back": "misdeal: every chip goes back",
    "paid for some": "{Not_all} could match the {amount} paid: only {names} can win it",
    "paid for all": "{Not_all} could match the {amount} paid: it goes in the main pot",
    "redealt": "dealt again for the same pot of {amount}",
    "recounted": "{name} has {chips_left} left{than_counted}",
    # a deck that runs short
    "deck is out": "the deck is out",
    "shuffle the discards": "the deck is out: shuffle the discards and keep dealing",
    "nobody is dealt a card": "the deck is out: nobody is dealt a card",
    "nobody else is dealt a card": "the deck is out: nobody else is dealt a card",
    "one common card": "the deck is short: one common card, face up, for everyone",
    "common cards": "the deck is short: the missing cards are common, face up, for everyone",
    "dealt as far as they go": "the deck is short: the last cards are dealt as far as they go",
    "none is turned up": "the deck has no card to spare: none is turned up",
    # events of steps
    "cards burnt": "{Burnt} been burnt",
    "wins the auction": "{name} wins the auction for {amount}",
    "wins the auction as first": "{name} wins the auction for {amount}, first from the dealer's left",
    "nobody bid": "nobody bid: nothing is wild",
    "nobody bid, dead": "nobody bid: the {card} is dead",
    "nobody bid, goes to": "nobody bid: the card goes to {name}",
    "no extra card": "the deck is out: there is no extra card for {name}",
    "no extra card, chips back": "the deck is out: there is no extra card for {name}, and {amount} goes back",
    "are partners": "{names} are partners",
    "overtaken and folds": "{name} is overtaken with every card up, and folds",
    "turned all and folds": "{name} has turned every card without taking the lead, and folds",
    "pot is empty": "there is nothing in the pot",
    "could match none": "{name} could match none of the pot and wins nothing",
    "matches": "{name} matches the pot: {amount}",
    "matches all in": "{name} matches the pot: {amount}, all in",
    "everyone antes": "everyone still in antes again: {amount} in the pot",
    "antes again": "everyone antes again{pause}the cards set aside are thrown away",
    "all ante": "everyone antes again",
    "thrown aside": "the cards set aside are thrown away",
    "the pot stays": "the pot stays",
    "pays the winner": "{name} pays {names} {amount}",
    "best hand pays": "nobody was in: {names} had the best hand",
    "all stand": "all stand",
    "pays for it": "{name} pays {amount}",
    "cannot pay": "{names} cannot pay {amount}{item}",
    "nobody has drawn": "nobody has drawn: no bet",
    "asked again": "only {name} declares {word}: everyone else is asked again",
    "knocks": "{name} knocks",
    "throws away": "{name} throws away {cards}",
    "thrown away in the middle": "thrown away in the middle: {cards}",
    "shows the rank": "{name} shows {a_rank}",
    "gets a leg": "{name} has {count} of {most} legs",
    "nobody else is in": "nobody else is in",
    # hands that end without a showdown
    "redeal due": "redeal: {why}{what_stays}",
    "redeal due for some": "redeal: {why}. {amount} stays in the pot for {names}",
    "rained out": "{Why}. {amount} carries over to the next hand",
    "left for the next hand": "the table leaves it",
    "misdeal": "misdeal",
    "agreed": "agreed split",
    "everyone else folded": "everyone else has folded",
    "everyone else folded or mucked": "everyone else has folded or mucked",
    "everyone but partners folded": "everyone else has folded{pause}partners share",
    # sealed answers that were opened, and then undone
    "undone": "undone: everyone answers again",
    # declarations that fail
    "declared without": "{name} declared {word} and {words}",
    "both, without": "{name} went both ways and {word}: gets nothing",
    "both, lost": "{name} went both ways and lost {bare_words}{in_pot}: gets nothing",
    "both, tied": "{name} went both ways and only tied for {bare_words}{in_pot}: gets nothing",
    "failed in the main pot": "{name} failed in the main pot: out of the side pots too",
    "nobody holds": "nobody's declaration holds{in_pot}",
    "nobody holds, cards speak": "nobody's declaration holds{in_pot}: the cards speak",
    "nobody holds, dealt again": "nobody's declaration holds{in_pot}: dealt again",
    "dealt again": "{word}{in_pot}: dealt again",
    # mucks and the shares of a pot
    "muck keeps what is ruled": "{name} mucks and keeps the {all_words}{in_pot}: the dealer's ruling stands",
    "muck keeps it alone": "{name} mucks and keeps the {all_words}{in_pot}: nobody else plays for it",
    "muck must be shown": "{name} mucks the {all_words}{in_pot}: it must be shown, though nobody else plays for it",
    # why chips are won, or are not
    "nobody else plays for it": "nobody else plays for {it_or_pot}",
    "last one in": "{name} was the last one in",
    "nobody declared": "nobody declared {word}{in_pot}",
    "nobody wins": "nobody wins the {word}{in_pot}",
    "said by the rule": "{word}{in_pot}",
    "share of a pot": "{share} of {amount}",
    "line of the layout": "with {word}",
    "odd chip": "the odd chip",
    "odd chip of a split": "with the odd chip, which goes to the {word}",
    "odd chip of a tie": "takes the odd chip {odd_chip}",
    "tied with": "tied with {names}",
    "tied for a share": "tied with {names} for {amount} of {most}",
    "tie keeps its share": "a tie keeps its share",
    "natural wins": "without a wild card, which beats the same hand with one",
    "shared with": "shared with {name}",
    "dealer's ruling": "the dealer's ruling{in_pot}",
    "make a wild card": "{cards} make a wild card",
}

#: Why a declaration has failed, shown beside the player's name.
LOST = Wordlist[str]("failed declaration")
LOST |= {
    "declared without": "declared {word}, {words}",
    "both, without": "went both ways, {word}",
    "both, lost": "went both ways, lost {bare_words}",
    "both, tied": "went both ways, only tied for {bare_words}",
    "failed in the main pot": "failed in the main pot",
}

#: Fields with another reason, which is a sentence of its own.
_SENTENCES = ("{Why}", "{but}", "{and}")

#: Added to a reason that a house rule has decided, if its clause does not say so.
BY_RULING = {"turn_order": ", counting from the dealer's left"}


def returned_text(returned: Iterable[tuple[int, int]], speaker: Speaker) -> str:
    """Return the chips that players get or give back: ``Ann gets 4 back, Bob and Cy give 2 back each``."""
    by_chips: dict[int, list[int]] = {}
    for seat, chips in returned:
        by_chips.setdefault(chips, []).append(seat)
    clauses = [
        f"{speaker.listed(seats)} {'get' if chips > 0 else 'give'}{'s' * (len(seats) == 1)} {abs(chips)} back"
        + " each" * (len(seats) > 1)
        for chips, seats in sorted(by_chips.items(), reverse=True)
    ]
    return ", ".join(clauses)


def reason_text(reason: Reason, speaker: Speaker) -> str:
    """Return a reason as a clause."""
    return filled(CLAUSES[reason.kind], reason, speaker) + BY_RULING.get(reason.ruling, "")


def reason_sentence(reason: Reason, speaker: Speaker) -> str:
    """Return a reason as a sentence of its own; a name at its beginning keeps its spelling."""
    clause, text = CLAUSES[reason.kind], reason_text(reason, speaker)
    begins = clause if reason.word else clause.removeprefix("{event}")
    named = begins.startswith("{name") or (begins.startswith("{lead}") and reason.seat is not None)
    return text if named or begins.startswith(_SENTENCES) else sentence(text)


def reasons_text(whys: Iterable[Reason], speaker: Speaker) -> str:
    """Return several reasons as one text, each once."""
    return ", ".join(dict.fromkeys(reason_text(why, speaker) for why in whys))


def lost_text(whys: Iterable[Reason], speaker: Speaker) -> str:
    """Return why a player's declarations have failed, without the name: ``went both ways, lost low``."""
    return "; ".join(dict.fromkeys(filled(LOST[why.kind], why, speaker) for why in whys))


def pot_name(number: int, pots: int) -> str:
    """Return the name of one of ``pots`` pots: ``the main pot``, ``the side pot``, ``side pot 2``."""
    if number == 0:
        return "the main pot"
    return f"side pot {number}" if pots > 2 else "the side pot"


def board_name(board: int) -> str:
    """Return the name of one of two boards."""
    return f"the {('first', 'second')[board - 1]} board"


def filled(clause: str, reason: Reason, speaker: Speaker) -> str:
    """Return a clause with a reason's values filled in."""
    return clause.format_map(_Values(reason, speaker)) if clause else ""


def _lead(reason: Reason, speaker: Speaker) -> str:
    """Return the card or pair that another card follows: ``Bob's queen``, ``the centre queen``, ``Bob's pair``."""
    whose = "the centre" if reason.seat is None else f"{speaker.name(reason.seat)}'s"
    return f"{whose} {rank_word(reason.ranks[0]) if reason.ranks else 'pair'}"


def about(why: Reason, seat: int | None, speaker: Speaker, link: str) -> str:
    """Return a reason and the player it affects: ``Ann has a four up and``, ``The king of hearts is up: Ann``."""
    return reason_sentence(why, speaker) + (link if why.seat == seat else f": {speaker.name(seat)}")


def _than_counted(reason: Reason, _speaker: Speaker) -> str:
    """Return how many chips a recount found missing, or too many if ``count`` is below 0."""
    missing = reason.count
    return f", {abs(missing)} {'more' if missing < 0 else 'fewer'} than counted" if missing else ""


def _staying(reason: Reason, speaker: Speaker) -> str:
    """Return that the pot stays, unless the reason says so, and that the ``count`` players who folded stay out."""
    stays = [] if reason.cause.kind == "the pot stays" else ["the pot stays"]
    stays += ["folded players stay out"] if reason.count else []
    return f". {sentence(speaker.joined(stays))}" if stays else ""


def _why_first(reason: Reason, _speaker: Speaker) -> str:
    """Return why a player drafts first, or before another with the same hand, by the house rule in ``words``."""
    why = ["worst hand showing"] if reason.word == "first" else []
    why += ["tied"] if reason.words else []
    why += ["lower by suit" if rule == "by suit" else "first to the dealer's left" for rule in reason.words]
    return f": {', '.join(why)}" if why else ""


def _in_pot(reason: Reason, _speaker: Speaker) -> str:
    return "" if reason.pot is None or reason.count < 2 else f" in {pot_name(reason.pot, reason.count)}"


#: Why one of several players with the same hand showing opens.
_TIED = {"": "", "left of dealer": ", tied, first to the dealer's left", "suit": ", tied, highest by suit"}

#: Why one of several players who tie gets the odd chip.
_ODD_CHIP = {"left of dealer": "as first to the dealer's left", "suit": "by suit"}


def _being(reason: Reason, speaker: Speaker) -> str:
    """Return why a player who is all in would open."""
    why = reason.cause
    if why.hand is not None:
        return f"with {speaker.hand(why.hand)} showing"
    unsaid = why.kind in ("nothing showing", "wild cards not named")
    return f"{'with the ' if why.cards else ''}{CLAUSES['left of dealer'] if unsaid else reason_text(why, speaker)}"


_MORE = {1: "one is", 2: "a second one is", 3: "a third one is"}

#: The names that a clause may hold, each with a function that makes its text from the reason. A capital letter at the
#: beginning of a name is also one of the text.
FIELDS: dict[str, Callable[[Reason, Speaker], str]] = {
    "name": lambda reason, speaker: speaker.name(reason.seat),
    "names": lambda reason, speaker: speaker.listed(reason.seats),
    "not_all": lambda reason, _: "nobody else" if reason.ruling == "free_redraw" else "not everyone in",
    "are": lambda reason, _: "is" if len(reason.seats) == 1 else "are",
    "card": lambda reason, speaker: speaker.card(reason.cards[0]),
    "cards": lambda reason, speaker: listing(f"the {speaker.card(card)}" for card in reason.cards),
    "were": lambda reason, _: "was" if len(reason.cards) == 1 else "were",
    "rank": lambda reason, _: rank_word(reason.ranks[0]),
    "a_rank": lambda reason, _: with_article(rank_word(reason.ranks[0])),
    "a_suit": lambda reason, _: with_article(reason.words[0]),
    "event": lambda reason, _: f"{reason.word}: " if reason.word else "",
    "ranks": lambda reason, _: listing(map(rank_plural, reason.ranks)),
    "amount": lambda reason, _: str(reason.amount),
    "amount_is": lambda reason, _: "1 is" if reason.amount == 1 else f"{reason.amount} are",
    "to_call": lambda reason, _: f", {reason.amount} to call" if reason.amount else "",
    "than_counted": _than_counted,
    "chips_left": lambda reason, _: str(reason.amount or "nothing"),
    "most": lambda reason, _: str(reason.most),
    "count": lambda reason, _: str(reason.count),
    "count_word": lambda reason, _: count_word(reason.count),
    "only_count": lambda reason, _: f"only {count_word(reason.count)}" if reason.count else "nothing",
    "card_count": lambda reason, _: cards_word(reason.count),
    "cards_in_words": lambda reason, _: f"{count_word(reason.count)} cards" if reason.count > 1 else "a card",
    "raises": lambda reason, _: counted(reason.count, "raise"),
    "trades": lambda reason, _: f"{count_word(reason.count)} trade{'s' * (reason.count != 1)}",
    "down_cards": lambda reason, _: f"{count_word(reason.count)} down cards" if reason.count > 1 else "a down card",
    "cost": lambda reason, _: f"for {reason.amount}" if reason.amount else "for nothing",
    "burnt": lambda reason, _: count_word(reason.count) + (" card has", " cards have")[reason.count != 1],
    "word": lambda reason, _: reason.word,
    "item": lambda reason, _: f" {reason.word}" if reason.word else "",
    "share_or_pot": lambda reason, _: f"the {reason.word or 'pot'}",
    "words": lambda reason, _: ", ".join(reason.words),
    "all_words": lambda reason, _: listing(f"the {word}" for word in reason.words).removeprefix("the "),
    "bare_words": lambda reason, _: listing(reason.words),
    "in_pot": _in_pot,
    "it_or_pot": lambda reason, speaker: _in_pot(reason, speaker).removeprefix(" in ") or "it",
    "any_word": lambda reason, _: listing(reason.words, "or"),
    "lead": _lead,
    "why_first": _why_first,
    "what_stays": _staying,
    "trade": lambda reason, _: f"each trade costs both players {reason.amount}" if reason.amount else "a trade is free",
    "for_lot": lambda reason, speaker: (
        f"for {reason_text(reason.cause, speaker)}" if reason.cause.cards else "to name the wild rank"
    ),
    "high_bid": lambda reason, _: f", high bid {reason.amount}" if reason.amount else "",
    "a_hand": lambda reason, speaker: speaker.a_hand(reason.hand) if reason.hand else "",
    "hand": lambda reason, speaker: speaker.hand(reason.hand) if reason.hand else "nothing",
    "tied": lambda reason, _: _TIED[reason.word],
    "being": _being,
    "showing": lambda reason, speaker: f": {speaker.hand(reason.hand)} showing" if reason.hand else "",
    "why": lambda reason, speaker: reason_text(reason.cause, speaker),
    "but": lambda reason, speaker: about(reason.cause, reason.seat, speaker, ", but"),
    "and": lambda reason, speaker: about(reason.cause, reason.seat, speaker, " and"),
    "more": lambda reason, _: _MORE.get(reason.count, "one more is"),
    "share": lambda reason, _: "half" if reason.count == 2 else f"one of {reason.count} shares",
    "board": lambda reason, _: board_name(reason.pot or 1),
    "odd_chip": lambda reason, _: _ODD_CHIP[reason.word],
    "pause": lambda _, speaker: speaker.joined(("", "")),
}


class _Values:
    """The fields of a reason by name, computed on request."""

    def __init__(self, reason: Reason, speaker: Speaker) -> None:
        self._reason, self._speaker = reason, speaker

    def __getitem__(self, name: str) -> str:
        if name == "Why":
            return reason_sentence(self._reason.cause, self._speaker)
        text = FIELDS[name.lower()](self._reason, self._speaker)
        return sentence(text) if name[0].isupper() else text
