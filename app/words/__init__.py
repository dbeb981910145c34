"""English: the only package that puts questions, asks, events, refusals and actions in words.

Read ``speaker``, ``asks`` and ``announcements`` first. The words of each kind of step are in ``steps``.
"""
