"""The pad: what the dealer may enter next, and how a tap is read."""
