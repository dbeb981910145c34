"""The nights: what is stored, and the use cases on it, in rooms; `models` and `db` lie below them all.

Failures that can be expected are returned as values: a :class:`~app.night.validation.Problem` for a form, an answer of
:mod:`app.night.log.replay` for a tap. Everything but `log` needs an app context.
"""
