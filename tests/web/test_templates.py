"""The templates: parts in the folders of their users, addresses from ``url_for``, readable lines."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "templates"
TEMPLATES = {str(path.relative_to(FOLDER)): path.read_text() for path in sorted(FOLDER.rglob("*.html"))}

#: Folders of shared parts, and the other such folders that each may use; a screen may use its own folder and all these.
PARTS = {"forms": (), "table": (), "plots": (), "pad": ("forms", "table")}
SCREENS = {path.name for path in FOLDER.iterdir() if path.is_dir()} - set(PARTS)


def used_by(text: str) -> list[str]:
    """Return the templates that a template includes, imports or extends."""
    return re.findall(r'{%-? *(?:include|extends|from|import) "([^"]+)"', text)


def found(find: Callable[[str, str], list[Any]]) -> dict[str, list[Any]]:
    """Return what ``find`` finds in each template, given its name and text, if anything."""
    return {name: faults for name, text in TEMPLATES.items() if (faults := find(name, text))}


def test_lines_have_at_most_140_characters() -> None:
    assert found(lambda _, text: [n for n, line in enumerate(text.splitlines(), 1) if len(line) > 140]) == {}


def test_apostrophes_and_quotation_marks_are_straight() -> None:
    """The words of the engine are straight, in records too, so those around them are."""
    modules = [*(ROOT / "app" / "web").rglob("*.py"), *(ROOT / "app" / "words").rglob("*.py")]
    assert found(lambda _, text: re.findall("[\u2018-\u201f]", text)) == {}
    assert [path.name for path in modules if re.search("[\u2018-\u201f]", path.read_text())] == []


def test_no_address_is_written_by_hand() -> None:
    """Addresses come from ``url_for``, except those within the page, which begin with ``?`` or ``#``."""
    address = re.compile(r"""(?:href|src|action|hx-get|hx-post|data-\w+)="(/[^"]*)\"""")
    assert found(lambda _, text: address.findall(text)) == {}


def test_every_form_that_posts_sends_a_token() -> None:
    """Each begins with the macro ``token``, or with one that begins with it."""
    macros = dict(re.findall(r"{% macro (\w+)\(\) -?%}\s*{{ (\w+)\(\) }}", "".join(TEMPLATES.values())))
    assert {macros.get(first, first) for first in macros.values()} == {"token"}
    senders = "|".join(("token", *macros))
    form = re.compile(rf'<form\b(?=[^>]*method="post")(?:(?!</form>).)*?(?:{senders})\(\)', re.DOTALL)
    assert (
        found(
            lambda _, text: ["form"] * (len(re.findall(r'<form\b[^>]*method="post"', text)) - len(form.findall(text)))
        )
        == {}
    )


def test_only_a_hand_saved_as_a_file_has_an_inline_script_or_style() -> None:
    inline = re.compile(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=")
    assert set(found(lambda _, text: inline.findall(text))) == {"hand/file.html"}


def test_a_template_uses_only_its_own_folder_and_shared_parts() -> None:
    def strange(name: str, text: str) -> list[str]:
        folder = name.rpartition("/")[0]
        allowed = {folder, *PARTS.get(folder, PARTS)}
        return [other for other in used_by(text) if other != "base.html" and other.rpartition("/")[0] not in allowed]

    assert found(strange) == {}


def test_every_part_is_used_and_every_page_is_rendered() -> None:
    python = "".join(path.read_text() for path in (ROOT / "app").rglob("*.py"))
    used = {other for text in TEMPLATES.values() for other in used_by(text)}
    assert {name for name in TEMPLATES if name not in used and f'"{name}"' not in python} == set()


def test_a_screen_has_the_name_of_its_module() -> None:
    web = ROOT / "app" / "web"
    assert {name for name in SCREENS if not ((web / name).is_dir() or (web / f"{name}.py").exists())} == set()
