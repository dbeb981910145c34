"""The money page: counting chips, cash and expenses, settling up, and how the night has ended."""
