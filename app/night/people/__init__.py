"""Persons and seats. Read `seats` first."""
