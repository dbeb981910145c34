"""Past nights and hands: lists, replays, statistics. Code that writes never imports this package."""
