"""Game files for the variants of a public database, made from the numbers of their rules.

The database (ichabod801/poker_db) lists the rules of each variant in order, each by a number and a kind. ``rules.toml``
maps a number to the keys of a game file. A rule that is missing there, or does not fit, is left to the table.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from app.dataclass import dataclass
from app.text import count_word, sentence

if TYPE_CHECKING:
    from app.variants_file import Variant

#: Kinds of rules that decide which hand wins.
_JUDGED = frozenset({"dead", "hand", "limited", "qualifier", "rank", "showdown", "win"})

#: Kinds of rules about what follows the showdown.
_AFTER = frozenset({"match", "repeat"})

#: The wild rules that still hold when the table takes over.
_LASTING = frozenset({"ranks", "cards", "jokers"})

#: Steps that bring up-cards to players, unless their cards come face down.
_TURNS = frozenset({"auction-card", "draft", "hit", "market", "next-turns", "roll", "turn-until-lead"})

#: The opener of the first round that corresponds to an opener of later rounds.
_FIRST = {"high hand": "high card", "left of dealer": "left of dealer", "rotates": "rotates"}


@dataclass(frozen=True, slots=True)
class Counterpart:
    """The game for a variant: one of the library, or the table of a game file, or neither.

    ``left``: the rules left to the table, or those that no game can be made for.
    """

    library: str = ""
    table: Mapping[str, Any] = field(default_factory=dict)
    left: tuple[int, ...] = ()


@lru_cache(maxsize=1)
def mapping() -> Mapping[str, Any]:
    """Return ``rules.toml``, keyed by the numbers of rules and variants as texts."""
    found = tomllib.loads(files(__package__).joinpath("rules.toml").read_text("utf-8"))
    for entries in found.pop("like"):
        section = found
        for name in entries["in"].split("."):
            section = section.setdefault(name, {})
        form = json.dumps(entries["is"])
        for number, value in entries["of"].items():
            section[number] = json.loads(form.replace('"*"', json.dumps(value)))
    return found


def counterpart_of(variant: Variant) -> Counterpart:
    """Return the game for a variant."""
    if game_id := mapping()["library"].get(str(variant.number)):
        return Counterpart(library=game_id)
    maker = _Maker(variant)
    table = maker.table()
    left = tuple(dict.fromkeys(number for number, _ in variant.rules if number in maker.left))
    return Counterpart(table=table, left=left)


@dataclass(slots=True)
class _Step:
    """A step of the script, and the numbers of the rules that it comes from."""

    spec: dict[str, Any]
    numbers: tuple[int, ...]


class _Maker:
    """The making of a variant's game file, rule by rule.

    ``left`` are the rules left to the table. ``cuts`` are indexes in the script: from the first of them on, the table
    plays.
    """

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.rules = variant.rules
        self.script: list[_Step] = []
        self.parts: dict[int, Mapping[str, Any]] = {}
        self.layout: dict[str, Any] = {}
        #: The places turned up so far, and whether it is certain: the table may choose others.
        self.turned: dict[str, bool] = {}
        self.left: set[int] = set()
        self.cuts: list[int] = []
        self.as_named = self.impossible = False
        kinds = [kind for _, kind in self.rules]
        self.showdown = kinds.index("showdown") if "showdown" in kinds else len(kinds)
        numbers = [str(number) for number, _ in self.rules]
        pots = mapping()["pot"]
        self.pot: list[str] = next((pots[number] for number in numbers if number in pots), ["high"])
        #: No rule says who wins, or only rules without a counterpart here.
        self.judged = not any(number in pots for number in numbers)
        #: Each player declares high or low, and cannot win both.
        self.one_way = "788" in numbers
        self.shares: dict[str, dict[str, Any]] = {name: {} for name in self.pot}
        matches = [mapping()["contest"][number] for number in numbers if number in mapping()["contest"]]
        contest = bool(matches) and "bet" not in kinds and len(self.pot) == 1
        self.contest = {key: value for match in matches for key, value in match.items()} if contest else None
        if self.contest is not None and "624" in numbers:
            self.contest["deck"] = "everyone"

    def table(self) -> dict[str, Any]:
        """Return the table of the game file; empty if there is no game."""
        at = 0
        while at < len(self.rules):
            taken = self._take_steps(at) if at < self.showdown else 0
            if not taken and not self._take_part(at):
                self._leave(at)
            at += taken or 1
        self._contest()
        self._cut()
        specs = [step.spec for step in self.script]
        if self.impossible or not any(spec["step"] in ("deal", "draft") for spec in specs):
            return {}
        return self._filled(specs)

    def _take_steps(self, at: int) -> int:
        """Append the steps of the longest run of rules that begins here; return the number of rules taken."""
        numbers = [number for number, _ in self.rules[at : self.showdown]]
        for length in (2, 1):
            if self._take_layout(tuple(numbers[:length])):
                return length
        for length in range(min(len(numbers), 4), 0, -1):
            run = tuple(numbers[:length])
            key = " ".join(map(str, run))
            found = mapping()["step"].get(key) or mapping()["loose"].get(key)
            if found and "step" in found and found["step"] == "market" and "row" not in found:
                # Another sale from the same row.
                sold = [step.spec for step in self.script if step.spec["step"] == "market"]
                found = {**sold[-1], **found} if sold else None
            if found is None or (run[0] in mapping()["unless"]["up"] and self._shows()):
                continue
            if key in mapping()["loose"]:
                self.left |= set(run)
            for spec in found if isinstance(found, list) else [found]:
                self._append(dict(spec), run)
            return length
        return 0

    def _append(self, spec: dict[str, Any], numbers: tuple[int, ...]) -> None:
        last = self.script[-1] if self.script else None
        plain = spec["step"] == "deal" and set(spec) == {"step", "cards"}
        if plain and last is not None and last.spec.keys() == spec.keys() and last.spec["step"] == "deal":
            # Cards dealt without a bet between them are one deal.
            last.spec["cards"] += spec["cards"]
            last.numbers += numbers
            return
        if spec["step"] == "draw" and self._shows() and not {"from_down", "up"}.intersection(spec):
            spec["like_for_like"] = True
        if numbers[0] in mapping()["any"]["cards"] and self._shows():
            spec["up_too"] = True
        if "antes" in spec:
            # One for each card so far, and one for the next.
            dealt = (step.spec["cards"] for step in self.script if step.spec["step"] == "deal")
            spec["antes"] = sum(map(len, dealt)) + 1
        self.script.append(_Step(spec, numbers))

    def _shows(self) -> bool:
        """Return whether players have cards face up."""
        shows = False
        for spec in (step.spec for step in self.script):
            up = spec["step"] in _TURNS and (spec["step"], spec.get("face")) != ("hit", "down")
            up = up or "up" in spec or (spec["step"] == "deal" and bool(spec["cards"].strip("d")))
            shows = (shows or up) and spec["step"] != "turn-down"
        return shows

    def _take_layout(self, run: tuple[int, ...]) -> bool:
        """Lay cards in the middle, or turn some up; return whether that is what these rules do."""
        key, numbers = " ".join(map(str, run)), Counter(number for number, _ in self.rules)
        laid, turn = mapping()["layout"].get(key), mapping()["turn"].get(key)
        # Cards are laid out only if the rule comes once, and another rule is about them.
        if laid and not self.layout and (numbers[run[0]] == 1 and any(map(numbers.get, laid.get("for", run)))):
            self.layout = laid
            for spec in laid.get("turned", ()):
                self._append(dict(spec), run)
                self.turned.update(dict.fromkeys(spec["places"].split()[: spec.get("count", 1)], True))
            return True
        places = self.layout.get("order", {}).get(turn["order"]) if turn else None
        if places is None:
            return False
        left = [place for place in places.split() if place not in self.turned]
        if len(left) < turn["count"]:
            return False
        chosen, choice = left[: turn["count"]], "free" in turn and "lines" in self.layout
        self.turned.update(dict.fromkeys(chosen, not choice))
        if choice:
            chosen = [place for place in places.split() if not self.turned.get(place)]
        self._append(
            {"step": "common", "count": turn["count"], "places": " ".join(chosen), **turn.get("also", {})}, run
        )
        if "then" in turn:
            self._append({**turn["then"], "place": chosen[0]}, run)
        return True

    def _take_part(self, at: int) -> bool:
        """Take up a rule outside the script; return whether the rule is known."""
        number = self.rules[at][0]
        key, both = str(number), "low" in self.pot and not self.one_way
        found = [name for name in self.shares if key in mapping()["share"].get(name, {})]
        for name in found:
            self.shares[name] |= mapping()["share"][name][key]
            if self.shares[name].get("rule") == "judged":
                self.left.add(number)
        if found and key not in mapping()["part"]:
            return True
        if key in mapping()["pot"]:
            return at == self.showdown
        if self.contest is not None and (key in mapping()["contest"] or key == "624" or self._is_deck_hand(key)):
            return True
        part = mapping()["part"].get(key)
        if lines := self.layout.get("lines", {}).get(key):
            part = {**(part or {}), "lines": self.layout["lines"][lines] if isinstance(lines, str) else lines}
            self.parts[number] = part
            return True
        unless = mapping()["unless"]
        if part is None or (both and number in unless["both"]) or (number in unless["up"] and self._shows()):
            return False
        if "low" in self.pot and number in unless["low"]:
            return False
        if any(other in unless["beside"].get(key, ()) for other, _ in self.rules):
            return False
        wild, places = part.get("wild", ()), " ".join(self.layout.get("grid", ())).split()
        if not all(rule.get("only", self.pot[0]) in self.pot for rule in wild):
            return False
        if any(set(rule.get("places", "").split()).difference(places) for rule in wild):
            return False
        same = {name for name, value in part.items() if isinstance(value, Mapping)}
        if any(same & other.keys() for other in self.parts.values()):
            return False
        self.parts[number] = part
        return True

    def _is_deck_hand(self, key: str) -> bool:
        """Return whether these cards on the table are the hand to beat in a contest."""
        deals = (mapping()["step"].get(str(number), {}) for number, kind in self.rules if kind == "deal")
        dealt = sum(len(deal["cards"]) for deal in deals if isinstance(deal, dict) and "cards" in deal)
        return (self.contest or {}).get("deck") == "everyone" and mapping()["deck"].get(key) == dealt

    def _leave(self, at: int) -> None:
        """Leave a rule to the table: what is wild, who wins, or everything from some step on."""
        number, kind = self.rules[at]
        self.left.add(number)
        if kind == "wild" and number not in mapping()["unnamed"]["paid"]:
            unnamed = number in mapping()["unnamed"]["wild"]
            self.judged, self.as_named = self.judged or unnamed, self.as_named or not unnamed
        elif kind == "deck":
            self.impossible = True
        elif number in mapping()["seen"]["folds"] + mapping()["seen"]["deals"]:
            return
        elif at < self.showdown:
            self.cuts.append(len(self.script))
        elif kind in _JUDGED:
            self.judged = True
        elif kind in _AFTER:
            self.cuts.append(self._first("declare", names=["in", "out"]))
        else:
            # The rule may apply from the first card on.
            deals = [step.spec["step"] for step in self.script]
            self.cuts.append(next((n for n, step in enumerate(deals) if step != "deal"), len(deals)))

    def _first(self, *steps: str, **settings: object) -> int:
        """Return the index of the first step of these kinds with these settings, or the end of the script."""
        for at, step in enumerate(self.script):
            if step.spec["step"] in steps and all(step.spec.get(key) == value for key, value in settings.items()):
                return at
        return len(self.script)

    def _contest(self) -> None:
        """End the script with the contest after players declare; if there is none, the table plays from there."""
        declared = self._first("declare", names=["in", "out"])
        wild = [rule["rule"] for part in self.parts.values() for rule in part.get("wild", ())]
        if self.contest and "deck" in self.contest and not _LASTING.issuperset(wild):
            # Cards that are wild for one player cannot be wild in the table's hand.
            self.contest = None
        asks_more = not self.shares[self.pot[0]].keys().isdisjoint(("qualifier", "nth"))
        if asks_more or any(kind in ("showdown", "win") for number, kind in self.rules if number in self.left):
            self.contest = None
        if self.contest is not None and declared < len(self.script) and not self.cuts:
            numbers = tuple(number for number, _ in self.rules if str(number) in mapping()["contest"])
            self.script.append(_Step({"step": "contest", "side_pots": True, **self.contest}, numbers))
        elif declared < len(self.script):
            self.cuts.append(declared)
            known = {*mapping()["contest"], *mapping()["deck"], "624"}
            self.left |= {number for number, _ in self.rules if str(number) in known}
        lines = [number for number, part in self.parts.items() if "lines" in part]
        commons = [step.spec for step in self.script if step.spec["step"] == "common"]
        silent = set(lines).difference(mapping()["beside"]["lines"])
        if silent and any("places" not in spec and "own" not in spec for spec in commons):
            # The rule does not mention common cards that lie on no line.
            self.left |= set(lines)
            self.judged = True
        if self.as_named:
            compares = self._first("draft", "turn-until-lead")
            self.cuts += [compares] if compares < len(self.script) else []

    def _cut(self) -> None:
        """Leave the steps from the first cut on to the table."""
        if not self.cuts:
            return
        self.judged = True
        at = min(self.cuts)
        self.left |= {number for step in self.script[at:] for number in step.numbers}
        self.script[at:] = [_Step({"step": "as-played"}, ())]

    def _filled(self, specs: list[dict[str, Any]]) -> dict[str, Any]:
        lists, tables = self._kept_parts()
        if self.as_named and not self.judged:
            lists["wild"].append({"rule": "as-named"})
        layout, opener, share = self._layout(specs, tables.pop("lines", {})), _opener(specs), self._pot()
        table = {
            "name": self.variant.name,
            "about": _about(specs, share, lists["wild"]),
            "aliases": list(self.variant.aliases),
            "document": f"poker_db {self.variant.number}",
            "tags": _tags(specs, lists["wild"], self.pot),
            "script": specs,
            "share": share,
            **lists,
            **tables,
            "opener": opener,
            "layout": layout,
        }
        return {key: value for key, value in table.items() if value not in ([], {})}

    def _kept_parts(self) -> tuple[dict[str, list[Any]], dict[str, Any]]:
        """Return the wild rules and triggers, and the other parts; leave those that no longer hold to the table."""
        limited = any(
            rule["rule"] in ("holding", "ended") for part in self.parts.values() for rule in part.get("wild", ())
        )
        unknown = limited or any(kind == "wild" for number, kind in self.rules if number in self.left)
        lists: dict[str, list[Any]] = {"wild": [], "trigger": []}
        tables: dict[str, Any] = {}
        for number, part in self.parts.items():
            for key, value in part.items():
                if key == "wild" or (key == "option" and "wild" in part):
                    lasting = all(rule["rule"] in _LASTING and "only" not in rule for rule in part["wild"])
                    jokers = any(rule["rule"] == "jokers" for rule in part["wild"])
                    kept = not self.judged or (lasting and (jokers or not unknown))
                else:
                    kept = not self.cuts if key == "trigger" else not self.judged or key in ("deck", "ante")
                if not kept:
                    self.left.add(number)
                elif key in lists:
                    lists[key] += [rule for rule in value if rule not in lists[key]]
                else:
                    tables[key] = value
        return lists, tables

    def _layout(self, specs: list[dict[str, Any]], lines: Mapping[str, str]) -> dict[str, Any]:
        named = [{"name": name, "places": places} for name, places in lines.items()]
        laid = any(spec["step"] == "common" and "places" in spec for spec in specs)
        table: dict[str, Any] = {key: self.layout[key] for key in ("grid", "face_up") if key in self.layout}
        return {**table, **({"lines": named} if named else {})} if laid else {}

    def _pot(self) -> list[dict[str, Any]]:
        """Return the shares. If the table judges them, leave all rules about who wins to it."""
        if self.judged:
            self.left |= {number for number, kind in self.rules if kind in _JUDGED}
            single = [{"rule": "judged", "unclaimed": "next hand"}]
            return single if len(self.pot) == 1 else [{"rule": "judged", "name": name} for name in self.pot]
        shares = []
        for name, more in self.shares.items():
            share = {"rule": "judged" if name == "split" else name, **more}
            shares.append({**share, "name": name} if share["rule"] == "judged" else share)
        return shares


def _opener(specs: list[dict[str, Any]]) -> dict[str, str]:
    """Return the usual opener, removing it from the rounds that name it."""
    bets = [spec for spec in specs if spec["step"] == "bet"]
    usual = Counter(spec["opener"] for spec in bets if spec["opener"] in _FIRST).most_common(1)
    if not usual:
        return {}
    opener = usual[0][0]
    for spec in bets:
        if spec["opener"] == opener:
            del spec["opener"]
    return {"first": _FIRST[opener], "later": opener}


def _tags(specs: list[dict[str, Any]], wild: list[Any], pot: list[str]) -> list[str]:
    steps = {spec["step"] for spec in specs}
    up = any(spec["step"] == "deal" and spec["cards"].strip("d") for spec in specs)
    tags = ["stud"] * up + [tag for tag in ("draw", "pass", "roll", "discard") if tag in steps]
    tags += ["guts"] * ("contest" in steps) + ["common cards"] * ("common" in steps)
    tags += ["wild"] * bool(wild) + ["high-low"] * ("low" in pot[1:]) + ["split"] * (len(pot) > 1)
    return [*tags, "imported"]


def _about(script: list[dict[str, Any]], share: list[Any], wild: list[Any]) -> str:
    """Return a game in a sentence, for the menu."""
    steps = Counter(spec["step"] for spec in script)
    dealt = "".join(spec["cards"] for spec in script if spec["step"] == "deal")
    common = sum(spec.get("count", 1) for spec in script if spec["step"] == "common" and spec.get("own", True))
    said = [f"{count_word(len(dealt))} card{'s' * (len(dealt) != 1)} each" * bool(dealt)]
    said += [f"{count_word(common)} in the middle" * bool(common)]
    said += [f"{count_word(steps['draw'])} draw{'s' * (steps['draw'] > 1)}" * bool(steps["draw"])]
    words = {"pass": "cards are passed", "roll": "cards are turned up", "market": "cards to take or leave"}
    words |= {"hit": "cards for who wants them", "contest": "in or out", "draft": "a draft"}
    said += [text for step, text in words.items() if steps[step]]
    if steps["as-played"]:
        said.append("then as the table plays")
    elif len(share) > 1:
        said.append("the pot is split")
    elif share[0]["rule"] == "low":
        said.append("the low hand wins")
    return f"{sentence(', '.join(filter(None, said)))}{'; some cards are wild' if wild else ''}."
