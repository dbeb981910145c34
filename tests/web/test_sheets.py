"""The style sheets: each in its layer, colours in one place, no class of one screen styled by another's sheet."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.web.table.seats import tablet_place, television_place

ROOT = Path(__file__).resolve().parent.parent.parent
TEMPLATES = ROOT / "templates"
SHEETS = {path.stem: path.read_text() for path in sorted((ROOT / "static" / "css").glob("*.css"))}
SCRIPTS = "\n".join(path.read_text() for path in (ROOT / "static" / "js").rglob("*.js"))

#: The layers below the screens' layer, lowest first.
SHARED = ("tokens", "base", "controls", "cards", "table", "sheet", "plots", "pad")
#: Template folders that are not screens: several screens render their parts. ``""`` holds the error pages.
PARTS = ("", "forms", "pad", "plots", "table")

#: Classes set by htmx and by Python: the suits, and the positions of seats.
PLACES = {
    word
    for count in range(2, 13)
    for seat in range(count)
    for word in f"{television_place(seat, count, count - 1)} {tablet_place(seat, count, count - 1)}".split()
}
GIVEN = {"htmx-request", "spades", "hearts", "diamonds", "clubs", "joker", "ten", "hole", "winning", *PLACES}


def plain(sheet: str) -> str:
    """Return a sheet without its comments and strings."""
    return re.sub(r'"[^"]*"', "", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL))


def selectors(sheet: str) -> list[str]:
    rules = re.findall(r"([^{};]+)\{", plain(sheet))
    return [" ".join(text.split()) for text in rules if not text.strip().startswith("@")]


def classes_styled(sheet: str) -> set[str]:
    return set(re.findall(r"\.([a-zA-Z][\w-]*)", " ".join(selectors(sheet))))


def classes_in(template: str) -> Iterator[str]:
    """Yield the classes in a template; ``cards-*`` stands for all that start with ``cards-``."""
    written = re.findall(r'class="([^"]*)"', template)
    written += re.findall(r"{% block body_class %}(.*?){%", template)
    for text in written:
        outcomes = re.findall(r"'([^']*)'\s*(?:if|~)|else\s+'([^']*)'", text)
        fixed = re.sub(r"{{[^']*?}}", "*", re.sub(r"{%.*?%}", " ", text))
        words = " ".join([re.sub(r"{{.*?}}", "", fixed), *("".join(outcome) for outcome in outcomes)])
        yield from (f"{word}*" if word.endswith("-") else word for word in words.split())


def given_by(*folders: str) -> set[str]:
    """Return the classes in the templates of these folders; ``""`` is the top folder."""
    paths = (path for folder in folders for path in (TEMPLATES / folder).glob("*.html"))
    return {name for path in paths for name in classes_in(path.read_text())} - {"*"}


def passed_on(*folders: str) -> set[str]:
    """Return the words that templates pass to macros, some of which are classes: ``key('7', 'hearts', 'off')``."""
    paths = (path for folder in folders for path in (TEMPLATES / folder).glob("*.html"))
    return {
        word
        for path in paths
        for words in re.findall(r"[(,] ?'([a-z][\w-]*)'(?=[,)]| if)|else '([a-z]\w*)' if", path.read_text())
        for word in words
    }


def gives(names: set[str], name: str) -> bool:
    return name in names or any(other.endswith("-*") and name.startswith(other[:-1]) for other in names)


def in_scripts(name: str) -> bool:
    return re.search(rf"""classList[^;]*["']{name}["']|className = ["']{name}["']""", SCRIPTS) is not None


def family(name: str) -> str:
    """Return a class without its number: ``columns-`` for ``columns-3``."""
    return name.rstrip("0123456789")


SCREENS = sorted(path.name for path in TEMPLATES.iterdir() if path.is_dir() and path.name not in PARTS)
STYLED = [name for name in SHEETS if name not in SHARED]
PARTS_GIVE = given_by(*PARTS)
SCREEN_GIVES = {screen: given_by(screen) for screen in SCREENS}


def screens_with(name: str) -> list[str]:
    return [screen for screen, names in SCREEN_GIVES.items() if gives(names, name)]


def test_every_sheet_is_shared_or_named_after_a_screen() -> None:
    assert set(SHARED) <= set(SHEETS)
    assert set(STYLED) <= set(SCREENS)


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_is_one_layer(name: str) -> None:
    layer = name if name in SHARED else "screen"
    text = plain(SHEETS[name]).strip()
    if name == "tokens":
        order, _, text = text.partition(";")
        assert order == f"@layer {', '.join(SHARED)}, screen"
    before, _, rest = text.strip().partition("{")
    assert before.strip() == f"@layer {layer}"
    depth = 1
    for at, letter in enumerate(rest):
        depth += (letter == "{") - (letter == "}")
        if depth == 0:
            assert rest[at + 1 :].strip() == ""
    assert depth == 0


@pytest.mark.parametrize("name", [name for name in SHEETS if name != "tokens"])
def test_colours_are_tokens(name: str) -> None:
    text = plain(SHEETS[name])
    assert re.findall(r":[^;{}]*(#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|okl\w+|lab|lch|hwb)\()", text) == []
    assert re.findall(r":[^;{}]*\b(white|black|gr[ae]y|silver|red|green|blue|yellow|orange|gold)\b", text) == []
    assert ":root" not in text


