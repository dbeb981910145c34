"""Requests and responses, for all screens.

Start with ``pipeline``, which lists what is done before and after each view, then ``gate``, which says who may do what.
"""
