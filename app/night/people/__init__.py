"""Who plays: players, their seats and stacks, and who is in the next hand. Imports nothing of the log."""
