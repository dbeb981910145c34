"""The rules of the game that is being played."""
