"""The app in browsers beside Chromium: a hand, a declaration from a phone and the television in WebKit and Firefox."""
