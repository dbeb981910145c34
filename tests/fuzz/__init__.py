"""Everything that anybody may send: forms, lines, records, game files, databases and bytes, odd, broken or hostile.

Each module with a ``CHECK`` covers one kind, and is found and run like the checks of :mod:`tests.checks`. A round takes
a seed and counts what it sent; it fails if something breaks, or if chips, hands or secrets are compromised.
``make test`` runs a fixed number of rounds of each, ``make fuzz`` as many as there is time for.
"""
