"""Test the functions of sudoku.py that have no input or output: `python3 sudoku_test.py`.

The tests are in `cases.py`. This file uses only old syntax, so that an old Python can run it
and print the required version.
"""

import os.path
import sys
import unittest

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(
        "sudoku_test.py: expected Python 3.11 or later, found " + sys.version.split()[0] + "; "
        "run it with a newer one (python3.11 sudoku_test.py), from https://www.python.org/downloads"
    )
if not __package__:  # the file is run directly: find pandoku three folders up
    sys.path.append(os.path.realpath(__file__).rsplit(os.sep, 4)[0])

from pandoku.classics.sets.cases import (
    ConvertTest,
    DescribeUnsolvedTest,
    EliminateTest,
    LocationsTest,
    SolveTest,
)

__all__ = ["ConvertTest", "DescribeUnsolvedTest", "EliminateTest", "LocationsTest", "SolveTest"]

if __name__ == "__main__":
    unittest.main()
