"""Requests and responses, for all screens.

Start with ``pipeline``, the steps before and after each view; then read ``gate``, which decides who may do what.
"""
