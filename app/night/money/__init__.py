"""The money of a night: the ledger of two accounts a row, and settling up."""
