"""Reasons in words: why a card is wild, why a player opens or wins, why a hand ends, and so on."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from app.cards.card import rank_plural, rank_word
from app.games.because import Because
from app.text import cards_word, count_word, listing, sentence, with_article
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
    "extra card": "{And} may take an extra card {cost}",
    "cannot pay for the extra card": "{But} cannot pay {amount} for an extra card",
    "no extra card to spare": "{Why}, but the deck has no card to spare",
    "made to fold": "{Why} and must fold",
    "last up-card is": "the last up-card is a {rank}",
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

#: Added to a reason that a house rule has decided, if its clause does not say so.
BY_RULING = {"turn_order": ", counting from the dealer's left"}


def returned_words(returned: Iterable[tuple[int, int]], speaker: Speaker) -> str:
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


def reason(because: Because, speaker: Speaker) -> str:
    """Return a reason as a clause."""
    return filled(CLAUSES[because.kind], because, speaker) + BY_RULING.get(because.ruling, "")


def reason_sentence(because: Because, speaker: Speaker) -> str:
    """Return a reason as a sentence of its own; a name at its beginning keeps its spelling."""
    clause = CLAUSES[because.kind]
    text = filled(sentence(clause), because, speaker) + BY_RULING.get(because.ruling, "")
    return sentence(text) if clause.startswith("{word}") else text


def reasons(whys: Iterable[Because], speaker: Speaker) -> str:
    """Return several reasons as one text, each once."""
    return ", ".join(dict.fromkeys(reason(why, speaker) for why in whys))


def lost_text(whys: Iterable[Because], speaker: Speaker) -> str:
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


def filled(clause: str, because: Because, speaker: Speaker) -> str:
    """Return a clause with a reason's values filled in."""
    return clause.format_map(_Values(because, speaker)) if clause else ""


def _lead(because: Because, speaker: Speaker) -> str:
    """Return the card or pair that another card follows: ``Bob's queen``, ``the centre queen``, ``Bob's pair``."""
    whose = "the centre" if because.seat is None else f"{speaker.name(because.seat)}'s"
    return f"{whose} {rank_word(because.ranks[0]) if because.ranks else 'pair'}"


def about(why: Because, seat: int | None, speaker: Speaker, link: str) -> str:
    """Return a reason and the player it affects: ``Ann has a four up and``, ``The king of hearts is up: Ann``."""
    return sentence(reason(why, speaker)) + (link if why.seat == seat else f": {speaker.name(seat)}")


def _than_counted(because: Because, _speaker: Speaker) -> str:
    """Return how many chips a recount found missing, or too many if ``count`` is below 0."""
    missing = because.count
    return f", {abs(missing)} {'more' if missing < 0 else 'fewer'} than counted" if missing else ""


def _what_stays(because: Because, speaker: Speaker) -> str:
    """Return that the pot stays, unless the reason says so, and that the ``count`` players who folded stay out."""
    stays = [] if because.cause.kind == "the pot stays" else ["the pot stays"]
    stays += ["folded players stay out"] if because.count else []
    return f". {sentence(speaker.joined(stays))}" if stays else ""


def _why_first(because: Because, _speaker: Speaker) -> str:
    """Return why a player drafts first, or before another with the same hand, by the house rule in ``words``."""
    why = ["worst hand showing"] if because.word == "first" else []
    why += ["tied"] if because.words else []
    why += ["lower by suit" if rule == "by suit" else "first to the dealer's left" for rule in because.words]
    return f": {', '.join(why)}" if why else ""


def _in_pot(because: Because, _speaker: Speaker) -> str:
    return "" if because.pot is None or because.count < 2 else f" in {pot_name(because.pot, because.count)}"


#: Why one of several players with the same hand showing opens.
_TIED = {"": "", "left of dealer": ", tied, first to the dealer's left", "suit": ", tied, highest by suit"}


def _being(because: Because, speaker: Speaker) -> str:
    """Return why a player who is all in would open."""
    why = because.cause
    if why.hand is not None:
        return f"with {speaker.hand(why.hand)} showing"
    unsaid = why.kind in ("nothing showing", "wild cards not named")
    return f"{'with the ' if why.cards else ''}{CLAUSES['left of dealer'] if unsaid else reason(why, speaker)}"


_MORE = {1: "one is", 2: "a second one is", 3: "a third one is"}

