"""Tests of what is done to people, stakes and money."""
