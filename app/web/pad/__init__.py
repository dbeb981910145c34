"""The pad: the buttons and keys for what the dealer may enter next, and how a tap is read."""
