"""The app in browsers beside Chromium: an evening of whole hands, with a phone and the television, in each."""
