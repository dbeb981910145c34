"""Money and chips as values: amounts, chip sets, change, and who pays whom. Start with amounts and transfers."""
