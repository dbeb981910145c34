"""Corrections of earlier actions."""
