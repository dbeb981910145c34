"""The pages written by hand: their links work, the decisions are complete, and the example of a game works."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from app.cli import upcard
from app.games.load import library, parse, resolve
from tests.manual.printed import ROOT

EVERY_PAGE = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
DECISIONS_INDEX = ROOT / "docs" / "decisions" / "README.md"
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)")


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


#: The pages about the code whose names are not checked elsewhere.
FOR_AUTHORS = ("architecture", "how-it-works", "adding-an-act", "adding-a-column")


def anchors(page: Path) -> set[str]:
    """Return the anchors of the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def test_every_link_has_a_target():
    for page in EVERY_PAGE:
        for path, anchor in LINK.findall(page.read_text("utf-8")):
            target = page.parent / path if path else page
            assert target.exists(), (name(page), path)
            assert not anchor or anchor in anchors(target), (name(page), anchor)


def test_every_named_target_of_make_exists():
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    for page in EVERY_PAGE:
        assert set(re.findall(r"`make ([a-z-]+)", page.read_text("utf-8"))) <= set(targets), name(page)


#: docs/odd-games.md writes its own files; test_walkthrough follows it, and test_odd_games checks the rest.
PAGES = [page for page in (ROOT / "docs").rglob("*.md") if page.name != "odd-games.md"]


def test_every_named_path_exists():
    for page in (ROOT / "README.md", *PAGES):
        named = re.findall(r"`((?:app|tests|templates|static)/[\w./-]*)`", page.read_text("utf-8"))
        assert not [path for path in named if not (ROOT / path).exists()], name(page)


def test_every_named_identifier_exists():
    code = [path.read_text("utf-8") for tree in ("app", "tests") for path in (ROOT / tree).rglob("*.py")]
    names = {word for text in code for word in re.findall(r"\w+", text)}
    for page in (*(ROOT / "docs" / f"{page}.md" for page in FOR_AUTHORS), *DECISIONS):
        named = re.findall(r"`(?:[\w.]+\.)?([A-Za-z]*(?:_|[a-z][A-Z])\w*)(?:\([\w.]*\))?`", page.read_text("utf-8"))
        assert set(named) <= names, name(page)


def test_every_identifier_said_to_be_in_a_file_is_there():
    placed = re.compile(r"`(?:\w+\.)*(\w+)(?:\([\w.]*\))?` (?:\(?in|of) `((?:app|tests|static)/[\w/]+\.\w+)`")
    for page in EVERY_PAGE:
        for word, path in placed.findall(" ".join(page.read_text("utf-8").split())):
            assert re.search(rf"\b{word}\b", (ROOT / path).read_text("utf-8")), f"{name(page)}: {word} in {path}"


def test_the_wheel_is_installed_by_its_path():
    # pipx 1.1, as in Debian 12, takes the bare name of the file for that of a package.
    for page in EVERY_PAGE:
        assert not re.search(r"(?:install|--force|--from) '?upcard-", page.read_text("utf-8")), name(page)


def test_every_decision_has_three_parts_and_is_listed():
    listed = DECISIONS_INDEX.read_text("utf-8")
    for page in DECISIONS:
        text = page.read_text("utf-8")
        assert re.findall(r"^## (.*)$", text, re.MULTILINE) == ["Context", "Decision", "Consequence"], name(page)
        title = text.partition("\n")[0].removeprefix("# ")
        assert f"[{title}]({page.name})" in listed, name(page)


def test_a_replaced_decision_links_to_what_replaces_it():
    rows = re.findall(r"^\| \d{4} \| \[.*?\]\((.*?)\)(.*?) \|", DECISIONS_INDEX.read_text("utf-8"), re.MULTILINE)
    for page, replaced in rows:
        links = re.findall(r"\]\((\d{4})-", (DECISIONS_INDEX.parent / page).read_text("utf-8"))
        assert set(re.findall(r"\d{4}", replaced)) <= set(links), page


def test_decisions_are_numbered_without_a_gap():
    assert [int(page.name[:4]) for page in DECISIONS] == list(range(1, len(DECISIONS) + 1))


def test_every_command_is_listed():
    table = (ROOT / "docs" / "commands.md").read_text("utf-8")
    missing = [command for command in upcard.commands if f"| `upcard {command}" not in table]
    assert not missing, "docs/commands.md lists every command"


def test_the_example_of_a_game_can_be_dealt():
    page = (ROOT / "docs" / "your-own-game.md").read_text("utf-8")
    (text,) = re.findall(r"^```toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert tomllib.loads(text)
    games = {**library(), "deuces-and-nines": parse(text, "deuces-and-nines.toml")}
    assert len(resolve("deuces-and-nines", games=games).wild) == 2
    assert len(resolve("deuces-and-nines", {"nines": False}, games=games).wild) == 1
