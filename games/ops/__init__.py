"""Addresses for those who run the server: is it alive, would it serve, how does it do (docs/operation.md)."""
