"""The only mapping between rows and rules values."""
