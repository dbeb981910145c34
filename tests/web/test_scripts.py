"""The scripts: modules with explicit imports, no globals, and no hand-written addresses."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "static" / "js"
MODULES = {str(path.relative_to(FOLDER)): path.read_text() for path in sorted(FOLDER.rglob("*.js"))}
PAGES = "".join(path.read_text() for path in (ROOT / "templates").rglob("*.html"))


def imports(name: str) -> dict[str, list[str]]:
    """Return the modules that a module imports, each with the imported names."""
    statements = re.findall(r'^import {([^}]*)} from "(\.[^"]+)";$', MODULES[name], re.MULTILINE)
    here = FOLDER / name
    return {
        str((here.parent / path).resolve().relative_to(FOLDER)): [word.strip() for word in names.split(",")]
        for names, path in statements
    }


def entries() -> set[str]:
    return {f"{name}.js" for name in re.findall(r"script\('(\w+)'\)", PAGES)}


def test_a_module_imports_existing_names_and_uses_them() -> None:
    for name, text in MODULES.items():
        assert text.count("import ") == len(imports(name)), name
        body = re.sub(r"^import .*$", "", text, flags=re.MULTILINE)
        for other, names in imports(name).items():
            for word in names:
                assert re.search(rf"^export const {word}\b", MODULES[other], re.MULTILINE), f"{other} has no {word}"
                assert re.search(rf"\b{word}\b", body), f"{word} is not used"


def test_a_module_sets_no_globals() -> None:
    """A module has only imports, constants and calls; of ``window``, it uses only htmx, speech and sound."""
    for name, text in MODULES.items():
        code = re.sub(r"//.*$|/\*.*?\*/|`[^`]*`|\"[^\"]*\"", "", text, flags=re.MULTILINE)
        assert set(re.findall(r"\bwindow\b\.?(\w*)", code)) <= {"AudioContext", "htmx", "speechSynthesis"}, name
        assert re.findall(r"\b(?:globalThis|self|var|function)\b", code) == [], name


def test_a_module_calls_only_what_every_supported_browser_has() -> None:
    """These came after the browsers in docs/installing.md."""
    newer = r"\b(?:requestSubmit|checkVisibility|findLast|toSorted|toReversed|groupBy|withResolvers|showPopover)\b"
    for name, text in MODULES.items():
        assert re.findall(rf"{newer}\(|\(\?<[=!]", text) == [], name


def test_scripts_contain_no_address_of_the_app() -> None:
    for name, text in MODULES.items():
        assert re.findall(r"[\"'`]/\w", text) == [], name
        assert "location.pathname" not in text, name


def test_a_module_is_short_and_starts_with_a_comment() -> None:
    for name, text in MODULES.items():
        lines = text.splitlines()
        assert lines[0].startswith("// "), name
        assert len(lines) <= 150, name
        assert [n for n, line in enumerate(lines, 1) if len(line) > 120] == [], name


def test_every_module_is_on_some_page() -> None:
    todo = [*entries()]
    reached = set(todo)
    while todo:
        for other in imports(todo.pop()):
            if other not in reached:
                reached.add(other)
                todo.append(other)
    assert reached == set(MODULES)


def test_every_export_is_imported() -> None:
    taken = {(other, word) for name in MODULES for other, words in imports(name).items() for word in words}
    given = {(name, word) for name, text in MODULES.items() for word in re.findall(r"^export const (\w+)", text, re.M)}
    assert given == taken


def test_scripts_are_modules_and_htmx_comes_before_them() -> None:
    scripts = re.findall(r"<script [^>]*>", PAGES)
    assert scripts[0] == '<script src="{{ htmx_url() }}" defer>'
    module = re.compile(r'<script type="module" (blocking="render" )?src="\{\{ script\(')
    assert all(map(module.match, scripts[1:]))
