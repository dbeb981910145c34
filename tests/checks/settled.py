"""Combinations that are not called in a check, each with its reason."""

#: Games that are not called with a modifier: a bug among the two cards set apart ends in an error; where cards are
#: rolled off a stack, a queen that ends a street is taken to be in the middle of it.
NOT_CALLED = {("oppression", "jokers"), ("follow-the-queen", "rollout")}
