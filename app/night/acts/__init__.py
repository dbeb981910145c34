"""What is done to the people, the stakes and the money of a night: now, or when the hand has been put away."""
