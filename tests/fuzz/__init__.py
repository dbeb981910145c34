"""Fuzzers: odd, broken or hostile forms, lines, records, game files, databases and bytes.

Each module with a ``CHECK`` covers one kind of input, and is found and run like the checks of :mod:`tests.checks`. A
round takes a seed and counts what it sent; it fails if something breaks, chips or hands are lost, or a secret leaks.
``make test`` runs a fixed number of rounds of each, ``make fuzz`` as many as there is time for.
"""
