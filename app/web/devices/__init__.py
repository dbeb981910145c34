"""The devices of the house, for the host."""
