"""The app in other browsers than Chromium: an evening of whole hands, with a phone and the television, in each."""
