"""The rules of Perudo: standard library only. No Django, clock, input, output or global chance.

`engine.start` and `engine.apply` take dice and return a new state and what happened;
`observation.observe` says what a viewer may know. Rules are numbered as in docs/rules.md.
"""
