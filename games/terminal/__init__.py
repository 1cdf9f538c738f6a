"""A game in the terminal, over HTTP alone: `python manage.py play`, or `python -m games.terminal`.

It is the server's first client and nothing else: it imports the standard library only, so whatever it does any other
client can do too, by the same public calls (docs/api.md).
"""
