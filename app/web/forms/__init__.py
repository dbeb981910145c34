"""Forms for stakes, house rules, money, options and modifiers."""
