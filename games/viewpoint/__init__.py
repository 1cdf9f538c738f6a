"""A row and a viewer make a dict: the only door out, for the API, streams, the admin and replays.

What a viewer may know is said by `games.rules.observation`; here it is only written down as JSON values.
"""
