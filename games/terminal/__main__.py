"""`python -m games.terminal`: the client without Django."""

import argparse
import sys

from games.terminal.arguments import add_arguments, wishes_of
from games.terminal.run import run

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m games.terminal", description="Play Perudo in the terminal.")
    add_arguments(parser)
    sys.exit(run(wishes_of(vars(parser.parse_args()))))
