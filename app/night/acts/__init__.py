"""Acts of a table beside the hand: buy, leave, sit out, settle. Read `act` first, then `queue`."""
