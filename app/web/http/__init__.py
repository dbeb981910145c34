"""Requests and responses, for all screens.

Start with ``pipeline``, the steps before and after each view, then ``gate``, which says who may do what.
"""
