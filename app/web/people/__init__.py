"""The persons who play here."""
