"""English: the only place that turns questions, asks, events, refusals and actions into words.

What is said of the questions and events of steps stands in ``app.words.steps``.
"""

from app.words.actions import describe
from app.words.announcements import Sentence, announcements, said_last
from app.words.asks import amount_label, ask_label, ask_words
from app.words.because import lost_text, opener_reason, reason, reasons, returned_words
from app.words.events import event_text
from app.words.prompts import (
    own_answer_text,
    prompt_label,
    prompt_text,
    question_text,
    sealed_answer_line,
    sealed_done,
    sealed_text,
    sealed_title,
    waiting_text,
)
from app.words.refusals import place_text, refusal_text
from app.words.speaker import Speaker
from app.words.table import (
    Place,
    all_text,
    bet_text,
    everyone_or,
    middle_label,
    moved_chips,
    place_in,
    pot_label,
    ruling_text,
    run_words,
)
from app.words.wild import WildLine, wild_line, wild_words

__all__ = [
    "Place",
    "Sentence",
    "Speaker",
    "WildLine",
    "all_text",
    "amount_label",
    "announcements",
    "ask_label",
    "ask_words",
    "bet_text",
    "describe",
    "event_text",
    "everyone_or",
    "lost_text",
    "middle_label",
    "moved_chips",
    "opener_reason",
    "own_answer_text",
    "place_in",
    "place_text",
    "pot_label",
    "prompt_label",
    "prompt_text",
    "question_text",
    "reason",
    "reasons",
    "refusal_text",
    "returned_words",
    "ruling_text",
    "run_words",
    "said_last",
    "sealed_answer_line",
    "sealed_done",
    "sealed_text",
    "sealed_title",
    "waiting_text",
    "wild_line",
    "wild_words",
]
