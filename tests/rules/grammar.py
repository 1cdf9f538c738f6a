"""The grammar of docs/record.md as one regular expression: no rule of it contains itself."""

import re
from functools import cached_property

_TOKEN = re.compile(
    r"""\s*(?:(?P<literal>"[^"]*"|'[^']*')|\?(?P<special>[^?]*)\?|(?P<name>[a-z][a-z ]*[a-z]|[a-z])|(?P<sign>.))"""
)
_SPACE = r"(?:[ \t\r\n]|;[^\n]*(?:\n|\Z))*+"
_SPECIAL = {
    "a letter of ASCII": "[A-Za-z]",
    "a digit of ASCII": "[0-9]",
    "a character but a quotation mark, a backslash or a line end": r'[^"\\\n]',
}
LAST_PHRASE = "times"
"""The rules up to this one may have space between their parts."""


class Grammar:
    """Made of the rules in EBNF, as they stand in the document."""

    def __init__(self, ebnf: str) -> None:
        rules = [rule.partition("=") for rule in ebnf.split(" ;\n") if rule.strip()]
        self.rules = {name.strip(): body for name, _, body in rules}
        names = list(self.rules)
        self.phrases = set(names[: names.index(LAST_PHRASE) + 1])

    def accepts(self, text: str) -> bool:
        return self._whole.fullmatch(text) is not None

    @cached_property
    def _whole(self) -> re.Pattern[str]:
        return re.compile(self._rule("text") + _SPACE)

    def _rule(self, name: str) -> str:
        lead = _SPACE if name in self.phrases else ""
        return _Body(self, self.rules[name], lead).expression()

    def reference(self, name: str, lead: str) -> str:
        """A rule named in another: space may stand before a word, and within a phrase sees to itself."""
        return self._rule(name) if name in self.phrases else f"{lead}{self._rule(name)}"


class _Body:
    """The right side of one rule on its way to an expression; `lead` is what may stand before each of its parts."""

    def __init__(self, grammar: Grammar, text: str, lead: str) -> None:
        self.grammar, self.lead = grammar, lead
        self.tokens = [match for match in _TOKEN.finditer(text.strip()) if match[0].strip()]

    def expression(self) -> str:
        choices = [self._sequence()]
        while self._at("|"):
            choices.append(self._sequence())
        return f"(?:{'|'.join(choices)})"

    def _sequence(self) -> str:
        parts = [self._part()]
        while self._at(","):
            parts.append(self._part())
        return "".join(parts)

    def _part(self) -> str:
        token = self.tokens.pop(0)
        if literal := token["literal"]:
            word = r"\b" if self.lead and literal[1:-1].isalpha() else ""
            return f"{self.lead}{re.escape(literal[1:-1])}{word}"
        if special := token["special"]:
            return _SPECIAL[special.strip()]
        if name := token["name"]:
            return self.grammar.reference(name, self.lead)
        inner = self.expression()
        self.tokens.pop(0)
        return inner + {"(": "", "[": "?", "{": "*"}[token["sign"]]

    def _at(self, sign: str) -> bool:
        if self.tokens and self.tokens[0]["sign"] == sign:
            self.tokens.pop(0)
            return True
        return False
