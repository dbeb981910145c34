"""Acts at a table apart from the hand: buy, leave, sit out, settle. Read `act` first, then `queue`."""
