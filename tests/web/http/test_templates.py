"""Compiled templates are reused at the next start, unless they would compile differently."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from jinja2 import FileSystemLoader

from app.web.http import pages
from app.web.http.pages import Environment, TemplateCache


class Counting(Environment):
    """An environment that counts compilations."""

    compiled = 0

    def compile(self, *given, **more):
        self.compiled += 1
        return super().compile(*given, **more)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    sources = tmp_path / "sources"
    sources.mkdir()
    (sources / "page.html").write_text('{% include "part.html" %}!')
    (sources / "part.html").write_text("one")
    return tmp_path


def start(folder: Path) -> tuple[str, int]:
    """Render the page as a new process would; return it, and the number of templates compiled."""
    kept = TemplateCache(folder / "kept", folder / "sources")
    env = Counting(Flask("tests"), loader=FileSystemLoader(folder / "sources"), bytecode_cache=kept)
    return env.get_template("page.html").render(), env.compiled


def test_the_next_start_compiles_nothing(folder: Path) -> None:
    assert start(folder) == ("one!", 1)
    assert start(folder) == ("one!", 0)


def test_a_page_is_compiled_again_when_a_part_of_it_changes(folder: Path) -> None:
    start(folder)
    (folder / "sources" / "part.html").write_text("two")
    assert start(folder) == ("two!", 1)
    assert start(folder) == ("two!", 0)


def test_another_version_compiles_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start(folder)
    monkeypatch.setattr(pages, "version", lambda name: f"next {name}")
    assert start(folder) == ("one!", 1)


@pytest.mark.parametrize("content", [b"", b"nonsense", b"j2"])
def test_an_unreadable_file_is_compiled_again(folder: Path, content: bytes) -> None:
    start(folder)
    for path in (folder / "kept").iterdir():
        path.write_bytes(content or path.read_bytes()[:60])
    assert start(folder) == ("one!", 1)


def test_templates_are_compiled_each_time_if_they_cannot_be_stored(folder: Path) -> None:
    (folder / "kept").write_text("a file")
    assert start(folder) == start(folder) == ("one!", 1)
