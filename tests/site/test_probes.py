"""Addresses for those who run the server, over real HTTP: /livez, /readyz, /metrics."""
