"""Statistics of a season, a person, a game and a night."""
