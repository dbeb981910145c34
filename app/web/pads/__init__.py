"""The pads, one small module for what they ask: cards, bets, answers, picks, a showdown. ``app.web.pad`` chooses."""
