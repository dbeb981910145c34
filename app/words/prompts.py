"""Questions: on the pad, with a label that says where in the hand it is, and as they are put to the table aloud."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from app.hand.action import Action
from app.hand.ask import PlainQuestion, Prompt, Question
from app.text import listing
from app.words.asks import ask_label
from app.words.speaker import Phrasebook, Speaker, Wordlist


@dataclass(frozen=True, slots=True)
class SealedWords:
    """The words of a question whose answers are sealed until all are in.

    A phone shows the ``title`` (``Bid``) over ``text``, or over the text of the pad if None. ``answer`` stands for one
    that nobody may read yet (``A sealed bid``), ``done`` says that one was given (``Declared``). ``given`` repeats an
    answer to its player; without it the words of the button do.
    """

    title: str = "Answer"
    text: str | None = None
    answer: str = "A sealed answer"
    done: str = "Answered"
    given: Callable[[Action], str] | None = None


@dataclass(frozen=True, slots=True)
class Phrase:
    """A question in words: ``text`` on the pad under a ``label``, and ``aloud`` where it is put to the table.

    ``{street}`` in the label stands for the name of the street or round. ``sealed`` is said of a sealed question only.
    """

    label: str
    text: str
    aloud: str = ""
    sealed: SealedWords = SealedWords()


#: What is said of each type of question.
question = Phrasebook[Question, Phrase]()


def prompt_label(prompt: Prompt, speaker: Speaker) -> str:
    """Return where in the hand a prompt is: ``Fourth street: betting``."""
    label = question.say(prompt.question, speaker).label
    return label.replace("{street}", prompt.street)


def prompt_text(prompt: Prompt, speaker: Speaker) -> str:
    """Return what a prompt asks: ``Cy to act: 2 to call``."""
    return question.say(prompt.question, speaker).text


def question_text(asked: Question, speaker: Speaker) -> str:
    """Return a question as it is put to the table aloud; may be empty."""
    return question.say(asked, speaker).aloud


def sealed_words(prompt: Prompt, speaker: Speaker) -> SealedWords:
    """Return the words of a sealed question."""
    phrase = question.say(prompt.question, speaker)
    return phrase.sealed if phrase.sealed.text is not None else replace(phrase.sealed, text=phrase.text)


def waiting_text(seats: Iterable[int], speaker: Speaker) -> str:
    """Return which players a sealed question waits for: ``Waiting for Dee and Gus``."""
    return f"Waiting for {listing(map(speaker.name, seats))}"


def own_answer_text(prompt: Prompt, answer: Action, speaker: Speaker) -> str:
    """Return a sealed answer to the player who gave it, as a sentence without its full stop: ``You bid 4``."""
    if given := sealed_words(prompt, speaker).given:
        return given(answer)
    label = next((ask_label(ask, speaker) for ask in prompt.asks if ask.answered_by(answer)), "")
    return f"Your answer: {label}"


#: Questions that need no more than a name; ``{name}`` stands for it.
PLAIN = Wordlist[Phrase]("question")
PLAIN |= {
    "card to the middle": Phrase("{street}: deal", "A card to the middle"),
    "common card": Phrase("{street}: deal", "One common card for everyone"),
    "centre card": Phrase("Centre card", "Turn one card up in the centre"),
    "first card of an auction": Phrase("{street}: auction", "Turn the first card up in the middle"),
    "own card": Phrase("{street}: auction", "{name}'s up-card"),
    "names the wild rank": Phrase("Auction", "{name} names the wild rank", "{name} names the wild rank"),
    "all cards up": Phrase("{street}: turn up", "{name} turns all cards up", "Everyone turns all their cards up"),
    "turns up the discards": Phrase("{street}: discards", "{name} turns up a discard", "{name} turns up the discards"),
    "shows the cards set aside": Phrase(
        "Playing for the pot", "{name} shows the cards set aside", "Everyone who is in shows the cards set aside"
    ),
    "alone in": Phrase(
        "Playing for the pot", "{name} alone is in and takes the pot", "{name} alone is in: no cards to show"
    ),
    "hand is over": Phrase("Settlement", "The hand is over"),
}


@question(PlainQuestion)
def _(asked: PlainQuestion, speaker: Speaker) -> Phrase:
    phrase, name = PLAIN[asked.kind], speaker.name(asked.seat)
    return Phrase(phrase.label, phrase.text.replace("{name}", name), phrase.aloud.replace("{name}", name))
