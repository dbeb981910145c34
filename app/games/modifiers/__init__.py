"""Modifiers: changes that turn any stud game into another, by rewriting its resolved table.

A modifier is a frozen dataclass that extends :class:`Modifier`, registered by :func:`modifier`. Its fields are its
settings. The checks and changes that several modifiers share are below: plain tables in, plain tables out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from app.games.build import Registry
from app.games.errors import GameError
from app.games.steps import step_specs

M = TypeVar("M", bound="Modifier")


class Modifier:
    """A modifier with its settings: fields made by :func:`app.games.build.setting`, with their words on a form.

    ``label`` is its name on a form, ``hint`` a short description, ``sentence`` a full one with the keys of its settings
    in braces.
    """

    __slots__ = ()

    label: ClassVar[str] = ""
    hint: ClassVar[str] = ""
    sentence: ClassVar[str] = ""

    def apply(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """Return the table of the changed game; raises ValueError with the reason when it contradicts the game."""
        raise NotImplementedError

    def words(self) -> str:
        """Return the change in plain words."""
        raise NotImplementedError


modifier_rules: Registry[Modifier] = Registry("modifier", "app.games.modifiers")


def modifier(name: str, label: str, hint: str, sentence: str = "") -> Callable[[type[M]], type[M]]:
    """Return a class decorator that registers a modifier with its words on a form; it goes above ``@dataclass``."""

    def register(cls: type[M]) -> type[M]:
        cls.label, cls.hint, cls.sentence = label, hint, sentence or cls.sentence
        modifier_rules.add(name)(cls)
        return cls

    return register


#: The order of application: the deck and the deal, wild cards, the betting, the shares.
ORDER = (
    "stripped-deck seventh-up more-up-cards extra-down-card common-cards roll-your-own rollout blind auction draft"
    " jokers wild low-hole-wild follow-the-queen follow-the-pair event another-event skip-betting bomb-pot blinds"
    " straddle twist bet-or-fold hi-lo low-hand suit-in-the-hole low-qualifier"
).split()

#: The order on forms, the most popular first; unlisted modifiers come last.
OFFERED = (
    "wild roll-your-own hi-lo follow-the-queen low-hole-wild follow-the-pair event another-event jokers"
    " suit-in-the-hole twist extra-down-card more-up-cards common-cards stripped-deck seventh-up blind rollout"
    " low-hand low-qualifier auction draft skip-betting blinds straddle bomb-pot bet-or-fold"
).split()

#: Pairs of modifiers that contradict each other.
CONTRARY = {
    frozenset(("blind", "seventh-up")): "a blind game has no last card that comes up",
    frozenset(("auction", "draft")): "a card cannot be bid for and drafted",
    frozenset(("bomb-pot", "straddle")): "a bomb pot has no blinds",
    frozenset(("bomb-pot", "blinds")): "a bomb pot has no blinds",
}


def read_modifier(entry: object, path: str) -> Modifier:
    """Return a modifier from a record or a game file: its name, or ``{ modifier = name, setting = value }``.

    ``path`` names the entry in the GameError that is raised for an unknown name or setting.
    """
    if isinstance(entry, str):
        entry = {"modifier": entry}
    return modifier_rules.make(entry, "modifier", path)


def in_order(modifiers: Iterable[Modifier], own: Iterable[Modifier] = ()) -> list[Modifier]:
    """Return the modifiers in the order of application.

    Raises GameError if two of them clash, or one with the game's ``own``.
    """
    given = list(modifiers)
    names = {modifier_rules.name_of(modifier) for modifier in (*given, *own)}
    for pair, reason in CONTRARY.items():
        if pair <= names:
            first, second = sorted(pair)
            raise GameError(reason, source=f"{first} and {second}", about=second)
    places = {name: place for place, name in enumerate(ORDER)}
    return sorted(given, key=lambda modifier: places.get(modifier_rules.name_of(modifier), len(ORDER)))


def apply(raw: Mapping[str, Any], modifier: Modifier) -> dict[str, Any]:
    """Return the table changed by one modifier; raises GameError with the reason if it does not fit the game."""
    name = modifier_rules.name_of(modifier)
    try:
        changed = modifier.apply(raw)
        if _repeated(changed) != _repeated(raw):
            raise ValueError("the steps that come again in this game cannot be changed")
        return changed
    except ValueError as reason:
        raise GameError(str(reason), source=str(raw.get("name", "game")), about=name) from None


Step = dict[str, Any]


def _repeated(raw: Mapping[str, Any]) -> list[list[str]]:
    """Return the names of the steps that each repetition of a game plays again."""
    names = [step["step"] for step in raw["script"]]
    ends = [(at, step["steps"]) for at, step in enumerate(raw["script"]) if step["step"] == "repeat"]
    return [names[max(0, at - count) : at] for at, count in ends]


def betting_rounds(count: int) -> str:
    """Return the number of betting rounds in words, for an error about a round that does not exist."""
    if count < 2:
        return f"there is {'only one' if count else 'no fixed'} betting round in this game"
    return f"there are betting rounds 1 to {count} in this game"


def need_up_cards(raw: Mapping[str, Any]) -> None:
    """Raise ValueError if the game gives players no up-cards."""
    if not any(map(brings_up, raw["script"])):
        raise ValueError("there are no up-cards in this game")


def brings_up(step: Step) -> bool:
    """Return whether a step may turn up cards of players: common cards are nobody's, and a draw only replaces cards."""
    return step["step"] not in ("common", "draw") and step_specs.make(step, "step", "script").brings_up


