"""Sets (University of Pennsylvania, CIT 591, assignment 4): Sudoku by sets of possible numbers.

    python3 sudoku.py           asks for a file, prints it solved as far as it goes, asks again
    python3 sudoku_test.py      the unit tests the paper asks for

A file holds a list of nine lists of nine numbers, 0 for an empty cell; it is read by the format
`list` and never evaluated. The functions, their names and parameters are the paper's.
"""
