"""Test every function in func_calcudoku.py: `python3 tests.py`.

The tests are in `cases.py`. This file uses only old syntax, so that an old Python can run it
and print the required version.
"""

import os.path
import sys
import unittest

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(
        "tests.py: expected Python 3.11 or later, found " + sys.version.split()[0] + "; "
        "run it with a newer one (python3.11 tests.py), from https://www.python.org/downloads"
    )
if not __package__:  # the file is run directly: find pandoku three folders up
    sys.path.append(os.path.realpath(__file__).rsplit(os.sep, 4)[0])

from pandoku.classics.calcudoku.cases import (
    TransposeTest,
    ValidateAllTest,
    ValidateCagesTest,
    ValidateColsTest,
    ValidateRowsTest,
)

__all__ = [
    "TransposeTest",
    "ValidateAllTest",
    "ValidateCagesTest",
    "ValidateColsTest",
    "ValidateRowsTest",
]

if __name__ == "__main__":
    unittest.main()
