"""One hand in play, pure: actions go in, the next state or a refusal comes out."""
