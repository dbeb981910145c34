"""Questions in words: on the pad, under a label with the place in the hand, and aloud to the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from app.dataclass import dataclass, replace
from app.hand.action import Action
from app.hand.ask import Prompt, Question
from app.text import listing, sentence
from app.words.asks import ask_label
from app.words.reasons import filled
from app.words.speaker import Phrasebook, Speaker, Wordlist


@dataclass(frozen=True, slots=True)
class SealedWords:
    """The words of a question whose answers are sealed until all are in.

    A phone shows the ``title`` (``Bid``) over ``text``, or over the text of the pad if None. ``answer`` stands for an
    answer that may not be read yet (``A sealed bid``), ``done`` says that it was given (``Declared``). ``given``
    repeats an answer to its player; without it, the button's words are used.
    """

    title: str = "Answer"
    text: str | None = None
    answer: str = "A sealed answer"
    done: str = "Answered"
    given: Callable[[Action], str] | None = None


@dataclass(frozen=True, slots=True)
class Phrase:
    """A question in words: ``text`` on the pad under a ``label``, and ``aloud`` if it is asked at the table.

    ``{street}`` in the label stands for the name of the street or round. ``sealed`` is for sealed questions only.
    """

    label: str
    text: str
    aloud: str = ""
    sealed: SealedWords = SealedWords()


#: The words for each type of question.
question = Phrasebook[Question, Phrase]()


def prompt_label(prompt: Prompt, speaker: Speaker) -> str:
    """Return the label of a prompt, its place in the hand: ``Fourth street: betting``."""
    return question.say(prompt.question, speaker).label.replace("{street}", prompt.street)


def prompt_text(prompt: Prompt, speaker: Speaker) -> str:
    """Return the question of a prompt: ``Cy to act: 2 to call``."""
    return question.say(prompt.question, speaker).text


def question_text(asked: Question, speaker: Speaker) -> str:
    """Return a question as asked aloud at the table; may be empty."""
    return question.say(asked, speaker).aloud


def sealed_text(prompt: Prompt, speaker: Speaker) -> SealedWords:
    """Return the words of a sealed question."""
    phrase = question.say(prompt.question, speaker)
    return phrase.sealed if phrase.sealed.text is not None else replace(phrase.sealed, text=phrase.text)


def waiting_text(seats: Iterable[int], speaker: Speaker) -> str:
    """Return the players who have yet to answer a sealed question: ``Waiting for Dee and Gus``."""
    return f"Waiting for {listing(map(speaker.name, seats))}"


def own_answer_text(prompt: Prompt, answer: Action, speaker: Speaker) -> str:
    """Return a sealed answer in words for the player who gave it, without a full stop: ``You bid 4``."""
    if given := sealed_text(prompt, speaker).given:
        return given(answer)
    label = next((ask_label(ask, speaker) for ask in prompt.asks if ask.answered_by(answer)), "")
    return f"Your answer: {label}"


#: Questions by kind, filled in like reasons.
QUESTIONS = Wordlist[Phrase]("question")
QUESTIONS |= {
    "hand is over": Phrase("Settlement", "The hand is over"),
    "redeal": Phrase("Redeal", "Throw in and deal again: {why}"),
    "task": Phrase("{street}", "{word}", "{word}"),
    # dealing
    "down cards": Phrase("{street}: deal", "Deal {card_count} face down to each player"),
    "next card down": Phrase("{street}: deal", "{name}'s card face down"),
    "next up-card": Phrase("{street}: deal", "{name}'s up-card"),
    "down cards, then an up-card": Phrase("{street}: deal", "{Count_word} down each, then {name}'s up-card"),
    "chooses the next card": Phrase(
        "{street}: deal",
        "{name}: the next card up, or turn one up and take it down",
        "{name} first: the next card up, or turn one up and take it down",
    ),
    "cards to the middle": Phrase("{street}: deal", "{Card_count} to the middle"),
    "cards to places": Phrase("{street}: deal", "{Card_count}: {bare_words}"),
    "cards to a board": Phrase("{street}: deal", "{Card_count} to {board}"),
    "turns up a place": Phrase("{street}: deal", "Turn up the {any_word} card"),
    "turns up one of many": Phrase("{street}: deal", "Turn up one more card of the layout"),
    "common card": Phrase("{street}: deal", "One common card for everyone"),
    "centre card": Phrase("Centre card", "Turn one card up in the centre"),
    "drafts a card": Phrase("{street}: draft", "{name} takes a card", "{name} takes the {word} card{why_first}"),
    "one more to the middle": Phrase("{street}: draft", "One more card to the middle"),
    "more to the middle": Phrase("{street}: draft", "{count} more cards to the middle"),
    "may take an extra card": Phrase("Extra card", "{name}: an extra card {cost}?"),
    "extra card up": Phrase("Extra card", "{name}'s extra card"),
    "extra card down": Phrase("Extra card", "Deal {name}'s extra card face down"),
    # drawing
    "may twist": Phrase("{street}: twist", "{name}: a new card {cost}?", "{name} may take a new card {cost}"),
    "twist down": Phrase("{street}: twist", "Deal {name} {card_count} face down"),
    "twist up": Phrase("{street}: twist", "{name}'s new up-card"),
    "new cards down": Phrase("{street}: draw", "Deal {name} {card_count} face down"),
    "new cards for all": Phrase("{street}: draw", "Deal the new cards face down"),
    "new up-card": Phrase("{street}: draw", "{name}'s new up-card"),
    "turns up the discards": Phrase("{street}: discards", "{name} turns up a discard", "{name} turns up the discards"),
    # hits
    "does anybody knock": Phrase("{street}: again?", "Does anybody knock?", "Does anybody knock?"),
    "hit or stand": Phrase("{street}: cards", "{name}: a card, or stand?", "{name}: a card, or stand?"),
    "hit for chips": Phrase("{street}: cards", "{name}: a card {cost}, or stand?", "{name}: a card {cost}, or stand?"),
    # cards for sale
    "fills the row": Phrase("{street}: cards", "Turn up {card_count} for the row"),
    "turns up an offer": Phrase("{street}: cards", "Turn up a card for {name}"),
    "keeps it or not": Phrase(
        "{street}: cards", "{name} keeps it, or passes it on", "{name}: {cards}, or one off the deck?"
    ),
    "takes a card": Phrase(
        "{street}: cards", "{name} takes a card", "{name}: one of these cards, or one off the deck?"
    ),
    "may change a card": Phrase(
        "{street}: cards", "{name} discards a card, or stands", "{name} may discard a card and buy another"
    ),
    "throws the rank away": Phrase(
        "{street}: discard", "Who has {ranks} face down?", "Everyone throws away all {ranks}, down cards too"
    ),
    # turning up
    "turns the next card": Phrase("{street}: turn up", "{name} turns up a card", "{name} turns up a card"),
    "has to beat": Phrase("{street}: turn up", "{name} turns up a card", "{name} turns cards to beat {a_hand}"),
    "has to beat the middle": Phrase(
        "{street}: turn up", "{name} turns up a card", "{name} turns cards to beat {a_hand} in the middle"
    ),
    "turns up": Phrase("{street}: turn up", "{name} turns up a card"),
    "may turn up": Phrase("{street}: turn up", "{name} may turn up a card", "{name} may turn up {cards_in_words}"),
    "all cards up": Phrase("{street}: turn up", "{name} turns all cards up", "Everyone turns all their cards up"),
    # betting and paying
    "to act": Phrase("{street}: betting", "{name} to act"),
    "to call": Phrase("{street}: betting", "{name} to act: {amount} to call"),
    "may open": Phrase("{street}: betting", "{name} to act: {word} or better opens"),
    "openers among the discards": Phrase(
        "Openers",
        "{name} opened with {word} or better: do the discards show it?",
        "{name}'s hand does not have {word} or better: the discards must show it",
    ),
    "no openers": Phrase(
        "Openers",
        "{name} opened and drew none: was it {word} or better?",
        "{name} opened, drew none and does not have {word} or better: the dealer rules",
    ),
    "brings in": Phrase("{street}: betting", "{name} brings in {amount}, or completes it"),
    "may bring in": Phrase("{street}: betting", "{name} brings in {amount}, completes it or folds"),
    "may buy": Phrase("{street}: offer", "{name}: {amount} {word}?", "{name} may pay {amount} {word}"),
    "may ask": Phrase("{street}: offer", "{name}: {word}?", "{name} may ask {word}, for nothing"),
    "pay or fold": Phrase("Pay or fold", "{name} must pay {amount} or fold", "{name} must pay {amount} or fold"),
    "has to pay": Phrase("Pay", "{name} pays {amount}"),
    "everyone pays": Phrase("Everyone pays", "Everyone still in pays {amount}"),
    "what comes next": Phrase("As played", "What is next?"),
    # auctions
    "first card of an auction": Phrase("{street}: auction", "Turn the first card up in the middle"),
    "own card": Phrase("{street}: auction", "{name}'s up-card"),
    "names the wild rank": Phrase("Auction", "{name} names the wild rank", "{name} names the wild rank"),
    "bids": Phrase("Auction", "{name} bids {for_lot}{high_bid}", "{Why} is up for auction: {name} bids first"),
    "bids in secret": Phrase(
        "Sealed bids",
        "Everyone bids {for_lot}, in secret",
        "{Why} is up for auction: everyone bids in secret",
        SealedWords(
            title="Bid",
            answer="A sealed bid",
            done="Bid made",
            given=lambda action: f"You bid {action.amount or 'nothing'}",
        ),
    ),
    "keeps or gives": Phrase(
        "{street}: auction", "{name} keeps the card or gives it away", "{name} keeps the {card} or gives it away"
    ),
    "picks a partner": Phrase("Partners", "{name} picks a partner", "{name} picks a partner{showing}"),
    "trades": Phrase(
        "Trading",
        "{Trade}. Tap Done when trading is over",
        "Trading is open: {trade}, up to {trades} each",
    ),
    "pays for the trade too": Phrase("Trading", "The other player pays {amount} too"),
    "trades too": Phrase("Trading", "The other player trades too"),
    # several hands
    "may swap or move": Phrase(
        "Rearranging", "{name}: swap or move a card {cost}?", "{name} may swap or move a card {cost}"
    ),
    "may swap for nothing or move": Phrase(
        "Rearranging",
        "{name}: swap two cards for nothing, or move one {cost}?",
        "{name} may swap two cards for nothing, or move one {cost}",
    ),
    "swaps or moves": Phrase("Rearranging", "{name} swaps two cards or moves one"),
    "moves a card": Phrase("Rearranging", "{name} moves a card"),
    "sets aside": Phrase(
        "Two hands",
        "Everyone sets {card_count} aside",
        "Everyone sets {cards_in_words} aside as a second hand",
    ),
    "shows the cards set aside": Phrase(
        "Playing for the pot", "{name} shows the cards set aside", "Everyone who is in shows the cards set aside"
    ),
    "alone in": Phrase(
        "Playing for the pot", "{name} alone is in and takes the pot", "{name} alone is in: no cards to show"
    ),
    "alone in for a leg": Phrase(
        "Playing for the pot", "{name} alone is in and gets a leg", "{name} alone is in: no cards to show"
    ),
    "alone in for nothing": Phrase(
        "Playing for the pot",
        "{name} alone is in, but could match none of the pot",
        "{name} alone is in: no cards to show",
    ),
    "against the deck": Phrase(
        "Playing for the pot",
        "{name} alone is in, against the deck. Who won?",
        "{name} alone is in, and has to beat the deck",
    ),
    "who won": Phrase("Playing for the pot", "Who won?", "Everyone who is in: compare your cards"),
    "who had the best hand": Phrase(
        "Nobody is in", "Who had the best hand?", "Nobody is in: compare your cards, the best hand pays"
    ),
    # declarations
    "everyone declares": Phrase(
        "Declaration",
        "Everyone declares",
        "Declare: {any_word}",
        SealedWords(
            title="Declare",
            text="",
            answer="A sealed declaration",
            done="Declared",
            given=lambda action: f"You declared {sentence(action.word)}",
        ),
    ),
    "declares in turn": Phrase("Declaration", "{name} declares", "Declare in turn, {name} first: {any_word}"),
    # the showdown
    "shows first": Phrase("Showdown", "{name} shows first", "Showdown: {name} shows first"),
    "discards and shows first": Phrase(
        "Showdown",
        "Each discards {down_cards}, then {name} shows first",
        "Showdown: each discards {down_cards}, then {name} shows first",
    ),
    "shows or mucks": Phrase("Showdown", "{name} shows, or mucks"),
    "what is wild": Phrase("Showdown", "What is wild?", "What is wild?"),
    "who wins": Phrase("Showdown", "Who wins {share_or_pot}?", "Who wins {share_or_pot}?"),
    "says which were set aside": Phrase("Showdown", "{name} says which cards were set aside"),
}


@question(Question)
def _(asked: Question, speaker: Speaker) -> Phrase:
    phrase = QUESTIONS[asked.kind]
    return replace(phrase, text=filled(phrase.text, asked, speaker), aloud=filled(phrase.aloud, asked, speaker))