def need_down_cards(raw: Mapping[str, Any]) -> None:
    """Raise ValueError if players have no card in the hole at the end."""
    chosen = any(set(step["cards"]) & set("cn") for step in raw["script"] if step["step"] == "deal")
    # These turn up every card of every player.
    turns_all = any(step["step"] == "turn-until-lead" or step.get("round") for step in raw["script"])
    if (down_left(raw["script"]) < 1 and not chosen) or turns_all:
        raise ValueError("nobody has a card in the hole in this game")


def dealt_down(script: Sequence[Step]) -> int:
    """Return the number of down cards that a script deals to each player."""
    return sum(step["cards"].count("d") for step in script if step["step"] == "deal")


def down_left(script: Sequence[Step]) -> int:
    """Return how many of the down cards that a script deals to each player are neither turned up nor discarded."""
    turned: int = sum(step.get("count", 1) for step in script if step["step"] in ("roll", "build"))
    discards = [step for step in script if step["step"] == "discard" and set(step) <= {"step", "count"}]
    if any(step["step"] == "partners" for step in script):
        discards = []  # from what two players hold together
    gone: int = sum(step.get("count", 1) for step in discards)
    return dealt_down(script) - turned - gone


def with_wild(raw: Mapping[str, Any], rule: Step) -> dict[str, Any]:
    """Return the table with another wild rule; raises ValueError if it already has that one."""
    rules = list(raw.get("wild", []))
    kind, kinds = rule["rule"], {known["rule"] for known in rules}
    # Rules for ranks and single cards add up; a second rule of these kinds would change little.
    if rule in rules or (kind in kinds and kind in ("low-hole", "follow-rank", "follow-pair")):
        raise ValueError("this game already makes these cards wild")
    return {**raw, "wild": [*rules, rule]}


def one_share(raw: Mapping[str, Any]) -> Step:
    """Return the game's only share; raises ValueError if its pot is already split."""
    if len(raw["share"]) > 1:
        raise ValueError("this game already splits the pot")
    share: Step = raw["share"][0]
    return share


def before_showdown(script: Sequence[Step], step: Step) -> list[Step]:
    """Return the script with a step just before the showdown."""
    _need_showdown(script)
    if script and script[-1]["step"] == "showdown":
        return [*script[:-1], step, script[-1]]
    return [*script, step]


def _need_showdown(script: Sequence[Step]) -> None:
    """Raise ValueError for a game that ends with a contest instead of a showdown."""
    if script and script[-1]["step"] == "contest":
        raise ValueError("the best hand of those who are in takes the whole pot of this game, without a showdown")


def before_end(raw: Mapping[str, Any], *steps: Step) -> list[Step]:
    """Return the script with steps after its last betting round, repeated ones too, before any declaration."""
    script = list(raw["script"])
    _need_showdown(script)
    last = max((at for at, step in enumerate(script) if step["step"] in ("bet", "repeat")), default=len(script) - 1)
    return [*script[: last + 1], *steps, *script[last + 1 :]]


def declaring(style: str, names: Sequence[str] = ()) -> list[Step]:
    """Return the declaration step for a style, limited to these names if any; empty if cards speak."""
    if style == "cards speak":
        return []
    declare: Step = {"step": "declare", "in_turn": style == "in turn"}
    return [{**declare, "names": list(names)} if names else declare]
