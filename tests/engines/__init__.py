"""An evening of whole hands, with a phone and the television, in each browser engine."""
