"""Money and chips as values: amounts, chip sets, change, and who pays whom. Begin with amounts and transfers."""
