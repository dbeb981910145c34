"""Live screens: every screen of a night hears of a change at once. Start with feed."""
