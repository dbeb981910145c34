"""One hand in play, as pure functions: an action in, the next state or a refusal out."""
