"""Sets (University of Pennsylvania, CIT 591, assignment 4): Sudoku by sets of possible numbers.

    python3 sudoku.py           asks for a file (such as problem.list), solves it as far as possible
    python3 sudoku_test.py      the unit tests that the paper requires

A file contains a list of nine lists of nine numbers, 0 for an empty cell. The format `list` parses
the file without evaluating it as Python. The functions and their parameters have the paper's names.
"""
