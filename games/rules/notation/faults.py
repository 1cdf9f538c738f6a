"""What can be wrong with a text."""


class NotationFault(Exception):
    """What in a text cannot be, and where: `line` and `column` count from 1, in characters; `why` is a sentence.

    `game` is the id of the game that it is found in, if that stands there.
    """

    game = ""

    def __init__(self, line: int, column: int, why: str) -> None:
        super().__init__(f"line {line}, column {column}: {why}")
        self.line = line
        self.column = column
        self.why = why
