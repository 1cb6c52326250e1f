"""Write the steps that solve a Sudoku: `python3 sudoku.py input.txt output.txt`.

The program is in `program.py`. This file uses only old syntax, so that an old Python can run it
and print the required version.
"""

import os.path
import sys

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(
        "sudoku.py: expected Python 3.11 or later, found " + sys.version.split()[0] + "; "
        "run it with a newer one (python3.11 sudoku.py), from https://www.python.org/downloads"
    )
if not __package__:  # the file is run directly: find pandoku three folders up
    sys.path.append(os.path.realpath(__file__).rsplit(os.sep, 4)[0])

from pandoku.classics._front import run
from pandoku.classics.steps.program import main, read_puzzle, solve_in_steps

__all__ = ["main", "read_puzzle", "solve_in_steps"]

if __name__ == "__main__":
    run(main)
