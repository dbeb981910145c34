"""An evening beside its hands, as values: what is done to people, stakes and money."""
