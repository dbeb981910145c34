"""Where the engine has yet to follow the rules: what the checks leave out, or take as it is. Each line is to go."""

#: Whether an up-card makes a pair with one that its player has thrown away, in Follow the Pair.
THROWN_CARDS_PAIR = True

#: Games that are not called with a modifier. A bug among the two cards set apart ends in an error. Where cards are
#: rolled off a stack, a queen that ends a street is taken to be in the middle of it. And where such a queen leads to
#: nothing, the card turned for nobody is not wild either if it comes after twists.
NOT_CALLED = {("oppression", "jokers"), ("follow-the-queen", "rollout"), ("follow-the-queen", "twist")}
