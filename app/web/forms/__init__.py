"""Form controls made from typed fields: stakes, house rules, options and modifiers."""
