"""What a browser keeps of the app, to open at once and to say that the server is gone."""