#: The names that a clause may hold, each with a function that makes its text from the reason. A capital letter at the
#: beginning of a name is also one of the text.
FIELDS: dict[str, Callable[[Because, Speaker], str]] = {
    "name": lambda because, speaker: speaker.name(because.seat),
    "names": lambda because, speaker: speaker.listed(because.seats),
    "not_all": lambda because, _: "nobody else" if because.ruling == "free_redraw" else "not everyone in",
    "are": lambda because, _: "is" if len(because.seats) == 1 else "are",
    "card": lambda because, speaker: speaker.card(because.cards[0]),
    "cards": lambda because, speaker: listing(f"the {speaker.card(card)}" for card in because.cards),
    "were": lambda because, _: "was" if len(because.cards) == 1 else "were",
    "rank": lambda because, _: rank_word(because.ranks[0]),
    "a_rank": lambda because, _: with_article(rank_word(because.ranks[0])),
    "a_suit": lambda because, _: with_article(because.words[0]),
    "event": lambda because, _: f"{because.word}: " if because.word else "",
    "ranks": lambda because, _: listing(map(rank_plural, because.ranks)),
    "amount": lambda because, _: str(because.amount),
    "amount_is": lambda because, _: "1 is" if because.amount == 1 else f"{because.amount} are",
    "to_call": lambda because, _: f", {because.amount} to call" if because.amount else "",
    "than_counted": _than_counted,
    "chips_left": lambda because, _: str(because.amount or "nothing"),
    "most": lambda because, _: str(because.most),
    "count": lambda because, _: str(because.count),
    "count_word": lambda because, _: count_word(because.count),
    "only_count": lambda because, _: f"only {count_word(because.count)}" if because.count else "nothing",
    "card_count": lambda because, _: cards_word(because.count),
    "cards_in_words": lambda because, _: f"{count_word(because.count)} cards" if because.count > 1 else "a card",
    "down_cards": lambda because, _: f"{count_word(because.count)} down cards" if because.count > 1 else "a down card",
    "cost": lambda because, _: f"for {because.amount}" if because.amount else "for nothing",
    "burnt": lambda because, _: count_word(because.count) + (" card has", " cards have")[because.count != 1],
    "word": lambda because, _: because.word,
    "item": lambda because, _: f" {because.word}" if because.word else "",
    "share_or_pot": lambda because, _: f"the {because.word or 'pot'}",
    "words": lambda because, _: ", ".join(because.words),
    "all_words": lambda because, _: listing(f"the {word}" for word in because.words).removeprefix("the "),
    "bare_words": lambda because, _: listing(because.words),
    "in_pot": _in_pot,
    "it_or_pot": lambda because, speaker: _in_pot(because, speaker).removeprefix(" in ") or "it",
    "any_word": lambda because, _: listing(because.words, "or"),
    "lead": _lead,
    "why_first": _why_first,
    "what_stays": _what_stays,
    "trade": lambda because, _: (
        f"each trade costs both players {because.amount}" if because.amount else "a trade is free"
    ),
    "for_lot": lambda because, speaker: (
        f"for {reason(because.cause, speaker)}" if because.cause.cards else "to name the wild rank"
    ),
    "high_bid": lambda because, _: f", high bid {because.amount}" if because.amount else "",
    "a_hand": lambda because, speaker: speaker.a_hand(because.hand) if because.hand else "",
    "hand": lambda because, speaker: speaker.hand(because.hand) if because.hand else "nothing",
    "tied": lambda because, _: _TIED[because.word],
    "being": _being,
    "showing": lambda because, speaker: f": {speaker.hand(because.hand)} showing" if because.hand else "",
    "why": lambda because, speaker: reason(because.cause, speaker),
    "but": lambda because, speaker: about(because.cause, because.seat, speaker, ", but"),
    "and": lambda because, speaker: about(because.cause, because.seat, speaker, " and"),
    "more": lambda because, _: _MORE.get(because.count, "one more is"),
    "share": lambda because, _: "half" if because.count == 2 else f"one of {because.count} shares",
    "board": lambda because, _: board_name(because.pot or 1),
    "odd_chip": lambda because, _: "by suit" if because.word == "suit" else "as first to the dealer's left",
    "pause": lambda _, speaker: speaker.joined(("", "")),
}


class _Values:
    """The fields of a reason by name, computed on request."""

    def __init__(self, because: Because, speaker: Speaker) -> None:
        self._because, self._speaker = because, speaker

    def __getitem__(self, name: str) -> str:
        text = FIELDS[name.lower()](self._because, self._speaker)
        return sentence(text) if name[0].isupper() else text
