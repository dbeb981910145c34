"""Money and chips as values: amounts, chip sets, change, and who pays whom. Read `amounts` and `transfers` first."""
