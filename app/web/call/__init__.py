"""The call screen: choosing and dealing a game."""
