"""The parts of the table that several screens draw: cards, seats, hands, rule sheets."""
