"""The server's own players: the standard library and games.rules only. Elsewhere only `registry` is imported.

A bot is handed an `Observation`, all that its seat may know, and never a game's state.
"""
