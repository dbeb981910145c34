"""Compile each template once per test run, in whichever process needs it first."""

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
    """Make the folder, unless the parent process has made it."""
    if FOLDER in os.environ:
        yield
        return
    with TemporaryDirectory(prefix="upcard-compiled-") as folder:
        os.environ[FOLDER] = folder
        yield


def share_templates() -> None:
    """Have every app in this process share compiled templates through the folder."""
    if folder := os.environ.get(FOLDER):
        Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(folder)}
