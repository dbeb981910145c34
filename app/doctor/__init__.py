"""Looking at everything around Upcard that can be wrong, and saying it in a line each. Nothing is changed."""
