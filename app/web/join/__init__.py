"""The page on which people ask for a seat."""
