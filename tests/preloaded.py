"""Imports of all commands and caches of servers, preloaded in the process that forks for each command."""

import flask_migrate  # noqa: F401

import app.commands.nights
import app.doctor
import app.server.start
import app.server.worker  # noqa: F401
from app.games.search import searched_library
from app.plugins import load_modules

for _package in ("app.web", "app.words", "app.hand.steps"):
    load_modules(_package)

searched_library()
