"""The page docs/hand-records.md: fields, cards, actions, ``_expect``, house rules and exit statuses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.games.house import HOUSE
from app.hand.action import Part, Verb, verbs
from app.hand.notation import parse_action
from app.manual.describe import toml_value
from app.manual.page import Chapter, Example, as_markdown
from app.record.check import STATUSES
from app.record.fields import BY_PLAYER, DESCRIBED, EXPECTED, PLAYED, RecordField
from app.record.hand import PHH_GAMES, Record
from app.text import listing, sentence
from tests.manual.rulings import answers_in_code

TITLE = "Hand records"

INTRO = (
    "A hand record is what happened in one hand: a TOML file in the Poker Hand History format, with more "
    "verbs and more fields. The same lines are the engine's input, the rows of the stored log, the export of a hand "
    "and the golden records in `tests/records/`.",
    "A file of one hand ends in `.phh` or `.toml`, a file of several, as numbered tables (`[1]`, `[2]`), in `.phhs`. "
    "`upcard replay FILE` replays them and checks what they claim.",
)

#: The keys of ``upcard replay --json``.
OUTPUT = {
    "game": "The id of the game",
    "actions": "How many actions were replayed",
    "step": "`kind`, a step of game files, or `over` at the end of the hand, and `label`, its words on the screen",
    "prompt": "What is asked next",
    "to_act": "The player whose turn it is, such as `p2`; null where it is nobody's, or several players'",
    "opener": "The player who opens this betting round, or null",
    "to_call": "What a call costs",
    "legal": (
        "What may come next, as written in `actions`, with `CARD`, `CARDS`, `PLAYERS`, `WILD` or a range `4..98` for "
        "what is still to be named; [programs.md](programs.md#the-table) explains these"
    ),
    "wild": (
        "`label`, the wild line; `cards`, wild for everyone; `by_player`, those wild for one player alone; `bugs`; "
        "`next_up_card`, whether the next up-card becomes wild"
    ),
    "pot": "The chips in the middle, bets included",
    "pots": "The main pot and the side pots, in order: `amount`, and the `players` who can win it",
    "players": (
        "`id`, `name`, `stack` (null if it is not tracked), `bet` on this street, `status` (`in`, `folded`, `all-in` "
        "or `out`), the `up` cards, how many lie `down`, the hand `showing`, and what the player `declared`, or null"
    ),
    "announcements": "Everything that was announced: the `text`, and the number of the action that it came `after`",
    "result": (
        "Null until the hand is over; then `stacks`, and `awards`: each `player`'s `amount` of a `pot` (0 is the main "
        "pot) for a `share`, with the `hand` and `why`; the chips `carried` to the next hand, and `carried_why`; and "
        "`declarations` that failed"
    ),
    "error": "Why an action was refused, or, as the only key, why the file could not be read",
}


def markdown(records: Mapping[str, Record], example: Example) -> str:
    """Return docs/hand-records.md.

    Examples come from ``records``, by title; ``example`` is a whole record to begin with.
    """
    return as_markdown(
        TITLE, INTRO, chapters(records, example), "Printed from the code by `make manual`; edit the code, not this."
    )


def chapters(records: Mapping[str, Record], example: Example) -> tuple[Chapter, ...]:
    """Return the chapters of the page."""
    return (
        Chapter("A whole record", examples=(example,)),
        _fields(),
        Chapter(
            "Cards",
            (
                "A card is its rank and its suit: `Ah`, `Td`, `9c`. `??` is a card that nobody has seen; `Jr` and "
                "`Jb` are the red and the black joker. Several cards are written one after the other: `Ah??Td`.",
            ),
        ),
        Chapter(
            "Actions",
            (
                "Each line says who acts (`d` the dealer, `p1` the first player to the dealer's left), the verb, and "
                "what belongs to it. What follows from a rule is never an action: wild cards change, pots are split "
                "and the hand ends without one.",
                "A line that ends in ` !` is the dealer's ruling: an action that breaks a rule but that a table may "
                "allow, such as a bet out of turn, stands with it. What cannot have happened is refused even then. "
                "Where `variant` is a code of the public format, which has no such mark, a bet in turn stands without "
                "it: other tables allow a fourth raise, or a smaller one. "
                "Text after ` # ` is a comment and is kept; a line that begins with `#` is only a comment, and a blank "
                "one is nothing.",
                "A player's new cards follow the discard. Only where `variant` is a code of the public format do all "
                "discards come first, and then all new cards; there `p2 sm ????` beside a hand that is shown mucks, "
                "and hands may be shown once the hand is over.",
            ),
        ),
        _verbs("What the dealer does", [verb for verb in verbs().values() if verb.dealer], records),
        _verbs("What a player does", [verb for verb in verbs().values() if not verb.dealer], records),
        _expect(),
        _house(),
        Chapter(
            "`upcard replay --json`",
            (
                "One object a hand, each on its line: where the hand stands after the last action, or after the "
                "action that `--at` names.",
            ),
            ("key", "what it says"),
            tuple((f"`{key}`", says) for key, says in OUTPUT.items()),
        ),
        Chapter(
            "Exit statuses of `upcard replay`",
            headings=("status", "meaning"),
            rows=tuple((str(status), sentence(meaning)) for status, meaning in STATUSES.items()),
        ),
    )


def _fields() -> Chapter:
    codes = listing([f"`{code}` for `{game.id}`" for code, game in PHH_GAMES.items()])
    names = listing([f"`{name}`" for name in DESCRIBED])
    by_player = listing([f"`{name}`" for name in ("starting_stacks", *BY_PLAYER)])
    intro = (
        f"The codes of `variant` are {codes}.",
        f"Fields of the Poker Hand History format that describe a hand are checked and kept: {names}.",
        "Chips are whole numbers of the smallest unit, also as `100.0`: a hand of the public format with amounts such "
        "as `0.25` has to be converted.",
        f"{sentence(by_player)} have one entry for each player. A field that begins with an underscore and is not in "
        "the table is kept and ignored; any other unknown field is an error.",
    )
    return Chapter("Fields", intro, ("field", "value", "what it says"), _rows(PLAYED))


def _rows(fields: Mapping[str, RecordField]) -> tuple[tuple[str, ...], ...]:
    return tuple((f"`{name}`", field.kind.words, sentence(field.says)) for name, field in fields.items())


def _verbs(title: str, listed: Iterable[Verb], records: Mapping[str, Record]) -> Chapter:
    rows = []
    for verb in listed:
        forms = " or ".join(f"`{form}`" for form in verb_forms(verb))
        line, record = _example(verb, records)
        rows.append((forms, sentence(verb.says), f"`{line}`", f"`{record}`"))
    return Chapter(title, headings=("form", "what happened", "example", "from the record"), rows=tuple(rows))


def _example(verb: Verb, records: Mapping[str, Record]) -> tuple[str, str]:
    """Return a line with this verb and the title of its record, from the record with the fewest actions.

    Raise LookupError if no record has the verb.
    """
    for title in sorted(records, key=lambda title: (len(records[title].moves), title)):
        plain = [line.partition(" # ")[0].strip() for line in records[title].moves]
        lines = [line for line in plain if parse_action(line).verb == verb.name]
        if lines:
            return max(lines, key=len), title
    raise LookupError(f"no record has the verb {verb.name!r}")


def _expect() -> Chapter:
    intro = (
        "Each table of `_expect` claims something about the hand after a number of actions. A claim that does not hold "
        "is printed, with what was expected and what was found.",
    )
    example = Example('[[_expect]]\nafter = 8\nwild = "7c7d7h7s"\nto_act = "p3"\nshowing_p2 = "pair of nines"')
    return Chapter("`_expect`", intro, ("key", "value", "what it claims"), _rows(EXPECTED), examples=(example,))


def _house() -> Chapter:
    rows = [
        (f"`{ruling.id}`", ruling.question, listing(answers_in_code(ruling), "or"), f"`{toml_value(ruling.default)}`")
        for ruling in HOUSE.values()
    ]
    intro = ("The keys of `_house`: the rulings that a table may make its own way. docs/rulings.md explains them.",)
    return Chapter("House rules", intro, ("key", "what it rules", "settings", "default"), tuple(rows))


def verb_forms(verb: Verb) -> tuple[str, ...]:
    """Return the forms in which a verb is written: ``pN up CARD``, ``pN up CARD to HAND``."""
    forms = [f"{'d' if verb.dealer else 'pN'} {verb.name}"]
    for part in verb.parts:
        forms = [f"{form} {text}".rstrip() for text in _FORMS[part] for form in forms]
    return tuple(forms)


_FORMS: dict[Part, tuple[str, ...]] = {
    Part.PLAYER: ("pM",),
    Part.ANY_PLAYER: ("", "pN"),
    Part.CARD: ("CARD",),
    Part.CARDS: ("CARDS",),
    Part.ANY_CARDS: ("CARDS", ""),
    Part.TWO_CARDS: ("CARD CARD",),
    Part.HAND: ("to HAND",),
    Part.ANY_HAND: ("", "to HAND"),
    Part.ANY_PLACE: ("", "to PLACE"),
    Part.CHIPS: ("X",),
    Part.RANK: ("RANK",),
    Part.WILD: ("RANKS-OR-CARDS", "none"),
    Part.WORD: ("NAME",),
    Part.ORDER: ("pN pN=pN", ""),
    Part.PARTS: ("pN X pM X",),
}
