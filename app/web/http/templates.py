"""Loading templates, and storing them once compiled."""

from __future__ import annotations

import hashlib
import re
from collections import ChainMap
from collections.abc import Callable, Hashable, MutableMapping
from contextlib import suppress
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from flask.templating import Environment as FlaskEnvironment
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

#: A tag that includes a template by a literal name, with optional signs that trim white space.
_INCLUDE = re.compile(r'\{%(-?) include "([^"]+)" (-?)%\}')


@lru_cache(maxsize=4096)
def remembered(macro: Callable[..., str], *things: Hashable) -> str:
    """Return what a macro draws for some things, cached for equal ones: cards, keys and players fill a screen."""
    return macro(*things)


class Environment(FlaskEnvironment):
    """Flask's environment, with the globals of all templates in one dict, and included templates inlined.

    Each template that imports macros compares its globals with theirs, which chained dicts make slow: a twelfth of a
    phone's time. Each included template is passed the whole context and renders separately: a tenth of a television's
    time.
    """

    def preprocess(self, source: str, name: str | None = None, filename: str | None = None) -> str:
        """Return the source with included templates inlined. Variables set in one of them stay local to it."""
        return _INCLUDE.sub(self._included, super().preprocess(source, name, filename))

    def _included(self, match: re.Match[str]) -> str:
        before, name, after = match.groups()
        assert self.loader is not None
        source, filename, _current = self.loader.get_source(self, name)
        body = self.preprocess(source, name, filename).removesuffix("\n")
        return f"{{%{before} with %}}{body}{{% endwith {after}%}}"

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template, which usually has none of its own."""
        return ChainMap(d, self.globals) if d else self.globals


class KeptTemplates(FileSystemBytecodeCache):
    """Compiled templates in a folder, for the next start. A template that cannot be written or read is compiled again.

    A template contains those that it includes, so a change to one, or another version, recompiles all.
    """

    def __init__(self, folder: Path, templates: Path) -> None:
        """Keep the compiled templates of the folder ``templates`` in ``folder``."""
        with suppress(OSError):
            folder.mkdir(mode=0o700, exist_ok=True)
        super().__init__(str(folder))
        sources = [path.read_bytes() for path in (Path(__file__), *sorted(templates.rglob("*.*")))]
        versions = version("upcard") + version("jinja2")
        self._checksum = hashlib.sha256(b"".join((versions.encode(), *sources))).hexdigest()

    def get_source_checksum(self, source: str) -> str:
        """Return the checksum stored with a template, which must match when it is read."""
        return self._checksum

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read a template, unless its file is missing or broken, as after a loss of power."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # unpickling raises anything
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store a template."""
        with suppress(OSError):
            super().dump_bytecode(bucket)
