"""English: the only place that turns questions, asks, events, refusals and actions into words.

Read ``speaker``, ``asks`` and ``events`` first. The words of each kind of step are in ``steps``.
"""
