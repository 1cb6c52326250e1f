"""Play a Sudoku in the terminal: `python3 sukoku.py`.

The program is in `program.py`. This file uses only old syntax, so that an old Python can run it
and print the required version.
"""

import os.path
import sys

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(
        "sukoku.py: expected Python 3.11 or later, found " + sys.version.split()[0] + "; "
        "run it with a newer one (python3.11 sukoku.py), from https://www.python.org/downloads"
    )
if not __package__:  # the file is run directly: find pandoku three folders up
    sys.path.append(os.path.realpath(__file__).rsplit(os.sep, 4)[0])

from pandoku.classics._front import run
from pandoku.classics.sukoku.program import Sudoku, play

__all__ = ["Sudoku", "play"]

if __name__ == "__main__":
    run(play)
