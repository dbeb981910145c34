"""The nights: stored tables (`models`, `db`) and the use cases built on them, one subpackage each.

Expected failures are returned as values: a :class:`~app.night.validation.Problem` for a form, an answer of
:mod:`app.night.log.replay` for a tap. Everything but `log` needs an app context.
"""
