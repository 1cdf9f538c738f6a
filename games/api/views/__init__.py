"""Endpoints: parse, call a service or a read, present."""
