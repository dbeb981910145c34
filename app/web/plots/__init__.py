"""Plots as SVG: where lines, bars, marks and labels lie. Several screens draw them; colours are the sheet's."""
