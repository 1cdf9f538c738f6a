"""A history of many games, simulated through the rules and loaded in bulk, and what reading it costs."""
