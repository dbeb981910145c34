"""Steps of the walk-throughs in docs/odd-games.md: the files that they write and the commands that they run."""

from __future__ import annotations

import re
from dataclasses import dataclass

_BLOCK = re.compile(r"(?:^`(?P<path>[\w./-]+)`:\n\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ (.*)\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class WriteFile:
    """A file to be written."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class RunCommand:
    """A command to be run, and its expected output; ``...`` stands for anything, as a line or at the end of one."""

    command: str
    output: str

    def prints(self, text: str) -> bool:
        """Return whether the command has printed the expected output."""
        parts = [re.escape(part) for part in self.output.split("...")]
        return re.fullmatch(".*".join(parts), text, re.DOTALL) is not None


def steps_of(markdown: str, title: str) -> list[WriteFile | RunCommand]:
    """Return the steps of a page's section, in order."""
    _, _, rest = markdown.partition(f"\n## {title}\n")
    section = re.split(r"^## ", rest, maxsplit=1, flags=re.MULTILINE)[0]
    steps: list[WriteFile | RunCommand] = []
    for block in _BLOCK.finditer(section):
        if block["path"]:
            steps.append(WriteFile(block["path"], block["text"]))
        elif block["kind"] == "console":
            _, *parts = _COMMAND.split(block["text"])
            steps += [RunCommand(*pair) for pair in zip(parts[::2], parts[1::2], strict=True)]
    return steps
