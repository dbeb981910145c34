"""Chips and money as rows that sum up. Read `ledger` first, then `balances`."""
