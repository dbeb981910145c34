"""Looking back: hands that were played, and the nights that they belong to."""
