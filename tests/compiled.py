"""Compile each template once per run of the tests, whichever of its processes needs it first."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

from flask import Flask
from jinja2 import FileSystemBytecodeCache

#: The environment variable that names the folder of this run.
FOLDER = "TESTS_COMPILED"


@contextmanager
def folder_of_this_run() -> Iterator[None]:
    """Make the folder, unless the process that started this one has made it."""
    if FOLDER in os.environ:
        yield
        return
    with TemporaryDirectory(prefix="upcard-compiled-") as folder:
        os.environ[FOLDER] = folder
        yield


def share_templates() -> None:
    """Let every app of this process take compiled templates from there, and leave there what it compiles."""
    if folder := os.environ.get(FOLDER):
        Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(folder)}