#: Features that some of the browsers in docs/installing.md lack. A declaration with one of them and a variable is not
#: skipped there, in favour of the one before it: it sets the property back to its initial value.
NEWER = r"\b(?:round|mod|rem|color-mix|light-dark)\(|\d(?:[dsl]v[hw]|cq[wh])\b"
#: Sheets that use them where the initial value does no harm: frames, tints, and a height limited otherwise.
HARMLESS = {"corrections": {"color-mix("}, "dealer": {"color-mix(", "round("}, "statistics": {"color-mix("}}


@pytest.mark.parametrize("name", SHEETS)
def test_newer_features_are_used_only_where_they_are_supported(name: str) -> None:
    """The inner braces of ``@supports (height: 1dvh) { :root { --dvh: 1dvh; } }`` are those of one rule."""
    checked = re.sub(r"@supports \([^{]*\{\s*[^{}]*\{[^{}]*\}\s*\}", "", plain(SHEETS[name]))
    assert set(re.findall(NEWER, checked)) <= HARMLESS.get(name, set())


def test_every_token_is_used_and_every_property_is_defined() -> None:
    everything = "".join(map(plain, SHEETS.values()))
    defined = set(re.findall(r"(--[\w-]+)\s*:", everything))
    used = set(re.findall(r"var\((--[\w-]+)", everything))
    assert defined - used == set()
    assert {name for name in used - defined if f"var({name}," not in everything} == set()


def compounds(sheet: str) -> set[tuple[str, ...]]:
    """Return the sets of classes that selectors require of one element: ``.seat.out .card`` has two."""
    compounds = re.findall(r"(?:\.[a-zA-Z][\w-]*)+", " ".join(selectors(sheet)))
    return {tuple(names.strip(".").split(".")) for names in compounds}


@pytest.mark.parametrize("screen", STYLED)
def test_a_screen_styles_its_own_classes_and_shared_ones(screen: str) -> None:
    """A class on several screens is shared: it must appear in a shared sheet or a shared part.

    A second class on an element states its condition (``.seat.out``) and may be used anywhere.
    """
    shared = {family(name) for sheet in SHARED for name in classes_styled(SHEETS[sheet])}

    def at_home(name: str) -> bool:
        return (
            name in GIVEN or family(name) in shared or gives(PARTS_GIVE, name) or screens_with(name) in ([screen], [])
        )

    foreign = {names for names in compounds(SHEETS[screen]) if not any(map(at_home, names))}
    assert foreign == set()


@pytest.mark.parametrize("name", SHARED)
def test_a_shared_sheet_styles_no_class_of_a_single_screen(name: str) -> None:
    def of_one(name: str) -> bool:
        return not gives(PARTS_GIVE, name) and len(screens_with(name)) == 1

    assert {names for names in compounds(SHEETS[name]) if all(map(of_one, names))} == set()


def test_every_class_in_a_sheet_is_set_somewhere() -> None:
    given = PARTS_GIVE.union(GIVEN, passed_on(*PARTS, *SCREENS), *SCREEN_GIVES.values())
    unused = {
        f"{sheet}: {name}"
        for sheet, text in SHEETS.items()
        for name in classes_styled(text)
        if not gives(given, name) and not in_scripts(name)
    }
    assert unused == set()


def test_a_screen_styles_only_classes_of_its_templates() -> None:
    """Every class in a screen's sheet is in its templates or in the parts that it includes."""
    for screen in STYLED:
        given = PARTS_GIVE | SCREEN_GIVES[screen] | GIVEN | passed_on(screen)
        missing = {name for name in classes_styled(SHEETS[screen]) if not gives(given, name) and not in_scripts(name)}
        assert missing == set(), screen


def test_every_class_in_a_template_is_styled_or_queried() -> None:
    styled = {name for text in SHEETS.values() for name in classes_styled(text)}
    tests = "\n".join(path.read_text() for path in (ROOT / "tests").rglob("*.py"))
    idle = {
        name
        for name in PARTS_GIVE.union(*SCREEN_GIVES.values())
        if name not in styled
        and not (name.endswith("*") and any(other.startswith(name[:-1]) for other in styled))
        and not re.search(rf"\.{re.escape(name)}(?![\w-])", SCRIPTS + tests)
    }
    assert idle == set()


#: Sheets of pages used between hands, on a tablet or a phone.
BETWEEN = sorted(set(SHEETS) - {"tokens", "cards", "table", "pad", "dealer", "television", "phone"})


@pytest.mark.parametrize("name", BETWEEN)
def test_text_between_hands_is_never_small(name: str) -> None:
    """The minimum is 18 px on a tablet, and 16 px in rules that are for phones only."""
    phones = r"@media \(max-width: [4-8]\d\dpx\) \{(?:[^{}]*\{[^{}]*\})*[^{}]*\}"
    sheet = plain(SHEETS[name])
    for part, least in ((re.sub(phones, "", sheet), 18), ("".join(re.findall(phones, sheet)), 16)):
        sizes = [int(size) for size in re.findall(r"font(?:-size)?:[^;}]*?\b(\d+)px", part)]
        assert [size for size in sizes if size < least] == []
