"""The service worker, which caches files and says when the server is gone."""
