"""Games as data: the typed definition, its loader and checker, house rules, modifiers and rule sheets."""
