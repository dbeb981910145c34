"""Tests of acts on people, stakes and money."""
