"""Whatever somebody may send: forms, lines, records, game files, databases and bytes that are odd, broken or hostile.

Each module with a ``CHECK`` is one kind of these, found and run as the checks of :mod:`tests.checks` are. A round takes
a seed and counts what it has sent; it fails where something breaks, or where chips, hands or secrets come to harm.
``make test`` takes a fixed number of rounds of each, and ``make fuzz`` as many as there is time for.
"""
