"""``python -m tests.size [ROOT]`` prints the size of a checkout, and how much of it one tap runs through.

Lines of code exclude docstrings, imports, comments and blank lines.
"""

from __future__ import annotations

import ast
import io
import subprocess
import sys
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

KINDS = ("code", "docstrings", "imports", "comments", "blank")
SMALL = 45
LISTED = 10

#: Run in the measured checkout: taps once, and prints how many modules and functions of the app are called.
TAP = """
import os, re, sys, tempfile
os.environ["UPCARD_DATA"] = tempfile.mkdtemp()
from flask_migrate import upgrade
from app import create_app
app = create_app({"TESTING": True, "SECRET_KEY": "x", "WTF_CSRF_ENABLED": False})
with app.app_context():
    upgrade()
client = app.test_client()
def post(path, **data):
    answer = client.post(path, data=data, headers={"HX-Request": "true"} if path.endswith("tap") else {})
    assert answer.status_code in (200, 303), (path, answer.status_code)
    return answer
client.get("/")
night = re.search("/n/[^/]+", post("/", name="Friday", tracked="1").location)[0]
for name in ("Ann", "Bob", "Cy"):
    post(night + "/night/seats", name=name, buy_in="100")
post(night + "/call/five-card-stud", do="deal", after=0)
hand = re.search('name="hand" value="([0-9]+)"', client.get(night + "/").text)[1]
post(night + "/tap", hand=hand, seen=0, action="d dh p1 ??5h")
root, called = os.path.join(os.getcwd(), "app") + os.sep, set()
def look(frame, event, _):
    if event == "call" and frame.f_code.co_filename.startswith(root):
        called.add((frame.f_code.co_filename, frame.f_code.co_qualname))
sys.setprofile(look)
post(night + "/tap", hand=hand, seen=1, action="d dh p2 ??6h")
sys.setprofile(None)
print(len({file for file, _ in called}), len(called))
"""


class Module:
    """A Python file: its lines by kind, and its syntax tree."""

    def __init__(self, path: Path, root: Path) -> None:
        self.path = path.relative_to(root)
        self.text = path.read_text("utf-8")
        self.tree = ast.parse(self.text)
        self.name = ".".join(self.path.with_suffix("").parts).removesuffix(".__init__")

    @property
    def length(self) -> int:
        return len(self.text.splitlines())

    @cached_property
    def kinds(self) -> Counter[str]:
        """Count the lines of each kind."""
        kind_of = dict.fromkeys(range(1, self.length + 1), "code")
        for number, line in enumerate(self.text.splitlines(), 1):
            if not line.strip():
                kind_of[number] = "blank"
        for token in tokenize.generate_tokens(io.StringIO(self.text).readline):
            if token.type == tokenize.COMMENT and token.line.lstrip().startswith("#"):
                kind_of[token.start[0]] = "comments"
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import | ast.ImportFrom):
                kind_of |= dict.fromkeys(range(node.lineno, node.end_lineno + 1), "imports")
            elif isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
                first = node.body[0]
                kind_of |= dict.fromkeys(range(first.lineno, first.end_lineno + 1), "docstrings")
        return Counter(kind_of.values())

    def imports(self, known: set[str]) -> set[str]:
        """Return the modules of the app that this one imports, except for types."""
        found = set()
        for node in ast.walk(_without_types(self.tree)):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                named = {f"{node.module}.{alias.name}" for alias in node.names}
                found |= (named & known) or {node.module}
        return (found & known) - {self.name}


def _without_types(tree: ast.Module) -> ast.Module:
    body = [node for node in tree.body if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test))]
    return ast.Module(body, [])


def modules(root: Path, folder: str) -> list[Module]:
    return [Module(path, root) for path in sorted((root / folder).rglob("*.py"))]


def names_used(every: list[Module]) -> Counter[str]:
    """Count how often each name is read, wherever it is defined."""
    used = Counter[str]()
    for module in every:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                used[node.id] += 1
            elif isinstance(node, ast.Attribute):
                used[node.attr] += 1
    return used


def functions(every: list[Module]) -> Iterator[ast.FunctionDef]:
    """Yield the functions without a decorator, since one may register its function."""
    for module in every:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("__") and not node.decorator_list:
                yield node


def dataclasses(every: list[Module]) -> Iterator[str]:
    for module in every:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef) and any("dataclass" in ast.unparse(each) for each in node.decorator_list):
                yield node.name


def built(every: list[Module]) -> Counter[str]:
    """Count the calls of each name."""
    calls = (node for module in every for node in ast.walk(module.tree) if isinstance(node, ast.Call))
    return Counter(ast.unparse(call.func).split(".")[-1] for call in calls)


def floors(graph: dict[str, set[str]]) -> int:
    """Return the length of the longest import chain; the modules of a cycle count as one."""
    height: dict[str, int] = {}

    def of(name: str, above: frozenset[str]) -> int:
        if name not in height:
            below = [of(other, above | {name}) for other in graph.get(name, ()) if other not in above]
            height[name] = 1 + max(below, default=0)
        return height[name]

    return max((of(name, frozenset()) for name in graph), default=0)


def tap(root: Path) -> str:
    """Tap one card; return how many modules and functions that calls."""
    played = subprocess.run([sys.executable, "-c", TAP], cwd=root, capture_output=True, text=True, check=False)
    if played.returncode:
        return f"not measured: {played.stderr.strip().splitlines()[-1]}"
    count, called = played.stdout.split()[-2:]
    return f"{count} modules, {called} functions"


def report(root: Path) -> Iterator[str]:
    """Yield the lines of the report."""
    app, tests = modules(root, "app"), modules(root, "tests")
    by_folder = defaultdict[str, Counter[str]](Counter)
    for module in app:
        folder = module.path.parts[1] if len(module.path.parts) > 2 else "(top)"
        for name in (folder, "app"):
            by_folder[name] += module.kinds + Counter({"files": 1, "lines": module.length})
    columns = ("lines", "files", *KINDS)
    yield f"{'':14}" + "".join(f"{column:>12}" for column in columns)
    for folder, counts in sorted(by_folder.items(), key=lambda item: item[1]["lines"]):
        yield f"{folder:14}" + "".join(f"{counts[column]:12,}" for column in columns)
    used, calls, classes = names_used(app), built(app), list(dataclasses(app))
    known = {module.name for module in app}
    graph = {module.name: module.imports(known) for module in app}
    importers = Counter(other for others in graph.values() for other in others)
    every = list(functions(app))
    yield ""
    yield f"functions: {len(every):,}, with one caller: {sum(used[function.name] == 1 for function in every):,}"
    yield f"dataclasses: {len(classes)}, built in one place: {sum(calls[name] == 1 for name in classes)}"
    yield f"modules with one importer: {sum(importers[name] == 1 for name in known)}"
    yield f"modules of at most {SMALL} lines: {sum(module.length <= SMALL for module in app)}"
    for folder in ("night", "web", "hand"):
        inside = {name for name in known if name.startswith(f"app.{folder}.") or name == f"app.{folder}"}
        arrows = {name: graph[name] & inside for name in inside}
        total = sum(map(len, arrows.values()))
        yield f"{folder}: {len(inside)} modules on {floors(arrows)} floors, {total} arrows"
    yield f"tapping a card: {tap(root)}"
    yield ""
    for title, of in (("app", app), ("tests", tests)):
        yield f"{title}: {sum(module.length for module in of):,} lines in {len(of)} files; the longest:"
        for module in sorted(of, key=lambda module: -module.length)[:LISTED]:
            yield f"{module.length:6} {module.path}"


if __name__ == "__main__":
    for line in report(Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()):
        print(line)
